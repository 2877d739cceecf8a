"""The discard of a card just drawn (F3.3), said before it was drawn: cards in order of liking, or the lowest (D2)."""

from __future__ import annotations

from pbem.core import LazyCodes, Where
from pbem.rulesets.common import Card, Line, by_suit, face_text, meant
from pbem.rulesets.friedrich.desk import Desk
from pbem.rulesets.friedrich.draws import discarders, lowest
from pbem.rulesets.friedrich.orders import Discard, DiscardFirst
from pbem.rulesets.friedrich.state import NATION_NAMES, Stage

fr = LazyCodes("pbem.rulesets.friedrich.diagnostics")


def settled_wish(desk: Desk, lines: list[Line], stage: Stage) -> list[Line]:
    """The one discard of a sheet as a plain one, with the card that it comes to; nothing where none is to be made."""
    found = [line for line in lines if isinstance(line.order, Discard | DiscardFirst)]
    for line in found[1:]:
        desk.say(fr.SAID_TWICE(line.at, order="a discard"))
    if not all(card.value for card in stage.drawn):
        foresee(desk, found[0] if found else None, stage)
        return []
    if isinstance(found[0].order, Discard):
        return found[:1]
    if not stage.drawn:  # F3.3: all cards drawn are kept, and ``lowest`` was for the case that they are not
        ever = stage.nation in discarders(desk.state.mode)
        return [] if ever and found[0].order.lowest else [Line(Discard((0, "", 0)), found[0].at)]
    return chosen(desk, found[0], stage)


def foresee(desk: Desk, line: Line | None, stage: Stage) -> None:
    """What can be said of a discard before its cards are drawn: whether it will serve whatever they are."""
    nation = NATION_NAMES[stage.nation]
    if line is None:
        desk.say(fr.DISCARD_UNSURE(Where(("do",)), nation=nation, number=len(stage.drawn), form="missing"))
        return
    desk.understood.append(str(line.order))
    if isinstance(line.order, Discard) or not line.order.lowest:
        desk.say(fr.DISCARD_UNSURE(line.words[0], card=str(line.order).removeprefix("discard "), nation=nation))


def chosen(desk: Desk, line: Line, stage: Stage) -> list[Line]:
    """The wish as a plain discard, or nothing after a complaint."""
    wish: DiscardFirst = line.order
    held = [card for face in wish.cards if (card := meant(stage.drawn, face)) is not None]
    if not held and not wish.lowest:
        facts = {"card": " ".join(map(face_text, wish.cards)), "drawn": in_words(stage.drawn)}
        desk.say(fr.DISCARD_NOT_DRAWN(line.words[0], **facts, form="several"))
        return []
    card = held[0] if held else lowest(stage.drawn)
    return [Line(Discard((card.value, card.suit, card.deck)), line.at, line.words)]


def in_words(cards: tuple[Card, ...]) -> str:
    """Cards as a hint names them."""
    return " ".join(str(card) for card in sorted(cards, key=by_suit))
