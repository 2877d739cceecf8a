"""What must be true after every step (7.9), for random play and for positions."""

from __future__ import annotations

from pbem.rulesets.common import DECKS
from pbem.rulesets.friedrich import cards
from pbem.rulesets.friedrich.board import AUSTRIA, HANOVER, OBJECTIVES, PRUSSIA, RUSSIA, cities_in, distance, name_of
from pbem.rulesets.friedrich.decisions import awaiting
from pbem.rulesets.friedrich.state import (
    ATTACKERS,
    GENERALS,
    MOST,
    NATION_OF,
    NATIONS,
    PIECE_IDS,
    RANK,
    STACK,
    Battle,
    Combat,
    Fate,
    Retreat,
    SetUp,
    Stage,
    State,
    is_expert,
    maximum_of,
    owner_of,
)

FREE_TROOPS = {"1C": RUSSIA, "1D": RUSSIA, "6C": AUSTRIA, "8S": PRUSSIA, "11C": HANOVER}
_ALL_CARDS = sorted(card for number in range(1, DECKS + 1) for card in cards.deck(number))


# By whether the pieces may not share a city at all; else they are too many.
LONELY = {
    True: "only generals of one nation share a city, and no train shares one",
    False: f"at most {STACK} generals share a city",
}


def broken(state: State, before: State | None = None) -> list[str]:
    """The invariants I1-I11 that do not hold, in words; I12 is the business of the leak test."""
    return [
        *broken_cards(state), *broken_position(state), *broken_decisions(state), *broken_battle(state),
        *broken_turn(state), *(broken_change(before, state) if before is not None else ()),
    ]  # fmt: skip


def broken_cards(state: State) -> list[str]:
    """I1: every tactical card is in exactly one place."""
    unopened = [card for number in range(state.opened + 1, DECKS + 1) for card in cards.deck(number)]
    piles = (state.draw, *state.hands, *state.discards, *state.buried, state.aside, unopened)
    found = sorted(card for pile in piles for card in pile)
    astray = [
        c for piles_ in (state.discards, state.buried) for d, p in enumerate(piles_) for c in p if c.deck != d + 1
    ]
    faults = ["I1: the 200 tactical cards are not each in one place"] if found != _ALL_CARDS else []
    return faults + [f"I1: {card} lies on another deck's discard" for card in astray]


def broken_position(state: State) -> list[str]:
    """I2-I5: cities, troops, faces and control."""
    faults = []
    for city in {c for c in state.place if c >= 0}:
        pieces = state.at(city)
        stack = [p for p in pieces if RANK[p]]
        mixed = len(stack) < len(pieces) or len({NATION_OF[p] for p in pieces}) > 1
        if len(pieces) > 1 and (mixed or len(stack) > STACK):
            faults.append(f"I2: {name_of(city)} holds {', '.join(PIECE_IDS[p] for p in pieces)}: {LONELY[mixed]}")
        if len({state.is_face_down(p) for p in stack}) > 1:
            faults.append(f"I4: the generals in {name_of(city)} do not have one face")
    for nation, generals in enumerate(GENERALS):
        for p in generals:
            on_map = state.place[p] >= 0
            if not (1 <= state.troops[p] <= MOST if on_map else state.troops[p] == 0):
                faults.append(f"I3: {PIECE_IDS[p]} has {state.troops[p]} troops")
        total = sum(state.troops[p] for p in generals)
        most = maximum_of(state.mode, nation)
        if total > most or total != state.totals[nation]:
            faults.append(f"I3: {NATIONS[nation]} has {total} troops, at most {most} are allowed")
    bohemia = OBJECTIVES[PRUSSIA] if is_expert(state) or state.mode == "austria" else 0
    objectives = sum(OBJECTIVES[nation] for nation in ATTACKERS) | bohemia
    if (state.conquered | state.marked) & ~objectives:
        faults.append("I5: a city is conquered that is nobody's objective in this game")
    if state.conquered & OBJECTIVES[PRUSSIA] and state.offensive in ("declined", "failed"):
        faults.append("I5: Prussia holds a city without the offensive option")
    if any(state.troops[p] for p in range(len(RANK)) if not RANK[p]):
        faults.append("I3: a train has troops")
    return faults


def broken_decisions(state: State) -> list[str]:
    """I6: outside combat and fate only the active nation's commander is asked."""
    owed = awaiting(state)
    if not owed:
        return [] if state.winners else ["I6: nobody is asked and nobody has won"]
    task = state.task
    if isinstance(task, Combat) and task.awaited:  # all bids of the stage at once
        return [f"I6: {o.role} is asked" for o in owed if o.role not in {owner_of(state, n) for n in task.awaited}]
    if isinstance(task, Stage | Combat):
        return [f"I6: {o.role} is asked" for o in owed if o.role != owner_of(state, task.nation)]
    return [] if isinstance(task, SetUp | Battle | Retreat | Fate) else [f"I6: a question in {task!r}"]


def broken_battle(state: State) -> list[str]:
    """I7, I8, I9: the score of the side with the right, the retreat, question marks."""
    faults = []
    task = state.agenda[-1] if state.agenda else None
    if isinstance(task, Battle) and (task.score if task.holder == 0 else -task.score) > 0:
        faults.append("I7: the side with the right to play is ahead")
    if isinstance(task, Retreat):
        for city in cities_in(task.destinations):
            if not 1 <= distance(task.victor_city, city) <= task.length + 1 or state.at(city):
                faults.append(f"I8: a retreat to {name_of(city)} is offered")
    in_stage = any(isinstance(t, Stage) and t.phase in ("combat", "conquest") for t in state.agenda)
    if state.marked and not in_stage:
        faults.append("I9: a question mark has survived its stage")
    return faults


def broken_turn(state: State) -> list[str]:
    """I11: the game ends at the end of turn 23 at the latest."""
    return ["I11: turn 24"] if state.turn > 23 else []


def broken_change(before: State, after: State) -> list[str]:
    """I10: troops come into the game only by recruitment, which is paid for, and by cards 1♣ 1♦ 6♣ 8♠ 11♣."""
    faults = []
    for nation, name in enumerate(NATIONS):
        more = after.totals[nation] - before.totals[nation]
        paid = len(before.hands[nation]) > 0 or more <= 0
        free = more == 1 and any(FREE_TROOPS.get(card) == nation for card in after.executed)
        if not paid and not free:
            faults.append(f"I10: {name} has {more} troops more and had no card to pay with")
    return faults
