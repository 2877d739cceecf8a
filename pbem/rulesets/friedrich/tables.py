"""Read and check the tables in data/ (F1) and write them as the module facts.py, which loads in no time.

What only the map needs goes to telling/atlas.py.

Run ``python -m pbem.rulesets.friedrich.tables`` after changing a table.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pbem.core import bare
from pbem.core.board import City, Nation, Pack, Piece, Road, Sector
from pbem.rulesets.common.surveying import outlines
from pbem.rulesets.common.tables import SUITS, module_text, number_in, one_of, read_boxes, read_roads, rows_of
from pbem.rulesets.common.tables import TableError as TableError
from pbem.rulesets.friedrich import packed
from pbem.rulesets.friedrich.packed import COUNTRIES, NATIONS

DATA = Path(__file__).parent / "data"
OBJECTIVES = {
    "prussia": (14, 0), "russia": (10, 0), "sweden": (5, 5), "austria": (12, 4), "imperial": (5, 5), "france": (10, 0)
}  # fmt: skip
SIZE = (2485, 1654)  # of the picture in whose pixels x and y are given
LINE_5 = 935  # ruling A12: a city is south of coordinate line 5 if its y is greater
THEATRES = (
    ("bohemia", 900, 1200, 1850, 1640), ("brandenburg", 600, 560, 1540, 1010),
    ("east-prussia", 1520, 20, 2470, 600), ("hanover", 20, 200, 930, 1130),
    ("poland", 1440, 400, 2470, 1450), ("pomerania", 600, 140, 1560, 780),
    ("saxony", 600, 900, 1240, 1450), ("silesia", 1200, 840, 1850, 1440),
    ("west", 20, 750, 930, 1640),
)  # fmt: skip


def read_sectors(folder: Path) -> dict[str, str]:
    """The 33 sectors with the letter of their suit (F1.10)."""
    sectors = {}
    for place, row in rows_of("sectors.csv", folder):
        sectors[row["sector"]] = SUITS[one_of(place, row, "suit", SUITS)]
    if len(sectors) != 33:
        raise TableError(f"sectors.csv: {len(sectors)} sectors, not 33")
    return sectors


def read_cities(folder: Path, sectors: dict[str, str]) -> list[City]:
    """The 672 cities, sorted by id."""
    cities: list[City] = []
    for place, row in rows_of("cities.csv", folder):
        if bare(row["id"]) != "".join(c for c in row["id"] if c.isalnum()):
            raise TableError(f"{place}: the id {row['id']!r} is not in plain small letters")
        if cities and row["id"] <= cities[-1].id:
            raise TableError(f"{place}: {row['id']} is not in alphabetical order, or comes twice")
        suit = one_of(place, row, "suit", SUITS)
        if sectors[one_of(place, row, "sector", sectors)] != SUITS[suit]:
            raise TableError(f"{place}: {row['id']} has not the suit of its sector {row['sector']}")
        city = City(
            row["id"], row["name"], one_of(place, row, "country", COUNTRIES), suit, row["sector"],
            number_in(place, row, "x", 0, 2485), number_in(place, row, "y", 0, 1654), grid=row["grid"],
            objective_of=one_of(place, row, "objective_of", ("", *NATIONS)),
            objective_order=number_in(place, row, "objective_order", 1, 2) if row["objective_of"] else 0,
            depot_of=one_of(place, row, "depot_of", ("", *NATIONS)),
        )  # fmt: skip
        cities.append(city)
    check_cities(cities)
    return cities


def check_cities(cities: list[City]) -> None:
    """The counts of F1.8 and F1.9."""
    if len(cities) != 672:
        raise TableError(f"cities.csv: {len(cities)} cities, not 672")
    for nation, expected in OBJECTIVES.items():
        wanted = [city.objective_order for city in cities if city.objective_of == nation]
        found = wanted.count(1), wanted.count(2)
        if found != expected:
            raise TableError(f"cities.csv: {nation} has {found} objectives, not {expected} (F1.8)")
    if sum(bool(city.depot_of) for city in cities) != 10:
        raise TableError("cities.csv: there are not 10 depots (F1.9)")


def read_pieces(folder: Path, cities: list[City]) -> list[Piece]:
    """The 24 generals and 11 trains of F1.12."""
    pieces: list[Piece] = []
    ids = [city.id for city in cities]
    trains = dict.fromkeys(NATIONS, 0)
    for place, row in rows_of("pieces.csv", folder):
        nation = one_of(place, row, "nation", NATIONS)
        kind = one_of(place, row, "kind", ("general", "train"))
        rank = number_in(place, row, "rank", 1, 8) if kind == "general" else 0
        trains[nation] += not rank
        id_ = f"{nation}:{rank or f'train{trains[nation]}'}"
        pieces.append(Piece(id_, nation, kind, rank, row["name"], "city", one_of(place, row, "start_city_id", ids)))
    if (len(pieces), sum(piece.rank > 0 for piece in pieces)) != (35, 24):
        raise TableError("pieces.csv: there are not 24 generals and 11 trains (F1.1)")
    return pieces


def read_nations(folder: Path) -> list[Nation]:
    """The nations in their order (F1.1)."""
    nations: list[Nation] = []
    for place, row in rows_of("nations.csv", folder):
        if row["nation"] != NATIONS[len(nations)]:
            raise TableError(f"{place}: {row['nation']} is not the next nation in the order of play")
        most = number_in(place, row, "max_per_general", 1, 8)
        troops = number_in(place, row, "max_troops", 1, 32)
        nations.append(Nation(row["nation"], troops, most, number_in(place, row, "cards_per_turn", 1, 7)))
    return nations


def read_board(folder: Path) -> Pack:
    """All tables, checked."""
    sectors = read_sectors(folder)
    cities = read_cities(folder, sectors)
    near, main, number = read_roads(folder, {city.id: at for at, city in enumerate(cities)})
    if number != 976 or not all(near):
        raise TableError(f"roads.csv: {number} roads, not 976, or a city without a road")
    joined = [(a, b) for a, others in enumerate(near) for b in others if a < b]
    return Pack(
        "", "objectives", "", str(folder), tuple(cities),
        roads=tuple(Road(cities[a].id, cities[b].id, b in main[a]) for a, b in joined),
        sectors=tuple(Sector(id_, suit, 0, 0, 0, 0) for id_, suit in sorted(sectors.items())),
        setup=tuple(read_pieces(folder, cities)),
        nations=tuple(read_nations(folder)),
        south_line=LINE_5,
    )  # fmt: skip


def facts(folder: Path = DATA) -> dict[str, Any]:
    """All tables, checked, in the shape in which the rules use them."""
    return packed.facts(read_board(folder))


def facts_text(folder: Path = DATA) -> str:
    """The text of facts.py."""
    return module_text("The tables of data/ as Python values.", facts(folder))


def atlas(folder: Path = DATA) -> dict[str, Any]:
    """What only the map needs: the rectangles of the sectors and the shapes of the countries (F1.7)."""
    cities = read_cities(folder, read_sectors(folder))
    places = [(city.x, city.y, city.country) for city in cities]
    shapes = outlines(places, *SIZE)
    return {"SIZE": SIZE, "SECTORS": tuple(read_boxes(folder)), "SHAPES": shapes, "THEATRES": THEATRES}


def atlas_text(folder: Path = DATA) -> str:
    """The text of telling/atlas.py."""
    return module_text("The board as the map needs it.", atlas(folder))


if __name__ == "__main__":
    Path(__file__).with_name("facts.py").write_text(facts_text(), encoding="utf-8", newline="\n")
    Path(__file__).with_name("telling").joinpath("atlas.py").write_text(atlas_text(), encoding="utf-8", newline="\n")
