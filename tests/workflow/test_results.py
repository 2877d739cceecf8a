"""Simulated games kept in a file: one line each, and work that was interrupted goes on where it stopped."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import toy as toys

from games import START
from pbem.core import VERSION
from pbem.core.chance import Chance
from pbem.store import GameFault
from pbem.testing import altered
from pbem.workflow import simulate as work
from pbem.workflow.results import read_games, simulated
from pbem.workflow.simulate import Order, Played, ordered, simulate


def order(**changes: object) -> Order:
    return ordered("toy", **{"games": 5, "seed": "s", **changes})  # type: ignore[arg-type]


def refused(path: Path, wanted: Order) -> GameFault:
    with pytest.raises(GameFault) as caught:
        simulated(wanted, str(path))
    return caught.value


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the games that are really played."""
    numbers: list[int] = []
    real = work.play_one

    def noted(order: Order, number: int) -> Played:
        numbers.append(number)
        return real(order, number)

    monkeypatch.setattr(work, "play_one", noted)
    return numbers


def test_the_file_says_what_was_played_and_has_a_line_for_each_game(toy: None, tmp_path: Path) -> None:
    games = simulated(order(), str(tmp_path / "out.jsonl"))
    head, *lines = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    wanted = {
        "format": 1, "kind": "pbem simulation", "ruleset": "toy", "revision": 3, "version": VERSION, "mode": "duel",
        "options": {"vows": "sworn"}, "temperaments": {}, "seed": "s",
    }  # fmt: skip

    assert wanted == head
    assert [0, 1, 2, 3, 4] == [line["game"] for line in lines]
    assert list(simulate(order())) == games == read_games(str(tmp_path / "out.jsonl")).games


def test_only_the_games_that_are_missing_are_played(toy: None, tmp_path: Path, played: list[int]) -> None:
    path = tmp_path / "out.jsonl"
    simulated(order(games=3), str(path))
    del played[:]
    games = simulated(order(), str(path))

    assert [0, 3, 4] == played  # the first again, to see that it is the same program that goes on
    assert list(simulate(order())) == games
    assert games[:2] == simulated(order(games=2), str(path))


def test_a_kill_at_any_byte_loses_no_more_than_the_game_under_its_pen(toy: None, tmp_path: Path) -> None:
    simulated(order(), str(tmp_path / "whole.jsonl"))
    whole, path = (tmp_path / "whole.jsonl").read_bytes(), tmp_path / "out.jsonl"
    for cut in sorted({0, 1, 20, len(whole) - 1, *random.Random(1).sample(range(len(whole)), 25)}):
        path.write_bytes(whole[:cut])
        lost = 5 - len(read_games(str(path)).games) if whole[:cut].count(b"\n") else 5
        games = simulated(order(), str(path))

        assert list(simulate(order())) == games
        assert lost == 5 - max(0, whole[:cut].count(b"\n") - 1)
        assert whole == path.read_bytes()


@pytest.mark.parametrize(
    ("change", "key"),
    [({"seed": "t"}, "seed"), ({"mode": "long"}, "mode"), ({"options": {"vows": "none"}}, "options.vows"),
     ({"temperaments": {"north": "meek"}}, "temperaments.north")],
)  # fmt: skip
def test_the_games_of_another_match_are_refused(toy: None, tmp_path: Path, change: dict[str, object], key: str) -> None:
    path = tmp_path / "out.jsonl"
    simulated(order(games=1), str(path))
    before = path.read_bytes()
    fault = refused(path, order(**change))

    assert "PB560" == fault.code.id and f"`{key}`" in fault.message
    assert before == path.read_bytes()


@pytest.mark.parametrize("key", ["version", "revision", "ruleset"])
def test_the_games_of_another_program_are_refused(toy: None, tmp_path: Path, key: str) -> None:
    path = tmp_path / "out.jsonl"
    simulated(order(games=1), str(path))
    head, rest = path.read_text().split("\n", 1)
    path.write_text(f"{json.dumps(json.loads(head) | {key: 'another'})}\n{rest}")

    assert f"`{key}`" in refused(path, order()).message


def test_a_program_that_plays_otherwise_does_not_go_on(
    toy: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "out.jsonl"
    simulated(order(games=2), str(path))
    other = altered(toys.RULESET, sample=lambda view, role, _, temper: toys.sample(view, role, Chance("x"), temper))
    monkeypatch.setattr(toys, "RULESET", other)
    fault = refused(path, order())

    assert "PB560" == fault.code.id and "game 0" in fault.message


@pytest.mark.parametrize(
    "text", ["my diary\n", "my diary", '{"format":1}\n', '{"format":2,"kind":"pbem simulation"}\n', "[]\n", "\x00\n"]
)
def test_a_file_of_something_else_is_left_alone(toy: None, tmp_path: Path, text: str) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text(text)

    assert "PB561" == refused(path, order()).code.id
    assert text == path.read_text()


@pytest.mark.parametrize(
    "line",
    ["{", "[]", '{"game":1}', '{"game":-1,"seed":"s-1"}', "null", "NaN", "[" * 5000],
)
def test_a_line_that_makes_no_sense_is_named(toy: None, tmp_path: Path, line: str) -> None:
    path = tmp_path / "out.jsonl"
    simulated(order(games=2), str(path))
    head, first, second = path.read_text().splitlines()
    path.write_text(f"{head}\n{first}\n{line}\n{second}\n")
    fault = refused(path, order())

    assert "PB561" == fault.code.id and "line 3" in fault.message


def test_a_game_that_is_there_twice_counts_once_and_never_two_ways(toy: None, tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    simulated(order(games=2), str(path))
    head, first, second = path.read_text().splitlines()
    path.write_text(f"{head}\n{first}\n{first}\n{second}\n")

    assert 2 == len(read_games(str(path)).games)
    path.write_text(f"{head}\n{first}\n{first.replace('north', 'south')}\n{second}\n")
    assert "line 3" in refused(path, order()).message


def test_two_commands_do_not_write_one_file_at_once(toy: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "out.jsonl"
    monkeypatch.setattr("pbem.store.locking.PATIENCE", 0.0)
    found = []

    def watch(games: object, _: int) -> object:
        found.append(refused(path, order()).code.id)
        return games

    simulated(order(games=2), str(path), watch)  # type: ignore[arg-type]

    assert ["PB516"] == found


def test_without_a_file_nothing_is_written(toy: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    assert list(simulate(order())) == simulated(order())
    assert [] == list(tmp_path.iterdir())


WORDS = ("simulate", "fredericus", "--mode", "2p", "--games", "30", "--seed", "kill")
PROGRAM = [sys.executable, "-m", "pbem", *WORDS]
# The program, which kills itself when it writes the seventh line: each is opened, cut to length, written and synced.
KILLED = f"""{START}
import os, signal
from pbem.store import disk
operations = []
def watcher(what, path):
    operations.append(what)
    if len(operations) == 4 * 6 + 3:
        os.kill(os.getpid(), signal.SIGKILL)
disk.watcher = watcher
if __name__ == "__main__":
    main()
"""


def test_a_simulation_that_is_killed_goes_on_and_gives_the_same_table(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    options = ("--jobs", "2", "--out", str(path))
    killed = subprocess.run([sys.executable, "-c", KILLED, *WORDS, *options])
    there = path.read_bytes()
    again = subprocess.run([*PROGRAM, *options], capture_output=True, text=True, check=True)
    whole = subprocess.run(PROGRAM, capture_output=True, text=True, check=True)

    assert -signal.SIGKILL == killed.returncode
    assert 6 == there.count(b"\n")
    assert path.read_bytes().startswith(there[: there.rfind(b"\n") + 1])
    assert whole.stdout == again.stdout
    assert "30 of 30 games" in again.stdout
