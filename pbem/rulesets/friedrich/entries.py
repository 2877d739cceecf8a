"""Where pieces re-enter (F10.7, F10.9): whether a city is open to one, and examples for hints and sheets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.rulesets.friedrich.board import DEPOTS, SUBSTITUTES, ZONES, cities_in, name_of
from pbem.rulesets.friedrich.restrictions import may_reenter
from pbem.rulesets.friedrich.state import (
    GENERALS,
    NATION_OF,
    OFF,
    PIECE_NAMES,
    RANK,
    STACK,
    TRAINS,
    State,
    hostile_pieces,
    house_rule,
)

DEPOT, GENERAL, TRAIN = "DEPOT", "GENERAL", "TRAIN"  # where no name would do
Entering = Mapping[int, int]  # the pieces that re-enter with one purchase, and where


def depots_lost(state: State, nation: int) -> bool:
    """F10.2, F10.9, F10.10: whether all depots of the nation are occupied, and by hostile pieces only."""
    held = state.city_bits(hostile_pieces(nation))
    return all(held >> depot & 1 for depot in DEPOTS[nation])


def price_of_one(state: State, nation: int) -> int:
    """F10.2: 6 points each, 8 when every depot is lost."""
    return 8 if depots_lost(state, nation) else 6


def open_to_entries(state: State, nation: int) -> tuple[int, ...]:
    """F10.7, F10.9: the depots, or the cities that take their place when all are lost."""
    if not depots_lost(state, nation):
        return DEPOTS[nation]
    zone = ZONES if house_rule(state, "substitute") == "sector" else SUBSTITUTES  # ruling A19
    return tuple(cities_in(zone[nation]))


def there_with(state: State, city: int, entering: Entering) -> list[int]:
    """Who will be in a city before the next piece enters."""
    return [*state.at(city), *(p for p, c in entering.items() if c == city)]


def refusals(state: State, piece: int, city: int, entering: Entering, substitute: int | None) -> Iterator[str]:
    """F10.7, F10.9: why a piece may not re-enter in a city, apart from what a card of fate forbids, each as a word.

    ``substitute`` is the city in which pieces of the nation re-entered earlier in the phase, if the depots are lost.
    """
    nation, there = NATION_OF[piece], there_with(state, city, entering)
    if city not in open_to_entries(state, nation):
        yield "closed"
        return
    if first_substitute(nation, city, entering, substitute) is not None and depots_lost(state, nation):
        yield "other-substitute"
    if there and (not RANK[piece] or not RANK[there[0]] or NATION_OF[there[0]] != nation):
        yield "taken"
    elif len(there) >= STACK:
        yield "full"


def first_substitute(nation: int, city: int, entering: Entering, substitute: int | None) -> int | None:
    """F10.9: the one city other than this in which pieces have re-entered already; None: there is none."""
    used = {substitute, *entering.values()} - {None, *DEPOTS[nation]}
    return None if city in used else min((c for c in used if c is not None), default=None)


def may_enter(state: State, piece: int, city: int, entering: Entering, substitute: int | None = None) -> bool:
    """F10.7, F10.9, F11.5: whether a piece that is off the map can re-enter there now."""
    return not any(refusals(state, piece, city, entering, substitute)) and may_reenter(state, piece, city)


def free_depot(state: State, piece: int, entering: Entering, substitute: int | None = None) -> int | None:
    """The first city in which the piece can re-enter now, beside those that enter with it."""
    cities = open_to_entries(state, NATION_OF[piece])
    return next((city for city in cities if may_enter(state, piece, city, entering, substitute)), None)


def depot_word(state: State, piece: int, substitute: int | None) -> str:
    """The name of that city, or the word for any."""
    city = free_depot(state, piece, {}, substitute)
    return DEPOT if city is None else name_of(city)


def first_entry(state: State, pieces: tuple[int, ...], entering: Entering) -> tuple[int, int] | None:
    """The first of these pieces that can re-enter, with its city."""
    off = ((p, free_depot(state, p, entering)) for p in pieces if state.place[p] == OFF)
    return next(((piece, city) for piece, city in off if city is not None), None)


def entry_text(piece: int, city: int) -> str:
    """``train T1 at Brünn``, ``Daun at Wien``."""
    return f"{'' if RANK[piece] else 'train '}{PIECE_NAMES[piece]} at {name_of(city)}"


def example_of(state: State | None, nation: int) -> str:
    """A train and a general that come back with one recruitment, in words where no piece can."""
    if state is None:
        return f"{TRAIN} at {DEPOT}, {GENERAL} at {DEPOT}"
    train = first_entry(state, TRAINS[nation], {})
    general = first_entry(state, GENERALS[nation], dict([train] if train else []))
    texts = [entry_text(*entry) if entry else "" for entry in (train, general)]
    return f"{texts[0] or f'{TRAIN} at {DEPOT}'}, {texts[1] or f'{GENERAL} at {DEPOT}'}"
