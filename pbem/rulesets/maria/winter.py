"""Winter (M13): recruiting, generals who come back, and the winter score."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core import Diagnostic, LazyCodes, Where, has_errors, listed
from pbem.core.events import Event
from pbem.core.ruleset import Owed
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.board import BOHEMIA, CITY, FORTRESSES, IDS, MAJOR, NETHERLANDS, cities_in, name_of
from pbem.rulesets.maria.bound import breaches
from pbem.rulesets.maria.desk import Desk, Phase
from pbem.rulesets.maria.movement import captured, command, may_join
from pbem.rulesets.maria.orders import Command, Line, Recruit
from pbem.rulesets.maria.payments import check_price, paid, picked
from pbem.rulesets.maria.powers import FRANCE, GREAT, POWER_NAMES, POWERS, STACK
from pbem.rulesets.maria.records import Winter
from pbem.rulesets.maria.relations import (
    cooperate,
    enemies,
    friendly_fortresses,
    home_of,
    owner_of,
    powers_in,
)
from pbem.rulesets.maria.state import (
    ARENBERG,
    AWAY,
    OFF,
    PIECE_IDS,
    PIECE_NAMES,
    POWER_OF,
    RANK,
    State,
    house_rule,
    name_of_piece,
)
from pbem.rulesets.maria.troops import settled, transfers

ma = LazyCodes("pbem.rulesets.maria.diagnostics")
PRICE = 4  # of a troop (M13.2)
WINTERS = (3, 6, 9, 12)  # M5.3
News = tuple[State, tuple[Event, ...]]


def begin(state: State) -> Winter:
    """M13.1: who recruits, in the order of the stages: each role for its powers of a stage."""
    awaited: list[tuple[str, tuple[int, ...]]] = []
    state = state._replace(rests=False)  # winter is no turn (M5.3): who has acted in this one recruits all the same
    for group in range(3):
        for role in dict.fromkeys(owner_of(state, power) for power in powers_in(state, group)):
            own = tuple(p for p in powers_in(state, group) if owner_of(state, p) == role)
            awaited.append((role, own))
    return Winter(tuple(awaited))


def awaiting(state: State) -> tuple[Owed, ...]:
    """D26: the role whose turn it is; powers without a card can buy nothing, as all can see."""
    task = state.task
    assert isinstance(task, Winter)
    if not task.awaited or not any(state.hands[power] for power in task.awaited[0][1]):
        return ()
    role, powers = task.awaited[0]
    what = f"what {listed(POWER_NAMES[p] for p in powers if state.hands[p])} will recruit this winter"
    return (Owed(role, "winter", what, "nothing is recruited"),)


def run(state: State) -> State:
    """The next role; without any the winter is over."""
    task = state.task
    assert isinstance(task, Winter)
    return state.replaced(Winter(task.awaited[1:])) if task.awaited else state.popped()


def take(desk: Desk) -> None:
    """D26: the recruitments of a role, and who gets the new troops."""
    task = desk.state.task
    assert isinstance(task, Winter)
    powers = task.awaited[0][1]
    lines = desk.lines(Recruit, Command, asked="what is recruited")
    desk.no_bids()
    wished = desk.troops()
    phase = Phase(desk.state, powers)
    for line in lines:
        if phase.has_enough():
            break
        done = recruit(phase, line) if isinstance(line.order, Recruit) else command(phase, line)
        desk.understood += [done] if done else []
    if has_errors(phase.said):
        for fault in phase.said:
            desk.say(fault)
        return
    before = desk.state.totals
    settled(desk, phase, {p: n for p, n in wished.items() if POWER_OF[p] in powers})
    desk.events = told(desk.events, before, desk.state)
    breaches(desk, phase)
    rest = [p for p in desk.powers if p not in powers]
    transfers(desk, {p: n for p, n in wished.items() if POWER_OF[p] in rest}, rest)
    if not phase.bought:
        desk.understood.append("nothing is recruited")
    desk.state = desk.state.replaced(Winter(task.awaited[1:]))


def told(events: list[Event], before: tuple[int, ...], state: State) -> list[Event]:
    """The events, each recruitment with the sum of troops it led to (M6.8)."""
    found = []
    for event in events:
        what = happened.read(event)
        if isinstance(what, happened.Recruited):
            total = state.totals[POWERS.index(what.power)]
            event = happened.Recruited(**{**vars(what), "total": total}).event()
        found.append(event)
    return found


def recruit(phase: Phase, line: Line) -> Recruit | None:
    """M13.2 to M13.6: one recruitment; None after a complaint."""
    order: Recruit = line.order
    power = meant_power(phase, line)
    if power is None:
        return None
    faults = list(check_recruit(phase, power, line))
    for fault in faults:
        phase.say(fault)
    cards = picked(phase.state, power, order.pay, line.words[len(order.entries) :], phase.say)
    if faults or cards is None or not check_price(cards, PRICE * order.troops, line.at, phase.say):
        return None
    phase.state = paid(phase.state, power, cards)
    for piece, city in order.entries:
        come_back(phase, piece, city)
        phase.ordered[piece] = line.at
    phase.bought[power], phase.bought_at[power] = order.troops, line.at
    news = happened.Recruited(
        power=POWERS[power], troops=order.troops, generals=[PIECE_IDS[p] for p, _ in order.entries],
        cities=[IDS[c] for _, c in order.entries], paid=[str(card) for card in cards], total=0,
    )  # fmt: skip
    phase.events.append(news.event())
    return order._replace(power=power)


def meant_power(phase: Phase, line: Line) -> int | None:
    """M13.1: the power that recruits: the one named, that of the generals, or the only one there is."""
    order: Recruit = line.order
    named = {POWER_OF[p] for p, _ in order.entries} | ({order.power} if order.power >= 0 else set())
    able = [p for p in phase.powers if phase.state.hands[p]]
    if len(named) > 1:
        phase.say(ma.WHICH_POWER(line.at, form="two"))
        return None
    power = named.pop() if named else able[0] if len(able) == 1 else -1
    if power < 0:
        phase.say(ma.WHICH_POWER(line.at, example=POWERS[(able or phase.powers)[0]]))
        return None
    if power not in phase.powers:
        names = listed(POWER_NAMES[p] for p in phase.powers)
        phase.say(ma.WHICH_POWER(line.at, power=POWER_NAMES[power], powers=names, form="not-now"))
        return None
    return power


def check_recruit(phase: Phase, power: int, line: Line) -> Iterator[Diagnostic]:
    """M13.2, M13.4: at least one troop, one for each who comes back, and each at a site of his own."""
    order: Recruit = line.order
    if power in phase.bought:
        yield ma.RECRUITED_TWICE(line.at, power=POWER_NAMES[power])
    if not order.troops:
        yield ma.NOTHING_BOUGHT(line.at)
    elif len(order.entries) > order.troops:
        yield ma.TROOP_EACH(line.at, number=len(order.entries), troops=order.troops)
    coming: list[tuple[int, int]] = []
    for (piece, city), at in zip(order.entries, line.words, strict=False):
        yield from check_entry(phase.state, piece, city, coming, at)
        coming.append((piece, city))


def check_entry(state: State, piece: int, city: int, coming: list[tuple[int, int]], at: Where) -> Iterator[Diagnostic]:
    """M6.7, M13.4: a general who was removed, at a site where no illegal stack results."""
    if not RANK[piece] or state.place[piece] != OFF or piece in [p for p, _ in coming]:
        form = "train" if not RANK[piece] else "away" if state.place[piece] == AWAY else ""
        yield ma.NOT_OFF_MAP(at, piece=name_of_piece(piece), form=form)
        return
    free = sites(state, piece, coming)
    if not free >> city & 1:
        names = listed((name_of(c) for c in cities_in(free)), "or")
        yield ma.NO_SITE(at, piece=PIECE_NAMES[piece], city=name_of(city), sites=names, form="" if names else "none")


def sites(state: State, piece: int, coming: list[tuple[int, int]] | None = None) -> int:
    """M13.4, M22.1: friendly major fortresses at home where no illegal stack results. Rulings: A17, A44

    ``coming`` are those who come back in the same order.
    """
    power = POWER_OF[piece]
    kinds = FORTRESSES if house_rule(state, "general-sites") == "any" else MAJOR
    land = home_of(state, power) & kinds
    if piece == ARENBERG:
        land |= NETHERLANDS & MAJOR
    if not state.is_advanced and power == FRANCE and "muenchen" in CITY:
        land |= 1 << CITY["muenchen"]  # the introductory game's exception
    if not state.is_advanced:
        land &= BOHEMIA  # M14.1
    there = {city for _, city in coming or ()}
    found = 0
    for city in cities_in(land & friendly_fortresses(state, power)):
        if may_stand(state, piece, city, sum(c == city for _, c in coming or ()) if there else 0):
            found |= 1 << city
    return found


def may_stand(state: State, piece: int, city: int, coming: int) -> bool:
    """M6.1, M13.4, M13.5: nobody there, an enemy train, or one general with whom he may stack."""
    there = [p for p in state.at(city) if RANK[p] or not enemies(state, POWER_OF[piece], POWER_OF[p])]
    if any(not RANK[p] for p in there) or len(there) + coming + 1 > STACK:
        return False
    others = [POWER_OF[p] for p in there]
    return all(cooperate(state, POWER_OF[piece], o) and may_join(state, POWER_OF[piece], o) for o in others)


def come_back(phase: Phase, piece: int, city: int) -> None:
    """M13.5, M13.6, M7.3: he stands on his site face up; an enemy train there is eliminated. Ruling: A18"""
    power = POWER_OF[piece]
    for train in [p for p in phase.state.at(city) if not RANK[p]]:
        phase.state, news = captured(phase.state, power, train)
        phase.events += news
    if city in phase.state.hussars:
        phase.events.append(happened.HussarSwept(power=POWERS[power], city=IDS[city]).event())
    phase.state = phase.state.put({piece: city})
    phase.back.append(piece)


def scored(state: State) -> News:
    """M13.7: a point for each marker in the pool. Ruling: A19"""
    row = tuple(state.pools[p] if p in GREAT else 0 for p in range(len(POWERS)))
    news = happened.WinterScored(turn=state.turn, scores={POWERS[p]: row[p] for p in GREAT})
    return state._replace(scores=(*state.scores, row)), (news.event(),)
