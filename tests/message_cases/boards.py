"""Boards with faults, and games whose board is not at hand."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import spoilt_boards
import spoilt_politics
from spoilt_boards import Spoilt

from message_cases.common import case, changed
from pbem.boards import load
from pbem.workflow.boarding import begin, draw
from pbem.workflow.journal import position
from pbem.workflow.new import Plan, new
from pbem.workflow.status import status


def _told(row: Spoilt) -> Callable[[], Any]:
    """The complaint that a damage leads to."""

    def work() -> Any:
        found = spoilt_boards.spoilt(row, Path("board").resolve()).complaints
        return next(one for one in found if (one.code.id, one.facts.get("form", "")) == (row.code, row.form))

    return work


for row in (*spoilt_boards.CASES, *spoilt_politics.CASES):
    case(row.code, row.title)(_told(row))


@case("BD109", "a board that is not there")
def no_such_board() -> Any:
    return load("ours")


@case("BD109", "a way to a board that leads upwards")
def upwards() -> Any:
    return load("../ours")


@case("BD109", "a file in the place of a board")
def no_folder() -> Any:
    Path("ours").write_text("no board")
    return load("ours")


@case("BD401", "a game on a board with faults")
def unsound() -> Any:
    _ours("roads.csv", "achim,bremen,main", "achim,bremen,wide")
    return new(Plan("spring", board="ours"))


@case("BD402", "a game without its board")
def no_board_at_hand() -> Any:
    _game()
    shutil.rmtree("spring/board")
    return status("spring")


@case("BD403", "a game whose tables were changed")
def other_board() -> Any:
    _game()
    path = Path("spring/board/cities.csv")
    path.write_text(path.read_text(encoding="utf-8").replace("Achim", "Achimstadt"), encoding="utf-8")
    return status("spring")


@case("BD403", "a game whose tables were spoilt")
def no_board_any_more() -> Any:
    _game()
    Path("spring/board/roads.csv").unlink()
    return status("spring")


@case("BD404", "a board for a title without one")
def castle_on_a_board() -> Any:
    return new(Plan("castle", "fredericus", board="house"))


@case("BD404", "a board of another title")
def board_of_another_title() -> Any:
    return new(Plan("spring", board="house"))


@case("BD405", "a game on a board that is not complete")
def not_complete() -> Any:
    _ours("board.toml", "south_line", "complete = false\nsouth_line")
    return new(Plan("spring", board="ours"))


@case("BD405", "a position of one board, and another board")
def position_of_another_board() -> Any:
    _game()
    position("spring", "spring.toml")
    return new(Plan("summer", position="spring.toml", board="friedrich"))


@case("BD406", "a picture of a board without a city")
def nothing_drawn() -> Any:
    begin("ours", "maria")
    return draw("ours")


@case("PB509", "a digest of a board that is none")
def no_digest() -> Any:
    changed("game.toml", "[options]", '[board]\nname = "ours"\ndigest = "../../ours"\n\n[options]')
    return status("winter")


@case("PB518", "a new board in a folder that is in use")
def in_use() -> Any:
    return begin("winter", "friedrich")


@case("PB519", "a template for a title without boards")
def no_title() -> Any:
    return begin("ours", "chess")


def _ours(file: str, old: str, new_: str) -> None:
    """A board of our own, with one thing changed in it."""
    shutil.copytree(spoilt_boards.board_of("friedrich"), "ours")
    spoilt_boards.edit(file, old, new_)(Path("ours"))


def _game() -> None:
    """A game on a board of our own, which no cache knows."""
    _ours("cities.csv", "achim,Achim,", "achim,Achimsburg,")
    new(Plan("spring", board="ours", seed="a"))
    shutil.rmtree(os.environ["PBEM_CACHE"])
    for name in [name for name in sys.modules if name.startswith("pbem.rulesets.friedrich_on_")]:
        del sys.modules[name]
