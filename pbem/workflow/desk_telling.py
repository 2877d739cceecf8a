"""What was done at the moderator's desk, in sentences."""

from __future__ import annotations

from typing import Any

from pbem.core.events import (
    AtTheDesk,
    Counted,
    Ended,
    HandedOver,
    Offered,
    Press,
    Proxied,
    ProxyEnded,
    Replaced,
    Ruled,
)
from pbem.workflow import Table

RULED = "The moderator ruled: {reason}"
NOW = "By this ruling it is now: {fact}"
UNSEEN = "By this ruling something was set that is not for you to know: {key}"
SET_ASIDE = "Your sheet for step {step} was set aside with it: send again what you still want."
REPLACED = {
    True: "From step {first} on {title} is played by {name}.",
    False: "From step {first} on {title} is played by somebody else.",
}
PROXIED = {
    (True, True): "From now on {name} plays {title} for its player, until the end of {until}.",
    (True, False): "From now on {name} plays {title} for its player, until this is ended.",
    (False, True): "From now on somebody plays {title} for its player, until the end of {until}.",
    (False, False): "From now on somebody plays {title} for its player, until this is ended.",
}
PROXY_ENDED = {
    True: "{name} plays {title} no more; its player is back.",
    False: "Nobody plays {title} for its player any more.",
}
# How a game ended, was to end, or will not: a draw, or that somebody has won.
ENDED = {
    "resigned": "The game is over: {title} has resigned.",
    "draw": "The game is over: all players agreed to a draw.",
    "conceded": "The game is over: all players agreed that {title} has won.",
    "abandoned": "The game is over, for it was given up: {reason}",
}
OFFERED = {
    "draw": "A draw is offered. If all are for it, the game is over.",
    "conceded": "It is offered that {title} has won. If all are for it, the game is over.",
}
VOTE = 'Vote with a line in a sheet, vote = "yes" or vote = "no"; nobody is told who voted what.'
VOTE_BY = 'Vote by {by} with a line in a sheet, vote = "yes" or vote = "no"; nobody is told who voted what.'
FAILED = {
    "draw": "Not all were for the draw that was offered, so the game goes on.",
    "conceded": "Not all agreed that {title} has won, so the game goes on.",
}
PASSED = "The votes about the offer were counted: all were for it."
HANDED_OVER = {True: "The game is run by {name} from now on.", False: "The game is run by somebody else from now on."}
NEW_KEY = (
    "The key to seal for is another one from now on, {key}: `pbem seal` shows the old and the new one, and takes the"
    " new one with --accept-key."
)
PRESS = {True: "{title} says to all:", False: "Somebody says to all, without a name:"}
MODERATOR, THE_MODERATOR = "moderator", "The moderator"
TO_YOU, FROM_YOU = "{title} says to you alone:", "You said to {title} alone:"


def chapters_beside(table: Table, role: str | None, news: list[str]) -> list[dict[str, Any]]:
    """What was said to a reader alone, and what was done since the step, as chapters of a report."""
    letters = [_letter(table, role, *row) for row in table.talk]
    found = [{"title": "Press for you alone", "items": letters}] if letters else []
    return [*found, *([{"title": "Since this step", "items": news}] if news else [])]


def _letter(table: Table, role: str | None, writer: str, reader: str, lines: tuple[str, ...]) -> dict[str, Any]:
    mine = role == writer
    title = THE_MODERATOR if writer == MODERATOR else table.title(reader if mine else writer)
    head = (FROM_YOU if mine else TO_YOU).format(title=title)
    return {"title": head, "lines": list(lines), "short": lines[0]}


def told_at_the_desk(what: AtTheDesk) -> list[str]:
    """The sentences of an event."""
    match what:
        case Ruled():
            return [
                RULED.format(reason=what.reason),
                *(NOW.format(fact=fact) for fact in what.now),
                *(UNSEEN.format(key=key) for key in what.unseen),
                *([SET_ASIDE.format(step=what.sheet)] if what.sheet else []),
            ]
        case Replaced():
            return [REPLACED[bool(what.name)].format(first=what.first, title=what.title, name=what.name)]
        case Proxied():
            words = PROXIED[bool(what.name), bool(what.until)]
            return [words.format(name=what.name, title=what.title, until=what.until)]
        case ProxyEnded():
            return [PROXY_ENDED[bool(what.name)].format(name=what.name, title=what.title)]
        case Ended():
            return [ENDED[what.how].format(title=what.title, reason=what.reason)]
        case Offered():
            return [OFFERED[what.how].format(title=what.title), VOTE_BY.format(by=what.by) if what.by else VOTE]
        case Counted():
            return [PASSED if what.passed else FAILED[what.how].format(title=what.title)]
        case HandedOver():
            return [HANDED_OVER[bool(what.name)].format(name=what.name), NEW_KEY.format(key=what.key)]
        case Press():
            return [PRESS[bool(what.title)].format(title=what.title), *(f"| {line}" for line in what.lines)]
        case _:
            raise ValueError(f"the event {what.kind!r} is told by nobody")
