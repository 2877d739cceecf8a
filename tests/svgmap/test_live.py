"""Maps that change under the eyes of their reader: what has not moved stays where it is, as on any other map."""

from __future__ import annotations

import re
from functools import cache

import pytest

from pbem.core.picture import Picture
from pbem.rulesets import ruleset_of
from pbem.svgmap import draw, live
from pbem.svgmap.pieces import Scene

PIECES = re.compile(r'<g class="pieces">.*?</svg>', re.DOTALL)


@cache
def picture(title: str) -> Picture:
    ruleset = ruleset_of(title)
    assert ruleset.map is not None
    options = {option.id: option.default for option in ruleset.options}
    return ruleset.map.picture(ruleset.rules.set_up(ruleset.modes[0].id, options), ruleset.modes[0].roles[0].id)


def moved(board: Picture, piece: str, city: str) -> Picture:
    return board._replace(pieces=tuple(one._replace(city=city) if one.id == piece else one for one in board.pieces))


def places(scene: Scene) -> dict[tuple[str, ...], object]:
    return {tuple(piece.id for piece in row.pieces): (row.box, row.label) for row in scene.tokens}


@pytest.mark.parametrize("title", ["friedrich", "maria"])
def test_ground_and_layer_are_the_map_that_reports_show(title: str) -> None:
    board = picture(title)
    whole, layer = draw(board), live.layer(live.scene_of(board, ()))["layer"]

    assert layer in whole
    assert 'class="pieces"' not in live.ground(board)["svg"]
    assert 'class="ground"' in live.ground(board)["svg"]


@pytest.mark.parametrize("title", ["friedrich", "maria"])
def test_after_a_move_all_others_stay_where_they_are(title: str) -> None:
    board = picture(title)
    first = live.scene_of(board, ())
    mover = next(row.pieces[0] for row in first.tokens if len(row.pieces) == 1)
    free = next(city.id for city in board.cities if city.id not in {piece.city for piece in board.pieces})
    after = live.scene_of(moved(board, mover.id, free), (), first)
    before, now = places(first), places(after)

    assert before.keys() == now.keys()
    assert {(mover.id,)} == {pieces for pieces in before if before[pieces] != now[pieces]}
    boxes = [row.outer for row in after.tokens]
    assert not [
        (a, b)
        for at, a in enumerate(boxes)
        for b in boxes[:at]
        if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
    ]


def test_who_goes_and_comes_back_has_a_place_again() -> None:
    board = picture("friedrich")
    first = live.scene_of(board, ())
    mover = next(row.pieces[0] for row in first.tokens if len(row.pieces) == 1)
    free = next(city.id for city in board.cities if city.id not in {piece.city for piece in board.pieces})
    back = live.scene_of(board, (), live.scene_of(moved(board, mover.id, free), (), first))

    assert places(first).keys() == places(back).keys()
    assert {piece.city for row in back.tokens for piece in row.pieces} == {piece.city for piece in board.pieces}
