"""Games of bots under the eyes of a referee who has rules and map of his own."""

from collections.abc import Iterator
from typing import Any

import pytest
from referee import Foul, Referee, watched

from pbem.core.chance import Chance
from pbem.core.events import OF_THE_PROGRAM
from pbem.core.recall import kinds_of
from pbem.rulesets.friedrich import RULESET
from pbem.rulesets.friedrich.events import FriedrichEvent

GAMES = 24
MODES = tuple(mode.id for mode in RULESET.modes)


def steps_of(mode: str, seed: str, temperaments: tuple[str, ...]) -> Iterator[tuple[Any, Any, Any]]:
    """A game of bots, step by step."""
    chance, state, number = Chance(seed), RULESET.rules.set_up(mode, {}), 0
    while RULESET.rules.result(state) is None:
        bodies = {}
        for at, owed in enumerate(RULESET.rules.awaiting(state)):
            own = Chance(f"{seed} {number} {owed.role}")
            temperament = temperaments[(at + number) % len(temperaments)]
            bodies[owed.role] = RULESET.bots.sample(
                RULESET.secrets.view_of(state, owed.role), owed.role, own, temperament
            )
        step = RULESET.rules.resolve(state, bodies, chance)
        yield RULESET.files.encode(state), step.events, RULESET.files.encode(step.state)
        state, number = step.state, number + 1


@pytest.mark.parametrize("number", range(GAMES))
def test_the_referee_sees_no_foul(number: int) -> None:
    mode = MODES[number % len(MODES)]
    tempers = RULESET.bots.temperaments[number % len(RULESET.bots.temperaments) :] + RULESET.bots.temperaments

    assert watched(steps_of(mode, f"referee {number}", tempers)) > 25


def test_the_referee_sees_a_foul() -> None:
    state = RULESET.rules.set_up("4p", {})
    referee = Referee(RULESET.files.encode(state))
    referee.told_stage({"nation": "prussia"})

    with pytest.raises(Foul, match=r"F4\.3"):
        referee.told_moved({"nation": "prussia", "pieces": ["heinrich"], "way": ["berlin", "brandenburg"]})


def test_the_referee_knows_every_kind_of_event() -> None:
    silent = {"troops", "defaulted", "opened", "reshuffled", "discarded", "asked", "troops-lost", "draws-changed",
              "free-troop", "on-allied-objective", "mustered", "stood-in", "lapsed", "fought", "stopped",
              "not-exchanged", "exchanged", "changed-card", "lost-troop", "eased", "answered",
              "declined", "same-suit", "wish-unfit"}  # fmt: skip
    heard = {name.removeprefix("told_").replace("_", "-") for name in dir(Referee) if name.startswith("told_")}

    assert set(kinds_of(FriedrichEvent)) - set(OF_THE_PROGRAM) - silent == heard
