"""A step has one name, wherever it is named: where the game stands after it."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from games import play_steps
from pbem.store.reading import read_game, step_names
from pbem.workflow import open_game
from pbem.workflow.mailing import subject
from pbem.workflow.mapping import WHOLE, map_of
from pbem.workflow.new import Plan, new
from pbem.workflow.publish import publish
from pbem.workflow.reporting import report
from pbem.workflow.site import site


@pytest.fixture
def desk(tmp_path: Path) -> str:
    """A game of Friedrich after three steps, its reports written."""
    directory = str(tmp_path / "winter")
    new(Plan(directory, "friedrich", seed="a"))
    report(directory)
    for _ in range(3):
        play_steps(directory, 1)
        report(directory)
    return directory


def named(desk: str) -> dict[int, str]:
    """The names of all steps, as the reports have them."""
    pages = {at: Path(desk, "reports", f"{at:04}", "public.html").read_text(encoding="utf-8") for at in range(4)}
    titles = {at: re.findall("<title>winter, step .: (.*?)</title>", text) for at, text in pages.items()}
    return {at: html.unescape(found[0]) for at, found in titles.items()}


def test_a_page_of_the_site_the_map_on_it_and_the_index_call_a_step_alike(desk: str, tmp_path: Path) -> None:
    site(desk, str(tmp_path / "site"))
    names = named(desk)
    index = html.unescape((tmp_path / "site" / "index.html").read_text(encoding="utf-8"))

    assert len({*names.values()}) > 2
    for at, name in names.items():
        page = html.unescape((tmp_path / "site" / f"step-{at:04}.html").read_text(encoding="utf-8"))
        assert {name} == {*re.findall(rf"winter, step {at}: (.*?)<", page)}
        assert f"<h1>{name}</h1>" in page
        assert f'<li value="{at}"><a href="step-{at:04}.html">{name}</a></li>' in index


def test_the_file_of_a_step_the_map_the_mail_and_the_archive_have_its_name_too(desk: str, tmp_path: Path) -> None:
    name = named(desk)[3]
    table, file = open_game(desk), step_names(read_game(desk).directory)[3].name

    assert f"winter, step 3: {name}" in html.unescape(map_of(desk, None, None, WHOLE))
    assert [f"[winter 3] {name}"] * 4 == [subject(table, role).partition(" - ")[0] for role in table.game.players]
    assert f"step 3, {name}" == publish(desk, str(tmp_path / "archive")).message
    assert f"0003-{table.ruleset.telling.label(table.state)}.toml" == file
