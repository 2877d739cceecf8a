"""Positions as they stand in files, held in tests/golden/stored: a game stored by one version is read by the next.

The first part of each text is the stored position; the second says what becomes of each value of it that is spoilt:
it is refused with its key named, or taken because it means something.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import test_vectors as friedrich
import test_vectors_fredericus as fredericus
import tomli_w

from pbem.core.events import HIDDEN
from pbem.core.ruleset import Ruleset

Golden = Callable[[str, str], None]
Place = tuple[str | int, ...]
WRONG: tuple[Any, ...] = (-1, 1_000_000, True, "xyzzy", "", [], {}, [7], None)  # None: it is left out
CASES = {case["id"]: case for case in friedrich.CASES}
CASTLE = {case["id"]: case for case in fredericus.CASES}
BID = {
    "own": "Heinrich", "enemy": "Richelieu", "accept": 2, "keep": ["12D"], "forced": ["3D"], "otherwise": "concede",
    "limit": {"cards": 3, "points": 20}, "retreat": ["Peine"],
    "plays": [{"card": "R", "to": 0, "when": "score <= -5"}, {"card": "9D", "double": False}, "3D"],
}  # fmt: skip
STANDING = {"name": "guard", "nation": "prussia", "against": "france", "suit": "D", "until": 9, "attacking": True}


def rich() -> Any:
    """A position in which something of everything is stored."""
    ruleset = friedrich.RULESET
    position = {
        "turn": 7, "stage": "prussia", "in_force": "5D", "conquered": ["Magdeburg"], "imperial_commander": "frederick",
        "prussia": {"heinrich": "Celle 4", "friedrich": "Berlin 2 face-down", "lehwaldt": "retired", "t1": "Potsdam"},
        "france": {"richelieu": "Hannover 6"}, "hands": {"prussia": "3D 9D 12D R 9S", "france": "5S R 9S"},
    }  # fmt: skip
    state = ruleset.rules.resolve(ruleset.files.position(position, "4p-expert", {}), {}, friedrich.CHANCE).state
    sheet = {"bid": [BID], "standing": [{**STANDING, "plays": ["9D"]}], "answers": ["retire Heinrich", "decline 1H"]}
    return ruleset.rules.resolve(state, {"frederick": {**sheet, "do": ["Heinrich stays"]}}, friedrich.CHANCE).state


def fought() -> Any:
    """A battle in which both have bid and played, and the active side is asked again."""
    ruleset = friedrich.RULESET
    position = {
        "stage": "prussia", "phase": "combat", "prussia": {"heinrich": "Celle 4"},
        "france": {"richelieu": "Hannover 6"}, "hands": {"prussia": "3D 9D 12D R", "france": "5S R 9S"},
    }  # fmt: skip
    state = ruleset.rules.resolve(ruleset.files.position(position, "4p", {}), {}, friedrich.CHANCE).state
    theirs = {"own": "Richelieu", "plays": [{"card": "R", "value": 5}, "9S"], "otherwise": "concede"}
    bids = {"frederick": {"bid": [{"own": "Heinrich", "plays": ["3D", "9D"]}]}, "pompadour": {"bid": [theirs]}}
    return ruleset.rules.resolve(state, bids, friedrich.CHANCE).state


def begun(phase: str) -> Any:
    """A position that has not begun, with piles to be shuffled."""
    pieces = {"prussia": {"friedrich": "Berlin 3"}, "russia": {"fermor": "Zossen 3"}}
    return friedrich.RULESET.files.position({"stage": "russia", "phase": phase, **pieces}, "4p", {})


def all_tasks() -> Any:
    """An agenda of every kind of task, though no game ever has them all."""
    state = rich()
    from pbem.rulesets.friedrich.state import EndOfTurn, Fate, Retreat, SetUp, Shuffle, Stage, Turn

    phases = ("draw", "movement", "combat", "conquest", "supply")
    stages = tuple(Stage(3, phase, state.hands[0][:1]) for phase in phases)
    ends = tuple(EndOfTurn(step) for step in ("check-a", "card", "control", "check-b"))
    others = (SetUp(), Shuffle(True), Shuffle(False), Turn((0, 2, 6)), Retreat(0, 6, 0, 5, 3, 0b1011))
    asked = (Fate("1H"), Fate("1H", (("elisabeth", "13C"), ("maria-theresa", ""))))
    return state._replace(agenda=(*others, *stages, *ends, *asked))


def all_turns() -> Any:
    """The same for the castle."""
    from pbem.rulesets.fredericus.state import Close, Deal, Due, Placing, Turn

    dues = (Due(1, "captured"), Due(2, "turned", ("a", "e")), Due(0, "bet", HIDDEN))
    turns = (Turn(0), Turn(1, 3, True, (True, False), False), Turn(2, 1, False, (False, True), True))
    places = (Placing("birds", (0, 1, 2)), Placing("bets", (2,)), Deal(True), Deal(False), Close(1))
    return fredericus.beginning(CASTLE["W44"])._replace(agenda=(*places, *dues, *turns))


STATES: dict[str, Callable[[], Any]] = {
    "all-tasks": all_tasks,
    "rich": rich,
    "fought": fought,
    "set-up": lambda: friedrich.RULESET.rules.set_up("3p", {}),
    "draw": lambda: begun("draw"),
    "end": lambda: begun("end"),
    **{name: lambda name=name: friedrich.beginning(CASES[name])[0] for name in ("V39", "V25", "stage-bids", "C1Ha")},
}
CASTLES: dict[str, Callable[[], Any]] = {
    "all-turns": all_turns,
    "set-up": lambda: fredericus.RULESET.rules.set_up("3p", fredericus.OPTIONS),
    **{name: lambda name=name: fredericus.beginning(CASTLE[name]) for name in ("V01", "V41", "W44", "W54", "S2b")},
}


def places(data: Any, where: Place = ()) -> Iterator[Place]:
    """The ways to all values, lists and tables among them."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inner:
        yield (*where, key)
        yield from places(value, (*where, key))


def spoilt(data: Any, place: Place, value: Any) -> Any:
    """A copy with another value there, or without one."""
    changed = json.loads(json.dumps(data))
    inner = changed
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    if value is None:
        del inner[place[-1]]
    return changed


def refused(ruleset: Ruleset, data: Any, place: Place, value: Any) -> str:
    """Why a stored position is refused; what Python itself says differs from version to version and is left out."""
    try:
        ruleset.files.decode(spoilt(data, place, value))
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:  # as pbem.workflow.decoded
        last = traceback.extract_tb(error.__traceback__)[-1]
        return str(error).partition(" (")[0] if (last.line or "").startswith("raise") else "is refused"
    return "is taken"


def told(ruleset: Ruleset, state: Any, keys: Callable[[Place], bool]) -> str:
    """The file, and what becomes of each of its values that is spoilt; the same sentence once for each key."""
    data = ruleset.files.encode(state)
    assert state == ruleset.files.decode(data)
    lines: dict[str, None] = {}
    for place in filter(keys, places(data)):
        name = ".".join(str(key) for key in place)
        for value in WRONG:
            word = "left out" if value is None else json.dumps(value)
            lines[f"{name} = {word}: {refused(ruleset, data, place, value)}"] = None
    return "\n".join([tomli_w.dumps(data), *lines, ""])


def is_telling(place: Place) -> bool:
    """One city, one card and one piece stand for all."""
    nations = ("prussia", "hanover", "russia", "sweden", "austria", "imperial", "france")
    if place[0] in nations:
        return place[0] == "prussia" and place[1:] in ((), ("friedrich",), ("heinrich",), ("lehwaldt",), ("t1",))
    return place[0] == "agenda" or not any(isinstance(key, int) and key for key in place)


@pytest.mark.parametrize("name", STATES)
def test_how_a_position_of_friedrich_is_stored(name: str, golden: Golden) -> None:
    state = STATES[name]()
    keys = is_telling if name == "rich" else lambda place: place[0] == "agenda"

    golden(f"stored/friedrich-{name}.txt", told(friedrich.RULESET, state, keys))


@pytest.mark.parametrize("name", [name for name in STATES if name != "all-tasks"])
def test_how_a_view_of_friedrich_is_stored(name: str, golden: Golden) -> None:
    state = friedrich.RULESET.secrets.view_of(STATES[name](), "maria-theresa")

    golden(f"stored/friedrich-{name}-view.txt", told(friedrich.RULESET, state, lambda place: place == ("fate",)))


@pytest.mark.parametrize("name", CASTLES)
def test_how_a_position_of_fredericus_is_stored(name: str, golden: Golden) -> None:
    state = CASTLES[name]()
    text = told(fredericus.RULESET, state, lambda place: name == "V01" or place[0] == "agenda")
    view = tomli_w.dumps(fredericus.RULESET.files.encode(fredericus.RULESET.secrets.view_of(state, "b")))

    golden(f"stored/fredericus-{name}.txt", f"{text}\n# as b sees it\n{view}")
