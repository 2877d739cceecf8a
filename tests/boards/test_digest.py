"""The digest of a board: of what its tables say, and of nothing else; the same on every machine."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from spoilt_boards import add, board_of, changed, edit

from pbem.boards import load, shipped
from pbem.boards.build import digests_text
from pbem.boards.digests import DIGESTS

HERE = Path(__file__).parents[2] / "pbem" / "boards"


def reversed_rows(data: bytes) -> bytes:
    head, *rows = data.splitlines(keepends=True)
    return head + b"".join(reversed(rows))


def other_ends(data: bytes) -> bytes:
    return b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n")


@pytest.mark.parametrize(
    "change",
    [
        changed("cities.csv", other_ends),
        changed("tracks.toml", lambda data: data.replace(b"\n", b"\r\n")),
        changed("cities.csv", reversed_rows),
        changed("roads.csv", reversed_rows),
        edit("roads.csv", "aachen,koeln,main", "koeln,aachen,main"),
        edit("cities.csv", "aachen,Aachen", "# a remark\n\naachen, Aachen "),
        edit("countries.csv", "with Lorraine and Alsace", "another note"),
        edit("board.toml", "House board", "Our board"),
        edit("boxes.toml", '"Ostpreussen"   ', '"Ostpreussen"'),
        changed("cities.csv", lambda data: data.replace("ö".encode(), "o\u0308".encode())),
    ],
    ids=[
        "line-ends",
        "toml-line-ends",
        "cities",
        "roads",
        "direction",
        "remarks",
        "notes",
        "name",
        "spaces",
        "accents",
    ],
)
def test_the_digest_does_not_hang_on_how_tables_are_written(change: Callable[[Path], None], tmp_path: Path) -> None:
    folder = shutil.copytree(board_of("house"), tmp_path / "mine")
    change(folder)

    assert load("house").digest == load(str(folder)).digest


@pytest.mark.parametrize(
    "change",
    [
        edit("roads.csv", "aachen,koeln,main", "aachen,koeln,minor"),
        edit("cities.csv", "aachen,Aachen", "aachen,Aix-la-Chapelle"),
        edit("cities.csv", ",706,536,", ",707,536,"),
        edit("tracks.toml", 'kind = "tc_penalty", power = "austria"', 'kind = "tc_bonus", power = "austria"'),
        edit("political_cards.csv", ",3,self,0", ",2,self,0"),
        edit("markers.csv", "koeln,elector,france", "koeln,elector,austria+pragmatic"),
        edit("boxes.toml", '"troyes"', '"reims"'),
    ],
    ids=["road", "name", "place", "icon", "card", "marker", "box"],
)
def test_every_thing_that_is_said_counts(change: Callable[[Path], None], tmp_path: Path) -> None:
    folder = shutil.copytree(board_of("house"), tmp_path / "mine")
    change(folder)

    assert load("house").digest != load(str(folder)).digest


def test_a_row_that_is_added_counts(tmp_path: Path) -> None:
    folder = shutil.copytree(board_of("house"), tmp_path / "mine")
    add("roads.csv", "aachen,trier,minor")(folder)

    assert load("house").digest != load(str(folder)).digest


def test_the_digests_of_the_boards_that_come_with_the_program_are_fresh() -> None:
    """To write them anew: python -m pbem.boards.build."""
    assert digests_text() == (HERE / "digests.py").read_text(encoding="utf-8")
    assert set(shipped()) == set(DIGESTS)
