"""Whole games through SMTP, IMAP and `mail tick` alone, in bad weather: they end as those played without mail.

PBEM_POST is how many steps of a four-player game of Friedrich are played so; the long round plays it to its end. Its
players let deadlines pass now and then.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest
from peers import Dovecot, Postman, dovecot, postman, postman_of_all
from post_game import FAIR, Weather, World, begun, by_mail, states, without_mail

from pbem.store.letters import read_letters
from pbem.store.outbox import read_outbox, unsent
from pbem.workflow.new import Plan
from pbem.workflow.verify import verify

__all__ = ["dovecot", "postman", "postman_of_all"]

FRIEDRICH = int(os.environ.get("PBEM_POST", "12"))
STEPS = 8
pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")


def both(
    tmp_path: Path, dovecot: Dovecot, postman: Postman, plan: Plan, weather: Weather, steps: int, name: str,
    period: str = "",
) -> tuple[World, str, str]:  # fmt: skip
    """A game played by mail, and the same without; with a period of its own some deadlines of it pass."""
    games, table = tmp_path / name, tmp_path / "table"
    games.mkdir()
    directory, other = (begun(place, plan, period=period or "60d") for place in (games, table))
    world = World(dovecot, postman, Random(f"{name} {weather}"), weather, games, bool(period))
    bots = by_mail(world, directory, steps)
    assert weather != FAIR or not any(bot.refusals for bot in bots)
    assert bool(without_mail(other, steps, bool(period))) == bool(period)
    return world, directory, other


def test_a_game_by_mail_ends_as_one_without(tmp_path: Path, dovecot: Dovecot, postman: Postman) -> None:
    plan = Plan("", "fredericus", mode="2p")
    _, directory, other = both(tmp_path, dovecot, postman, plan, FAIR, STEPS, "fair")

    assert states(other, STEPS) == states(directory, STEPS)
    assert [] == [*verify(directory).findings]
    assert {"sheet"} == {row.fate for row in read_letters(directory).rows}
    assert [] == unsent(directory)
    kinds = [row.kind for row in read_outbox(directory).rows]
    assert (2, 2 * (STEPS + 1)) == (kinds.count("welcome"), kinds.count("report"))
    assert len({mail.data for mail in postman.sent}) == len(postman.sent)  # nothing went out twice


def test_lost_doubled_late_mails_and_killed_rounds_change_nothing(
    tmp_path: Path, dovecot: Dovecot, postman: Postman
) -> None:
    plan = Plan("", "fredericus", mode="2p")
    world, directory, other = both(tmp_path, dovecot, postman, plan, Weather(), STEPS, "foul")

    assert states(other, STEPS) == states(directory, STEPS)
    assert [] == [*verify(directory).findings]
    assert world.kills
    ids = [row.id for row in read_outbox(directory).rows]
    assert len(ids) == len(set(ids))
    digests = [row.digest for row in read_letters(directory).rows]
    assert len(digests) == len(set(digests))


def test_a_game_of_friedrich_for_four_by_mail(tmp_path: Path, dovecot: Dovecot, postman: Postman) -> None:
    plan = Plan("", "friedrich", mode="4p")
    world, directory, other = both(tmp_path, dovecot, postman, plan, Weather(), FRIEDRICH, "war", "3d")

    assert states(other, FRIEDRICH) == states(directory, FRIEDRICH)
    assert [] == [*verify(directory).findings]
    assert world.kills and "reminder" in {row.kind for row in read_outbox(directory).rows}
