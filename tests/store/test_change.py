"""The file of a change that was cut off: read as it was written, finished once, refused if it is damaged."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from pbem.core import sha256
from pbem.store import GameFault, disk
from pbem.store.layout import TABLES
from pbem.store.transaction import (
    Append,
    Move,
    Part,
    Put,
    Remove,
    _read,
    _written,
    commit,
    finish,
    folder_mode,
    planned,
)

PARTS: tuple[Part, ...] = (
    Put("game.toml", b"one\ntwo\n"), Put("reports/0001/b_b.txt", b"", disk.PUBLIC),
    Put("README.md", b"end 00\nput 1 2 x\n"), Append("ledger.toml", 3, b"more\n"),
    Append("maps/log", 0, b"\xff\x00\n\n", disk.PUBLIC), Move("steps/0001-a.toml", "undone/01/0001-a.toml"),
    Remove("mails.toml"),
)  # fmt: skip


def begun(top: Path) -> None:
    """A directory in which something stands already."""
    (top / "steps").mkdir()
    (top / "game.toml").write_bytes(b"zero")
    (top / "ledger.toml").write_bytes(b"abcdef")
    (top / "steps" / "0001-a.toml").write_bytes(b"moved")
    (top / "mails.toml").write_bytes(b"x")


def files(top: Path) -> dict[str, bytes]:
    return {str(path.relative_to(top)): path.read_bytes() for path in sorted(top.rglob("*")) if path.is_file()}


AFTER = {
    "game.toml": b"one\ntwo\n", "README.md": b"end 00\nput 1 2 x\n", "reports/0001/b_b.txt": b"",
    "maps/log": b"\xff\x00\n\n", "undone/01/0001-a.toml": b"moved", "ledger.toml": b"abcmore\n",
}  # fmt: skip


def told(parts: Iterable[Part]) -> list[tuple[Any, ...]]:
    """The kind of each part and all it says."""
    return [(type(part), *(getattr(part, name) for name in part.__slots__)) for part in parts]


def test_a_change_is_read_as_it_was_written() -> None:
    assert told(PARTS) == told(_read(_written(PARTS), "file"))
    assert () == tuple(_read(_written(()), "file"))


def test_a_change_happens_and_leaves_nothing_of_itself(tmp_path: Path) -> None:
    begun(tmp_path)
    commit(str(tmp_path), PARTS)

    assert AFTER == files(tmp_path)


def test_a_change_that_was_cut_off_is_finished_and_may_be_finished_twice(tmp_path: Path) -> None:
    begun(tmp_path)
    for _ in range(2):
        (tmp_path / ".change").write_bytes(_written(PARTS))
        finish(str(tmp_path))

        assert AFTER == files(tmp_path)


@pytest.mark.parametrize(
    "line",
    [
        "put 384 2 game.toml", "put 384 4 game.toml", "put 384 5 game.toml",  # the length goes to the end of the line
        "put 384 -1 game.toml", "append 384 -1 3 ledger.toml", "append 384 0 -1 ledger.toml", "put 385 3 game.toml",
        "put 3 game.toml", "append 384 3 ledger.toml", "place 384 3 game.toml", "put", "", "move game.toml",
        "move game.toml\tmails.toml\tsecret.toml",
    ],
)  # fmt: skip
def test_a_line_that_the_program_would_not_write_is_refused(line: str) -> None:
    body = f"pbem change 1\n{line}\nabc\n".encode()
    data = body + f"end {sha256(body).hex()}\n".encode()

    with pytest.raises(GameFault, match="PB528"):
        told(_read(data, "file"))


def test_a_change_that_has_not_happened_is_swept_away(tmp_path: Path) -> None:
    begun(tmp_path)
    before = files(tmp_path)
    (tmp_path / ".change.tmp").write_bytes(_written(PARTS)[:40])
    finish(str(tmp_path))

    assert before == files(tmp_path)


def test_what_a_change_will_put_into_a_file_can_be_asked(tmp_path: Path) -> None:
    nothing = planned(str(tmp_path), "game.toml")
    (tmp_path / ".change").write_bytes(_written(PARTS))

    assert None is nothing
    assert [b"one\ntwo\n", b"", None, None] == [
        planned(str(tmp_path), name) for name in ("game.toml", "reports/0001/b_b.txt", "ledger.toml", "other")
    ]


def test_any_byte_of_a_change_that_is_lost_or_changed_is_found(tmp_path: Path) -> None:
    data = _written(PARTS)
    spoilt = [data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :] for at in range(len(data) - 1)]
    spoilt += [data[:at] for at in range(len(data) - 1)]

    for other in spoilt:
        with pytest.raises(GameFault, match="PB528"):
            tuple(_read(other, "file"))


@pytest.mark.parametrize(
    "name", [
        "other.toml", "steps", "steps/", "/etc/passwd", "../game.toml", "steps/../game.toml", "steps/.hidden",
        "steps//a", "reports/a/b/c/d/e", "elsewhere/a", "steps/a b", "inbox/ä", ".change", "",
    ],
)  # fmt: skip
def test_a_change_that_speaks_of_files_a_game_cannot_have_is_refused(tmp_path: Path, name: str) -> None:
    begun(tmp_path)
    before = files(tmp_path)
    moves = Move(name, "steps/a"), Move("steps/0001-a.toml", name)
    for part in (Put(name, b""), Append(name, 0, b""), *moves, Remove(name)):
        (tmp_path / ".change").write_bytes(data := _written((PARTS[0], part)))
        with pytest.raises(GameFault, match="PB528"):
            finish(str(tmp_path))

        assert {**before, ".change": data} == files(tmp_path)


def test_every_file_at_the_top_of_a_game_may_be_part_of_a_change() -> None:
    for name in (*TABLES, "archive.toml", "manifest.toml"):
        assert [(Put, name, b"x", disk.PRIVATE)] == told(_read(_written([Put(name, b"x")]), "file"))


@pytest.mark.parametrize("part", [Put("a/b", b""), Append("a/b", 0, b""), Move("x", "a/b"), Put("a/b/c", b"")])
def test_a_file_where_a_folder_should_be_stops_a_change_before_it_happens(tmp_path: Path, part: Part) -> None:
    (tmp_path / "a").write_bytes(b"file")
    with pytest.raises(GameFault, match=r"PB517.*it is not a folder"):
        commit(str(tmp_path), (Put("first", b""), part))

    assert {"a": b"file"} == files(tmp_path)


@pytest.mark.parametrize("part", [Put("a", b""), Append("a", 0, b""), Move("x", "a")])
def test_a_folder_where_a_file_should_be_stops_a_change_before_it_happens(tmp_path: Path, part: Part) -> None:
    (tmp_path / "a").mkdir()
    with pytest.raises(GameFault, match=r"PB517.*a folder stands in its place"):
        commit(str(tmp_path), (Put("first", b""), part))

    assert {} == files(tmp_path)


def test_what_is_private_lies_in_private_folders(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        commit(str(tmp_path), (Put("closed/a", b""), Put("open/b", b"", disk.PUBLIC)))
    finally:
        os.umask(before)
    modes = {name: (tmp_path / name).stat().st_mode & 0o077 for name in ("closed", "closed/a", "open", "open/b")}

    assert (0o700, 0o777) == (folder_mode(disk.PRIVATE), folder_mode(disk.PUBLIC))
    assert 0 == modes["closed"] == modes["closed/a"]
    assert modes["open"] and modes["open/b"]
