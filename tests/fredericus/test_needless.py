"""No needless question: whoever is asked in a game of Fredericus has at least two answers that differ."""

from __future__ import annotations

import pytest

from pbem.core import has_errors
from pbem.core.chance import Chance
from pbem.rulesets.fredericus import RULESET
from pbem.rulesets.fredericus.flow import default_body
from pbem.rulesets.fredericus.state import seat_of

STEPS = 40


@pytest.mark.parametrize("mode", [mode.id for mode in RULESET.modes])
def test_every_question_has_two_answers_that_lead_to_other_positions(mode: str) -> None:
    state = RULESET.rules.set_up(mode, {option.id: option.default for option in RULESET.options})
    kinds, forced = set(), []
    for number in range(STEPS):
        said = {}
        for owed in RULESET.rules.awaiting(state):
            sampled = [
                RULESET.bots.sample(state, owed.role, Chance(f"{number} {n}"), temper)
                for n, temper in enumerate(RULESET.bots.temperaments * 2)
            ]
            bodies = [default_body(state, seat_of(state, owed.role)), *sampled]
            taken = [RULESET.rules.take(state, owed.role, body) for body in bodies]
            ends = {str(RULESET.files.encode(end.state)) for end in taken if not has_errors(end.diagnostics)}
            kinds.add(owed.kind)
            forced += [f"{number} {owed.role} {owed.kind}"] if len(ends) < 2 else []
            said[owed.role] = sampled[0]
        state = RULESET.rules.resolve(state, said, Chance("needless")).state
        if RULESET.rules.result(state):
            break

    assert {"birds", "bets", "turn"} == kinds
    assert [] == forced
