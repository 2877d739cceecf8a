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
from pbem.workflow.post_reports import thread_of
from pbem.workflow.posting import Draft, posted
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
    for role in due:
        if role in bound and not any((row.to, row.kind) == (role, _kind(bound[role])) for row in outbox.rows):
            gate, name = Gate(table, role), layout.notice_name(role)
            text = notice_text(gate, own_secret(secret, role), role, bound[role], name)
            draft = _draft(table, outbox, role, _kind(bound[role]), about, text)
            outbox = posted(outbox, origin_of(table.game), draft, stamp(now))
    return outbox


def _kind(bound: Bound) -> str:
    """The kind of a notice; its line in the ledger tells it from one of an earlier gathering."""
    return f"notice-{bound.table.number}"


def _draft(table: Table, outbox: Outbox, role: str, kind: str, about: str, text: str) -> Draft:
    seat, thread = table.game.players[role], thread_of(outbox.rows, role)
    called = seat.name or table.title(role)
    return Draft(role, called, seat.address, kind, about, text, step=table.last.number, references=thread)
