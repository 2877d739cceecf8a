"""The desk for tests: the page built once, positions of bot games with their views, sheets good and bad."""

from __future__ import annotations

import os
from collections.abc import Iterator
from fcntl import LOCK_EX, flock
from pathlib import Path
from random import Random
from tempfile import gettempdir
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest

from pbem.core.chance import Chance
from pbem.core.ruleset import Ruleset
from pbem.rulesets import ruleset_of
from pbem.store import FORMAT, GameFault
from pbem.store.writing import dumps
from pbem.workflow.deskpage.build import build
from pbem.workflow.sheet import filled_sheet
from pbem.workflow.simulate import sampled

KEY = "amber-falcon-31ab-cdef"


def built(folder: Path) -> Path:
    """The page; where npm cannot fetch its parts these tests are skipped, but not in continuous integration.

    The parts are kept in the user's own cache, so that they are fetched once and not at every run.
    """
    rest = {name: value for name, value in os.environ.items() if name != "PBEM_CACHE"}
    try:
        with patch.dict(os.environ, rest, clear=True), Path(gettempdir(), "pbem-desk.lock").open("w") as lock:
            flock(lock, LOCK_EX)  # what one process of the tests has translated, another takes from the cache
            return Path(build(str(folder / "desk.html")))
    except GameFault as fault:
        if fault.code.id not in ("PB830", "PB831") or os.environ.get("CI") == "true":
            raise
        pytest.skip(fault.message)


class Position(NamedTuple):
    """A decision of a bot game: who is asked, the view as it would be sent, and what the bot answered."""

    ruleset: Ruleset
    role: str
    view: str
    state: Any  # as the role knows it
    sheet: str
    step: int


def positions(title: str, seed: str) -> Iterator[Position]:
    """All decisions of a game of bots, one after the other."""
    ruleset = ruleset_of(title)
    mode, options = ruleset.modes[0].id, {option.id: option.default for option in ruleset.options}
    state, step = ruleset.rules.set_up(mode, options), 0
    while ruleset.rules.result(state) is None:
        step += 1
        bodies = sampled(ruleset, state, seed, step, {})
        for role, body in bodies.items():
            view = ruleset.secrets.view_of(state, role)
            data = {
                "format": FORMAT, "game": "bots", "ruleset": title, "revision": ruleset.revision, "mode": mode,
                "step": step, "role": role, "key": KEY, "roles": [row.id for row in ruleset.mode(mode).roles],
                "options": options, "state": ruleset.files.encode(view),
            }  # fmt: skip
            if ruleset.boards is not None and ruleset.boards.usual:
                data["board"] = dict(zip(("name", "digest"), ruleset.boards.usual, strict=True))
            yield Position(ruleset, role, dumps(data).decode(), view, filled_sheet("bots", step, role, KEY, body), step)
        state = ruleset.rules.resolve(state, bodies, Chance(f"{seed} {step}")).state


SIGNS = "\"'[]{}=,#>.\\\n -0129azAZ♥ß\t\ufeff"


def mutilated(sheet: str, random: Random) -> str:
    """A sheet in which a few signs were lost, added or exchanged, or lines torn, doubled or mixed up."""
    for _ in range(random.randint(1, 4)):
        at, way = random.randrange(len(sheet)), random.randrange(6)
        if way == 0:
            sheet = sheet[:at] + sheet[at + random.randint(1, 4) :]
        elif way == 1:
            sheet = sheet[:at] + random.choice(SIGNS) + sheet[at:]
        elif way == 2:
            sheet = sheet[:at] + random.choice(SIGNS) + sheet[at + 1 :]
        else:
            lines = sheet.split("\n")
            line = random.randrange(len(lines))
            other = random.randrange(len(lines))
            if way == 3:
                lines.insert(line, lines[other])
            elif way == 4:
                lines[line], lines[other] = lines[other], lines[line]
            else:
                lines[line] = lines[line].upper()
            sheet = "\n".join(lines)
    return sheet or "x"
