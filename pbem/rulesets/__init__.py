"""The games the program can adjudicate."""

from __future__ import annotations

from pbem.core.ruleset import Ruleset

# By name; the first is the one meant where none is named.
MODULES = {"friedrich": "pbem.rulesets.friedrich", "fredericus": "pbem.rulesets.fredericus"}


def first() -> str:
    """The title that is meant where none is named."""
    return next(iter(MODULES))


def ruleset_of(name: str) -> Ruleset:
    """The ruleset of that name; KeyError if there is none."""
    from importlib import import_module

    found: Ruleset = import_module(MODULES[name]).RULESET
    return found
