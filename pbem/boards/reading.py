"""Rows and leaves as the values of a board, each table by itself; what tables say of each other is for ``checks``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.boards.forms import BoardForm
from pbem.boards.leaves import Leaf
from pbem.boards.rows import Row
from pbem.core.board import (
    Arrow,
    Boxes,
    City,
    Country,
    Icon,
    Marker,
    Nation,
    OffMapBox,
    Piece,
    PoliticalCard,
    Road,
    Sector,
    Space,
    Track,
    VictoryBox,
)

Tables = Mapping[str, list[Row]]
MOST_SPACES = 40


def cities(tables: Tables) -> tuple[City, ...]:
    """The cities in the order of their ids."""
    made = [_city(row) for row in tables.get("cities.csv", ())]
    return tuple(sorted(made, key=lambda city: (city.id, city.source)))


def _city(row: Row) -> City:
    fields = {name: row.values[name] for name in City._fields if name in row.values}
    return City(**fields, source=row.source)


def roads(tables: Tables) -> tuple[Road, ...]:
    """The roads, each from the end that comes first in the alphabet."""
    made = []
    for row in tables.get("roads.csv", ()):
        a, b = sorted((row["a"], row["b"]))
        made.append(Road(a, b, row["class"] == "main", row.source))
    return tuple(sorted(made, key=lambda road: (road.a, road.b, road.source)))


def sectors(tables: Tables) -> tuple[Sector, ...]:
    """The sectors in the order of their ids."""
    made = []
    for row in tables.get("sectors.csv", ()):
        edges = row["x_min"], row["y_min"], row["x_max"], row["y_max"]
        said = row["cities"] or -1
        made.append(Sector(row["sector"], row["suit"], *edges, row.values.get("map", ""), said, row.source))
    return tuple(sorted(made, key=lambda sector: (sector.id, sector.source)))


def countries(tables: Tables, form: BoardForm) -> tuple[Country, ...]:
    """The countries in the order of their ids; those of the form where there is no table of them."""
    if "countries.csv" not in form.tables:
        return tuple(Country(id_, id_.capitalize()) for id_ in form.countries)
    made = [
        Country(row["country"], row["name"], row["map"], row["home_of"], row["core"], row.source)
        for row in tables.get("countries.csv", ())
    ]
    return tuple(sorted(made, key=lambda country: (country.id, country.source)))


def setup(tables: Tables) -> tuple[Piece, ...]:
    """The pieces as they are written."""
    if "pieces.csv" in tables:
        return tuple(_numbered_pieces(tables["pieces.csv"]))
    return tuple(_piece(row) for row in tables.get("setup.csv", ()))


def _piece(row: Row) -> Piece:
    what = row["piece"], row["power"], row["kind"], row["rank"], row["name"]
    return Piece(*what, row["place"], row["at"], row.source)


def _numbered_pieces(rows: list[Row]) -> list[Piece]:
    """Pieces without an id of their own: generals by rank, trains by their number."""
    made: list[Piece] = []
    for row in rows:
        number = 1 + sum(piece.power == row["nation"] and piece.kind == row["kind"] for piece in made)
        tail = str(row["rank"]) if row["kind"] == "general" else f"train{number}"
        id_ = f"{row['nation']}:{tail}"
        made.append(
            Piece(id_, row["nation"], row["kind"], row["rank"], row["name"], "city", row["start_city_id"], row.source)
        )
    return made


def markers(tables: Tables) -> tuple[Marker, ...]:
    """The markers as they are written."""
    return tuple(
        Marker(row["city"], row["marker"], row["power"], row["from_pool"], row.source)
        for row in tables.get("markers.csv", ())
    )


def nations(tables: Tables) -> tuple[Nation, ...]:
    """The nations in the order of play."""
    return tuple(
        Nation(row["nation"], row["max_troops"], row["max_per_general"], row["cards_per_turn"], row.source)
        for row in tables.get("nations.csv", ())
    )


def political_cards(tables: Tables, form: BoardForm) -> tuple[PoliticalCard, ...]:
    """The cards as they are written."""
    if "political_cards.csv" not in tables:
        return ()
    tracks = form.tables["political_cards.csv"].facts["tracks"]
    return tuple(_card(row, tracks) for row in tables["political_cards.csv"])


def _card(row: Row, tracks: list[str]) -> PoliticalCard:
    arrows = tuple(Arrow(track, *row[track]) for track in tracks if row[track][0])
    effects = row["troops"], row["cards"], row["history"]
    return PoliticalCard(row["id"], row["year"], row["title"], row["shields"], arrows, *effects, row.source)


def boxes(leaf: Leaf | None) -> Boxes:
    """The boxes beside the maps."""
    if leaf is None:
        return Boxes()
    leaf.check_keys("off_map", "victory")
    off_map = leaf.leaf("off_map")
    found = [box for power in (off_map.table if off_map else ()) if off_map and (box := off_map.leaf(power))]
    return Boxes(tuple(map(_off_map_box, found)), tuple(map(_victory_box, leaf.leaves("victory"))))


def _off_map_box(leaf: Leaf) -> OffMapBox:
    leaf.check_keys("name", "return_city", "start")
    return OffMapBox(str(leaf.path[-1]), leaf.text("name"), leaf.text("return_city"), leaf.texts("start"), leaf.at())


def _victory_box(leaf: Leaf) -> VictoryBox:
    leaf.check_keys("id", "name", "powers", "holds", "rule", "start")
    holds = leaf.number("holds", 1, 9)
    return VictoryBox(leaf.text("id"), leaf.text("name"), leaf.texts("powers"), holds, leaf.texts("start"), leaf.at())


def tracks(leaf: Leaf | None, form: BoardForm) -> tuple[Track, ...]:
    """The tracks in the order of the form."""
    if leaf is None:
        return ()
    facts = form.tables[leaf.file].facts
    leaf.check_keys("card_boxes", *facts["tracks"])
    found = [track for id_ in facts["tracks"] if id_ in leaf.table and (track := leaf.leaf(id_))]
    return tuple(_track(track, facts) for track in found)


def _track(leaf: Leaf, facts: Mapping[str, Any]) -> Track:
    leaf.check_keys("left", "right", "start", "annexation_space", "space")
    spaces = tuple(_space(space, facts) for space in leaf.leaves("space"))
    annexation = leaf.number("annexation_space", 0, MOST_SPACES, default=0)
    start = leaf.number("start", 1, MOST_SPACES)
    return Track(str(leaf.path[-1]), leaf.text("left"), leaf.text("right"), start, spaces, annexation, leaf.at())


def _space(leaf: Leaf, facts: Mapping[str, Any]) -> Space:
    leaf.check_keys("n", "icons", "standing")
    icons = []
    for icon in leaf.leaves("icons"):
        icon.check_keys("kind", "power")
        icons.append(Icon(icon.word("kind", facts["icons"]), icon.text("power")))
    standing = leaf.word("standing", facts["standings"], default="")
    return Space(leaf.number("n", 1, MOST_SPACES), tuple(icons), standing, leaf.at())
