"""The two maps (M3): cities with their roads, lands and fortresses."""

from __future__ import annotations

from pbem.core import Names
from pbem.rulesets.common import roads
from pbem.rulesets.maria import facts

BOARD: tuple[str, str] = facts.BOARD  # name and digest
IDS: tuple[str, ...] = facts.IDS
NAMES: tuple[str, ...] = facts.NAMES
NEAR: tuple[tuple[int, ...], ...] = facts.NEAR
MAIN: tuple[int, ...] = facts.MAIN
SUIT: str = facts.SUIT
COUNTRY: dict[str, int] = facts.COUNTRY
HOME: tuple[int, ...] = facts.HOME  # by power, at the start (M3.4)
CITIES = Names(*facts.CITY_NAMES)
ROADS = roads.Roads(NEAR, MAIN)
ALL, BITS = ROADS.all, ROADS.bits
FLANDERS: int = facts.FLANDERS  # M3.2
BOHEMIA = ALL & ~FLANDERS
CORE: int = facts.CORE  # Core-Austria (M3.4)
SILESIA, NETHERLANDS, POLAND = (COUNTRY.get(land, 0) for land in ("silesia", "netherlands", "poland"))
MAJOR: int = facts.MAJOR  # M3.5
FORTRESSES: int = facts.MINOR | facts.MAJOR
ELECTORS: int = facts.ELECTORS  # M3.7: the nine
FOUR = sum([1 << city for city, _ in facts.SIDES])  # those with a two-sided marker
CITY: dict[str, int] = {id_: at for at, id_ in enumerate(IDS)}

cities_in = roads.cities_in
around, rings, within = ROADS.around, ROADS.rings, ROADS.within
distance = ROADS.distance  # M3.10: nothing matters for it but roads. Ruling: A2


def name_of(city: int) -> str:
    """The name of a city."""
    return NAMES[city] if city >= 0 else "off the map"


def suit_of(city: int) -> str:
    """M3.3: the suit of a city is that of its sector."""
    return SUIT[city]


def map_of(city: int) -> int:
    """All cities of the map on which a city lies."""
    return FLANDERS if FLANDERS >> city & 1 else BOHEMIA


def same_map_near(city: int) -> int:
    """The neighbours of a city on its own map."""
    return BITS[city] & map_of(city)
