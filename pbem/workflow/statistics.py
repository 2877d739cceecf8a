"""The statistics of many games: who won and why, how long it took, what there was by turn; as text, JSON and CSV."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from typing import Any, NamedTuple

from pbem.core.charts import Chart
from pbem.core.ruleset import Figures, Ruleset
from pbem.report.layout import tabled
from pbem.workflow import title_of
from pbem.workflow.simulate import Played

LENGTHS = {"steps": "Steps", "turns": "Turns", "rounds": "Rounds (waits for mail)"}
REASONS = 12  # rows of the text; the rest is one row more
SHOWN = 6  # turns that the text shows of each figure
NOBODY = "nobody"


class Spread(NamedTuple):
    """Many numbers in short; the quarters and the middle are numbers that are among them."""

    games: int
    mean: float
    least: int
    lower: int
    median: int
    upper: int
    most: int


class Ending(NamedTuple):
    """How some games ended: the roles that won, and why."""

    winners: tuple[str, ...]
    reason: str
    games: int


class Statistics(NamedTuple):
    """What many games have in common."""

    ruleset: Ruleset
    mode: str
    games: int
    ended: int
    winners: tuple[tuple[str, int], ...]  # roles, each with its games; a game can have several winners
    shared: int  # games that were won by several
    endings: tuple[Ending, ...]
    lengths: Mapping[str, Spread]
    by_event: Mapping[str, Mapping[str, Spread]]  # by chart and line: a game
    by_turn: Mapping[str, Mapping[str, tuple[Spread | None, ...]]]  # of the games that last so long
    faults: tuple[str, ...]
    running: tuple[int, ...]  # games that were still running, turn by turn


def spread(values: Iterable[int]) -> Spread | None:
    """Numbers in short; None if there are none."""
    row = sorted(values)
    if not row:
        return None
    least, lower, median, upper, most = (row[min(len(row) - 1, len(row) * part // 4)] for part in range(5))
    return Spread(len(row), round(sum(row) / len(row), 3), least, lower, median, upper, most)


def statistics(ruleset: Ruleset, mode: str, played: Iterable[Played]) -> Statistics:
    """The statistics of some games, in whatever order they came; what broke is told and not counted."""
    games = sorted(played, key=lambda game: game.game)
    ended = [game for game in games if game.result is not None and not game.broken]
    endings = Counter((game.result.winners, kind_of(game.result.reason)) for game in ended if game.result)
    wins = Counter(name for (winners, _), count in endings.items() for name in (winners or (NOBODY,)) * count)
    figures = ruleset.figures
    return Statistics(
        ruleset, mode, len(games), len(ended),
        tuple(sorted(wins.items(), key=lambda row: (-row[1], row[0]))),
        sum(count for (winners, _), count in endings.items() if len(winners) > 1),
        tuple(Ending(*key, count) for key, count in sorted(endings.items(), key=lambda row: (-row[1], row[0]))),
        {key: found for key in LENGTHS if (found := spread(getattr(game, key) for game in ended))},
        _by_event(figures.by_event if figures else (), ended),
        _by_turn(figures, ended),
        tuple(f"BROKEN in game {game.seed}, step {game.steps} {game.label}: {fault}"
              for game in games for fault in game.broken),
        tuple(sum(game.turns > at for game in ended) for at in range(max((game.turns for game in ended), default=0))),
    )  # fmt: skip


def kind_of(reason: str) -> str:
    """Why games end, without what only one of them has: the last sentence, and no numbers."""
    return re.sub(r"\d+", "N", reason.rstrip(".").rpartition(". ")[2])


def _by_event(charts: Iterable[Chart], games: Sequence[Played]) -> dict[str, dict[str, Spread]]:
    """By chart and line, of every game; a line that no game has is left out."""
    found: dict[str, dict[str, Spread]] = {}
    for chart in charts:
        for line in chart.lines:
            rows = [sum(game.by_event.get(chart.id, {}).get(line.id, ())) for game in games]
            if any(rows) and (short := spread(rows)):
                found.setdefault(chart.id, {})[line.id] = short
    return found


Turns = dict[str, dict[str, tuple[Spread | None, ...]]]


def _by_turn(figures: Figures | None, games: Sequence[Played]) -> Turns:
    """By chart and line, turn by turn, of the games in which there is such a number in that turn."""
    found: Turns = {}
    for chart in figures.by_turn if figures else ():
        for line in chart.lines:
            rows = [game.by_turn.get(chart.id, {}).get(line.id, ()) for game in games]
            if any(rows):
                found.setdefault(chart.id, {})[line.id] = _spreads(rows)
    for chart in figures.by_event if figures else ():
        for line in chart.lines:
            # In a game in which it never happened, it happened in none of its turns.
            told = [game.by_event.get(chart.id, {}).get(line.id, [0] * game.turns) for game in games]
            if any(map(any, told)):
                found.setdefault(chart.id, {})[line.id] = _spreads(told)
    return found


def _spreads(rows: Sequence[Sequence[int | None]]) -> tuple[Spread | None, ...]:
    turns = range(max(map(len, rows)))
    return tuple(spread(n for row in rows if len(row) > at and (n := row[at]) is not None) for at in turns)


def as_text(found: Statistics) -> str:
    """The statistics for people."""
    lines = [f"{found.ruleset.name} {found.mode}: {found.ended} of {found.games} games came to their end"]
    lines += _winners(found) + _lengths(found) + list(found.faults)
    parts = ["\n".join(lines), *_endings(found), *_tallies(found), *_turns(found)]
    return "\n\n".join(parts)


SHARED = "  (games won by several at once, and counted for each of them: {games})"


def _winners(found: Statistics) -> list[str]:
    width = max((len(name) for name, _ in found.winners), default=0)
    lines = [f"  {name:{width}}  {count:5}  {100 * count / found.ended:5.1f} %" for name, count in found.winners]
    return lines + ([SHARED.format(games=found.shared)] if found.shared else [])


def _lengths(found: Statistics) -> list[str]:
    if not found.ended:
        return []
    steps, turns, rounds = (found.lengths[key] for key in LENGTHS)
    lines = [f"steps: shortest {steps.least}, median {steps.median}, longest {steps.most}"]
    if turns.most:
        lines.append(f"turns: shortest {turns.least}, median {turns.median}, longest {turns.most}")
    waits = f"rounds (waits for mail): median {rounds.median} a game"
    return [*lines, f"{waits}, {rounds.mean / turns.mean:.1f} a turn" if turns.mean else waits]


def _endings(found: Statistics) -> list[str]:
    rows: list[list[Any]] = [[row.games, won_by(found, row.winners), row.reason] for row in found.endings[:REASONS]]
    if rest := sum(row.games for row in found.endings[REASONS:]):
        rows.append([rest, "", "other endings"])
    return [tabled({"columns": ["Games", "Won by", "Why"], "rows": rows})] if rows else []


def won_by(found: Statistics, winners: Iterable[str]) -> str:
    """The winners in words."""
    mode = found.ruleset.mode(found.mode)
    return ", ".join(title_of(mode, role) for role in winners) or NOBODY


def _tallies(found: Statistics) -> list[str]:
    parts = []
    for chart in found.ruleset.figures.by_event if found.ruleset.figures else ():
        lines = {line.id: line.name for line in chart.lines}
        rows = [[lines[id_], f"{row.mean:.1f}", row.lower, row.median, row.upper, row.most]
                for id_, row in found.by_event.get(chart.id, {}).items()]  # fmt: skip
        columns = [f"{chart.title}, a game", "Mean", "Quarter", "Median", "3 quarters", "Most"]
        parts += [tabled({"columns": columns, "rows": rows})] if rows else []
    return parts


def _turns(found: Statistics) -> list[str]:
    parts = []
    for chart in found.ruleset.figures.by_turn if found.ruleset.figures else ():
        rows = found.by_turn.get(chart.id, {})
        last = max(map(len, rows.values()), default=0)
        turns = sorted({max(1, last * part // SHOWN) for part in range(1, SHOWN + 1)})
        lines = {line.id: line.name for line in chart.lines}
        table = [[lines[id_], *(_mean(row, turn) for turn in turns)] for id_, row in rows.items()]
        columns = [f"{chart.title}, mean after", *(f"{found.ruleset.round} {turn}" for turn in turns)]
        parts += [tabled({"columns": columns, "rows": table})] if table else []
    return parts


def _mean(row: Sequence[Spread | None], turn: int) -> str:
    found = row[turn - 1] if turn <= len(row) else None
    return f"{found.mean:.1f}" if found else "-"


def as_data(found: Statistics) -> dict[str, Any]:
    """The statistics for programs."""
    turns = {
        chart: {line: [each and each._asdict() for each in row] for line, row in rows.items()}
        for chart, rows in found.by_turn.items()
    }
    events = {chart: {line: row._asdict() for line, row in rows.items()} for chart, rows in found.by_event.items()}
    return {
        "format": 1, "kind": "statistics", "ruleset": found.ruleset.name, "mode": found.mode, "games": found.games,
        "ended": found.ended, "winners": dict(found.winners), "shared": found.shared,
        "endings": [row._asdict() for row in found.endings],
        "lengths": {key: row._asdict() for key, row in found.lengths.items()},
        "running": list(found.running), "by_event": events, "by_turn": turns, "broken": list(found.faults),
    }  # fmt: skip


def as_csv(found: Statistics) -> str:
    """The statistics for a spreadsheet: a row for every number in short; of endings only how many games."""
    out = StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(("figure", "of", "turn", *Spread._fields))
    for ending in found.endings:
        rows.writerow(("ending", f"{won_by(found, ending.winners)}: {ending.reason}", "", ending.games, *[""] * 6))
    for key, row in found.lengths.items():
        rows.writerow((key, "", "", *row))
    for chart, lines in found.by_event.items():
        rows.writerows((chart, line, "", *row) for line, row in lines.items())
    for chart, series in found.by_turn.items():
        for line, spreads in series.items():
            rows.writerows((chart, line, turn, *row) for turn, row in enumerate(spreads, 1) if row)
    return out.getvalue().rstrip("\n")
