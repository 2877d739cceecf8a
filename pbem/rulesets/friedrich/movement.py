"""Movement (F4): groups, ways, joining, capture, what a move passes over, and the troops after it (F6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pbem.core import Diagnostic, LazyCodes, Where, has_errors, listed
from pbem.core.events import Event
from pbem.rulesets.common.roads import DOTS, shortest
from pbem.rulesets.friedrich import events as happened
from pbem.rulesets.friedrich.board import BITS, IDS, NEAR, OBJECTIVES, ROADS, cities_in, name_of
from pbem.rulesets.friedrich.desk import Desk, Phase, own_pieces
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
    STACK,
    State,
    hostile,
    name_of_piece,
    standing_in,
)

fr = LazyCodes("pbem.rulesets.friedrich.diagnostics")
MARCH, HAUL = (3, 4), (2, 3)  # F4.4: how far generals and trains go, and how far on main roads alone


def allowance(state: State, group: tuple[int, ...]) -> tuple[int, int]:
    """F4.4: how far a group may go, and how far on main roads alone."""
    usual = MARCH if RANK[group[0]] else HAUL
    if not state.in_force:
        return usual
    from pbem.rulesets.friedrich.restrictions import limited  # not for check

    return limited(state, group, usual)


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
        if hostile(nation, phase.nation) or not phase.is_own(nation):
            yield fr.NOT_YOURS(at, piece=name, nation=NATION_NAMES[nation], own=own_pieces(phase.nation))
        else:
            active = NATION_NAMES[phase.nation]
            yield fr.NOT_ACTIVE(at, piece=name, nation=NATION_NAMES[nation], active=active)
    elif phase.state.place[piece] == RETIRED:
        yield fr.GONE(at, piece=name)
    elif phase.state.place[piece] == OFF:
        from pbem.rulesets.friedrich.entries import depot_word  # not for check

        depot, form = depot_word(phase.state, piece, phase.substitute), "" if RANK[piece] else "train"
        yield fr.OFF_MAP(at, piece=name, name=PIECE_NAMES[piece], depot=depot, form=form)
    elif piece in phase.moved or piece in phase.entered:
        yield fr.ALREADY_MOVED(at, piece=name, form="" if piece in phase.moved else "re-entered")
    elif piece in phase.joined:
        city = name_of(phase.state.place[piece])
        yield fr.NOT_FREE(at, piece=name, other=PIECE_NAMES[phase.joined[piece]], city=city)
    elif phase.state.in_force:
        from pbem.rulesets.friedrich.restrictions import check_start  # not for check

        yield from check_start(phase.state, piece, phase.origin.get(piece, -1), at)


def check_stay(phase: Phase, piece: int, at: Where) -> Iterator[Diagnostic]:
    """F4.11: a piece that is said to stay is an own one on the map, and nothing else moves it."""
    if piece in phase.moved:
        yield fr.STAYS_AND_MOVES(at, piece=name_of_piece(piece))
    elif piece not in phase.joined and piece not in phase.entered:
        yield from (fault for fault in check_piece(phase, piece, at) if fault.code is not fr.MAY_NOT_MOVE)


def check_way(
    state: State, pieces: tuple[int, ...], start: int, way: tuple[int, ...], places: tuple[Where, ...], at: Where
) -> Iterator[Diagnostic]:
    """F4.3, F4.4, F4.5: roads that join, no city jumped, not too far."""
    blocked = state.occupied(pieces)
    here = start
    for number, city in enumerate(way):
        if city not in NEAR[here]:
            near = listed(name_of(c) for c in NEAR[here])
            # For orders ahead: from where it stands today, not from a city named.
            first = "" if number else group_names(pieces)
            yield fr.NO_ROAD(places[number], a=name_of(here), b=name_of(city), near=near, piece=first)
        elif number < len(way) - 1 and blocked >> city & 1:
            yield way_blocked(state, pieces, here, city, blocked, places[number])
        here = city
    most, main = allowance(state, pieces)
    if len(way) > main or (len(way) > most and not ROADS.all_main(start, way)):
        form = {"form": "fate"} if RANK[pieces[0]] and most != MARCH[0] else instead(state, pieces, start, way[-1])
        facts = {"length": len(way), "most": most, "main": main, "by_main": ROADS.all_main(way[0], way[1:])}
        yield fr.TOO_LONG(at, piece=group_names(pieces), b=name_of(way[-1]), **facts, card=state.in_force, **form)


def instead(state: State, pieces: tuple[int, ...], start: int, goal: int) -> dict[str, str]:
    """For a hint: a way to a city after all, or the cities nearest to it where a group can end; under a card of fate
    nothing, for it may forbid them."""
    ways = {} if state.in_force else ends(state, pieces, start)
    if goal in ways:
        return {"form": "other", "order": str(Move(pieces, ways[goal]))}
    near = cities_in(ROADS.nearest(sum([1 << city for city in ways]), goal))
    return {"form": "near", "nearest": listed(sorted(map(name_of, near)), "or")} if ways else {"form": ""}


def ends(state: State, pieces: tuple[int, ...], start: int) -> dict[int, tuple[int, ...]]:
    """F4.3 to F4.7: the cities where a group can end, each with a shortest way."""
    ways = sorted(all_ways(state, pieces, start, *allowance(state, pieces)), key=len, reverse=True)
    return {way[-1]: way for way in ways if stop_in(state, pieces, way[-1]) not in ("full", "taken")}


def group_names(pieces: tuple[int, ...]) -> str:
    """A group in words."""
    return listed(PIECE_NAMES[p] for p in pieces)


def way_blocked(state: State, pieces: tuple[int, ...], here: int, city: int, blocked: int, at: Where) -> Diagnostic:
    free = [name_of(c) for c in NEAR[here] if not blocked >> c & 1]
    return fr.WAY_BLOCKED(
        at, piece=group_names(pieces), city=name_of(city), before=name_of(here),
        blocker=standing_in(state, city, pieces), free=listed(free), form="" if free else "shut-in",
    )  # fmt: skip


def check_end(
    phase: Phase, pieces: tuple[int, ...], start: int, way: tuple[int, ...], places: tuple[Where, ...]
) -> Iterator[Diagnostic]:
    """F4.6, F4.7, F11.5: where a group may stop."""
    at = places[-1]
    state, end = phase.state, way[-1]
    stop = stop_in(state, pieces, end)
    if stop == "full":
        yield fr.STACK_FULL(at, city=name_of(end), number=len({*state.at(end), *pieces}))
    elif stop == "taken":
        form, blocker = "" if RANK[pieces[0]] else "train", standing_in(state, end, pieces)
        yield fr.NO_STOP(at, piece=group_names(pieces), city=name_of(end), blocker=blocker, form=form)
        return
    if state.in_force:
        from pbem.rulesets.friedrich.restrictions import check_stop  # not for check

        yield from check_stop(state, pieces, phase.origin, way, places)


def stop_in(state: State, pieces: tuple[int, ...], city: int) -> str:
    """F4.6, F4.7, F4.10: what a group finds where it stops, as a word.

    ``free``; ``comrades`` whom it joins; a ``train`` it captures; and where it may not stop, ``full`` or ``taken``.
    """
    there = [p for p in state.at(city) if p not in pieces]
    if not there:
        return "free"
    nation, other = NATION_OF[pieces[0]], NATION_OF[there[0]]
    if RANK[pieces[0]] and RANK[there[0]] and nation == other:
        return "comrades" if len(there) + len(pieces) <= STACK else "full"
    captures = RANK[pieces[0]] and not RANK[there[0]] and hostile(nation, other)
    return "train" if captures else "taken"


def with_dots_filled(phase: Phase, order: Move, start: int, at: Where) -> tuple[int, ...] | None:
    """The way with the cities for which ``...`` stands; None after a complaint.

    It must be the only shortest way, or the ways must not differ in what they conquer.
    """
    if DOTS not in order.way:
        return order.way
    ways = shortest_ways(phase.state, order.pieces, start, order.way)
    names = group_names(order.pieces)
    if not ways:
        most, main = allowance(phase.state, order.pieces)
        near = instead(phase.state, order.pieces, start, order.way[-1]).get("nearest", "")
        facts = {"a": name_of(start), "b": name_of(order.way[-1]), "most": most, "main": main}
        phase.say(fr.NO_WAY(at, piece=names, **facts, nearest=near, form="near" if near else ""))
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
    return ROADS.ways(start, most, main, state.occupied(pieces))


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
    from pbem.rulesets.friedrich.objectives import can_conquer, can_reconquer  # not for check

    state, nation = phase.state, phase.nation
    return can_conquer(state, nation, city) or can_reconquer(state, nation, city)


def march(phase: Phase, pieces: tuple[int, ...], start: int, way: tuple[int, ...]) -> None:
    """F4.9, F4.10, F5.5: the group goes its way, passes over objectives, captures, joins."""
    names, stops = [PIECE_IDS[p] for p in pieces], [IDS[c] for c in (start, *way)]
    phase.events.append(happened.Moved(nation=NATIONS[phase.nation], pieces=names, way=stops).event())
    number = len(phase.moved) + 1
    if RANK[pieces[0]]:
        for city in (start, *way[:-1]):
            if may_change(phase, city):
                from pbem.rulesets.friedrich.objectives import moved_over  # not for check

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
        from pbem.rulesets.friedrich.supply import one_face  # not for check

        phase.state = one_face(phase.state, way[-1])


def captured(state: State, nation: int, train: int) -> tuple[State, tuple[Event, ...]]:
    """F4.10: a hostile train goes off the map."""
    news = happened.Captured(nation=NATIONS[nation], train=PIECE_IDS[train], city=IDS[state.place[train]])
    return state.taken_off((train,)), (news.event(),)


def free_neighbours(state: State, city: int) -> list[int]:
    """The cities next to this one that hold no piece."""
    blocked = state.occupied()
    return list(cities_in(BITS[city] & ~blocked))


# the troops after the moves


def settle(phase: Phase, wished: Mapping[int, int]) -> None:
    """F6.2, F6.4, F10.5: give every general his number after the phase; what cannot be reached is complained about."""
    known = {p: number for p, number in wished.items() if check_wish(phase, p, number)}
    stacks = stacks_of(phase)
    limits = {city: limits_of(stack, known, wished) for city, stack in stacks.items()}
    totals: Mapping[int, int] = {city: phase.state.strength(stack) for city, stack in stacks.items()}
    given: tuple[tuple[int, int], ...] = ()
    if phase.bought or any(not low <= totals[city] <= high for city, (low, high) in limits.items()):
        from pbem.rulesets.friedrich.troops import shifted  # not for check: nothing passes between stacks

        totals, given = shifted(phase, stacks, limits, known, wished)
    if not has_errors(phase.said):
        numbers = (numbers_in(phase, stack, totals[city], known, given) for city, stack in stacks.items())
        phase.state = phase.state.with_troops({p: n for stack in numbers for p, n in stack.items()})


def settled(desk: Desk, phase: Phase, wished: Mapping[int, int]) -> None:
    """F6.4: the troops after a phase; the owner alone is told the numbers that changed."""
    if wished or phase.bought:  # else the stored numbers stand (F6.4)
        settle(phase, wished)
    desk.said += phase.said
    desk.events += phase.events
    changed = {
        PIECE_IDS[p]: phase.state.troops[p]
        for p in GENERALS[phase.nation]
        if phase.state.place[p] >= 0 and phase.state.troops[p] != desk.state.troops[p]
    }
    if changed and not has_errors(phase.said):
        news = happened.Troops(nation=NATIONS[phase.nation], troops=changed)
        desk.events.append(news.event(to=(desk.role,)))
        numbers = [
            f"{PIECE_NAMES[p]} {phase.state.troops[p]}" for p in GENERALS[phase.nation] if PIECE_IDS[p] in changed
        ]
        desk.understood.append(f"troops: {', '.join(numbers)}")
    desk.state = phase.state


def transfers(desk: Desk, wished: Mapping[int, int], nations: Iterable[int]) -> None:
    """D7: troops are shifted inside the stacks of these nations."""
    for nation in nations:
        own = {p: n for p, n in wished.items() if NATION_OF[p] == nation}
        if own:
            settled(desk, desk.phase(nation, wished), own)


def check_wish(phase: Phase, piece: int, number: int) -> bool:
    """F6.1: the general is on the map and the number is one a general can have."""
    at = phase.where_of(piece)
    if phase.state.place[piece] < 0:
        phase.say(fr.TROOPS_OFF_MAP(at, piece=PIECE_NAMES[piece]))
    elif not 1 <= number <= MOST:
        phase.say(fr.TROOPS_RANGE(at, piece=PIECE_NAMES[piece], number=number))
    else:
        return True
    return False


def stacks_of(phase: Phase) -> dict[int, tuple[int, ...]]:
    """The generals of the nation by the cities in which they ended."""
    stacks: dict[int, tuple[int, ...]] = {}
    for piece in GENERALS[phase.nation]:
        city = phase.state.place[piece]
        if city >= 0:
            stacks[city] = (*stacks.get(city, ()), piece)
    return stacks


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
    if not gain:
        return {**fixed, **numbers}
    for piece, new in given:
        if piece in numbers and gain > 0:
            more = min(new, gain)
            numbers[piece] += more
            gain -= more
    from pbem.rulesets.friedrich.troops import spread  # not for check

    return {**fixed, **spread(state.with_troops(numbers), rest, number)}
