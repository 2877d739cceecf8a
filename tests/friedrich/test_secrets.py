"""Section 6: what the table hears does not hang on what only one player knows."""

import pytest

from pbem.core import has_errors
from pbem.core.chance import Chance
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
        other = RULESET.secrets.twin_of(before, None, Chance(f"{number} {len(compared)}"))
        for role, body in bodies.items():
            if has_errors(RULESET.rules.take(RULESET.secrets.view_of(other, role), role, body).diagnostics):
                return
        twin = RULESET.rules.resolve(other, bodies, Chance("same chance"))
        again = RULESET.rules.resolve(before, bodies, Chance("same chance"))

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
    state = RULESET.rules.resolve(RULESET.files.position(position, "4p", {}), {}, Chance("x")).state
    bids = {
        "frederick": {"bid": [{"own": "Heinrich", "enemy": "Richelieu", "plays": [], "otherwise": "ask"}]},
        "pompadour": {"bid": [{"own": "Richelieu", "enemy": "Heinrich", "otherwise": "concede"}]},
    }

    step = RULESET.rules.resolve(state, bids, Chance("x"))

    assert [owed.kind for owed in RULESET.rules.awaiting(step.state)] == ["bid"]
    assert [event.kind for event in step.events] == ["asked"]


@pytest.mark.parametrize("hand", ["5C 6H", "R", "4D 6D"])
def test_whether_a_side_is_asked_when_behind_does_not_hang_on_its_hand(hand):
    position = {
        "stage": "prussia", "phase": "combat",
        "prussia": {"heinrich": "Celle 2"}, "france": {"richelieu": "Hannover 4"},
        "hands": {"prussia": hand, "france": "5S"},
    }  # fmt: skip
    state = RULESET.rules.resolve(RULESET.files.position(position, "4p", {}), {}, Chance("x")).state
    bids = {
        "frederick": {"bid": [{"own": "Heinrich", "enemy": "*", "otherwise": "ask"}]},
        "pompadour": {"bid": [{"own": "Richelieu", "enemy": "*", "otherwise": "concede"}]},
    }

    step = RULESET.rules.resolve(state, bids, Chance("x"))

    assert [event.kind for event in step.events] == ["asked"]


def test_the_former_commander_of_the_imperial_army_loses_sight_of_it():
    """F11.11, H2."""
    position = {
        "turn": 6, "phase": "end", "fate": ["america"], "executed": ["india"],
        "austria": {"daun": "Brünn 4"}, "imperial": {"hildburghausen": "Erlangen 3"},
        "prussia": {"friedrich": "Berlin 4"}, "hands": {"imperial": "7H 8D"},
    }  # fmt: skip
    step = RULESET.rules.resolve(RULESET.files.position(position, "4p", {}), {}, Chance("x"))

    old, new = (
        RULESET.files.encode(RULESET.secrets.view_of(step.state, role)) for role in ("maria-theresa", "pompadour")
    )
    assert new["hands"]["imperial"] == "7H/1 8D/1"
    assert old["hands"]["imperial"] == "?/1 ?/1"
    assert new["imperial"]["hildburghausen"] == "erlangen 3"
    assert old["imperial"]["hildburghausen"] == "erlangen ?"
    told = [dict(e.facts) for e in seen_by(step.events, "maria-theresa") if e.kind == "changed-hands"]
    assert all("hand" not in facts for facts in told)


def with_a_battle(**position):
    """Heinrich against Richelieu: both sides have bid, both have a standing bid, and the active one is asked again."""
    position = {
        "stage": "prussia", "phase": "combat", "fate": ["1", "2", "3", "4", "5", "6"],
        "prussia": {"heinrich": "Celle 4", "keith": "Berlin 2"}, "france": {"richelieu": "Hannover 6"},
        "hands": {"prussia": "3D 9D", "france": "5S 9S"}, **position,
    }  # fmt: skip
    state = RULESET.rules.resolve(RULESET.files.position(position, "4p", {}), {}, Chance("x")).state
    bids = {
        "frederick": {"bid": [{"own": "Heinrich", "plays": ["3D"]}], "standing": [{"name": "mine"}]},
        "pompadour": {"bid": [{"own": "Richelieu", "plays": ["9S"]}], "standing": [{"name": "theirs"}]},
    }
    return RULESET.rules.resolve(state, bids, Chance("x")).state


def bids_of(state):
    return [len(bid.plays) for bid in state.task.bids]


# What those have in a twin who have said nothing.
SILENT = (("elisabeth", "standing-1"), ("maria-theresa", "standing-1"))


@pytest.mark.parametrize(
    ("role", "bids", "standing"),
    [
        ("frederick", [1, 0], [("frederick", "mine"), SILENT[0], SILENT[1]]),
        ("pompadour", [0, 1], [("pompadour", "theirs"), SILENT[0], SILENT[1]]),
        ("elisabeth", [0, 0], [SILENT[1]]),
        (None, [0, 0], [SILENT[0], SILENT[1]]),
    ],
)
def test_the_bids_of_others_are_exchanged_and_the_own_ones_stay(role, bids, standing):
    state = with_a_battle()
    other = RULESET.secrets.twin_of(state, role, Chance("y"))

    assert ([1, 1], {"mine", "theirs"}) == (bids_of(state), {s.name for s in state.standing})
    assert (bids, standing) == (bids_of(other), [(s.role, s.name) for s in other.standing])


@pytest.mark.parametrize(("role", "kept"), [("frederick", (1, 0)), ("pompadour", (0, 1)), (None, (0, 0))])
def test_the_bids_of_a_whole_stage_are_exchanged_too(role, kept):
    """Option bidding = "stage", and bids given ahead with the moves: who waits for nobody has told the moderator."""
    position = {
        "stage": "prussia", "phase": "combat", "prussia": {"heinrich": "Alfeld 3", "keith": "Celle 4"},
        "france": {"richelieu": "Hildesheim 5", "soubise": "Hannover 5"}, "hanover": {"ferdinand": "Stade 3"},
        "hands": {"prussia": "10S 9D 2C", "france": "7S 8S"},
    }  # fmt: skip
    state = RULESET.rules.resolve(RULESET.files.position(position, "4p", {"bidding": "stage"}), {}, Chance("x")).state
    combat = state.task._replace(bids=("mine",), order=state.task.pairs, theirs=((6, ("theirs",)),))
    other = RULESET.secrets.twin_of(state.replaced(combat), role, Chance("y")).task

    assert (bool(kept[0]), bool(kept[0])) == (bool(other.bids), bool(other.order))
    assert ((6, ("theirs",) if kept[1] else ()),) == other.theirs


def test_the_clock_of_fate_is_exchanged_and_stays_the_same_cards():
    state = with_a_battle()
    others = [RULESET.secrets.twin_of(state, role, Chance("y")).fate for role in ("frederick", "pompadour", None)]

    assert all(other != state.fate for other in others)
    assert all(sorted(other) == sorted(state.fate) for other in others)


def test_standing_answers_of_others_are_exchanged():
    state = with_a_battle()._replace(answers=(("frederick", ("a",)), ("pompadour", ("b",))))

    own, public = (RULESET.secrets.twin_of(state, role, Chance("y")).answers for role in ("pompadour", None))
    assert ["pompadour", "elisabeth", "maria-theresa"] == [role for role, _ in own] and ("b",) == own[0][1]
    assert ["elisabeth", "maria-theresa"] == [role for role, _ in public]
