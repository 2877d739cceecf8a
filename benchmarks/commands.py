#!/usr/bin/env python3
"""How long the commands take, as ratios to `python -c "import click"`, and whether they slow down with age.

usage: commands.py [-n RUNS]

Builds a game of Friedrich in a temporary place, at Frederick's first move, and measures `check` of the full
sheet prussia.toml and `adjudicate` of that stage against the floor. For growth it plays on to step 4 and compares
`adjudicate` there with the same position renumbered to step 400, the steps between being copies of old ones (a
game of bots need not last so long). Run it in a clean virtual environment with pbem installed (not editable).
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import ratio  # noqa: E402

from pbem.store.reading import read_secret  # noqa: E402
from pbem.store.writing import write_file  # noqa: E402
from pbem.workflow import open_game  # noqa: E402
from pbem.workflow.adjudicate import adjudicate  # noqa: E402
from pbem.workflow.new import Plan, new  # noqa: E402
from pbem.workflow.reporting import report  # noqa: E402
from pbem.workflow.sheet import filled_sheet, heading  # noqa: E402
from pbem.workflow.simulate import sampled  # noqa: E402
from pbem.workflow.submit import submit  # noqa: E402

PBEM = os.path.join(os.path.dirname(sys.executable), "pbem")


def send_all(game: str, scratch: str) -> dict[str, str]:
    """Submit what the bots would; the sheets by role."""
    table = open_game(game)
    keys, sheets = read_secret(table.game).keys, {}
    for role, body in sampled(table.ruleset, table.state, "bench", table.last.number, {}).items():
        sheets[role] = os.path.join(scratch, f"{role}.toml")
        text = filled_sheet(table.game.name, table.under_way, role, keys[role], body)
        write_file(sheets[role], text.encode(), sync=False)
        if submit(sheets[role], game).answer.is_refused:
            raise SystemExit(f"a bot wrote a faulty sheet: {sheets[role]}")
    return sheets


def play_until(game: str, scratch: str, kind: str, step: int = 0) -> dict[str, str]:
    """Play on until a decision of that kind is awaited at or after that step; its sheets, submitted."""
    while True:
        table = open_game(game)
        if table.ruleset.result(table.state) is not None:
            raise SystemExit(f"the game was over at step {table.last.number}")
        ready = table.under_way >= step and any(owed.kind == kind for owed in table.awaiting)
        sheets = send_all(game, scratch)
        if ready:
            return sheets
        adjudicate(game)


def full_sheet(game: str, scratch: str) -> str:
    """The full sheet of Prussia's first turn, submitted."""
    table = open_game(game)
    with open(os.path.join(HERE, "prussia.toml"), encoding="utf-8") as file:
        body = file.read()
    key = read_secret(table.game).keys["frederick"]
    path = os.path.join(scratch, "prussia.toml")
    text = f"{heading(table.game.name, table.under_way, 'frederick', key, False)}{body}"
    write_file(path, text.encode(), sync=False)
    if submit(path, game).answer.diagnostics:
        raise SystemExit("the full sheet is not clean")
    return path


def lengthened(source: str, target: str, extra: int) -> None:
    """The same game with a long history: its last step renumbered, old steps before it."""
    from pbem.core.chance import sha256

    shutil.copytree(source, target)
    folder = os.path.join(target, "steps")
    names = sorted(os.listdir(folder))
    last = names[-1]
    number = int(last[:4])
    with open(os.path.join(folder, last), "rb") as file:
        rest = file.read().partition(b"\n")[2]
    for at in range(number, number + extra):
        shutil.copy(os.path.join(folder, names[at % number]), os.path.join(folder, f"{at:04}-old.toml"))
    os.unlink(os.path.join(folder, last))
    rest = rest.replace(b"\nstep = %d\n" % number, b"\nstep = %d\n" % (number + extra), 1)
    with open(os.path.join(folder, f"{number + extra:04}{last[4:]}"), "wb") as file:
        file.write(b'digest = "%s"\n' % sha256(rest).hex().encode() + rest)
    _renumber_inbox(target, number + 1, number + extra + 1)


def _renumber_inbox(game: str, old: int, new_: int) -> None:
    inbox = os.path.join(game, "inbox")
    os.rename(os.path.join(inbox, f"{old:04}"), place := os.path.join(inbox, f"{new_:04}"))
    for name in os.listdir(place):
        path = os.path.join(place, name)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace(f"step = {old}\n", f"step = {new_}\n", 1))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", type=int, default=60)
    runs = parser.parse_args().n
    with tempfile.TemporaryDirectory() as top:
        game, scratch = os.path.join(top, "bench"), os.path.join(top, "sheets")
        os.mkdir(scratch)
        new(Plan(game, "friedrich", seed="bench"))
        adjudicate(game, ["all"])
        role, sheets = "frederick", {"frederick": full_sheet(game, scratch)}
        report(game, [role])
        number = open_game(game).last.number
        view = os.path.join(game, "reports", f"{number:04}", f"{role}.view.toml")
        floor = ("import click", [sys.executable, "-c", "import click"])
        checks = [
            ("check --view", [PBEM, "check", sheets[role], "--view", view]),
            ("check --game", [PBEM, "check", sheets[role], "--game", game]),
        ]
        with ratio.Noise() as noise:
            rows = ratio.run([floor, *checks], runs)
        print(f"{ratio.table(rows)}\n\n{runs} interleaved runs; {noise}\n", flush=True)
        _adjudications(top, game, floor, runs)
        adjudicate(game)
        play_until(game, scratch, "movement", step=5)
        number = open_game(game).last.number
        short, long = os.path.join(top, f"step-{number}"), os.path.join(top, "step-400")
        shutil.copytree(game, short)
        lengthened(game, long, 400 - number)
        growth = [sys.executable, os.path.join(HERE, "growth.py"), "-n", str(runs)]
        subprocess.run([*growth, f"{PBEM} adjudicate {{}}", short, long], check=True)
        _reports(game, runs)


def _reports(game: str, runs: int) -> None:
    """All reports, views and maps of a step, behind the leak gate, against loading the template engine."""
    floor = ("import jinja2", [sys.executable, "-c", "import jinja2"])
    every = ("report, all forms", [PBEM, "report", game, "--format", "txt,html,md,json"])
    with ratio.Noise() as noise:
        rows = ratio.run([floor, ("report", [PBEM, "report", game]), every], max(5, runs // 4))
    print(f"\n{ratio.table(rows)}\n\n{noise}", flush=True)


def _adjudications(top: str, game: str, floor: tuple[str, list[str]], runs: int) -> None:
    """Adjudicate the same step in as many copies of the game as there are runs, between runs of the floor."""
    import random
    import statistics

    devnull, env = os.open(os.devnull, os.O_WRONLY), ratio.clean_env()
    ratios, times = [], []
    for at in range(runs + 2):
        copy = os.path.join(top, f"copy{at}")
        shutil.copytree(game, copy)
        base, _, _ = ratio.once(floor[1], env, devnull)
        wall, _, code = ratio.once([PBEM, "adjudicate", copy], env, devnull)
        if code:
            raise SystemExit(f"adjudicate: exit {code}")
        if at >= 2:
            ratios.append(wall / base)
            times.append(wall)
        shutil.rmtree(copy)
    low, high = ratio.boot(ratios, random.Random(1))
    median, middle = statistics.median(times) * 1e3, statistics.median(ratios)
    print(f"| adjudicate | {median:.2f} ms | ratio to floor {middle:.2f} ({low:.2f}–{high:.2f}) |\n", flush=True)


if __name__ == "__main__":
    main()
