"""Which tests to run for a fault: a table of who runs which line, recorded once, and a choice from it."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from making import TOP, Fault

# Tests that would take a browser, or run the program in other processes only.
IGNORED = ("tests/browser", "tests/test_other_pythons.py")
# What comes first, whatever it takes: pages see tables made when a module is loaded, games the weights of bots.
PAGES = ("tests/test_docs.py", "tests/cli/test_rules.py")
GAMES = ("tests/friedrich/test_bot_weights.py", "tests/fredericus/test_bot_weights.py", "tests/test_bots.py")


class Table(NamedTuple):
    """Which tests run which line: sets of tests as bits, by file and line; the seconds each test took."""

    tests: list[str]
    seconds: list[float]
    lines: dict[str, dict[int, int]]


def read_table(path: str) -> Table:
    raw = json.loads(Path(path).read_text("utf-8"))
    lines = {file: {int(n): int(bits, 16) for n, bits in rows.items()} for file, rows in raw["lines"].items()}
    return Table(raw["tests"], raw["seconds"], lines)


def chosen(table: Table, fault: Fault, function: tuple[int, int], budget: float) -> list[str]:
    """The tests for a fault: of its lines first, then of its function, of its module by name, of its whole module.

    What a test runs in processes of its own stands in no table, so the tests that bear a module's name are its too.
    """
    rows, package = table.lines.get(fault.path, {}), fault.path.rpartition("/")[0]
    near = [all_of(within(rows, fault.line, fault.last)), all_of(within(rows, *function)), named_after(table, fault)]
    around = all_of({n: all_of(lines) for n, (file, lines) in enumerate(table.lines.items()) if package in file})
    first = (*PAGES * (not fault.where), *GAMES * ("/bot" in fault.path))
    picked = [n for n, test in enumerate(table.tests) if test.startswith(first)]
    if not fault.where:
        near[:0] = [naming(table, fault), reading(table, fault), looking(table)]
    spent, taken = 0.0, all_of({n: 1 << n for n in picked})
    for bits in (*near, all_of(rows), around):
        fresh = [n for n in range(len(table.tests)) if (bits & ~taken) >> n & 1]
        taken |= bits
        for number in fastest(table, fresh, spread=not fault.where):
            if picked and spent + table.seconds[number] > budget:
                break
            spent += table.seconds[number]
            picked.append(number)
    return [table.tests[number] for number in picked]


def fastest(table: Table, numbers: list[int], spread: bool) -> list[int]:
    """Tests by the time they take; ``spread``: one of each file of tests first, for what many modules use."""
    found = sorted(numbers, key=lambda n: (table.seconds[n], n))
    if not spread:
        return found
    seen: dict[str, int] = {}
    ranks = {}
    for number in found:
        file = table.tests[number].partition("::")[0]
        ranks[number] = seen[file] = seen.get(file, -1) + 1
    return sorted(found, key=lambda n: (ranks[n], table.seconds[n], n))


def within(rows: Mapping[int, int], low: int, high: int) -> dict[int, int]:
    """The rows of some lines."""
    return {line: tests for line, tests in rows.items() if low <= line <= high}


def reading(table: Table, fault: Fault) -> int:
    """The tests that run a line where a name is read that the fault's statement makes when its module is loaded."""
    made = {name for node in ast.parse((TOP / fault.path).read_text("utf-8")).body
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.lineno <= fault.line <= (node.end_lineno or 0)
            for name in names_in(node, ast.Store)}  # fmt: skip
    found = 0
    for file, rows in table.lines.items():
        if made and file.startswith(fault.path.rpartition("/")[0]):
            tree = ast.parse((TOP / file).read_text("utf-8"))
            found |= all_of({n: rows.get(line, 0) for n, line in enumerate(lines_reading(tree, made))})
    return found


def naming(table: Table, fault: Fault) -> int:
    """The tests in files that import the fault's module, or something from it: they look at its tables."""
    module = fault.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    files = [test.partition("::")[0] for test in table.tests]
    return all_of({n: 1 << n for n, file in enumerate(files) if module in imported(file)})


@cache
def imported(file: str) -> frozenset[str]:
    """The modules that a file of tests imports, and all that it imports from them."""
    if not (TOP / file).is_file():
        return frozenset()
    tree = ast.parse((TOP / file).read_text("utf-8"))
    rows = [
        (node.module, row.name) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for row in node.names
    ]
    return frozenset(name for module, part in rows for name in (str(module), f"{module}.{part}"))


def names_in(tree: ast.AST, context: type) -> set[str]:
    """The names that are made or read in a piece of code."""
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, context)}


def lines_reading(tree: ast.AST, names: set[str]) -> list[int]:
    """The lines where one of the names is read, by itself or as a part of its module."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in names)
        or (isinstance(node, ast.Attribute) and node.attr in names)
    ]


def looking(table: Table) -> int:
    """The tests that run no line of ours but look at what stands there once modules are loaded."""
    running = all_of({n: all_of(rows) for n, rows in enumerate(table.lines.values())})
    return ~running & (1 << len(table.tests)) - 1


def named_after(table: Table, fault: Fault) -> int:
    """The tests in a file that bears the name of the fault's module."""
    name = f"test_{Path(fault.path).stem}.py"
    return all_of({n: 1 << n for n, test in enumerate(table.tests) if test.partition("::")[0].endswith(name)})


def all_of(lines: Mapping[int, int]) -> int:
    """The tests of all these lines together."""
    bits = 0
    for tests in lines.values():
        bits |= tests
    return bits


def function_span(source: str, fault: Fault) -> tuple[int, int]:
    """The lines of the outermost function a fault is in; those of the fault itself if there is none."""
    spans = [
        (node.lineno, node.end_lineno or 0)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef) and node.lineno <= fault.line <= (node.end_lineno or 0)
    ]
    return max(spans, key=lambda span: span[1] - span[0], default=(fault.line, fault.last))


def record(out: str, paths: list[str], jobs: int) -> None:
    """Run the tests once under coverage, and write down who runs what; of some paths only, the rest stays as it was."""
    tree = Path(tempfile.mkdtemp(prefix="faults-")) / "tree"
    copy_tree(tree)
    plugin = tree.parent / "plugin"
    plugin.mkdir()
    (plugin / "fault_recorder.py").write_text(RECORDER, encoding="utf-8")
    (plugin / "rc").write_text(f"[run]\nsource = {tree}/pbem\n", encoding="utf-8")
    words = [sys.executable, "-m", "coverage", "run", f"--rcfile={plugin}/rc", "-m", "pytest", "-p", "fault_recorder",
             "-p", "no:cacheprovider", "-p", "no:xdist", *[f"--ignore={name}" for name in IGNORED], *paths]  # fmt: skip
    running = []
    for job in range(jobs):
        own = {
            "COVERAGE_FILE": f"{plugin}/data.{job}",
            "FAULT_TIMES": f"{plugin}/times.{job}",
            "FAULT_PART": f"{job} {jobs}",
        }
        environment = {**os.environ, "PYTHONPATH": f"{tree}{os.pathsep}{plugin}", **own}
        running.append(subprocess.Popen(words, cwd=tree, env=environment))
    for process in running:
        process.wait()
    write_table(out, tree, plugin, paths)
    shutil.rmtree(tree.parent)


RECORDER = """
import json, os, time
import coverage, pytest
TIMES = {}
def pytest_collection_modifyitems(items):
    part, parts = map(int, os.environ["FAULT_PART"].split())
    files = {name: at % parts for at, name in enumerate(dict.fromkeys(item.location[0] for item in items))}
    items[:] = [item for item in items if files[item.location[0]] == part]
@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item, nextitem):
    running = coverage.Coverage.current()
    running.switch_context(item.nodeid)
    begun = time.process_time()
    yield
    TIMES[item.nodeid] = time.process_time() - begun
    running.switch_context("")
def pytest_runtest_logreport(report):
    if report.failed:
        TIMES["failed"] = [*TIMES.get("failed", []), report.nodeid]
def pytest_sessionfinish(session):
    json.dump(TIMES, open(os.environ["FAULT_TIMES"], "w"))
"""


def write_table(out: str, tree: Path, plugin: Path, paths: list[str]) -> None:
    """Coverage's contexts, turned around: for each line the tests, but those that fail without any fault."""
    from coverage import CoverageData

    told = [json.loads(file.read_text("utf-8")) for file in sorted(plugin.glob("times.*"))]
    failed = [test for times in told for test in times.pop("failed", [])]
    times = {test: taken for part in told for test, taken in part.items()}
    if failed:
        print(f"left out, because they fail as it is: {' '.join(failed)}", file=sys.stderr)
    seconds = {test: times[test] for test in times if test not in failed}
    old = read_table(out) if paths and os.path.exists(out) else Table([], [], {})
    kept = [n for n, test in enumerate(old.tests) if not test.startswith(tuple(paths))]
    tests = [*(old.tests[n] for n in kept), *seconds]
    bit = {test: 1 << number for number, test in enumerate(tests)}
    lines: dict[str, dict[int, int]] = {}
    for file, rows in old.lines.items():
        lines[file] = {line: sum(1 << at for at, n in enumerate(kept) if bits >> n & 1) for line, bits in rows.items()}
    for part in sorted(plugin.glob("data.*")):
        data = CoverageData(str(part))
        data.read()
        for path in data.measured_files():
            here = lines.setdefault(str(Path(path).relative_to(tree)), {})
            for line, names in data.contexts_by_lineno(path).items():
                here[line] = here.get(line, 0) | sum(bit.get(name, 0) for name in set(names))
    table = {
        "tests": tests, "seconds": [*(old.seconds[n] for n in kept), *seconds.values()],
        "lines": {file: {line: hex(bits) for line, bits in rows.items()} for file, rows in lines.items()},
    }  # fmt: skip
    Path(out).write_text(json.dumps(table), encoding="utf-8")


def copy_tree(to: Path) -> None:
    """The files of the project, as they stand now, in a place of their own."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=TOP, capture_output=True, check=True)
    for name in listed.stdout.decode().splitlines():
        if (TOP / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(TOP / name, to / name)
