"""Votes of a player and of the proxy who plays for him: each hears of what the other has voted."""

from __future__ import annotations

from textwrap import fill

from pbem.workflow.post_desk import Desk
from pbem.workflow.posting import WIDTH, Draft
from pbem.workflow.proxies import reader_of, seat_of
from pbem.workflow.voting import PLAYER, PROXY, Voted

SUBJECT = "[{game} {step}] A vote for {role}"
PROXY_VOTED = "{name}, who plays for you, has voted {choice} about {what}. If you vote, your vote takes its place."
LEFT_OUT = "{name}, who plays for you, has sent a vote about {what}. It was left out, for you have voted; yours counts."
PLAYER_VOTED = "The player for whom you play has voted about {what}. That vote counts in the place of yours."
SOMEBODY = "Somebody"


def told_of_vote(desk: Desk, role: str, voted: Voted | None) -> tuple[Draft, ...]:
    """The mail to the player about the vote of a proxy, or to the proxy whose vote the player has replaced."""
    row = desk.secret.proxies.get(role)
    if voted is None or row is None or not (voted.by_proxy or voted.stood == PROXY):
        return ()
    facts = {"name": row["name"] or SOMEBODY, "what": voted.what, "choice": voted.choice}
    if not voted.by_proxy:
        return (_draft(desk, role, True, PLAYER_VOTED.format(**facts)),)
    return (_draft(desk, role, False, (LEFT_OUT if voted.stood == PLAYER else PROXY_VOTED).format(**facts)),)


def _draft(desk: Desk, role: str, to_proxy: bool, text: str) -> Draft:
    game = desk.room.games[desk.game.directory]  # in which no proxy sits in the seat of the player
    seat, title = seat_of(desk.secret.proxies[role]) if to_proxy else game.players[role], desk.table.title(role)
    subject = SUBJECT.format(game=game.name, step=desk.table.last.number, role=title)
    reader = reader_of(role) if to_proxy else role
    text = f"{fill(text, WIDTH)}\n"
    return Draft(reader, seat.name or title, seat.address, "vote", subject, text, step=desk.table.last.number)
