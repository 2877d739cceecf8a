"""Sheets about battles: their order, bids, and where the beaten go (D18, D19, D20)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pbem.core import Diagnostic, LazyCodes, Where, has_errors, listed
from pbem.core.events import HIDDEN
from pbem.core.ruleset import Owed
from pbem.core.sheets import at_key
from pbem.rulesets.common.bid_reader import read_list
from pbem.rulesets.common.bids import ANY, Bid, answer
from pbem.rulesets.common.thinking import WORK, think_through
from pbem.rulesets.maria.bid_reader import bid_text, language_of, read_bids
from pbem.rulesets.maria.bids import allies_in, check_bid, check_promises, outlook_of, strengths
from pbem.rulesets.maria.board import cities_in, name_of
from pbem.rulesets.maria.combat import (
    Seat,
    bid_for,
    next_pair,
    owner_of_side,
    sides_awaited,
    sights_of,
    terms_of,
    withdrawn,
)
from pbem.rulesets.maria.desk import Desk
from pbem.rulesets.maria.orders import Battles, Line, RetreatTo
from pbem.rulesets.maria.powers import POWER_NAMES
from pbem.rulesets.maria.records import Battle, Combat, Pair, Retreat
from pbem.rulesets.maria.relations import owner_of
from pbem.rulesets.maria.retreats import fitting_way
from pbem.rulesets.maria.state import GENERALS, PIECE_NAMES, POWER_OF, State, name_of_piece, names_of
from pbem.rulesets.maria.troops import transfers

if TYPE_CHECKING:
    from pbem.rulesets.common.wishes import Wish

ma = LazyCodes("pbem.rulesets.maria.diagnostics")
Bids = list[tuple[Bid, Where]]
UNSURE = "  The troops of {allies} are not known to you: your stack was taken to have from {low} to {high}."
DEFAULT_BID = "stop where it is allowed, else the lowest card of the suit"


# who must decide


def awaiting_order(state: State) -> tuple[Owed, ...]:
    """D18: which attack comes next."""
    combat = state.task
    assert isinstance(combat, Combat)
    # In a view of another role the order is hidden; the phase stands still only where it decides nothing.
    if len(combat.pairs) > 1 and (combat.order is HIDDEN or next_pair(combat) is None):
        return (Owed(owner_of(state, combat.power), "battles", "the next battle", "by own rank, then by enemy rank"),)
    return ()


def awaiting_bids(state: State) -> tuple[Owed, ...]:
    """D19: the roles that owe a bid; one that plays both sides owes two in one sheet (A34)."""
    battle = state.task
    assert isinstance(battle, Battle)
    names = [PIECE_NAMES[state.stack(city)[0]] for city in battle.pair]
    owed: dict[str, str] = {}
    for side in sides_awaited(state, battle):
        role, what = owner_of_side(state, battle, side), f"the bid for {names[side]} against {names[1 - side]}"
        owed[role] = f"{owed[role]}, and {what}" if role in owed else what
    return tuple(Owed(role, "bid", what, DEFAULT_BID) for role, what in owed.items())


def awaiting_retreat(state: State) -> tuple[Owed, ...]:
    """D20: the winner is asked, once the ends are known."""
    task = state.task
    assert isinstance(task, Retreat)
    if not task.ends:
        return ()
    what = f"where {PIECE_NAMES[state.stack(task.source)[0]]} retreats"
    return (Owed(owner_of(state, task.winner), "retreat", what, "the first way in alphabetical order"),)


# battles and bids ahead


def take_attacks(desk: Desk, lines: list[Line], pairs: tuple[Pair, ...]) -> tuple[tuple[Pair, ...], tuple[Bid, ...]]:
    """D18, D19 ahead: the order of battles and bids for any of them."""
    line = desk.only(lines, Battles)
    bids, wishes = bids_and_wishes(desk)
    order = order_of_battles(desk, line, pairs) if line else ()
    seats = [(pair, 0) for pair in pairs]
    good = fitting_bids(desk, bids, seats)
    for power in dict.fromkeys(desk.state.power_in(pair[0]) for pair in pairs):
        check_promises(desk.state, power, [row for row in good if speaks_for(desk.state, row[0], power)], desk.say)
    say_bids(desk, good, seats)
    if wishes and not good:
        desk.say(ma.WISHES_IDLE(at_key("retreat")))
    return order, tuple(bid for bid, _ in good)


def speaks_for(state: State, bid: Bid, power: int) -> bool:
    """Whether a bid is for a stack that a power commands."""
    return bid.own == ANY or (state.place[bid.own] >= 0 and state.power_in(state.place[bid.own]) == power)


def cities_of(seat: Seat) -> tuple[int, int]:
    """The own city and the enemy's."""
    pair, side = seat
    return pair[side], pair[1 - side]


def fitting_bids(desk: Desk, bids: Bids, seats: list[Seat]) -> Bids:
    """The bids that speak of one of these battles; the others, and two for the same, are complained about."""
    good: Bids = []
    for bid, where in bids:
        fights = [seat for seat in seats if bid_for(desk.state, (bid,), *cities_of(seat))]
        if not fights:
            pairs = [cities_of(seat) for seat in seats]
            desk.say(enemys_bid(desk, bid, where) or no_such_battle(desk.state, bid.own, bid.enemy, pairs, where))
            continue
        if any((bid.own, bid.enemy) == (other.own, other.enemy) for other, _ in good):
            desk.say(ma.BID_TWICE(where))
        check_everywhere(desk, fights, bid, where)
        good.append((bid, where))
    return good


def enemys_bid(desk: Desk, bid: Bid, where: Where) -> Diagnostic | None:
    """The complaint about a bid for somebody else's stack, if it is one."""
    if bid.own == ANY or POWER_OF[bid.own] in desk.powers:
        return None
    names = listed(names_of(p for n in desk.powers for p in GENERALS[n] if desk.state.place[p] >= 0), "or")
    nation = POWER_NAMES[POWER_OF[bid.own]]
    return ma.BID_FOR_ENEMY(Where((*where.path, "own")), piece=PIECE_NAMES[bid.own], nation=nation, own=names)


def check_everywhere(desk: Desk, fights: list[Seat], bid: Bid, where: Where) -> None:
    """A bid for several battles is at fault only where it is at fault in all of them."""
    said: list[list[Diagnostic]] = []
    for seat in dict.fromkeys(fights):
        said.append([])
        check_bid(desk.state, seat, bid, where, said[-1].append)
    others = [{(other.code.id, other.at) for other in more} for more in said[1:]]
    for fault in said[0]:
        if all((fault.code.id, fault.at) in more for more in others):
            desk.say(fault)


def say_bids(desk: Desk, good: Bids, seats: list[Seat]) -> None:
    """The bids as understood; where nothing is wrong with them, what they may lead to."""
    if not desk.think:
        return
    sound = not has_errors(desk.said)
    given = [bid for bid, _ in good]
    answers = [bid_for(desk.state, given, *cities_of(seat)) for seat in seats] if sound else []
    left = sum(found is not None for found in answers)
    for bid, where in good:
        desk.understood.append(f"bid: {bid_text(bid)}")
        meant = [seat for seat, found in zip(seats, answers, strict=True) if found is bid] if sound else []
        if meant:
            # What one battle does not need of its share is left to the next.
            outlooks = [outlook_of(desk.state, seat) for seat in meant]
            looks = max(0, WORK - desk.looks) * len(meant) // left
            told = think_through(ma, bid, where, outlooks, desk.say, looks)
            left, desk.looks = left - len(meant), desk.looks + told.looks
            desk.understood += [*told.lines, *unsure_of(desk.state, meant)]


def unsure_of(state: State, seats: list[Seat]) -> list[str]:
    """M25: what was supposed of allies in the stacks that a bid is for, whose troops another player alone knows."""
    found = []
    for city in dict.fromkeys(pair[side] for pair, side in seats if not isinstance(state.task, Battle)):
        role = owner_of(state, state.power_in(city))
        if allies := allies_in(state, city, role):
            low, high = strengths(state, city, role)
            found.append(UNSURE.format(allies=listed(names_of(allies)), low=low, high=high))
    return found


def bids_and_wishes(desk: Desk) -> tuple[Bids, tuple[Wish, ...]]:
    """D19, D20: the bids of a sheet, and its wishes for retreats; a bid without any of its own has them."""
    bids = read_bids(desk.body, desk.powers, desk.say)
    if "retreat" not in desk.body:
        return bids, ()
    from pbem.rulesets.maria.wishes import filled  # not for submit

    wishes = read_list(desk.body, "retreat", Where(), language_of(desk.powers), desk.say)
    return filled(bids, wishes), wishes


def order_of_battles(desk: Desk, line: Line, pairs: tuple[Pair, ...]) -> tuple[Pair, ...]:
    """M11.2: the pairs meant by ``battles Karl, Traun against Schwerin``."""
    order: list[Pair] = []
    place = desk.state.place
    for (own, enemy), at in zip(line.order.pairs, line.words, strict=True):
        found = [p for p in pairs if p[0] == place[own] and enemy in (-1, *desk.state.stack(p[1]))]
        if not found:
            desk.say(no_such_battle(desk.state, own, enemy, pairs, at))
        for pair in found:
            if pair in order:
                desk.say(ma.BATTLE_TWICE(at, battle=battle_name(desk.state, pair)))
            else:
                order.append(pair)
    if order:
        desk.understood.append("battles " + ", ".join(battle_name(desk.state, pair) for pair in order))
    return tuple(order)


def battle_name(state: State, pair: Pair) -> str:
    """``Karl against Schwerin``: the supreme commanders."""
    own, other = (PIECE_NAMES[state.stack(city)[0]] for city in pair)
    return f"{own} against {other}"


def no_such_battle(state: State, own: int, enemy: int, pairs: Iterable[Pair], at: Where) -> Diagnostic:
    battles = listed(battle_name(state, pair) for pair in pairs)
    if own == ANY:  # such a bid fits every battle of the own stacks
        return ma.NO_SUCH_BATTLE(at, form="none")
    words = ("any" if enemy == ANY else "", "" if battles else "nobody")
    facts = {"own": name_of_piece(own), "enemy": "" if enemy == ANY else name_of_piece(enemy), "battles": battles}
    return ma.NO_SUCH_BATTLE(at, **facts, form="-".join(word for word in words if word))


# sheets


def take_battles(desk: Desk) -> None:
    """D18: which attack comes next; bids may come along."""
    combat = desk.state.task
    assert isinstance(combat, Combat)
    lines = desk.lines(Battles, asked="the order of battles")
    transfers(desk, desk.troops(), desk.powers)
    if not lines:
        desk.say(ma.NOTHING_DECIDED(Where(("do",)), battle=battle_name(desk.state, combat.pairs[0])))
    order, bids = take_attacks(desk, lines, combat.pairs)
    desk.state = desk.state.replaced(combat._replace(order=order, bids=(*bids, *combat.bids)))


def take_bid(desk: Desk) -> None:
    """D19: the bid for the battle that is about to be fought, or that was interrupted; both if both sides are his."""
    battle = desk.state.task
    assert isinstance(battle, Battle)
    awaited = sides_awaited(desk.state, battle)
    seats = [(battle.pair, side) for side in awaited if owner_of_side(desk.state, battle, side) == desk.role]
    desk.lines(asked="a bid")
    transfers(desk, desk.troops(), desk.powers)
    if left_to_standing(desk):
        return
    bids, wishes = bids_and_wishes(desk)
    good = fitting_bids(desk, bids, seats)
    for seat in seats:
        take_one_bid(desk, battle, seat, good)
        battle = desk.state.task
        assert isinstance(battle, Battle)
    if wishes and not any(bid.retreat == wishes for bid, _ in good):
        desk.say(ma.WISHES_IDLE(at_key("retreat")))


def left_to_standing(desk: Desk) -> bool:
    """D19: whether a sheet says nothing of the bids that are owed, and standing bids answer."""
    if not desk.state.standing:
        return False
    from pbem.rulesets.maria.standing import is_left, take_left  # not for submit: where no bid stands

    if not is_left(desk.state, desk.role, desk.body):
        return False
    take_left(desk)
    return True


def take_one_bid(desk: Desk, battle: Battle, seat: Seat, good: Bids) -> None:
    """The bid for one side of the battle."""
    side, stack = seat[1], desk.state.stack(seat[0][seat[1]])
    mine = [row for row in good if row[0].own in (ANY, *stack)]
    for _, where in mine[1:]:
        if not any(d.code is ma.BID_TWICE and d.at == where for d in desk.said):
            desk.say(ma.BID_TWICE(where))
    check_promises(desk.state, POWER_OF[stack[0]], mine, desk.say)
    if not mine:
        if not has_errors(desk.said):
            own, other = (PIECE_NAMES[desk.state.stack(c)[0]] for c in cities_of(seat))
            desk.say(ma.BID_MISSING(Where(("bid",)), own=own, enemy=other))
        return
    bid, where = mine[0]
    if battle.asked == side:
        check_progress(desk, battle, side, bid, where)
    say_bids(desk, mine[:1], [seat])
    made, used = list(battle.bids), list(battle.used)
    made[side], used[side] = bid, ()
    desk.state = desk.state.replaced(battle._replace(bids=(made[0], made[1]), used=(used[0], used[1]), asked=-1))


def check_progress(desk: Desk, battle: Battle, side: int, bid: Bid, where: Where) -> None:
    """A side that was asked must say what it does now; the same question again would go on for ever."""
    sight = sights_of(desk.state, battle)[side]
    if answer(terms_of(desk.state, battle.pair, side), bid, sight, ()).kind == "ask":
        desk.say(ma.NOTHING_DECIDED(where, score=sight.score, form="bid" if sight.score else "bid-tie"))


def take_retreat(desk: Desk) -> None:
    """D20, M11.21: the winner names the city, and the way if he likes."""
    task = desk.state.task
    assert isinstance(task, Retreat)
    desk.no_bids()
    lines = desk.lines(RetreatTo, asked="where the beaten stack retreats")
    transfers(desk, desk.troops(), desk.powers)
    stack = desk.state.stack(task.source)
    choices = listed(name_of(c) for c in cities_in(task.ends))
    line = desk.only(lines, RetreatTo)
    if line is None:
        if not has_errors(desk.said):
            facts = {"piece": PIECE_NAMES[stack[0]], "city": name_of(next(cities_in(task.ends)))}
            desk.say(ma.NOTHING_DECIDED(Where(("do",)), **facts, choices=choices, form="retreat"))
        return
    names, end = listed(names_of(stack)), line.order.way[-1]
    if line.order.piece not in stack:
        other = name_of_piece(line.order.piece)
        desk.say(ma.RETREAT_ILLEGAL(line.words[0], pieces=names, piece=other, choices=choices, form="other"))
    elif not task.ends >> end & 1:
        desk.say(ma.RETREAT_ILLEGAL(line.words[-1], pieces=names, city=name_of(end), choices=choices))
    elif (way := fitting_way(desk.state, task.source, task.length, line.order.way)) is None:
        desk.say(ma.RETREAT_ILLEGAL(line.at, pieces=names, city=name_of(end), length=task.length, form="way"))
    else:
        desk.understood.append(line.order)
        desk.state, news = withdrawn(desk.state.popped(), task.source, way)
        desk.events += news
