"""Games of the toy for tests: a game directory, sheets for it, and the program run on it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pbem import COMMANDS, cli
from pbem.rulesets import MODULES
from pbem.store.reading import read_secret
from pbem.store.writing import locked
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.new import Plan, new
from pbem.workflow.receipts import Receipt
from pbem.workflow.sheet import blank_sheet, filled_sheet
from pbem.workflow.simulate import sampled
from pbem.workflow.submit import submit

TESTS = Path(__file__).parent
cli.with_commands(COMMANDS)
# The program as a process of its own, with the toy among its rulesets.
START = f"""
import sys; sys.path.insert(0, {str(TESTS)!r})
import pbem.rulesets; pbem.rulesets.MODULES["toy"] = "toy"
from pbem import COMMANDS, main
from pbem.cli import with_commands; with_commands(COMMANDS)
"""


# The keys of envelopes are drawn anew for every game, and the ledger hangs on them; to compare bytes, these serve.
SAME_KEYS = (
    "age1w29smn77tmvlc6y37jghrgzth75md77f85jmw09rvmcgfddlsspqvtljfs",
    "AGE-SECRET-KEY-12K5ML04L3S23YU2QU9HMQ5MVFQGZGXR2TGDG25FZ5G3SA5HT5A8SNKH9R6",
)


@pytest.fixture
def same_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game has the same keys for its envelopes."""
    monkeypatch.setattr("pbem.seal.age.new_pair", lambda: SAME_KEYS)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the toy among the rulesets."""
    monkeypatch.setitem(MODULES, "toy", "toy")


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes part from this one, and so know the toy, whatever threads the tests before have left behind."""
    monkeypatch.setattr("pbem.workflow.engines.active_count", lambda: 1)


@pytest.fixture
def game(toy: None, tmp_path: Path) -> str:
    """A game at its set-up."""
    directory = str(tmp_path / "winter")
    new(Plan(directory, "toy", seed="a"))
    return directory


class Ran(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


@pytest.fixture
def pbem(toy: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run a command in this process."""

    def run(*words: str) -> Ran:
        monkeypatch.setattr(sys, "argv", ["pbem", *words])
        capsys.readouterr()
        code = cli._run()
        found = capsys.readouterr()
        return Ran(code, found.out, found.err)

    return run


WINTER_STEPS = 8  # of the game that grows, a fixture in tests/workflow


def process(*words: str, before: str = "", **options: Any) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a process of its own, after some lines of Python."""
    program = f"{START}{before}\nmain()"
    return subprocess.run([sys.executable, "-c", program, *words], capture_output=True, timeout=900, **options)


def sheet_text(directory: str, role: str, body: dict[str, Any], /, **heading: Any) -> str:
    """A sheet for the step under way; the heading can be changed."""
    table = open_game(directory)
    right = {
        "game": table.game.name,
        "step": table.under_way,
        "role": role,
        "key": read_secret(table.game).keys[role],
    }
    extra = "".join(f'{key} = "{heading.pop(key)}"\n' for key in ("status", "word") if key in heading)
    return extra + filled_sheet(**{**right, **heading}, body=body)


def sheet_file(directory: str, role: str, body: dict[str, Any], /, **heading: Any) -> str:
    """The same, written beside the game."""
    path = os.path.join(os.path.dirname(directory), "orders.toml")
    Path(path).write_text(sheet_text(directory, role, body, **heading))
    return path


def filled_in(directory: str, role: str, orders: str) -> str:
    """The sheet as it was sent, with its remarks, and these orders and tables in it; written beside the game."""
    table = open_game(directory)
    top, bracket, rest = blank_sheet(table, role, read_secret(table.game).keys[role]).partition("do = [\n")
    remarks, _, below = rest.partition("]\n")
    lines, _, tables = orders.partition("do = [\n")[2].partition("]\n")
    path = os.path.join(os.path.dirname(directory), "filled-in.toml")
    Path(path).write_text(f"{top}{bracket}{remarks}{lines}]\n{below}{tables}", encoding="utf-8")
    return path


def send(directory: str, role: str, body: dict[str, Any], /, **heading: Any) -> Receipt:
    """Submit a sheet."""
    return submit(sheet_file(directory, role, body, **heading), directory)


def send_all(directory: str) -> None:
    """Submit what the bots would."""
    table = open_game(directory)
    for role, body in sampled(table.ruleset, table.state, "bots", table.last.number, {}).items():
        assert not send(directory, role, body).answer.is_refused


def play_steps(directory: str, count: int) -> None:
    """Play some steps with bots."""
    for _ in range(count):
        send_all(directory)
        adjudicate(directory)


def finished(directory: str) -> None:
    """What every writing command does first: finish what was cut off. Reading ones leave it as it is."""
    with locked(directory):
        pass


def tree(directory: str) -> dict[str, bytes]:
    """Every file of a directory with its bytes."""
    top = Path(directory)
    return {str(path.relative_to(top)): path.read_bytes() for path in sorted(top.rglob("*")) if path.is_file()}
