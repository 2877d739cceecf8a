"""Who can reach whom: the enemies that may come beside a stack before its owner moves again, by what all can see."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from pbem.core import listed
from pbem.rulesets.common import by_suit
from pbem.rulesets.common.words import Section, table
from pbem.rulesets.maria.board import BITS, ROADS, suit_of, within
from pbem.rulesets.maria.movement import allowance, closed_to
from pbem.rulesets.maria.powers import POWERS
from pbem.rulesets.maria.records import Moves, Stage, Turn
from pbem.rulesets.maria.relations import enemies, enemy_generals, group_of, powers_of
from pbem.rulesets.maria.standing import standing_for
from pbem.rulesets.maria.state import GENERALS, GROUPS, PIECE_NAMES, POWER_OF, RANK, State
from pbem.rulesets.maria.telling import words

FARTHEST = 5  # roads between a stack and an enemy who can come beside it: four of a march, and the last one
STUBS = 2  # standing bids that a sheet offers; the others are named


class Threat(NamedTuple):
    """A stack, the cities of the enemies who can come beside it, and whether a standing bid answers all of them."""

    city: int
    enemies: tuple[int, ...]
    answered: bool


def threats(view: State, role: str) -> Iterator[Threat]:
    """M10.2, M11.1: for every stack of a role the enemies of other players who can come beside it in time."""
    own, reach = powers_of(view, role), dict[int, int]()
    groups = {power: groups_before(view, group_of(view, power)) for power in range(len(POWERS))}
    for city in sorted({view.place[p] for power in own for p in GENERALS[power] if view.place[p] >= 0}):
        power = view.power_in(city)
        hostile = [p for p in enemy_generals(view, power) if POWER_OF[p] not in own and view.place[p] >= 0
                   and group_of(view, POWER_OF[p]) in groups[power]]  # fmt: skip
        near = sorted({view.place[p] for p in hostile if within(city, FARTHEST) >> view.place[p] & 1})
        for enemy in near:
            reach[enemy] = reach.get(enemy) or (1 << enemy | stops_from(view, enemy))
        found = tuple(enemy for enemy in near if reach[enemy] & BITS[city])
        if found:
            yield Threat(city, found, all(answers(view, city, enemy) for enemy in found))


def groups_before(view: State, group: int) -> tuple[int, ...]:
    """M5.1: the stages that come before the next one of a group; its own that is under way counts as these moves."""
    stage = next((task for task in view.agenda if isinstance(task, Stage)), None)
    left = next((task.left for task in view.agenda if isinstance(task, Turn)), ())
    moving = any(isinstance(task, Moves) for task in view.agenda)  # its stage goes on with combat by then
    waits = stage is not None and (moving or stage.phase in ("cards", "supply", "movement"))
    order = [stage.group] if stage is not None and waits else []
    order += [GROUPS.index(name) for name in left if name in GROUPS]
    order += range(len(GROUPS))
    if waits and order[0] == group:
        order = order[1:]
    return tuple(takewhile(lambda other: other != group, order))


def stops_from(view: State, city: int) -> int:
    """M10.2 to M10.5, M10.9: where the generals of a city can stop by themselves; an enemy train is captured."""
    stack = view.stack(city)
    power = POWER_OF[stack[0]]
    strange = [p for p in range(len(POWER_OF)) if POWER_OF[p] != power]
    trains = view.city_bits(p for p in strange if not RANK[p] and enemies(view, power, POWER_OF[p]))
    closed = view.city_bits(strange) & ~trains | closed_to(view, stack[:1], city)
    return ROADS.stops(city, ~closed, *allowance(stack[:1])) & ~closed


def answers(view: State, city: int, enemy: int) -> bool:
    """Whether a standing bid of the owner answers if the stack of that city is attacked by the other."""
    return bool(view.standing) and standing_for(view, (enemy, city), 1) is not None


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


BY_ROADS = "Before you move again, over the roads that are free now."
HOW = (
    'A standing bid spares a mail when it comes to that, and can be sent at any time: [[standing]] with own = "{own}",'
    ' cards under plays, otherwise = "concede".'
)


def names(view: State, city: int) -> str:
    """``Karl + Traun``: the generals of a city."""
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
    suit, hand = suit_of(row.city), view.hands[POWER_OF[own]]
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
