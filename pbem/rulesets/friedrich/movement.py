"""Movement (F4): groups, ways, joining, capture, what a move passes over, and the troops after it (F6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.core.diagnostics import Diagnostic, LazyCodes, Where, has_errors
from pbem.core.events import Event
from pbem.core.names import listed
from pbem.rulesets.common.roads import DOTS, shortest
from pbem.rulesets.common.troops import Gift, Part, Pool
from pbem.rulesets.friedrich.board import BITS, IDS, NEAR, OBJECTIVES, ROADS, around, cities_in, name_of
from pbem.rulesets.friedrich.orders import Line, Move
from pbem.rulesets.friedrich.state import (
    GENERALS,
    MOST,
    NATION_NAMES,
    NATION_OF,
    NATIONS,
    OFF,
    PIECE_IDS,
    PIECE_NAMES,
    RANK,
    RETIRED,
    TRAINS,
    State,
    hostile,
    hostile_generals,
    name_of_piece,
    names_of,
    spread,
)

fr = LazyCodes("pbem.rulesets.friedrich.diagnostics")
Stacks = Mapping[int, tuple[int, ...]]  # by city: the generals who stand there at the end


def allowance(state: State, group: tuple[int, ...]) -> tuple[int, int]:
    """F4.4: how far a group may go, and how far on main roads alone."""
    usual = (3, 4) if RANK[group[0]] else (2, 3)
    if not state.in_force:
        return usual
    from pbem.rulesets.friedrich.restrictions import limited

    return limited(state, group, usual)


def attack_positions(state: State, nation: int) -> int:
    """The cities next to a hostile general; nothing in a movement phase changes them."""
    return around(state.city_bits(hostile_generals(nation)))


def may_not_attack(state: State, group: tuple[int, ...]) -> int | None:
    """F11.5: the general of the group who may not move into attack position, or None."""
    if not state.in_force:
        return None
    from pbem.rulesets.friedrich.restrictions import kept_from_attack

    return kept_from_attack(state, group)


class Phase:
    """A movement phase as it goes on: the position, who may still move, what was bought, what was said."""

    def __init__(self, state: State, nation: int) -> None:
        self.state = state
        self.nation = nation
        self.moved: dict[int, int] = {}  # piece: number of the move it made
        self.joined: dict[int, int] = {}  # general: who joined him
        self.staying: set[int] = set()  # said to stay; changes nothing
        self.origin = {p: state.place[p] for p in GENERALS[nation] if state.place[p] >= 0}
        self.entered: dict[int, int] = {}  # general re-entered: number of the transaction
        self.bought: list[Any] = []  # transactions, see troops.py
        self.bought_at: list[Where] = []  # where the sheet speaks of each
        self.substitute: int | None = None
        self.events: list[Event] = []
        self.said: list[Diagnostic] = []
        self.troop_places: dict[int, Where] = {}  # where [troops] speaks of a general
        self.attack = attack_positions(state, nation)

    def say(self, diagnostic: Diagnostic) -> None:
        self.said.append(diagnostic)


def move(phase: Phase, line: Line) -> Move | None:
    """F4: judge one move and carry it out; the move with every city written, or None after a complaint."""
    order: Move = line.order
    words = line.words
    if not check_group(phase, order.pieces, words):
        return None
    start = phase.state.place[order.pieces[0]]
    places = words[len(order.pieces) :]
    way = with_dots_filled(phase, order, start, places[-1])
    if way is None:
        return None
    if DOTS in order.way:
        places = (places[-1],) * len(way)
    faults = list(check_way(phase.state, order.pieces, start, way, places, line.at))
    faults = faults or list(check_end(phase, order.pieces, start, way, places))
    phase.said += faults
    if faults:
        return None
    march(phase, order.pieces, start, way)
    return Move(order.pieces, way)


def check_group(phase: Phase, pieces: tuple[int, ...], words: tuple[Where, ...]) -> bool:
    """F4.2, F4.8: own pieces on the map, in one city, all free to move, be they a part of a stack; a train alone."""
    before = len(phase.said)
    for at, piece in enumerate(pieces):
        for fault in check_piece(phase, piece, words[at]):
            phase.say(fault)
        if piece in pieces[:at]:
            phase.say(fr.SAID_TWICE_GROUP(words[at], piece=PIECE_NAMES[piece]))
    if len(phase.said) > before:
        return False
    first, place = pieces[0], phase.state.place
    for at, piece in enumerate(pieces[1:], start=1):
        if not RANK[piece] or not RANK[first]:
            phase.say(fr.MIXED_GROUP(words[at], piece=name_of_piece(first), other=name_of_piece(piece)))
        elif place[piece] != place[first]:
            phase.say(
                fr.NOT_TOGETHER(
                    words[at],
                    piece=PIECE_NAMES[first],
                    other=PIECE_NAMES[piece],
                    city=name_of(place[first]),
                    other_city=name_of(place[piece]),
                )
            )
    return len(phase.said) == before


def check_piece(phase: Phase, piece: int, at: Where) -> Iterator[Diagnostic]:
    """F2.1, F4.1, F4.9: whether the piece may move now."""
    nation, name = NATION_OF[piece], name_of_piece(piece)
    if nation != phase.nation:
        if hostile(nation, phase.nation) or not is_own(phase, nation):
            yield fr.NOT_YOURS(at, piece=name, nation=NATION_NAMES[nation], own=own_pieces(phase.nation))
        else:
            active = NATION_NAMES[phase.nation]
            yield fr.NOT_ACTIVE(at, piece=name, nation=NATION_NAMES[nation], active=active)
    elif phase.state.place[piece] == RETIRED:
        yield fr.GONE(at, piece=name)
    elif phase.state.place[piece] == OFF:
        from pbem.rulesets.friedrich.entries import depot_word  # for this complaint only

        depot, form = depot_word(phase, piece), "" if RANK[piece] else "train"
        yield fr.OFF_MAP(at, piece=name, name=PIECE_NAMES[piece], depot=depot, form=form)
    elif piece in phase.moved or piece in phase.entered:
        yield fr.ALREADY_MOVED(at, piece=name, form="" if piece in phase.moved else "re-entered")
    elif piece in phase.joined:
        city = name_of(phase.state.place[piece])
        yield fr.NOT_FREE(at, piece=name, other=PIECE_NAMES[phase.joined[piece]], city=city)
    elif phase.state.in_force:
        from pbem.rulesets.friedrich.restrictions import check_start

        yield from check_start(phase, piece, at)


def own_pieces(nation: int) -> str:
    """The pieces of the writer's nation, as they are written."""
    return listed(PIECE_NAMES[p] for p in (*GENERALS[nation], *TRAINS[nation]))


def check_stay(phase: Phase, piece: int, at: Where) -> Iterator[Diagnostic]:
    """F4.11: a piece that is said to stay is an own one on the map, and nothing else moves it."""
    if piece in phase.moved:
        yield fr.STAYS_AND_MOVES(at, piece=name_of_piece(piece))
    elif piece not in phase.joined and piece not in phase.entered:
        yield from (fault for fault in check_piece(phase, piece, at) if fault.code is not fr.MAY_NOT_MOVE)


def is_own(phase: Phase, nation: int) -> bool:
    """Whether the nation has the same commander as the active one."""
    from pbem.rulesets.friedrich.state import owner_of

    return owner_of(phase.state, nation) == owner_of(phase.state, phase.nation)


def check_way(
    state: State, pieces: tuple[int, ...], start: int, way: tuple[int, ...], places: tuple[Where, ...], at: Where
) -> Iterator[Diagnostic]:
    """F4.3, F4.4, F4.5: roads that join, no city jumped, not too far."""
    blocked = occupied_without(state, pieces)
    here, group = start, listed(PIECE_NAMES[p] for p in pieces)
    for number, city in enumerate(way):
        if city not in NEAR[here]:
            near = listed(name_of(c) for c in NEAR[here])
            first = "" if number else group  # for orders ahead: from where it stands today, not from a city named
            yield fr.NO_ROAD(places[number], a=name_of(here), b=name_of(city), near=near, piece=first)
        elif number < len(way) - 1 and blocked >> city & 1:
            yield way_blocked(state, pieces, here, city, blocked, places[number])
        here = city
    most, main = allowance(state, pieces)
    if len(way) > main or (len(way) > most and not ROADS.all_main(start, way)):
        form = "fate" if RANK[pieces[0]] and most != 3 else ""
        facts = {"length": len(way), "most": most, "main": main, "by_main": ROADS.all_main(way[0], way[1:])}
        yield fr.TOO_LONG(at, piece=group, **facts, card=state.in_force, form=form)


def occupied_without(state: State, pieces: tuple[int, ...]) -> int:
    """The cities that hold a piece other than these."""
    board = 0
    for piece, city in enumerate(state.place):
        if city >= 0 and piece not in pieces:
            board |= 1 << city
    return board


def way_blocked(state: State, pieces: tuple[int, ...], here: int, city: int, blocked: int, at: Where) -> Diagnostic:
    free = [name_of(c) for c in NEAR[here] if not blocked >> c & 1]
    return fr.WAY_BLOCKED(
        at, piece=listed(PIECE_NAMES[p] for p in pieces), city=name_of(city), before=name_of(here),
        blocker=standing_in(state, city, pieces), free=listed(free), form="" if free else "shut-in",
    )  # fmt: skip


def standing_in(state: State, city: int, but: tuple[int, ...] = ()) -> str:
    """Who stands in a city, in words."""
    return listed(names_of(p for p in state.at(city) if p not in but))


def check_end(
    phase: Phase, pieces: tuple[int, ...], start: int, way: tuple[int, ...], places: tuple[Where, ...]
) -> Iterator[Diagnostic]:
    """F4.6, F4.7, F11.5: where a group may stop."""
    at = places[-1]
    state, names = phase.state, listed(PIECE_NAMES[p] for p in pieces)
    end = way[-1]
    there = [p for p in state.at(end) if p not in pieces]
    city = name_of(end)
    if there and not RANK[pieces[0]]:
        yield fr.NO_STOP(at, piece=names, city=city, blocker=standing_in(state, end, pieces), form="train")
    elif there and RANK[there[0]] and NATION_OF[there[0]] == phase.nation:
        if len(there) + len(pieces) > 3:
            yield fr.STACK_FULL(at, city=city, number=len(there) + len(pieces))
    elif there and (RANK[there[0]] or not hostile(phase.nation, NATION_OF[there[0]])):
        yield fr.NO_STOP(at, piece=names, city=city, blocker=standing_in(state, end, pieces))
        return
    if state.in_force:
        from pbem.rulesets.friedrich.restrictions import check_stop

        yield from check_stop(phase, pieces, way, bool(there) and not RANK[there[0]], places)


def enemies_next_to(state: State, nation: int, city: int) -> str:
    """The hostile generals next to a city, in words."""
    found = [p for p, c in enumerate(state.place) if c >= 0 and BITS[city] >> c & 1 and RANK[p]]
    return listed(names_of(p for p in found if hostile(nation, NATION_OF[p])))


def with_dots_filled(phase: Phase, order: Move, start: int, at: Where) -> tuple[int, ...] | None:
    """The way with the cities for which ``...`` stands; None after a complaint.

    It must be the only shortest way, or the ways must not differ in what they conquer.
    """
    if DOTS not in order.way:
        return order.way
    ways = shortest_ways(phase.state, order.pieces, start, order.way)
    names = listed(PIECE_NAMES[p] for p in order.pieces)
    if not ways:
        most, main = allowance(phase.state, order.pieces)
        phase.say(fr.NO_WAY(at, piece=names, a=name_of(start), b=name_of(order.way[-1]), most=most, main=main))
        return None
    if len({effect(phase, order.pieces, start, way) for way in ways}) > 1:
        written = "; ".join(str(Move(order.pieces, way)) for way in ways[:6])
        phase.say(fr.WAY_UNCLEAR(at, piece=names, a=name_of(start), b=name_of(order.way[-1]), ways=written))
        return None
    return ways[0]


def shortest_ways(state: State, pieces: tuple[int, ...], start: int, pattern: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The shortest legal ways that fit a way with dots in it, in alphabetical order."""
    most, main = allowance(state, pieces)
    return shortest(all_ways(state, pieces, start, most, main), pattern)


def all_ways(state: State, pieces: tuple[int, ...], start: int, most: int, main: int) -> Iterator[tuple[int, ...]]:
    """F4.3-F4.5: every way of at least one road that jumps over nobody and is not too long."""
    return ROADS.ways(start, most, main, occupied_without(state, pieces))


def effect(phase: Phase, pieces: tuple[int, ...], start: int, way: tuple[int, ...]) -> tuple[int, ...]:
    """What a way does besides getting there: the objectives it passes over that it may change."""
    if not RANK[pieces[0]]:
        return ()
    left = {start, *way[:-1]}
    return tuple(sorted(c for c in left if may_change(phase, c)))


def may_change(phase: Phase, city: int) -> bool:
    """F5.1, F5.8: whether leaving the city may conquer or reconquer it."""
    if not (phase.state.conquered | OBJECTIVES[phase.nation]) >> city & 1:
        return False
    from pbem.rulesets.friedrich.objectives import can_conquer, can_reconquer

    state, nation = phase.state, phase.nation
    return can_conquer(state, nation, city) or can_reconquer(state, nation, city)


def march(phase: Phase, pieces: tuple[int, ...], start: int, way: tuple[int, ...]) -> None:
    """F4.9, F4.10, F5.5: the group goes its way, passes over objectives, captures, joins."""
    facts = {
        "nation": NATIONS[phase.nation], "pieces": [PIECE_IDS[p] for p in pieces],
        "way": [IDS[c] for c in (start, *way)],
    }  # fmt: skip
    phase.events.append(Event("moved", facts))
    number = len(phase.moved) + 1
    if RANK[pieces[0]]:
        for city in (start, *way[:-1]):
            if may_change(phase, city):
                from pbem.rulesets.friedrich.objectives import moved_over

                phase.state, news = moved_over(phase.state, phase.nation, city)
                phase.events += news
    there = [p for p in phase.state.at(way[-1]) if p not in pieces]
    phase.state = phase.state.put(dict.fromkeys(pieces, way[-1]))
    phase.moved.update(dict.fromkeys(pieces, number))
    if there and not RANK[there[0]]:
        phase.state, news = captured(phase.state, phase.nation, there[0])
        phase.events += news
    elif there:
        phase.joined.update({p: pieces[0] for p in there if p not in phase.joined})
        phase.joined.update(dict.fromkeys(pieces, there[0]))
        phase.state = one_face(phase.state, way[-1])


def captured(state: State, nation: int, train: int) -> tuple[State, tuple[Event, ...]]:
    """F4.10: a hostile train goes off the map."""
    facts = {"nation": NATIONS[nation], "train": PIECE_IDS[train], "city": IDS[state.place[train]]}
    return state.taken_off((train,)), (Event("captured", facts),)


def one_face(state: State, city: int) -> State:
    """F9.5: when face-up and face-down generals meet, all are face-down."""
    stack = state.stack(city)
    if any(state.is_face_down(p) for p in stack):
        return state._replace(face_down=state.face_down | sum(1 << p for p in stack))
    return state


def free_neighbours(state: State, city: int) -> list[int]:
    """The cities next to this one that hold no piece."""
    blocked = occupied_without(state, ())
    return list(cities_in(BITS[city] & ~blocked))


# the troops after the moves


def settle(phase: Phase, wished: Mapping[int, int]) -> None:
    """F6.2, F6.4, F10.5: give every general his number after the phase; what cannot be reached is complained about."""
    known = {p: number for p, number in wished.items() if check_wish(phase, p, number)}
    stacks = stacks_of(phase)
    gifts: tuple[Gift, ...] = ()
    given: tuple[tuple[int, int], ...] = ()
    if phase.bought:
        from pbem.rulesets.friedrich.troops import received  # for purchases and complaints only

        gifts, given = received(phase, stacks)
    pool = Pool({city: len(stack) for city, stack in stacks.items()}, parts_of(phase), gifts, MOST)
    for city in pool.reach({city: limits_of(stack, known, wished) for city, stack in stacks.items()}):
        from pbem.rulesets.friedrich.troops import unreachable

        phase.say(unreachable(phase, pool, city, stacks[city], list(known), wished))
    if not has_errors(phase.said):
        if phase.bought:
            from pbem.rulesets.friedrich.troops import transfers_instead

            phase.said += transfers_instead(phase, stacks, pool, known)
        numbers = (numbers_in(phase, stack, pool.total(city), known, given) for city, stack in stacks.items())
        phase.state = phase.state.with_troops({p: n for stack in numbers for p, n in stack.items()})


def check_wish(phase: Phase, piece: int, number: int) -> bool:
    """F6.1: the general is on the map and the number is one a general can have."""
    at = where_of(phase, piece)
    if phase.state.place[piece] < 0:
        phase.say(fr.TROOPS_OFF_MAP(at, piece=PIECE_NAMES[piece]))
    elif not 1 <= number <= MOST:
        phase.say(fr.TROOPS_RANGE(at, piece=PIECE_NAMES[piece], number=number))
    else:
        return True
    return False


def where_of(phase: Phase, piece: int) -> Where:
    """The line of [troops] that speaks of the general, in the player's spelling."""
    return phase.troop_places.get(piece, Where(("troops",)))


def stacks_of(phase: Phase) -> Stacks:
    """The generals of the nation by the cities in which they ended."""
    stacks: dict[int, tuple[int, ...]] = {}
    for piece in GENERALS[phase.nation]:
        city = phase.state.place[piece]
        if city >= 0:
            stacks[city] = (*stacks.get(city, ()), piece)
    return stacks


def parts_of(phase: Phase) -> list[Part]:
    """F6.3: those who left a city together, and those who stayed in it, carry their troops with them."""
    state = phase.state
    groups: dict[tuple[int, int], list[int]] = {}
    for piece, source in phase.origin.items():
        groups.setdefault((source, phase.moved.get(piece, 0)), []).append(piece)
    return [
        Part(source, state.place[members[0]], len(members), state.strength(members))
        for (source, _), members in groups.items()
    ]


def limits_of(stack: tuple[int, ...], known: Mapping[int, int], wished: Mapping[int, int]) -> tuple[int, int]:
    """The fewest and the most troops with which a stack has the numbers that are wished of it."""
    # Beside a number that cannot be, the other numbers of the stack cannot be judged.
    sound = known if all(p in known for p in stack if p in wished) else {}
    fixed = sum(sound.get(p, 0) for p in stack)
    open_ = sum(p not in sound for p in stack)
    return fixed + open_, fixed + MOST * open_


def numbers_in(
    phase: Phase, stack: tuple[int, ...], total: int, known: Mapping[int, int], given: tuple[tuple[int, int], ...]
) -> dict[int, int]:
    """The numbers of one stack: those wished; new troops as D11 gives them; what is left over as F6.4 says."""
    fixed = {p: known[p] for p in stack if p in known}
    rest = [p for p in stack if p not in fixed]
    if not rest:
        return fixed
    state, number = phase.state, total - sum(fixed.values())
    numbers = {p: max(1, state.troops[p]) for p in rest}
    gain = number - sum(numbers.values())
    for piece, new in given:
        if piece in numbers and gain > 0:
            more = min(new, gain)
            numbers[piece] += more
            gain -= more
    return {**fixed, **spread(state.with_troops(numbers), rest, number)}
