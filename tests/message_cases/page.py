"""A desk that cannot be built, and what it cannot open."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from unittest.mock import patch
from zipfile import ZipFile

from battle_game import begin, view_of

from message_cases.common import case
from pbem.store.reading import Game
from pbem.store.views import ViewFile
from pbem.workflow.desk_link import carried
from pbem.workflow.deskpage.boards import kept
from pbem.workflow.deskpage.build import build
from pbem.workflow.deskpage.home import opened
from pbem.workflow.deskpage.kit import SUMS, kit, run
from pbem.workflow.deskpage.sources import MOST, check_own, found_in


def _tool(name: str, *lines: str) -> dict[str, str]:
    """An environment with one tool in it, which does no more than say something and fail."""
    Path("tools").mkdir()
    Path("tools", name).write_text("\n".join(["#!/bin/sh", *lines, "exit 1"]))
    Path("tools", name).chmod(0o755)
    return {"PATH": os.path.abspath("tools"), "PBEM_CACHE": os.path.abspath("cache")}


@case("PB830", "a machine without npm")
def no_npm() -> Any:
    with patch.dict(os.environ, {"PATH": "", "PBEM_CACHE": os.path.abspath("cache")}):
        return build("desk.html")


@case("PB831", "npm without a network")
def no_network() -> Any:
    with patch.dict(os.environ, _tool("npm", "echo 'npm error network request failed' >&2")):
        return build("desk.html")


@case("PB832", "a folder without Pyodide")
def no_pyodide() -> Any:
    return _given()


@case("PB832", "another Pyodide")
def other_pyodide() -> Any:
    for name in SUMS:
        Path("pyodide").mkdir(exist_ok=True)
        Path("pyodide", name).write_text("another one")
    return _given()


def _given() -> Any:
    for part in ("age-encryption", "esbuild", "@noble/hashes", "pyodide"):
        Path(part).mkdir(parents=True, exist_ok=True)
    return kit("pyodide")


@case("PB833", "a tool that fails")
def tool_fails() -> Any:
    with patch.dict(os.environ, _tool("node", "echo 'Error: out of memory' >&2")):
        return run(["node", "compile.mjs"], ".")


@case("PB835", "a file that is no desk")
def no_desk() -> Any:
    Path("desk.html").write_text("<title>Cats</title>")
    return carried(Game("winter", "winter", "friedrich", 1, "4p", {}, {}, "", desk="../desk.html"))


@case("PB834", "a letter without a view")
def no_view() -> Any:
    return found_in("letter.eml", b"From: a@b.example\nSubject: hello\n\nHow are you?\n")


@case("PB834", "a file of many megabytes")
def too_large() -> Any:
    return found_in("film.bin", b"x" * (MOST + 1))


@case("PB509", "a view of a step that cannot be")
def endless() -> Any:
    game = begin(Path("."), "endless")
    return opened("desk", Path(view_of(game, "frederick")).read_text().replace("step = 1", "step = 0", 1))


@case("PB834", "a sheet of another step")
def other_sheet() -> Any:
    seen = ViewFile("winter", "friedrich", 1, "4p", {}, 7, "frederick", "", (), {})
    return check_own(seen, "orders.toml", 'game = "winter"\nstep = 6\nrole = "frederick"\ndo = []\n')


@case("PB834", "a ZIP file without a board")
def no_board() -> Any:
    with ZipFile("pictures.zip", "w") as packed:
        packed.writestr("cat.png", b"a cat")
    return kept(".", "pictures.zip", Path("pictures.zip").read_bytes())
