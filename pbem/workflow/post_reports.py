"""Reports entering the outbox: for each player in the chosen form, and the public one for observers, in one change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from pbem.mail.outgoing import Attached
from pbem.store import PICTURE, TEXT, layout, read_bytes
from pbem.store.ledger import ALL, ledger_path, read_lines
from pbem.store.mails import MailRow, mails_part, read_mails, with_mail
from pbem.store.manifest import digest
from pbem.store.outbox import Outbox, OutgoingRow, read_outbox
from pbem.store.post import Post
from pbem.store.reading import Player, Secret
from pbem.store.undone import undone_steps
from pbem.store.writing import locked
from pbem.timing import stamp
from pbem.workflow import Table
from pbem.workflow.gate import Gate
from pbem.workflow.hooking import public_events
from pbem.workflow.mail_calendar import with_calendar
from pbem.workflow.mail_pictures import with_picture
from pbem.workflow.mailing import subject
from pbem.workflow.mailroom import is_reachable, origin_of
from pbem.workflow.people import BEGINNING
from pbem.workflow.posting import Draft, posted
from pbem.workflow.proxies import acting, reader_of, seat_of
from pbem.workflow.reporting import (
    File,
    Read,
    Wish,
    events_read,
    guarded_reports,
    guarded_view,
    keep_reports,
    told_since,
    told_table,
)
from pbem.workflow.time_case import REPLACED
from pbem.workflow.welcome import KIND as WELCOME
from pbem.workflow.welcome import welcome

KIND = "report"


class Posted(NamedTuple):
    """The mails that entered the outbox, and what all may know of what they tell."""

    names: tuple[str, ...] = ()
    public: Mapping[str, Any] | None = None  # for the hook


class Reader(NamedTuple):
    """Whom a report is for: a role, or an observer."""

    key: str  # names the reader in files
    role: str | None
    seat: Player
    proxy: bool = False  # whether he plays the role for its player


def post_reports(directory: str, now: datetime, post: Post | None) -> Posted:
    """Put the reports of the last step into the outbox, for everybody who has none; at the set-up a welcome before."""
    with locked(directory):
        wish = Wish(now=now)
        secret, table = told_table(directory, wish)
        rows, undone = read_mails(directory), len(undone_steps(directory))
        wanted = unreported(table, secret, rows, undone)
        if not wanted:
            return Posted()
        outbox = _welcomed(table, secret, post, now)
        public = public_events(table, secret) if post and post.hook else None
        files, read, new = list[File](), events_read(table), newcomers(table, rows)
        for reader in wanted:
            own = acting(secret, str(reader.role)) if reader.proxy else secret
            since = BEGINNING if str(reader.role) in new and not reader.proxy else None
            draft, made = report_draft(table, own, reader, outbox.rows, read, since)
            draft = draft._replace(attached=(*draft.attached, *with_calendar(table, reader.role, now)))
            rows = with_mail(rows, MailRow(table.last.number, reader.key, undone, _digest(draft)))
            outbox = posted(outbox, origin_of(table.game), draft, stamp(now))
            files += () if reader.proxy else made  # what is kept is the player's
        files += () if any(reader.role is None for reader in wanted) else _public(table, secret, read)
        keep_reports(table, secret, wish, list(dict(files).items()), (mails_part(rows), *outbox.parts))
    return Posted(tuple(layout.mail_name(row.number, row.to) for row, _ in outbox.new), public)


def readers_of(table: Table, secret: Secret) -> list[Reader]:
    """All who are told what happens: players, those who play for them, and observers."""
    seats = [Reader(role, role, seat) for role, seat in table.game.players.items()]
    seats += [Reader(reader_of(role), role, seat_of(row), True) for role, row in secret.proxies.items()]
    return [*seats, *(Reader(f"observer-{at}", None, seat) for at, seat in enumerate(table.game.observers, 1))]


def unreported(table: Table, secret: Secret, rows: Sequence[MailRow], undone: int) -> list[Reader]:
    """Who has no mail about the last step yet; where the address is a slip, it waits until that is mended."""
    seats = readers_of(table, secret)
    have = {row.role for row in rows if (row.step, row.undone) == (table.last.number, undone)}
    return [reader for reader in seats if reader.key not in have and is_reachable(reader.seat)]


def newcomers(table: Table, rows: Sequence[MailRow]) -> set[str]:
    """The roles that somebody took over with a step since their last report: he knows nothing of the game yet."""
    path = ledger_path(table.game.directory)
    if REPLACED.encode() not in read_bytes(path):  # most games: their lines are not looked at
        return set()
    told = {row.role: row.step for row in rows}  # the last one of each
    taken = [line.facts for line in read_lines(path) if line.of == ALL and line.kind == REPLACED]
    firsts = {str(row.get("role")): int(row.get("first", 0)) for row in taken}
    return {role for role, first in firsts.items() if told.get(role, -1) + 1 < first <= table.under_way}


def _welcomed(table: Table, secret: Secret, post: Post | None, now: datetime) -> Outbox:
    """The outbox, at the set-up with a welcome for every player who has none."""
    outbox = read_outbox(table.game.directory)
    have = {row.to for row in outbox.rows if row.kind == WELCOME}
    for role in table.game.players if table.is_opening else ():
        if role not in have and is_reachable(table.game.players[role]):
            outbox = posted(outbox, origin_of(table.game), welcome(table, secret, role, post), stamp(now))
    return outbox


def report_draft(
    table: Table, secret: Secret, reader: Reader, sent: Sequence[OutgoingRow], read: Read, after: int | None = None
) -> tuple[Draft, list[File]]:
    """The mail for one reader, all of it through the gate, and the files of it that are kept among the reports.

    ``after``: it tells of all steps since that one; left out: since the last report for this reader.
    """
    told_of, since = told_since(table, reader.role, after, read)
    gate, form = Gate(told_of, reader.role), reader.seat.form
    name = layout.report_name(reader.role, "txt")
    about = gate.passed(lambda seen: subject(seen, reader.role or "", seen.by), name)
    forms = ("txt",) if form == TEXT else ("txt", "html")
    texts = guarded_reports(gate, secret, forms, since=since, maps=False)
    html, inside = with_picture(gate, texts["html"]) if form == PICTURE else (texts.get("html", ""), ())
    files: list[File] = [(name, texts["txt"].encode())]
    view = [guarded_view(gate, secret, reader.role)] if reader.role else []
    attached = [Attached(file, "application/toml", data) for file, data in view]
    called = reader.seat.name or (table.title(reader.role) if reader.role else "")
    draft = Draft(
        reader.key, called, reader.seat.address, KIND, about, texts["txt"], html, (*attached, *inside),
        step=table.last.number, references=thread_of(sent, reader.key),
    )  # fmt: skip
    return draft, [*files, *view]


def _public(table: Table, secret: Secret, read: Read) -> list[File]:
    """The public report, which is kept though nobody is sent it."""
    told_of, since = told_since(table, None, None, read)
    text = guarded_reports(Gate(told_of, None), secret, ("txt",), since=since, maps=False)["txt"]
    return [(layout.report_name(None, "txt"), text.encode())]


def thread_of(sent: Sequence[OutgoingRow], to: str) -> tuple[str, ...]:
    """The ids that a mail to a reader points back to: of the first, and of the last report."""
    own = [row for row in sent if row.to == to and row.kind in (KIND, WELCOME)]
    return tuple(dict.fromkeys(row.id for row in (*own[:1], *own[-1:])))


def _digest(draft: Draft) -> str:
    parts = [draft.subject, draft.address, draft.text, *(part.data.decode("latin-1") for part in draft.attached)]
    return digest("\n".join(parts).encode())


def told_moderator(table: Table, outbox: Outbox, kind: str, about: str, text: str, now: str) -> Outbox:
    """The outbox with a mail to the moderator, and to a co-moderator, as far as there are addresses."""
    title = NOTICED.format(game=table.game.name, step=table.last.number, what=about)
    for seat in filter(is_reachable, table.game.moderators):
        draft = Draft("moderator", seat.name, seat.address, kind, title, text, step=table.last.number, counted=False)
        outbox = posted(outbox, origin_of(table.game), draft, now)
    return outbox


NOTICED = "[{game} {step}] For the moderator: {what}"
