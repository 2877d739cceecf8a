"""Movement (M10.1 to M10.12): groups, ways, force marches, joining, capture, and what a move leaves behind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from pbem.core import Diagnostic, LazyCodes, Where, listed
from pbem.core.events import Event
from pbem.rulesets.common.roads import DOTS, shortest
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.board import ALL, FLANDERS, IDS, NEAR, ROADS, around, cities_in, map_of, name_of
from pbem.rulesets.maria.desk import Phase
from pbem.rulesets.maria.orders import Command, Line, Move, written
from pbem.rulesets.maria.powers import AUSTRIA, FRANCE, POWER_NAMES, POWERS, PRAGMATIC, PRUSSIA, STACK
from pbem.rulesets.maria.relations import (
    cooperate,
    enemies,
    enemy_fortresses,
    enemy_pieces,
    home_of,
    is_neutral,
    neutral_land,
    neutral_lands,
    owner_of,
)
from pbem.rulesets.maria.state import (
    AWAY,
    OFF,
    PIECE_IDS,
    PIECE_NAMES,
    POWER_OF,
    RANK,
    State,
    name_of_piece,
    standing_in,
)

ma = LazyCodes("pbem.rulesets.maria.diagnostics")
MARCH, HAUL = (3, 4), (2, 3)  # M10.2: how far generals and trains go, and how far on main roads alone
STOPS = ("free", "comrade", "train")  # what a group may find where it ends
FORCE = 8  # M10.7
CROSSING = (FRANCE, AUSTRIA)  # M10.9


def allowance(pieces: tuple[int, ...]) -> tuple[int, int]:
    """M10.2: how far a group may go, and how far on main roads alone."""
    return MARCH if RANK[pieces[0]] else HAUL


def closed_to(state: State, pieces: tuple[int, ...], start: int) -> int:
    """The cities that a group may never enter: M10.9 the other map, M14.1 Flanders, M19.41 and M19.43 neutrality."""
    closed = 0 if state.is_advanced else FLANDERS
    for piece in pieces:
        power = POWER_OF[piece]
        if power not in CROSSING:
            closed |= ALL & ~map_of(start)
        if is_neutral(state, power):
            closed |= ALL & ~home_of(state, power)
        for land in neutral_lands(state, power):
            closed |= 0 if land >> start & 1 else land  # M19.44: who is inside leaves through it
    return closed


def goes_back(state: State, pieces: tuple[int, ...], here: int, city: int) -> bool:
    """M19.43, M19.44: whether a step leads into neutral land, also into that where the way has begun."""
    lands = [land for piece in pieces for land in neutral_lands(state, POWER_OF[piece])]
    return any(land >> city & 1 and not land >> here & 1 for land in lands)


def blocking(state: State, pieces: tuple[int, ...]) -> int:
    """M10.3, M10.5: the cities through which a group cannot pass: those with a piece, but for enemy trains."""
    blocked = state.occupied(pieces)
    if RANK[pieces[0]]:
        trains = [p for p in enemy_pieces(state, POWER_OF[pieces[0]]) if not RANK[p]]
        blocked &= ~state.city_bits(trains)
    return blocked


def feared(state: State, pieces: tuple[int, ...]) -> int:
    """M10.7: the cities that no force march enters: enemy fortresses, enemy pieces, and what is next to these."""
    board = 0
    for power in {POWER_OF[p] for p in pieces}:
        held = state.city_bits(enemy_pieces(state, power))
        board |= enemy_fortresses(state, power) | held | around(held)
    return board


def move(phase: Phase, line: Line) -> Move | None:
    """M10: judge one move and carry it out; the move with every city written, or None after a complaint."""
    order: Move = line.order
    words = line.words
    if not check_group(phase, order.pieces, words):
        return None
    pieces = by_command(phase.state, order.pieces)
    start = phase.state.place[pieces[0]]
    places = words[len(pieces) :]
    order = Move(pieces, order.way, order.force)
    way = with_dots_filled(phase, order, start, places[-1])
    if way is None:
        return None
    if DOTS in order.way:
        places = (places[-1],) * len(way)
    faults = list(check_way(phase.state, order._replace(way=way), start, places, line.at))
    faults = faults or list(check_end(phase.state, pieces, way, places[-1]))
    phase.said += faults
    if faults:
        return None
    march(phase, pieces, start, way, order.force)
    return Move(order.pieces, way, order.force)


def by_command(state: State, pieces: tuple[int, ...]) -> tuple[int, ...]:
    """A group with its supreme commander first."""
    return tuple(p for p in state.at(state.place[pieces[0]]) if p in pieces)


def check_group(phase: Phase, pieces: tuple[int, ...], words: tuple[Where, ...]) -> bool:
    """M10.1, M10.6: own pieces on the map, in one city, all free to move; a train alone."""
    before = len(phase.said)
    for at, piece in enumerate(pieces):
        for fault in check_piece(phase, piece, words[at], pieces):
            phase.say(fault)
        if piece in pieces[:at]:
            phase.say(ma.PIECE_TWICE(words[at], piece=PIECE_NAMES[piece]))
    if len(phase.said) > before:
        return False
    first, place = pieces[0], phase.state.place
    for at, piece in enumerate(pieces[1:], start=1):
        if not RANK[piece] or not RANK[first]:
            phase.say(ma.MIXED_GROUP(words[at], piece=name_of_piece(first), other=name_of_piece(piece)))
        elif place[piece] != place[first]:
            phase.say(
                ma.NOT_TOGETHER(
                    words[at], piece=PIECE_NAMES[first], other=PIECE_NAMES[piece], city=name_of(place[first]),
                    other_city=name_of(place[piece]),
                )
            )  # fmt: skip
    return len(phase.said) == before


def goes_along(phase: Phase, piece: int, group: Iterable[int]) -> bool:
    """M10.6: whether an ally's general stands with one of the writer's in the group: the stack moves together."""
    own = [p for p in group if POWER_OF[p] in phase.powers and phase.state.place[p] == phase.state.place[piece]]
    return any({POWER_OF[p], POWER_OF[piece]} == {AUSTRIA, PRAGMATIC} for p in own)


def check_piece(phase: Phase, piece: int, at: Where, group: tuple[int, ...] = ()) -> Iterator[Diagnostic]:
    """M5.2, M10.1, M10.4, M10.10: whether the piece may move now, alone or in a group."""
    power, name, place = POWER_OF[piece], name_of_piece(piece), phase.state.place[piece]
    along = power not in phase.powers and goes_along(phase, piece, group)
    if along and power not in phase.state.consent:
        yield ma.NO_CONSENT(at, piece=name, form="along")
    elif power not in phase.powers and not along:
        if phase.powers and owner_of(phase.state, power) == owner_of(phase.state, phase.powers[0]):
            active = listed(POWER_NAMES[p] for p in phase.powers)
            yield ma.NOT_ACTIVE(at, piece=name, power=POWER_NAMES[power], active=active)
        else:
            own = listed(written(p) for p in range(len(RANK)) if POWER_OF[p] in phase.powers)
            yield ma.NOT_YOURS(at, piece=name, power=POWER_NAMES[power], own=own)
    elif place == OFF:
        yield ma.OFF_MAP(at, piece=name, name=written(piece), form="" if RANK[piece] else "train")
    elif place < 0:
        yield ma.GONE(at, piece=name, form="away" if place == AWAY else "")
    elif piece in phase.joined:
        other = PIECE_NAMES[phase.joined[piece]]
        yield ma.NOT_FREE(at, piece=name, other=other, city=name_of(place))
    elif phase.has_moved(piece):
        yield ma.ALREADY_MOVED(at, piece=name, form="along" if along and piece not in phase.moves else "")


def check_stay(phase: Phase, piece: int, at: Where) -> Iterator[Diagnostic]:
    """D13: a piece that is said to stay is an own one on the map, and nothing else moves it."""
    if piece in phase.moves:
        yield ma.STAYS_AND_MOVES(at, piece=name_of_piece(piece))
    elif not phase.has_moved(piece):
        yield from check_piece(phase, piece, at)


def check_way(state: State, order: Move, start: int, places: tuple[Where, ...], at: Where) -> Iterator[Diagnostic]:
    """M10.1 to M10.3, M10.7 to M10.9: roads that join, nobody passed, nothing entered that is closed, not too far."""
    pieces, way = order.pieces, order.way
    blocked, closed, here = blocking(state, pieces), closed_to(state, pieces, start), start
    for number, city in enumerate(way):
        if city not in NEAR[here]:
            near = listed(name_of(c) for c in NEAR[here])
            # For orders ahead: from where it stands today, not from a city named.
            first = "" if number else group_names(pieces)
            yield ma.NO_ROAD(places[number], a=name_of(here), b=name_of(city), near=near, piece=first)
        elif closed >> city & 1 or goes_back(state, pieces, here, city):
            yield closed_city(state, pieces, city, places[number])
        elif number < len(way) - 1 and blocked >> city & 1:
            yield way_blocked(state, pieces, here, city, blocked | closed, places[number])
        here = city
    yield from check_force(state, order, start, places, at) if order.force else check_length(state, order, start, at)


def check_length(state: State, order: Move, start: int, at: Where) -> Iterator[Diagnostic]:
    """M10.2, M10.8: farther only by a force march, which must be said so. Ruling: A12"""
    most, main = allowance(order.pieces)
    way = order.way
    if len(way) > main or (len(way) > most and not ROADS.all_main(start, way)):
        may_force = RANK[order.pieces[0]] and len(way) <= FORCE and ROADS.all_main(start, way)
        force = {"form": "force", "order": str(order._replace(force=True))}
        facts = {"b": name_of(way[-1]), "length": len(way), "most": most, "main": main}
        facts |= force if may_force else instead(state, order, start)
        yield ma.TOO_LONG(at, piece=group_names(order.pieces), **facts)


def instead(state: State, order: Move, start: int) -> dict[str, str]:
    """For a hint: a way to the city of an order after all, or the cities nearest to it where the group can end."""
    goal, ways = order.way[-1], ends(state, order, start)
    if goal in ways:
        return {"form": "other", "order": str(order._replace(way=ways[goal]))}
    near = cities_in(ROADS.nearest(sum([1 << city for city in ways]) or 1 << start, goal))
    return {"nearest": listed(sorted(map(name_of, near)), "or")}


def ends(state: State, order: Move, start: int) -> dict[int, tuple[int, ...]]:
    """M10.1 to M10.10, M21.3: the cities where the group of an order can end, each with a shortest way."""
    ways = sorted(legal_ways(state, order.pieces, start, order.force), key=len, reverse=True)
    fit = (way for way in ways if stop_in(state, order.pieces, way[-1]) in STOPS)
    return {way[-1]: way for way in fit if not broken_on(state, order.pieces, (start, *way))}


def check_force(state: State, order: Move, start: int, places: tuple[Where, ...], at: Where) -> Iterator[Diagnostic]:
    """M10.7: generals alone, main roads alone, up to eight, past nothing of the enemy."""
    if not RANK[order.pieces[0]]:
        yield ma.FORCE_ILLEGAL(at, piece=name_of_piece(order.pieces[0]), form="train")
        return
    if len(order.way) > FORCE:
        yield ma.FORCE_ILLEGAL(at, piece=group_names(order.pieces), length=len(order.way), form="long")
    bad, here = feared(state, order.pieces), start
    for number, city in enumerate(order.way):
        if city in NEAR[here] and not ROADS.main[here] >> city & 1:
            facts = {"a": name_of(here), "b": name_of(city), "piece": group_names(order.pieces)}
            yield ma.FORCE_ILLEGAL(places[number], **facts, form="minor")
        elif bad >> city & 1:
            yield ma.FORCE_ILLEGAL(places[number], piece=group_names(order.pieces), city=name_of(city))
        here = city


def closed_city(state: State, pieces: tuple[int, ...], city: int, at: Where) -> Diagnostic:
    """The complaint about a city that a group may not enter at all."""
    name, powers = group_names(pieces), {POWER_OF[p] for p in pieces}
    if not state.is_advanced and FLANDERS >> city & 1:
        return ma.MAY_NOT_ENTER(at, piece=name, city=name_of(city), form="intro")
    if any(is_neutral(state, power) and not home_of(state, power) >> city & 1 for power in powers):
        return ma.MAY_NOT_ENTER(at, piece=name, city=name_of(city), form="leave")
    if any(neutral_land(state, power) >> city & 1 for power in powers):
        return ma.MAY_NOT_ENTER(at, piece=name, city=name_of(city), form="neutral")
    return ma.MAY_NOT_ENTER(at, piece=name, city=name_of(city))  # on the other map


def group_names(pieces: tuple[int, ...]) -> str:
    """A group in words."""
    return listed(name_of_piece(p) for p in pieces)


def way_blocked(state: State, pieces: tuple[int, ...], here: int, city: int, blocked: int, at: Where) -> Diagnostic:
    free = [name_of(c) for c in NEAR[here] if not blocked >> c & 1]
    return ma.WAY_BLOCKED(
        at, piece=group_names(pieces), city=name_of(city), before=name_of(here),
        blocker=standing_in(state, city, pieces), free=listed(free), form="" if free else "shut-in",
    )  # fmt: skip


def check_end(state: State, pieces: tuple[int, ...], way: tuple[int, ...], at: Where) -> Iterator[Diagnostic]:
    """M6.1, M10.3 to M10.5, M10.10: where a group may stop."""
    end = way[-1]
    stop = stop_in(state, pieces, end)
    blocker = standing_in(state, end, pieces)
    if stop == "full":
        yield ma.STACK_FULL(at, city=name_of(end), number=len({*state.at(end), *pieces}))
    elif stop == "refused":
        yield ma.NO_CONSENT(at, piece=group_names(pieces), other=blocker)
    elif stop == "ally":
        yield ma.NO_STACK(at, piece=group_names(pieces), other=blocker)
    elif stop == "taken":
        form = "" if RANK[pieces[0]] else "train"
        yield ma.NO_STOP(at, piece=group_names(pieces), city=name_of(end), blocker=blocker, form=form)


def stop_in(state: State, pieces: tuple[int, ...], city: int) -> str:
    """M6.1, M10.3 to M10.5, M10.10: what a group finds where it stops, as a word.

    ``free``; a ``comrade`` whom it joins; a ``train`` it eliminates; and where it may not stop ``full``, ``taken``,
    ``ally`` (allied, but not cooperating) or ``refused`` (Austria and the Pragmatic Army must agree, D16).
    """
    there = [p for p in state.at(city) if p not in pieces]
    if not there:
        return "free"
    power, other = POWER_OF[pieces[0]], POWER_OF[there[0]]
    if RANK[pieces[0]] and not RANK[there[0]] and enemies(state, power, other):
        return "train"
    if not RANK[pieces[0]] or not RANK[there[0]] or enemies(state, power, other):
        return "taken"
    if len(there) + len(pieces) > STACK:
        return "full"
    if not cooperate(state, power, other):
        return "ally"
    return "comrade" if may_join(state, power, other) else "refused"


def may_join(state: State, power: int, other: int) -> bool:
    """M10.10, D16: Austria and the Pragmatic Army stack only if the one who is joined has agreed."""
    if {power, other} != {AUSTRIA, PRAGMATIC} or owner_of(state, power) == owner_of(state, other):
        return True
    return other in state.consent


def with_dots_filled(phase: Phase, order: Move, start: int, at: Where) -> tuple[int, ...] | None:
    """The only shortest way that fits one with ``...``, or one of several that do the same; None after a complaint."""
    if DOTS not in order.way:
        return order.way
    ways = shortest(legal_ways(phase.state, order.pieces, start, order.force), order.way)
    names = group_names(order.pieces)
    if not ways:
        most, main = (FORCE, FORCE) if order.force else allowance(order.pieces)
        near = instead(phase.state, order, start).get("nearest", "")
        facts = {"a": name_of(start), "b": name_of(order.way[-1]), "most": most, "main": main}
        phase.say(ma.NO_WAY(at, piece=names, **facts, nearest=near, form="near" if near else ""))
        return None
    if len({effect(phase.state, order.pieces, start, way, order.force) for way in ways}) > 1:
        text = "; ".join(str(order._replace(way=way)) for way in ways[:6])
        phase.say(ma.WAY_UNCLEAR(at, piece=names, a=name_of(start), b=name_of(order.way[-1]), ways=text))
        return None
    return ways[0]


def legal_ways(state: State, pieces: tuple[int, ...], start: int, force: bool = False) -> Iterator[tuple[int, ...]]:
    """M10.2, M10.3, M10.7: every way of at least one road that passes nobody and is not too long."""
    closed = closed_to(state, pieces, start)
    if force:
        ways = ROADS.ways(start, 0, FORCE, state.occupied(pieces), closed | feared(state, pieces))
    else:
        ways = ROADS.ways(start, *allowance(pieces), blocking(state, pieces), closed)
    if not neutral_land(state, POWER_OF[pieces[0]]) >> start & 1:
        return ways
    return (way for way in ways if not any(map(partial(goes_back, state, pieces), (start, *way), way)))


def effect(state: State, pieces: tuple[int, ...], start: int, way: tuple[int, ...], force: bool) -> tuple[object, ...]:
    """What a way does besides: fortresses, trains, hussars, markers that wake (M19.17), broken agreements (M21.3)."""
    met = {*state.hussars, *(state.place[p] for p in enemy_pieces(state, POWER_OF[pieces[0]]) if not RANK[p])}
    found = {c for c in way if c in met}
    if RANK[pieces[0]] and not force:
        board = enemy_fortresses(state, POWER_OF[pieces[0]])
        found |= {c for c in (start, *way[:-1]) if board >> c & 1}
    return (tuple(sorted(found)), wakes(state, pieces, way), *broken_on(state, pieces, (start, *way)))


def wakes(state: State, pieces: tuple[int, ...], way: tuple[int, ...]) -> bool:
    """M19.17: whether Prussia's markers set aside come back when these pieces go that way."""
    if not state.aside[PRUSSIA]:
        return False
    from pbem.rulesets.maria.aside import leaves_prussia  # not for check: but after the peace

    return leaves_prussia(state, pieces, way)


def broken_on(state: State, pieces: tuple[int, ...], way: tuple[int, ...]) -> tuple[object, ...]:
    """M21.3: what a way breaks that begins where the pieces stand."""
    if not state.treaties:
        return ()
    from pbem.rulesets.maria.closed_land import broken_by_group  # not for check: where nothing was agreed

    return broken_by_group(state, pieces, way)


def march(phase: Phase, pieces: tuple[int, ...], start: int, way: tuple[int, ...], force: bool) -> None:
    """M10.4, M10.5, M10.30: the group goes its way, conquers what it leaves, eliminates trains, joins."""
    power = POWER_OF[pieces[0]]
    phase.events.append(
        happened.Moved(
            power=POWERS[power], pieces=[PIECE_IDS[p] for p in pieces], way=[IDS[c] for c in (start, *way)],
            force=True if force else None,
        ).event()
    )  # fmt: skip
    if RANK[pieces[0]] and not force:
        leave_behind(phase, pieces, (start, *way[:-1]))
    sweep(phase, power, way)
    for city in way:
        for train in [p for p in phase.state.at(city) if not RANK[p] and p not in pieces]:
            phase.state, news = captured(phase.state, power, train)
            phase.events += news
    arrive(phase, pieces, way[-1])
    if phase.state.aside[PRUSSIA]:
        from pbem.rulesets.maria.aside import after_way  # not for check

        phase.state, news = after_way(phase.state, pieces, way)
        phase.events += news


def leave_behind(phase: Phase, pieces: tuple[int, ...], cities: tuple[int, ...]) -> None:
    """M10.30 to M10.34: fortresses that a group leaves; the chapter loads only where there is one."""
    board = enemy_fortresses(phase.state, POWER_OF[pieces[0]])
    if not any(board >> city & 1 for city in cities):
        return
    from pbem.rulesets.maria.conquest import conqueror, left_behind  # not for check

    power = conqueror(phase.state, pieces)
    for city in cities:
        phase.state, news = left_behind(phase.state, power, city)
        phase.events += news


def sweep(phase: Phase, power: int, way: tuple[int, ...]) -> None:
    """M7.3: hussars on the way go off the board."""
    for city in way:
        if city in phase.state.hussars:
            phase.events.append(happened.HussarSwept(power=POWERS[power], city=IDS[city]).event())
    phase.state = phase.state.swept(way)


def arrive(phase: Phase, pieces: tuple[int, ...], end: int) -> None:
    """M10.4: the group stands in its new city; whoever is joined there does not move any more."""
    there = tuple(p for p in phase.state.at(end) if p not in pieces)
    left = phase.state.at(phase.state.place[pieces[0]])
    apart = sum(1 << p for p in left) if set(left) != set(pieces) else 0
    phase.state = phase.state.put(dict.fromkeys(pieces, end))._replace(leads=phase.state.leads & ~apart)
    phase.ends((*pieces, *there))
    phase.moves.update(dict.fromkeys(pieces, len(phase.moves) + 1))
    if there:
        phase.joined.update(dict.fromkeys(there, pieces[0]))
        generals = [PIECE_IDS[p] for p in phase.state.stack(end)]
        phase.events.append(happened.Stacked(generals=generals, city=IDS[end]).event())


def captured(state: State, power: int, train: int) -> tuple[State, tuple[Event, ...]]:
    """M10.5: an enemy train is eliminated."""
    news = happened.Captured(power=POWERS[power], train=PIECE_IDS[train], city=IDS[state.place[train]])
    return state.taken_off((train,)), (news.event(),)


def command(phase: Phase, line: Line) -> Command | None:
    """M6.2, D14: which of two generals of equal rank number commands a stack that the writer has formed in this phase.

    Of Austria and the Pragmatic Army whoever forms it may name the ally's general, too.
    """
    piece = line.order.piece
    stack = phase.state.stack(phase.state.place[piece]) if phase.state.place[piece] >= 0 else ()
    fresh = any(p in phase.joined or p in phase.back for p in stack)
    if len(stack) < STACK or RANK[stack[0]] != RANK[stack[1]] or not fresh:
        phase.say(ma.NOT_COMMANDING(line.words[0], piece=name_of_piece(piece)))
        return None
    rest = phase.state.leads & ~sum(1 << p for p in stack)
    phase.state = phase.state._replace(leads=rest | 1 << piece)
    order: Command = line.order
    return order
