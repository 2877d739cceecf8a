"""One round of the post for all games of a folder: fetch, answer, adjudicate, report, remind, send.

Each part is done in changes of its own, and what is done already is seen in the files: a round that was killed anywhere
is taken up by the next one. Two rounds at once: the second one leaves the work to the first.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from shutil import copyfile, copytree, ignore_patterns
from tempfile import TemporaryDirectory
from typing import Any

from pbem.core import Record
from pbem.mail.imap import Letter
from pbem.store import GameFault, layout
from pbem.store.handed import resting
from pbem.store.locking import BUSY, held
from pbem.store.mailboxes import Incoming, letters_from
from pbem.store.outbox import read_outbox, unsent
from pbem.store.post import Post, by_folder, has_post, read_post
from pbem.store.times import Running
from pbem.store.transaction import Part
from pbem.timing import stamp
from pbem.workflow import open_game
from pbem.workflow.fetching import as_data
from pbem.workflow.fetching import said as letter_said
from pbem.workflow.hauling import at_work, fetch, waiting
from pbem.workflow.letters import place_of, taken
from pbem.workflow.mailroom import Mailroom
from pbem.workflow.many import games_in, games_of
from pbem.workflow.post_desk import Outcome
from pbem.workflow.post_reports import told_moderator
from pbem.workflow.sending import Sent, hand_over, send
from pbem.workflow.sending import waiting as due_mails
from pbem.workflow.strangers import tell_of_broken
from pbem.workflow.tick_games import Did, planned, play

ALREADY = "Another round of the post is at work here; this one leaves it to that."
SENT = "Mails sent: {count}."
HANDED = "Mails handed over by you: {count}."
LATER = "Mails that the server put off: {count}; they are tried again."
BY_HAND = "{path} has no address; hand it over in another way, then say `pbem mail sent`."
WOULD_FETCH = "Letters that would be fetched: {count}."
WOULD_TAKE = "It would be taken in: {said}"
WOULD_SEND = "Mails that would be sent: {count}."
UNSEEN = (
    "No letters were looked at: there is no [imap] in post.toml, and no --from. Name the place where they lie with"
    " --from; where they come by themselves, through `pbem mail fetch`, say `delivered = true` in post.toml."
)
PASSED_OVER = "{said}: it is passed over."
REFUSED = "a mail was refused"
BROKEN = "{game}: a fault of the program: {kind} at {place}; nothing was changed. Please report it."


class Round(Record):
    """What a round has done, for people and for programs; a round with nothing to do says nothing."""

    said: tuple[str, ...] = ()
    faults: tuple[GameFault, ...] = ()
    broken: tuple[str, ...] = ()  # faults of the program, which are no faults of the other games
    letters: tuple[Outcome, ...] = ()  # those that were taken in; ``said`` has a line for each
    withheld: bool = False  # something was not done, because letters may lie where nobody looked

    def __or__(self, other: Round) -> Round:
        said, faults, broken = self.said + other.said, self.faults + other.faults, self.broken + other.broken
        return Round(said, faults, broken, self.letters + other.letters, self.withheld or other.withheld)

    @property
    def data(self) -> dict[str, Any]:
        """The same for programs."""
        faults = [{"code": fault.code.id, "fault": fault.message, "hint": fault.hint} for fault in self.faults]
        letters = as_data(self.letters)
        return {"said": list(self.said), "letters": letters, "faults": faults, "broken": list(self.broken)}

    @property
    def code(self) -> int:
        """The exit code: 2 if something could not be done."""
        return 2 if self.faults or self.broken else 0


class Clock(Record):
    """What a round goes by."""

    now: datetime
    running: Running | None = None  # the clock of the machine that only runs forward, where there is one
    believed: bool = False  # the moderator says that the time of day is right, though it leapt


def tick(
    paths: Sequence[str], now: datetime, sources: Sequence[str] = (), dry: bool = False, handed: bool = False,
    running: Running | None = None, believed: bool = False,
) -> Round:  # fmt: skip
    """One round; ``sources``: files and Maildirs to take letters from, besides the server.

    ``handed``: what lies in the outboxes before it was sent with a mail program. ``running`` and ``believed``: as in
    ``Clock``. Of several folders each has its own round; letters out of files go to one alone, for in another their
    writers would be strangers.
    """
    folders = by_folder(paths)
    if sources and len(folders) > 1:
        raise ValueError("letters out of files for several folders")
    done, clock = Round(), Clock(now, running, believed)
    for folder, own in folders.items():
        done |= _ticked(own, folder, clock, sources, dry, handed)
    return done


def _ticked(
    paths: Sequence[str], folder: str, clock: Clock, sources: Sequence[str], dry: bool, handed: bool
) -> Round:  # fmt: skip
    """The round of one folder."""
    if dry:
        return _dry_on_a_copy(paths, folder, clock, sources) if sources else _dry(paths, folder, clock)
    try:
        with at_work(folder, patience=0):
            before = _handed(paths, folder) if handed else Round()
            return before | _round(paths, folder, clock, sources)
    except GameFault as fault:
        if fault.code is not BUSY or not fault.file.endswith(layout.TICK_LOCK):
            raise
        return Round((ALREADY,))


def _round(paths: Sequence[str], folder: str, clock: Clock, sources: Sequence[str]) -> Round:
    now = clock.now
    post, done = _settings(folder)
    looks = _looks(post, done, sources)
    found, fetched = _fetched(folder, post, now, sources) if awake(paths) or not played(paths) else (Round(), False)
    done |= found | passed_over(paths)
    fetched = fetched and looks
    for directory in awake(paths):
        done |= _each(directory, partial(play, post=post, fetched=fetched, **clock._asdict()))
    done |= _said_unseen(done, post)
    if post is not None and post.smtp is not None:
        done |= _sent(paths, folder, post, now)
    return done


def _looks(post: Post | None, settings: Round, sources: Sequence[str]) -> bool:
    """Whether letters are looked at anywhere; settings that cannot be read may hide a mailbox full of them."""
    by_server = post is not None and (post.imap is not None or post.delivered)
    return not settings.faults and (by_server or bool(sources))


def _said_unseen(done: Round, post: Post | None) -> Round:
    """What to do where no letters were looked at, and so something was not done; a server's fault says so itself."""
    nowhere = done.withheld and not done.faults and (post is None or post.imap is None)
    return Round((UNSEEN,) if nowhere else ())


def _handed(paths: Sequence[str], folder: str) -> Round:
    """Keep as sent what lies in the outboxes."""
    done, count = Round(), 0
    for directory in outboxes(paths, folder):
        try:
            count += len(hand_over(directory, ())) if unsent(directory) else 0
        except GameFault as fault:
            done |= Round(faults=(fault,))
    return done | Round((HANDED.format(count=count),) if count else ())


def played(paths: Sequence[str]) -> list[str]:
    """The games that these paths name; archives lie among them, and are nobody's to go on with."""
    return [directory for directory in games_of(paths) if not layout.is_archive(directory)]


def awake(paths: Sequence[str]) -> list[str]:
    """Those of them that go on here, and were not handed over to another moderator."""
    return [directory for directory in played(paths) if _rests(directory) is None]


def passed_over(paths: Sequence[str]) -> Round:
    """A line for every game that was handed over: nothing is done with it."""
    faults = (_rests(directory) for directory in played(paths))
    return Round(tuple(PASSED_OVER.format(said=fault.message) for fault in faults if fault is not None))


def _rests(directory: str) -> GameFault | None:
    with suppress(GameFault):  # a file that cannot be read is complained of by whoever changes the game
        return resting(directory)
    return None


def _settings(folder: str) -> tuple[Post | None, Round]:
    """The settings of the post; where they cannot be read, the games go on as far as that is possible."""
    try:
        return (read_post(folder) if has_post(folder) else None), Round()
    except GameFault as fault:
        return None, Round(faults=(fault,))


def _each(directory: str, work: Callable[[str], Did]) -> Round:
    """One game; whatever is wrong with it does not keep the others."""
    try:
        did = work(directory)
        return Round(tuple(f"{directory}: {line}" for line in did.said), did.faults, withheld=did.withheld)
    except GameFault as fault:
        return Round(faults=(fault,))
    except Exception as error:
        return Round(broken=(BROKEN.format(game=directory, kind=type(error).__name__, place=place_of(error)),))


# letters


def _fetched(folder: str, post: Post | None, now: datetime, sources: Sequence[str]) -> tuple[Round, bool]:
    """Take in what has come for any game of the folder; and whether that was all that has come."""
    room = Mailroom([folder], stamp(now))
    outcomes: list[Outcome] = [Outcome("", fault=fault) for fault in room.faults]

    def take(incoming: Incoming) -> bool:
        outcomes.append(taken(room, incoming))
        return outcomes[-1].fault is None

    fault = _from_sources(sources, take)
    if post is not None and post.imap is not None:
        haul = fetch(post, lambda letter, place: take(_incoming(letter, place)))
        fault = fault or haul.fault
    for broken in room.faults:
        tell_of_broken(room, broken)
    faults = [row.fault for row in outcomes if row.fault is not None]
    new = tuple(row for row in outcomes if row.row is not None)
    # Letters, and not games that are broken, nor letters of strangers that wait because of these.
    lost = [row for row in outcomes if row.fault is not None and row.place and row.fault not in room.faults]
    found = Round(tuple(map(letter_said, new)), (*faults, *((fault,) if fault else ())), letters=new)
    return found, fault is None and not lost


def _incoming(letter: Letter, place: str) -> Incoming:
    return Incoming(letter.data, place, letter.received)


def _from_sources(sources: Iterable[str], take: Callable[[Incoming], bool]) -> GameFault | None:
    found = None
    for source in sources:
        try:
            for incoming in letters_from(source):
                take(incoming)
        except GameFault as fault:
            found = found or fault
    return found


# mails


def outboxes(paths: Sequence[str], folder: str) -> list[str]:
    """Where mails lie that are to be sent: the games, and the folder of the post."""
    return [*awake(paths), *([layout.post_of(folder)] if os.path.isdir(layout.post_of(folder)) else [])]


def send_all(paths: Sequence[str], now: datetime) -> Round:
    """Send the outboxes of games, and of the post that they share."""
    done = passed_over(paths)
    for folder, own in by_folder(paths).items():
        post = read_post(folder)
        with at_work(folder):
            done |= told_sent(send(outboxes(own, folder), post, stamp(now), teller(now)))
    return done


def _sent(paths: Sequence[str], folder: str, post: Post, now: datetime) -> Round:
    try:
        done = send(outboxes(paths, folder), post, stamp(now), teller(now))
    except GameFault as fault:
        return Round(faults=(fault,))
    return told_sent(done)


def told_sent(done: Sent) -> Round:
    """What became of the outboxes, in sentences."""
    said = [SENT.format(count=len(done.sent))] if done.sent else []
    said += [LATER.format(count=len(done.later))] if done.later else []
    said += [BY_HAND.format(path=path) for path in done.unaddressed]
    return Round(tuple(said), (*done.refused, *((done.fault,) if done.fault else ()), *done.broken))


def teller(now: datetime) -> Callable[[str, GameFault], Sequence[Part]]:
    """What puts a mail to the moderator into the outbox of a game, about another mail that was refused."""

    def tell(directory: str, fault: GameFault) -> Sequence[Part]:
        if not layout.is_game(directory):
            return ()
        table, text = open_game(directory, told=False), f"{fault.message}\n\n{fault.hint}\n"
        return told_moderator(table, read_outbox(directory), "trouble", REFUSED, text, stamp(now)).parts

    return tell


# looking on


def _dry(paths: Sequence[str], folder: str, clock: Clock, looked: bool = False) -> Round:
    """What a round would do now, as far as that can be seen: nothing is fetched, written or sent.

    ``looked``: whether letters out of files were taken in before.
    """
    post, done = _settings(folder)
    fetched = looked or _looks(post, done, ())
    if post is not None and post.imap is not None:
        try:
            done |= Round((WOULD_FETCH.format(count=waiting(post)),))
        except GameFault as fault:
            done, fetched = done | Round(faults=(fault,)), False
    done |= passed_over(paths)
    for directory in awake(paths):
        done |= _each(directory, partial(planned, now=clock.now, fetched=fetched, running=clock.running))
    done |= _said_unseen(done, post)
    if post is not None and post.smtp is not None:
        done |= _would_send(paths, folder, clock.now)
    return done


def _dry_on_a_copy(paths: Sequence[str], folder: str, clock: Clock, sources: Sequence[str]) -> Round:
    """The same with letters out of files: they are taken in on a copy of the games, which is thrown away."""
    with TemporaryDirectory(prefix="pbem-") as place:
        there = os.path.join(place, "games")
        copied(folder, there)
        moved = [os.path.join(there, os.path.relpath(path, folder)) for path in paths]
        found, fetched = _fetched(there, None, clock.now, sources)
        taken_in = found._replace(said=tuple(WOULD_TAKE.format(said=line) for line in found.said))
        done = taken_in | _dry([os.path.normpath(path) for path in moved], there, clock, fetched)
        return done._replace(
            said=tuple(line.replace(there, folder.rstrip(os.sep)) for line in done.said),
            letters=(),
            faults=tuple(_named(fault, there, folder) for fault in done.faults),
        )


def _named(fault: GameFault, there: str, folder: str) -> GameFault:
    """A fault of the copy, by the name of what was copied."""
    file = fault.file.replace(there, folder.rstrip(os.sep))
    facts = {
        key: value.replace(there, folder) if isinstance(value, str) else value for key, value in fault.facts.items()
    }
    return GameFault(fault.code, file, **facts)


def copied(folder: str, there: str) -> None:
    """Copy the games of a folder with the post that they share; each game is held meanwhile."""
    os.makedirs(there)
    for name in (layout.POST, layout.POST_SETTINGS):
        path = os.path.join(folder, name)
        if os.path.isdir(path):
            copytree(path, os.path.join(there, name))
        elif os.path.lexists(path):
            copyfile(path, os.path.join(there, name))
    for directory in games_in(folder):
        with held(directory, reading=True):
            copytree(
                directory, os.path.join(there, os.path.basename(directory)), ignore=ignore_patterns(layout.REPOSITORY)
            )


def _would_send(paths: Sequence[str], folder: str, now: datetime) -> Round:
    done, count = Round(), 0
    for directory in outboxes(paths, folder):
        try:
            count += len(due_mails(directory, stamp(now)))
        except GameFault as fault:
            done |= Round(faults=(fault,))
    return done | Round((WOULD_SEND.format(count=count),))
