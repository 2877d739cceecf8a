"""The check of orders ahead, for rulesets that have the group: what is coming comes, and can be judged before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.core.ruleset import Ahead, Ruleset
from pbem.testing.paper import SLUG
from pbem.testing.trial import Trial, moments


def ahead(trial: Trial) -> Iterator[str]:
    """A decision that is coming is not owed yet, is asked for later, and can be judged as if it were owed now."""
    if trial.ruleset.ahead is None:
        return
    yield from _keys(trial.ruleset, trial.ruleset.ahead)
    before: dict[str, set[str]] = {}
    for moment in moments(trial, "ahead"):
        for role in trial.roles:
            here, view = f"step {moment.number}, {role}", trial.ruleset.secrets.view_of(moment.before, role)
            yield from (f"{here}: {why}" for why in _rows(trial, role, view))
            yield from (f"{here}: {why}" for why in _asked(trial, role, moment.before, view, before.get(role)))
            known = {row.id for row in trial.ruleset.ahead.coming(view, role)}
            before[role] = known | {trial.ruleset.ahead.asked(view, role)}


def _keys(ruleset: Ruleset, group: Ahead) -> Iterator[str]:
    """What is wrong with the keys of a sheet that answer what can be ordered."""
    yield from (
        f"the key {key!r} of orders ahead is none of a sheet" for key in group.keys if key not in ruleset.sheet_keys
    )
    yield from (f"the key {key!r} is needed and does not answer" for key in group.needed if key not in group.keys)
    if not group.needed:
        yield "no key is needed to order anything"


def _rows(trial: Trial, role: str, view: Any) -> Iterator[str]:
    """What is wrong with the decisions that are coming to a role."""
    group = trial.ruleset.ahead
    assert group is not None
    rows = group.coming(view, role)
    ids = [row.id for row in rows]
    yield from (f"{id_!r} is coming twice" for id_ in sorted({id_ for id_ in ids if ids.count(id_) > 1}))
    for id_, what in rows:
        if not SLUG.fullmatch(id_) or not what.strip():
            yield f"a decision that is coming is not said in one word and in words for people: {id_!r}, {what!r}"
        guess = group.supposed(view, role, id_)
        if group.asked(guess, role) != id_ or role not in [owed.role for owed in trial.ruleset.rules.awaiting(guess)]:
            yield f"{id_!r} is not owed on the view that supposes it"
        trial.ruleset.rules.take(guess, role, {})  # whatever it says of it, it can


def _asked(trial: Trial, role: str, state: Any, view: Any, before: set[str] | None) -> Iterator[str]:
    """What is wrong with the decision that a role is asked for now; ``before`` was coming to it a step ago."""
    group = trial.ruleset.ahead
    assert group is not None
    id_ = group.asked(state, role)
    if group.asked(view, role) != id_:
        yield "the view says that another decision is asked for than the state does"
    if not id_:
        return
    if role not in [owed.role for owed in trial.ruleset.rules.awaiting(state)]:
        yield f"{id_!r} is asked for and not owed"
    if id_ in [row.id for row in group.coming(view, role)]:
        yield f"{id_!r} is owed now and coming too"
    if before is not None and id_ not in before:
        yield f"{id_!r} is asked for and was not coming a step before"
