"""Roads on invented nets: neighbours, distances, free paths, ways and the dots that people type."""

from __future__ import annotations

import pytest
from nets import board, letters, net, way

from pbem.rulesets.common.roads import DOTS, Roads, cities_in, fits, is_dots, shortest

# a - b = c = d, a side road a - e - d, and a dead end d - f
SQUARE = net("a-b=c=d", "a-e-d", "d-f")
A, B, C, D, E, F = range(6)


def test_the_cities_of_a_set_come_in_order() -> None:
    assert [0, 3, 700] == list(cities_in(1 << 700 | 0b1001))


def test_around_a_set_lie_the_neighbours_of_its_cities() -> None:
    assert "bde" == letters(SQUARE.around(board("ac")))
    assert 0 == SQUARE.around(0)


def test_rings_are_the_sets_at_each_distance() -> None:
    assert ["a", "be", "cd", "f"] == [letters(ring) for ring in SQUARE.rings(A)]


def test_within_holds_the_start_and_all_rings_up_to_the_distance() -> None:
    assert ["a", "abe", "abcde"] == [letters(SQUARE.within(A, most)) for most in range(3)]


def test_distance_is_the_least_number_of_roads() -> None:
    assert [0, 1, 2, 2, 1, 3] == [SQUARE.distance(A, city) for city in range(6)]


def test_cities_that_no_road_joins_have_no_distance() -> None:
    islands = net("a-b", "c-d")

    with pytest.raises(ValueError, match="no road leads from city 0 to city 2"):
        islands.distance(A, C)


def test_a_free_path_goes_round_what_is_blocked_and_no_farther_than_it_may() -> None:
    def ends(blocked: str, most: int) -> bool:
        return bool(SQUARE.reached(board("a"), SQUARE.all & ~board(blocked), most) & board("d"))

    assert [False, True] == [ends("", most) for most in (1, 2)]
    assert [False, True] == [ends("e", most) for most in (2, 3)]
    assert not ends("ce", 6)


def test_a_path_begins_and_ends_in_free_cities() -> None:
    assert board("a") == SQUARE.reached(board("a"), SQUARE.all, 0)
    assert 0 == SQUARE.reached(board("a"), SQUARE.all & ~board("a"), 6)


def test_what_is_reached_over_free_cities_is_free_itself() -> None:
    free = SQUARE.all & ~board("e")

    assert "abc" == letters(SQUARE.reached(board("a"), free, 2))
    assert "abcdf" == letters(SQUARE.reached(board("a"), free, 4))
    assert "" == letters(SQUARE.reached(board("e"), free, 4))


def test_two_nets_have_each_their_own_distances() -> None:
    straight = net("a-b-c-d-e-f")

    assert SQUARE != Roads(SQUARE.near, SQUARE.main)
    assert (2, 3) == (SQUARE.distance(A, D), straight.distance(A, D))
    assert ("abe", "ab") == (letters(SQUARE.within(A, 1)), letters(straight.within(A, 1)))


def test_a_way_is_on_main_roads_if_each_of_its_roads_is() -> None:
    assert SQUARE.all_main(B, way("cd"))
    assert SQUARE.all_main(B, way("cbcd"))
    assert not SQUARE.all_main(A, way("bcd"))
    assert not SQUARE.all_main(B, way("cde"))


def test_a_net_without_main_roads_has_none() -> None:
    assert not Roads(SQUARE.near).all_main(B, way("c"))
    assert not Roads(SQUARE.near).all_main(B, way("a"))


def test_the_set_of_all_cities_has_each_of_them() -> None:
    assert board("abcdef") == SQUARE.all


def test_ways_go_back_and_forth_and_farther_on_main_roads() -> None:
    assert {way("b"), way("e")} == set(SQUARE.ways(A, 1, 1, 0))
    assert {way("a"), way("c"), way("cb"), way("cd")} == set(SQUARE.ways(B, 1, 2, 0))


def test_a_way_may_end_in_a_blocked_city_and_not_lead_on() -> None:
    found = set(SQUARE.ways(A, 2, 2, board("b")))

    assert {way("b"), way("e"), way("ea"), way("ed")} == found


def test_a_closed_city_is_not_entered_at_all() -> None:
    assert {way("e"), way("ea"), way("ed")} == set(SQUARE.ways(A, 2, 2, 0, closed=board("b")))


def test_ways_on_main_roads_alone_are_a_forced_march() -> None:
    assert {way("c"), way("cb"), way("cd"), way("cbc"), way("cdc")} == set(SQUARE.ways(B, 0, 3, 0))


@pytest.mark.parametrize("text", ["...", " ... ", "…", ".."])
def test_dots_are_typed_in_several_ways(text: str) -> None:
    assert is_dots(text)
    assert not is_dots(f"{text}x")


@pytest.mark.parametrize(
    ("pattern", "fitting"),
    [
        ((A, B, C), True), ((A, C), False), ((A, B), False), ((A, B, C, D), False), ((DOTS, C), True),
        ((A, DOTS, C), True), ((DOTS, B, C), True), ((A, B, DOTS, C), True), ((DOTS, B), False), ((C, DOTS), False),
        ((DOTS, A, DOTS, C), True), ((DOTS, B, DOTS, A), False),
    ],
)  # fmt: skip
def test_a_way_fits_a_pattern_with_dots(pattern: tuple[int, ...], fitting: bool) -> None:
    assert fitting == fits((A, B, C), pattern)


def test_nothing_fits_no_pattern_but_the_way_that_is_none() -> None:
    assert fits((), ())
    assert not fits((A,), ())


def test_the_shortest_ways_that_fit_come_in_the_order_of_their_cities() -> None:
    ways = list(SQUARE.ways(A, 4, 4, 0))

    assert [way("ed")] == shortest(ways, (DOTS, D))
    assert [way("bcd")] == shortest(ways, (DOTS, C, DOTS, D))
    assert [way("ba"), way("ea")] == shortest(ways, (DOTS, A))
    assert [] == shortest(ways, (F,))


@pytest.mark.parametrize("taken", ["", "b", "c", "e", "be", "d"])
@pytest.mark.parametrize(("most", "main"), [(1, 1), (2, 3), (3, 4), (1, 3)])
@pytest.mark.parametrize("start", range(6))
def test_stops_are_the_ends_of_all_ways(start: int, most: int, main: int, taken: str) -> None:
    blocked = board(taken) & ~(1 << start)
    ends = {steps[-1] for steps in SQUARE.ways(start, most, main, blocked)} - {start}

    assert ends == {*cities_in(SQUARE.stops(start, ~blocked, most, main))}
