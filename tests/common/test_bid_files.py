"""Bids, standing bids and plays go into a file and come back as they were."""

from __future__ import annotations

from typing import Any

import pytest
from common.invented import DECKS, Card, bid, card, face, random_duel
from common.test_bid_reader import CITIES, GENERALS, LANGUAGE, SCOPE

from pbem.core.events import HIDDEN
from pbem.rulesets.common.bid_files import (
    decode_bid,
    decode_played,
    decode_standing,
    decode_used,
    encode_bid,
    encode_played,
    encode_standing,
    encode_used,
)
from pbem.rulesets.common.bid_reader import PLAY_KEYS
from pbem.rulesets.common.bids import ANY, Bid, Play
from pbem.rulesets.common.conditions import Condition
from pbem.rulesets.common.duel import PlayedCard, fought
from pbem.rulesets.common.standing import Standing
from pbem.rulesets.common.wishes import Place, Wish, to

DOUBLING = LANGUAGE._replace(play_keys=(*PLAY_KEYS, "double"))
FULL = Bid(
    0, 2, (Play(face("10D/2"), ((Condition("score", "<=", -5),),)), Play(face("R"), to=-1), Play(face("R"), value=3)),
    2, (face("8D"),), (face("2D"),), "concede", (to(1), to(0)), 3, 0,
)  # fmt: skip

WISHING = Bid(1, retreat=(Wish("towards", Place(1)), Wish("away from", Place(general=2)), Wish("in", suit="S"), to(0)))


def read(data: Any) -> Any:
    """The card reader of the invented title knows no decks, so they are read here."""
    return decode_bid(data, DOUBLING._replace(card=lambda text, at, say: face(text)))


@pytest.mark.parametrize(
    "given", [FULL, Bid(1), Bid(ANY, 3, (Play(face("9D"), double=False),)), bid("9D R", accept=1), WISHING]
)
def test_a_bid_comes_back_from_its_file(given: Bid) -> None:
    assert given == read(encode_bid(given, GENERALS, CITIES))


def test_a_bid_is_written_as_it_stands_in_a_sheet() -> None:
    assert {
        "own": "Anna", "enemy": "Carl",
        "plays": [{"card": "10D/2", "when": "score <= -5"}, {"card": "R", "to": -1}, {"card": "R", "value": 3}],
        "accept": 2, "keep": ["8D"], "forced": ["2D"], "limit": {"cards": 3, "points": 0}, "otherwise": "concede",
        "retreat": ["Bdorf", "Ahof"],
    } == encode_bid(FULL, GENERALS, CITIES)  # fmt: skip
    assert "limit" not in encode_bid(Bid(1), GENERALS, CITIES)
    assert ["towards Bdorf", "away from Carl", "in spades", "Ahof"] == encode_bid(WISHING, GENERALS, CITIES)["retreat"]


def test_what_is_hidden_or_was_not_given_stays_so() -> None:
    assert (HIDDEN, None) == (read("?"), read(None))
    assert [HIDDEN, (2, 0)] == [decode_used(encode_used(used)) for used in (HIDDEN, (2, 0))]


def test_a_damaged_bid_is_a_fault_in_words() -> None:
    with pytest.raises(ValueError, match="a bid in the agenda: accept cannot be 99"):
        decode_bid({"own": "Anna", "accept": 99}, LANGUAGE)
    with pytest.raises(ValueError, match="a standing bid: until"):
        decode_standing({"name": "a", "own": "*", "until": 99}, "player", LANGUAGE, SCOPE)


@pytest.mark.parametrize(
    "standing",
    [Standing("player", "guard", bid("9D")), Standing("player", "all", Bid(ANY), 0, "D", 1, 12, True)],
)
def test_a_standing_bid_comes_back_with_its_owner(standing: Standing) -> None:
    data = encode_standing(standing, ("north", "south"), GENERALS, CITIES)

    assert "player" == data["role"]
    assert standing == decode_standing(data, "player", LANGUAGE, SCOPE)


def test_plays_are_one_line_each() -> None:
    played = (PlayedCard(0, card("9D/2"), 9, 5), PlayedCard(1, card("R/1"), 0, -5))

    assert ["0 9D/2 9 5", "1 R/1 0 -5"] == encode_played(played)


@pytest.mark.parametrize("number", range(20))
def test_the_cards_of_any_duel_come_back(number: int) -> None:
    numbers = DECKS[number % 2]
    played = fought(random_duel(f"file {number}", numbers, fateful=True)).played

    def read_card(text: str) -> Card:
        return card(text, numbers.reserve)

    assert played == decode_played(encode_played(played), read_card)
