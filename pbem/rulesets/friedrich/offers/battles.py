"""Battles (F7): those a bid can be written for, and the order in which they are fought (D12, D13)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.core.offers import Choice, Edit, Fight, Offers
from pbem.rulesets.common import by_suit
from pbem.rulesets.common.bid_offers import bids_in, givable
from pbem.rulesets.common.bids import Bid
from pbem.rulesets.common.terms import may_play
from pbem.rulesets.friedrich.battle_fate import is_silenced, terms_of
from pbem.rulesets.friedrich.bid_reader import language_of
from pbem.rulesets.friedrich.board import IDS, suit_of
from pbem.rulesets.friedrich.combat import Pair, Seat, bid_for, owner_of_side, pairs_of, sides_awaited
from pbem.rulesets.friedrich.desk import Phase
from pbem.rulesets.friedrich.fights import battle_name, cities_of, seats_of
from pbem.rulesets.friedrich.offers.case import Case, ids_of
from pbem.rulesets.friedrich.offers.choices import first
from pbem.rulesets.friedrich.offers.standing import wishes_for
from pbem.rulesets.friedrich.offers.troops import shifts
from pbem.rulesets.friedrich.orders import Battles, Line
from pbem.rulesets.friedrich.settled import settled_words
from pbem.rulesets.friedrich.standing import is_left, stage_answers
from pbem.rulesets.friedrich.state import GENERALS, NATION_OF, PIECE_NAMES, Battle, Combat, State, nations_of

ORDER = "Which battle is fought next?"


def of_phase(case: Case, phase: Phase, lines: Sequence[Line]) -> tuple[tuple[Choice, ...], tuple[Fight, ...]]:
    """F7.1: the battles that the moves lead to."""
    if not phase.state.city_bits(GENERALS[phase.nation]) & phase.attack:
        return (), ()
    pairs = pairs_of(phase.state, phase.nation)
    fights = tuple(fight(case, phase.state, (pair, 0), "ask") for pair in pairs)
    return order_of(case, phase.state, pairs, lines), fights


def order_of(
    case: Case, state: State, pairs: Sequence[Pair], lines: Sequence[Line], needed: bool = False
) -> tuple[Choice, ...]:
    """F7.2: each battle that could come next, after those that the sheet has put in order."""
    if len(pairs) < 2:
        return ()
    line = first([line for line in lines if isinstance(line.order, Battles)])
    said = str(line.order).removeprefix("battles ").split(", ") if line else []
    named = [pair for pair in pairs if any(is_meant(state, pair, own, enemy) for own, enemy in order_pairs(line))]
    offers = [
        case.written(f"battles {', '.join([*said, battle_name(state, pair)])}", line, battle_name(state, pair))
        for pair in pairs
        if pair not in named
    ]
    return case.question("battles", ORDER, offers, needed and line is None)


def order_pairs(line: Line | None) -> tuple[tuple[int, int], ...]:
    return line.order.pairs if line else ()


def is_meant(state: State, pair: Pair, own: int, enemy: int) -> bool:
    """Whether an order of battles means this one."""
    return own in state.stack(pair[0]) and enemy in (-1, *state.stack(pair[1]))


def fight(case: Case, state: State, seat: Seat, otherwise: str, needed: bool = False) -> Fight:
    """A battle, with what can be played in it and a bid to begin with."""
    pair, side = seat
    here, there = cities_of(seat)
    own, enemy = state.stack(here), state.stack(there)
    line = bid_line(case, state, seat)
    cards = tuple(str(card) for card in sorted(may_play(terms_of(state, pair, side)), key=by_suit))
    start = {"own": PIECE_NAMES[own[0]], "enemy": PIECE_NAMES[enemy[0]], "plays": [], "accept": 0}
    bid = {**start, "otherwise": otherwise if cards else "concede"}
    return Fight(
        battle_name(state, (here, there)), ids_of(own), ids_of(enemy), (IDS[here], IDS[there]),
        (suit_of(here), suit_of(there)), cards,
        (Edit(("bid", number_of_bids(case)), bid),) if line < 0 else (), line, needed=needed and line < 0,
        choices=(wishes_for(case, state, line, enemy, (here, there)),) if line >= 0 else (),
        forced=givable(cards),
    )  # fmt: skip


def number_of_bids(case: Case) -> int:
    found = case.body.get("bid")
    return len(found) if isinstance(found, list) else 0


def bid_line(case: Case, state: State, seat: Seat) -> int:
    """Which of the bids of the sheet speaks of a battle; -1: none."""
    nation = NATION_OF[state.stack(seat[0][seat[1]])[0]]
    bids = bids_in(case.body, language_of(nation))
    found = bid_for(state, [bid for bid, _ in bids], *cities_of(seat))
    return next((number for bid, number in bids if bid is found), -1) if found else -1


def of_battles(case: Case) -> Offers:
    """D12: which battle comes next; bids may come along."""
    combat = case.view.task
    assert isinstance(combat, Combat)
    choices = order_of(case, case.view, combat.pairs, case.lines(combat.nation, Battles), needed=True)
    fights = tuple(fight(case, case.view, (pair, 0), "ask") for pair in combat.pairs)
    return Offers(choices=choices, sums=shifts(case), fights=fights)


def of_bid(case: Case) -> Offers:
    """D13: the battle that is about to be fought, or that was interrupted."""
    battle = case.view.task
    assert isinstance(battle, Battle)
    side = next(s for s in sides_awaited(case.view, battle) if owner_of_side(case.view, battle, s) == case.role)
    asked = battle.asked == side or bool(settled_words(case.view, battle, side))
    stands = bool(case.view.standing) and is_left(case.view, case.role, {**case.body, "bid": []})
    score = battle.score if side == 0 else -battle.score
    found = fight(case, case.view, (battle.pair, side), "concede" if asked else "ask", needed=not stands)
    return Offers(sums=shifts(case), fights=(found._replace(score=score),))


def of_stage(case: Case) -> Offers:
    """D12, D13 with the option bidding = "stage": all battles of the stage at once."""
    combat = case.view.task
    assert isinstance(combat, Combat)
    own = [nation for nation in combat.awaited if nation in nations_of(case.view, case.role)]
    seats = [seat for nation in own for seat in seats_of(case.view, combat, nation)]
    answered = [seat for seat, standing in stage_answers(case.view, combat, case.role) if standing]
    fights = [fight(case, case.view, seat, "concede", is_owed(case.view, combat, seat, answered)) for seat in seats]
    lines = case.lines(own[0], Battles)
    order = order_of(case, case.view, combat.pairs, lines) if combat.nation in own else ()
    return Offers(choices=order, sums=shifts(case), fights=tuple(fights))


def is_owed(state: State, combat: Combat, seat: Seat, answered: Iterable[Seat]) -> bool:
    """Whether a battle of the stage has no bid yet, of the moves or a standing one, and its side could play."""
    nation, given = sides_of(state, seat), bids_given(combat, seat)
    able = bool(state.hands[nation]) and not is_silenced(state, cities_of(seat)[0])
    return able and seat not in answered and bid_for(state, given, *cities_of(seat)) is None


def sides_of(state: State, seat: Seat) -> int:
    return NATION_OF[state.stack(cities_of(seat)[0])[0]]


def bids_given(combat: Combat, seat: Seat) -> tuple[Bid, ...]:
    """The bids that came with the moves."""
    return tuple(combat.bids) if seat[1] == 0 else ()
