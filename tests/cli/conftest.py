"""The toy games these tests use."""

from games import game, pbem, toy

__all__ = ["game", "pbem", "toy"]
