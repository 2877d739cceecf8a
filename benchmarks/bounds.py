#!/usr/bin/env python3
"""What the worst sheets and mails cost the desk: CPU seconds and memory of `check`, `submit` and `adjudicate`, and the
ratio to `python -c "import click"`.

usage: bounds.py [-n RUNS] [NAME ...]

Every sheet of tests/heavy.py and of tests/heavy_maria.py, and every mail of tests/mail/rubbish.py, is checked and
submitted as a process of its own, RUNS times; the least of each counts. A sheet that is accepted is adjudicated too,
and a stage with the heaviest sheets of all roles. Meant are 12 times `import click` for `check`, 16 times for the
others, and 100 MB; the last lines name the worst sheet of each title and the worst mail. With NAMEs only those whose
name holds one of them. Run it in an environment with pbem installed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "tests"), str(HERE)]
import heavy  # noqa: E402
import heavy_maria  # noqa: E402
import ratio  # noqa: E402
from heavy import for_role  # noqa: E402
from heavy_positions import ROLES, everywhere  # noqa: E402
from mail.rubbish import RUBBISH  # noqa: E402

from games import sheet_text  # noqa: E402
from pbem.workflow.adjudicate import adjudicate  # noqa: E402
from pbem.workflow.new import Plan, new  # noqa: E402
from pbem.workflow.submit import submit  # noqa: E402

PBEM = os.path.join(os.path.dirname(sys.executable), "pbem")
# The measuring process is a small one: the memory of a child begins with that of its parent.
SMALL = """
import os, sys
null = os.open(os.devnull, os.O_RDWR)
for _ in range(int(sys.argv[1])):
    pid = os.posix_spawn(sys.argv[2], sys.argv[2:], os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, null, 1),
                         (os.POSIX_SPAWN_DUP2, null, 2)])
    _, _, used = os.wait4(pid, 0)
    print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
"""


class Cost(NamedTuple):
    """What one command takes at least."""

    cpu: float  # seconds
    memory: float  # megabytes


class Sheets(NamedTuple):
    """The worst sheets of a title, by name, and the games they are sent to, by place."""

    sheets: Mapping[str, heavy.Heavy]
    begun: Callable[[Path], dict[str, str]]


FRIEDRICH, MARIA = Sheets(heavy.SHEETS, heavy.begun), Sheets(heavy_maria.SHEETS, heavy_maria.begun)


class Row(NamedTuple):
    kind: str  # "sheet", "sheet of Maria" or "mail"
    name: str
    command: str
    cost: Cost


def cost_of(runs: int, *argv: str) -> Cost:
    """The least of several runs."""
    command = [sys.executable, "-S", "-E", "-c", SMALL, str(runs), *argv]
    said = subprocess.run(command, capture_output=True, text=True, check=True, env=ratio.clean_env()).stdout
    rows = [tuple(map(float, line.split())) for line in said.splitlines()]
    return Cost(min(row[0] for row in rows), min(row[1] for row in rows))


def full_stage(top: Path) -> str:
    """A game in which all bids of a stage are in, the heaviest of each role."""
    (top / "full.toml").write_text(everywhere(), encoding="utf-8")
    game = str(top / "full")
    new(Plan(game, position=str(top / "full.toml"), seed="a", options={"bidding": "stage"}))
    adjudicate(game, ["all"])
    for role in ROLES:
        (top / "full.toml").write_text(sheet_text(game, role, {}) + for_role(role), encoding="utf-8")
        submit(str(top / "full.toml"), game)
    return game


def adjudicated(runs: int, game: str, top: Path) -> Cost:
    """The least of several adjudications of a copy of the game."""
    costs = []
    for number in range(runs):
        copy = str(top / f"copy-{number}")
        shutil.copytree(game, copy)
        costs.append(cost_of(1, PBEM, "adjudicate", copy, "--default", "all"))
        shutil.rmtree(copy)
    return Cost(min(cost.cpu for cost in costs), min(cost.memory for cost in costs))


def of_sheets(sheets: Sheets, places: Mapping[str, str]) -> dict[str, tuple[str, bytes]]:
    """Each sheet by name: the game it is sent to, and its bytes."""
    return {name: (places[row.place], (sheet_text(places[row.place], row.role, {}) + row.body()).encode())
            for name, row in sheets.sheets.items()}  # fmt: skip


def cases(top: Path) -> dict[tuple[str, str], tuple[str, bytes, bool]]:
    """Each by kind and name: the game it is sent to, its bytes, and whether it is a sheet that is taken."""
    found = {}
    for kind, sheets in (("sheet", FRIEDRICH), ("sheet of Maria", MARIA)):
        (top / kind).mkdir()
        for name, case in of_sheets(sheets, sheets.begun(top / kind)).items():
            found[kind, name] = (*case, sheets.sheets[name].legal)
    mails = {"twenty megabytes": b"From: a@example.org\n\n" + b"x = 1\n" * 3_400_000, **RUBBISH}
    return found | {("mail", name): (str(top / "sheet" / "move"), data, False) for name, data in mails.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", type=int, default=3)
    parser.add_argument("names", nargs="*")
    wished = parser.parse_args()
    floor = cost_of(max(5, wished.n), sys.executable, "-c", "import click")
    print("| kind | name | command | CPU s | MB | ratio to import click |\n| --- | --- | --- | ---: | ---: | ---: |")
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as top:
        file = Path(top, "orders.toml")
        for (kind, name), (game, data, legal) in cases(Path(top)).items():
            if wished.names and not any(part in name for part in wished.names):
                continue
            file.write_bytes(data)
            for argv in (("check", str(file), "--game", game), ("submit", game, str(file))):
                rows.append(Row(kind, name, argv[0], cost_of(wished.n, PBEM, *argv)))
                print(_shown(rows[-1], floor), flush=True)
            if legal:
                rows.append(Row(kind, name, "adjudicate", adjudicated(wished.n, game, Path(top))))
                print(_shown(rows[-1], floor), flush=True)
        if not wished.names or any(part in "all roles" for part in wished.names):
            cost = adjudicated(wished.n, full_stage(Path(top)), Path(top))
            rows.append(Row("sheet", "all roles", "adjudicate", cost))
            print(_shown(rows[-1], floor), flush=True)
    for kind in ("sheet", "sheet of Maria", "mail"):
        for command in ("check", "submit", "adjudicate"):
            if found := [row for row in rows if (row.kind, row.command) == (kind, command)]:
                worst, most = max(found, key=lambda row: row.cost.cpu), max(found, key=lambda row: row.cost.memory)
                print(f"\nworst {kind}: {_shown(worst, floor)}\nmost memory: {_shown(most, floor)}")


def _shown(row: Row, floor: Cost) -> str:
    cpu, memory = row.cost
    return f"| {row.kind} | {row.name} | {row.command} | {cpu:.2f} | {memory:.0f} | {cpu / floor.cpu:.1f} |"


if __name__ == "__main__":
    main()
