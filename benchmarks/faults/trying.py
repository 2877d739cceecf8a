"""Trying faults: each is put into a copy of the tree, and the chosen tests run on it in a child with limits."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from choosing import Table, chosen, copy_tree, function_span, read_table
from making import Fault, all_faults, put_in
from telling import LIVED, rows_of, tell

FIRST_ROUND = 4.0  # seconds of tests before all others are collected


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
    deadline = time.monotonic() + 20 * seconds + 600  # for one that waits and never works; the child counts its work
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
    result = judged(tree, fault, first, sum(seconds[t] for t in first))
    if result == "lived" and rest:
        result = judged(tree, fault, rest, sum(seconds[t] for t in rest))
    return result


def judged(tree: Path, fault: Fault, tests: list[str], seconds: float) -> str:
    """The same, with more time where the tests take as long without the fault: what they share counts but once."""
    result = tried(tree, fault, tests, seconds)
    if result == "looped" and tried(tree, fault._replace(after=fault.before), tests, seconds) == "looped":
        return judged(tree, fault, tests, 4 * seconds + 60)
    return result


def warm() -> None:
    """Load what every child needs and no fault touches."""
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
    if words.harmless:
        sample = [fault._replace(after=fault.before) for fault in sample]
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


def compiled(tree: Path) -> None:
    """Compile the program and its tests once: every child would do so anew."""
    words = ("compileall -q pbem", "pytest --collect-only -q -p no:cacheprovider -p no:xdist")
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    for line in words:
        command = [sys.executable, "-m", *line.split()]
        subprocess.run(command, cwd=tree, env={**kept, "PYTHONPATH": str(tree)}, stdout=subprocess.DEVNULL)


def work(tree: Path, faults: list[Fault], words: argparse.Namespace) -> None:
    """One process: its own copy of the tree, its share of the faults."""
    copy_tree(tree)
    compiled(tree)
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
