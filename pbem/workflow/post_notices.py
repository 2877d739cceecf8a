"""The notices of a gathering as mails: for whoever owes the phrase that opens an envelope."""

from __future__ import annotations

from datetime import datetime

from pbem.store import layout
from pbem.store.outbox import Outbox, read_outbox
from pbem.store.reading import read_secret
from pbem.store.transaction import commit
from pbem.store.writing import locked
from pbem.timing import stamp
from pbem.workflow import Table, open_game
from pbem.workflow.gate import Gate, own_secret
from pbem.workflow.mailroom import origin_of
from pbem.workflow.notices import Bound, bound_of, notice_text
from pbem.workflow.opening import unopened
from pbem.workflow.post_reports import Reader, readers_of, thread_of
from pbem.workflow.posting import Draft, posted
from pbem.workflow.proxies import acting
from pbem.workflow.recording import chains_of

GATHERED = "[{game} {step}] The envelopes are gathered - you owe your phrase"


def post_notices(directory: str, now: datetime) -> tuple[str, ...]:
    """Put the notices of a gathering into the outbox, each once; the names of the mails."""
    with locked(directory):
        table = open_game(directory, told=False)
        outbox = _noticed(table, read_outbox(directory), now)
        commit(directory, outbox.parts)
    return tuple(layout.mail_name(row.number, row.to) for row, _ in outbox.new)


def _noticed(table: Table, outbox: Outbox, now: datetime) -> Outbox:
    """The notices of a gathering, for whoever owes a phrase and has none."""
    due = unopened(table)
    if not due:
        return outbox
    secret = read_secret(table.game)
    bound = bound_of(table, secret.seed, chains_of(table.game))
    about = GATHERED.format(game=table.game.name, step=table.last.number)
    have = {(row.to, row.kind) for row in outbox.rows}
    for reader in readers_of(table, secret):
        role = reader.role or ""
        if role in due and role in bound and (reader.key, _kind(bound[role])) not in have:
            own = own_secret(acting(secret, role) if reader.proxy else secret, role)
            text = notice_text(Gate(table, role), own, role, bound[role], layout.notice_name(role))
            draft = _draft(table, outbox, reader, _kind(bound[role]), about, text)
            outbox = posted(outbox, origin_of(table.game), draft, stamp(now))
    return outbox


def _kind(bound: Bound) -> str:
    """The kind of a notice; its line in the ledger tells it from one of an earlier gathering."""
    return f"notice-{bound.table.number}"


def _draft(table: Table, outbox: Outbox, reader: Reader, kind: str, about: str, text: str) -> Draft:
    seat, thread = reader.seat, thread_of(outbox.rows, reader.key)
    called = seat.name or table.title(reader.role or "")
    return Draft(reader.key, called, seat.address, kind, about, text, step=table.last.number, references=thread)
