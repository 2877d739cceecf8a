"""What the page is made of besides our own files: fetched by npm into the user's cache, and held against check sums."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from typing import NamedTuple

from pbem.boards.cache import cache_folder
from pbem.core import Code, sha256
from pbem.store import GameFault, read_bytes
from pbem.workflow.page_codes import NO_TOOL, NOT_BUILT, NOT_FETCHED, OTHER_FILE

HERE = os.path.dirname(os.path.abspath(__file__))
NPM = os.path.join(HERE, "npm")
VERSION = "314.0.7"
SUMS = {
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
}
PARTS = ("age-encryption", "esbuild", "@noble/hashes")  # that a page needs besides Pyodide
LARGEST = 50_000_000  # bytes of a file


class Kit(NamedTuple):
    """Where the parts are: the folder of Pyodide, and the one in which the others are found by name."""

    pyodide: str
    modules: str


def kit(pyodide: str = "") -> Kit:
    """The parts, from the folder given and those beside it, else from the cache; fetched if they are not there."""
    beside = os.path.dirname(os.path.abspath(pyodide)) if pyodide else ""
    modules = beside if beside and _has_parts(beside) else fetched()
    folder = pyodide or os.path.join(modules, "pyodide")
    for name, wanted in SUMS.items():
        _check_sum(os.path.join(folder, name), wanted)
    return Kit(os.path.abspath(folder), modules)


def _has_parts(modules: str) -> bool:
    return all(os.path.isdir(os.path.join(modules, *part.split("/"))) for part in PARTS)


def _check_sum(path: str, wanted: str) -> None:
    if not os.path.isfile(path):
        raise GameFault(OTHER_FILE, path, version=VERSION)
    if sha256(read_bytes(path, LARGEST)).hex() != wanted:
        raise GameFault(OTHER_FILE, path, form="sum", version=VERSION)


def cached() -> str:
    """Where the parts are kept: a folder named after the lock file, so that other versions lie beside it."""
    mark = sha256(read_bytes(os.path.join(NPM, "package-lock.json"))).hex()[:16]
    return os.path.join(cache_folder(), f"desk-{mark}")


def fetched() -> str:
    """The parts in the cache. npm holds each against the lock file; a fetch that is cut off leaves nothing behind."""
    folder = cached()
    modules = os.path.join(folder, "node_modules")
    if _has_parts(modules) and os.path.isdir(os.path.join(modules, "pyodide")):
        return modules
    half = f"{folder}.{os.getpid()}.tmp"
    try:
        os.makedirs(half, exist_ok=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copyfile(os.path.join(NPM, name), os.path.join(half, name))
        run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], half, NOT_FETCHED)
        os.makedirs(folder, exist_ok=True)
        if not os.path.isdir(modules):
            os.replace(os.path.join(half, "node_modules"), modules)
    finally:
        shutil.rmtree(half, ignore_errors=True)
    return modules


def run(command: Sequence[str], folder: str, code: Code = NOT_BUILT) -> bytes:
    """What a tool prints; where it fails, what it says of that is told."""
    tool = shutil.which(command[0])
    if tool is None:
        raise GameFault(NO_TOOL, "desk", tool=command[0])
    done = subprocess.run([tool, *command[1:]], cwd=folder, capture_output=True, check=False)
    if done.returncode:
        why = " ".join(done.stderr.decode("utf-8", "replace").split())[-300:]
        raise GameFault(code, "desk", why=why)
    return done.stdout
