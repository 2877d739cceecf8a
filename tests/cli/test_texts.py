"""Whatever is typed is text: bytes that are none are refused by every command, and what is too long by its code."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import pytest

from games import play_steps, process, tree
from pbem import COMMANDS
from pbem.cli import PATHS, with_commands
from pbem.cli.page import named_commands
from pbem.store import LINE_LIMIT
from pbem.workflow.verify import verify

cli = with_commands(COMMANDS)
BAD = "x\udcff"  # the byte 0xff, as Python hands it to a program


def plain_of(param: click.Parameter) -> str:
    """A word that can stand for a parameter."""
    if isinstance(param.type, click.Choice):
        return str(param.type.choices[0])
    if not isinstance(param.type, click.types.StringParamType):
        return str(getattr(param.type, "min", None) or 1)
    return "a=a" if "=" in (param.metavar or "") else "a"


def words_of(command: click.Command) -> list[list[str]]:
    """The command once with every text of it spoilt, and everything else it must have filled in."""
    found = []
    for spoilt in command.params:
        if not isinstance(spoilt.type, click.types.StringParamType) or spoilt.name in PATHS:
            continue
        words: list[str] = []
        for param in command.params:
            value = f"a={BAD}" if "=" in (param.metavar or "") else BAD
            value = value if param is spoilt else plain_of(param)
            if isinstance(param, click.Argument):
                words.append(value)
            elif param is spoilt or param.required:
                words += [param.opts[0], *[value] * param.nargs]
        found.append(words)
    return found


SPOILT = [(name, words) for name, command in named_commands(cli) for words in words_of(command)]


def test_there_are_texts_in_many_commands() -> None:
    assert 25 < len(SPOILT)
    assert {"undo", "report", "new", "number", "open", "log", "adjudicate"} <= {name for name, _ in SPOILT}


@pytest.mark.parametrize(("name", "words"), SPOILT)
def test_bytes_that_are_no_text_are_refused_as_wrong_usage(name: str, words: list[str], pbem: Any) -> None:
    done = pbem(*name.split(), *words)

    assert 2 == done.code
    assert "it has bytes in it that are not UTF-8" in done.err


def test_a_folder_may_have_a_name_of_any_bytes(pbem: Any, tmp_path: Path) -> None:
    folder = str(tmp_path / f"n{BAD}")

    assert 0 == pbem("new", f"{folder}/winter", "--ruleset", "toy").code
    assert 0 == pbem("status", f"{folder}/winter").code


@pytest.mark.parametrize(
    "words", [("undo", "--reason"), ("report", "--by")]
)  # fmt: skip
def test_a_text_without_end_is_refused_and_the_game_goes_on(words: tuple[str, str], game: str, pbem: Any) -> None:
    play_steps(game, 1)
    before = tree(game)
    done = pbem(words[0], game, words[1], "x" * 2 * LINE_LIMIT)

    assert (2, True) == (done.code, "error[PB546] text-too-long" in done.err)
    assert before == tree(game)
    assert () == verify(game).findings


@pytest.mark.parametrize(
    ("words", "longest"),
    [
        (("--beacon", "{x}"), "ß" * 200),
        (("--player", "north={x} <a@example.org>"), "ß" * 200),
        (("--player", "north=A <{x}>"), "x" * 188 + "@example.org"),
        (("--deal", "{x}"), "ß" * 200),
    ],
)
def test_a_game_begins_with_no_text_without_end(
    words: tuple[str, str], longest: str, pbem: Any, tmp_path: Path
) -> None:
    place = tmp_path / "summer"
    done = pbem("new", str(place), "--ruleset", "toy", words[0], words[1].format(x="x" * 2 * LINE_LIMIT))

    assert (2, True) == (done.code, "error[PB546] text-too-long" in done.err)
    assert not place.exists()
    begun = pbem("new", str(place), "--ruleset", "toy", words[0], words[1].format(x=longest))
    assert 0 == begun.code
    assert () == verify(str(place)).findings


def test_a_phrase_that_is_no_text_is_a_wrong_phrase_and_no_fault_of_the_program(game: str) -> None:
    done = process("open", game, "north", input=b"\xff\xfe\n")

    assert (1, True) == (done.returncode, b"error[PB611]" in done.stdout)
