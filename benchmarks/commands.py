#!/usr/bin/env python3
"""How long the commands take, as ratios to `python -c "import click"`, and whether they slow down with age.

usage: commands.py [-n RUNS]

Builds a game of Friedrich in a temporary place, at Frederick's first move, and measures `check` of the full
sheet prussia.toml (with a remark, and as a player sends it who filled in the sheet of the report) and `adjudicate` of
that stage against the floor. For growth it plays on to step 4 and compares `adjudicate` and `submit` there with the
same position at step 400: the steps between are written by the program itself, ledger and all, and change nothing (a
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
from pbem.store.transaction import commit  # noqa: E402
from pbem.store.writing import new_step, step_part, write_file  # noqa: E402
from pbem.workflow import open_game  # noqa: E402
from pbem.workflow.adjudicate import adjudicate, awaited_of, heading_of  # noqa: E402
from pbem.workflow.new import Plan, new  # noqa: E402
from pbem.workflow.recording import chains_of, closed, with_step  # noqa: E402
from pbem.workflow.reporting import report  # noqa: E402
from pbem.workflow.sheet import blank_sheet, filled_sheet, heading  # noqa: E402
from pbem.workflow.simulate import sampled  # noqa: E402
from pbem.workflow.submit import submit  # noqa: E402

PBEM = os.path.join(os.path.dirname(sys.executable), "pbem")


def send_all(game: str, scratch: str) -> dict[str, str]:
    """Submit what the bots would, the same in every step with this position; the sheets by role."""
    table = open_game(game)
    keys, sheets = read_secret(table.game).keys, {}
    for role, body in sampled(table.ruleset, table.state, "bench", 0, {}).items():
        sheets[role] = os.path.join(scratch, f"{role}.toml")
        text = filled_sheet(table.game.name, table.under_way, role, keys[role], body)
        write_file(sheets[role], text.encode(), sync=False)
        if submit(sheets[role], game).answer.is_refused:
            raise SystemExit(f"a bot wrote a faulty sheet: {sheets[role]}")
    return sheets


def play_until(game: str, scratch: str, kind: str, step: int) -> None:
    """Play on until a decision of that kind is awaited at or after that step."""
    while True:
        table = open_game(game)
        if table.ruleset.rules.result(table.state) is not None:
            raise SystemExit(f"the game was over at step {table.last.number}")
        if table.under_way >= step and any(owed.kind == kind for owed in table.awaiting):
            return
        send_all(game, scratch)
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


def filled_in(game: str, scratch: str, full: str) -> str:
    """The same orders in the sheet as it was sent, with its remarks."""
    table = open_game(game)
    key = read_secret(table.game).keys["frederick"]
    with open(full, encoding="utf-8") as file:
        orders = file.read().partition("do = [\n")[2]
    top, bracket, rest = blank_sheet(table, "frederick", key).partition("do = [\n")
    path = os.path.join(scratch, "filled-in.toml")
    remarks, _, rest = rest.partition("]\n")
    inner, _, troops = orders.partition("]\n")
    write_file(path, f"{top}{bracket}{remarks}{inner}]\n{rest}{troops}".encode(), sync=False)
    return path


def lengthen(game: str, last: int) -> None:
    """Write steps that change nothing, up to that one, with their lines in the ledger, as the program writes them."""
    sync, os.fsync = os.fsync, lambda descriptor: None  # nobody waits for the disk here
    seed = read_secret(open_game(game).game).seed
    while (table := open_game(game)).last.number < last:
        step = new_step(
            number=table.under_way, label=table.last.label, heading=heading_of(table.game, table.ruleset.revision),
            previous=table.last.digest, words=table.last.words, beacon=table.last.beacon, undone=table.last.undone,
            awaited=awaited_of(table, [owed.role for owed in table.awaiting]), orders={}, events=(),
            state=table.ruleset.files.encode(table.state),
        )  # fmt: skip
        part, digest = step_part(step, game)
        late = {owed.role for owed in table.awaiting}
        used = {role: ("default" if role in late else "none", 0) for role in table.game.players}
        chains = closed(chains_of(table.game), "closed", table.under_way, used)
        commit(game, (part, *with_step(table, chains, seed, step, digest, b"").change))
    os.fsync = sync


def with_sheets(game: str) -> None:
    """All sheets of the step under way sent, and another one for a role laid beside them."""
    with tempfile.TemporaryDirectory() as scratch:
        sheets = send_all(game, scratch)
        role = min(sheets)
        with open(sheets[role], encoding="utf-8") as file:
            text = f'status = "draft"\n{file.read()}'
        write_file(os.path.join(game, "orders.txt"), text.encode(), sync=False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", type=int, default=60)
    runs = parser.parse_args().n
    with tempfile.TemporaryDirectory() as top:
        game, scratch = os.path.join(top, "bench"), os.path.join(top, "sheets")
        os.mkdir(scratch)
        new(Plan(game, "friedrich", seed="bench"))
        adjudicate(game, ["all"])
        sheet, role = full_sheet(game, scratch), "frederick"
        report(game, [role])
        number = open_game(game).last.number
        view = os.path.join(game, "reports", f"{number:04}", f"{role}.view.toml")
        floor = ("import click", [sys.executable, "-c", "import click"])
        checks = [
            ("check --view", [PBEM, "check", sheet, "--view", view]),
            ("check --game", [PBEM, "check", sheet, "--game", game]),
            ("check --view, filled in", [PBEM, "check", filled_in(game, scratch, sheet), "--view", view]),
        ]
        with ratio.Noise() as noise:
            rows = ratio.run([floor, *checks], runs)
        print(f"{ratio.table(rows)}\n\n{runs} interleaved runs; {noise}\n", flush=True)
        _adjudications(top, game, floor, runs)
        adjudicate(game)
        play_until(game, scratch, "movement", step=5)
        number = open_game(game).last.number
        short, long = os.path.join(top, f"step-{number}"), os.path.join(top, "step-400")
        for place in (short, long):
            shutil.copytree(game, place)
        lengthen(long, 400)
        growth = [sys.executable, os.path.join(HERE, "growth.py"), "-n", str(runs)]
        for place in (short, long):
            with_sheets(place)
        for command in ("adjudicate {}", "submit {} {}/orders.txt"):
            print(f"\n{command}\n", flush=True)
            subprocess.run([*growth, f"{PBEM} {command}", short, long], check=True)
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
    walls, cpus, times = [], [], []
    for at in range(runs + 2):
        copy = os.path.join(top, f"copy{at}")
        shutil.copytree(game, copy)
        base, base_cpu, _ = ratio.once(floor[1], env, devnull)
        wall, cpu, code = ratio.once([PBEM, "adjudicate", copy], env, devnull)
        if code:
            raise SystemExit(f"adjudicate: exit {code}")
        if at >= 2:
            walls.append(wall / base)
            cpus.append(cpu / base_cpu)
            times.append(wall)
        shutil.rmtree(copy)
    said = []
    for ratios in (walls, cpus):
        low, high = ratio.boot(ratios, random.Random(1))
        said.append(f"{statistics.median(ratios):.2f} ({low:.2f}–{high:.2f})")
    median = statistics.median(times) * 1e3
    print(f"| adjudicate | {median:.2f} ms | ratio to floor {said[0]} | of CPU time {said[1]} |\n", flush=True)


if __name__ == "__main__":
    main()
