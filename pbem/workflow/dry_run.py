"""What an adjudication would do: it is done with a copy of the game, and nothing of the game itself is touched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from pbem.core.ruleset import Result
from pbem.store import GameFault
from pbem.store.layout import is_game
from pbem.store.locking import held
from pbem.store.reading import no_game
from pbem.store.shadow import seen_finished
from pbem.workflow import open_game
from pbem.workflow.adjudicate import Done, adjudicate
from pbem.workflow.journal import told_to_all


class Outcome(NamedTuple):
    """What would happen: the steps with all that anybody is told of them, and how the game would stand."""

    steps: tuple[tuple[int, tuple[str, ...]], ...]
    defaulted: tuple[str, ...]
    heading: str
    awaiting: tuple[tuple[str, str], ...]
    result: Result | None


def dry_run(directory: str, defaults: Sequence[str] = (), expect: int | None = None, one: bool = False) -> Outcome:
    """Adjudicate a copy of the game, which is gone afterwards. It tells every secret: it is for the moderator alone."""
    if not is_game(directory):
        raise no_game(directory)
    with held(directory, reading=True), seen_finished(directory) as copy:
        try:
            return outcome_of(copy, adjudicate(copy, defaults, expect, one))
        except GameFault as fault:
            facts = {key: _original(value, copy, directory) for key, value in fault.facts.items()}
            raise GameFault(fault.code, fault.file, **facts) from None


def _original(value: Any, copy: str, directory: str) -> Any:
    """What a fault says of the copy, said of the game."""
    return value.replace(copy, directory) if isinstance(value, str) else value


def outcome_of(copy: str, done: Done) -> Outcome:
    """What an adjudication has done with a copy."""
    rules, steps = open_game(copy).ruleset, (*done.before, done)
    told = ((step.number, tuple(line for event in step.events for line in told_to_all(rules, event))) for step in steps)
    late = tuple(dict.fromkeys(role for step in steps for role in step.defaulted))
    return Outcome(tuple(told), late, done.heading, tuple((o.role, o.what) for o in done.awaiting), done.result)


def said(found: Outcome, directory: str) -> str:
    """The same for the moderator."""
    lines = []
    for number, sentences in found.steps:
        lines += [f"Step {number} would be adjudicated. It would tell:", "", *(f"  {line}" for line in sentences), ""]
    lines += [f"Taken by default: {', '.join(found.defaulted)}"] if found.defaulted else []
    lines.append(f"The game would stand at: {found.heading}")
    lines += [f"The game would be over: {found.result.sentence}"] if found.result else []
    lines += [f"Then awaited: {role}, {what}" for role, what in found.awaiting]
    return "\n".join([*lines, "", f"Nothing was written. To do it:\n\n  pbem adjudicate {directory}"])
