"""Rulesets that live in packages of their own: found by their entry points, when a name is none of ours."""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points
from typing import Any

from pbem.core.ruleset import CONTRACT, Ruleset

GROUP = "pbem.rulesets"


class Misfit(Exception):
    """A package gives a ruleset that cannot be used: how it fails, and the facts of the case."""

    def __init__(self, form: str, **facts: Any) -> None:
        super().__init__(form, facts)
        self.form, self.facts = form, facts


def names() -> tuple[str, ...]:
    """The names that installed packages give."""
    return tuple(sorted({point.name for point in entry_points(group=GROUP)}))


def foreign_ruleset(name: str) -> Ruleset:
    """The ruleset of that name out of its package; KeyError if no package gives one, Misfit if it is of no use."""
    points = list(entry_points(group=GROUP, name=name))
    if not points:
        raise KeyError(name)
    package = ", ".join(sorted(map(package_of, points)))
    if len({point.value for point in points}) > 1:
        raise Misfit("twice", found=name, package=package)
    try:
        found = points[0].load()
    except (Exception, SystemExit) as error:  # whatever it is, it is the fault of the package
        raise Misfit("", found=name, package=package, fault=f"{type(error).__name__}: {error}") from error
    return _fitting(found, name, package)


def package_of(point: EntryPoint) -> str:
    """The distribution that an entry point comes from, as people call it."""
    return point.dist.name if point.dist is not None else point.value


def _fitting(found: Any, name: str, package: str) -> Ruleset:
    if not isinstance(found, Ruleset):
        raise Misfit("kind", found=name, package=package)
    if found.contract != CONTRACT:
        raise Misfit("contract", found=name, package=package, theirs=found.contract, ours=CONTRACT)
    if found.name != name:
        raise Misfit("name", found=name, package=package, name=found.name)
    return found
