"""Cards (R1): the landscape deck, the objectives, and cards as text. Those of one kind are all the same (R1.6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.core.events import HIDDEN

TREE, SKY, SEAL = "T", "S", "X"
KINDS = "abcdefgh"
FREDERICUS = "FR"
NOTHING, UNKNOWN = "-", "?"
OBJECTIVES_EACH = 3
BOTTOM = 4  # objectives that are shuffled with Fredericus (R3.4)

# R1.4: the names never affect play; only the first three are attested.
KIND_NAMES: Mapping[str, str] = {
    "a": "basilisk", "b": "lindworm", "c": "cockatrice", "d": "griffin",
    "e": "harpy", "f": "phoenix", "g": "sphinx", "h": "winged horse",
}  # fmt: skip

# R3.6: what lies in the rows, by the number of players: trees, skies, seals, creatures of each kind.
IN_PLAY: Mapping[int, tuple[int, int, int, int]] = {2: (18, 18, 4, 2), 3: (21, 21, 6, 3), 4: (24, 24, 8, 4)}
ROW_LENGTH: Mapping[int, int] = {2: 7, 3: 9, 4: 11}
OPEN_DISCARDS: Mapping[int, int] = {2: 8, 3: 4, 4: 0}  # R3.3


def landscape(players: int) -> str:
    """R3.6: the landscape cards left for so many players, one letter a card."""
    trees, skies, seals, each = IN_PLAY[players]
    return TREE * trees + SKY * skies + SEAL * seals + "".join(kind * each for kind in KINDS)


def objectives() -> tuple[str, ...]:
    """R1.1: the 24 objectives."""
    return tuple(kind for kind in KINDS for _ in range(OBJECTIVES_EACH))


def is_creature(card: str) -> bool:
    """Whether an end card is a creature; no card is none (R2.6)."""
    return card != "" and card in KINDS


def written(cards: Iterable[Any]) -> str:
    """Cards as text: ``S T h``, ``? ?`` where they are hidden, ``-`` for none."""
    return " ".join(UNKNOWN if card is HIDDEN else card for card in cards) or NOTHING


def read(text: Any, known: str, what: str) -> tuple[Any, ...]:
    """Cards out of a text; ValueError names what is wrong. Hidden ones are read back as HIDDEN."""
    if not isinstance(text, str):
        raise ValueError(f'{what} is {text!r}, not a text of cards like "S T h"')
    words = [] if text.strip() in ("", NOTHING) else text.replace(",", " ").split()
    for word in words:
        if word not in (UNKNOWN, FREDERICUS) and (len(word) != 1 or word not in known):
            raise ValueError(f"{what}: {word!r} is not one of {' '.join(known)}")
        if word == FREDERICUS and FREDERICUS not in known:
            raise ValueError(f"{what}: {FREDERICUS} cannot be here")
    return tuple(HIDDEN if word == UNKNOWN else word for word in words)
