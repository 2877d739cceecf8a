"""Where a bot places hussars (M7): between enemies abroad and their trains."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.rulesets.maria.board import cities_in, name_of, within
from pbem.rulesets.maria.bots.dice import Dice
from pbem.rulesets.maria.hussars import near_austrians
from pbem.rulesets.maria.powers import AUSTRIA
from pbem.rulesets.maria.relations import enemy_generals
from pbem.rulesets.maria.state import OFF, State
from pbem.rulesets.maria.supply import SUPPLY, at_home, path_of

Body = Mapping[str, Any]


def hussars(view: State, role: str, temperament: str, dice: Dice) -> Body:
    """M7: hussars go between enemies abroad and their trains."""
    free = near_austrians(view) & ~view.occupied()
    burdens = {} if temperament == "wild" else burdens_of(view, free)
    lines, taken = [], {*view.hussars}
    for number in (0, 1):
        able = [c for c in (cities_in(free) if temperament == "wild" else burdens) if c not in taken]
        if not able or dice.percent(25):
            continue
        city = dice.pick(able) if temperament == "wild" else max(able, key=lambda c: (burdens[c], -c))
        taken.add(city)
        lines.append(f"hussar {number + 1} to {name_of(city)}")
    return {"do": lines}


def burdens_of(view: State, free: int) -> dict[int, int]:
    """The cities where a hussar makes enemy generals abroad pay, with how much."""
    bare = view._replace(hussars=(OFF, OFF))
    abroad = [p for p in enemy_generals(view, AUSTRIA) if not at_home(view, p) >> max(0, view.place[p]) & 1]
    fed = [p for p in abroad if view.place[p] >= 0 and path_of(bare, p).kind == "free"]
    found: dict[int, int] = {}
    for general in fed:
        for city in cities_in(free & within(view.place[general], SUPPLY)):
            path = path_of(view._replace(hussars=(city, OFF)), general)
            if path.kind == "bought":
                found[city] = found.get(city, 0) + path.cost
    return found
