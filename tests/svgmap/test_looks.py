"""Maps whose looks stand in a style sheet: nothing is lost in them, and the sheet tells whatever a piece can be."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest
from map_positions import DEMO, ROLES, SEEDS, game, picture_of

from pbem.core.picture import City, Nation, Picture, Piece, Road, Stroke
from pbem.svgmap import draw, draw_above, draw_ground, draw_sheet
from pbem.svgmap.frames import Wish, frame_of
from pbem.svgmap.pieces import token_box, token_size

LAYER = '<g class="pieces"'
STEPS = (0, 9, 20, 33, 60)


def layer_of(svg: str) -> ElementTree.Element:
    """What stands on the ground."""
    found = ElementTree.fromstring(svg).find('.//{*}g[@class="pieces"]')
    assert found is not None
    return found


def words_of(svg: str, tag: str) -> list[str]:
    return sorted(node.text or "" for node in layer_of(svg).iter() if node.tag.endswith(f"}}{tag}"))


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("number", STEPS)
def test_all_that_is_written_on_a_whole_map_is_on_the_one_with_a_sheet(number: int, role: str | None) -> None:
    picture, strokes = picture_of(game(DEMO)[number], role)
    whole, short = draw(picture, strokes), draw_above(picture, strokes, "", "ground.svg", "pieces.css")
    marks = re.compile(r"[A-Z]2?")

    assert [text for text in words_of(whole, "text") if not marks.fullmatch(text)] == [
        text for text in words_of(short, "text") if not marks.fullmatch(text)
    ]
    told = words_of(short, "title")
    pieces = {text for text in words_of(whole, "title") if " in " in text} - {stroke.about for stroke in strokes}
    assert {text.partition(": ")[2] for text in pieces} <= set(told)
    assert {stroke.about for stroke in strokes} <= set(told)


@pytest.mark.parametrize("seed", SEEDS[:2])
def test_a_step_takes_less_than_half_of_what_it_takes_with_its_looks(seed: str) -> None:
    for row in game(seed)[::40]:
        picture, strokes = picture_of(row, None)
        whole = draw(picture, strokes).partition(LAYER)[2]
        short = draw_above(picture, strokes, "", "ground.svg", "pieces.css").partition(LAYER)[2]

        assert 2 * len(short.encode()) < len(whole.encode())


def test_the_sheet_is_the_same_at_every_step_and_for_every_reader() -> None:
    pictures = [picture_of(game(SEEDS[0])[number], role)[0] for number, role in zip(STEPS, ROLES, strict=True)]

    assert 1 == len({draw_sheet(picture) for picture in pictures})
    assert 1 == len({draw_ground(picture) for picture in pictures})


def test_whatever_a_piece_can_be_is_drawn() -> None:
    """Face-down, a stack, a train with the name of its city, a retreat: no part is without a rule in the sheet."""
    cities = (City("a", "Alpha", 100, 100), City("b", "Beta", 400, 300), City("c", "Gamma", 700, 500))
    nations = (Nation("red", "Red", "R", "#c8452a"), Nation("blue", "Blue", "B", "#1f5fa8", "#1a4f8f"))
    pieces = (
        Piece("one", "One", "red", "a", 1, True),
        Piece("two", "Two", "blue", "b", 1),
        Piece("three", "Three", "blue", "b", 2),
        Piece("t", "T1", "blue", "c"),
        Piece("u", "T12", "red", "c", face_down=True),
    )
    picture = Picture("Small", 800, 600, cities, (Road("a", "b"), Road("b", "c")), nations, pieces=pieces)
    strokes = (Stroke("retreat", "red", ("b", "a"), "One retreats."), Stroke("battle", "blue", ("b", "c"), "Battle."))
    svg, sheet = draw_above(picture, strokes, "", "ground.svg", "pieces.css"), draw_sheet(picture)

    assert 5 == svg.count(" in ") + svg.count("Two, Three")
    for name in re.findall('class="(\\w+)"', svg.partition(LAYER)[2]):
        assert f".{name} " in sheet or f".{name}{{" in sheet or f".{name}:" in sheet or f".{name}," in sheet
    assert 'class="down"' in svg and 'class="retreat"' in svg


def test_the_ground_of_many_maps_has_no_words_for_whoever_points_at_it() -> None:
    picture = picture_of(game(SEEDS[0])[0], None)[0]

    assert "<title>" not in draw_ground(picture)
    assert "<title>Berlin " in draw(picture)


def test_the_sign_of_one_piece_has_room_in_every_font() -> None:
    """It is not held to a planned width."""
    fonts = tomllib.loads(Path(__file__).with_name("advance_widths.toml").read_text(encoding="utf-8"))
    picture = picture_of(game(SEEDS[0])[0], None)[0]
    frame = frame_of(picture, Wish())
    for font in ("DejaVu Sans bold", "Liberation Sans bold"):
        widths = {letter: int(width) for width, letters in fonts[font].items() for letter in letters}
        for nation in picture.nations:
            for text, train in ((f"{nation.letter}8", False), (f"{nation.letter}T2", True)):
                wide = sum(widths[letter] for letter in text) * token_size(frame, train) / 1000
                assert wide < token_box(frame, text, train)[2] - 4 * frame.scale


def test_a_map_without_its_sheet_has_its_words_in_their_places() -> None:
    """Where it is shown as a picture nothing is loaded for it: what a piece is read by must not hang on the sheet."""
    picture, strokes = picture_of(game(SEEDS[0])[9], None)
    svg = draw_above(picture, strokes, "", "ground.svg", "pieces.css")

    assert ".pieces svg{overflow:visible}" in svg
    assert "background:#fffdf5" in svg
    assert "middle" == layer_of(svg).get("text-anchor")
