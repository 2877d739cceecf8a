"""Views that somebody has edited or cut, opened at the desk: a clear word with a code, and what was open stays open."""

from __future__ import annotations

import json
import os
from base64 import b64encode
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from tomllib import loads
from typing import Any

import pytest
from desk_pages import Position, positions
from mangling import mutant, mutated_values

from pbem.store.writing import dumps
from pbem.workflow.deskpage.bridge import Desk

TITLES = ("friedrich", "fredericus", "maria")
SPOILT = int(os.environ.get("PBEM_DESK_SPOILT", "12"))  # of each position in each way
EVERY = {"friedrich": 9, "fredericus": 14, "maria": 9}  # decisions of a game, one of which is looked at
CUTS = 4


def ask(desk: Desk, asked: str, **given: Any) -> Any:
    return json.loads(desk.answer(json.dumps({"ask": asked, **given})))


def opened(desk: Desk, view: str) -> Any:
    return ask(desk, "open", name="a.view.toml", data=b64encode(view.encode()).decode())


def spoilt(position: Position, random: Random) -> Iterator[tuple[str, str]]:
    """A view with one value of its state changed, with one change anywhere, or cut off; and what was done to it."""
    table = loads(position.view)
    for what, state in mutated_values(table["state"], f"{position.step}", SPOILT):
        yield what, dumps({**table, "state": state}).decode()
    for _ in range(SPOILT):
        made, what = mutant(table, random)
        yield what, dumps(made).decode()
    for _ in range(CUTS):
        end = random.randrange(len(position.view))
        yield f"cut at {end}", position.view[:end]


def asked_all(desk: Desk, sheets: list[str]) -> Iterator[Any]:
    """Everything that the page asks about sheets as soon as a view is open."""
    for sheet in sheets:
        for question in ("map", "offers", "check"):
            yield ask(desk, question, sheet=sheet)
    yield ask(desk, "rehearse", sheet=sheets[-1], strengths=[], hand="", samples=1)


@pytest.mark.parametrize("title", TITLES)
def test_a_spoilt_view_is_answered_in_words_and_what_was_open_stays(title: str, tmp_path: Path) -> None:
    random = Random(title)
    rows = [*islice(positions(title, "spoilt"), EVERY[title] * 5)]
    desk = Desk(str(tmp_path))
    opened(desk, rows[0].view)
    before = ask(desk, "check", sheet=rows[0].sheet)
    failed = used = 0
    for position in rows[:: EVERY[title]]:
        for what, view in spoilt(position, random):
            found = opened(desk, view)
            if "fault" in found:
                failed += 1
                assert found["fault"]["code"] and found["fault"]["hint"], what
                assert str(tmp_path) not in found["fault"]["message"]
                assert before == ask(desk, "check", sheet=rows[0].sheet), what
                continue
            used += 1
            sheet = found["value"].get("sheet", "")
            for answer in asked_all(desk, [sheet, position.sheet]) if found["value"].get("role") else ():
                assert "value" in answer or answer["fault"]["code"], what
            opened(desk, rows[0].view)

    assert failed > 20
    assert used > 5  # most that can be used do not read as they are written, and are refused whole
