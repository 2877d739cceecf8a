"""Stages, draws and movement (F2 to F4), and the steps that cards of fate bring."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from referee.board import Board
from referee.tables import BOUND, CITIES, MAIN, NEAR, OBJECTIVES, PACE, Facts, defender, hostile, suit_of


class Movement(Board):
    """Who moves, and how far."""

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
