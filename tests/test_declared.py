"""What the titles declare of themselves, held in tests/golden/titles: seats, house rules, keys, and what is secret.

Nothing else looks at all of it at once, and a default that changes unseen changes the game of whoever begins one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import get_args

import pytest

from pbem.core.events import Secret
from pbem.core.ruleset import Mode, Ruleset
from pbem.rulesets import ruleset_of
from pbem.rulesets.friedrich.state import COMMANDS


def declared(rules: Ruleset) -> Iterator[str]:
    yield f"{rules.name}: {rules.title}, revision {rules.revision}, contract {rules.contract}, counted by {rules.round}"
    for mode in rules.modes:
        yield f"mode {mode.id}: {mode.title}"
        yield from (f"  {role.id}: {role.title}, {role.about}" for role in mode.roles)
    for option in rules.options:
        choices = ", ".join(f"{choice} (default)" * (choice == option.default) or choice for choice in option.choices)
        yield f"option {option.id}: {option.about} {choices}"
    yield f"keys of a sheet: {' '.join(rules.sheet_keys)}"
    yield f"temperaments: {' '.join(rules.bots.temperaments)}"
    yield f"chapters: {' '.join(rules.story.chapters)}"


@pytest.mark.parametrize("name", ["friedrich", "fredericus"])
def test_a_title_is_what_it_was(name: str, golden: Callable[[str, str], None]) -> None:
    golden(f"titles/{name}.txt", "\n".join([*declared(ruleset_of(name)), ""]))


@pytest.mark.parametrize("mode", ruleset_of("friedrich").modes, ids=lambda mode: mode.id)
def test_who_commands_in_friedrich_sits_at_the_table(mode: Mode) -> None:
    assert sorted(COMMANDS[mode.id]) == sorted(role.id for role in mode.roles)


def secrets(name: str) -> Iterator[str]:
    """Every record of a state with its fields: who knows each, what others see in its place, and what in a twin."""
    for record, lines in import_module(f"pbem.rulesets.{name}.views").SECRETS.items():
        for field in record._fields:
            line = lines.get(field, "public")
            if isinstance(line, Secret):
                made = [part.__name__ for part in (line.knows, line.hidden, line.other, line.more) if part]
                line = " ".join(["secret", *made, *([f"by {line.items}"] if line.items else [])])
            yield f"{record.__name__}.{field}: {line}"


@pytest.mark.parametrize("name", ["friedrich", "fredericus"])
def test_what_is_secret_is_what_it_was(name: str, golden: Callable[[str, str], None]) -> None:
    golden(f"titles/{name}-secrets.txt", "\n".join([*secrets(name), ""]))


@pytest.mark.parametrize("name", ["friedrich", "fredericus"])
def test_of_every_task_it_is_declared_what_is_secret(name: str) -> None:
    state = import_module(f"pbem.rulesets.{name}.state")

    assert {state.State, *get_args(state.Task)} == {*import_module(f"pbem.rulesets.{name}.views").SECRETS}
