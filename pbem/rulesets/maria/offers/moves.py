"""Where pieces may go (M10): by the functions that judge a move, with what each way would do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations

from pbem.core import SHEET, listed
from pbem.core.offers import Edit, Effect, Goal, Group, Offer
from pbem.rulesets.common import lines_of
from pbem.rulesets.common.offering import Atlas, Fitter, Lane, back, board_of, next_line, parts_of
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.board import ALL, IDS, NAMES, ROADS, around, cities_in
from pbem.rulesets.maria.closed_land import closed_by_agreements
from pbem.rulesets.maria.conquest import conqueror, left_behind
from pbem.rulesets.maria.desk import Phase
from pbem.rulesets.maria.movement import (
    FORCE,
    STOPS,
    allowance,
    blocking,
    check_piece,
    closed_to,
    feared,
    stop_in,
    wakes,
)
from pbem.rulesets.maria.offers.case import Case, group_text, ids_of
from pbem.rulesets.maria.orders import Line, Move, Stay
from pbem.rulesets.maria.powers import PRUSSIA
from pbem.rulesets.maria.relations import enemy_fortresses, enemy_generals, enemy_pieces, home_of
from pbem.rulesets.maria.state import GENERALS, POWER_OF, RANK, TRAINS, names_of, standing_in
from pbem.rulesets.maria.supply import path_of
from pbem.rulesets.maria.telling.words import capital

CONQUERED = "{city} is conquered."
QUESTION = "{city} gets a question mark: it changes hands if nobody protects it after the battles."
CAPTURED = "{trains} is eliminated."
SEVERAL = "{trains} are eliminated."
JOINED = "It joins {pieces}, who then moves no more."
BATTLE = "It comes next to {enemies}, so a battle is fought."
HUNGRY = "It is out of supply there, as all stand now."
COSTS = "Supply costs {points} points there, for the hussars in its way."
SWEPT = "Hussars are swept off the board."
WOKEN = "It leaves Prussia, so the markers set aside at the peace go back into Prussia's pool."
FORCED = "It is a force march, which conquers nothing."


@cache
def atlas() -> Atlas:
    """The ways of the board."""
    return Atlas(ROADS, IDS, NAMES)


class Marches:
    """The moves that are open after what the sheet says; of ``pieces`` alone, one by one, where only these may move."""

    def __init__(self, case: Case, lines: Sequence[Line], phase: Phase, pieces: Sequence[int] | None = None) -> None:
        self.case, self.lines, self.phase, self.pieces = case, lines, phase, pieces
        self.state, self.next = phase.state, next_line(case.body)
        self.fitter: Fitter | None = case.fitter if pieces is not None or is_delicate(case, phase) else None
        self.supply = cache(self._supply)

    def groups(self) -> Iterator[Group]:
        """Every piece and every part of a stack that can be ordered, or was."""
        own = [p for power in self.phase.powers for p in (*GENERALS[power], *TRAINS[power])]
        own = [p for p in own if self.state.place[p] >= 0 and p not in self.phase.staying]
        able = [p for p in own if not any(check_piece(self.phase, p, SHEET))]
        stacks: dict[int, list[int]] = {}
        for piece in able:
            if self.pieces is None or piece in self.pieces:
                stacks.setdefault(self.state.place[piece], []).append(piece)
        for start, pieces in stacks.items():
            together = tuple(p for p in self.state.at(start) if p in pieces)  # the commander first
            for group in parts_of(together):
                if self.pieces is None or len(group) == 1:
                    yield self.group(group, start)
            for ally in self.allies(start) if self.pieces is None else ():
                yield self.group(tuple(p for p in self.state.at(start) if p in (*pieces, ally)), start)
        yield from self.ordered()

    def allies(self, start: int) -> Iterator[int]:
        """M10.6, M10.10: the ally's general who goes along with the writer's, if his player has agreed."""
        there = self.state.stack(start)
        for piece in there:
            if POWER_OF[piece] not in self.phase.powers and not any(check_piece(self.phase, piece, SHEET, there)):
                yield piece

    def group(self, pieces: tuple[int, ...], start: int) -> Group:
        """A group that is free to move, and where it may go."""
        text, stay = group_text(pieces), str(Stay(pieces))
        alone = self.pieces is None and all(POWER_OF[p] in self.phase.powers for p in pieces)
        others = (Offer(stay, (Edit(("do", self.next), stay),)),) if alone else ()
        goals = tuple(self.goals(pieces, start, text))
        return Group(ids_of(pieces), text, IDS[start], goals, others)

    def goals(self, pieces: tuple[int, ...], start: int, text: str) -> Iterator[Goal]:
        """M10.1 to M10.10: the cities where a group may stop, each with its ways; farther ones by a force march."""
        blocked, closed = blocking(self.state, pieces), closed_to(self.state, pieces, start)
        matters, shunned, names = self.matters(pieces), self.shunned(pieces), atlas().names
        reached = 0
        for end, lanes in atlas().lanes(start, *allowance(pieces)).items():
            if closed >> end & 1 or stop_in(self.state, pieces, end) not in STOPS:
                continue
            bars = [blocked | closed | sum(some) for n in (2, 1, 0) for some in combinations(shunned, n)]
            fit = dict.fromkeys(lane for shut in bars for lane in atlas().open(lanes, shut, matters))
            if ways := self.passing(self.way(pieces, start, lane, text) for lane in fit):
                reached |= 1 << end
                yield Goal(IDS[end], names[end], ways)
        if RANK[pieces[0]]:
            for end, lane in self.forced(pieces, start, closed | feared(self.state, pieces)).items():
                if not reached >> end & 1 and (ways := self.passing([self.force(pieces, lane, text)])):
                    yield Goal(IDS[end], names[end], ways)

    def matters(self, pieces: tuple[int, ...]) -> int:
        """The cities over which a way does something."""
        met = board_of(city for city in self.state.hussars if city >= 0)
        if not RANK[pieces[0]]:
            return met
        power = POWER_OF[pieces[0]]
        trains = [p for p in enemy_pieces(self.state, power) if not RANK[p]]
        return met | self.state.city_bits(trains) | enemy_fortresses(self.state, power)

    def shunned(self, pieces: tuple[int, ...]) -> tuple[int, ...]:
        """M19.17, M21.3: land on which it does something to set foot at all: outside Prussia, and by agreements."""
        banned, abroad, state = 0, 0, self.state
        powers = {POWER_OF[piece] for piece in pieces}
        if state.treaties:
            banned = closed_by_agreements(state, powers, state.place[pieces[0]])
        if state.aside[PRUSSIA] and PRUSSIA in powers:
            abroad = ALL & ~home_of(state, PRUSSIA) & ~banned
        return tuple([land for land in (banned, abroad) if land])

    def forced(self, pieces: tuple[int, ...], start: int, shut: int) -> Mapping[int, Lane]:
        """M10.7: the ends of force marches, each with a shortest way."""
        blocked = self.state.occupied(pieces)
        ways: dict[int, tuple[int, ...]] = {}
        front: list[tuple[int, ...]] = [()]
        for _ in range(FORCE):
            found = [(*way, c) for way in front for c in cities_in(ROADS.main[way[-1] if way else start] & ~shut)]
            front = []
            for way in found:
                if way[-1] not in ways:
                    ways[way[-1]] = way
                    front += [] if blocked >> way[-1] & 1 else [way]
        ends = sorted((end for end in ways if stop_in(self.state, pieces, end) in STOPS), key=atlas().names.__getitem__)
        return {end: atlas().lane(start, board_of(ways[end][:-1]), ways[end]) for end in ends}

    def passing(self, ways: Iterator[Offer] | list[Offer]) -> tuple[Offer, ...]:
        """The ways, or where agreements, neutral land or battles are touched those that pass the check."""
        return tuple(ways) if self.fitter is None else self.case.fitting(ways)

    def way(self, pieces: tuple[int, ...], start: int, lane: Lane, text: str) -> Offer:
        """A way as the sheet would have it, and what it would do."""
        line = text + lane.text
        effects = (*self.leaving(pieces, start, lane), *self.meeting(pieces, lane), *self.arrival(pieces, lane.end))
        return Offer(line, (Edit(("do", self.next), line),), effects, lane.ids)

    def force(self, pieces: tuple[int, ...], lane: Lane, text: str) -> Offer:
        line = f"force {text}{lane.text}"
        effects = (Effect("forces", FORCED), *self.meeting(pieces, lane), *self.arrival(pieces, lane.end))
        return Offer(line, (Edit(("do", self.next), line),), effects, lane.ids)

    # what a way would do

    def leaving(self, pieces: tuple[int, ...], start: int, lane: Lane) -> Iterator[Effect]:
        """M10.30, M10.34: what becomes of the fortresses that are left behind."""
        if not RANK[pieces[0]]:
            return
        left = (lane.passed | 1 << start) & enemy_fortresses(self.state, POWER_OF[pieces[0]])
        power = conqueror(self.state, pieces) if left else -1
        for city in cities_in(left):
            _, news = left_behind(self.state, power, city)
            if news and isinstance(happened.read(news[0]), happened.Marked):
                yield Effect("question", QUESTION.format(city=NAMES[city]), "depends", (IDS[city],))
            elif news:
                yield Effect("conquers", CONQUERED.format(city=NAMES[city]), places=(IDS[city],))

    def meeting(self, pieces: tuple[int, ...], lane: Lane) -> Iterator[Effect]:
        """M7.3, M10.5: trains and hussars on the way."""
        cities = lane.passed | 1 << lane.end
        if RANK[pieces[0]]:
            hostile = enemy_pieces(self.state, POWER_OF[pieces[0]])
            trains = [
                p for p in hostile if not RANK[p] and self.state.place[p] >= 0 and cities >> self.state.place[p] & 1
            ]
            if trains:
                text = CAPTURED if len(trains) == 1 else SEVERAL
                places = tuple(IDS[self.state.place[p]] for p in trains)
                yield Effect("captures", text.format(trains=capital(listed(names_of(trains)))), places=places)
        swept = tuple(IDS[city] for city in self.state.hussars if city >= 0 and cities >> city & 1)
        if swept:
            yield Effect("sweeps", SWEPT, places=swept)
        if wakes(self.state, pieces, lane.way):
            yield Effect("wakes", WOKEN)

    def arrival(self, pieces: tuple[int, ...], end: int) -> Iterator[Effect]:
        """M6.1, M9.2, M11.1: what a group finds where it stops."""
        if not RANK[pieces[0]]:
            return
        place, power = (IDS[end],), POWER_OF[pieces[0]]
        if stop_in(self.state, pieces, end) == "comrade":
            yield Effect("joins", JOINED.format(pieces=standing_in(self.state, end, pieces)), places=place)
        enemies = [p for p in enemy_generals(self.state, power) if self.state.place[p] >= 0]
        near = [p for p in enemies if around(1 << end) >> self.state.place[p] & 1]
        if near:
            yield Effect("attacks", BATTLE.format(enemies=listed(names_of(near))), places=place)
        yield from self.supply(pieces[0], end)

    def _supply(self, piece: int, end: int) -> tuple[Effect, ...]:
        path = path_of(self.state, piece, end)
        if path.kind == "none":
            return (Effect("hungry", HUNGRY, "depends", (IDS[end],)),)
        if path.kind == "bought":
            return (Effect("costs", COSTS.format(points=path.cost), "depends", (IDS[end],)),)
        return ()

    # what was ordered

    def ordered(self) -> Iterator[Group]:
        """The groups that the sheet moves, or says to stay, with what takes the order back."""
        for line in self.lines:
            if not isinstance(line.order, Move | Stay):
                continue
            done = self.phase.moves if isinstance(line.order, Move) else self.phase.staying
            pieces, at, place = line.order.pieces, int(line.at.path[1]), self.state.place[line.order.pieces[0]]
            if place >= 0 and all(p in done for p in pieces):
                found = self.case.fitter.offer(back(self.case.body, at), lines=True)
                if found:
                    yield Group(ids_of(pieces), group_text(pieces), IDS[place], (), (found,), at)


def is_delicate(case: Case, phase: Phase) -> bool:
    """Whether something else is touched by a further move: battles that were spoken of, agreements, neutral land."""
    said = any(case.binding(case.body).get(key) for key in ("bid", "retreat", "treaties", "standing"))
    battles = any(text.split()[:1] in (["battles"], ["battle"]) for text in lines_of(case.body) or ())
    view = case.view
    return said or battles or bool(view.treaties or view.truce or view.saxony == "neutral")
