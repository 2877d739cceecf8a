"""No needless question (N3): for every decision of section 5 when nobody is asked, and that he is asked else.

What public facts have settled is never asked. What only a hand or a number of troops has settled is asked: the silence
would tell it.
"""

from __future__ import annotations

from typing import Any

import pytest

from pbem.core import has_errors
from pbem.core.chance import Chance
from pbem.core.ruleset import Owed
from pbem.rulesets.friedrich import RULESET
from pbem.rulesets.friedrich.state import COMMANDS, GENERALS, MOST, PIECE, PIECE_IDS, maximum_of, nations_of

CHANCE = Chance("needless")
END = {"turn": 6, "stage": "france", "phase": "end"}
EXPERT = {"mode": "4p-expert", "turn": 6, "stage": "france", "phase": "end", "victor": "keith"}
# Where the last victor stands gives a card of fate its suit.
KEITH, HEARTS, DIAMONDS = {"keith": "Köslin 3"}, {"keith": "Heiligenbeil 3"}, {"keith": "Cottbus 3"}
OTHERS = tuple(PIECE_IDS[p] for p in GENERALS[0] if PIECE_IDS[p] not in ("friedrich", "keith"))
BATTLE = {"stage": "prussia", "phase": "combat", "prussia": {"heinrich": "Celle 5"},
          "france": {"richelieu": "Hannover 4"}}  # fmt: skip

# Decision: when it is not asked; a position in which it is, one in which it is not; what is owed then.
NEVER: dict[str, Any] = {}
WITH_MOVES = "it is part of the movement sheet"
WITH_BID = "it is part of the bid"
ROWS: dict[str, tuple[str, dict[str, Any], dict[str, Any], str]] = {
    "D5": (
        "nothing of the nation stands on the map, and its hand is empty or all its pieces have left for good",
        {"stage": "france", "phase": "movement", "prussia": {"heinrich": "Berlin 4"}, "hands": {"france": "2S"}},
        {"stage": "france", "phase": "movement", "prussia": {"heinrich": "Berlin 4"}},
        "pompadour movement",
    ),
    "D12": (
        "a single battle is left",
        {**BATTLE, "france": {"richelieu": "Hannover 4", "chevert": "Uelzen 2"}, "hands": {"prussia": "2S"}},
        {**BATTLE, "hands": {"prussia": "2S", "france": "2H"}},
        "frederick battles",
    ),
    "D13": (
        "its hand is empty, or Soubise may play nothing; or the side with the right to play has such a hand",
        {**BATTLE, "hands": {"prussia": "2D", "france": "2H"}},
        {**BATTLE, "hands": {"prussia": "2D"}},
        "frederick bid",
    ),
    "D16": (
        "a single city is the farthest, or nobody is left to retreat",
        {**BATTLE, "prussia": {"heinrich": "Celle 5"}},
        {**BATTLE, "france": {"richelieu": "Hannover 1"}, "prussia": {"heinrich": "Celle 5"}},
        "frederick retreat",
    ),
    "D17": (
        "no Prussian stack next to Daun has an empty city beside it",
        {"mode": "4p-expert", "turn": 7, "stage": "austria", "phase": "combat", "in_force": "8C",
         "prussia": {"keith": "Neumarkt 2"}, "austria": {"daun": "Breslau 3"}, "hands": {"prussia": "2D"}},
        {"mode": "4p-expert", "turn": 7, "stage": "austria", "phase": "combat", "in_force": "8C",
         "prussia": {"keith": "Neumarkt 2"}, "austria": {"karl": "Breslau 3"}, "hands": {"prussia": "2D"}},
        "frederick fate",
    ),
    "D18": (
        "Russia does not hold all four, or has a general in East Prussia",
        {"mode": "4p-expert", "turn": 6, "stage": "russia", "phase": "supply", "prussia": KEITH,
         "russia": {"saltikov": "Sierpc 4"},
         "conquered": ["koenigsberg-n10", "ortelsburg", "rastenburg", "riesenburg"]},
        {"mode": "4p-expert", "turn": 6, "stage": "russia", "phase": "supply", "prussia": KEITH,
         "russia": {"saltikov": "Sierpc 4"}, "conquered": ["koenigsberg-n10", "ortelsburg", "rastenburg"]},
        "frederick fate",
    ),
    "D19": (
        "one general besides Friedrich is in the game, or none, or the stroke ends the war",
        {**END, "fate": ["sweden"], "prussia": {"friedrich": "Berlin 5", "keith": "Glogau 4"}},
        {**END, "fate": ["sweden"], "prussia": {"friedrich": "Berlin 5", "keith": "Glogau 4",
         **dict.fromkeys(OTHERS, "retired")}},
        "frederick fate",
    ),
    "D20": (
        "all generals of the nation stand in one city, or have no room for a troop, or none is on the map",
        {**EXPERT, "fate": ["1"], "prussia": KEITH, "russia": {"saltikov": "Sierpc 4", "apraxin": "Sompolno 2"}},
        {**EXPERT, "fate": ["1"], "prussia": KEITH, "russia": {"saltikov": "Sierpc 4", "apraxin": "Sierpc 2"}},
        "elisabeth fate",
    ),
    "D21": (
        "all Prussian generals stand in one city, or have one troop each",
        {**EXPERT, "fate": ["10"], "prussia": {"keith": "Köslin 3", "dohna": "Arnswalde 2"}},
        {**EXPERT, "fate": ["10"], "prussia": {"keith": "Köslin 3", "dohna": "Köslin 2"}},
        "frederick fate",
    ),
    "D22": (
        "one of the two has left the war, or has no card",
        {**EXPERT, "fate": ["1"], "prussia": HEARTS,
         "hands": {"austria": "2S", "russia": "2H"}},
        {**EXPERT, "fate": ["1"], "prussia": HEARTS,
         "hands": {"austria": "2S"}},
        "maria-theresa fate",
    ),
    "D23": (
        "France has left the war, or has no card",
        {**EXPERT, "fate": ["4"], "prussia": HEARTS,
         "hands": {"france": "2S"}},
        {**EXPERT, "fate": ["4"], "prussia": HEARTS},
        "pompadour fate",
    ),
    "D24": (
        "Laudon is off the map, or shut in",
        {**END, "fate": ["6"], "prussia": KEITH, "austria": {"laudon": "Olmütz 2"}},
        {**END, "fate": ["6"], "prussia": KEITH, "austria": {"karl": "Olmütz 2"}},
        "maria-theresa fate",
    ),
    "D25": (
        "no Prussian stack in Austria or Saxony is face-up",
        {**EXPERT, "fate": ["6"], "prussia": {**DIAMONDS, "friedrich": "Dresden 3"}},
        {**EXPERT, "fate": ["6"], "prussia": DIAMONDS},
        "maria-theresa fate",
    ),
    "D26": (
        "Prussia has no card, or Austria is not in the game",
        {**EXPERT, "fate": ["9"], "prussia": DIAMONDS,
         "hands": {"prussia": "2S"}},
        {**EXPERT, "fate": ["9"], "prussia": DIAMONDS},
        "frederick fate",
    ),
    "D27": (
        "Hildburghausen was not beaten, is off the map, or no two free cities lead west",
        {**EXPERT, "fate": ["12"], "prussia": HEARTS,
         "imperial": {"hildburghausen": "Leipzig 3"}, "beaten": ["hildburghausen"]},
        {**EXPERT, "fate": ["12"], "prussia": HEARTS,
         "imperial": {"hildburghausen": "Leipzig 3"}},
        "frederick fate",
    ),
}  # fmt: skip
# Decisions that are never a question of their own, or always one.
PARTS = {
    "D1": "always asked: nobody's distribution is forced",
    "D2": WITH_MOVES, "D3": WITH_MOVES, "D4": WITH_MOVES, "D6": WITH_MOVES,
    "D7": "never asked: troops are shifted with any sheet",
    "D8": WITH_MOVES, "D9": WITH_MOVES, "D10": WITH_MOVES, "D11": WITH_MOVES, "D14": WITH_BID, "D15": WITH_BID,
}  # fmt: skip


def asked(position: dict[str, Any]) -> list[str]:
    """What is owed first from a position on."""
    state = RULESET.files.position(position, position.get("mode", "4p"), {})
    if not RULESET.rules.awaiting(state):
        state = RULESET.rules.resolve(state, {}, CHANCE).state
    return [f"{owed.role} {owed.kind}" for owed in RULESET.rules.awaiting(state)]


def test_every_decision_has_its_row() -> None:
    assert {f"D{number}" for number in range(1, 28)} == {*ROWS, *PARTS}


@pytest.mark.parametrize("decision", ROWS)
def test_a_decision_is_asked_where_there_is_something_to_decide(decision: str) -> None:
    _, open_, _, owed = ROWS[decision]

    assert owed in asked(open_)


@pytest.mark.parametrize("decision", ROWS)
def test_a_decision_that_public_facts_have_settled_is_not_asked(decision: str) -> None:
    _, _, settled, owed = ROWS[decision]

    assert owed not in asked(settled)


@pytest.mark.parametrize("mode", COMMANDS)
def test_nobody_has_a_distribution_of_troops_that_is_forced(mode: str) -> None:
    state = RULESET.rules.set_up(mode, {})
    free = {
        role
        for role in COMMANDS[mode]
        for nation in nations_of(state, role)
        if 1 < (here := sum(state.place[p] >= 0 for p in GENERALS[nation])) < maximum_of(mode, nation) < MOST * here
    }

    assert {owed.role for owed in RULESET.rules.awaiting(state)} == free


# what is settled by nothing but a secret is asked


def bid_owed(hands: dict[str, str]) -> tuple[Owed, ...]:
    state = RULESET.files.position({**BATTLE, "hands": hands}, "4p", {})
    return RULESET.rules.awaiting(RULESET.rules.resolve(state, {}, CHANCE).state)


def test_a_hand_without_a_card_to_play_is_asked_like_one_with_cards() -> None:
    """Heinrich stands in diamonds and Richelieu in spades."""
    able, unable = bid_owed({"prussia": "2D", "france": "2S"}), bid_owed({"prussia": "2H", "france": "2H"})

    assert able == unable
    assert ["frederick", "pompadour"] == [owed.role for owed in able]


def test_where_only_the_troops_leave_one_general_he_is_asked_about() -> None:
    position = {**EXPERT, "fate": ["1"], "prussia": KEITH, "russia": {"saltikov": "Sierpc 8", "apraxin": "Sompolno 2"}}

    assert ["elisabeth fate"] == asked(position)


# what comes of it is what the answer would have led to


def test_a_battle_that_nobody_can_go_on_with_is_told_as_if_both_had_answered() -> None:
    state = RULESET.files.position({**BATTLE, "hands": {"prussia": "2D"}}, "4p", {})

    step = RULESET.rules.resolve(state, {}, CHANCE)

    kinds = [event.kind for event in step.events]
    assert ["battle", "defeated"] == kinds[:2]
    assert "defaulted" not in kinds
    assert ["frederick retreat"] == [f"{owed.role} {owed.kind}" for owed in RULESET.rules.awaiting(step.state)]


def test_the_only_general_who_can_retires() -> None:
    position = ROWS["D19"][2]

    step = RULESET.rules.resolve(RULESET.files.position(position, "4p", {}), {}, CHANCE)

    assert [{"general": "keith", "nation": "prussia", "lost": 4, "total": 5}] == [
        dict(event.facts) for event in step.events if event.kind == "retired"
    ]


@pytest.mark.parametrize(("decision", "pieces", "troops"), [("D20", ("saltikov", "apraxin"), 7), ("D21", KEITH, 2)])
def test_the_only_stack_gains_or_loses_the_troop(decision: str, pieces: Any, troops: int) -> None:
    position = ROWS[decision][2]
    pieces = ("keith", "dohna") if decision == "D21" else pieces
    before = RULESET.files.position(position, "4p-expert", {})

    step = RULESET.rules.resolve(before, {}, CHANCE)

    change = step.state.strength(PIECE[p] for p in pieces) - before.strength(PIECE[p] for p in pieces)
    assert (1 if decision == "D20" else -1) == change


def test_orders_for_a_question_that_is_not_asked_are_refused_as_such() -> None:
    state = RULESET.files.position({**BATTLE, "hands": {"prussia": "2D"}}, "4p", {})
    after = RULESET.rules.resolve(state, {}, CHANCE).state

    taken = RULESET.rules.take(after, "frederick", {"bid": [{"own": "Heinrich", "otherwise": "concede"}]})

    assert has_errors(taken.diagnostics)
