"""The board of a map as plain data: what a picture shows when nothing stands on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from pbem.core.picture import Band, City, Country, NamePlace, Nation, Picture, Ring, Road, Sector
from pbem.rulesets.common import SIGNS
from pbem.rulesets.common.roads import Roads

Box = tuple[str, str, int, int, int, int]  # of a sector: its id, the letter of its suit, and its corners
BESIDE = 40  # no name stands farther from its city
Land = tuple[str, str, str, int]  # id, name, tint, and the degrees of its hatching


def ground(
    title: str, size: tuple[int, int], cities: tuple[City, ...], roads: Roads, nations: tuple[Nation, ...]
) -> Picture:
    """The board with its cities and roads, each road once; a title adds what else there is."""
    lines = tuple(
        Road(cities[a].id, cities[b].id, bool(roads.main[a] >> b & 1))
        for a, near in enumerate(roads.near)
        for b in near
        if a < b
    )
    return Picture(title, *size, cities, lines, nations)


def sectors(boxes: Iterable[Box]) -> tuple[Sector, ...]:
    """The rectangles of the sectors with the signs of their suits."""
    return tuple(Sector(id_, SIGNS[suit], *box) for id_, suit, *box in boxes)


def countries(lands: Iterable[Land], shapes: Mapping[str, tuple[Ring, ...]]) -> tuple[Country, ...]:
    """The lands in their tints, within the lines around them."""
    return tuple(Country(id_, name, tint, shapes[id_], hatch) for id_, name, tint, hatch in lands)


def bands(labels: Sequence[str], spots: Sequence[int], end: int) -> tuple[Band, ...]:
    """The columns (or rows) of the grid, by the label and the place of each city: each ends halfway to the next."""
    found: dict[str, list[int]] = {}
    for label, spot in zip(labels, spots, strict=True):
        found.setdefault(label, []).append(spot)
    order = sorted(found, key=lambda label: sum(found[label]) // len(found[label]))
    ends = [(max(found[a]) + min(found[b])) // 2 for a, b in pairwise(order)]
    return tuple(map(Band, order, (0, *ends), (*ends, end)))


def names(
    rows: Iterable[tuple[str, float, float, float, float, float]], cities: Sequence[City]
) -> tuple[NamePlace, ...]:
    """The places of names that were worked out beforehand; none if they are those of another board."""
    places, known = [NamePlace(*row) for row in rows], {city.id: city for city in cities}
    fits = {place.city for place in places} <= known.keys() and all(_beside(p, known[p.city]) for p in places)
    return tuple(places) if fits else ()


def _beside(place: NamePlace, city: City) -> bool:
    """Whether a name stands beside its city."""
    return place.x0 - BESIDE < city.x < place.x1 + BESIDE and place.y0 - BESIDE < city.y < place.y1 + BESIDE
