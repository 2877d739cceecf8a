"""The tables of a board (F1) in the shape in which the rules use them, and what the rules name of a board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.core import bare, index
from pbem.core.board import City, Pack, Piece, Sector, Source
from pbem.rulesets.common import NOUNS
from pbem.rulesets.common.surveying import board, joined, outlines

NATIONS = ("prussia", "hanover", "russia", "sweden", "austria", "imperial", "france")
COUNTRIES = ("austria", "empire", "hanover", "poland", "prussia", "saxony", "sweden")
SUITS = {noun: suit for suit, noun in NOUNS.items()}
MARGIN = 20
# What the rules name: cities in cards of fate, F13.3 (East Prussia), F10.9 (substitute cities lie in these sectors).
NAMED_CITIES = ("halle", "koenigsberg-n10", "kuestrin", "ortelsburg", "rastenburg", "riesenburg")
NAMED_SECTORS = ("D-c2r1", "D-c6r4", "H-c1r4", "S-c2r4", "S-c4r2", "S-c8r3")
# F1.12: cards of fate and scenarios name generals, whose order is their rank.
GENERALS = {
    "prussia": ("Friedrich", "Winterfeldt", "Heinrich", "Schwerin", "Keith", "Seydlitz", "Dohna", "Lehwaldt"),
    "hanover": ("Ferdinand", "Cumberland"),
    "russia": ("Saltikov", "Fermor", "Apraxin", "Tottleben"),
    "sweden": ("Ehrensvärd",),
    "austria": ("Daun", "Browne", "Karl", "Laudon", "Lacy"),
    "imperial": ("Hildburghausen",),
    "france": ("Richelieu", "Soubise", "Chevert"),
}
TRAINS = {"prussia": 2, "hanover": 1, "russia": 2, "sweden": 1, "austria": 2, "imperial": 1, "france": 2}


def modules(pack: Pack) -> dict[str, dict[str, Any]]:
    """The modules that hold a board."""
    return {"facts": facts(pack), "telling.atlas": atlas(pack)}


def facts(pack: Pack) -> dict[str, Any]:
    """All that the rules know of a board."""
    cities = pack.cities
    number = {city.id: at for at, city in enumerate(cities)}
    near, main = _roads(pack, number)
    pieces = [_piece(piece, number) for piece in sorted(pack.setup, key=_order)]
    return {
        "IDS": tuple(city.id for city in cities),
        "NAMES": tuple(city.name for city in cities),
        "GRID": tuple(city.grid for city in cities),
        "X": tuple(city.x for city in cities),
        "Y": tuple(city.y for city in cities),
        "LINE_5": pack.south_line or _middle_of_row_5(cities),
        "SUIT": "".join(SUITS[city.suit] for city in cities),
        "NEAR": near,
        "MAIN": main,
        "COUNTRY": {land: board(_where(cities, "country", land)) for land in COUNTRIES},
        "SECTOR": {sector.id: board(_where(cities, "sector", sector.id)) for sector in pack.sectors},
        "FIRST_ORDER": tuple(_objectives(cities, nation, 1) for nation in NATIONS),
        "SECOND_ORDER": tuple(_objectives(cities, nation, 2) for nation in NATIONS),
        "DEPOTS": tuple(tuple(_where(cities, "depot_of", nation)) for nation in NATIONS),
        "PIECES": tuple(pieces),
        "NATIONS": tuple((n.id, n.max_troops, min(8, n.max_per_general), n.cards_per_turn) for n in pack.nations),
        "CITY_NAMES": tuple(index((at, city.id, city.name) for at, city in enumerate(cities))),
        "GENERAL_NAMES": tuple(index((at, row[0], row[1]) for at, row in enumerate(pieces) if row[3])),
    }


def _where(cities: Sequence[City], field: str, value: str) -> list[int]:
    return [at for at, city in enumerate(cities) if getattr(city, field) == value]


def _objectives(cities: Sequence[City], nation: str, order: int) -> int:
    """F1.8: the objectives of a nation of one order."""
    return board(at for at, c in enumerate(cities) if (c.objective_of, c.objective_order) == (nation, order))


def _roads(pack: Pack, number: Mapping[str, int]) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """For every city its neighbours, and its neighbours by main road."""
    near: list[list[int]] = [[] for _ in number]
    main: list[list[int]] = [[] for _ in number]
    for road in pack.roads:
        a, b = number[road.a], number[road.b]
        for table in (near, main) if road.main else (near,):
            table[a].append(b)
            table[b].append(a)
    return tuple(tuple(sorted(row)) for row in near), tuple(board(row) for row in main)


def _order(piece: Piece) -> tuple[bool, int, int, str]:
    """Generals before trains, each by nation and rank, whatever the order of the table."""
    return not piece.rank, NATIONS.index(piece.power), piece.rank, piece.id


def _piece(piece: Piece, number: Mapping[str, int]) -> tuple[str, str, int, int, int]:
    """F1.12: id, name, nation, rank (0: a train), set-up city."""
    nation, city = NATIONS.index(piece.power), number[piece.at]
    if piece.kind == "general":
        return bare(piece.name), piece.name, nation, piece.rank, city
    train = piece.id.replace(":train", "-t")
    return train, train.rpartition("-")[2].upper(), nation, 0, city


def _middle_of_row_5(cities: Sequence[City]) -> int:
    """F13.4.10: coordinate line 5, where the board does not say where it is."""
    row = [city.y for city in cities if city.grid[1:] == "5"] or [city.y for city in cities]
    return (min(row) + max(row)) // 2


def atlas(pack: Pack) -> dict[str, Any]:
    """What only the map needs: the rectangles of the sectors and the shapes of the countries (F1.7)."""
    size = tuple(MARGIN + max(getattr(sector, key) for sector in pack.sectors) for key in ("x_max", "y_max"))
    places = [(city.x, city.y, city.country) for city in pack.cities]
    return {"SIZE": size, "SECTORS": _boxes(pack.sectors), "SHAPES": outlines(places, *size), "THEATRES": ()}


def _boxes(sectors: Sequence[Sector]) -> tuple[tuple[str, str, int, int, int, int], ...]:
    """The rectangles, with lines that almost meet drawn as one."""
    xs = joined(x for sector in sectors for x in (sector.x_min, sector.x_max))
    ys = joined(y for sector in sectors for y in (sector.y_min, sector.y_max))
    rows = [(s.id, SUITS[s.suit], xs[s.x_min], ys[s.y_min], xs[s.x_max], ys[s.y_max]) for s in sectors]
    return tuple(sorted(rows))


Missing = tuple[str, Source, Mapping[str, Any]]


def unfit(pack: Pack) -> Iterator[Missing]:
    """What the rules name and the board has not."""
    there = {city.id for city in pack.cities}, {sector.id for sector in pack.sectors}
    for file, names, found in (("cities.csv", NAMED_CITIES, there[0]), ("sectors.csv", NAMED_SECTORS, there[1])):
        for name in names:
            if name not in found:
                yield "named", Source(file, 0), {"word": name}
    if tuple(nation.id for nation in pack.nations) != NATIONS:
        yield "nation", Source("nations.csv", 0), {"known": ", ".join(NATIONS)}
    for nation in NATIONS:
        yield from _unfit_nation(pack, nation)


def _unfit_nation(pack: Pack, nation: str) -> Iterator[Missing]:
    """F1.8, F1.9, F1.12: what each nation needs."""
    own = [piece for piece in pack.setup if piece.power == nation]
    names = tuple(piece.name for piece in sorted(own, key=lambda piece: piece.rank) if piece.rank)
    if names != GENERALS[nation]:
        named = ", ".join(GENERALS[nation])
        yield "piece", Source("pieces.csv", 0), {"power": nation, "named": named}
    trains = sum(piece.kind == "train" for piece in own)
    if trains != TRAINS[nation]:
        yield "trains", Source("pieces.csv", 0), {"power": nation, "found": trains, "wanted": TRAINS[nation]}
    if nation != "hanover" and not any(city.objective_of == nation for city in pack.cities):
        yield "objective", Source("cities.csv", 0), {"power": nation}
    if not any(city.depot_of == nation for city in pack.cities):
        yield "depot", Source("cities.csv", 0), {"power": nation}
