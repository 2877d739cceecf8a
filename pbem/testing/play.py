"""Checks of whole games: they end, nothing breaks, the same orders do the same, and files keep everything."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from copy import deepcopy
from tomllib import loads
from typing import Any

from pbem.core.chance import Chance
from pbem.store.writing import dumps
from pbem.testing.finding import ruleset_at
from pbem.testing.trial import Trial, moments, text_of, text_of_step
from pbem.workflow.adjudicate import resolved
from pbem.workflow.simulate import LONGEST, play, sampled

LABEL = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
HASHED = 60  # steps that are played again in another process


def games(trial: Trial) -> Iterator[str]:
    """A game of bots comes to its end, and no invariant breaks on the way."""
    played = play(trial.ruleset, trial.mode, trial.options, f"games {trial.number}")
    yield from (f"step {played.steps}, {played.label}: {fault}" for fault in played.broken)


def standing(trial: Trial) -> Iterator[str]:
    """In every state it is known who owes what, what it is called, and whether the game is over."""
    rules, telling = trial.ruleset.rules, trial.ruleset.telling
    for moment in moments(trial, "standing"):
        state, here = moment.step.state, f"step {moment.number}"
        if not LABEL.fullmatch(telling.label(state)):
            yield f"{here}: {telling.label(state)!r} is no label for a file name"
        if not telling.heading(state).strip():
            yield f"{here}: there is no heading"
        if (rules.result(state) is None) == (not rules.awaiting(state)):
            yield f"{here}: somebody owes something in a game that is over, or nobody in one that runs"
        for owed in rules.awaiting(state):
            if owed.role not in trial.roles:
                yield f"{here}: {owed.role!r} owes something and is no role"
            if not (owed.what and owed.default and re.fullmatch("[a-z-]+", owed.kind)):
                yield f"{here}: what {owed.role} owes is not said: {owed}"


def unchanged(trial: Trial) -> Iterator[str]:
    """No function changes what it is given, and given the same again it does the same again."""
    state, number, chance = trial.ruleset.rules.set_up(trial.mode, trial.options), 0, Chance(f"{trial.number}")
    while trial.ruleset.rules.result(state) is None and number < LONGEST:
        before = text_of(trial, state)
        bodies = sampled(trial.ruleset, state, "unchanged", number, {})
        sent = deepcopy(bodies)
        steps = [resolved(trial.ruleset, state, bodies, chance) for _ in "ab"]
        for role, body in bodies.items():
            trial.ruleset.rules.take(trial.ruleset.secrets.view_of(state, role), role, body)
            trial.ruleset.secrets.twin_of(state, role, chance)
        number += 1
        if text_of_step(trial, steps[0]) != text_of_step(trial, steps[1]):
            yield f"step {number}: resolve does not do the same twice"
        if text_of(trial, state) != before:
            yield f"step {number}: the state it was given is another now"
        if bodies != sent:
            yield f"step {number}: the sheets it was given are others now"
        state = steps[0].state


def order(trial: Trial) -> Iterator[str]:
    """It does not matter in which order the sheets came in, or the tables of a sheet were written."""
    for moment in moments(trial, "order"):
        bodies = {role: turned(body) for role, body in reversed(list(moment.bodies.items()))}
        again = resolved(trial.ruleset, moment.before, bodies, moment.chance)
        if text_of_step(trial, again) != text_of_step(trial, moment.step):
            yield f"step {moment.number}: the same sheets in another order do something else"


def turned(data: Any) -> Any:
    """The same tables with their keys in another order; lists stay as they are."""
    if isinstance(data, Mapping):
        return {key: turned(value) for key, value in reversed(list(data.items()))}
    return [turned(value) for value in data] if isinstance(data, list | tuple) else data


def hashes(trial: Trial) -> Iterator[str]:
    """A game is the same in another process, where sets have another order."""
    here = [text_of_step(trial, moment.step) for moment in moments(trial, "hashes", HASHED)]
    for seed in ("1", "2"):
        found = _elsewhere(trial, seed)
        if found is None:
            yield f"the game could not be played in another process: {trial.home} was not found there"
        elif found != "".join(here):
            yield f"a game is another one with PYTHONHASHSEED={seed}"


def _elsewhere(trial: Trial, seed: str) -> str | None:
    """The same game in a process with another order of sets."""
    program = "import sys; sys.path[:] = eval(sys.argv[1]); from pbem.testing.play import main; main(*sys.argv[2:])"
    words = [sys.executable, "-c", program, repr(sys.path), trial.home, trial.mode, str(trial.number)]
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    ran = subprocess.run(words, capture_output=True, env=environment, timeout=600)
    return ran.stdout.decode() if not ran.returncode else None


def main(home: str, mode: str, number: str) -> None:
    """Play a game for ``hashes`` and print it."""
    trial = Trial(ruleset_at(home), mode, int(number), home)
    text = "".join(text_of_step(trial, moment.step) for moment in moments(trial, "hashes", HASHED))
    sys.stdout.buffer.write(text.encode())


def files(trial: Trial) -> Iterator[str]:
    """Every state and view is the same after it was written and read, and a state can be begun from as a position."""
    files_, view_of = trial.ruleset.files, trial.ruleset.secrets.view_of
    for moment in moments(trial, "files"):
        for name, state in (("state", moment.step.state), *((f"view of {r}", view_of(moment.step.state, r))
                                                            for r in trial.readers)):  # fmt: skip
            yield from (f"step {moment.number}, {name}: {why}" for why in _kept(trial, state))
        if moment.number == 1:
            data = files_.encode(moment.step.state)
            if files_.position(data, trial.mode, trial.options) != moment.step.state:
                yield "step 1: a position that was written is another one when it is begun from"


def _kept(trial: Trial, state: Any) -> Iterator[str]:
    data = trial.ruleset.files.encode(state)
    yield from _odd(data, "")
    again = trial.ruleset.files.decode(loads(dumps(data).decode()))
    if again != state:
        yield "it is another one after it was written and read"
    elif text_of(trial, again) != dumps(data).decode():
        yield "it is written otherwise after it was read"


def _odd(data: Any, where: str) -> Iterator[str]:
    """What is not plain data; a number with a point is not the same on every machine."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield from _odd(value, f"{where}.{key}" if where else f"{key}")
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _odd(value, where)
    elif type(data) not in (str, int, bool):
        yield f"{where} is a {type(data).__name__}"
