#!/usr/bin/env python3
"""How many instructions the commands of an installed version take, by those of their floor: before and after.

usage: counts.py

It uses only what the first version had, so that the same script counts every version: run it with the interpreter of an
environment in which that version is installed (not editable). The games are the same ones as in `table.py`, as each
version plays them. Counted by `perf`, else by valgrind, which takes thirty times as long as the command; no clock is
looked at, so other work on the machine does no harm.
"""

from __future__ import annotations

import inspect
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from pbem.store.reading import read_secret  # noqa: E402
from pbem.workflow import open_game  # noqa: E402
from pbem.workflow.adjudicate import adjudicate  # noqa: E402
from pbem.workflow.new import Plan, new  # noqa: E402
from pbem.workflow.reporting import report  # noqa: E402
from pbem.workflow.sheet import filled_sheet, heading  # noqa: E402
from pbem.workflow.simulate import sampled  # noqa: E402
from pbem.workflow.submit import submit  # noqa: E402

PBEM = os.path.join(os.path.dirname(sys.executable), "pbem")
SEED, STEPS, GAMES = "b3", 130, 200
ONE = {"one": True} if "one" in inspect.signature(adjudicate).parameters else {}  # the first version never ran on
COUNTERS = (
    ("perf", ["stat", "-x,", "-e", "instructions:u"], r"(\d+),[^\n]*instructions"),
    ("valgrind", ["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"], r"I +refs: +([\d,]+)"),
)


def without() -> list[str]:
    """The option for mails without pictures; the first version had none in them, and no such option."""
    told = subprocess.run([PBEM, "report", "--help"], capture_output=True, text=True, check=True).stdout
    return ["--no-map"] if "--no-map" in told else []


def plain_env() -> dict[str, str]:
    """An environment in which compiled templates are kept, and sets come out in one order."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")} | {
        "PYTHONHASHSEED": "0"
    }


def counter() -> tuple[list[str], str]:
    """Who counts here, and how it tells."""
    for program, words, told in COUNTERS:
        if path := shutil.which(program):
            said = subprocess.run([path, *words, sys.executable, "-c", ""], capture_output=True, text=True, check=False)
            if re.search(told, said.stderr):
                return [path, *words], told
    raise SystemExit("nobody counts instructions here: perf or valgrind is needed")


def counted(argv: Sequence[str]) -> int:
    """How many instructions a command takes."""
    words, told = counter()
    said = subprocess.run([*words, *argv], capture_output=True, text=True, check=False, env=plain_env())
    if said.returncode not in (0, 1) or not (count := re.search(told, said.stderr)):
        raise SystemExit(f"{' '.join(argv)}: {said.stderr}")
    return int(count[1].replace(",", ""))


def begun(top: Path) -> tuple[str, str, str]:
    """A game at Prussia's first move, the full sheet for it, which is in, and the view of its writer."""
    game, sheet = str(top / "first"), top / "prussia.toml"
    new(Plan(game, "friedrich", seed="bench"))
    adjudicate(game, ["all"])
    table = open_game(game)
    key = read_secret(table.game).keys["frederick"]
    top_lines = heading(table.game.name, table.under_way, "frederick", key, False)
    sheet.write_text(top_lines + (HERE / "prussia.toml").read_text(encoding="utf-8"), encoding="utf-8")
    submit(str(sheet), game)
    report(game, ["frederick"])
    return game, str(sheet), next(str(path) for path in Path(game, "reports").rglob("frederick.view.toml"))


def played(top: Path) -> str:
    """A game of 130 steps, played by bots through the store."""
    game, sheet = str(top / "long"), top / "long.toml"
    os.fsync = lambda descriptor: None  # nobody waits for the disk here
    new(Plan(game, "friedrich", seed=SEED))
    while (table := open_game(game)).last.number < STEPS:
        keys = read_secret(table.game).keys
        for role, body in sampled(table.ruleset, table.state, SEED, table.last.number, {}).items():
            sheet.write_text(filled_sheet(table.game.name, table.under_way, role, keys[role], body), encoding="utf-8")
            submit(str(sheet), game)
        adjudicate(game, **ONE)
    return game


def main() -> None:
    with tempfile.TemporaryDirectory() as place:
        top = Path(place)
        (game, sheet, view), long = begun(top), played(top)
        click = counted([sys.executable, "-c", "import click"])
        jinja = counted([sys.executable, "-c", "import click, jinja2"])
        rows = {
            "check-view": ([PBEM, "check", sheet, "--view", view], click),
            "check-game": ([PBEM, "check", sheet, "--game", game], click),
            "adjudicate": ([PBEM, "adjudicate", game], click),
            "report-txt": ([PBEM, "report", long, "--format", "txt"], jinja),
            "report-html": ([PBEM, "report", long, "--format", "txt,html"], jinja),
            "report-eml-text": ([PBEM, "report", long, *without(), "--eml", str(top / "outbox")], jinja),
            "report-eml": ([PBEM, "report", long, "--eml", str(top / "outbox")], jinja),
            "verify": ([PBEM, "verify", long], click),
            "status": ([PBEM, "status", long], click),
        }
        subprocess.run(
            [PBEM, "report", long], check=True, capture_output=True, env=plain_env()
        )  # templates are compiled
        for name, (argv, floor) in rows.items():
            print(f"{name:16} {counted(argv) / floor:7.2f}", flush=True)
        print(f"(a `status` of one game; of {GAMES} one after another {GAMES} times that)")


if __name__ == "__main__":
    main()
