"""Cities won and lost (F5), the offensive option and the garrison (F13), and recruitment (F10)."""

from __future__ import annotations

from referee.movement import Movement
from referee.tables import BOUND, DEPOTS, GARRISON, OBJECTIVES, Facts, east_prussia


class Control(Movement):
    """Who holds what, and what is bought there."""

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
