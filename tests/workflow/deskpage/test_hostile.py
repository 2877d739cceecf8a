"""Mails, reports and boards made to hurt, dropped in at the desk: a clear word in bounds, and what was open stays."""

from __future__ import annotations

import json
import os
import resource
from base64 import b64encode
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from desk_pages import Position, positions

from pbem.workflow.deskpage.bridge import Desk

BLOCK = '<script type="application/toml" id="pbem-view">'
TOP = "From: a@b.example\nSubject: x\nMIME-Version: 1.0\n"


def zipped(name: str, data: bytes = b"x", spoilt: bool = False) -> bytes:
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as packed:
        packed.writestr(name, data)
    whole = bytearray(made.getvalue())
    if spoilt:
        whole[30 + len(name) : 36 + len(name)] = b"\xff" * 6
    return bytes(whole)


NESTED = "".join(f"{TOP if n == 0 else ''}Content-Type: multipart/mixed; boundary={n}\n\n--{n}\n" for n in range(2_000))
HOSTILE = {
    "begun views": (BLOCK * 75_000).encode(),
    "a begun view": b"<main>" + BLOCK.encode() + b"x" * 3_000_000,
    "begun tags": f"{BLOCK}format = 2\n</script><main>".encode() + b"<a <!-- </ <! <? " * 200_000 + b"</main>",
    "formats": b"format = 1\n" * 300_000,
    "quotes": b"> " * 1_900_000 + b"format",
    "a huge file": b"x" * 5_000_000,
    "nothing": b"",
    "signs": bytes(range(256)) * 100,
    "nested mail": NESTED.encode(),
    "an unknown alphabet": f"{TOP}Content-Type: text/plain; charset=klingon\n\nformat = 2\n[state]\n".encode(),
    "half letters": f"{TOP}Content-Type: text/plain; charset=utf-8\n\nformat = 2\n".encode()
    + b"x = '\xff\xfe'\n[state]\n",
    "letters beside the alphabet": f"{TOP}Content-Type: text/x; charset=us-ascii\n\nformat = 2\n# ".encode()
    + b"\xff\n[state]\n",
    "a torn ZIP file": b"PK\x03\x04" + b"\0" * 40,
    "a spoilt ZIP file": zipped("cities.csv", b"id,name\n" * 500, spoilt=True),
    "a bomb": zipped("cities.csv", b"x" * 50_000_000),
    "a long name": zipped("x" * 5_000 + ".csv"),
    "a name that is none": zipped("..toml/.toml"),
    "letters of a board": zipped("board.toml", b"\xff\xfe"),
}
FOLDERS = {
    "signs": [("cities.csv", b"\xff\0\n"), ("board.toml", b"\xff")],
    "a name with a zero": [("cities\0.csv", b"")],
    "a long name": [("x" * 5_000 + ".csv", b"")],
    "a board without facts": [("cities.csv", b"id\n"), ("board.toml", b"")],
}


@pytest.fixture(scope="module")
def position() -> Position:
    return next(islice(positions("friedrich", "hostile"), 6, None))


def ask(desk: Desk, asked: str, **given: Any) -> Any:
    return json.loads(desk.answer(json.dumps({"ask": asked, **given})))


def stays(position: Position, folder: Path, asked: str, **given: Any) -> int:
    """In a child with a bound of work, which is generous: whether a question is answered in words and harms nothing."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    resource.setrlimit(resource.RLIMIT_CPU, (15, 15))
    try:
        desk = Desk(str(folder))
        ask(desk, "open", name="a.view.toml", data=b64encode(position.view.encode()).decode())
        before = ask(desk, "check", sheet=position.sheet)
        answer = ask(desk, asked, **given)
        same = before == ask(desk, "check", sheet=position.sheet) and "value" in before
        os._exit(0 if same and ("value" in answer or answer["fault"]["hint"]) else 3)
    except BaseException as error:  # the child never comes back to the tests
        print(repr(error)[:300], flush=True)
        os._exit(4)


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_what_is_made_to_hurt_is_answered_in_words(position: Position, tmp_path: Path, data: bytes) -> None:
    given = b64encode(data).decode()

    assert 0 == stays(position, tmp_path, "open", name="a.eml", data=given)
    assert 0 == stays(position, tmp_path, "sort", files=[["a.eml", given], ["b.eml", ""]])


@pytest.mark.parametrize("rows", FOLDERS.values(), ids=FOLDERS)
def test_a_board_made_to_hurt_is_answered_in_words(
    position: Position, tmp_path: Path, rows: list[tuple[str, bytes]]
) -> None:
    files = [[name, b64encode(data).decode()] for name, data in rows]

    assert 0 == stays(position, tmp_path, "open folder", name="board", files=files)
