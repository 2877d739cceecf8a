"""Section 6: what the table hears does not hang on what only one player knows."""

import pytest

from pbem.core.chance import Chance
from pbem.core.diagnostics import has_errors
from pbem.core.events import seen_by
from pbem.rulesets.friedrich import RULESET
from pbem.workflow.simulate import play

# From here on a step tells by right what was secret: strengths are declared, cards are shown, troops are lost.
REVEALING = ("battle", "played", "asked", "tied", "defeated", "cut-off", "starved", "retired", "left", "fate")


def heard(step):
    """What the public hears before anything secret is shown."""
    told = []
    for event in seen_by(step.events, None):
        if event.kind in REVEALING:
            break
        told.append((event.kind, dict(event.facts)))
    return told


@pytest.mark.parametrize("number", range(4))
def test_the_same_orders_with_other_secrets_sound_the_same(number):
    compared = []

    def watch(before, bodies, step):
        other = RULESET.exchange(before, None, Chance(f"{number} {len(compared)}"))
        for role, body in bodies.items():
            if has_errors(RULESET.take(RULESET.view(other, role), role, body).diagnostics):
                return
        twin = RULESET.resolve(other, bodies, Chance("same chance"))
        again = RULESET.resolve(before, bodies, Chance("same chance"))

        assert heard(again) == heard(twin)
        compared.append(other != before)

    play(RULESET, "4p", {}, f"heard {number}", watch=watch)

    assert sum(compared) > 20


@pytest.mark.parametrize(
    ("phase", "hand"), [("nothing of the suit", "5C 6H"), ("only a Reserve", "R"), ("cards of the suit", "4D 6D")]
)
def test_whether_a_side_is_asked_at_zero_does_not_hang_on_its_hand(phase, hand):
    """F7.8, N3: a question put only to those without a card of the suit would tell the table so."""
    position = {
        "stage": "prussia", "phase": "combat",
        "prussia": {"heinrich": "Celle 4"}, "france": {"richelieu": "Hannover 4"},
        "hands": {"prussia": hand, "france": "5S"},
    }  # fmt: skip
    state = RULESET.resolve(RULESET.position(position, "4p", {}), {}, Chance("x")).state
    bids = {
        "frederick": {"bid": [{"own": "Heinrich", "enemy": "Richelieu", "plays": [], "otherwise": "ask"}]},
        "pompadour": {"bid": [{"own": "Richelieu", "enemy": "Heinrich", "otherwise": "concede"}]},
    }

    step = RULESET.resolve(state, bids, Chance("x"))

    assert [owed.kind for owed in RULESET.awaiting(step.state)] == ["bid"]
    assert [event.kind for event in step.events] == ["asked"]


@pytest.mark.parametrize("hand", ["5C 6H", "R", "4D 6D"])
def test_whether_a_side_is_asked_when_behind_does_not_hang_on_its_hand(hand):
    position = {
        "stage": "prussia", "phase": "combat",
        "prussia": {"heinrich": "Celle 2"}, "france": {"richelieu": "Hannover 4"},
        "hands": {"prussia": hand, "france": "5S"},
    }  # fmt: skip
    state = RULESET.resolve(RULESET.position(position, "4p", {}), {}, Chance("x")).state
    bids = {
        "frederick": {"bid": [{"own": "Heinrich", "enemy": "*", "otherwise": "ask"}]},
        "pompadour": {"bid": [{"own": "Richelieu", "enemy": "*", "otherwise": "concede"}]},
    }

    step = RULESET.resolve(state, bids, Chance("x"))

    assert [event.kind for event in step.events] == ["asked"]


def test_the_former_commander_of_the_imperial_army_loses_sight_of_it():
    """F11.11, H2."""
    position = {
        "turn": 6, "phase": "end", "fate": ["america"], "executed": ["india"],
        "austria": {"daun": "Brünn 4"}, "imperial": {"hildburghausen": "Erlangen 3"},
        "prussia": {"friedrich": "Berlin 4"}, "hands": {"imperial": "7H 8D"},
    }  # fmt: skip
    step = RULESET.resolve(RULESET.position(position, "4p", {}), {}, Chance("x"))

    old, new = (RULESET.encode(RULESET.view(step.state, role)) for role in ("maria-theresa", "pompadour"))
    assert new["hands"]["imperial"] == "7H/1 8D/1"
    assert old["hands"]["imperial"] == "?/1 ?/1"
    assert new["imperial"]["hildburghausen"] == "erlangen 3"
    assert old["imperial"]["hildburghausen"] == "erlangen ?"
    told = [dict(e.facts) for e in seen_by(step.events, "maria-theresa") if e.kind == "changed-hands"]
    assert all("hand" not in facts for facts in told)
