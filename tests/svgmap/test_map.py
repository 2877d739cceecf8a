"""The map: fixed bytes, nothing missing, nothing on top of each other, and no secret in it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from pbem.core.chance import Chance
from pbem.core.events import Event, seen_by
from pbem.core.picture import City, Nation, Picture, Piece, Road, Stroke
from pbem.rulesets import ruleset_of
from pbem.rulesets.friedrich.board import CITY, NAMES
from pbem.svgmap import Wish, draw
from pbem.svgmap.frames import frame_of
from pbem.svgmap.ground import mark_box
from pbem.svgmap.labels import Box, meets, overlap, text_width
from pbem.svgmap.layout import planned
from pbem.svgmap.pieces import Scene, token_size
from pbem.svgmap.shapes import num
from pbem.testing import altered
from pbem.workflow.mapping import Wanted, city_of, sketch_of_view, strokes_of, svg_of
from pbem.workflow.simulate import sampled

RULES = ruleset_of("friedrich")
ROLES = (None, "frederick", "elisabeth", "maria-theresa", "pompadour")
LIMIT = 400_000


@cache
def steps(count: int = 45) -> list[tuple[Any, tuple[Event, ...]]]:
    """The first steps of a game between bots: each state with the events that led to it."""
    chance = Chance("map")
    state = RULES.rules.set_up("4p", {option.id: option.default for option in RULES.options})
    played: list[tuple[Any, tuple[Event, ...]]] = [(state, ())]
    for number in range(count):
        bodies = sampled(RULES, state, "map", number, {})
        step = RULES.rules.resolve(state, bodies, chance)
        state = step.state
        played.append((state, step.events))
    return played


def picture_at(number: int, role: str | None = None) -> tuple[Picture, tuple[Stroke, ...]]:
    state, events = steps()[number]
    return RULES.map.picture(RULES.secrets.view_of(state, role), role), strokes_of(RULES.map, seen_by(events, role))


def svg_at(number: int, role: str | None = None, wanted: Wanted | None = None, state: Any = None) -> str:
    found, events = steps()[number]
    view = RULES.secrets.view_of(found if state is None else state, role)
    sketch = sketch_of_view(RULES, view, role, seen_by(events, role), "winter-1756")
    assert sketch is not None
    return svg_of(sketch, wanted or Wanted())


def plan_at(number: int, role: str | None = None, wish: Wish | None = None) -> Scene:
    picture, strokes = picture_at(number, role)
    return planned(picture, strokes, frame_of(picture, wish or Wish()))


def titles(svg: str) -> str:
    return "\n".join(node.text or "" for node in ElementTree.fromstring(svg).iter() if node.tag.endswith("title"))


@pytest.mark.parametrize("number", [0, 9, 20, 45])
def test_the_whole_board_is_sound_and_small(number: int) -> None:
    svg = svg_at(number)

    assert ElementTree.fromstring(svg).tag.endswith("svg")
    assert len(svg.encode()) < LIMIT
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")


def test_every_city_and_every_piece_is_on_the_map() -> None:
    svg = titles(svg_at(20, "frederick"))
    state, _ = steps()[20]
    view = RULES.map.picture(RULES.secrets.view_of(state, "frederick"), "frederick")

    assert 672 == len(NAMES)
    for city in view.cities:
        assert f"{city.name} {city.about}" in svg
    for piece in view.pieces:
        assert piece.name in svg
    assert svg.count("depot of") == 10
    for objective in view.objectives:
        assert f"{next(city.name for city in view.cities if city.id == objective.city)} " in svg
    ground = titles(svg_at(20, "frederick", Wanted(moves=False))).count("objective of")
    changed = sum(objective.held or objective.gone for objective in view.objectives)
    assert len(view.objectives) + changed == ground


def hard_boxes(scene: Scene) -> Iterator[tuple[str, Box]]:
    """What nothing may lie upon."""
    for token in scene.tokens:
        yield token.text, token.outer
        if token.label is not None:
            yield "/".join(token.label.lines), token.label.box
    for city in scene.ground.cities:
        yield f"mark of {city.name}", mark_box(scene.ground, city)


@pytest.mark.parametrize("number", [0, 9, 20, 33, 45])
@pytest.mark.parametrize("around", ["", "Breslau", "Leipzig"])
def test_labels_pieces_and_marks_do_not_overlap(number: int, around: str) -> None:
    picture, _ = picture_at(number)
    wish = Wish(city=city_of(picture, around) if around else "", radius=4)
    boxes = list(hard_boxes(plan_at(number, "frederick", wish)))

    for (one, a), (other, b) in combinations(boxes, 2):
        assert not overlap(a, b) or one.startswith("mark of"), f"{one} lies on {other}"


def test_a_cut_out_names_nearly_every_city() -> None:
    picture, _ = picture_at(20)
    scene = plan_at(20, None, Wish(city=city_of(picture, "Breslau"), radius=3))

    assert len(scene.ground.names) >= 0.95 * len(scene.ground.cities)


def test_pieces_stand_apart_even_in_a_crowd() -> None:
    cities = tuple(City(f"c{n}", f"City {n}", 300 + 34 * (n % 4), 300 + 34 * (n // 4)) for n in range(16))
    roads = tuple(Road(f"c{n}", f"c{n + 1}") for n in range(15))
    nations = (Nation("red", "Red", "R", "#c8452a"),)
    pieces = tuple(Piece(f"p{n}", f"Piece {n}", "red", f"c{n}", 1 + n % 8) for n in range(16))
    picture = Picture("Crowd", 800, 800, cities, roads, nations, pieces=pieces)
    tokens = planned(picture, (), frame_of(picture, Wish())).tokens

    assert 16 == len(tokens)
    assert not any(overlap(a.box, b.box) for a, b in combinations(tokens, 2))


def test_the_same_data_give_the_same_bytes() -> None:
    picture, strokes = picture_at(20)

    assert draw(picture, strokes) == draw(*picture_at(20))


def test_a_stored_game_gives_the_same_map() -> None:
    state, _ = steps()[20]

    assert svg_at(20, "frederick") == svg_at(20, "frederick", state=RULES.files.decode(RULES.files.encode(state)))


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("number", [0, 9, 20, 45])
def test_the_map_tells_no_secret(role: str | None, number: int) -> None:
    state, _ = steps()[number]
    wanted = Wanted(around="Berlin", radius=9, shades=(("protection", "austria"), ("supply", "prussia")))
    for seed in "abc":
        other = RULES.secrets.twin_of(state, role, Chance(seed))
        assert svg_at(number, role) == svg_at(number, role, state=other)
        assert svg_at(number, role, wanted) == svg_at(number, role, wanted, other)


def test_a_player_sees_the_own_numbers_only() -> None:
    own, public = svg_at(20, "frederick"), svg_at(20)
    state, _ = steps()[20]

    assert f">Heinrich {state.troops[2]}<" in own
    assert "Daun" in own and "Daun (" not in own
    assert "Heinrich (" not in public


def test_a_cut_out_looks_as_it_did(golden: Callable[[str, str], None]) -> None:
    state, _ = steps()[0]
    events = (
        Event("moved", {"nation": "prussia", "pieces": ["keith"], "way": ["strehlen", "breslau", "neumarkt"]}),
        Event("retreated", {"nation": "prussia", "generals": ["schwerin"], "from": "ohlau", "to": "strehlen"}),
        Event("battle", {"active": ["keith"], "other": ["daun"], "cities": ["brieg", "ohlau"], "troops": [8, 7],
                         "score": 1}),
    )  # fmt: skip
    state = state._replace(marked=1 << CITY["brieg"], conquered=1 << CITY["oels"], face_down=1 << 4)
    wanted = Wanted(around="Breslau", radius=2, shades=(("protection", "prussia"), ("supply", "prussia")))
    view, caption = RULES.secrets.view_of(state, "frederick"), "winter-1756, step 9"
    svg = svg_of(sketch_of_view(RULES, view, "frederick", events, caption), wanted)

    golden("maps/breslau.svg", svg)


def test_a_finished_drawing_stays_as_it_is() -> None:
    without = RULES._replace(map=None)
    painted = altered(without, svg=lambda view, role: "<svg/>")

    assert "<svg/>" == svg_of(sketch_of_view(painted, None, None, (), "x"))
    assert "" == svg_of(sketch_of_view(without, None, None, (), "x"))


def test_moves_retreats_and_battles_are_drawn() -> None:
    number = next(n for n, (_, events) in enumerate(steps()) if {"moved", "battle"} <= {e.kind for e in events})
    svg = titles(svg_at(number))
    without = titles(svg_at(number, wanted=Wanted(moves=False)))

    assert "Battle: " in svg and " - " in svg
    assert "Battle: " not in without


def test_a_box_knows_the_lines_through_it() -> None:
    box = (0.0, 0.0, 10.0, 10.0)

    assert meets(box, (-5, 5, 15, 5))
    assert meets(box, (5, 5, 6, 6))
    assert meets(box, (-1, 5, 5, 11))
    assert not meets(box, (-5, 8, 3, 16))
    assert not meets(box, (11, 0, 11, 10))
    assert not meets(box, (0, 10, 10, 10))


@cache
def advance_widths() -> dict[str, dict[str, int]]:
    """Of some fonts, each letter's width in thousandths of the type size."""
    fonts = tomllib.loads(Path(__file__).with_name("advance_widths.toml").read_text(encoding="utf-8"))
    return {font: {letter: int(width) for width in rows for letter in rows[width]} for font, rows in fonts.items()}


@pytest.mark.parametrize("weight", ["", " bold"])
@pytest.mark.parametrize("font", ["DejaVu Sans", "Liberation Sans"])
def test_no_name_is_squeezed_or_torn_by_its_planned_width(font: str, weight: str) -> None:
    """A wide font loses at most a hair between its letters, a narrow one gains at most what the eye takes for air."""
    widths = advance_widths()[font + weight]
    names = {*NAMES, *(piece.name for piece in picture_at(0)[0].pieces), "Friedrich 8 + Winterfeldt 4", "P1+2", "RT2"}
    for name in sorted(names):
        between = text_width(name, 1000, bold=bool(weight)) - sum(widths[letter] for letter in name)
        assert -60 <= between / len(name) <= 160, name


@pytest.mark.parametrize("around", ["", "Breslau"])
def test_every_word_on_the_map_is_held_to_the_width_it_was_planned_with(around: str) -> None:
    wish = Wish("winter-1756, step 20", city=city_of(picture_at(20)[0], around) if around else "")
    scene = plan_at(20, "frederick", wish)
    svg = ElementTree.fromstring(draw(*picture_at(20, "frederick"), wish))
    texts = [node for node in svg.iter() if node.tag.endswith("text") and len(node.text or "") > 2]
    held = {(node.text, node.get("x"), node.get("textLength")) for node in texts}

    signs = {token.text for token in scene.tokens if len(token.pieces) == 1} | {"PT1"}  # one piece: see test_looks.py
    assert [] == [text for text, _, width in held if not width and text not in signs]
    for name in scene.ground.names.values():
        x0, _, x1, _ = name.box
        width = text_width(name.city.name, name.size)
        assert (name.city.name, num((x0 + x1 - width) / 2), num(width)) in held
        assert width <= x1 - x0
    for token in scene.tokens:
        x0, _, x1, _ = token.box
        width = text_width(token.text, token_size(scene.frame, token.is_train), bold=True)
        assert token.text in signs or (token.text, num((x0 + x1) / 2), num(width)) in held
        assert width < x1 - x0
        for line in token.label.lines if token.label else ():
            left, _, right, _ = token.label.box if token.label else token.box
            width = text_width(line, token.label.size if token.label else 0, bold=True)
            assert (line, num((left + right) / 2), num(width)) in held
            assert width < right - left


def test_bold_text_is_wider() -> None:
    assert text_width("Friedrich", 10) < text_width("Friedrich", 10, bold=True)
    assert 0 == text_width("", 10)
