"""How the tables of a sheet are read, bids and what stands beside them, held in tests/golden/spellings/bids.txt.

Every key is given every kind of value, at the edges of what it may be and beyond them; every condition is written in
every way. A line says what was understood (``|``), or each complaint with its place and advice (``!``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from test_vectors import CHANCE, RULESET
from test_vectors_said import mark

from pbem.rulesets.common.conditions import FACTS, is_possible, parse_when, when_text
from pbem.rulesets.friedrich.state import DECK

Golden = Callable[[str, str], None]
BID: dict[str, Any] = {"own": "Heinrich", "enemy": "Richelieu", "plays": ["3D", "9D"]}
KINDS = (7, -3, True, 2.5, "xyzzy", "", [], {}, [7])
KEYS: dict[str, tuple[Any, ...]] = {
    "own": ("*", " * ", "Friedrich", "Richelieu", "Heinrch", "T1"),
    "enemy": ("*", "Soubise", "Heinrich", "Richelleu", "Daun"),
    "plays": (["13D"], ["3D", "3D"], ["2S"], ["R"], ["R", "R"], ["14D"], [["3D"]], [{}], [{"card": 3}]),
    "accept": (0, 1, 4, 24, 25, -1),
    "keep": (["12D"], ["R", "3D"], ["2S"], ["12X"], "12D"),
    "forced": (["12D"], ["R"], ["2S"], ["12X"], "12D"),
    "limit": (
        {"cards": 0}, {"cards": 1}, {"cards": 500}, {"cards": 501}, {"cards": -1}, {"points": 0}, {"points": 20},
        {"points": 500}, {"points": 501}, {"points": "20"}, {"cards": True}, {"cards": 3, "points": 1}, {"coins": 3},
    ),
    "otherwise": ("ask", "concede", "fight", "x" * 58, "x" * 59, "ASK"),
    "retreat": (["Peine"], ["Peine", "Gifhorn"], ["Atlantis"], ["Neustadt"], "Peine"),
    "colour": ("red",),
}  # fmt: skip
PLAYS: dict[str, tuple[Any, ...]] = {
    "value": (0, 1, 5, 10, 11, -1), "to": (0, -99, 99, -100, 100, 3, -3), "double": (True, False, 1, "yes"),
    "when": ("score <= -5", "score > 0", "score", 7, "score <= five", "enemy_played 13D"), "colour": ("red",),
}  # fmt: skip
SCOPES: dict[str, tuple[Any, ...]] = {
    "name": ("guard", " guard ", "x" * 40, "x" * 41, "line\nbreak", " "),
    "nation": ("*", "prussia", "Prussia", "hanover", "the Imperial Army", "imperial", "austria", "Narnia"),
    "against": ("*", "france", "Austria", "the Imperial Army", "russia", "sweden", "hanover", "Narnia"),
    "suit": ("S", "c", "♥", "♦", "diamonds", "Hearts", "clubs", "spades", "X", " D "),
    "until": (0, 1, 6, 7, 8, 23, 24, -1), "attacking": (True, False, "yes", 1),
    "own": ("*", "Friedrich", "Richelieu"), "plays": (["3D"], ["9S"], ["R"], ["2H"]), "forced": (["3D"], ["9S"]),
}  # fmt: skip
TEXTS = (
    "score<=-5", "score =< -5", "score ≤ -5", "score = -5", "score == -5", "score ≥ -5", "score => -5", "score ≠ -5",
    "score <> -5", "score != -5", "score < -5", "score > -5", "-9 < score <= -5", "-5 >= score", "3 <= enemy cards",
    "enemy-cards >= 2", "SCORE <= -5 AND ENEMY_CARDS >= 2", "score <= -5 or hand < 3 and cards > 1", "score <= +5",
    "score <= -5 and", "or", "score <= -5 or", "score <=", "<= -5", "score -5", "enemy_played 13D", "enemy played R",
    "enemy-played 13", "not enemy_played 13D", "not  enemy_played 2", "enemy_played 13D >= 2", "enemy_played 13 = 2",
    "not enemy_played 13D >= 2", "enemy_played 14", "enemy_played 0", "enemy_played 1", "enemy_played 13D/2",
    "enemy_played", "not score <= -5", "score <= 1234567", "score <= 123456", "scores <= -5", "enemy <= 2",
    "score > 0", "score >= 1", "score < 0", "score >= 0", "score > -1", "cards < 0", "cards < 1", "battle < 1",
    "battle <= 1", "battle == 0", "cards > 2 and cards < 3", "cards > 2 and cards < 4", "cards == 2 and cards != 2",
    "score == -3 and score == -4", "score == -3 or score == 3", "enemy_played 5 < 0", "enemy_played 5 == 0",
    "cards > 3 and hand < 3", "score == -5 and score != -5 or cards == 1",
)  # fmt: skip


def battle() -> Any:
    """Heinrich against Richelieu in diamonds, at turn 7; Prussia's bid is owed."""
    position = {
        "turn": 7, "stage": "prussia", "phase": "combat", "prussia": {"heinrich": "Celle 4", "friedrich": "Berlin 2"},
        "france": {"richelieu": "Hannover 6"}, "hands": {"prussia": "3D 9D 12D R 9S", "france": "5S R 9S"},
    }  # fmt: skip
    return RULESET.rules.resolve(RULESET.files.position(position, "4p", {}), {}, CHANCE).state


def answers(bodies: Iterator[tuple[str, dict[str, Any]]]) -> str:
    """What is said of each of these sheets."""
    view, lines = RULESET.secrets.view_of(battle(), "frederick"), []
    for title, body in bodies:
        taken = RULESET.rules.take(view, "frederick", body)
        lines += [title, *(f"  ! {mark(fault, body)}" for fault in taken.diagnostics)]
        lines += [f"  | {line}" for line in taken.understood]
    return "\n".join([*lines, ""])


def bids() -> Iterator[tuple[str, dict[str, Any]]]:
    yield "a bid", {"bid": [BID]}
    for bad in (7, "xyzzy", {}, [7], [[]]):
        yield f"bid = {bad!r}", {"bid": bad}
    for key in BID:
        yield f"no {key}", {"bid": [{name: value for name, value in BID.items() if name != key}]}
    for key, values in KEYS.items():
        for value in (*values, *KINDS):
            yield f"{key} = {value!r}", {"bid": [{**BID, key: value}]}
    for card in ("9D", "R"):
        for key, values in PLAYS.items():
            for value in (*values, *KINDS):
                yield f"{card} with {key} = {value!r}", {"bid": [{**BID, "plays": [{"card": card, key: value}]}]}
    yield "R with value and to", {"bid": [{**BID, "plays": [{"card": "R", "value": 3, "to": 0}]}]}
    yield "two bids", {"bid": [BID, BID]}


def standings() -> Iterator[tuple[str, dict[str, Any]]]:
    for bad in (7, "xyzzy", {}, [7], [[]]):
        yield f"standing = {bad!r}", {"standing": bad}
    yield "a bare standing bid", {"standing": [{}]}
    for key, values in SCOPES.items():
        for value in (*values, *KINDS):
            yield f"standing {key} = {value!r}", {"standing": [{"plays": ["3D"], key: value}]}
    for number in (40, 41):
        yield f"{number} standing bids", {"standing": [{"name": f"n{at}"} for at in range(number)]}
    for value in ([], ["guard"], ["*"], [7], 7, "guard", ["x" * 60], ["x" * 61]):
        yield f"withdraw = {value!r}", {"withdraw": value}
        yield f"withdraw = {value!r} and a new one", {"withdraw": value, "standing": [{"name": "guard"}]}


def others() -> Iterator[tuple[str, dict[str, Any]]]:
    for number in (60, 61):
        yield f"{number} answers", {"bid": [BID], "answers": ["retire Heinrich"] * number}
    for value in (7, "retire Heinrich", [7], {}, [], ["retreat to Peine"], ["RETREAT TO  Peine "],
                  ["retreat to Nowhere"], ["Heinrich > Peine"], ["recruit 1 troop; pay 9D"], ["Heinrich stays"],
                  ["battles Heinrich"], ["offensive 10D"], ["decline 1H"], ["xyzzy"]):  # fmt: skip
        yield f"answers = {value!r}", {"bid": [BID], "answers": value}
    for value in (7, [], {"heinrich": 4}, {"Heinrich": 3}, {"heinrich": "4"}, {"heinrich": True}, {"T1": 2},
                  {"daun": 2}, {"heinrich": 4, "Heinrich": 4}, {"xyzzy": 3}, {"friedrich": 2}, {"": 3}):  # fmt: skip
        yield f"troops = {value!r}", {"bid": [BID], "troops": value}


@pytest.mark.parametrize("part", [bids, standings, others])
def test_how_the_tables_of_a_sheet_are_read(part: Callable[[], Any], golden: Golden) -> None:
    golden(f"spellings/{part.__name__}.txt", answers(part()))


def test_how_conditions_are_read(golden: Golden) -> None:
    texts = [*TEXTS, *(f"{fact} {sign} 3" for fact in FACTS for sign in ("<", "<=", "==", "!=", ">=", ">"))]
    lines = []
    for text in texts:
        when = parse_when(text, DECK)
        sense = "nothing" if when is None else f"{when_text(when)}{'' if is_possible(when) else ', which cannot be'}"
        lines.append(f"{text}: {sense}")

    golden("spellings/conditions.txt", "\n".join([*lines, ""]))
