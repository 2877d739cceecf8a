"""Every operation of the disk in its order: what is said to be written lasts, also through a power cut."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from errno import ENOSPC
from pathlib import Path
from typing import Any

import pytest

from pbem.store import GameFault, disk
from pbem.store.disk import PRIVATE
from pbem.store.layout import is_leftover
from pbem.store.transaction import Append, Move, Part, Put, Remove, _written, commit, finish
from pbem.store.writing import make_folder, write_file


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """The operations on the disk, with the names of files; what is told to last is told so by the system, too."""
    found: list[str] = []

    def watch(what: str, path: str) -> None:
        found.append(f"{what} {os.path.relpath(path, tmp_path)}")

    whole = os.fsync
    monkeypatch.setattr(disk, "watcher", watch)
    monkeypatch.setattr(os, "fsync", lambda descriptor: (found.append("lasts"), whole(descriptor))[1])
    return found


def test_a_file_is_written_made_to_last_and_only_then_given_its_name(tmp_path: Path, seen: list[str]) -> None:
    write_file(str(tmp_path / "a"), b"bytes")

    expected = ["open .a.tmp", "write .a.tmp", "sync .a.tmp", "lasts", "rename a", "sync folder .", "lasts"]
    assert expected == seen
    assert b"bytes" == (tmp_path / "a").read_bytes()


def test_a_file_that_can_be_made_again_is_not_waited_for(tmp_path: Path, seen: list[str]) -> None:
    write_file(str(tmp_path / "a"), b"bytes", sync=False)

    assert ["open .a.tmp", "write .a.tmp", "rename a"] == seen


@pytest.mark.parametrize("failing", ["write", "rename", "sync"])
def test_of_a_file_that_could_not_be_written_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    def full(what: str, path: str) -> None:
        if what == failing:
            raise OSError(ENOSPC, "No space left on device")

    (tmp_path / "a").write_bytes(b"old")
    monkeypatch.setattr(disk, "watcher", full)

    with pytest.raises(GameFault):
        write_file(str(tmp_path / "a"), b"bytes")
    assert {"a": b"old"} == {path.name: path.read_bytes() for path in tmp_path.iterdir()}


def test_a_change_lasts_before_it_is_carried_out_and_goes_when_all_of_it_lasts(tmp_path: Path, seen: list[str]) -> None:
    (tmp_path / "old").write_bytes(b"x")
    (tmp_path / "log").write_bytes(b"one")
    commit(str(tmp_path), (Put("a", b"1"), Append("log", 3, b"2"), Move("old", "deep/new"), Remove("gone")))

    happened = ["open .change.tmp", "write .change.tmp", "sync .change.tmp", "lasts", "rename .change",
                "sync folder .", "lasts"]  # fmt: skip
    done = ["open .a.tmp", "write .a.tmp", "sync .a.tmp", "lasts", "rename a",
            "open log", "truncate log", "write log", "sync log", "lasts",
            "mkdir deep", "rename deep/new", "unlink gone"]  # fmt: skip
    assert [*happened, *done, "sync folder .", "lasts", "sync folder deep", "lasts", "unlink .change"] == seen


def test_a_folder_that_another_command_makes_meanwhile_is_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk, "watcher", lambda what, path: os.mkdir(path))

    assert [str(tmp_path), str(tmp_path / "a")] == disk.mkdir(str(tmp_path / "a" / "b"), 0o700)


def test_a_change_of_nothing_does_nothing(tmp_path: Path, seen: list[str]) -> None:
    commit(str(tmp_path), ())

    assert [] == seen


@pytest.mark.parametrize(
    ("part", "lasting"),
    [
        (Put("reports/new", b"1"), ["reports"]), (Put("deep/er/new", b"1"), [".", "deep", "deep/er"]),
        (Append("reports/old", 1, b"1"), []), (Append("reports/new", 0, b"1"), ["reports"]),
        (Append("deep/er/new", 0, b"1"), [".", "deep", "deep/er"]),
        (Move("reports/old", "reports/new"), ["reports"]), (Move("reports/old", "new"), ["reports", "."]),
        (Move("reports/old", "deep/er/new"), [".", "deep", "reports", "deep/er"]),
        (Move("reports/gone", "reports/old"), ["reports"]), (Remove("reports/old"), ["reports"]),
        (Remove("reports/gone"), ["reports"]),
    ],
    ids=lambda part: f"{type(part).__name__} {getattr(part, 'name', '')}",
)  # fmt: skip
def test_every_folder_in_which_a_change_alters_names_lasts(
    part: Part, lasting: list[str], tmp_path: Path, seen: list[str]
) -> None:
    (tmp_path / "reports").mkdir()
    (tmp_path / "reports" / "old").write_bytes(b"x")
    commit(str(tmp_path), (part,))
    at = seen.index("rename .change") + 3  # the change itself lasts before anything is done

    assert lasting == [line.removeprefix("sync folder ") for line in seen[at:] if line.startswith("sync folder")]
    assert "unlink .change" == seen[-1]


@pytest.mark.parametrize(
    ("part", "lasting"),
    [
        (Put("reports/0001/new", b"1"), [".", "reports", "reports/0001"]),
        (Append("reports/0001/new", 0, b"1"), [".", "reports", "reports/0001"]),
        (Move("steps/old", "undone/01/new"), [".", "steps", "undone", "undone/01"]),
        (Remove("steps/old"), [".", "steps"]), (Remove("mails.toml"), ["."]),
    ],
    ids=lambda part: f"{type(part).__name__} {getattr(part, 'name', '')}",
)  # fmt: skip
def test_whoever_finishes_a_change_lets_every_folder_above_it_last(
    part: Part, lasting: list[str], tmp_path: Path, seen: list[str]
) -> None:
    """What was cut off may have made them, and their names would be lost with the power."""
    for folder in ("reports/0001", "undone/01", "steps"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "steps" / "old").write_bytes(b"x")
    (tmp_path / ".change").write_bytes(_written((part,)))
    finish(str(tmp_path))

    assert "sync folder ." == seen[0]
    assert set(lasting) == {line.removeprefix("sync folder ") for line in seen[2:] if line.startswith("sync folder")}
    assert "unlink .change" == seen[-1]


def test_a_folder_is_made_with_those_above_it_and_lasts(tmp_path: Path, seen: list[str]) -> None:
    make_folder(str(tmp_path / "a" / "b"))
    make_folder(str(tmp_path / "a" / "b"))

    assert ["mkdir a", "mkdir a/b", "sync folder .", "lasts", "sync folder a", "lasts"] == seen
    assert [0o700, 0o700] == [(tmp_path / name).stat().st_mode & 0o777 for name in ("a", "a/b")]


def test_a_disk_that_takes_only_a_part_at_a_time_gets_all_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts: Iterator[int] = iter([3, 1, 4, 100])
    monkeypatch.setattr(disk, "watcher", lambda what, path: next(parts) if what == "write" else None)
    disk.write(str(tmp_path / "a"), b"0123456789", PRIVATE)

    assert b"0123456789" == (tmp_path / "a").read_bytes()
    assert [] == list(parts)


def test_a_file_ends_where_it_is_told_to(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(b"one two three")
    disk.write_at(str(path), 4, b"2", PRIVATE)
    fresh = tmp_path / "fresh"
    disk.write_at(str(fresh), 0, b"new", PRIVATE)

    assert [b"one 2", b"new"] == [path.read_bytes(), fresh.read_bytes()]
    assert 0o600 == fresh.stat().st_mode & 0o777


WAYS: tuple[tuple[str, Callable[[str], Any]], ...] = (
    ("unlink", disk.unlink), ("rmtree", disk.rmtree), ("rmdir", disk.rmdir),
)  # fmt: skip


@pytest.mark.parametrize(("what", "way"), WAYS)
def test_whatever_is_taken_away_is_seen_before(tmp_path: Path, seen: list[str], what: str, way: Any) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"x") if what == "unlink" else path.mkdir()
    way(str(path))

    assert [f"{what} a"] == seen
    assert not path.exists()


def test_what_a_command_left_half_written_is_known_by_its_name() -> None:
    names = (".a.tmp", "a.tmp", ".a", "a", ".tmp")

    assert [True, False, False, False, True] == [is_leftover(name) for name in names]
