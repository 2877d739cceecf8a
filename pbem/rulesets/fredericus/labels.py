"""Orders in words, for buttons (R5 to R8)."""

from __future__ import annotations

from typing import assert_never

from pbem.core import listed
from pbem.rulesets.fredericus.geometry import COURT
from pbem.rulesets.fredericus.orders import (
    ONLY,
    STAY,
    Bet,
    Birds,
    Draw,
    Fly,
    Hood,
    Hunt,
    Move,
    Order,
    Shift,
    TurnOver,
)
from pbem.rulesets.fredericus.state import BIRD_NAMES
from pbem.rulesets.fredericus.words import kind, seat_name

HOODED = "birds on post {post} are hooded"
OF_BOTH = "of {falconer} the {bird}"
TOKEN = {STAY: "{token} stays", COURT: "{token} to the courtyard"}
TO_TOWER = "{token} to tower {place}"


def label_of(order: Order) -> str:
    """An order in words: ``the goshawk hunts``; of a list for draws the kinds."""
    match order:
        case Birds(post):
            return f"the falcon begins on post {post}"
        case Move(source, target):
            return f"row {source} to row {target}"
        case Fly(which, target):
            return f"the {BIRD_NAMES[which]} flies to post {target}"
        case Hood(post, choices):
            chosen = [OF_BOTH.format(falconer=seat_name(seat), bird=BIRD_NAMES[which]) for seat, which in choices]
            return ", ".join([HOODED.format(post=post), *chosen])
        case Hunt(which):
            return f"the {BIRD_NAMES[which]} hunts"
        case TurnOver(row, seal):
            return f"row {row} is turned over, the seal of row {seal} discarded"
        case Shift(row):
            return f"the last three cards of row {row} are shifted"
        case Draw(wish):
            return listed(kind(letter) for letter in wish)
        case Bet(places):
            return ", ".join(token(number, place) for number, place in places)
        case _:
            assert_never(order)


def token(number: int, place: int) -> str:
    """Where a token goes: ``token 1 to tower 3``."""
    name = "the token" if number == ONLY else f"token {number + 1}"
    return TOKEN.get(place, TO_TOWER).format(token=name, place=place)
