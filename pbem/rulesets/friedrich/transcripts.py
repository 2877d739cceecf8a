"""Battles in one line: the events of an exchange put together as one (H5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbem.core.events import Event
from pbem.core.names import listed
from pbem.rulesets.friedrich import words
from pbem.rulesets.friedrich.words import capital, count, nation

PARTS = ("battle", "played", "asked", "tied", "defeated")
ENDS = ("asked", "tied", "defeated")


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


def told_short(f: Mapping[str, Any]) -> str:
    """``Heinrich (4) attacks Richelieu (6): Prussia 10♦ 9♦, France 13♠; Prussia stops at -4 and loses 4 troops.``"""
    text = ""
    if battle := f.get("battle"):
        (a, b), one = battle["troops"], len(battle["active"]) == 1
        attack = "attacks" if one else "attack"
        text = f"{words.pieces(battle['active'])} ({a}) {attack} {words.pieces(battle['other'])} ({b}): "
    elif f["end"] == "defeated":  # it began in an earlier step
        text = f"{words.piece(f['victor'])} beats {words.pieces(f['generals'])}: "
    turns: list[tuple[str, list[str]]] = []
    for play in f["played"]:
        if not turns or turns[-1][0] != play["nation"]:
            turns.append((play["nation"], []))
        turns[-1][1].append(card(play))
    cards = ", ".join(f"{capital(nation(name))} {' '.join(played)}" for name, played in turns)
    return f"{text}{cards or 'no card is played'}; {ending(f)}"


def card(play: Mapping[str, Any]) -> str:
    name = str(words.card(play["card"]))
    if play["card"] == "R":
        name += f" as {play['declared']}"
    return name if play["value"] == play["declared"] else f"{name} (counting {play['value']})"


def ending(f: Mapping[str, Any]) -> str:
    if f["end"] == "defeated":
        removed = f"; {listed(words.piece(p) for p in f['removed'])} off the map" if f["removed"] else ""
        who = capital(nation(f["nation"]))
        return f"{who} stops at {f['score']:+d}, loses {count(f['lost'], 'troop')}, {f['left']} left{removed}."
    if f["end"] == "tied":
        return "a tie."
    if f["end"] == "asked":
        return f"{nation(f['nation'])} at {f['score']:+d} must say how it goes on."
    return "it goes on."
