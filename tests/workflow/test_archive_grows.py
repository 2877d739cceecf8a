"""An archive grows with its game: a further step costs its own files, and pages share what is the same in all."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

from games import WINTER_STEPS as STEPS
from games import play_steps, tree
from pbem.core import VERSION
from pbem.store.ledger import ledger_path, read_lines
from pbem.workflow import publications
from pbem.workflow import publish as publishing
from pbem.workflow.journal import undo
from pbem.workflow.new import Plan, new
from pbem.workflow.publish import publish, reveal
from pbem.workflow.verify import verify


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The steps whose files are made, or made again to be compared."""
    steps: list[int] = []
    real = publishing.public_data

    def noted(table: Any, previous: str) -> Any:
        steps.append(table.last.number)
        return real(table, previous)

    monkeypatch.setattr(publishing, "public_data", noted)
    return steps


def test_maps_lie_on_one_ground_and_pages_share_style_and_script(friedrich: str, tmp_path: Path) -> None:
    publish(friedrich, str(tmp_path / "archive"))
    files = tree(str(tmp_path / "archive"))
    shared = [
        name for name in files if re.fullmatch(r"(maps|reports)/(ground|pieces|style|map)-\w{12}\.(svg|css|js)", name)
    ]
    ground, looks, script, style = sorted(shared)

    assert (".svg", ".css", ".js", ".css") == tuple(os.path.splitext(name)[1] for name in sorted(shared))
    for step in range(STEPS + 1):
        picture, page = files[f"maps/{step:04}.svg"].decode(), files[f"reports/{step:04}/public.html"].decode()
        assert f'<image href="{ground.removeprefix("maps/")}"' in picture and 'class="ground"' not in picture
        assert f'@import "{looks.removeprefix("maps/")}"' in picture
        assert "#1f5fa8" not in re.sub(r"<path[^>]*>", "", picture) and "#1f5fa8" in files[looks].decode()
        assert f'href="../{style.removeprefix("reports/")}"' in page and "<style>" not in page
        assert f'<script src="../{script.removeprefix("reports/")}"></script>' in page
        assert f'data="../../maps/{step:04}.svg"' in page
    assert () == verify(str(tmp_path / "archive")).findings


def test_the_front_page_says_where_the_map_is_seen_whole(friedrich: str, toy: None, tmp_path: Path) -> None:
    publish(friedrich, str(tmp_path / "archive"))
    new(Plan(str(tmp_path / "meadow"), "toy", seed="a"))
    publish(str(tmp_path / "meadow"), str(tmp_path / "toy"))

    page = (tmp_path / "archive" / "README.md").read_text(encoding="utf-8")
    assert "Open the HTML report to see the map" in page and "`pbem map GAME --step N -o map.svg`" in page
    assert "to see the map" not in (tmp_path / "toy" / "README.md").read_text(encoding="utf-8")


def test_a_further_step_is_the_only_one_that_is_made(friedrich: str, tmp_path: Path, made: list[int]) -> None:
    archive = str(tmp_path / "archive")
    publish(friedrich, archive)
    before = tree(archive)
    made.clear()
    assert () == publish(friedrich, archive).written
    assert [] == made
    play_steps(friedrich, 1)
    written = publish(friedrich, archive).written

    assert {STEPS + 1} == set(made)
    new_ones = {name for name in tree(archive) if name not in before}
    assert {*new_ones, "README.md", "archive.toml", "ledger.toml", "manifest.toml"} == set(written)
    assert {f"{STEPS + 1:04}"} == {found for name in new_ones for found in re.findall(r"\d{4}", name)[:1]}
    assert () == verify(archive).findings


def test_an_archive_that_grew_is_the_one_made_at_once(friedrich: str, tmp_path: Path) -> None:
    for _ in range(3):
        publish(friedrich, str(tmp_path / "daily"))
        play_steps(friedrich, 1)
    publish(friedrich, str(tmp_path / "daily"))
    publish(friedrich, str(tmp_path / "once"))

    assert tree(str(tmp_path / "daily")) == tree(str(tmp_path / "once"))


@pytest.mark.parametrize("pattern", ["steps/0002-*", "maps/0002.svg", "reports/0002/public.md", "maps/ground-*"])
def test_what_somebody_changed_is_made_anew(friedrich: str, tmp_path: Path, pattern: str) -> None:
    archive = tmp_path / "archive"
    publish(friedrich, str(archive))
    before = tree(str(archive))
    path = next(archive.glob(pattern))
    path.write_bytes(path.read_bytes().replace(b"e", b"a", 1))
    publish(friedrich, str(archive))

    assert before == tree(str(archive))


def test_a_step_taken_back_and_played_again_is_published_anew(friedrich: str, tmp_path: Path) -> None:
    archive = str(tmp_path / "archive")
    publish(friedrich, archive)
    undo(friedrich, "a slip")
    play_steps(friedrich, 1)
    publish(friedrich, archive)
    publish(friedrich, str(tmp_path / "afresh"))

    assert tree(str(tmp_path / "afresh")) == tree(archive)
    assert () == verify(archive).findings


def test_a_revealed_archive_with_shared_files_is_verified(friedrich: str, tmp_path: Path) -> None:
    archive = str(tmp_path / "archive")
    publish(friedrich, archive)
    play_steps(friedrich, 1)
    reveal(friedrich, archive, force=True)

    assert () == verify(archive).findings


def test_an_archive_whose_pages_were_whole_is_verified_and_goes_on(
    friedrich: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As an earlier version wrote it: no file is shared, each map has its ground."""
    archive = str(tmp_path / "archive")
    with monkeypatch.context() as earlier:
        earlier.setattr(publishing, "public_reports", whole_pages)
        earlier.setattr(publishing, "LAYOUT", 1)
        publish(friedrich, archive)
    old = tree(archive)
    assert not any("ground-" in name or name.endswith(".css") for name in old)
    assert b'class="ground"' in old["maps/0003.svg"]
    assert () == verify(archive).findings
    play_steps(friedrich, 1)
    publish(friedrich, archive)

    kept = {name: data for name, data in old.items() if name.startswith(("steps", "reports", "maps"))}
    assert kept == {name: data for name, data in tree(archive).items() if name in kept}
    assert b'class="ground"' not in Path(archive, f"maps/{STEPS + 1:04}.svg").read_bytes()
    assert () == verify(archive).findings
    makers = publications.makers_of(read_lines(ledger_path(archive)))
    assert [*[(VERSION, 1)] * (STEPS + 1), publications.NOW] == [makers[step] for step in range(STEPS + 2)]


def whole_pages(gate: Any) -> dict[str, bytes]:
    """The pages of a step, each for itself."""
    from functools import partial

    from pbem.workflow.mapping import guarded_map
    from pbem.workflow.reporting import laid_out, model_of

    names = publishing.report_names(gate.table.last.number, True)
    model = partial(model_of, secret=publishing.NOBODY, role=None)(gate.table)
    forms = {name: name.rpartition(".")[2] for name in names}
    return {
        name: (
            guarded_map(gate, name) if form == "svg" else laid_out(form, model, picture=f"../../{names[-1]}")
        ).encode()
        for name, form in forms.items()
    }
