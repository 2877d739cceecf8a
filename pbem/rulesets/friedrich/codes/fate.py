"""Complaints about what cards of fate ask and forbid, and about the expert game: 5xx (F11, F13, section 3)."""

from __future__ import annotations

from pbem.core import Code, Form

RETIRE_ILLEGAL = Code(
    "FR501", "retire-illegal",
    "{piece} cannot be retired: he is not a Prussian general",
    "You may retire {choices}.",
    "F11.14",
    forms={
        "friedrich": Form("Friedrich himself cannot be retired"),
        "gone": Form("{piece} cannot be retired: he is out of the game already"),
        "train": Form("{piece} cannot be retired: it must be a general"),
    },
)  # fmt: skip
REINFORCE_ILLEGAL = Code(
    "FR502", "reinforce-illegal",
    "{piece} cannot receive the troop: it goes to a general of {nation}",
    "It may go to {choices}.",
    "F11.6",
    forms={
        "off-map": Form("{piece} cannot receive the troop: he is not on the map"),
        "full": Form("{piece} cannot receive the troop: his stack is full"),
    },
)  # fmt: skip
FATE_STEP_ILLEGAL = Code(
    "FR503", "fate-step-illegal",
    "Laudon cannot step to {city}: it is not next to him, or not free",
    "He may step to {choices}, or stay.",
    "6S",
    forms={
        "only-laudon": Form("it is Laudon alone who may step, one city, not {piece}"),
        "one-city": Form("Laudon may step one city only"),
        "aside": Form(
            "{piece} cannot step aside to {city}: a whole stack next to Daun goes, once, to an empty city next to it",
            "The stack may step aside to {choices}, or stay.", "C8",
        ),
        "aside-nowhere": Form(
            "{piece} cannot step aside to {city}: a whole stack next to Daun goes, once, to an empty city next to it",
            "No city is open to this stack: leave the order out.", "C8",
        ),
        "west": Form(
            "Hildburghausen cannot be moved to {city}: he goes two cities west, over an empty one to an empty one",
            "He may be moved to {choices}, or stay.", "C11",
        ),
        "only-hildburghausen": Form(
            "it is Hildburghausen alone who may be moved, not {piece}",
            "He may be moved to {choices}, or stay.", "C11",
        ),
    },
)  # fmt: skip
MAY_NOT_ATTACK = Code(
    "FR504", "may-not-attack",
    "{piece} may not come to stand next to an enemy this turn, and {city} is next to {enemy}",
    "Card of fate {card}: he may pass such a city, but neither stop nor re-enter there.",
    "F11.5",
    forms={
        "3H": Form(
            "{piece} may not attack from a city of {suit} this turn, and {city}, a city of {suit}, is next to {enemy}",
            "Card of fate 3H: Hildburghausen has attacked from a city of {suit}. Soubise may stop or re-enter next to"
            " an enemy in a city of another suit.", "3H",
        ),
        "from-halle": Form(
            "{piece} may not come to stand in Halle this turn: Halle is next to {enemy}",
            "Card of fate 3D: no attack from or against Halle; Halle may be passed.", "3D",
        ),
        "against-halle": Form(
            "{piece} may not come to stand in {city} this turn: it is next to Halle, which is held by {enemy}",
            "Card of fate 3D: no attack from or against Halle; {city} may be passed.", "3D",
        ),
    },
)  # fmt: skip
MAY_NOT_CAPTURE = Code(
    "FR505", "may-not-capture",
    "{piece} may not capture a train this turn, and {train} is in {city}",
    "Card of fate {card} forbids it: end in another city.",
    "5S",
    forms={
        "4D": Form(rule="4D"),
        "7S": Form(rule="7S"),
        "3D": Form("no train may be captured in Halle this turn, and {train} is there", rule="3D"),
    },
)  # fmt: skip
RECRUITS_ATTACK = Code(
    "FR506", "recruits-attack",
    "no new troops can go to {piece}: whoever receives them may not attack this turn, and {city} is next to {enemy}",
    "Card of fate 10S: give the troops to generals who neither stand nor come next to an enemy.",
    "C10",
    forms={
        "re-entry": Form(
            "{piece} cannot re-enter in {city}: he receives new troops and may not attack this turn, and {city} is"
            " next to {enemy}",
            "Card of fate 10S: leave {piece} off the map, or let him re-enter where no enemy is near.",
        ),
        "unplaced": Form(
            "new troops bought: {troops}, room for them: {room}; whoever receives one may not attack this turn",
            "Card of fate 10S: a stack that stands or comes next to an enemy takes none. Buy fewer troops, or move"
            " fewer generals next to an enemy.",
        ),
    },
)  # fmt: skip
MAY_NOT_MOVE = Code(
    "FR507",
    "may-not-move",
    "{piece} stood in {city} at the start and may not move this turn",
    "Card of fate {card}: others may leave him, and he may be joined.",
    "2C",
)
CHEVERT_ALONE = Code(
    "FR510", "chevert-alone",
    "{piece} may not leave Chevert alone this turn",
    "Card of fate 5D: Chevert stays with {others} all the time.",
    "5D",
    forms={"chevert": Form("Chevert may not leave {others} this turn")},
)  # fmt: skip
NO_NEW_TROOPS = Code(
    "FR511", "no-new-troops",
    "Friedrich may not receive new troops this turn",
    "Card of fate 7H: neither he nor a general in his city receives any, and nobody re-enters there.",
    "7H",
    forms={
        "comrades": Form("no new troops can go to {piece} this turn: Friedrich is in the same city"),
        "re-entry": Form("{piece} may not re-enter in {city} this turn: Friedrich is there"),
        "friedrich-off-map": Form(
            "Friedrich may not re-enter this turn: he would receive new troops",
            "Card of fate 7H: he may not receive any in this turn.",
        ),
        "unplaced": Form(
            "new troops bought: {troops}, room for them: {room}; Friedrich and those in his city receive none",
            "Card of fate 7H: buy fewer troops, or move generals out of his city before the recruitment.",
        ),
    },
)  # fmt: skip
TURN_ILLEGAL = Code(
    "FR513",
    "turn-illegal",
    "{piece} cannot be turned face-down",
    "It must be a face-up Prussian stack in Austria or Saxony: {choices}.",
    "6D",
)
WEAKEN_ILLEGAL = Code(
    "FR514",
    "weaken-illegal",
    "{piece} cannot lose a troop",
    "It must come from a Prussian stack with more troops than generals: {choices}.",
    "F11.7",
)
RECONQUER_ILLEGAL = Code(
    "FR515",
    "reconquer-illegal",
    "these are not two of the four cities of East Prussia",
    'Write two of {choices}: "reconquer CITY, CITY".',
    "F13.3",
)
OFFENSIVE_CARD = Code(
    "FR517", "offensive-card",
    "{card} is too low for the offensive option",
    "Set aside a card of 10 or more, or a Reserve.",
    "F13.4",
    forms={
        "no-reserve": Form(hint="Set aside a card of 10 or more; in this game not a Reserve."),
        "reserve": Form(
            "in this game a Reserve cannot be set aside for the offensive option", "Set aside a card of 10 or more.",
        ),
    },
)  # fmt: skip
DECLINED_TOO = Code(
    "FR516", "declined-too",
    "{card} is declined in this sheet, and here it is taken up",
    'Leave out this order, or "decline {card}".',
    "F2.5",
)  # fmt: skip
OFFENSIVE_GIVEN_UP = Code(
    "FR551", "offensive-given-up",
    "this sheet gives the offensive option up for good",
    'It is declared in turn 3 or never: "offensive {card}" sets a card of 10 or more aside for it.',
    "F13.4",
    "warning",
    forms={
        "no-card": Form(
            "the offensive option is given up for good", "It takes a card of 10 or more, or a Reserve; you hold none.",
        ),
        "no-reserve": Form(
            "the offensive option is given up for good",
            "It takes a card of 10 or more, in this game not a Reserve; you hold none.",
        ),
    },
    about="In turn 3 of the expert game Prussia takes the offensive option or does without it to the end of the game. A"
    ' sheet without a line like "offensive 13S" declines it, and Prussia gives up what it has conquered in Bohemia.',
)  # fmt: skip

ALL = (
    RETIRE_ILLEGAL, REINFORCE_ILLEGAL, FATE_STEP_ILLEGAL, MAY_NOT_ATTACK, MAY_NOT_CAPTURE, RECRUITS_ATTACK,
    MAY_NOT_MOVE, CHEVERT_ALONE, NO_NEW_TROOPS, TURN_ILLEGAL, WEAKEN_ILLEGAL, RECONQUER_ILLEGAL, OFFENSIVE_CARD,
    DECLINED_TOO, OFFENSIVE_GIVEN_UP,
)  # fmt: skip
