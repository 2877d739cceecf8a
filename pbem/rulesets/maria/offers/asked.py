"""What may be said to whatever is asked now (M26): the offers for each kind of decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pbem.core import Where
from pbem.core.offers import Choice, Edit, Goal, Group, Offer, Offers
from pbem.rulesets.common.wishes import ANYWHERE, UNSUPPLIED
from pbem.rulesets.maria import hussars
from pbem.rulesets.maria.answers import BY_RANK, LEAST, WISH
from pbem.rulesets.maria.board import IDS, cities_in, name_of
from pbem.rulesets.maria.decisions import awaiting
from pbem.rulesets.maria.desk import Desk, Enough, Phase
from pbem.rulesets.maria.leaving import moves_out
from pbem.rulesets.maria.movement import move
from pbem.rulesets.maria.moving import left_on_flanders, marched, own_powers
from pbem.rulesets.maria.offers import battles, politics, purchases, troops
from pbem.rulesets.maria.offers.agreements import agreements
from pbem.rulesets.maria.offers.case import Case
from pbem.rulesets.maria.offers.moves import Marches
from pbem.rulesets.maria.offers.standing import standing_bids, wishes_of_sheet
from pbem.rulesets.maria.orders import FLAG_WORDS, Battles, Command, Flag, Hussar, Line, Move, Return, Stay
from pbem.rulesets.maria.peace import not_lowered
from pbem.rulesets.maria.powers import FRANCE, GREAT, POWER_NAMES
from pbem.rulesets.maria.records import Moves
from pbem.rulesets.maria.relations import owner_of
from pbem.rulesets.maria.state import State

Body = Mapping[str, Any]
FLAGS = "What else is decided?"
LEAVE = "Who must leave neutral land, and by which way?"
PASS = "Is a piece moved on Flanders?"
HUSSARS = "Do the hussars stay where they are?"
HUSSAR = "hussar {number}"
ADVANCED = ("advanced", "two")  # the modes with politics and agreements
AIMS = "Does France lower its aims, once in the game? Its markers in Core-Austria leave the board."
LOWER_AIMS = "lower aims"
ANSWERS = "What is answered by itself, should it be asked?"


def offers(view: State, role: str, body: Body) -> Offers:
    """Everything that a role may say now, given what its sheet already says."""
    owed = next((owed for owed in awaiting(view) if owed.role == role), None)
    case = Case(view, role, body)
    try:
        found = _OFFERS[owed.kind if owed else ""](case)
    except Enough:  # so many faults that nothing can be said of the rest
        return Offers()
    if not view.agenda:
        return found
    besides = (*wishes_of_sheet(case, found.fights), *case.withdraw(), *beside(case))
    return found._replace(choices=(*found.choices, *besides), fights=(*found.fights, *standing_bids(case)))


def beside(case: Case) -> Iterator[Choice]:
    """What any sheet may say besides: agreements, and answers to what may be asked later (M26)."""
    if case.view.mode in ADVANCED:
        yield from agreements(case)
        yield from aims(case)
    holds = [f"{POWER_NAMES[power]}: hold" for power in case.powers if power in GREAT]
    politics = [*holds, "saxony all"] if case.view.mode in ADVANCED else []
    yield from case.ahead(ANSWERS, [LEAST, BY_RANK, *politics, f"{WISH}{UNSUPPLIED}", f"{WISH}{ANYWHERE}"])


def aims(case: Case) -> Iterator[Choice]:
    """D25, M19.20: France lowers its aims as soon as it can after what the sheet says."""
    lower = case.under("declare", LOWER_AIMS)
    if owner_of(case.view, FRANCE) != case.role:
        return
    if lower.said or (not case.body.get("declare") and not not_lowered(case.after)):
        yield Choice("declare", AIMS, (lower,), several=True)


def of_nothing(case: Case) -> Offers:
    """D10, D16, D17, D29: who owes nothing may still shift troops, and choose for later."""
    if not case.view.agenda:
        return Offers()
    return Offers(choices=flags(case), sums=troops.shifts(case))


def flags(case: Case) -> tuple[Choice, ...]:
    """D10, D16, D17: the choices of two that are the role's; one that the sheet has is taken back."""
    said = {str(line.order): line.at.path for line in case.lines(Flag)}
    texts = [text for (what, _), text in FLAG_WORDS.items() if what not in ("hussars", "pass")]
    offers = [Offer(t, (Edit(said[t]),), said=True) if t in said else case.written(t, None) for t in texts]
    return case.question("flag", FLAGS, offers, several=True)


def of_set_up(case: Case) -> Offers:
    """D1: the division of troops."""
    return Offers(sums=troops.of_set_up(case))


def of_movement(case: Case) -> Offers:
    """D13 to D19: a movement phase."""
    desk = Desk(case.view, case.role, case.body, "", think=False)
    lines = desk.lines(Move, Stay, Command, Return, Battles, Flag, asked="moves")
    wished, powers = desk.troops(), own_powers(case.view, case.role)
    if any(isinstance(line.order, Flag) and line.order.what == "first" for line in lines):
        return Offers(choices=flags(case))
    phase = marched(desk, lines, powers)
    case.after = phase.state
    order, fights = battles.of_phase(case, phase, lines)
    choices = (*leaving(case, phase), *purchases.trains_back(case, phase), *purchases.commanders(case, phase))
    groups = tuple(group for group in Marches(case, lines, phase).groups() if group.goals or group.others)
    sums = (*troops.of_phase(desk, phase, wished), *troops.of_phase(desk, rest(case, phase), wished))
    return Offers(groups, (*choices, *order, *flags(case)), sums, fights)


def rest(case: Case, phase: Phase) -> Phase:
    """The powers of the role that do not act now."""
    return Phase(phase.state, tuple(p for p in case.powers if p not in phase.powers))


def leaving(case: Case, phase: Phase) -> Iterator[Choice]:
    """M19.44: the ways out of neutral land for those who must leave it."""
    moves = moves_out(phase.state, phase.powers, phase.moved)
    if moves:
        yield from case.question("leave", LEAVE, [case.written(str(move), None) for move in moves], True, True)


def of_flanders(case: Case) -> Offers:
    """D17, M10.11: one piece on Flanders, or pass."""
    task = case.view.task
    assert isinstance(task, Moves)
    power = task.turns[0]
    lines = case.lines(Move, Flag)
    if lines:
        back = Offer(str(lines[0].order), (Edit(("do",)),), said=True)
        phase = Phase(case.view, (power,), task.moved)
        for line in lines[:1]:
            if isinstance(line.order, Move):
                move(phase, line)
        return Offers(choices=(Choice("pass", PASS, (back,)), *purchases.commanders(case, phase)))
    able = left_on_flanders(case.view, task, power)
    groups = Marches(case, (), Phase(case.view, (power,), task.moved), able).groups()
    choices = case.question("pass", PASS, [case.alone("pass")], needed=True)
    return Offers(tuple(group for group in groups if group.goals), choices)


def of_hussars(case: Case) -> Offers:
    """D9, M7.1: where each hussar can go, or that they stay."""
    lines = {line.order.number: line for line in case.lines(Hussar)}
    groups = tuple(group for number in (0, 1) for group in riding(case, number, lines))
    stay = [case.alone("hussars stay")] if not lines else []
    return Offers(groups, case.question("hussars", HUSSARS, stay), troops.shifts(case))


def riding(case: Case, number: int, lines: Mapping[int, Line]) -> Iterator[Group]:
    """A hussar and the cities where it may be placed; one that the sheet places is placed anew."""
    old, others = lines.get(number), [line.order.city for n, line in lines.items() if n != number]
    at, goals = Where(("do", 0)), []
    for city in cities_in(hussars.near_austrians(case.view) & ~case.view.occupied()):
        order = Hussar(number, city)
        if not any(hussars.check(case.view, Line(order, at, (at, at)), [*others, city])):
            goals.append((city, case.written(str(order), old)._replace(way=(IDS[city],))))
    if case.view.treaties or others:
        goals = [(city, fit) for city, offer in goals for fit in case.fitting([offer])]
    here = case.view.hussars[number] if old is None else old.order.city
    if goals:
        found = tuple(Goal(IDS[city], name_of(city), (offer,)) for city, offer in sorted(goals, key=by_name))
        name = HUSSAR.format(number=number + 1)
        yield Group((f"hussar-{number + 1}",), name, IDS[here] if here >= 0 else "", found)


def by_name(goal: tuple[int, Offer]) -> str:
    return name_of(goal[0])


_OFFERS: dict[str, Callable[[Case], Offers]] = {
    "": of_nothing,
    "set-up": of_set_up,
    "hussars": of_hussars,
    "supply": purchases.of_supply,
    "movement": of_movement,
    "flanders": of_flanders,
    "battles": battles.of_battles,
    "bid": battles.of_bid,
    "retreat": battles.of_retreat,
    "winter": purchases.of_winter,
    "levy": purchases.of_winter,
    **politics.OFFERS,
}
