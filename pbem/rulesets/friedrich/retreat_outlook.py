"""Where a beaten enemy would go (F8, D16): a bid's wishes tried for every loss, on what their writer knows."""

from __future__ import annotations

from pbem.core import listed
from pbem.rulesets.common.roads import cities_in
from pbem.rulesets.friedrich.board import name_of
from pbem.rulesets.friedrich.combat import Seat
from pbem.rulesets.friedrich.retreats import destinations
from pbem.rulesets.friedrich.state import NATION_OF, OFF, PIECE_NAMES, Battle, Combat, State
from pbem.rulesets.friedrich.thinking import strengths
from pbem.rulesets.friedrich.wishes import Wishes, chosen

Left = tuple[int, ...]  # the sets of cities that may be left after a loss; none: there is no way to retreat
EVERY = -1  # in place of a set: all destinations, and they are several
NAMED = 8  # cities in one sentence; more are counted
OPENING = "Your wishes are tried on the map as it stands."
NOBODY = "{general} has one troop: he cannot retreat."
# By what comes of a loss. The commander, who is lost last, stands for his stack.
GOES = "After a loss of {losses} {general} goes to {cities}."
ASKED = "After a loss of {losses} you are asked where {general} goes: {cities}."
ASKED_MANY = "After a loss of {losses} you are asked where {general} goes: {number} cities are left."
OPEN = "After a loss of {losses} no wish decides, and you are asked where {general} goes."
LOST = "After a loss of {losses} {general} has no way to retreat and is lost."
HANGS = "After a loss of {losses} it hangs on who is left beside {general}."


def retreat_lines(state: State, seat: Seat, wishes: Wishes) -> list[str]:
    """Where the enemy of one side of a battle goes if he is beaten, for every loss he can survive."""
    enemy = seat[0][1 - seat[1]]
    general = PIECE_NAMES[state.stack(enemy)[0]]
    low, high = strength_of(state, enemy)
    if high < 2:
        return [f"  {NOBODY.format(general=general)}"]
    losses: dict[Left, list[int]] = {}
    for loss in range(1, high):
        losses.setdefault(left_after(state, seat, loss, range(low, high + 1), wishes), []).append(loss)
    told = [sentence(found, general, listed(map(str, rows), "or")) for found, rows in losses.items()]
    return [f"  {' '.join([OPENING, *told])}"]


def strength_of(state: State, city: int) -> tuple[int, int]:
    """F7.4: the strength of a stack, from and to: as declared for the battle, else by all that is public."""
    task, stack = state.task, state.stack(city)
    if isinstance(task, Battle) and city in task.pair:
        total = task.totals[task.pair.index(city)]
        return total, total
    if isinstance(task, Combat) and task.mustered:
        known = {declared.pieces: declared.troops for declared in state.declared}
        return known[stack], known[stack]
    return strengths(state, city, NATION_OF[stack[0]])


def left_after(state: State, seat: Seat, loss: int, totals: range, wishes: Wishes) -> Left:
    """F6.5, F8.5, F8.7: what is left after a loss; the lowest generals go first and are in nobody's way."""
    pair, side = seat
    winner, loser = pair[side], pair[1 - side]
    stack = state.stack(loser)
    ends = destinations(winner, loser, loss, state.occupied(stack))
    if not ends:
        return ()
    remaining = dict.fromkeys(min(total - loss, len(stack)) for total in totals if total > loss)
    if all(wish.place.general not in stack for wish in wishes):
        remaining = dict.fromkeys(list(remaining)[:1])
    left = []
    for number in remaining:
        after = state.put(dict.fromkeys(stack[number:], OFF))
        found = chosen(after, stack[:number], ends, wishes).left
        left.append(EVERY if found == ends and ends.bit_count() > 1 else found)
    return tuple(dict.fromkeys(left))


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
