"""An end that is put to the vote, as mails: everybody is asked at once, and the moderator hears when all have voted."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from pbem.core.events import Offered
from pbem.core.sheets import CLOSING
from pbem.report.layout import wrapped
from pbem.store import layout, read_bytes
from pbem.store.ledger import OFFER, ledger_path
from pbem.store.outbox import MODERATOR, Outbox, read_outbox
from pbem.store.reading import Secret, is_revealed, read_secret
from pbem.store.transaction import commit
from pbem.store.votes import votes_of
from pbem.store.writing import locked
from pbem.timing import stamp
from pbem.workflow import Table, open_game, title_of
from pbem.workflow.desk_telling import told_at_the_desk
from pbem.workflow.gate import Gate, own_secret
from pbem.workflow.mailroom import is_reachable, origin_of
from pbem.workflow.post_reports import Reader, readers_of, thread_of, told_moderator
from pbem.workflow.posting import Draft, posted
from pbem.workflow.proxies import acting
from pbem.workflow.sheet import heading
from pbem.workflow.voting import Offer, open_offer

ASKED = "[{game} {step}] An end of the game is put to the vote"
HOW = (
    'Answer this mail with vote = "yes" or vote = "no" on a line of its own above it, or take away the # before vote'
    " below, and leave yes or write no. Orders that you have sent stay."
)
ALL_IN = "all have voted about what was offered"
COUNT = "All votes are in, and nobody has looked at them. To count them:\n\n  pbem vote {game} --count\n"
KIND = "offer-{number}"


def post_offers(directory: str, now: datetime) -> tuple[str, ...]:
    """Put an open offer into the outbox for everybody, once; the names of the mails."""
    if OFFER not in read_bytes(ledger_path(directory)):
        return ()
    with locked(directory):
        table = open_game(directory, told=False)
        offer = _offer_at(table)
        if offer is None:
            return ()
        outbox = _counting(table, offer, _asking(table, offer, read_outbox(directory), now), now)
        commit(directory, outbox.parts)
    return tuple(layout.mail_name(row.number, row.to) for row, _ in outbox.new)


def unasked(table: Table, secret: Secret) -> list[Reader]:
    """Who was not told yet of an offer about which votes are taken."""
    offer = _offer_at(table)
    return [] if offer is None else _unasked(table, secret, offer, read_outbox(table.game.directory))


def _offer_at(table: Table) -> Offer | None:
    """The offer about which votes are taken, of a game that goes on."""
    over = table.ruleset.rules.result(table.state) is not None or is_revealed(table.game.directory)
    return None if over else open_offer(table.game.directory)


def _unasked(table: Table, secret: Secret, offer: Offer, outbox: Outbox) -> list[Reader]:
    have = {row.to for row in outbox.rows if row.kind == KIND.format(number=offer.number)}
    return [row for row in readers_of(table, secret) if row.key not in have and is_reachable(row.seat)]


def _asking(table: Table, offer: Offer, outbox: Outbox, now: datetime) -> Outbox:
    """The offer for all who were not told of it yet."""
    secret = read_secret(table.game)
    for reader in _unasked(table, secret, offer, outbox):
        draft = _draft(table, acting(secret, str(reader.role)) if reader.proxy else secret, reader, offer)
        draft = draft._replace(references=thread_of(outbox.rows, reader.key))
        outbox = posted(outbox, origin_of(table.game), draft, stamp(now))
    return outbox


def _counting(table: Table, offer: Offer, outbox: Outbox, now: datetime) -> Outbox:
    """The moderator is told once that all have voted; what they voted is looked at when it is counted."""
    kind, roles = f"votes-{offer.number}", tuple(table.game.players)
    if any((row.to, row.kind) == (MODERATOR, kind) for row in outbox.rows):
        return outbox
    if len(votes_of(table.game.directory, offer.number, roles)) < len(roles):
        return outbox
    return told_moderator(table, outbox, kind, ALL_IN, COUNT.format(game=table.game.directory), stamp(now))


def _draft(table: Table, secret: Secret, reader: Reader, offer: Offer) -> Draft:
    """The mail to one reader, through the gate; to a player with the sheet to vote with."""
    gate, seat, role = Gate(table, reader.role), reader.seat, reader.role
    key = own_secret(secret, role).keys[role] if role else ""
    text = gate.passed(partial(_text, offer=offer, role=role, key=key), f"{reader.key}.offer.txt")
    subject = ASKED.format(game=table.game.name, step=table.last.number)
    called = seat.name or (table.title(role) if role else "")
    kind = KIND.format(number=offer.number)
    return Draft(reader.key, called, seat.address, kind, subject, text, step=table.last.number)


def _text(table: Table, offer: Offer, role: str | None, key: str) -> str:
    mode = table.ruleset.mode(table.game.mode)
    fact = Offered(how=offer.how, title=title_of(mode, offer.role) if offer.role else None, by=offer.by or None)
    said = "\n".join(map(wrapped, told_at_the_desk(fact)))
    if role is None:
        return f"{said}\n"
    top = heading(table.game.name, table.under_way, role, key, opening=False)
    return f'{said}\n\n{wrapped(HOW)}\n\n{top}# vote = "yes"\n{CLOSING}\n'
