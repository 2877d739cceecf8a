"""Sheets about cards of fate: what each of them asks (D17-D27)."""

from __future__ import annotations

from collections.abc import Callable

from pbem.core.diagnostics import LazyCodes, Where, has_errors
from pbem.core.events import Event
from pbem.core.names import listed
from pbem.rulesets.friedrich import cards
from pbem.rulesets.friedrich.board import AUSTRIA, BITS, FRANCE, HANOVER, IDS, PRUSSIA, RUSSIA, cities_in, name_of
from pbem.rulesets.friedrich.decisions import FATE_WORDS, Desk
from pbem.rulesets.friedrich.fate import (
    HILDBURGHAUSEN,
    declined,
    laudon_steps,
    lost,
    received,
    stacks_facing_daun,
    turnable,
    turned_down,
    weakest_choice,
    west_of,
    with_room,
    with_spare,
)
from pbem.rulesets.friedrich.movement import captured, occupied_without, one_face
from pbem.rulesets.friedrich.orders import (
    DOTS,
    Discard,
    Exchange,
    Give,
    Line,
    Move,
    Reconquer,
    Reinforce,
    Retire,
    TurnDown,
    Weaken,
    parse_order,
)
from pbem.rulesets.friedrich.recruitment import not_held
from pbem.rulesets.friedrich.state import (
    LAUDON,
    NATION_NAMES,
    NATION_OF,
    PIECE_IDS,
    PIECE_NAMES,
    RANK,
    RETIRED,
    Combat,
    Fate,
    State,
    name_of_piece,
    names_of,
    nations_of,
    owner_of,
)
from pbem.rulesets.friedrich.strokes import can_retire, least_loss, retired

fr = LazyCodes("pbem.rulesets.friedrich.diagnostics")


def take_fate(desk: Desk) -> None:
    """D19, D20, D24: what a card of fate asks."""
    task = desk.state.task
    assert isinstance(task, Fate)
    desk.no_bids()
    lines = desk.body.get("do", [])
    if isinstance(lines, list) and any(is_refusal(line) for line in lines):
        take_refusal(desk, task.card, lines)
    _FATES[task.card](desk)


def is_refusal(line: object) -> bool:
    """Whether a line of ``do`` declines something."""
    return isinstance(line, str) and line.strip().lower().startswith("decline")


def take_refusal(desk: Desk, card: str, lines: list[str]) -> None:
    """``decline 8C``: the same as no order, said aloud; beside an order that takes the offer up it is a slip."""
    for number, text in enumerate(lines):
        at = Where(("do", number))
        line = parse_order(text, PRUSSIA, at, desk.say) if is_refusal(text) else None
        if line is not None and line.order.card != card:
            desk.say(fr.NOT_ASKED(at, order=f"Declining {line.order.card}", asked=FATE_WORDS[card][1]))
        elif line is not None:
            desk.understood.append(str(line.order))
        elif not is_refusal(text):
            desk.say(fr.DECLINED_TOO(at, card=card))
    desk.body = {**desk.body, "do": []}


def take_retire(desk: Desk) -> None:
    """D19, F11.14: Prussia retires a general with Sweden's stroke."""

    desk.transfers(desk.troops(), nations_of(desk.state, desk.role))
    line = chosen(desk, Retire, PRUSSIA, "which general retires", f'"retire {PIECE_NAMES[least_loss(desk.state)]}"')
    if line is None:
        return
    piece, choices = line.order.piece, can_retire(desk.state)
    if piece not in choices:
        why = (
            "he is out of the game already"
            if desk.state.place[piece] == RETIRED
            else "it must be a Prussian general, not Friedrich"
        )
        names = listed(names_of(choices), "or")
        desk.say(fr.RETIRE_ILLEGAL(line.words[0], piece=name_of_piece(piece), why=why, choices=names))
    else:
        desk.understood.append(str(line.order))
        desk.state, news = retired(desk.state.popped(), piece)
        desk.events += news


def take_reinforce(desk: Desk, nation: int) -> None:
    """D20, F11.6: the general who receives the free troop of 1♣, 8♠ or 11♣."""
    desk.transfers(desk.troops(), nations_of(desk.state, desk.role))
    choices = with_room(desk.state, nation)
    example = f'"reinforce {PIECE_NAMES[choices[0]]}"'
    line = chosen(desk, Reinforce, nation, "which general receives the troop", example)
    if line is None:
        return
    piece = line.order.piece
    if piece not in choices:
        off = "he is not on the map" if desk.state.place[piece] < 0 else "his stack is full"
        why = off if NATION_OF[piece] == nation else f"he is not {NATION_NAMES[nation]}'s"
        names = listed(names_of(choices), "or")
        desk.say(fr.REINFORCE_ILLEGAL(line.words[0], piece=name_of_piece(piece), why=why, choices=names))
    else:
        done(desk, line, received(desk.state.popped(), piece))


def take_weaken(desk: Desk) -> None:
    """D21, 10♣: the Prussian general who loses a troop."""
    desk.transfers(desk.troops(), nations_of(desk.state, desk.role))
    choices = with_spare(desk.state, PRUSSIA)
    example = f'"weaken {PIECE_NAMES[weakest_choice(desk.state)]}"'
    line = chosen(desk, Weaken, PRUSSIA, "which general loses a troop", example)
    if line is None:
        return
    if line.order.piece not in choices:
        names = listed(names_of(choices), "or")
        desk.say(fr.WEAKEN_ILLEGAL(line.words[0], piece=name_of_piece(line.order.piece), choices=names))
    else:
        done(desk, line, lost(desk.state.popped(), line.order.piece))


def take_turn_down(desk: Desk) -> None:
    """D25, 6♦: Austria may turn a Prussian stack in Austria or Saxony face-down."""
    desk.transfers(desk.troops(), nations_of(desk.state, desk.role))
    line = desk.only(desk.lines(PRUSSIA, TurnDown, asked="a stack to turn face-down"), TurnDown)
    choices = turnable(desk.state)
    if line is None:
        left_alone(desk, "6D")
    elif line.order.piece not in choices:
        names = listed(names_of(choices), "or")
        desk.say(fr.TURN_ILLEGAL(line.words[0], piece=name_of_piece(line.order.piece), choices=names))
    else:
        done(desk, line, turned_down(desk.state.popped(), line.order.piece))


def take_card(desk: Desk, nation: int, kind: type, what: str) -> None:
    """D22, D23, D26: a card of the own hand, or nothing; what comes of it is settled when all have answered."""
    desk.transfers(desk.troops(), nations_of(desk.state, desk.role))
    line = desk.only(desk.lines(nation, kind, asked=what), kind)
    text = ""
    if line is not None:
        card = cards.take(desk.state.hands[nation], line.order.card)
        if card is None:
            desk.say(not_held(desk.state, nation, line.order.card, line.words[0]))
            return
        desk.understood.append(str(line.order))
        text = cards.write([card])
    task = desk.state.task
    assert isinstance(task, Fate)
    desk.state = desk.state.replaced(task._replace(answers=(*task.answers, (desk.role, text))))


def take_exchange(desk: Desk) -> None:
    """D22, 1♥: Austria and Russia each offer a card, unseen by the other, or refuse."""
    nation = next(n for n in (AUSTRIA, RUSSIA) if owner_of(desk.state, n) == desk.role)
    take_card(desk, nation, Exchange, "a card to exchange")


def take_retaken(desk: Desk) -> None:
    """D18, F13.3: two of the four objectives of East Prussia."""
    from pbem.rulesets.friedrich.offensive import GARRISONED, retaken

    names = [name_of(c) for c in cities_in(GARRISONED)]
    desk.transfers(desk.troops(), nations_of(desk.state, desk.role))
    example = f'"reconquer {names[0]}, {names[1]}"'
    line = chosen(desk, Reconquer, PRUSSIA, "which two cities are retaken", example)
    if line is None:
        return
    cities = line.order.cities
    if len(set(cities)) != 2 or any(not GARRISONED >> city & 1 for city in cities):
        desk.say(fr.RECONQUER_ILLEGAL(line.words[0], choices=listed(names)))
    else:
        done(desk, line, retaken(desk.state.popped(), cities))


def take_west(desk: Desk) -> None:
    """D27, 12♥: Prussia may move Hildburghausen two cities west."""
    desk.transfers(desk.troops(), nations_of(desk.state, desk.role))
    line = desk.only(desk.lines(PRUSSIA, Move, asked="Hildburghausen's way west"), Move)
    if line is None:
        left_alone(desk, "12H")
        return
    goals, state, way = west_of(desk.state), desk.state, line.order.way
    start, goal = state.place[HILDBURGHAUSEN], way[-1]
    free = ~occupied_without(state, ())
    middles = [c for c in cities_in(BITS[start] & free) if BITS[c] >> goal & 1]
    fits = len(way) == 1 or (len(way) == 2 and (way[0] in middles or way[0] == DOTS))
    if line.order.pieces != (HILDBURGHAUSEN,) or not goals >> goal & 1 or not fits:
        why = "it is Hildburghausen who may be moved, two cities west over an empty one"
        choices = listed([name_of(c) for c in cities_in(goals)], "or")
        piece = listed(names_of(line.order.pieces))
        facts = {"piece": piece, "city": name_of(goal), "why": why, "choices": choices}
        desk.say(fr.FATE_STEP_ILLEGAL(line.words[-1], **facts))
        return
    passed = way[0] if len(way) == 2 and way[0] != DOTS else middles[0]
    names = {"nation": "imperial", "pieces": ["hildburghausen"], "way": [IDS[start], IDS[passed], IDS[goal]]}
    done(desk, line, (state.popped().put({HILDBURGHAUSEN: goal}), (Event("stepped", names),)))


def take_aside(desk: Desk) -> None:
    """D17, 8♣, C8: Prussian stacks next to Daun may step aside, one after the other, and are not attacked."""
    from pbem.rulesets.friedrich.combat import struck

    desk.transfers(desk.troops(), nations_of(desk.state, desk.role))
    facing = stacks_facing_daun(desk.state)
    for line in desk.lines(PRUSSIA, Move, asked="stacks that step aside"):
        order: Move = line.order
        start = desk.state.place[order.pieces[0]]
        goals = BITS[start] & ~occupied_without(desk.state, ()) if start in facing else 0
        stack = desk.state.stack(start) if start >= 0 else ()
        if len(order.way) != 1 or not goals >> order.way[0] & 1 or not set(order.pieces) <= set(stack):
            choices = listed([name_of(c) for c in cities_in(goals)], "or") or "nowhere"
            why = "only a whole stack next to Daun steps aside, to an empty city next to it, once"
            facts = {"piece": listed(names_of(order.pieces)), "city": name_of(order.way[-1]), "why": why}
            desk.say(fr.FATE_STEP_ILLEGAL(line.words[-1], **facts, choices=choices, hint=f"They may go to {choices}."))
            continue
        facing.remove(start)
        names = {"nation": "prussia", "pieces": [PIECE_IDS[p] for p in stack], "way": [IDS[start], IDS[order.way[0]]]}
        desk.events.append(Event("stepped-aside", names))
        desk.understood.append(str(order))
        desk.state = desk.state.put(dict.fromkeys(stack, order.way[0]))
        task = desk.state.task
        below = desk.state.popped()
        combat = below.task
        assert isinstance(combat, Combat)
        desk.state = struck(below, [pair for pair in combat.pairs if start in pair]).pushed(task)
    if not has_errors(desk.said):
        desk.state = desk.state.popped()


def left_alone(desk: Desk, card: str) -> None:
    """What a card of fate offered is not taken."""
    desk.state = desk.state.popped()
    desk.events.append(declined(card))


def done(desk: Desk, line: Line, news: tuple[State, tuple[Event, ...]]) -> None:
    """The choice is carried out."""
    desk.understood.append(str(line.order))
    desk.state = news[0]
    desk.events += news[1]


def chosen(desk: Desk, kind: type, nation: int, what: str, example: str) -> Line | None:
    """The one order a card of fate asks for; None after a complaint."""
    line = desk.only(desk.lines(nation, kind, asked=what), kind)
    if line is None and not has_errors(desk.said):
        desk.say(fr.NOTHING_DECIDED(Where(("do",)), what=what, example=example))
    return line


def take_laudon(desk: Desk) -> None:
    """D24, 6♠: Laudon may step one city, out of a stack and into one; the split comes with [troops]."""

    wished = desk.troops()
    line = desk.only(desk.lines(AUSTRIA, Move, asked="Laudon's step"), Move)
    desk.transfers({p: n for p, n in wished.items() if NATION_OF[p] != AUSTRIA},
                   [n for n in nations_of(desk.state, desk.role) if n != AUSTRIA])  # fmt: skip
    phase = desk.phase(AUSTRIA, wished)
    phase.state = phase.state.popped()
    if line is None:
        phase.events.append(declined("6S"))
    else:
        order: Move = line.order
        steps = laudon_steps(desk.state)
        goal = order.way[-1]
        if order.pieces != (LAUDON,) or len(order.way) != 1 or not steps >> goal & 1:
            why = (
                "it is Laudon alone who may step one city"
                if order.pieces != (LAUDON,) or len(order.way) != 1
                else "it is not next to him, or not free"
            )
            choices = listed([name_of(c) for c in cities_in(steps)], "or")
            piece = listed(names_of(order.pieces))
            desk.say(fr.FATE_STEP_ILLEGAL(line.words[-1], piece=piece, city=name_of(goal), why=why, choices=choices))
            return
        there = phase.state.at(goal)
        start = phase.state.place[LAUDON]
        facts = {"nation": "austria", "pieces": ["laudon"], "way": [IDS[start], IDS[goal]]}
        phase.events.append(Event("stepped", facts))
        phase.state = phase.state.put({LAUDON: goal})
        phase.moved[LAUDON] = 1
        if there and not RANK[there[0]]:
            phase.state, news = captured(phase.state, AUSTRIA, there[0])
            phase.events += news
        phase.state = one_face(phase.state, goal)
        desk.understood.append(str(order))
    if not has_errors(desk.said):
        desk.settled(phase, {p: n for p, n in wished.items() if NATION_OF[p] == AUSTRIA})


_FATES: dict[str, Callable[[Desk], None]] = {
    "sweden": take_retire,
    "garrison": take_retaken,
    "1C": lambda desk: take_reinforce(desk, RUSSIA),
    "1H": take_exchange,
    "4H": lambda desk: take_card(desk, FRANCE, Discard, "a card to change"),
    "6S": take_laudon,
    "6D": take_turn_down,
    "8S": lambda desk: take_reinforce(desk, PRUSSIA),
    "8C": take_aside,
    "9D": lambda desk: take_card(desk, PRUSSIA, Give, "a card to give"),
    "10C": take_weaken,
    "11C": lambda desk: take_reinforce(desk, HANOVER),
    "12H": take_west,
}
