"""Plots: one game as a reader knows it, turn by turn; or the statistics of many that bots played."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pbem.core.charts import Chart
from pbem.core.events import seen_by
from pbem.core.ruleset import Figures, Ruleset, round_of
from pbem.store import GameFault
from pbem.svgmap.charts import Bar, Bars, Curve, Lines, charts
from pbem.svgmap.charts import Chart as Drawn
from pbem.workflow import Table, chosen, known_ruleset, open_game, reads, stood_after
from pbem.workflow.counting import ByEvent, Count, by_turn, filled, tally
from pbem.workflow.gate import MODERATOR, Gate, telling_of
from pbem.workflow.journal import steps_of
from pbem.workflow.results import read_games
from pbem.workflow.simulation_codes import NO_FIGURES
from pbem.workflow.statistics import REASONS, Statistics, statistics, won_by

MANY = "winners", "length"  # what is plotted of many games besides what the title counts
Series = Mapping[str, Mapping[str, Sequence[float | None]]]


def plot_of(place: str, role: str | None = None, moderator: bool = False, wanted: Sequence[str] = ()) -> str:
    """The plots of a game, if that is a directory, else those of a file of simulated games; all, or those named."""
    if os.path.isdir(place):
        return plot_of_game(place, MODERATOR if moderator else role, wanted)
    return plot_of_results(place, wanted)


@reads
def plot_of_game(directory: str, role: str | None, wanted: Sequence[str] = ()) -> str:
    """A game turn by turn as a reader knows it; every turn passes the leak gate."""
    table = open_game(directory)
    if role is not None and role is not MODERATOR:
        chosen(role, tuple(table.game.players), "role", directory)
    figures = figures_of(table.ruleset, directory)
    ids = [chart.id for chart in (*figures.by_turn, *figures.by_event)]
    for id_ in wanted:
        chosen(id_, tuple(ids), "figure", directory)
    found = counted(table, figures, role)
    caption = f"{table.game.name}: {reader_of(table, role)}"
    return charts(caption, list(_drawn(table.ruleset, figures, found, wanted or ids)))


def figures_of(ruleset: Ruleset, place: str) -> Figures:
    """What a title counts; where it counts nothing that is a fault."""
    if ruleset.figures is None:
        raise GameFault(NO_FIGURES, place, title=ruleset.title)
    return ruleset.figures


def reader_of(table: Table, role: str | None) -> str:
    """Whose knowledge a plot shows, in words."""
    if role is MODERATOR:
        return "as the moderator knows it"
    return f"as {table.title(role)} knows it" if role else "as everybody knows it"


def counted(table: Table, figures: Figures, role: str | None) -> Series:
    """What a reader can count of a game: views for what there is, events as they were seen for what happened."""
    ends: dict[int, Table] = {}
    tallies, turn = ByEvent(), 0
    for step in steps_of(table):
        with telling_of(step.file):
            events = step.events if role is MODERATOR else seen_by(step.events, role)
            tally(figures, events, max(1, turn), tallies)
        turn = max(turn, round_of(step.label))
        ends[turn] = stood_after(table, step)
    counts = {turn: count_of(Gate(end, role)) for turn, end in ends.items()}
    is_over = table.ruleset.rules.result(table.state) is not None
    return {**by_turn(figures, counts), **(filled(tallies, turn) if is_over else without_last(filled(tallies, turn)))}


def without_last(tallies: ByEvent) -> Series:
    """What happened in each turn but the one under way: it is not over, and would look as if little had happened."""
    return {
        chart: {line: [*row[:-1], None] if len(row) > 1 else row for line, row in rows.items()}
        for chart, rows in tallies.items()
    }


def count_of(gate: Gate) -> Count:
    """What the reader of a gate can count at one moment."""
    role = gate.role

    def count(table: Table) -> Count:
        figures, view_of = figures_of(table.ruleset, table.game.directory), table.ruleset.secrets.view_of
        return (
            figures.counted(table.state, None)
            if role is MODERATOR
            else figures.counted(view_of(table.state, role), role)
        )

    return gate.passed(count, "plot.svg")


def _drawn(ruleset: Ruleset, figures: Figures, found: Series, wanted: Sequence[str]) -> Iterator[Drawn]:
    """The charts of what was counted, in the order of the title."""
    for chart in (*figures.by_turn, *figures.by_event):
        if chart.id in wanted and found.get(chart.id):
            yield Lines(chart.title, ruleset.round, chart.unit, tuple(_curves(chart, found[chart.id])))


def _curves(chart: Chart, rows: Mapping[str, Sequence[float | None]]) -> Iterator[Curve]:
    """The lines of a chart; what has the same place in its title has the same dashes."""
    places = enumerate(chart.lines)
    return (Curve(line.name, line.colour, at, tuple(rows[line.id])) for at, line in places if line.id in rows)


def plot_of_results(file: str, wanted: Sequence[str] = ()) -> str:
    """The statistics of the games in a file."""
    book = read_games(file)
    ruleset = known_ruleset(str(book.head.get("ruleset")), file)
    mode = chosen(str(book.head.get("mode")), tuple(row.id for row in ruleset.modes), "mode", file)
    figures = ruleset.figures
    titles = (*figures.by_turn, *figures.by_event) if figures else ()
    known = (*MANY, *(chart.id for chart in titles))
    for id_ in wanted:
        chosen(id_, known, "figure", file)
    found = statistics(ruleset, mode, book.games)
    rows = [row for id_, row in _of_many(found) if id_ in (wanted or known)]
    title = ruleset.mode(mode).title
    return charts(f"{ruleset.title}, {title}: {found.ended} games played by bots", rows)


def _of_many(found: Statistics) -> Iterator[tuple[str, Drawn]]:
    """All charts of many games, with their ids."""
    ruleset, figures = found.ruleset, found.ruleset.figures
    yield "winners", Bars("How the games ended", "games", tuple(_endings(found)))
    yield (
        "length",
        Lines("Games that were still running", ruleset.round, "games", (Curve("Games", "#222222", 0, found.running),)),
    )
    for chart in figures.by_turn if figures else ():
        if rows := found.by_turn.get(chart.id):
            means = {line: [each and each.mean for each in row] for line, row in rows.items()}
            yield chart.id, Lines(f"{chart.title}, mean", ruleset.round, chart.unit, tuple(_curves(chart, means)))
    for chart in figures.by_event if figures else ():
        if totals := found.by_event.get(chart.id):
            lines = [line for line in chart.lines if line.id in totals]
            bars = tuple(Bar(line.name, totals[line.id].mean, f"{totals[line.id].mean:.1f}") for line in lines)
            yield chart.id, Bars(f"{chart.title}, mean of a game", chart.unit, bars)


def _endings(found: Statistics) -> Iterable[Bar]:
    rows = [(f"{won_by(found, row.winners)}: {row.reason}", row.games) for row in found.endings[:REASONS]]
    rest = sum(row.games for row in found.endings[REASONS:])
    rows += [("other endings", rest)] if rest else []
    return [Bar(name, games, f"{games} ({100 * games / found.ended:.1f} %)") for name, games in rows]
