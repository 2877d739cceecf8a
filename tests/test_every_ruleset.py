"""What holds for every ruleset: the contract suite that any package can run on itself, and what only ours promise.

PBEM_LEAK_GAMES sets how many games of each mode are looked at, step by step and reader by reader; without it each check
looks at two modes of a title, the first one at every eighth step and, from check to check, another at every twelfth.
"""

from __future__ import annotations

import os
from typing import Any

import pytest

from pbem.core.chance import Chance
from pbem.core.ruleset import Ruleset
from pbem.rulesets import MODULES, ruleset_of
from pbem.store import GameFault
from pbem.testing import CHECKS, Trial, altered, complaints, trials
from pbem.testing.trial import moments, table_at
from pbem.workflow.codes import LEAK
from pbem.workflow.gate import guarded, own_secret
from pbem.workflow.reporting import view_file

GAMES = int(os.environ.get("PBEM_LEAK_GAMES", "1"))
WHOLE = "PBEM_LEAK_GAMES" in os.environ
TITLES = [name for name in MODULES if name != "toy"]
OURS = [trial for name in TITLES for trial in trials(name)]
TOY = list(trials("toy:RULESET", "duel"))
ALL = [*(trial for name in TITLES for trial in trials(name, games=GAMES)), *TOY]


def two_of(name: str, turn: int) -> list[Trial]:
    """The first mode of a title, and one of the others, each in its turn."""
    first, *others = (trial._replace(every=8 + 4 * bool(number)) for number, trial in enumerate(trials(name)))
    return [first, *others[turn % len(others) :][:1]]


def looked_at() -> list[tuple[str, Trial]]:
    """Every check with the games it looks at."""
    if WHOLE:
        return [(check, trial) for check in CHECKS for trial in ALL]
    rows = [(check, [*(trial for name in TITLES for trial in two_of(name, n)), *TOY]) for n, check in enumerate(CHECKS)]
    return [(check, trial) for check, found in rows for trial in found]


def named(trial: Trial) -> str:
    return f"{trial.ruleset.name}-{trial.mode}-{trial.number}"


@pytest.mark.parametrize(("check", "trial"), looked_at(), ids=lambda it: named(it) if isinstance(it, Trial) else it)
def test_the_contract_is_kept(check: str, trial: Trial) -> None:
    assert [] == complaints(check, trial)


@pytest.mark.parametrize("trial", OURS, ids=named)
def test_a_planted_leak_is_seen(trial: Trial) -> None:
    """Each field that a view hides, let through on purpose, stops what shows it."""
    states = [moment.step.state for moment in moments(trial, "planted")]
    role, view_of = trial.roles[0], trial.ruleset.secrets.view_of
    planted, stopped = set(), set()

    for state in states:
        view = view_of(state, role)
        hidden = [field for field in state._fields if getattr(view, field) != getattr(state, field)]
        for field in [field for field in hidden if any(getattr(state, field))]:
            planted.add(field)
            stopped |= {field} if field not in stopped and is_stopped(trial, state, role, field) else set()

    wanted = {
        "friedrich": {"hands", "draw", "fate"},
        "fredericus": {"hands", "deck"},
        "maria": {"hands", "draw", "troops"},
    }
    assert wanted[trial.ruleset.name] <= planted
    assert planted == stopped


def is_stopped(trial: Trial, state: Any, role: str, field: str) -> bool:
    """Whether the gate stops the view of a leaky ruleset, which shows one field as it is."""
    view_of = trial.ruleset.secrets.view_of
    leaky: Ruleset = altered(
        trial.ruleset, view_of=lambda s, r: view_of(s, r)._replace(**{field: getattr(s, field)})
    )  # fmt: skip
    table, secret = table_at(trial._replace(ruleset=leaky), state, 1, ())
    try:
        guarded(table, role, lambda seen: view_file(seen, own_secret(secret, role), role))
    except GameFault as fault:
        return fault.code is LEAK
    return False


@pytest.mark.parametrize("trial", OURS, ids=named)
def test_games_have_many_kinds_of_events_and_many_secrets(trial: Trial) -> None:
    """The checks have something to look at."""
    played = list(moments(trial, "told"))
    twin_of = trial.ruleset.secrets.twin_of
    states = [(moment.step.state, role) for moment in played for role in trial.readers]
    others = [twin_of(state, role, Chance("other")) != state for state, role in states]

    assert len({event.kind for moment in played for event in moment.step.events}) > 5
    assert sum(others) > len(played)


@pytest.mark.parametrize("trial", OURS, ids=named)
def test_a_sheet_that_would_be_refused_is_never_carried_out(trial: Trial) -> None:
    rules = ruleset_of(trial.ruleset.name).rules
    state = rules.set_up(trial.mode, trial.options)
    role = rules.awaiting(state)[0].role

    with pytest.raises(ValueError, match=f"a sheet of {role} was accepted and cannot be carried out"):
        rules.resolve(state, {role: {"do": ["nonsense"]}}, Chance("x"))
