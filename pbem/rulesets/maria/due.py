"""Bids where they are due: the battles that moves lead to, each with a bid to fill in (D18, D19)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from pbem.core import SHEET, Diagnostic, LazyCodes, has_errors, listed
from pbem.rulesets.common import SIGNS, by_suit
from pbem.rulesets.common.bids import Bid
from pbem.rulesets.common.terms import may_play
from pbem.rulesets.common.words import count
from pbem.rulesets.maria.bids import strengths
from pbem.rulesets.maria.board import cities_in, name_of, suit_of
from pbem.rulesets.maria.combat import bid_for, own_pairs, terms_of
from pbem.rulesets.maria.desk import Desk
from pbem.rulesets.maria.fights import battle_name
from pbem.rulesets.maria.records import Battle, Combat, Moves, Pair, Task
from pbem.rulesets.maria.relations import group_of_stage, owner_of
from pbem.rulesets.maria.retreats import ends_of
from pbem.rulesets.maria.standing import standing_for, with_standing
from pbem.rulesets.maria.state import PIECE_NAMES, State, names_of

ma = LazyCodes("pbem.rulesets.maria.diagnostics")
Said = tuple[tuple[Pair, ...], tuple[Bid, ...]]  # the order of battles and the bids of a sheet


def say_battles(desk: Desk) -> None:
    """All that is said of the attacks that moves lead to: each of them, and what is still open (M11.1)."""
    task = desk.state.task
    if not isinstance(task, Moves) or has_errors(desk.said):
        return
    state = with_standing(desk.state, desk.role, desk.body)
    pairs = pairs_to_come(state, own_pairs(state, group_of_stage(state), desk.role))
    order, bids = dict(task.ahead).get(desk.role, ((), ()))
    desk.understood += [battle_line(state, pair) for pair in pairs]
    desk.said += open_order(state, pairs, order)
    desk.said += open_bids(state, without_bid(state, pairs, bids))


def pairs_to_come(state: State, pairs: Iterable[Pair]) -> list[Pair]:
    """The attacks that are not those of a battle under way, where moves are ordered ahead."""
    under_way = {frozenset(pair) for task in state.agenda for pair in pairs_of(task)}
    return [pair for pair in pairs if frozenset(pair) not in under_way]


def pairs_of(task: Task) -> tuple[Pair, ...]:
    """The battles of a task."""
    return task.pairs if isinstance(task, Combat) else (task.pair,) if isinstance(task, Battle) else ()


def battle_line(state: State, pair: Pair) -> str:
    """A battle that is to come, as its attacker knows it."""
    own, enemy = state.stack(pair[0]), state.stack(pair[1])
    mine = f"{listed(names_of(own))} in {in_suit(pair[0])} with {own_troops(state, pair[0])}"
    theirs = f"{listed(names_of(enemy))} in {in_suit(pair[1])}"
    seen = next((row for row in state.declared if row.pieces == enemy), None)
    if seen is None:
        return f"battle: {mine} against {theirs}, strength not known"
    return f"battle: {mine} against {theirs}, seen with {count(seen.troops, 'troop')} in turn {seen.turn}"


def own_troops(state: State, city: int) -> str:
    """``9 troops``, or ``5 to 12 troops`` where an ally's are among them (M25)."""
    low, high = strengths(state, city, owner_of(state, state.power_in(city)))
    return count(low, "troop") if low == high else f"{low} to {count(high, 'troop')}"


def in_suit(city: int) -> str:
    return f"{name_of(city)} {SIGNS[suit_of(city)]}"


def without_bid(state: State, pairs: Iterable[Pair], bids: Iterable[Bid]) -> Iterator[Pair]:
    """The attacks for which their writer will be asked: no bid, no standing bid, and cards in the hand (M11.11)."""
    for pair in pairs:
        able = bool(state.hands[state.power_in(pair[0])])
        if able and not bid_for(state, bids, *pair) and standing_for(state, pair, 0) is None:
            yield pair


def open_order(state: State, pairs: Iterable[Pair], order: Iterable[Pair]) -> Iterator[Diagnostic]:
    """M11.2, D18: where two or more attacks are left without an order it will be asked for; with the line to copy."""
    ordered = [pair for pair in order if pair in pairs]
    unordered = [pair for pair in pairs if pair not in ordered]
    if len(unordered) > 1:
        names = [battle_name(state, pair) for pair in unordered]
        line = ", ".join(battle_name(state, pair) for pair in (*ordered, *unordered))
        yield ma.ORDER_OPEN(SHEET, battles=listed(names), stub=(f'"battles {line}"',))


def open_bids(state: State, pairs: Iterable[Pair]) -> Iterator[Diagnostic]:
    """For each of these battles what it costs to have no bid, and a bid to fill in."""
    for pair in pairs:
        own, enemy = (PIECE_NAMES[state.stack(city)[0]] for city in pair)
        able = may_play(terms_of(state, pair, 0))
        stub = (*bid_stub(state, pair), *wish_stub(state, pair))
        yield ma.BID_OPEN(SHEET, own=own, enemy=enemy, stub=stub, form="" if able else "settled")


def bid_stub(state: State, pair: Pair) -> tuple[str, ...]:
    """A bid to fill in; one that is settled is filled in already."""
    own, enemy = (PIECE_NAMES[state.stack(city)[0]] for city in pair)
    cards = " ".join(str(card) for card in sorted(may_play(terms_of(state, pair, 0)), key=by_suit))
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
    """D20: a wish for the retreat of the beaten as a remark; it names a city to which he can go after a loss of 1."""
    ends = ends_of(state, pair[1], pair[0], 1)
    return [f'# retreat = ["{name_of(city)}", "anywhere"]' for city in islice(cities_in(ends), 1)]
