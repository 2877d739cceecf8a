"""The words around the declaration of the offensive option (F13.4.2)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pbem.rulesets.friedrich import RULESET
from pbem.rulesets.friedrich.board import OBJECTIVES
from pbem.rulesets.friedrich.offensive import has_won
from pbem.rulesets.friedrich.state import PRUSSIA
from pbem.workflow.new import Plan, new
from pbem.workflow.reporting import report_of

HERE = {"stage": "prussia", "prussia": {"friedrich": "Berlin 5"}, "hands": {"prussia": "12S"}}


def begun(mode: str, turn: int) -> Any:
    return RULESET.files.position({**HERE, "turn": turn}, mode, {})


def asked(hand: str, reserve: str = "allowed") -> Any:
    """Prussia's stage in turn 3 with these cards."""
    position = {**HERE, "turn": 3, "hands": {"prussia": hand}}
    return RULESET.files.position(position, "4p-expert", {"offensive-reserve": reserve}).popped()


def remark(state: Any) -> str:
    """What the sheet says of the option, its lines joined."""
    lines = RULESET.telling.sheet(RULESET.secrets.view_of(state, "frederick"), "frederick").split("\n")
    first = next(at for at, line in enumerate(lines) if "offensive" in line)
    last = next(at for at in range(first, len(lines)) if not lines[at + 1].startswith("# It takes"))
    return " ".join(line.removeprefix("# ") for line in lines[first : last + 1])


def hint(state: Any) -> str:
    taken = RULESET.rules.take(RULESET.secrets.view_of(state, "frederick"), "frederick", {"do": ["Friedrich stays"]})
    return next(item.hint for item in taken.diagnostics if item.code.id == "FR551")


@pytest.mark.parametrize(
    ("mode", "turn", "said"),
    [("4p-expert", 3, True), ("4p-expert", 2, False), ("4p-expert", 4, False), ("4p", 3, False)],
)
def test_the_owed_default_says_that_the_option_is_given_up_where_it_is(mode: str, turn: int, said: bool) -> None:
    state = begun(mode, turn)._replace(offensive="declined" if turn > 3 else "")
    state = state.popped() if not RULESET.rules.awaiting(state) else state

    (owed,) = RULESET.rules.awaiting(state)

    assert ("the offensive option is given up for good" in owed.default) is said


def test_a_sheet_that_takes_the_option_is_not_warned() -> None:
    state = begun("4p-expert", 3).popped()

    taken = RULESET.rules.take(state, "frederick", {"do": ["offensive 12S"]})

    assert [] == [d.code.id for d in taken.diagnostics if d.code.id == "FR551"]
    assert "no offensive option" not in taken.understood
    assert "no offensive option" in RULESET.rules.take(state, "frederick", {"do": []}).understood


@pytest.mark.parametrize(
    ("hand", "reserve", "said"),
    [
        ("12S 3H", "allowed", '"offensive 12S" sets a card of 10 or more aside'),
        ("9S R", "allowed", '"offensive R" sets a card of 10 or more aside'),
        ("9S 3H", "allowed", "It takes a card of 10 or more, or a Reserve; you hold none."),
        ("", "allowed", "It takes a card of 10 or more, or a Reserve; you hold none."),
        ("9S R", "refused", "It takes a card of 10 or more, in this game not a Reserve; you hold none."),
        ("10S R", "refused", '"offensive 10S" sets a card of 10 or more aside'),
    ],
)
def test_the_sheet_and_the_warning_name_a_card_that_can_be_set_aside(hand: str, reserve: str, said: str) -> None:
    state = asked(hand, reserve)

    assert said in remark(state)
    assert said in hint(state)
    assert "given up for good" in remark(state)


def test_the_card_that_the_sheet_names_is_accepted() -> None:
    state = asked("11H 13C 2D")

    order = remark(state).split('"')[1]

    assert "offensive 13C" == order
    assert not [item for item in RULESET.rules.take(state, "frederick", {"do": [order]}).diagnostics if item.is_error]


def test_the_report_says_what_silence_costs_and_names_the_card_to_prussia_alone(tmp_path: Path) -> None:
    game = str(tmp_path / "winter")
    position = tmp_path / "position.toml"
    position.write_text(
        'format = 2\nruleset = "friedrich"\nmode = "4p-expert"\n[position]\nturn = 3\nstage = "prussia"\n'
        'phase = "movement"\n[position.prussia]\nfriedrich = "Berlin 5"\n[position.hands]\nprussia = "12S"\n'
    )
    new(Plan(game, "friedrich", mode="4p-expert", position=str(position), seed="a"))

    own, theirs = report_of(game, "frederick"), report_of(game, "elisabeth")

    assert "Otherwise: nothing moves, and the offensive option is given up for good" in " ".join(own.split())
    assert '"offensive 12S"' in own and "12S" not in theirs


@pytest.mark.parametrize(
    ("offensive", "won"), [("taken", True), ("lost", True), ("", False), ("declined", False), ("failed", False)]
)
def test_prussia_has_won_with_all_objectives_while_the_option_stands_lost_or_not(offensive: str, won: bool) -> None:
    """F13.4.6, A27: the card may be Austria's by then."""
    state = begun("4p-expert", 5)._replace(offensive=offensive, conquered=OBJECTIVES[PRUSSIA])

    assert won == has_won(state)
    assert not has_won(state._replace(conquered=OBJECTIVES[PRUSSIA] & OBJECTIVES[PRUSSIA] - 1))
