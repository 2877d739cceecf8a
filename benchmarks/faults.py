#!/usr/bin/env python3
"""Whether the tests bite: faults are put into the program on purpose, one at a time, and the tests must see them.

usage: faults.py record TABLE [TESTS ...]            run the tests once and note which test runs which line
       faults.py run TABLE RESULTS [-n 400] [--seed S] [--jobs 2] [--budget 30] [--only PATH]
       faults.py run TABLE NEW --again RESULTS       once more what lived, after new tests
       faults.py tell RESULTS                        the figure with its interval, and every fault that lived

A fault is one small change of a rules, store or seal module or of the leak gate: a comparison turned, a branch never
taken, a call left out (see KINDS). ``run`` draws a sample by seed from all there are and tries each in a process of
its own, on a copy of the tree, with the tests that run the changed line: the fastest first, up to ``--budget`` seconds
of them, then those that run the same function or module. A fault that loops is ended by its time limit and counts as
seen. ``RESULTS`` has a line of JSON for each fault and may be gone on with.

``record`` needs the package ``coverage`` (pip install coverage, in the environment of the tests); the rest needs the
standard library and pytest. Left out are annotations, docstrings, wording (goldens hold it), tables that are made by
a program, and asserts. Faults that change nothing anybody could see stand in faults.toml, each with its reason.

To repeat the figure: faults.py record /tmp/table.json && faults.py run /tmp/table.json /tmp/results.jsonl -n 400
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import json
import math
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve()
TOP = HERE.parent.parent
REASONS = HERE.with_suffix(".toml")
ROOTS = ("pbem/rulesets", "pbem/seal", "pbem/store", "pbem/workflow/gate.py")
LEFT_OUT = ("facts.py", "atlas.py", "tables.py", "surveying.py")
# Tests that would take a browser, or run the program in other processes only.
IGNORED = ("tests/browser", "tests/test_other_pythons.py")
PAGES = ("tests/test_docs.py", "tests/cli/test_rules.py")  # they see tables that are made when a module is loaded
WORDING = ("about", "message", "hint", "title", "help", "note")
SLUG = re.compile(r"[a-z0-9][a-z0-9_.-]*")
LIVED = ("lived", "untested")
FIRST_ROUND = 4.0  # seconds of tests before all others are collected


class Fault(NamedTuple):
    """One change: bytes ``start`` to ``end`` of a file become ``after``."""

    path: str
    where: str  # the function it is in
    kind: str
    line: int
    last: int
    start: int
    end: int
    before: str
    after: str
    nth: int = 1  # of the same changes in the same function

    @property
    def name(self) -> str:
        """What it is called in faults.toml: it stays when other lines of the file change."""
        nth = f" (no. {self.nth})" if self.nth > 1 else ""
        return f"{self.path} {self.where or 'module'}: {self.before} -> {self.after}{nth}"


# making faults

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
SIGNS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip
EMPTY = {"tuple": "()", "list": "[]", "dict": "{}", "Mapping": "{}", "str": "''", "bytes": "b''", "int": "0"}
Changed = Iterator[tuple[str, ast.AST, str]]


def compared(node: ast.AST) -> Changed:
    """A comparison with one of its signs turned."""
    if isinstance(node, ast.Compare):
        for at, sign in enumerate(node.ops):
            other = copy.deepcopy(node)
            other.ops[at] = COMPARISONS[type(sign)]()
            yield "comparison", node, f"({ast.unparse(other)})"


def joined(node: ast.AST) -> Changed:
    """``and`` for ``or``, ``+`` for ``-``, and the reverse."""
    if isinstance(node, ast.BoolOp):
        sign: ast.boolop = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield "and/or", node, f"({ast.unparse(ast.BoolOp(sign, node.values))})"
    if isinstance(node, ast.BinOp) and type(node.op) in SIGNS:
        yield "sign", node, f"({ast.unparse(ast.BinOp(node.left, SIGNS[type(node.op)](), node.right))})"
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "not", node, f"({ast.unparse(node.operand)})"


def constants(node: ast.AST) -> Changed:
    """A number one off, a truth turned, a key or label spelled otherwise."""
    if not isinstance(node, ast.Constant):
        return
    if isinstance(node.value, bool):
        yield "truth", node, str(not node.value)
    elif isinstance(node.value, int):
        yield from (("number", node, f"({node.value + step})") for step in (1, -1))
    elif isinstance(node.value, str) and SLUG.fullmatch(node.value):
        yield "label", node, repr(node.value + "x")


def conditions(node: ast.AST) -> Changed:
    """A condition that always holds, or never does; the other branch left out."""
    if isinstance(node, ast.If | ast.IfExp):
        yield from (("condition", node.test, always) for always in ("True", "False"))
    if isinstance(node, ast.While):
        yield "condition", node.test, "False"
    if isinstance(node, ast.comprehension):
        yield from (("condition", test, always) for test in node.ifs for always in ("True", "False"))
    if isinstance(node, ast.If) and node.orelse and not isinstance(node.orelse[0], ast.If):
        yield from (("branch", line, "pass") for line in node.orelse[:1] if len(node.orelse) == 1)


def statements(node: ast.AST) -> Changed:
    """A statement left out."""
    gone = isinstance(node, ast.Assign | ast.AugAssign | ast.Raise | ast.Continue | ast.Break)
    said = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call | ast.Yield | ast.YieldFrom)
    if gone or said:
        yield "statement", node, "pass"


def elements(node: ast.AST) -> Changed:
    """A list of three things or more, or a table, without one of them."""
    loaded = isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
    if isinstance(node, ast.Tuple | ast.List | ast.Set) and len(node.elts) > 2 and loaded:
        yield from (("element", part, "*()") for part in node.elts)
    if isinstance(node, ast.Dict) and len(node.keys) > 1:
        for key, value in zip(node.keys, node.values, strict=True):
            if key is not None:
                yield "element", Span(key, value), "**{}"


class Span(ast.AST):
    """A key and its value, as one part of a table."""

    def __init__(self, key: ast.expr, value: ast.expr) -> None:
        super().__init__()
        self.lineno, self.col_offset = key.lineno, key.col_offset
        self.end_lineno, self.end_col_offset = value.end_lineno, value.end_col_offset


def returned(node: ast.AST) -> Changed:
    """A function that gives nothing, or the contrary, back."""
    if not isinstance(node, ast.FunctionDef):
        return
    kind = ast.unparse(node.returns) if node.returns else ""
    nothing = next((empty for word, empty in EMPTY.items() if kind.startswith(word)), "None")
    for line in own_returns(node):
        assert line.value is not None
        text = f"not ({ast.unparse(line.value)})" if kind == "bool" else nothing
        if ast.unparse(line.value) != text:
            yield "return", line, f"return {text}"


def own_returns(node: ast.AST) -> Iterator[ast.Return]:
    """The returns of a function with a value, without those of functions in it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Return) and child.value is not None:
            yield child
        elif not isinstance(child, ast.FunctionDef | ast.Lambda):
            yield from own_returns(child)


KINDS: tuple[Callable[[ast.AST], Changed], ...] = (
    compared, joined, constants, conditions, statements, elements, returned,
)  # fmt: skip


def is_left_out(node: ast.AST) -> bool:
    """What no test need see: types, wording, docstrings, what a type checker wants to hear."""
    match node:
        case ast.Assert() | ast.JoinedStr() | ast.Import() | ast.ImportFrom():
            return True
        case ast.Expr(value=ast.Constant()):
            return True
        case ast.keyword(arg=word) if word in (*WORDING, "strict"):  # zip's strict is an assert
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.Expr(value=ast.Call(func=ast.Name(id="assert_never"))):
            return True
        case ast.Call(func=ast.Name(id="TypeVar" | "cast" | "NewType")):
            return True
        case ast.Assign(targets=[ast.Name(id="__all__" | "__slots__" | "__match_args__")]):
            return True
    return False


def children(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node in which a fault may lie."""
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "type_comment"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not is_left_out(child) and not names_type(child):
                yield child


def names_type(node: ast.AST) -> bool:
    """``Task = SetUp | Shuffle``, ``Pair = tuple[int, int]``: a name for a type."""
    if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
        return False
    if not node.targets[0].id[0].isupper() or node.targets[0].id.isupper():
        return False
    parts = {type(part) for part in ast.walk(node.value)}
    return parts <= {ast.BinOp, ast.BitOr, ast.Name, ast.Load, ast.Subscript, ast.Tuple, ast.List, ast.Constant,
                     ast.Attribute} and bool(parts & {ast.Subscript, ast.BitOr})  # fmt: skip


def walked(node: ast.AST, where: str = "") -> Iterator[tuple[str, ast.AST]]:
    """All nodes with the function each is in."""
    yield where, node
    for child in children(node):
        inner = isinstance(child, ast.FunctionDef | ast.ClassDef)
        yield from walked(child, f"{where}.{child.name}".strip(".") if inner else where)


def faults_of(path: str, source: str) -> list[Fault]:
    """Every fault that can be put into a module, each once."""
    starts = [0]
    for line in source.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found: dict[tuple[int, int, str], Fault] = {}
    for where, node in walked(ast.parse(source)):
        for make in KINDS:
            for kind, part, after in make(node):
                start = starts[part.lineno - 1] + part.col_offset
                end = starts[part.end_lineno - 1] + part.end_col_offset
                before = " ".join(source.encode()[start:end].decode().split())
                found.setdefault(
                    (start, end, after),
                    Fault(path, where, kind, part.lineno, part.end_lineno, start, end, before, after),
                )
    return numbered(sorted(found.values(), key=lambda fault: (fault.start, fault.end, fault.after)))


def numbered(faults: list[Fault]) -> list[Fault]:
    """The same faults, told apart where one function has the same change twice."""
    seen: dict[str, int] = {}
    made = []
    for fault in faults:
        seen[fault.name] = seen.get(fault.name, 0) + 1
        made.append(fault._replace(nth=seen[fault.name]))
    return made


def all_faults(top: Path = TOP) -> list[Fault]:
    """Every fault of the modules under ROOTS, in a fixed order."""
    files = [file for root in ROOTS for file in (sorted((top / root).rglob("*.py")) or [top / root])]
    kept = [file for file in files if file.name not in LEFT_OUT]
    return [fault for file in kept for fault in faults_of(str(file.relative_to(top)), file.read_text("utf-8"))]


def put_in(fault: Fault, source: bytes) -> bytes:
    """The module with the fault in it."""
    return source[: fault.start] + fault.after.encode() + source[fault.end :]


# which tests to run


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
    """The tests for a fault: those of its lines first, then those of its function, its module and its package."""
    rows, package = table.lines.get(fault.path, {}), fault.path.rpartition("/")[0]
    whole = {0: all_of(rows)}
    around = {0: all_of({n: all_of(lines) for n, (file, lines) in enumerate(table.lines.items()) if package in file})}
    picked = [n for n, test in enumerate(table.tests) if not fault.where and test.startswith(PAGES)]
    spent, taken = 0.0, all_of({n: 1 << n for n in picked})
    for lines, (low, high) in ((rows, (fault.line, fault.last)), (rows, function), (whole, (0, 0)), (around, (0, 0))):
        bits = all_of({line: tests for line, tests in lines.items() if low <= line <= high}) & ~taken
        taken |= bits
        fresh = [n for n in range(len(table.tests)) if bits >> n & 1]
        for number in sorted(fresh, key=lambda n: (table.seconds[n], n)):
            spent += table.seconds[number]
            if picked and spent > budget:
                break
            picked.append(number)
    return [table.tests[number] for number in picked]


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


# recording


def record(out: str, paths: list[str]) -> None:
    """Run the tests once under coverage, and write down who runs what; of some paths only, the rest stays as it was."""
    tree = Path(tempfile.mkdtemp(prefix="faults-")) / "tree"
    copy_tree(tree)
    plugin = tree.parent / "plugin"
    plugin.mkdir()
    (plugin / "fault_recorder.py").write_text(RECORDER, encoding="utf-8")
    (plugin / "rc").write_text(f"[run]\nsource = {tree}/pbem\ndata_file = {plugin}/data\n", encoding="utf-8")
    words = [sys.executable, "-m", "coverage", "run", f"--rcfile={plugin}/rc", "-m", "pytest", "-p", "fault_recorder",
             "-p", "no:cacheprovider", "-p", "no:xdist", *[f"--ignore={name}" for name in IGNORED], *paths]  # fmt: skip
    environment = {**os.environ, "PYTHONPATH": f"{tree}{os.pathsep}{plugin}", "FAULT_TIMES": f"{plugin}/times"}
    subprocess.run(words, cwd=tree, env=environment)
    write_table(out, tree, plugin, paths)
    shutil.rmtree(tree.parent)


RECORDER = """
import json, os, time
import coverage, pytest
TIMES = {}
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

    times = json.loads((plugin / "times").read_text("utf-8"))
    failed = times.pop("failed", [])
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
    data = CoverageData(str(plugin / "data"))
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


# trying


def tried(tree: Path, fault: Fault, tests: list[str], seconds: float) -> str:
    """``seen``, ``looped`` or ``lived``: a fault put into the tree, the tests run, the fault taken out."""
    file = tree / fault.path
    source, stamp = file.read_bytes(), file.stat()
    for old in file.parent.glob(f"__pycache__/{file.stem}.*.pyc"):
        old.unlink()  # a changed file of the same size and second would be taken for the old one
    file.write_bytes(put_in(fault, source))
    try:
        return ran(tree, tests, seconds)
    finally:
        file.write_bytes(source)
        os.utime(file, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))


def ran(tree: Path, tests: list[str], seconds: float) -> str:
    """Run tests in a child with limits of time and memory; it is begun from here, where the libraries are loaded."""
    child = os.fork()
    if child == 0:
        run_here(tree, tests, seconds)
    deadline = time.monotonic() + 6 * seconds + 120
    while time.monotonic() < deadline:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            end_group(child)
            code = os.waitstatus_to_exitcode(status)
            return "lived" if code == 0 else "looped" if code in (-signal.SIGXCPU, -signal.SIGKILL) else "seen"
        time.sleep(0.02)
    end_group(child)
    os.waitpid(child, 0)
    return "looped"


def end_group(child: int) -> None:
    """End what a child has left behind."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)


def run_here(tree: Path, tests: list[str], seconds: float) -> None:
    """In the child: pytest over the files of these tests, in this order, until one fails."""
    os.setsid()
    limit = int(2 * seconds + 20)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
    resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    os.chdir(tree)
    os.environ["PYTHONPATH"] = str(tree)
    sys.path.insert(0, str(tree))
    sys.dont_write_bytecode = True
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    import pytest

    files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
    options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--tb=no", "--no-header"]
    code = 70
    try:
        code = int(pytest.main([*options, *files], plugins=[Chosen(tests)]))
    finally:
        os._exit(0 if code in (0, 5) else 1)


class Chosen:
    """A plugin: only the chosen tests, in their order."""

    def __init__(self, tests: list[str]) -> None:
        self.order = {test: at for at, test in enumerate(tests)}

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        items[:] = sorted((i for i in items if i.nodeid in self.order), key=lambda i: self.order[i.nodeid])


def result_of(tree: Path, table: Table, fault: Fault, budget: float) -> str:
    """What becomes of a fault: a short round first, then all that fit."""
    seconds = dict(zip(table.tests, table.seconds, strict=True))
    span = function_span((tree / fault.path).read_text("utf-8"), fault)
    tests = chosen(table, fault, span, budget)
    if not tests:
        return "untested"
    first: list[str] = []
    for test in tests:
        if sum(seconds[t] for t in first) + seconds[test] > FIRST_ROUND and first:
            break
        first.append(test)
    rest = tests[len(first) :]
    result = tried(tree, fault, first, sum(seconds[t] for t in first))
    if result == "lived" and rest:
        result = tried(tree, fault, rest, sum(seconds[t] for t in rest))
    return result


def warm() -> None:
    """Load what every child needs and no fault touches."""
    import importlib

    for name in ("pytest", "_pytest.assertion.rewrite", "hypothesis", "hypothesis.strategies", "click", "click.testing",
                 "jinja2", "tomli_w", "tomllib", "json", "decimal", "email", "pyrage", "tree_sitter"):  # fmt: skip
        with contextlib.suppress(ImportError):
            importlib.import_module(name)


def run(words: argparse.Namespace) -> None:
    """Try a sample, in so many processes; results are added to the file as they come."""
    faults = [fault for fault in all_faults() if fault.path.startswith(words.only)]
    lived = {row["name"] for row in rows_of(words.again) if row["result"] in LIVED}
    sample = [fault for fault in faults if fault.name in lived]
    if not words.again:
        sample = random.Random(words.seed).sample(faults, min(words.n, len(faults)))
    known = {row["name"] for row in rows_of(words.results)}
    todo = [fault for fault in sample if fault.name not in known]
    print(f"{len(faults)} faults, a sample of {len(sample)}, {len(todo)} to try", flush=True)
    place = Path(tempfile.mkdtemp(prefix="faults-"))
    workers = []
    for number in range(words.jobs):
        worker = os.fork()
        if worker == 0:
            work(place / str(number), todo[number :: words.jobs], words)
        workers.append(worker)
    for worker in workers:
        os.waitpid(worker, 0)
    shutil.rmtree(place)
    tell(words.results)


def work(tree: Path, faults: list[Fault], words: argparse.Namespace) -> None:
    """One process: its own copy of the tree, its share of the faults."""
    copy_tree(tree)
    subprocess.run([sys.executable, "-m", "compileall", "-q", "pbem"], cwd=tree)
    table = read_table(words.table)
    warm()
    for fault in faults:
        begun = time.monotonic()
        result = result_of(tree, table, fault, words.budget)
        row = {"name": fault.name, "result": result, "kind": fault.kind, "line": fault.line,
               "seconds": round(time.monotonic() - begun, 1)}  # fmt: skip
        with open(words.results, "a", encoding="utf-8") as file:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
    os._exit(0)


# telling


def rows_of(path: str) -> list[dict[str, Any]]:
    if not os.path.exists(path):
        return []
    return [json.loads(line) for line in Path(path).read_text("utf-8").splitlines()]


def reasons() -> dict[str, str]:
    """Why some faults change nothing that anybody could see."""
    if not REASONS.exists():
        return {}
    return {row["fault"]: row["reason"] for row in tomllib.loads(REASONS.read_text("utf-8")).get("same", ())}


def wilson(part: int, whole: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share."""
    share, square = part / whole, z * z
    middle = (share + square / (2 * whole)) / (1 + square / whole)
    half = z / (1 + square / whole) * math.sqrt(share * (1 - share) / whole + square / (4 * whole * whole))
    return middle - half, middle + half


def figure(words: str, part: int, whole: int) -> str:
    low, high = wilson(part, whole)
    return f"{words}: {part} of {whole}, {100 * part / whole:.1f} % (95 % interval {100 * low:.1f} to {100 * high:.1f})"


def tell(path: str) -> None:
    """The figure, by kind and by file, and the faults that lived."""
    rows, same = rows_of(path), reasons()
    lived = [row for row in rows if row["result"] in LIVED]
    real = [row for row in lived if row["name"] not in same]
    seen = len(rows) - len(lived)
    print(figure("seen", seen, len(rows)))
    print(figure("seen, of those that change anything", seen, seen + len(real)))
    print(f"ended by their time limit: {sum(row['result'] == 'looped' for row in rows)}")
    for row in sorted(lived, key=lambda row: (row["name"] in same, row["name"], row["line"])):
        print(f"\n{row['name']}\n  line {row['line']}, {row['kind']}, {row['result']}")
        if row["name"] in same:
            print(f"  same: {same[row['name']]}")


def main(arguments: Iterable[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, dest="command")
    notes = commands.add_parser("record")
    notes.add_argument("table")
    notes.add_argument("tests", nargs="*", help="only these, after a change of them")
    trial = commands.add_parser("run")
    for name in ("table", "results"):
        trial.add_argument(name)
    trial.add_argument("-n", type=int, default=400)
    trial.add_argument("--seed", default="faults")
    trial.add_argument("--jobs", type=int, default=2)
    trial.add_argument("--budget", type=float, default=30.0)
    trial.add_argument("--only", default="", help="begin of the paths of modules")
    trial.add_argument("--again", default="", help="instead of a sample: what lived by these results")
    commands.add_parser("tell").add_argument("results")
    words = parser.parse_args(None if arguments is None else list(arguments))
    if words.command == "record":
        record(words.table, words.tests)
    elif words.command == "run":
        run(words)
    else:
        tell(words.results)


if __name__ == "__main__":
    main()
