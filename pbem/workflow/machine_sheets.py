"""Sheets in mails that look like a machine's: never taken and never answered, but their moderator is told of them."""

from __future__ import annotations

import re

from pbem.core.sheets import Sheet
from pbem.mail.blank import data_of, is_within
from pbem.store.writing import locked
from pbem.workflow import expected_of
from pbem.workflow.check import examined_at, sent_sheet
from pbem.workflow.mailroom import Letter, Mailroom
from pbem.workflow.post_desk import Desk, Unproved, desk_for, desk_of, proved_role

FILLED = "filled"  # why a moderator is told of such a mail
NAME = "letter"
READ = (b"content-", b"mime-version")  # the heads of a mail that say how it is packed


def looked_through(room: Mailroom, letter: Letter, fate: str) -> Unproved:
    """What is told of a mail that looks like a machine's: whether somebody has filled in a sheet in it."""
    place = room.place_of(letter) if fate != "own" and letter.keys else ""
    if not place or place in room.beside:
        return Unproved(fate)
    with locked(place):
        desk = desk_for(desk_of(room, place), letter)
        answer = examined_at(desk.table, desk.secret, NAME, bare(letter.light))
        sheet = answer.sheet
        if sheet is None or not proved_role(desk, letter, answer) or not _is_filled(desk, sheet):
            return Unproved(fate)
        return Unproved(fate, FILLED, place, desk.table.under_way)


def bare(data: bytes) -> bytes:
    """A mail without all that says who wrote it, and whether a person did."""
    head, end, body = re.match(rb"(?s)(.*?)(\r?\n\r?\n|\Z)(.*)", data.lstrip()).groups()  # type: ignore[union-attr]
    fields = re.split(rb"\r?\n(?![ \t])", head)
    kept = [field for field in fields if field.lower().startswith(READ)]
    return b"\n".join([b"From: player@pbem.invalid", *kept]) + (end or b"\n\n") + body


def _is_filled(desk: Desk, sheet: Sheet) -> bool:
    """Whether a sheet is for now, and says more than the one that was sent."""
    if sheet.step != desk.table.under_way or not sheet.body:
        return False
    view = desk.table.ruleset.secrets.view_of(desk.table.state, sheet.role)
    template = sent_sheet(desk.table.ruleset, view, expected_of(desk.table, desk.secret, sheet.role))()
    return not is_within(sheet.body, data_of(template))
