"""Games at every place where a command writes, made once and copied: for the tests that strike the disk."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from battle_game import begin as begin_battle
from battle_game import sheet as battle_sheet
from battle_game import view_of

from games import SAME_KEYS, play_steps, send_all, sheet_text
from pbem.core.sheets import read
from pbem.rulesets import MODULES
from pbem.seal import age
from pbem.workflow import open_game, reads
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.ending import end
from pbem.workflow.gathering import gather
from pbem.workflow.journal import undo
from pbem.workflow.keyring import keys
from pbem.workflow.mailing import mails
from pbem.workflow.mails_again import mail_again
from pbem.workflow.new import Plan, new
from pbem.workflow.numbers import take_number
from pbem.workflow.people import replace
from pbem.workflow.pressing import press
from pbem.workflow.proxying import end_proxy, proxy
from pbem.workflow.publish import publish, reveal
from pbem.workflow.reporting import Wish, report
from pbem.workflow.rulings import rule
from pbem.workflow.sealing import seal
from pbem.workflow.sending import hand_over as hand_over_mails
from pbem.workflow.simulate import sampled
from pbem.workflow.submit import submit
from pbem.workflow.taking import open_held
from pbem.workflow.time_setting import set_time
from pbem.workflow.timing import pause
from pbem.workflow.votes import count, offer, vote

GAME, ARCHIVE = "winter", "archive"
NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)
NORTH = Wish(roles=("north",), forms=("txt",))
Run = Callable[[str], Any]


class Scene(NamedTuple):
    """A command at one place of a game: what is made before it, and the command itself; both take the folder."""

    name: str
    made: Run
    run: Run
    archive: bool = False  # whether an archive is written too
    first: Run | None = None  # the first half of a command that is two changes: it may stand alone


def cheap(patch: pytest.MonkeyPatch) -> None:
    """The toy among the rulesets, the same keys for every game, and no envelope unlocked twice: that costs a second."""
    patch.setitem(MODULES, "toy", "toy")
    patch.setattr("pbem.seal.age.new_pair", lambda: SAME_KEYS)
    patch.setattr(age, "unlocked", _once(age.unlocked))
    for module in ("people", "proxying", "press", "voting"):  # keys and salts that are drawn
        patch.setattr(f"pbem.workflow.{module}.token_hex", lambda count: "5e" * count)


def _once(unlocked: Callable[..., Any]) -> Callable[..., Any]:
    known: dict[tuple[str, str], Any] = {}

    def opened(envelope: Any, words: str) -> Any:
        key = envelope.armour, words.strip()
        if key not in known:
            known[key] = unlocked(envelope, words)
        return known[key]

    return opened


def place(folder: str) -> str:
    return os.path.join(folder, GAME)


def beside(folder: str, name: str) -> str:
    return os.path.join(folder, name)


def orders(folder: str, role: str, name: str = "orders.toml", **heading: Any) -> str:
    """A sheet of the role as a bot would write it, beside the game."""
    Path(beside(folder, name)).write_text(_sheet(place(folder), role, heading))
    return beside(folder, name)


@reads
def _sheet(directory: str, role: str, heading: dict[str, Any]) -> str:
    """The sheet for the game as it will stand when a change that was cut off is finished, as all readers see it."""
    table = open_game(directory)
    body = sampled(table.ruleset, table.state, "bots", table.last.number, {})[role]
    return sheet_text(directory, role, body, **heading)


def enveloped(folder: str, role: str, hold: bool) -> str:
    """An envelope of the role beside the game; its phrase lies beside it."""
    made = seal(orders(folder, role), open_game(place(folder)).game.seal_key, hold, faults=True)
    path = beside(folder, f"{role}.envelope.toml")
    Path(path).write_text(made.text)
    Path(beside(folder, f"{role}.phrase")).write_text(made.phrase)
    return path


def phrase(folder: str, role: str) -> None:
    text = Path(beside(folder, f"{role}.phrase")).read_text()
    receipt = open_held(place(folder), role, text)
    assert not receipt.answer.is_refused, receipt.text


def take(folder: str, name: str) -> None:
    assert not submit(beside(folder, name), place(folder)).answer.is_refused


# what is there before a command


def begun(folder: str) -> None:
    new(Plan(place(folder), "toy", seed="a"))


def played(folder: str) -> None:
    """A game in which bids are awaited."""
    begun(folder)
    play_steps(place(folder), 1)


def with_orders(folder: str) -> None:
    played(folder)
    orders(folder, "north")


def with_envelope(folder: str, hold: bool = False) -> None:
    played(folder)
    enveloped(folder, "north", hold)


def with_held(folder: str) -> None:
    with_envelope(folder, hold=True)


def with_held_taken(folder: str) -> None:
    with_held(folder)
    take(folder, "north.envelope.toml")
    orders(folder, "south")


def with_gathered(folder: str) -> None:
    with_held_taken(folder)
    take(folder, "orders.toml")


def with_all(folder: str) -> None:
    played(folder)
    send_all(place(folder))


def with_all_closed(folder: str) -> None:
    """One envelope held and opened, one sealed."""
    with_held(folder)
    take(folder, "north.envelope.toml")
    enveloped(folder, "south", hold=False)
    take(folder, "south.envelope.toml")
    phrase(folder, "north")


def with_held_step(folder: str) -> None:
    """A step made from envelopes, and a report and a sheet after it."""
    with_all_closed(folder)
    adjudicate(place(folder))
    report(place(folder), wish=NORTH)
    chooser = open_game(place(folder)).awaiting[0].role
    orders(folder, chooser)
    take(folder, "orders.toml")


def with_reports(folder: str) -> None:
    played(folder)
    report(place(folder), wish=NORTH)


def with_archive(folder: str) -> None:
    """An archive of a step that was taken back since."""
    played(folder)
    play_steps(place(folder), 1)
    publish(place(folder), beside(folder, ARCHIVE))
    undo(place(folder), "a slip")
    send_all(place(folder))
    adjudicate(place(folder))


def over(folder: str) -> None:
    begun(folder)
    play_steps(place(folder), 7)
    publish(place(folder), beside(folder, ARCHIVE))


def keyless(folder: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pbem.workflow.new._new_pair", lambda: ("", ""))
        played(folder)


def waiting(folder: str) -> None:
    new(Plan(place(folder), "toy", seed="a", beacon="the lottery of 28 November 2026", beacon_numbers=6))


def battle(folder: str) -> None:
    """A battle of Friedrich, one envelope held and opened, one sealed."""
    desk = begin_battle(Path(folder))
    for role, hold in (("frederick", True), ("pompadour", False)):
        made = seal(battle_sheet(desk, role), view_of(desk, role), hold)
        Path(beside(folder, f"{role}.envelope.toml")).write_text(made.text)
        Path(beside(folder, f"{role}.phrase")).write_text(made.phrase)
        take(folder, f"{role}.envelope.toml")
    phrase(folder, "frederick")


def with_proxy(folder: str) -> None:
    played(folder)
    proxy(place(folder), "north", "Max", "max@example.org", "", NOW)


def with_mail_sent(folder: str) -> None:
    with_proxy(folder)
    hand_over_mails(place(folder), ())


def with_offer(folder: str, *votes: str) -> None:
    played(folder)
    offer(place(folder))
    for role in votes:
        vote(place(folder), role, "yes")


def with_votes(folder: str) -> None:
    with_offer(folder, "north", "south")


def timed(folder: str) -> None:
    played(folder)
    set_time(place(folder), {"zone": "UTC"})


def leaving(folder: str) -> None:
    """A player is to be replaced after the step for which all is in."""
    with_all(folder)
    replace(place(folder), "north", "Zoe", later=True)


def with_press_closed(folder: str) -> None:
    """All is in, with press in an envelope."""
    played(folder)
    path = orders(folder, "north")
    Path(path).write_text(Path(path).read_text() + '[[press]]\ntext = "Hear, hear!"\n')
    table, text = open_game(place(folder)), Path(path).read_text()
    sheet = read(text, table.ruleset.sheet_keys).sheet
    assert sheet is not None
    Path(path).write_text(age.sealed(sheet, text, to=table.game.seal_key)[0])
    take(folder, "orders.toml")
    orders(folder, "south")
    take(folder, "orders.toml")


def _replaced(folder: str) -> None:
    replace(place(folder), "north", "Zoe", "zoe@example.org", drop=True)


def _again(folder: str) -> None:
    """Begin the game, unless it has begun."""
    if not os.path.isdir(place(folder)):
        begun(folder)


SCENES = (
    Scene("submit an open sheet", with_orders, lambda f: take(f, "orders.toml")),
    Scene("submit a sealed sheet", with_envelope, lambda f: take(f, "north.envelope.toml")),
    Scene("submit a held sheet", with_held, lambda f: take(f, "north.envelope.toml")),
    Scene("submit the last sheet, which gathers", with_held_taken, lambda f: take(f, "orders.toml")),
    Scene("gather", with_held_taken, lambda f: gather(place(f), ["south"])),
    Scene("open", with_gathered, lambda f: phrase(f, "north")),
    Scene("adjudicate", with_all, lambda f: adjudicate(place(f), expect=2)),
    Scene("adjudicate by default", with_reports, lambda f: adjudicate(place(f), ["all"], expect=2)),
    Scene("adjudicate envelopes", with_all_closed, lambda f: adjudicate(place(f), expect=2)),
    Scene("adjudicate a battle", battle, lambda f: adjudicate(place(f), expect=1)),
    Scene("undo", with_reports, lambda f: undo(place(f), "a slip")),
    Scene("undo a held step", with_held_step, lambda f: undo(place(f), "a slip")),
    Scene("undo and reopen a held step", with_held_step, lambda f: undo(place(f), "a slip", reopen=True)),
    Scene("report", with_reports, lambda f: report(place(f))),
    Scene("report with a deadline", with_reports, lambda f: report(place(f), wish=NORTH._replace(by="Sunday"))),
    Scene("mails", with_reports, lambda f: mails(place(f), beside(f, "outbox"), Wish(by="Sunday"))),
    Scene("publish", played, lambda f: publish(place(f), beside(f, ARCHIVE)), True),
    Scene("publish once more", with_archive, lambda f: publish(place(f), beside(f, ARCHIVE)), True),
    Scene("reveal", over, lambda f: reveal(place(f))),
    Scene("reveal and publish", over, lambda f: reveal(place(f), beside(f, ARCHIVE)), True, lambda f: reveal(place(f))),
    Scene("keys", keyless, lambda f: keys(place(f))),
    Scene("new", lambda f: None, _again),
    Scene("rule", played, lambda f: rule(place(f), {"round": "2"}, "a slip")),
    Scene("replace", with_orders, _replaced),
    Scene("replace later", played, lambda f: replace(place(f), "north", "Zoe", later=True)),
    Scene("adjudicate with a newcomer", leaving, lambda f: adjudicate(place(f), expect=2)),
    Scene("proxy", played, lambda f: proxy(place(f), "north", "Max", "max@example.org", "2026-11-24", NOW)),
    Scene("end a proxy", with_proxy, lambda f: end_proxy(place(f), "north")),
    Scene("resend a mail", with_mail_sent, lambda f: mail_again(place(f), "1", False, NOW.isoformat())),
    Scene("end", played, lambda f: end(place(f), "abandoned", reason="no time")),
    Scene("offer", played, lambda f: offer(place(f), by="Sunday")),
    Scene("vote", with_offer, lambda f: vote(place(f), "north", "no")),
    Scene("count", with_votes, lambda f: count(place(f))),
    Scene("press", played, lambda f: press(place(f), "north", "all", "Hear, hear!")),
    Scene("adjudicate press", with_press_closed, lambda f: adjudicate(place(f), expect=2)),
    Scene("pause", timed, lambda f: pause(place(f), "2026-11-24", "a feast", NOW)),
    Scene("number", waiting, lambda f: take_number(place(f), "7 12 23 31 40 44")),
)


def copied(source: str, target: str) -> str:
    """The folder anew at the place where all copies lie, so that all paths are the same."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target)
    return target


def seen(directory: str) -> dict[str, bytes]:
    """Every file of a directory but hidden ones, with its bytes."""
    top = Path(directory)
    files = (path for path in sorted(top.rglob("*")) if path.is_file() and not path.name.startswith("."))
    return {str(path.relative_to(top)): path.read_bytes() for path in files}
