"""The goals of speed and size, and how each is measured: a function gives samples for one or several of them.

A measuring function takes the `Bench` and gives back samples by the id of their goal. Most are ratios of CPU time to a
floor that was run in the same round; a size or a count has one sample. What cannot be measured here raises `Skipped`
with a word for it. `table.py` runs them all.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
import time
import venv
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "tests")]

import bounds  # noqa: E402
import commands  # noqa: E402
import ratio  # noqa: E402
import simulate as two_processes  # noqa: E402
import verify as by_steps  # noqa: E402

from pbem.core.chance import Chance  # noqa: E402
from pbem.rulesets import ruleset_of  # noqa: E402
from pbem.store.reading import read_secret  # noqa: E402
from pbem.workflow import open_game  # noqa: E402
from pbem.workflow.adjudicate import adjudicate, resolved  # noqa: E402
from pbem.workflow.new import Plan, new  # noqa: E402
from pbem.workflow.publish import publish  # noqa: E402
from pbem.workflow.reporting import report  # noqa: E402
from pbem.workflow.sheet import filled_sheet  # noqa: E402
from pbem.workflow.simulate import play, sampled  # noqa: E402
from pbem.workflow.site import site  # noqa: E402
from pbem.workflow.submit import submit  # noqa: E402

PBEM = os.path.join(os.path.dirname(sys.executable), "pbem")
SEED, STEPS = "b3", 130  # a game that is not over by then
Samples = dict[str, list[float]]


class Goal(NamedTuple):
    """What is meant: no more than a number, or no less."""

    id: str
    what: str
    limit: float | None  # None: shown for comparison
    unit: str  # what the number is a multiple of, or counts
    least: bool = False
    before: str = ""  # what the first version took, as it was measured then
    counted: str = ""  # instructions of version 0.1.0, by `counts.py` and valgrind, as multiples of the same floor


CLICK, BOTH = "of `import click`", "of `import click, jinja2`"
GOALS = (
    Goal("check-view", "`check --view`, a full sheet", 1.35, CLICK, before="1.36", counted="1.54"),
    Goal("check-game", "`check --game`, the same", 1.35, CLICK, before="1.35", counted="1.60"),
    Goal("adjudicate", "`adjudicate`, one stage", 1.5, CLICK, before="1.55", counted="1.81"),
    Goal("report-txt", "`report`, four players, text", 1.7, BOTH, before="2.18", counted="3.15"),
    Goal("report-html", "`report`, four players, text and HTML", 2.5, BOTH, before="6.08", counted="11.24"),
    Goal("report-eml-text", "`report --eml`, without pictures", 4, BOTH, before="6.8", counted="15.14"),
    Goal("report-eml", "`report --eml`, with pictures", None, BOTH),
    Goal("verify", "`verify`, 130 steps", 5, CLICK, before="13.3", counted="24.10"),
    Goal("verify-step", "`verify`, a step", 2, "of the rules alone, on orders that are read"),
    Goal("verify-written", "the same, for comparison", None, "of the rules, and the step written"),
    Goal("archive", "archive, a step", 30, "kB", before="210"),
    Goal("site", "site, a step", 30, "kB", before="185"),
    Goal("archive-more", "archive, one more step", None, BOTH),
    Goal("site-more", "site, one more step", None, BOTH),
    Goal("simulate", "`simulate`, two processes by one", 1.08, "of one process", before="1.25 to 1.37"),
    Goal("engine", "the rules alone, stages a second", 0.10, "of the random plies of python-chess", True),
    Goal("engine-steps", "the same, steps a second", None, "of the random plies of python-chess", True),
    Goal("engine-diplomacy", "the same, for comparison", None, "of the random phases of diplomacy", True),
    Goal("retreat-mean", "a retreat of eight steps, mean", 12, "of a reach of three", before="16.5"),
    Goal("retreat-worst", "a retreat of eight steps, worst", 300, "of a reach of three", before="600"),
    Goal("memory", "`adjudicate`, peak memory", 1.3, CLICK, before="1.22"),
    Goal("worst-check", "`check`, the worst sheet within the bounds", 12, CLICK),
    Goal("worst-submit", "`submit`, the worst sheet within the bounds", 16, CLICK),
    Goal("worst-adjudicate", "`adjudicate`, the worst sheet within the bounds", 16, CLICK),
    Goal("worst-maria-check", "`check`, the worst sheet of Maria", 12, CLICK),
    Goal("worst-maria-submit", "`submit`, the worst sheet of Maria", 16, CLICK),
    Goal("worst-maria-adjudicate", "`adjudicate`, the worst sheet of Maria", 16, CLICK),
    Goal("many-status", "`status` of 200 games", 6, CLICK),
    Goal("many-verify", "`verify` of 200 games", None, CLICK),
)


class Skipped(Exception):
    """This cannot be measured here; the words say why."""


class Bench:
    """A place to measure in, and the games that several measurements share, each made when it is first asked for."""

    def __init__(self, top: Path, runs: int, slowly: bool = False) -> None:
        self.top, self.runs, self.slowly = top, runs, slowly
        self.instructions: dict[str, float] = {}  # of commands by those of their floor, where they can be counted
        self.scratch = top / "sheets"
        self.scratch.mkdir()

    @cached_property
    def first(self) -> tuple[str, str]:
        """A game of Friedrich at Prussia's first move, and the full sheet for it, which is in."""
        game = str(self.top / "first")
        new(Plan(game, "friedrich", seed="bench"))
        adjudicate(game, ["all"])
        sheet = commands.full_sheet(game, str(self.scratch))
        report(game, ["frederick"])
        return game, sheet

    @cached_property
    def long(self) -> str:
        """A game of 130 steps, played by bots through the store."""
        game = str(self.top / "long")
        sync, os.fsync = os.fsync, lambda descriptor: None  # nobody waits for the disk here
        new(Plan(game, "friedrich", seed=SEED))
        while open_game(game).last.number < STEPS:
            self.play_on(game)
        os.fsync = sync
        return game

    def play_on(self, game: str) -> None:
        """One more step, with sheets of bots."""
        table, sheet = open_game(game), self.scratch / "long.toml"
        keys = read_secret(table.game).keys
        for role, body in sampled(table.ruleset, table.state, SEED, table.last.number, {}).items():
            text = filled_sheet(table.game.name, table.under_way, role, keys[role], body)
            sheet.write_text(text, encoding="utf-8")
            submit(str(sheet), game)
        adjudicate(game, one=True)

    def pairs(self, floor: str, runs: int = 0, **commands: Callable[[int], Sequence[str]]) -> Samples:
        """CPU time of commands by that of a floor, run by run in turns; a command is asked for its words each time."""
        devnull, env = os.open(os.devnull, os.O_WRONLY), ratio.clean_env()
        base_argv = [sys.executable, "-c", floor]
        found: Samples = {name.replace("_", "-"): [] for name in commands}
        for at in range((runs or self.runs) + 1):
            made = {name.replace("_", "-"): list(words(at)) for name, words in commands.items()}
            base = ratio.once(base_argv, env, devnull)[1]
            for name, argv in made.items():
                _, cpu, code = ratio.once(argv, env, devnull)
                if code not in (0, 1):
                    raise Skipped(f"`pbem {argv[1]}` cannot do that yet")
                if at:  # the first round warms up
                    found[name].append(cpu / base)
        os.close(devnull)
        for name, words in commands.items():
            count = partial(instructions, slowly=self.slowly)
            if (mine := count(words(0))) and (other := count(base_argv)):
                self.instructions[name.replace("_", "-")] = mine / other
        return found

    def copy(self, game: str, name: str) -> str:
        """A fresh copy of a game, for a command that changes it."""
        place = self.top / "copies" / name
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(game, place)
        return str(place)


COUNTERS = {  # programs that count, and how each tells it
    "perf": (["stat", "-x,", "-e", "instructions:u"], r"(\d+),[^\n]*instructions"),
    "valgrind": (["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"], r"I +refs: +([\d,]+)"),
}


def instructions(argv: Sequence[str], slowly: bool = False) -> int:
    """How many instructions a command takes; 0 where nobody counts them. ``slowly``: valgrind may, if perf cannot."""
    for program in ("perf", "valgrind") if slowly else ("perf",):
        words, told = COUNTERS[program]
        if path := shutil.which(program):
            env = ratio.clean_env() | {"PYTHONHASHSEED": "0"}  # the same sets each time, as in counts.py
            said = subprocess.run([path, *words, *argv], capture_output=True, text=True, check=False, env=env)
            if count := re.search(told, said.stderr):
                return int(count[1].replace(",", ""))
    return 0


def checks(bench: Bench) -> Samples:
    """What every player runs all day."""
    game, sheet = bench.first
    view = os.path.join(game, "reports", f"{open_game(game).last.number:04}", "frederick.view.toml")
    return bench.pairs(
        "import click",
        check_view=lambda _: [PBEM, "check", sheet, "--view", view],
        check_game=lambda _: [PBEM, "check", sheet, "--game", game],
    )


def adjudications(bench: Bench) -> Samples:
    """One stage, in a copy each time."""
    game, _ = bench.first
    return bench.pairs("import click", adjudicate=lambda at: [PBEM, "adjudicate", bench.copy(game, f"a{at}"), "--one"])


def reports(bench: Bench) -> Samples:
    """All reports of a step for four players, behind the leak gate, and the mails of it."""
    game = bench.copy(bench.long, "reports")
    out = str(bench.top / "outbox")
    return bench.pairs(
        "import click, jinja2",
        max(5, bench.runs // 2),
        report_txt=lambda _: [PBEM, "report", game, "--format", "txt"],
        report_html=lambda _: [PBEM, "report", game, "--format", "txt,html"],
        report_eml_text=lambda _: [PBEM, "report", game, "--no-map", "--eml", out],
        report_eml=lambda _: [PBEM, "report", game, "--eml", out],
    )


def verifying(bench: Bench) -> Samples:
    """A long game, whole; and step by step, in one process that is warm, against playing it again in memory."""
    runs = max(5, bench.runs // 3)
    found = bench.pairs("import click", runs, verify=lambda _: [PBEM, "verify", bench.long])
    rows = [by_steps.spent(bench.long) for _ in range(runs + 1)][1:]
    return found | {
        "verify-step": [whole / alone.rules for whole, alone in rows],
        "verify-written": [whole / alone.written for whole, alone in rows],
    }


def sizes(bench: Bench) -> Samples:
    """What is published of a long game, by its steps."""
    game, found = bench.copy(bench.long, "sizes"), {}
    for id_, command in (("archive", "publish"), ("site", "site")):
        place = bench.top / id_
        subprocess.run([PBEM, command, game, str(place)], check=True, stdout=subprocess.DEVNULL)
        found[id_] = [sum(file.stat().st_size for file in place.rglob("*") if file.is_file()) / 1000 / STEPS]
    return found


def grown(bench: Bench) -> Samples:
    """Archive and site of a long game, brought up to date after one more step, in copies each time."""
    game, archive, pages = (bench.copy(bench.long, "grown"), *(str(bench.top / name) for name in ("old", "old-site")))
    publish(game, archive)
    site(game, pages)
    bench.play_on(game)
    return bench.pairs(
        "import click, jinja2",
        max(5, bench.runs // 2),
        archive_more=lambda at: [PBEM, "publish", bench.copy(game, f"g{at}"), bench.copy(archive, f"archive-{at}")],
        site_more=lambda at: [PBEM, "site", bench.copy(game, f"s{at}"), bench.copy(pages, f"site-{at}")],
    )


def processes(bench: Bench) -> Samples:
    return {"simulate": two_processes.samples(max(5, bench.runs // 2))}


def replayed() -> Iterator[tuple[float, float]]:
    """Stages and steps a CPU second of the rules alone, on orders that are there: game by game."""
    ruleset = ruleset_of("friedrich")
    options = {option.id: option.default for option in ruleset.options}
    for number in range(10):
        steps: list[tuple[Any, Any, Any]] = []
        play(
            ruleset,
            "4p",
            options,
            f"engine-{number}",
            watch=lambda state, bodies, step, to=steps: to.append((state, bodies, step)),
        )
        stages = sum(event.kind == "stage" for _, _, step in steps for event in step.events)
        start = time.process_time()
        for state, bodies, _ in steps:
            resolved(ruleset, state, bodies, Chance(f"engine-{number}"))
        spent = time.process_time() - start
        yield stages / spent, len(steps) / spent


PEERS = {
    "chess": """
import chess, random, time
r, n, t = random.Random(1), 0, time.process_time()
while n < 4000:
    board = chess.Board()
    while not board.is_game_over(claim_draw=False) and n < 4000:
        board.push(r.choice(list(board.legal_moves))); n += 1
print(n / (time.process_time() - t))
""",
    "diplomacy": """
import random, time
from diplomacy import Game
r, n, t = random.Random(1), 0, time.process_time()
game = Game()
while n < 60 and not game.is_game_done:
    possible = game.get_all_possible_orders()
    for power in game.powers:
        game.set_orders(power, [r.choice(possible[at]) for at in game.get_orderable_locations(power) if possible[at]])
    game.process(); n += 1
print(n / (time.process_time() - t))
""",
}


def engines(bench: Bench) -> Samples:
    """Against the rules of others, which live in an environment of their own."""
    home = bench.top / "peers"
    try:
        venv.create(home, with_pip=True)
        python = str(home / "bin" / "python")
        subprocess.run([python, "-m", "pip", "install", "-q", "chess", "diplomacy"], check=True, capture_output=True)
        rows = [(ours, _rate(python, "chess")) for ours in replayed()]  # in turns, so that other work disturbs both
        phases = _rate(python, "diplomacy")
    except (OSError, subprocess.CalledProcessError) as error:
        raise Skipped("the peers could not be installed") from error
    return {"engine": [stages / plies for (stages, _), plies in rows],
            "engine-steps": [steps / plies for (_, steps), plies in rows],
            "engine-diplomacy": [steps / phases for (_, steps), _ in rows]}  # fmt: skip


def _rate(python: str, peer: str) -> float:
    """What a peer says of itself."""
    return float(subprocess.run([python, "-c", PEERS[peer]], check=True, capture_output=True).stdout)


def retreats(bench: Bench) -> Samples:
    """Every stack beaten from every side at the ends of the turns of two games; the unit is the mean of the reach."""
    from pbem.rulesets.common.retreats import destinations
    from pbem.rulesets.friedrich.board import ROADS

    ruleset, ends = ruleset_of("friedrich"), {}
    for number in range(2):
        play(ruleset, "4p", {}, f"retreats {number}",
             watch=lambda state, _, __, n=number: ends.update({(n, state.turn): state}))  # fmt: skip
    cases = sorted({
        (victor, start, state.occupied(state.stack(start)) | 1 << victor)
        for state in ends.values() for start in {city for city in state.place if city >= 0} if state.stack(start)
        for victor in ROADS.near[start]
    })  # fmt: skip
    reach = [timed(lambda: ROADS.reached(1 << s, ROADS.all & ~o | 1 << s, 3)) for _, s, o in cases]  # noqa: B023
    unit = sum(reach) / len(reach)
    found = [timed(lambda: destinations(ROADS, v, s, 8, o)) / unit for v, s, o in cases]  # noqa: B023
    shuffled = random.Random(1).sample(found, len(found))
    parts = [shuffled[at::10] for at in range(10)]  # ten means, so that there is an interval
    return {"retreat-mean": [sum(part) / len(part) for part in parts], "retreat-worst": [max(found)]}


def timed(work: Callable[[], object]) -> float:
    """CPU seconds of something short: the least of three runs."""
    used = []
    for _ in range(3):
        start = time.process_time_ns()
        work()
        used.append(time.process_time_ns() - start)
    return min(used) / 1e9


def memory(bench: Bench) -> Samples:
    """The most memory of a command by that of the floor."""
    game, _ = bench.first
    found = []
    for at in range(5):
        base = bounds.cost_of(1, sys.executable, "-c", "import click").memory
        place = bench.copy(game, f"m{at}")
        found.append(bounds.cost_of(1, PBEM, "adjudicate", place, "--one").memory / base)
    return {"memory": found}


def worst(bench: Bench) -> Samples:
    """Every sheet of tests/heavy.py, and those of tests/heavy_maria.py."""
    found = {
        f"{prefix}-{command}": samples
        for prefix, sheets in (("worst", bounds.FRIEDRICH), ("worst-maria", bounds.MARIA))
        for command, samples in dearest(bench, sheets, bench.top / prefix).items()
    }
    assert {"worst-check", "worst-submit", "worst-adjudicate",
            "worst-maria-check", "worst-maria-submit", "worst-maria-adjudicate"} == {*found}  # fmt: skip
    return found


def dearest(bench: Bench, sheets: bounds.Sheets, top: Path) -> Samples:
    """Every sheet of a title, once; for each command the dearest is measured again, in turns with the floor."""
    top.mkdir()
    cases = bounds.of_sheets(sheets, sheets.begun(top))
    once = {name: heavy(bench, *case) for name, case in cases.items()}
    found: Samples = {}
    for command in ("check", "submit", "adjudicate"):
        name = max(once, key=lambda name: once[name][command])
        print(f"{top.name} sheet for {command}: {name}", file=sys.stderr, flush=True)
        found[command] = [heavy(bench, *cases[name])[command] for _ in range(max(5, bench.runs // 3))]
    return found


def heavy(bench: Bench, game: str, data: bytes) -> dict[str, float]:
    """What a sheet costs each command that meets it, by a floor that is run beside it."""
    file, place = bench.top / "orders.toml", bench.copy(game, "heavy")
    file.write_bytes(data)
    words = {"check": (str(file), "--game", place), "submit": (place, str(file)),
             "adjudicate": (place, "--default", "all", "--one")}  # fmt: skip
    floor = bounds.cost_of(3, sys.executable, "-c", "import click").cpu
    return {command: bounds.cost_of(1, PBEM, command, *rest).cpu / floor for command, rest in words.items()}


def many(bench: Bench) -> Samples:
    """A folder of 200 games, all at the same place."""
    folder, (game, _) = bench.top / "many", bench.first
    for at in range(200):
        shutil.copytree(game, folder / f"game-{at:03}")
    found = bench.pairs("import click", 3, many_verify=lambda _: [PBEM, "verify", str(folder)])
    try:
        return found | bench.pairs("import click", 5, many_status=lambda _: [PBEM, "status", str(folder)])
    except Skipped:
        return found


MEASURES: tuple[Callable[[Bench], Samples], ...] = (
    checks, adjudications, reports, verifying, sizes, grown, processes, engines, retreats, memory, worst, many,
)  # fmt: skip
