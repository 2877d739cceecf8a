"""Fetching letters from the server (IMAP): each is taken in first, then marked or moved there, then counted as read.

Whatever cuts it off, the letter is still on the server or its game has it; one that comes twice does nothing.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from pbem.mail import imap
from pbem.mail.servers import Trouble
from pbem.store import GameFault, layout
from pbem.store.fetched import Fetched, read_fetched, write_fetched
from pbem.store.locking import held_file
from pbem.store.mailboxes import Incoming
from pbem.store.post import Account, Post, by_folder, read_post
from pbem.store.writing import make_folder
from pbem.workflow.letters import taken
from pbem.workflow.mailroom import Mailroom
from pbem.workflow.post_desk import Outcome
from pbem.workflow.post_servers import server_fault, server_of

Take = Callable[[imap.Letter, str], bool]  # takes in a letter that lay at a place; False: it is to be tried again


class Haul(NamedTuple):
    """What came of fetching."""

    letters: int = 0  # that were looked at
    left: int = 0  # of them, those that could not be taken in
    fault: GameFault | None = None  # why not all was fetched


def fetch(post: Post, take: Take) -> Haul:
    """Take in all letters that are new on the server; nothing is lost where it goes away in the middle."""
    count = [0, 0]
    try:
        _fetch(post, take, count)
    except Trouble as trouble:
        return Haul(count[0], count[1], server_fault(trouble, post))
    except GameFault as fault:
        return Haul(count[0], count[1], fault)
    return Haul(count[0], count[1])


def fetch_all(paths: Sequence[str], now: str) -> list[Outcome]:
    """Take in what is new on the servers of the folders that hold these games."""
    return [outcome for folder in by_folder(paths) for outcome in _fetched(folder, now)]


def _fetched(folder: str, now: str) -> list[Outcome]:
    """The same for every game of one folder: nobody is a stranger to another game of it."""
    post = read_post(folder)
    room = Mailroom([post.directory], now)
    outcomes = [Outcome("", fault=fault) for fault in room.faults]

    def take(letter: imap.Letter, place: str) -> bool:
        outcomes.append(taken(room, Incoming(letter.data, place, letter.received)))
        return outcomes[-1].fault is None

    with at_work(post.directory):
        haul = fetch(post, take)
    return [*outcomes, *([Outcome("", fault=haul.fault)] if haul.fault else [])]


@contextmanager
def at_work(folder: str, patience: float | None = None) -> Iterator[None]:
    """Hold the post of a folder: one command at a time fetches from its server and sends over it."""
    place = layout.post_of(folder)
    make_folder(place)
    with held_file(os.path.join(place, layout.TICK_LOCK), patience):
        yield


def _fetch(post: Post, take: Take, count: list[int]) -> None:
    server, account, folder = server_of(post, "imap"), post.imap, layout.post_of(post.directory)
    assert account is not None  # server_of has seen to that
    with imap.opened(server, account.folder) as box:
        state = read_fetched(folder).of(f"{account.user}@{server.shown} {account.folder}", box.validity)
        numbers, stuck = (*state.again, *box.numbers(state.last, account.since)), list[Trouble]()
        if numbers and account.done:
            box.make(account.done)
        for number in numbers:
            state, done = _taken(box, account, number, take, state, count)
            stuck += _put_away(box, number, account.done) if done else ()
            write_fetched(folder, state)
    if stuck:  # it is told once, and not for every letter
        raise stuck[0]


def _taken(
    box: imap.Mailbox, account: Account, number: int, take: Take, state: Fetched, count: list[int]
) -> tuple[Fetched, bool]:
    """One letter, and whether it is to be put away; one that somebody has removed meanwhile is nobody's concern."""
    letter = box.letter(number)
    if letter is None:
        return state.after(number, True), False
    done = take(letter, f"{account.folder}, letter {number}")
    count[0] += 1
    count[1] += not done
    return state.after(number, done), done


def _put_away(box: imap.Mailbox, number: int, folder: str) -> tuple[Trouble, ...]:
    """Mark or move a letter that was taken in; where the server refuses that, it stays and is taken in all the same."""
    try:
        box.take_away(number, folder)
    except Trouble as trouble:
        if trouble.kind != "refused":
            raise
        return (trouble,)
    return ()


def waiting(post: Post) -> int:
    """How many letters are new on the server; nothing is changed there or here."""
    server, account = server_of(post, "imap"), post.imap
    assert account is not None  # server_of has seen to that
    try:
        with imap.opened(server, account.folder) as box:
            name = f"{account.user}@{server.shown} {account.folder}"
            state = read_fetched(layout.post_of(post.directory)).of(name, box.validity)
            return len({*state.again, *box.numbers(state.last, account.since)})
    except Trouble as trouble:
        raise server_fault(trouble, post) from None
