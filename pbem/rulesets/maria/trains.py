"""Trains that come back (M10.20 to M10.22)."""

from __future__ import annotations

from pbem.core import LazyCodes, listed
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.board import BOHEMIA, IDS, MAJOR, cities_in, name_of
from pbem.rulesets.maria.desk import Phase
from pbem.rulesets.maria.movement import check_piece
from pbem.rulesets.maria.orders import Line, Return
from pbem.rulesets.maria.payments import check_price, paid, picked
from pbem.rulesets.maria.powers import GREAT, MINOR, POWERS
from pbem.rulesets.maria.relations import cooperate, friendly_fortresses, home_of
from pbem.rulesets.maria.state import OFF, PIECE_IDS, POWER_OF, RANK, WAITING, State, name_of_piece

ma = LazyCodes("pbem.rulesets.maria.diagnostics")
PRICE = 4  # M10.20


def sites(state: State, power: int) -> int:
    """M10.21: major fortresses at home, or of the minor power with which a great power cooperates, that are friendly
    and hold no piece."""
    land = home_of(state, power)
    if power in GREAT:
        for minor in MINOR:
            land |= home_of(state, minor) if cooperate(state, power, minor) else 0
    if not state.is_advanced:
        land &= BOHEMIA  # M14.1
    return land & MAJOR & friendly_fortresses(state, power) & ~state.occupied()


def bring_back(phase: Phase, line: Line) -> Return | None:
    """M10.20: a train comes back for 4 points, from off the map or from where it stands."""
    order: Return = line.order
    if not may_return(phase, line):
        return None
    power, state = POWER_OF[order.piece], phase.state
    lifted = state.put({order.piece: OFF})
    free = sites(lifted, power)
    if not free >> order.city & 1:
        names = listed((name_of(city) for city in cities_in(free)), "or")
        phase.say(ma.NO_SITE(line.words[1], piece=name_of_piece(order.piece), city=name_of(order.city), sites=names,
                             form="train" if names else "train-none"))  # fmt: skip
        return None
    cards = picked(state, power, order.pay, line.words[2:], phase.say)
    if cards is None or not check_price(cards, PRICE, line.at, phase.say):
        return None
    carry_out(phase, order, power)
    phase.state = paid(phase.state, power, cards)
    news = happened.TrainBack(
        power=POWERS[power], train=PIECE_IDS[order.piece], city=IDS[order.city], paid=[str(card) for card in cards]
    )
    phase.events.append(news.event())
    return order


def may_return(phase: Phase, line: Line) -> bool:
    """M10.20, M10.22: an own train that is off the map, or has not moved; not the one in the box Silesia."""
    piece, at = line.order.piece, line.words[0]
    if RANK[piece]:
        phase.say(ma.NOT_A_TRAIN(at, piece=name_of_piece(piece)))
        return False
    if POWER_OF[piece] in phase.powers and phase.state.place[piece] == WAITING:
        phase.say(ma.TRAIN_WAITS(at, piece=name_of_piece(piece)))
        return False
    if POWER_OF[piece] in phase.powers and phase.has_moved(piece):
        phase.say(ma.TRAIN_MOVED(at, piece=name_of_piece(piece)))
        return False
    if POWER_OF[piece] in phase.powers and phase.state.place[piece] == OFF:
        return True
    faults = list(check_piece(phase, piece, at))
    for fault in faults:
        phase.say(fault)
    return not faults


def carry_out(phase: Phase, order: Return, power: int) -> None:
    """M10.20, M10.22, M7.3: the train stands on its site and moves no more; a hussar there is swept off."""
    train, start = order.piece, phase.state.place[order.piece]
    if start >= 0:
        news = happened.TrainOff(power=POWERS[power], train=PIECE_IDS[train], city=IDS[start])
        phase.events.append(news.event())
    if order.city in phase.state.hussars:
        phase.events.append(happened.HussarSwept(power=POWERS[power], city=IDS[order.city]).event())
    phase.state = phase.state.put({train: order.city})
    phase.ends((train,))
