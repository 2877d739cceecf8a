"""Complaints about moves, and what they leave open: 4xx (F4, F5.4, F9.2)."""

from __future__ import annotations

from pbem.core import Code, Form

OFF_MAP = Code(
    "FR401", "off-map",
    "{piece} is off the map",
    'A general comes back with a troop: "recruit 1 troop, {name} at {depot}; pay CARDS".',
    "F4.2",
    forms={"train": Form(hint='A train comes back by recruitment: "recruit train {name} at {depot}; pay CARDS".')},
)  # fmt: skip
GONE = Code("FR402", "retired", "{piece} is out of the game for good", "Leave this out.", "F10.13")
ALREADY_MOVED = Code(
    "FR403", "already-moved",
    "{piece} has already moved in this phase",
    "A piece moves once.",
    "F4.1",
    forms={
        "re-entered": Form(
            "{piece} has re-entered in this phase and does not move any more",
            "A piece that re-enters stays where it is until the next turn.", "F10.8",
        ),
    },
)  # fmt: skip
NOT_FREE = Code(
    "FR404",
    "not-free",
    "{piece} cannot move any more: {other} has joined him in {city}",
    "Joining ends the movement of everybody in the city; move {piece} first.",
    "F4.9",
)
WAY_BLOCKED = Code(
    "FR405", "way-blocked",
    "{piece} cannot pass {city}, which is held by {blocker}",
    "From {before} the free ways lead to {free}.",
    "F4.5",
    forms={"shut-in": Form(hint="From {before} no way is free.")},
)  # fmt: skip
NO_ROAD = Code("FR406", "no-road", "no road joins {a} and {b}", "From {a} roads lead to {near}.", "F4.3")
TOO_LONG = Code(
    "FR407", "too-long",
    "{piece} cannot move {length} cities",
    "Allowed are {most}, or {main} if all roads are main roads.",
    "F4.4",
    forms={
        "fate": Form(hint="Card of fate {card}: allowed are {most}, or {main} if all roads are main roads."),
        "near": Form(
            hint="Allowed are {most}, or {main} if all roads are main roads. Nearest to {b} it can end in {nearest}."
        ),
        "other": Form(hint='Allowed are {most}, or {main} if all roads are main roads. To {b} leads "{order}".'),
    },
)  # fmt: skip
NO_STOP = Code(
    "FR408", "no-stop",
    "{piece} cannot end in {city}, which is held by {blocker}",
    "Stop in an empty city, with generals of the same nation, or on a hostile train.",
    "F4.6",
    forms={"train": Form(hint="A train ends only in an empty city.")},
)  # fmt: skip
STACK_FULL = Code(
    "FR409", "stack-full",
    "{city} would hold {number} generals",
    "At most three generals share a city.",
    "F4.7",
    forms={"re-entry": Form(rule="F10.7")},
)  # fmt: skip
NOT_TOGETHER = Code(
    "FR410",
    "not-together",
    "{piece} and {other} are not in the same city",
    "{piece} is in {city}, {other} in {other_city}; generals move together from one city.",
    "F4.2",
)
MIXED_GROUP = Code("FR411", "mixed-group", "{piece} and {other} cannot move together", "A train moves alone.", "F4.2")
WAY_UNCLEAR = Code(
    "FR412",
    "way-unclear",
    "{piece} can go from {a} to {b} on ways that differ in what they conquer",
    "Write one of: {ways}.",
    "F4.3",
)
NO_WAY = Code(
    "FR413",
    "no-way",
    "{piece} has no free way from {a} to {b} within {most} cities, nor within {main} on main roads alone",
    "Write the cities one by one to see what is in the way.",
    "F4.4",
    forms={
        "near": Form(
            hint="Nearest to {b} it can end in {nearest}. Write the cities one by one to see what is in the way."
        ),
    },
)
SAID_TWICE_GROUP = Code(
    "FR414", "piece-twice",
    "{piece} stands twice in this group",
    "Name each general once.",
    "F4.2",
    forms={"re-entry": Form("{piece} stands twice in this recruitment", "Name each piece once.", "F10.1")},
)  # fmt: skip
STAYS_AND_MOVES = Code(
    "FR415",
    "stays-and-moves",
    "{piece} is ordered to stay and also to move",
    "Leave one of the two orders out.",
    "F4.11",
)
NO_ORDERS = Code(
    "FR451", "no-orders",
    "there are no orders for {pieces}",
    'They stay where they are; "{stay}" says that it is meant so.',
    "F4.11",
    "warning",
    forms={"one": Form(hint='He stays where he is; "{stay}" says that it is meant so.')},
)  # fmt: skip
LEFT_UNPROTECTED = Code(
    "FR452",
    "left-unprotected",
    "these moves leave without protection: {cities}",
    "A general of {nation} within three cities protects an objective.",
    "F5.4",
    "warning",
    forms={
        "from-1": Form(
            hint="By a house rule a general of {nation} protects objectives one to three cities away, and not the one"
            " he stands in."
        ),
    },
)
OUT_OF_SUPPLY = Code(
    "FR453", "out-of-supply",
    "{piece} in {city} would be out of supply and turned face-down",
    "He needs the home country of {nation}, or a train of {nation} six roads away or less with no enemy on the way.",
    "F9.2",
    "warning",
    forms={
        "lost": Form("{piece} in {city} would be out of supply once more and lost with all his troops"),
        "depot": Form(
            hint="He needs a depot of {nation}, or a train of {nation} six roads away or less with no enemy on the way."
        ),
        "depot-lost": Form(
            "{piece} in {city} would be out of supply once more and lost with all his troops",
            "He needs a depot of {nation}, or a train of {nation} six roads away or less with no enemy on the way.",
        ),
        "stack": Form(
            hint="They need the home country of {nation}, or a train of {nation} six roads away or less with no enemy"
            " on the way."
        ),
        "lost-stack": Form(
            "{piece} in {city} would be out of supply once more and lost with all their troops",
            "They need the home country of {nation}, or a train of {nation} six roads away or less with no enemy on the"
            " way.",
        ),
        "depot-stack": Form(
            hint="They need a depot of {nation}, or a train of {nation} six roads away or less with no enemy on the"
            " way."
        ),
        "depot-lost-stack": Form(
            "{piece} in {city} would be out of supply once more and lost with all their troops",
            "They need a depot of {nation}, or a train of {nation} six roads away or less with no enemy on the way.",
        ),
    },
)  # fmt: skip
ALL = (
    OFF_MAP, GONE, ALREADY_MOVED, NOT_FREE, WAY_BLOCKED, NO_ROAD, TOO_LONG, NO_STOP, STACK_FULL, NOT_TOGETHER,
    MIXED_GROUP, WAY_UNCLEAR, NO_WAY, SAID_TWICE_GROUP, STAYS_AND_MOVES, NO_ORDERS, LEFT_UNPROTECTED,
    OUT_OF_SUPPLY,
)  # fmt: skip
