"""Nothing that stands in a file acts on the terminal of whoever looks at it."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

from games import Ran, play_steps, send, sheet_file, sheet_text
from pbem.core import _ACTING, harmless, harmless_json
from pbem.workflow import open_game
from pbem.workflow.journal import undo
from pbem.workflow.new import Plan, new
from pbem.workflow.reporting import report
from pbem.workflow.sealing import seal
from pbem.workflow.submit import submit

EVIL = "a\x1b[2Jb\x9bc\u202ed\u200be\u2066f\x07g\x7fh\ufeffi"
IN_TOML = EVIL.encode("unicode_escape").decode().replace("\\x", "\\u00")
ACTS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")


def assert_harmless(ran: Ran, shown: bool = True) -> None:
    assert [] == ACTS.findall(ran.out + ran.err)
    assert "fault of the program" not in ran.err
    if shown:
        assert "1b[2j" in (ran.out + ran.err).lower().replace("\\[", "[")


def test_no_sign_that_acts_is_printable_so_printable_text_is_not_searched() -> None:
    signs = "".join(map(chr, range(0x110000)))
    acting = re.findall(_ACTING, signs)

    assert len(acting) > 2048  # the halves of signs alone
    assert [] == [sign for sign in acting if sign.isprintable()]


@pytest.fixture
def evil(toy: None, tmp_path: Path) -> str:
    """A game whose players, reasons and templates are full of signs that act."""
    directory = str(tmp_path / "winter")
    new(Plan(directory, "toy", seed="a"))
    path = Path(directory, "game.toml")
    path.write_text(re.sub('player = ".*"', lambda _: f'player = "{IN_TOML}"', path.read_text()))
    play_steps(directory, 2)
    undo(directory, EVIL)
    play_steps(directory, 1)
    return directory


@pytest.mark.parametrize("options", [(), ("--format", "md"), ("--json",), ("--moderator",)])
def test_the_reason_of_an_undo_is_harmless_in_the_log(evil: str, pbem: Any, options: tuple[str, ...]) -> None:
    assert_harmless(pbem("log", evil, *options))


@pytest.mark.parametrize("form", ["txt", "html", "md", "json"])
def test_the_reason_of_an_undo_is_harmless_in_a_report(evil: str, pbem: Any, form: str) -> None:
    assert_harmless(pbem("report", evil, "--stdout", "--format", form))
    report(evil)
    made = Path(evil, "reports", "0002", "north.txt").read_text()
    assert [] == ACTS.findall(made)


@pytest.mark.parametrize(
    "words",
    [("status",), ("status", "--json"), ("next",), ("diff", "1..2"), ("verify",), ("orders", "--role", "north"),
     ("position",), ("keys",)],
)  # fmt: skip
def test_commands_that_print_what_a_game_holds(evil: str, pbem: Any, words: tuple[str, ...]) -> None:
    name, *rest = words

    assert_harmless(pbem(name, evil, *rest), shown=False)


@pytest.mark.parametrize("command", ["check", "submit"])
@pytest.mark.parametrize(
    "body",
    [f'"{IN_TOML}" = 1\n', f'card = "{IN_TOML}"\n', f"card = {EVIL}\n", f'["{IN_TOML}"]\nx = 1\n',
     f'take = "{IN_TOML}"\n'],
)  # fmt: skip
def test_a_sheet_full_of_them_is_answered_harmlessly(evil: str, pbem: Any, command: str, body: str) -> None:
    path = Path(sheet_file(evil, "north", {}))
    path.write_text(path.read_text() + body)
    ran = pbem(command, str(path), "--game", evil) if command == "check" else pbem(command, evil, str(path))

    assert_harmless(ran, shown=False)
    assert 1 == ran.code


@pytest.mark.parametrize("form", ["text", "json", "github"])
def test_the_heading_of_a_sheet(evil: str, pbem: Any, form: str) -> None:
    path = Path(evil).parent / "x.toml"
    path.write_text(sheet_text(evil, "north", {}).replace('role = "north"', f'role = "{IN_TOML}"'))

    assert_harmless(pbem("check", str(path), "--game", evil, "--format", form))


@pytest.mark.parametrize("key", ["ruleset", "mode", "game", "role"])
def test_a_view_full_of_them(evil: str, pbem: Any, key: str) -> None:
    report(evil)
    sheet = sheet_file(evil, "north", {})
    view = Path(evil, "reports", "0002", "north.view.toml")
    view.write_text(re.sub(f'(?m)^{key} = ".*"$', lambda _: f'{key} = "{IN_TOML}"', view.read_text()))

    assert_harmless(pbem("check", sheet, "--view", str(view)), shown=False)


@pytest.mark.parametrize("key", ["ruleset", "mode", "name", "seed_commitment", "seal_key"])
def test_a_game_full_of_them(evil: str, pbem: Any, key: str) -> None:
    path = Path(evil, "game.toml")
    path.write_text(re.sub(f'(?m)^{key} = "[^"]*"', lambda _: f'{key} = "{IN_TOML}"', path.read_text()))

    for words in (("status",), ("adjudicate",), ("report",), ("verify",), ("log",)):
        assert_harmless(pbem(words[0], evil), shown=False)


def test_a_file_s_name(evil: str, pbem: Any, tmp_path: Path) -> None:
    name = os.path.join(str(tmp_path), "a\x1b[2J\udc9b.toml")
    Path(os.fsencode(name).decode("utf-8", "surrogateescape")).write_bytes(b"x")

    for words in (("check", name, "--game", evil), ("submit", evil, name), ("check", name, "--view", name)):
        assert_harmless(pbem(*words))
    assert_harmless(pbem("status", name))
    assert_harmless(pbem("explain", EVIL))
    assert_harmless(pbem(EVIL))


def test_a_step_changed_by_hand_is_named_harmlessly(evil: str, pbem: Any) -> None:
    path = sorted(Path(evil, "steps").iterdir())[-1]
    path.rename(path.with_name("0002-\x1b[2J.toml"))

    for command in ("status", "verify", "adjudicate"):
        assert_harmless(pbem(command, evil), shown=False)


def test_every_sign_that_acts_is_shown() -> None:
    assert "a\\x1b[2Jb\\u009bc\\u202ed\\u200be\\u2066f\\x07g\\x7fh\\ufeffi" == harmless(EVIL)
    assert "ä\n\t\u00a0♥\\x0d\\U000e0041" == harmless("ä\n\t\u00a0♥\r\U000e0041")
    assert '"\\udb40\\udc41\\u202e"' == harmless_json('"\U000e0041\u202e"')


# what nobody could look into before


@pytest.fixture
def desk(toy: None, tmp_path: Path) -> str:
    """A game with an envelope in which a key, a value and a word are full of signs that act."""
    desk = str(tmp_path / "winter")
    new(Plan(desk, "toy", seed="a"))
    report(desk)
    sheet = tmp_path / "orders.toml"
    sheet.write_text(f'{sheet_text(desk, "north", {})}"{IN_TOML}" = "{IN_TOML}"\n')
    made = seal(str(sheet), open_game(desk).game.seal_key, faults=True)
    (tmp_path / "orders.sealed.toml").write_text(made.text)
    assert not submit(str(tmp_path / "orders.sealed.toml"), desk).answer.is_refused
    send(desk, "south", {"vow": 1})
    return desk


def test_an_escape_in_the_key_of_a_sealed_sheet_acts_nowhere(desk: str, pbem: Any, tmp_path: Path) -> None:
    refused = pbem("adjudicate", desk)
    assert "PB607" in refused.err and "1b[2J" in refused.err
    printed = {"adjudicate": refused}
    printed |= {"default": pbem("adjudicate", desk, "--default", "north")}
    for words in (
        ("status",), ("status", "--json"), ("next",), ("log",), ("log", "--moderator"), ("log", "--json"), ("report",),
        ("report", "--stdout", "--moderator"), ("verify",), ("verify", "--json"), ("diff", "0..1"), ("position",),
        ("orders", "--role", "north"), ("undo", "--reason", EVIL), ("log", "--format", "md"), ("next",),
    ):  # fmt: skip
        printed[" ".join(words)] = pbem(words[0], desk, *words[1:])
    for name in ("orders.sealed.toml", "orders.toml"):
        printed[f"check {name}"] = pbem("check", str(tmp_path / name), "--game", desk)

    assert {} == {name: ran.err for name, ran in printed.items() if ACTS.search(ran.out + ran.err)}
    assert {} == {name: ran.err for name, ran in printed.items() if "fault of the program" in ran.err}
    written = [path for path in Path(desk, "reports").rglob("*") if path.is_file()]
    assert [] == [os.fspath(path) for path in written if ACTS.search(path.read_text(encoding="utf-8"))]
