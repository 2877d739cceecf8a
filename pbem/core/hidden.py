"""HIDDEN, under the name of its own."""

from pbem.core.events import HIDDEN

__all__ = ["HIDDEN"]
