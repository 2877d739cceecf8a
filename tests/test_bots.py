"""Whole games of bots, each temperament once, held in tests/golden/bots: who wrote what when, as short digests.

A demonstration or a simulation with a seed is the same on every machine and from version to version, until somebody
means to change the rules or the bots. The first line that differs says where; test_positions.py shows what bots write.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pbem.core.ruleset import Step
from pbem.rulesets import ruleset_of
from pbem.store.writing import fingerprint
from pbem.workflow.simulate import play

Golden = Callable[[str, str], None]
GAMES = [
    ("friedrich", "4p-expert", "steady"), ("friedrich", "3p", "bold"), ("friedrich", "4p", "careful"),
    ("friedrich", "west", "rash"), ("friedrich", "austria", "second"), ("friedrich", "3p-expert", "offensive"),
    ("fredericus", "4p", "hunter"), ("fredericus", "3p", "gambler"), ("fredericus", "2p", "scribe"),
    ("fredericus", "3p", "wild"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "mode", "temper"), GAMES)
def test_a_game_of_bots_is_the_same_as_ever(name: str, mode: str, temper: str, golden: Golden) -> None:
    rules = ruleset_of(name)
    options = {option.id: option.choices[-1] if name == "fredericus" else option.default for option in rules.options}
    lines: list[str] = []

    def watch(before: Any, bodies: Any, step: Step) -> None:
        written = " ".join(f"{role} {fingerprint(body)[:9]}" for role, body in bodies.items())
        lines.append(f"{rules.label(before)}: {written}")

    tempers = dict.fromkeys((role.id for role in rules.mode(mode).roles), temper)
    played = play(rules, mode, options, f"as ever {temper}", tempers, watch)

    assert not played.broken
    golden(f"bots/{name}-{temper}.txt", "\n".join([*lines, f"{played.label}: {played.result}", ""]))
