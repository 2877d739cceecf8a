"""Complete games by bots in which every card of fate comes up: how they are played, replayed and found.

To find them anew after a change of rules or bots: python tests/fate_games.py > tests/friedrich/fate_games.toml
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import tomli_w

from pbem.core.chance import Chance
from pbem.core.ruleset import Step
from pbem.rulesets.friedrich import RULESET
from pbem.rulesets.friedrich.fate import NEXT_TURN, NOW
from pbem.rulesets.friedrich.state import STROKES, Fate
from pbem.workflow.simulate import sampled

LIST = Path(__file__).parent / "friedrich" / "fate_games.toml"
MODE = "4p-expert"
# Nobody is in a hurry to win, so that many cards come up; the players fight, so that the suit of fate changes.
TEMPERS = {"frederick": "steady", "elisabeth": "careful", "maria-theresa": "careful", "pompadour": "careful"}
TEXTS = tuple(f"{number}{suit}" for number in range(1, 13) for suit in "SCHD")
ALL = (*TEXTS, *STROKES)


class Archive(NamedTuple):
    """A game as it is kept: the orders of every step as text, and the bytes of every state."""

    orders: list[str]
    states: list[str]


def play(seed: str) -> Iterator[tuple[Mapping[str, Any], Step]]:
    """A whole game: the sheets of each step, and what came of them."""
    state, number = RULESET.rules.set_up(MODE, {}), 0
    while RULESET.rules.result(state) is None:
        bodies = sampled(RULESET, state, seed, number, TEMPERS)
        step = RULESET.rules.resolve(state, bodies, Chance(seed))
        yield bodies, step
        state, number = step.state, number + 1


def archived(seed: str) -> Archive:
    """The game written down."""
    steps = list(play(seed))
    return Archive([tomli_w.dumps(bodies) for bodies, _ in steps], [written(step) for _, step in steps])


def replayed(seed: str, orders: list[str]) -> list[str]:
    """The states that the seed and the written orders lead to."""
    state, states = RULESET.rules.set_up(MODE, {}), []
    for text in orders:
        step = RULESET.rules.resolve(state, tomllib.loads(text), Chance(seed))
        states.append(written(step))
        state = step.state
    return states


def written(step: Step) -> str:
    """State and events, as they are stored."""
    events = [{"kind": event.kind, **event.facts} for event in step.events]
    return tomli_w.dumps({"state": RULESET.files.encode(step.state), "events": events})


def cards_of(seed: str) -> list[str]:
    """The texts and strokes that came up in a game and had something to do."""
    found = []
    for _, step in play(seed):
        for at, event in enumerate(step.events):
            if event.kind == "fate" and had_effect(card := event.facts["card"] + event.facts.get("suit", ""), step, at):
                found.append(card)
    return found


def had_effect(card: str, step: Step, at: int) -> bool:
    """Whether a card that is executed now asks, does or forbids something; most texts without words cannot."""
    if card not in NOW:
        return card not in NEXT_TURN or not step.state.winners
    asked = any(isinstance(task, Fate) and task.card == card for task in step.state.agenda)
    after = step.events[at + 1].kind if at + 1 < len(step.events) else ""
    return asked or after in ("free-troop", "lost-troop", "unsupplied")


def search(limit: int = 600) -> dict[str, list[str]]:
    """Few games that have everything, by seed."""
    games = {f"fate-{number}": cards_of(f"fate-{number}") for number in range(limit)}
    missing, chosen = set(ALL), {}
    while missing:
        seed = max(games, key=lambda seed: len(missing & set(games[seed])))
        if not missing & set(games[seed]):
            raise LookupError(f"never seen: {sorted(missing)}")
        chosen[seed] = games[seed]
        missing -= set(games[seed])
    return chosen


if __name__ == "__main__":
    rows = [{"seed": seed, "cards": " ".join(cards)} for seed, cards in search(*map(int, sys.argv[1:])).items()]
    head = "# Complete games in which every text and stroke comes up; written by tests/fate_games.py.\n\n"
    sys.stdout.write(head + tomli_w.dumps({"game": rows}))
