"""What a complaint about orders ahead hangs on: the sentence its writer is told, or nothing if it holds for good (N2).

Orders ahead are judged on the position of today. A complaint lasts if nothing that can happen until they are used
makes it go away; all others hang on something, which is said here, in whole sentences, for every code. A warning
refuses nothing, so each of them hangs on something too.
"""

from __future__ import annotations

from collections.abc import Callable

from pbem.core import Code, Diagnostic, LazyCodes
from pbem.rulesets.friedrich.board import DEPOTS, IMPERIAL, SUBSTITUTES, ZONES
from pbem.rulesets.friedrich.orders import find_city
from pbem.rulesets.friedrich.state import FRIEDRICH, NATION_NAMES, PIECE_NAMES, TRAINS

fr = LazyCodes("pbem.rulesets.friedrich.diagnostics")
LASTING = ""
HE_STANDS = "It hangs on where {piece} stands then."
THEY_STAND = "It hangs on where {piece} stand then."
THE_TWO = "It hangs on where {piece} and {other} stand then."
IN_CITY = "It hangs on who stands in {city} then."
BESIDE = "It hangs on the card of fate in force then, and on who stands next to {city}."
TRAIN = "It hangs on the card of fate in force then, and on who stands in {city}."
POSITION = "It hangs on where the pieces stand then."
ON_MAP = "It hangs on whether {piece} is on the map then."
FATE = "It hangs on the card of fate in force then."
HAND = "It hangs on the cards {nation} holds then."
DRAWN = "It hangs on the cards {nation} draws then."
TIMES = "It hangs on how often {card} is held then."
TROOPS = "It hangs on the troops of these generals then."
TOTAL = "It hangs on the troops {nation} has then."
ROOM = "It hangs on the troops the generals have then, and on the card of fate in force."
DEPOT = "It hangs on who holds the depots then."
BATTLES = "It hangs on who stands next to whom then."
CITY_OF_STACK = "It hangs on the city in which the stack stands then."
COURSE = "It hangs on how the battle goes."
STANDING = "It hangs on the standing bids that hold then."
COMMAND = "It hangs on the nations you command then."
ARMY = "It hangs on who commands the Imperial Army then."
TURN = "It hangs on the turn in which these orders are used."
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
    """F4.3: between two cities named there will never be one; from where the group stands today, it may not matter."""
    return stands(complaint) if complaint.facts["piece"] else LASTING


def too_long(complaint: Diagnostic) -> str:
    """F4.4: what no card of fate allows, and no main road from wherever the group stands then."""
    facts = complaint.facts
    names = [PIECE_NAMES[train] for trains in TRAINS for train in trains]
    train = facts["piece"] in names
    # 9♣ is the only card that lets anybody go farther, and that is Friedrich.
    far = PIECE_NAMES[FRIEDRICH] in facts["piece"].replace(" and ", ", ").split(", ")
    most, main = (2, 3) if train else (4, 5) if far else (3, 4)
    if facts["length"] > (main if facts["by_main"] else most):
        return LASTING
    return FATE if far or facts["form"] == "fate" else stands(complaint)


def not_yours(complaint: Diagnostic) -> str:
    """F11.10: whose the Imperial Army is can change, and with it who may speak of its generals; but it moves alone."""
    beside = complaint.at.path[0] in ("troops", "standing")
    return ARMY if beside and complaint.facts["nation"] == NATION_NAMES[IMPERIAL] else LASTING


def double_illegal(complaint: Diagnostic) -> str:
    """11♠: no other card can ever be doubled."""
    return FATE if complaint.facts["card"].startswith("11S") else LASTING


def price_not_met(complaint: Diagnostic) -> str:
    """F10.2: the price can fall from 8 to 6, if a depot becomes free, and never below."""
    return DEPOT if complaint.facts["each"] == 8 else LASTING


def superfluous(complaint: Diagnostic) -> str:
    """F10.2, F10.4: the price can rise from 6 to 8, if all depots are lost, and never above."""
    return LASTING if 6 * complaint.facts["rest"] >= 8 * complaint.facts["price"] else DEPOT


def not_a_depot(complaint: Diagnostic) -> str:
    """F10.7, F10.9: a city that is neither a depot nor can ever take the place of one."""
    nation = NATION_NAMES.index(complaint.facts["nation"])
    zone = ZONES[nation] | SUBSTITUTES[nation] | sum(1 << depot for depot in DEPOTS[nation])
    return DEPOT if any(zone >> city & 1 for city in find_city(complaint.facts["city"])) else LASTING


Said = str | Callable[[Diagnostic], str]
_ROWS: dict[Said, tuple[Code | tuple[Code, str], ...]] = {
    LASTING: (
        fr.ORDER_UNREADABLE, fr.WRONG_TYPE, fr.CARD_UNREADABLE, fr.UNKNOWN_BID_KEY, fr.CONDITION_UNREADABLE,
        fr.UNKNOWN_CITY, fr.AMBIGUOUS_CITY, fr.UNKNOWN_PIECE, fr.AMBIGUOUS_PIECE, fr.NOT_ACTIVE, fr.NOT_ASKED,
        fr.NOTHING_DECIDED, fr.SAID_TWICE, fr.NOTHING_OWED, fr.SETUP_SUM, fr.GONE, fr.ALREADY_MOVED, fr.MIXED_GROUP,
        fr.SAID_TWICE_GROUP, fr.STAYS_AND_MOVES, fr.RETIRE_ILLEGAL, fr.REINFORCE_ILLEGAL, fr.RECONQUER_ILLEGAL,
        fr.OFFENSIVE_CARD, fr.DECLINED_TOO, fr.TROOPS_RANGE, fr.BID_TWICE, fr.BID_VALUE, fr.RESERVE_VALUE,
        fr.KEPT_AND_PLAYED, fr.CONDITION_IMPOSSIBLE, fr.STANDING_SCOPE, fr.STANDING_PAST,
        fr.STANDING_SUIT, fr.NOTHING_BOUGHT, fr.OTHER_SUBSTITUTE, fr.TROOP_EACH, fr.RECRUITED_EARLY,
        fr.UNLESS_UNREADABLE, fr.UNKNOWN_NAME, fr.UNLESS_IDLE, fr.WISH_UNREADABLE,
        (fr.FATE_STEP_ILLEGAL, "only-laudon"), (fr.FATE_STEP_ILLEGAL, "one-city"),
        (fr.FATE_STEP_ILLEGAL, "only-hildburghausen"), (fr.TROOPS_OFF_MAP, "train"), (fr.WRONG_SUIT, "forced"),
        (fr.WRONG_SUIT, "forced-none"),
    ),
    HE_STANDS: (fr.NOT_FREE, fr.MAY_NOT_MOVE, fr.TURN_ILLEGAL, fr.FATE_STEP_ILLEGAL),
    THE_TWO: (fr.NOT_TOGETHER,),
    IN_CITY: (fr.WAY_BLOCKED, fr.NO_STOP, fr.STACK_FULL, fr.DEPOT_TAKEN),
    BESIDE: (fr.MAY_NOT_ATTACK,),
    TRAIN: (fr.MAY_NOT_CAPTURE,),
    POSITION: (fr.NO_ORDERS, fr.LEFT_UNPROTECTED, fr.OUT_OF_SUPPLY, fr.RETREAT_ILLEGAL, fr.BATTLE_TWICE),
    ON_MAP: (fr.OFF_MAP, fr.NOT_OFF_MAP, fr.TROOPS_OFF_MAP, (fr.REINFORCE_ILLEGAL, "off-map")),
    FATE: (
        fr.CHEVERT_ALONE, fr.RECRUITS_ATTACK, fr.NO_NEW_TROOPS, fr.TROOPS_FROM_COMRADES, fr.CARD_BARRED,
        fr.COUNTS_DOUBLE, fr.DOUBLED_TWICE, fr.SUIT_SILENCED,
    ),
    HAND: (fr.CARD_NOT_HELD,),
    DRAWN: (fr.DISCARD_MISSING, fr.DISCARD_UNSURE, (fr.NOT_ASKED, "discards-nothing")),
    "It hangs on the cards that are drawn then.": (fr.DISCARD_NOT_DRAWN,),
    TIMES: (fr.PROMISED_TWICE, fr.SHARED_CARD, fr.NOT_HELD_NOW),
    TROOPS: (fr.TROOPS_SUM,),
    TOTAL: (fr.OVER_MAXIMUM,),
    ROOM: (fr.NO_ROOM, (fr.REINFORCE_ILLEGAL, "full"), fr.WEAKEN_ILLEGAL),
    DEPOT: (fr.OVERPAID,),
    BATTLES: (fr.NO_SUCH_BATTLE, fr.BID_MISSING, fr.WISHES_IDLE, fr.BID_OPEN, fr.ORDER_OPEN),
    CITY_OF_STACK: (fr.WRONG_SUIT,),
    COURSE: (fr.PLAY_NEVER, fr.ACCEPT_ENDS_IT, fr.KEPT_AND_FORCED, fr.NOT_THOUGHT_THROUGH),
    STANDING: (fr.STANDING_UNKNOWN, (fr.STANDING_SCOPE, "many"), (fr.STANDING_SCOPE, "plays")),
    COMMAND: ((fr.STANDING_SCOPE, "own"),),
    TURN: (fr.OFFENSIVE_GIVEN_UP, (fr.NOT_ASKED, "offensive")),
    stands: (fr.WAY_UNCLEAR, fr.NO_WAY),
    no_road: (fr.NO_ROAD,),
    too_long: (fr.TOO_LONG,),
    not_yours: (fr.NOT_YOURS, fr.BID_FOR_ENEMY),
    double_illegal: (fr.DOUBLE_ILLEGAL,),
    price_not_met: (fr.PRICE_NOT_MET,),
    superfluous: (fr.SUPERFLUOUS,),
    not_a_depot: (fr.NOT_A_DEPOT,),
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
