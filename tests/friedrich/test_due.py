"""Bids where they are due: the battles that moves lead to are named, and one without a bid is warned of."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from pbem.core.chance import Chance
from pbem.rulesets.friedrich import RULESET
from pbem.rulesets.friedrich.state import PIECE, Declared

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
