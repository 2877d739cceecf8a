"""`pbem verify` reads what differs and nothing else, and finds what it finds when it reads everything.

Of the rows of all files one in PBEM_ROWS is changed; the long round has 1, all of them.
"""

from __future__ import annotations

import os
import random
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from battle_game import begin, sheet
from torn_games import cheap

from games import play_steps
from pbem import store
from pbem.core import sheets
from pbem.core.chance import sha256
from pbem.store import GameFault, ledger
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.findings import Finding
from pbem.workflow.journal import undo
from pbem.workflow.new import Plan, new
from pbem.workflow.submit import submit
from pbem.workflow.verify import verify
from pbem.workflow.verify_replay import Replay

LEDGER = "ledger.toml"
ROWS = int(os.environ.get("PBEM_ROWS", "11"))


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[str]]:
    """A game of the toy with a step taken back, and a battle of Friedrich."""
    top = tmp_path_factory.mktemp("games")
    with pytest.MonkeyPatch.context() as patch:
        cheap(patch)
        new(Plan(game := str(top / "toy"), "toy", seed="a"))
        play_steps(game, 3)
        undo(game, "a slip")
        play_steps(game, 2)
        battle = begin(top)
        for role in ("frederick", "pompadour"):
            submit(sheet(battle, role), battle)
        adjudicate(battle)
        yield [game, battle]


def read_whole(directory: str, monkeypatch: pytest.MonkeyPatch) -> list[Finding]:
    """What is found when no file is taken for what it is by its bytes."""
    with monkeypatch.context() as patch:
        patch.setattr(Replay, "_by_bytes", lambda *_: None)
        patch.setattr(ledger, "as_written", lambda *_: None)
        return found(directory)


def found(directory: str) -> list[Finding]:
    try:
        return list(verify(directory).findings)
    except GameFault as fault:
        return [Finding(fault.file, fault.code.id, "", fault.said, fault.hint)]


def steps_of(game: str) -> list[Path]:
    return sorted(Path(game, "steps").glob("*.toml"))


def parsed_texts(monkeypatch: pytest.MonkeyPatch, work: Callable[[], object]) -> list[str]:
    """All texts that are parsed while something is done."""
    texts = list[str]()
    with monkeypatch.context() as patch:
        for module in (sheets, store):
            patch.setattr(module, "loads", lambda text: (texts.append(text), tomllib.loads(text))[1])
        work()
    return texts


def test_no_position_and_no_event_of_a_sound_game_is_parsed(games: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for game in games:
        wholes = [path.read_text().partition("\n")[2] for path in steps_of(game)]
        texts = parsed_texts(monkeypatch, lambda game=game: verify(game))  # type: ignore[misc]

        assert texts
        assert [] == [text for text in texts if any(text in whole and "[state" in text for whole in wholes)]


def test_of_the_ledger_only_a_line_with_a_list_is_parsed(games: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    texts = parsed_texts(monkeypatch, lambda: verify(games[0]))

    assert 1 == sum(text.count("[[line]]") for text in texts)  # the first, which lists the roles


def test_only_a_step_that_differs_and_the_one_that_continues_it_are_parsed(
    games: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = steps_of(games[0])[2]
    with changed(path, lambda data: mended(data.replace(b"round = 0", b"round = 7"))):
        texts = parsed_texts(monkeypatch, lambda: verify(games[0]))

    wholes = [other.read_text().partition("\n")[2] for other in steps_of(games[0])]
    assert any("round = 7" in text for text in texts)
    assert [3] == [number for number, whole in enumerate(wholes) if whole in texts]  # it names another digest


class changed:
    """A file with other bytes for a while."""

    def __init__(self, path: Path, change: Callable[[bytes], bytes]) -> None:
        self.path, self.before = path, path.read_bytes()
        self.after = change(self.before)

    def __enter__(self) -> None:
        self.path.write_bytes(self.after)

    def __exit__(self, *_: object) -> None:
        self.path.write_bytes(self.before)


def mended(data: bytes) -> bytes:
    """A step with a first line that fits."""
    rest = data.partition(b"\n")[2]
    return f'digest = "{sha256(rest).hex()}"\n'.encode() + rest


def other_rows(data: bytes, dice: random.Random) -> Iterator[bytes]:
    """The file with a row changed, taken out, doubled, or written otherwise; each row is drawn for one of
    them."""
    rows = data.split(b"\n")
    for at, row in [*enumerate(rows)][1 + dice.randrange(ROWS) :: ROWS]:
        kinds = [row + b"1", row.replace(b'"', b"'"), re.sub(rb"\d", b"8", row), row + b"  # x", b"", row + b"\n" + row]
        kinds += [re.sub(rb'"(\w)', rb'"x\1', row), row.replace(b" = ", b"=")]
        new_ = dice.choice([kind for kind in kinds if kind != row] or [b"x"])
        yield b"\n".join([*rows[:at], new_, *rows[at + 1 :]])


def test_a_row_changed_in_a_step_is_found_as_if_everything_were_read(
    games: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    dice, wrong, count = random.Random("rows"), list[tuple[str, bytes]](), 0
    for game in games:
        for path in steps_of(game):
            for data in other_rows(path.read_bytes(), dice):
                with changed(path, lambda _, data=data: mended(data)):  # type: ignore[misc]
                    here, there = found(game), read_whole(game, monkeypatch)
                count += 1
                wrong += [(path.name, data)] if here != there or not here else []

    assert [] == wrong
    assert count > 500 // ROWS


def test_a_row_changed_in_the_ledger_is_found_as_if_everything_were_read(
    games: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    dice, wrong = random.Random("ledger"), list[bytes]()
    path = Path(games[0], LEDGER)
    for data in other_rows(path.read_bytes(), dice):
        with changed(path, lambda _, data=data: data):  # type: ignore[misc]
            here, there = found(games[0]), read_whole(games[0], monkeypatch)
        wrong += [data] if here != there or not here else []

    assert [] == wrong


def test_a_step_gone_or_there_twice_is_found_as_if_everything_were_read(
    games: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in steps_of(games[0]):
        data, twin = path.read_bytes(), path.with_name(f"{path.stem}-copy.toml")
        path.rename(twin)
        assert found(games[0]) == read_whole(games[0], monkeypatch) != []
        path.write_bytes(data)
        assert found(games[0]) == read_whole(games[0], monkeypatch) != []
        twin.unlink()

    assert [] == found(games[0])


@pytest.mark.parametrize(
    "block",
    [
        'of = "all"\nof = "all"\n',
        "\n[line.roles]\n\n[line.roles]\n",
        'label = "a"\n\n[line.label]\n',
        "step = 01\n",
        "step = +1\n",
        "step = -0\n",
        "step = 0x1\n",
        'label = "a\\u0041"\n',
        "label = 'a'\n",
        'label = """a"""\n',
        'label = "a" \n',
        'label="a"\n',
        '"label" = "a"\n',
        "a.b = 1\n",
        "step = 1.0\n",
        "\nstep = 1\n",
        'of = "all"\n',
        'hash = "0"\n',
        "\n[line.of]\n",
        "step = 1\n",
        "[line.roles]\n",
        "\n\n[line.roles]\n",
        "\n[line]\n",
    ],
)
def test_a_line_that_the_program_does_not_write_so_is_none_of_its(block: str) -> None:
    """Whoever wrote a ledger in another way has changed it, even if it says the same."""
    row = ledger.next_line(ledger.NOTHING, "all", "undo", step=1, label="x", reason="y")
    data = ledger.whole([row])

    assert [row] == ledger.as_written(data, "x")
    lines = ledger.as_written(data + block.encode(), "x")
    assert lines is None or ledger.whole(lines) == data + block.encode()


def test_lines_are_read_as_tomllib_reads_them(games: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for game in games:
        path = str(Path(game, LEDGER))
        quick = ledger.read_ledger(path)
        with monkeypatch.context() as patch:
            patch.setattr(ledger, "as_written", lambda *_: None)
            slow = ledger.read_ledger(path)

        assert slow == quick
        assert [[*line.facts] for line in slow[0]] == [[*line.facts] for line in quick[0]]
