"""How every order is read and what is said of one that is spoilt, held in tests/golden/spellings.

Every order is sent alone, as it is written, in other spellings, and with each of its words left out, exchanged or
doubled; and every kind of order is sent where another one is asked for. A line says what was understood (``|``), or
each complaint with the words it points at and its advice (``!``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import test_vectors as friedrich
import test_vectors_fredericus as fredericus
from test_vectors_said import mark

from pbem.core.ruleset import Ruleset
from pbem.rulesets.fredericus.orders import Unread, parse
from pbem.rulesets.friedrich.state import GENERALS, PIECE_NAMES, nations_of

Golden = Callable[[str, str], None]
ORDERS = (
    "Friedrich > Potsdam", "Friedrich + Keith > ... > Berlin", "T1 > Berlin", "Winterfeldt + T2 stay",
    "recruit 2 troops, T1 at Berlin; pay 13S R/2", "battles Friedrich against Daun, Keith", "discard 2S",
    "retreat Friedrich to Berlin", "retire Friedrich", "reinforce Keith", "weaken Keith", "turn Friedrich",
    "exchange 13C", "give 2H/3", "offensive 10D", "decline 8C", "reconquer Ortelsburg, Riesenburg",
)  # fmt: skip
FREELY = (
    "Friedrich -> Potsdam", "Friedrich → Potsdam", "friedrich>POTSDAM", "Friedrich > Berlin",
    "Friedrich & Keith, Winterfeldt > Berlin",
    "Friedrich > Potsdam > Magdeburg > Berlin", "Friedrich + Keith > Belzig > Berlin > Potsdam > Spandau",
    "Friedrich > .. > Berlin", "Friedrich > … > Berlin", "Friedrich > ...", "> Berlin", "Friedrich >",
    "Friedrich > Berlin >", "Friedrich > Neustadt", "Friedrich > Atlantis", "Friedrich > Berlln", "Fritz > Berlin",
    "Daun > Brünn", "train > Berlin", "Keith holds", "Keith stands.", "Keith remains", "Keith, Friedrich stay", "stays",
    "battle Friedrich vs Daun", "battles Friedrich x Daun", "battles Friedrich - Daun", "battles Friedrich vs. Daunn",
    "battles Friedrich against", "battles", "battles: Friedrich", "recruits 1 troop; paying 6S",
    "recruit a troop; with 6S", "recruit a troop with 6S",
    "recruit one troop, an troops 6S, 7S", "recruit Keith in Berlin; pay 6S + 7S", "recruit Keith at Neustadt; pay 6S",
    "recruit Keith; pay 6S", "recruit; pay 6S", "recruit 1 troop; pay 6X", "recruit 1 troop", "discard", "discard 2X",
    "retreat Friedrich Berlin", "retreat to Berlin", "retreat Friedrich to", "retire", "retire Daun", "turn Daunn",
    "decline 8♣", "decline 8c", "decline 2S", "decline", "reconquer", "reconquer Ortelsburg + Atlantis", "", "   ",
    "attack Daun", "1234", "recruit 2 troops; pay: 13S", "RETIRE friedrich", "retire the Prussian train T1",
)  # fmt: skip
PIECES = {
    "prussia": {"friedrich": "Brandenburg 3", "keith": "Brandenburg 2", "winterfeldt": "Breslau 3", "t1": "Spandau"},
    "austria": {"daun": "Brünn 3"}, "france": {"soubise": "Koblenz 3"},
    "hands": {"prussia": "13S 6S 7S 2S 10D R", "austria": "13C", "france": "2S"},
}  # fmt: skip
# Cases of the vectors in which something else is asked for: set-up, bids, battles, a retreat, every question of fate.
ASKED = ("V39", "B11", "B24", "V25", "stage-bids", "C1Cc", "C1Ha", "C4Hg", "C6Da", "C6Sd", "C8Cq", "C8Sa", "C9Da",
         "C10Cb", "C11Ca", "C12Ha", "V70a")  # fmt: skip


def spoilt(order: str) -> Iterator[str]:
    """An order with each of its words left out, exchanged, and doubled, and with a word too much."""
    words = order.split(" ")
    for at in range(len(words)):
        for other in ((), ("xyzzy",), (words[at], words[at])):
            yield " ".join([*words[:at], *other, *words[at + 1 :]])


def answers(ruleset: Ruleset, state: Any, role: str, orders: Iterator[str] | tuple[str, ...]) -> Iterator[str]:
    """What is said of a sheet of one order, for each of them."""
    for order in dict.fromkeys(orders):
        body = {"do": [order]}
        taken = ruleset.rules.take(ruleset.secrets.view_of(state, role), role, body)
        yield f"{order!r}"
        yield from (f"  ! {mark(fault, body)}" for fault in taken.diagnostics)
        yield from (f"  | {line}" for line in taken.understood)


def with_troops(ruleset: Ruleset, state: Any, role: str, generals: list[str]) -> Iterator[str]:
    """What is said of wrong troops, alone, beside an order that cannot be read, and beside one nobody asked for."""
    for order in ("", "xyzzy", "Laudon > Atlantis", "offensive 10D"):
        body = {"do": [order] if order else [], "troops": dict.fromkeys(generals, 8)}
        yield f"{order!r}, {body['troops']}"
        yield from (
            f"  ! {mark(f, body)}"
            for f in ruleset.rules.take(ruleset.secrets.view_of(state, role), role, body).diagnostics
        )


def position(mode: str = "4p-expert", **given: Any) -> Any:
    ruleset = friedrich.RULESET
    state = ruleset.files.position({"turn": 7, "stage": "prussia", "mode": mode, **PIECES, **given}, mode, {})
    return ruleset.rules.resolve(state, {}, friedrich.CHANCE).state


def test_how_orders_of_friedrich_are_read(golden: Golden) -> None:
    tried = [*ORDERS, *FREELY, *(line for order in ORDERS for line in spoilt(order))]
    lines = answers(friedrich.RULESET, position(), "frederick", tuple(tried))

    golden("spellings/friedrich.txt", "\n".join([*lines, ""]))


@pytest.mark.parametrize("name", ASKED)
def test_what_is_said_of_orders_of_friedrich_that_nobody_asked_for(name: str, golden: Golden) -> None:
    ruleset = friedrich.RULESET
    state, _ = friedrich.beginning(next(case for case in friedrich.CASES if case["id"] == name))
    lines: list[str] = []
    for owed in ruleset.rules.awaiting(state):
        lines += [f"# {owed.role} owes {owed.kind}: {owed.what}", *answers(ruleset, state, owed.role, ORDERS)]
        generals = [PIECE_NAMES[p] for n in nations_of(state, owed.role) for p in GENERALS[n] if state.place[p] >= 0]
        lines += ["# with troops that do not add up", *with_troops(ruleset, state, owed.role, generals[:2])]

    golden(f"spellings/friedrich-{name}.txt", "\n".join([*lines, ""]))


def test_what_is_said_of_orders_of_the_expert_game_in_the_standard_game(golden: Golden) -> None:
    lines = answers(friedrich.RULESET, position("4p"), "frederick", ORDERS)

    golden("spellings/friedrich-standard.txt", "\n".join([*lines, ""]))


FLIGHTS = (
    "MOVE 3>4", "FLY F>8", "HOOD 4", "HOOD 4 C=G", "HUNT F", "TURN 6 DISCARD 5", "SHIFT 1", "DRAW a e deck", "BET 5",
    "BET COURT", "BET STAY", "BET 1:5 2:6", "BIRDS 6",
)  # fmt: skip
WAYS = (
    "move row 3 to row 4", "move the card from rows 3 and 4", "fly the falcon to post 8", "FLY goshawk on tower 6",
    "fly the bird G>6", "hunt with the birds F", "HUNT H", "turn over 6", "turn row 6 over discard the seal of row 5",
    "TURN 6 DISCARD 8", "TURN 6 KEEP 5", "bet courtyard", "bet stays", "BET 1: court 2: stay", "BET 3:5", "BET 1:5 1:6",
    "BET 5 6", "BET 1:5 6", "BET 9", "BET 0", "BET 12", "HOOD 4 Z=G", "HOOD 4 C=X", "HOOD 4 C=F C=G", "HOOD 4 C",
    "HOOD 4 D=F", "DRAW", "DRAW deck", "DRAW winged horse, basilisk", "DRAW dragon", "DRAW a a e", "DRAW deck a",
    "MOV 3>4",
    "HOUND 4", "BETT 5", "fry F>2", "xyzzy", "", "8", "MOVE 8>9", "MOVE ٣>4", "FLY F>22", "SHIFT 9", "SHIFT one",
    "BIRDS 0", "BIRDS", "MOVE in towers 2 at posts 3",
)  # fmt: skip
CASTLES: dict[str, dict[str, Any]] = {
    "two": {"players": 2}, "three": {"players": 3}, "four": {"players": 4, "options": {"shift3": "on", "display": "3"},
                                                             "display": "d e f"},
}  # fmt: skip


def read_as(line: str, players: int) -> str:
    """An order of a turn alone: most are too few for a sheet, so that no receipt repeats them."""
    try:
        return f"{parse(line, players)!r}, {parse(line, players)}"
    except Unread:
        return "none"


@pytest.mark.parametrize("name", CASTLES)
def test_how_orders_of_fredericus_are_read(name: str, golden: Golden) -> None:
    state = fredericus.beginning({"given": dict(CASTLES[name])})
    tried = [*FLIGHTS, *WAYS, *(line for order in FLIGHTS for line in spoilt(order))]
    lines = [f"{line!r} is read as {read_as(line, state.players)}" for line in tried]
    lines += ["# in turn", *answers(fredericus.RULESET, state, "a", tuple(tried))]
    lines += ["# out of turn", *answers(fredericus.RULESET, state, "b", FLIGHTS)]

    golden(f"spellings/fredericus-{name}.txt", "\n".join([*lines, ""]))


@pytest.mark.parametrize("mode", ["2p", "3p"])
def test_what_is_said_of_orders_of_fredericus_at_set_up(mode: str, golden: Golden) -> None:
    ruleset, lines = fredericus.RULESET, []
    state = ruleset.rules.set_up(mode, {**fredericus.OPTIONS, "display": "3"})
    for _ in range(int(mode[0]) + 1):
        role = ruleset.rules.awaiting(state)[0].role
        lines += [f"# {role} at {ruleset.telling.label(state)}", *answers(ruleset, state, role, ("", *FLIGHTS))]
        state = ruleset.rules.resolve(state, {}, fredericus.CHANCE).state

    golden(f"spellings/fredericus-set-up-{mode}.txt", "\n".join([*lines, ""]))
