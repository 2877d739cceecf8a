"""Games with deadlines for tests, and moments to look at them."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

TIME = '\n[time]\nzone = "Europe/Berlin"\nat = "20:00"\nperiod = "2d"\n'


def at(text: str) -> datetime:
    """A moment in UTC: ``11-16 12:00`` of 2026."""
    return datetime.fromisoformat(f"2026-{text}").replace(tzinfo=UTC)


def with_time(game: str, more: str = "") -> str:
    """The game with deadlines: two days, at eight in the evening in Berlin."""
    path = Path(game, "game.toml")
    path.write_text(path.read_text() + TIME + more)
    return game
