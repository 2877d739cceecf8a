"""What the card of fate in force forbids or changes in a movement phase (F4.12, F11.5, section 3.2).

C5: the general named is affected wherever he is in a stack; a restriction on him binds every group that he is in.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.diagnostics import Diagnostic, LazyCodes, Where
from pbem.core.names import listed
from pbem.rulesets.friedrich.board import BITS, CITY, PRUSSIA, name_of, suit_of
from pbem.rulesets.friedrich.cards import NOUNS
from pbem.rulesets.friedrich.movement import Phase, enemies_next_to, standing_in
from pbem.rulesets.friedrich.state import (
    DAUN,
    FRIEDRICH,
    GENERALS,
    PIECE,
    PIECE_NAMES,
    RANK,
    SOUBISE,
    State,
    hostile_generals,
    house_rule,
    names_of,
)

fr = LazyCodes("pbem.rulesets.friedrich.diagnostics")
FERMOR, SALTIKOV, RICHELIEU, CUMBERLAND, CHEVERT = (
    PIECE[id_] for id_ in ("fermor", "saltikov", "richelieu", "cumberland", "chevert")
)
KUESTRIN, HALLE = CITY["kuestrin"], CITY["halle"]
# Cards whose general has another allowance: (cities, cities on main roads).
ALLOWANCE = {"2D": (SALTIKOV, (2, 3)), "5H": (RICHELIEU, (2, 3)), "9C": (FRIEDRICH, (4, 5)), "12S": (DAUN, (2, 3))}
# Cards whose general may not move into attack position and may not capture a train (F11.5).
NO_ATTACK = {"4D": CUMBERLAND, "5S": SOUBISE, "7S": FRIEDRICH}


def limited(state: State, group: tuple[int, ...], usual: tuple[int, int]) -> tuple[int, int]:
    """F4.4 under the card in force: 2♦, 5♥, 9♣, 12♠."""
    general, allowance = ALLOWANCE.get(state.in_force, (None, usual))
    return allowance if general in group else usual


def kept_from_attack(state: State, group: tuple[int, ...]) -> int | None:
    """F11.5: the general of the group who may not move into attack position, or None."""
    general = NO_ATTACK.get(state.in_force)
    return general if general in group else None


def recruits_bound(state: State, nation: int) -> bool:
    """C10: whether generals who receive new troops may not attack in this phase."""
    return state.in_force == "10S" and nation == PRUSSIA


def check_start(phase: Phase, piece: int, at: Where) -> Iterator[Diagnostic]:
    """2♣: Fermor does not move if he stood in or next to Küstrin at the start of Russia's phase."""
    if phase.state.in_force == "2C" and piece == FERMOR:
        city = phase.origin.get(piece, -1)
        if city == KUESTRIN or (city >= 0 and BITS[KUESTRIN] >> city & 1):
            yield fr.MAY_NOT_MOVE(at, piece=PIECE_NAMES[piece], city=name_of(city), card="2C")


def check_stop(
    phase: Phase, pieces: tuple[int, ...], way: tuple[int, ...], train: bool, places: tuple[Where, ...]
) -> Iterator[Diagnostic]:
    """F11.5 and its kin for a group that has gone its way; ``train``: it ends on a hostile train."""
    if not RANK[pieces[0]]:
        return
    at = places[-1]
    card, state, end = phase.state.in_force, phase.state, way[-1]
    yield from check_attack(phase, pieces, end, at)
    general = kept_from_attack(state, pieces)
    if train and (general is not None or (card == "3D" and end == HALLE)):
        piece = "" if general is None else PIECE_NAMES[general]
        facts = {"piece": piece, "train": standing_in(state, end, pieces), "city": name_of(end), "card": card}
        yield fr.MAY_NOT_CAPTURE(at, **facts, form="" if card == "5S" else card)
    if card == "5D":
        yield from check_chevert(phase, pieces, way, places)


def check_attack(phase: Phase, pieces: tuple[int, ...], end: int, at: Where) -> Iterator[Diagnostic]:
    """Generals who may not move into, or re-enter in, an attack position: F11.5, 3♥, 3♦."""
    state, card = phase.state, phase.state.in_force
    general, form = kept_from_attack(state, pieces), ""
    if card == "3H" and SOUBISE in pieces and suit_of(end) in state.attack_suits:
        general, form = SOUBISE, "3H"  # ruling A26: Soubise is bound by what Hildburghausen did earlier in the turn
    if general is not None and phase.attack >> end & 1:
        facts = {"enemy": enemies_next_to(state, phase.nation, end), "city": name_of(end), "card": card}
        yield fr.MAY_NOT_ATTACK(at, piece=PIECE_NAMES[general], **facts, suit=NOUNS[suit_of(end)], form=form)
    if card == "3D" and is_attack_at_halle(state, phase.nation, end):
        form = "from-halle" if end == HALLE else "against-halle"
        enemy = enemies_next_to(state, phase.nation, end) if end == HALLE else standing_in(state, HALLE)
        yield fr.MAY_NOT_ATTACK(at, piece=listed(names_of(pieces)), enemy=enemy, city=name_of(end), form=form)


def is_attack_at_halle(state: State, nation: int, end: int) -> bool:
    """3♦: next to Halle while an enemy is in it, or in Halle while an enemy is next to it."""
    enemies = state.city_bits(hostile_generals(nation))
    if end == HALLE:
        return bool(enemies & BITS[HALLE])
    return bool(BITS[HALLE] >> end & 1 and enemies >> HALLE & 1)


def check_chevert(
    phase: Phase, pieces: tuple[int, ...], way: tuple[int, ...], places: tuple[Where, ...]
) -> Iterator[Diagnostic]:
    """5♦: Chevert must at every moment share his city with a general of the stack he started in. Ruling: A35."""
    start = phase.origin.get(CHEVERT, -1)
    comrades = [p for p, city in phase.origin.items() if city == start and p != CHEVERT]
    free = CHEVERT not in pieces and house_rule(phase.state, "chevert") == "chevert"
    if start < 0 or not comrades or free:
        return
    alone = [number for number, city in enumerate(way) if is_alone(phase.state, pieces, city, comrades)]
    if alone:
        form, at = "chevert" if CHEVERT in pieces else "", places[alone[0]]
        yield fr.CHEVERT_ALONE(at, piece=listed(names_of(pieces)), others=listed(names_of(comrades), "or"), form=form)


def is_alone(state: State, pieces: tuple[int, ...], city: int, comrades: list[int]) -> bool:
    """5♦: whether Chevert is without any of these generals while the group is in the city."""
    place = {p: city if p in pieces else state.place[p] for p in (CHEVERT, *comrades)}
    return all(place[p] != place[CHEVERT] for p in comrades)


def check_reentry(phase: Phase, piece: int, city: int, at: Where) -> Iterator[Diagnostic]:
    """F11.5, C10, 7♥: generals who may not re-enter there."""
    if not RANK[piece]:
        return
    state = phase.state
    yield from check_attack(phase, (piece,), city, at)
    if recruits_bound(state, phase.nation) and phase.attack >> city & 1:
        enemy = enemies_next_to(state, phase.nation, city)
        yield fr.RECRUITS_ATTACK(at, piece=PIECE_NAMES[piece], city=name_of(city), enemy=enemy, form="re-entry")
    if is_starved(state, phase.nation) and (piece == FRIEDRICH or city == state.place[FRIEDRICH]):
        form = "friedrich-off-map" if piece == FRIEDRICH else "re-entry"
        yield fr.NO_NEW_TROOPS(at, piece=PIECE_NAMES[piece], city=name_of(city), form=form)


def is_starved(state: State, nation: int) -> bool:
    """7♥: Friedrich may not receive new troops. Ruling: A15, nor may anybody in his city."""
    return state.in_force == "7H" and nation == PRUSSIA


def able_to_receive(phase: Phase) -> list[int]:
    """The generals on the map who may be given new troops now (7♥, C10)."""
    state, nation = phase.state, phase.nation
    on_map = [p for p in GENERALS[nation] if state.place[p] >= 0]
    if recruits_bound(state, nation):
        return [p for p in on_map if not phase.attack >> state.place[p] & 1]
    if is_starved(state, nation):
        return [p for p in on_map if state.place[p] != state.place[FRIEDRICH]]
    return on_map
