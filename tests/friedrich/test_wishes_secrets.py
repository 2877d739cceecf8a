"""Section 6: nobody but their owner learns of wishes for retreats, wherever they are kept."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest
from battle_game import begin, sheet

from pbem.core.chance import Chance
from pbem.rulesets.friedrich import RULESET
from pbem.rulesets.friedrich.state import Retreat
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.reporting import report
from pbem.workflow.submit import submit

CHANCE = Chance("x")
OWNER, OTHERS = "maria-theresa", ("frederick", "elisabeth", "pompadour", None)
POSITION: dict[str, Any] = {
    "turn": 4, "stage": "austria", "phase": "movement", "hands": {"austria": "3H", "prussia": "2H"},
    "austria": {"laudon": "Steinau 4"}, "prussia": {"keith": "Glogau 3"},
}  # fmt: skip
CONCEDING = {"own": "*", "otherwise": "concede"}


def step(state: Any, **sheets: Any) -> Any:
    return RULESET.rules.resolve(state, {role.replace("_", "-"): body for role, body in sheets.items()}, CHANCE).state


def moving() -> Any:
    return step(RULESET.files.position(POSITION, "4p", {}))


def at_battle(**body: Any) -> Any:
    """The battle before any bid, after Austria's sheet with its moves."""
    return step(moving(), maria_theresa=body)


def at_retreat(*wishes: str) -> Any:
    bid = {**CONCEDING, "retreat": list(wishes)}
    return step(at_battle(), maria_theresa={"bid": [bid]}, frederick={"bid": [CONCEDING]})


def by_stage(**body: Any) -> Any:
    """All bids of the stage; those of Prussia are not in yet."""
    state = RULESET.files.position({**POSITION, "phase": "combat"}, "4p", {"bidding": "stage"})
    return RULESET.rules.take(step(state), OWNER, {"bid": [CONCEDING], **body}).state


WISH = ["in clubs"]
# Each with wishes and without, as nobody else may tell them apart.
PLACES = {
    "the wishes of a sheet": (at_battle(retreat=WISH), at_battle()),
    "the wishes of a sheet for a stage": (by_stage(retreat=WISH), by_stage()),
    "a bid ahead": (at_battle(bid=[{**CONCEDING, "retreat": WISH}]), at_battle(bid=[CONCEDING])),
    "a standing bid": (at_battle(standing=[{**CONCEDING, "retreat": WISH}]), at_battle(standing=[CONCEDING])),
    "a standing answer": (at_battle(answers=["retreat in clubs"]), at_battle(answers=["decline 8C"])),
    "what wishes left at a retreat": (at_retreat(*WISH), at_retreat()),
}


@pytest.mark.parametrize("name", PLACES)
def test_a_view_of_others_is_the_same_with_and_without_wishes(name: str) -> None:
    state, without = PLACES[name]

    assert state != without
    assert RULESET.secrets.view_of(state, OWNER) != RULESET.secrets.view_of(without, OWNER)
    for role in OTHERS:
        assert RULESET.secrets.view_of(state, role) == RULESET.secrets.view_of(without, role), role
        assert "in clubs" not in str(RULESET.files.encode(RULESET.secrets.view_of(state, role)))


@pytest.mark.parametrize("name", PLACES)
def test_the_exchange_of_secrets_takes_the_wishes_of_others_away_and_leaves_the_readers_own(name: str) -> None:
    state, without = PLACES[name]

    for number in range(3):
        for role in OTHERS:
            twin, other = (RULESET.secrets.twin_of(s, role, Chance(f"{number}")) for s in (state, without))
            assert twin == other, role
            assert "in clubs" not in str(RULESET.files.encode(twin))
            assert RULESET.secrets.view_of(twin, role) == RULESET.secrets.view_of(state, role)
        own = RULESET.secrets.twin_of(state, OWNER, Chance(f"{number}"))
        assert RULESET.secrets.view_of(own, OWNER) == RULESET.secrets.view_of(state, OWNER)


def test_what_is_left_by_wishes_is_no_part_of_what_others_are_told_of_the_question() -> None:
    state, without = PLACES["what wishes left at a retreat"]

    assert isinstance(state.task, Retreat) and state.task.left and not without.task.left
    assert RULESET.rules.awaiting(state) == RULESET.rules.awaiting(without)
    assert RULESET.telling.heading(state) == RULESET.telling.heading(without)


BATTLE = """
format = 2
ruleset = "friedrich"
mode = "4p"
[position]
stage = "austria"
phase = "combat"
turn = 3
[position.austria]
laudon = "Steinau 4"
[position.prussia]
keith = "Glogau 3"
[position.hands]
prussia = "2H"
austria = "3H"
"""


def reports(folder: Path, *wishes: str) -> dict[str, str]:
    """All texts of the step after the battle; every one of them has passed the leak gate."""
    folder.mkdir()
    game = begin(folder, position=BATTLE)
    own = {"bid": [{"own": "Laudon", "otherwise": "concede", "retreat": list(wishes)}]}
    for role, body in ((OWNER, own), ("frederick", {"bid": [CONCEDING]})):
        assert submit(sheet(game, role, body), game).version == 1
    adjudicate(game)
    report(game)
    last = os.path.join(game, "reports", sorted(os.listdir(os.path.join(game, "reports")))[-1])
    texts = {name: Path(last, name).read_text(encoding="utf-8") for name in sorted(os.listdir(last))}
    return {name: FINGERPRINTS.sub("", text) for name, text in texts.items() if name != "manifest.toml"}


# Digests of the step as a whole, which tell nothing of the secrets in it, and keys made by the system's own dice.
FINGERPRINTS = re.compile(r"[0-9a-f]{64}|the table, line 3 \(step 1\): [a-z ]+|age1[0-9a-z]+")


def test_reports_of_others_do_not_tell_by_which_wishes_a_city_was_chosen(tmp_path: Path) -> None:
    plain = reports(tmp_path / "plain", "Sprottau")
    wished = reports(tmp_path / "wished", "in diamonds", "in clubs", "towards Prag")
    owner = {name for name in wished if name.startswith(OWNER)}

    assert "in diamonds" in "".join(wished[name] for name in owner)
    assert [] == [name for name in wished if name not in owner and wished[name] != plain[name]]
