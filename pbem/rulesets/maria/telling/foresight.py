"""What a sheet would do by itself, told from its writer's view by the code that adjudicates.

What the sheet alone leads to is certain. Battles come after all moves of the stage; what hangs on them, on the moves of
another role or on what others choose in politics is told with what it depends on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pbem.core import listed
from pbem.core.events import Event
from pbem.core.ruleset import Foreseen
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.board import IDS, cities_in, name_of
from pbem.rulesets.maria.combat import own_pairs, owner_of_side, pairs_of, sides_awaited
from pbem.rulesets.maria.conquest import passer
from pbem.rulesets.maria.decisions import awaiting, take
from pbem.rulesets.maria.events import read
from pbem.rulesets.maria.moving import group_of_stage, own_powers
from pbem.rulesets.maria.powers import POWER_NAMES, POWERS, SAXONY
from pbem.rulesets.maria.records import Battle, Moves, Pair, Politics
from pbem.rulesets.maria.relations import ROLE_TITLES
from pbem.rulesets.maria.state import PIECE_NAMES, POWER_OF, State
from pbem.rulesets.maria.telling import politics_words, words
from pbem.rulesets.maria.telling.story import tell

ATTACKS = {
    True: "{own} in {here} attacks {enemy} in {there}.",
    False: "{own} in {here} attack {enemy} in {there}.",
}  # by whether the stack is a single general
FOUGHT = "The battle of {battle} is fought to its end."
CONQUEST = "{power} conquers {city}, if nobody protects it after the battles."
MARKER = "The marker of {track} moves {steps}."
# What something depends on; by whether it is one.
BATTLES = {True: "the battle of {battles}", False: "the battles of {battles}"}
MOVES = "the moves of {roles}"
BID = "what {role} bids"
OTHERS = "what the other powers choose"
ORDERS = "what others order in this step"
DECLARED = (happened.AimsLowered, happened.MarkersCleared)
# The orders as understood say it already; and whose hand is whose is told with the standing of Saxony.
REPEATED = (
    happened.ChangedHands,
    happened.Moved, happened.Troops, happened.Retreated, happened.HussarPlaced, happened.Recruited, happened.SuitNamed,
    happened.Placed, happened.Selected, happened.MoveAnnounced, happened.HeldCards, happened.Voted, happened.TreatyTold,
    happened.SteppedAside, happened.PeaceOffered, happened.PeaceRefused, happened.TrainOff, happened.TrainBack,
)  # fmt: skip


def foresee(view: State, role: str, body: Mapping[str, Any]) -> tuple[Foreseen, ...]:
    """What a sheet that is in order would do, line by line."""
    owed = next((owed for owed in awaiting(view) if owed.role == role), None)
    taken = take(view, role, body, think=False)
    lines = [*happens(taken.events, role, idle=owed is None)]
    if owed is not None and owed.kind == "movement":
        lines += after_moves(taken.state, role)
    elif owed is not None and owed.kind == "bid":
        lines += fought(view, role)
    elif owed is not None and owed.kind == "choose":
        lines += announced(taken.state)
    return tuple(lines)


def happens(events: Iterable[Event], role: str, idle: bool) -> Iterator[Foreseen]:
    """Events that the sheet itself leads to; who owes nothing (``idle``) declares after what others order (A26)."""
    for event in events:
        seen = event.seen_by(role)
        what = read(seen) if seen is not None else None
        if seen is not None and not isinstance(what, REPEATED):
            on = ORDERS if idle and isinstance(what, DECLARED) else ""
            yield from (depends(sentence.removeprefix("- "), [on]) for sentence in tell(seen))


# after the moves (M11, M12)


def after_moves(state: State, role: str) -> Iterator[Foreseen]:
    """M11.1, M12.1: the attacks that would follow, and what becomes of question marks."""
    task = state.task
    if not isinstance(task, Moves) or role in task.awaited:  # Austria has let the Pragmatic Army move first
        return
    group = group_of_stage(state)
    later = [ROLE_TITLES[other] for other in task.awaited if own_powers(state, other)]
    on = MOVES.format(roles=listed(later)) if later else ""
    pairs = own_pairs(state, group, role)
    every = pairs_of(state, group)
    yield from (attack(state, pair, every, on) for pair in pairs)
    yield from questions(state, role, on, every)


def attack(state: State, pair: Pair, pairs: Iterable[Pair], on: str) -> Foreseen:
    """M11.4: a battle, unless one that may come before it drives one of the two stacks away, or makes Saxony change
    sides (M19.33)."""
    stacks = [[PIECE_NAMES[p] for p in state.stack(city)] for city in pair]
    here, there = (words.city_with_suit(city) for city in pair)
    text = ATTACKS[len(stacks[0]) == 1].format(own=listed(stacks[0]), enemy=listed(stacks[1]), here=here, there=there)
    saxon = any(POWER_OF[p] == SAXONY for city in pair for p in state.stack(city))
    shared = [other for other in pairs if other != pair and ({*other} & {*pair} or saxon)]
    hangs = [on, battles_of(state, shared) if shared else ""]
    return depends(text, hangs)


def questions(state: State, role: str, on: str, pairs: tuple[Pair, ...]) -> Iterator[Foreseen]:
    """M12.1: a question mark is looked at again after the battles; without any the fortress holds out."""
    for power in own_powers(state, role):
        for city in cities_in(state.questions[power]):
            if not on and not pairs:
                held = happened.Held(power=POWERS[power], city=IDS[city])
                yield from (Foreseen(sentence) for sentence in tell(held.event()))
                continue
            text = CONQUEST.format(power=words.capital(POWER_NAMES[passer(state, power)]), city=name_of(city))
            yield depends(text, [on, battles_of(state, pairs) if pairs else ""])


def battles_of(state: State, pairs: Iterable[Pair]) -> str:
    """``the battle of Karl against Friedrich``."""
    names = [" against ".join(PIECE_NAMES[state.stack(city)[0]] for city in pair) for pair in pairs]
    return BATTLES[len(names) == 1].format(battles=listed(names))


def depends(text: str, hangs: Iterable[str]) -> Foreseen:
    """A line with what it depends on, if on anything."""
    on = listed([what for what in hangs if what])
    return Foreseen(text, "depends", on) if on else Foreseen(text)


# battles and politics


def fought(view: State, role: str) -> Iterator[Foreseen]:
    """M11.6: a battle of which the own bid is known, and the other side's is not."""
    battle = view.task
    assert isinstance(battle, Battle)
    others = [owner_of_side(view, battle, side) for side in (0, 1)]
    enemy = next((other for other in others if other != role), role)
    name = " against ".join(PIECE_NAMES[view.stack(city)[0]] for city in battle.pair)
    alone = enemy == role and len(sides_awaited(view, battle)) == len(others)
    text = FOUGHT.format(battle=name)
    yield Foreseen(text) if alone else Foreseen(text, "depends", BID.format(role=ROLE_TITLES[enemy]))


def announced(state: State) -> Iterator[Foreseen]:
    """M17.13: markers move by the sum of what is announced, when all have chosen."""
    task = state.task
    if isinstance(task, Politics):
        for track, steps in task.announced:
            told = MARKER.format(track=politics_words.TRACK_TITLES[track], steps=politics_words.steps_text(steps))
            yield Foreseen(told, "depends", OTHERS)
