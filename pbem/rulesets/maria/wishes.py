"""Wishes for retreats (M11.21, D20): the places they name, when they are tried, what is told of those in vain."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import cache
from typing import TYPE_CHECKING

from pbem.core import LazyCodes, Where, bare, listed
from pbem.core.events import Event
from pbem.rulesets.common.wishes import TO, Choice, Moment, Namer, Place, Wish, choose, retreat_text, which, wish_text
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.board import CITIES, IDS, ROADS, name_of, suit_of
from pbem.rulesets.maria.orders import Reader, Say, find_piece, general_names
from pbem.rulesets.maria.state import PIECE_IDS, PIECE_NAMES, RANK, State
from pbem.rulesets.maria.supply import path_of

if TYPE_CHECKING:
    from pbem.rulesets.common.bids import Bid

ma = LazyCodes("pbem.rulesets.maria.diagnostics")
Wishes = tuple[Wish, ...]


# names


@cache
def shared_names() -> frozenset[str]:
    """The bare names that a city and a general both bear."""
    generals = (PIECE_NAMES[piece] for piece in range(len(RANK)) if RANK[piece])
    return frozenset(bare(name) for name in generals if CITIES.find(name))


def read_place(text: str, powers: tuple[int, ...], at: Where, say: Say) -> Place | None:
    """The city or the general of a name; one that is both must say which."""
    said, name = which(text)
    cities = CITIES.find(name) if said != "general" else ()
    generals = [piece for piece in find_piece(name, powers) if RANK[piece]] if said != "city" else []
    if cities and generals:
        say(ma.AMBIGUOUS_CITY(at, text=name, form="general"))
        return None
    if len(cities) == 1:
        return Place(city=cities[0])
    if len(generals) == 1:
        return Place(general=generals[0])
    if cities or said == "city":
        Reader(name, at, powers, say).city(0, len(name))
    else:
        unknown_place(name, said, at, say)
    return None


def unknown_place(name: str, said: str, at: Where, say: Say) -> None:
    """The complaint about a name that neither a general nor a city bears, with those that look like it."""
    found = [PIECE_NAMES[piece] for piece in general_names().nearest(name, 2)]
    found += [] if said else [name_of(city) for city in CITIES.nearest(name, 2)]
    found.sort(key=lambda other: -SequenceMatcher(None, bare(name), bare(other)).ratio())
    near = listed(found[:3], "or")
    say(ma.UNKNOWN_CITY(at, text=name, near=near, form="place" if near else "place-far"))


def namer() -> Namer:
    """Generals and cities by their names."""
    return Namer(PIECE_NAMES.__getitem__, name_of, shared_names())


def text_of(wishes: Wishes) -> str:
    """Wishes in words, for the receipt."""
    return retreat_text(wishes, namer())


# the moment of a retreat


def moment_of(state: State, stack: tuple[int, ...]) -> Moment:
    """M9.3: what the wishes are held against when a stack, still in its city, is about to retreat."""
    return Moment(ROADS, state.place.__getitem__, suit_of, lambda city: path_of(state, stack[0], city).kind == "none")


def narrowed(
    state: State, stack: tuple[int, ...], ends: int, wishes: Wishes, role: str
) -> tuple[int, tuple[Event, ...]]:
    """D20: the ends that the winner's wishes leave; of those in vain he alone is told."""
    choice: Choice = choose(wishes, ends, moment_of(state, stack))
    barred = [wish for wish in choice.unfit if wish.kind == TO and not ends >> wish.place.city & 1]
    others = [wish_text(wish, namer()) for wish in choice.unfit if wish not in barred]
    generals = [PIECE_IDS[piece] for piece in stack]
    cities = [IDS[wish.place.city] for wish in barred]
    news = [happened.WishUnfit(generals=generals, cities=cities)] if cities else []
    news += [happened.WishUnfit(generals=generals, wishes=others)] if others else []
    return choice.left, tuple(row.event(to=(role,)) for row in news)


# wishes of a whole sheet


def filled(bids: Iterable[tuple[Bid, Where]], wishes: Wishes) -> list[tuple[Bid, Where]]:
    """The bids of a sheet; those without wishes have the sheet's."""
    return [(bid if bid.retreat else bid._replace(retreat=wishes), where) for bid, where in bids]
