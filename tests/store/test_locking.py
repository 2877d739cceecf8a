"""Locks and files on other systems: Windows by a stand-in, Linux as it is, and a system without any lock."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from games import SAME_KEYS, START, play_steps, process, send_all, tree
from pbem.store import GameFault, safe_name
from pbem.store.layout import LOCK
from pbem.store.transaction import Put, _written
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.new import Plan, new

TOP = Path(__file__).parent.parent.parent
# Windows as far as it matters here: no fcntl; msvcrt with the same lock by other means, which also keeps a list of its
# calls; folders cannot be opened; a file opened without O_BINARY gets the system's own ends of lines.
WINDOWS = """
import os, sys, shutil, types
sys.modules["fcntl"] = None
def locking(descriptor, mode, count):
    with open(os.environ["LOCK_CALLS"], "a") as calls:
        calls.write(f"{mode}\\n")
    try:
        os.lockf(descriptor, os.F_ULOCK if mode == "free" else os.F_TLOCK, count)
    except BlockingIOError:
        raise PermissionError(13, "Permission denied") from None
sys.modules["msvcrt"] = types.SimpleNamespace(locking=locking, LK_NBLCK="take", LK_UNLCK="free")
real_open, real_write, real_close, texts = os.open, os.write, os.close, set()
os.O_BINARY = 1 << 40
def opened(path, flags, *rest, **more):
    if os.path.isdir(path):
        raise PermissionError(13, "Permission denied")
    descriptor = real_open(path, flags & ~os.O_BINARY, *rest, **more)
    if not flags & os.O_BINARY:
        texts.add(descriptor)
    return descriptor
def written(descriptor, data):
    if descriptor in texts:
        real_write(descriptor, bytes(data).replace(b"\\n", b"\\r\\n"))
        return len(data)
    return real_write(descriptor, data)
def closed(descriptor):
    texts.discard(descriptor)
    real_close(descriptor)
os.open, os.write, os.close = opened, written, closed
del os.O_DIRECTORY, os.O_NONBLOCK
shutil._use_fd_functions = False
"""
NO_LOCK = 'import sys; sys.modules["fcntl"] = sys.modules["msvcrt"] = None\n'
SYSTEMS = {"posix": "", "windows": WINDOWS}
HURRY = "import pbem.store.locking; pbem.store.locking.PATIENCE = 0.1\n"
ONE_PAIR = f"import pbem.seal.age; pbem.seal.age.new_pair = lambda: {SAME_KEYS!r}\n"  # else they are drawn anew
# Hold the game until told to let go.
HOLDER = """
from pbem.store.writing import locked
with locked(sys.argv[1]):
    print("held", flush=True)
    sys.stdin.readline()
"""
# Add one to a number in a file, many times, with time for the other to come between.
COUNTER = """
import pathlib, time
from pbem.store.writing import locked
number = pathlib.Path(sys.argv[1], "number")
for _ in range(25):
    with locked(sys.argv[1]):
        found = int(number.read_text())
        time.sleep(0.002)
        number.write_text(str(found + 1))
"""


@pytest.fixture(autouse=True)
def calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What the stand-in for the lock of Windows was called with."""
    monkeypatch.setenv("LOCK_CALLS", str(tmp_path / "calls"))
    return tmp_path / "calls"


def script(system: str, text: str, *words: str) -> subprocess.Popen[str]:
    program = f"{SYSTEMS[system]}{START}{text}"
    return subprocess.Popen(
        [sys.executable, "-c", program, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def a_game_through_all_writing_commands(top: Path, before: str) -> Iterator[tuple[str, bytes]]:
    """Each command with what it printed, in a process of its own."""

    def run(*words: str) -> tuple[str, bytes]:
        done = process(*words, before=before, cwd=top)
        assert 0 == done.returncode, done.stderr.decode()
        return words[0], done.stdout

    (top / "winter").mkdir(parents=True)  # an empty folder in its place does no harm
    yield run("new", "winter", "--ruleset", "toy", "--seed", "a")
    yield run("report", "winter")
    for role in ("north", "south"):
        _, text = run("orders", "winter", "--role", role)
        (top / f"{role}.toml").write_bytes(text)
        yield run("submit", "winter", f"{role}.toml")
    yield run("adjudicate", "winter", "--default", "all")
    yield run("report", "winter", "--eml", "outbox")
    yield run("undo", "winter", "--reason", "a slip")
    yield run("adjudicate", "winter", "--default", "all")
    yield run("publish", "winter", "archive")
    yield run("reveal", "winter", "archive", "--force")
    yield run("site", "winter", "site")
    yield run("position", "winter", "-o", "position.toml")


def test_every_writing_command_runs_on_windows_under_its_lock(toy: None, tmp_path: Path, calls: Path) -> None:
    locked = []
    for command, printed in a_game_through_all_writing_commands(tmp_path / "win", WINDOWS):
        taken = calls.read_text().split() if calls.exists() else []
        calls.unlink(missing_ok=True)
        assert b"\r" not in printed
        assert ["take", "free"] * (len(taken) // 2) == taken
        locked += [command] if taken else []

    assert [
        "new", "report", "submit", "submit", "adjudicate", "report", "undo", "adjudicate", "publish", "reveal", "site",
    ] == locked  # fmt: skip


def test_the_files_of_windows_are_those_of_other_systems(toy: None, tmp_path: Path) -> None:
    for system, before in SYSTEMS.items():
        list(a_game_through_all_writing_commands(tmp_path / system, before + ONE_PAIR))
    there, here = tree(str(tmp_path / "windows")), tree(str(tmp_path / "posix"))

    assert there.pop("winter/.lock") == there.pop("site/.lock") == b""
    assert [*here] == [*there]
    assert [] == [name for name, data in there.items() if b"\r" in data and not name.endswith(".eml")]
    assert [] == [name for name in here if here[name] != there[name]]


@pytest.mark.parametrize("system", SYSTEMS)
def test_two_writers_are_kept_apart_until_one_is_gone(game: str, system: str, calls: Path) -> None:
    play_steps(game, 1)
    before = tree(game)
    holder = script(system, HOLDER, game)
    assert holder.stdout and holder.stdin
    assert "held\n" == holder.stdout.readline()
    waiting = process("undo", game, "--reason", "x", before=SYSTEMS[system] + HURRY)

    assert 2 == waiting.returncode
    assert b"error[PB516] busy" in waiting.stderr
    assert before == {name: data for name, data in tree(game).items() if name != LOCK}
    holder.kill()  # the lock dies with its process
    holder.communicate()
    assert 0 == process("undo", game, "--reason", "x", before=SYSTEMS[system] + HURRY).returncode
    assert calls.exists() == (system == "windows")


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_two_writers_ever_work_at_the_same_time(game: str, system: str) -> None:
    Path(game, "number").write_text("0")
    for writer in [script(system, COUNTER, game) for _ in range(3)]:
        writer.communicate(timeout=900)
        assert 0 == writer.returncode

    assert "75" == Path(game, "number").read_text()


WRITING = [
    ["new", "other"],
    ["demo", "shown", "--force"],
    ["submit", "winter", "orders.toml"],
    ["adjudicate", "winter"],
    ["report", "winter"],
    ["report", "winter", "--eml", "outbox"],
    ["undo", "winter", "--reason", "x"],
    ["keys", "winter", "--renew", "north"],
    ["gather", "winter"],
    ["open", "winter", "north"],
    ["number", "winter", "7"],
    ["publish", "winter", "archive"],
    ["reveal", "winter", "archive", "--force"],
    ["site", "winter", "site"],
]


@pytest.mark.parametrize("command", ["status", "verify", "log"])
def test_whoever_only_reads_makes_no_lock_file(game: str, command: str) -> None:
    """A change that was cut off makes readers look whether a command is at work."""
    change = _written([Put("mails.toml", b"format = 2\n")])
    Path(game, ".change").write_bytes(change)
    before = tree(game)
    ran = process(command, game, before=WINDOWS)

    assert 0 == ran.returncode, ran.stderr
    assert before == tree(game)


def test_where_there_is_no_lock_nothing_is_written(game: str, tmp_path: Path) -> None:
    """Of the other commands `map`, `position` and `seal` write one file of their own, whole; the rest write nothing."""
    send_all(game)
    (tmp_path / "shown").mkdir()
    (tmp_path / "shown" / "demonstration.txt").write_text("an older one")
    before = tree(str(tmp_path))
    answers = [process(*words, before=NO_LOCK, cwd=tmp_path) for words in WRITING]

    assert [(2, True)] * len(WRITING) == [(row.returncode, b"error[PB525]" in row.stderr) for row in answers]
    assert before == tree(str(tmp_path))


def test_no_game_is_begun_where_it_could_not_be_locked(
    toy: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise OSError(37, "No locks available")

    monkeypatch.setattr("fcntl.flock", refused)

    with pytest.raises(GameFault, match=r"winter: error\[PB525\].*No locks available"):
        new(Plan(str(tmp_path / "winter"), "toy"))
    assert {} == tree(str(tmp_path))


def test_a_disk_that_cannot_lock_is_named(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise OSError(37, "No locks available")

    monkeypatch.setattr("fcntl.flock", refused)

    with pytest.raises(GameFault, match=r"PB525.*No locks available"):
        adjudicate(game)


@pytest.mark.parametrize("name", ["con", "NUL", "com1"])
def test_names_that_windows_keeps_for_devices_are_refused(name: str) -> None:
    with pytest.raises(GameFault, match="PB513"):
        safe_name(name, "x")


def text_calls(path: Path) -> Iterator[tuple[int, str, set[str]]]:
    """Every call that opens, reads or writes text, with the names of its arguments."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        given = {word.arg or "" for word in node.keywords}
        modes = [arg.value for arg in node.args[1:2] if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
        if name in ("read_text", "write_text") or (isinstance(node.func, ast.Name) and name == "open"):
            yield node.lineno, f"{name} {''.join(modes)}", given


def test_no_text_is_read_or_written_in_the_way_of_the_system() -> None:
    """Encoding is named wherever text is read, ends of lines wherever it is written."""
    found = []
    for path in sorted((TOP / "pbem").rglob("*.py")):
        for line, call, given in text_calls(path):
            name, _, mode = call.partition(" ")
            text = name != "open" or "b" not in mode
            writes = name == "write_text" or (name == "open" and any(sign in mode for sign in "wax+"))
            if (text and "encoding" not in given) or (text and writes and "newline" not in given):
                found.append(f"{path.relative_to(TOP)}:{line}")

    assert [] == found
