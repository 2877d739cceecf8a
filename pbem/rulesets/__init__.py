"""The games the program can adjudicate."""

from __future__ import annotations

from pbem.core.ruleset import Ruleset

MODULES = {"friedrich": "pbem.rulesets.friedrich"}


def ruleset_of(name: str) -> Ruleset:
    """The ruleset of that name; KeyError if there is none."""
    from importlib import import_module

    found: Ruleset = import_module(MODULES[name]).RULESET
    return found
