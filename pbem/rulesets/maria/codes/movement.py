"""Complaints about hussars, supply, moves and trains, and what they leave open: 4xx (M7, M9, M10)."""

from __future__ import annotations

from pbem.core import Code, Form

OFF_MAP = Code(
    "MA401", "off-map",
    "{piece} is off the map",
    "A general comes back in winter, or with a political card.",
    "M6.7",
    forms={"train": Form(hint='A train comes back for 4 points: "return {name} at CITY; pay CARDS".', rule="M10.20")},
)  # fmt: skip
GONE = Code(
    "MA402", "not-in-play",
    "{piece} is out of the game",
    "Leave this out.",
    "M4.2",
    forms={"away": Form("{piece} is in the off-map box", "He comes back when the icon ends.", "M3.9")},
)  # fmt: skip
ALREADY_MOVED = Code(
    "MA403", "already-moved", "{piece} has already moved in this phase", "A piece moves once.", "M10.1",
    forms={
        "along": Form(
            "{piece} cannot be taken along: the other player has moved him, or has said that he stays",
            "Leave him out: a general goes along if nothing else was ordered for him in this phase.", "M10.6",
        ),
    },
)  # fmt: skip
NOT_FREE = Code(
    "MA404", "not-free",
    "{piece} cannot move any more: {other} has joined him in {city}",
    "Joining ends the movement of both; move {piece} first.",
    "M10.4",
)  # fmt: skip
WAY_BLOCKED = Code(
    "MA405", "way-blocked",
    "{piece} cannot pass {city}, which is held by {blocker}",
    "From {before} the free ways lead to {free}.",
    "M10.3",
    forms={"shut-in": Form(hint="From {before} no way is free.")},
)  # fmt: skip
NO_ROAD = Code("MA406", "no-road", "no road joins {a} and {b}", "From {a} roads lead to {near}.", "M10.1")
TOO_LONG = Code(
    "MA407", "too-long",
    "{piece} cannot move {length} cities",
    "Allowed are {most}, or {main} if all roads are main roads. Nearest to {b} it can end in {nearest}.",
    "M10.2",
    forms={
        "force": Form(hint='Allowed are {most}, or {main} on main roads; a force march must be said: "{order}".'),
        "other": Form(hint='Allowed are {most}, or {main} if all roads are main roads. To {b} leads "{order}".'),
    },
)  # fmt: skip
NO_STOP = Code(
    "MA408", "no-stop",
    "{piece} cannot end in {city}, which is held by {blocker}",
    "Stop in an empty city, with one general with whom he may stack, or on an enemy train.",
    "M10.3",
    forms={"train": Form(hint="A train ends only in an empty city.")},
)  # fmt: skip
STACK_FULL = Code(
    "MA409", "stack-full", "{city} would hold {number} generals", "At most two generals share a city.", "M6.1"
)
NOT_TOGETHER = Code(
    "MA410", "not-together",
    "{piece} and {other} are not in the same city",
    "{piece} is in {city}, {other} in {other_city}; generals move together from one city.",
    "M10.6",
)  # fmt: skip
MIXED_GROUP = Code("MA411", "mixed-group", "{piece} and {other} cannot move together", "A train moves alone.", "M6.1")
WAY_UNCLEAR = Code(
    "MA412", "way-unclear",
    "{piece} can go from {a} to {b} on ways that differ in what they do",
    "Write one of: {ways}.",
    "M10.1",
)  # fmt: skip
NO_WAY = Code(
    "MA413", "no-way",
    "{piece} has no free way from {a} to {b} within {most} cities, nor within {main} on main roads alone",
    "Write the cities one by one to see what is in the way.",
    "M10.2",
    forms={
        "near": Form(
            hint="Nearest to {b} it can end in {nearest}. Write the cities one by one to see what is in the way."
        ),
    },
)  # fmt: skip
PIECE_TWICE = Code("MA414", "piece-twice", "{piece} stands twice in this group", "Name each general once.", "M10.6")
STAYS_AND_MOVES = Code(
    "MA415", "stays-and-moves", "{piece} is ordered to stay and also to move", "Leave one of the two orders out.",
    "M10.1",
)  # fmt: skip
NO_STACK = Code(
    "MA416", "no-stack",
    "{piece} cannot stack with {other}: their powers are allied, but do not cooperate",
    "Only generals of one power or of powers that cooperate share a city.",
    "M6.1",
)  # fmt: skip
NO_CONSENT = Code(
    "MA417", "no-consent",
    "{piece} cannot stack with {other}: the other player has not agreed",
    'Austria and the Pragmatic Army stack if both agree; the other side says so with "allow stacks".',
    "M10.10",
    forms={
        "along": Form(
            "{piece} cannot be taken along: the other player has not agreed",
            "A stack of Austria and the Pragmatic Army moves together if both agree; the other side says so with "
            '"allow stacks".',
        ),
    },
)  # fmt: skip
MAY_NOT_ENTER = Code(
    "MA418", "may-not-enter",
    "{piece} cannot go to {city} on the other map",
    "Only French and Austrian pieces cross between the maps.",
    "M10.9",
    forms={
        "intro": Form("{piece} cannot go to {city}", "Flanders takes no part in the introductory game.", "M14.1"),
        "neutral": Form(
            "{piece} cannot enter {city}, which is neutral land", "Foreign pieces do not enter it.", "M19.43"
        ),
        "leave": Form("{piece} cannot go to {city}", "The pieces of a neutral power stay at home.", "M19.41"),
    },
)  # fmt: skip
FORCE_ILLEGAL = Code(
    "MA419", "force-march-illegal",
    "{piece} cannot enter {city} by a force march",
    "A force march enters no enemy fortress, no city with an enemy piece, and none next to one.",
    "M10.7",
    forms={
        "train": Form("{piece} cannot make a force march", "Only generals do."),
        "long": Form("{piece} cannot go {length} cities by a force march", "At most eight are allowed."),
        "minor": Form(
            "{piece} cannot go from {a} to {b} by a force march", "All roads of a force march are main roads."
        ),
    },
)  # fmt: skip
NOT_COMMANDING = Code(
    "MA420", "not-commanding",
    "{piece} cannot be named as supreme commander",
    "This is chosen when two generals of equal rank number form a stack, by the one who forms it.",
    "M6.2",
)  # fmt: skip
NOT_A_TRAIN = Code(
    "MA421", "not-a-train", "{piece} is no train", "Only trains come back in a movement phase.", "M10.20"
)
TRAIN_WAITS = Code(
    "MA422", "train-waits",
    "{piece} waits in the box Silesia",
    "It comes into the game only with the annexation of Silesia.",
    "M10.20",
)  # fmt: skip
TRAIN_MOVED = Code(
    "MA423", "train-moved",
    "{piece} has moved in this phase, or has come back already",
    "A train that has moved is not taken off, and one that came back stays.",
    "M10.22",
)  # fmt: skip
NO_SITE = Code(
    "MA424", "no-site",
    "{piece} cannot come back at {city}",
    "It must be a friendly major fortress at home; free are {sites}.",
    "M13.4",
    forms={
        "none": Form(hint="There is no friendly major fortress at home where he could come back now."),
        "train": Form(
            hint="Major fortresses at home, or of the minor power with which a great one cooperates, that are friendly"
            " and empty: {sites}.", rule="M10.21",
        ),
        "train-none": Form(hint="There is none that is friendly and empty now: the train stays out.", rule="M10.21"),
    },
)  # fmt: skip
HUSSAR_ILLEGAL = Code(
    "MA431", "hussar-illegal",
    "a hussar cannot be placed in {city}",
    "It must be four roads or less from an Austrian general on the map.",
    "M7.1",
    forms={
        "flanders": Form(hint="Hussars are placed on the Bohemia map."),
        "piece": Form(hint="{city} holds {blocker}; hussars go to cities without a piece."),
        "two": Form(hint="At most one hussar stands in a city.", rule="M7.4"),
    },
)  # fmt: skip
NO_PAYMENT_DUE = Code(
    "MA441", "no-payment-due",
    "{piece} has nothing to pay for",
    "Those who must buy their supply: {buyers}.",
    "M9.6",
)  # fmt: skip
MUST_PAY = Code(
    "MA442", "must-pay",
    "{piece} must buy supply for {cost} points, and these cards are worth {points}",
    "A power must pay if its hand is worth enough: name cards worth {cost}, or leave the order out.",
    "M9.8",
)  # fmt: skip
NO_ORDERS = Code(
    "MA451", "no-orders",
    "there are no orders for {pieces}",
    'They stay where they are; "{stay}" says that it is meant so.',
    "M10.1",
    "warning",
    forms={"one": Form(hint='He stays where he is; "{stay}" says that it is meant so.')},
)  # fmt: skip
LEFT_UNPROTECTED = Code(
    "MA452", "left-unprotected",
    "these moves leave without protection: {cities}",
    "A general of the controlling power, or of one that cooperates with it, protects within three roads.",
    "M10.31",
    "warning",
)  # fmt: skip
OUT_OF_SUPPLY = Code(
    "MA453", "out-of-supply",
    "{piece} in {city} would be out of supply, be turned face-down and lose a troop",
    "He needs his home country, or a train of {power} six roads away or less with no enemy on the way.",
    "M9.3",
    "warning",
    forms={"again": Form("{piece} in {city} would be out of supply once more and lose two troops")},
)  # fmt: skip
ALL = (
    OFF_MAP, GONE, ALREADY_MOVED, NOT_FREE, WAY_BLOCKED, NO_ROAD, TOO_LONG, NO_STOP, STACK_FULL, NOT_TOGETHER,
    MIXED_GROUP, WAY_UNCLEAR, NO_WAY, PIECE_TWICE, STAYS_AND_MOVES, NO_STACK, NO_CONSENT, MAY_NOT_ENTER, FORCE_ILLEGAL,
    NOT_COMMANDING, NOT_A_TRAIN, TRAIN_WAITS, TRAIN_MOVED, NO_SITE, HUSSAR_ILLEGAL, NO_PAYMENT_DUE, MUST_PAY,
    NO_ORDERS, LEFT_UNPROTECTED, OUT_OF_SUPPLY,
)  # fmt: skip
