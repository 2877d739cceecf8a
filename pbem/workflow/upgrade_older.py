"""The steps of older rules under the present ones: they stay as they are, but a host wants to know what has changed.

`verify` cannot hold them against rules that are gone. Here each is played from the position that its file before it
has, and what would come out now, or would have been asked, is told.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from pbem.core.chance import Chance, game_seed
from pbem.store.reading import StepFile, read_secret
from pbem.workflow import Table, stood_after
from pbem.workflow.adjudicate import awaited_of, resolved, spoken_now
from pbem.workflow.journal import steps_of
from pbem.workflow.verify_steps import wrong_in


class Again(NamedTuple):
    """How the steps of older rules fare under the present ones, by their numbers."""

    played: int = 0
    otherwise: tuple[int, ...] = ()  # the same orders would lead elsewhere
    asked: tuple[int, ...] = ()  # another decision would have been asked
    stuck: tuple[int, ...] = ()  # which the present rules cannot play


def played_again(table: Table) -> Again:
    """Each step that older rules adjudicated, from the position before it; the set-up is a beginning, and no step."""
    seed, found = read_secret(table.game).seed, list[tuple[int, str]]()
    for before, step in pairwise(steps_of(table)):
        if step.revision < table.ruleset.revision and not step.desk:  # a ruling stands, whatever the rules
            found += [(step.number, sort) for sort in _sorts(table, before, step, seed)]
    numbers = {sort: tuple(at for at, one in found if one == sort) for sort in ("played", *Again._fields[1:])}
    return Again(len(numbers["played"]), numbers["otherwise"], numbers["asked"], numbers["stuck"])


def _sorts(table: Table, before: StepFile, step: StepFile, seed: str) -> list[str]:
    """What is to be said of one step."""
    try:
        then = stood_after(table, before)
        chance = Chance(game_seed(seed, step.words, step.beacon))
        again = resolved(table.ruleset, then.state, spoken_now(step.orders), chance)
        asked = [row[:3] for row in awaited_of(then, ())] != [row[:3] for row in step.awaited]
        differs = any(wrong_in(table.ruleset, step, again))
    except Exception:  # rules meet a position or orders of other rules, and may do anything
        return ["stuck"]
    return ["played", *(["asked"] if asked else []), *(["otherwise"] if differs else [])]
