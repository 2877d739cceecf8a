"""Positions written by people: what may be left out, and what is refused with its reason."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from pbem.core.chance import Chance
from pbem.rulesets.fredericus import RULESET
from pbem.rulesets.fredericus.cards import BOTTOM, FREDERICUS, KINDS, landscape
from pbem.rulesets.fredericus.position import KEYS
from pbem.rulesets.fredericus.state import Deal, State, Turn

OPTIONS = {option.id: option.default for option in RULESET.options}
PILE = landscape(2)


def written(**changes: Any) -> dict[str, Any]:
    """A position with the cards of the game for two: rows of seven in the order of the list."""
    rows = {str(tower): " ".join(PILE[7 * tower - 7 : 7 * tower]) for tower in range(1, 9)}
    return {"rows": rows, "hands": {"a": "a", "b": "b c"}, "round": 4, **changes}


def position(**changes: Any) -> State:
    return RULESET.files.position(written(**changes), "2p", OPTIONS)  # type: ignore[no-any-return]


def test_what_is_not_named_is_as_usual() -> None:
    state = position()

    assert ["F=1 G=5", "F=3 G=7"] == list(RULESET.files.encode(state)["birds"].values())
    assert ((1, 1), (1, 1)) == state.tokens
    assert not state.ending


def test_a_deck_that_is_not_named_is_what_is_left_and_is_shuffled() -> None:
    state = RULESET.rules.resolve(position(discards="a b c d"), {}, Chance("x")).state

    assert 24 - 3 - 4 + 1 == len(state.deck)
    assert FREDERICUS in state.deck[-5:]
    assert [] == RULESET.rules.invariants(state)
    assert ("a", "turn") == RULESET.rules.awaiting(state)[0][:2]


def test_no_card_that_lies_open_or_was_shown_is_in_a_deck_that_is_not_named() -> None:
    state = RULESET.files.position(
        written(display="d e f", discards="a b", hands={"a": "a", "b": "b c"}, shown={"a": "h", "b": "g g"}),
        "2p", {**OPTIONS, "display": "3"},
    )  # fmt: skip
    there = Counter(state.deck)

    assert {**dict.fromkeys(KINDS, 3), "a": 1, "b": 1, "c": 2, "d": 2, "e": 2, "f": 2, "g": 1, "h": 2} == {
        kind: there[kind] for kind in KINDS
    }
    assert 1 == there[FREDERICUS]


def test_fredericus_is_in_no_deck_once_somebody_has_drawn_him() -> None:
    state = RULESET.rules.resolve(position(fredericus="a", hands={"a": "a", "b": "b c"}), {}, Chance("x")).state

    assert FREDERICUS not in state.deck
    assert "a" == state.fredericus


def test_options_that_a_position_names_go_before_those_of_the_game() -> None:
    state = position(options={"shift3": "on", "placing": "together"})

    assert (True, True, 0) == (state.options.shift3, state.options.together, state.options.display)


def test_a_deck_that_is_named_keeps_its_order() -> None:
    deck = "h h h g g g f f f e e e d d d a a b b c c FR"
    state = position(deck=deck, hands={"a": "a", "b": "b c"})

    assert deck == RULESET.files.encode(state)["deck"]
    assert RULESET.rules.awaiting(state)


EVERY_KEY: dict[str, Any] = {
    "mode": "2p", "options": {"shift3": "on"}, "house": True, "round": 7, "phase": "turn", "turn": "B", "used": 5,
    "turned": True, "hunted": "G", "shifted": True, "last": "given", "fredericus": "a", "seals_out": 2, "deck": "a b",
    "display": "c", "discards": "d e", "rows": {"1": "S T h"}, "birds": {"a": "F=2 G=hooded:6"},
    "tokens": {"b": "hand 3"}, "creatures": {"a": "g f"}, "hands": {"b": "h"}, "shown": {"a": "b"},
    "prefer": {"a": "c d deck"},
}  # fmt: skip


def test_every_key_of_a_position_is_taken_and_comes_to_where_it_belongs() -> None:
    state = RULESET.files.position(EVERY_KEY, "2p", OPTIONS)
    stored = RULESET.files.encode(state)

    assert set(EVERY_KEY) == set(KEYS)
    same = ("mode", "house", "round", "last", "fredericus", "seals_out", "deck", "display", "discards")
    assert {key: EVERY_KEY[key] for key in same} == {key: stored[key] for key in same}
    assert state.options.shift3
    assert (Turn(1, 5, True, (False, True), True),) == state.agenda
    assert ("S T h", "F=2 G=hooded:6", "hand 3", "f g", "h", "b", "c d") == (
        stored["rows"]["1"], stored["birds"]["a"], stored["tokens"]["b"], stored["creatures"]["a"],
        stored["hands"]["b"], stored["shown"]["a"], stored["prefer"]["a"],
    )  # fmt: skip


def test_what_a_position_does_not_say_of_its_turn_has_not_been_done() -> None:
    turn, shuffle = position().agenda

    assert (Turn(0, 0, False, (False, False), False), Deal(whole=False)) == (turn, shuffle)


@pytest.mark.parametrize(("turned", "most"), [(False, 4), (True, 6)])
def test_a_row_turned_over_opens_two_more_actions_in_a_position(turned: bool, most: int) -> None:
    turn = position(turned=turned, used=most).agenda[0]

    assert isinstance(turn, Turn) and most == turn.used
    with pytest.raises(ValueError, match=f"not a number from 0 to {most}"):
        position(turned=turned, used=most + 1)


def test_a_position_in_the_middle_of_a_turn() -> None:
    state = position(turn="B", used=3, hunted="F", birds={"b": "F=2 G=hooded:6"})
    state = RULESET.rules.resolve(state, {}, Chance("x")).state
    taken = RULESET.rules.take(state, "b", {"do": ["FLY F>3"]})

    assert () == taken.diagnostics
    assert ["FD602"] == [
        fault.code.id for fault in RULESET.rules.take(state, "b", {"do": ["HUNT F", "FLY F>3"]}).diagnostics
    ]


def test_a_position_in_the_set_up() -> None:
    state = RULESET.rules.resolve(position(phase="bets", turn="b", tokens={"b": "hand hand"}), {}, Chance("x")).state

    assert ("b", "bets") == RULESET.rules.awaiting(state)[0][:2]


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"rows": {"1": "T T"}}, "house = true"),
        ({"hands": {"a": "a a a a"}}, "1 objective basilisk (a) too many"),
        ({"colour": 1}, "a position has no 'colour'"),
        ({"mode": "5p"}, "not one of 4p, 3p or 2p"),
        ({"phase": "lunch"}, "phase is 'lunch'"),
        ({"phase": "birds"}, "needs no position file"),
        ({"turn": "c"}, "turn is 'c', not one of a or b"),
        ({"used": 9}, "used is 9, not a number from 0 to 4"),
        ({"round": "four"}, 'round is the text "four"'),
        ({"round": 0}, "the round"),
        ({"birds": {"a": "F=9 G=1"}}, "'9' is not a post from 1 to 8"),
        ({"birds": {"a": "F=1"}}, "not a text like"),
        ({"birds": {"a": "F=hooded:1 G=hooded:2"}}, "both birds of a are hooded"),
        ({"birds": {"c": "F=1 G=5"}}, "birds has no 'c'"),
        ({"tokens": {"a": "3"}}, "tokens.a is '3', not two places"),
        ({"tokens": {"a": "court 3"}}, "with two players"),
        ({"fredericus": "c"}, "fredericus is 'c'"),
        ({"fredericus": "a", "deck": "FR a"}, "Fredericus must be in the deck"),
        ({"hands": {"a": "a FR"}}, "hands.a: FR cannot be here"),
        ({"rows": {"9": "T"}}, "rows has no '9'"),
        ({"rows": {"1": "T Q"}}, "'Q' is not one of"),
        ({"rows": "T"}, "rows must be a table"),
        ({"last": "soon"}, "last is 'soon'"),
        ({"used": -1}, "used is -1, not a number from 0 to 4"),
        ({"used": True}, "used is True, not a number from 0 to 4"),
        ({"used": "2"}, "used is '2', not a number from 0 to 4"),
        ({"phase": 3}, "phase is 3, not one of birds, bets or turn"),
        ({"turn": 3}, "turn is 3, not one of a or b"),
        ({"deck": 3}, "deck is 3, not a text of cards"),
        ({"tokens": {"a": "3 9"}}, "tokens.a is '3 9', not two places"),
        ({"birds": {"a": "F=hooded:- G=2"}}, "'hooded:-' is not a post from 1 to 8"),
        ({"prefer": {"a": "Q"}}, "'Q' is not one of"),
        ({"hands": {"a": "?"}}, "hands.a is hidden"),
        ({"rows": {"1": "S ?"}}, "rows.1 is 'S ?', but these cards lie face up"),
    ],
)
def test_what_is_wrong_with_a_position_is_said(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError) as fault:
        position(**changes)

    assert why in str(fault.value)


def test_a_view_is_no_position() -> None:
    state = RULESET.rules.resolve(position(), {}, Chance("x")).state
    seen = RULESET.files.encode(RULESET.secrets.view_of(state, "a"))

    with pytest.raises(ValueError, match="this is a view"):
        RULESET.files.position(seen, "2p", OPTIONS)


def test_a_spoilt_file_names_its_key() -> None:
    whole = RULESET.files.encode(position())
    for key in whole:
        spoilt = {name: value for name, value in whole.items() if name != key}
        with pytest.raises(ValueError, match=key):
            RULESET.files.decode(spoilt)


def test_exchanged_fredericus_can_lie_wherever_the_rules_let_him_lie() -> None:
    """R3.4, R14: among the bottom cards, the very last included; a place left out would tell where he is not."""
    state = position(house=True, deck="a b c d e f g a FR b c d e f")
    places = {RULESET.secrets.twin_of(state, "a", Chance(f"{n}")).deck.index(FREDERICUS) for n in range(200)}

    assert set(range(len(state.deck) - 1 - BOTTOM, len(state.deck))) == places


def test_exchanged_wishes_can_be_any_list_of_kinds() -> None:
    """O2, R14: with open cards every falconer has a list of wishes; a length left out would tell what it is not."""
    state = RULESET.files.position(written(house=True, display="a b c"), "2p", {**OPTIONS, "display": "3"})
    wishes = [RULESET.secrets.twin_of(state, "a", Chance(f"{n}")).prefer for n in range(150)]

    assert {state.prefer[0]} == {own for own, _ in wishes}
    assert set(range(len(KINDS) + 1)) == {len(other) for _, other in wishes}
    assert all(set(other) <= set(KINDS) and len(set(other)) == len(other) for _, other in wishes)
