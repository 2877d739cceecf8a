"""What must be true after every step (M32), for random play and for positions."""

from __future__ import annotations

from pbem.rulesets.common import DECKS
from pbem.rulesets.maria import facts
from pbem.rulesets.maria.board import FORTRESSES, FOUR, name_of
from pbem.rulesets.maria.boxes import three_electors
from pbem.rulesets.maria.powers import GREAT, MARKERS, MOST, POWERS, STACK
from pbem.rulesets.maria.records import Displaced, Politics, SetUp
from pbem.rulesets.maria.relations import cooperate, home_of, is_neutral, neutral_lands
from pbem.rulesets.maria.state import AWAY, DECK, GENERALS, PIECE_IDS, POWER_OF, RANK, State

_ALL_CARDS = sorted(card for number in range(1, DECKS + 1) for card in DECK.cards(number))


def broken(state: State, before: State | None = None) -> list[str]:
    """The invariants that do not hold, in words; M32.8 is the business of the leak test."""
    return [
        *broken_cards(state), *broken_position(state), *broken_markers(state), *broken_neutrality(state),
        *broken_borders(state, before), *broken_turn(state, before),
    ]  # fmt: skip


def broken_cards(state: State) -> list[str]:
    """M32.4: every tactical card is in exactly one place."""
    unopened = [card for number in range(state.opened + 1, DECKS + 1) for card in DECK.cards(number)]
    placed = [cards for task in state.agenda if isinstance(task, Politics) for _, cards in task.placed]
    piles = (state.draw, *state.hands, *state.discards, *state.kept, *placed, unopened)
    found = sorted(card for pile in piles for card in pile)
    astray = [c for deck, pile in enumerate(state.discards) for c in pile if c.deck != deck + 1]
    faults = ["M32.4: the 152 tactical cards are not each in one place"] if found != _ALL_CARDS else []
    return faults + [f"M32.4: {card} lies among the used cards of another deck" for card in astray]


def broken_position(state: State) -> list[str]:
    """M32.1, M32.2, M32.5: cities, troops, electors."""
    faults = [*_broken_cities(state), *_broken_troops(state)]
    marked = 0
    for board in state.marks:
        if marked & board:
            faults.append("M3.6: a fortress bears two victory markers")
        marked |= board
    if marked & ~FORTRESSES or marked & FOUR:
        faults.append("M32.5: a victory marker lies where none can lie")
    if state.electors & ~FOUR:
        faults.append("M32.5: an elector marker lies on another city")
    return faults


def _broken_cities(state: State) -> list[str]:
    """M32.1: a city holds a train, or generals who may stack; hussars never with a piece, nor with each other.

    Whoever is to be moved away, as Saxons from a stack with Prussians when Saxony goes home, may still stand there.
    """
    faults = []
    going = leaving(state)
    for city in sorted({c for c in state.place if c >= 0}):
        pieces = [p for p in state.at(city) if p not in going]
        powers = [POWER_OF[p] for p in pieces]
        if len(pieces) > 1 and (
            len(pieces) > STACK or not all(RANK[p] for p in pieces) or not cooperate(state, powers[0], powers[1])
        ):
            faults.append(f"M32.1: {name_of(city)} holds {', '.join(PIECE_IDS[p] for p in pieces)}")
        if city in state.hussars:
            faults.append(f"M32.1: a hussar is in {name_of(city)} with {PIECE_IDS[state.at(city)[0]]}")
    if state.hussars[0] >= 0 and state.hussars[0] == state.hussars[1]:
        faults.append("M7.4: both hussars are in one city")
    return faults


def leaving(state: State) -> set[int]:
    """The pieces that are to be moved without moving (M19.14, M19.34, M19.35), and still stand where they stood."""
    return {p for task in state.agenda if isinstance(task, Displaced) for p in task.pieces}


def _broken_troops(state: State) -> list[str]:
    """M32.2: who is on the map or in an off-map box has 1 to 8 troops, all others none."""
    faults = []
    dividing = any(isinstance(task, SetUp) for task in state.agenda)
    for power, generals in enumerate(GENERALS):
        for p in generals:
            present = state.place[p] >= 0 or state.place[p] == AWAY
            if not (1 <= state.troops[p] <= MOST if present else state.troops[p] == 0) and not dividing:
                faults.append(f"M32.2: {PIECE_IDS[p]} has {state.troops[p]} troops")
        if sum(state.troops[p] for p in generals) != state.totals[power]:
            faults.append(f"M6.8: the sum of the troops of {POWERS[power]} is not {state.totals[power]}")
    if any(state.troops[p] for p in range(len(RANK)) if not RANK[p]):
        faults.append("M32.2: a train has troops")
    return faults


def broken_markers(state: State) -> list[str]:
    """M32.3, M32.6: the markers of the great powers, and the boxes."""
    faults = [f"M32.6: {POWERS[p]} has {n} battle markers" for p, n in enumerate(state.battles) if not 0 <= n <= 2]
    if state.is_advanced and state.three != three_electors(state):
        faults.append("M32.6: the box of three electors does not agree with the markers")
    if not state.is_advanced or not facts.MARKS:
        return faults
    for power in GREAT:
        boxes = state.battles[power] + (state.three == power) + (state.emperor == power) + (state.italy >> power & 1)
        boxes += power == POWERS.index("prussia") and state.silesia
        placed = state.marks[power].bit_count() + state.questions[power].bit_count()
        total = state.pools[power] + placed + boxes + state.aside[power] - state.surplus[power]
        if total != MARKERS[power]:
            faults.append(f"M32.3: {POWERS[power]} has {total} markers, not {MARKERS[power]}")
        if state.surplus[power] and state.pools[power]:
            faults.append(f"M15.2: {POWERS[power]} has virtual markers and a pool")
    return faults


def broken_neutrality(state: State) -> list[str]:
    """M32.7: the pieces of a neutral power are at home. Foreign pieces may still be leaving (M19.44)."""
    going = leaving(state)
    return [
        f"M32.7: {PIECE_IDS[p]} of a neutral power is abroad"
        for p, city in enumerate(state.place)
        if city >= 0
        and p not in going
        and is_neutral(state, POWER_OF[p])
        and not home_of(state, POWER_OF[p]) >> city & 1
    ]


def broken_borders(state: State, before: State | None) -> list[str]:
    """M32.7: no foreign piece has entered land that was neutral before and is so still."""
    if before is None:
        return []
    return [
        f"M32.7: {PIECE_IDS[p]} has entered neutral land"
        for p, (start, end) in enumerate(zip(before.place, state.place, strict=True))
        if start >= 0 and end >= 0 and start != end
        for land in neutral_lands(state, POWER_OF[p])
        if land in neutral_lands(before, POWER_OF[p]) and land >> end & 1 and not land >> start & 1
    ]


def broken_turn(state: State, before: State | None) -> list[str]:
    """M1.1: the game is over after turn 12, or 9; turns never run backwards."""
    last = 12 if state.is_advanced else 9
    faults = [f"M1.1: turn {state.turn}"] if state.turn > last else []
    if before is not None and before.turn > state.turn:
        faults.append("M5.1: the turns run backwards")
    return faults
