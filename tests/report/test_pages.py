"""Pages of HTML without a browser: red suits, and where a map opens."""

from __future__ import annotations

import pytest

from pbem.core.picture import City, Nation, Picture, Piece
from pbem.report.opening import Opening, opening, own_box, with_own
from pbem.report.pages import reddened
from pbem.svgmap import draw

HEART = '<i class="red">♥</i>'
CITIES = (City("celle", "Celle", 300, 300), City("minden", "Minden", 400, 350), City("prag", "Prag", 900, 700))
NATIONS = (Nation("hanover", "Hanover", "H", "#79bfe8"), Nation("austria", "Austria", "A", "#ffffff"))
PIECES = (
    Piece("ferdinand", "Ferdinand", "hanover", "celle", 1),
    Piece("cumberland", "Cumberland", "hanover", "minden", 2),
    Piece("daun", "Daun", "austria", "prag", 1),
)
BOARD = Picture("Board", 1000, 800, CITIES, (), NATIONS, pieces=PIECES)


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>13♥ and 4♠</p>", f"<p>13{HEART} and 4♠</p>"),
        ("<td>♥</td>", f"<td>{HEART}</td>"),
        ('<p title="13♥">a</p>', '<p title="13♥">a</p>'),
        ("<title>13♥</title><p>♥</p>", f"<title>13♥</title><p>{HEART}</p>"),
        ("<style>a > b::before { content: '♥' }</style>", "<style>a > b::before { content: '♥' }</style>"),
        ("<script>if (a < b) { say('♥') }</script>", "<script>if (a < b) { say('♥') }</script>"),
        ("plain", "plain"),
    ],
)
def test_red_suits_are_marked_where_they_are_read(html: str, expected: str) -> None:
    assert expected == reddened(html)


def test_the_own_pieces_are_those_of_the_nations_commanded() -> None:
    assert (190, 225, 510, 425) == own_box(BOARD._replace(own=("hanover",)))
    assert (790, 625, 1000, 775) == own_box(BOARD._replace(own=("austria",)))
    assert own_box(BOARD) is None


def test_where_own_pieces_are_far_apart_most_of_them_are_shown() -> None:
    both = BOARD._replace(own=("hanover", "austria"))
    alone = both._replace(pieces=(*PIECES[1:], Piece("lacy", "Lacy", "austria", "prag", 2)))

    assert own_box(BOARD._replace(own=("hanover",))) == own_box(both)
    assert own_box(BOARD._replace(own=("austria",))) == own_box(alone)


def test_generals_are_looked_at_before_trains() -> None:
    trains = tuple(Piece(f"t{n}", f"T{n}", "austria", "prag", 0) for n in range(1, 5))
    both = BOARD._replace(own=("hanover", "austria"), pieces=(*PIECES, *trains))

    assert own_box(BOARD._replace(own=("hanover",))) == own_box(both)


def test_of_two_groups_on_one_screen_the_larger_one_is_in_the_middle() -> None:
    """Between them there would be nothing to see, and both at the edge."""
    cities = (*CITIES, City("lehrte", "Lehrte", 570, 340))
    stack = (Piece("heinrich", "Heinrich", "hanover", "lehrte", 3), Piece("keith", "Keith", "hanover", "lehrte", 4))
    both = BOARD._replace(own=("hanover",), cities=cities, pieces=(PIECES[0], *stack))

    assert own_box(both._replace(pieces=stack)) == own_box(both)
    assert own_box(both._replace(pieces=PIECES[:1])) == own_box(both._replace(pieces=(PIECES[0], stack[0])))


def test_pieces_from_one_to_the_next_are_one_group_as_far_as_a_screen_goes() -> None:
    row = tuple(City(f"city{n}", f"City {n}", 100 + 150 * n, 300) for n in range(6))
    pieces = tuple(Piece(f"general{n}", f"General {n}", "hanover", f"city{n}", n + 1) for n in range(6))

    three, six = (own_box(BOARD._replace(own=("hanover",), cities=row, pieces=some)) for some in (pieces[:3], pieces))

    assert three is not None
    assert (13, 225, 487, 375) == tuple(map(round, three))
    assert three == six


def test_a_map_tells_where_the_own_pieces_are() -> None:
    picture = BOARD._replace(own=("hanover",))
    svg = with_own(draw(picture), picture)

    assert svg.startswith('<svg data-own="190 ')
    found = opening(svg)
    assert found is not None
    assert (190, 320) == (found.left, found.width)
    assert 3.1 == pytest.approx(found.zoom, abs=0.1)


def test_a_map_of_nobody_in_particular_opens_whole() -> None:
    svg = draw(BOARD)

    assert svg == with_own(svg, BOARD)
    assert opening(svg) is None
    assert opening("../../maps/0007.svg") is None


def test_the_board_may_lie_anywhere_in_the_picture() -> None:
    picture = BOARD._replace(own=("hanover",))
    svg = '<svg viewBox="0 0 500 1000"><svg x="0" y="100" width="500" height="400" viewBox="0 0 1000 800"></svg></svg>'

    assert Opening(190, 212, 320, 100, 3.12, 2.75) == opening(with_own(svg, picture))


def test_a_single_piece_does_not_fill_the_screen() -> None:
    svg = '<svg data-own="10 10 20 20" viewBox="0 0 1000 1000"></svg>'

    assert Opening(10, 10, 10, 10, 5.4, 5.4) == opening(svg)
