"""Wishes for retreats (F8, D16): the places they name, the moment they are tried in, what is told of those in vain."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import cache
from typing import TYPE_CHECKING

from pbem.core import LazyCodes, Names, Where, bare, listed
from pbem.core.events import Event
from pbem.rulesets.common.wishes import (
    TO,
    Choice,
    Moment,
    Namer,
    Place,
    Wish,
    choose,
    retreat_text,
    which,
    wish_text,
)
from pbem.rulesets.friedrich import events as happened
from pbem.rulesets.friedrich import facts
from pbem.rulesets.friedrich.board import CITIES, ROADS, name_of, suit_of
from pbem.rulesets.friedrich.orders import Reader, Say, find_city, find_piece
from pbem.rulesets.friedrich.state import GENERALS, NATION_OF, PIECE_IDS, PIECE_NAMES, RANK, State, supplied

if TYPE_CHECKING:
    from pbem.rulesets.common.bids import Bid

fr = LazyCodes("pbem.rulesets.friedrich.diagnostics")
Wishes = tuple[Wish, ...]


# names


@cache
def shared_names() -> frozenset[str]:
    """The bare names that a city and a general both bear."""
    generals = (PIECE_NAMES[piece] for pieces in GENERALS for piece in pieces)
    return frozenset(bare(name) for name in generals if CITIES.find(name))


def read_place(text: str, nation: int, at: Where, say: Say) -> Place | None:
    """The city or the general of a name; one that is both must say which."""
    said, name = which(text)
    cities = find_city(name) if said != "general" else ()
    generals = [piece for piece in find_piece(name, nation) if RANK[piece]] if said != "city" else []
    if cities and generals:
        say(fr.AMBIGUOUS_CITY(at, text=name, form="general"))
        return None
    if len(cities) == 1:
        return Place(city=cities[0])
    if len(generals) == 1:
        return Place(general=generals[0])
    if cities or said == "city":
        Reader(name, at, nation, say).city(0, len(name))
    else:
        unknown_place(name, said, at, say)
    return None


def unknown_place(name: str, said: str, at: Where, say: Say) -> None:
    """The complaint about a name that neither a general nor a city bears, with those that look like it."""
    found = [PIECE_NAMES[piece] for piece in Names(*facts.GENERAL_NAMES).nearest(name, 2)]
    found += [] if said else [name_of(city) for city in CITIES.nearest(name, 2)]
    found.sort(key=lambda other: -SequenceMatcher(None, bare(name), bare(other)).ratio())
    near = listed(found[:3], "or")
    say(fr.UNKNOWN_CITY(at, text=name, near=near, form="place" if near else "place-far"))


def namer() -> Namer:
    """Generals and cities by their names."""
    return Namer(PIECE_NAMES.__getitem__, name_of, shared_names())


def text_of(wishes: Wishes) -> str:
    """Wishes in words, for the receipt."""
    return retreat_text(wishes, namer())


# the moment of a retreat


def moment_of(state: State, stack: tuple[int, ...]) -> Moment:
    """F8, F9.2: what the wishes are held against when a stack, still in its city, is about to retreat."""
    nation = NATION_OF[stack[0]]
    return Moment(ROADS, state.place.__getitem__, suit_of, lambda city: not supplied(state, nation) >> city & 1)


def chosen(state: State, stack: tuple[int, ...], ends: int, wishes: Wishes) -> Choice:
    """F8.2, D16: what the victor's wishes leave of the destinations."""
    return choose(wishes, ends, moment_of(state, stack))


def unfit_news(
    stack: tuple[int, ...], role: str, wishes: Iterable[str] = (), answers: Iterable[str] = ()
) -> tuple[Event, ...]:
    """D16: the victor alone is told which ``wishes`` of his bid or sheet, or standing ``answers``, were passed over."""
    generals = [PIECE_IDS[piece] for piece in stack]
    news = happened.WishUnfit(generals=generals, wishes=[*wishes] or None, answers=[*answers] or None)
    return (news.event(to=(role,)),) if news.wishes or news.answers else ()


def parted(unfit: Wishes, ends: int) -> tuple[tuple[int, ...], list[str]]:
    """F8.5: of the wishes in vain the cities to which the stack could not go at all, and all others in words."""
    barred = [wish for wish in unfit if wish.kind == TO and not ends >> wish.place.city & 1]
    others = [wish_text(wish, namer()) for wish in unfit if wish not in barred]
    return tuple(wish.place.city for wish in barred), others


# wishes of a whole sheet


def filled(bids: Iterable[tuple[Bid, Where]], wishes: Wishes) -> list[tuple[Bid, Where]]:
    """The bids of a sheet; those without wishes have the sheet's."""
    return [(bid if bid.retreat else bid._replace(retreat=wishes), where) for bid, where in bids]


def with_wishes(kept: Iterable[tuple[int, Wishes]], nation: int, wishes: Wishes) -> tuple[tuple[int, Wishes], ...]:
    """The wishes of a combat phase by nation, with those of a sheet in place of the nation's older ones."""
    others = [pair for pair in kept if pair[0] != nation]
    return (*others, (nation, wishes)) if wishes else tuple(kept)
