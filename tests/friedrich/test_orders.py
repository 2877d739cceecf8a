"""The order language: what is written is read again, and every name the program uses can be written."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.core import Where
from pbem.rulesets.friedrich.board import CITY
from pbem.rulesets.friedrich.cards import parse_face
from pbem.rulesets.friedrich.order_reader import parse_order
from pbem.rulesets.friedrich.orders import (
    DOTS,
    VERBS,
    Battles,
    Decline,
    Discard,
    DiscardFirst,
    Exchange,
    Give,
    Move,
    Offensive,
    Reconquer,
    Recruit,
    Reinforce,
    Retire,
    RetreatTo,
    Stay,
    TurnDown,
    Weaken,
    find_piece,
)
from pbem.rulesets.friedrich.state import GENERALS, NATION_OF, PIECE, PIECE_NAMES, TRAINS, name_of_piece

PRUSSIA = 0


def parsed(text: str, nation: int = PRUSSIA) -> Any:
    said: list[Any] = []
    line = parse_order(text, nation, Where(), said.append)
    assert line is not None and not said, said
    return line.order


@pytest.mark.parametrize("pieces", [GENERALS[0][:1], GENERALS[0][:3], TRAINS[0][:1]])
def test_an_order_to_stay_is_read_as_it_is_written(pieces: tuple[int, ...]) -> None:
    order = Stay(pieces)

    assert order == parsed(str(order))


@pytest.mark.parametrize("text", ["Winterfeldt stays", "winterfeldt stay", " Winterfeldt  holds ", "WINTERFELDT STAYS"])
def test_an_order_to_stay_may_be_written_freely(text: str) -> None:
    assert Stay((GENERALS[PRUSSIA][1],)) == parsed(text)


def test_a_move_is_not_an_order_to_stay() -> None:
    assert isinstance(parsed("Winterfeldt > Leipzig"), Move)


@pytest.mark.parametrize("piece", range(len(PIECE_NAMES)))
def test_every_name_in_a_message_can_be_written_in_an_order(piece: int) -> None:
    assert (piece,) == find_piece(name_of_piece(piece), PRUSSIA)
    assert (piece,) == find_piece(name_of_piece(piece).removeprefix("the "), PRUSSIA)
    assert (piece,) == find_piece(PIECE_NAMES[piece], NATION_OF[piece])


@pytest.mark.parametrize(
    "text", ["T1", "Train 1", "train T1", "Train1", "supply train 1", "supply T1", "prussia-t1", "Prussian T1"]
)
def test_a_train_has_many_spellings(text: str) -> None:
    assert TRAINS[PRUSSIA][:1] == find_piece(text, PRUSSIA)


@pytest.mark.parametrize("text", ["train", "1 train", "a train", "supply train"])
def test_a_train_without_a_number_is_either(text: str) -> None:
    assert TRAINS[PRUSSIA] == find_piece(text, PRUSSIA)


@pytest.mark.parametrize("text", ["1", "3", "2 trains", "T3", "orders", "Train 12", ""])
def test_what_is_no_train_is_none(text: str) -> None:
    assert () == find_piece(text, PRUSSIA)


FRIEDRICH, KEITH, DAUN, TRAIN = (PIECE[id_] for id_ in ("friedrich", "keith", "daun", "prussia-t1"))
ACHIM, BERLIN, COSEL = (CITY[id_] for id_ in ("achim", "berlin", "cosel"))  # Achim and Friedrich are the first of all
ORDERS = [
    Move((FRIEDRICH,), (ACHIM,)), Move((FRIEDRICH, KEITH), (ACHIM, DOTS, BERLIN)), Move((TRAIN,), (BERLIN,)),
    Stay((FRIEDRICH,)), Stay((FRIEDRICH, TRAIN)),
    Recruit(1, (), ((13, "S", 0),)), Recruit(2, ((FRIEDRICH, ACHIM),), ((13, "S", 0), (10, "R", 2))),
    Recruit(0, ((TRAIN, BERLIN),), ((6, "H", 1),)), Recruit(12, ((KEITH, BERLIN), (TRAIN, ACHIM)), ((2, "D", 0),)),
    Battles(((FRIEDRICH, -1),)), Battles(((DAUN, FRIEDRICH), (KEITH, -1), (KEITH, DAUN))),
    Discard((2, "S", 0)), Discard((10, "R", 4)), DiscardFirst((), True), DiscardFirst(((10, "R", 4),), True),
    DiscardFirst(((2, "S", 0), (3, "H", 0)), False), RetreatTo(FRIEDRICH, ACHIM), RetreatTo(KEITH, COSEL),
    Retire(FRIEDRICH), Reinforce(FRIEDRICH), Weaken(KEITH), TurnDown(FRIEDRICH), Exchange((13, "C", 0)),
    Give((2, "H", 3)), Offensive((10, "D", 0)), Decline("8C"), Decline("12H"),
    Reconquer((CITY["ortelsburg"], CITY["riesenburg"])),
]  # fmt: skip


@pytest.mark.parametrize("order", ORDERS, ids=str)
def test_every_order_is_read_as_it_is_written(order: Any) -> None:
    assert order == parsed(str(order))


def test_every_word_that_begins_an_order_is_named_to_one_who_writes_none() -> None:
    said: list[Any] = []
    parse_order("attack Daun", PRUSSIA, Where(), said.append)

    assert {str(order).split()[0] for order in ORDERS if not isinstance(order, Move | Stay)} == set(VERBS)
    assert [] == [verb for verb in VERBS if verb not in f"{said[0].message} {said[0].hint}"]


@pytest.mark.parametrize("text", ["1S", "14S", "0H", "S", "13", "13X", "13S/0", "13S/5", "R/9", "", "-2S", "02S/x"])
def test_what_is_no_card_is_none(text: str) -> None:
    assert None is parse_face(text)


@pytest.mark.parametrize(
    ("text", "face"), [("2S", (2, "S", 0)), ("13d", (13, "D", 0)), ("R", (10, "R", 0)), ("7♥/4", (7, "H", 4))]
)
def test_a_card_is_read(text: str, face: tuple[int, str, int]) -> None:
    assert face == parse_face(text)


@pytest.mark.parametrize(
    "text", ["discard 2S or 3H, lowest", "discard 2S,3H,or the lowest", "Discard ♠2, 3h or LOWEST"]
)  # fmt: skip
def test_discards_in_order_of_liking_may_be_written_freely(text: str) -> None:
    assert DiscardFirst(((2, "S", 0), (3, "H", 0)), True) == parsed(text)
