"""A sheet taken in: checked on a player's view, and carried out on the state, by the same code (section 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pbem.core import SHEET, Diagnostic, LazyCodes, Where, has_errors, listed
from pbem.core.events import HIDDEN
from pbem.core.ruleset import Owed, Taken
from pbem.core.sheets import at_key
from pbem.rulesets.common import by_suit, face_text, meant, without
from pbem.rulesets.friedrich import events as happened
from pbem.rulesets.friedrich.board import (
    HOME,
    OBJECTIVES,
    cities_in,
    defender_of,
    name_of,
)
from pbem.rulesets.friedrich.desk import FAULTS, Desk, Enough, Phase, is_idle
from pbem.rulesets.friedrich.movement import check_stay, move, settled, transfers
from pbem.rulesets.friedrich.orders import (
    Battles,
    Discard,
    DiscardFirst,
    Line,
    Move,
    Offensive,
    Recruit,
    Stay,
)
from pbem.rulesets.friedrich.state import (
    COMMANDS,
    DEFENDERS,
    GENERALS,
    MOST,
    NATION_NAMES,
    NATION_OF,
    NATIONS,
    PIECE_IDS,
    PIECE_NAMES,
    Battle,
    Combat,
    Fate,
    Retreat,
    SetUp,
    Stage,
    State,
    house_rule,
    is_expert,
    is_offensive_due,
    maximum_of,
    names_of,
    nations_of,
    owner_of,
    protected_by,
    supplied,
    takes_part,
)

fr = LazyCodes("pbem.rulesets.friedrich.diagnostics")
Body = Mapping[str, Any]


# who must decide what


def awaiting(state: State) -> tuple[Owed, ...]:
    """What the game waits for, from whom, and what happens without an answer (section 5)."""
    if not state.agenda:
        return ()
    task = state.task
    if isinstance(task, SetUp):
        text = "as even as possible, the remainder to the highest ranks"
        return tuple(Owed(role, "set-up", "the distribution of troops", text) for role in COMMANDS[state.mode])
    if isinstance(task, Stage) and task.phase == "movement":
        if is_idle(state, task.nation):
            return ()
        name, default = NATION_NAMES[task.nation], "nothing moves"
        if is_offensive_due(state, task.nation):
            default = "nothing moves, and the offensive option is given up for good"
        return (Owed(owner_of(state, task.nation), "movement", f"{possessive(name)} moves", default),)
    if isinstance(task, Combat):
        return awaiting_battles(state, task)
    if isinstance(task, Battle):
        return awaiting_bids(state, task)
    if isinstance(task, Retreat):
        stack = state.stack(task.source)
        what = f"where {PIECE_NAMES[stack[0]]} retreats"
        return (Owed(owner_of(state, task.winner), "retreat", what, "the first city in alphabetical order"),)
    if isinstance(task, Fate):
        from pbem.rulesets.friedrich.choices import FATE_WORDS  # not for check

        nations, what, default = FATE_WORDS[task.card]
        asked = [owner_of(state, n) for n in nations if owner_of(state, n) not in dict(task.answers)]
        return tuple(Owed(role, "fate", what, default) for role in asked)
    return ()


def awaiting_battles(state: State, combat: Combat) -> tuple[Owed, ...]:
    """D12: the order of battles; or all bids of the stage, where they are given at once."""
    if not combat.pairs:
        return ()
    from pbem.rulesets.friedrich.battle_fate import may_step_aside  # not for check
    from pbem.rulesets.friedrich.combat import next_pair  # not for check

    if may_step_aside(state, combat):
        return ()
    if house_rule(state, "bidding") == "stage":
        what, default = "the bids for all battles of this stage", "stop where it is allowed, else the lowest card"
        roles = dict.fromkeys(owner_of(state, nation) for nation in combat.awaited)
        return tuple(Owed(role, "bids", what, default) for role in roles)
    # In a view of another role the order is hidden; the phase stands still only where it decides nothing.
    if len(combat.pairs) > 1 and (combat.order is HIDDEN or next_pair(combat) is None):
        return (Owed(owner_of(state, combat.nation), "battles", "the next battle", "the best-ranked commander's"),)
    return ()


def awaiting_bids(state: State, battle: Battle) -> tuple[Owed, ...]:
    """D13: the sides that owe a bid."""
    from pbem.rulesets.friedrich.combat import owner_of_side, sides_awaited  # not for check

    awaited = sides_awaited(state, battle)
    if not awaited:
        return ()
    names = [PIECE_NAMES[state.stack(city)[0]] for city in battle.pair]
    text = "stop where it is allowed, else the lowest card of the suit"
    return tuple(
        Owed(owner_of_side(state, battle, side), "bid", f"the bid for {names[side]} against {names[1 - side]}", text)
        for side in awaited
    )


def possessive(name: str) -> str:
    return f"{name}'" if name.endswith("s") else f"{name}'s"


# sheets


def take(state: State, role: str, body: Body, think: bool = True) -> Taken:
    """What a sheet leads to: on a view this is the check, on the state a part of the adjudication.

    With ``think`` bids and positions are thought through; what comes of it are warnings, so the adjudication does
    without.
    """
    owed = next((owed for owed in awaiting(state) if owed.role == role), None)
    desk = Desk(state, role, body, owed.what if owed else "", think)
    try:
        taker_of(owed.kind if owed else "")(desk)
        take_ahead(desk)
        if think:
            say_battles_ahead(desk, owed.kind if owed else "")
    except Enough:  # the sheet is refused, whatever else it says
        from pbem.core.codes import TOO_MUCH  # not for check

        desk.said.append(TOO_MUCH(desk.said[-1].at, limit=FAULTS, form="faults"))
    understood = tuple(map(str, desk.understood)) if think else ()
    return Taken(desk.state, tuple(desk.events), tuple(desk.said), understood)


def judge(state: State, role: str, body: Body) -> Taken:
    """What a sheet leads to, of which its writer has been told: nothing is thought through."""
    return take(state, role, body, think=False)


def spoken(view: State, role: str) -> Body | None:
    """The standing answer of a role to what it owes now, as a sheet; standing bids answer beside one without a bid."""
    if isinstance(view.task, Fate | Retreat) and role in dict(view.answers):
        return answer_on(view, role)
    if not view.standing:
        return None
    from pbem.rulesets.friedrich import standing  # not for check: where no bid stands

    return {} if standing.answers_for(view, role) else None


def parts(view: State, role: str, body: Body) -> tuple[str, ...]:
    """Those of the bids for a whole stage that standing bids answer beside a sheet, as they are called."""
    if not view.standing or not isinstance(view.task if view.agenda else None, Combat):
        return ()
    from pbem.rulesets.friedrich import stage_bids  # not for check: where no bid stands

    return stage_bids.parts(view, role, body)


def answer_on(view: State, role: str) -> Body | None:
    """The standing answer to what is asked, judged on the view of its owner."""
    from pbem.rulesets.friedrich.answers import answer_of  # not for check: where none stands

    return answer_of(view, role, lambda body: not has_errors(take(view, role, body).diagnostics))


def taker_of(kind: str) -> Callable[[Desk], None]:
    """The function that takes the sheets for a kind of decision."""
    if kind in _TAKERS:
        return _TAKERS[kind]
    if kind == "fate":
        from pbem.rulesets.friedrich.choices import take_fate  # not for check

        return take_fate
    from pbem.rulesets.friedrich.fights import TAKERS  # not for check

    return TAKERS[kind]


def take_ahead(desk: Desk) -> None:
    """Standing bids and answers, which any sheet may bring."""
    if desk.body.get("standing") or desk.body.get("withdraw"):
        from pbem.rulesets.friedrich.standing import take_standing  # not for check

        take_standing(desk)
    if "answers" in desk.body:
        from pbem.rulesets.friedrich.answers import take_answers  # not for check

        take_answers(desk)


def say_battles_ahead(desk: Desk, kind: str) -> None:
    """What comes of the battles that a sheet leads to or leaves, and of attacks that its standing bids answer."""
    if kind in ("movement", "battles") and isinstance(desk.state.task, Combat) and desk.state.task.pairs:
        from pbem.rulesets.friedrich.due import say_battles  # not for check: of moves without a battle

        say_battles(desk, kind)
    if desk.body.get("standing") and desk.state.agenda and not has_errors(desk.said):
        from pbem.rulesets.friedrich.retreat_outlook import say_defences  # not for check

        say_defences(desk)


def take_nothing(desk: Desk) -> None:
    """D7: a role that owes nothing may still shift troops inside its stacks."""
    for key in desk.body:
        if key not in ("troops", "standing", "withdraw", "answers") and desk.body[key]:
            desk.say(fr.NOTHING_OWED(at_key(key), key=key))
    wished = desk.troops()
    transfers(desk, wished, nations_of(desk.state, desk.role))


def take_set_up(desk: Desk) -> None:
    """D1, F1.13: every nation's troops, 1 to 8 a general, all of them."""
    desk.lines(0, asked="the distribution of troops")
    desk.no_bids()
    wished = desk.troops()
    for piece, number in wished.items():
        if not 1 <= number <= MOST:
            desk.say(fr.TROOPS_RANGE(desk.where_of(piece), piece=PIECE_NAMES[piece], number=number, form="set-up"))
    for nation in nations_of(desk.state, desk.role):
        numbers = {p: wished.get(p, desk.state.troops[p]) for p in GENERALS[nation] if desk.state.place[p] >= 0}
        total = sum(numbers.values())
        if total != maximum_of(desk.state.mode, nation):
            at = next((desk.where_of(p) for p in numbers if p in wished), Where(("troops",)))
            most, names = maximum_of(desk.state.mode, nation), listed(PIECE_NAMES[p] for p in numbers)
            desk.say(fr.SETUP_SUM(at, nation=NATION_NAMES[nation], total=total, maximum=most, generals=names))
        elif not has_errors(desk.said):
            desk.state = desk.state.with_troops(numbers)
            news = happened.Troops(nation=NATIONS[nation], troops={PIECE_IDS[p]: n for p, n in numbers.items()})
            desk.events.append(news.event(to=(desk.role,)))
            written = ", ".join(f"{PIECE_NAMES[p]} {n}" for p, n in numbers.items())
            desk.understood.append(f"{NATION_NAMES[nation]}: {written}")


def take_movement(desk: Desk) -> None:
    """D2, D5, D6, D8-D12: a whole movement phase, and the bids of the battles it leads to."""
    lines, wished, phase = marched(desk)
    nation = phase.nation
    unread = has_errors(desk.said) or has_errors(phase.said)
    own = {p: n for p, n in wished.items() if NATION_OF[p] == nation}
    if not unread:
        # With an order that failed, what [troops] asks for cannot be judged: the moves it counts on are missing.
        settled(desk, phase, own)
    else:
        for fault in phase.said:
            desk.say(fault)
        desk.state = phase.state
    others = [n for n in nations_of(desk.state, desk.role) if n != nation]
    transfers(desk, {p: n for p, n in wished.items() if NATION_OF[p] != nation}, others)
    begin_combat(desk, lines, phase, unread)
    if not has_errors(desk.said):
        desk.said += warn(desk.state, nation, phase) if desk.think else ()


def marched(desk: Desk) -> tuple[list[Line], dict[int, int], Phase]:
    """D2, D5, D8-D11: the orders of a movement phase carried out in their turn; the troops wished; how far it came."""
    stage = desk.state.task
    assert isinstance(stage, Stage)
    nation = stage.nation
    asked = f"{NATION_NAMES[nation]}'s moves"
    lines = desk.lines(nation, Move, Stay, Recruit, Battles, Discard, DiscardFirst, Offensive, asked=asked)
    wished = desk.troops()
    take_discard(desk, lines, stage)
    take_offensive(desk, lines, nation)
    phase = desk.phase(nation, wished)
    if house_rule(desk.state, "recruiting") == "after-moves":
        last = max((at for at, line in enumerate(lines) if isinstance(line.order, Move)), default=-1)
        early = [line for line in lines[: last + 1] if isinstance(line.order, Recruit)]
        desk.said += [fr.RECRUITED_EARLY(line.at) for line in early]
    for line in lines:
        if phase.has_enough():
            break
        if isinstance(line.order, Move):
            done = move(phase, line)
            desk.understood += [done] if done else []
        elif isinstance(line.order, Recruit):
            from pbem.rulesets.friedrich.recruitment import recruit  # not for check

            if recruit(phase, line):
                desk.understood.append(line.order)
    take_stays(desk, lines, phase)
    return lines, wished, phase


def take_stays(desk: Desk, lines: list[Line], phase: Phase) -> None:
    """F4.11: own pieces on the map that are said to stay; it changes nothing, and nobody asks about them."""
    for line in lines:
        if not isinstance(line.order, Stay):
            continue
        faults = [fault for piece, at in zip(line.order.pieces, line.words, strict=True)
                  for fault in check_stay(phase, piece, at)]  # fmt: skip
        phase.said += faults
        phase.staying.update(line.order.pieces)
        desk.understood += [] if faults else [line.order]


def take_offensive(desk: Desk, lines: list[Line], nation: int) -> None:
    """D4: in turn 3 of the expert game Prussia declares whether it takes the offensive option."""
    line = desk.only(lines, Offensive)
    if is_offensive_due(desk.state, nation):
        from pbem.rulesets.friedrich.offensive import declare_option  # not for check

        declare_option(desk, line)
    elif line is not None:
        from pbem.rulesets.friedrich.order_reader import ORDER_WORDS  # not for check

        form = "offensive" if is_expert(desk.state) else "expert"
        desk.say(fr.NOT_ASKED(line.at, order=ORDER_WORDS[Offensive], asked="", form=form))


def begin_combat(desk: Desk, lines: list[Line], phase: Phase, unread: bool) -> None:
    """F7.1: the combat phase; its chapter loads only if somebody stands next to an enemy or speaks of battles."""
    nation = phase.nation
    near = desk.state.city_bits(GENERALS[nation]) & phase.attack
    asked = desk.body.get("bid") or "retreat" in desk.body
    if near or asked or any(isinstance(line.order, Battles) for line in lines):
        from pbem.rulesets.friedrich.fights import take_battles_and_bids  # not for check

        take_battles_and_bids(desk, lines, nation, ahead=True, unread=unread)
    else:
        desk.state = desk.state.replaced(Stage(nation, "combat")).pushed(Combat(nation, ()))


def take_discard(desk: Desk, lines: list[Line], stage: Stage) -> None:
    """D2, F3.3: one of the cards just drawn goes face-down, before anything else."""
    if any(isinstance(line.order, DiscardFirst) for line in lines) or not all(card.value for card in stage.drawn):
        from pbem.rulesets.friedrich.discards import settled_wish  # not for check: said before the cards were drawn

        lines = settled_wish(desk, lines, stage)
        if not lines:
            return
    line = desk.only(lines, Discard)
    drawn = " ".join(str(card) for card in sorted(stage.drawn, key=by_suit))
    if not stage.drawn:
        if line:
            from pbem.rulesets.friedrich.draws import discarders  # not for check

            form = "discards-nothing" if stage.nation in discarders(desk.state.mode) else "no-discard"
            desk.say(fr.NOT_ASKED(line.at, order="a discard", nation=NATION_NAMES[stage.nation], form=form))
        return
    if line is None:
        from pbem.rulesets.friedrich.draws import lowest  # not for check

        nation = NATION_NAMES[stage.nation]
        desk.say(fr.DISCARD_MISSING(Where(("do",)), nation=nation, drawn=drawn, example=str(lowest(stage.drawn))))
        return
    card = meant(stage.drawn, line.order.card)
    if card is None:
        desk.say(fr.DISCARD_NOT_DRAWN(line.words[0], card=face_text(line.order.card), drawn=drawn))
        return
    hand = without(desk.state.hands[stage.nation], (card,))
    desk.state = desk.state.with_hand(stage.nation, hand).discarded((card,), face_up=False)
    desk.understood.append(f"discard {card}")
    news = happened.Discarded(nation=NATIONS[stage.nation], deck=card.deck, card=str(card))
    desk.events.append(news.event(own=desk.role))


# what is legal and may still be a slip


def warn(state: State, nation: int, phase: Phase) -> Iterator[Diagnostic]:
    """All warnings about the position after the phase."""
    idle = tuple(p for p in phase.origin if p not in phase.moved and p not in phase.staying)
    if idle:
        names, form = listed(PIECE_NAMES[p] for p in idle), "one" if len(idle) == 1 else ""
        yield fr.NO_ORDERS(SHEET, pieces=names, stay=str(Stay(idle)), form=form)
    yield from unprotected(state, nation, phase)
    yield from unsupplied(state, nation)


def unprotected(state: State, nation: int, phase: Phase) -> Iterator[Diagnostic]:
    """F5.4: objectives that a general of the nation protected before the moves and no longer does."""
    before, after = (protected_by(at, GENERALS[nation]) for at in (state.put(phase.origin), state))
    open_ = before & ~after & ~state.conquered
    targets = 0
    for other, board in enumerate(OBJECTIVES):
        if other not in DEFENDERS and takes_part(state, other):
            targets |= board
    bare = [c for c in cities_in(open_ & targets) if defender_of(c) == nation]
    if bare:
        names = listed([name_of(c) for c in bare])
        form = house_rule(state, "protection")
        yield fr.LEFT_UNPROTECTED(SHEET, cities=names, nation=NATION_NAMES[nation], form=form)


def unsupplied(state: State, nation: int) -> Iterator[Diagnostic]:
    """F9.4: generals who would be turned face-down or lost if they stood so in the supply phase."""
    good = supplied(state, nation)
    stacks: dict[int, list[int]] = {}
    for piece in GENERALS[nation]:
        if state.place[piece] >= 0 and not good >> state.place[piece] & 1:
            stacks.setdefault(state.place[piece], []).append(piece)
    for city, stack in stacks.items():
        # F1.7, F9.2: Russia and France have no home country but are supplied in their depots.
        words = (
            "" if HOME[nation] else "depot", "lost" if state.is_face_down(stack[0]) else "",
            "stack" if len(stack) > 1 else "",
        )  # fmt: skip
        yield fr.OUT_OF_SUPPLY(
            SHEET, piece=listed(names_of(stack)), city=name_of(city), nation=NATION_NAMES[nation],
            form="-".join(word for word in words if word),
        )  # fmt: skip


# The decisions whose sheets are taken here; those about battles and fate have chapters of their own.
_TAKERS: dict[str, Callable[[Desk], None]] = {"": take_nothing, "set-up": take_set_up, "movement": take_movement}
