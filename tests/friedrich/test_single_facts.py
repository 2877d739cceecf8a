"""Small facts that no game and no case of the rules happens to show, each for itself."""

from __future__ import annotations

from typing import Any

from pbem.rulesets.friedrich import RULESET
from pbem.rulesets.friedrich import events as happened
from pbem.rulesets.friedrich.board import CITIES, NAMES
from pbem.rulesets.friedrich.decisions import unsupplied
from pbem.rulesets.friedrich.state import NATIONS, State
from pbem.rulesets.friedrich.telling.kept_reasons import kept_behind
from pbem.rulesets.friedrich.telling.paper import examples
from pbem.rulesets.friedrich.thinking import outlook_of

PRUSSIA, RUSSIA = NATIONS.index("prussia"), NATIONS.index("russia")


def position(**facts: Any) -> State:
    state: State = RULESET.files.position({"turn": 7, "stage": "prussia", "phase": "movement", **facts}, "4p", {})
    return state


def test_in_the_first_city_of_the_list_a_general_is_out_of_supply_like_anywhere() -> None:
    """F9.4."""
    state = position(russia={"saltikov": f"{NAMES[0]} 4"}, stage="russia")

    assert [NAMES[0]] == [found.facts["city"] for found in unsupplied(state, RUSSIA)]


def test_in_the_first_city_of_the_list_a_general_is_an_example_like_anywhere() -> None:
    lines = examples(position(prussia={"friedrich": f"{NAMES[0]} 4"}), PRUSSIA)

    assert lines[0].startswith('# "Friedrich > ')


def test_a_battle_to_come_is_foreseen_with_the_hand_and_the_strength_of_the_enemy() -> None:
    """F7.4: 12 troops in all, and two generals besides: at most 8 of them can be Daun's."""
    hands = {"prussia": "3S 9S", "austria": "5S 7S 9H 2C"}
    austria = {"daun": "Spandau 4", "laudon": "Brünn 3", "karl": "Prag 5"}
    state = position(prussia={"friedrich": "Berlin 5"}, austria=austria, hands=hands)
    pair = (CITIES.find("Berlin")[0], CITIES.find("Spandau")[0])
    ours, theirs = (outlook_of(state, (pair, side)).begins for side in (0, 1))

    assert {(2, 4)} == {(sight.hand, sight.enemy_hand) for sight, _ in ours}
    assert {5} == {sight.troops for sight, _ in ours} and [*range(1, 9)] == sorted({s.enemy_troops for s, _ in ours})
    assert {(4, 2)} == {(sight.hand, sight.enemy_hand) for sight, _ in theirs}
    assert {4} == {sight.troops for sight, _ in theirs} and [*range(1, 6)] == sorted(
        {s.enemy_troops for s, _ in theirs}
    )


def test_answers_are_not_behind_what_a_standing_bid_did() -> None:
    stood = happened.StoodIn(name="east", own="friedrich", enemy="daun").event()
    sheet = {"standing": [{"name": "east", "own": "Friedrich", "plays": []}], "answers": ["decline 8C"]}

    assert [0] == [place for place, _ in kept_behind(stood, (), "frederick", [sheet])]
