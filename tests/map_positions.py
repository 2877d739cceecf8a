"""Positions out of games between bots, as pictures for one reader."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from pbem.core.events import Event, seen_by
from pbem.core.picture import Picture, Stroke
from pbem.rulesets import ruleset_of
from pbem.svgmap.frames import Wish, frame_of
from pbem.svgmap.layout import planned
from pbem.svgmap.pieces import Scene
from pbem.workflow.mapping import strokes_of
from pbem.workflow.simulate import play

RULES = ruleset_of("friedrich")
ROLES = (None, "frederick", "elisabeth", "maria-theresa", "pompadour")
SEEDS = tuple(f"pbem-{number}" for number in range(10))
DEMO = "winter"  # the seed of `pbem demo`, whose bots are all of the first temperament


OPTIONS = {option.id: option.default for option in RULES.options}


def set_up() -> tuple[Any, tuple[Event, ...]]:
    """The state that every game begins with."""
    return RULES.rules.set_up("4p", OPTIONS), ()


@cache
def game(seed: str) -> tuple[tuple[Any, tuple[Event, ...]], ...]:
    """Every state of a game with the events that led to it."""
    tempers = {role: RULES.bots.temperaments[0] for role in ROLES if role} if seed == DEMO else {}
    states: list[tuple[Any, tuple[Event, ...]]] = [set_up()]
    play(RULES, "4p", OPTIONS, seed, tempers, lambda _, __, step: states.append((step.state, step.events)))
    return tuple(states)


def picture_of(row: tuple[Any, tuple[Event, ...]], role: str | None) -> tuple[Picture, tuple[Stroke, ...]]:
    """A position as one reader sees it, with what happened in its step."""
    state, events = row
    return RULES.map.picture(RULES.secrets.view_of(state, role), role), strokes_of(RULES.map, seen_by(events, role))


def scenes(seed: str) -> Iterator[Scene]:
    """The scene of the whole map at every step of a game, for one reader after the other.

    Steps in which nothing on the map has changed, such as those of bids, are planned once.
    """
    seen = None
    for number, row in enumerate(game(seed)):
        picture, strokes = picture_of(row, ROLES[number % len(ROLES)])
        shown = ({piece._replace(troops=None) for piece in picture.pieces}, picture.marked, strokes)
        if shown != seen:
            yield planned(picture, strokes, frame_of(picture, Wish()))
        seen = shown
