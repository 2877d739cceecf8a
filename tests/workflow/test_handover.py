"""A game handed over to another moderator, and the case of a dispute."""

from __future__ import annotations

import re
import shutil
import tomllib
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from errno import ENOSPC
from pathlib import Path
from types import SimpleNamespace

import pytest

from games import play_steps, send, send_all, sheet_file, sheet_text, tree
from pbem.seal import Unopened
from pbem.seal.age import new_pair
from pbem.seal.bundles import bundled, unbundled
from pbem.store import GameFault, disk
from pbem.store.ledger import read_lines
from pbem.store.mailboxes import Incoming
from pbem.store.outbox import read_outbox
from pbem.store.reading import read_game, read_secret
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.check import check_with_view
from pbem.workflow.disputes import write_dispute
from pbem.workflow.handover import cancel, hand_over, said, take
from pbem.workflow.journal import log, undo
from pbem.workflow.letters import fetch
from pbem.workflow.new import Plan, new
from pbem.workflow.people import replace
from pbem.workflow.post_reports import told_moderator
from pbem.workflow.reporting import report, report_of
from pbem.workflow.rulings import rule
from pbem.workflow.sealing import seal
from pbem.workflow.seats import with_seat
from pbem.workflow.sending import hand_over as hand_over_mails
from pbem.workflow.status import as_table, next_action, status
from pbem.workflow.submit import submit
from pbem.workflow.tick import tick
from pbem.workflow.verify import as_text as verified_text
from pbem.workflow.verify import verify


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_CONFIG", str(tmp_path / "config"))


def test_the_new_moderator_goes_on_with_the_game_as_it_was(game: str, tmp_path: Path) -> None:
    play_steps(game, 1)
    report(game)
    view, card = f"{game}/reports/0001/north.view.toml", min(open_game(game).state.hands["north"])
    made = seal(sheet_file(game, "north", {"card": card}), view)  # for the key of the old moderator
    path = tmp_path / "sealed.toml"
    path.write_text(made.text)
    assert not submit(str(path), game).answer.is_refused
    public, private = new_pair()
    done = hand_over(game, str(tmp_path / "winter.bundle"), "Zoe", "zoe@example.org", public)
    there = str(tmp_path / "taken" / "winter")
    take(done.file, there, private)

    assert () == verify(there).findings and "Zoe" == read_game(there).moderator.name
    assert done.now == read_game(there).seal_key != done.before
    assert done.now in report_of(there, "south")
    send(there, "south", {"card": min(open_game(there).state.hands["south"])})
    adjudicate(there)  # which opens the envelope that was sealed before
    told = [line for event in log(there)[-1].events for line in event.sentences]
    assert "The game is run by Zoe from now on." == told[0] and done.now in told[1]
    assert () == verify(there).findings
    assert "duties" in said(done, game)


def test_a_bundle_tells_nothing_without_its_phrase(game: str, tmp_path: Path) -> None:
    play_steps(game, 1)
    done = hand_over(game, str(tmp_path / "winter.bundle"), "Zoe")
    secret = read_secret(read_game(game))
    data = Path(done.file).read_bytes()

    assert secret.identity.encode() not in data and secret.keys["north"].encode() not in data
    with pytest.raises(GameFault) as fault:
        take(done.file, str(tmp_path / "taken"), phrase="another")
    assert "PB602" == fault.value.code.id and done.phrase not in fault.value.message
    assert take(done.file, str(tmp_path / "taken"), phrase=done.phrase)
    assert () == verify(str(tmp_path / "taken")).findings


def test_a_bundle_with_a_phrase_opens_however_slow_the_machine_and_sloppy_the_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The lock of age asks for work by the clock, and may refuse it: nothing but bundles of earlier programs goes there.
    monkeypatch.setattr("pbem.seal.bundles.passphrase", SimpleNamespace(decrypt=lambda data, phrase: data))
    made = bundled({"a": b"b"}, phrase="arrow cedar")

    assert {"a": b"b"} == unbundled(made, phrase="Arrow-Cedar ")
    with pytest.raises(Unopened) as fault:
        unbundled(made, phrase="arrow kite")
    assert "PB602" == fault.value.code.id
    with pytest.raises(Unopened) as fault:
        unbundled(b"age-encryption.org/v1", phrase="arrow cedar")
    assert "PB603" == fault.value.code.id


def test_a_key_that_is_none_hands_nothing_over(game: str, tmp_path: Path) -> None:
    play_steps(game, 1)
    before = Path(game, "ledger.toml").read_bytes()
    with pytest.raises(GameFault):
        hand_over(game, str(tmp_path / "winter.bundle"), "Zoe", to="age1nonsense")

    assert before == Path(game, "ledger.toml").read_bytes()


def test_the_case_of_a_dispute_has_what_the_role_may_see_and_is_judged_anew(game: str, tmp_path: Path) -> None:
    play_steps(game, 1)
    hands = open_game(game).state.hands
    send(game, "north", {"card": max(hands["north"])})
    send(game, "south", {"card": min(hands["south"])})
    adjudicate(game)
    paths = write_dispute(game, 2, 1, "north", str(tmp_path / "case.toml"))
    case = tomllib.loads(Path(paths[0]).read_text())

    assert "?" == case["state"]["hands"]["south"] and list(hands["north"]) == case["state"]["hands"]["north"]
    assert case["dispute"]["told"].startswith("north bid") and any("TY401" in line for line in case["dispute"]["judge"])
    keys = read_secret(read_game(game)).keys.values()
    assert not [key for key in keys for path in paths if key in Path(path).read_text()]
    answer = check_with_view(paths[1], paths[0])
    assert ["TY401"] == [item.code.id for item in answer.diagnostics]


def test_a_dispute_about_a_line_that_is_not_there_is_refused(game: str, tmp_path: Path) -> None:
    send_all(game)
    adjudicate(game)
    with pytest.raises(GameFault) as fault:
        write_dispute(game, 1, 99, "north", str(tmp_path / "case.toml"))

    assert "PB519" == fault.value.code.id


def test_a_co_moderator_gets_what_the_moderator_gets(game: str) -> None:
    path = Path(game, "game.toml")
    seats = {"moderator": ("Zoe", "zoe@example.org"), "co_moderator": ("Max", "max@example.org")}
    text = path.read_text()
    for section, (name, address) in seats.items():
        text = with_seat(text, section, {"name": name, "address": address})
    path.write_text(text)
    made = told_moderator(open_game(game), read_outbox(game), "trouble", "x", "y", "2026-03-12T18:00:00+00:00")

    assert ["zoe@example.org", "max@example.org"] == [row.address for row in made.rows]
    assert () == verify(game).findings


def test_a_bundle_is_opened_whole_or_not_at_all(game: str, tmp_path: Path) -> None:
    play_steps(game, 1)
    public, private = new_pair()
    bundle = hand_over(game, str(tmp_path / "winter.bundle"), "Zoe", "", public).file
    there, seen = str(tmp_path / "taken" / "winter"), list[str]()
    Path(there).parent.mkdir()
    disk.watcher = lambda what, path: seen.append(what)
    try:
        take(bundle, there, private)
        whole = tree(there)
        last = len(seen) - seen[::-1].index("rename")  # the name of the folder
        for at in [*range(0, last, 7), last - 1]:
            shutil.rmtree(there)
            disk.watcher = full_after(at)
            with pytest.raises(GameFault):
                take(bundle, there, private)
            disk.watcher = None
            assert not Path(there).exists(), at
            take(bundle, there, private)
            assert whole == tree(there)
    finally:
        disk.watcher = None


def cut_off(at: int, seen: list[str]) -> Callable[[str, str], None]:
    """A power that goes away at an operation, whichever it is."""

    def watcher(what: str, path: str) -> None:
        seen.append(what)
        if len(seen) == at:
            raise KeyboardInterrupt

    return watcher


def keys_told(directory: str) -> list[str]:
    """The keys to seal for that hand-overs told."""
    return [str(line.facts["seal_key"]) for line in read_lines(f"{directory}/ledger.toml") if line.kind == "handover"]


def test_a_hand_over_that_is_cut_off_anywhere_is_done_by_the_same_command(game: str, tmp_path: Path) -> None:
    play_steps(game, 1)
    (public, private), whole, counted = new_pair(), str(tmp_path / "whole"), list[str]()
    shutil.copytree(game, whole)
    disk.watcher = cut_off(0, counted)
    try:
        hand_over(whole, str(tmp_path / "whole.bundle"), "Zoe", "zoe@example.org", public)
        for at in range(1, len(counted) + 1):
            there, bundle = str(tmp_path / str(at) / "winter"), str(tmp_path / f"{at}.bundle")
            shutil.copytree(game, there)
            disk.watcher = cut_off(at, [])
            with suppress(KeyboardInterrupt):
                hand_over(there, bundle, "Zoe", "zoe@example.org", public)
            disk.watcher = None
            if not Path(bundle).exists():
                hand_over(there, bundle, "Zoe", "zoe@example.org", public)
            taken = str(tmp_path / str(at) / "taken")
            take(bundle, taken, private)

            assert [read_game(taken).seal_key] == keys_told(taken) == keys_told(there), at
            assert ((), ()) == (verify(taken).findings, verify(there).findings)
            assert read_secret(read_game(taken)) == read_secret(read_game(there))
    finally:
        disk.watcher = None


def test_a_full_disk_hands_nothing_over(game: str, tmp_path: Path) -> None:
    play_steps(game, 1)
    before = tree(game)
    with pytest.raises(GameFault) as fault:
        hand_over(game, str(tmp_path / "nowhere" / "winter.bundle"), "Zoe")

    assert "PB517" == fault.value.code.id and before == tree(game)


def test_a_game_that_was_handed_over_keeps_its_new_key(game: str, tmp_path: Path) -> None:
    play_steps(game, 1)
    first = hand_over(game, str(tmp_path / "first.bundle"), "Zoe", "zoe@example.org")
    again = hand_over(game, str(tmp_path / "again.bundle"), "Zoe", "zoe@example.org")

    assert first.now == again.now == again.before and [first.now] == keys_told(game)
    assert said(again, game).startswith("The game was handed over before, and its key to seal for is the same.")
    assert take(again.file, str(tmp_path / "taken"), phrase=again.phrase)
    assert () == verify(str(tmp_path / "taken")).findings


def test_a_moderator_who_is_written_in_one_line_is_not_written_twice(game: str, tmp_path: Path) -> None:
    path = Path(game, "game.toml")
    text = re.sub(r"\n\[moderator\][^\[]*", "\n", path.read_text())
    top, bracket, rest = text.partition("\n[")
    path.write_text(f'{top}\nmoderator = {{ name = "Max", address = "max@example.org" }}\n{bracket}{rest}')
    before = tree(game)
    with pytest.raises(GameFault) as fault:
        hand_over(game, str(tmp_path / "winter.bundle"), "Zoe")

    assert "PB785" == fault.value.code.id and before == tree(game)


def full_after(count: int) -> Callable[[str, str], None]:
    """A disk that is full after so many operations."""
    left = [count]

    def watcher(what: str, path: str) -> None:
        left[0] -= 1
        if left[0] < 0 and what in ("open", "write", "mkdir", "sync", "rename"):
            raise OSError(ENOSPC, "No space left on device")

    return watcher


# what becomes of the old folder


def handed(game: str, tmp_path: Path) -> str:
    """A game one step on that was handed over to Zoe on a day in March; the file of its bundle."""
    play_steps(game, 1)
    file = str(tmp_path / "winter.bundle")
    hand_over(game, file, "Zoe", "zoe@example.org", PUBLIC, now="2026-03-12T18:00:00+00:00")
    return file


PUBLIC, PRIVATE = new_pair()
CHANGES: dict[str, Callable[[str], object]] = {
    "adjudicate": lambda game: adjudicate(game, ["all"]),
    "report": report,
    "undo": lambda game: undo(game, "a slip"),
    "rule": lambda game: rule(game, {"points.north": "7"}, "a reason"),
    "submit": send_all,
    "replace": lambda game: replace(game, "north", "Max"),
    "mail sent": lambda game: hand_over_mails(game, ()),
    "another": lambda game: hand_over(game, f"{game}.other", "Max"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_game_that_was_handed_over_rests(game: str, tmp_path: Path, change: str) -> None:
    handed(game, tmp_path)
    before = tree(game)
    with pytest.raises(GameFault) as fault:
        CHANGES[change](game)

    assert "PB793" == fault.value.code.id and "handed over to Zoe on 2026-03-12" in fault.value.message
    assert before == tree(game)


def test_a_round_passes_over_what_was_handed_over_and_goes_on_with_the_rest(game: str, tmp_path: Path) -> None:
    new(Plan(str(tmp_path / "summer"), "toy", seed="b"))
    handed(game, tmp_path)
    send_all(str(tmp_path / "summer"))
    before = tree(game)
    done = tick([str(tmp_path)], datetime(2026, 3, 13, tzinfo=UTC))

    assert 1 == open_game(str(tmp_path / "summer")).last.number
    assert 1 == sum("handed over to Zoe" in line for line in done.said) and () == done.faults
    assert before == tree(game)


def test_letters_to_it_are_kept_aside_and_its_moderator_is_told(game: str, tmp_path: Path) -> None:
    new(Plan(str(tmp_path / "summer"), "toy", seed="b"))
    handed(game, tmp_path)
    text = "From: a@example.org\nTo: b@example.org\nSubject: x\nMessage-ID: <1@x>\n\n" + sheet_text(game, "north", {})
    (found,) = fetch([str(tmp_path)], [Incoming(text.encode(), "1.eml")], "2026-03-13T00:00:00+00:00")

    assert found.row is not None and ("stranger", "handed-over") == (found.row.fate, found.row.about)
    (alone,) = fetch([game], [Incoming(text.replace("<1@x>", "<2@x>").encode(), "1.eml")], "2026-03-13T00:00:00+00:00")
    assert alone.fault is not None and "PB793" == alone.fault.code.id


def test_next_status_and_verify_say_it(game: str, tmp_path: Path) -> None:
    handed(game, tmp_path)

    for text in (next_action(game), as_table(status(game)), verified_text(verify(game))):
        assert "he game was handed over to Zoe on 2026-03-12, and rests here" in text
    assert () == verify(game).findings


def test_the_bundle_does_not_rest_and_a_second_one_can_be_made(game: str, tmp_path: Path) -> None:
    handed(game, tmp_path)
    hand_over(game, str(tmp_path / "second.bundle"), "Zoe", "zoe@example.org", PUBLIC)

    for name in ("winter", "second"):
        there = str(tmp_path / "taken" / name)
        take(str(tmp_path / f"{name}.bundle"), there, PRIVATE)
        send_all(there)
        assert () == verify(there).findings


def test_a_game_is_taken_back_with_another_key(game: str, tmp_path: Path) -> None:
    path = Path(game, "game.toml")
    path.write_text(with_seat(path.read_text(), "moderator", {"name": "Mo", "address": "mo@example.org"}))
    handed(game, tmp_path)
    key = read_game(game).seal_key

    assert "tell Zoe" in cancel(game)
    assert ("Mo", "mo@example.org") == read_game(game).moderator[:2] and key != read_game(game).seal_key
    send_all(game)
    adjudicate(game)
    assert () == verify(game).findings
    with pytest.raises(GameFault) as fault:
        cancel(game)
    assert "does not rest" in fault.value.message
