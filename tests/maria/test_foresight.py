"""What a sheet would do: what is told as certain happens when the sheet is carried out, and only that."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from pbem.core.chance import Chance
from pbem.core.events import seen_by
from pbem.core.ruleset import Foreseen
from pbem.rulesets import ruleset_of
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.events import read
from pbem.workflow.simulate import sampled

RULES = ruleset_of("maria")
STEPS = 60


def played(mode: str, seed: str) -> Iterator[tuple[Any, dict[str, Any], Any]]:
    """The first steps of a game between bots: the state before, the sheets, and what came of them."""
    state: Any = RULES.rules.set_up(mode, {option.id: option.default for option in RULES.options})
    chance = Chance(seed)
    for number in range(STEPS):
        if RULES.rules.result(state) is not None:
            return
        bodies = sampled(RULES, state, seed, number, {})
        step = RULES.rules.resolve(state, bodies, chance)
        yield state, bodies, step
        state = step.state


@pytest.mark.parametrize(("mode", "seed"), [("advanced", "a"), ("advanced", "b"), ("intro", "a"), ("two", "c")])
def test_what_is_certain_happens(mode: str, seed: str) -> None:
    """Battles may begin in a later step of the stage, when those before them are over."""
    looked, still = 0, list[str]()
    for state, bodies, step in played(mode, seed):
        owing = [owed.role for owed in RULES.rules.awaiting(state)]
        for role in owing:
            lines = RULES.foresight.foresee(RULES.secrets.view_of(state, role), role, bodies[role])
            seen = [line for event in seen_by(step.events, role) for line in RULES.telling.tell(event)]
            for line in certain(lines) if len(owing) == 1 else ():
                looked += 1
                if re.fullmatch(r".+ [♠♣♥♦] attacks? .+ [♠♣♥♦]\.", line):
                    still.append(line)
                else:
                    assert line in [text.removeprefix("- ") for text in seen], (state.turn, role)
        still = [line for line in still if line not in attacks(step.events)]
        assert not still or not any(event.kind in ("stage", "turn", "won") for event in step.events), still

    assert looked > 3


def certain(lines: tuple[Foreseen, ...]) -> list[str]:
    return [line.what for line in lines if line.sure == "certain" and not line.what.startswith("The battle of ")]


def attacks(events: Any) -> list[str]:
    """The battles that began, as foresight calls them."""
    from pbem.rulesets.maria.board import CITY
    from pbem.rulesets.maria.telling import words

    found = []
    for what in map(read, events):
        if isinstance(what, happened.Battle):
            here, there = (words.city_with_suit(CITY[city]) for city in what.cities)
            verb = "attacks" if len(what.active) == 1 else "attack"
            found.append(f"{words.pieces(what.active)} in {here} {verb} {words.pieces(what.other)} in {there}.")
    return found


def test_what_depends_says_on_what() -> None:
    found = [
        line
        for state, bodies, _ in played("advanced", "b")
        for role in (owed.role for owed in RULES.rules.awaiting(state))
        for line in RULES.foresight.foresee(RULES.secrets.view_of(state, role), role, bodies[role])
        if line.sure == "depends"
    ]

    assert found
    assert all(line.on and not line.on.endswith(".") for line in found)


def test_a_declaration_of_one_who_owes_nothing_hangs_on_what_others_order() -> None:
    """A26."""
    facts = {
        "stage": "austria",
        "turn": 5,
        "contracts": [],
        "marks": {"france": ["Linz"]},
        "austria": {"karl": "Linz 4"},
    }
    state = RULES.rules.resolve(RULES.files.position(facts, "advanced", {}), {}, Chance("declared")).state

    found = RULES.foresight.foresee(RULES.secrets.view_of(state, "louis"), "louis", {"declare": ["lower aims"]})

    assert found and {("depends", "what others order in this step")} == {(line.sure, line.on) for line in found}
