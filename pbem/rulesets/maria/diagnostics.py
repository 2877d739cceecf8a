"""Every complaint about a sheet of Maria: one row a fault. An id keeps its meaning for ever.

1xx unreadable, 2xx names, 3xx what is asked, 4xx hussars, supply, movement and trains, 5xx politics, 6xx troops and
payments, 7xx battles, 8xx retreats, 9xx agreements.
"""

from __future__ import annotations

from pbem.core import Code, Form, table
from pbem.rulesets.maria.codes import ahead, bids, movement, politics, treaties, troops

ORDER_UNREADABLE = Code(
    "MA101", "order-unreadable",
    "{text!r} is not an order",
    'An order is a move like "{general} > CITY > CITY", or "{general} stays", or begins with one of {verbs}.',
    forms={
        "no-city": Form(
            "{text!r} names no city here",
            'A move names every city entered: "{general} > CITY > CITY". Whoever stays needs no order.', "M10.1",
        ),
        "way": Form(
            "this way has {number} stops; at most {most} can be named",
            "Each move is an order of its own, and names the cities that are entered in this stage.", "M10.1",
        ),
        "no-piece": Form("{text!r} names no piece here", "Name a piece: {own}.", "M10.1"),
        "no-general": Form("{text!r} names no general", "Name a general: {own}."),
        "battles": Form("{text!r} does not name a general here", "Name a general who fights: {own}.", "M11.2"),
        "recruit": Form(
            "{text!r} is not a part of a recruitment",
            'Write "recruit POWER: 2 troops, GENERAL at CITY; pay CARDS".', "M13.2",
        ),
        "retreat": Form(
            "{text!r} does not say who goes where", 'Write "retreat GENERAL to CITY".', "M11.21",
        ),
        "return": Form(
            "{text!r} does not say which train comes back where", 'Write "return TRAIN at CITY; pay CARDS".', "M10.20",
        ),
        "pay": Form("{text!r} does not say what pays for whom", 'Write "pay GENERAL with CARDS".', "M9.7"),
        "hussar": Form("{text!r} does not say which hussar goes where", 'Write "hussar 1 to CITY".', "M7.1"),
        "flag": Form("{text!r} is not an order", "Orders that begin so: {known}."),
    },
)  # fmt: skip
WRONG_TYPE = Code(
    "MA102", "wrong-type",
    "{key} must be a list of texts",
    "For example: {example}",
    forms={
        "tables": Form("{key} must be a list of tables"),
        "table": Form("{key} must be a table"),
        "number": Form("{key} must be a whole number"),
        "troops": Form("{key} must be a number of troops"),
        "flag": Form("{key} must be true or false"),
        "names": Form("{key} must be a list of names"),
        "cards": Form("{key} must be a list of cards"),
        "general": Form('{key} must be the name of a general, or "*"'),
        "play": Form("a play must be a card or a table with a card"),
        "answers": Form("{key} must be a list of texts, {most} at most"),
    },
)  # fmt: skip
CARD_UNREADABLE = Code(
    "MA103", "card-unreadable",
    "{text!r} is not a card",
    "Write 10S, 7H, 2D, 9C, or R for a Reserve.",
    "M8.8",
    forms={"missing": Form("a card is missing here")},
)  # fmt: skip

UNKNOWN_CITY = Code(
    "MA201", "unknown-city",
    "there is no city {text!r} on the map",
    "Did you mean {near}?",
    "M3.2",
    forms={
        "far": Form(hint="Write the name as on the map."),
        "place": Form("there is no city and no general {text!r}"),
        "place-far": Form(
            "there is no city and no general {text!r}", "Write the name of a city as on the map, or that of a general."
        ),
    },
)  # fmt: skip
AMBIGUOUS_CITY = Code(
    "MA202", "ambiguous-city",
    "{text!r} may be {cities}",
    "Write it in full: {example}.",
    "M3.2",
    forms={
        "general": Form(
            "{text!r} may be the city or the general of that name", 'Write "the city {text}" or "the general {text}".'
        ),
    },
)  # fmt: skip
UNKNOWN_PIECE = Code(
    "MA203", "unknown-piece",
    "there is no piece {text!r}",
    "Did you mean {near}?",
    "M3.1",
    forms={"far": Form(hint="Those who can be meant here are {own}.")},
)  # fmt: skip
AMBIGUOUS_PIECE = Code("MA204", "ambiguous-piece", "{text!r} may be {pieces}", "Write which of them: {pieces}.", "M3.1")
NOT_YOURS = Code("MA205", "not-yours", "{piece} is not yours but belongs to {power}", "Your pieces are {own}.", "M2.1")
NOT_ACTIVE = Code(
    "MA206", "not-active",
    "{piece} belongs to {power}, and those who act now are {active}",
    "Leave this out: every power acts in its own stage.",
    "M5.2",
)  # fmt: skip
UNKNOWN_POWER = Code("MA207", "unknown-power", "there is no power {text!r}", "The powers are {known}.", "M2.1")

NOT_ASKED = Code(
    "MA301", "not-asked",
    "{order} is not asked for now",
    "What is asked now: {asked}.",
    "M5.2",
    forms={"answers": Form("{order} answers nothing that can be answered ahead", "For example: {asked}", "M26")},
)  # fmt: skip
NOTHING_DECIDED = Code(
    "MA302", "nothing-decided",
    "the sheet does not say which battle comes first",
    'Write "battles {battle}".',
    "M11.2",
    forms={
        "bid": Form(
            "the bid does not say what to do now, at a score of {score}",
            'Write a play that fits this score, an accept that covers the loss, or otherwise = "concede".', "M11.8",
        ),
        "bid-tie": Form(
            "the bid does not say what to do now, at a score of 0",
            'Write a play that fits this score, or otherwise = "concede" to end in a tie.', "M11.9",
        ),
        "retreat": Form(
            "the sheet does not say where the beaten stack goes",
            'Write "retreat {piece} to {city}"; the farthest cities: {choices}.', "M11.21",
        ),
        "pass": Form(
            "the sheet names no piece to move on Flanders", 'Move one piece there, or write "pass".', "M10.11"
        ),
    },
)  # fmt: skip
SAID_TWICE = Code("MA303", "said-twice", "{order} is given twice", "Leave one of the two out.")
NOTHING_OWED = Code(
    "MA304", "nothing-owed",
    "nothing is asked of you now, so {key} cannot be used",
    "At any time you may send [troops], transfers inside your stacks, and choices that hold for later.",
    "M6.5",
)  # fmt: skip
NOT_A_CHOICE = Code(
    "MA305", "not-a-choice",
    "France cannot choose now whether it pays Bavaria",
    "In the introductory game it decides from turn 4 on; in the advanced game contracts do.",
    "M8.2",
    forms={
        "stacks": Form(
            "only Austria and the Pragmatic Army agree about stacks", "With one player for both nobody asks.", "M10.10"
        ),
        "dispute": Form(
            "only Austria and the Pragmatic Army move on Flanders together",
            "With one player for both there is no dispute.", "M10.11",
        ),
        "first": Form(
            "the Pragmatic Army cannot be let go first here",
            "Austria says so in its own movement sheet, before the Pragmatic Army has moved.", "M10.11",
        ),
        "pass": Form("nobody need pass here", "Leave this out.", "M10.11"),
        "hussars": Form("the hussars are not placed now", "Leave this out.", "M7.1"),
    },
)  # fmt: skip
ONE_PIECE = Code(
    "MA306", "one-piece",
    "on Flanders Austria and the Pragmatic Army alternate, one piece each",
    "Move one piece, or pass.",
    "M10.11",
    forms={"map": Form("{piece} is not on the Flanders map", "First the pieces on Flanders move, one each.")},
)  # fmt: skip
SETUP_SUM = Code(
    "MA311", "set-up-sum",
    "these numbers come to {total} troops for {power}; they must come to {maximum}",
    "Divide exactly {maximum} among {generals}.",
    "M4.7",
)  # fmt: skip

CARD_NOT_HELD = Code(
    "MA702", "card-not-held",
    "{power} does not hold {card}",
    "The hand: {hand}.",
    "M8.7",
    forms={
        "empty": Form(hint="The hand is empty."),
        "pay": Form(rule="M8.10"),
        "pay-empty": Form(hint="The hand is empty.", rule="M8.10"),
        "pay-again": Form("{power} does not hold {card} so often", rule="M8.10"),
    },
)  # fmt: skip
PROMISED_TWICE = Code(
    "MA704", "promised-twice",
    "{card} is promised more often than it is held",
    "It is held {times}.",
    "M11.6",
    forms={"once": Form(hint="It is held once.")},
)  # fmt: skip
RETREAT_ILLEGAL = Code(
    "MA801", "retreat-illegal",
    "{pieces} cannot retreat to {city}",
    "The farthest cities: {choices}.",
    "M11.21",
    forms={
        "other": Form("it is {pieces} who must retreat, not {piece}", rule="M11.20"),
        "way": Form(
            "{pieces} cannot retreat to {city} by this way",
            "A way has exactly {length} steps over free cities, and no city twice.", "M11.22",
        ),
    },
)  # fmt: skip

CODES = table(
    ORDER_UNREADABLE, WRONG_TYPE, CARD_UNREADABLE, UNKNOWN_CITY, AMBIGUOUS_CITY, UNKNOWN_PIECE, AMBIGUOUS_PIECE,
    NOT_YOURS, NOT_ACTIVE, UNKNOWN_POWER, NOT_ASKED, NOTHING_DECIDED, SAID_TWICE, NOTHING_OWED, NOT_A_CHOICE, ONE_PIECE,
    SETUP_SUM, CARD_NOT_HELD, PROMISED_TWICE, RETREAT_ILLEGAL, *movement.ALL, *troops.ALL, *bids.ALL,
    *politics.ALL, *treaties.ALL, *ahead.ALL,
)  # fmt: skip


def __getattr__(name: str) -> Code:
    """The codes of the chapters, by their names here."""
    for chapter in (movement, troops, bids, politics, treaties, ahead):
        if hasattr(chapter, name):
            found: Code = getattr(chapter, name)
            return found
    raise AttributeError(name)


def codes() -> dict[str, Code]:
    """All codes by id."""
    return CODES
