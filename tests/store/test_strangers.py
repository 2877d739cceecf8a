"""A game or an archive from a stranger: whoever reads it writes nothing, waits for nothing, and leaves it as it is."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games import play_steps, process, send, tree
from pbem.core.chance import sha256
from pbem.store import GameFault, disk
from pbem.store.transaction import Append, Move, Part, Put, Remove, _written
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.check import check_in_game
from pbem.workflow.journal import log, position, undo
from pbem.workflow.publish import publish, reveal
from pbem.workflow.reporting import Wish, printed
from pbem.workflow.sheet import orders
from pbem.workflow.status import next_action, status
from pbem.workflow.verify import verify


def laid(directory: str, *parts: Part) -> None:
    """A change that whoever made the directory says was cut off."""
    Path(directory, ".change").write_bytes(_written(parts))


OUTSIDE: dict[str, Part] = {
    "above": Put("../pwned.sh", b"x"),
    "above, from within": Put("steps/../../pwned.sh", b"x"),
    "absolute": Put("/tmp/pwned.sh", b"x"),
    "a drive": Put("C:\\pwned.sh", b"x"),
    "a backslash": Put("steps\\..\\..\\pwned.sh", b"x"),
    "a file of no game": Put("templates/report.txt.j2", b"x"),
    "a hidden file": Put(".bashrc", b"x"),
    "a hidden file below": Put("steps/.bashrc", b"x"),
    "a hook": Put(".git/hooks/pre-commit", b"x"),
    "no name": Put("", b"x"),
    "the directory": Remove("."),
    "a mode that runs": Put("game.toml", b"x", 0o777),
    "a ledger elsewhere": Append("../ledger.toml", 0, b"x"),
    "moved out": Move("secret.toml", "../secret.toml"),
    "moved in": Move("../secret.toml", "secret.toml"),
    "removed elsewhere": Remove("../orders.toml"),
}


@pytest.mark.parametrize("name", OUTSIDE)
@pytest.mark.parametrize("work", [status, verify, lambda game: adjudicate(game, ["all"])])
def test_a_change_that_no_game_can_have_is_carried_out_by_nobody(
    name: str, work: Callable[[str], Any], game: str, tmp_path: Path
) -> None:
    (tmp_path / "orders.toml").write_text("mine")
    laid(game, OUTSIDE[name])
    before = tree(str(tmp_path))
    with pytest.raises(GameFault) as fault:
        work(game)

    assert "PB528" == fault.value.code.id
    assert before == tree(str(tmp_path))


@pytest.mark.parametrize(
    "line", [b"put 384 9999 game.toml", b"put x 1 game.toml\na", b"sing game.toml", b"\xff", b"move a"]
)
def test_a_change_that_is_no_change_is_damaged_and_no_fault_of_the_program(line: bytes, game: str) -> None:
    body = b"pbem change 1\n" + line + b"\n"
    Path(game, ".change").write_bytes(body + f"end {sha256(body).hex()}\n".encode())
    for work in (status, adjudicate):
        with pytest.raises(GameFault) as fault:
            work(game)

        assert "PB528" == fault.value.code.id


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_no_change_follows_a_link_out_of_the_game(game: str, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    Path(game, "maps").symlink_to(tmp_path / "mine")
    laid(game, Put("maps/0001.svg", b"x"))
    for work in (status, verify, adjudicate):
        with pytest.raises(GameFault) as fault:
            work(game)

        assert "PB528" == fault.value.code.id
    assert [] == os.listdir(tmp_path / "mine")


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_no_command_writes_through_a_link_in_the_place_of_its_own_files(game: str, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    Path(game, ".change.tmp").symlink_to(tmp_path / "mine")
    Path(game, "inbox", "0001").mkdir(parents=True)
    Path(game, "inbox", "0001", ".north-01.toml.tmp").symlink_to(tmp_path / "mine")
    with pytest.raises(GameFault):
        send(game, "north", {"vow": 1})

    assert "mine" == (tmp_path / "mine").read_text()


READING: dict[str, Callable[[str], Any]] = {
    "status": status,
    "next": next_action,
    "log": log,
    "orders": lambda game: orders(game, "north"),
    "position": position,
    "report": lambda game: printed(game, Wish()),
    "check": lambda game: check_in_game(os.path.join(os.path.dirname(game), "orders.toml"), game),
    "verify": verify,
}


def cut_short(game: str, work: Callable[[], Any], at: int = 0) -> GameFault:
    """Let a command fail on a full disk, after its change has happened."""
    done = []

    def full(what: str, path: str) -> None:
        done.append(what)
        if os.path.lexists(os.path.join(game, ".change")) and path.startswith(game) and what in ("open", "rename"):
            raise OSError(28, "No space left on device")

    disk.watcher = full
    try:
        with pytest.raises(GameFault) as fault:
            work()
    finally:
        disk.watcher = None
    return fault.value


@pytest.mark.parametrize("change", ["adjudicate", "undo"])
def test_readers_see_a_game_whose_change_was_cut_off_as_it_will_be_and_leave_it_as_it_is(
    change: str, game: str, tmp_path: Path
) -> None:
    play_steps(game, 2)
    send(game, "north", {"vow": 1})
    whole = str(tmp_path / "whole" / "winter")
    shutil.copytree(game, whole)
    shutil.copy(tmp_path / "orders.toml", tmp_path / "whole")
    work = {"adjudicate": lambda place: adjudicate(place, ["all"]), "undo": lambda place: undo(place, "a slip")}[change]
    work(whole)
    cut_short(game, lambda: work(game))
    before = tree(game)
    expected = {name: str(read(whole)).replace(whole, game) for name, read in READING.items()}

    assert Path(game, ".change").exists()
    assert expected == {name: str(read(game)) for name, read in READING.items()}
    assert before == tree(game)


def test_a_full_disk_is_told_the_same_by_every_command_and_readers_go_on(game: str) -> None:
    play_steps(game, 1)
    first = cut_short(game, lambda: adjudicate(game, ["all"]))
    second = cut_short(game, lambda: send(game, "north", {"vow": 1}))

    assert ["PB527", "PB527"] == [first.code.id, second.code.id]
    assert first.message == second.message
    assert 3 == status(game).step
    adjudicate(game, ["all"])
    assert (4, ()) == (status(game).step, verify(game).findings)


def test_an_archive_whose_publication_was_cut_off_is_named_so_and_left_alone(game: str, tmp_path: Path) -> None:
    archive = str(tmp_path / "archive")
    play_steps(game, 1)
    publish(game, archive)
    play_steps(game, 1)
    cut_short(archive, lambda: publish(game, archive))
    before = tree(archive)
    for work in (verify, status, log):
        with pytest.raises(GameFault) as fault:
            work(archive)

        assert ("PB535", os.path.join(archive, ".change")) == (fault.value.code.id, fault.value.file)
        assert "publish the game again" in fault.value.hint.lower()
    assert before == tree(archive)
    publish(game, archive)
    assert () == verify(archive).findings


def test_a_revealed_archive_carries_out_no_change_of_its_maker(game: str, tmp_path: Path) -> None:
    archive = str(tmp_path / "archive")
    reveal(game, archive, force=True)
    laid(archive, Put("../victim.sh", b"x"))
    with pytest.raises(GameFault):
        verify(archive)

    assert not (tmp_path / "victim.sh").exists()
    assert Path(archive, ".change").exists()


ODD: dict[str, Callable[[Path], None]] = {
    "a pipe": lambda path: os.mkfifo(path),
    "zeros without end": lambda path: path.symlink_to("/dev/zero"),
    "a terminal": lambda path: path.symlink_to("/dev/tty"),
    "itself": lambda path: path.symlink_to(path.name),
    "a folder": lambda path: path.mkdir(),
    "a film": lambda path: os.truncate(os.open(path, os.O_CREAT | os.O_RDWR), 1 << 40),
}
FILES = (
    ".change", "game.toml", "secret.toml", "ledger.toml", "deadlines.toml", "steps/*", "inbox/*/*",
    "undone/*/undo.toml",
)  # fmt: skip
PAIRS = [(odd, file) for odd in ODD for file in FILES]
EACH = list(zip([*ODD, *ODD], FILES, strict=False))  # every odd thing, and every file, once


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
@pytest.mark.parametrize(("odd", "file"), PAIRS if "PBEM_FULL" in os.environ else EACH)
def test_nothing_in_a_game_makes_a_reader_wait_or_fall(odd: str, file: str, game: str) -> None:
    play_steps(game, 2)
    undo(game, "a slip")
    send(game, "north", {"vow": 1})
    path = next(Path(game).glob(file), Path(game, file))
    path.unlink(missing_ok=True)
    ODD[odd](path)
    names = sorted(map(str, Path(game).rglob("*")))
    for command in ("status", "verify"):
        done = process(command, game)

        assert b"fault of the program" not in done.stderr
        assert done.returncode in (0, 1, 2)
    assert names == sorted(map(str, Path(game).rglob("*")))
