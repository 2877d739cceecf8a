"""Sheets about cards of fate: what each of them asks (D17-D27)."""

from __future__ import annotations

from collections.abc import Callable

from pbem.core import LazyCodes, Where, has_errors, listed
from pbem.core.events import Event
from pbem.rulesets.common.roads import DOTS
from pbem.rulesets.friedrich import cards
from pbem.rulesets.friedrich import events as happened
from pbem.rulesets.friedrich.board import (
    AUSTRIA,
    BITS,
    FRANCE,
    HANOVER,
    IDS,
    IMPERIAL,
    PRUSSIA,
    RUSSIA,
    cities_in,
    name_of,
)
from pbem.rulesets.friedrich.combat import struck
from pbem.rulesets.friedrich.desk import Desk
from pbem.rulesets.friedrich.draws import not_held
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
from pbem.rulesets.friedrich.movement import captured, settled, transfers
from pbem.rulesets.friedrich.offensive import GARRISONED, retaken
from pbem.rulesets.friedrich.order_reader import parse_order
from pbem.rulesets.friedrich.orders import (
    Discard,
    Exchange,
    Give,
    Line,
    Move,
    Reconquer,
    Reinforce,
    Retire,
    Stay,
    TurnDown,
    Weaken,
)
from pbem.rulesets.friedrich.state import (
    FRIEDRICH,
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
from pbem.rulesets.friedrich.supply import one_face

fr = LazyCodes("pbem.rulesets.friedrich.diagnostics")
# For each question of fate: the nations asked, what about, and what happens without an answer (section 5).
FATE_WORDS: dict[str, tuple[tuple[int, ...], str, str]] = {
    "sweden": ((PRUSSIA,), "which general Prussia retires", "the one whose loss costs least"),
    "garrison": ((PRUSSIA,), "which two cities of East Prussia are retaken", "the first two in alphabetical order"),
    "1C": ((RUSSIA,), "which Russian general receives a troop", "the highest-ranked with room"),
    "1H": ((AUSTRIA, RUSSIA), "whether Austria and Russia exchange a card", "no exchange"),
    "4H": ((FRANCE,), "whether France changes a card", "no change"),
    "6S": ((AUSTRIA,), "whether Laudon steps one city", "he stays"),
    "6D": ((AUSTRIA,), "which Prussian stack is turned face-down", "none"),
    "8S": ((PRUSSIA,), "which Prussian general receives a troop", "the highest-ranked with room"),
    "8C": ((PRUSSIA,), "which stacks step aside from Daun", "all stay"),
    "9D": ((PRUSSIA,), "whether Prussia gives Austria a card for another", "no"),
    "10C": ((PRUSSIA,), "which Prussian general loses a troop", "the stack with most troops to spare"),
    "11C": ((HANOVER,), "which Hanoverian general receives a troop", "the highest-ranked with room"),
    "12H": ((PRUSSIA,), "whether Hildburghausen is moved two cities west", "he stays"),
}


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
            desk.say(fr.NOT_ASKED(at, order=f"declining {line.order.card}", asked=FATE_WORDS[card][1]))
        elif line is not None:
            desk.understood.append(str(line.order))
        elif not is_refusal(text):
            desk.say(fr.DECLINED_TOO(at, card=card))
    desk.body = {**desk.body, "do": []}


def take_retire(desk: Desk) -> None:
    """D19, F11.14: Prussia retires a general with Sweden's stroke."""
    transfers(desk, desk.troops(), nations_of(desk.state, desk.role))
    line = chosen(desk, Retire, PRUSSIA, form="retire", piece=PIECE_NAMES[least_loss(desk.state)])
    if line is None:
        return
    piece, choices = line.order.piece, can_retire(desk.state)
    if piece not in choices:
        form = "gone" if desk.state.place[piece] == RETIRED else "friedrich" if piece == FRIEDRICH else ""
        names = listed(names_of(choices), "or")
        form = form if RANK[piece] else "train"
        desk.say(fr.RETIRE_ILLEGAL(line.words[0], piece=name_of_piece(piece), choices=names, form=form))
    else:
        desk.understood.append(str(line.order))
        desk.state, news = retired(desk.state.popped(), piece)
        desk.events += news


def take_reinforce(desk: Desk, nation: int) -> None:
    """D20, F11.6: the general who receives the free troop of 1♣, 8♠ or 11♣."""
    transfers(desk, desk.troops(), nations_of(desk.state, desk.role))
    choices = with_room(desk.state, nation)
    line = chosen(desk, Reinforce, nation, form="reinforce", piece=PIECE_NAMES[choices[0]])
    if line is None:
        return
    piece = line.order.piece
    if piece not in choices:
        own = NATION_OF[piece] == nation and RANK[piece]
        form = "" if not own else "off-map" if desk.state.place[piece] < 0 else "full"
        facts = {"nation": NATION_NAMES[nation], "choices": listed(names_of(choices), "or")}
        desk.say(fr.REINFORCE_ILLEGAL(line.words[0], piece=name_of_piece(piece), **facts, form=form))
    else:
        done(desk, line, received(desk.state.popped(), piece))


def take_weaken(desk: Desk) -> None:
    """D21, 10♣: the Prussian general who loses a troop."""
    transfers(desk, desk.troops(), nations_of(desk.state, desk.role))
    choices = with_spare(desk.state, PRUSSIA)
    line = chosen(desk, Weaken, PRUSSIA, form="weaken", piece=PIECE_NAMES[weakest_choice(desk.state)])
    if line is None:
        return
    if line.order.piece not in choices:
        names = listed(names_of(choices), "or")
        desk.say(fr.WEAKEN_ILLEGAL(line.words[0], piece=name_of_piece(line.order.piece), choices=names))
    else:
        done(desk, line, lost(desk.state.popped(), line.order.piece))


def take_turn_down(desk: Desk) -> None:
    """D25, 6♦: Austria may turn a Prussian stack in Austria or Saxony face-down."""
    transfers(desk, desk.troops(), nations_of(desk.state, desk.role))
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
    transfers(desk, desk.troops(), nations_of(desk.state, desk.role))
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
    names = [name_of(c) for c in cities_in(GARRISONED)]
    transfers(desk, desk.troops(), nations_of(desk.state, desk.role))
    line = chosen(desk, Reconquer, PRUSSIA, form="reconquer", city=names[0], other=names[1])
    if line is None:
        return
    cities = line.order.cities
    if len(set(cities)) != 2 or any(not GARRISONED >> city & 1 for city in cities):
        desk.say(fr.RECONQUER_ILLEGAL(line.at, choices=listed(names)))
    else:
        done(desk, line, retaken(desk.state.popped(), cities))


def take_west(desk: Desk) -> None:
    """D27, 12♥: Prussia may move Hildburghausen two cities west."""
    transfers(desk, desk.troops(), nations_of(desk.state, desk.role))
    # He is the Imperial Army's, so its pieces are those that can be meant.
    line = desk.only(moves(desk, IMPERIAL, "Hildburghausen's way west"), Move)
    if line is None:
        left_alone(desk, "12H")
        return
    goals, state, way = west_of(desk.state), desk.state, line.order.way
    start, goal = state.place[HILDBURGHAUSEN], way[-1]
    free = ~state.occupied()
    middles = [c for c in cities_in(BITS[start] & free) if BITS[c] >> goal & 1]
    fits = len(way) == 1 or (len(way) == 2 and (way[0] in middles or way[0] == DOTS))
    if line.order.pieces != (HILDBURGHAUSEN,) or not goals >> goal & 1 or not fits:
        form = "west" if line.order.pieces == (HILDBURGHAUSEN,) else "only-hildburghausen"
        facts = {"piece": listed(names_of(line.order.pieces)), "city": name_of(goal)}
        choices = listed([name_of(c) for c in cities_in(goals)], "or")
        at = line.words[-1] if form == "west" else line.words[0]
        desk.say(fr.FATE_STEP_ILLEGAL(at, **facts, choices=choices, form=form))
        return
    passed = way[0] if len(way) == 2 and way[0] != DOTS else middles[0]
    names = [IDS[city] for city in (start, passed, goal)]
    stepped = happened.Stepped(nation="imperial", pieces=["hildburghausen"], way=names)
    done(desk, line, (state.popped().put({HILDBURGHAUSEN: goal}), (stepped.event(),)))


def take_aside(desk: Desk) -> None:
    """D17, 8♣, C8: Prussian stacks next to Daun may step aside, one after the other, and are not attacked."""
    transfers(desk, desk.troops(), nations_of(desk.state, desk.role))
    facing = stacks_facing_daun(desk.state)
    before = desk.state.place
    for line in moves(desk, PRUSSIA, "stacks that step aside"):
        order: Move = line.order
        start = desk.state.place[order.pieces[0]]
        goals = BITS[start] & ~desk.state.occupied() if start in facing else 0
        stack = desk.state.stack(start) if start >= 0 else ()
        if len(order.way) != 1 or not goals >> order.way[0] & 1 or not set(order.pieces) <= set(stack):
            choices = listed([name_of(c) for c in cities_in(goals)], "or")
            facts = {"piece": listed(names_of(order.pieces)), "city": name_of(order.way[-1]), "choices": choices}
            desk.say(fr.FATE_STEP_ILLEGAL(line.words[-1], **facts, form="aside" if choices else "aside-nowhere"))
            continue
        facing.remove(start)
        pieces, names = [PIECE_IDS[p] for p in stack], [IDS[start], IDS[order.way[0]]]
        desk.events.append(happened.SteppedAside(nation="prussia", pieces=pieces, way=names).event())
        desk.understood.append(str(order))
        desk.state = desk.state.put(dict.fromkeys(stack, order.way[0]))
        task = desk.state.task
        below = desk.state.popped()
        combat = below.task
        assert isinstance(combat, Combat)
        desk.state = struck(below, [pair for pair in combat.pairs if start in pair]).pushed(task)
    if not has_errors(desk.said):
        desk.state = desk.state.popped()
        if desk.state.place == before:
            desk.events.append(declined("8C"))


def left_alone(desk: Desk, card: str) -> None:
    """What a card of fate offered is not taken."""
    desk.state = desk.state.popped()
    desk.events.append(declined(card))


def done(desk: Desk, line: Line, news: tuple[State, tuple[Event, ...]]) -> None:
    """The choice is carried out."""
    desk.understood.append(str(line.order))
    desk.state = news[0]
    desk.events += news[1]


def chosen(desk: Desk, kind: type, nation: int, form: str, **facts: str) -> Line | None:
    """The one order a card of fate asks for; None after a complaint."""
    task = desk.state.task
    assert isinstance(task, Fate)
    line = desk.only(desk.lines(nation, kind, asked=FATE_WORDS[task.card][1]), kind)
    if line is None and not has_errors(desk.said):
        desk.say(fr.NOTHING_DECIDED(Where(("do",)), **facts, form=form))
    return line


def moves(desk: Desk, nation: int, asked: str) -> list[Line]:
    """The moves of a sheet; that somebody stays may be said, too, but not of one who moves."""
    lines = desk.lines(nation, Move, Stay, asked=asked)
    moved = {piece for line in lines if isinstance(line.order, Move) for piece in line.order.pieces}
    for line in lines:
        if isinstance(line.order, Stay):
            for piece, at in zip(line.order.pieces, line.words, strict=True):
                if piece in moved:
                    desk.say(fr.STAYS_AND_MOVES(at, piece=name_of_piece(piece)))
            desk.understood.append(str(line.order))
    return [line for line in lines if isinstance(line.order, Move)]


def take_laudon(desk: Desk) -> None:
    """D24, 6♠: Laudon may step one city, out of a stack and into one; the split comes with [troops]."""
    wished = desk.troops()
    line = desk.only(moves(desk, AUSTRIA, "Laudon's step"), Move)
    others = [n for n in nations_of(desk.state, desk.role) if n != AUSTRIA]
    transfers(desk, {p: n for p, n in wished.items() if NATION_OF[p] != AUSTRIA}, others)
    phase = desk.phase(AUSTRIA, wished)
    phase.state = phase.state.popped()
    if line is None:
        phase.events.append(declined("6S"))
    else:
        order: Move = line.order
        steps = laudon_steps(desk.state)
        goal = order.way[-1]
        if order.pieces != (LAUDON,) or len(order.way) != 1 or not steps >> goal & 1:
            form = "only-laudon" if order.pieces != (LAUDON,) else "one-city" if len(order.way) != 1 else ""
            said = {"piece": listed(names_of(order.pieces)), "city": name_of(goal)}
            choices = listed([name_of(c) for c in cities_in(steps)], "or")
            at = line.words[0] if form == "only-laudon" else line.words[-1]
            desk.say(fr.FATE_STEP_ILLEGAL(at, **said, choices=choices, form=form))
            return
        there = phase.state.at(goal)
        start = phase.state.place[LAUDON]
        stepped = happened.Stepped(nation="austria", pieces=["laudon"], way=[IDS[start], IDS[goal]])
        phase.events.append(stepped.event())
        phase.state = phase.state.put({LAUDON: goal})
        phase.moved[LAUDON] = 1
        if there and not RANK[there[0]]:
            phase.state, news = captured(phase.state, AUSTRIA, there[0])
            phase.events += news
        phase.state = one_face(phase.state, goal)
        desk.understood.append(str(order))
    if not has_errors(desk.said):
        settled(desk, phase, {p: n for p, n in wished.items() if NATION_OF[p] == AUSTRIA})


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
