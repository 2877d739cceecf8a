"""The figures of the house board: who won, how games ended and how long they were."""

from __future__ import annotations

import sys
from pathlib import Path

from pbem.core.ruleset import Result
from pbem.workflow.simulate import Played

TOP = Path(__file__).resolve().parents[1]
sys.path.append(str(TOP / "benchmarks"))

import house_board as work  # type: ignore[import-not-found]  # noqa: E402


def game(turns: int, reason: str, *winners: str) -> Played:
    return Played("s", 10, "end", Result(winners, reason), turns=turns)


GAMES = {
    "advanced": [
        game(4, "the pool of Austria is empty at the end of politics", "maria-theresa"),
        game(6, "the pool of the Pragmatic Army is empty at the end of a stage", "frederick"),
        game(8, "the pool of Prussia is empty at the end of a stage", "frederick"),
        game(12, "the winter scores of France come to 17, the lowest sum", "louis"),
    ],
    "two": [game(5, "the pool of the Pragmatic Army and Austria is empty at the end of a stage", "maria-theresa")],
    "intro": [game(9, "nobody else has won by the end of turn 9", "maria-theresa")],
    "two-intro": [game(9, "only one of the two aims was reached by the end of turn 9: a draw")],
}


def test_winners_and_ends_are_counted_by_power() -> None:
    lines = work.figures(GAMES).splitlines()

    assert "| games | 4 | 1 |" in lines
    assert "| turns: quarter, median, three quarters | 6, 8, 12 | 5, 5, 5 |" in lines
    assert "| Austria wins | 1 (25.0 %) | 1 (100.0 %) |" in lines
    assert "| The Pragmatic Army wins | 1 (25.0 %) | 1 (100.0 %) |" in lines
    assert "| by an empty pool at the end of politics | 1 (25.0 %) | 0 (0.0 %) |" in lines
    assert "| by winter scores, after turn 12 | 1 (25.0 %) | 0 (0.0 %) |" in lines
    assert "| a draw | 0 (0.0 %) | 1 (100.0 %) |" in lines
    assert "steps of these 7 games, and none was ever broken." in lines[0]


def test_a_fault_is_told() -> None:
    broken = {**GAMES, "two": [game(2, "")._replace(broken=("M32.1",))]}

    assert "1 games were broken off" in work.figures(broken)


def test_only_the_figures_of_the_page_are_changed() -> None:
    page = f"before\n{work.BEGIN}\nold\n{work.END}\nafter\n"

    made = work.with_figures(page, GAMES)

    assert made.startswith(f"before\n{work.BEGIN}\n") and made.endswith(f"{work.END}\nafter\n")
    assert "old" not in made and made == work.with_figures(made, GAMES)


def test_the_page_and_its_plot_are_of_the_same_games() -> None:
    page, svg = ((TOP / "docs" / name).read_text(encoding="utf-8") for name in ("boards.md", "house-board.svg"))
    games = next(line for line in page.splitlines() if line.startswith("| games |")).split("|")[2].strip()

    assert f": {games} games played by bots" in svg
    assert "none was ever broken" in page
