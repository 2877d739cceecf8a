"""What stands in a sheet beside its orders, taken in with it: press, and a vote about an offer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pbem.core import SHEET, Diagnostic
from pbem.core.sheets import DRAFT, Sheet
from pbem.store.ledger import Chains
from pbem.store.reading import Secret
from pbem.store.transaction import Part
from pbem.store.votes import newest_vote
from pbem.workflow import Table, expected_of
from pbem.workflow.desk_codes import PRESS_LEFT_OUT, VOTE_LEFT_OUT
from pbem.workflow.keeping import by_proxy
from pbem.workflow.press import HELD, MODERATOR, Text, lines_of, press_files, texts_in, with_press
from pbem.workflow.receipts import Kept
from pbem.workflow.voting import PLAYER, PROXY, VOTES, Voted, offered, open_offer, with_vote


class Beside(NamedTuple):
    """What comes of press and votes: parts of a change, lines of the ledger, and what is said of the rest."""

    parts: tuple[Part, ...]
    chains: Chains
    said: tuple[Diagnostic, ...] = ()
    understood: tuple[str, ...] = ()
    voted: Voted | None = None


def with_beside(table: Table, secret: Secret, done: Kept, sheet: Sheet) -> Kept:
    """A sheet that was taken in, with what stands beside its orders; what is at fault there is left out and told."""
    if sheet.status == DRAFT:
        codes = {"press": PRESS_LEFT_OUT, "vote": VOTE_LEFT_OUT}
        found = Beside((), done.chains, tuple(codes[key](SHEET, form="draft") for key in sheet.beside))
    else:
        found = _taken(table, secret, done.chains, sheet)
    answer = done.receipt.answer
    told, understood = (*answer.diagnostics, *found.said), (*found.understood, *answer.understood)
    answer = answer._replace(diagnostics=told, understood=understood)
    receipt = done.receipt._replace(answer=answer, voted=found.voted)
    return Kept(receipt, found.chains, (*done.parts, *found.parts))


def _taken(table: Table, secret: Secret, chains: Chains, sheet: Sheet) -> Beside:
    items, faults = _press_in(table, secret, sheet)
    parts, chains = with_press(table, chains, sheet.role, items)
    said = tuple(item for item in faults if item.facts.get("form") == "full")  # the checker has told all others
    if "vote" in sheet.beside:
        voted = voted_in(table, secret, chains, sheet)
        return voted._replace(parts=(*parts, *voted.parts), said=(*said, *voted.said))
    return Beside(parts, chains, said)


YOUR_VOTE = {
    "yes": "your vote is yes: you are for {what}, and if all are, the game is over",
    "no": "your vote is no: you are against {what}, and the game goes on",
}
IN_PLACE = "it takes the place of your vote before it"
IN_PLACE_OF_PROXY = "it takes the place of the vote of {name}, who plays for you"
SOMEBODY = "somebody"


def voted_in(table: Table, secret: Secret, chains: Chains, sheet: Sheet, since: bool = False) -> Beside:
    """``since``: the sheet was closed, and whoever has voted meanwhile is not asked what he thought before.

    A proxy votes for a player who does not; the vote of the player is never replaced by his.
    """
    vote, offer = sheet.beside["vote"], open_offer(table.game.directory)
    if offer is None:
        return Beside((), chains, (VOTE_LEFT_OUT(SHEET, form="none"),))
    if not isinstance(vote, str) or vote.strip().lower() not in VOTES:
        return Beside((), chains, (VOTE_LEFT_OUT(SHEET),))
    before = newest_vote(table.game.directory, offer.number, sheet.role)
    if since and before is not None:
        return Beside((), chains, (VOTE_LEFT_OUT(SHEET, form="since"),))
    proxy, what, choice = by_proxy(secret, sheet), offered(table, offer), VOTES[vote.strip().lower()]
    stood = "" if before is None else PROXY if "proxy" in before else PLAYER
    if proxy and stood == PLAYER:
        return Beside((), chains, (VOTE_LEFT_OUT(SHEET, form="player"),), voted=Voted(what, "", True, stood))
    parts, chains = with_vote(table, chains, offer, sheet.role, choice, proxy)
    understood = YOUR_VOTE[choice].format(what=what)
    if before is not None:
        name = before.get("proxy") if isinstance(before.get("proxy"), str) else SOMEBODY
        understood += f"; {IN_PLACE if proxy or stood == PLAYER else IN_PLACE_OF_PROXY.format(name=name)}"
    return Beside(parts, chains, (), (understood,), Voted(what, choice, bool(proxy), stood))


# out of envelopes


def taken_out(table: Table, secret: Secret, chains: Chains, sheets: Mapping[str, Sheet]) -> Beside:
    """What stood beside orders in envelopes that were opened: told with their step, as if it had come with it.

    Their writers cannot be answered any more; what is left out is told each of them alone, in the report.
    """
    votes, texts = list[Part](), dict[tuple[str, Text], None]()
    for role, sheet in sheets.items():
        own, said = _press_in(table, secret, sheet)
        if "vote" in sheet.beside:
            voted = voted_in(table, secret, chains, sheet, since=True)
            votes, chains, said = [*votes, *voted.parts], voted.chains, [*said, *voted.said]
        notes = [Text(role, False, lines_of(f"{item.message}\n{item.hint}")) for item in said]
        texts |= dict.fromkeys([*((role, item) for item in own), *((MODERATOR, note) for note in notes)])
    parts: tuple[Part, ...] = ()
    for writer, item in texts:
        more, chains = with_press(table, chains, writer, [item], len(parts))
        parts += more
    return Beside((*votes, *parts), chains)


def _press_in(table: Table, secret: Secret, sheet: Sheet) -> tuple[list[Text], list[Diagnostic]]:
    """The texts of a sheet, and what is said of those that cannot be told."""
    if "press" not in sheet.beside:
        return [], []
    found = list(texts_in(sheet.beside["press"], expected_of(table, secret, sheet.role)))
    items = [item for item in found if isinstance(item, Text)]
    if len(press_files(table.game.directory)) + len(items) > HELD * len(table.game.players):
        return [], [PRESS_LEFT_OUT(SHEET, form="full")]
    return items, [item for item in found if isinstance(item, Diagnostic)]
