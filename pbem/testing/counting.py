"""The check of what can be counted, for rulesets that have such a group."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.core.chance import Chance
from pbem.core.charts import Chart
from pbem.testing.trial import Moment, Trial, moments


def figures(trial: Trial) -> Iterator[str]:
    """Whatever is counted is declared, a whole number, and the same whatever is hidden."""
    group, secrets = trial.ruleset.figures, trial.ruleset.secrets
    if group is None:
        return
    if twice := {chart.id for chart in group.by_turn} & {chart.id for chart in group.by_event}:
        yield f"{', '.join(sorted(twice))} is there twice"
    for moment in moments(trial, "figures"):
        for reader in trial.readers:
            here, state = f"step {moment.number}, {reader or 'public'}", moment.step.state
            found = group.counted(secrets.view_of(state, reader), reader)
            rows = ((chart, line, number) for chart, lines in found.items() for line, number in lines.items())
            yield from (f"{here}: {why}" for why in _odd(group.by_turn, rows))
            yield from (f"{here}: {why}" for why in _odd(group.by_event, _tallied(trial, moment, reader)))
            twin = secrets.twin_of(state, reader, Chance(f"{moment.number} {reader}"))
            if group.counted(secrets.view_of(twin, reader), reader) != found:
                yield f"{here}: what is hidden is counted"


def _tallied(trial: Trial, moment: Moment, reader: str | None) -> Iterator[tuple[str, str, int]]:
    group = trial.ruleset.figures
    seen = [event.seen_by(reader) for event in moment.step.events]
    return (row for event in seen if event is not None and group is not None for row in group.tallied(event))


def _odd(charts: Iterable[Chart], rows: Iterable[tuple[str, str, int]]) -> Iterator[str]:
    """What is wrong with figures."""
    lines = {chart.id: [line.id for line in chart.lines] for chart in charts}
    for chart, line, number in rows:
        if line not in lines.get(chart, ()):
            yield f"{chart} of {line} is counted, and not declared"
        elif type(number) is not int:
            yield f"{chart} of {line} is {number!r}, which is no whole number"
