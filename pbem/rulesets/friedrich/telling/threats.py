"""Who can reach whom: the enemies that may come beside a stack before its owner moves again, by what all can see."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from pbem.core import listed
from pbem.rulesets.common import by_suit
from pbem.rulesets.common.words import Section, table
from pbem.rulesets.friedrich.board import BITS, ROADS, suit_of, within
from pbem.rulesets.friedrich.movement import MARCH, allowance
from pbem.rulesets.friedrich.state import (
    GENERALS,
    NATION_OF,
    NATIONS,
    PIECE_NAMES,
    RANK,
    Stage,
    State,
    Turn,
    hostile,
    nations_of,
    takes_part,
)
from pbem.rulesets.friedrich.telling import words

FARTHEST = 6  # roads between a stack and an enemy who can come beside it: 5 with 9♣, and the last one
STUBS = 3  # standing bids that a sheet offers; the others are named


class Threat(NamedTuple):
    """A stack, the cities of the enemies who can come beside it, and whether a standing bid answers all of them."""

    city: int
    enemies: tuple[int, ...]
    answered: bool


def threats(view: State, role: str) -> Iterator[Threat]:
    """F4.3-F4.6: for every stack of a role the enemies who can come beside it before its nation moves again."""
    reach: dict[tuple[int, bool], int] = {}
    for nation in nations_of(view, role):
        movers = dict(movers_before(view, nation))
        enemies = {view.place[p]: NATION_OF[p] for n in movers for p in GENERALS[n] if view.place[p] >= 0}
        for city in sorted({view.place[p] for p in GENERALS[nation] if view.place[p] >= 0}):
            near = [c for c in sorted(enemies) if within(city, FARTHEST) >> c & 1]
            for enemy in near:
                key = enemy, movers[enemies[enemy]]
                reach[key] = reach.get(key) or (1 << enemy | stops_from(view, enemy, now=movers[enemies[enemy]]))
            found = tuple(c for c in near if reach[c, movers[enemies[c]]] & BITS[city])
            if found:
                yield Threat(city, found, all(answers(view, city, c) for c in found))


def movers_before(view: State, nation: int) -> Iterator[tuple[int, bool]]:
    """F2.1: the hostile nations that move before a nation moves again, and whether they do in this turn."""
    stage = next((task for task in view.agenda if isinstance(task, Stage)), None)
    left = next((task.nations for task in view.agenda if isinstance(task, Turn)), ())
    waits = stage is not None and stage.phase in ("draw", "movement")
    this = ((stage.nation,) if stage is not None and waits else ()) + left
    order = [(n, True) for n in this] + [(n, False) for n in range(len(NATIONS))]
    order = [(n, now) for n, now in order if takes_part(view, n)]
    if order[:1] == [(nation, True)]:
        order = order[1:]  # these are its moves: what comes after them is asked
    before = takewhile(lambda row: row[0] != nation, order)
    return ((n, now) for n, now in before if hostile(nation, n))


def stops_from(view: State, city: int, now: bool) -> int:
    """F4.3-F4.7, F4.10: where the generals of a city can stop; comrades may have made room, a hostile train is taken.

    Cards of fate are looked at in their own turn; the next one is not known.
    """
    stack = view.stack(city)
    nation = NATION_OF[stack[0]]
    strange = [p for p in range(len(NATION_OF)) if NATION_OF[p] != nation]
    taken = view.city_bits(strange)
    trains = view.city_bits(p for p in strange if not RANK[p] and hostile(nation, NATION_OF[p]))
    ways = [allowance(view, (p,)) if now else MARCH for p in stack]
    most, main = max(ways)
    return ROADS.stops(city, ~taken, most, main) & (~taken | trains)


def answers(view: State, city: int, enemy: int) -> bool:
    """Whether a standing bid of the owner answers if the stack of that city is attacked by the other."""
    if not view.standing:
        return False
    from pbem.rulesets.friedrich.standing import standing_for  # not for check

    return standing_for(view, (enemy, city), 1) is not None


# as it is told


def threat_section(view: State, role: str) -> Section | None:
    """The enemies in reach, for a report; where nothing answers for a stack, how something could."""
    found = list(threats(view, role))
    if not found:
        return None
    rows = [
        [names(view, row.city), words.city_with_suit(row.city), listed(names(view, c) for c in row.enemies),
         "yes" if row.answered else "no"]
        for row in found
    ]  # fmt: skip
    lines = [BY_ROADS]
    lines += [HOW.format(own=PIECE_NAMES[view.stack(row.city)[0]]) for row in found if not row.answered][:1]
    columns = ["Your stack", "City", "Enemies who can attack", "Standing bid"]
    return table("threats", "Enemies in reach", columns, rows, lines)


BY_ROADS = "Before you move again, over the roads that are free now; who re-enters is not counted."
HOW = (
    'A standing bid spares a mail when it comes to that, and can be sent at any time: [[standing]] with own = "{own}",'
    ' cards under plays, otherwise = "concede".'
)


def names(view: State, city: int) -> str:
    """``Heinrich + Keith``: the generals of a city."""
    return " + ".join(PIECE_NAMES[p] for p in view.stack(city))


def standing_stubs(view: State, role: str) -> list[str]:
    """Standing bids to fill in, as remarks of a sheet, for stacks in reach of enemies that nothing answers for."""
    open_ = [row for row in threats(view, role) if not row.answered]
    if not open_:
        return []
    lines = ["# Enemies can attack these before you move again, as they stand now. A standing bid answers for you:"]
    for row in open_[:STUBS]:
        lines += stub(view, row)
    if open_[STUBS:]:
        lines.append(f"# and so for {listed(PIECE_NAMES[view.stack(row.city)[0]] for row in open_[STUBS:])}")
    return lines


def stub(view: State, row: Threat) -> list[str]:
    """One standing bid to fill in."""
    own = view.stack(row.city)[0]
    suit, hand = suit_of(row.city), view.hands[NATION_OF[own]]
    cards = " ".join(str(card) for card in sorted(hand, key=by_suit) if card.suit in (suit, "R"))
    return [
        f"# {PIECE_NAMES[own]} in {words.city_with_suit(row.city)} by {listed(names(view, c) for c in row.enemies)}:",
        "# [[standing]]",
        f'# name      = "{PIECE_NAMES[own]}"',
        f'# own       = "{PIECE_NAMES[own]}"',
        f'# suit      = "{suit}"',
        f"# plays     = []   # you hold {cards or 'nothing'} for it",
        '# otherwise = "concede"   # or "ask"',
    ]
