"""Read and check the tables in data/ (F1) and write them as the module facts.py, which loads in no time.

What only the map needs goes to telling/atlas.py.

Run ``python -m pbem.rulesets.friedrich.tables`` after changing a table.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pbem.core import bare, index
from pbem.rulesets.common.surveying import outlines
from pbem.rulesets.common.tables import SUITS, board, module_text, number_in, one_of, read_boxes, read_roads, rows_of
from pbem.rulesets.common.tables import TableError as TableError

DATA = Path(__file__).parent / "data"
NATIONS = ("prussia", "hanover", "russia", "sweden", "austria", "imperial", "france")
COUNTRIES = ("austria", "empire", "hanover", "poland", "prussia", "saxony", "sweden")
OBJECTIVES = {
    "prussia": (14, 0), "russia": (10, 0), "sweden": (5, 5), "austria": (12, 4), "imperial": (5, 5), "france": (10, 0)
}  # fmt: skip
SIZE = (2485, 1654)  # of the picture in whose pixels x and y are given


def read_sectors(folder: Path) -> dict[str, str]:
    """The 33 sectors with the letter of their suit (F1.10)."""
    sectors = {}
    for place, row in rows_of("sectors.csv", folder):
        sectors[row["sector"]] = SUITS[one_of(place, row, "suit", SUITS)]
    if len(sectors) != 33:
        raise TableError(f"sectors.csv: {len(sectors)} sectors, not 33")
    return sectors


def read_cities(folder: Path, sectors: dict[str, str]) -> list[dict[str, Any]]:
    """The 672 cities, sorted by id."""
    cities: list[dict[str, Any]] = []
    for place, row in rows_of("cities.csv", folder):
        if bare(row["id"]) != "".join(c for c in row["id"] if c.isalnum()):
            raise TableError(f"{place}: the id {row['id']!r} is not in plain small letters")
        if cities and row["id"] <= cities[-1]["id"]:
            raise TableError(f"{place}: {row['id']} is not in alphabetical order, or comes twice")
        suit = SUITS[one_of(place, row, "suit", SUITS)]
        if sectors[one_of(place, row, "sector", sectors)] != suit:
            raise TableError(f"{place}: {row['id']} has not the suit of its sector {row['sector']}")
        city = {
            "id": row["id"], "name": row["name"], "grid": row["grid"], "sector": row["sector"], "suit": suit,
            "country": one_of(place, row, "country", COUNTRIES),
            "x": number_in(place, row, "x", 0, 2485), "y": number_in(place, row, "y", 0, 1654),
            "objective": one_of(place, row, "objective_of", ("", *NATIONS)),
            "order": number_in(place, row, "objective_order", 1, 2) if row["objective_of"] else 0,
            "depot": one_of(place, row, "depot_of", ("", *NATIONS)),
        }  # fmt: skip
        cities.append(city)
    check_cities(cities)
    return cities


def check_cities(cities: list[dict[str, Any]]) -> None:
    """The counts of F1.8 and F1.9."""
    if len(cities) != 672:
        raise TableError(f"cities.csv: {len(cities)} cities, not 672")
    for nation, expected in OBJECTIVES.items():
        found = tuple(sum(c["objective"] == nation and c["order"] == order for c in cities) for order in (1, 2))
        if found != expected:
            raise TableError(f"cities.csv: {nation} has {found} objectives, not {expected} (F1.8)")
    if sum(bool(c["depot"]) for c in cities) != 10:
        raise TableError("cities.csv: there are not 10 depots (F1.9)")


def read_pieces(folder: Path, number: dict[str, int]) -> list[tuple[str, str, int, int, int]]:
    """The 24 generals and 11 trains of F1.12: id, name, nation, rank (0: train), set-up city."""
    pieces = []
    trains = dict.fromkeys(NATIONS, 0)
    for place, row in rows_of("pieces.csv", folder):
        nation = one_of(place, row, "nation", NATIONS)
        city = number[one_of(place, row, "start_city_id", number)]
        if one_of(place, row, "kind", ("general", "train")) == "general":
            rank = number_in(place, row, "rank", 1, 8)
            pieces.append((bare(row["name"]), row["name"], NATIONS.index(nation), rank, city))
        else:
            trains[nation] += 1
            id_ = f"t{trains[nation]}"
            pieces.append((f"{nation}-{id_}", id_.upper(), NATIONS.index(nation), 0, city))
    if (len(pieces), sum(rank > 0 for _, _, _, rank, _ in pieces)) != (35, 24):
        raise TableError("pieces.csv: there are not 24 generals and 11 trains (F1.1)")
    return pieces


def read_nations(folder: Path) -> list[tuple[str, int, int, int]]:
    """The nations in their order (F1.1): id, troop maximum, most of one general, cards drawn."""
    nations: list[tuple[str, int, int, int]] = []
    for place, row in rows_of("nations.csv", folder):
        if row["nation"] != NATIONS[len(nations)]:
            raise TableError(f"{place}: {row['nation']} is not the next nation in the order of play")
        most = min(8, number_in(place, row, "max_per_general", 1, 8))
        troops = number_in(place, row, "max_troops", 1, 32)
        nations.append((row["nation"], troops, most, number_in(place, row, "cards_per_turn", 1, 7)))
    return nations


def facts(folder: Path = DATA) -> dict[str, Any]:
    """All tables, checked, in the shape in which the rules use them."""
    cities = read_cities(folder, read_sectors(folder))
    number = {city["id"]: at for at, city in enumerate(cities)}
    near, main, roads = read_roads(folder, number)
    if roads != 976 or not all(near):
        raise TableError(f"roads.csv: {roads} roads, not 976, or a city without a road")
    pieces = read_pieces(folder, number)
    places = index((at, city["id"], city["name"]) for at, city in enumerate(cities))
    generals = index((at, id_, name) for at, (id_, name, _, rank, _) in enumerate(pieces) if rank)
    return {
        "IDS": tuple(city["id"] for city in cities),
        "NAMES": tuple(city["name"] for city in cities),
        "GRID": tuple(city["grid"] for city in cities),
        "X": tuple(city["x"] for city in cities),
        "Y": tuple(city["y"] for city in cities),
        "SUIT": "".join(city["suit"] for city in cities),
        "NEAR": tuple(tuple(n) for n in near),
        "MAIN": tuple(board(n) for n in main),
        "COUNTRY": {c: board([at for at, city in enumerate(cities) if city["country"] == c]) for c in COUNTRIES},
        "SECTOR": {
            s: board([at for at, city in enumerate(cities) if city["sector"] == s])
            for s in sorted({city["sector"] for city in cities})
        },
        "FIRST_ORDER": tuple(
            board([at for at, c in enumerate(cities) if (c["objective"], c["order"]) == (nation, 1)])
            for nation in NATIONS
        ),
        "SECOND_ORDER": tuple(
            board([at for at, c in enumerate(cities) if (c["objective"], c["order"]) == (nation, 2)])
            for nation in NATIONS
        ),
        "DEPOTS": tuple(tuple(at for at, c in enumerate(cities) if c["depot"] == n) for n in NATIONS),
        "PIECES": tuple(pieces),
        "NATIONS": tuple(read_nations(folder)),
        "CITY_NAMES": tuple(places),
        "GENERAL_NAMES": tuple(generals),
    }


def facts_text(folder: Path = DATA) -> str:
    """The text of facts.py."""
    return module_text("The tables of data/ as Python values.", facts(folder))


def atlas(folder: Path = DATA) -> dict[str, Any]:
    """What only the map needs: the rectangles of the sectors and the shapes of the countries (F1.7)."""
    cities = read_cities(folder, read_sectors(folder))
    places = [(city["x"], city["y"], city["country"]) for city in cities]
    return {"SIZE": SIZE, "SECTORS": tuple(read_boxes(folder)), "SHAPES": outlines(places, *SIZE)}


def atlas_text(folder: Path = DATA) -> str:
    """The text of telling/atlas.py."""
    return module_text("The board as the map needs it.", atlas(folder))


if __name__ == "__main__":
    Path(__file__).with_name("facts.py").write_text(facts_text(), encoding="utf-8", newline="\n")
    Path(__file__).with_name("telling").joinpath("atlas.py").write_text(atlas_text(), encoding="utf-8", newline="\n")
