"""The toy games these tests use."""

from games import game, pbem, same_keys, toy

__all__ = ["game", "pbem", "same_keys", "toy"]
