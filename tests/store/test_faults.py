"""A game directory with anything wrong in it: the file is named, and nothing else is done."""

from __future__ import annotations

import errno
import os
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games import play_steps, send_all, tree
from pbem.core.chance import sha256
from pbem.store import GameFault
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.journal import log, undo
from pbem.workflow.status import status

Change = Callable[[Path], None]


def replaced(name: str, old: str, new: str) -> Change:
    """A change of some words in a file."""

    def change(game: Path) -> None:
        path = next(game.glob(name))
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new, 1))

    return change


def signed(old: str, new: str) -> Change:
    """A change of the last step whose digest was mended too."""

    def change(game: Path) -> None:
        path = next(game.glob("steps/0002-*"))
        rest = path.read_text().partition("\n")[2]
        assert old in rest
        rest = rest.replace(old, new, 1)
        path.write_text(f'digest = "{sha256(rest.encode()).hex()}"\n{rest}')

    return change


def removed(name: str) -> Change:
    return lambda game: next(game.glob(name)).unlink()


def written(name: str, data: bytes) -> Change:
    def change(game: Path) -> None:
        path = game / name
        found = next(game.glob(name), path)
        found.write_bytes(data)

    return change


def a_folder_instead(name: str) -> Change:
    def change(game: Path) -> None:
        path = next(game.glob(name))
        path.unlink()
        path.mkdir()

    return change


def renamed(old: str, new: str) -> Change:
    return lambda game: next(game.glob(old)).rename(game / new) and None  # type: ignore[func-returns-value]


DAMAGE: list[tuple[str, str, Change]] = [
    ("PB501", "winter", removed("game.toml")),
    ("PB504", "game.toml", written("game.toml", b"name = ")),
    ("PB504", "game.toml", written("game.toml", b"\xff\xfe")),
    ("PB503", "game.toml", a_folder_instead("game.toml")),
    ("PB506", "game.toml", replaced("game.toml", "format = 2", "format = 3")),
    ("PB529", "game.toml", replaced("game.toml", "format = 2", "format = 1")),
    ("PB509", "game.toml", replaced("game.toml", "format = 2", 'format = "2"')),
    ("PB509", "game.toml", replaced("game.toml", "format = 2", "")),
    ("PB509", "game.toml", replaced("game.toml", "mode =", "mood =")),
    ("PB509", "game.toml", replaced("game.toml", 'player = ""', "player = 7")),
    ("PB509", "game.toml", replaced("game.toml", "[roles.north]", "[other]")),
    ("PB507", "game.toml", replaced("game.toml", '"toy"', '"chess"')),
    ("PB508", "game.toml", replaced("game.toml", "revision = 3", "revision = 4")),
    ("PB513", "game.toml", replaced("game.toml", '"winter"', '"../winter"')),
    ("PB513", "game.toml", replaced("game.toml", '"winter"', '""')),
    ("PB519", "game.toml", replaced("game.toml", '"duel"', '"trio"')),
    ("PB519", "game.toml", replaced("game.toml", '"sworn"', '"sung"')),
    ("PB519", "game.toml", replaced("game.toml", "vows =", "oaths =")),
    ("PB519", "game.toml", replaced("game.toml", "[roles.north]", "[roles.east]")),
    ("PB509", "game.toml", replaced("game.toml", "[roles.north]", "[[roles.north]]")),
    ("PB512", "game.toml", replaced("game.toml", '"duel"', '"long"')),
    ("PB502", "secret.toml", removed("secret.toml")),
    ("PB504", "secret.toml", written("secret.toml", b"seed = 'a")),
    ("PB512", "secret.toml", replaced("secret.toml", 'seed = "a"', 'seed = "b"')),
    ("PB509", "secret.toml", replaced("secret.toml", "north =", "nord =")),
    ("PB509", "secret.toml", replaced("secret.toml", 'seed = "a"', "seed = 3")),
    ("PB510", "0001-", removed("steps/0001-*")),
    ("PB510", "0000-", removed("steps/0000-*")),
    ("PB511", "steps", written("steps/0002-other.toml", b"")),
    ("PB524", "0002-other.toml", renamed("steps/0002-*", "steps/0002-other.toml")),
    ("PB505", "0002-", replaced("steps/0002-*", "round = 0", "round = 1")),
    ("PB505", "0002-", written("steps/0002-*", b"")),
    ("PB505", "0002-", written("steps/0002-*", b"\0\0\0\0")),
    ("PB505", "0002-", written("steps/0002-*", 'digest = "é"\n'.encode())),
    ("PB503", "0002-", a_folder_instead("steps/0002-*")),
    ("PB504", "0002-", signed("phase = ", "phase ")),
    ("PB506", "0002-", signed("format = 2", "format = 9")),
    ("PB509", "0002-", signed("undone = 0", "")),
    ("PB514", "0002-", signed("[state]", "[states]")),
    ("PB514", "0002-", signed("phase = ", "phrase = ")),
]


@pytest.mark.parametrize(("code", "file", "change"), DAMAGE)
def test_damage_is_named_and_nothing_is_done(game: str, code: str, file: str, change: Change) -> None:
    play_steps(game, 2)
    send_all(game)
    change(Path(game))
    before = tree(game)

    for command in (status, adjudicate):
        with pytest.raises(GameFault) as fault:
            command(game)
        assert code == fault.value.code.id
        assert file in os.path.basename(fault.value.file)
        assert fault.value.message and fault.value.hint

    assert before == tree(game)


def test_why_a_file_cannot_be_read_is_said(game: str) -> None:
    a_folder_instead("game.toml")(Path(game))

    with pytest.raises(GameFault, match=os.strerror(errno.EISDIR)):
        status(game)


def test_what_is_wrong_with_a_file_is_not_said_in_the_words_of_python(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    replaced("game.toml", 'name = "winter"', 'name = "winter')(Path(game))
    loads = tomllib.loads

    def in_other_words(text: str) -> dict[str, Any]:
        try:
            return loads(text)
        except tomllib.TOMLDecodeError:
            raise tomllib.TOMLDecodeError("xyzzy") from None

    monkeypatch.setattr(tomllib, "loads", in_other_words)
    with pytest.raises(GameFault) as fault:
        status(game)

    expected = "in line 3, column 15: this is not TOML: the closing quotes of a text are missing on this line"
    assert fault.value.message.endswith(f"the file is damaged {expected}")


def test_a_step_long_past_is_read_by_the_log_only(game: str) -> None:
    play_steps(game, 3)
    replaced("steps/0001-*", "round = 0", "round = 1")(Path(game))

    assert 4 == status(game).step
    with pytest.raises(GameFault, match="PB505"):
        log(game)


def test_the_log_sees_a_step_from_another_game(game: str, tmp_path: Path) -> None:
    play_steps(game, 3)
    for old in Path(game).glob("steps/0003-*"):
        text = old.read_text()
        rest = text.partition("\n")[2].replace('previous = "', 'previous = "0', 1)
        old.write_text(f'digest = "{sha256(rest.encode()).hex()}"\n{rest}')

    with pytest.raises(GameFault, match="PB512"):
        log(game)


def test_a_sheet_spoilt_in_the_inbox_is_named(game: str) -> None:
    send_all(game)
    replaced("inbox/0001/north-01.toml", "vow = ", "vow = 9")(Path(game))

    with pytest.raises(GameFault, match="PB606"):
        adjudicate(game)


def test_a_file_that_is_no_game_is_refused(toy: None, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("")

    for place in (str(path), str(tmp_path / "nowhere"), str(tmp_path), "\0"):
        with pytest.raises(GameFault, match="PB501"):
            status(place)
        with pytest.raises(GameFault, match="PB501"):
            adjudicate(place)


def test_an_undo_of_the_set_up_is_refused(game: str) -> None:
    with pytest.raises(GameFault, match="PB523"):
        undo(game, "no reason")


def test_foreign_files_do_no_harm(game: str) -> None:
    for name in ("steps/notes.txt", "steps/.0001-x.toml.tmp", "steps/x-y.toml", "inbox", "README"):
        path = Path(game, name)
        path.mkdir() if name == "inbox" else path.write_text("x")
    Path(game, "inbox", "0001").mkdir()
    Path(game, "inbox", "0001", "letter.txt").write_text("x")
    Path(game, "inbox", "0001", "east-01.toml").write_text("x")

    play_steps(game, 1)

    assert 1 == open_game(game).last.number


def test_an_option_that_differs_is_named_and_no_dictionary_is_shown(game: str) -> None:
    play_steps(game, 1)
    replaced("game.toml", '"sworn"', '"none"')(Path(game))

    with pytest.raises(GameFault, match="PB512") as fault:
        status(game)
    assert '`options.vows` is not as it was: step 1 was played with "sworn"' in fault.value.message
    assert "{" not in fault.value.message


@pytest.mark.parametrize(
    ("change", "key", "was"),
    [
        (replaced("game.toml", 'vows = "sworn"', ""), "options.vows", 'with "sworn"'),
        (signed('vows = "sworn"\n', ""), "options.vows", "without it"),
        (signed('vows = "sworn"', 'vows = "none"'), "options.vows", 'with "none"'),
        (signed('"duel"', '"long"'), "mode", 'with "long"'),
    ],
)
def test_a_step_played_under_other_rules_than_the_game_s_is_named(
    game: str, change: Change, key: str, was: str
) -> None:
    play_steps(game, 2)
    change(Path(game))

    with pytest.raises(GameFault, match="PB512") as fault:
        status(game)
    assert f"`{key}` is not as it was: step 2 was played {was}" in fault.value.message
