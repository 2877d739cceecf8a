"""The order language: what is written is read again, and every name the program uses can be written."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.core.diagnostics import Where
from pbem.rulesets.friedrich.orders import Move, Stay, find_piece, parse_order
from pbem.rulesets.friedrich.state import GENERALS, NATION_OF, PIECE_NAMES, TRAINS, name_of_piece

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


@pytest.mark.parametrize("text", ["T1", "Train 1", "train T1", "Train1", "supply train 1", "prussia-t1", "Prussian T1"])
def test_a_train_has_many_spellings(text: str) -> None:
    assert TRAINS[PRUSSIA][:1] == find_piece(text, PRUSSIA)


@pytest.mark.parametrize("text", ["train", "1 train", "a train", "supply train"])
def test_a_train_without_a_number_is_either(text: str) -> None:
    assert TRAINS[PRUSSIA] == find_piece(text, PRUSSIA)


@pytest.mark.parametrize("text", ["1", "3", "2 trains", "T3", "orders", "Train 12", ""])
def test_what_is_no_train_is_none(text: str) -> None:
    assert () == find_piece(text, PRUSSIA)
