"""Pieces that can re-enter now, and where: for the hints of complaints and the examples of sheets (F10.1, F10.7)."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.core.diagnostics import SHEET
from pbem.rulesets.friedrich.board import name_of
from pbem.rulesets.friedrich.movement import Phase
from pbem.rulesets.friedrich.recruitment import check_entry_city, open_to_entries
from pbem.rulesets.friedrich.state import GENERALS, OFF, PIECE_NAMES, RANK, TRAINS, State

DEPOT, GENERAL, TRAIN = "DEPOT", "GENERAL", "TRAIN"  # where no name would do


def free_depot(phase: Phase, piece: int, entering: Mapping[int, int]) -> int | None:
    """F10.7, F10.9: the first city in which the piece can re-enter now, beside those that enter with it."""
    free = (c for c in open_to_entries(phase) if not any(check_entry_city(phase, piece, c, dict(entering), SHEET)))
    return next(free, None)


def depot_word(phase: Phase, piece: int) -> str:
    """The name of that city, or the word for any."""
    city = free_depot(phase, piece, {})
    return DEPOT if city is None else name_of(city)


def first_entry(phase: Phase, pieces: tuple[int, ...], entering: Mapping[int, int]) -> tuple[int, int] | None:
    """The first of these pieces that can re-enter, with its city."""
    off = ((p, free_depot(phase, p, entering)) for p in pieces if phase.state.place[p] == OFF)
    return next(((piece, city) for piece, city in off if city is not None), None)


def entry_text(piece: int, city: int) -> str:
    """``train T1 at Brünn``, ``Daun at Wien``."""
    return f"{'' if RANK[piece] else 'train '}{PIECE_NAMES[piece]} at {name_of(city)}"


def example_of(state: State | None, nation: int) -> str:
    """A train and a general that come back with one recruitment, in words where no piece can."""
    if state is None:
        return f"{TRAIN} at {DEPOT}, {GENERAL} at {DEPOT}"
    phase = Phase(state, nation)
    train = first_entry(phase, TRAINS[nation], {})
    general = first_entry(phase, GENERALS[nation], dict([train] if train else []))
    texts = [entry_text(*entry) if entry else "" for entry in (train, general)]
    return f"{texts[0] or f'{TRAIN} at {DEPOT}'}, {texts[1] or f'{GENERAL} at {DEPOT}'}"
