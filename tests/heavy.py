"""Sheets made to stall the desk, each within what is read at all: for the tests and the benchmark of bounds."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Heavy(NamedTuple):
    """Where a sheet is checked, at a "move" or a "battle", and what it says below its heading."""

    place: str
    body: Callable[[], str]


def listed(*entries: str, key: str = "do") -> str:
    """A list of texts."""
    return f"\n{key} = [\n" + ",\n".join(f'"{entry}"' for entry in entries) + "\n]\n"


def bids(count: int, play: str, plays: int, own: str = "Heinrich", kind: str = "bid") -> str:
    """Bids that play the same thing again and again."""
    many = ",\n".join([play] * plays) if len(play) > 12 else ", ".join([play] * plays)
    return f'[[{kind}]]\nown = "{own}"\nplays = [{many}]\n' * count


def wishing(count: int, number: int, *wishes: str) -> str:
    """Bids with many wishes for a retreat."""
    return f'[[bid]]\nown = "Heinrich"\n{listed(*(wishes * number)[:number], key="retreat")}' * count


def numbered(text: str, count: int = 490) -> list[str]:
    """A text with each number in its place."""
    return [text.replace("#", str(number)) for number in range(count)]


CITIES = ("Königsberg", "Warszawa", "Stralsund", "Emmerich", "Wien", "Magdeburg", "Tilsit", "Köln")
GENERALS = ("Friedrich", "Heinrich", "Keith", "Schwerin", "Seydlitz", "Dohna", "Lehwaldt")
FAR = [f"{general} > ... > {city}" for city in CITIES * 8 for general in GENERALS]
BACK = " > ".join(["Friedrich", *["Riesa", "Oschatz"] * 20])
WHEN = '{ card = "10D", when = "score <= -5" }'
SHEETS = {
    "misspelt orders": Heavy("move", lambda: listed(*numbered("Keiht > Glogua#"))),
    "misspelt ways": Heavy("move", lambda: listed(*numbered("Keith > Glogua# > Breslua# > Stregau# > Briegg#"))),
    "long misspelt names": Heavy("move", lambda: listed(*numbered(f"Keith > {'Gloguax' * 13}#"))),
    "ambiguous names": Heavy("move", lambda: listed(*(f"Keith > {sign}" for sign in "ABCDEFGHKLMNOPRSTW" * 27))),
    "unreadable orders": Heavy("move", lambda: listed(*numbered("march # to the moon"))),
    "orders of far cities": Heavy("move", lambda: listed(*FAR)),
    "orders there and back": Heavy("move", lambda: listed(*[BACK] * 150)),
    "the same order": Heavy("move", lambda: listed(*["Keith > Reichenbach"] * 490)),
    "troops of nobody": Heavy("move", lambda: "[troops]\n" + "\n".join(numbered("keiht# = 3", 1900)) + "\n"),
    "answers": Heavy("move", lambda: listed(*numbered("retreat to Glogua#"), key="answers")),
    "lines of rubbish": Heavy("move", lambda: "do this and that\n" * 1900),
    "keys of rubbish": Heavy("move", lambda: "\n".join(numbered("troosp# = 1", 1900)) + "\n"),
    "bids of valid plays": Heavy("battle", lambda: bids(99, '"10D"', 70)),
    "bids of the Reserve": Heavy("battle", lambda: bids(99, '"R"', 90)),
    "bids of misspelt plays": Heavy("battle", lambda: bids(99, '"10X"', 70)),
    "bids under conditions": Heavy("battle", lambda: bids(7, WHEN, 190)),
    "bids of nobody": Heavy("battle", lambda: bids(99, '"10D"', 70, "Heinirch")),
    "a bid of long plays": Heavy("battle", lambda: bids(1, f'"{"10D or " * 40}9D"', 190)),
    "retreats": Heavy("battle", lambda: '[[bid]]\nown = "Heinrich"\n' + listed(*numbered("Alfedl#"), key="retreat")),
    "wishes": Heavy("battle", lambda: wishing(99, 40, "towards Königsberg N10", "out of supply")),
    "wishes of a sheet": Heavy(
        "battle", lambda: listed(*["not beside Friedrich"] * 40, key="retreat") + bids(99, '"10D"', 1)
    ),
    "too many wishes": Heavy("battle", lambda: wishing(99, 190, "in spades")),
    "misspelt wishes": Heavy("battle", lambda: wishing(99, 40, "towrds Glogua", "away from Keiht", "in Spain")),
    "answers of wishes": Heavy("move", lambda: listed(*["retreat away from Keiht"] * 60, key="answers")),
    "standing bids": Heavy("battle", lambda: bids(99, '"10D"', 60, kind="standing")),
}
