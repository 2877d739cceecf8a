"""What a sheet says besides orders, as the page shows it: whether it counts, a phrase, a vote for an end, and press."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.core.offers import Choice, Edit, Offer
from pbem.core.sheets import BESIDE, DRAFT, FINAL, HEADING, WITHDRAWN
from pbem.mail.blank import data_of
from pbem.workflow import press_allowed, title_of
from pbem.workflow.deskpage.ahead import PHRASE
from pbem.workflow.deskpage.home import Home
from pbem.workflow.press import MOST

COUNTS = "Does this sheet count?"
TAKEN_BACK = "No: what was sent for this step is taken back"
STATUSES = {FINAL: "Yes, it is final", DRAFT: "Not yet, it is a draft", WITHDRAWN: TAKEN_BACK}
VOTE = "How do you vote, if an end of the game is put to the vote?"
VOTES = ("yes", "no")
TALK = "Is that all this sheet says? Orders that were sent before stay as they are then."
NO_ORDERS = "Yes, it has no orders"


def besides(home: Home, sheet: str) -> dict[str, Any] | None:
    """What the writer of a sheet can say besides; whether a vote or envelopes are open, a view does not tell."""
    if not home.role or home.seen.over:
        return None
    data = data_of(sheet)
    return {
        "choices": (status(home, data), vote(data), *talk(home, data)),
        "phrase": str(data.get(PHRASE, "")),
        "alone": tuple(emptied(home, data, held=home.seen.held)),
        "press": press(home, data),
    }


def is_alone(home: Home, sheet: str) -> bool:
    """Whether nothing can be ordered beside what a sheet says: a phrase, or that all sheets are taken back."""
    data = data_of(sheet)
    return data.get("status") == WITHDRAWN or (PHRASE in data and not home.seen.held)


def status(home: Home, data: Mapping[str, Any]) -> Choice:
    """Final, which is what a sheet is that says nothing of it, a draft, or withdrawn and so without orders."""
    now = data.get("status", FINAL)
    empty = tuple(emptied(home, data))
    edits = {
        FINAL: (Edit(("status",)),),
        DRAFT: (Edit(("status",), DRAFT),),
        WITHDRAWN: (*empty, Edit((PHRASE,)), Edit(("word",)), Edit(("ok",)), Edit(("status",), WITHDRAWN)),
    }
    offers = tuple(Offer(text, edits[name], said=name == now) for name, text in STATUSES.items())
    return Choice("status", COUNTS, offers)


def vote(data: Mapping[str, Any]) -> Choice:
    """For or against an end that was put to the vote; what is said is taken back."""
    now = data.get("vote")
    offers = tuple(Offer(text, (Edit(("vote",), None if text == now else text),), said=text == now) for text in VOTES)
    return Choice("end-vote", VOTE, offers, several=True)


def talk(home: Home, data: Mapping[str, Any]) -> Iterator[Choice]:
    """Whether a vote or press is all that a sheet says: without orders it leaves those that were sent before alone."""
    edits = (*emptied(home, data), *(Edit((key,)) for key in ("status", "word", "ok") if key in data))
    if edits and any(key in data for key in BESIDE):
        yield Choice("talk", TALK, (Offer(NO_ORDERS, edits),))


def emptied(home: Home, data: Mapping[str, Any], held: tuple[str, ...] = ()) -> Iterator[Edit]:
    """The changes that leave no orders: with ``held`` ones ahead, none of those that could answer in their place."""
    ahead = home.ruleset.ahead
    for key in data:
        if key not in (*HEADING, *BESIDE, PHRASE) and not (held and ahead is not None and key not in ahead.keys):
            yield Edit((key,))


def press(home: Home, data: Mapping[str, Any]) -> dict[str, Any] | None:
    """The press of a sheet, and to whom more can be written; None where the game has none."""
    seen = home.seen
    allowed = press_allowed(home.ruleset, seen.options, seen.press)
    if "public" not in allowed:
        return None
    rows = data.get("press", [])
    sound = isinstance(rows, list) and all(isinstance(row, Mapping) for row in rows)
    mode = home.ruleset.mode(seen.mode)
    others = [role for role in seen.roles if role != seen.role] if "private" in allowed else []
    return {
        "to": [["all", "all"], *([role, title_of(mode, role)] for role in others)],
        "anonymous": "anonymous" in allowed,
        "said": rows if sound else [],
        "full": not sound or len(rows) >= MOST,
    }
