"""What the short round leaves to the long one, ``tests/run --long``, which sets PBEM_FULL."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")
WHOLE = "PBEM_FULL" in os.environ


def some(rows: Iterable[T], every: int) -> list[T]:
    """Every so many of the rows, from the first one on; in the long round all of them."""
    return [*rows][:: 1 if WHOLE else every]
