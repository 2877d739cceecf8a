"""Battles (M11): those a bid can be written for, the order in which they are fought, and retreats (D18 to D20)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.core import listed
from pbem.core.offers import Choice, Edit, Fight, Group, Offer, Offers
from pbem.rulesets.common import by_suit
from pbem.rulesets.common.bid_offers import bids_in, givable
from pbem.rulesets.common.roads import DOTS
from pbem.rulesets.common.terms import may_play
from pbem.rulesets.maria.bid_reader import language_of
from pbem.rulesets.maria.board import CITY, IDS, cities_in, name_of, suit_of
from pbem.rulesets.maria.combat import Seat, bid_for, own_pairs, owner_of_side, sides_awaited, terms_of
from pbem.rulesets.maria.desk import Phase
from pbem.rulesets.maria.fights import battle_name, cities_of
from pbem.rulesets.maria.offers.case import Case, first, group_text, ids_of
from pbem.rulesets.maria.offers.standing import wishes_for
from pbem.rulesets.maria.offers.troops import shifts
from pbem.rulesets.maria.orders import Battles, Line, RetreatTo
from pbem.rulesets.maria.records import Battle, Combat, Pair, Retreat
from pbem.rulesets.maria.relations import group_of_stage
from pbem.rulesets.maria.retreats import choices
from pbem.rulesets.maria.standing import is_left
from pbem.rulesets.maria.state import PIECE_NAMES, State

ORDER = "Which battle is fought next?"
RETREAT = "Where does {piece} retreat to?"


def of_phase(case: Case, phase: Phase, lines: Sequence[Line]) -> tuple[tuple[Choice, ...], tuple[Fight, ...]]:
    """M11.1: the battles that the moves lead to."""
    pairs = own_pairs(phase.state, group_of_stage(case.view), case.role)
    fights = tuple(fight(case, phase.state, (pair, 0), "ask") for pair in pairs)
    return order_of(case, phase.state, pairs, lines), fights


def order_of(
    case: Case, state: State, pairs: Sequence[Pair], lines: Sequence[Line], needed: bool = False
) -> tuple[Choice, ...]:
    """M11.2: each battle that could come next, after those that the sheet has put in order."""
    if len(pairs) < 2:
        return ()
    line = first([line for line in lines if isinstance(line.order, Battles)])
    said = str(line.order).removeprefix("battles ").split(", ") if line else []
    named = line.order.pairs if line else ()
    left = [
        pair
        for pair in pairs
        if not any(own in state.stack(pair[0]) and enemy in (-1, *state.stack(pair[1])) for own, enemy in named)
    ]
    offers = [
        case.written(f"battles {', '.join([*said, battle_name(state, pair)])}", line, battle_name(state, pair))
        for pair in left
    ]
    return case.question("battles", ORDER, offers, needed and line is None)


def fight(case: Case, state: State, seat: Seat, otherwise: str, needed: bool = False) -> Fight:
    """A battle, with what can be played in it and a bid to begin with."""
    here, there = cities_of(seat)
    own, enemy = state.stack(here), state.stack(there)
    line = bid_line(case, state, seat)
    cards = tuple(str(card) for card in sorted(may_play(terms_of(state, *seat)), key=by_suit))
    start = {"own": PIECE_NAMES[own[0]], "enemy": PIECE_NAMES[enemy[0]], "plays": [], "accept": 0}
    bid = {**start, "otherwise": otherwise if cards else "concede"}
    found = case.body.get("bid")
    at = len(found) if isinstance(found, list) else 0
    return Fight(
        battle_name(state, (here, there)), ids_of(own), ids_of(enemy), (IDS[here], IDS[there]),
        (suit_of(here), suit_of(there)), cards, (Edit(("bid", at), bid),) if line < 0 else (), line,
        needed=needed and line < 0,
        choices=(wishes_for(case, state, line, enemy, (here, there)),) if line >= 0 else (),
        forced=givable(cards),
    )  # fmt: skip


def bid_line(case: Case, state: State, seat: Seat) -> int:
    """Which of the bids of the sheet speaks of a battle; -1: none."""
    bids = bids_in(case.body, language_of(case.powers))
    found = bid_for(state, [bid for bid, _ in bids], *cities_of(seat))
    return next((number for bid, number in bids if bid is found), -1) if found else -1


def of_battles(case: Case) -> Offers:
    """D18: which attack comes next; bids may come along."""
    combat = case.view.task
    assert isinstance(combat, Combat)
    choices = order_of(case, case.view, combat.pairs, case.lines(Battles), needed=True)
    fights = tuple(fight(case, case.view, (pair, 0), "ask") for pair in combat.pairs)
    return Offers(choices=choices, sums=shifts(case), fights=fights)


def of_bid(case: Case) -> Offers:
    """D19: the battle that is about to be fought, or that was interrupted; both sides, if both are his."""
    battle = case.view.task
    assert isinstance(battle, Battle)
    sides = [s for s in sides_awaited(case.view, battle) if owner_of_side(case.view, battle, s) == case.role]
    stands = bool(case.view.standing) and is_left(case.view, case.role, {**case.body, "bid": []})
    fights = []
    for side in sides:
        score = battle.score if side == 0 else -battle.score
        found = fight(case, case.view, (battle.pair, side), "concede" if battle.asked == side else "ask", not stands)
        fights.append(found._replace(score=score))
    return Offers(sums=shifts(case), fights=tuple(fights))


def of_retreat(case: Case) -> Offers:
    """D20, M11.21: the cities among which the winner chooses."""
    task = case.view.task
    assert isinstance(task, Retreat)
    beaten = case.view.stack(task.source)
    line = first(case.lines(RetreatTo))
    offers = [offer for city in cities_in(task.ends) for offer in ways_back(case, task, city, line)]
    choices = case.question("retreat", RETREAT.format(piece=PIECE_NAMES[beaten[0]]), offers, line is None)
    group = Group(ids_of(beaten), group_text(beaten), IDS[task.source])
    return Offers(case.led(group, choices, lambda id_: name_of(CITY[id_])), choices, shifts(case))


def ways_back(case: Case, task: Retreat, end: int, line: Line | None) -> Iterator[Offer]:
    """M11.21: a city by any way; where ways to it differ in what they do, each of these."""
    piece = case.view.stack(task.source)[0]
    ways = choices(case.view, task.source, end, task.length)
    for way in ways:
        over = listed(map(name_of, way[:-1])) if len(ways) > 1 else ""
        text = str(RetreatTo(piece, way if over else (DOTS, end)))
        offer = case.written(text, line, f"{name_of(end)} by way of {over}" if over else name_of(end))
        yield offer._replace(way=tuple([IDS[city] for city in (task.source, *(way if over else (end,)))]))
