"""How a bot moves (M10): the moves that promise most come first, trains follow their generals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.core import Where, has_errors
from pbem.rulesets.common import Line
from pbem.rulesets.maria.board import cities_in, within
from pbem.rulesets.maria.bots.battles import plans
from pbem.rulesets.maria.bots.dice import Dice
from pbem.rulesets.maria.bots.outlook import Outlook
from pbem.rulesets.maria.bots.tempers import TEMPERS, Temper, temper_of
from pbem.rulesets.maria.bots.values import Ends, train_worth
from pbem.rulesets.maria.bots.ways import ends_of
from pbem.rulesets.maria.desk import Phase
from pbem.rulesets.maria.leaving import moves_out
from pbem.rulesets.maria.movement import move
from pbem.rulesets.maria.moving import left_on_flanders, own_powers
from pbem.rulesets.maria.orders import Move, Return
from pbem.rulesets.maria.payments import default_payment, worth
from pbem.rulesets.maria.powers import AUSTRIA, PRAGMATIC
from pbem.rulesets.maria.records import Moves
from pbem.rulesets.maria.relations import owner_of
from pbem.rulesets.maria.state import GENERALS, OFF, POWER_OF, RANK, TRAINS, State
from pbem.rulesets.maria.trains import PRICE, bring_back, sites

NEAR = 6  # roads within which one general's move matters to another
Body = Mapping[str, Any]
Group = tuple[int, ...]
Found = tuple[int, Move]  # what a move gains over staying


def movement(view: State, role: str, temperament: str, dice: Dice) -> Body:
    """A whole movement phase."""
    task = view.task
    assert isinstance(task, Moves)
    powers = own_powers(view, role)
    phase = Phase(view, powers, task.moved)
    lines = [*choices(view, role, temperament, dice), *trains_back(phase, dice)]
    for leaving in moves_out(phase.state, powers, phase.moved):
        lines += made(phase, leaving)
    outlooks = {power: Outlook(phase.state, power) for power in powers}
    lines += generals_moved(phase, outlooks, temperament, dice)
    lines += trains_moved(phase, outlooks, TEMPERS[temperament], dice)
    assert not has_errors(phase.said)
    body: dict[str, Any] = {"do": lines}
    if dice.percent(60):
        body |= plans(phase.state._replace(agenda=view.agenda), role, temperament, dice)
    return body


def made(phase: Phase, order: Move) -> list[str]:
    """A move that is carried out, as a line; none if it cannot be."""
    return [str(order)] if move(phase, as_line(order)) is not None else []


def generals_moved(phase: Phase, outlooks: Mapping[int, Outlook], temperament: str, dice: Dice) -> list[str]:
    """The generals, those first who gain most; each looks again when his turn has come."""

    def best(group: Group) -> Found | None:
        power = POWER_OF[group[0]]
        return best_move(phase, outlooks[power], group, temper_of(temperament, power), dice)

    hopes = {group: best(group) for group in groups_of(phase)}
    order = sorted(hopes, key=lambda group: (-gained(hopes[group]), group))
    lines: list[str] = []
    changed = taken = (
        0  # cities about which something is otherwise than when hopes were made, and where somebody is now
    )
    for group in order:
        if any(phase.has_moved(p) for p in group):
            continue
        place = phase.state.place[group[0]]
        found = hopes[group]
        if changed >> place & 1 or (found and any(taken >> city & 1 for city in found[1].way)):
            found = best(group)
        if found and (line := made(phase, found[1])):
            lines += line
            changed |= within(place, NEAR) | within(found[1].way[-1], NEAR)
            taken |= 1 << found[1].way[-1]
    return lines


def gained(found: Found | None) -> int:
    """What a move gains over staying."""
    return found[0] if found else 0


def groups_of(phase: Phase) -> Iterator[Group]:
    """Every general who may move, and every stack of two."""
    state = phase.state
    for power in phase.powers:
        for general in GENERALS[power]:
            city = state.place[general]
            if city < 0 or phase.has_moved(general):
                continue
            yield (general,)
            stack = state.at(city)
            free = all(POWER_OF[p] in phase.powers and not phase.has_moved(p) for p in stack)
            if len(stack) > 1 and stack[0] == general and free:
                yield stack


def best_move(phase: Phase, outlook: Outlook, group: Group, temper: Temper, dice: Dice) -> Found | None:
    """The move with the best value, or any; None: to stay is better."""
    ways = list(ends_of(phase, group))
    if not ways:
        return None
    if temper.whim and dice.percent(temper.whim):
        way, force = dice.pick(ways)
        return 1, Move(group, way, force)
    ends = Ends(phase, outlook, group, temper)
    here = ends.worth((phase.state.place[group[0]],), True)
    shade = dice.below(1 << 20)  # between equals
    value, _, way, force = max(
        [(ends.worth(way, force), (at + 1) * 7919 * (shade | 1) % 1009, way, force)
         for at, (way, force) in enumerate(ways)]
    )  # fmt: skip
    return (value - here, Move(group, way, force)) if value > here else None


def trains_moved(phase: Phase, outlooks: Mapping[int, Outlook], temper: Temper, dice: Dice) -> list[str]:
    """The trains, after their generals."""
    lines: list[str] = []
    for train in [t for power in phase.powers for t in TRAINS[power]]:
        if phase.state.place[train] < 0 or phase.has_moved(train):
            continue
        ways = [way for way, _ in ends_of(phase, (train,))]
        outlook = outlooks[POWER_OF[train]]
        here = train_worth(phase.state, outlook, train, phase.state.place[train])
        found = [(train_worth(phase.state, outlook, train, way[-1]), way) for way in ways]
        if ways and temper.whim and dice.percent(temper.whim):
            lines += made(phase, Move((train,), dice.pick(ways), False))
        elif found and max(found)[0] > here:
            lines += made(phase, Move((train,), max(found)[1], False))
    return lines


def choices(view: State, role: str, temperament: str, dice: Dice) -> list[str]:
    """Now and then what any sheet may say (D10, D16, D17)."""
    lines = []
    if not view.is_advanced and view.turn >= 3 and owner_of(view, 0) == role and dice.percent(20):
        lines.append(dice.pick(["subsidy yes", "subsidy no"]))
    owners = [owner_of(view, p) for p in (AUSTRIA, PRAGMATIC)]
    if role in owners and "" not in owners and owners[0] != owners[1]:
        if dice.percent(30):
            lines.append(dice.pick(["allow stacks", "forbid stacks"]))
        if temperament == "wild" and dice.percent(15):
            lines.append(dice.pick(["dispute Flanders", "no dispute"]))
    return lines


def as_line(order: Move | Return) -> Line:
    """An order as if it had been read."""
    number = len(order.pieces) + len(order.way) if isinstance(order, Move) else 2 + len(order.pay)
    return Line(order, Where(), (Where(),) * number)


def trains_back(phase: Phase, dice: Dice) -> list[str]:
    """M10.20: a train that was eliminated comes back if that is not too dear."""
    lines = []
    for power in phase.powers:
        for train in TRAINS[power]:
            free = sites(phase.state, power)
            hand = phase.state.hands[power]
            if phase.state.place[train] == OFF and free and worth(hand) >= PRICE and dice.percent(75):
                pay = tuple((card.value, card.suit, 0) for card in default_payment(hand, PRICE))
                order = Return(train, dice.pick(list(cities_in(free))), pay)
                if bring_back(phase, as_line(order)) is not None:
                    lines.append(str(order))
    return lines


def flanders(view: State, role: str, temperament: str, dice: Dice) -> Body:
    """M10.11: one piece on Flanders, or pass."""
    task = view.task
    assert isinstance(task, Moves)
    power, temper = task.turns[0], temper_of(temperament, task.turns[0])
    left = left_on_flanders(view, task, power)
    others = [1 << piece for piece in range(len(RANK)) if piece not in left]
    phase, outlook = Phase(view, (power,), sum(others)), Outlook(view, power)
    for general in [piece for piece in left if RANK[piece]]:
        if found := best_move(phase, outlook, (general,), temper, dice):
            return {"do": [str(found[1])]}
    return {"do": trains_moved(phase, {power: outlook}, temper, dice)[:1] or ["pass"]}
