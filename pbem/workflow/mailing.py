"""Reports as mails, one for each player: written as .eml files, sent by whoever sends mail."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import datetime
from email.utils import format_datetime
from functools import partial
from typing import NamedTuple

from pbem.core import harmless
from pbem.mail.outgoing import Attached, Mail, composed, id_of, is_address, one_line
from pbem.store import WRONG_VALUE, GameFault, layout
from pbem.store.mails import MailRow, edition, mails_part, read_mails, with_mail
from pbem.store.manifest import digest
from pbem.store.reading import Game, Player, Secret, read_secret
from pbem.store.undone import undone_steps
from pbem.store.writing import locked, make_folder, write_file
from pbem.workflow import Table, open_game, overrides_of
from pbem.workflow.codes import BAD_ADDRESS
from pbem.workflow.desk_link import carried
from pbem.workflow.gate import MODERATOR, Gate, own_secret
from pbem.workflow.many import FAILED, Told
from pbem.workflow.mapping import guarded_map
from pbem.workflow.notices import Bound, bound_of, notice_text
from pbem.workflow.opening import unopened
from pbem.workflow.recording import chains_of
from pbem.workflow.reporting import (
    Read,
    Wish,
    events_read,
    guarded_view,
    keep_reports,
    laid_out,
    model_of,
    readers,
    told_since,
    told_table,
)
from pbem.workflow.templating import guarded_text


class Mailed(NamedTuple):
    """The mails that were written, and why others were not."""

    written: list[str]
    faults: list[GameFault]


def mails(directory: str, folder: str, wish: Wish | None = None, date: str = "") -> list[str]:
    """The paths of the mails written; if one could not be, the others are there when that is said."""
    done = mailed(directory, folder, wish, date)
    for fault in done.faults:
        raise fault
    return done.written


def mail_told(directory: str, folder: str, wish: Wish, date: str) -> Told:
    """The mails of one of many games; whoever gets none is named."""
    done = mailed(directory, folder, wish, date)
    why = "\n".join(f"{fault.message}\n   = hint: {fault.hint}" for fault in done.faults)
    faults = [{"code": fault.code.id, "fault": fault.message, "hint": fault.hint} for fault in done.faults]
    data = {"directory": directory, "written": done.written, "faults": faults}
    return Told(directory, "\n".join(done.written), data, FAILED if why else "done", 2 if why else 0, why)


def mailed(directory: str, folder: str, wish: Wish | None = None, date: str = "") -> Mailed:
    """Write a mail with the report of the last step for each player into a folder.

    A player whose address is of no use gets none, and the others get theirs.
    """
    wish, when = wish or Wish(), mail_date(date)
    with locked(directory):
        secret, table = told_table(directory, wish)
        _check_address(table, table.game.moderator, "moderator")
        wanted = [role for role in readers(table, wish) if role is not None and role is not MODERATOR]
        faults = {role: fault for role in wanted if (fault := _address_fault(table, role))}
        roles = [role for role in wanted if role not in faults]
        rows = before = read_mails(directory)
        files, reports, read = [], [], events_read(table)
        for role in roles:
            letter = guarded_letter(table, secret, role, wish, read)
            rows = with_mail(rows, _row(table, role, letter))
            files.append((_name(table, role), mail_of(table, role, letter, rows, when)))
            reports += [(layout.report_name(role, "txt"), letter.text.encode()), (layout.view_name(role), letter.view)]
        make_folder(folder)
        for name, data in files:
            write_file(os.path.join(folder, name), data)
        if roles:  # what was sent is kept, and the next report goes on from here
            keep_reports(table, secret, wish, reports, () if rows == before else (mails_part(rows),))
    return Mailed([os.path.join(folder, name) for name, _ in files], list(faults.values()))


def _address_fault(table: Table, role: str) -> GameFault | None:
    try:
        _check_address(table, table.game.players[role], f"roles.{role}")
    except GameFault as fault:
        return fault
    return None


def _check_address(table: Table, seat: Player, key: str) -> None:
    if seat.address and not is_address(seat.address):
        path = os.path.join(table.game.directory, layout.GAME)
        raise GameFault(BAD_ADDRESS, path, key=f"{key}.address", found=seat.address[:80])


def _row(table: Table, role: str, letter: Letter) -> MailRow:
    """The row of a mail: all that it says goes into its digest."""
    parts = [letter.head.subject, letter.head.to[1], letter.text, letter.view.decode()]
    undone = len(undone_steps(table.game.directory))
    return MailRow(table.last.number, role, undone, digest("\n".join(parts).encode()))


def _name(table: Table, role: str, end: str = "") -> str:
    return f"{table.game.name}-{table.last.number:04}-{role}{end}.eml"


class Head(NamedTuple):
    """The head of a letter: who writes, to whom (name and address), of what."""

    sender: tuple[str, str]
    to: tuple[str, str]
    subject: str


class Letter(NamedTuple):
    """What a player is written, all of it passed through the leak gate."""

    head: Head
    text: str
    html: str
    view: bytes
    map: str  # mail programs do not show a map inside HTML, so it goes as a file


def guarded_letter(table: Table, secret: Secret, role: str, wish: Wish, read: Read) -> Letter:
    """What a player is written after the last step."""
    told_of, since = told_since(table, role, wish.since, read)
    gate, name = Gate(told_of, role), _name(table, role)
    make = partial(model_of, secret=own_secret(secret, role), role=role, battles=wish.battles, since=since)
    head = gate.passed(lambda seen: _head(seen, role), name)
    gate.passed(lambda seen: _name(seen, role), name)
    model, own = gate.passed(make, name), overrides_of(table.game.directory)
    text, html = (guarded_text(gate, model, make, partial(laid_out, form, own=own), name) for form in ("txt", "html"))
    picture = guarded_map(gate, name) if wish.maps else ""
    return Letter(head, text, html, guarded_view(gate, secret, role)[1], picture)


def _head(table: Table, role: str) -> Head:
    sender = _pair(table.game.moderator, f"{table.game.name} (moderator)")
    return Head(sender, _pair(table.game.players[role], table.title(role)), subject(table, role, table.by))


def mail_of(table: Table, role: str, letter: Letter, rows: tuple[MailRow, ...], date: str = "") -> bytes:
    """The mail; the rows of all mails tell a corrected one from the one before."""
    number = table.last.number
    attached = [Attached(layout.view_name(role), "application/toml", letter.view)]
    attached += [Attached("map.svg", "image/svg+xml", letter.map.encode())] if letter.map else []
    attached += carried(table.game) if table.is_opening else ()
    editions = edition(rows, number, role), edition(rows, number - 1, role)
    return composed(
        Mail(
            sender=letter.head.sender,
            to=letter.head.to,
            subject=letter.head.subject,
            id=mail_id(table.game, number, role, editions[0]),
            references=_before(table.game, number, role, editions),
            date=date,
            text=letter.text,
            html=letter.html,
            attached=attached,
        )
    )


def _pair(seat: Player, otherwise: str) -> tuple[str, str]:
    return one_line(seat.name) or otherwise, seat.address


def subject(table: Table, role: str, by: str = "") -> str:
    """Game, step, where it stands, what is owed and by when: ``[winter-1756 11] Turn 2, north: movement``."""
    owed = [item.what for item in table.awaiting if item.role == role]
    result = table.ruleset.rules.result(table.state)
    where = table.ruleset.telling.heading(table.state) if result is None else OVER.format(sentence=result.sentence)
    parts = [f"[{table.game.name} {table.last.number}] {where}"]
    parts += [f"you owe {', '.join(owed)}{f' by {by}' if by else ''}"] if owed else []
    return harmless(" - ".join(parts))


OVER = "The game is over: {sentence}"


def mail_id(game: Game, number: int, role: str, edition: int) -> str:
    """The id of the mail a role gets after a step; the seed's hash keeps two games of one name apart.

    A corrected mail has another one, or mail programs would take it for the first and drop it.
    """
    parts = [game.name, game.commitment[:12], f"{number:04}", role]
    return id_of(*parts, *([f"{edition + 1}"] if edition else []))


def _before(game: Game, number: int, role: str, editions: tuple[int, int]) -> Sequence[str]:
    """The mails of a thread this one points back to: the first, the one before, and the one this one corrects."""
    own, before = editions
    ids = [mail_id(game, 0, role, 0)] if number else []
    ids += [mail_id(game, number - 1, role, before)] if number else []
    ids += [mail_id(game, number, role, own - 1)] if own else []
    return tuple(dict.fromkeys(ids))


# notices of a gathering


def mailed_notices(directory: str, folder: str, date: str = "") -> Mailed:
    """Write a mail with the notice of the gathering for each role that owes a phrase."""
    when = mail_date(date)
    with locked(directory):
        table = open_game(directory)
        secret = read_secret(table.game)
        _check_address(table, table.game.moderator, "moderator")
        bound, due = bound_of(table, secret.seed, chains_of(table.game)), unopened(table)
        faults = {role: fault for role in due if (fault := _address_fault(table, role))}
        files = {
            _name(table, role, "-notice"): guarded_notice_mail(table, secret, role, bound[role], when)
            for role in due if role not in faults and role in bound
        }  # fmt: skip
        make_folder(folder)
        for name, data in files.items():
            write_file(os.path.join(folder, name), data)
    return Mailed([os.path.join(folder, name) for name in files], list(faults.values()))


def guarded_notice_mail(table: Table, secret: Secret, role: str, bound: Bound, date: str) -> bytes:
    """The mail in which a player gets the notice, through the gate; it answers the report of the step before."""
    gate, name, number = Gate(table, role), _name(table, role, "-notice"), table.last.number
    head = gate.passed(lambda seen: _head(seen, role), name)
    return composed(
        Mail(
            sender=head.sender,
            to=head.to,
            subject=harmless(f"[{table.game.name} {number}] The envelopes are gathered - you owe your phrase"),
            id=f"gathered.{bound.table.number}.{mail_id(table.game, number, role, 0)}",
            references=(mail_id(table.game, number, role, 0),),
            date=date,
            text=notice_text(gate, own_secret(secret, role), role, bound, name),
            html="",
        )
    )


def mail_date(text: str) -> str:
    """A date as mails have it, from one like 2026-03-12T18:00+01:00; nothing from nothing."""
    if not text:
        return ""
    try:
        return format_datetime(datetime.fromisoformat(text))
    except ValueError:
        raise GameFault(WRONG_VALUE, "--date", found=text, form="date") from None
