"""How near the powers are to victory: fortresses, pools, boxes, and the conditions of the introductory game."""

from __future__ import annotations

from pbem.core import listed
from pbem.rulesets.common.words import Section, table
from pbem.rulesets.maria import facts
from pbem.rulesets.maria.board import COUNTRY, ELECTORS, FOUR, HOME, SILESIA, cities_in, name_of
from pbem.rulesets.maria.powers import AUSTRIA, FRANCE, GREAT, POWER_NAMES, PRAGMATIC, PRUSSIA
from pbem.rulesets.maria.relations import controlled_by, controllers, owner_of
from pbem.rulesets.maria.state import State
from pbem.rulesets.maria.telling import words

NEEDED = {FRANCE: 9, PRUSSIA: 12}  # M14.2: fortresses in Austria; in Austria and Silesia together
VICTORY_TITLES = {
    True: ("The score", ["Power", "Commander", "Markers left"]),
    False: ("The score", ["Power", "Commander", "Fortresses"]),
}


def fortresses(view: State) -> Section | None:
    """M3.6: where victory markers lie, and question marks (M12)."""
    lines = [
        f"{words.power_title(p)}: {listed(name_of(c) for c in cities_in(view.marks[p]))}."
        for p in GREAT
        if view.marks[p]
    ]
    for p, asked in enumerate(view.questions):
        if asked:
            lines.append(f"Question marks of {POWER_NAMES[p]}: {listed(name_of(c) for c in cities_in(asked))}.")
    return {"id": "fortresses", "title": "Fortresses with victory markers", "lines": lines} if lines else None


def pools(view: State) -> Section:
    """M15, M16: the pools, which must be empty to win, and where the other markers are."""
    rows = [
        [words.power_title(p), str(view.pools[p]), str(view.marks[p].bit_count() - virtual(view, p)),
         str(view.battles[p]), ", ".join(boxes(view, p)) or "-", str(view.aside[p] or "-")]
        for p in GREAT
    ]  # fmt: skip
    lines = ["A great power wins when its pool is empty at the end of a stage or of politics."]
    lines += [
        f"{words.power_title(p)} has {words.count(asked(view, p), 'question mark')} on the map, taken from its pool."
        for p in GREAT
        if asked(view, p) > 0
    ]
    lines += [
        f"{words.power_title(p)} has {words.count(view.surplus[p], 'marker')} more than there are."
        for p in GREAT
        if view.surplus[p]
    ]
    columns = ["Power", "Pool", "Fortresses", "Battles (of 2)", "Boxes", "Aside"]
    return table("pools", "Victory markers", columns, rows, lines)


def virtual(view: State, power: int) -> int:
    """A14: markers on fortresses that are not there, for the pool was empty."""
    return min(view.surplus[power], view.marks[power].bit_count())


def asked(view: State, power: int) -> int:
    """M10.34: the markers of the pool that lie as question marks; what is virtual is told of fortresses first (A14)."""
    return view.questions[power].bit_count() - max(0, view.surplus[power] - view.marks[power].bit_count())


def boxes(view: State, power: int) -> list[str]:
    """M3.8: the boxes with a marker of a power."""
    found = ["Three electors"] if view.three == power else []
    found += ["Emperor"] if view.emperor == power else []
    found += ["Italy"] if view.italy >> power & 1 else []
    return found + (["Silesia"] if view.silesia and power == PRUSSIA else [])


def conditions(view: State) -> Section:
    """M14.2: how many fortresses the attackers hold of those they need."""
    rows = [
        [words.power_title(p), f"{conquered(view, p)} of {NEEDED[p]}", LANDS[p]]
        for p in (FRANCE, PRUSSIA)
    ]  # fmt: skip
    lines = ["Austria wins if nobody has done so by the end of turn 9."]
    return table("victory", "Conditions of victory", ["Power", "Fortresses", "Where"], rows, lines)


LANDS = {FRANCE: "in Austria", PRUSSIA: "in Austria and Silesia"}


def conquered(view: State, power: int) -> int:
    """M14.2, M14.3: fortresses in Austria (and Silesia) that a power controls."""
    land = HOME[AUSTRIA] | (SILESIA if power == PRUSSIA else 0)
    return (controlled_by(view, power) & land).bit_count()


def score_rows(view: State) -> list[list[str]]:
    """Every power that can win, with what it has."""
    if view.is_advanced:
        return [[words.power_title(p), words.role_title(owner_of(view, p)), left(view, p)] for p in GREAT]
    rows = [
        [words.power_title(p), words.role_title(owner_of(view, p)), f"{conquered(view, p)} of {NEEDED[p]}"]
        for p in (FRANCE, PRUSSIA)
    ]
    return [*rows, [words.power_title(AUSTRIA), words.role_title(owner_of(view, AUSTRIA)), "defends"]]


def left(view: State, power: int) -> str:
    """``3 in the pool``."""
    aside = f", {view.aside[power]} aside" if view.aside[power] else ""
    return f"{view.pools[power]} in the pool{aside}"


# the electoral college


def college(view: State) -> Section:
    """M3.7, M18.2: who controls the electors, a vote each."""
    rows = [
        [name_of(c), holders(view, c), "elector marker" if FOUR >> c & 1 else land_of(c)] for c in cities_in(ELECTORS)
    ]
    lines = [{"": "The election is still to come.", "due": "The election is held at the end of this turn.",
              "held": emperor(view)}[view.election]]  # fmt: skip
    return table("college", "The electoral college", ["Elector", "Vote of", "Land"], rows, lines)


def emperor(view: State) -> str:
    """M18.5: who was elected."""
    if view.emperor < 0:
        return "The election is over."
    candidate = "charles" if view.emperor == FRANCE else "francis"
    return f"{words.CANDIDATES[candidate]} is emperor."


def holders(view: State, city: int) -> str:
    """The power that controls a fortress, or those that do so together."""
    powers = controllers(view, city)
    if powers == (AUSTRIA, PRAGMATIC):
        return "Austria and the Pragmatic Army"
    return listed(POWER_NAMES[p] for p in powers) or "nobody"


def land_of(city: int) -> str:
    """The country of a city, as the board calls it."""
    return next((name for id_, name in facts.COUNTRIES if COUNTRY[id_] >> city & 1), "")
