"""Pieces and their labels at every step of games (one; in the long round eleven), on the whole map.

Lengths are in units of the frame's scale, which is 1.5 of the board's own where the whole board is shown. A piece
stands at most ``TAIL`` from the mark of its city. A label stands at most ``BESIDE`` from its piece, and is nearer to it
than to any other piece and to the mark of any other city, by ``CLEAR`` at least: so it cannot be read as another's. It
covers no other label, no piece, no name and no mark of a city, no disc and no arrow. Where that cannot be, names are
shortened, to their first letters in need; then the label stands a little way off, at most ``LED`` and still nearer to
its piece than to any other, and a line leads to it that crosses no piece, label or mark; and last of all it is left
out: the piece has its signs, and all names in full are told to whoever points at it. Pieces never cover each other:
where armies are so crowded that there is no place beside a city, the tail of a piece is longer.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest
from map_positions import DEMO, ROLES, SEEDS, game, picture_of, scenes
from sampled import WHOLE

from pbem.core.picture import City, Nation, Picture, Piece, Road
from pbem.svgmap import draw
from pbem.svgmap.frames import Wish, frame_of
from pbem.svgmap.ground import mark_box
from pbem.svgmap.labels import Box, distance, grown, meets, overlap
from pbem.svgmap.layout import battle_box, planned
from pbem.svgmap.pieces import Scene, Token
from pbem.svgmap.tags import called

TAIL, BESIDE, CLEAR, LED = 26.0, 1.3, 1.0, 21.0
ARROW = 2.4  # half of an arrow's shaft


def faults(scene: Scene, tail: float = TAIL) -> Iterator[str]:
    """All that is wrong with where the pieces and labels of a scene stand."""
    for one, other in combinations(scene.tokens, 2):
        if overlap(one.outer, other.outer):
            yield f"{one.text} lies on {other.text}"
    for token in scene.tokens:
        if distance(token.box, mark_box(scene.ground, token.city)) > tail * scene.frame.scale:
            yield f"{token.text} is far from {token.city.name}"
        yield from faults_of_label(scene, token)


def faults_of_label(scene: Scene, token: Token) -> Iterator[str]:
    """What is wrong with one label."""
    if token.label is None:
        return
    box, scale = token.label.box, scene.frame.scale
    near = distance(box, token.outer)
    name = "/".join(token.label.lines)
    led = token.label.leader
    if near > (BESIDE if led is None else LED) * scale:
        yield f"{name} is far from {token.text}"
    if led is not None:
        yield from faults_of_leader(scene, token, led)
    for what, other in solid(scene, token):
        if overlap(box, other):
            yield f"{name} lies on {what}"
    for what, other in rivals(scene, token):
        if distance(box, other) < near + CLEAR * scale:
            yield f"{name} of {token.text} reads as belonging to {what}"
    for stroke in scene.strokes:
        for a, b in pairwise(scene.ground.known[city] for city in stroke.cities if stroke.kind != "battle"):
            if meets(grown(box, ARROW * scale), (a.x, a.y, b.x, b.y)):
                yield f"{name} lies on an arrow"


def faults_of_leader(scene: Scene, token: Token, line: tuple[float, float, float, float]) -> Iterator[str]:
    """What is wrong with the line that leads from a piece to its label."""
    rim = 0.5 * scene.frame.scale
    ends = [(x - rim, y - rim, x + rim, y + rim) for x, y in (line[:2], line[2:])]
    if not overlap(ends[0], token.outer) or token.label is None or not overlap(ends[1], token.label.box):
        yield f"the line of {token.text} does not lead to its label"
    for what, other in rivals(scene, token):
        if meets(other, line):
            yield f"the line of {token.text} crosses {what}"
    for one in scene.tokens:
        if one is not token and one.label is not None and meets(one.label.box, line):
            yield f"the line of {token.text} crosses a label"


def solid(scene: Scene, token: Token) -> Iterator[tuple[str, Box]]:
    """What a label may not cover, with its name."""
    for other in scene.tokens:
        yield other.text, other.outer
        if other.label is not None and other is not token:
            yield "/".join(other.label.lines), other.label.box
    for city in near(scene, token.city):
        if city.id in scene.ground.names:
            yield f"the name {city.name}", scene.ground.names[city.id].box
    for city, box in scene.questions:
        yield f"the question at {city.name}", box
    for stroke in scene.strokes:
        if stroke.kind == "battle":
            yield "a battle", battle_box(scene, stroke)
    yield token.city.name, mark_box(scene.ground, token.city)


def rivals(scene: Scene, token: Token) -> Iterator[tuple[str, Box]]:
    """To what a label could be thought to belong: other pieces and the marks of other cities."""
    yield from ((other.text, other.outer) for other in scene.tokens if other is not token)
    yield from ((city.name, mark_box(scene.ground, city)) for city in near(scene, token.city) if city != token.city)


SOME = [*SEEDS, DEMO] if WHOLE else [DEMO]
NEAR: dict[str, tuple[City, ...]] = {}  # no label and no name is half as long as the way to the other cities


def near(scene: Scene, city: City) -> tuple[City, ...]:
    """The cities whose marks and names a label at a city could touch."""
    key = f"{scene.picture.width} {city.id}"
    if key not in NEAR:
        cities = scene.ground.cities
        NEAR[key] = tuple(one for one in cities if abs(one.x - city.x) < 500 and abs(one.y - city.y) < 200)
    return NEAR[key]


def is_full(token: Token) -> bool:
    """Whether all generals of a stack are named in full."""
    return token.label is not None and all(called(piece) in "+".join(token.label.lines) for piece in token.pieces)


@pytest.mark.parametrize("seed", SOME)
def test_every_label_is_beside_its_piece_and_can_be_read_as_no_others(seed: str) -> None:
    found: list[str] = []
    stacks: list[Token] = []
    for number, scene in enumerate(scenes(seed)):
        found += [f"map {number}: {fault}" for fault in faults(scene)]
        stacks += [token for token in scene.tokens if not token.is_train]

    assert [] == found
    assert len(stacks) > 500
    assert sum(map(is_full, stacks)) >= 0.89 * len(stacks)
    assert sum(token.label is None for token in stacks) <= 0.03 * len(stacks)  # of most games none


def test_few_pieces_cover_the_name_of_a_city() -> None:
    """One piece in ten did, before names left room for pieces; where armies are crowded it cannot be helped."""
    rows = [picture_of(row, ROLES[at % 5]) for seed in SEEDS[:4] for at, row in enumerate(game(seed)) if at % 9 == 0]
    plans_ = [planned(picture, strokes, frame_of(picture, Wish())) for picture, strokes in rows]

    pieces = [(scene, token) for scene in plans_ for token in scene.tokens]
    hidden = [token for scene, token in pieces if any(overlap(n.box, token.outer) for n in scene.ground.names.values())]

    assert len(pieces) > 1500
    assert len(hidden) / len(pieces) < 0.055


def test_all_generals_are_named_at_the_start() -> None:
    scene = next(scenes(SEEDS[0]))
    names = [line for token in scene.tokens if token.label for line in token.label.lines]

    assert "Friedrich + Winterfeldt" in names
    assert [] == [token.text for token in scene.tokens if not token.is_train and token.label is None]
    assert [] == [name for name in names if "." in name]


CROWD = tuple(City(f"c{n}", f"Neustadt {n}", 300 + 40 * (n % 4), 300 + 34 * (n // 4)) for n in range(16))


def crowd(pieces: tuple[Piece, ...]) -> Picture:
    """Sixteen cities so close together that there is no room for long names."""
    roads = tuple(Road(f"c{n}", f"c{n + 1}") for n in range(15))
    return Picture("Crowd", 800, 800, CROWD, roads, (Nation("red", "Red", "R", "#c8452a"),), pieces=pieces)


def test_in_a_crowd_names_are_shortened_or_left_out_but_told_in_full_to_those_who_point() -> None:
    pieces = tuple(Piece(f"p{n}", f"Hildburghausen{n}", "red", f"c{n}", 1 + n % 8) for n in range(16))
    picture = crowd(pieces)
    scene = planned(picture, (), frame_of(picture, Wish()))
    titles = {node.text for node in ElementTree.fromstring(draw(picture)).iter() if node.tag.endswith("title")}

    assert [] == list(faults(scene))
    assert any(token.label is None or token.label.lines == ("Hild.",) for token in scene.tokens)
    for number in range(16):
        assert f"Red: Hildburghausen{number} in Neustadt {number}" in titles


ARMIES = {
    "few": """
prussia friedrich Dresden, winterfeldt Dresden, heinrich Meißen, keith Meißen
austria daun Pirna, browne Pirna, laudon Radeberg, lacy Radeberg
imperial hildburghausen Freiberg""",
    "many": """
prussia friedrich Dresden, winterfeldt Dresden, heinrich Dresden, schwerin Meißen, keith Meißen, seydlitz Meißen
prussia dohna Riesa, lehwaldt Oschatz, t1 Wurzen, t2 Görlitz
russia saltikov Kamenz, fermor Kamenz, apraxin Kamenz, tottleben Bischofswerda, t1 Bautzen
austria daun Pirna, browne Pirna, karl Pirna, laudon Radeberg, lacy Radeberg, t1 Aussig, t2 Teplitz
imperial hildburghausen Freiberg
france richelieu Döbeln, soubise Döbeln, chevert Döbeln, t1 Leisnig""",
}


def armies(rows: str) -> Picture:
    """The board with armies in a crowd around Dresden."""
    board = picture_of(game(SEEDS[0])[0], None)[0]
    named = {city.name: city.id for city in board.cities}
    known = {(piece.nation, piece.id.removeprefix(f"{piece.nation}-")): piece for piece in board.pieces}
    found = []
    for row in rows.strip().split("\n"):
        nation, _, rest = row.partition(" ")
        for word, city in (part.split() for part in rest.split(", ")):
            found.append(known[nation, word]._replace(city=named[city]))
    return board._replace(pieces=tuple(found))


@pytest.mark.parametrize("name", ARMIES)
@pytest.mark.parametrize("around", ["", "Dresden"])
def test_around_one_city_armies_stand_apart_and_every_label_is_its_own_pieces(name: str, around: str) -> None:
    picture = armies(ARMIES[name])
    city = next((city.id for city in picture.cities if city.name == around), "")
    scene = planned(picture, (), frame_of(picture, Wish(city=city, radius=5)))

    assert [] == list(faults(scene, tail=TAIL if name == "few" or around else 70.0))
    assert len(scene.tokens) == len({(piece.city, piece.nation, not piece.rank) for piece in picture.pieces})


@pytest.mark.skipif(not WHOLE, reason="a whole game, of whose maps one or two show it")
def test_in_need_a_stack_is_named_by_first_letters_or_a_little_way_off() -> None:
    stacks = [token for scene in scenes(SEEDS[5]) for token in scene.tokens if not token.is_train and token.label]
    lines = {token.label.lines for token in stacks if token.label}

    assert any("." in text and "+" in text and " " not in text for text in (line for one in lines for line in one))
    assert any(token.label.leader for token in stacks if token.label)


def test_a_long_name_is_shortened_and_a_short_one_is_not() -> None:
    assert "Schw. 8" == called(Piece("schwerin", "Schwerin", "prussia", "prag", 4, troops=8), short=True)
    assert "Schwerin 8" == called(Piece("schwerin", "Schwerin", "prussia", "prag", 4, troops=8))
    assert "Keith" == called(Piece("keith", "Keith", "prussia", "prag", 5), short=True)


def test_short_names_stay_apart_within_a_nation() -> None:
    pieces = [piece for piece in picture_of(game(SEEDS[0])[0], None)[0].pieces if piece.rank]
    short = [(piece.nation, called(piece, short=True)) for piece in pieces]

    assert len(short) == len(set(short)) == 24


def test_a_face_down_piece_shows_a_plain_dark_back() -> None:
    picture = crowd((Piece("p1", "Daun", "red", "c1", 1, face_down=True), Piece("p2", "Lacy", "red", "c9", 5)))
    layer = draw(picture).partition('<g class="pieces">')[2]
    down = layer.partition("Daun in Neustadt 1, face-down</title>")[2].partition("</g>")[0]
    up = layer.partition("Lacy in Neustadt 9</title>")[2].partition("</g>")[0]

    assert "url(" not in layer
    assert 'fill="#2b2b2b"' in down and ">R1</text>" in down
    assert 'fill="#2b2b2b"' not in up and ">R5</text>" in up


def test_what_everybody_sees_stands_at_the_same_places_for_all_readers() -> None:
    row = game(SEEDS[0])[40]
    pictures = {role: picture_of(row, role) for role in ROLES}
    planned_for = {role: planned(*shown, frame_of(shown[0], Wish())).tokens for role, shown in pictures.items()}
    own = {
        role: {piece.id for piece in shown[0].pieces if piece.troops is not None} for role, shown in pictures.items()
    }

    assert not own[None] and all(own[role] for role in ROLES if role)
    public = {token.text: (token.box, token.label) for token in planned_for[None]}
    for role, tokens in planned_for.items():
        others = [token for token in tokens if not {piece.id for piece in token.pieces} & own[role]]
        assert [(token.box, token.label) for token in others] == [public[token.text] for token in others]
        assert [token.box for token in tokens] == [public[token.text][0] for token in tokens]
