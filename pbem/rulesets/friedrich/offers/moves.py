"""Where pieces may go (F4): by the functions that judge a move, with what each way would do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from typing import Any

from pbem.core import SHEET, Diagnostic, listed
from pbem.core.offers import Edit, Effect, Goal, Group, Offer
from pbem.rulesets.common.offering import Atlas, Fitter, Lane, back, next_line, parts_of
from pbem.rulesets.friedrich.board import IDS, OBJECTIVES, ROADS, cities_in, name_of
from pbem.rulesets.friedrich.decisions import marched
from pbem.rulesets.friedrich.desk import Desk, Phase
from pbem.rulesets.friedrich.movement import allowance, check_piece, may_change, stop_in
from pbem.rulesets.friedrich.objectives import is_protected
from pbem.rulesets.friedrich.offers.case import Case, group_text, ids_of
from pbem.rulesets.friedrich.orders import Battles, Line, Move, Stay
from pbem.rulesets.friedrich.restrictions import (
    check_chevert,
    enemies_next_to,
    is_tied,
    no_attack_from,
    no_capture_in,
)
from pbem.rulesets.friedrich.state import (
    GENERALS,
    OFF,
    RANK,
    TRAINS,
    names_of,
    standing_in,
    supplied,
)
from pbem.rulesets.friedrich.telling.words import capital

Body = Mapping[str, Any]
CONQUERED = "{city} is conquered."
RECONQUERED = "{city} is taken back."
QUESTION = "{city} gets a question mark: it changes hands if nobody protects it after the battles."
CAPTURED = "{train} is captured."
JOINED = "It joins {pieces}, who then moves no more."
ALL_JOINED = "It joins {pieces}, who then move no more."
BATTLE = "It comes next to {enemies}, so a battle is fought."
HUNGRY = "It is out of supply there, as the trains stand now."
UNFED = "{generals} would be out of supply, as all stand now."


@cache
def atlas() -> Atlas:
    """The ways of the board."""
    return Atlas(ROADS, IDS, [name_of(city) for city in range(len(IDS))])


class Marches:
    """The moves that are open after what the sheet says."""

    def __init__(self, case: Case, lines: list[Line], phase: Phase) -> None:
        self.case, self.lines, self.phase = case, lines, phase
        self.fitter = case.fitter if is_delicate(case, lines, phase) else None
        self.starved = bool(phase.bought) and bool(phase.state.in_force)
        self.state, self.nation = phase.state, phase.nation
        self.blocked, self.next = phase.state.occupied(), next_line(case.body)
        self.fed = supplied(self.state, self.nation)
        wanted = self.state.conquered | OBJECTIVES[self.nation]
        self.changing = sum([1 << city for city in cities_in(wanted) if may_change(phase, city)])
        self.telling = (
            self.blocked | phase.attack | ~self.fed
        )  # where there is something to tell of a general's arrival
        self.over = cache(self._over)
        self.needy = cache(self._needy)

    def groups(self) -> Iterator[Group]:
        """Every piece and every part of a stack that can be ordered, or was."""
        own = [p for p in (*GENERALS[self.nation], *TRAINS[self.nation]) if self.state.place[p] >= 0]
        able = [p for p in own if p not in self.phase.staying and not any(check_piece(self.phase, p, SHEET))]
        stacks: dict[int, list[int]] = {}
        for piece in able:
            stacks.setdefault(self.state.place[piece], []).append(piece)
        for start, pieces in stacks.items():
            for group in parts_of(pieces):
                yield self.group(group, start)
        yield from self.ordered()

    def group(self, pieces: tuple[int, ...], start: int) -> Group:
        """A group that is free to move, and where it may go."""
        text = group_text(pieces)
        goals = tuple(self.goals(pieces, start, text))
        return Group(ids_of(pieces), text, IDS[start], goals, self.offered(str(Stay(pieces))))

    def goals(self, pieces: tuple[int, ...], start: int, text: str) -> Iterator[Goal]:
        """F4.3 to F4.10: the cities where a group may stop, each with its ways."""
        alone = len(self.state.at(start)) == len(pieces)
        blocked = self.blocked & ~(1 << start) if alone else self.blocked
        matters = self.changing if RANK[pieces[0]] else 0
        shut = self.shut(pieces)
        tied = is_tied(self.state, self.state.at(start)) and RANK[pieces[0]]
        atlas_ = atlas()
        for end, lanes in atlas_.lanes(start, *allowance(self.state, pieces)).items():
            if shut >> end & 1 or (blocked >> end & 1 and stop_in(self.state, pieces, end) in ("full", "taken")):
                continue
            found = [lane for lane in lanes if self.is_fit(pieces, lane)] if tied else lanes
            ways = tuple([self.way(pieces, start, lane, text) for lane in atlas_.open(found, blocked, matters)])
            if self.fitter is not None and (self.starved or self.phase.attack & (1 << start | 1 << end)):
                ways = self.tried(ways)
            if ways:
                yield Goal(IDS[end], atlas_.names[end], ways)

    def shut(self, pieces: tuple[int, ...]) -> int:
        """F11.5: the cities where the card in force lets no group of these stop."""
        if not self.state.in_force or not RANK[pieces[0]]:
            return 0
        return no_attack_from(self.state, self.nation, pieces) | no_capture_in(self.state, self.nation, pieces)

    def is_fit(self, pieces: tuple[int, ...], lane: Lane) -> bool:
        """5♦: whether nobody is left alone on the way."""
        places = (SHEET,) * len(lane.way)
        return not any(check_chevert(self.state, pieces, self.phase.origin, lane.way, places))

    def way(self, pieces: tuple[int, ...], start: int, lane: Lane, text: str) -> Offer:
        """A way as the sheet would have it, and what it would do."""
        line = text + lane.text
        effects = self.arrival(pieces, lane.end)
        if self.changing and RANK[pieces[0]] and (left := (lane.passed | 1 << start) & self.changing):
            effects = (*self.over(left), *effects)
        return Offer(line, (Edit(("do", self.next), line),), effects, lane.ids)

    def tried(self, ways: tuple[Offer, ...]) -> tuple[Offer, ...]:
        """The ways, if the rest of the sheet holds beside them; where they end decides, not what they pass."""
        found = self.fitter.offer(ways[0]._replace(effects=())) if ways and self.fitter else None
        if found is None:
            return ()
        more, told = found.edits[1:], found.effects
        return tuple(way._replace(edits=(*way.edits, *more), effects=(*way.effects, *told)) for way in ways)

    def offered(self, text: str) -> tuple[Offer, ...]:
        """An order that moves nobody."""
        return (Offer(text, (Edit(("do", self.next), text),)),)

    # what a way would do

    def _over(self, left: int) -> tuple[Effect, ...]:
        """F5.2, F5.5, F5.8: what becomes of the objectives that are left behind."""
        return tuple(self.leaving(city) for city in cities_in(left))

    def leaving(self, city: int) -> Effect:
        name, place = name_of(city), (IDS[city],)
        if is_protected(self.state, city):
            return Effect("question", QUESTION.format(city=name), "depends", place)
        if self.state.conquered >> city & 1:
            return Effect("reconquers", RECONQUERED.format(city=name), places=place)
        return Effect("conquers", CONQUERED.format(city=name), places=place)

    def arrival(self, pieces: tuple[int, ...], end: int) -> tuple[Effect, ...]:
        """F4.7, F4.10, F7.1, F9.2: what a group finds where it stops."""
        if RANK[pieces[0]]:
            return tuple(self.found(pieces, end)) if self.telling >> end & 1 else ()
        return tuple(self.unfed(pieces[0], end)) if self.needy(pieces[0]) else ()

    def found(self, pieces: tuple[int, ...], end: int) -> Iterator[Effect]:
        there, place = standing_in(self.state, end, pieces), (IDS[end],)
        if there and stop_in(self.state, pieces, end) == "train":
            yield Effect("captures", CAPTURED.format(train=capital(there)), places=place)
        elif there:
            alone = len(set(self.state.at(end)) - set(pieces)) == 1
            yield Effect("joins", (JOINED if alone else ALL_JOINED).format(pieces=there), places=place)
        if self.phase.attack >> end & 1:
            yield Effect("attacks", BATTLE.format(enemies=enemies_next_to(self.state, self.nation, end)), places=place)
        if not self.fed >> end & 1:
            yield Effect("hungry", HUNGRY, "depends", place)

    def unfed(self, train: int, end: int) -> Iterator[Effect]:
        """F9.2: the generals whom a train would leave without supply."""
        board = supplied(self.state.put({train: end}), self.nation)
        left = [p for p in self.needy(train) if not board >> self.state.place[p] & 1]
        if left:
            places = tuple(dict.fromkeys(IDS[self.state.place[p]] for p in left))
            yield Effect("hungry", UNFED.format(generals=listed(names_of(left))), "depends", places)

    def _needy(self, train: int) -> list[int]:
        """The generals whom this train alone supplies."""
        without = supplied(self.state.put({train: OFF}), self.nation)
        place = self.state.place
        hungry = self.fed & ~without
        return [p for p in GENERALS[self.nation] if place[p] >= 0 and hungry >> place[p] & 1]

    # what was ordered

    def ordered(self) -> Iterator[Group]:
        """The groups that the sheet moves, or says to stay, with what takes the order back."""
        for line in self.lines:
            done = self.phase.moved if isinstance(line.order, Move) else self.phase.staying
            if isinstance(line.order, Move | Stay) and all(p in done for p in line.order.pieces):
                pieces, at, place = line.order.pieces, int(line.at.path[1]), self.state.place[line.order.pieces[0]]
                others = self.taken_back(at) if place >= 0 else ()
                if others:
                    yield Group(ids_of(pieces), group_text(pieces), IDS[place], (), others, at)

    def taken_back(self, at: int) -> tuple[Offer, ...]:
        """What takes an order back, with those that hang on it."""
        found: Offer | None = back(self.case.body, at)
        if found and (self.fitter is not None or at < self.next - 1):  # nothing hangs on the last of plain moves
            found = (self.fitter or self.plain).offer(found, lines=True)
        return (found,) if found else ()

    @cached_property
    def plain(self) -> Fitter:
        """Changes tried out where the sheet has nothing but orders: the moves alone are judged."""
        return Fitter(self.case.body, lambda body: complaints_of_moves(self.case, body), ())


def is_delicate(case: Case, lines: list[Line], phase: Phase) -> bool:
    """Whether the sheet says something besides moves that a further move can upset: troops, battles, new troops."""
    said = any(case.body.get(key) for key in ("troops", "bid", "retreat", "standing"))
    return said or any(isinstance(line.order, Battles) for line in lines) or bool(phase.bought)


def complaints_of_moves(case: Case, body: Body) -> list[Diagnostic]:
    """What is wrong with the orders of a movement phase, whatever else the sheet says."""
    desk = Desk(case.view, case.role, body, "", think=False)
    phase = marched(desk)[2]
    return [*desk.said, *phase.said]
