"""Complaints about orders ahead, for every title."""

from __future__ import annotations

from pbem.core import Code, Form, table

AHEAD_FORM = Code(
    "PB215", "ahead-unreadable",
    "ahead must be a list of tables",
    "Write [[ahead]] above each of them, and in it the decision: for = \"hanover\".",
    about="Orders ahead could not be read.",
    forms={
        "many": Form("{number} tables of orders ahead are too many", "A sheet can have {most}."),
        "for": Form("this table does not say for which decision it is", "Write for = {choices}."),
        "unnamed": Form(
            "this table does not say for which decision it is, and that must stand on its envelope",
            'Write for = "...", with the name of the decision; the sheet of your report has those that you can order.',
        ),
        "none": Form("no decision of yours is coming", "Orders ahead are for those still to come."),
        "key": Form(
            "orders ahead have no key {key!r}",
            "A table has for, unless and withdraw, and what answers its decision.",
        ),
        "lasting": Form(
            "{key} holds at once and for good, and not with orders ahead",
            "Write it in the sheet itself: above the first [[ahead]], since what stands below belongs to that table.",
        ),
        "withdraw": Form(
            "withdraw must be true, or left out",
            "withdraw = true takes older orders for {decision} back; leave it out to give orders.",
        ),
        "withdraw-list": Form(
            "a list under withdraw holds at once and for good, and not with orders ahead",
            "Write it in the sheet itself, above the first [[ahead]]. To take older orders for {decision} back, write"
            " withdraw = true.",
        ),
        "withdrawn": Form(
            "orders that are withdrawn have no {key}",
            "Leave withdraw out to give other orders, or {key} to take the old ones back.",
        ),
        "empty": Form(
            "there are no orders for {decision} here",
            "Write do = [...] as in a sheet; to take older orders back, write withdraw = true.",
        ),
        "closed": Form(
            "closed orders ahead have no {key}",
            "Besides what `pbem seal --ahead` wrote, nothing stands in such a table; all else is inside.",
        ),
        "unless": Form("unless must be a list of at most {most} texts", 'For example: unless = ["attacked", "fate"].'),
    },
)  # fmt: skip
AHEAD_UNKNOWN = Code(
    "PB216", "ahead-unknown",
    "no decision of yours that is still to come is called {decision!r}",
    "Yours are {choices}.",
    about="Orders ahead were sent for a decision that their writer will not have.",
    forms={
        "now": Form(
            "{decision!r} is what you are asked now", "Write the orders for it in the sheet itself, above all tables."
        ),
        "none": Form(hint="Nothing of yours can be ordered now."),
    },
)  # fmt: skip
AHEAD_TWICE = Code(
    "PB217", "ahead-twice",
    "there are two tables of orders for {decision}",
    "Only the next one can be ordered. Keep one of the tables.",
    about="A sheet has two tables of orders ahead for the same decision.",
)  # fmt: skip
AHEAD_NOT_KEPT = Code(
    "PB218", "ahead-not-kept",
    "there are no orders ahead for {decision} from before this step to withdraw",
    "Nothing is changed by it. Those of an earlier sheet of this step go with it in any case, since this one takes its"
    " place.",
    severity="warning",
    about="Orders ahead were withdrawn that had not been given.",
)  # fmt: skip
AHEAD_DEPENDS = Code(
    "PB219", "ahead-depends",
    "today these orders for {decision} would be refused, with {code}: {why}",
    "{hangs_on} If it is still so when the decision comes, nothing of them is used and you are asked.",
    severity="warning",
    about="Orders ahead would not be legal as things stand; whether they are is looked at when their decision comes.",
)  # fmt: skip

AHEAD_ONLY = Code(
    "PB220", "ahead-only",
    "this sheet has orders ahead and says nothing of what is awaited from you now: {owed}",
    "Add the orders for it above the tables, also if you have sent them already: a sheet takes the place of an earlier"
    " one whole. If nothing is to be done now, say so: do = [].",
    about="A sheet with nothing but orders ahead, or that takes some back, would count as an empty answer to the"
    " decision of now, and what an earlier sheet has answered would be lost. A draft is kept, and told so (PB231).",
    forms={
        "bid": Form(
            hint="Add the bid for it above the tables, also if you have sent it already: a sheet takes the place of an"
            " earlier one whole. To give the battle up: [[bid]] with otherwise = \"concede\".",
        ),
        "other": Form(
            hint="Add the answer to it above the tables, as the sheet in your report shows it, also if you have sent it"
            " already: a sheet takes the place of an earlier one whole.",
        ),
        "held": Form(
            "this sheet says nothing of what is awaited from you now, and your held orders ahead wait for their phrase:"
            " {owed}",
            "Send the phrase, and with it in the same file whatever else the sheet has: standing bids, answers, orders"
            " ahead. Orders under do count instead of the held ones; do = [] if nothing is to be done.",
        ),
        "part": Form(
            "this sheet has {keys}, and no orders for what your orders ahead were to answer: {owed}",
            "A sheet counts instead of orders ahead, whole: write do = [...] with all of them, or leave {keys} out, and"
            " they stay.",
        ),
    },
)  # fmt: skip
AHEAD_DRAFT = Code(
    "PB231", "ahead-draft",
    "this draft has orders ahead and says nothing yet of what is awaited from you now: {owed}",
    "It is kept as a draft and counts for nothing. Add the answer above the tables before you send it as final.",
    severity="warning",
    about="A final sheet with nothing but orders ahead would be refused (PB220).",
)  # fmt: skip
AHEAD_NOT_HERE = Code(
    "PB221", "ahead-not-here",
    "in this game every decision is asked when it comes, and no orders are taken ahead",
    "Take the [[ahead]] tables out. The host chose this pace when the game was begun.",
    about="The pace of a game is `table`: nothing is decided before it is asked.",
)  # fmt: skip

AHEAD_LEFT_OUT = Code(
    "PB222", "ahead-left-out",
    "your last sheet had orders ahead for {decision}, and this one, which takes its place, has none",
    "Send it once more with that [[ahead]] table, if you still want it.",
    severity="warning",
    about="A sheet takes the place of an earlier one of the same step whole, with its orders, orders ahead, bids,"
    " wishes and answers, and with the standing bids that were new in it. Those from before the step stay.",
    forms={
        "standing": Form(
            'your last sheet had the standing bid "{name}", and this one, which takes its place, does not',
            "Send it once more with that [[standing]] table, if you still want it.",
        ),
        "bid": Form(
            "your last sheet had a bid for {own}, and this one, which takes its place, does not",
            "Send it once more with that [[bid]] table, if you still want it.",
        ),
        "key": Form(
            "your last sheet had {key}, and this one, which takes its place, does not",
            "Send it once more with that line, if you still want it.",
        ),
        "do": Form(
            "your last sheet had orders under do, and this one, which takes its place, has none",
            "Send it once more with those orders, if you still want them.",
        ),
        "ahead-withdraw": Form(
            "your last sheet withdrew your orders ahead for {decision}, and this one, which takes its place, does not",
            "Send it once more with that [[ahead]] table, if you still want it; else these orders hold.",
        ),
        "withdraw": Form(
            "your last sheet withdrew what this one, which takes its place, does not: {names}",
            "Send it once more with that line, if you still want it; else these standing bids hold.",
        ),
    },
)  # fmt: skip
AHEAD_SET_ASIDE = Code(
    "PB224", "ahead-set-aside",
    "your orders ahead were to answer now: {owed}. This sheet counts instead of them, whole",
    "If they are to count, send them once more as this sheet's own, with what you add to them.",
    severity="warning",
    forms={
        "held": Form(
            "your held orders ahead were to answer now: {owed}. This sheet counts instead of them, whole",
            "If they are to count, send their phrase in place of these orders.",
        ),
        "envelope": Form(
            "your orders ahead were to answer now: {owed}. What is in this envelope counts instead of them, whole, even"
            " where it says nothing of that",
            "`pbem seal SHEET --to VIEW` looks after it: it writes them into the sheet, or says what is missing. If you"
            " closed this one for the key alone and did not write them in, seal it so, and send that.",
        ),
        "standing": Form(
            "a standing bid or answer of yours was to answer now: {owed}. This sheet counts instead of it",
            "If it is to answer, send the sheet once more without an answer of its own.",
        ),
        "part": Form(
            "a standing bid of yours was to answer now: {owed}. The [[bid]] of this sheet counts instead of it",
            "If it is to answer, send the sheet once more without a [[bid]] for that battle.",
        ),
    },
    about="Orders ahead, standing bids and answers speak only as long as no sheet comes for the decision itself; two of"
    " them are never mixed.",
)  # fmt: skip
AHEAD_BRAKED_NOW = Code(
    "PB229", "ahead-braked-now",
    "as things stand this holds, and nothing of the orders for {decision} would be used",
    "It is looked at once more when the decision comes. Take the line out if the orders are to be used all the same.",
    severity="warning",
    about="A line of `unless` holds already on the day it is written; if it still does when the decision comes, nothing"
    " of the orders is used.",
)  # fmt: skip
IN_THE_OPEN = Code(
    "PB230", "in-the-open",
    "the moderator of this game plays, and can read this before it counts: {keys}",
    "Close the sheet with `pbem seal SHEET --to VIEW --hold`; with --ahead as well, its orders ahead alone are closed.",
    severity="warning",
    forms={
        "unasked": Form(
            hint="Close its orders ahead with `pbem seal SHEET --to VIEW --ahead --hold`. What else is to stay closed,"
            " send it in a held sheet when you are asked.",
        ),
    },
    about="Where the moderator plays, what the others must not know yet travels in held envelopes. An open sheet counts"
    " all the same.",
)  # fmt: skip

# Told in the report of their owner.
AHEAD_BRAKED = Code(
    "PB225", "ahead-braked",
    "Your orders ahead are not used, because of what you wrote under unless, and you are asked: {decision}.",
    "Send the orders you want now; what they were to wait for has happened.",
    severity="warning",
    about="A line of `unless` held when the decision of orders ahead came: nothing of them was used.",
)  # fmt: skip
AHEAD_UNFIT = Code(
    "PB226", "ahead-unfit",
    "Your orders ahead no longer fit; nothing of them is used, and you are asked: {decision}.",
    "The lines below say what stands in their way. Send the orders you want now.",
    severity="warning",
    about="Orders ahead were checked when their decision came, and were not legal any more.",
)  # fmt: skip
AHEAD_LATE = Code(
    "PB227", "ahead-late",
    "Your orders ahead are not used: they waited for their phrase, and the default was taken: {decision}.",
    "Send the phrase of held orders before their decision is adjudicated.",
    severity="warning",
    about="Held orders ahead were still closed when the moderator went on without them.",
)  # fmt: skip
AHEAD_GONE = Code(
    "PB228", "ahead-gone",
    "Your orders ahead are dropped, because there is nothing to decide any more: {decision}.",
    "Nothing is asked of you for it.",
    severity="warning",
    about="The decision that orders ahead were for will not come: its nation has left the game, say.",
)  # fmt: skip

CODES = table(
    AHEAD_FORM,
    AHEAD_UNKNOWN,
    AHEAD_TWICE,
    AHEAD_NOT_KEPT,
    AHEAD_DEPENDS,
    AHEAD_ONLY,
    AHEAD_DRAFT,
    AHEAD_NOT_HERE,
    AHEAD_LEFT_OUT,
    AHEAD_SET_ASIDE,
    AHEAD_BRAKED,
    AHEAD_UNFIT,
    AHEAD_LATE,
    AHEAD_GONE,
    AHEAD_BRAKED_NOW,
    IN_THE_OPEN,
)
