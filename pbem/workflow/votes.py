"""An end that is offered: votes stay sealed until all are in or their time is over, and who voted what is not told."""

from __future__ import annotations

from collections.abc import Sequence
from secrets import token_hex
from typing import Any, NamedTuple

from pbem.core import listed
from pbem.core.ended import CONCEDED, DRAW
from pbem.store import FORMAT, GameFault, bounded, layout
from pbem.store.ledger import ALL, Chains, Line, anchored_change, ledger_path, read_lines
from pbem.store.manifest import digest
from pbem.store.reading import read_secret
from pbem.store.transaction import Part, Put, commit
from pbem.store.votes import vote_files, votes_of
from pbem.store.writing import dumps, locked
from pbem.workflow import Table, chosen, open_game
from pbem.workflow.desk_codes import NO_OFFER, VOTES_MISSING
from pbem.workflow.desk_steps import write_desk
from pbem.workflow.ending import desk_of
from pbem.workflow.recording import chains_at
from pbem.workflow.reporting import DEADLINE
from pbem.workflow.running import check_runs

# What people write, and what it means; the name of what is offered is a yes to it.
VOTES = {"yes": "yes", "draw": "yes", "concede": "yes", "no": "no"}


class Offer(NamedTuple):
    """An offer that is put to the vote."""

    number: int
    how: str  # "draw" or "conceded"
    role: str  # who is to win; empty for a draw
    by: str  # until when votes are taken, in the moderator's words


class Outcome(NamedTuple):
    """What came of an offer."""

    offer: Offer
    passed: bool
    missing: tuple[str, ...]  # who had not voted


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


def offer(directory: str, role: str = "", by: str = "") -> Offer:
    """Put a draw to the vote, or with a role that this one has won; one offer at a time."""
    by = bounded(by, "deadline", DEADLINE, directory)
    with locked(directory):
        table = open_game(directory)
        check_runs(table)
        if role:
            chosen(role, tuple(table.game.players), "role", directory)
        made, done = offers_in(read_lines(ledger_path(directory)))
        if len(made) > len(done):
            raise GameFault(NO_OFFER, directory, form="open", game=directory)
        found = Offer(len(made) + 1, CONCEDED if role else DRAW, role, by)
        facts = {"step": table.last.number, "offer": found.number, "what": found.how}
        facts |= {key: value for key, value in (("role", role), ("by", by)) if value}
        commit(directory, anchored_change(chains_at(table).with_line(ALL, "offer", **facts)))
        return found


def vote(directory: str, role: str, choice: str) -> None:
    """Take in the vote of a role: the moderator's way. A later one takes its place."""
    with locked(directory):
        table = open_game(directory)
        check_runs(table)
        chosen(role, tuple(table.game.players), "role", directory)
        found = open_offer(directory)
        if found is None:
            raise GameFault(NO_OFFER, directory, game=directory)
        parts, chains = with_vote(table, chains_at(table), found, role, VOTES[choice])
        commit(directory, (*parts, *chains.change))


def with_vote(
    table: Table, chains: Chains, offer: Offer, role: str, choice: str
) -> tuple[tuple[Part, ...], Chains]:  # fmt: skip
    """A vote as a file, and a line in the voter's chain that stands for it."""
    number = len(vote_files(table.game.directory, offer.number, role)) + 1
    data = dumps({"format": FORMAT, "offer": offer.number, "role": role, "vote": choice, "salt": token_hex(16)})
    chains = chains.with_line(role, "vote", step=table.under_way, offer=offer.number, file=digest(data))
    return (Put(layout.vote(offer.number, role, number), data),), chains


def count(directory: str, late: bool = False) -> Outcome:
    """Count the votes: all must be for it. ``late``: their time has passed, and who has not voted is against it."""
    with locked(directory):
        table = open_game(directory)
        check_runs(table)
        found = open_offer(directory)
        if found is None:
            raise GameFault(NO_OFFER, directory, game=directory)
        cast = votes_of(directory, found.number, tuple(table.game.players))
        missing = tuple(role for role in table.game.players if role not in cast)
        if missing and not late:
            raise GameFault(VOTES_MISSING, directory, roles=listed(missing), game=directory)
        passed = not missing and {*cast.values()} == {"yes"}
        facts = {"step": table.last.number, "offer": found.number, "what": found.how, "passed": passed}
        facts |= {"role": found.role} if found.role else {}
        chains = chains_at(table).with_line(ALL, "counted", **facts)
        if passed:
            desk = desk_of(table, found.how, found.role)
            write_desk(table, read_secret(table.game), desk, table.state, chains)
        else:
            commit(directory, anchored_change(chains))
        return Outcome(found, passed, missing)
