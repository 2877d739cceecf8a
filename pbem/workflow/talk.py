"""What stands in a sheet beside its orders, taken in with it: press, and a vote about an offer."""

from __future__ import annotations

from pbem.core import SHEET, Diagnostic
from pbem.core.sheets import Sheet
from pbem.store.ledger import Chains
from pbem.store.reading import Secret
from pbem.store.transaction import Part
from pbem.workflow import Table, expected_of
from pbem.workflow.desk_codes import PRESS_LEFT_OUT, VOTE_LEFT_OUT
from pbem.workflow.press import HELD, Text, press_files, texts_in, with_press
from pbem.workflow.receipts import Kept
from pbem.workflow.votes import VOTES, open_offer, with_vote


def with_beside(table: Table, secret: Secret, done: Kept, sheet: Sheet) -> Kept:
    """A sheet that was taken in, with what stands beside its orders; what is at fault there is left out and told."""
    parts, chains, said = done.parts, done.chains, list[Diagnostic]()
    if "press" in sheet.beside:
        expected = expected_of(table, secret, sheet.role)
        items = [item for item in texts_in(sheet.beside["press"], expected) if isinstance(item, Text)]
        if len(press_files(table.game.directory)) + len(items) > HELD * len(table.game.players):
            said.append(PRESS_LEFT_OUT(SHEET, form="full"))
        else:
            more, chains = with_press(table, chains, sheet.role, items)
            parts = (*parts, *more)
    if "vote" in sheet.beside:
        more, chains, fault = _voted(table, chains, sheet)
        parts, said = (*parts, *more), [*said, *fault]
    answer = done.receipt.answer
    receipt = done.receipt._replace(answer=answer._replace(diagnostics=(*answer.diagnostics, *said)))
    return Kept(receipt, chains, parts)


def _voted(table: Table, chains: Chains, sheet: Sheet) -> tuple[tuple[Part, ...], Chains, list[Diagnostic]]:
    vote, offer = sheet.beside["vote"], open_offer(table.game.directory)
    if offer is None:
        return (), chains, [VOTE_LEFT_OUT(SHEET, form="none")]
    if not isinstance(vote, str) or vote.strip().lower() not in VOTES:
        return (), chains, [VOTE_LEFT_OUT(SHEET)]
    parts, chains = with_vote(table, chains, offer, sheet.role, VOTES[vote.strip().lower()])
    return parts, chains, []
