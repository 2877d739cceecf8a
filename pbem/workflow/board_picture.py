"""A board as a picture: what `pbem board draw` shows, of whatever game it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from pbem.boards.forms import form_of
from pbem.core.board import Pack
from pbem.core.picture import City, Country, Depot, Nation, Objective, Picture, Piece, Ring, Road, Sector, Theatre
from pbem.rulesets.common import NOUNS, SIGNS
from pbem.rulesets.common.surveying import stretched

# Colours that stay apart for colour-blind readers too, those of arrows, and the tints of home countries.
COLOURS = ("#1f5fa8", "#79bfe8", "#1b7f4b", "#c77fb5", "#ffffff", "#f2d544", "#c8452a")
TINTS = ("#bfd0e6", "#d3e8f5", "#c9e3d3", "#ecd3e5", "#f7f2e6", "#f3e3a9", "#f0cfc4")
NOBODY = ("#e3dfd8", "#dbe0d3", "#e9ddcf")  # lands that are nobody's home
HATCHES = (0, 45, 90, 135)
MARGIN = 20
# What is fought for on a board with fortresses, as its legend calls the marks.
FORTRESSES = (
    ("objective", "major fortress"), ("of second order", "minor fortress"), ("conquered", "victory marker"),
    ("crown", "elector"), ("of a nation that is gone", ""),
)  # fmt: skip
SUITS = {noun: SIGNS[suit] for suit, noun in NOUNS.items()}


def picture_of(pack: Pack) -> Picture:
    """The board with the pieces as they start."""
    lands = {country.id: country.name for country in pack.countries}
    width, height = _size(pack)
    theatres = tuple(_theatres(pack))
    return Picture(
        pack.name,
        width,
        height,
        cities=tuple(City(c.id, c.name, c.x, c.y, f"{SUITS.get(c.suit, '?')} {lands[c.country]}") for c in pack.cities),
        roads=tuple(Road(road.a, road.b, road.main) for road in pack.roads),
        nations=tuple(_nations(pack)),
        sectors=tuple(Sector(s.id, SUITS[s.suit], s.x_min, s.y_min, s.x_max, s.y_max) for s in pack.sectors),
        countries=tuple(_countries(pack, width, height)),
        objectives=tuple(_objectives(pack)),
        depots=tuple(Depot(c.id, c.depot_of) for c in pack.cities if c.depot_of),
        pieces=tuple(_pieces(pack)),
        theatres=theatres,
        seams=seams_of(theatres),
        crowned=tuple(city.id for city in pack.cities if city.elector),
        terms=FORTRESSES if any(city.kind != "town" for city in pack.cities) else (),
    )


def _size(pack: Pack) -> tuple[int, int]:
    """How large the board is: its sectors, and whatever was measured beyond them."""
    across = [s.x_max for s in pack.sectors] + [city.x for city in pack.cities]
    down = [s.y_max for s in pack.sectors] + [city.y for city in pack.cities]
    return MARGIN + max(across), MARGIN + max(down)


def _nations(pack: Pack) -> Iterator[Nation]:
    form = form_of(pack.form)
    for power, letter, colour in zip(form.powers, form.letters, COLOURS, strict=False):
        yield Nation(power, power.capitalize(), letter, colour)


def _countries(pack: Pack, width: int, height: int) -> Iterator[Country]:
    """The lands, each tinted as the home of its power; several of one power are told apart by their lines."""
    shapes = _shapes(pack, width, height, {city.id: city.country for city in pack.cities})
    # Below all of them the land as one, so that no slit between two smoothed borders looks like water.
    yield Country("", "", NOBODY[0], _shapes(pack, width, height, {city.id: "land" for city in pack.cities})["land"])
    powers, seen = form_of(pack.form).powers, dict.fromkeys((*form_of(pack.form).powers, ""), 0)
    for country in pack.countries:
        if country.id not in shapes:
            continue
        home = country.home_of or (country.id if country.id in powers else "")
        tint = TINTS[powers.index(home)] if home else NOBODY[seen[""] % len(NOBODY)]
        yield Country(country.id, country.name, tint, shapes[country.id], HATCHES[seen[home] % len(HATCHES)])
        seen[home] += 1


def _shapes(pack: Pack, width: int, height: int, lands: Mapping[str, str]) -> dict[str, tuple[Ring, ...]]:
    """The outlines of the lands of cities: a spot is of the land of its nearest city, if that is near enough."""
    at = {city.id: city for city in pack.cities}
    squares = ((at[r.a].x - at[r.b].x) ** 2 + (at[r.a].y - at[r.b].y) ** 2 for r in pack.roads)
    return stretched([(city.x, city.y, lands[city.id]) for city in pack.cities], squares, width, height)


def _objectives(pack: Pack) -> Iterator[Objective]:
    """What is fought for: objectives by their order, fortresses as the first order where they are major ones."""
    home = {country.id: country.home_of for country in pack.countries}
    marked = {marker.city: marker.powers[0] for marker in pack.markers}
    for city in pack.cities:
        if city.objective_of:
            yield Objective(city.id, city.objective_of, city.objective_order, False)
        elif city.kind != "town" and (power := marked.get(city.id) or home.get(city.country)):
            yield Objective(city.id, power, 1 if city.kind == "major" else 2, city.id in marked)


def _pieces(pack: Pack) -> Iterator[Piece]:
    for piece in pack.setup:
        if piece.place == "city":
            yield Piece(piece.id, piece.name if piece.rank else _train(piece.id), piece.power, piece.at, piece.rank)


def _train(id_: str) -> str:
    """A train by its number: ``T1``."""
    return f"T{id_.rpartition('train')[2]}"


def seams_of(theatres: Sequence[Theatre]) -> tuple[tuple[int, int, int, int], ...]:
    """The strips between maps that lie side by side, from the left one to the next."""
    row = sorted(theatres, key=lambda theatre: theatre.x0)
    return tuple((a.x1, min(a.y0, b.y0), b.x0, max(a.y1, b.y1)) for a, b in pairwise(row) if a.x1 < b.x0)


def _theatres(pack: Pack) -> Iterator[Theatre]:
    """The maps of a board that has several."""
    for name in pack.maps if len(pack.maps) > 1 else ():
        own = [sector for sector in pack.sectors if sector.map == name]
        if not own:  # of a board that is being filled in
            continue
        corner = min(s.x_min for s in own), min(s.y_min for s in own)
        yield Theatre(name, *corner, max(s.x_max for s in own), max(s.y_max for s in own))
