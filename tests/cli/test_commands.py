"""The command line: what every command prints and how it ends."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest

from games import START, play_steps, process, send_all, sheet_file, tree
from pbem import COMMANDS as PLACES
from pbem.cli import _speak_utf8, with_commands
from pbem.cli.page import named_commands
from pbem.core import VERSION
from pbem.testing import altered

cli = with_commands(PLACES)
COMMANDS = sorted(cli.commands)
WHOLE = dict(named_commands(cli))  # those of groups too


def test_every_command_of_the_desk_is_there() -> None:
    expected = (
        "new next status orders check submit adjudicate report log why position undo explain simulate demo map plot"
        " diff site publish reveal rules keys seal gather open number verify duel board mail desk rule resend"
        " time holidays wait absent pause times calendar reach replace proxy end vote press dispute"
        " handover"
    )

    assert sorted(expected.split()) == COMMANDS


@pytest.mark.parametrize("name", WHOLE)
def test_every_help_is_a_sentence_with_an_example(pbem: Any, name: str) -> None:
    short, long = pbem(*name.split(), "-h"), pbem(*name.split(), "--help")

    assert 0 == short.code
    assert short == long
    assert f"Example:\n    pbem {name}" in short.out


def test_the_examples_name_options_that_exist() -> None:
    for name, command in WHOLE.items():
        if isinstance(command, click.Group):  # its examples are of the commands in it
            continue
        known = {text for option in command.params for text in (*option.opts, *option.secondary_opts)}
        for line in (command.help or "").splitlines():
            if line.strip().startswith(f"pbem {name}"):
                used = {word for word in line.split() if word.startswith("--")}
                assert used <= known


def test_the_version_is_told(pbem: Any) -> None:
    assert f"pbem, version {VERSION}\n" == pbem("--version").out


def test_a_game_is_played_from_the_command_line(pbem: Any, tmp_path: Path) -> None:
    game = str(tmp_path / "winter")
    assert 0 == pbem("new", game, "--ruleset", "toy", "--player", "north=Anna <a@example.org>").code
    for _ in range(7):
        state = json.loads(pbem("status", game, "--json").out)
        for role in state["waiting_for"]:
            sheet = tmp_path / f"{role}.toml"
            sheet.write_text(pbem("orders", game, "--role", role).out)
            assert 0 == pbem("check", str(sheet), "--game", game).code
            assert 0 == pbem("submit", game, str(sheet)).code
        assert 0 == pbem("adjudicate", game, "--expect", str(state["step"])).code
        assert 0 == pbem("report", game).code
    last = json.loads(pbem("status", game, "--json").out)

    assert last["result"]["winners"]
    assert last["roles"][0]["player"] == "Anna"
    assert "The game is over" in pbem("next", game).out
    assert "The game ends" in pbem("log", game).out
    assert 8 == len(json.loads(pbem("log", game, "--json", "--moderator").out))


def test_check_ends_with_0_1_or_2(pbem: Any, game: str) -> None:
    good = sheet_file(game, "north", {"vow": 1})
    assert 0 == pbem("check", good, "--game", game).code
    bad = sheet_file(game, "north", {"vow": 9})
    refused = pbem("check", bad, "--game", game)
    assert 1 == refused.code
    assert "error[TY303]" in refused.out
    assert 1 == len(json.loads(pbem("check", bad, "--game", game, "--format", "json").out))
    assert 2 == pbem("check", bad).code
    assert 2 == pbem("check", bad, "--game", game, "--view", game).code
    assert 2 == pbem("check", "nowhere.toml", "--game", game).code


def test_submit_ends_with_1_when_the_sheet_is_refused(pbem: Any, game: str) -> None:
    assert 1 == pbem("submit", game, sheet_file(game, "north", {"vow": 9})).code


def test_undo_wants_a_reason(pbem: Any, game: str) -> None:
    play_steps(game, 1)

    assert 2 == pbem("undo", game).code
    assert 0 == pbem("undo", game, "--reason", "a slip").code
    assert 1 == json.loads(pbem("status", game, "--json").out)["step"]


def test_a_position_is_printed_or_written(pbem: Any, game: str, tmp_path: Path) -> None:
    file = str(tmp_path / "position.toml")

    assert "[position" in pbem("position", game).out
    assert 0 == pbem("position", game, "-o", file).code
    assert 2 == pbem("position", game, "-o", file).code
    assert 0 == pbem("new", str(tmp_path / "again"), "--position", file).code


def test_a_report_goes_to_standard_output_without_writing(pbem: Any, game: str) -> None:
    before = tree(game)

    assert "For North" in pbem("report", game, "--role", "north", "--stdout").out
    assert "Public report" in pbem("report", game, "--stdout").out
    assert 2 == pbem("report", game, "--role", "east", "--stdout").code
    assert before == tree(game)


def test_an_option_that_is_a_list_takes_all_that_is_said(pbem: Any, game: str) -> None:
    done = pbem("report", game, "--no-map", "--format", "txt, md", "--format", "json", "--format", "md")

    assert 0 == done.code
    assert {"json", "md", "txt", "toml"} == {line.rpartition(".")[2] for line in done.out.split()}


def test_simulate_ends_with_1_when_something_broke(pbem: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import toy as toys

    assert 0 == pbem("simulate", "toy", "--games", "2").code
    monkeypatch.setattr(toys, "RULESET", altered(toys.RULESET, invariants=lambda state, before: ["gone"]))
    assert 1 == pbem("simulate", "toy", "--games", "2").code
    assert 2 == pbem("simulate", "chess").code
    assert 2 == pbem("simulate", "toy", "--temper", "north").code


def test_a_game_fault_is_a_sentence_and_a_hint(pbem: Any, tmp_path: Path) -> None:
    ran = pbem("status", str(tmp_path))

    assert (2, "") == (ran.code, ran.out)
    assert "error[PB501] not-a-game" in ran.err
    assert "= hint:" in ran.err


def test_a_fault_of_the_program_is_one_line_unless_asked_for(
    pbem: Any, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise KeyError("something")

    monkeypatch.setattr("pbem.workflow.time_desk.seen", broken)
    ran, told = pbem("status", game), pbem("--debug", "status", game)

    assert 2 == ran.code == told.code
    assert "a fault of the program: KeyError: 'something'" in ran.err
    assert "Traceback" not in ran.err
    assert "Traceback" in told.err


def rubbish(tmp_path: Path, game: str) -> list[str]:
    """Things that are no sheets."""
    files = {
        "big.toml": b"x = " + b"9" * 10_000_000,
        "deep.toml": b"x = " + b"[" * 50_000,
        "latin.toml": "role = 'müller'".encode("latin-1"),
        "utf16.toml": 'game = "winter"'.encode("utf-16"),
        "zero.toml": b"\0" * 1000,
        "empty.toml": b"",
        "keys.toml": b"a." * 100_000 + b"a = 1",
        "picture.eml": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40,
    }
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    there = [str(tmp_path / name) for name in files]
    return [*there, game, str(tmp_path / ".." / "nowhere"), "/dev/zero", "/dev/null", "x" * 5000, "no\nfile"]


def test_bad_input_never_shows_a_traceback(pbem: Any, game: str, tmp_path: Path) -> None:
    before = tree(game)
    for thing in rubbish(tmp_path, game):
        for words in (("check", thing, "--game", game), ("check", thing, "--view", thing), ("submit", game, thing)):
            ran = pbem(*words)
            assert ran.code in (1, 2)
            assert "Traceback" not in ran.out + ran.err
            assert "fault of the program" not in ran.err, ran.err
        for name in ("status", "next", "adjudicate", "report", "log", "position"):
            if thing != game:
                ran = pbem(name, thing)
                assert 2 == ran.code
                assert "fault of the program" not in ran.err, ran.err

    after = tree(game)
    assert before == {name: after[name] for name in before}


def test_names_of_roles_cannot_lead_out_of_the_game(pbem: Any, game: str) -> None:
    for role in ("..", "../../etc", "north/../south", "", "\0"):
        assert 2 == pbem("orders", game, "--role", role).code
        assert 2 == pbem("report", game, "--role", role).code
        assert 2 == pbem("log", game, "--role", role).code
        if role:
            assert 2 == pbem("adjudicate", game, "--default", role).code
    assert 1 == pbem("submit", game, sheet_file(game, "north", {"vow": 1}, role="../north")).code


def test_a_reader_that_goes_away_is_no_fault(game: str) -> None:
    play_steps(game, 3)
    reader, writer = os.pipe()
    os.close(reader)
    program = [sys.executable, "-c", f"{START}\nmain()", "log", game]
    ran = subprocess.run(program, stdout=writer, stderr=subprocess.PIPE, timeout=900)
    os.close(writer)

    assert (141, b"") == (ran.returncode, ran.stderr)


def test_output_is_utf8_whatever_the_locale_says(tmp_path: Path) -> None:
    environment = {**os.environ, "LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    place = str(tmp_path / "Zürich")
    ran = process("status", place, env=environment)

    assert 2 == ran.returncode
    assert "Zürich" in ran.stderr.decode()


def test_each_command_is_thin() -> None:
    import inspect

    for command in WHOLE.values():
        assert isinstance(command, click.Command) and command.callback is not None
        source = inspect.getsource(command.callback)
        body = source.split('"""')[-1].strip().splitlines()
        assert len(body) <= 15, command.name


def test_a_second_submit_for_another_game_is_refused(pbem: Any, game: str, tmp_path: Path) -> None:
    send_all(game)
    other = str(tmp_path / "summer")
    pbem("new", other, "--ruleset", "toy", "--seed", "a")

    assert 1 == pbem("submit", other, sheet_file(game, "north", {"vow": 1})).code


def test_what_is_printed_ends_its_lines_with_a_line_feed_in_utf_8(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stand-in for the output of another system: its own line ends, an encoding without the signs of suits."""
    printed = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(printed, encoding="cp1252", newline="\r\n"))
    _speak_utf8()
    click.echo("13♠ ♥\nKöniggrätz")
    sys.stdout.flush()

    assert "13♠ ♥\nKöniggrätz\n".encode() == printed.getvalue()
