"""Tables of an invented board: read with the place of every fault, and written as a module."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pbem.rulesets.common.tables import (
    TableError,
    board,
    joined,
    module_text,
    number_in,
    one_of,
    read_boxes,
    read_roads,
    rows_of,
)

NUMBER = {"ash": 0, "birch": 1, "cedar": 2, "elm": 3}


def folder(path: Path, **tables: str) -> Path:
    for name, text in tables.items():
        (path / f"{name}.csv").write_text(text, encoding="utf-8")
    return path


def roads(path: Path, *rows: str) -> Any:
    return read_roads(folder(path, roads="\n".join(["a,b,class", *rows]) + "\n"), NUMBER)


def test_rows_know_their_lines(tmp_path: Path) -> None:
    rows = list(rows_of("trees.csv", folder(tmp_path, trees="name,size\nash,3\nelm,4\n")))

    assert [("trees.csv:2", {"name": "ash", "size": "3"}), ("trees.csv:3", {"name": "elm", "size": "4"})] == rows


@pytest.mark.parametrize("text", ["", "x", "-1", "0", "6", "2.5"])
def test_a_number_out_of_bounds_is_refused_with_its_place(text: str) -> None:
    assert 5 == number_in("trees.csv:2", {"size": "5"}, "size", 1, 5)
    with pytest.raises(TableError, match=f"^trees.csv:2: size is '{text}', not a number from 1 to 5$"):
        number_in("trees.csv:2", {"size": text}, "size", 1, 5)


def test_a_word_that_is_no_choice_is_refused_with_its_place() -> None:
    assert "elm" == one_of("trees.csv:2", {"name": "elm"}, "name", NUMBER)
    with pytest.raises(TableError, match=r"^trees.csv:2: name is 'oak', not one of ash, birch, cedar, elm$"):
        one_of("trees.csv:2", {"name": "oak"}, "name", NUMBER)
    with pytest.raises(TableError, match="name is None"):
        one_of("trees.csv:2", {}, "name", NUMBER)


def test_roads_lead_both_ways_and_main_roads_are_roads_too(tmp_path: Path) -> None:
    near, main, number = roads(tmp_path, "ash,elm,minor", "ash,birch,main", "birch,cedar,main")

    assert [[1, 3], [0, 2], [1], [0]] == near
    assert [[1], [0, 2], [1], []] == main
    assert 3 == number


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("ash,birch,minor", "roads.csv:3: the road ash-birch comes twice"),
        ("birch,ash,main", "roads.csv:3: the road birch-ash comes twice or is the wrong way round"),
        ("ash,ash,main", "roads.csv:3: the road ash-ash"),
        ("ash,oak,main", "roads.csv:3: b is 'oak'"),
        ("ash,elm,wide", "roads.csv:3: class is 'wide', not one of main, minor"),
    ],
)
def test_a_wrong_road_is_refused_with_its_line(tmp_path: Path, row: str, fault: str) -> None:
    with pytest.raises(TableError, match=f"^{fault}"):
        roads(tmp_path, "ash,birch,main", row)


def test_a_set_of_cities_is_one_number() -> None:
    assert (0b1101, 0) == (board([0, 2, 3]), board([]))


def test_lines_that_almost_meet_are_one() -> None:
    assert {0: 0, 100: 108, 108: 108, 115: 108, 126: 126} == joined([100, 0, 115, 108, 126, 100])


def test_the_boxes_of_sectors_meet_and_come_in_order(tmp_path: Path) -> None:
    rows = "sector,suit,x_min,x_max,y_min,y_max\nright,hearts,104,200,0,90\nleft,spades,0,100,0,90\n"

    assert [("left", "S", 0, 0, 104, 90), ("right", "H", 104, 0, 200, 90)] == read_boxes(folder(tmp_path, sectors=rows))


def test_a_module_gives_the_values_back_that_it_was_made_of() -> None:
    values = {"IDS": ("ash", "elm"), "NEAR": ((1,), (0,)), "COUNTRY": {"wood": 3}}
    found: dict[str, Any] = {}
    exec(module_text("Trees.", values), found)

    assert values == {name: found[name] for name in values}
    assert "Trees. Written by tables.py; change the tables, not this file." == found["__doc__"]
