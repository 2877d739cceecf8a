"""Attacks of a moderator who has the seed and mends every digest, and of strangers: each is named, or tells nothing."""

from __future__ import annotations

import os
import re
import shutil
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from battle_game import begin, sheet, view_of
from forger import TO_PROMISE, Lines, mended, reforged, rewritten, step_path
from torn_games import (
    ARCHIVE,
    beside,
    cheap,
    enveloped,
    orders,
    phrase,
    place,
    played,
    take,
    with_all_closed,
    with_gathered,
)

from games import play_steps, send, send_all, sheet_text, tree
from pbem.store import Board, GameFault, disk
from pbem.store.ledger import ALL, Line, ledger_path, read_lines
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.gathering import gather, said_gathered
from pbem.workflow.journal import undo
from pbem.workflow.new import Plan, new
from pbem.workflow.publish import publish, reveal
from pbem.workflow.recording import digest_of_text
from pbem.workflow.reporting import report, report_of
from pbem.workflow.sealing import seal
from pbem.workflow.submit import submit
from pbem.workflow.taking import open_held
from pbem.workflow.verify import verify
from pbem.workflow.verify_chains import check_beginning


@pytest.fixture(autouse=True)
def cheaply(monkeypatch: pytest.MonkeyPatch) -> None:
    cheap(monkeypatch)


@pytest.fixture
def folder(tmp_path: Path) -> str:
    return str(tmp_path)


def found(desk: str, *saved: str) -> set[str]:
    """Codes and names of files."""
    return {f"{row.code} {Path(row.file).name}" for row in verify(desk, saved).findings}


def codes(receipt: Any) -> list[str]:
    return [item.code.id for item in receipt.answer.diagnostics]


def fault_of(work: Any) -> str:
    with pytest.raises(GameFault) as fault:
        work()
    return str(fault.value.code.id)


def forged(desk: str, number: int, old: str, new_: str) -> set[str]:
    """What is found after a step was changed: with its digest mended, and then with all steps and the ledger anew."""
    path = step_path(desk, number)
    rewritten(path, lambda text: re.sub(old, new_, text, count=1, flags=re.MULTILINE))
    mended(path)
    assert found(desk)
    reforged(desk)
    return found(desk)


# chance


def test_a_stacked_clock_of_fate_in_step_0(tmp_path: Path) -> None:
    desk = str(tmp_path / "winter")
    new(Plan(desk, "friedrich", seed="a"))

    assert {"PB621 0000-setup.toml"} == forged(desk, 0, r"^fate = \[\]", 'fate = ["poems", "elisabeth"]')


def test_a_stacked_clock_of_fate_in_a_position(tmp_path: Path) -> None:
    desk = begin(tmp_path)

    assert {"PB621 0000-setup.toml"} == forged(desk, 0, r'"9",\n    "6",\n', '"6",\n    "9",\n')


def test_a_raised_troop_total(tmp_path: Path) -> None:
    desk = str(tmp_path / "winter")
    new(Plan(desk, "friedrich", seed="a"))

    assert {"PB621 0000-setup.toml"} == forged(desk, 0, r"^prussia = 32", "prussia = 34")


def test_raised_troops_of_a_position(tmp_path: Path) -> None:
    desk = begin(tmp_path)

    assert {"PB621 0000-setup.toml"} == forged(desk, 0, '^heinrich = "celle 5', 'heinrich = "celle 8')


def test_a_sorted_draw_pile_in_a_position(tmp_path: Path) -> None:
    desk = begin(tmp_path)
    text = step_path(desk, 0).read_text()
    pile = re.search(r'^draw = "(.*)"', text, flags=re.MULTILINE)
    assert pile
    ordered = " ".join(sorted(pile[1].split()))

    assert {"PB621 0000-setup.toml"} == forged(desk, 0, r'^draw = ".*"', f'draw = "{ordered}"')


def test_a_position_that_fits_the_sorted_pile_is_not_the_one_of_the_beginning(tmp_path: Path) -> None:
    desk = begin(tmp_path)
    rewritten(Path(desk, "position.toml"), lambda text: text.replace("Celle 5", "Celle 8"))

    assert "PB646 position.toml" in found(desk)


@pytest.mark.parametrize("role", ["north", "south"])
def test_an_invented_word(folder: str, role: str) -> None:
    """North has sent a sheet without a word, south nothing at all."""
    played_with_default(folder)
    rows = forged(place(folder), 1, r"^\[words\]", f'[words]\n{role} = "rolled again"')

    assert rows & {"PB604 0001-r01-bid.toml", "PB651 0001-r01-bid.toml"}
    assert "PB621 0001-r01-bid.toml" in rows


def played_with_default(folder: str) -> None:
    new(Plan(place(folder), "toy", seed="a"))
    send(place(folder), "north", {"vow": 2})
    adjudicate(place(folder), ["south"])


def test_an_invented_word_of_nobody(folder: str) -> None:
    played_with_default(folder)

    assert "PB651 0001-r01-bid.toml" in forged(place(folder), 1, r"^\[words\]", '[words]\neast = "rolled again"')


def test_words_changed_in_mid_game(folder: str) -> None:
    new(Plan(place(folder), "toy", seed="a"))
    send(place(folder), "north", {"vow": 2}, word="sour cherries")
    adjudicate(place(folder), ["south"])
    play_steps(place(folder), 3)
    assert set() == found(place(folder))

    assert "PB651 0003-r02-bid.toml" in forged(place(folder), 3, r'^north = "sour cherries"', 'north = "sweet ones"')


def test_a_seed_given_by_hand_marks_every_report_as_a_test(folder: str) -> None:
    new(Plan(place(folder), "toy", seed="a"))
    new(Plan(beside(folder, "drawn"), "toy"))
    for _ in range(2):
        for role in (None, "north", "south"):
            for form in ("txt", "html", "md", "json"):
                assert "This is a game for tests" in report_of(place(folder), role, form)
                assert "This is a game for tests" not in report_of(beside(folder, "drawn"), role, form)
        play_steps(place(folder), 1)
        play_steps(beside(folder, "drawn"), 1)

    rewritten(Path(place(folder), "game.toml"), lambda text: text.replace("test = true", ""))
    assert {"PB641 game.toml"} == found(place(folder))


@pytest.mark.parametrize(
    ("key", "changes"),
    [("name", {"name": "other"}), ("ruleset", {"ruleset": "friedrich"}), ("revision", {"revision": 7}),
     ("mode", {"mode": "other"}), ("roles", {"players": {"north": "A"}}), ("options", {"options": {"bids": "open"}}),
     ("seed_commitment", {"commitment": "0"}), ("seal_key", {"seal_key": "age1"}),
     ("moderator_plays", {"plays": ("north",)}), ("beacon", {"beacon": "lottery"}), ("beacon_numbers", {"numbers": 2}),
     ("test", {"test": False}), ("board", {"board": Board(name="other")})],
)  # fmt: skip
def test_whatever_a_game_began_with_is_held_against_its_ledger(folder: str, key: str, changes: dict[str, Any]) -> None:
    new(Plan(place(folder), "toy", seed="a"))
    game, lines = open_game(place(folder)).game, read_lines(ledger_path(place(folder)))

    assert [] == list(check_beginning(game, lines))
    (found_,) = check_beginning(game._replace(**changes), lines)
    assert "PB641" == found_.code and key in found_.message


# what is bound


def laid(desk: str, role: str, text: str) -> Line:
    """A sheet laid into the inbox by hand as the next version, and the line a forger would write for it."""
    step = open_game(desk).under_way
    there = [name for name in os.listdir(Path(desk, "inbox", f"{step:04}")) if name.startswith(role)]
    version = len([name for name in there if name.endswith(".toml")]) + 1
    Path(desk, "inbox", f"{step:04}", f"{role}-{version:02}.toml").write_text(text)
    facts = {"step": step, "version": version, "status": "final", "commitment": TO_PROMISE}
    facts |= {"file": digest_of_text(text)}
    return Line(role, 0, "sheet", facts, "", "")


def test_an_open_sheet_laid_into_the_inbox_after_the_phrases(folder: str) -> None:
    with_gathered(folder)
    phrase(folder, "north")
    desk = place(folder)
    line = laid(desk, "south", sheet_text(desk, "south", {"card": open_game(desk).state.hands["south"][-1]}))

    assert "PB615" == fault_of(lambda: adjudicate(desk))
    assert {"PB615 south-02.toml"} == found(desk)
    reforged(desk, lambda lines: [*lines, line])
    assert {"PB648 ledger.toml"} == found(desk)
    assert "south is wronged" in verify(desk).findings[0].message


def test_a_fresh_envelope_after_a_phrase_was_seen(folder: str) -> None:
    """South, who moderates, has read the phrase of north: what the table was told at the gathering binds him."""
    with_gathered(folder)
    desk = place(folder)
    told = Path(beside(folder, "gathered.txt"))
    gather(desk)
    told.write_text(said_gathered(desk))
    other = {"card": open_game(desk).state.hands["south"][-1]}
    fresh = seal(_written(folder, "south", other), open_game(desk).game.seal_key, hold=False)
    Path(beside(folder, "fresh.toml")).write_text(fresh.text)

    assert ["PB619"] == codes(submit(beside(folder, "fresh.toml"), desk))
    assert "PB619" in codes(submit(_written(folder, "south", other), desk))
    reforged(desk, lambda lines: before_gathering(lines, laid(desk, "south", sheet_text(desk, "south", other))))
    assert set() == found(desk), "a ledger written anew fits itself"
    assert {"PB653 gathered.txt"} == found(desk, str(told))


def _written(folder: str, role: str, body: dict[str, Any]) -> str:
    path = Path(beside(folder, f"{role}.other.toml"))
    path.write_text(sheet_text(place(folder), role, body))
    return str(path)


def before_gathering(lines: Lines, line: Line) -> Lines:
    """The ledger as if this line had been there when the envelopes were gathered."""
    at = next(number for number, row in enumerate(lines) if row.kind == "gathered")
    return [*lines[:at], line, *(_answered_by(row, line) for row in lines[at:])]


def _answered_by(row: Line, line: Line) -> Line:
    if row.kind != "gathered" or row.of != line.of:
        return row
    return row._replace(facts={**row.facts, "answer": "sheet", "version": line.facts["version"]})


def test_a_phrase_mailed_before_the_gathering_is_not_taken_and_binds_nobody(folder: str) -> None:
    played(folder)
    enveloped(folder, "north", hold=True)
    take(folder, "north.envelope.toml")
    words = Path(beside(folder, "north.phrase")).read_text()
    before = tree(place(folder))

    assert ["PB610"] == codes(open_held(place(folder), "north", words))
    assert before == tree(place(folder)), "the phrase is not kept"
    take(folder, os.path.basename(orders(folder, "north")))
    take(folder, os.path.basename(orders(folder, "south")))
    assert 2 == adjudicate(place(folder)).number


def test_orders_changed_and_the_salts_deleted(folder: str) -> None:
    with_all_closed(folder)
    desk = place(folder)
    adjudicate(desk)
    hand = open_game(desk).state.hands["north"]
    Path(desk, "opened", "0002.toml").unlink()
    assert "PB647 0002.toml" in found(desk)
    rewritten(step_path(desk, 2), lambda text: re.sub(r"(\[orders.north\]\ncard = )\d+", rf"\g<1>{hand[-1]}", text))
    reforged(desk, lambda lines: [*map(_unopened, lines)])

    assert "PB604 0002-r01-choice.toml" in found(desk)


def _unopened(line: Line) -> Line:
    """The line of a step as if no envelope had been opened."""
    return line._replace(facts={**line.facts, "opened": ""}) if "opened" in line.facts else line


def test_sealed_then_undone_then_other_open_sheets_is_no_false_alarm(folder: str) -> None:
    played(folder)
    desk = place(folder)
    for role in ("north", "south"):
        enveloped(folder, role, hold=False)
        take(folder, f"{role}.envelope.toml")
    adjudicate(desk)
    undo(desk, "a slip")
    for role in ("north", "south"):
        send(desk, role, {"card": open_game(desk).state.hands[role][-1]})
    adjudicate(desk)

    assert set() == found(desk)
    reveal(desk, beside(folder, ARCHIVE), force=True)
    assert set() == found(desk) | found(beside(folder, ARCHIVE))


# what is gone


def test_the_last_step_of_a_revealed_archive_is_deleted(folder: str) -> None:
    played(folder)
    play_steps(place(folder), 2)
    archive = beside(folder, ARCHIVE)
    reveal(place(folder), archive, force=True)
    step_path(archive, 3).unlink()

    assert {"PB644 0003-*.toml", "PB647 0003-r02-bid.toml"} == found(archive)
    step_path(place(folder), 3).unlink()
    assert {"PB644 0003-*.toml"} == found(place(folder))


def test_the_steps_taken_back_are_deleted(folder: str) -> None:
    played(folder)
    send_all(place(folder))
    adjudicate(place(folder))
    undo(place(folder), "a slip")
    adjudicate(place(folder))
    reveal(place(folder), archive := beside(folder, ARCHIVE), force=True)
    for desk in (place(folder), archive):
        shutil.rmtree(Path(desk, "undone"))
        assert {"PB647 undo.toml"} < found(desk)
        assert all("undone" in row.file for row in verify(desk).findings)


def test_ledger_salts_and_envelopes_are_deleted_together(folder: str) -> None:
    with_all_closed(folder)
    desk = place(folder)
    adjudicate(desk)
    Path(desk, "ledger.toml").unlink()
    shutil.rmtree(Path(desk, "opened"))
    shutil.rmtree(Path(desk, "inbox"))

    assert {"PB502 ledger.toml"} == found(desk)


def test_verify_beside_a_running_undo_waits_for_it(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with_all_closed(folder)
    adjudicate(place(folder))
    report(place(folder))
    rows: list[Any] = []
    beside_it = threading.Thread(target=lambda: rows.append(verify(place(folder)).findings))

    def watcher(what: str, path: str) -> None:
        """When the step has left its folder, and not all is where it belongs."""
        if what == "rename" and "undone" in path and "steps" not in path and not beside_it.ident:
            beside_it.start()
            time.sleep(0.2)

    monkeypatch.setattr(disk, "watcher", watcher)
    undo(place(folder), "a slip")
    monkeypatch.setattr(disk, "watcher", None)
    beside_it.join()

    assert [()] == rows


# what is told


def test_an_early_phrase_tells_nothing_of_a_standing_bid_and_locks_nobody_out(tmp_path: Path) -> None:
    bid = {"own": "*", "plays": ["7S", "5S"], "otherwise": "concede"}
    made = None
    answers = []
    for name, body in (("with", {"standing": [{"name": "guard", **bid}]}), ("without", {})):
        folder = tmp_path / name
        folder.mkdir()
        desk = begin(folder, position=AT_MOVES)
        submit(sheet(desk, "pompadour", body), desk)
        adjudicate(desk, ["frederick"])
        assert (name == "with") == bool(open_game(desk).ruleset.ahead.answered(open_game(desk).state))
        report(desk, ("frederick",))
        made = made or seal(sheet(desk, "frederick", OWN_BID), view_of(desk, "frederick"), hold=True)
        (folder / "held.toml").write_text(made.text)
        assert not submit(str(folder / "held.toml"), desk).answer.is_refused
        answers.append(open_held(desk, "frederick", made.phrase).text)
        # Neither is locked out: not Frederick by his phrase, nor the other side's real bid.
        assert not submit(sheet(desk, "frederick", OWN_BID), desk).answer.is_refused
        assert not submit(sheet(desk, "pompadour", {"bid": [bid]}), desk).answer.is_refused

    assert answers[0] == answers[1]
    assert "PB610" in answers[0] and "pompadour" not in answers[0].lower()


OWN_BID = {"bid": [{"own": "Heinrich", "plays": ["9D", "4D"], "otherwise": "concede", "retreat": ["Alfeld"]}]}
AT_MOVES = """
format = 2
ruleset = "friedrich"
mode = "4p"
[position]
turn = 2
stage = "prussia"
phase = "movement"
[position.prussia]
heinrich = "Celle 4"
[position.france]
richelieu = "Hannover 6"
[position.hands]
prussia = "9D 4D 3C"
france = "7S 5S 3C"
"""


def test_the_published_ledger_does_not_show_who_has_sealed_for_the_step_under_way(folder: str) -> None:
    played(folder)
    archive = beside(folder, ARCHIVE)
    publish(place(folder), archive)
    before = tree(archive)
    enveloped(folder, "north", hold=True)
    take(folder, "north.envelope.toml")
    publish(place(folder), archive)
    assert before == tree(archive)
    send(place(folder), "north", {"card": open_game(place(folder)).state.hands["north"][0]})
    publish(place(folder), archive)

    assert before == tree(archive)
    assert [ALL] == sorted({*re.findall(r'^of = "(.*)"', Path(archive, "ledger.toml").read_text(), re.MULTILINE)})


def test_a_wrong_key_for_a_phrase_tells_only_that(folder: str) -> None:
    with_gathered(folder)
    words = Path(beside(folder, "north.phrase")).read_text()
    text = f'game = "winter"\nstep = 2\nrole = "north"\nkey = "x-1"\nphrase = "{words}"\n'
    Path(beside(folder, "phrase.toml")).write_text(text)

    assert ["PB205"] == codes(submit(beside(folder, "phrase.toml"), place(folder)))
