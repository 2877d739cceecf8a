"""Files that somebody names with `-o`: a link is followed, and what is no regular file is never replaced."""

from __future__ import annotations

import os
import socket
import stat
from collections.abc import Iterator
from errno import EACCES, ENOSPC
from pathlib import Path

import pytest

from pbem.store import GameFault, disk
from pbem.store.writing import write_named
from pbem.workflow.boarding import begin
from pbem.workflow.journal import position
from pbem.workflow.mapping import write_map
from pbem.workflow.new import Plan, new
from pbem.workflow.results import simulated
from pbem.workflow.sealing import SealedFile, write_envelope
from pbem.workflow.simulate import ordered

needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system with pipes that have names")
NO_FILE = r"PB517.*no regular file"


@pytest.fixture
def pipe(tmp_path: Path) -> Iterator[Path]:
    """A pipe with a name that is still one at the end, and nothing else beside it."""
    (tmp_path / "out").mkdir()
    path = tmp_path / "out" / "pipe.svg"
    os.mkfifo(path)
    yield path
    assert stat.S_ISFIFO(path.lstat().st_mode)
    assert [path.name] == os.listdir(path.parent)


@pytest.fixture
def full_disk() -> Iterator[None]:
    def failing(what: str, path: str) -> None:
        if what == "write":
            raise OSError(ENOSPC, "No space left on device")

    disk.watcher = failing
    yield
    disk.watcher = None


@needs_pipes
def test_a_position_does_not_replace_a_pipe_even_by_force(toy: None, pipe: Path, tmp_path: Path) -> None:
    new(Plan(game := str(tmp_path / "game"), "toy", seed="a"))
    with pytest.raises(GameFault, match=NO_FILE):
        position(game, str(pipe), force=True)


@needs_pipes
def test_an_envelope_does_not_replace_a_pipe_even_by_force(pipe: Path) -> None:
    with pytest.raises(GameFault, match=NO_FILE):
        write_envelope(SealedFile("x", "", "", ""), "orders.toml", str(pipe), force=True)


@needs_pipes
def test_a_map_or_a_plot_does_not_replace_a_pipe(pipe: Path) -> None:
    with pytest.raises(GameFault, match=NO_FILE):
        write_map("<svg/>", str(pipe))


@needs_pipes
def test_games_are_not_kept_in_a_pipe(pipe: Path) -> None:
    with pytest.raises(GameFault, match=NO_FILE):
        simulated(ordered("fredericus", mode="2p", games=1), str(pipe))


@needs_pipes
def test_a_link_to_a_pipe_is_refused_as_the_pipe_is(pipe: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(pipe)
    with pytest.raises(GameFault, match=NO_FILE):
        write_named(str(link), b"new")

    assert link.is_symlink()


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="a system with sockets that have names")
def test_a_socket_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # the name of a socket must be short
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("s")
        with pytest.raises(GameFault, match=NO_FILE):
            write_named("s", b"new")

    assert stat.S_ISSOCK(os.lstat("s").st_mode)


def test_a_folder_is_not_replaced(tmp_path: Path) -> None:
    with pytest.raises(GameFault, match=r"PB517.*a folder stands in its place"):
        write_named(str(tmp_path), b"new")


def test_a_link_to_a_file_is_followed(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    link.symlink_to(target)
    write_named(str(link), b"new")

    assert ("new", True) == (target.read_text(), link.is_symlink())


def test_a_link_to_a_file_that_is_not_there_makes_it(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("target")
    write_named(str(link), b"new")

    assert ("new", True) == ((tmp_path / "target").read_text(), link.is_symlink())


def test_a_link_that_leads_to_itself_is_refused(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(link)
    with pytest.raises(GameFault, match="PB517"):
        write_named(str(link), b"new")


def test_games_are_kept_where_a_link_leads(tmp_path: Path) -> None:
    link = tmp_path / "games.jsonl"
    link.symlink_to("elsewhere.jsonl")
    played = simulated(ordered("fredericus", mode="2p", games=1), str(link))

    assert played == simulated(ordered("fredericus", mode="2p", games=1), str(tmp_path / "elsewhere.jsonl"))
    assert link.is_symlink()


# what is said


def test_a_full_disk_under_a_named_file_is_said_without_a_word_of_a_game(tmp_path: Path, full_disk: None) -> None:
    with pytest.raises(GameFault) as fault:
        write_named(str(tmp_path / "map.svg"), b"new")

    assert "the disk is full" in fault.value.message
    assert "the game" not in fault.value.hint
    assert [] == os.listdir(tmp_path)


def test_a_named_file_that_is_refused_is_said_without_a_word_of_a_game(tmp_path: Path) -> None:
    def failing(what: str, path: str) -> None:
        raise OSError(EACCES, "Permission denied")

    disk.watcher = failing
    try:
        with pytest.raises(GameFault) as fault:
            write_named(str(tmp_path / "map.svg"), b"new")
    finally:
        disk.watcher = None

    assert "Permission denied" in fault.value.message
    assert "the game" not in fault.value.hint


def test_a_full_disk_under_simulated_games_is_said_as_everywhere(tmp_path: Path, full_disk: None) -> None:
    with pytest.raises(GameFault) as fault:
        simulated(ordered("fredericus", mode="2p", games=1), str(tmp_path / "games.jsonl"))

    assert "the disk is full" in fault.value.message
    assert "not played again" in fault.value.hint


def test_a_full_disk_under_a_new_board_is_said_as_everywhere(tmp_path: Path, full_disk: None) -> None:
    with pytest.raises(GameFault) as fault:
        begin(str(tmp_path / "board"), "Friedrich", like="house")

    assert "the disk is full" in fault.value.message
    assert "the game" not in fault.value.hint
