"""What can be counted in a game, as a title names it."""

from __future__ import annotations

from pbem.core import Record


class Line(Record):
    """What a figure is counted for, a line of its chart: a nation, a player, a suit."""

    id: str
    name: str
    colour: str  # dark enough to be read on white: "#1a4f8f"


class Chart(Record):
    """Something that can be counted in a game."""

    id: str  # one word, stable: "troops"
    title: str  # for people: "Troops by nation"
    unit: str  # what one of it is called, for an axis: "troops"
    lines: tuple[Line, ...]
