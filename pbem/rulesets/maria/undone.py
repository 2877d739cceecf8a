"""What agreements ask for and is left undone (M21.3): warned of, told to all when nobody can mend it, never refused.

The parties choose what becomes of orders (A32); an empty sheet and every default are legal whatever was agreed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.core import SHEET, Diagnostic, LazyCodes
from pbem.core.events import Event
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.board import BITS
from pbem.rulesets.maria.clauses import Leave, NotAttack
from pbem.rulesets.maria.closed_land import land_of
from pbem.rulesets.maria.naming import BOARD_NAMES
from pbem.rulesets.maria.powers import POWERS
from pbem.rulesets.maria.records import Moves, Treaty
from pbem.rulesets.maria.relations import enemies, group_of_stage, is_idle, owner_of, powers_in
from pbem.rulesets.maria.state import GENERALS, PIECE_NAMES, POWER_OF, State, name_of_piece
from pbem.rulesets.maria.treaties import bindings

ma = LazyCodes("pbem.rulesets.maria.diagnostics")
Broken = tuple[Treaty, NotAttack | Leave]


def must_attack(state: State, piece: int, city: int, whom: str) -> bool:
    """M11.1, M19.42: whether a general in a city must attack one of that power: who is no enemy is not attacked."""
    other = POWERS.index(whom)
    return enemies(state, POWER_OF[piece], other) and bool(state.city_bits(GENERALS[other]) & BITS[city])


def still_inside(state: State, pledge: Leave) -> list[int]:
    """The pieces of a power that are in a country which it has promised to leave by now."""
    if state.turn < pledge.turn:
        return []
    land, power = land_of(pledge.country), POWERS.index(pledge.who)
    return [p for p, city in enumerate(state.place) if POWER_OF[p] == power and city >= 0 and land >> city & 1]


def attackers(state: State, truce: NotAttack) -> list[int]:
    """The generals of a power that must attack one whom it has promised not to attack."""
    there = [(piece, state.place[piece]) for piece in GENERALS[POWERS.index(truce.who)]]
    return [piece for piece, city in there if city >= 0 and must_attack(state, piece, city, truce.whom)]


# warning


def reminders(state: State, powers: Iterable[int]) -> Iterator[Diagnostic]:
    """Warnings to a power that stays where an agreement does not want it: beside one it will not attack (M11.1 makes it
    attack), or in a country that it promised to leave by now."""
    own = {POWERS[power] for power in powers}
    for treaty, truce in bindings(state.treaties, state.turn, NotAttack):
        if truce.who in own:
            yield from _attacks(state, treaty, truce)
    for treaty, pledge in bindings(state.treaties, state.turn, Leave):
        for piece in still_inside(state, pledge) if pledge.who in own else ():
            facts = {"number": treaty.id, "clause": pledge.text(BOARD_NAMES), "last": treaty.last}
            yield ma.BREAKS_LOOSE_TREATY(SHEET, **facts, piece=name_of_piece(piece), form="inside")


def _attacks(state: State, treaty: Treaty, truce: NotAttack) -> Iterator[Diagnostic]:
    facts = {"number": treaty.id, "clause": truce.text(BOARD_NAMES), "last": treaty.last}
    for piece in attackers(state, truce):
        for enemy in GENERALS[POWERS.index(truce.whom)]:
            if state.place[enemy] >= 0 and BITS[state.place[piece]] >> state.place[enemy] & 1:
                names = {"piece": PIECE_NAMES[piece], "enemy": PIECE_NAMES[enemy]}
                yield ma.BREAKS_LOOSE_TREATY(SHEET, **facts, **names, form="attack")


# telling


def neglected(before: State, after: State) -> Iterator[Event]:
    """M21.3: the clauses that are broken, now that a sheet of a movement phase is carried out, by what was left undone.

    A breach is certain when nobody can move the piece any more; what was certain before the sheet has been told.
    """
    known = list(certain(before))
    for treaty, clause in certain(after):
        if (treaty, clause) not in known:
            yield happened.TreatyBroken(id=treaty.id, power=clause.who, clause=clause.text(BOARD_NAMES)).event()


def certain(state: State) -> Iterator[Broken]:
    """The truces and promises to leave that a power of the stage breaks, whatever is still ordered in this phase."""
    active = {POWERS[power] for power in powers_in(state, group_of_stage(state))}
    for treaty, truce in bindings(state.treaties, state.turn, NotAttack):
        if truce.who in active and any(is_settled(state, piece) for piece in attackers(state, truce)):
            yield treaty, truce
    for treaty, pledge in bindings(state.treaties, state.turn, Leave):
        if pledge.who in active and any(is_settled(state, piece) for piece in still_inside(state, pledge)):
            yield treaty, pledge


def is_settled(state: State, piece: int) -> bool:
    """M10.1, M10.6: whether nobody can move a piece any more in this phase, not even an ally who takes it along."""
    task = state.task
    assert isinstance(task, Moves)
    waiting = [role for role in task.awaited if not is_idle(state, role)]
    if task.moved >> piece & 1:
        return True
    if owner_of(state, POWER_OF[piece]) in waiting:
        return False
    beside = [p for p in state.at(state.place[piece]) if not task.moved >> p & 1]
    return POWER_OF[piece] not in state.consent or all(owner_of(state, POWER_OF[p]) not in waiting for p in beside)
