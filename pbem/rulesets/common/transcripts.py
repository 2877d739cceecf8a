"""Battles told: the events of a duel as one line, and as a block of a story."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, assert_never

from pbem.core import listed
from pbem.core.events import Event
from pbem.core.recall import fitted, kinds_of, recalled
from pbem.rulesets.common import Asked, Battle, BattleEvent, CutOff, Defeated, Fought, Played, Retreated, Tied
from pbem.rulesets.common.words import capital

Block = dict[str, Any]
Part = Battle | Played | Asked | Tied | Defeated  # of a duel


class Names(NamedTuple):
    """What a title calls its nations, pieces and cards."""

    nations: Mapping[str, str]  # by id
    pieces: Mapping[str, str]
    card: Callable[[str], str]  # ``10D`` as ``10♦``


# in one line


def condense(events: Iterable[Event]) -> tuple[Event, ...]:
    """The events with each battle, or each part of one that was interrupted, as one event ``fought``."""
    done: list[Event] = []
    part: list[Part] = []
    for event in events:
        match fight(event):
            case Battle() | Played() as what:
                part.append(what)
            case Asked() | Tied() | Defeated() as what:
                done.append(fought([*part, what]).event())
                part = []
            case CutOff() | Retreated() | None:
                done.append(event)
            case never:
                assert_never(never)
    return (*done, *([part[0].event()] if len(part) == 1 else [fought(part).event()] if part else ()))


def fight(event: Event) -> BattleEvent | None:
    """What happened in a battle for all to see, typed; None for any other event."""
    found: BattleEvent | None = None
    if event.kind in kinds_of(BattleEvent) and event.to is None:
        found = recalled(event, BattleEvent)
    return found


def fought(part: Sequence[Part]) -> Fought:
    """One event out of those of a duel; everything in it is public."""
    played = [what.told() for what in part if isinstance(what, Played)]
    battle = next((what.told() for what in part if isinstance(what, Battle)), None)
    return fitted(Fought, {**part[-1].told(), "played": played, "end": part[-1].kind, "battle": battle})


def told_short(f: Fought, names: Names) -> str:
    """``Anna (4) attacks Berta (6): The North 10♦ 9♦, the South 9♠; the North stops at -4 and loses 4 troops.``"""
    end: BattleEvent = recalled(Event(f.end, f.told()), BattleEvent)
    text = ""
    if f.battle is not None:
        battle = fitted(Battle, f.battle)
        (a, b), one = battle.troops, len(battle.active) == 1
        attack = "attacks" if one else "attack"
        text = f"{pieces(battle.active, names)} ({a}) {attack} {pieces(battle.other, names)} ({b}): "
    elif isinstance(end, Defeated):  # it began in an earlier step
        text = f"{names.pieces[end.victor]} beats {pieces(end.generals, names)}: "
    turns: list[tuple[str, list[str]]] = []
    for play in [fitted(Played, facts) for facts in f.played]:
        if not turns or turns[-1][0] != play.nation:
            turns.append((play.nation, []))
        turns[-1][1].append(card(play, names))
    cards = ", ".join(f"{capital(names.nations[nation])} {' '.join(played)}" for nation, played in turns)
    return f"{text}{cards or 'no card is played'}; {ending(end, names)}"


def pieces(ids: Iterable[str], names: Names) -> str:
    """``Anna and Berta``."""
    return listed(names.pieces[id_] for id_ in ids)


def card(play: Played, names: Names) -> str:
    """A card with what it was declared and what it counted, where that is not what it shows."""
    name = names.card(play.card)
    if play.card == "R":
        name += f" as {play.declared}"
    return name if play.value == play.declared else f"{name} (counting {play.value})"


def ending(end: BattleEvent, names: Names) -> str:
    """How it ended, or who must go on."""
    match end:
        case Defeated():
            removed = f"; {pieces(end.removed, names)} off the map" if end.removed else ""
            who, lost = capital(names.nations[end.nation]), end.lost
            troops = f"{lost} troop{'s' * (lost != 1)}"
            return f"{who} stops at {end.score:+d}, loses {troops}, {end.left} left{removed}."
        case Tied():
            return "a tie."
        case Asked():
            return f"{names.nations[end.nation]} at {end.score:+d} must say how it goes on."
        case Battle() | Played() | CutOff() | Retreated():
            return "it goes on."
        case _:
            assert_never(end)


# as a block


def block_of(title: str) -> Block:
    """An empty block; ``short`` is what becomes of the battle, for readers who do not want every card."""
    return {"title": title, "lines": [], "short": "", "over": False, "asked": False}


def new_block(active: str, other: str) -> Block:
    """The block of a battle that begins, with the two stacks in its title."""
    return block_of(f"Battle: {active} against {other}")


def add_to_block(block: Block, what: BattleEvent, told: Iterable[str]) -> bool:
    """A card, the end of a battle or what came of it, put into its block; gives whether that was the last of it."""
    if block["asked"]:  # it has been answered
        block["lines"].pop()
    lines = [line.removeprefix("- ") for line in told]
    block["lines"] += lines
    block["asked"] = isinstance(what, Asked)
    block["over"] = block["over"] or isinstance(what, Tied | Defeated)
    if not isinstance(what, Played):
        block["short"] = " ".join([block["short"], *lines] if block["over"] else lines).strip()
    return is_done(what)


def is_done(what: BattleEvent) -> bool:
    """Whether nothing more comes of a battle after that."""
    match what:
        case Tied() | Retreated() | CutOff():
            return True
        case Battle() | Played() | Asked() | Defeated():
            return False
        case _:
            assert_never(what)


def told_block(block: Block) -> Block:
    """A block as a report gets it."""
    return {"title": block["title"], "lines": block["lines"], "short": block["short"] or "Undecided."}
