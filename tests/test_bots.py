"""Whole games of bots, held in tests/golden/bots: some step by step, who wrote what when, as short digests; and a game
of every temperament in every mode, with house rules by lot, as one line each.

A demonstration or a simulation with a seed is the same on every machine and from version to version, until somebody
means to change the rules or the bots. The first line that differs says where; test_positions.py shows what bots write.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sampled import some

from pbem.core.chance import Chance
from pbem.core.ruleset import Ruleset, Step
from pbem.rulesets import ruleset_of
from pbem.store.writing import fingerprint
from pbem.workflow.simulate import play

Golden = Callable[[str, str], None]
GAMES = [
    ("friedrich", "4p-expert", "steady"), ("friedrich", "3p", "bold"), ("friedrich", "4p", "careful"),
    ("friedrich", "west", "rash"), ("friedrich", "austria", "second"), ("friedrich", "3p-expert", "offensive"),
    ("fredericus", "4p", "hunter"), ("fredericus", "3p", "gambler"), ("fredericus", "2p", "scribe"),
    ("fredericus", "3p", "wild"), ("maria", "advanced", "steady"), ("maria", "advanced", "wild"),
    ("maria", "intro", "bold"), ("maria", "two", "careful"),
]  # fmt: skip
TITLES = ("friedrich", "fredericus", "maria")
MODES = [(name, mode.id) for name in TITLES for mode in ruleset_of(name).modes]


@pytest.mark.parametrize(("name", "mode", "temper"), GAMES)
def test_a_game_of_bots_is_the_same_as_ever(name: str, mode: str, temper: str, golden: Golden) -> None:
    rules = ruleset_of(name)
    options = {option.id: option.choices[-1] if name == "fredericus" else option.default for option in rules.options}
    lines: list[str] = []

    def watch(before: Any, bodies: Any, step: Step) -> None:
        written = " ".join(f"{role} {fingerprint(body)[:9]}" for role, body in bodies.items())
        lines.append(f"{rules.telling.label(before)}: {written}")

    tempers = dict.fromkeys((role.id for role in rules.mode(mode).roles), temper)
    played = play(rules, mode, options, f"as ever {temper}", tempers, watch)

    assert not played.broken
    golden(f"bots/{name}-{temper}.txt", "\n".join([*lines, f"{played.label}: {played.result}", ""]))


@pytest.mark.parametrize(("name", "mode"), MODES)
def test_every_temperament_plays_as_ever_in_every_mode(name: str, mode: str, golden: Golden) -> None:
    rules = ruleset_of(name)
    lines = [told(rules, mode, temper) for temper in rules.bots.temperaments]

    golden(f"bots/{name}-{mode}-all.txt", "\n".join([*lines, ""]))


def told(rules: Ruleset, mode: str, temper: str) -> str:
    """A whole game in one line: how long it was, how it ended, and a digest of all that was written."""
    seed = f"in one line {mode} {temper}"
    options = {option.id: Chance(seed).pick(option.choices, option.id) for option in rules.options}
    written: list[Any] = []
    tempers = dict.fromkeys((role.id for role in rules.mode(mode).roles), temper)
    played = play(rules, mode, options, seed, tempers, lambda before, bodies, step: written.append(dict(bodies)))
    assert not played.broken and played.result

    end = f"{', '.join(played.result.winners) or 'nobody'} won after {played.steps} steps"
    return f"{temper}: {end}, {fingerprint({'sheets': written})}"


CARDS = [f"{number}{suit}" for number in range(1, 13) for suit in "SCHD"]
PIECES = {
    "prussia": {"friedrich": "Berlin 3", "keith": "Glogau 2", "seydlitz": "Halle 3", "t1": "Spandau", "t2": "Beuthen"},
    "hanover": {"ferdinand": "Stade 4", "t1": "Celle"}, "russia": {"fermor": "Küstrin 4", "t1": "Drossen"},
    "sweden": {"ehrensvard": "Stralsund 2", "t1": "Anklam"}, "austria": {"daun": "Brünn 5", "laudon": "Glatz 3"},
    "imperial": {"hildburghausen": "Merseburg 4", "t1": "Jena"},
    "france": {"soubise": "Fulda 4", "chevert": "Koblenz 2", "richelieu": "Koblenz 2", "t1": "Gießen"},
    "hands": {"prussia": "13S 12S 11C R 9H 8D", "hanover": "10S 7C", "russia": "13C 12H 9D", "sweden": "7H 6S",
              "austria": "13H 12D 11S R 9C", "imperial": "8H 6D", "france": "13D 10H 8S R"},
}  # fmt: skip


@pytest.mark.parametrize(("card", "friedrich"), some(((card, at) for card in CARDS for at in ("Berlin 3", "off")), 3))
def test_bots_write_legal_sheets_under_every_card_of_fate(card: str, friedrich: str) -> None:
    """Many pieces are off the map and there are cards to pay for them, so that all restrictions are met."""
    rules = ruleset_of("friedrich")
    for nation in ("prussia", "hanover", "russia", "sweden", "austria", "imperial", "france"):
        position = {"turn": 7, "stage": nation, "phase": "movement", "in_force": card, "attack_suits": "SH", **PIECES}
        prussia = {**PIECES["prussia"], "friedrich": friedrich}
        state = rules.files.position({**position, "prussia": prussia, "executed": ["india"]}, "4p-expert", {})
        state = state if rules.rules.awaiting(state) else rules.rules.resolve(state, {}, Chance("cards")).state
        for owed in rules.rules.awaiting(state):
            view = rules.secrets.view_of(state, owed.role)
            for number, temper in enumerate((*rules.bots.temperaments, "careful", "steady", "careful")):
                body = rules.bots.sample(view, owed.role, Chance(f"{card} {number}"), temper)
                faults = rules.rules.take(view, owed.role, body).diagnostics

                assert [] == [fault.message for fault in faults if fault.is_error]
