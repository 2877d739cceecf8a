"""Whatever a table holds, a board is read without an exception, and what it says otherwise changes the digest."""

from __future__ import annotations

import re
import shutil
import tomllib
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from spoilt_boards import board_of

from pbem.boards import examine, load
from pbem.workflow.boards import inspected

FILES = sorted(path.name for path in board_of("probe").iterdir())
INSERTS = (b"\x00", b"\xff", b'"', b"\n", b"\r", b",", b"=", b"[" * 200, b"-1", b"9" * 400, "\u202e".encode(), b"#")


def number(*parts: object) -> int:
    """A number that looks like chance and is always the same."""
    return int.from_bytes(sha256(repr(parts).encode()).digest()[:4], "big")


def mangled(data: bytes, file: str) -> Iterator[bytes]:
    """The bytes cut off, with something put in, with lines lost, doubled and exchanged."""
    for turn in range(6):
        at = number(file, turn) % (len(data) + 1)
        yield data[:at]
        yield data[:at] + data[at + 1 + turn :]
    for turn, insert in enumerate(INSERTS):
        at = number(file, "insert", turn) % (len(data) + 1)
        yield data[:at] + insert + data[at:]
    lines = data.splitlines(keepends=True)
    for turn in range(4):
        at, other = number(file, "line", turn) % len(lines), number(file, "other", turn) % len(lines)
        yield b"".join(lines[:at] + lines[at + 1 :])
        yield b"".join(lines[: at + 1] + lines[at:])
        yield b"".join(lines[other] if n == at else line for n, line in enumerate(lines))


@pytest.mark.parametrize("file", FILES)
def test_a_mangled_table_is_never_a_traceback(file: str, tmp_path: Path) -> None:
    folder = shutil.copytree(board_of("probe"), tmp_path / "probe")
    whole, digest = (folder / file).read_bytes(), load("probe").digest
    silent = []
    for data in mangled(whole, file):
        (folder / file).write_bytes(data)
        examined = inspected(str(folder))
        if examined.pack is None:
            assert any(row.is_error and row.message and row.hint for row in examined.complaints)
        elif examined.pack.digest == digest:
            silent.append(data)

    assert [] == [data for data in silent if _said(data, file) != _said(whole, file)]


def _said(data: bytes, file: str) -> object:
    """What a table says, as another reader finds it: rows without order, remarks and blanks."""
    text = data.decode("utf-8")
    if file == "board.toml":  # what a board is called is not part of it
        return file
    if file.endswith(".toml"):
        return re.sub(r", 'rule': '[^']*'", "", repr(tomllib.loads(text)))  # the rule behind a box is a remark
    lines = [line.strip().rstrip(",") for line in text.replace("\r", "").split("\n")]
    if file == "sectors.csv":  # its last column repeats what cities say
        lines = [",".join(line.split(",")[:7]) for line in lines]
    return sorted(line for line in lines if line and not line.startswith("#"))


@pytest.mark.parametrize(
    "make",
    [
        lambda folder: None,
        lambda folder: (folder / "cities.csv").write_bytes(b""),
        lambda folder: (folder / "cities.csv").mkdir(),
        lambda folder: (folder / "cities.csv").symlink_to(folder / "cities.csv"),
        lambda folder: [(folder / f"{n}.csv").write_bytes(b"x") for n in range(300)],
        lambda folder: (folder / "board.toml").write_bytes(b"form = 7\ncomplete = []\nname = {}\n"),
    ],
    ids=["empty", "empty-table", "folder", "circle", "hundreds", "kinds"],
)
def test_a_folder_that_is_no_board_is_told_so(make: Callable[[Path], object], tmp_path: Path) -> None:
    make(tmp_path)
    examined = examine(str(tmp_path))

    assert examined.pack is None
    assert "BD101" in {row.code.id for row in examined.complaints}
