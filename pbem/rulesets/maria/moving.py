"""Sheets of a movement phase (D13 to D18): moves, trains, stacks, and what is said ahead of the battles."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core import SHEET, Diagnostic, LazyCodes, Where, has_errors, listed
from pbem.core.ruleset import Owed
from pbem.rulesets.maria.board import FLANDERS, FORTRESSES, around, cities_in, name_of
from pbem.rulesets.maria.choices import take_flag
from pbem.rulesets.maria.desk import Desk, Phase
from pbem.rulesets.maria.movement import check_stay, command, move
from pbem.rulesets.maria.orders import Battles, Command, Flag, Line, Move, Return, Stay
from pbem.rulesets.maria.powers import AUSTRIA, POWER_NAMES, PRAGMATIC
from pbem.rulesets.maria.records import Moves
from pbem.rulesets.maria.relations import controlled_by, enemies_of, is_idle, owner_of, powers_in, protected, roles_in
from pbem.rulesets.maria.relations import group_of_stage as group_of_stage
from pbem.rulesets.maria.relations import own_powers as own_powers
from pbem.rulesets.maria.state import GENERALS, PIECE_NAMES, POWER_OF, TRAINS, State, name_of_piece
from pbem.rulesets.maria.supply import on_map, path_of
from pbem.rulesets.maria.troops import settled, transfers

ma = LazyCodes("pbem.rulesets.maria.diagnostics")


def begin(state: State, group: int) -> Moves:
    """M10.1, M10.11: who moves, in order; in a dispute Austria and the Pragmatic Army alternate on Flanders first."""
    powers = powers_in(state, group)
    roles = roles_in(state, powers)
    turns = (PRAGMATIC, AUSTRIA) if state.dispute and len(roles) > 1 and PRAGMATIC in powers else ()
    return Moves(roles, turns=turns)


def awaiting(state: State) -> tuple[Owed, ...]:
    """D13: the role that moves now; in a dispute the one that moves a piece on Flanders (D17)."""
    task = state.task
    assert isinstance(task, Moves)
    if task.turns:
        power = task.turns[0]
        if not left_on_flanders(state, task, power):
            return ()
        what = f"a move of {POWER_NAMES[power]} on Flanders"
        return (Owed(owner_of(state, power), "flanders", what, "it passes, and what it has there stays"),)
    if not task.awaited or is_idle(state, task.awaited[0]):
        return ()
    role = task.awaited[0]
    what = f"the moves of {listed(POWER_NAMES[p] for p in own_powers(state, role))}"
    return (Owed(role, "movement", what, "nothing moves"),)


def left_on_flanders(state: State, task: Moves, power: int) -> list[int]:
    """M10.11: the pieces of a power on Flanders that have not moved."""
    own = (*GENERALS[power], *TRAINS[power])
    return [p for p in own if state.place[p] >= 0 and FLANDERS >> state.place[p] & 1 and not task.moved >> p & 1]


def run(state: State) -> State:
    """The next who moves; without any the phase is over."""
    task = state.task
    assert isinstance(task, Moves)
    if task.turns:
        return state.replaced(task._replace(turns=task.turns[1:]))
    return state.replaced(task._replace(awaited=task.awaited[1:])) if task.awaited else state.popped()


def take_flanders(desk: Desk) -> None:
    """D17, M10.11: one piece on Flanders, or pass: whoever passes has nothing left to move there in this phase."""
    task = desk.state.task
    assert isinstance(task, Moves)
    power = task.turns[0]
    lines = desk.lines(Move, Flag, Command, asked="a move on Flanders")
    desk.no_bids()
    passes = [line for line in lines if isinstance(line.order, Flag) and line.order.what == "pass"]
    for line in lines:
        if isinstance(line.order, Flag) and line not in passes:
            desk.not_asked(line, "a move on Flanders")
    moves = [line for line in lines if isinstance(line.order, Move)]
    if not passes and not moves:
        desk.say(ma.NOTHING_DECIDED(Where(("do",)), form="pass"))
        return
    for line in moves[1:] if not passes else moves:
        desk.say(ma.ONE_PIECE(line.at))
    desk.understood += [line.order for line in passes[:1]]
    phase = moved_on_flanders(desk, power, moves[:1], [line for line in lines if isinstance(line.order, Command)])
    wished = desk.troops()
    settled(desk, phase, {p: n for p, n in wished.items() if POWER_OF[p] == power})
    others = [p for p in desk.powers if p != power]
    transfers(desk, {p: n for p, n in wished.items() if POWER_OF[p] in others}, others)
    if moves and desk.state.treaties:
        from pbem.rulesets.maria.bound import breaches  # not for check: where nothing was agreed

        breaches(desk, phase)
    turns, moved = (*task.turns[1:], power), phase.moved
    if passes:
        turns, stays = task.turns[1:], left_on_flanders(desk.state, task, power)
        moved |= sum([1 << piece for piece in stays])
    desk.state = desk.state.replaced(task._replace(moved=moved, turns=turns))
    tell_neglect(desk, phase.before)


def moved_on_flanders(desk: Desk, power: int, moves: list[Line], commands: list[Line]) -> Phase:
    """M10.11: the one move; M6.2: and who commands the stack that it forms."""
    task = desk.state.task
    assert isinstance(task, Moves)
    phase = Phase(desk.state, (power,), task.moved)
    for line in moves:
        piece = line.order.pieces[0]
        if POWER_OF[piece] == power and piece not in left_on_flanders(desk.state, task, power):
            desk.say(ma.ONE_PIECE(line.at, piece=name_of_piece(piece), form="map"))
        elif len(line.order.pieces) > 1:
            desk.say(ma.ONE_PIECE(line.at))
        else:
            done = move(phase, line)
            desk.understood += [done] if done else ["pass"]
            phase.ordered[piece] = line.at
    for line in commands if not has_errors((*desk.said, *phase.said)) else ():
        named = command(phase, line)
        desk.understood += [named] if named else []
    return phase


def take(desk: Desk) -> None:
    """D13 to D18: a whole movement phase of a role, and what it says ahead of its battles."""
    task = desk.state.task
    assert isinstance(task, Moves)
    powers = own_powers(desk.state, desk.role)
    asked = f"the moves of {listed(POWER_NAMES[p] for p in powers)}"
    lines = desk.lines(Move, Stay, Command, Return, Battles, Flag, asked=asked)
    if yields(desk, lines, task):
        return
    wished = desk.troops()
    phase = marched(desk, lines, powers)
    unread = has_errors(desk.said) or has_errors(phase.said)
    if unread:
        for fault in phase.said:
            desk.say(fault)
        desk.state = phase.state
    else:
        # With an order that failed, what [troops] asks for cannot be judged: the moves it counts on are missing.
        settled(desk, phase, {p: n for p, n in wished.items() if POWER_OF[p] in powers})
    others = [p for p in desk.powers if p not in powers]
    transfers(desk, {p: n for p, n in wished.items() if POWER_OF[p] in others}, others)
    if desk.state.treaties or desk.state.truce or desk.state.saxony == "neutral":
        from pbem.rulesets.maria.bound import judge_moves  # not for check: where nothing was agreed, nobody neutral

        judge_moves(desk, phase, unread)
    task = task._replace(moved=phase.moved | sum([1 << piece for piece in phase.staying]))  # no ally takes them along
    desk.state = desk.state.replaced(task)
    ahead = said_ahead(desk, lines, powers, unread)
    rest = task.awaited[1:]
    desk.state = desk.state.replaced(task._replace(awaited=rest, ahead=(*task.ahead, *ahead)))
    tell_neglect(desk, phase.before)
    if desk.think and not has_errors(desk.said):
        for warning in warn(desk.state, powers, phase):
            desk.say(warning)
        if any(around(desk.state.city_bits(GENERALS[p])) & enemy_stacks(desk.state, p) for p in powers):
            from pbem.rulesets.maria.due import say_battles  # not for check: of moves without a battle

            say_battles(desk)


def tell_neglect(desk: Desk, before: State) -> None:
    """M21.3: all learn of the agreements that are broken now by what was left undone, each once in a step."""
    if desk.state.treaties:
        from pbem.rulesets.maria.undone import neglected  # not for check: where nothing was agreed

        for event in neglected(before, desk.state):
            if event not in desk.events:
                desk.events.append(event)


def marched(desk: Desk, lines: list[Line], powers: tuple[int, ...]) -> Phase:
    """D13 to D18: the orders of a movement phase carried out in their turn, and how far it came."""
    task = desk.state.task
    assert isinstance(task, Moves)
    phase = Phase(desk.state, powers, task.moved)
    for line in lines:
        if phase.has_enough():
            break
        take_line(desk, phase, line)
    return phase


def take_line(desk: Desk, phase: Phase, line: Line) -> None:
    """One order of the phase, in its place."""
    order = line.order
    done: object = None
    if isinstance(order, Move):
        before = phase.state
        done = move(phase, line)
        if before.truce or before.saxony == "neutral":
            from pbem.rulesets.maria.leaving import strayed  # not for check: where nobody is neutral

            phase.said += strayed(before, phase.state, order.pieces, line.at) if done else ()
        phase.ordered.update(dict.fromkeys(order.pieces, line.at) if done else {})
    elif isinstance(order, Return):
        from pbem.rulesets.maria.trains import bring_back  # not for check

        done = bring_back(phase, line)
        phase.ordered.update({order.piece: line.at} if done else {})
    elif isinstance(order, Command):
        done = command(phase, line)
    elif isinstance(order, Stay):
        faults = [f for p, at in zip(order.pieces, line.words, strict=True) for f in check_stay(phase, p, at)]
        phase.said += faults
        phase.staying.update(order.pieces)
        done = None if faults else order
    elif isinstance(order, Flag):
        desk.state = phase.state
        take_flag(desk, line)
        phase.state = desk.state
    desk.understood += [done] if done else []


def yields(desk: Desk, lines: list[Line], task: Moves) -> bool:
    """M10.11, D13: Austria lets the Pragmatic Army move first, and is asked again after it."""
    first = [line for line in lines if isinstance(line.order, Flag) and line.order.what == "first"]
    if not first:
        return False
    for line in lines:
        if line not in first:
            desk.not_asked(line, "nothing else, if the Pragmatic Army moves first")
    others = task.awaited[1:]
    if owner_of(desk.state, AUSTRIA) != desk.role or not others:
        desk.say(ma.NOT_A_CHOICE(first[0].at, form="first"))
        return True
    desk.understood.append(first[0].order)
    desk.state = desk.state.replaced(task._replace(awaited=(*others, desk.role)))
    return True


def said_ahead(desk: Desk, lines: list[Line], powers: tuple[int, ...], unread: bool) -> tuple[tuple[str, object], ...]:
    """D18, D19 ahead; the chapter loads only if somebody stands next to an enemy or speaks of battles."""
    battles = [line for line in lines if isinstance(line.order, Battles)]
    speaks = bool(battles) or bool(desk.body.get("bid")) or "retreat" in desk.body
    if not speaks or unread:
        return ()
    from pbem.rulesets.maria.combat import own_pairs  # not for check
    from pbem.rulesets.maria.fights import take_attacks  # not for check

    pairs = own_pairs(desk.state, group_of_stage(desk.state), desk.role)
    return ((desk.role, take_attacks(desk, battles, pairs)),)


# what is legal and may still be a slip


def warn(state: State, powers: tuple[int, ...], phase: Phase) -> Iterator[Diagnostic]:
    """All warnings about the position after the phase."""
    idle = tuple(p for p in phase.origin if not phase.has_moved(p) and p not in phase.staying)
    if idle:
        names, form = listed(PIECE_NAMES[p] for p in idle), "one" if len(idle) == 1 else ""
        yield ma.NO_ORDERS(SHEET, pieces=names, stay=str(Stay(idle)), form=form)
    yield from unprotected(state, powers, phase)
    yield from unsupplied(state, powers)


def unprotected(state: State, powers: tuple[int, ...], phase: Phase) -> Iterator[Diagnostic]:
    """M10.31: own fortresses that were protected before the moves and no longer are, with an enemy not far away."""
    before = state.put(phase.origin)
    bare = []
    for power in powers:
        near = around_enemies(state, power)
        for city in cities_in(controlled_by(state, power) & FORTRESSES & near):
            if protected(before, city) and not protected(state, city):
                bare.append(name_of(city))
    if bare:
        yield ma.LEFT_UNPROTECTED(SHEET, cities=listed(dict.fromkeys(bare)))


REACH = 4  # a general's longest normal move


def enemy_stacks(state: State, power: int) -> int:
    """The cities where enemy generals stand."""
    return state.city_bits(p for other in enemies_of(state, power) for p in GENERALS[other])


def around_enemies(state: State, power: int) -> int:
    """Where enemy generals could come to in a turn."""
    board = enemy_stacks(state, power)
    for _ in range(REACH):
        board |= around(board)
    return board


def unsupplied(state: State, powers: tuple[int, ...]) -> Iterator[Diagnostic]:
    """M9.5: generals who would be out of supply if they stood so in their supply phase."""
    for power in powers:
        for piece in on_map(state, power):
            if path_of(state, piece).kind == "none":
                form = "again" if state.is_face_down(piece) else ""
                facts = {"city": name_of(state.place[piece]), "power": POWER_NAMES[power]}
                yield ma.OUT_OF_SUPPLY(SHEET, piece=PIECE_NAMES[piece], **facts, form=form)
