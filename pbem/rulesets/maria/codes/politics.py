"""Complaints about politics and what follows from it (M17 to M20)."""

from __future__ import annotations

from pbem.core import Code, Form

SUIT_UNREADABLE = Code(
    "MA501", "suit-unreadable",
    "{text!r} is no suit",
    'Write "suit spades", "suit clubs", "suit hearts" or "suit diamonds".',
    "M17.2",
)  # fmt: skip
SAID_FOR_WHOM = Code(
    "MA502", "said-for-whom",
    "it is not said for which power this holds",
    'Write the power before it: "{example}".',
    "M17.3",
    forms={
        "other": Form(
            "{power} does not decide now", "Those who decide now are {powers}: leave the others out."
        ),
    },
    about="One player can have two great powers on the political board, and their hands are kept apart. Where both"
    " decide at once each line names its power. Wrong: `place 7H`. Right: `Prussia: place 7H`.",
)  # fmt: skip
PLACE_ONE = Code(
    "MA503", "place-one",
    "{power} would place {number} cards",
    'A great power places one card, or none: "place {card}" or "place nothing".',
    "M17.3",
)  # fmt: skip
NO_SUCH_CARD = Code(
    "MA504", "no-such-card",
    "{text!r} is none of the political cards that lie open",
    "These lie open: {cards}.",
    "M17.7",
    forms={"missing": Form("the sheet does not say which political card", 'Write "select 1741-1", for example.')},
)  # fmt: skip
NO_SHIELD = Code(
    "MA505", "no-shield",
    "{card} does not bear the shield of {power}",
    "{power} may select {cards}.",
    "M17.8",
)  # fmt: skip
NOT_ON_CARD = Code(
    "MA506", "not-on-card",
    "{card} does not move the marker of {track} {side}",
    "It offers: {offers}.",
    "M17.12",
    forms={
        "none": Form("{card} moves no marker", "Leave this out."),
        "twice": Form("the marker of {track} is moved twice by one card", "Each track is moved once, or left alone."),
        "thrown": Form(
            "a card that is thrown away moves nothing", 'Write "execute" in place of "throw away".', "M17.9"
        ),
        "word": Form("{track!r} says nothing about a political card", 'Write for example "{offers}".'),
    },
)  # fmt: skip
ONE_CARD_A_PLAYER = Code(
    "MA507", "one-card-a-player",
    "this player has executed a political card in this turn already",
    'Write "select {card}, throw away": of two cards that one player selects only one is executed.',
    "M24.2",
)  # fmt: skip
NOTHING_CHOSEN = Code(
    "MA508", "nothing-chosen",
    "the sheet does not say which suit is dominant",
    'Write "suit hearts", for example.',
    "M17.2",
    forms={
        "place": Form("the sheet does not say what {power} places", 'Write "place nothing", or name a card.', "M17.3"),
        "choose": Form("the sheet does not say what {power} does", 'Write "hold", or "{example}".', "M17.7"),
        "send": Form("the sheet does not say which general {power} sends", 'Write "send {example}".', "M17.15"),
        "saxony": Form("the sheet does not say how far Saxony's marker moves", 'Write "saxony {example}".', "M19.33"),
        "peace": Form(
            "the sheet does not say whether peace is offered", 'Write "offer peace" or "no peace".', "M19.10"
        ),
        "accept": Form(
            "the sheet does not say whether the peace is accepted", 'Write "accept peace" or "refuse peace".', "M19.10"
        ),
        "vote": Form("the sheet does not say how {power} votes", 'Write "{example}".', "M18.3"),
        "move": Form("the sheet does not say where {piece} must go", 'Write "{example}".', "M19.14"),
    },
)  # fmt: skip
CARD_TROOPS = Code(
    "MA511", "card-troops",
    "the card gives {power} {troops}, and [troops] would give out {given}",
    "Give the new numbers of troops: exactly {number} more than now, 8 a general at most.",
    "M17.17",
    forms={
        "over": Form("{piece} would have {number} troops", "No general has more than 8."),
        "fewer": Form("{piece} would have fewer troops than now", "A card gives troops; nobody loses any."),
        "away": Form("{piece} is away in an off-map box", "Give the troops to others: {others}.", "A37"),
        "site": Form(
            "{piece} is off the map and needs a place to come back to",
            'Write "{example}": a major fortress of his own country that is free.', "M13.4",
        ),
        "nobody": Form("{piece} would come back without a troop", "Give him one of the new troops.", "M13.2"),
    },
)  # fmt: skip
NO_CORPS = Code(
    "MA521", "no-corps",
    "{piece} cannot be sent",
    "{power} can send {choices}.",
    "M17.15",
    forms={
        "poor": Form(
            "{piece} is off the map, and {paid} points do not pay for his two troops",
            "Pay 8 points with cards of {power}, or send a general on the map: {choices}.",
        ),
        "unpaid": Form(
            "{piece} is off the map, so two troops must be bought for him",
            'Write "send {piece}, pay CARDS": 8 points with cards of {power}.',
        ),
        "paid": Form("{piece} is on the map and costs nothing", "Leave the payment out."),
        "nobody": Form("{power} must send a general, because one is on the map"),
        "payable": Form(
            "{power} must send a general off the map, because its hand pays for his two troops",
            'Write "{example}", or send another for cards that come to 8 points: {choices}.',
        ),
    },
)  # fmt: skip
NO_PLACE = Code(
    "MA522", "no-place",
    "{piece} cannot go to {city}",
    "He can go to {choices}.",
    "M17.15",
    forms={
        "moved": Form(rule="M19.14"),
        "back": Form("{piece} cannot come back at {city}", "He can come back at {choices}.", "M13.4"),
        "other": Form("{piece} need not be moved", "It is {choices} that must be."),
        "later": Form("{piece} is moved later", "Leave it out until you are asked, or write it into answers."),
    },
)  # fmt: skip
TOO_FAR = Code(
    "MA531", "too-far",
    "Saxony's marker moves from 0 to {most} spaces here",
    'Write "saxony {most}", or a smaller number.',
    "M19.33",
)  # fmt: skip
VOTES_WRONG = Code(
    "MA541", "votes-wrong",
    "{power} has {number}, and the sheet casts {given}",
    'Nobody abstains: write "{example}".',
    "M18.3",
)  # fmt: skip
AIMS_NOT_LOWERED = Code(
    "MA551", "aims-not-lowered",
    "France cannot lower its aims now",
    "It needs a marker in Core-Austria.",
    "M19.20",
    forms={
        "once": Form(hint="It has done so already, and can do so only once."),
        "general": Form(hint="{piece} stands in Core-Austria."),
        "intro": Form(hint="The introductory game has no such thing."),
        "other": Form("{role} does not speak for France", "Leave this out."),
    },
)  # fmt: skip
DECLARATION_UNREADABLE = Code(
    "MA552", "declaration-unreadable",
    "{text!r} is nothing that can be declared",
    'What can be declared at any time is "lower aims".',
    "M19.20",
)  # fmt: skip
MUST_LEAVE = Code(
    "MA553", "must-leave",
    "{piece} is inside neutral land and must leave it by a shortest way",
    'He can come to {cities}: "{order}".',
    "M19.44",
)  # fmt: skip
POLITICAL_ORDER = Code(
    "MA561", "political-order-unreadable",
    "{text!r} is not what is asked now",
    'Write for example "{example}".',
    "M17",
    forms={"twice": Form("this is said twice", "Leave one of the two out.")},
)  # fmt: skip
NOT_IN_HAND = Code(
    "MA564", "not-in-hand",
    "{power} does not hold {card}",
    "Its hand: {hand}.",
    "M8.7",
)  # fmt: skip
ALL = (
    SUIT_UNREADABLE, SAID_FOR_WHOM, PLACE_ONE, NO_SUCH_CARD, NO_SHIELD, NOT_ON_CARD, ONE_CARD_A_PLAYER, NOTHING_CHOSEN,
    CARD_TROOPS, NO_CORPS, NO_PLACE, TOO_FAR, VOTES_WRONG, AIMS_NOT_LOWERED, DECLARATION_UNREADABLE, MUST_LEAVE,
    POLITICAL_ORDER, NOT_IN_HAND,
)  # fmt: skip
