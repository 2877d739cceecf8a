"""Bids where they are due: the battles that moves lead to are named, and one without a bid is warned of."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from pbem.core.chance import Chance
from pbem.rulesets.friedrich import RULESET
from pbem.rulesets.friedrich.state import PIECE, Declared
from pbem.workflow.pace import at_table

POSITION = {
    "stage": "prussia", "phase": "movement", "turn": 3,
    "prussia": {"heinrich": "Uelzen 5", "keith": "Berlin 3", "t1": "Stendal"},
    "france": {"richelieu": "Hannover 4", "t1": "Fulda"},
    "hands": {"prussia": "9D 7D 3H", "france": "5S"},
}  # fmt: skip
ATTACK = ["Heinrich > Celle", "Keith stays"]


def at(**changes: Any) -> Any:
    state = RULESET.files.position({**POSITION, **changes}, "4p", {})
    return RULESET.rules.resolve(state, {}, Chance("due")).state  # piles are shuffled


def taken(body: dict[str, Any], **changes: Any) -> Any:
    return RULESET.rules.take(RULESET.secrets.view_of(at(**changes), "frederick"), "frederick", body)


def open_bids(found: Any) -> list[Any]:
    return [item for item in found.diagnostics if item.code.id == "FR760"]


def test_a_battle_that_moves_lead_to_is_named_with_suits_and_strengths_as_far_as_they_are_known() -> None:
    found = taken({"do": ATTACK})

    assert "battle: Heinrich in Celle ♦ with 5 troops against Richelieu in Hannover ♠, strength not known" in (
        found.understood
    )


def test_a_strength_that_was_seen_is_told_with_its_turn() -> None:
    seen = Declared((PIECE["richelieu"],), 4, 2, 6)
    view = RULESET.secrets.view_of(at()._replace(declared=(seen,)), "frederick")

    found = RULESET.rules.take(view, "frederick", {"do": ATTACK})

    assert [
        "battle: Heinrich in Celle ♦ with 5 troops against Richelieu in Hannover ♠, seen with 4 troops in turn 2"
    ] == [line for line in found.understood if line.startswith("battle")]


def test_a_battle_without_a_bid_is_warned_of_with_a_bid_to_fill_in() -> None:
    (warning,) = open_bids(taken({"do": ATTACK}))

    assert "these orders lead to a battle without a bid: Heinrich against Richelieu" == warning.message
    assert not warning.is_error and "all wait for it" in warning.hint
    assert "plays     = []   # you may play 9D 7D" in warning.stub


def test_the_bid_to_fill_in_is_taken_as_it_stands() -> None:
    (warning,) = open_bids(taken({"do": ATTACK}))
    bid = tomllib.loads("\n".join(warning.stub))

    assert [] == open_bids(taken({"do": ATTACK, **bid}))


def test_the_bid_to_fill_in_has_a_wish_that_fits_as_a_remark() -> None:
    (warning,) = open_bids(taken({"do": ATTACK}))
    freed = tomllib.loads("\n".join(line.removeprefix("# ") for line in warning.stub))
    found = taken({"do": ATTACK, **freed})

    assert '# retreat = ["Fallingbostel", "anywhere"]' == warning.stub[-1]
    assert "After a loss of 1 Richelieu goes to Fallingbostel." in " ".join(found.understood)


def test_with_nothing_to_play_the_bid_is_filled_in_and_the_warning_says_so() -> None:
    (warning,) = open_bids(taken({"do": ATTACK}, hands={"prussia": "3H", "france": "5S"}))

    assert "You hold nothing that can be played there" in warning.hint
    assert "concede" == tomllib.loads("\n".join(warning.stub))["bid"][0]["otherwise"]


@pytest.mark.parametrize(
    "more",
    [
        {"bid": [{"own": "Heinrich", "otherwise": "concede"}]},
        {"bid": [{"own": "*", "otherwise": "concede"}]},
        {"standing": [{"name": "all", "own": "*", "attacking": True, "otherwise": "concede"}]},
    ],
)
def test_a_bid_or_a_standing_bid_for_attacks_is_enough(more: dict[str, Any]) -> None:
    assert [] == open_bids(taken({"do": ATTACK, **more}))


def test_a_standing_bid_for_defence_alone_is_not() -> None:
    more = {"standing": [{"name": "all", "own": "*", "otherwise": "concede"}]}

    assert 1 == len(open_bids(taken({"do": ATTACK, **more})))


def test_an_empty_hand_is_not_asked_and_so_not_warned() -> None:
    assert [] == open_bids(taken({"do": ATTACK}, hands={"france": "5S"}))


def test_moves_without_a_battle_are_not_warned() -> None:
    found = taken({"do": ["Heinrich > Wittingen", "Keith stays"]})

    assert [] == open_bids(found)
    assert not [line for line in found.understood if line.startswith("battle:")]


def test_the_sheet_has_a_bid_for_every_enemy_who_stands_beside_already() -> None:
    state = at(prussia={"heinrich": "Celle 5"})
    text = RULESET.telling.sheet(RULESET.secrets.view_of(state, "frederick"), "frederick")
    _, _, stub = text.partition("# [[bid]]")
    lines = ["[[bid]]", *(line.removeprefix("# ") for line in stub.split("\n"))]

    assert "# battle: Heinrich in Celle ♦ with 5 troops against Richelieu in Hannover ♠, strength not known" in text
    assert {"bid"} == set(tomllib.loads("\n".join(lines[:7])))


# the order of battles

TWO: dict[str, Any] = {
    "prussia": {"heinrich": "Uelzen 5", "keith": "Meißen 3"}, "france": {"richelieu": "Hannover 4", "t1": "Fulda"},
    "austria": {"daun": "Pirna 4"}, "hands": {"prussia": "9D 7D 3H", "france": "5S", "austria": "4C"},
}  # fmt: skip
THREE = {**TWO, "austria": {"daun": "Pirna 4", "laudon": "Radeberg 2"}}
BOTH = ["Heinrich > Celle", "Keith > Dresden"]
CONCEDING = [{"own": "*", "otherwise": "concede"}]


def open_orders(found: Any) -> list[Any]:
    return [item for item in found.diagnostics if item.code.id == "FR762"]


def test_several_battles_without_an_order_are_warned_of_with_the_line_to_copy() -> None:
    (warning,) = open_orders(taken({"do": BOTH, "bid": CONCEDING}, **TWO))

    assert "the order of these battles is open: Heinrich against Richelieu and Keith against Daun" == warning.message
    assert ('"battles Heinrich against Richelieu, Keith against Daun"',) == warning.stub
    assert not warning.is_error and "F7.2" == warning.rule
    assert "all wait for it" in warning.hint


def awaited(state: Any) -> list[str]:
    return [owed.kind for owed in RULESET.rules.awaiting(state)]


@pytest.mark.parametrize("changes", [TWO, THREE])
def test_the_line_to_copy_is_taken_and_the_question_spared(changes: dict[str, Any]) -> None:
    (warning,) = open_orders(taken({"do": BOTH, "bid": CONCEDING}, **changes))
    line = tomllib.loads(f"line = {warning.stub[0]}")["line"]
    without, with_line = ({"do": lines, "bid": CONCEDING} for lines in (BOTH, [*BOTH, line]))
    steps = [RULESET.rules.resolve(at(**changes), {"frederick": body}, Chance("x")) for body in (without, with_line)]

    assert [] == open_orders(taken(with_line, **changes))
    assert ["battles"] == awaited(steps[0].state) and "battles" not in awaited(steps[1].state)


def test_an_order_that_leaves_two_battles_open_is_warned_of_and_goes_first_in_the_line() -> None:
    (warning,) = open_orders(taken({"do": [*BOTH, "battles Keith against Laudon"], "bid": CONCEDING}, **THREE))

    assert "the order of these battles is open: Heinrich against Richelieu and Keith against Daun" == warning.message
    assert ('"battles Keith against Laudon, Heinrich against Richelieu, Keith against Daun"',) == warning.stub


def test_an_order_that_leaves_one_battle_is_enough() -> None:
    assert [] == open_orders(taken({"do": [*BOTH, "battles Keith"], "bid": CONCEDING}, **TWO))
    assert [] == open_orders(taken({"do": [*BOTH, "battles Keith"], "bid": CONCEDING}, **THREE))


def test_one_battle_needs_no_order() -> None:
    assert [] == open_orders(taken({"do": ["Heinrich > Celle", "Keith stays"], "bid": CONCEDING}, **TWO))


def test_a_sheet_that_names_the_next_battle_alone_is_warned_of_those_it_leaves() -> None:
    changes = {**THREE, "phase": "combat", "prussia": {"heinrich": "Celle 5", "keith": "Dresden 3"}}
    first, all_ = (taken({"do": [line]}, **changes) for line in ("battles Heinrich", "battles Heinrich, Keith"))

    assert ["the order of these battles is open: Keith against Daun and Keith against Laudon"] == [
        item.message for item in open_orders(first)
    ]
    assert [] == open_orders(all_)
    assert [] == open_bids(first)  # bids are asked for battle by battle


def test_a_sheet_that_is_refused_is_not_warned_of_the_order_of_its_battles() -> None:
    assert [] == open_orders(taken({"do": [*BOTH, "Kieth > Dresden"]}, **TWO))


def test_where_every_decision_is_asked_nothing_is_said_of_mails_to_wait_for() -> None:
    (warning,) = open_orders(taken({"do": BOTH}, **TWO))
    (table,) = at_table((warning,))

    assert table.hint.startswith("You will be asked which comes next.") and "wait" not in table.hint
    assert warning.stub == table.stub
