"""The table of goals: what counts as kept, and a page that has every goal."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from pbem.workflow.results import simulated
from pbem.workflow.simulate import ordered

TOP = Path(__file__).parents[1]


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(TOP / "benchmarks"))
    for name in ("table", "goals", "bounds", "commands", "simulate"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    import table as module  # type: ignore[import-not-found]

    return module


@pytest.mark.parametrize(
    ("least", "samples", "said"),
    [(False, [1.0, 1.1, 1.2], "kept"), (False, [2.0, 2.1, 2.2], "missed"), (False, [1.4, 1.5, 1.6], "open"),
     (False, [1.5], "kept"), (False, [1.6], "missed"), (True, [2.0, 2.1, 2.2], "kept"), (True, [1.0, 1.1], "missed"),
     (True, [1.4, 1.6], "open")],
)  # fmt: skip
def test_the_whole_interval_decides(table: Any, least: bool, samples: list[float], said: str) -> None:
    assert said == table.verdict(table.Goal("x", "x", 1.5, "x", least), samples)


def test_a_row_has_the_goal_the_median_its_interval_and_the_verdict(table: Any) -> None:
    goal = table.Goal("x", "a thing", 1.5, "of a floor", before="2.2", counted="3.30")

    assert "| a thing | ≤ 1.5 | 2.2 | 1.10 of a floor | 1.00 to 1.20 | 3.30 | 1.30 | kept |" == table.row_of(
        goal, [1, 1.1, 1.2], 1.3
    )
    assert "| a thing | ≤ 1.5 | 2.2 | | | 3.30 | | not measured |" == table.row_of(goal, None)
    assert "| a thing |  |  | 7.00 of a floor |  |  |  |  |" == table.row_of(
        goal._replace(limit=None, before="", counted=""), [7.0]
    )


@pytest.mark.parametrize(
    ("program", "said"),
    [("perf", "1,234,,"), ("perf", "170603,,instructions:u,1"), ("valgrind", "==1== I   refs:      170,603")],
)
def test_instructions_are_counted_by_whoever_can(
    table: Any, program: str, said: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The program that counts is a script here that says what the real one says."""
    (tmp_path / program).write_text(f"#!/bin/sh\necho '{said}' >&2\n", encoding="utf-8")
    (tmp_path / program).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    import goals  # type: ignore[import-not-found]

    counted = 170_603 if "170" in said else 0
    assert (counted if program == "perf" else 0, counted) == (
        goals.instructions(["x"]),
        goals.instructions(["x"], True),
    )


def test_the_page_has_every_goal_and_the_method(table: Any) -> None:
    page = table.PAGE.read_text(encoding="utf-8")

    assert [] == [goal.what for goal in table.GOALS if f"| {goal.what} |" not in page]
    for goal in table.GOALS:
        assert goal.limit is None or f"{'≥' if goal.least else '≤'} {goal.limit:g}" in page
    assert table.TEXT.partition("## How it is measured")[2].partition("Measured on")[0] in page


def test_every_goal_is_measured_by_somebody(table: Any) -> None:
    source = (TOP / "benchmarks" / "goals.py").read_text(encoding="utf-8").partition("class Bench")[2]
    words = {goal.id: (f'"{goal.id}"', goal.id.replace("-", "_") + "=") for goal in table.GOALS}

    assert [] == [id_ for id_, spelt in words.items() if not any(word in source for word in spelt)]
    assert len(table.GOALS) == len({goal.id for goal in table.GOALS})


def test_the_worst_sheets_of_maria_are_measured_beside_those_of_friedrich(table: Any, tmp_path: Path) -> None:
    """With two sheets of each title; what a sheet costs is how long its name is."""
    import goals

    bounds, tried = goals.bounds, []
    for title in ("FRIEDRICH", "MARIA"):
        sheets = getattr(bounds, title)
        small = {name: sheets.sheets[name] for name in ("misspelt orders", "misspelt ways")}
        setattr(bounds, title, sheets._replace(sheets=small))

    def cost(_bench: Any, game: str, data: bytes) -> dict[str, float]:
        tried.append((Path(game).parent.name, b"Schwrein" in data or b"Schwerin" in data))
        return dict.fromkeys(("check", "submit", "adjudicate"), float(len(data)))

    goals.heavy = cost
    found = goals.worst(goals.Bench(tmp_path, 1))
    limits = {goal.id: goal.limit for goal in table.GOALS if goal.id.startswith("worst")}

    assert {("worst", False), ("worst-maria", True)} == {*tried}
    assert limits.keys() == found.keys()
    assert [12, 16, 16] * 2 == list(limits.values())
    assert all(5 == len(samples) for samples in found.values())


def test_one_more_step_is_measured_where_all_but_that_step_lies_there(
    table: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import goals

    def steps(folder: str) -> int:
        return len(list(Path(folder, "steps").iterdir()))

    monkeypatch.setattr(goals, "STEPS", 1)
    bench, found = goals.Bench(tmp_path, 1), dict[str, Any]()
    bench.pairs = lambda floor, runs, **commands: found.update({name: words(1) for name, words in commands.items()})
    goals.grown(bench)
    (_, publish, game, archive), (_, site, other, pages) = found["archive_more"], found["site_more"]

    assert ("publish", 3, 2) == (publish, steps(game), steps(archive))
    assert ("site", 3, 2) == (site, steps(other), len(list(Path(pages).glob("step-*.html"))))


def test_the_page_of_games_is_made_from_a_file_of_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(str(TOP / "benchmarks"))
    import page_of_games  # type: ignore[import-not-found]

    simulated(ordered("fredericus", mode="2p", games=2, seed="page"), str(tmp_path / "games.jsonl"))
    text, svg = page_of_games.page(str(tmp_path / "games.jsonl"))

    assert "2 games of Fredericus, two falconers with two tokens each" in text and "none was ever broken" in text
    assert "pbem simulate fredericus --mode 2p --games 2 --seed page --jobs 0 --out games.jsonl\n" in text
    assert "2 games played by bots" in svg


def test_the_page_of_games_and_its_figure_are_of_the_same_games() -> None:
    page, svg = ((TOP / "docs" / f"statistics.{end}").read_text(encoding="utf-8") for end in ("md", "svg"))
    games = page.split("\n")[2].split()[0]

    assert f": {games} games played by bots" in svg
    assert f"{games} of {games} games came to their end" in page
    assert "none was ever broken" in page
