"""Hints that depend on the position: each of their forms is shown where it is true."""

from __future__ import annotations

from typing import Any

import pytest
import test_vectors_fredericus as vectors

from pbem.rulesets.fredericus import RULESET

FLIGHTS = ["FLY F>2", "FLY F>1", "FLY F>2", "FLY F>1"]
TREES = {"3": "T", "5": "T"}


def hint(code: str, do: list[str], role: str = "a", **given: Any) -> str:
    """The hint of the first complaint of a kind about a sheet in a position."""
    state = vectors.beginning({"given": {"players": 3, **given}})
    faults = RULESET.rules.take(RULESET.secrets.view_of(state, role), role, {"do": do}).diagnostics
    return next(fault.hint for fault in faults if fault.code.id == code)


@pytest.mark.parametrize(
    ("birds", "why"),
    [
        ("A.F=1 A.G=5", "No free bird stands there."),
        ("A.F=4 A.G=5", "Only your own birds stand there."),
        ("A.F=1 A.G=5 B.F=hooded:4", "No free bird stands there."),
        ("A.F=4 A.G=5 B.F=hooded:7 B.G=4", "A falconer who has a hooded bird is immune."),
        ("A.F=1 A.G=5 B.F=hooded:7 B.G=4", "A falconer who has a hooded bird is immune."),
    ],
)
def test_why_nobody_is_hooded(birds: str, why: str) -> None:
    assert why == hint("FD506", ["HOOD 4"], rows=TREES, birds=birds)


@pytest.mark.parametrize(
    ("players", "tokens", "what"),
    [
        (3, "A=hand B=2 C=3", 'Write "BET 5" for tower 5, or "BET COURT".'),
        (3, "A=hand B=2 C=court", 'Write "BET 5" for tower 5.'),
        (2, "A1=hand A2=3", 'Write "BET 1:5" for tower 5.'),
        (2, "A1=3 A2=hand", 'Write "BET 2:5" for tower 5.'),
    ],
)
def test_what_to_do_with_a_token_in_the_hand(players: int, tokens: str, what: str) -> None:
    assert what == hint("FD801", FLIGHTS, players=players, tokens=tokens)


@pytest.mark.parametrize(
    ("players", "bet", "known"),
    [
        (3, "BET 1:5", ""), (3, "BET 2:5", 'You have one token: write "BET 5".'),
        (2, "BET 2:5", ""), (2, "BET 3:5", "Your tokens are 1 and 2."), (2, "BET 0:5", "Your tokens are 1 and 2."),
    ],
)  # fmt: skip
def test_which_tokens_there_are(players: int, bet: str, known: str) -> None:
    state = vectors.beginning({"given": {"players": players}})
    faults = RULESET.rules.take(state, "a", {"do": [*FLIGHTS, bet]}).diagnostics

    assert ([known] if known else []) == [fault.hint for fault in faults]


@pytest.mark.parametrize(
    ("birds", "where"),
    [
        ("A.F=1 A.G=5", "The falcon is on post 1 and the goshawk is on post 5."),
        ("A.F=hooded:1 A.G=5", "The goshawk is on post 5; a hooded bird does not count."),
        ("A.F=1 A.G=hooded:5", "The falcon is on post 1; a hooded bird does not count."),
    ],
)
def test_where_the_birds_are(birds: str, where: str) -> None:
    assert where == hint("FD606", ["TURN 3 DISCARD 2"], birds=birds)


def test_how_many_actions_there_are() -> None:
    seals = {"2": "h X", "4": "h X", "3": "a"}
    turned = ["FLY F>3", "TURN 3 DISCARD 2", "FLY F>2", "FLY F>1", "FLY F>2", "FLY F>1", "FLY F>2", "FLY F>1"]

    assert "Leave it out; two more are open only after a row has been turned over." == hint(
        "FD401", [*FLIGHTS, "FLY F>2"]
    )
    assert "Turning over a row has opened two more already." == hint("FD401", turned, rows=seals, birds="A.F=2")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, "Wait for the report that asks for it."),
        (
            {"display": "3"},
            'Wait for the report that asks for it. A list for draws may be sent at any time: "DRAW a e deck".',
        ),
    ],
)
def test_what_may_be_sent_out_of_turn(options: dict[str, str], told: str) -> None:
    given = {"options": options, "display": "a b c"} if options else {}

    assert told == hint("FD302", ["FLY F>2"], "b", **given)


@pytest.mark.parametrize(
    ("code", "line", "word"),
    [
        ("FD201", "HOOD {}", "12345678901234567890123"), ("FD202", "HUNT {}", "abcdefghijklmnopqrstuvw"),
        ("FD203", "DRAW {}", "abcdefghijklmnopqrstuvw"), ("FD204", "HOOD 4 {}=G", "ABCDEFGHIJKLMNOPQRSTUVW"),
        ("FD205", "BET {}:5", "12345678901234567890123"),
    ],
)  # fmt: skip
def test_of_a_long_word_that_is_no_name_the_first_twenty_signs_are_told(code: str, line: str, word: str) -> None:
    state = vectors.beginning({"given": {"players": 3}})
    faults = RULESET.rules.take(state, "a", {"do": [line.format(word)]}).diagnostics

    assert [(code, word[:20])] == [(fault.code.id, fault.facts["text"]) for fault in faults if "text" in fault.facts]
