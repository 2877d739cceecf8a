"""Every complaint about a sheet of Friedrich: one row a fault. An id keeps its meaning for ever.

1xx unreadable, 2xx names, 3xx what is asked and cards, 4xx movement, 5xx fate, 6xx troops, 7xx battles,
8xx retreats, 9xx recruitment.
"""

from __future__ import annotations

from pbem.core import Code, Form, table
from pbem.rulesets.friedrich.codes import bids, brakes, fate, movement, troops
from pbem.rulesets.friedrich.codes.bids import (  # noqa: F401
    ACCEPT_ENDS_IT,
    BATTLE_TWICE,
    BID_FOR_ENEMY,
    BID_MISSING,
    BID_OPEN,
    BID_TWICE,
    BID_VALUE,
    CONDITION_IMPOSSIBLE,
    CONDITION_UNREADABLE,
    COUNTS_DOUBLE,
    DOUBLED_TWICE,
    KEPT_AND_FORCED,
    KEPT_AND_PLAYED,
    NO_SUCH_BATTLE,
    NOT_HELD_NOW,
    NOT_THOUGHT_THROUGH,
    ORDER_OPEN,
    PLAY_NEVER,
    RESERVE_VALUE,
    SHARED_CARD,
    STANDING_PAST,
    STANDING_SCOPE,
    STANDING_SUIT,
    STANDING_UNKNOWN,
    SUIT_SILENCED,
    UNKNOWN_BID_KEY,
    WISH_UNREADABLE,
    WISHES_IDLE,
    WRONG_SUIT,
)
from pbem.rulesets.friedrich.codes.brakes import UNKNOWN_NAME, UNLESS_IDLE, UNLESS_UNREADABLE  # noqa: F401
from pbem.rulesets.friedrich.codes.fate import (  # noqa: F401
    CHEVERT_ALONE,
    DECLINED_TOO,
    FATE_STEP_ILLEGAL,
    MAY_NOT_ATTACK,
    MAY_NOT_CAPTURE,
    MAY_NOT_MOVE,
    NO_NEW_TROOPS,
    OFFENSIVE_CARD,
    OFFENSIVE_GIVEN_UP,
    RECONQUER_ILLEGAL,
    RECRUITS_ATTACK,
    REINFORCE_ILLEGAL,
    RETIRE_ILLEGAL,
    TURN_ILLEGAL,
    WEAKEN_ILLEGAL,
)
from pbem.rulesets.friedrich.codes.movement import (  # noqa: F401
    ALREADY_MOVED,
    GONE,
    LEFT_UNPROTECTED,
    MIXED_GROUP,
    NO_ORDERS,
    NO_ROAD,
    NO_STOP,
    NO_WAY,
    NOT_FREE,
    NOT_TOGETHER,
    OFF_MAP,
    OUT_OF_SUPPLY,
    SAID_TWICE_GROUP,
    STACK_FULL,
    STAYS_AND_MOVES,
    TOO_LONG,
    WAY_BLOCKED,
    WAY_UNCLEAR,
)
from pbem.rulesets.friedrich.codes.troops import (  # noqa: F401
    DEPOT_TAKEN,
    NO_ROOM,
    NOT_A_DEPOT,
    NOT_OFF_MAP,
    NOTHING_BOUGHT,
    OTHER_SUBSTITUTE,
    OVER_MAXIMUM,
    OVERPAID,
    PRICE_NOT_MET,
    RECRUITED_EARLY,
    SUPERFLUOUS,
    TROOP_EACH,
    TROOPS_FROM_COMRADES,
    TROOPS_OFF_MAP,
    TROOPS_RANGE,
    TROOPS_SUM,
)

ORDER_UNREADABLE = Code(
    "FR101", "order-unreadable",
    "{text!r} is not an order",
    'An order is a move like "{general} > CITY > CITY", or "{general} stays", or begins with one of {verbs}.',
    forms={
        "no-city": Form(
            "{text!r} names no city here",
            'A move names every city entered: "{general} > CITY > CITY". Whoever stays needs no order.', "F4.2",
        ),
        "way": Form(
            "this way has {number} stops; at most {most} can be named",
            "Each move is an order of its own, and names the cities that are entered in this stage.", "F4.2",
        ),
        "no-piece": Form("{text!r} names no piece here", "Name a piece: {own}.", "F4.2"),
        "no-general": Form("{text!r} names no general", "Name a general: {own}."),
        "battles": Form("{text!r} does not name a general here", "Name a general who fights: {own}.", "F7.2"),
        "recruit": Form(
            "{text!r} is not a part of a recruitment",
            'Write "recruit 2 troops, {pieces}; pay CARDS": troops, trains and'
            " generals that come back, cards that pay.", "F10.1",
        ),
        "retreat": Form(
            "{text!r} does not say who goes where", 'Write "retreat GENERAL to CITY".', "F8.2",
        ),
        "decline": Form("{text!r} names nothing that may be declined", "What may be declined: {cards}."),
    },
)  # fmt: skip
WRONG_TYPE = Code(
    "FR102", "wrong-type",
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
        "answers": Form("{key} must be a list of at most {most} texts"),
    },
)  # fmt: skip
CARD_UNREADABLE = Code(
    "FR103", "card-unreadable",
    "{text!r} is not a card",
    "Write 13S, 7H, 2D, 10C, or R for a Reserve.",
    "F1.2",
    forms={"missing": Form("a card is missing here")},
)  # fmt: skip

UNKNOWN_CITY = Code(
    "FR201", "unknown-city",
    "there is no city {text!r} on the map",
    "Did you mean {near}?",
    "F1.1",
    forms={
        "far": Form(hint="Write the name as on the map."),
        "place": Form("there is no city and no general {text!r}"),
        "place-far": Form(
            "there is no city and no general {text!r}", "Write the name of a city as on the map, or that of a general."
        ),
    },
)  # fmt: skip
AMBIGUOUS_CITY = Code(
    "FR202", "ambiguous-city",
    "{text!r} may be {cities}",
    "Name the grid square too: {example}.",
    "F1.1",
    forms={
        "nearest": Form(hint="Name the grid square too: {example} is the nearest."),
        "general": Form(
            "{text!r} may be the city or the general of that name", 'Write "the city {text}" or "the general {text}".'
        ),
    },
)  # fmt: skip
UNKNOWN_PIECE = Code(
    "FR203", "unknown-piece",
    "there is no piece {text!r}",
    "Did you mean {near}?",
    "F1.12",
    forms={"far": Form(hint="Those who can be meant here are {own}.")},
)  # fmt: skip
AMBIGUOUS_PIECE = Code(
    "FR204", "ambiguous-piece", "{text!r} may be {pieces}", "Write which of the two: {pieces}.", "F1.12"
)
NOT_YOURS = Code("FR205", "not-yours", "{piece} is not yours but {nation}'s", "Your pieces are {own}.", "F2.1")
NOT_ACTIVE = Code(
    "FR206",
    "not-active",
    "{piece} is {nation}'s, and this is the stage of {active}",
    "Leave this out: every nation acts in a stage of its own.",
    "F2.1",
)

NOT_ASKED = Code(
    "FR301", "not-asked",
    "{order} is not asked for now",
    "What is asked now: {asked}.",
    "F2.2",
    forms={
        "expert": Form(
            "{order} belongs to the expert game, and this game is played without its rules", "Leave this out.", "F13.1"
        ),
        "offensive": Form(
            "the offensive option is declared in turn 3 of the expert game, in the stage of Prussia",
            "Leave this out.", "F13.4",
        ),
        "no-discard": Form(
            "{nation} never discards a card it has drawn", "Leave this out: all cards drawn are kept.", "F3.1"
        ),
        "discards-nothing": Form(
            "{nation} has no card to discard in this stage", "Leave this out: all cards drawn are kept.", "F3.3"
        ),
        "answers": Form(
            "{order} cannot be a standing answer", "Answers are to cards of fate and about retreats: {example}."
        ),
    },
)  # fmt: skip
NOTHING_DECIDED = Code(
    "FR302", "nothing-decided",
    "the sheet does not say which battle comes first",
    'Write "battles {battle}".',
    "F7.2",
    forms={
        "bid": Form(
            "the bid does not say what to do now, at a score of {score}",
            'Write a play that fits this score, an accept that covers the loss, or otherwise = "concede".', "F7.8",
        ),
        "bid-tie": Form(
            "the bid does not say what to do now, at a score of 0",
            'Write a play that fits this score, or otherwise = "concede" to end in a tie.', "F7.8",
        ),
        "retreat": Form(
            "the sheet does not say where the beaten stack goes",
            'Write "retreat {piece} to {city}"; the farthest cities: {choices}.', "F8.2",
        ),
        "retire": Form("the sheet does not say which general retires", 'Write "retire {piece}".', "F11.14"),
        "reinforce": Form(
            "the sheet does not say which general receives the troop", 'Write "reinforce {piece}".', "F11.6"
        ),
        "weaken": Form("the sheet does not say which general loses a troop", 'Write "weaken {piece}".', "F11.7"),
        "reconquer": Form(
            "the sheet does not say which two cities are retaken", 'Write "reconquer {city}, {other}".', "F13.3"
        ),
    },
)  # fmt: skip
SAID_TWICE = Code("FR303", "said-twice", "{order} is given twice", "Leave one of the two out.")
NOTHING_OWED = Code(
    "FR304",
    "nothing-owed",
    "nothing is asked of you now, so {key} cannot be used",
    "At any time you may send [troops], transfers inside your stacks, and [[standing]], withdraw and answers.",
    "F6.2",
)
SETUP_SUM = Code(
    "FR311",
    "set-up-sum",
    "these numbers come to {total} troops for {nation}; they must come to {maximum}",
    "Distribute exactly {maximum} among {generals}, 1 to 8 to each.",
    "F1.13",
)
DISCARD_MISSING = Code(
    "FR321",
    "discard-missing",
    "{nation} drew {drawn} and must discard one of them",
    'Begin with "discard {example}".',
    "F3.3",
)
DISCARD_NOT_DRAWN = Code(
    "FR322", "discard-not-drawn",
    "{card} is not one of the cards just drawn",
    "Discard one of {drawn}.",
    "F3.3",
    forms={"several": Form("none of these is one of the cards just drawn: {card}")},
)  # fmt: skip
DISCARD_UNSURE = Code(
    "FR323", "discard-unsure",
    "nobody knows yet whether {card} will be drawn",
    'Name cards in order of liking, and lowest last: "discard {card}, lowest".',
    "F3.3",
    "warning",
    forms={
        "missing": Form(
            "{nation} will draw {number} cards and discard one of them, and these orders do not say which",
            'Begin with "discard lowest", or name cards in order of liking: "discard 2S, 3H, lowest".',
        ),
    },
    about="Orders ahead are written before the cards of their stage are drawn. `discard 2S, 3H, lowest` discards the"
    " first of these that is drawn, and the lowest of all if none is; `lowest` also serves where nothing need be"
    " discarded after all. Orders whose discard does not fit the cards that are drawn are not used.",
)  # fmt: skip


CARD_NOT_HELD = Code(
    "FR702", "card-not-held",
    "{nation} does not hold {card}",
    "The hand: {hand}.",
    "F7.6",
    forms={
        "empty": Form(hint="The hand is empty."),
        "pay": Form(rule="F10.4"),
        "pay-empty": Form(hint="The hand is empty.", rule="F10.4"),
        "choice": Form(rule="F3.4"),
        "choice-empty": Form(hint="The hand is empty.", rule="F3.4"),
    },
)  # fmt: skip
PROMISED_TWICE = Code(
    "FR704", "promised-twice",
    "{card} is promised more often than it is held",
    "It is held {times}.",
    "F7.6",
    forms={
        "once": Form(hint="It is held once."),
        "beside": Form(hint="A bid of yours that answers in another battle promises it too."),
        "pay": Form("{card} is paid more often than it is held", rule="F10.4"),
        "pay-once": Form("{card} is paid more often than it is held", "It is held once.", "F10.4"),
    },
)  # fmt: skip
DOUBLE_ILLEGAL = Code(
    "FR711",
    "double-illegal",
    "{card} cannot be doubled",
    "Only Prussia's 11S can, once, in the turn of card of fate 11S.",
    "11S",
)
CARD_BARRED = Code(
    "FR731", "card-barred",
    "{card} may not be played between Prussia and France this turn",
    "Card of fate 3C: nothing of 10 or more, a Reserve 1 to 9. You may play {cards}.",
    "3C",
    forms={"none": Form(hint="Card of fate 3C: nothing of 10 or more. You hold nothing that can be played here.")},
)  # fmt: skip

RETREAT_ILLEGAL = Code(
    "FR801", "retreat-illegal",
    "{pieces} cannot retreat to {city}",
    "The farthest cities: {choices}.",
    "F8.5",
    forms={"other": Form("it is {pieces} who must retreat, not {piece}", rule="F7.10")},
)  # fmt: skip

CODES = table(
    ORDER_UNREADABLE, WRONG_TYPE, CARD_UNREADABLE, UNKNOWN_CITY, AMBIGUOUS_CITY, UNKNOWN_PIECE, AMBIGUOUS_PIECE,
    NOT_YOURS, NOT_ACTIVE, NOT_ASKED, NOTHING_DECIDED, SAID_TWICE, NOTHING_OWED, SETUP_SUM, DISCARD_MISSING,
    DISCARD_NOT_DRAWN, DISCARD_UNSURE, *movement.ALL, CARD_NOT_HELD, PROMISED_TWICE, DOUBLE_ILLEGAL, CARD_BARRED,
    RETREAT_ILLEGAL, *fate.ALL, *troops.ALL, *bids.ALL, *brakes.ALL,
)  # fmt: skip


def codes() -> dict[str, Code]:
    """All codes by id."""
    return CODES
