"""A second pair of eyes: a referee who follows a game of Friedrich by what is told, with rules and map of his own.

He reads the tables and the events, never the rules code, and holds every event against docs/rules/friedrich.md:
moves, conquests, battles card by card, retreats, supply, recruitment, draws, cards of fate, the offensive option and
victory, in all six modes. He does not know the secret split of troops, so he believes what stacks declare, and he
leaves alone what hangs on it (10♠). ``Foul`` says which rule was broken.
"""

from __future__ import annotations

import csv
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
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


class Referee:
    """What the referee knows of one game."""

    def __init__(self, state: Mapping[str, Any]) -> None:
        self.place: dict[str, str] = {}
        self.nation: dict[str, str] = {}
        self.down: set[str] = set()
        self.rank = {bare_name(row): int(row["rank"] or 0) for row in rows("pieces.csv") if row["rank"]}
        self.conquered: set[str] = set()
        self.marked: set[str] = set()
        self.executed: list[str] = []
        self.stage = ""
        self.pairs: set[tuple[str, str]] | None = None
        self.closed = True
        self.due: list[tuple[str, str]] = []  # events that must come next: kind and city or general
        self.battle: dict[str, Any] | None = None
        self.retreat: dict[str, Any] | None = None
        self.mode, self.turn = state["mode"], state["turn"]
        self.expert = self.mode.endswith("-expert")
        self.players = PLAYERS.get(self.mode, NATIONS)
        self.maximum = MAXIMUM | {"prussia": PRUSSIA_AT_MOST.get(self.mode, 32)}
        self.victor = state.get("victor", "")
        self.offensive, self.stroke = state.get("offensive", ""), False
        self.beaten: set[str] = set()  # 12♥
        self.suits: set[str] = set()  # 3♥: from which Hildburghausen attacked
        self.retaking = 0  # F13.3: cities that Prussia has still to name
        self.sync(state)
        self.conquered, self.marked = set(state["conquered"]), set(state["question_marks"])

    def sync(self, state: Mapping[str, Any]) -> None:
        """Take over what the referee cannot follow (hands, who commands), and the whole board at the beginning."""
        self.hands = {nation: state["hands"][nation].split() for nation in NATIONS}
        self.in_force, self.spent = state["in_force"], state["spent"]
        self.commander = state["imperial_commander"]
        self.executed = list(state["executed"])
        if not self.place:
            self.place, self.nation, self.down = pieces_of(state)

    def rule(self, holds: object, rule: str, *facts: object) -> None:
        if not holds:
            raise Foul(f"{rule}: {' '.join(map(str, facts))}")

    # questions

    def at(self, city: str) -> list[str]:
        """Who stands in a city, generals by rank."""
        return sorted((p for p, c in self.place.items() if c == city), key=lambda p: self.rank.get(p, 0))

    def occupied(self, but: Iterable[str] = ()) -> set[str]:
        return {c for p, c in self.place.items() if c not in ("off", "retired") and p not in but}

    def generals(self, nation: str) -> list[str]:
        on_map = [p for p in self.rank if self.nation[p] == nation and self.place[p] not in ("off", "retired")]
        return sorted(on_map, key=self.rank.__getitem__)

    def hostile_cities(self, nation: str, trains: bool) -> set[str]:
        return {
            c for p, c in self.place.items()
            if c not in ("off", "retired") and hostile(nation, self.nation[p]) and (trains or p in self.rank)
        }  # fmt: skip

    def protected(self, city: str) -> bool:
        """F5.4, F5.7."""
        if city not in self.conquered:
            guards = self.generals(defender(city))
        else:
            holder = CITIES[city]["objective_of"]
            guards = self.generals(holder)
            guards += ["imperial-t1"] if holder == "imperial" else []
        distance = far(city)
        reach = {"heinrich": 4} if self.in_force == "11H" and city not in self.conquered else {}
        return any(distance.get(self.place[p], 99) <= reach.get(p, 3) for p in guards)

    def attack_position(self, city: str, nation: str) -> bool:
        return bool(NEAR[city] & self.hostile_cities(nation, trains=False))

    # following the events

    def follow(self, before: Mapping[str, Any], events: Iterable[Any], after: Mapping[str, Any]) -> None:
        """All events of a step, and the board after it."""
        self.hands = {nation: before["hands"][nation].split() for nation in NATIONS}
        self.in_force, self.spent, self.commander = before["in_force"], before["spent"], before["imperial_commander"]
        for event in events:
            facts = dict(event.facts)
            if event.kind == "won" and self.has_bohemia():
                self.due = []  # F13.4.6: at once, whatever would have followed
            if self.due and event.kind not in BETWEEN:
                self.rule(key_of(event.kind, facts) == self.due[0], "F5/F9", self.due[0], "is due, not", event)
            getattr(self, "told_" + event.kind.replace("-", "_"), lambda f: None)(facts)
        self.compare(after)
        self.sync(after)

    def compare(self, after: Mapping[str, Any]) -> None:
        place, _, down = pieces_of(after)
        self.rule(
            place == self.place, "board", {p: (place[p], self.place[p]) for p in place if place[p] != self.place[p]}
        )
        self.rule(down == self.down, "faces", down ^ self.down)
        self.rule(set(after["conquered"]) == self.conquered, "control", set(after["conquered"]) ^ self.conquered)
        self.rule(set(after["question_marks"]) == self.marked, "marks", set(after["question_marks"]) ^ self.marked)
        for nation, total in after["totals"].items():
            self.rule(0 <= total <= self.maximum[nation], "F6.7", nation, total)
        self.rule(after["offensive"] == self.offensive, "F13.4", after["offensive"], self.offensive)
        self.rule(not self.has_bohemia() or after["winners"], "F13.4.6", "Prussia has all it needs")

    # stages and movement

    def told_stage(self, f: Facts) -> None:
        self.end_stage()
        order = [n for n in self.players if not self.has_left(n)]
        self.rule(not self.garrison_due(), "F13.3", "nobody took East Prussia back")
        now = order.index(f["nation"])
        self.rule(self.stage in ("", order[now - 1]) or self.has_left(self.stage), "F2.1", self.stage, f)
        self.stage, self.pairs, self.closed = f["nation"], None, False
        self.moved: set[str] = set()
        self.fixed: set[str] = set()
        self.substitute: set[str] = set()
        self.out: set[str] = set()
        self.began = dict(self.place)

    def end_stage(self) -> None:
        self.close_combat()
        self.rule(not self.due, "F9.4", self.due, "did not come")

    def told_drew(self, f: Facts) -> None:
        count = sum(s in self.executed for s in ("india", "america"))
        poems = sum(s in self.executed for s in ("poems", "lord-bute"))
        prussia = {"west": (2, 1, 1), "austria": (5, 4, 3)}.get(self.mode, (7, 5, 4))[poems]
        draws = {
            "prussia": prussia, "hanover": 1 if count == 2 else 2, "russia": 4, "sweden": 1,
            "austria": 4 if count else 5, "imperial": 1, "france": 3 if count else 4,
        }  # fmt: skip
        if f["number"] < draws[f["nation"]]:
            self.rule(sum(map(len, self.hands.values())) > 150, "F3.8", f)  # nearly all cards are in hands
        else:
            self.rule(f["number"] == draws[f["nation"]], "F3.2", f)

    def told_moved(self, f: Facts) -> None:
        group, way, nation = f["pieces"], f["way"], f["nation"]
        train = group[0] not in self.rank
        self.rule(nation == self.stage and self.pairs is None and not self.closed, "F2.2", f)
        self.rule(all(self.nation[p] == nation and self.place[p] == way[0] for p in group), "F4.2", f)
        self.rule(len(group) == 1 if train else 1 <= len(set(group)) == len(group) <= 3, "F4.2", f)
        self.rule(not set(group) & (self.moved | self.fixed), "F4.9", f)
        self.rule(all(b in NEAR[a] for a, b in pairwise(way)), "F4.3", f)
        on_main = all(frozenset(pair) in MAIN for pair in pairwise(way))
        slow, pace = PACE.get(self.in_force, ("", 3))
        most = 2 if train else pace if slow in group else 3
        self.rule(len(way) - 1 <= most + on_main, "F4.4", f)
        occupied = self.occupied(but=group)
        self.rule(not set(way[1:-1]) & occupied, "F4.5", f)
        self.check_end(group, train, way[-1], nation)
        if not train:
            for city in way[:-1]:
                self.pass_over(city, nation)
        there = [p for p in self.at(way[-1]) if p not in group]
        for city in way[1:]:
            for piece in group:
                self.place[piece] = city
            self.check_kept(group)
        self.moved |= set(group)
        if there and there[0] in self.rank:
            self.fixed |= set(there)
            self.one_face(way[-1])
        elif there:
            self.due.append(("captured", there[0]))

    def check_kept(self, group: list[str]) -> None:
        """2♣ and 5♦: Fermor near Küstrin, Chevert in his stack, at every moment."""
        if self.in_force == "2C" and "fermor" in group:
            near = NEAR["kuestrin"] | {"kuestrin"}
            self.rule(self.began["fermor"] not in near, "2♣", group)
        if self.in_force == "5D" and self.stage == "france":
            start = self.began["chevert"]
            mates = [p for p in ("richelieu", "soubise") if start not in ("off", "retired") and self.began[p] == start]
            together = any(self.place[p] == self.place["chevert"] for p in mates)
            self.rule(not mates or together, "5♦", group)

    def check_end(self, group: list[str], train: bool, end: str, nation: str) -> None:
        there = [p for p in self.at(end) if p not in group]
        bound = BOUND.get(self.in_force) in group
        self.rule(not (bound and self.attack_position(end, nation)), "F11.5", group, end)
        if not train:
            self.check_attack(group, end, nation)
            self.rule(not (self.in_force == "3D" and end == "halle" and there and there[0] not in self.rank), "3♦", end)
        if not there:
            return
        self.rule(not train, "F4.6", group, end)
        if there[0] in self.rank:
            self.rule(self.nation[there[0]] == nation and len(there) + len(group) <= 3, "F4.6b", group, end)
        else:
            self.rule(hostile(nation, self.nation[there[0]]) and not bound, "F4.6c", group, end)

    def check_attack(self, group: Iterable[str], end: str, nation: str) -> None:
        """3♥ and 3♦: where nobody may end a move or re-enter."""
        if self.in_force == "3H" and "soubise" in group and self.attack_position(end, nation):
            self.rule(suit_of(end) not in self.suits, "3♥", group, end)
        if self.in_force == "3D":
            foes = self.hostile_cities(nation, trains=False)
            self.rule(not (end in NEAR["halle"] and "halle" in foes), "3♦", group, end)
            self.rule(not (end == "halle" and NEAR["halle"] & foes), "3♦", group, end)

    def conquers(self, nation: str) -> bool:
        """F5.11, F13.4, F15.6: whether the nation conquers its objectives now."""
        if nation != "prussia":
            return nation != "hanover"
        early = self.expert and self.turn <= 2
        return self.mode == "austria" or self.offensive in ("taken", "lost") or early

    def pass_over(self, city: str, nation: str) -> None:
        """F5.2, F5.5, F5.8: what moving over the city leads to is due next."""
        own = self.conquers(nation) and city in OBJECTIVES[nation] and city not in self.conquered
        back = city in self.conquered and defender(city) == nation
        ahead = {c for kind, c in self.due if kind in ("conquered", "reconquered")}
        if not (own or back) or city in ahead:
            return
        if not self.protected(city):
            self.due.append(("conquered" if own else "reconquered", city))
        elif city not in self.marked and ("marked", city) not in self.due:
            self.due.append(("marked", city))

    def one_face(self, city: str) -> None:
        """F9.5."""
        stack = [p for p in self.at(city) if p in self.rank]
        if set(stack) & self.down:
            self.down |= set(stack)

    def took(self) -> None:
        self.due = self.due[1:]

    def told_captured(self, f: Facts) -> None:
        self.place[f["train"]] = "off"
        self.took()

    def told_stepped(self, f: Facts) -> None:
        if f["pieces"] == ["hildburghausen"]:
            return self.go_west(f["way"])
        start, end = f["way"]
        self.rule(f["pieces"] == ["laudon"] and self.place["laudon"] == start and end in NEAR[start], "6♠", f)
        there = self.at(end)
        self.place["laudon"] = end
        if there and there[0] not in self.rank:
            self.rule(hostile("austria", self.nation[there[0]]), "6♠", f)
            self.due.append(("captured", there[0]))
        self.rule(not there or there[0] not in self.rank or len(there) <= 2, "6♠", f)
        self.one_face(end)

    def go_west(self, way: list[str]) -> None:
        """12♥, C11."""
        start, middle, end = way
        x, y = ({c: float(CITIES[c][key]) for c in way} for key in ("x", "y"))
        self.rule(self.executed[-1] == "12H" and "hildburghausen" in self.beaten, "12♥", way)
        self.rule(self.place["hildburghausen"] == start and middle in NEAR[start] and end in NEAR[middle], "12♥", way)
        self.rule(not {middle, end} & self.occupied() and end != start, "12♥", way)
        self.rule(x[end] < x[start] and x[start] - x[end] >= abs(y[start] - y[end]), "12♥", way)
        self.place["hildburghausen"] = end

    def told_stepped_aside(self, f: Facts) -> None:
        """8♣, C8."""
        start, end = f["way"]
        self.rule(self.in_force == "8C" and self.stage == "austria" and not self.battle, "8♣", f)
        self.rule(f["pieces"] == self.at(start) and f["nation"] == "prussia", "8♣", f)
        self.rule(start in NEAR[self.place["daun"]] and end in NEAR[start] and not self.at(end), "8♣", f)
        pairs = self.pairs_now() if self.pairs is None else self.pairs
        self.pairs = {pair for pair in pairs if start not in pair}
        for piece in f["pieces"]:
            self.place[piece] = end

    def told_turned_down(self, f: Facts) -> None:
        """6♦."""
        self.rule(self.executed[-1] == "6D" and f["generals"] == self.at(f["city"]), "6♦", f)
        self.rule(CITIES[f["city"]]["country"] in ("austria", "saxony"), "6♦", f)
        self.rule(all(self.nation[p] == "prussia" and p not in self.down for p in f["generals"]), "6♦", f)
        self.down |= set(f["generals"])

    # the offensive option and the garrison

    def told_offensive_taken(self, f: Facts) -> None:
        self.rule(self.expert and self.turn == 3 and self.stage == "prussia" and not self.offensive, "F13.4.2", f)
        self.rule(not self.moved and (f["card"] == "R" or int(f["card"][:-1]) >= 10), "F13.4.2", f)
        self.use("prussia", f["card"])
        self.offensive = "taken"

    def told_offensive_declined(self, f: Facts) -> None:
        self.rule(self.expert and self.turn == 3 and self.stage == "prussia" and not self.offensive, "F13.4.2", f)
        self.rule(not self.moved and set(f["cities"]) == self.conquered & OBJECTIVES["prussia"], "F13.4.3", f)
        self.offensive, self.conquered = "declined", self.conquered - OBJECTIVES["prussia"]

    def told_offensive_card_lost(self, f: Facts) -> None:
        self.rule(self.due and self.due[0][0] == "offensive-card-lost", "F13.4.5", f)
        self.took()
        self.offensive = "lost"
        if {"poems", "lord-bute"} & set(self.executed):
            self.due.insert(0, ("offensive-failed", ""))

    def told_offensive_failed(self, f: Facts) -> None:
        self.rule(self.due and self.due[0][0] == "offensive-failed", "F13.4.7", f)
        self.took()
        self.rule(set(f["cities"]) == self.conquered & OBJECTIVES["prussia"], "F13.4.7", f)
        self.offensive = "failed"
        self.conquered -= OBJECTIVES["prussia"]
        self.marked -= OBJECTIVES["prussia"]

    def has_bohemia(self) -> bool:
        """F13.4.6."""
        return self.offensive in ("taken", "lost") and OBJECTIVES["prussia"] <= self.conquered

    def garrison_due(self) -> bool:
        """F13.3: at the end of Russia's stage."""
        if not self.expert or self.stage != "russia" or not GARRISON <= self.conquered:
            return False
        return not {self.place[p] for p in self.generals("russia")} & east_prussia()

    def told_marked(self, f: Facts) -> None:
        self.marked.add(f["city"])
        self.took()

    def told_held(self, f: Facts) -> None:
        self.close_combat()
        self.rule(self.due and self.due[0] == ("held", f["city"]), "F5.9", f)
        self.marked.discard(f["city"])
        self.took()

    def told_conquered(self, f: Facts) -> None:
        self.turn_over("conquered", f)
        self.conquered.add(f["city"])

    def told_reconquered(self, f: Facts) -> None:
        if self.stage == "russia":
            self.close_combat()
            if self.garrison_due():
                self.retaking = 2
            self.rule(not self.due and self.retaking and f["nation"] == "prussia" and f["city"] in GARRISON, "F13.3", f)
            self.retaking -= 1
        else:
            self.turn_over("reconquered", f)
        self.conquered.discard(f["city"])

    def turn_over(self, kind: str, f: Facts) -> None:
        if not self.due:
            self.close_combat()
        self.rule(self.due and self.due[0] == (kind, f["city"]), "F5.5", f, self.due)
        self.marked.discard(f["city"])
        self.took()

    # recruitment

    def told_recruited(self, f: Facts) -> None:
        nation, entries = f["nation"], list(zip(f["pieces"], f["cities"], strict=True))
        self.rule(nation == self.stage and self.pairs is None and not self.closed, "F10.1", f)
        hostile_at = self.hostile_cities(nation, trains=True)
        lost = DEPOTS[nation] <= hostile_at
        price = (f["troops"] + f["trains"]) * (8 if lost else 6)
        values = [10 if card == "R" else int(card[:-1]) for card in f["paid"]]
        self.rule(price > 0 and sum(values) >= price, "F10.2", f)
        self.rule(all(sum(values) - value < price for value in values), "F10.4", f)
        for card in f["paid"]:
            self.use(nation, card)
        self.rule(f["total"] <= self.maximum[nation], "F6.7", f)
        self.rule(sum(p not in self.rank for p in f["pieces"]) == f["trains"], "F10.1", f)
        self.rule(sum(p in self.rank for p in f["pieces"]) <= f["troops"], "F10.3", f)
        for piece, city in entries:
            self.enter(piece, city, nation, lost)

    def enter(self, piece: str, city: str, nation: str, lost: bool) -> None:
        self.rule(self.place[piece] == "off" and self.nation[piece] == nation, "F10.13", piece)
        if lost:
            self.substitute.add(city)
            self.rule(len(self.substitute) == 1, "F10.9", self.substitute)
        else:
            self.rule(city in DEPOTS[nation], "F10.7", piece, city)
        there = self.at(city)
        alike = all(p in self.rank and self.nation[p] == nation for p in there)
        self.rule(not there or (piece in self.rank and alike and len(there) < 3), "F10.7", piece, city)
        if piece in self.rank and BOUND.get(self.in_force) == piece:
            self.rule(not self.attack_position(city, nation), "F11.5", piece, city)
        if piece in self.rank:
            self.check_attack([piece], city, nation)
            starved = self.in_force == "7H" and nation == "prussia"
            self.rule(not starved or (piece != "friedrich" and city != self.place["friedrich"]), "7♥", piece, city)
        self.place[piece] = city
        self.fixed |= {piece, *there}
        if piece in self.rank:
            self.one_face(city)

    def use(self, nation: str, card: str) -> None:
        """A card leaves the hand it must be in."""
        found = next((c for c in self.hands[nation] if c.partition("/")[0] == card), None)
        self.rule(found is not None, "F3.4", nation, "does not hold", card)
        self.hands[nation].remove(found)  # type: ignore[arg-type]

    # battles

    def pairs_now(self) -> set[tuple[str, str]]:
        """F7.1."""
        own = {self.place[p] for p in self.generals(self.stage)}
        foes = self.hostile_cities(self.stage, trains=False)
        return {(a, b) for a in own for b in NEAR[a] & foes}

    def told_battle(self, f: Facts) -> None:
        if self.pairs is None:
            self.pairs = self.pairs_now()
        pair = tuple(f["cities"])
        self.rule(pair in self.pairs, "F7.3", f, self.pairs)
        self.rule([self.at(city) for city in pair] == [f["active"], f["other"]], "F7.13", f)
        active, other = f["troops"]
        self.rule(f["score"] == active - other, "F7.4", f)
        nations = [self.nation[f[side][0]] for side in ("active", "other")]
        if nations[0] == "imperial":
            self.suits.add(suit_of(pair[0]))
        self.battle = {
            "pair": pair, "nations": nations, "totals": f["troops"], "score": f["score"],
            "holder": 0 if f["score"] <= 0 else 1,
        }  # fmt: skip

    def told_played(self, f: Facts) -> None:
        b = self.battle
        self.rule(b is not None, "F7.6", f)
        assert b is not None
        side = b["holder"]
        score = b["score"] if side == 0 else -b["score"]
        self.rule(f["nation"] == b["nations"][side] and score <= 0, "F7.5", f, b)
        suit = suit_of(b["pair"][side])
        self.rule(f["card"] == "R" or f["card"][-1] == suit, "F7.6", f, suit)
        self.rule(1 <= f["declared"] <= 10 if f["card"] == "R" else f["declared"] == int(f["card"][:-1]), "F7.7", f)
        self.rule(not self.held_down() or f["declared"] <= 9, "3♣", f)
        bound = self.has_duty(side)
        self.check_value(f)
        self.use(f["nation"], f["card"])
        score += f["value"]
        self.rule(score == f["score"], "F7.6", f, score)
        b["score"] = score if side == 0 else -score
        if bound:
            self.spent = score > 0 or not self.playable(side)
            self.rule(f["card"] != "R" or score > 0 or f["declared"] == 10, "C7d", f)
        b["holder"] = 1 - side if score >= 0 and not (bound and not self.spent) else side

    def held_down(self) -> bool:
        """3♣: whether cards of 10 and more are out of play in this battle."""
        nations = set(self.battle["nations"]) if self.battle else set()
        return self.in_force == "3C" and nations == {"prussia", "france"}

    def playable(self, side: int) -> list[str]:
        """The cards a side may play, Reserves among them."""
        assert self.battle is not None
        suit = suit_of(self.battle["pair"][side])
        faces = [card.partition("/")[0] for card in self.hands[self.battle["nations"][side]]]
        low = [face for face in faces if face == "R" or not self.held_down() or int(face[:-1]) <= 9]
        return [face for face in low if face == "R" or face[-1] == suit]

    def has_duty(self, side: int) -> bool:
        """7♦, C7: whether Prussia must go on until it is above zero."""
        b = self.battle
        if self.in_force != "7D" or self.spent or b is None or b["nations"][side] != "prussia":
            return False
        return self.place["friedrich"] in b["pair"] and bool(self.playable(side))

    def check_value(self, f: Facts) -> None:
        """4♠, 10♥ and 11♠ change what a card counts, once."""
        value = f["declared"]
        if self.in_force == "4S" and f["nation"] == "france" and not self.spent:
            value, self.spent = value + 1, True
        attacked = self.battle is not None and self.battle["pair"][1] == self.place["friedrich"]
        if self.in_force == "10H" and f["nation"] == "prussia" and attacked and not self.spent:
            value, self.spent = 0, True
        if f["value"] != value:
            eleven = self.in_force == "11S" and f["nation"] == "prussia" and f["card"] == "11S" and not self.spent
            self.rule(eleven and f["value"] == 22, "F7.6", f)
            self.spent = True

    def told_tied(self, f: Facts) -> None:
        held = [card for card in self.playable(self.battle["holder"]) if card != "R"] if self.battle else []
        b = self.ended(f["nation"], 0)
        self.rule(not held, "F7.8", f, held)
        assert self.pairs is not None
        self.pairs.discard(b["pair"])

    def ended(self, nation: str, score: int) -> dict[str, Any]:
        self.rule(self.battle is not None and not self.has_duty(self.battle["holder"]), "C7", nation)
        b, self.battle = self.battle, None
        assert b is not None
        own = b["score"] if b["holder"] == 0 else -b["score"]
        self.rule(b["nations"][b["holder"]] == nation and own == score, "F7.8", nation, score, b)
        return b

    def told_defeated(self, f: Facts) -> None:
        b = self.ended(f["nation"], f["score"])
        side = b["holder"]
        total, city = b["totals"][side], b["pair"][side]
        self.rule(
            f["score"] < 0 and f["lost"] == min(-f["score"], total) and f["left"] == total - f["lost"], "F7.10", f
        )
        stack = self.at(city)
        gone = stack[min(f["left"], len(stack)) :]
        self.rule(f["removed"] == gone and f["generals"] == stack and f["city"] == city, "F6.5", f, stack)
        self.rule(f["victor"] == self.at(b["pair"][1 - side])[0], "F7.16", f)
        self.remove(gone)
        self.victor, self.beaten = f["victor"], self.beaten | set(stack)
        if self.offensive == "taken" and f["nation"] == "prussia" and f["winner"] == "austria" and f["score"] <= -3:
            self.due.append(("offensive-card-lost", ""))
        assert self.pairs is not None
        self.pairs = {pair for pair in self.pairs if city not in pair}
        if f["left"]:
            left = [p for p in stack if p not in gone]
            self.retreat = {"from": city, "victor": b["pair"][1 - side], "length": f["lost"], "generals": left}

    def remove(self, pieces: Iterable[str], to: str = "off") -> None:
        for piece in pieces:
            self.place[piece] = to
            self.down.discard(piece)

    def told_retreated(self, f: Facts) -> None:
        r = self.retreat_of(f)
        if r["length"] <= 8:
            ends = retreats(r["from"], r["victor"], r["length"], self.occupied(but=r["generals"]))
            self.rule(f["to"] in ends, "F8.5", f, sorted(ends))
        self.rule(f["to"] not in self.occupied(), "F8.3", f)
        for piece in f["generals"]:
            self.place[piece] = f["to"]

    def told_cut_off(self, f: Facts) -> None:
        r = self.retreat_of({**f, "from": f["city"]})
        if r["length"] <= 8:
            ends = retreats(r["from"], r["victor"], r["length"], self.occupied(but=r["generals"]))
            self.rule(not ends, "F8.4", f, sorted(ends))
        self.remove(f["generals"])

    def retreat_of(self, f: Facts) -> dict[str, Any]:
        r, self.retreat = self.retreat, None
        self.rule(r is not None and f["generals"] == r["generals"] and f["from"] == r["from"], "F8.1", f, r)
        assert r is not None
        return r

    # the end of a stage

    def close_combat(self) -> None:
        """F7.1: every pair has fought or was struck; then question marks (F5.9) and supply (F9) are due."""
        if self.closed:
            return
        self.rule(not self.due, "F5.5", self.due, "did not come")
        left = self.pairs_now() if self.pairs is None else self.pairs
        self.rule(not left and not self.battle and not self.retreat, "F7.1", left, "did not fight")
        self.closed = True
        for city in sorted(self.marked):
            turned = "reconquered" if city in self.conquered else "conquered"
            self.due.append(("held" if self.protected(city) else turned, city))
        self.due += self.supply_due()

    def supply_due(self) -> list[tuple[str, str]]:
        """F9.2, F9.4."""
        due: dict[str, list[str]] = {"resupplied": [], "unsupplied": [], "starved": []}
        for general in self.generals(self.stage):
            well, down = self.supplied(general), general in self.down
            if well and down:
                due["resupplied"].append(general)
            elif not well:
                due["starved" if down else "unsupplied"].append(general)
        found = [(kind, general) for kind, generals in due.items() for general in generals]
        south = [p for p in due["starved"] if float(CITIES[self.place[p]]["y"]) > LINE_5]
        if self.offensive == "taken" and self.stage == "prussia" and south:
            found.append(("offensive-card-lost", ""))
        return found

    def supplied(self, general: str) -> bool:
        city, nation = self.place[general], self.nation[general]
        if CITIES[city]["country"] in HOMES.get(nation, ()):
            return True
        if nation in ("russia", "france") and city in DEPOTS[nation]:
            return True
        return (self.supply_distance(general) or 99) <= 6 or self.supply_distance(general) == 0

    def roads_to_train(self, general: str) -> int | None:
        """C9: whoever stands on the road."""
        nation = self.nation[general]
        reach = far(self.place[general])
        trains = [self.place[f"{nation}-{t}"] for t in ("t1", "t2") if f"{nation}-{t}" in self.place]
        return min((reach[c] for c in trains if c in reach), default=None)

    def supply_distance(self, general: str) -> int | None:
        nation = self.nation[general]
        reach = far(self.place[general], blocked=self.hostile_cities(nation, trains=True))
        trains = [self.place[f"{nation}-{t}"] for t in ("t1", "t2") if f"{nation}-{t}" in self.place]
        return min((reach[c] for c in trains if c in reach), default=None)

    def told_resupplied(self, f: Facts) -> None:
        self.supply("resupplied", f)
        self.down.discard(f["general"])

    def told_unsupplied(self, f: Facts) -> None:
        self.supply("unsupplied", f)
        self.down.add(f["general"])

    def told_starved(self, f: Facts) -> None:
        self.supply("starved", f)
        self.remove([f["general"]])

    def supply(self, kind: str, f: Facts) -> None:
        self.close_combat()
        self.rule(self.due and self.due[0] == (kind, f["general"]), "F9.4", kind, f, self.due)
        self.took()

    # the end of a turn

    def told_fate(self, f: Facts) -> None:
        self.end_turn()
        self.rule(f["card"] not in {card.rstrip("SCHD") for card in self.executed}, "F11.1", f)
        self.rule(not self.winners(), "F12.2", self.winners(), "have won")
        self.executed.append(f["card"] + f.get("suit", ""))
        if "suit" in f:
            self.rule(f["suit"] == self.suit_of_fate(), "F13.2", f, self.victor)
        if f["card"] in ("poems", "lord-bute") and self.offensive == "lost":
            self.due.append(("offensive-failed", ""))
        if self.executed[-1] == "12C":
            far_off = self.place["ehrensvard"] not in ("off", "retired") and "ehrensvard" not in self.down
            self.due += [("unsupplied", "ehrensvard")] * (far_off and self.roads_to_train("ehrensvard") in (5, 6))
        if self.executed[-1] == "9S":
            self.due += [
                ("unsupplied", p) for p in self.generals("russia")
                if p not in self.down and self.roads_to_train(p) in (5, 6)
            ]  # fmt: skip
        if self.mode in PLAYERS and not (self.mode == "west" and f["card"] in ("india", "america")):
            return  # F14.5, F15.4
        if f["card"] == "elisabeth":
            self.due += [("left", "russia")] + [("retired", "lehwaldt")] * (self.place["lehwaldt"] != "retired")
        if f["card"] == "sweden":
            self.due.append(("left", "sweden"))
        if {"india", "america"} <= set(self.executed) and f["card"] in ("india", "america"):
            gone = self.place["cumberland"] == "retired"
            self.due += [("left", "france")] + [("retired", "cumberland")] * (not gone)

    def suit_of_fate(self) -> str:
        """F11.2, F13.2."""
        city = self.place.get(self.victor, "off") if self.expert else "off"
        return "S" if city in ("off", "retired") else suit_of(city)

    def end_turn(self) -> None:
        if not self.closed:
            self.end_stage()
        self.stage = ""

    def told_left(self, f: Facts) -> None:
        self.remove([p for p in self.place if self.nation[p] == f["nation"]], "retired")
        self.conquered -= OBJECTIVES[f["nation"]]
        self.took()

    def told_departed(self, f: Facts) -> None:
        self.rule(self.mode == "austria" and self.has_left(f["nation"]), "F15.4", f)

    def told_retired(self, f: Facts) -> None:
        if self.due:
            self.took()
        else:
            self.rule(self.executed[-1] == "sweden" and f["general"] != "friedrich", "F11.14", f)
        self.rule(self.place[f["general"]] != "retired" and self.nation[f["general"]] in DEFENDERS, "F11.14", f)
        self.remove([f["general"]], "retired")

    def told_changed_hands(self, f: Facts) -> None:
        self.rule(self.commander == "maria-theresa" == f["from"], "F11.10", f)
        east = {"elisabeth", "sweden"} <= set(self.executed)
        self.rule(east or {"india", "america"} <= set(self.executed), "F11.10", f)
        self.rule(f["role"] in (("elisabeth",) if east else ("pompadour", "elisabeth")), "F11.10", f)
        self.commander = f["role"]

    def told_turn(self, f: Facts) -> None:
        self.end_turn()
        self.rule(not self.due, "F11.3", self.due)
        self.rule(f["turn"] <= 23 and not self.winners(), "F12", f, self.winners())
        self.turn, self.beaten, self.suits = f["turn"], set(), set()

    def has_left(self, nation: str) -> bool:
        strokes = {"russia": {"elisabeth"}, "sweden": {"sweden"}, "france": {"india", "america"}}.get(nation)
        return strokes is not None and strokes <= set(self.executed)

    def winners(self) -> set[str]:
        """F12.2, F12.3: the nations that have won."""
        gone = ("france",) if self.mode == "west" else ("russia", "sweden", "france")
        if all(self.has_left(nation) for nation in gone):
            return {"prussia", "hanover"} & set(self.players)
        eased = {"sweden"} if self.has_left("russia") else set()
        eased |= {"austria", "imperial"} if self.commander not in ("", "maria-theresa") else set()
        able = [n for n in self.players if n not in DEFENDERS and not self.has_left(n)]
        able += ["prussia"] if self.mode == "austria" else []
        needs = {n: (FIRST if n in eased else OBJECTIVES)[n] for n in able}
        won = {n for n in able if needs[n] <= self.conquered}
        saxon = {c for c in OBJECTIVES["austria"] & self.conquered if CITIES[c]["country"] == "saxony"}
        if self.offensive in ("taken", "lost", "failed") and saxon and len(needs["austria"] - self.conquered) <= 4:
            won.add("austria")  # F13.4.8
        return won

    def told_won(self, f: Facts) -> None:
        if self.has_bohemia() and self.stage == "prussia":
            self.rule(f["nations"] == ["prussia"], "F13.4.6", f)
            self.marked = set()
            return
        self.end_turn()
        self.rule(set(f["nations"]) == self.winners(), "F12.2", f, self.winners())


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


def watched(steps: Iterator[tuple[Any, Iterable[Any], Any]]) -> int:
    """Follow a game given as (state before, events, state after), all encoded; the number of steps."""
    referee, number = None, 0
    for before, events, after in steps:
        referee = referee or Referee(before)
        referee.follow(before, events, after)
        number += 1
    return number
