"""A game handed over to another moderator, and the case of a dispute."""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Callable
from errno import ENOSPC
from pathlib import Path

import pytest

from games import play_steps, send, send_all, sheet_file, tree
from pbem.seal.age import new_pair
from pbem.store import GameFault, disk
from pbem.store.outbox import read_outbox
from pbem.store.reading import read_game, read_secret
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.check import check_with_view
from pbem.workflow.disputes import write_dispute
from pbem.workflow.handover import hand_over, said, take
from pbem.workflow.journal import log
from pbem.workflow.post_reports import told_moderator
from pbem.workflow.reporting import report, report_of
from pbem.workflow.sealing import seal
from pbem.workflow.seats import with_seat
from pbem.workflow.submit import submit
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


def full_after(count: int) -> Callable[[str, str], None]:
    """A disk that is full after so many operations."""
    left = [count]

    def watcher(what: str, path: str) -> None:
        left[0] -= 1
        if left[0] < 0 and what in ("open", "write", "mkdir", "sync", "rename"):
            raise OSError(ENOSPC, "No space left on device")

    return watcher
