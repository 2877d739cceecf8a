#!/usr/bin/env python3
"""The figures of the house board in docs/boards.md, and the plot docs/house-board.svg, from files of simulated games.

usage: house_board.py FOLDER

FOLDER holds MODE.jsonl for every mode of Maria: `pbem simulate maria --mode MODE --out FOLDER/MODE.jsonl` writes them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from pbem.workflow.plotting import plot_of_results
from pbem.workflow.results import read_games
from pbem.workflow.simulate import Played

DOCS = Path(__file__).resolve().parents[1] / "docs"
BEGIN, END = "<!-- figures made by python benchmarks/house_board.py -->", "<!-- end of these figures -->"
POWERS = ("Austria", "France", "Prussia", "the Pragmatic Army")
ENDS = {
    "by an empty pool at the end of a stage": "at the end of a stage",
    "by an empty pool at the end of politics": "at the end of politics",
    "by winter scores, after turn 12": "the lowest sum",
}
ROLES = {"Maria Theresa wins": "maria-theresa", "Frederick wins": "frederick", "Louis XV wins": "louis"}
Games = Sequence[Played]
Test = Callable[[Played], bool]


def reason_of(game: Played) -> str:
    """Why a game ended."""
    return game.result.reason if game.result else ""


def won_by(power: str) -> Test:
    """Whether the pool, or the scores, of a power ended a game; several pools can be empty at once."""
    return lambda game: power in reason_of(game).partition(" is empty")[0].partition(" come ")[0]


def ended(words: str) -> Test:
    return lambda game: words in reason_of(game)


def won(role: str) -> Test:
    return lambda game: game.result is not None and role in game.result.winners


def share(games: Games, test: Test) -> str:
    """How many games, and in percent."""
    number = sum(map(test, games))
    return f"{number} ({100 * number / len(games):.1f} %)" if games else "-"


def turns(games: Games) -> str:
    """The quarters of the length of games."""
    found = sorted(game.turns for game in games)
    return ", ".join(str(found[len(found) * part // 4]) for part in (1, 2, 3)) if found else "-"


def table(heads: Sequence[str], columns: Sequence[Games], rows: Mapping[str, Test]) -> list[str]:
    """A table with a column for each mode."""
    lines = [f"| | {' | '.join(heads)} |", "| --- |" + " --- |" * len(heads)]
    lines.append(f"| games | {' | '.join(str(len(games)) for games in columns)} |")
    lines.append(f"| turns: quarter, median, three quarters | {' | '.join(map(turns, columns))} |")
    return lines + [
        f"| {name} | {' | '.join(share(games, test) for games in columns)} |" for name, test in rows.items()
    ]


def figures(games: Mapping[str, Games]) -> str:
    """All figures, as Markdown."""
    every = [game for mode in games.values() for game in mode]
    faults = sum(bool(game.broken) for game in every)
    said = f"{faults} games were broken off" if faults else "none was ever broken"
    steps = sum(game.steps for game in every)
    long = {f"{power[0].upper()}{power[1:]} wins": won_by(power) for power in POWERS}
    long |= {name: ended(words) for name, words in ENDS.items()}
    short: dict[str, Test] = {name: won(role) for name, role in ROLES.items()}
    short["a draw"] = lambda game: game.result is not None and not game.result.winners
    looked = (
        f"All invariants of the rules were looked at after every one of the {steps} steps of these {len(every)} games"
    )
    heads = [f"{kind}, {players} players" for kind in ("advanced", "introductory") for players in ("three", "two")]
    lines = [f"{looked}, and {said}.", "", *table(heads[:2], [games["advanced"], games["two"]], long), ""]
    return "\n".join([*lines, *table(heads[2:], [games["intro"], games["two-intro"]], short)])


def with_figures(page: str, games: Mapping[str, Games]) -> str:
    """The page with these figures in place of those it has."""
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}\n\n{figures(games)}\n\n{END}{rest.partition(END)[2]}"


def main() -> None:
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    folder, page = Path(sys.argv[1]), DOCS / "boards.md"
    modes = ("advanced", "two", "intro", "two-intro")
    games = {mode: read_games(str(folder / f"{mode}.jsonl")).games for mode in modes}
    page.write_text(with_figures(page.read_text(encoding="utf-8"), games), encoding="utf-8")
    svg = plot_of_results(str(folder / "advanced.jsonl"))
    (DOCS / "house-board.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
