"""R16: every breach of an invariant that is put in on purpose is seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pbem.rulesets.fredericus import RULESET
from pbem.rulesets.fredericus.cards import FREDERICUS
from pbem.rulesets.fredericus.geometry import COURT, HAND
from pbem.rulesets.fredericus.state import Bird, Close, Due, State, Turn

OPTIONS = {option.id: option.default for option in RULESET.options}
Change = Callable[[State], State]


def standing(players: int = 3) -> State:
    """A position in the first falconer's turn, with one creature and two objectives for everybody."""
    seats = "abcd"[:players]
    places = "3 4" if players == 2 else "3"
    data = {
        "house": True, "round": 3, "turn": "A", "rows": {str(tower): "S T h" for tower in range(1, 9)},
        "birds": dict.fromkeys(seats, "F=1 G=5"), "tokens": dict.fromkeys(seats, places),
        "hands": dict.fromkeys(seats, "a b"), "creatures": dict.fromkeys(seats, "c"), "deck": "d e f FR g",
    }  # fmt: skip
    return RULESET.files.position(data, f"{players}p", OPTIONS)  # type: ignore[no-any-return]


def with_seat(field: str, seat: int, value: Any) -> Change:
    """Another value for one falconer."""

    def change(state: State) -> State:
        values = list(getattr(state, field))
        values[seat] = value
        return state._replace(**{field: tuple(values)})

    return change


def put(**fields: Any) -> Change:
    return lambda state: state._replace(**fields)


POSITIONS: list[tuple[str, Change]] = [
    ("I2: Fredericus must be", lambda s: s._replace(deck=tuple(card for card in s.deck if card != FREDERICUS))),
    ("I2: Fredericus must be", put(fredericus="a")),
    ("I2: Fredericus must be", lambda s: s._replace(deck=(*s.deck, FREDERICUS))),
    ("I3: both birds of b", with_seat("birds", 1, (Bird(1, True), Bird(5, True)))),
    ("I6: a bird of c", with_seat("birds", 2, (Bird(1), Bird(0)))),
    ("I6: a bird of c", with_seat("birds", 2, (Bird(9), Bird(5)))),
    ("I4: more than one token", lambda s: s._replace(tokens=((3,), (COURT,), (COURT,)))),
    ("I4: the token of a lies", with_seat("tokens", 0, (COURT,))),
    ("I4: the token of a lies", lambda s: s._replace(tokens=((COURT,), (3,), (3,)), agenda=(Due(1, "bet"), *s.agenda))),
    ("R4.1: the round", put(round=0)),
    ("R4.1: the round", put(seals_out=-1)),
    ("R4: nobody is to decide", put(agenda=())),
    ("R4: nobody is to decide", put(agenda=(Close(0),))),
    ("R4: nobody is to decide", put(agenda=(Due(0, "turned", ()),))),
    ("R10.2: the game is over", put(winners=("a",))),
]
UNSEATED = [("d",), ("a", "a"), ("x",)]


@pytest.mark.parametrize(("why", "change"), POSITIONS)
def test_a_position_that_cannot_be_is_seen(why: str, change: Change) -> None:
    assert [] == RULESET.rules.invariants(standing(), None)
    assert [why] == [fault[: len(why)] for fault in RULESET.rules.invariants(change(standing()), None)]


@pytest.mark.parametrize("winners", UNSEATED)
def test_whoever_wins_sits_at_the_table(winners: tuple[str, ...]) -> None:
    faults = RULESET.rules.invariants(standing()._replace(winners=winners, agenda=()), None)

    assert ["R10.2: winners must be seats of the game, each named once"] == [f for f in faults if "R10.2" in f]


def test_no_token_of_two_players_lies_in_the_courtyard() -> None:
    state = with_seat("tokens", 1, (COURT, 3))(standing(2))

    assert ["I4: a token lies in the courtyard with two players"] == RULESET.rules.invariants(state, None)


def test_the_cards_of_the_boxed_game_are_counted_unless_it_is_a_house_position() -> None:
    faults = RULESET.rules.invariants(standing()._replace(house=False), None)

    assert {"I1", "I2"} == {fault[:2] for fault in faults}
    assert any("too few" in fault for fault in faults) and any("too many" in fault for fault in faults)


def after(change: Change | None = None, seat: int = 1) -> State:
    """The position in the next falconer's turn."""
    state = standing()._replace(agenda=(Turn(seat),))
    return change(state) if change else state


def captured(state: State) -> State:
    """A creature more, out of a row."""
    rows = (state.rows[0][:-1], *state.rows[1:])
    return state._replace(rows=rows, creatures=(state.creatures[0] + state.rows[0][-1], *state.creatures[1:]))


STEPS: list[tuple[list[str], State]] = [
    ([], after()),
    ([], captured(after())),
    ([], after(put(seals_out=0))),
    (["I1: a step has changed the landscape"], after(lambda s: s._replace(rows=("T", *s.rows[1:])))),
    (["I2: a step has changed the objectives"], after(put(discards=("a",)))),
    (["I1: a step has changed the landscape", "I5: a turn removes one seal"], after(put(seals_out=2))),
    (["I2: a step has changed the objectives", "I9: b has fewer objectives"], after(with_seat("hands", 1, ("a",)))),
    (["I1: a step has changed the landscape", "I9: c has fewer creatures"], after(with_seat("creatures", 2, ""))),
    (["I7: after a it is c's turn"], after(seat=2)),
    (["I7: after a it is a's turn"], after(seat=0)),
    (["I7: the game ended before"], standing()._replace(agenda=(), winners=("a",))),
    (["I8: a token of c came back"], after(with_seat("tokens", 2, (HAND,)))),
    ([], captured(after(with_seat("tokens", 2, (HAND,))))),
    (["I8: a token of a came back", "I8: a ended a turn"], after(with_seat("tokens", 0, (HAND,)))),
]


@pytest.mark.parametrize(("why", "state"), STEPS)
def test_a_step_that_cannot_be_is_seen(why: list[str], state: State) -> None:
    found = RULESET.rules.invariants(state, standing())

    assert len(why) == len(found), found
    assert [] == [text for text, fault in zip(why, found, strict=True) if not fault.startswith(text)]


def test_a_token_comes_back_from_the_courtyard_when_its_owner_is_to_play() -> None:
    before = with_seat("tokens", 1, (COURT,))(standing())

    assert [] == RULESET.rules.invariants(after(with_seat("tokens", 1, (HAND,))), before)
    assert ["I8: a token of b came back without a capture", "I7: after a it is c's turn"] == sorted(
        RULESET.rules.invariants(after(with_seat("tokens", 1, (HAND,)), seat=2), before), reverse=True
    )


BEFORE_THE_DEAL = {
    "rows": ("S", *[""] * 7), "creatures": ("a", "", ""), "hands": ((), ("a",), ()), "shown": ((), (), ("a",)),
    "deck": ("a",), "display": ("a",), "discards": ("a",), "fredericus": "a", "ending": "given", "winners": ("a",),
    "seals_out": 1,
}  # fmt: skip


@pytest.mark.parametrize("field", BEFORE_THE_DEAL)
def test_nothing_is_on_the_table_before_the_deal(field: str) -> None:
    state = RULESET.rules.set_up("3p", OPTIONS)
    said = f"R3.3: {'last' if field == 'ending' else field} must be {'0' if field == 'seals_out' else 'empty'} before"
    faults = RULESET.rules.invariants(state._replace(**{field: BEFORE_THE_DEAL[field]}), None)

    assert [] == RULESET.rules.invariants(state, None)
    assert [f"{said} the deal"] == [fault for fault in faults if fault.startswith("R3.3")]
