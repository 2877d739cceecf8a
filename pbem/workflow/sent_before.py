"""What a report tells of things that were sent before: what answers now, what is done without a sheet, orders ahead."""

from __future__ import annotations

from typing import Any

from pbem.core import listed
from pbem.core.ruleset import Owed, Ruleset
from pbem.seal.words import four_words
from pbem.store.reading import Kept
from pbem.workflow import Table

# What was sent before answers what is owed; with the time until which something else can be sent, if there is one, and
# where a step goes on as soon as all is in, that it may be sooner.
ANSWERS = {
    ("orders", ""): "Your orders ahead answer, unless you send others.",
    ("orders", "by"): "Your orders ahead answer, unless you send others by {by}.",
    ("orders", "early"): "Your orders ahead answer as soon as all else is in, and by {by} at the latest, unless you"
    " send others before.",
    ("bid", ""): "Your standing bid answers, unless you send another.",
    ("bid", "by"): "Your standing bid answers, unless you send another by {by}.",
    ("bid", "early"): "Your standing bid answers as soon as all else is in, and by {by} at the latest, unless you send"
    " another before.",
    ("answer", ""): "Your standing answer speaks, unless you send another.",
    ("answer", "by"): "Your standing answer speaks, unless you send another by {by}.",
    ("answer", "early"): "Your standing answer speaks as soon as all else is in, and by {by} at the latest, unless you"
    " send another before.",
    ("held", ""): "Your held orders ahead wait for their phrase: send it, or other orders.",
    ("held", "by"): "Your held orders ahead wait for their phrase: send it, or other orders, by {by}.",
}


def answering(table: Table, owed: Owed) -> str:
    """Whether something that was sent before answers what a role owes, as it is told; empty if nothing does."""
    waiting = [item for item in table.kept if item.role == owed.role and item.decision == table.asked(owed.role)]
    if waiting and waiting[0].is_held:
        kind = "held"
    elif owed.role not in table.answered:
        return ""
    else:
        kind = "orders" if waiting else "bid" if owed.kind in ("bid", "bids") else "answer"
    return ANSWERS[kind, _until(table, kind)].format(by=table.by)


def _until(table: Table, kind: str) -> str:
    """How long there is for something else: whoever is waited for has all the time there is."""
    if not (table.by and table.game.time) or kind == "held":
        return "by" if table.by else ""
    from pbem.timing.plan import plan_of  # not for report: of a game without [time]

    plan = plan_of(table.game)
    return "by" if plan is None or plan.early is False else "early"


# What is done for one who sends nothing, where something that he has standing answers then.
UNSENT = {
    "bid": "your standing bid answers",
    "bids": "your standing bids answer",
    "": "your standing answer speaks",
    "part": "your standing bid answers {parts}; where none answers, {default}",
    "parts": "your standing bids answer {parts}; where none answers, {default}",
}


def otherwise(table: Table, owed: Owed) -> str:
    """What is done for a role that sends nothing, as it is told: what it has standing counts before the default."""
    group = table.ruleset.ahead
    if group is None:
        return owed.default
    view = table.ruleset.secrets.view_of(table.state, owed.role)
    if group.spoken(view, owed.role) is not None:
        return UNSENT[owed.kind if owed.kind in UNSENT else ""]
    parts = group.parts(view, owed.role, {})
    words = UNSENT["parts" if len(parts) > 1 else "part"] if parts else "{default}"
    return words.format(parts=listed(parts), default=owed.default)


NOTHING = "Nothing is to be done."
UNREAD = {
    False: "Sealed under the words {words}; they are opened when you are asked.",
    True: "Held under the words {words}; when you are asked, send their phrase.",
}


def ordered(ruleset: Ruleset, item: Kept) -> dict[str, Any]:
    """Orders for a coming decision, as their owner and the moderator see them: bids and the like as understood."""
    more = list(ruleset.ahead.written(item.decision, item.body)) if ruleset.ahead and item.body else []
    closed = _unread(item) if item.envelope else ""
    nothing = "" if item.envelope or any(item.body.values()) else NOTHING
    return {"role": item.role, "what": item.what, "do": item.body.get("do", []), "more": more, "closed": closed,
            "nothing": nothing, "unless": list(item.unless)}  # fmt: skip


def _unread(item: Kept) -> str:
    return UNREAD[item.is_held].format(words=four_words(str(item.envelope.get("commitment", ""))))
