"""The ground is one and the same for every step and reader; what happens is drawn above it, and can be seen there."""

from __future__ import annotations

from itertools import combinations

import pytest
from map_positions import ROLES, SEEDS, game, picture_of, set_up

from pbem.core.picture import Picture, Stroke
from pbem.rulesets import ruleset_of
from pbem.rulesets.friedrich.telling.picture import LANDS
from pbem.svgmap import Wish, draw
from pbem.svgmap.frames import frame_of
from pbem.svgmap.ground import board_of, ground_of, mark_box
from pbem.svgmap.labels import distance, overlap
from pbem.svgmap.land import SEA
from pbem.workflow.grounds import lettered

PICTURE = picture_of(set_up(), None)[0]
SAXONY = next(theatre for theatre in PICTURE.theatres if theatre.id == "saxony")
WISHES = {"whole": Wish(), "around": Wish(city="breslau", radius=4), "theatre": Wish(theatre=SAXONY)}


def ground_in(svg: str) -> str:
    """The group of the ground."""
    start, end = svg.index('<g class="ground">'), svg.index('\n<g class="pieces">')
    return svg[start:end]


@pytest.mark.parametrize("frame", WISHES)
def test_the_ground_is_the_same_for_every_step_and_reader(frame: str) -> None:
    wish = WISHES[frame]._replace(shades=(("supply", "prussia"),))
    rows = game(SEEDS[0])
    grounds = {ground_in(draw(*picture_of(rows[number], role), WISHES[frame])) for number in (0, 60, 150, len(rows) - 1)
               for role in ROLES}  # fmt: skip
    ground_of.cache_clear()
    afresh = ground_in(draw(*picture_of(rows[90], "elisabeth"), wish))

    assert {afresh} == grounds
    assert afresh.endswith("</g>") and afresh.count("<g") == afresh.count("</g>")


def test_the_ground_is_drawn_from_nothing_that_changes() -> None:
    last = picture_of(game(SEEDS[0])[-1], "frederick")[0]

    assert any(row.gone for row in last.objectives)
    assert board_of(PICTURE) == board_of(last)
    assert not board_of(last).pieces


@pytest.mark.parametrize("seed", SEEDS)
def test_the_board_is_the_same_at_every_step(seed: str) -> None:
    boards = {board_of(picture_of(row, None)[0]) for row in game(seed)}

    assert {board_of(PICTURE)} == boards


def test_every_city_of_the_whole_board_has_its_name_beside_it() -> None:
    ground = ground_of(board_of(PICTURE), frame_of(PICTURE, Wish()))

    assert 672 == len(ground.names)
    assert [] == [city for city, name in ground.names.items() if distance(name.box, mark_box(ground, name.city)) > 6]


@pytest.mark.parametrize("frame", WISHES)
def test_names_and_marks_of_cities_do_not_overlap(frame: str) -> None:
    ground = ground_of(board_of(PICTURE), frame_of(PICTURE, WISHES[frame]))
    boxes = [(name.city.name, name.box) for name in ground.names.values()]
    boxes += [(f"the mark of {city.name}", mark_box(ground, city)) for city in ground.cities]
    found = [(one, other) for (one, a), (other, b) in combinations(boxes, 2) if overlap(a, b)]

    assert [] == [pair for pair in found if not all(name.startswith("the mark") for name in pair)]


def arrow_of(nation: str, kind: str = "move") -> str:
    """A step in which one arrow leads from Prag over Kolin to Pardubitz, without its ground."""
    stroke = Stroke(kind, nation, ("prag", "kolin", "pardubitz"), "a long march")
    return draw(PICTURE, (stroke,)).partition('<g class="pieces">')[2]


def test_an_arrow_lies_above_the_ground_and_below_the_marks_it_leads_over() -> None:
    layer = arrow_of("austria")
    arrow = layer.index("<title>a long march</title>")

    assert arrow < layer.index("<title>Kolin ")
    assert arrow < layer.index("<title>Prag ")
    assert arrow < layer.index("<title>Pardubitz ")
    assert "stroke-dasharray" not in layer[arrow : layer.index("</g>", arrow)]
    retreat = arrow_of("austria", "retreat")
    assert "stroke-dasharray" in retreat[: retreat.index("</g>")]


def linear(colour: str) -> list[float]:
    """Red, green and blue as amounts of light."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


# What those see who lack one kind of cones (Machado, Oliveira and Fernandes 2009), and those who see all colours.
EYES = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "no blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def contrast(one: str, other: str, eye: str) -> float:
    """How much lighter one colour is than the other, from 1 to 21."""
    lights = []
    for colour in (one, other):
        seen = [sum(a * b for a, b in zip(row, linear(colour), strict=True)) for row in EYES[eye]]
        red, green, blue = (min(1.0, max(0.0, value)) for value in seen)
        lights.append(0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
    return max(lights) / min(lights)


@pytest.mark.parametrize("eye", EYES)
def test_every_arrow_stands_out_from_every_land(eye: str) -> None:
    lands = ["#ffffff", SEA, *(tint for _, _, tint, _ in LANDS)]
    weak = [(nation.name, land) for nation in PICTURE.nations for land in lands
            if contrast(nation.arrow, land, eye) < 3]  # fmt: skip

    assert [] == weak
    for nation in PICTURE.nations:
        assert f'stroke="{nation.arrow}"' in arrow_of(nation.id)


@pytest.mark.parametrize("eye", EYES)
def test_a_face_down_piece_can_be_read(eye: str) -> None:
    assert contrast("#ffffff", "#2b2b2b", eye) > 7


def letters(picture: Picture, wish: Wish) -> list[str]:
    """The letters and numbers at the edges of a map, in the order they are written."""
    head = draw(picture, (), wish).partition('<g class="ground">')[0]
    return [part.partition("<")[0] for part in head.split(">") if part.endswith("</text") and part[:-6].isalnum()]


def test_the_edges_name_the_squares_of_the_part_that_is_shown() -> None:
    whole, part = letters(PICTURE, Wish("a b")), letters(PICTURE, WISHES["theatre"]._replace(caption="a b"))

    assert [letter for letter in "ABCDEFGHIJKLMNO" for _ in range(2)] == whole[:30]
    assert [str(number) for number in range(10, 0, -1) for _ in range(2)] == whole[30:]
    assert ["D", "D", "E", "E", "F", "F", "G", "G", "H", "H", "5", "5", "4", "4", "3", "3", "2", "2"] == part


def test_a_board_without_a_grid_has_no_edges() -> None:
    plain = PICTURE._replace(columns=(), rows=())

    assert [] == letters(plain, Wish("a b"))


def test_every_city_whose_name_carries_a_square_lies_in_it() -> None:
    squares = {band.label: (band.start, band.end) for band in (*PICTURE.columns, *PICTURE.rows)}
    named = [city for city in PICTURE.cities if city.name[-1].isdigit()]
    for city in named:
        square = city.name.rpartition(" ")[2]
        left, right = squares[square[0]]
        top, bottom = squares[square[1:]]
        assert left <= city.x < right and top <= city.y < bottom, city.name
    assert "Osterode M8" in {city.name for city in named}


def test_an_objective_is_filled_when_conquered_and_struck_out_when_its_nation_is_gone() -> None:
    first, second, *rest = PICTURE.objectives
    changed = PICTURE._replace(objectives=(first._replace(held=True), second._replace(gone=True), *rest))
    before = draw(PICTURE).partition('<g class="pieces">')[2]
    after = draw(changed).partition('<g class="pieces">')[2]

    assert ", conquered</title>" not in before and "no longer takes part" not in before
    assert 1 == after.count(", conquered</title>")
    assert 1 == after.count(", which no longer takes part</title>")
    assert "of a nation that is gone" in after and "of a nation that is gone" not in before


def test_the_table_with_the_places_of_names_is_fresh() -> None:
    """If not: python -m pbem.workflow.grounds writes it anew."""
    found = lettered(ruleset_of("friedrich"))

    assert found is not None
    assert found[1] == found[0].read_text(encoding="utf-8")


def test_the_names_of_the_whole_board_come_out_of_the_table_and_stand_where_they_would_be_put() -> None:
    frame = frame_of(PICTURE, Wish())
    board = board_of(PICTURE)

    assert 672 == len(board.names)
    assert ground_of(board._replace(names=()), frame).names == ground_of(board, frame).names
    moved = board.names[0]._replace(x0=1.0, x1=60.0)
    elsewhere = ground_of(board._replace(names=(moved, *board.names[1:])), frame)
    assert (1.0, 60.0) == elsewhere.names[moved.city].box[0::2]
