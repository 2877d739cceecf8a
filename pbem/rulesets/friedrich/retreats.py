"""Retreats (F8): where a beaten stack goes on the map."""

from __future__ import annotations

from functools import lru_cache

from pbem.rulesets.common import retreats
from pbem.rulesets.friedrich.board import ROADS


@lru_cache(maxsize=512)  # the same losses are looked at for a receipt and on the map with exchanged secrets
def destinations(victor: int, start: int, length: int, occupied: int) -> int:
    """F8.3-F8.5, F8.8: the legal ends of a retreat as a set of cities; empty if the stack cannot retreat in full."""
    return retreats.destinations(ROADS, victor, start, length, occupied)
