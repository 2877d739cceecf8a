"""Where a ruleset on trial is found: by its name, or in a module that is not installed yet."""

from __future__ import annotations

from importlib import import_module

from pbem.core.ruleset import Ruleset
from pbem.testing.trial import Trial
from pbem.workflow import chosen, known_ruleset


def ruleset_at(home: str) -> Ruleset:
    """The ruleset of that name, or ``MODULE:NAME``; what cannot be found is a GameFault or an ImportError."""
    module, sign, name = home.partition(":")
    if not sign:
        return known_ruleset(home, "testing")
    found: Ruleset = getattr(import_module(module), name)
    return found


def trials(home: str, mode: str = "", games: int = 1) -> list[Trial]:
    """So many games of one mode, or of each."""
    ruleset = ruleset_at(home)
    modes = tuple(row.id for row in ruleset.modes)
    wanted = (chosen(mode, modes, "mode", "testing"),) if mode else modes
    return [Trial(ruleset, id_, number, home) for id_ in wanted for number in range(games)]
