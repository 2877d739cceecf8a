"""The first mail of a game: who plays what, when it is due, how to answer, the key, and where page and rules are."""

from __future__ import annotations

from datetime import UTC, datetime
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest

from games import toy
from pbem.store.reading import Player, read_game, read_secret
from pbem.timing.plan import read_plan
from pbem.workflow.new import Plan, new
from pbem.workflow.tick import tick
from pbem.workflow.welcome import told_plan

__all__ = ["toy"]
NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)
TIME = """
[time]
zone = "Europe/Lisbon"
at = "20:00"
period = "3d"
weekdays = ["mon", "tue"]
holidays = ["2027-05-01"]
grace = "48h"
wait = "1d"
passed = "default"

[time.periods]
bid = "1d"
"""


def welcomes(folder: Path) -> dict[str, str]:
    """The welcomes of a new game, by their readers, each on one line."""
    players = {"north": Player("Anna", "anna@example.net"), "south": Player("Ben", "ben@example.net")}
    game = folder / "games" / "winter"
    new(Plan(str(game), "toy", seed="a", players=players))
    (game / "game.toml").write_text((game / "game.toml").read_text() + TIME)
    (folder / "games" / "post.toml").write_text(
        'format = 2\naddress = "post@example.org"\npage = "https://example.org/winter/"\n'
    )
    tick([str(folder / "games")], NOW)
    mails = {role: (game / "outbox" / f"000{at}-{role}.eml").read_bytes() for at, role in enumerate(players, 1)}
    texts = {role: message_from_bytes(data, policy=default).get_body(("plain",)) for role, data in mails.items()}
    return {role: " ".join(body.get_content().split()) for role, body in texts.items() if body is not None}


def test_a_welcome_has_all_that_a_player_needs(toy: None, tmp_path: Path) -> None:
    found = welcomes(tmp_path)
    keys = read_secret(read_game(str(tmp_path / "games" / "winter"))).keys

    for role, other in (("north", "south"), ("south", "north")):
        assert keys[role] in found[role] and keys[other] not in found[role]
        for words in ("North: Anna", "South: Ben", "a plain reply is enough", "https://example.org/winter/", "rules"):
            assert words in found[role], words
        for words in (
            "you have 3 days that count; it is due at 20:00 by the clocks of Europe/Lisbon", "bid one day",
            "These days count: Monday and Tuesday", "Holidays do not count", "a grace of 48 hours", "reminded once",
            "the word wait gets a step one day more", "absent FROM TO", "goes on at once", "the default is taken",
        ):  # fmt: skip
            assert words in found[role], words


@pytest.mark.parametrize(
    "early, said",
    [(True, "goes on at once"), (False, "goes on at the deadline"), ("12h", "no sooner than 12 hours after it asked")],
)
def test_when_it_goes_on_is_told_as_it_is(early: bool | str, said: str) -> None:
    lines = told_plan(read_plan({"zone": "UTC", "early": early}, ""))

    assert 1 == sum(said in line for line in lines)
