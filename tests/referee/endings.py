"""The end of a stage and of a turn: supply (F9), fate (F11) and victory (F12)."""

from __future__ import annotations

from referee.battles import Battles
from referee.tables import CITIES, DEFENDERS, DEPOTS, FIRST, HOMES, LINE_5, OBJECTIVES, PLAYERS, Facts, far, suit_of


class Endings(Battles):
    """What comes when the fighting is over."""

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
