"""A site grows with its game: a further step costs its own page, and all maps lie on one ground."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from sampled import some

from games import WINTER_STEPS as STEPS
from games import play_steps, tree
from pbem.store.reading import read_secret
from pbem.workflow import open_game
from pbem.workflow import site as sites
from pbem.workflow.journal import tables_of, undo
from pbem.workflow.site import site


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pages that are laid out."""
    names: list[str] = []
    real = sites._laid_out

    def noted(template: str, gate: Any, make: Any, name: str, grounds: Any) -> str:
        names.append(name)
        return real(template, gate, make, name, grounds)

    monkeypatch.setattr(sites, "_laid_out", noted)
    return names


def test_all_maps_of_a_site_lie_on_one_ground(friedrich: str, tmp_path: Path) -> None:
    site(friedrich, str(tmp_path / "site"))
    files = tree(str(tmp_path / "site"))
    grounds = [name for name in files if name.startswith("ground-")]
    pages = {name: data.decode() for name, data in files.items() if name.startswith(("step-", "index"))}

    looks = [name for name in files if name.startswith("pieces-")]

    assert 1 == len(grounds) == len(looks)
    assert all(f'@import "{looks[0]}"' in page for page in pages.values())
    assert {f'<image href="{grounds[0]}"'} == {
        found for page in pages.values() for found in re.findall('<image href="[^"]*"', page)
    }
    assert not any('class="ground"' in page for page in pages.values())
    assert all('class="pieces"' in page for page in pages.values())
    assert ">Oschatz</text>" in files[grounds[0]].decode()
    assert max(len(data) for name, data in files.items() if name.startswith("step-")) < 20_000
    assert "<script" not in files[grounds[0]].decode() and "http" not in files[grounds[0]].decode().replace(
        "http://www.w3.org/2000/svg", ""
    )


def test_a_further_step_costs_its_own_page_and_the_one_that_leads_to_it(
    friedrich: str, tmp_path: Path, made: list[str]
) -> None:
    target = str(tmp_path / "site")
    site(friedrich, target)
    assert STEPS + 2 == len(made)
    before = {name: os.stat(os.path.join(target, name)).st_ctime_ns for name in os.listdir(target)}
    made.clear()
    play_steps(friedrich, 1)
    site(friedrich, target)
    after = {name: os.stat(os.path.join(target, name)).st_ctime_ns for name in os.listdir(target)}

    assert [f"step-{STEPS:04}.html", f"step-{STEPS + 1:04}.html", "index.html"] == made
    changed = {name for name in after if before.get(name) != after[name]}
    assert {*made, "last.html", "pages.json"} == changed


def test_a_site_that_grew_is_the_one_made_at_once(friedrich: str, tmp_path: Path) -> None:
    for _ in range(3):
        site(friedrich, str(tmp_path / "daily"))
        play_steps(friedrich, 1)
    site(friedrich, str(tmp_path / "daily"))
    site(friedrich, str(tmp_path / "once"))

    assert tree(str(tmp_path / "daily")) == tree(str(tmp_path / "once"))


def test_nothing_is_written_where_nothing_is_new(friedrich: str, tmp_path: Path, made: list[str]) -> None:
    target = tmp_path / "site"
    site(friedrich, str(target))
    before = {path.name: path.stat().st_ctime_ns for path in target.iterdir()}
    made.clear()
    site(friedrich, str(target))

    assert ["index.html"] == made
    assert before == {path.name: path.stat().st_ctime_ns for path in target.iterdir()}


@pytest.mark.parametrize("change", some(["page", "record", "template", "role", "gone"], 3))
def test_what_is_not_as_it_was_made_is_made_anew(friedrich: str, tmp_path: Path, made: list[str], change: str) -> None:
    target, role = tmp_path / "site", None
    site(friedrich, str(target))
    expected = tree(str(target))
    if change == "page":
        (target / "step-0000.html").write_text("scribbled")
    elif change == "gone":
        (target / "step-0000.html").unlink()
    elif change == "record":
        (target / "pages.json").write_text('{"format": 1, "pages": [{}, 3]}')
    elif change == "template":
        own = Path(friedrich, "templates", "site")
        own.mkdir(parents=True)
        (own / "steps.html.j2").write_text("<nav>no links</nav>\n")
    else:
        role = "frederick"
    made.clear()
    site(friedrich, str(target), role)

    assert STEPS + 2 == len(made)
    assert (expected == tree(str(target))) == (change in ("page", "record", "gone"))


def test_a_heading_changed_in_the_record_is_not_believed(friedrich: str, tmp_path: Path) -> None:
    target = tmp_path / "site"
    site(friedrich, str(target))
    expected = tree(str(target))
    record = json.loads((target / "pages.json").read_text(encoding="utf-8"))
    record["pages"][2]["heading"] = "Prussia has won"
    (target / "pages.json").write_text(json.dumps(record), encoding="utf-8")
    site(friedrich, str(target))

    assert expected == tree(str(target))


def test_a_step_taken_back_and_played_otherwise_has_another_page(friedrich: str, tmp_path: Path) -> None:
    target = str(tmp_path / "site")
    site(friedrich, target)
    undo(friedrich, "a slip")
    play_steps(friedrich, 1)
    site(friedrich, target)
    site(friedrich, str(tmp_path / "afresh"))

    assert tree(str(tmp_path / "afresh")) == tree(target)


def test_the_record_confirms_no_guess_at_a_step(friedrich: str, tmp_path: Path) -> None:
    site(friedrich, str(tmp_path / "site"))
    everything = b"".join(tree(str(tmp_path / "site")).values()).decode()
    table = open_game(friedrich)

    assert table.last.digest not in everything
    assert read_secret(table.game).seed not in everything


@pytest.mark.parametrize("first", [1, 3, STEPS])
def test_steps_from_one_on_look_back_to_the_same_chapter(friedrich: str, first: int) -> None:
    table = open_game(friedrich)

    assert [*tables_of(table)][first:] == [*tables_of(table, first)]
