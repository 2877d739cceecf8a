"""A game counted: what there was at the end of each round, and what happened how often."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pbem.core.events import Event
from pbem.core.ruleset import Figures

Count = Mapping[str, Mapping[str, int]]  # by chart and line, at one moment
ByTurn = dict[str, dict[str, list[int | None]]]  # by chart and line, from the first round on; None where there is none
ByEvent = dict[str, dict[str, list[int]]]  # by chart and line, from the first round on


def by_turn(figures: Figures | None, counts: Mapping[int, Count]) -> ByTurn:
    """What there was at the ends of rounds, as charts; rounds before the first are left out."""
    if figures is None:
        return {}
    turns = range(1, max(counts, default=0) + 1)
    charts = {}
    for chart in figures.by_turn:
        found = [counts.get(turn, {}).get(chart.id, {}) for turn in turns]
        rows = {line.id: [count.get(line.id) for count in found] for line in chart.lines}
        charts[chart.id] = {id_: row for id_, row in rows.items() if any(value is not None for value in row)}
    return {id_: rows for id_, rows in charts.items() if rows}


def tally(figures: Figures | None, events: Iterable[Event], turn: int, to: ByEvent) -> None:
    """Add to a tally what some events of a round add; those of the set-up belong to the first."""
    if figures is None:
        return
    for event in events:
        for chart, line, number in figures.tallied(event):
            row = to.setdefault(chart, {}).setdefault(line, [])
            row += [0] * (turn - len(row))
            row[-1] += number


def filled(tallies: ByEvent, turns: int) -> ByEvent:
    """The tally with a number for every round."""
    return {
        chart: {line: row + [0] * (turns - len(row)) for line, row in rows.items()} for chart, rows in tallies.items()
    }
