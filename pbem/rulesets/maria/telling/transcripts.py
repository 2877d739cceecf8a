"""Battles in one line, with the names of this title."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.core.events import Event
from pbem.rulesets.common import Fought, transcripts
from pbem.rulesets.maria.powers import POWER_NAMES, POWERS
from pbem.rulesets.maria.state import PIECE_IDS, name_of_piece
from pbem.rulesets.maria.telling import words

NAMES = transcripts.Names(
    dict(zip(POWERS, POWER_NAMES, strict=True)),
    {id_: name_of_piece(piece) for piece, id_ in enumerate(PIECE_IDS)},
    words.card,
)


def condense(events: Iterable[Event]) -> tuple[Event, ...]:
    """The events with each battle, or each part of one that was interrupted, as one event."""
    return transcripts.condense(events)


def told_short(f: Fought) -> str:
    """A whole battle in one line."""
    return transcripts.told_short(f, NAMES)
