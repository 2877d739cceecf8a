"""Stacks of Austria and the Pragmatic Army, of which each player knows his own half alone (M6.1, M11.11, M25)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from pbem.core import has_errors
from pbem.core.chance import Chance
from pbem.report.layout import COLUMNS
from pbem.rulesets.maria import RULESET
from pbem.rulesets.maria.board import BITS, FLANDERS, IDS, NEAR, cities_in
from pbem.rulesets.maria.combat import own_pairs
from pbem.rulesets.maria.powers import AUSTRIA, FRANCE, PRAGMATIC
from pbem.rulesets.maria.records import Stage
from pbem.rulesets.maria.relations import group_of_stage
from pbem.rulesets.maria.state import GENERALS, PIECE, PIECE_IDS, PIECE_NAMES
from pbem.testing.trial import Trial, table_at
from pbem.workflow.reporting import report_text

CHANCE = Chance("mixed stacks")
WISHES: dict[str, Any] = {"samples": 5, "transcripts": 1, "strengths": (), "hand": ""}
NAMUR = {
    "stage": "austria", "turn": 8, "contracts": [], "consent": ["austria", "pragmatic"],
    "austria": {"traun": "Namur 4", "t1": "Diest"}, "pragmatic": {"stair": "Namur 6", "t1": "Nijmegen"},
    "france": {"moritz": "Charleroi 5", "t1": "Laon"}, "hands": {"austria": "9C 8D", "france": "8S"},
}  # fmt: skip


def position(facts: dict[str, Any]) -> Any:
    """A position that waits for somebody."""
    state = RULESET.files.position(facts, "advanced", {})
    return state if RULESET.rules.awaiting(state) else RULESET.rules.resolve(state, {}, CHANCE).state


def by_lot(number: int) -> dict[str, Any]:
    """An Austrian and a Pragmatic general in one city of Flanders, and one or two French ones beside it."""
    dice = Random(number)
    cities = [city for city in cities_in(FLANDERS) if (BITS[city] & FLANDERS).bit_count() > 2]
    here = dice.choice(cities)
    near = dice.sample([city for city in NEAR[here] if FLANDERS >> city & 1], 2)
    one, two = (PIECE_IDS[dice.choice(GENERALS[power])] for power in (AUSTRIA, PRAGMATIC))
    french = [PIECE_IDS[p] for p in dice.sample(GENERALS[FRANCE], dice.choice((1, 2)))]
    return {
        "stage": dice.choice(("austria", "austria", "france")), "phase": dice.choice(("movement", "combat")), "turn": 8,
        "contracts": [], "consent": dice.choice((["austria", "pragmatic"], [])),
        "austria": {one: f"{IDS[here]} {dice.randint(1, 8)}"},
        "pragmatic": {two: f"{IDS[here]} {dice.randint(1, 8)}"},
        "france": {id_: f"{IDS[city]} {dice.randint(1, 8)}" for id_, city in zip(french, near, strict=False)},
        "hands": {"austria": "9C 8D 7H", "pragmatic": "8C 7D 6H", "france": "8S 6C 5D 4H"},
    }  # fmt: skip


def bids_for(state: Any, role: str) -> list[dict[str, Any]]:
    """A bid for each of the attacks that are before a role, with one card."""
    staged = any(isinstance(task, Stage) for task in state.agenda)
    pairs = own_pairs(state, group_of_stage(state), role) if staged else ()
    return [{"own": PIECE_NAMES[state.stack(own)[0]], "enemy": PIECE_NAMES[state.stack(other)[0]], "accept": 2}
            for own, other in pairs]  # fmt: skip


@pytest.mark.parametrize("number", range(12))
def test_a_game_with_such_a_stack_goes_on_from_any_position(number: int) -> None:
    """Checks, offers, what is foreseen, rehearsals and reports of every role, until the stage is over."""
    trial = Trial(RULESET, "advanced")
    state = position(by_lot(number))
    for step in range(6):
        bodies: dict[str, Any] = {}
        for owed in RULESET.rules.awaiting(state):
            view = RULESET.secrets.view_of(state, owed.role)
            bodies[owed.role] = dict(RULESET.bots.sample(view, owed.role, Chance(f"{number} {step}"), "steady"))
            for body in (bodies[owed.role], {}, {"treaties": ["accept 15"]}, {"bid": bids_for(state, owed.role)}):
                RULESET.offers.offers(view, owed.role, body)
                taken = RULESET.rules.take(view, owed.role, body)
                assert taken[2:] == RULESET.rules.take(state, owed.role, body)[2:]
                if not has_errors(taken.diagnostics):
                    RULESET.foresight.foresee(view, owed.role, body)
                    RULESET.battles.rehearse(view, owed.role, body, CHANCE, WISHES)
        table, secret = table_at(trial, state, step, ())
        for role in (*trial.roles, None):
            assert not [line for line in report_text(table, secret, role).split("\n") if len(line) > COLUMNS]
        state = RULESET.rules.resolve(state, bodies, CHANCE).state


def test_the_strength_of_the_own_stack_is_told_as_far_as_it_is_known() -> None:
    body = {"do": ["Traun stays"], "bid": [{"own": "Traun", "plays": ["8D"]}]}
    state = position(NAMUR)
    view = RULESET.secrets.view_of(state, "maria-theresa")

    lines = RULESET.rules.take(view, "maria-theresa", body).understood

    assert "battle: Traun and Stair in Namur ♦ with 5 to 10 troops against Moritz in Charleroi ♣" in "\n".join(lines)
    text = "  The troops of Stair are not known to you: your stack was taken to have from 5 to 10."
    assert text in lines


def test_a_rehearsal_tries_every_strength_the_own_stack_may_have() -> None:
    body = {"do": ["Traun stays"], "bid": [{"own": "Traun", "plays": ["8D"]}]}
    view = RULESET.secrets.view_of(position(NAMUR), "maria-theresa")
    wishes = {**WISHES, "samples": 60, "transcripts": 60, "strengths": (5,)}

    (battle,) = RULESET.battles.rehearse(view, "maria-theresa", body, CHANCE, wishes)

    told = "\n".join(row["lines"][0] for row in battle["transcripts"])
    assert [5, 6, 7, 8, 9, 10] == [n for n in range(20) if f"Traun and Stair ({n})" in told]


def test_nobody_learns_what_an_ally_has_by_what_is_said() -> None:
    """The same is said, whatever the ally's general has."""
    body = {"do": ["Traun stays"], "bid": [{"own": "Traun", "plays": ["8D"]}]}
    state = position(NAMUR)
    other = state._replace(troops=tuple([7 if p == PIECE["stair"] else n for p, n in enumerate(state.troops)]))

    one, two = (RULESET.rules.take(RULESET.secrets.view_of(s, "maria-theresa"), "maria-theresa", body)
                for s in (state, other))  # fmt: skip

    assert one[2:] == two[2:]
