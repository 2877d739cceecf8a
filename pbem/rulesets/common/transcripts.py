"""Battles told: the events of an exchange as one line, and as a block of a story."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from pbem.core.events import Event
from pbem.core.names import listed
from pbem.rulesets.common.words import capital

PARTS = ("battle", "played", "asked", "tied", "defeated")
ENDS = ("asked", "tied", "defeated")
OVER = ("tied", "defeated")  # nothing more is played
DONE = ("tied", "retreated", "cut-off")  # nothing more comes of it
Block = dict[str, Any]


class Names(NamedTuple):
    """What a title calls its nations, pieces and cards."""

    nations: Mapping[str, str]  # by id
    pieces: Mapping[str, str]
    card: Callable[[str], str]  # ``10D`` as ``10♦``


# in one line


def condense(events: Iterable[Event]) -> tuple[Event, ...]:
    """The events with each battle, or each part of one that was interrupted, as one event ``fought``."""
    done: list[Event] = []
    part: list[Event] = []
    for event in events:
        if event.kind in PARTS and event.to is None:
            part.append(event)
            if event.kind in ENDS:
                done.append(fought(part))
                part = []
        else:
            done.append(event)
    return (*done, *(part if len(part) == 1 else [fought(part)] if part else ()))


def fought(part: Sequence[Event]) -> Event:
    """One event out of those of an exchange; everything in it is public."""
    facts: dict[str, Any] = {"played": [], "end": part[-1].kind, **part[-1].facts}
    for event in part:
        if event.kind == "battle":
            facts["battle"] = dict(event.facts)
        elif event.kind == "played":
            facts["played"].append(dict(event.facts))
    return Event("fought", facts)


def told_short(f: Mapping[str, Any], names: Names) -> str:
    """``Anna (4) attacks Berta (6): The North 10♦ 9♦, the South 9♠; the North stops at -4 and loses 4 troops.``"""
    text = ""
    if battle := f.get("battle"):
        (a, b), one = battle["troops"], len(battle["active"]) == 1
        attack = "attacks" if one else "attack"
        text = f"{pieces(battle['active'], names)} ({a}) {attack} {pieces(battle['other'], names)} ({b}): "
    elif f["end"] == "defeated":  # it began in an earlier step
        text = f"{names.pieces[f['victor']]} beats {pieces(f['generals'], names)}: "
    turns: list[tuple[str, list[str]]] = []
    for play in f["played"]:
        if not turns or turns[-1][0] != play["nation"]:
            turns.append((play["nation"], []))
        turns[-1][1].append(card(play, names))
    cards = ", ".join(f"{capital(names.nations[nation])} {' '.join(played)}" for nation, played in turns)
    return f"{text}{cards or 'no card is played'}; {ending(f, names)}"


def pieces(ids: Iterable[str], names: Names) -> str:
    """``Anna and Berta``."""
    return listed(names.pieces[id_] for id_ in ids)


def card(play: Mapping[str, Any], names: Names) -> str:
    """A card with what it was declared and what it counted, where that is not what it shows."""
    name = names.card(play["card"])
    if play["card"] == "R":
        name += f" as {play['declared']}"
    return name if play["value"] == play["declared"] else f"{name} (counting {play['value']})"


def ending(f: Mapping[str, Any], names: Names) -> str:
    """How it ended, or who must go on."""
    if f["end"] == "defeated":
        removed = f"; {pieces(f['removed'], names)} off the map" if f["removed"] else ""
        who, lost = capital(names.nations[f["nation"]]), f["lost"]
        return f"{who} stops at {f['score']:+d}, loses {lost} troop{'s' * (lost != 1)}, {f['left']} left{removed}."
    if f["end"] == "tied":
        return "a tie."
    if f["end"] == "asked":
        return f"{names.nations[f['nation']]} at {f['score']:+d} must say how it goes on."
    return "it goes on."


# as a block


def block_of(title: str) -> Block:
    """An empty block; ``short`` is what becomes of the battle, for readers who do not want every card."""
    return {"title": title, "lines": [], "short": "", "over": False, "asked": False}


def new_block(active: str, other: str) -> Block:
    """The block of a battle that begins, with the two stacks in its title."""
    return block_of(f"Battle: {active} against {other}")


def add_to_block(block: Block, kind: str, told: Iterable[str]) -> bool:
    """A card, the end of a battle or what came of it, put into its block; gives whether that was the last of it."""
    if block["asked"]:  # it has been answered
        block["lines"].pop()
    lines = [line.removeprefix("- ") for line in told]
    block["lines"] += lines
    block["asked"] = kind == "asked"
    block["over"] = block["over"] or kind in OVER
    if kind != "played":
        block["short"] = " ".join([block["short"], *lines] if block["over"] else lines).strip()
    return kind in DONE


def told_block(block: Block) -> Block:
    """A block as a report gets it."""
    return {"title": block["title"], "lines": block["lines"], "short": block["short"] or "Undecided."}
