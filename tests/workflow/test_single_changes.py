"""One change by hand, anywhere in a game or an archive: `verify` finds it and names the file, or it is harmless.

PBEM_CHANGES sets how many; the long round has two thousand.
"""

from __future__ import annotations

import os
import random
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

import pytest
from harmless import OF_THE_PROGRAM, Change, is_harmless
from torn_games import ARCHIVE, beside, cheap, enveloped, orders, phrase, place, take

from games import play_steps
from pbem.store import GameFault
from pbem.store.reading import Player
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.gathering import gather
from pbem.workflow.journal import undo
from pbem.workflow.new import Plan, new
from pbem.workflow.numbers import take_number
from pbem.workflow.publish import publish, reveal
from pbem.workflow.reporting import Wish, report
from pbem.workflow.verify import verify

CHANGES = int(os.environ.get("PBEM_CHANGES", "150"))
KINDS = ("flipped", "deleted", "doubled", "swapped", "cut", "line removed", "line doubled")
POSITION = 'format = 2\nruleset = "toy"\nmode = "long"\n[position]\npoints = { north = 1, south = 0 }\n'


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """A game with everything in it, its public archive, the game revealed, and the revealed archive."""
    folder = str(tmp_path_factory.mktemp("whole"))
    with pytest.MonkeyPatch.context() as patch:
        cheap(patch)
        whole_game(folder)
        publish(place(folder), beside(folder, ARCHIVE))
        shutil.copytree(place(folder), opened := beside(folder, "opened/winter"))
        reveal(opened, beside(folder, "revealed"), force=True)
        yield {"game": place(folder), "archive": beside(folder, ARCHIVE), "opened": opened,
               "revealed": beside(folder, "revealed")}  # fmt: skip


def whole_game(folder: str) -> None:
    """Envelopes opened and held, a step taken back with its reports and phrases, deadlines, a sheet, a phrase."""
    position = Path(beside(folder, "begin.toml"))
    position.write_text(POSITION)
    people = {"north": Player("Anna", "anna@example.org"), "south": Player("Ben <b>", "ben@example.org")}
    game = place(folder)
    new(Plan(game, position=str(position), players=people, seed="a"))
    report(game, wish=Wish(by="Sunday 18:00"))
    take(folder, os.path.basename(orders(folder, "north", word="sour cherries")))
    adjudicate(game, ["south"])
    report(game, wish=Wish(forms=("txt", "json"), moderator=True))
    for role, hold in (("north", True), ("south", False)):
        enveloped(folder, role, hold)
        take(folder, f"{role}.envelope.toml")
    phrase(folder, "north")
    adjudicate(game)
    report(game, wish=Wish(by="Monday"))
    undo(game, "a sheet was overlooked")
    gather(game)
    phrase(folder, "north")
    adjudicate(game)
    report(game, wish=Wish(by="Tuesday"))
    play_steps(game, 1)
    take(folder, os.path.basename(orders(folder, "south", status="draft")))
    enveloped(folder, "north", hold=True)
    take(folder, "north.envelope.toml")
    gather(game, ["south"])
    phrase(folder, "north")
    Path(game, "templates").mkdir()
    Path(game, "templates", "notes.txt").write_text("mine")
    Path(game, "map.svg").write_text("<svg/>")
    Path(game, "sheets").mkdir()
    Path(game, "sheets", "0001-north.toml").write_text("step = 1\n")
    report(game)


class Deed(NamedTuple):
    """What a hand did: the paths that have other bytes than before."""

    kind: str
    changes: dict[str, Change]


def deed(dice: random.Random, files: dict[str, bytes], archive: bool) -> Deed:
    """One change of a kind drawn by lot, to a file drawn by lot."""
    kind, path = dice.choice(KINDS), dice.choice([*files])
    data = files[path]
    lines = data.splitlines(keepends=True)
    at, line = dice.randrange(max(len(data), 1)), dice.randrange(max(len(lines), 1))

    def one(after: bytes | None) -> Deed:
        return Deed(kind, {path: Change(kind, data, after, archive)})

    match kind:
        case "flipped":
            return one(data[:at] + bytes([data[at] ^ (1 << dice.randrange(8))]) + data[at + 1 :])
        case "deleted":
            return one(None)
        case "cut":
            return one(data[:at])
        case "line removed":
            return one(b"".join(lines[:line] + lines[line + 1 :]))
        case "line doubled":
            return one(b"".join(lines[: line + 1] + lines[line:]))
        case "doubled":
            return Deed(kind, {plausible(dice, path, files): Change(kind, None, data, archive)})
    other = dice.choice([*files])
    twin = files[other]
    return Deed(kind, {path: Change(kind, data, twin, archive), other: Change(kind, twin, data, archive)})


def plausible(dice: random.Random, path: str, files: dict[str, bytes]) -> str:
    """Another name beside a file that could well be one of the game's."""
    folder, name = os.path.split(path)
    stem, _, end = name.rpartition(".")
    names = [f"{stem}-copy.{end}", f"{stem} (2).{end}", f"{stem}-02.{end}", f"{stem}-03.{end}"]
    names += [f"{stem[:-1]}{digit}.{end}" for digit in "1234567" if stem[-1:].isdigit()]
    names += [f"{stem[:3]}{digit}{stem[4:]}.{end}" for digit in "0123456789" if stem[:4].isdigit()]
    names += [f"north.{end}", f"south-02.{end}", f"north-02.{end}"] if folder.startswith(("inbox", "reports")) else []
    free = [twin for twin in (os.path.join(folder, each) for each in names) if twin not in files]
    return dice.choice(free)


def named(directory: str) -> list[str]:
    """The files that `verify` names, inside the directory."""
    try:
        found = [row.file for row in verify(directory).findings]
    except GameFault as fault:
        found = [fault.file]
    except Exception as error:
        found = [os.path.join(directory, f"a fault of the program, {error!r}")]
    return [os.path.relpath(path, directory).replace(os.sep, "/") for path in found]


def fits(kind: str, path: str, found: list[str]) -> bool:
    """Whether the file is named; one that is gone or too many also by its folder, or by a pattern."""
    folder = os.path.dirname(path) or "."
    if kind in ("deleted", "doubled") and any(fnmatch(path, name) or name == folder for name in found):
        return True
    return path in found


def done(directory: str, change: Deed) -> list[str]:
    """What `verify` names after the change; then all is as before."""
    try:
        for path, row in change.changes.items():
            _put(os.path.join(directory, path), row.after)
        return named(directory)
    finally:
        for path, row in change.changes.items():
            _put(os.path.join(directory, path), row.before)


def _put(path: str, data: bytes | None) -> None:
    if data is None:
        os.unlink(path)
    else:
        Path(path).write_bytes(data)


def everything(directory: str) -> dict[str, bytes]:
    top = Path(directory)
    return {path.relative_to(top).as_posix(): path.read_bytes() for path in sorted(top.rglob("*")) if path.is_file()}


def test_every_change_is_found_and_the_right_file_named_or_it_is_harmless(places: dict[str, str]) -> None:
    dice, wrong, count = random.Random("changes"), list[tuple[object, ...]](), Counter[str]()
    files = {name: everything(directory) for name, directory in places.items()}
    for name, directory in places.items():
        assert [] == named(directory), name

    for at in range(CHANGES):
        name = [*places][at % len(places)]
        change = deed(dice, files[name], name in ("archive", "revealed"))
        found = done(places[name], change)
        rows = change.changes.items()
        harmless = all(is_harmless(path, row) for path, row in rows)
        sort = "harmless" if harmless else "found"
        count[sort] += 1
        right = any(fits(change.kind, path, found) for path, row in rows if not is_harmless(path, row))
        if (sort == "harmless" and found) or (sort == "found" and not right):
            wrong.append((name, change.kind, [*change.changes], found[:4]))

    assert [] == wrong, f"{len(wrong)} of {dict(count)}"
    assert count["found"] > CHANGES * 0.8


def test_a_folder_of_ones_own_is_the_moderators_in_a_game_and_unknown_in_an_archive(places: dict[str, str]) -> None:
    for name, wanted in (("game", []), ("archive", ["pictures/old/prague.txt"])):
        folder = Path(places[name], "pictures")
        (folder / "old").mkdir(parents=True)
        (folder / "old" / "prague.txt").write_text("mine")
        found = named(places[name])
        shutil.rmtree(folder)

        assert wanted == found
    assert is_harmless("pictures/old/prague.txt", Change("doubled", None, b"mine"))
    assert not is_harmless("pictures/old/prague.txt", Change("doubled", None, b"mine", archive=True))


def test_what_the_moderator_may_lay_into_a_game_is_named_on_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
    section = page.split("## What may be changed by hand")[1].split("\n## ")[0]

    assert [] == [name for name in ("folders of your own", *OF_THE_PROGRAM, "sheets", "map.svg") if name not in section]


def test_a_ledger_cut_at_the_end_of_any_line_is_found_without_a_receipt(places: dict[str, str], tmp_path: Path) -> None:
    missed = []
    for name in places:
        top = tmp_path / name
        shutil.copytree(places[name], top)
        data = Path(top, "ledger.toml").read_bytes()
        starts = [found.start() for found in re.finditer(rb"\n\[\[line\]\]\n", data)]
        for at in starts[1:]:
            Path(top, "ledger.toml").write_bytes(data[:at])
            missed += [] if verify(str(top)).findings else [(name, data[at : at + 60])]

    assert [] == missed


def test_a_number_cut_off_before_the_deal_is_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cheap(monkeypatch)
    game = str(tmp_path / "winter")
    new(Plan(game, "toy", seed="a", beacon="the lottery of 28 November 2026"))
    before = Path(game, "ledger.toml").read_bytes()
    take_number(game, "7")
    assert () == verify(game).findings
    Path(game, "ledger.toml").write_bytes(before)

    assert ["PB659 ledger.toml"] == [f"{row.code} {os.path.basename(row.file)}" for row in verify(game).findings]


def test_a_harmless_change_is_one_that_the_page_lists(places: dict[str, str]) -> None:
    text = Path(places["game"], "game.toml").read_bytes()

    def changed(old: bytes, new_: bytes) -> bool:
        assert old in text
        return is_harmless("game.toml", Change("line", text, text.replace(old, new_, 1)))

    assert changed(b"# A game", b"# Our game") and changed(b"Anna", b"Zoe") and changed(b"anna@", b"zoe@")
    assert changed(b'name = ""', b'name = "Max"') and not changed(b'name = "winter"', b'name = "summer"')
    assert not changed(b"player =", b"plaier =") and not changed(b"revision = 3", b"revision = 2")
    assert is_harmless(".gitignore", Change("deleted", b"x", None))
    assert is_harmless("notes.txt", Change("new", None, b""))
    assert not is_harmless("notes.toml", Change("new", None, b""))
    assert not is_harmless("game.toml", Change("line", text, text + b"# x\n", archive=True))
