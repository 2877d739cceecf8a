"""The political tracks: announced moves, where a marker stops, and the icons there (M17.12 to M17.16).

A track is as ``facts.TRACKS`` has it: left and right in words, the asterisk, the space S (0: none), and of each space
whose ally Saxony is there and the icons as (kind, power). Spaces count from 1.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

Track = tuple[Any, ...]
ASTERISK, ANNEXATION, SPACES = 2, 3, 4  # places in it
SIDES = {"left": -1, "right": 1}


class Announced(NamedTuple):
    """M17.13: a move of a marker that a card announces: steps to the right, negative ones to the left."""

    track: str
    steps: int


def allowed(side: str, steps: int) -> tuple[int, ...]:
    """M17.12: the moves that an arrow offers: the whole distance, to the side it names or to the one chosen."""
    return tuple([sign * steps for letter, sign in (("L", -1), ("R", 1)) if letter in side])


def sums(announced: Iterable[Announced]) -> dict[str, int]:
    """M17.13: each marker moves once, by the sum of what was announced."""
    total: dict[str, int] = {}
    for move in announced:
        total[move.track] = total.get(move.track, 0) + move.steps
    return {track: steps for track, steps in total.items() if steps}


def stops(track: Track, at: int, steps: int) -> int:
    """M17.13: where a marker stops; at the end of its track what is left of a move is lost. Ruling: A21."""
    return max(1, min(len(track[SPACES]), at + steps))


def icons_at(track: Track, at: int) -> tuple[tuple[str, int], ...]:
    """M17.13: the icons of the space where a marker stands; those it has passed do nothing. Ruling: A21."""
    icons: tuple[tuple[str, int], ...] = track[SPACES][at - 1][1]
    return icons


def standing_at(track: Track, at: int) -> str:
    """M19.36: whose ally Saxony is on a space."""
    standing: str = track[SPACES][at - 1][0]
    return standing


def icons(tracks: Mapping[str, Track], at: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """The icons on which markers stand now."""
    return tuple([icon for name, track in tracks.items() for icon in icons_at(track, at[name])])


def more_cards(tracks: Mapping[str, Track], at: Mapping[str, int], power: int) -> int:
    """M17.14: how many cards more a power draws, or fewer, for the icons on which markers stand."""
    signs = {"tc_bonus": 1, "tc_penalty": -1}
    return sum([signs.get(kind, 0) for kind, hit in icons(tracks, at) if hit == power])


def demanded(tracks: Mapping[str, Track], at: Mapping[str, int]) -> tuple[int, ...]:
    """M17.15: the powers of which an expeditionary corps is demanded now."""
    return tuple(dict.fromkeys([power for kind, power in icons(tracks, at) if kind == "expedition"]))
