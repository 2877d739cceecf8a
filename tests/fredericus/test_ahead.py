"""Orders ahead: which decisions are coming to whom, the view they are judged on, what they hang on, and unless."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import test_vectors_fredericus as vectors
from frozen_games import read
from test_ahead_of_games import moments

from pbem.core import Diagnostic, Where
from pbem.core.chance import Chance
from pbem.core.events import Event, seen_by
from pbem.rulesets.fredericus import RULESET
from pbem.rulesets.fredericus.ahead import SENTENCES
from pbem.rulesets.fredericus.geometry import COURT, HAND
from pbem.rulesets.fredericus.state import ROLES, Placing, Turn

OPTIONS = {option.id: option.default for option in RULESET.options}


def position(players: int = 4, **more: Any) -> Any:
    return vectors.beginning({"given": {"players": players, **more}})


def table(state: Any) -> dict[str, str]:
    """For every seat what is asked of it, in capitals, and what is coming to it."""
    found = {}
    for role in ROLES[: state.players]:
        view = RULESET.secrets.view_of(state, role)
        assert RULESET.ahead.asked(view, role) == RULESET.ahead.asked(state, role)
        words = [
            row.id + "".join(sign for sign in row.what if sign.isdigit()) for row in RULESET.ahead.coming(view, role)
        ]
        found[role.upper()] = " ".join([RULESET.ahead.asked(view, role).upper(), *words]).strip()
    return found


def placed(mode: str, seats: int, what: str = "birds", **options: str) -> Any:
    """The set-up when so many have placed."""
    state = RULESET.rules.set_up(mode, {**OPTIONS, **options})
    while not (isinstance(state.task, Placing) and state.task.what == what):
        state = RULESET.rules.resolve(state, {}, Chance("x")).state
    for _ in range(seats):
        state = RULESET.rules.resolve(state, {}, Chance("x")).state
    return state


def test_at_set_up_one_places_after_the_other_and_all_can_order_ahead() -> None:
    assert {"A": "BIRDS bets", "B": "birds bets", "C": "birds bets", "D": "birds bets"} == table(placed("4p", 0))
    assert {"A": "bets", "B": "bets", "C": "BIRDS bets", "D": "birds bets"} == table(placed("4p", 2))
    assert {"A": "turn1", "B": "BETS turn1", "C": "bets turn1"} == table(placed("3p", 1, "bets"))
    assert {"A": "BIRDS bets", "B": "BIRDS bets"} == table(placed("2p", 0, placing="together"))


def test_turns_come_in_this_round_or_the_next() -> None:
    assert {"A": "turn4", "B": "TURN", "C": "turn3", "D": "turn3"} == table(position(turn="B", round=3))
    assert {"A": "turn4", "B": "turn4", "C": "TURN"} == table(position(3, turn="C", round=3))


def test_in_the_last_round_nobody_has_a_turn_twice() -> None:
    state = position(turn="B", round=3)._replace(ending="eighth")

    assert {"A": "", "B": "TURN", "C": "turn3", "D": "turn3"} == table(state)


def test_when_the_game_is_over_nothing_is_coming() -> None:
    state = position(2)._replace(agenda=(), winners=("a",))

    assert {"A": "", "B": ""} == table(state)
    assert () == RULESET.ahead.answered(state)


def test_the_supposed_view_is_that_of_the_own_turn() -> None:
    view = RULESET.secrets.view_of(position(turn="C", tokens="B=court"), "b")
    guess = RULESET.ahead.supposed(view, "b", "turn")

    assert (Turn(1),) == guess.agenda
    assert view.round + 1 == guess.round
    assert ((COURT,), (HAND,)) == (view.tokens[1], guess.tokens[1])
    assert view._replace(agenda=(), round=0, tokens=()) == guess._replace(agenda=(), round=0, tokens=())


@pytest.mark.parametrize("mode", ["4p", "2p"])
def test_before_the_own_token_is_placed_a_turn_is_judged_as_if_it_were(mode: str) -> None:
    state = placed(mode, 0, "bets")
    waiting, done = (RULESET.ahead.supposed(state, role, "turn").tokens for role in ("b", "a"))

    assert all(place == 1 for place in waiting[1])
    assert all(place == HAND for place in state.tokens[0]) and all(place == 1 for place in done[0])


def test_every_code_lasts_or_hangs_on_something_and_every_warning_hangs() -> None:
    codes = RULESET.rules.codes()

    assert sorted(codes) == sorted(SENTENCES)
    assert [] == [id_ for id_, said in SENTENCES.items() if not said and codes[id_].severity != "error"]
    assert all(not said or (said.startswith("It hangs on ") and said.endswith(".")) for said in SENTENCES.values())


def test_what_each_code_hangs_on(golden: Callable[[str, str], None]) -> None:
    codes = RULESET.rules.codes()
    lines = [f"{id_} {codes[id_].name}: {said or 'It holds for good.'}" for id_, said in sorted(SENTENCES.items())]

    golden("ahead/fredericus.txt", "\n".join([*lines, ""]))


# unless


def kept(text: str) -> str:
    said: list[Diagnostic] = []
    found = RULESET.ahead.read_brake(text, Where(("unless", 0)), "turn", said.append)
    assert not said, [fault.message for fault in said]
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("last round", "last round"), ("The last round.", "last round"), ("a hooded", "A hooded"),
        ("falconer A is hooded", "A hooded"), ("B captured", "B captured"), ("Falconer b has captured", "B captured"),
        ("row 3 changed", "row 3 changed"), ("Row 8 has changed", "row 8 changed"),
    ],
)  # fmt: skip
def test_a_line_is_kept_as_it_is_shown_and_read_again_the_same(text: str, expected: str) -> None:
    assert expected == kept(text)
    assert expected == kept(expected)


@pytest.mark.parametrize(
    ("text", "code"), [("row 12345678901234567890123 changed", "FD201"), ("12345678901234567890123 hooded", "FD204")]
)
def test_of_a_long_name_the_first_twenty_signs_are_told(text: str, code: str) -> None:
    said: list[Diagnostic] = []
    found = RULESET.ahead.read_brake(text, Where(("unless", 0)), "turn", said.append)

    assert "" == found
    assert [(code, "12345678901234567890")] == [(fault.code.id, fault.facts["text"]) for fault in said]


def braked(text: str, state: Any, *events: Event) -> bool:
    return RULESET.ahead.braked(kept(text), "turn", RULESET.secrets.view_of(state, None), events)


def test_the_last_round_and_a_hooded_bird_are_seen_in_the_position() -> None:
    state = position(3, birds="B.G=hooded:7")

    assert [False, True] == [braked("last round", s) for s in (state, state._replace(ending="tower"))]
    assert [False, True, False, False] == [braked(f"{seat} hooded", state) for seat in "ABCD"]


@pytest.mark.parametrize(
    ("event", "rows"),
    [
        (Event("moved", {"role": "a", "card": "S", "from": 3, "to": 4}), [3, 4]),
        (Event("hunted", {"role": "a", "bird": "falcon", "post": 5, "creature": "a"}), [5]),
        (Event("turned", {"role": "a", "row": 6, "seal": 7}), [6, 7]),
        (Event("shifted", {"role": "a", "row": 1, "card": "S"}), [1]),
        (Event("flew", {"role": "a", "bird": "falcon", "from": 1, "to": 2}), []),
    ],
)  # fmt: skip
def test_rows_that_changed_and_falconers_who_captured_are_seen_in_what_happened(event: Event, rows: list[int]) -> None:
    state = position()

    assert rows == [row for row in range(1, 9) if braked(f"row {row} changed", state, event)]
    assert (event.kind == "hunted") == braked("A captured", state, event)
    assert not braked("B captured", state, event)


def test_no_brake_sees_a_secret() -> None:
    lines = ["last round", "A hooded", "B hooded", "C captured", *(f"row {row} changed" for row in range(1, 9))]
    held = 0
    for moment in moments(RULESET, "3p", read("fredericus", "3p")[0]):
        views = [moment.state, RULESET.secrets.twin_of(moment.state, None, Chance("twin"))]
        bare = tuple(Event(event.kind, event.facts) for event in moment.events if event.to is None)
        for line in lines:
            mine = braked(line, views[0], *seen_by(moment.events, None))
            held += mine

            assert mine == braked(line, views[1], *bare)
    assert held > 20
