"""One command for many games: a folder of them or several, in order, whatever breaks; and readers that go away."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from games import START, play_steps, process
from pbem import cli
from pbem.workflow import many
from pbem.workflow.new import Plan, new

DAMAGED = "error[PB504] file-damaged"


@pytest.fixture
def league(toy: None, tmp_path: Path) -> str:
    """A folder with two games of the toy, one of them a step on, one that cannot be read, and something else."""
    folder = tmp_path / "games"
    folder.mkdir()
    for name in ("north", "south"):
        new(Plan(str(folder / name), "toy", seed=name))
    play_steps(str(folder / "south"), 1)
    (folder / "middle").mkdir()
    (folder / "middle" / "game.toml").write_text("x")
    (folder / "notes").mkdir()
    return str(folder)


def test_the_status_of_a_folder_has_a_line_for_each_game_and_one_for_all(pbem: Any, league: str) -> None:
    done = pbem("status", league)

    assert [f"{league}/north:", f"{league}/south:", "games:"] == [line.split()[0] for line in done.out.splitlines()]
    assert "games: 3; waiting for sheets: 2; failed: 1" == done.out.splitlines()[-1]
    assert (2, 1) == (done.code, done.err.count(DAMAGED))


def test_a_single_game_is_told_as_ever(pbem: Any, league: str) -> None:
    north = f"{league}/north"

    assert "role" in pbem("status", north).out and "games:" not in pbem("status", north).out
    assert pbem("status", north).out == pbem("status", f"{north}/").out
    assert isinstance(json.loads(pbem("status", north, "--json").out), dict)
    assert "games:" not in pbem("next", north).out


@pytest.mark.parametrize("command", ["status", "next", "verify", "report", "publish", "site"])
def test_every_command_for_many_goes_on_after_a_broken_game(
    pbem: Any, league: str, tmp_path: Path, command: str
) -> None:
    to = [str(tmp_path / "out")] if command in ("publish", "site") else []
    done = pbem(command, league, *to, "--jobs", "1")

    assert done.out.splitlines()[-1].startswith("games: 3; ")
    assert DAMAGED in done.out + done.err
    assert (1 if command == "verify" else 2) == done.code
    rows = json.loads(pbem(command, league, *to, "--jobs", "1", "--json").out)
    assert [f"{league}/{name}" for name in ("middle", "north", "south")] == [row["directory"] for row in rows]
    if command != "verify":
        assert "PB504" == rows[0]["code"]


def test_archives_and_sites_go_into_folders_of_their_names(pbem: Any, league: str, tmp_path: Path) -> None:
    games = [f"{league}/north", f"{league}/south"]
    for command in ("publish", "site"):
        assert 0 == pbem(command, *games, str(tmp_path / command), "--jobs", "1").code

    assert ["north", "south"] == sorted(os.listdir(tmp_path / "publish")) == sorted(os.listdir(tmp_path / "site"))
    assert (tmp_path / "publish" / "north" / "archive.toml").is_file()
    assert (tmp_path / "site" / "south" / "index.html").is_file()


def test_two_games_of_one_name_are_not_written_over_each_other(pbem: Any, league: str, tmp_path: Path) -> None:
    new(Plan(twin := str(tmp_path / "north"), "toy", seed="c"))
    done = pbem("publish", f"{league}/north", twin, str(tmp_path / "out"))

    assert 2 == done.code
    assert "several of these games are called north" in done.err
    assert not (tmp_path / "out").exists()


def test_reports_of_a_folder_are_written_for_each_game_with_one_deadline(pbem: Any, league: str) -> None:
    done = pbem("report", league, "--by", "Sunday", "--jobs", "1")

    assert "games: 3; done: 2; failed: 1" in done.out
    for name in ("north", "south"):
        assert "Sunday" in pbem("status", f"{league}/{name}").out


def test_what_is_told_is_the_same_however_many_work_at_it(league: str) -> None:
    before = "from pbem.rulesets import MODULES\nMODULES['toy'] = 'toy'"
    env = {**os.environ, "PYTHONPATH": os.path.dirname(os.path.dirname(__file__))}
    answers = [process("verify", league, "--jobs", jobs, before=before, env=env).stdout for jobs in ("1", "2", "7")]

    assert b"games: 3; as they were written: 2; not as they were written: 1" in answers[0]
    assert answers[0] == answers[1] == answers[2]


def test_a_fault_of_the_program_in_one_game_does_not_stop_the_others() -> None:
    def work(directory: str) -> many.Told:
        if directory == "b":
            raise RuntimeError("no")
        return many.Told(directory, directory)

    rows = [*many.each(work, ["a", "b", "c"])]

    assert ["a", "", "c"] == [row.text for row in rows]
    assert "b: a fault of the program: RuntimeError: no" == rows[1].fault
    assert ("games: 3; done: 2; failed: 1", 2) == (many.summary(rows), many.exit_code(rows))


def killed_at_b(directory: str) -> many.Told:
    """Work in which the process is ended from outside, as the system does it when memory is short."""
    if directory == "b":
        os.kill(os.getpid(), signal.SIGKILL)
    return many.Told(directory, directory)


def killed_once(directory: str, mark: str) -> many.Told:
    """The same, but only the first time."""
    if directory == "b" and not os.path.exists(mark):
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return many.Told(directory, directory)


needs_kill = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="a system that can kill a process")


@needs_kill
def test_a_game_whose_process_is_killed_is_named_and_the_others_are_done() -> None:
    rows = [*many.each(killed_at_b, ["a", "b", "c", "d", "e", "f", "g", "h"], jobs=2)]

    assert ["a", "", "c", "d", "e", "f", "g", "h"] == [row.text for row in rows]
    assert ("b", "PB562", "failed", 2) == (rows[1].directory, rows[1].data["code"], rows[1].sort, rows[1].code)
    assert "b: error[PB562] no-workers: the process that worked at this game was ended from outside" in rows[1].fault


@needs_kill
def test_a_process_that_is_killed_once_costs_no_game(tmp_path: Path) -> None:
    work = partial(killed_once, mark=str(tmp_path / "mark"))
    rows = [*many.each(work, ["a", "b", "c", "d"], jobs=2)]

    assert ["a", "b", "c", "d"] == [row.text for row in rows]
    assert 0 == many.exit_code(rows)


@pytest.mark.parametrize("command", ["status", "next", "verify", "report", "publish", "site"])
@pytest.mark.parametrize("left", ["ledger.toml", "secret.toml", "steps"])
def test_a_game_that_has_lost_its_game_toml_is_told_and_counted(
    pbem: Any, league: str, tmp_path: Path, command: str, left: str
) -> None:
    (Path(league) / "middle" / "game.toml").unlink()
    lost = Path(league) / "middle" / left
    lost.mkdir() if left == "steps" else lost.touch()
    to = [str(tmp_path / "out")] if command in ("publish", "site") else []
    done = pbem(command, league, *to, "--jobs", "1")

    assert done.out.splitlines()[-1].startswith("games: 3; ")
    assert done.out.splitlines()[-1].endswith("; failed: 1")
    assert f"{league}/middle: error[PB501] not-a-game: this is a broken game: it has lost its game.toml" in done.err
    assert 2 == done.code


def test_an_upgrade_is_not_looked_at_without_a_broken_game(pbem: Any, league: str) -> None:
    (Path(league) / "middle" / "game.toml").rename(Path(league) / "middle" / "ledger.toml")
    done = pbem("verify", "--all", league, "--jobs", "1")

    assert "games: 3; unchanged under this version: 2; failed: 1" == done.out.splitlines()[-1]
    assert (2, True) == (done.code, "PB501" in done.err)


def test_a_game_that_is_only_half_begun_is_none(pbem: Any, league: str) -> None:
    (Path(league) / "middle" / "game.toml").unlink()
    begun = Path(league) / ".east.tmp"
    begun.mkdir()
    (begun / "secret.toml").touch()

    assert "games: 2; waiting for sheets: 2" == pbem("status", league).out.splitlines()[-1]


@pytest.mark.parametrize("command", ["status", "next", "verify", "report", "publish", "site"])
def test_every_command_for_many_takes_all_cores_for_none_named(
    pbem: Any, league: str, tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[bool]()
    monkeypatch.setattr(many, "cores", lambda: asked.append(True) or 1)
    to = [str(tmp_path / "out")] if command in ("publish", "site") else []
    done = pbem(command, league, *to, "--jobs", "0")

    assert [True] == asked
    assert done.out.splitlines()[-1].startswith("games: 3; ")


@pytest.mark.parametrize("command", ["status", "next", "verify", "report", "publish", "site"])
def test_a_program_sees_of_every_game_whether_all_is_well(pbem: Any, league: str, tmp_path: Path, command: str) -> None:
    (Path(league) / "middle" / "game.toml").rename(Path(league) / "middle" / "ledger.toml")
    to = [str(tmp_path / "out")] if command in ("publish", "site") else []
    rows = json.loads(pbem(command, league, *to, "--jobs", "1", "--json").out)

    assert [False, True, True] == [row["ok"] for row in rows]
    assert ["PB501", "", ""] == [row["code"] for row in rows]
    assert ["failed", True] == [rows[0]["sort"], rows[1]["sort"] in many.SORTS]
    assert [True, False, False] == [bool(row["fault"]) for row in rows]


def test_a_bar_is_shown_on_a_terminal_only(pbem: Any, league: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = list[int]()

    class Bar:
        def __init__(self, items: Any, length: int, file: Any) -> None:
            shown.append(length)
            self.items = items

        def __enter__(self) -> Any:
            return self.items

        def __exit__(self, *_: object) -> None:
            pass

    monkeypatch.setattr(cli.click, "progressbar", Bar)
    quiet = pbem("status", league)
    assert [] == shown
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    loud = pbem("status", league)

    assert [3] == shown
    assert quiet.out == loud.out


# readers that go away, disks that are full


def run_into(reader: list[str], *words: str) -> tuple[int, bytes]:
    """The exit code and what is said on standard error when another program reads what is printed."""
    writer = subprocess.Popen([sys.executable, "-c", f"{START}\nmain()", *words], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)  # fmt: skip
    subprocess.run(reader, stdin=writer.stdout, stdout=subprocess.DEVNULL, check=True)
    assert writer.stdout and writer.stderr
    writer.stdout.close()
    said = writer.stderr.read()
    return writer.wait(60), said


@pytest.mark.parametrize("command", ["log", "status", "next", "verify"])
def test_a_reader_that_went_away_is_no_fault(tmp_path: Path, command: str) -> None:
    new(Plan(game := str(tmp_path / "winter"), "friedrich", seed="a"))

    assert (cli.READER_GONE, b"") == run_into(["true"], command, game)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no disk that is always full")
def test_a_full_disk_under_what_is_printed_is_no_fault_of_the_program(tmp_path: Path) -> None:
    new(Plan(game := str(tmp_path / "winter"), "friedrich", seed="a"))
    with open("/dev/full", "wb") as full:
        done = subprocess.run([sys.executable, "-c", f"{START}\nmain()", "status", game], stdout=full,
                              stderr=subprocess.PIPE, timeout=900)  # fmt: skip

    assert 2 == done.returncode
    assert b"standard output: error[PB517] cannot-write: the disk is full" in done.stderr
    assert b"fault of the program" not in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="a shell that can close what a command is given")
def test_a_closed_output_is_never_a_file_of_the_game(tmp_path: Path) -> None:
    new(Plan(game := str(tmp_path / "winter"), "friedrich", seed="a"))
    program = [sys.executable, "-c", f"{START}\nmain()", "report", game]
    done = subprocess.run(["sh", "-c", '"$@" >&-', "sh", *program], stderr=subprocess.PIPE, timeout=900)

    assert (0, b"") == (done.returncode, done.stderr)
    assert 0 == process("verify", game).returncode
