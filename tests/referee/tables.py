"""What the referee reads for himself: the tables of the board, and how far, whose and where things are."""

from __future__ import annotations

import csv
from collections import deque
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pbem.rulesets

DATA = Path(pbem.rulesets.__file__).parent / "friedrich" / "data"
NATIONS = ("prussia", "hanover", "russia", "sweden", "austria", "imperial", "france")
DEFENDERS = ("prussia", "hanover")
MAXIMUM = {"prussia": 32, "hanover": 12, "russia": 16, "sweden": 4, "austria": 30, "imperial": 6, "france": 20}
HOMES = {
    "prussia": ("prussia",), "hanover": ("hanover",), "sweden": ("sweden",), "austria": ("austria",),
    "imperial": ("empire", "saxony"),
}  # fmt: skip
BOUND = {"4D": "cumberland", "5S": "soubise", "7S": "friedrich"}  # cards of fate: who may not attack
PACE = {"2D": ("saltikov", 2), "5H": ("richelieu", 2), "9C": ("friedrich", 4), "12S": ("daun", 2)}
# F14.1, F15.1: who takes part in a scenario, and Prussia's maximum there.
PLAYERS = {"west": ("prussia", "hanover", "france"), "austria": ("prussia", "austria", "imperial")}
PRUSSIA_AT_MOST = {"west": 3, "austria": 24}
GARRISON = {"koenigsberg-n10", "ortelsburg", "rastenburg", "riesenburg"}
LINE_5 = 935
# Events that may come between one event and what must follow from it.
BETWEEN = ("troops", "defaulted", "draws-changed", "eased", "changed-hands")
Facts = Mapping[str, Any]


class Foul(AssertionError):
    """A rule was broken."""


def rows(name: str) -> list[dict[str, str]]:
    with open(DATA / name, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


CITIES = {row["id"]: row for row in rows("cities.csv")}
NEAR: dict[str, set[str]] = {city: set() for city in CITIES}
MAIN: set[frozenset[str]] = set()
for road in rows("roads.csv"):
    NEAR[road["a"]].add(road["b"])
    NEAR[road["b"]].add(road["a"])
    if road["class"] == "main":
        MAIN.add(frozenset((road["a"], road["b"])))
OBJECTIVES = {n: {c for c, row in CITIES.items() if row["objective_of"] == n} for n in NATIONS}
FIRST = {n: {c for c in OBJECTIVES[n] if CITIES[c]["objective_order"] == "1"} for n in NATIONS}
DEPOTS = {n: {c for c, row in CITIES.items() if row["depot_of"] == n} for n in NATIONS}


def east_prussia() -> set[str]:
    """F13.3: the exclave of Königsberg."""
    found, queue = {"koenigsberg-n10"}, ["koenigsberg-n10"]
    for here in queue:
        more = {c for c in NEAR[here] if CITIES[c]["country"] == "prussia"} - found
        found |= more
        queue += more
    return found


def suit_of(city: str) -> str:
    return CITIES[city]["suit"][0].upper()


def far(start: str, blocked: Iterable[str] = ()) -> dict[str, int]:
    """The distance of every city that can be reached without entering a blocked one."""
    found, queue, shut = {start: 0}, deque([start]), set(blocked)
    while queue:
        here = queue.popleft()
        for city in NEAR[here]:
            if city not in found and city not in shut:
                found[city] = found[here] + 1
                queue.append(city)
    return found


def hostile(a: str, b: str) -> bool:
    return (a in DEFENDERS) != (b in DEFENDERS)


def defender(city: str) -> str:
    """F5.3."""
    return {"hanover": "hanover", "austria": "austria"}.get(CITIES[city]["country"], "prussia")


def retreats(start: str, victor: str, length: int, occupied: set[str]) -> set[str]:
    """F8.3-F8.5, by walking every path."""
    ends: set[str] = set()

    def walk(here: str, seen: tuple[str, ...], left: int) -> None:
        if not left:
            ends.add(here)
            return
        for city in NEAR[here]:
            if city not in seen and city not in occupied:
                walk(city, (*seen, city), left - 1)

    walk(start, (start,), length)
    distance = far(victor)
    most = max((distance[end] for end in ends), default=0)
    return {end for end in ends if distance[end] == most}


def bare_name(row: Mapping[str, str]) -> str:
    return row["name"].lower().replace("ä", "a")


def pieces_of(state: Mapping[str, Any]) -> tuple[dict[str, str], dict[str, str], set[str]]:
    """Where all pieces stand, whose they are, who is face-down."""
    place, nations, down = {}, {}, set()
    for nation in NATIONS:
        for name, text in state[nation].items():
            piece = f"{nation}-{name}" if name in ("t1", "t2") else name
            place[piece], nations[piece] = text.split()[0], nation
            if text.endswith("face-down"):
                down.add(piece)
    return place, nations, down


def key_of(kind: str, facts: Facts) -> tuple[str, str]:
    """What an event is about."""
    about = {"captured": "train", "left": "nation", "retired": "general"}.get(kind)
    return kind, str(facts.get(about) if about else facts.get("general") or facts.get("city") or "")
