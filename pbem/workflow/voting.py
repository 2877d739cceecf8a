"""What is put to the vote now, and a vote about it as a file with a line in the voter's chain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from secrets import token_hex
from shlex import quote
from typing import Any, NamedTuple

from pbem.core import listed
from pbem.core.ended import CONCEDED, DRAW
from pbem.store import FORMAT, layout
from pbem.store.ledger import ALL, Chains, Line, ledger_path, read_lines
from pbem.store.manifest import digest
from pbem.store.transaction import Part, Put
from pbem.store.votes import vote_files, votes_of
from pbem.store.writing import dumps
from pbem.workflow import Table

# What people write, and what it means; the name of what is offered is a yes to it.
VOTES = {"yes": "yes", "draw": "yes", "concede": "yes", "no": "no"}
NOBODY: Mapping[str, Any] = {}
OFFERED = {DRAW: "a draw", CONCEDED: "the victory of {title}"}


PLAYER, PROXY = "player", "proxy"  # who cast a vote


class Voted(NamedTuple):
    """What a letter has voted, for those whom it concerns."""

    what: str  # is put to the vote
    choice: str  # empty if it was left out
    by_proxy: bool
    stood: str  # whose vote stood there before, if there was one


class Offer(NamedTuple):
    """An offer that is put to the vote."""

    number: int
    how: str  # "draw" or "conceded"
    role: str  # who is to win; empty for a draw
    by: str  # until when votes are taken, in the moderator's words


def offers_in(lines: Sequence[Line]) -> tuple[list[Offer], set[int]]:
    """All offers of a ledger, and those that were counted."""
    made, done = list[Offer](), set[int]()
    for line in lines:
        if line.of == ALL and line.kind == "offer":
            facts: Any = line.facts
            made.append(Offer(facts["offer"], facts["what"], facts.get("role", ""), facts.get("by", "")))
        elif line.of == ALL and line.kind == "counted":
            done.add(int(line.facts["offer"]))
    return made, done


def open_offer(directory: str) -> Offer | None:
    """The offer about which votes are taken now."""
    made, done = offers_in(read_lines(ledger_path(directory)))
    return next((offer for offer in made if offer.number not in done), None)


def offered(table: Table, offer: Offer) -> str:
    """What is put to the vote, in words."""
    return OFFERED[offer.how].format(title=table.title(offer.role) if offer.role else "")


def with_vote(
    table: Table, chains: Chains, offer: Offer, role: str, choice: str, proxy: Mapping[str, Any] = NOBODY
) -> tuple[tuple[Part, ...], Chains]:  # fmt: skip
    """A vote as a file, and a line in the voter's chain that stands for it; ``proxy``: what says that one cast it."""
    number = len(vote_files(table.game.directory, offer.number, role)) + 1
    data = dumps(
        {"format": FORMAT, "offer": offer.number, "role": role, "vote": choice, **proxy, "salt": token_hex(16)}
    )
    chains = chains.with_line(role, "vote", step=table.under_way, offer=offer.number, **proxy, file=digest(data))
    return (Put(layout.vote(offer.number, role, number), data),), chains


PUT = "An end of the game is put to the vote: {what}{by}. Votes are missing of {roles}."
ALL_IN = (
    "All votes are in about what was put to the vote, and nobody has looked at them. To count them:\n\n"
    "  pbem vote {game} --count"
)


def missing_votes(table: Table, offer: Offer) -> list[str]:
    """The roles that have not voted about an offer."""
    roles = tuple(table.game.players)
    cast = votes_of(table.game.directory, offer.number, roles)
    return [role for role in roles if role not in cast]


def told_of_votes(table: Table) -> tuple[str, ...]:
    """What the moderator is told of an offer that is open: who has not voted; what others have is not told."""
    offer = open_offer(table.game.directory)
    if offer is None:
        return ()
    missing = missing_votes(table, offer)
    if not missing:
        return (ALL_IN.format(game=quote(table.game.directory)),)
    by = f", until {offer.by}" if offer.by else ""
    return (PUT.format(what=offered(table, offer), by=by, roles=listed(missing)),)
