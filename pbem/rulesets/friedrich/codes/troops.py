"""Complaints about troops and recruitment: 6xx and 9xx (F6, F10)."""

from __future__ import annotations

from pbem.core import Code, Form

TROOPS_RANGE = Code(
    "FR601", "troops-range",
    "{piece} cannot have {number} troops",
    "A general has 1 to 8.",
    "F6.1",
    forms={"set-up": Form(hint="A general starts with 1 to 8.", rule="F1.13")},
)  # fmt: skip
TROOPS_OFF_MAP = Code(
    "FR602", "troops-off-map",
    "{piece} is not on the map and has no troops",
    "Leave him out.",
    "F6.1",
    forms={"train": Form("{piece} is a train and carries no troops", "Leave it out.")},
)  # fmt: skip
TROOPS_SUM = Code(
    "FR603", "troops-sum",
    "the troops of {pieces} in {city} cannot come to {number}",
    "They can come to any number from {low} to {high}.",
    "F6.2",
    forms={
        "exact": Form(hint="They can come to {low} and to nothing else."),
        "together": Form(hint="By itself {number} could be reached, but not together with the other numbers given."),
        "rest": Form(hint="With what {rest} must have, {pieces} can have {low} to {high}."),
        "exact-rest": Form(hint="With what {rest} must have, {pieces} can have {low} and nothing else."),
    },
)  # fmt: skip

NOTHING_BOUGHT = Code(
    "FR901", "nothing-bought",
    "this recruitment buys no troop and no train",
    'Every recruitment buys at least one: "recruit 1 troop, {example}; pay CARDS".',
    "F10.1",
    forms={"troop": Form(hint='Every recruitment buys at least one: "recruit 1 troop; pay CARDS".')},
)  # fmt: skip
PRICE_NOT_MET = Code(
    "FR902", "price-not-met",
    "the price is {price}, the cards come to {paid}",
    "Every troop and every train costs {each} points.",
    "F10.2",
    forms={
        "lost": Form(hint="Every troop and every train costs {each} points, for all depots are in hostile hands."),
        "nothing": Form("the price is {price}, and no card is named to pay it"),
        "nothing-lost": Form(
            "the price is {price}, and no card is named to pay it",
            "Every troop and every train costs {each} points, for all depots are in hostile hands.",
        ),
    },
)  # fmt: skip
SUPERFLUOUS = Code(
    "FR903",
    "superfluous-card",
    "{card} is not needed: the price is {price}, the other cards come to {rest}",
    "Leave {card} out; every card paid must be needed.",
    "F10.4",
)
OVER_MAXIMUM = Code("FR904", "over-maximum", "{nation} would have {total} troops", "Its maximum is {maximum}.", "F6.7")
NO_ROOM = Code(
    "FR905", "no-room",
    "new troops bought: {troops}, room for them: {room}",
    "A general carries at most 8: buy no more troops than there is room for.",
    "F10.5",
    forms={
        "10S": Form(
            hint="Card of fate 10S: a stack next to an enemy takes no new troops; buy no more than the others can"
            " take.",
            rule="C10",
        ),
        "7H": Form(
            hint="Card of fate 7H: neither Friedrich nor a general in his city takes new troops; buy no more than the"
            " others can take.",
            rule="7H",
        ),
    },
)  # fmt: skip
NOT_OFF_MAP = Code(
    "FR906",
    "not-off-map",
    "{piece} cannot re-enter, being on the map in {city}",
    "Only pieces off the map can re-enter.",
    "F10.1",
)
NOT_A_DEPOT = Code(
    "FR907", "not-a-depot",
    "{piece} cannot re-enter in {city}, which is not a depot of {nation}",
    "Open to this piece now: {depots}.",
    "F10.7",
    forms={
        "closed": Form(hint="No depot of {nation} can take this piece now."),
        "substitute": Form(
            "{piece} cannot re-enter in {city}, which cannot take the place of the depots of {nation}",
            "All depots are in hostile hands. Open to this piece now: {depots}.", "F10.9",
        ),
        "substitute-closed": Form(
            "{piece} cannot re-enter in {city}, which cannot take the place of the depots of {nation}",
            "All depots are in hostile hands, and no other city can take this piece now.", "F10.9",
        ),
    },
)  # fmt: skip
DEPOT_TAKEN = Code(
    "FR908", "depot-taken",
    "{piece} cannot re-enter in {city}, which is held by {blocker}",
    "A general re-enters in an empty city or one with generals of his nation only.",
    "F10.7",
    forms={
        "train": Form(hint="A train re-enters in an empty city."),
        "lost": Form(
            hint="All depots of {nation} are in hostile hands: another city takes their place, empty or with"
            " generals of {nation} only.",
            rule="F10.9",
        ),
    },
)  # fmt: skip
OTHER_SUBSTITUTE = Code(
    "FR909",
    "other-substitute",
    "pieces already re-enter in {first} this turn, {city} is a second city",
    "One substitute city serves for the whole movement.",
    "F10.9",
)
TROOP_EACH = Code(
    "FR910", "troop-each",
    "{generals} generals re-enter, but only {troops} troops are bought with them",
    "Every re-entering general receives at least one of the troops bought with him.",
    "F10.3",
    forms={
        "one": Form("{generals} generals re-enter, but only 1 troop is bought with them"),
        "none": Form("no troop is bought with {names}"),
    },
)  # fmt: skip
RECRUITED_EARLY = Code(
    "FR911",
    "recruited-early",
    "in this game troops are recruited after all moves",
    "Put this order below the moves (house rule recruiting).",
    "F10.1",
)
OVERPAID = Code(
    "FR951",
    "overpaid",
    "the price is {price}, the cards come to {paid}: the surplus of {surplus} is lost",
    "There is no change.",
    "F10.4",
    "warning",
)
TROOPS_FROM_COMRADES = Code(
    "FR651", "troops-from-comrades",
    "{pieces} gets troops from his own stack: no new troop may go to {city} this turn",
    "Card of fate {card}: the new troops go to {others}. [troops] can name other generals for them.",
    "F10.5",
    "warning",
    about="Under 7H no new troop goes to Friedrich or to a general in his city, under 10S none to a stack beside the"
    " enemy. A higher number in [troops] for a general there is taken as a transfer inside his stack, and what was"
    " bought goes elsewhere.",
    forms={"several": Form("{pieces} get troops from their own stack: no new troop may go to {city} this turn")},
)  # fmt: skip
ALL = (
    TROOPS_RANGE, TROOPS_OFF_MAP, TROOPS_SUM, NOTHING_BOUGHT, PRICE_NOT_MET, SUPERFLUOUS, OVER_MAXIMUM, NO_ROOM,
    NOT_OFF_MAP, NOT_A_DEPOT, DEPOT_TAKEN, OTHER_SUBSTITUTE, TROOP_EACH, RECRUITED_EARLY, OVERPAID,
    TROOPS_FROM_COMRADES,
)  # fmt: skip
