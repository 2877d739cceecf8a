"""An end that is offered: votes stay sealed until all are in or their time is over, and who voted what is not told."""

from __future__ import annotations

from typing import NamedTuple

from pbem.core import listed
from pbem.core.ended import CONCEDED, DRAW
from pbem.store import GameFault, bounded
from pbem.store.ledger import ALL, anchored_change, ledger_path, read_lines
from pbem.store.reading import read_secret
from pbem.store.transaction import commit
from pbem.store.votes import votes_of
from pbem.store.writing import locked
from pbem.workflow import chosen, open_game
from pbem.workflow.desk_codes import NO_OFFER, VOTES_MISSING
from pbem.workflow.desk_steps import write_desk
from pbem.workflow.ending import desk_of
from pbem.workflow.recording import chains_at
from pbem.workflow.reporting import DEADLINE
from pbem.workflow.running import check_runs
from pbem.workflow.voting import VOTES, Offer, offers_in, open_offer, with_vote


class Outcome(NamedTuple):
    """What came of an offer."""

    offer: Offer
    passed: bool
    missing: tuple[str, ...]  # who had not voted


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
