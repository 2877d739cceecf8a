"""Sheets about cards of fate: retiring, reinforcing, stepping (D19, D20, D24)."""

from __future__ import annotations

from collections.abc import Callable

from pbem.core.diagnostics import LazyCodes, Where, has_errors
from pbem.core.events import Event
from pbem.core.names import listed
from pbem.rulesets.friedrich.board import AUSTRIA, IDS, PRUSSIA, cities_in, name_of
from pbem.rulesets.friedrich.decisions import Desk
from pbem.rulesets.friedrich.fate import can_retire, laudon_steps, least_loss, received, retired, with_room
from pbem.rulesets.friedrich.movement import captured, one_face
from pbem.rulesets.friedrich.orders import Line, Move, Reinforce, Retire
from pbem.rulesets.friedrich.state import (
    LAUDON,
    NATION_OF,
    PIECE_NAMES,
    RANK,
    RETIRED,
    Fate,
    name_of_piece,
    names_of,
    nations_of,
)

fr = LazyCodes("pbem.rulesets.friedrich.diagnostics")


def take_fate(desk: Desk) -> None:
    """D19, D20, D24: what a card of fate asks."""
    task = desk.state.task
    assert isinstance(task, Fate)
    desk.no_bids()
    _FATES[task.card](desk)


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


def take_reinforce(desk: Desk) -> None:
    """D20, F11.6: the general who receives the free troop of 8♠."""

    desk.transfers(desk.troops(), nations_of(desk.state, desk.role))
    choices = with_room(desk.state, PRUSSIA)
    line = chosen(
        desk, Reinforce, PRUSSIA, "which general receives the troop", f'"reinforce {PIECE_NAMES[choices[0]]}"'
    )
    if line is None:
        return
    piece = line.order.piece
    if piece not in choices:
        off = "he is not on the map" if desk.state.place[piece] < 0 else "his stack is full"
        why = off if NATION_OF[piece] == PRUSSIA else "it must be a Prussian general"
        names = listed(names_of(choices), "or")
        desk.say(fr.REINFORCE_ILLEGAL(line.words[0], piece=name_of_piece(piece), why=why, choices=names))
    else:
        desk.understood.append(str(line.order))
        desk.state, news = received(desk.state.popped(), piece)
        desk.events += news


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
    if line is not None:
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


_FATES: dict[str, Callable[[Desk], None]] = {"sweden": take_retire, "8S": take_reinforce, "6S": take_laudon}
