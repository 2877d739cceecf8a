"""What fortresses, troops and cards are worth to a bot, in hundredths of a victory marker."""

from __future__ import annotations

from pbem.core.events import HIDDEN
from pbem.rulesets.maria.board import FOUR, HOME, MAJOR, NEAR, SILESIA, suit_of
from pbem.rulesets.maria.powers import BAVARIA, FRANCE, MINOR, MOST, PRAGMATIC, PRUSSIA, SAXONY
from pbem.rulesets.maria.relations import allied, enemies, great_of
from pbem.rulesets.maria.state import GENERALS, POWER_OF, State

MARKER = 100
BACK = 60  # a marker that goes back to the pool of an enemy
NEAR_END = 4  # markers in a pool from which on each of them is worth more
EACH = 60  # and by how much
WEIGHT = 50  # percent: what cards count beside troops, for who is little behind gives in
CAPITALS = MAJOR & (HOME[BAVARIA] | HOME[SAXONY])  # M8.5: without these minor powers draw nothing
AT_HOME = tuple(next((p for p, land in enumerate(HOME) if land >> city & 1), -1) for city in range(len(NEAR)))
CARD = 16  # tenths of a point that an unknown card adds to a battle


def urgency(state: State, great: int) -> int:
    """What a marker is worth beyond the usual, for a great power that is about to win."""
    if great < 0 or not state.is_advanced:
        return 0
    return EACH * max(0, NEAR_END - state.pools[great])


def marker_on(state: State, city: int) -> int:
    """Whose victory marker lies on a fortress, or -1."""
    return next((power for power, board in enumerate(state.marks) if board >> city & 1), -1)


def places_marker(state: State, power: int, city: int) -> bool:
    """M10.35: whether the conquest of a fortress places a marker."""
    owner = AT_HOME[city]
    if SILESIA >> city & 1:
        if not state.annexed:
            return True
        owner = PRUSSIA
    return owner >= 0 and (enemies(state, power, owner) or owner in MINOR)


def gain(state: State, power: int, city: int) -> int:
    """What it is worth to a power to conquer a fortress."""
    great = great_of(state, power)
    if FOUR >> city & 1:
        return elector_gain(state, power)
    value = MARKER + urgency(state, great) if places_marker(state, power, city) else MARKER // 2
    owner = marker_on(state, city)
    if owner >= 0 and not allied(state, owner, power):
        value += BACK + urgency(state, owner)
    return value + (CAPITALS >> city & 1) * 40


def elector_gain(state: State, power: int) -> int:
    """M16.4: what it is worth to turn an elector's marker over."""
    french = (state.electors & FOUR).bit_count()
    value = 40 if state.election != "held" else 25
    if power == FRANCE:
        return value + (MARKER if french == 2 else 0) + (BACK if french == 1 else 0)
    mine = MARKER if power == PRAGMATIC else BACK
    return value + (mine if french == 2 else 0) + (BACK if french == 3 else 0)


def loss(state: State, power: int, city: int, rival: int) -> int:
    """What a power loses with a fortress that falls to an enemy."""
    if FOUR >> city & 1:
        return 60
    value = 80 + urgency(state, great_of(state, rival)) + (CAPITALS >> city & 1) * 40
    owner = marker_on(state, city)
    return value + 40 + urgency(state, owner) if owner >= 0 else value


# strength


def troops_of(state: State, generals: tuple[int, ...]) -> int:
    """The troops of some generals; of those unknown, what was seen lately, else an equal share of their power's."""
    hidden = [p for p in generals if state.troops[p] is HIDDEN]
    total = sum([state.troops[p] for p in generals if state.troops[p] is not HIDDEN])
    seen = next((row for row in state.declared if row.pieces == generals and row.turn >= state.turn - 1), None)
    if seen and len(hidden) == len(generals):
        return int(seen.troops)
    return int(total) + sum([share_of(state, p) for p in hidden])


def share_of(state: State, general: int) -> int:
    """An equal share of the troops of his power."""
    power = POWER_OF[general]
    number = sum([state.place[p] >= 0 for p in GENERALS[power]])
    return min(MOST, -(-state.totals[power] // max(1, number)))


def cards_of(state: State, power: int, city: int) -> int:
    """What cards add to a battle that is fought from a city: known ones of the suit, of others the mean."""
    hand = state.hands[power]
    if hand and hand[0].suit == "?":
        return min(12, len(hand) * CARD // 10) * WEIGHT // 100
    suit = suit_of(city)
    total = sum([card.value if card.suit == suit else 6 for card in hand if card.suit in (suit, "R")])
    return min(18, total) * WEIGHT // 100
