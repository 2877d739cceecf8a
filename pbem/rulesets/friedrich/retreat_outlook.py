"""Where a beaten enemy would go (F8, D16): wishes and standing answers tried for every loss, by what is known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pbem.core import listed
from pbem.rulesets.common.roads import cities_in
from pbem.rulesets.common.standing import Standing
from pbem.rulesets.friedrich.answers import wishes_in
from pbem.rulesets.friedrich.battle_fate import is_silenced
from pbem.rulesets.friedrich.board import name_of
from pbem.rulesets.friedrich.combat import Pair, Seat, bid_for, pairs_of
from pbem.rulesets.friedrich.desk import Desk
from pbem.rulesets.friedrich.retreats import destinations
from pbem.rulesets.friedrich.standing import names_given, standing_for, with_standing
from pbem.rulesets.friedrich.state import (
    NATION_OF,
    NATIONS,
    OFF,
    PIECE_NAMES,
    Battle,
    Combat,
    State,
    nations_of,
)
from pbem.rulesets.friedrich.thinking import strengths
from pbem.rulesets.friedrich.wishes import Wishes, chosen

Left = tuple[int, ...]  # the sets of cities that may be left after a loss; none: there is no way to retreat
EVERY = -1  # in place of a set: all destinations, and they are several
NAMED = 8  # cities in one sentence; more are counted
# What is tried: the wishes of a bid or of a sheet; they, then standing answers; standing answers alone.
OPENINGS = {
    (True, False): "Your wishes are tried on the map as it stands.",
    (True, True): "Your wishes, then your standing answers, are tried on the map as it stands.",
    (False, True): "Your standing answers are tried on the map as it stands.",
}
STANDS_IN = "Your standing bid {name} answers."
DEFENDS = "Should {enemy} attack {own}, your standing bid {name} answers."
NOBODY = "{general} has one troop: he cannot retreat."
# By what comes of a loss. The commander, who is lost last, stands for his stack.
GOES = "After a loss of {losses} {general} goes to {cities}."
ASKED = "After a loss of {losses} you are asked where {general} goes: {cities}."
ASKED_MANY = "After a loss of {losses} you are asked where {general} goes: {number} cities are left."
OPEN = "After a loss of {losses} no wish decides, and you are asked where {general} goes."
LOST = "After a loss of {losses} {general} has no way to retreat and is lost."
HANGS = "After a loss of {losses} it hangs on who is left beside {general}."


class Tried(NamedTuple):
    """What narrows the cities down, in its order."""

    wishes: Wishes
    answers: Wishes = ()  # of standing answers: they go on where several cities are left


# what is tried


def after_sheet(desk: Desk) -> State:
    """The state with the standing bids and answers of a sheet, which are taken after its bids."""
    if not any(key in desk.body for key in ("standing", "withdraw", "answers")):
        return desk.state
    if desk.left is None or desk.left[0] is not desk.state:  # read once, and not anew for every battle
        desk.left = desk.state, with_standing(desk.state, desk.role, desk.body)
    return desk.left[1]


def with_answers(desk: Desk, seat: Seat, wishes: Wishes) -> Tried:
    """Wishes for a battle of the role, and its standing answers about retreats."""
    lines = dict(after_sheet(desk).answers).get(desk.role, ())
    return Tried(wishes, tuple(wishes_in(lines, nations_at(desk.state, seat)[0])))


def nations_at(state: State, seat: Seat) -> tuple[int, int]:
    """The own nation and the enemy's."""
    pair, side = seat
    return NATION_OF[state.stack(pair[side])[0]], NATION_OF[state.stack(pair[1 - side])[0]]


def answers_by_standing(state: State, seat: Seat) -> Standing | None:
    """The standing bid for a side of a battle; with an empty hand, or where no card may be played, none is asked."""
    pair, side = seat
    able = state.hands[nations_at(state, seat)[0]] and not is_silenced(state, pair[side])
    return standing_for(state, pair, side) if able else None


# battles without a bid


def lines_without_bid(desk: Desk, combat: Combat, pair: Pair) -> list[str]:
    """Where the beaten would go in a battle for which there is no bid: by a standing bid, by standing answers."""
    seat = (pair, 0)
    if bid_for(desk.state, combat.bids, *pair):
        return []  # told with its bid
    own, enemy = nations_at(desk.state, seat)
    standing = answers_by_standing(desk.state, seat)
    if standing and standing.bid.retreat:
        # Where the enemy holds no card and is behind, nobody is asked, and the standing bid does not speak.
        before = STANDS_IN.format(name=standing.name)
        tried = with_answers(desk, seat, standing.bid.retreat)
        return retreat_lines(desk.state, seat, tried, before) if desk.state.hands[enemy] else []
    tried = with_answers(desk, seat, dict(combat.wishes).get(own, ()))
    is_told = "retreat" in desk.body and tried.wishes  # with the wishes of the sheet
    return retreat_lines(desk.state, seat, tried) if tried.answers and not is_told else []


def say_defences(desk: Desk) -> None:
    """Where attackers who stand beside an own stack would go, by the standing bids of this sheet."""
    names = names_given(desk)
    for seat in seats_attacked(desk.state, desk.role):
        standing = standing_for(desk.state, *seat)
        if standing and standing.name in names:
            enemy, own = (PIECE_NAMES[desk.state.stack(city)[0]] for city in seat[0])
            before = DEFENDS.format(enemy=enemy, own=own, name=standing.name)
            tried = with_answers(desk, seat, standing.bid.retreat)
            desk.understood += retreat_lines(desk.state, seat, tried, before)


def seats_attacked(state: State, role: str) -> Iterator[Seat]:
    """The own sides of battles that enemies begin who stand beside already, now or in their next stage."""
    phases = {task.nation: task.pairs for task in state.agenda if isinstance(task, Combat)}
    own = nations_of(state, role)
    begun = {frozenset(pair) for nation, pairs in phases.items() if nation in own for pair in pairs}
    begun |= {frozenset(task.pair) for task in state.agenda if isinstance(task, Battle)}
    for nation in range(len(NATIONS)):
        for pair in phases.get(nation, pairs_of(state, nation)):
            if NATION_OF[state.stack(pair[1])[0]] in own and frozenset(pair) not in begun:
                yield pair, 1


# for every loss


def retreat_lines(state: State, seat: Seat, tried: Tried, before: str = "") -> list[str]:
    """Where the enemy of one side of a battle goes if he is beaten, for every loss he can survive."""
    if not any(tried):
        return []
    enemy = seat[0][1 - seat[1]]
    general = PIECE_NAMES[state.stack(enemy)[0]]
    low, high = strength_of(state, enemy)
    told = [before] if before else []
    if high < 2:
        return [f"  {' '.join([*told, NOBODY.format(general=general)])}"]
    losses: dict[Left, list[int]] = {}
    for loss in range(1, high):
        losses.setdefault(left_after(state, seat, loss, range(low, high + 1), tried), []).append(loss)
    told.append(OPENINGS[bool(tried.wishes), bool(tried.answers)])
    told += [sentence(found, general, listed(map(str, rows), "or")) for found, rows in losses.items()]
    return [f"  {' '.join(told)}"]


def strength_of(state: State, city: int) -> tuple[int, int]:
    """F7.4: the strength of a stack, from and to: as declared for the battle, else by all that is public."""
    task, stack = state.task, state.stack(city)
    if isinstance(task, Battle) and city in task.pair:
        total = task.totals[task.pair.index(city)]
        return total, total
    return strengths(state, city, NATION_OF[stack[0]])


def left_after(state: State, seat: Seat, loss: int, totals: range, tried: Tried) -> Left:
    """F6.5, F8.5, F8.7: what is left after a loss; the lowest generals go first and are in nobody's way."""
    pair, side = seat
    winner, loser = pair[side], pair[1 - side]
    stack = state.stack(loser)
    ends = destinations(winner, loser, loss, state.occupied(stack))
    if not ends:
        return ()
    remaining = dict.fromkeys(min(total - loss, len(stack)) for total in totals if total > loss)
    if all(wish.place.general not in stack for wishes in tried for wish in wishes):
        remaining = dict.fromkeys(list(remaining)[:1])
    left = []
    for number in remaining:
        after = state.put(dict.fromkeys(stack[number:], OFF))
        found = narrowed(after, stack[:number], ends, tried)
        left.append(EVERY if found == ends and ends.bit_count() > 1 else found)
    return tuple(dict.fromkeys(left))


def narrowed(state: State, stack: tuple[int, ...], ends: int, tried: Tried) -> int:
    """D16: what is left of the destinations by the wishes, then by the standing answers."""
    left = chosen(state, stack, ends, tried.wishes).left
    return chosen(state, stack, left, tried.answers).left


def sentence(found: Left, general: str, losses: str) -> str:
    """What comes of these losses, in one sentence."""
    if not found:
        return LOST.format(losses=losses, general=general)
    if len(found) > 1:
        return HANGS.format(losses=losses, general=general)
    if found[0] == EVERY:
        return OPEN.format(losses=losses, general=general)
    number = found[0].bit_count()
    form = GOES if number == 1 else ASKED if number <= NAMED else ASKED_MANY
    cities = listed((name_of(city) for city in cities_in(found[0])), "or")
    return form.format(losses=losses, general=general, cities=cities, number=number)
