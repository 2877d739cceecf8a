"""What a report says to one who owes something: what answers already, and what is done if nothing comes."""

from __future__ import annotations

from pbem.core import listed
from pbem.core.ruleset import Owed
from pbem.workflow import Table

# What was sent before answers what is owed; with the time until which something else can be sent, if there is one.
ANSWERS = {
    ("orders", False): "Your orders ahead answer, unless you send others.",
    ("orders", True): "Your orders ahead answer, unless you send others by {by}.",
    ("bid", False): "Your standing bid answers, unless you send another.",
    ("bid", True): "Your standing bid answers, unless you send another by {by}.",
    ("answer", False): "Your standing answer speaks, unless you send another.",
    ("answer", True): "Your standing answer speaks, unless you send another by {by}.",
    ("held", False): "Your held orders ahead wait for their phrase: send it, or other orders.",
    ("held", True): "Your held orders ahead wait for their phrase: send it, or other orders, by {by}.",
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
    return ANSWERS[kind, bool(table.by)].format(by=table.by)


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
