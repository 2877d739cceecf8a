"""Bids where they are due: the battles that moves lead to, each with a bid to fill in (D13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from pbem.core import SHEET, Diagnostic, LazyCodes, has_errors, listed
from pbem.rulesets.common import SIGNS
from pbem.rulesets.common.terms import may_play
from pbem.rulesets.common.words import count
from pbem.rulesets.friedrich.battle_fate import is_silenced, terms_of
from pbem.rulesets.friedrich.board import cities_in, name_of, suit_of
from pbem.rulesets.friedrich.cards import by_suit
from pbem.rulesets.friedrich.combat import Pair, bid_for
from pbem.rulesets.friedrich.desk import Desk
from pbem.rulesets.friedrich.fights import battle_name
from pbem.rulesets.friedrich.retreat_outlook import lines_without_bid
from pbem.rulesets.friedrich.retreats import destinations
from pbem.rulesets.friedrich.standing import standing_for
from pbem.rulesets.friedrich.state import PIECE_NAMES, Battle, Combat, State, Task, names_of

fr = LazyCodes("pbem.rulesets.friedrich.diagnostics")


def battle_line(state: State, pair: Pair) -> str:
    """A battle that is to come, as its attacker knows it."""
    own, enemy = state.stack(pair[0]), state.stack(pair[1])
    mine = f"{listed(names_of(own))} in {in_suit(pair[0])} with {count(state.strength(own), 'troop')}"
    theirs = f"{listed(names_of(enemy))} in {in_suit(pair[1])}"
    seen = next((row for row in state.declared if row.pieces == enemy), None)
    if seen is None:
        return f"battle: {mine} against {theirs}, strength not known"
    return f"battle: {mine} against {theirs}, seen with {count(seen.troops, 'troop')} in turn {seen.turn}"


def in_suit(city: int) -> str:
    return f"{name_of(city)} {SIGNS[suit_of(city)]}"


def without_bid(state: State, combat: Combat) -> Iterator[Pair]:
    """The battles for which the active side will be asked: no bid, no standing bid, and cards in its hand.

    Not those that are fought already when the moves are ordered ahead.
    """
    for pair in pairs_to_come(state, combat):
        able = state.hands[combat.nation] and not is_silenced(state, pair[0])
        if able and not bid_for(state, combat.bids, *pair) and standing_for(state, pair, 0) is None:
            yield pair


def pairs_to_come(state: State, combat: Combat) -> list[Pair]:
    """The battles of a combat phase that are not those of one which is under way below it."""
    under_way = {frozenset(pair) for task in state.agenda[:-1] for pair in pairs_of(task)}
    return [pair for pair in combat.pairs if frozenset(pair) not in under_way]


def open_order(state: State, combat: Combat) -> Iterator[Diagnostic]:
    """F7.2, D12: where two or more battles are left without an order it will be asked for; with the line to copy."""
    pairs = pairs_to_come(state, combat)
    ordered = [pair for pair in combat.order if pair in pairs]
    unordered = [pair for pair in pairs if pair not in ordered]
    if len(unordered) > 1:
        names = [battle_name(state, pair) for pair in unordered]
        line = ", ".join(battle_name(state, pair) for pair in (*ordered, *unordered))
        yield fr.ORDER_OPEN(SHEET, battles=listed(names), stub=(f'"battles {line}"',))


def pairs_of(task: Task) -> tuple[Pair, ...]:
    """The battles of a task."""
    return task.pairs if isinstance(task, Combat) else (task.pair,) if isinstance(task, Battle) else ()


def open_bids(state: State, pairs: Iterable[Pair]) -> Iterator[Diagnostic]:
    """For each of these battles what it costs to have no bid, and a bid to fill in."""
    for pair in pairs:
        own, enemy = (PIECE_NAMES[state.stack(city)[0]] for city in pair)
        able = may_play(terms_of(state, pair, 0))
        stub = (*bid_stub(state, pair), *wish_stub(state, pair))
        yield fr.BID_OPEN(SHEET, own=own, enemy=enemy, stub=stub, form="" if able else "settled")


def bid_stub(state: State, pair: Pair, side: int = 0) -> tuple[str, ...]:
    """A bid to fill in; one that is settled is filled in already."""
    own, enemy = (PIECE_NAMES[state.stack(city)[0]] for city in (pair[side], pair[1 - side]))
    cards = " ".join(str(card) for card in sorted(may_play(terms_of(state, pair, side)), key=by_suit))
    now, other = ("ask", "concede") if cards else ("concede", "ask")
    return (
        "[[bid]]",
        f'own       = "{own}"',
        f'enemy     = "{enemy}"',
        f"plays     = []   # you may play {cards or 'nothing'}",
        "accept    = 0",
        f'otherwise = "{now}"   # or "{other}"',
    )


def wish_stub(state: State, pair: Pair) -> list[str]:
    """D16: a wish for the retreat of the beaten as a remark; it names a city to which he can go after a loss of 1."""
    ends = destinations(*pair, 1, state.occupied(state.stack(pair[1])))
    return [f'# retreat = ["{name_of(city)}", "anywhere"]' for city in islice(cities_in(ends), 1)]


def say_battles(desk: Desk, kind: str) -> None:
    """All that is said of the battles that a sheet leads to, or leaves; its standing bids are known by now.

    Those that stand already are named where there is something to say of them.
    """
    combat = desk.state.task
    if not isinstance(combat, Combat) or has_errors(desk.said):
        return
    for pair in combat.pairs:
        retreats = lines_without_bid(desk, combat, pair)
        desk.understood += [battle_line(desk.state, pair)] if retreats or kind == "movement" else []
        desk.understood += retreats
    desk.said += open_order(desk.state, combat)
    if kind == "movement":
        desk.said += open_bids(desk.state, without_bid(desk.state, combat))
