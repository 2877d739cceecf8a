"""The bare board of a map, of an invented land."""

from __future__ import annotations

from nets import net

from pbem.core.picture import Band, City, Country, Nation, Road, Sector
from pbem.rulesets.common.picture import bands, countries, ground, sectors

ROADS = net("a-b=c", "a-c")
CITIES = tuple(City(f"{letter}-id", letter, 10 * at, 5) for at, letter in enumerate("abc"))
NORTH = Nation("north", "North", "N", "#000000")


def test_the_ground_has_every_road_once_with_its_kind_and_nothing_stands_on_it() -> None:
    board = ground("Hills", (400, 300), CITIES, ROADS, (NORTH,))

    assert (Road("a-id", "b-id"), Road("a-id", "c-id"), Road("b-id", "c-id", True)) == board.roads
    assert ("Hills", 400, 300, CITIES, (NORTH,)) == (
        board.title,
        board.width,
        board.height,
        board.cities,
        board.nations,
    )
    assert ((), (), ()) == (board.pieces, board.objectives, board.marked)


def test_sectors_show_the_signs_of_their_suits() -> None:
    assert (Sector("x", "♥", 1, 2, 3, 4), Sector("y", "♠", 5, 6, 7, 8)) == sectors(
        [("x", "H", 1, 2, 3, 4), ("y", "S", 5, 6, 7, 8)]
    )


def test_countries_have_their_shapes() -> None:
    shapes = {"hills": ((0, 0, 9, 0, 9, 9),), "lakes": ()}

    assert (
        Country("lakes", "the Lakes", "#aaaaaa", (), 45),
        Country("hills", "Hills", "#bbbbbb", shapes["hills"], 0),
    ) == (countries([("lakes", "the Lakes", "#aaaaaa", 45), ("hills", "Hills", "#bbbbbb", 0)], shapes))


def test_the_bands_of_a_grid_end_halfway_to_the_next_and_cover_the_board() -> None:
    found = bands(["B", "A", "A", "B", "C"], [60, 10, 30, 70, 91], 120)

    assert (Band("A", 0, 45), Band("B", 45, 80), Band("C", 80, 120)) == found
