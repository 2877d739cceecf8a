"""The check of what is told before and behind an event, for rulesets that have such groups."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.ruleset import Foreseen
from pbem.testing.trial import Trial, moments
from pbem.workflow.foresight import LINES


def foresight(trial: Trial) -> Iterator[str]:
    """What a sheet would do is told in sentences, each marked as certain, as depending on something, or as chance."""
    if trial.ruleset.foresight is None:
        return
    for moment in moments(trial, "foresight"):
        for role, body in moment.bodies.items():
            view = trial.ruleset.secrets.view_of(moment.before, role)
            for line in trial.ruleset.foresight.foresee(view, role, body):
                yield from (f"step {moment.number}, {role}: {why}" for why in _odd(line))


def _odd(line: Foreseen) -> Iterator[str]:
    """What is wrong with a line."""
    if not line.what.strip():
        yield "a line says nothing"
    if line.sure not in LINES:
        yield f"{line.sure!r} is not how sure a line can be: {', '.join(LINES)}"
    if bool(line.on.strip()) is not (line.sure == "depends"):
        yield f"a line names what it depends on if it depends on something, and only then: {line.what}"
