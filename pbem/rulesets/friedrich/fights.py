"""Sheets about battles: their order, bids, and where the beaten go (D12, D13, D16)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbem.core.diagnostics import Diagnostic, LazyCodes, Where, has_errors
from pbem.core.names import listed
from pbem.rulesets.friedrich.bids import answer, bid_text, check_bid, check_promises, read_bids
from pbem.rulesets.friedrich.board import cities_in, name_of
from pbem.rulesets.friedrich.combat import bid_for, owner_of_side, pairs_of, sides, sides_awaited, withdrawn
from pbem.rulesets.friedrich.decisions import Desk
from pbem.rulesets.friedrich.orders import Battles, Line, RetreatTo
from pbem.rulesets.friedrich.state import (
    PIECE_NAMES,
    Battle,
    Combat,
    Retreat,
    Stage,
    State,
    name_of_piece,
    names_of,
    nations_of,
)

fr = LazyCodes("pbem.rulesets.friedrich.diagnostics")


def take_battles_and_bids(desk: Desk, lines: list[Line], nation: int, ahead: bool, unread: bool = False) -> None:
    """D12, D13 ahead: the order of battles and bids for any of them; then the combat phase begins."""

    old = desk.state.task
    pairs = old.pairs if isinstance(old, Combat) else pairs_of(desk.state, nation)
    line = desk.only(lines, Battles)
    bids = read_bids(desk.body, nation, desk.say)
    if unread:
        return  # where the stacks stand is not clear, so neither are the battles
    order = order_of_battles(desk, line, pairs) if line else ()
    good: list[tuple[Any, Where]] = []
    for bid, where in bids:
        fights = [pair for pair in pairs if bid_for(desk.state, (bid,), *pair)]
        if not fights:
            desk.say(no_such_battle(desk.state, bid.own, bid.enemy, pairs, where))
            continue
        if any((bid.own, bid.enemy) == (other.own, other.enemy) for other, _ in good):
            desk.say(fr.BID_TWICE(where))
        check_bid(desk.state, nation, fights[0][0], bid, where, desk.say)
        good.append((bid, where))
    check_promises(desk.state, nation, good, desk.say)
    desk.understood += [f"bid: {bid_text(bid)}" for bid, _ in good]
    kept = old.bids if isinstance(old, Combat) else ()
    combat = Combat(nation, pairs, order, (*(bid for bid, _ in good), *kept))
    if ahead:
        desk.state = desk.state.replaced(Stage(nation, "combat")).pushed(combat)
    else:
        desk.state = desk.state.replaced(combat)


def order_of_battles(desk: Desk, line: Line, pairs: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """F7.2: the pairs meant by ``battles Heinrich, Keith against Daun``."""
    order: list[tuple[int, int]] = []
    place = desk.state.place
    for (own, enemy), at in zip(line.order.pairs, line.words, strict=True):
        found = [p for p in pairs if p[0] == place[own] and enemy in (-1, *desk.state.stack(p[1]))]
        if not found:
            desk.say(no_such_battle(desk.state, own, enemy, pairs, at))
        for pair in found:
            if pair in order:
                desk.say(fr.BATTLE_TWICE(at, battle=battle_name(desk.state, pair)))
            else:
                order.append(pair)
    if order:
        desk.understood.append("battles " + ", ".join(battle_name(desk.state, pair) for pair in order))
    return tuple(order)


def battle_name(state: State, pair: tuple[int, int]) -> str:
    """``Heinrich against Richelieu``: the supreme commanders."""
    own, other = (PIECE_NAMES[state.stack(city)[0]] for city in pair)
    return f"{own} against {other}"


def no_such_battle(state: State, own: int, enemy: int, pairs: Iterable[tuple[int, int]], at: Where) -> Diagnostic:
    names = [battle_name(state, pair) for pair in pairs]
    hint = f"The battles are {listed(names)}." if names else "No stacks stand next to each other."
    pieces = f"{name_of_piece(own)} and {name_of_piece(enemy) if enemy >= 0 else 'any enemy'}"
    return fr.NO_SUCH_BATTLE(at, pieces=pieces, hint_=hint)


def take_battles(desk: Desk) -> None:
    """D12: which battle comes next; bids may come along."""
    combat = desk.state.task
    assert isinstance(combat, Combat)
    lines = desk.lines(combat.nation, Battles, asked="the order of battles")
    desk.transfers(desk.troops(), nations_of(desk.state, desk.role))
    if not any(isinstance(line.order, Battles) for line in lines):
        first = battle_name(desk.state, combat.pairs[0])
        desk.say(fr.NOTHING_DECIDED(Where(("do",)), what="which battle comes first", example=f'"battles {first}"'))
    take_battles_and_bids(desk, lines, combat.nation, ahead=False)


def take_bid(desk: Desk) -> None:
    """D13: the bid for the battle that is about to be fought, or that was interrupted."""

    battle = desk.state.task
    assert isinstance(battle, Battle)
    side = next(s for s in sides_awaited(desk.state, battle) if owner_of_side(desk.state, battle, s) == desk.role)
    nation, city, enemy = sides(desk.state, battle)[side], battle.pair[side], battle.pair[1 - side]
    desk.lines(nation, asked="a bid")
    desk.transfers(desk.troops(), nations_of(desk.state, desk.role))
    bids = read_bids(desk.body, nation, desk.say)
    good: list[tuple[Any, Where]] = []
    for bid, where in bids:
        if bid_for(desk.state, (bid,), city, enemy) is None:
            desk.say(no_such_battle(desk.state, bid.own, bid.enemy, ((city, enemy),), where))
            continue
        if good:
            desk.say(fr.BID_TWICE(where))
        check_bid(desk.state, nation, city, bid, where, desk.say)
        good.append((bid, where))
    check_promises(desk.state, nation, good, desk.say)
    if not good:
        if not has_errors(desk.said):
            own, other = (PIECE_NAMES[desk.state.stack(c)[0]] for c in (city, enemy))
            desk.say(fr.BID_MISSING(Where(("bid",)), own=own, enemy=other))
        return
    bid, where = good[0]
    if battle.asked == side:
        check_progress(desk, battle, side, bid, where)
    desk.understood.append(f"bid: {bid_text(bid)}")
    made, used = list(battle.bids), list(battle.used)
    made[side], used[side] = bid, ()
    desk.state = desk.state.replaced(battle._replace(bids=(made[0], made[1]), used=(used[0], used[1]), asked=-1))


def check_progress(desk: Desk, battle: Battle, side: int, bid: Any, where: Where) -> None:
    """A side that was asked must say what it does now; the same question again would go on for ever."""

    score = battle.score if side == 0 else -battle.score
    nation, city = sides(desk.state, battle)[side], battle.pair[side]
    if answer(desk.state, nation, city, bid, score, battle.totals[side], ()).kind == "ask":
        example = 'a play that fits this score, "accept" for the loss, or otherwise = "concede"'
        desk.say(fr.NOTHING_DECIDED(where, what=f"what to do now, at a score of {score}", example=example))


def take_retreat(desk: Desk) -> None:
    """D16, F8.2: the victor names the city."""
    task = desk.state.task
    assert isinstance(task, Retreat)

    desk.no_bids()
    lines = desk.lines(task.loser, RetreatTo, asked="where the beaten stack retreats")
    desk.transfers(desk.troops(), nations_of(desk.state, desk.role))
    stack = desk.state.stack(task.source)
    choices = listed([name_of(c) for c in cities_in(task.destinations)], "or")
    line = desk.only(lines, RetreatTo)
    if line is None:
        if not has_errors(desk.said):
            first = name_of(next(cities_in(task.destinations)))
            example = f'"retreat {PIECE_NAMES[stack[0]]} to {first}"; the farthest cities are {choices}'
            desk.say(fr.NOTHING_DECIDED(Where(("do",)), what="where the beaten stack goes", example=example))
        return
    names = listed(names_of(stack))
    if line.order.piece not in stack:
        pieces = name_of_piece(line.order.piece)
        desk.say(fr.RETREAT_ILLEGAL(line.words[0], pieces=pieces, city=name_of(line.order.city), choices=choices,
                                    hint=f"It is {names} who retreat."))  # fmt: skip
    elif not task.destinations >> line.order.city & 1:
        desk.say(fr.RETREAT_ILLEGAL(line.words[1], pieces=names, city=name_of(line.order.city), choices=choices))
    else:
        desk.understood.append(str(line.order))
        desk.state, news = withdrawn(desk.state.popped(), task.source, line.order.city)
        desk.events += news
