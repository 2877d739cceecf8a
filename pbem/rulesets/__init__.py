"""The games the program can adjudicate: ours, and those that packages of their own give."""

from __future__ import annotations

from importlib import import_module

from pbem.core.ruleset import Ruleset

# By name; the first is the one meant where none is named.
MODULES = {
    "friedrich": "pbem.rulesets.friedrich",
    "fredericus": "pbem.rulesets.fredericus",
    "maria": "pbem.rulesets.maria",
}


def first() -> str:
    """The title that is meant where none is named."""
    return next(iter(MODULES))


def ruleset_of(name: str) -> Ruleset:
    """The ruleset of that name; KeyError if there is none, ``foreign.Misfit`` if a package gives one of no use."""
    if name not in MODULES:
        from pbem.rulesets.foreign import foreign_ruleset  # not for check: 78 modules more, which our titles spare

        return foreign_ruleset(name)
    found: Ruleset = import_module(MODULES[name]).RULESET
    return found
