"""Reports as mails, one for each player: written as .eml files, sent by whoever sends mail."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from pbem.core import harmless
from pbem.mail.outgoing import Attached, Mail, composed, id_of, is_address, one_line
from pbem.store import BAD_ADDRESS, WRONG_VALUE, GameFault
from pbem.store.mails import MailRow, edition, mails_part, read_mails, with_mail
from pbem.store.manifest import digest
from pbem.store.reading import Player, Secret, read_secret
from pbem.store.undone import undone_steps
from pbem.store.writing import locked, make_folder, write_file
from pbem.workflow import Table, open_game
from pbem.workflow.gate import MODERATOR, guarded, own_secret
from pbem.workflow.notices import Bound, bound_of, notice_text
from pbem.workflow.recording import chains_of
from pbem.workflow.reporting import (
    Wish,
    map_of,
    readers,
    report_text,
    told_since,
    told_table,
    view_file,
    write_reports,
)


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
        for role in roles:
            rows = with_mail(rows, _row(table, secret, role, wish))
        files = [
            (_name(table, role), guarded_mail(_counted(table, rows, role), secret, role, wish, when)) for role in roles
        ]
        make_folder(folder)
        for name, data in files:
            write_file(os.path.join(folder, name), data)
        if roles:  # what was sent is kept, and the next report goes on from here
            kept = wish._replace(roles=roles, forms=("txt",), moderator=False)
            write_reports(table, secret, kept, () if rows == before else (mails_part(rows),))
    return Mailed([os.path.join(folder, name) for name, _ in files], list(faults.values()))


def _address_fault(table: Table, role: str) -> GameFault | None:
    try:
        _check_address(table, table.game.players[role], f"roles.{role}")
    except GameFault as fault:
        return fault
    return None


def _check_address(table: Table, seat: Player, key: str) -> None:
    if seat.address and not is_address(seat.address):
        path = os.path.join(table.game.directory, "game.toml")
        raise GameFault(BAD_ADDRESS, path, key=f"{key}.address", found=seat.address[:80])


def _row(table: Table, secret: Secret, role: str, wish: Wish) -> MailRow:
    """The row of a mail: all that it says goes into its digest."""
    told_of, since = told_since(table, role, wish.since)
    own, seat = own_secret(secret, role), table.game.players[role]
    text = report_text(told_of, own, role, "txt", wish.battles, since)
    parts = [subject(table, role, table.by), seat.address, text, view_file(table, own, role).decode()]
    undone = len(undone_steps(table.game.directory))
    return MailRow(table.last.number, role, undone, digest("\n".join(parts).encode()))


def _counted(table: Table, rows: tuple[MailRow, ...], role: str) -> Table:
    """The table with what tells a corrected mail from the one before."""
    number = table.last.number
    return table._replace(editions=(edition(rows, number, role), edition(rows, number - 1, role)))


def _name(table: Table, role: str, end: str = "") -> str:
    return f"{table.game.name}-{table.last.number:04}-{role}{end}.eml"


def guarded_mail(table: Table, secret: Secret, role: str, wish: Wish, date: str) -> bytes:
    """A mail that has passed the leak gate, attachments and headers included."""
    told_of, since = told_since(table, role, wish.since)
    render = partial(mail_for, secret=own_secret(secret, role), role=role, battles=wish.battles, since=since, date=date)
    return guarded(told_of, role, render, _name(table, role))


def mail_for(
    table: Table, secret: Secret, role: str, battles: str = "full", since: int | None = None, date: str = ""
) -> bytes:
    """The mail of one player; mail programs do not show a map inside HTML, so it goes as a file."""
    forms = {form: report_text(table, secret, role, form, battles, since, picture="") for form in ("txt", "html")}
    picture = map_of(table, role)
    attached = [Attached(f"{role}.view.toml", "application/toml", view_file(table, secret, role))]
    attached += [Attached("map.svg", "image/svg+xml", picture.encode())] if picture else []
    seat = table.game.players[role]
    return composed(
        Mail(
            sender=_pair(table.game.moderator, f"{table.game.name} (moderator)"),
            to=_pair(seat, table.title(role)),
            subject=subject(table, role, table.by),
            id=mail_id(table, table.last.number, role, table.editions[0]),
            references=_before(table, role),
            date=date,
            text=forms["txt"],
            html=forms["html"],
            attached=attached,
        )
    )


def _pair(seat: Player, otherwise: str) -> tuple[str, str]:
    return one_line(seat.name) or otherwise, seat.address


def subject(table: Table, role: str, by: str = "") -> str:
    """Game, step, where it stands, what is owed and by when: ``[winter-1756 11] Turn 2, Austria: movement``."""
    owed = [item.what for item in table.awaiting if item.role == role]
    parts = [f"[{table.game.name} {table.last.number}] {table.ruleset.telling.heading(table.state)}"]
    parts += [f"you owe {', '.join(owed)}{f' by {by}' if by else ''}"] if owed else []
    return harmless(" - ".join(parts))


def mail_id(table: Table, number: int, role: str, edition: int) -> str:
    """The id of the mail a role gets after a step; the seed's hash keeps two games of one name apart.

    A corrected mail has another one, or mail programs would take it for the first and drop it.
    """
    parts = [table.game.name, table.game.commitment[:12], f"{number:04}", role]
    return id_of(*parts, *([f"{edition + 1}"] if edition else []))


def _before(table: Table, role: str) -> Sequence[str]:
    """The mails of a thread this one points back to: the first, the one before, and the one this one corrects."""
    number, (own, before) = table.last.number, table.editions
    ids = [mail_id(table, 0, role, 0)] if number else []
    ids += [mail_id(table, number - 1, role, before)] if number else []
    ids += [mail_id(table, number, role, own - 1)] if own else []
    return tuple(dict.fromkeys(ids))


# notices of a gathering


def mailed_notices(directory: str, folder: str, date: str = "") -> Mailed:
    """Write a mail with the notice of the gathering for each role that owes a phrase."""
    from pbem.workflow.sealing import unopened  # only held envelopes need that chapter

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
    """The mail of a notice that has passed the leak gate."""
    render = partial(notice_mail, secret=own_secret(secret, role), role=role, bound=bound, date=date)
    return guarded(table, role, render, _name(table, role, "-notice"))


def notice_mail(table: Table, secret: Secret, role: str, bound: Bound, date: str = "") -> bytes:
    """The mail in which a player gets the notice; it answers the report of the step before."""
    seat, number = table.game.players[role], table.last.number
    return composed(
        Mail(
            sender=_pair(table.game.moderator, f"{table.game.name} (moderator)"),
            to=_pair(seat, table.title(role)),
            subject=harmless(f"[{table.game.name} {number}] The envelopes are gathered - you owe your phrase"),
            id=f"gathered.{bound.table.number}.{mail_id(table, number, role, 0)}",
            references=(mail_id(table, number, role, 0),),
            date=date,
            text=notice_text(table, secret, role, bound),
            html="",
        )
    )


def mail_date(text: str) -> str:
    """A date as mails have it, from one like 2026-03-12T18:00+01:00; nothing from nothing."""
    if not text:
        return ""
    from datetime import datetime
    from email.utils import format_datetime

    try:
        return format_datetime(datetime.fromisoformat(text))
    except ValueError:
        raise GameFault(WRONG_VALUE, "--date", found=text, form="date") from None
