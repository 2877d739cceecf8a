"""Orders ahead: which decisions are coming, and the view on which they are judged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from every_case import moments

from pbem.core.chance import Chance
from pbem.rulesets.friedrich import RULESET
from pbem.rulesets.friedrich.state import COMMANDS, NATIONS

PIECES = {
    "prussia": {"friedrich": "Berlin 4"}, "hanover": {"ferdinand": "Stade 3"}, "russia": {"saltikov": "Sierpc 3"},
    "sweden": {"ehrensvard": "Stralsund 2"}, "austria": {"daun": "Brünn 3"},
    "imperial": {"hildburghausen": "Hildburghausen 3"}, "france": {"soubise": "Fulda 2"},
}  # fmt: skip
THEATRES = {
    "west": {**{nation: PIECES[nation] for nation in ("hanover", "france")}, "prussia": {"seydlitz": "Berlin 3"}},
    "austria": {nation: PIECES[nation] for nation in ("prussia", "austria", "imperial")},
}


def position(mode: str = "4p", **more: Any) -> Any:
    """A position in turn 5, run on to its first decision."""
    data = {"turn": 5, "phase": "movement", **THEATRES.get(mode, PIECES), **more}
    state = RULESET.files.position(data, mode, {})
    return state if RULESET.rules.awaiting(state) else RULESET.rules.resolve(state, {}, Chance("x")).state


def coming(state: Any, role: str) -> str:
    """The decisions to come, each with its turn; the same from the view as from the state."""
    view = RULESET.secrets.view_of(state, role)
    assert RULESET.ahead.coming(view, role) == RULESET.ahead.coming(state, role)
    return ", ".join(f"{row.id} {row.what.split()[-1]}" for row in RULESET.ahead.coming(view, role))


def asked(state: Any) -> dict[str, str]:
    """Who is asked for what, of all roles."""
    return {role: id_ for role in COMMANDS[state.mode] if (id_ := RULESET.ahead.asked(state, role))}


def supposed(state: Any, role: str, id_: str) -> Any:
    return RULESET.ahead.supposed(RULESET.secrets.view_of(state, role), role, id_)


# the mode, the stage that waits, who is asked, and what is coming to whom
MOMENTS = [
    ("4p", "prussia", {"frederick": "prussia"}, {
        "frederick": "hanover 5", "elisabeth": "russia 5, sweden 5", "maria-theresa": "austria 5, imperial 5",
        "pompadour": "france 5"}),
    ("4p", "hanover", {"frederick": "hanover"}, {"frederick": "prussia 6", "pompadour": "france 5"}),
    ("4p", "sweden", {"elisabeth": "sweden"}, {"frederick": "prussia 6, hanover 6", "elisabeth": "russia 6"}),
    ("4p", "imperial", {"maria-theresa": "imperial"}, {"maria-theresa": "austria 6", "pompadour": "france 5"}),
    ("4p", "france", {"pompadour": "france"}, {
        "pompadour": "", "maria-theresa": "austria 6, imperial 6", "elisabeth": "russia 6, sweden 6"}),
    ("4p-expert", "russia", {"elisabeth": "russia"}, {"elisabeth": "sweden 5", "frederick": "prussia 6, hanover 6"}),
    ("3p", "austria", {"maria-theresa": "austria"}, {
        "elisabeth": "france 5, russia 6, sweden 6", "maria-theresa": "imperial 5"}),
    ("3p-expert", "france", {"elisabeth": "france"}, {"elisabeth": "russia 6, sweden 6"}),
    ("west", "hanover", {"frederick": "hanover"}, {"frederick": "prussia 6", "pompadour": "france 5"}),
    ("west", "prussia", {"frederick": "prussia"}, {"frederick": "hanover 5", "pompadour": "france 5"}),
    ("austria", "austria", {"maria-theresa": "austria"}, {"frederick": "prussia 6", "maria-theresa": "imperial 5"}),
    ("austria", "prussia", {"frederick": "prussia"}, {"frederick": "", "maria-theresa": "austria 5, imperial 5"}),
]  # fmt: skip


@pytest.mark.parametrize(("mode", "stage", "who", "expected"), MOMENTS)
def test_the_next_movement_phase_of_every_nation_of_a_role_is_coming(
    mode: str, stage: str, who: Mapping[str, str], expected: Mapping[str, str]
) -> None:
    state = position(mode, stage=stage)

    assert who == asked(state)
    assert expected == {role: coming(state, role) for role in expected}


@pytest.mark.parametrize("mode", COMMANDS)
def test_at_the_set_up_all_nations_are_coming_in_the_first_turn(mode: str) -> None:
    state = RULESET.rules.set_up(mode, {})
    expected = {role: ", ".join(f"{NATIONS[n]} 1" for n in own) for role, own in COMMANDS[mode].items()}

    assert {} == asked(state)
    assert expected == {role: coming(state, role) for role in expected}


def test_a_decision_is_told_in_words_with_its_turn() -> None:
    state = position(stage="imperial")

    assert ["Austria's moves in turn 6"] == [row.what for row in RULESET.ahead.coming(state, "maria-theresa")]
    assert ["Prussia's moves in turn 6", "Hanover's moves in turn 6"] == [
        row.what for row in RULESET.ahead.coming(state, "frederick")
    ]


def test_in_a_battle_the_active_nation_comes_in_the_next_turn_and_later_ones_in_this() -> None:
    hands = {"hanover": "9D", "france": "5S"}
    state = position(stage="hanover", hanover={"ferdinand": "Celle 3"}, france={"soubise": "Springe 2"}, hands=hands)
    state = RULESET.rules.resolve(state, {"frederick": {"do": ["Ferdinand > Hannover"]}}, Chance("x")).state

    assert ["bid", "bid"] == [owed.kind for owed in RULESET.rules.awaiting(state)]
    assert {} == asked(state)
    assert "prussia 6, hanover 6" == coming(state, "frederick")
    assert "france 5" == coming(state, "pompadour")


def test_at_a_question_of_fate_between_turns_all_come_in_the_next_and_who_has_left_never() -> None:
    state = position(phase="end", turn=8, fate=["sweden"])

    assert ["fate"] == [owed.kind for owed in RULESET.rules.awaiting(state)]
    assert {} == asked(state)
    assert "prussia 9, hanover 9" == coming(state, "frederick")
    assert "russia 9" == coming(state, "elisabeth")


def test_the_imperial_army_follows_its_commander() -> None:
    gone = ["elisabeth", "sweden"]
    left = {"russia": {}, "sweden": {}, "executed": gone, "imperial_commander": "elisabeth"}
    state = position(turn=9, stage="prussia", **left)

    assert "imperial 9" == coming(state, "elisabeth")
    assert "austria 9" == coming(state, "maria-theresa")
    assert {"elisabeth": "imperial"} == asked(position(turn=9, stage="imperial", **left))


def test_in_a_game_that_is_over_nothing_is_coming() -> None:
    state = position(stage="prussia")._replace(agenda=(), winners=("frederick",))

    assert "" == coming(state, "frederick")
    assert {} == asked(state)


# the supposed view


@pytest.mark.parametrize(("mode", "stage"), [(mode, stage) for mode, stage, _, _ in MOMENTS])
def test_on_the_supposed_view_the_role_owes_the_decision_and_sees_what_it_sees(mode: str, stage: str) -> None:
    state = position(mode, stage=stage)
    for role in COMMANDS[mode]:
        view = RULESET.secrets.view_of(state, role)
        for row in RULESET.ahead.coming(view, role):
            guess = RULESET.ahead.supposed(view, role, row.id)

            assert [(role, "movement")] == [owed[:2] for owed in RULESET.rules.awaiting(guess)]
            assert row.id == RULESET.ahead.asked(guess, role)
            assert str(guess.turn) == row.what.split()[-1]
            same = ("place", "troops", "totals", "hands", "conquered", "face_down", "executed", "imperial")
            assert [getattr(view, name) for name in same] == [getattr(guess, name) for name in same]


def test_a_card_in_force_holds_for_this_turn_and_is_over_in_the_next() -> None:
    state = position(turn=8, stage="austria", in_force="3H")._replace(attack_suits="S", beaten=1)

    this, after = supposed(state, "pompadour", "france"), supposed(state, "frederick", "prussia")

    assert ("3H", "S", 1, 8) == (this.in_force, this.attack_suits, this.beaten, this.turn)
    assert ("", "", 0, 9) == (after.in_force, after.attack_suits, after.beaten, after.turn)


@pytest.mark.parametrize(
    ("mode", "stage", "role", "id_", "executed", "number"),
    [
        ("4p", "austria", "pompadour", "france", [], 4), ("4p", "austria", "pompadour", "france", ["india"], 0),
        ("4p", "france", "frederick", "prussia", [], 0), ("west", "hanover", "frederick", "prussia", [], 2),
        ("west", "hanover", "frederick", "prussia", ["poems"], 0), ("west", "hanover", "pompadour", "france", [], 4),
    ],
)  # fmt: skip
def test_the_cards_one_of_which_is_discarded_are_not_known_yet(
    mode: str, stage: str, role: str, id_: str, executed: list[str], number: int
) -> None:
    state = position(mode, turn=8, stage=stage, executed=executed)

    assert ((0, "?", 0),) * number == supposed(state, role, id_).task.drawn


def test_a_standing_bid_speaks_for_its_role_where_it_answers_and_for_nobody_without_one() -> None:
    steps = [step.before for step in moments("friedrich", "standing-when-attacking")]
    said, unsaid = (
        [
            RULESET.ahead.spoken(RULESET.secrets.view_of(state, role), role)
            for state in states
            for role in COMMANDS["4p"]
        ]
        for states in (steps, [state._replace(standing=()) for state in steps])
    )

    assert {} in said
    assert {} not in unsaid
