"""Positions before the deal: nothing is on the table yet, and whatever says otherwise is refused with its key."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from mangling import mutated_values

from pbem.core.chance import Chance
from pbem.core.ruleset import Ruleset
from pbem.rulesets import ruleset_of
from pbem.rulesets.fredericus import RULESET
from pbem.rulesets.fredericus.state import Deal
from pbem.store import GameFault
from pbem.store.writing import dumps
from pbem.workflow import decoded
from pbem.workflow.new import Plan, new
from pbem.workflow.simulate import sampled
from pbem.workflow.sound import check_same, check_sound

OPTIONS = {option.id: option.default for option in RULESET.options}


def data(mode: str = "2p") -> dict[str, Any]:
    found: dict[str, Any] = RULESET.files.encode(RULESET.rules.set_up(mode, OPTIONS))
    return found


def begun(folder: Path, position: dict[str, Any], **head: str) -> str:
    """What is said about a position that a game is begun from; nothing if it is accepted."""
    path = folder / "position.toml"
    path.write_bytes(dumps({"format": 2, "ruleset": "fredericus", "mode": "2p", **head, "position": position}))
    try:
        new(Plan(str(folder / "game"), position=str(path), seed="a"))
    except GameFault as fault:
        return fault.message
    return ""


def test_the_position_before_the_deal_is_accepted_as_it_is(tmp_path: Path) -> None:
    assert "" == begun(tmp_path, data())


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"agenda": [{"task": "placing", "what": "birds", "seats": ["a", "a"]}]}, "agenda.seats"),
        ({"agenda": [{"task": "placing", "what": "birds", "seats": []}]}, "agenda.seats"),
        ({"agenda": [{"task": "placing", "what": "birds", "seats": ["b"]}]}, "birds.a does not fit agenda.seats"),
        ({"agenda": data()["agenda"] * 2}, "agenda must hold one"),
        ({"display": "?"}, "display is hidden"),
        ({"shown": {"a": "?", "b": "-"}}, "shown.a is hidden"),
        ({"display": "a b"}, "display must be empty"),
        ({"creatures": {"a": "a b c", "b": "-"}}, "creatures must be empty"),
        ({"hands": {"a": "a", "b": "-"}}, "hands must be empty"),
        ({"seals_out": 3}, "seals_out must be 0"),
        ({"birds": {"a": "F=1 G=5", "b": "F=- G=-"}}, "birds.a does not fit agenda.seats"),
        ({"fredericus": "a"}, "fredericus must be empty"),
    ],
)  # fmt: skip
def test_nonsense_before_the_deal_is_refused_with_file_and_key(
    change: dict[str, Any], said: str, tmp_path: Path
) -> None:
    message = begun(tmp_path, {**data(), **change})

    assert said in message
    assert "position.toml" in message


@pytest.mark.parametrize("key", ["ruleset", "mode"])
def test_an_empty_ruleset_or_mode_of_a_position_is_named(key: str, tmp_path: Path) -> None:
    message = begun(tmp_path, data(), **{key: ""})

    assert f"`{key}` is empty" in message and "position.toml" in message


# mutated values


def later(rules: Ruleset, mode: str, options: dict[str, str], position: dict[str, Any]) -> str:
    """What breaks in a game from a position that is accepted: its first steps are played."""
    try:
        state = decoded(rules.files.position, position, "position.toml", mode, options)
        check_same(position, rules.files.encode(state), "position.toml")
        check_sound(rules, state, [role.id for role in rules.mode(mode).roles], "position.toml")
    except GameFault:
        return ""
    for step in range(4):
        if rules.rules.result(state) is not None:
            break
        bodies = sampled(rules, state, "mutated", step, {})
        state = rules.rules.resolve(state, bodies, Chance(f"mutated {step}")).state
        if broken := rules.rules.invariants(state):
            return "; ".join(broken)
    return ""


@pytest.mark.parametrize(("name", "steps"), [("fredericus", 0), ("fredericus", 7), ("friedrich", 0), ("friedrich", 3)])
def test_a_position_with_a_wrong_value_is_refused_or_can_be_played(name: str, steps: int) -> None:
    rules = ruleset_of(name)
    options, mode = {option.id: option.default for option in rules.options}, rules.modes[0].id
    state = rules.rules.set_up(mode, options)
    for step in range(steps):
        state = rules.rules.resolve(state, sampled(rules, state, "m", step, {}), Chance(f"m {step}")).state
    found = {}
    for where, changed in mutated_values(rules.files.encode(state), f"{name} {steps}", 40):
        if why := later(rules, mode, options, changed):
            found[where] = why

    assert {} == found


def test_between_placing_and_the_first_turn_the_game_has_no_number() -> None:
    state = RULESET.rules.set_up("2p", OPTIONS)

    assert ("setup-birds-a", "Set-up: the birds, A") == (RULESET.telling.label(state), RULESET.telling.heading(state))
    dealing = state._replace(agenda=(Deal(),))
    assert ("setup", "Set-up") == (RULESET.telling.label(dealing), RULESET.telling.heading(dealing))
