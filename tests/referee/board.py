"""The board as the referee follows it, and what he asks of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from referee.tables import (
    CITIES,
    MAXIMUM,
    NATIONS,
    NEAR,
    PLAYERS,
    PRUSSIA_AT_MOST,
    Foul,
    bare_name,
    defender,
    far,
    hostile,
    pieces_of,
    rows,
)


class Board:
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

    def remove(self, pieces: Iterable[str], to: str = "off") -> None:
        for piece in pieces:
            self.place[piece] = to
            self.down.discard(piece)

    def took(self) -> None:
        self.due = self.due[1:]

    def use(self, nation: str, card: str) -> None:
        """A card leaves the hand it must be in."""
        found = next((c for c in self.hands[nation] if c.partition("/")[0] == card), None)
        self.rule(found is not None, "F3.4", nation, "does not hold", card)
        self.hands[nation].remove(found)  # type: ignore[arg-type]
