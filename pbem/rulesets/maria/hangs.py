"""What a complaint about orders ahead hangs on: the sentence its writer is told, or nothing if it holds for good (M26).

Orders ahead are judged on the position of today. A complaint lasts if nothing that can happen until they are used
makes it go away; all others hang on something, which is said here, in whole sentences, for every code. A warning
refuses nothing, so each of them hangs on something too.
"""

from __future__ import annotations

from collections.abc import Callable

from pbem.core import Code, Diagnostic, LazyCodes
from pbem.rulesets.maria.powers import POWER_NAMES, SAXONY
from pbem.rulesets.maria.state import PIECE_NAMES, TRAINS

ma = LazyCodes("pbem.rulesets.maria.diagnostics")
LASTING = ""
HE_STANDS = "It hangs on where {piece} stands then."
THEY_STAND = "It hangs on where {piece} stand then."
THE_TWO = "It hangs on where {piece} and {other} stand then."
IN_CITY = "It hangs on who stands in {city} then."
POSITION = "It hangs on where the pieces stand then."
ON_MAP = "It hangs on whether {piece} is on the map then."
FRIENDS = "It hangs on who is allied with whom then."
CONSENT = "It hangs on whether both players have agreed to it by then."
NEUTRAL = "It hangs on who is neutral then."
HAND = "It hangs on the cards {power} holds then."
TIMES = "It hangs on how often {card} is held then."
TROOPS = "It hangs on the troops of these generals then."
ROOM = "It hangs on the troops the generals have then."
FORTRESSES = "It hangs on who holds the fortresses then, and on who stands in them."
BATTLES = "It hangs on who stands next to whom then."
CITY_OF_STACK = "It hangs on the city in which the stack stands then."
COURSE = "It hangs on how the battle goes."
STANDING = "It hangs on the standing bids that hold then."
COMMAND = "It hangs on the powers you play then."
WHO_ACTS = "It hangs on whose turn it is then, and on which powers hold cards."
TREATY = "It hangs on the agreements that are in force then."
POLITICS = "It hangs on the political cards, tracks and markers of that moment."
FLAGS = "It hangs on the turn, and on who plays Austria and the Pragmatic Army then."
ABOVE = "It hangs on the faults named before it."


def hangs_on(complaint: Diagnostic) -> str:
    """What a complaint about orders ahead hangs on; empty if it holds whatever happens till then."""
    if complaint.code.id == "PB110":  # so many faults that the rest was not read
        return ABOVE
    code, form = complaint.code.id, complaint.facts.get("form", "")
    found = SENTENCES[(code, form)] if (code, form) in SENTENCES else SENTENCES[(code, "")]
    sentence = found if isinstance(found, str) else found(complaint)
    return sentence.format_map(complaint.facts)


# where one code has several answers


def stands(complaint: Diagnostic) -> str:
    """One piece, or several."""
    return THEY_STAND if " and " in complaint.facts["piece"] else HE_STANDS


def no_road(complaint: Diagnostic) -> str:
    """M10.1: between two cities named there will never be one; from where the group stands today, it may not matter."""
    return stands(complaint) if complaint.facts.get("piece") else LASTING


def too_long(complaint: Diagnostic) -> str:
    """M10.2: what is too far on main roads is too far from wherever the group stands then."""
    train = complaint.facts["piece"] in [PIECE_NAMES[train] for trains in TRAINS for train in trains]
    return LASTING if complaint.facts["length"] > (3 if train else 4) else stands(complaint)


def not_yours(complaint: Diagnostic) -> str:
    """M2.4: whose Saxony is can change."""
    power = complaint.facts.get("power", complaint.facts.get("nation", ""))
    return COMMAND if power == POWER_NAMES[SAXONY] else LASTING


Said = str | Callable[[Diagnostic], str]
_ROWS: dict[Said, tuple[Code | tuple[Code, str], ...]] = {
    LASTING: (
        ma.ORDER_UNREADABLE, ma.WRONG_TYPE, ma.CARD_UNREADABLE, ma.UNKNOWN_CITY, ma.AMBIGUOUS_CITY, ma.UNKNOWN_PIECE,
        ma.AMBIGUOUS_PIECE, ma.UNKNOWN_POWER, ma.NOT_ASKED, ma.SAID_TWICE, ma.SETUP_SUM, ma.UNKNOWN_BID_KEY,
        ma.CONDITION_UNREADABLE, ma.BID_TWICE, ma.BID_VALUE, ma.RESERVE_VALUE, ma.KEPT_AND_PLAYED,
        ma.CONDITION_IMPOSSIBLE, ma.STANDING_SCOPE, ma.STANDING_PAST, ma.STANDING_SUIT, ma.WISH_UNREADABLE,
        ma.ALREADY_MOVED, ma.MIXED_GROUP, ma.PIECE_TWICE, ma.STAYS_AND_MOVES, ma.NOT_A_TRAIN, ma.TROOPS_RANGE,
        ma.NOTHING_BOUGHT, ma.TROOP_EACH, ma.PRICE_NOT_MET, ma.RECRUITED_TWICE, ma.SUIT_UNREADABLE, ma.PLACE_ONE,
        ma.NOTHING_CHOSEN, ma.POLITICAL_ORDER, ma.NOTHING_DECIDED, ma.NOTHING_OWED, ma.UNLESS_UNREADABLE,
        ma.UNKNOWN_NAME, ma.UNLESS_IDLE, ma.TREATY_UNREADABLE, ma.TREATY_FORBIDDEN, ma.DECLARATION_UNREADABLE,
        (ma.WRONG_SUIT, "forced"), (ma.WRONG_SUIT, "forced-none"), (ma.TROOPS_OFF_MAP, "train"),
        (ma.FORCE_ILLEGAL, "train"), (ma.FORCE_ILLEGAL, "long"), (ma.HUSSAR_ILLEGAL, "flanders"),
        (ma.HUSSAR_ILLEGAL, "two"), (ma.MAY_NOT_ENTER, "intro"), (ma.NOT_OFF_MAP, "train"), (ma.WHICH_POWER, "two"),
        (ma.NOT_A_CHOICE, "pass"), (ma.NOT_A_CHOICE, "hussars"), (ma.ALREADY_MOVED, "along"),
    ),
    THE_TWO: (ma.NOT_TOGETHER,),
    IN_CITY: (ma.WAY_BLOCKED, ma.NO_STOP, ma.STACK_FULL, (ma.HUSSAR_ILLEGAL, "piece")),
    POSITION: (
        ma.NO_ORDERS, ma.LEFT_UNPROTECTED, ma.OUT_OF_SUPPLY, ma.RETREAT_ILLEGAL, ma.BATTLE_TWICE, ma.HUSSAR_ILLEGAL,
        ma.FORCE_ILLEGAL, ma.NOT_FREE, ma.NOT_COMMANDING, ma.MUST_LEAVE, ma.ONE_PIECE, ma.NO_PAYMENT_DUE,
        ma.TRAIN_MOVED, ma.NO_PLACE,
    ),
    ON_MAP: (ma.OFF_MAP, ma.GONE, ma.NOT_OFF_MAP, ma.TROOPS_OFF_MAP),
    FRIENDS: (ma.NO_STACK, ma.NO_CONTRACT),
    CONSENT: (ma.NO_CONSENT, (ma.NO_CONSENT, "along")),
    NEUTRAL: ((ma.MAY_NOT_ENTER, "neutral"), (ma.MAY_NOT_ENTER, "leave"), (ma.VOTE_IDLE, "bound")),
    "It hangs on whether Silesia is Prussia's then.": (ma.TRAIN_WAITS,),
    HAND: (ma.CARD_NOT_HELD, ma.NOT_IN_HAND),
    "It hangs on the hand of that moment.": (ma.MUST_PAY,),
    TIMES: (ma.PROMISED_TWICE, ma.SHARED_CARD, ma.NOT_HELD_NOW),
    TROOPS: (ma.TROOPS_SUM,),
    ROOM: (ma.NO_ROOM, ma.CARD_TROOPS),
    FORTRESSES: (ma.NO_SITE, ma.VOTE_IDLE),
    "It hangs on what else is bought then.": (ma.OVERPAID,),
    BATTLES: (ma.NO_SUCH_BATTLE, ma.BID_MISSING, ma.WISHES_IDLE, ma.BID_OPEN, ma.ORDER_OPEN),
    CITY_OF_STACK: (ma.WRONG_SUIT,),
    COURSE: (ma.PLAY_NEVER, ma.ACCEPT_ENDS_IT, ma.KEPT_AND_FORCED, ma.NOT_THOUGHT_THROUGH),
    STANDING: (ma.STANDING_UNKNOWN, (ma.STANDING_SCOPE, "many"), (ma.STANDING_SCOPE, "plays")),
    COMMAND: ((ma.STANDING_SCOPE, "own"), ma.NOT_ACTIVE),
    WHO_ACTS: (ma.WHICH_POWER, ma.SAID_FOR_WHOM, (ma.NOTHING_CHOSEN, "place")),
    TREATY: (ma.BREAKS_TREATY, ma.BREAKS_LOOSE_TREATY, ma.TREATY_NOT_OPEN, ma.TREATY_PARTIES),
    POLITICS: (
        ma.NO_SUCH_CARD, ma.NO_SHIELD, ma.NOT_ON_CARD, ma.ONE_CARD_A_PLAYER, ma.NO_CORPS, ma.TOO_FAR, ma.VOTES_WRONG,
        ma.AIMS_NOT_LOWERED,
    ),
    FLAGS: (ma.NOT_A_CHOICE,),
    stands: (ma.WAY_UNCLEAR, ma.NO_WAY, ma.MAY_NOT_ENTER, (ma.FORCE_ILLEGAL, "minor")),
    no_road: (ma.NO_ROAD,),
    too_long: (ma.TOO_LONG,),
    not_yours: (ma.NOT_YOURS, ma.BID_FOR_ENEMY),
}  # fmt: skip


def _pairs() -> list[tuple[tuple[str, str], Said]]:
    """Every row by the id of its code and its form."""
    found = []
    for said, rows in _ROWS.items():
        for row in rows:
            code, form = (row, "") if isinstance(row, Code) else row
            found.append(((code.id, form), said))
    return found


SENTENCES: dict[tuple[str, str], Said] = dict(_pairs())
