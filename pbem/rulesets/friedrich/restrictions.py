"""What the card of fate in force forbids or changes in a movement phase (F4.12, F11.5, section 3.2).

C5: the general named is affected wherever he is in a stack; a restriction on him binds every group that he is in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pbem.core import SHEET, Diagnostic, LazyCodes, Where, listed
from pbem.rulesets.common import NOUNS
from pbem.rulesets.friedrich.board import BITS, CITY, NEAR, PRUSSIA, cities_in, name_of, suit_of
from pbem.rulesets.friedrich.state import (
    DAUN,
    FRIEDRICH,
    NATION_OF,
    PIECE,
    PIECE_NAMES,
    RANK,
    SOUBISE,
    State,
    attack_positions,
    hostile_generals,
    hostile_pieces,
    house_rule,
    names_of,
    standing_in,
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


def is_kept(state: State, piece: int, start: int) -> bool:
    """2♣: whether it is Fermor and he stood in or next to Küstrin at the start of Russia's phase."""
    return state.in_force == "2C" and piece == FERMOR and (start == KUESTRIN or start in NEAR[KUESTRIN])


def check_start(state: State, piece: int, start: int, at: Where) -> Iterator[Diagnostic]:
    """2♣: a piece that may not move; ``start`` is where it stood when the phase began."""
    if is_kept(state, piece, start):
        yield fr.MAY_NOT_MOVE(at, piece=PIECE_NAMES[piece], city=name_of(start), card="2C")


def no_attack_from(state: State, nation: int, group: tuple[int, ...]) -> int:
    """F11.5, 3♥, 3♦: the attack positions into which a group may not move, and a general not re-enter."""
    if kept_from_attack(state, group) is not None:
        return attack_positions(state, nation)
    if state.in_force == "3H" and SOUBISE in group:  # ruling A26: bound by what Hildburghausen did earlier in the turn
        suits, near = state.attack_suits, attack_positions(state, nation)
        return sum(1 << city for city in cities_in(near) if suit_of(city) in suits)
    if state.in_force == "3D":  # next to Halle while an enemy is in it, or in Halle while an enemy is next to it
        enemies = state.city_bits(hostile_generals(nation))
        return (BITS[HALLE] if enemies >> HALLE & 1 else 0) | (1 << HALLE if enemies & BITS[HALLE] else 0)
    return 0


def no_capture_in(state: State, nation: int, group: tuple[int, ...]) -> int:
    """F11.5, 3♦: the cities in which a group may not capture the train."""
    trains = state.city_bits(p for p in hostile_pieces(nation) if not RANK[p])
    if kept_from_attack(state, group) is not None:
        return trains
    return trains & 1 << HALLE if state.in_force == "3D" else 0


def check_stop(
    state: State, pieces: tuple[int, ...], origin: Mapping[int, int], way: tuple[int, ...], places: tuple[Where, ...]
) -> Iterator[Diagnostic]:
    """F11.5 and its kin for a group that has gone its way; ``origin``: where the generals began the phase."""
    if not RANK[pieces[0]]:
        return
    at, end, card, nation = places[-1], way[-1], state.in_force, NATION_OF[pieces[0]]
    yield from check_attack(state, pieces, end, at)
    if no_capture_in(state, nation, pieces) >> end & 1:
        general = kept_from_attack(state, pieces)
        piece = "" if general is None else PIECE_NAMES[general]
        facts = {"piece": piece, "train": standing_in(state, end, pieces), "city": name_of(end), "card": card}
        yield fr.MAY_NOT_CAPTURE(at, **facts, form="" if card == "5S" else card)
    if card == "5D":
        yield from check_chevert(state, pieces, origin, way, places)


def check_attack(state: State, pieces: tuple[int, ...], end: int, at: Where) -> Iterator[Diagnostic]:
    """Generals who may not move into, or re-enter in, an attack position: F11.5, 3♥, 3♦."""
    nation, card = NATION_OF[pieces[0]], state.in_force
    if not no_attack_from(state, nation, pieces) >> end & 1:
        return
    facts = {"enemy": enemies_next_to(state, nation, end), "city": name_of(end)}
    if card == "3D" and end == HALLE:
        yield fr.MAY_NOT_ATTACK(at, piece=listed(names_of(pieces)), **facts, form="from-halle")
    elif card == "3D":
        facts["enemy"] = standing_in(state, HALLE)
        yield fr.MAY_NOT_ATTACK(at, piece=listed(names_of(pieces)), **facts, form="against-halle")
    else:
        general = SOUBISE if card == "3H" else kept_from_attack(state, pieces)
        assert general is not None
        facts |= {"card": card, "suit": NOUNS[suit_of(end)], "form": "3H" if card == "3H" else ""}
        yield fr.MAY_NOT_ATTACK(at, piece=PIECE_NAMES[general], **facts)


def is_tied(state: State, stack: Iterable[int]) -> bool:
    """5♦: whether the stack has Chevert in it, who is not to be left alone."""
    return state.in_force == "5D" and CHEVERT in stack


def check_chevert(
    state: State, pieces: tuple[int, ...], origin: Mapping[int, int], way: tuple[int, ...], places: tuple[Where, ...]
) -> Iterator[Diagnostic]:
    """5♦: Chevert must at every moment share his city with a general of the stack he started in. Ruling: A35."""
    start = origin.get(CHEVERT, -1)
    comrades = [p for p, city in origin.items() if city == start and p != CHEVERT]
    free = CHEVERT not in pieces and house_rule(state, "chevert") == "chevert"
    if start < 0 or not comrades or free:
        return
    alone = [number for number, city in enumerate(way) if is_alone(state, pieces, city, comrades)]
    if alone:
        form, at = "chevert" if CHEVERT in pieces else "", places[alone[0]]
        yield fr.CHEVERT_ALONE(at, piece=listed(names_of(pieces)), others=listed(names_of(comrades), "or"), form=form)


def is_alone(state: State, pieces: tuple[int, ...], city: int, comrades: list[int]) -> bool:
    """5♦: whether Chevert is without any of these generals while the group is in the city."""
    place = {p: city if p in pieces else state.place[p] for p in (CHEVERT, *comrades)}
    return all(place[p] != place[CHEVERT] for p in comrades)


def check_reentry(state: State, piece: int, city: int, at: Where) -> Iterator[Diagnostic]:
    """F11.5, C10, 7♥: generals who may not re-enter there."""
    if not RANK[piece]:
        return
    nation = NATION_OF[piece]
    yield from check_attack(state, (piece,), city, at)
    if recruits_bound(state, nation) and attack_positions(state, nation) >> city & 1:
        enemy = enemies_next_to(state, nation, city)
        yield fr.RECRUITS_ATTACK(at, piece=PIECE_NAMES[piece], city=name_of(city), enemy=enemy, form="re-entry")
    if is_starved(state, nation) and (piece == FRIEDRICH or city == state.place[FRIEDRICH]):
        form = "friedrich-off-map" if piece == FRIEDRICH else "re-entry"
        yield fr.NO_NEW_TROOPS(at, piece=PIECE_NAMES[piece], city=name_of(city), form=form)


def may_reenter(state: State, piece: int, city: int) -> bool:
    """F11.5, C10, 7♥: whether the card in force lets a piece re-enter there."""
    return not any(check_reentry(state, piece, city, SHEET))


def is_starved(state: State, nation: int) -> bool:
    """7♥: Friedrich may not receive new troops. Ruling: A15, nor may anybody in his city."""
    return state.in_force == "7H" and nation == PRUSSIA


def may_receive(state: State, general: int) -> bool:
    """7♥, C10: whether a general on the map may be given new troops now."""
    nation, city = NATION_OF[general], state.place[general]
    if recruits_bound(state, nation):
        return not attack_positions(state, nation) >> city & 1
    return not (is_starved(state, nation) and city == state.place[FRIEDRICH])


def enemies_next_to(state: State, nation: int, city: int) -> str:
    """The hostile generals next to a city, in words."""
    return listed(names_of(p for p in hostile_generals(nation) if state.place[p] in NEAR[city]))
