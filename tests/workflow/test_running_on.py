"""Running on: cut off at any operation on the disk, whole steps are left, and the next command goes on."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from ahead_games import HANOVER, begun, last, sent, stays, steps

from pbem.store import disk
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.status import status
from pbem.workflow.verify import verify

RUSSIA = {"for": "russia", "do": ["Saltikov > Lipno"]}
FRANCE = {"for": "france", "do": ["Richelieu stays"]}


class Killed(BaseException):
    """Not to be caught by anything."""


def ready(folder: Path) -> str:
    """A game in which three steps can be adjudicated at once."""
    game = begun(folder)
    sent(game, "elisabeth", {"ahead": [RUSSIA]})
    sent(game, "frederick", stays(HANOVER))
    return game


def cut_off(game: str, at: int, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Adjudicate, and die at that operation on the disk; whether it came to that."""
    count = 0

    def watcher(what: str, path: str) -> None:
        nonlocal count
        count += 1
        if count == at:
            raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(disk, "watcher", watcher)
        try:
            adjudicate(game)
        except Killed:
            return True
    return False


def test_a_run_that_is_cut_off_anywhere_leaves_whole_steps_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = ready(tmp_path)
    again = shutil.copytree(whole, str(tmp_path / "again"))
    done = adjudicate(again)
    expected, state = steps(again), last(again).state
    left = set()
    for at in range(1, 1000):
        game = shutil.copytree(whole, str(tmp_path / "cut"))
        if not cut_off(game, at, monkeypatch):
            break
        there = status(game).step - 1  # with a change that was begun and will be finished
        left.add(there)
        if there < done.number:
            adjudicate(game)
        else:
            sent(game, "pompadour", {"ahead": [FRANCE]})  # whatever writes next finishes it
        assert (expected, state) == (steps(game), last(game).state), at
        assert [] == list(verify(game).findings), at
        shutil.rmtree(game)

    assert 3 == done.number and at > 20
    assert {0, 1, 2, 3} == left  # none, one, two or all of the steps
