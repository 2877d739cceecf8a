"""Sending the outbox: the oldest mail first, each kept as sent in the moment the server has accepted it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from pbem.mail import smtp
from pbem.mail.servers import Server, Trouble
from pbem.store import GameFault, layout, read_bytes
from pbem.store.handed import check_awake
from pbem.store.locking import held
from pbem.store.outbox import MODERATOR, OutgoingRow, read_outbox, sent_part, unsent
from pbem.store.post import Post
from pbem.store.transaction import Move, Part, commit, finish
from pbem.store.tries import MOST, Tried, is_due, put_off, read_tries, tried_again, tries_part
from pbem.workflow.post_servers import server_fault, server_of
from pbem.workflow.server_codes import MAIL_REFUSED, NO_SUCH_MAIL

Tell = Callable[[str, GameFault], Sequence[Part]]  # what tells the moderator of a mail of a directory that was refused


class Sent(NamedTuple):
    """What became of the outboxes."""

    sent: tuple[str, ...] = ()  # the files, as paths
    later: tuple[str, ...] = ()  # to be tried again
    refused: tuple[GameFault, ...] = ()
    unaddressed: tuple[str, ...] = ()  # nobody can send these but by hand
    fault: GameFault | None = None  # why the rest was not tried

    broken: tuple[GameFault, ...] = ()  # of games that could not be read or written

    def __or__(self, other: Sent) -> Sent:
        return Sent(
            self.sent + other.sent, self.later + other.later, self.refused + other.refused,
            self.unaddressed + other.unaddressed, other.fault or self.fault, self.broken + other.broken,
        )  # fmt: skip


class _Line:
    """The connection over which mails go out; opened for the first of them, and anew where it went away."""

    def __init__(self, post: Post) -> None:
        self.post, self.server = post, server_of(post, "smtp")
        self.losses = 0
        self._open: Iterator[smtp.Sender] | None = None
        self._sender: smtp.Sender | None = None

    def send(self, to: str, mail: bytes) -> smtp.Answer:
        """Hand a mail over; a connection that went away with it counts as a try, and the next mail gets a new one."""
        sender = self._sender or self._connected()
        try:
            answer = sender.send(self.post.address, to, mail)
        except Trouble as trouble:
            self.close()
            self.losses += 1
            if trouble.kind != "lost" or self.losses > MOST_LOSSES:
                raise
            return smtp.Answer(smtp.LATER, str(server_fault(trouble, self.post).said))
        self.losses = 0
        return answer

    def _connected(self) -> smtp.Sender:
        self._open = _held_open(self.server)
        self._sender = next(self._open)
        return self._sender

    def close(self) -> None:
        """Hang up."""
        line, self._open, self._sender = self._open, None, None
        if line is not None:
            next(line, None)


MOST_LOSSES = 2  # connections that go away one after the other, before the server is left in peace


def _held_open(server: Server) -> Iterator[smtp.Sender]:
    with smtp.opened(server) as sender:
        yield sender


def send(directories: Sequence[str], post: Post, now: str, tell: Tell) -> Sent:
    """Send what is due of the outboxes of games, and of the post; the moderators are told of what is refused."""
    line, done = _Line(post), Sent()
    try:
        for directory in directories:
            try:
                done |= _sent_of(directory, line, now, tell)
            except Trouble as trouble:
                return done | Sent(fault=server_fault(trouble, post))
            except GameFault as fault:  # one broken game does not keep the mails of others
                done |= Sent(broken=(fault,))
    finally:
        line.close()
    return done


def waiting(directory: str, now: str) -> list[OutgoingRow]:
    """The mails of an outbox that are to be sent now, the oldest first; those without an address too."""
    rows = {row.number: row for row in read_outbox(directory).rows}
    tries = read_tries(directory)
    found = [rows[number] for number, to in unsent(directory) if number in rows and rows[number].to == to]
    return [row for row in found if is_due(tries.get(row.number), now)]


def _sent_of(directory: str, line: _Line, now: str, tell: Tell) -> Sent:
    done = Sent()
    for row in waiting(directory, now):
        path = layout.path(directory, layout.outgoing(row.number, row.to))
        if not row.address:
            done |= _by_hand(directory, row, now)
            continue
        answer = line.send(row.address, read_bytes(path))
        done |= _kept(directory, row, answer, line, now, tell)
    return done


def _by_hand(directory: str, row: OutgoingRow, now: str) -> Sent:
    """A mail that nobody can send but by hand; it is told of now and then, not in every round."""
    with opened(directory):
        later = put_off(row.number, "it has no address", now)
        commit(directory, (tries_part({**read_tries(directory), row.number: later}),))
    return Sent(unaddressed=(layout.path(directory, layout.outgoing(row.number, row.to)),))


def _kept(directory: str, row: OutgoingRow, answer: smtp.Answer, line: _Line, now: str, tell: Tell) -> Sent:
    """What the server said, kept with what comes of it."""
    path = layout.path(directory, layout.outgoing(row.number, row.to))
    with opened(directory):
        tries = read_tries(directory)
        known = tries.pop(row.number, None)
        forget = (tries_part(tries),) if known else ()
        if answer.word == smtp.ACCEPTED:
            commit(directory, (sent_part(row.number, row.to), *forget))
            return Sent(sent=(path,))
        new = tried_again(known, row.number, answer.why, now)
        if answer.word == smtp.LATER and new.tries < MOST:
            commit(directory, (tries_part({**tries, row.number: new}),))
            return Sent(later=(path,))
        return _refused(directory, row, new, line, forget, tell)


def _refused(directory: str, row: OutgoingRow, last: Tried, line: _Line, forget: Sequence[Part], tell: Tell) -> Sent:
    """A mail that no server takes is kept apart, and the moderator told; of mails to him there is nobody to tell."""
    name = layout.mail_name(row.number, row.to)
    facts = {"server": line.server.shown, "mail": name, "to": row.address, "why": last.why, "tries": last.tries}
    fault = GameFault(MAIL_REFUSED, directory, form="tired" if last.tries >= MOST else "", **facts)
    away = Move(layout.outgoing(row.number, row.to), layout.refused(row.number, row.to))
    told = () if row.to == MODERATOR else tell(directory, fault)
    commit(directory, (away, *forget, *told))
    return Sent(refused=(fault,))


@contextmanager
def opened(directory: str) -> Iterator[None]:
    """Hold a game, or the folder of the post, for writing."""
    with held(directory):
        finish(directory)
        check_awake(directory)
        yield


def hand_over(directory: str, names: Sequence[str]) -> list[str]:
    """Keep mails as sent that somebody has sent with a mail program; without names all of them."""
    with opened(directory):
        there = {layout.mail_name(*mail): mail for mail in unsent(directory)}
        wanted = [os.path.basename(name) for name in names] or list(there)
        for name in wanted:
            if name not in there:
                facts = {"found": name, "known": ", ".join(there), "form": "" if there else "empty"}
                raise GameFault(NO_SUCH_MAIL, directory, **facts)
        tries = read_tries(directory)
        left = {number: row for number, row in tries.items() if number not in {there[name][0] for name in wanted}}
        forget = (tries_part(left),) if left != tries else ()
        commit(directory, (*(sent_part(*there[name]) for name in dict.fromkeys(wanted)), *forget))
    return wanted
