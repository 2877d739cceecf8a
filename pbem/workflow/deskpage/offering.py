"""What may be done next, as the page shows it, and the sheet after something was tapped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.core.offers import Choice, Edit, Offer, Offers, applied
from pbem.core.sheets import HEADING, is_offered
from pbem.mail.blank import data_of, is_blank
from pbem.workflow.deskpage.ahead import asked, body_of, coming
from pbem.workflow.deskpage.besides import besides, is_alone
from pbem.workflow.deskpage.due import due
from pbem.workflow.deskpage.edits import rewritten
from pbem.workflow.deskpage.home import Home
from pbem.workflow.offers import offers_now

BIDS = ("bid", "standing")  # where sheets have what fights are answered with (docs/bids.md)
NOTHING: dict[str, Any] = {
    "groups": [], "choices": [], "sums": [], "fights": [], "bids": {}, "path": [], "coming": [],
    "word": None, "untouched": False, "besides": None, "due": None,
}  # fmt: skip
TAPPED = ("ok", "word", "status")  # what of the heading is the player's to say
AS_SENT = "Is the sheet meant as it was sent? It says itself what that means."
OK = "OK, as it stands"


def offered(home: Home, sheet: str, decision: str = "") -> dict[str, Any]:
    """All that may be said next, to what is asked now or to a coming decision; nothing where the sheet cannot be read
    or nothing is asked. ``path`` is where the sheet answers the decision."""
    body = body_of(home, sheet)
    if body is None:
        return {**NOTHING, "broken": True, "due": due(home, sheet, None)}
    question = asked(home, sheet, decision)
    always = {"untouched": is_untouched(home, sheet), "besides": _plain(besides(home, sheet))}
    always["due"] = due(home, sheet, Offers())
    if is_alone(home, sheet):
        return {**NOTHING, **always}
    if home.ruleset.offers is None or question is None:
        return {**NOTHING, **always, "word": word_of(home, sheet)}
    found = offers_now(home.ruleset, home.view, home.seen.role, body, decision if question.path else "")
    if not question.path:
        always["due"] = due(home, sheet, found)
        found = found._replace(choices=(*agreeing(home, sheet), *found.choices))
    bids = {key: question.body.get(key, []) for key in BIDS}
    more = {"bids": _plain(bids), "path": [*question.path], "coming": coming(home, body), **always}
    return {**_plain(found), **more, "word": None if question.path else word_of(home, sheet)}


def agreeing(home: Home, sheet: str) -> tuple[Choice, ...]:
    """A sheet that can be answered with OK: the same by a tap."""
    if not is_offered(home.shown["sheet"]):
        return ()
    said = data_of(sheet).get("ok") is True
    return (Choice("ok", AS_SENT, (Offer(OK, (Edit(("ok",), None if said else True),), said=said),), several=True),)


def is_untouched(home: Home, sheet: str) -> bool:
    """Whether a mail with this sheet is refused, for it is the one that was sent, with nothing filled in (PB128)."""
    return bool(home.role) and not home.seen.over and is_blank(sheet, data_of(sheet), home.shown["sheet"], sent=False)


def word_of(home: Home, sheet: str) -> str | None:
    """The word for the seed as the sheet has it, where one may be given."""
    if not home.role or not (home.seen.waits or home.seen.step == 1):
        return None
    return str(data_of(sheet).get("word", ""))


def _plain(value: Any) -> Any:
    """Records as tables, tuples as lists; a change is a pair."""
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        if type(value).__name__ == "Edit":
            return [list(value[0]), _plain(value[1])]
        return {key: _plain(part) for key, part in value._asdict().items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    return value


def edited(home: Home, sheet: str, edits: Sequence[tuple[Sequence[str | int], Any]]) -> dict[str, str]:
    """The sheet after some changes."""
    kept = [key for key in HEADING if key not in TAPPED]
    before = {key: value for key, value in data_of(sheet).items() if key not in kept}
    after = applied(before, [Edit(tuple(path), value) for path, value in edits])
    return {"sheet": rewritten(sheet, before, after, home.shown["sheet"])}
