"""What the map is made of, held against the tables: the grid, and what the moderator alone is shown."""

from __future__ import annotations

import pytest

from pbem.core.events import Happening
from pbem.rulesets.friedrich import RULESET, facts
from pbem.rulesets.friedrich import events as happened
from pbem.rulesets.friedrich.telling import atlas
from pbem.rulesets.friedrich.telling.picture import board, overlays, pieces, strokes


@pytest.mark.parametrize("axis", [0, 1])
def test_the_bands_of_the_grid_cover_the_map_without_a_gap(axis: int) -> None:
    found = (board().columns, board().rows)[axis]

    assert [0, *(band.end for band in found[:-1])] == [band.start for band in found]
    assert atlas.SIZE[axis] == found[-1].end
    assert sorted({grid[1:] if axis else grid[0] for grid in facts.GRID}) == sorted(band.label for band in found)


@pytest.mark.parametrize("axis", [0, 1])
def test_nearly_every_city_lies_in_the_band_of_its_square(axis: int) -> None:
    """Squares of the map are not cut by ruler: a few cities lie on their edges, and none farther off."""
    span = {band.label: (band.start, band.end) for band in (board().columns, board().rows)[axis]}
    places = zip(facts.GRID, (facts.X, facts.Y)[axis], strict=True)
    off = [max(span[g[1:] if axis else g[0]][0] - at, at - span[g[1:] if axis else g[0]][1], 0) for g, at in places]

    assert sum(distance > 0 for distance in off) < len(off) // 20
    assert max(off) < 40


def test_a_piece_off_the_map_is_not_drawn() -> None:
    data = {"prussia": {"keith": "Berlin 3", "heinrich": "off", "t1": "Glogau", "t2": "Achim"}}
    view = RULESET.files.position(data, "4p", {})

    assert [("keith", "berlin"), ("prussia-t1", "glogau"), ("prussia-t2", "achim")] == [
        (piece.id, piece.city) for piece in pieces(view)
    ]


@pytest.mark.parametrize(
    ("in_force", "options", "shown"),
    [
        ("", {}, (True, False)),
        ("11H", {}, (True, True)),
        ("", {"protection": "from-1"}, (False, False)),
        ("11H", {"protection": "from-1"}, (False, True)),
    ],
)
def test_protection_is_drawn_as_house_rule_and_card_have_it(
    in_force: str, options: dict[str, str], shown: tuple[bool, bool]
) -> None:
    data = {"turn": 7, "stage": "austria", "in_force": in_force, "prussia": {"heinrich": "Bunzlau 3"}}
    view = RULESET.files.position(data, "4p-expert", options)
    shade = next(shade for shade in overlays(view) if (shade.kind, shade.nation) == ("protection", "prussia"))

    assert shown == ("bunzlau" in shade.cities, "breslau" in shade.cities)
    assert (in_force == "11H") == (shade.title.endswith("Heinrich"))


WAY = ["berlin", "spandau"]
STROKES: list[tuple[Happening, list[tuple[str, str, tuple[str, ...]]]]] = [
    (happened.Moved(nation="prussia", pieces=["keith"], way=WAY), [("move", "prussia", ("berlin", "spandau"))]),
    (happened.Stepped(nation="austria", pieces=["laudon"], way=WAY), [("move", "austria", ("berlin", "spandau"))]),
    (happened.SteppedAside(nation="prussia", pieces=["keith"], way=WAY), []),
    (happened.Captured(nation="austria", train="prussia-t1", city="berlin"), []),
]


@pytest.mark.parametrize(("what", "drawn"), STROKES, ids=lambda part: type(part).__name__)
def test_moves_are_drawn_those_by_cards_too_and_nothing_else_that_has_a_way(
    what: Happening, drawn: list[tuple[str, str, tuple[str, ...]]]
) -> None:
    assert drawn == [(stroke.kind, stroke.nation, stroke.cities) for stroke in strokes(what.event())]
