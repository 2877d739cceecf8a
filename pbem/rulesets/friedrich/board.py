"""The map (F1): its cities with their roads, and whose they are."""

from __future__ import annotations

from functools import cache

from pbem.core import Names
from pbem.rulesets.common import roads
from pbem.rulesets.friedrich import facts

IDS: tuple[str, ...] = facts.IDS
NAMES: tuple[str, ...] = facts.NAMES
NEAR: tuple[tuple[int, ...], ...] = facts.NEAR
MAIN: tuple[int, ...] = facts.MAIN
SUIT: str = facts.SUIT
FIRST_ORDER: tuple[int, ...] = facts.FIRST_ORDER
SECOND_ORDER: tuple[int, ...] = facts.SECOND_ORDER
DEPOTS: tuple[tuple[int, ...], ...] = facts.DEPOTS
COUNTRY: dict[str, int] = facts.COUNTRY
CITIES = Names(*facts.CITY_NAMES)
ROADS = roads.Roads(NEAR, MAIN)
ALL, BITS = ROADS.all, ROADS.bits

PRUSSIA, HANOVER, RUSSIA, SWEDEN, AUSTRIA, IMPERIAL, FRANCE = range(7)
OBJECTIVES = tuple(first | second for first, second in zip(FIRST_ORDER, SECOND_ORDER, strict=True))
# F1.7: home countries; Saxony is the Imperial Army's, not Prussia's.
HOME = (
    COUNTRY["prussia"], COUNTRY["hanover"], 0, COUNTRY["sweden"], COUNTRY["austria"],
    COUNTRY["empire"] | COUNTRY["saxony"], 0,
)  # fmt: skip
# F10.9: where pieces re-enter when every depot is held by hostile pieces.
ZONES = (
    facts.SECTOR["S-c4r2"], facts.SECTOR["D-c2r1"], facts.SECTOR["S-c8r3"], COUNTRY["sweden"],
    facts.SECTOR["D-c6r4"], facts.SECTOR["S-c2r4"], facts.SECTOR["H-c1r4"],
)  # fmt: skip
_LANDS = ("prussia", "hanover", "poland", "", "austria", "", "")  # ruling A19: sector and territory
SUBSTITUTES = tuple(zone & COUNTRY.get(land, zone) for zone, land in zip(ZONES, _LANDS, strict=True))


def city(id_: str) -> int:
    """The city of that id."""
    return CITY[id_]


CITY: dict[str, int] = {id_: at for at, id_ in enumerate(IDS)}


def name_of(city: int) -> str:
    """The name of a city, with its grid square where the name is not unique."""
    if city < 0:
        return "off the map"
    if "-" in IDS[city] and IDS[city].endswith(f"-{facts.GRID[city].lower()}"):
        return f"{NAMES[city]} {facts.GRID[city]}"
    return NAMES[city]


# Distances ignore all pieces (0.2); a path must be free (F9.2c).
cities_in = roads.cities_in
around, rings, within = ROADS.around, ROADS.rings, ROADS.within
distance = ROADS.distance


def suit_of(city: int) -> str:
    """The suit of a city is the suit of its sector (F1.10)."""
    return SUIT[city]


def defender_of(objective: int) -> int:
    """The nation that protects and reconquers an objective (F5.3)."""
    bit = 1 << objective
    if bit & COUNTRY["hanover"]:
        return HANOVER
    return AUSTRIA if bit & COUNTRY["austria"] else PRUSSIA


@cache
def owner_of_objective(city: int) -> int | None:
    """The nation whose objective a city is (F1.8)."""
    bit = 1 << city
    return next((nation for nation, board in enumerate(OBJECTIVES) if board & bit), None)
