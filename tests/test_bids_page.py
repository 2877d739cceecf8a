"""docs/bids.md: every example is run; what the page says is what the game does."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from pbem.core.chance import Chance
from pbem.core.events import seen_by
from pbem.rulesets.friedrich import RULESET

PAGE = (Path(__file__).parent.parent / "docs" / "bids.md").read_text()
EXAMPLE = re.compile(r"<!-- example (.*?) -->\n```toml\n(.*?)```\n```(\w+)\n(.*?)```", re.DOTALL)
EXAMPLES = [(json.loads(setting), body, kind, text) for setting, body, kind, text in EXAMPLE.findall(PAGE)]
CHANCE = Chance("page")


def begun(setting: dict[str, Any]) -> Any:
    position = {
        "stage": setting.get("stage", "prussia"), "phase": setting.get("phase", "combat"),
        "prussia": setting["prussia"], "france": setting["france"], "hands": setting["hands"],
        "in_force": setting.get("in_force", ""),
    }  # fmt: skip
    state = RULESET.files.position(position, "4p", {})
    if setting.get("standing"):
        state = RULESET.files.position({**position, "phase": "movement"}, "4p", {})
    return RULESET.rules.resolve(state, {}, CHANCE).state


def faults(state: Any, body: dict[str, Any], severity: str) -> list[str]:
    taken = RULESET.rules.take(RULESET.secrets.view_of(state, "frederick"), "frederick", body)
    found = [d for d in taken.diagnostics if d.code.severity == severity]
    return [f"{d.code.id} at {'.'.join(map(str, d.at.path))}" for d in found]


def story(setting: dict[str, Any], body: dict[str, Any]) -> str:
    """What Frederick is told from his first bid on; a standing bid is sent while France is to move."""
    state, events = begun(setting), []
    enemy = {"bid": [setting["enemy"]]} if "enemy" in setting else {"bid": setting.get("enemies", [])}
    if setting.get("standing"):
        bodies = [{"frederick": body, "pompadour": enemy}, {}]
    else:
        first = [*setting.get("before", []), body]
        bodies = [{"frederick": first[0], "pompadour": enemy}, *({"frederick": more} for more in first[1:]), {}]
    for sheets in bodies:
        owed = [o.role for o in RULESET.rules.awaiting(state)]
        free = ("frederick",) if setting.get("standing") else ()
        step = RULESET.rules.resolve(state, {role: b for role, b in sheets.items() if role in (*owed, *free)}, CHANCE)
        state = step.state
        events += seen_by(step.events, "frederick")
    return "\n".join(line for event in events for line in RULESET.telling.tell(event))


def test_the_page_has_its_examples() -> None:
    assert len(EXAMPLES) >= 11
    assert PAGE.count("```toml") == len(EXAMPLES)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_example(number: int) -> None:
    setting, text, kind, expected = EXAMPLES[number]
    body = tomllib.loads(text)
    lines = expected.strip().splitlines()
    if kind in ("refused", "warned"):
        assert lines == faults(begun(setting), body, "error" if kind == "refused" else "warning")
        return
    assert [] == faults(begun(setting), body, "error")
    if setting.get("understood"):
        told = "\n".join(
            RULESET.rules.take(RULESET.secrets.view_of(begun(setting), "frederick"), "frederick", body).understood
        )
    else:
        told = story(setting, body)
    place = 0
    for line in lines:
        assert line in told[place:], f"{line!r} is not in\n{told}"
        place = told.index(line, place) + len(line)


def test_every_fact_of_a_condition_is_on_the_page() -> None:
    from pbem.rulesets.common.conditions import FACTS

    assert [fact for fact in FACTS if f"`{fact}`" not in PAGE] == []


def test_every_key_is_on_the_page() -> None:
    from pbem.rulesets.common.bid_reader import KEYS
    from pbem.rulesets.common.standing import KEYS as MORE

    assert [key for key in (*KEYS, *MORE) if f"`{key}`" not in PAGE] == []
