"""The check of what is told before and behind an event, for rulesets that have such groups."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.events import Event
from pbem.core.ruleset import Foreseen
from pbem.testing.trial import Trial, moments
from pbem.workflow.foresight import LINES

RECENT = 40  # events that are looked back to


def foresight(trial: Trial) -> Iterator[str]:
    """What a sheet would do is told in sentences, each marked as certain, as depending on something, or as chance."""
    if trial.ruleset.foresight is None:
        return
    for moment in moments(trial, "foresight"):
        for role, body in moment.bodies.items():
            view = trial.ruleset.secrets.view_of(moment.before, role)
            for line in trial.ruleset.foresight.foresee(view, role, body):
                yield from (f"step {moment.number}, {role}: {why}" for why in _odd(line))


def reasons(trial: Trial) -> Iterator[str]:
    """Every event has a rule behind it, and orders behind an event are texts."""
    group = trial.ruleset.reasons
    if group is None:
        return
    seen: list[Event] = []
    for moment in moments(trial, "reasons"):
        for event in moment.step.events:
            here = f"step {moment.number}, {event.kind}"
            if not group.rules_behind(event):
                yield f"{here}: no rule is behind it"
            for role, body in moment.bodies.items():
                if not all(text.strip() for text in group.orders_behind(event, tuple(seen), role, body)):
                    yield f"{here}: an order behind it says nothing"
            seen = [*seen, event][-RECENT:]


def _odd(line: Foreseen) -> Iterator[str]:
    """What is wrong with a line."""
    if not line.what.strip():
        yield "a line says nothing"
    if line.sure not in LINES:
        yield f"{line.sure!r} is not how sure a line can be: {', '.join(LINES)}"
    if bool(line.on.strip()) is not (line.sure == "depends"):
        yield f"a line names what it depends on if it depends on something, and only then: {line.what}"
