"""A board that is being filled in, as far as it can be drawn: what names something that is not there is left out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from pbem.boards.forms import form_of
from pbem.core.board import City, Country, Pack, Sector

C = TypeVar("C", City, Sector, Country)


def drawable(draft: Pack) -> Pack:
    """The rows of a draft of which a picture can be made."""
    powers = form_of(draft.form).powers
    cities = _once(city for city in draft.cities if city.id and city.name)
    known = {city.id for city in cities}
    lands = _once(country for country in draft.countries if country.home_of in ("", *powers))
    return draft._replace(
        cities=tuple([_plain(city, powers) for city in cities]),
        roads=tuple([road for road in draft.roads if {road.a, road.b} <= known and road.a != road.b]),
        sectors=_once(s for s in draft.sectors if s.suit and s.x_min < s.x_max and s.y_min < s.y_max),
        countries=(*lands, *_missing(cities, lands)),
        setup=tuple([piece for piece in draft.setup if piece.power in powers and piece.at in known]),
        markers=tuple([m for m in draft.markers if m.city in known and m.powers and {*m.powers} <= {*powers}]),
    )


def _once(rows: Iterable[C]) -> tuple[C, ...]:
    return tuple({row.id: row for row in rows}.values())


def _plain(city: City, powers: tuple[str, ...]) -> City:
    """A city without what is said of powers that there are not."""
    objective, depot = ((power if power in powers else "") for power in (city.objective_of, city.depot_of))
    return city._replace(objective_of=objective, depot_of=depot)


def _missing(cities: Iterable[City], lands: Iterable[Country]) -> list[Country]:
    """Lands that cities name and no table does."""
    known = {country.id for country in lands}
    return [Country(id_, id_) for id_ in sorted({city.country for city in cities} - known)]
