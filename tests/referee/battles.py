"""Battles card by card and the retreats after them (F7, F8)."""

from __future__ import annotations

from typing import Any

from referee.control import Control
from referee.tables import NEAR, Facts, retreats, suit_of


class Battles(Control):
    """Who fights, with what, and where the beaten go."""

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
