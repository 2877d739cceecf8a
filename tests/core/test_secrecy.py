"""The table of what is secret: views hide it, twins exchange it, and nothing is left undecided."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest

from pbem.core.chance import Chance
from pbem.core.events import (
    HIDDEN,
    RECORDS,
    Secrecy,
    Secret,
    declared,
    left_out,
    nobody,
    others_empty,
    others_gone,
    public,
    unseen,
    view_by,
)
from pbem.core.twins import Part, made_by, makers, twin_by, unknown

CHANCE = Chance("x")


class Ask(NamedTuple):
    """A task with something secret in it."""

    of: str
    answer: Any


class Wait(NamedTuple):
    """A task in which all is open."""

    turns: int


class Camp(NamedTuple):
    """A state with every way to hide something."""

    turn: int
    hands: Any
    pile: Any
    letters: tuple[tuple[str, Any], ...]
    notes: tuple[Any, ...]
    purses: dict[str, Any]
    agenda: tuple[Any, ...]


def owns(state: Camp, record: Any, owner: Any, role: str | None) -> bool:
    return ("north", "south")[owner] == role if isinstance(owner, int) else owner == role


def wrote(state: Camp, record: Camp, at: int, role: str | None) -> bool:
    return bool(record.notes[at][0] == role)


def asked(state: Camp, record: Ask, key: None, role: str | None) -> bool:
    return record.of == role


def counted(cards: tuple[int, ...]) -> tuple[Any, ...]:
    return (HIDDEN,) * len(cards)


def turned(state: Camp, parts: Sequence[Part], chance: Chance) -> list[tuple[int, ...]]:
    """All cards that are hidden, in another order."""
    cards = [card for part in parts for card in part.value][::-1]
    return [tuple(cards.pop(0) for _ in part.value) for part in parts]


def one_more(state: Camp, parts: Sequence[Part], chance: Chance) -> list[int]:
    return [part.value + 1 for part in parts]


def first_card(state: Camp, parts: Sequence[Part], chance: Chance) -> list[int]:
    """What hangs on the cards."""
    return [state.pile[0] for _ in parts]


LINES: dict[Any, Any] = {
    Camp: {
        **public("turn"),
        "hands": Secret(owns, counted, turned, "each"),
        "pile": Secret(nobody, counted, turned),
        "letters": Secret(owns, unseen, others_empty, "pairs"),
        "notes": Secret(wrote, left_out, others_gone, "each"),
        "purses": Secret(owns, unseen, one_more, "each"),
        "agenda": RECORDS,
    },
    Ask: {**public("of"), "answer": Secret(asked, unseen, first_card)},
    Wait: public("turns"),
}
TABLE = declared(LINES)
STATE = Camp(
    3, ((1, 2), (3,)), (4, 5), (("north", "a"), ("south", "b")), (("north", "n"), ("south", "s")),
    {"north": 7, "south": 8}, (Wait(1), Ask("north", 1), Ask("south", 3)),
)  # fmt: skip


def test_a_view_shows_what_the_role_knows_and_how_the_rest_looks() -> None:
    expected = Camp(
        3, ((1, 2), (HIDDEN,)), (HIDDEN, HIDDEN), (("north", "a"), ("south", HIDDEN)), (("north", "n"),),
        {"north": 7, "south": HIDDEN}, (Wait(1), Ask("north", 1), Ask("south", HIDDEN)),
    )  # fmt: skip

    assert expected == view_by(TABLE, STATE, "north")


def test_a_twin_has_other_secrets_and_keeps_the_rest() -> None:
    expected = Camp(
        3, ((1, 2), (5,)), (4, 3), (("north", "a"), ("south", ())), (("north", "n"),), {"north": 7, "south": 9},
        (Wait(1), Ask("north", 1), Ask("south", 4)),
    )  # fmt: skip

    assert expected == twin_by(TABLE, STATE, "north", CHANCE)


@pytest.mark.parametrize("role", ["north", "south", None])
def test_the_view_of_a_twin_is_the_view_of_the_state(role: str | None) -> None:
    twin = twin_by(TABLE, STATE, role, CHANCE)

    assert twin != STATE
    assert view_by(TABLE, STATE, role) == view_by(TABLE, twin, role)


def test_secrets_of_one_maker_are_exchanged_together_and_in_the_order_of_the_table() -> None:
    assert (turned, others_empty, others_gone, one_more, first_card) == makers(TABLE)
    together = unknown(made_by(turned, TABLE), STATE, "north")
    assert [("hands", 1), ("pile", None)] == [(part.field, part.key) for part in together]


def without(kind: Any, field: str) -> Secrecy:
    return {**LINES, kind: {name: line for name, line in LINES[kind].items() if name != field}}


@pytest.mark.parametrize(("kind", "field"), [(kind, field) for kind in LINES for field in kind._fields])
def test_a_field_of_which_nothing_is_said_is_an_error(kind: Any, field: str) -> None:
    with pytest.raises(TypeError, match=f"{kind.__name__}: {field} must be declared public or secret"):
        declared(without(kind, field))


def test_a_field_that_is_not_there_is_an_error() -> None:
    with pytest.raises(TypeError, match="Wait: days must be declared public or secret, and exist"):
        declared({Wait: public("turns", "days")})


@pytest.mark.parametrize("items", ["eachx", "all", "pair"])
def test_a_secret_of_which_the_parts_are_unknown_is_an_error(items: str) -> None:
    with pytest.raises(TypeError, match=f"Wait: turns has its parts by '{items}', not by each or pairs"):
        declared({Wait: {"turns": Secret(nobody, unseen, others_empty, items)}})


def test_a_record_of_which_nothing_is_said_is_an_error() -> None:
    table = {kind: lines for kind, lines in TABLE.items() if kind is not Wait}
    with pytest.raises(TypeError, match="Wait is not in the table of what is secret"):
        view_by(table, STATE, "north")


def planted(field: str, secret: Secret) -> Secrecy:
    return {**TABLE, Camp: {**TABLE[Camp], field: secret}}


def test_another_secret_that_looks_otherwise_is_an_error() -> None:
    table = planted("pile", Secret(nobody, counted, others_empty))
    with pytest.raises(ValueError, match=r"Camp\.pile looks otherwise when it is exchanged"):
        twin_by(table, STATE, "north", CHANCE)


def test_a_role_that_would_know_more_of_a_twin_is_an_error() -> None:
    """Whose an entry is must not hang on those that are left out before it."""
    table = planted("notes", Secret(owns, left_out, others_gone, "each"))
    with pytest.raises(ValueError, match="who may know a secret of this Camp hangs on a secret"):
        twin_by(table, STATE, "south", CHANCE)


def test_a_maker_that_forgets_a_part_is_an_error() -> None:
    table = planted("purses", Secret(owns, unseen, lambda state, parts, chance: [], "each"))
    with pytest.raises(ValueError, match="shorter"):
        twin_by(table, STATE, "north", CHANCE)


def test_whoever_knows_everything_has_no_twin() -> None:
    def all_know(*_: Any) -> bool:
        return True

    table = {
        kind: {
            field: line if isinstance(line, str) else Secret(all_know, line.hidden, line.other, line.items)
            for field, line in lines.items()
        }
        for kind, lines in TABLE.items()
    }

    assert (STATE, STATE) == (view_by(table, STATE, None), twin_by(table, STATE, None, CHANCE))
