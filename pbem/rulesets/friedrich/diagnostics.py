"""Every complaint about a sheet of Friedrich: one row a fault. An id keeps its meaning for ever.

1xx unreadable, 2xx names, 3xx what is asked and cards, 4xx movement, 5xx fate, 6xx troops, 7xx battles,
8xx retreats, 9xx recruitment.
"""

from __future__ import annotations

from pbem.core.diagnostics import Code, table
from pbem.rulesets.friedrich import bid_codes
from pbem.rulesets.friedrich.bid_codes import (  # noqa: F401
    ACCEPT_ENDS_IT,
    BID_FOR_ENEMY,
    CONDITION_IMPOSSIBLE,
    COUNTS_DOUBLE,
    DOUBLED_TWICE,
    KEPT_AND_FORCED,
    NOT_HELD_NOW,
    PLAY_NEVER,
    SHARED_CARD,
    STANDING_PAST,
    STANDING_SCOPE,
    STANDING_SUIT,
    STANDING_UNKNOWN,
    SUIT_SILENCED,
)

ORDER_UNREADABLE = Code(
    "FR101",
    "order-unreadable",
    "{text!r} is not an order",
    'An order is a move like "Keith > Glogau > Sprottau", or begins with one of {verbs}.',
    "F4.2",
)
WRONG_TYPE = Code("FR102", "wrong-type", "{key} must be {expected}", "For example: {example}")
CARD_UNREADABLE = Code(
    "FR103", "card-unreadable", "{text!r} is not a card", "Write 13S, 7H, 2D, 10C, or R for a Reserve.", "F1.2"
)
UNKNOWN_BID_KEY = Code("FR104", "unknown-bid-key", "a bid has no {key!r}", "A bid has {keys}.", "F7.6")
CONDITION_UNREADABLE = Code(
    "FR105",
    "condition-unreadable",
    "{text!r} is not a condition",
    'Write for example "score <= -5", or two joined: "score < 0 and enemy_cards >= 2". It may speak of {facts}.',
    "F7.6",
    about="A condition compares what a player at the table sees with a number; comparisons are joined by `and` and"
    ' `or`, and `enemy_played 13D` asks for a card. Wrong: `when = "his last card was high"`. Right:'
    ' `when = "enemy_last >= 10"`.',
)

UNKNOWN_CITY = Code("FR201", "unknown-city", "there is no city {text!r} on the map", "{near}", "F1.1")
AMBIGUOUS_CITY = Code(
    "FR202", "ambiguous-city", "{text!r} may be {cities}", "Name the grid square too: {example}.", "F1.1"
)
UNKNOWN_PIECE = Code("FR203", "unknown-piece", "there is no piece {text!r}", "{near}", "F1.12")
AMBIGUOUS_PIECE = Code("FR204", "ambiguous-piece", "{text!r} may be {pieces}", "Write {example}.", "F1.12")
NOT_YOURS = Code("FR205", "not-yours", "{piece} is not yours but {nation}'s", "Your pieces are {own}.", "F2.1")
NOT_ACTIVE = Code(
    "FR206",
    "not-active",
    "{piece} is {nation}'s, and this is the stage of {active}",
    "{nation} acts in its own stage.",
    "F2.1",
)

NOT_ASKED = Code("FR301", "not-asked", "{order} is not asked for now", "Now is the time for: {asked}.", "F2.2")
NOTHING_DECIDED = Code("FR302", "nothing-decided", "the sheet does not say {what}", "Write {example}.", "F2.5")
SAID_TWICE = Code("FR303", "said-twice", "{order} is given twice", "Leave one of the two out.", "F4.1")
NOTHING_OWED = Code(
    "FR304",
    "nothing-owed",
    "nothing is asked of you now, so {key} cannot be used",
    "Only [troops] can be sent at any time: transfers inside your stacks.",
    "F6.2",
)
SETUP_SUM = Code(
    "FR311",
    "set-up-sum",
    "{nation} has {total} troops in this set-up, not {maximum}",
    "{nation}'s generals together must have exactly {maximum}, each 1 to 8.",
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
    "FR322", "discard-not-drawn", "{card} is not one of the cards just drawn", "Discard one of {drawn}.", "F3.3"
)

OFF_MAP = Code(
    "FR401",
    "off-map",
    "{piece} is off the map",
    'A piece comes back by recruitment: "recruit ..., {piece} at ...".',
    "F4.2",
)
GONE = Code("FR402", "retired", "{piece} is out of the game for good", "Leave this out.", "F10.13")
ALREADY_MOVED = Code("FR403", "already-moved", "{piece} has already moved in this phase", "A piece moves once.", "F4.1")
NOT_FREE = Code(
    "FR404",
    "not-free",
    "{piece} cannot move any more: {other} has joined him in {city}",
    "Joining ends the movement of everybody in the city; move {piece} first.",
    "F4.9",
)
WAY_BLOCKED = Code(
    "FR405",
    "way-blocked",
    "{piece} cannot pass {city}, {blocker} stands there",
    "From {before} the free ways lead to {free}.",
    "F4.5",
)
NO_ROAD = Code("FR406", "no-road", "no road joins {a} and {b}", "From {a} roads lead to {near}.", "F4.3")
TOO_LONG = Code(
    "FR407",
    "too-long",
    "{piece} cannot move {length} cities",
    "Allowed are {most}, or {main} if all roads are main roads{why}.",
    "F4.4",
)
NO_STOP = Code("FR408", "no-stop", "{piece} cannot end in {city}, {blocker} stands there", "{hint_}", "F4.6")
STACK_FULL = Code(
    "FR409", "stack-full", "{city} would hold {number} generals", "At most three generals share a city.", "F4.6"
)
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
    "{piece} has no free way from {a} to {b} within {most} cities",
    "Write the cities one by one to see what is in the way.",
    "F4.4",
)
SAID_TWICE_GROUP = Code("FR414", "piece-twice", "{piece} stands twice in this group", "Name each general once.", "F4.2")
NO_ORDERS = Code("FR451", "no-orders", "{pieces} {have} no orders", "They stay where they are.", "F4.11", "warning")
LEFT_UNPROTECTED = Code(
    "FR452",
    "left-unprotected",
    "{cities} {are} no longer protected after these moves",
    "A general of {nation} within three cities protects an objective.",
    "F5.4",
    "warning",
)
OUT_OF_SUPPLY = Code(
    "FR453",
    "out-of-supply",
    "{piece} in {city} would {fate}",
    "Supply needs the home country or a train of {nation} within six free roads.",
    "F9.2",
    "warning",
)

RETIRE_ILLEGAL = Code(
    "FR501", "retire-illegal", "{piece} cannot be retired: {why}", "You may retire {choices}.", "F11.14"
)
REINFORCE_ILLEGAL = Code(
    "FR502", "reinforce-illegal", "{piece} cannot receive the troop: {why}", "It may go to {choices}.", "F11.6"
)
FATE_STEP_ILLEGAL = Code(
    "FR503", "fate-step-illegal", "{piece} cannot step to {city}: {why}", "He may step to {choices}, or stay.", "6S"
)
MAY_NOT_ATTACK = Code(
    "FR504",
    "may-not-attack",
    "{piece} may not move next to an enemy this turn, and {enemy} is next to {city}",
    "Card of fate {card}: passing such a city is allowed, stopping there is not.",
    "F11.5",
)
MAY_NOT_CAPTURE = Code(
    "FR505", "may-not-capture", "{piece} may not capture a train this turn", "Card of fate {card} forbids it.", "5S"
)
RECRUITS_ATTACK = Code(
    "FR506",
    "recruits-attack",
    "{piece} receives new troops and may not attack this turn",
    "Card of fate 10S: give the troops to generals that do not stand next to an enemy.",
    "C10",
)
DECLINED_TOO = Code(
    "FR516",
    "declined-too",
    "{card} is declined in this sheet, and here it is taken up",
    'Leave out this order, or "decline {card}".',
    "F2.5",
)
MAY_NOT_MOVE = Code(
    "FR507",
    "may-not-move",
    "{piece} stood in {city} at the start and may not move this turn",
    "Card of fate {card}: others may leave him, and he may be joined.",
    "2C",
)
CHEVERT_ALONE = Code(
    "FR510",
    "chevert-alone",
    "{piece} may not part Chevert from the stack he started in",
    "Card of fate 5D: he stays with {others}, or with one of them, all the time.",
    "5D",
)
NO_NEW_TROOPS = Code(
    "FR511",
    "no-new-troops",
    "{piece} cannot be given new troops: Friedrich may not receive any this turn",
    "Card of fate 7H: neither he nor a general in his city, and nobody re-enters there.",
    "7H",
)
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
    "this does not name two of the four cities",
    'Write two of {choices}: "reconquer CITY, CITY".',
    "F13.3",
)
OFFENSIVE_CARD = Code(
    "FR517",
    "offensive-card",
    "{card} is too low for the offensive option",
    "Set aside a card of 10 or more, or a Reserve.",
    "F13.4",
)

OFFENSIVE_GIVEN_UP = Code(
    "FR551",
    "offensive-given-up",
    "this sheet gives the offensive option up for good",
    'It is declared in turn 3 or never: "offensive 13S" sets a card of 10 or more aside for it.',
    "F13.4",
    "warning",
    about="In turn 3 of the expert game Prussia takes the offensive option or does without it to the end of the game. A"
    ' sheet without a line like "offensive 13S" declines it, and Prussia gives up what it has conquered in Bohemia.',
)

TROOPS_RANGE = Code("FR601", "troops-range", "{piece} cannot have {number} troops", "A general has 1 to 8.", "F6.1")
TROOPS_OFF_MAP = Code(
    "FR602", "troops-off-map", "{piece} is not on the map and has no troops", "Leave him out.", "F6.1"
)
TROOPS_SUM = Code(
    "FR603",
    "troops-sum",
    "{pieces} in {city} would have {number} troops, which cannot be reached",
    "Possible are {low} to {high}.",
    "F6.3",
)

TROOPS_FROM_COMRADES = Code(
    "FR651",
    "troops-from-comrades",
    "{pieces} {get} troops of the own stack: no new troop may go to {city} this turn",
    "Card of fate {card}: the new troops go to {others}. [troops] can name other generals for them.",
    "F10.5",
    "warning",
    about="Under 7H no new troop goes to Friedrich or to a general in his city, under 10S none to a stack beside the"
    " enemy. A higher number in [troops] for a general there is taken as a transfer inside his stack, and what was"
    " bought goes elsewhere.",
)

NO_SUCH_BATTLE = Code("FR701", "no-such-battle", "{pieces} do not fight each other", "{hint_}", "F7.1")
CARD_NOT_HELD = Code("FR702", "card-not-held", "{nation} does not hold {card}", "The hand is {hand}.", "F7.6")
WRONG_SUIT = Code(
    "FR703",
    "wrong-suit",
    "{card} cannot be played in {city}, a city of {suit}",
    "There you may play {cards}.",
    "F7.6",
)
PROMISED_TWICE = Code(
    "FR704", "promised-twice", "{card} is promised more often than it is held", "It is held {times}.", "F7.6"
)
BID_MISSING = Code(
    "FR705",
    "bid-missing",
    "there is no bid for {own} against {enemy}",
    'Add a [[bid]] with own = "{own}", enemy = "{enemy}".',
    "F7.6",
)
BID_TWICE = Code("FR706", "bid-twice", "there are two bids for the same battle", "Leave one of them out.", "F7.6")
BID_VALUE = Code("FR707", "bid-value", "{key} cannot be {value}", "It must be {expected}.", "F7.7")
RESERVE_VALUE = Code(
    "FR708", "reserve-value", "only a Reserve takes {key}, not {card}", 'Write {{ card = "R", {key} = ... }}.', "F7.7"
)
KEPT_AND_PLAYED = Code(
    "FR709", "kept-and-played", "{card} is both to be kept and to be played", "Take it out of one of the two.", "F7.6"
)
BATTLE_TWICE = Code("FR710", "battle-twice", "{battle} is named twice", "Name each battle once.", "F7.2")
DOUBLE_ILLEGAL = Code(
    "FR711", "double-illegal", "{card} cannot be doubled", "Only the 11S, in the turn of card of fate 11S.", "11S"
)
CARD_BARRED = Code(
    "FR731",
    "card-barred",
    "{card} may not be played between Prussia and France this turn",
    "Card of fate 3C: nothing of 10 or more, a Reserve 1 to 9. You may play {cards}.",
    "3C",
)

RETREAT_ILLEGAL = Code(
    "FR801", "retreat-illegal", "{pieces} cannot retreat to {city}", "The farthest cities are {choices}.", "F8.5"
)

NOTHING_BOUGHT = Code(
    "FR901",
    "nothing-bought",
    "this recruitment buys no troop and no train",
    'Write for example "recruit 2 troops; pay 12S".',
    "F10.1",
)
PRICE_NOT_MET = Code(
    "FR902", "price-not-met", "the price is {price}, the cards come to {paid}", "{each} points for each.{why}", "F10.2"
)
SUPERFLUOUS = Code(
    "FR903",
    "superfluous-card",
    "{card} is not needed: the price is {price}, the other cards come to {rest}",
    "Leave {card} out; every card paid must be needed.",
    "F10.4",
)
OVER_MAXIMUM = Code("FR904", "over-maximum", "{nation} would have {total} troops", "Its maximum is {maximum}.", "F6.7")
NO_ROOM = Code(
    "FR905", "no-room", "only {room} of the {troops} troops can be placed", "A general carries at most 8.", "F10.5"
)
NOT_OFF_MAP = Code("FR906", "not-off-map", "{piece} is in {city}", "Only pieces off the map can re-enter.", "F10.1")
NOT_A_DEPOT = Code(
    "FR907", "not-a-depot", "{piece} cannot re-enter in {city}", "{nation} re-enters in {depots}.", "F10.7"
)
DEPOT_TAKEN = Code(
    "FR908", "depot-taken", "{piece} cannot re-enter in {city}, {blocker} stands there", "{hint_}", "F10.7"
)
OTHER_SUBSTITUTE = Code(
    "FR909",
    "other-substitute",
    "pieces already re-enter in {first} this turn, {city} is a second city",
    "One substitute city serves for the whole movement.",
    "F10.9",
)
TROOP_EACH = Code(
    "FR910",
    "troop-each",
    "{generals} re-entering generals need {generals} new troops, {troops} are bought",
    "Every re-entering general receives at least one of the troops bought with him.",
    "F10.3",
)
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
    "{surplus} points are lost: the price is {price}, the cards come to {paid}",
    "There is no change.",
    "F10.4",
    "warning",
)

CODES = table(
    ORDER_UNREADABLE, WRONG_TYPE, CARD_UNREADABLE, UNKNOWN_BID_KEY, CONDITION_UNREADABLE, UNKNOWN_CITY, AMBIGUOUS_CITY,
    UNKNOWN_PIECE, AMBIGUOUS_PIECE, NOT_YOURS, NOT_ACTIVE, NOT_ASKED, NOTHING_DECIDED, SAID_TWICE, NOTHING_OWED,
    SETUP_SUM, DISCARD_MISSING, DISCARD_NOT_DRAWN, OFF_MAP, GONE, ALREADY_MOVED, NOT_FREE, WAY_BLOCKED, NO_ROAD,
    TOO_LONG, NO_STOP, STACK_FULL, NOT_TOGETHER, MIXED_GROUP, WAY_UNCLEAR, NO_WAY, SAID_TWICE_GROUP, NO_ORDERS,
    LEFT_UNPROTECTED, OUT_OF_SUPPLY, RETIRE_ILLEGAL, REINFORCE_ILLEGAL, FATE_STEP_ILLEGAL, MAY_NOT_ATTACK,
    MAY_NOT_CAPTURE, RECRUITS_ATTACK, MAY_NOT_MOVE, DECLINED_TOO, CHEVERT_ALONE, NO_NEW_TROOPS, TURN_ILLEGAL,
    WEAKEN_ILLEGAL,
    RECONQUER_ILLEGAL, OFFENSIVE_CARD, OFFENSIVE_GIVEN_UP, CARD_BARRED, RECRUITED_EARLY, TROOPS_RANGE, TROOPS_OFF_MAP,
    TROOPS_SUM, TROOPS_FROM_COMRADES, NO_SUCH_BATTLE, CARD_NOT_HELD,
    WRONG_SUIT, PROMISED_TWICE, BID_MISSING, BID_TWICE, BID_VALUE, RESERVE_VALUE, KEPT_AND_PLAYED, BATTLE_TWICE,
    DOUBLE_ILLEGAL, RETREAT_ILLEGAL, NOTHING_BOUGHT, PRICE_NOT_MET, SUPERFLUOUS, OVER_MAXIMUM, NO_ROOM, NOT_OFF_MAP,
    NOT_A_DEPOT, DEPOT_TAKEN, OTHER_SUBSTITUTE, TROOP_EACH, OVERPAID, *bid_codes.ALL,
)  # fmt: skip


def codes() -> dict[str, Code]:
    """All codes by id."""
    return CODES
