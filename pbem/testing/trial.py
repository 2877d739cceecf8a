"""A ruleset on trial: games that its bots play, and the same games as open tables for the rest of the program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pbem.core.chance import Chance
from pbem.core.events import Event
from pbem.core.ruleset import Body, Ruleset, Step
from pbem.store.reading import Game, Player, Secret, StepFile
from pbem.store.writing import dumps, event_table
from pbem.workflow import Table
from pbem.workflow.adjudicate import resolved
from pbem.workflow.simulate import LONGEST, sampled


class Trial(NamedTuple):
    """A mode of a title, and which game of it is played: another number, another game."""

    ruleset: Ruleset
    mode: str
    number: int = 0
    home: str = ""  # where another process finds the ruleset: its name, or MODULE:NAME
    every: int = 1  # what takes longest is looked at after every so many steps

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles of the mode."""
        return tuple(role.id for role in self.ruleset.mode(self.mode).roles)

    @property
    def readers(self) -> tuple[str | None, ...]:
        """The roles and the public."""
        return (*self.roles, None)

    @property
    def options(self) -> dict[str, str]:
        """Every option at its default."""
        return {option.id: option.default for option in self.ruleset.options}


class Moment(NamedTuple):
    """A step of a game: its number, the state before it, the sheets, and what came of them."""

    number: int
    before: Any
    bodies: Mapping[str, Body]
    step: Step
    chance: Chance


def moments(trial: Trial, name: str, most: int = LONGEST) -> Iterator[Moment]:
    """A game from the set-up on to its end; each check plays another."""
    ruleset, seed = trial.ruleset, f"{name} {trial.number}"
    state, number, chance = ruleset.rules.set_up(trial.mode, trial.options), 0, Chance(seed)
    while ruleset.rules.result(state) is None and number < most:
        bodies = sampled(ruleset, state, seed, number, {})
        step = resolved(ruleset, state, bodies, chance)
        number += 1
        yield Moment(number, state, bodies, step, chance)
        state = step.state


def some(trial: Trial, name: str, count: int) -> Iterator[Moment]:
    """So many steps of a game, spread over it, with the first and the last."""
    found = list(moments(trial, name))
    places = {at * (len(found) - 1) // max(count - 1, 1) for at in range(count)}
    yield from (moment for at, moment in enumerate(found) if at in places)


def table_at(trial: Trial, state: Any, number: int, events: tuple[Event, ...]) -> tuple[Table, Secret]:
    """An open game in memory, standing at a state."""
    rules, mode, options = trial.ruleset, trial.mode, trial.options
    players = dict.fromkeys(trial.roles, Player())
    game = Game("nowhere", "trial", rules.name, rules.revision, mode, options, players, "c")
    last = StepFile(
        "f", "d", number, "l", rules.name, rules.revision, mode, options, "", {}, 0, (), {}, events,
        rules.files.encode(state),
    )  # fmt: skip
    return Table(game, rules, last, state), Secret("s", {role: f"key-of-{role}" for role in trial.roles})


def text_of(trial: Trial, state: Any) -> str:
    """A state as a file holds it."""
    return dumps(trial.ruleset.files.encode(state)).decode()


def text_of_step(trial: Trial, step: Step) -> str:
    """A step as a file holds it: the events, and the state after them."""
    return dumps({"events": [event_table(event) for event in step.events]}).decode() + text_of(trial, step.state)
