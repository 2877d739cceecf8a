"""Nothing that is secret leaves its owner (M25): hands, troops, placed cards, bids, and two hands of one player.

The contract looks at every step of bot games with exchanged secrets; here are the places where Maria has more to hide
than a game with one army a player.
"""

from __future__ import annotations

from typing import Any

import pytest

from pbem.core.chance import Chance
from pbem.core.events import HIDDEN, seen_by
from pbem.core.ruleset import Body
from pbem.rulesets.common import Card
from pbem.rulesets.maria import RULESET
from pbem.rulesets.maria.board import BITS, CITY, cities_in, name_of
from pbem.rulesets.maria.powers import AUSTRIA, PRAGMATIC, PRUSSIA, SAXONY
from pbem.rulesets.maria.records import Battle, Politics, Turn
from pbem.rulesets.maria.state import PIECE, State

USUAL = {option.id: option.default for option in RULESET.options}
MARIA, FRED, LOUIS = "maria-theresa", "frederick", "louis"
CHANCE = Chance("leaks")


def position(*agenda: Any, mode: str = "advanced", options: dict[str, str] | None = None, **facts: Any) -> State:
    data = {"phase": "politics", "turn": 5, **facts}
    state: State = RULESET.files.position(data, mode, {**USUAL, **(options or {})})
    return state._replace(agenda=(Turn(("hussars",)), *agenda))


def said(state: State, role: str, body: Body) -> list[str]:
    """What a player is told of a sheet."""
    taken = RULESET.rules.take(RULESET.secrets.view_of(state, role), role, body)
    return [f"{fault.code.id} {fault.message} {fault.hint}" for fault in taken.diagnostics] + list(taken.understood)


def twins(state: State, role: str | None) -> list[State]:
    found = [RULESET.secrets.twin_of(state, role, Chance(f"{number}")) for number in range(4)]
    assert all(RULESET.secrets.view_of(twin, role) == RULESET.secrets.view_of(state, role) for twin in found)
    return found


# cards on the political board


def in_politics() -> State:
    """Prussia has placed a card face down, and France is asked."""
    hands = {"prussia": "7H 2C", "france": "3H 4S", "pragmatic": "9H", "austria": "10D 5H"}
    state = position(suit="H", open_cards=["1741-1", "1742-2"], hands=hands)
    state = state.pushed(Politics("place", (PRUSSIA, 0, PRAGMATIC, AUSTRIA)))
    return RULESET.rules.resolve(state, {FRED: {"do": ["Prussia: place 7H"]}}, CHANCE).state


def test_a_card_face_down_is_known_to_its_player_alone() -> None:
    state = in_politics()
    seen = {
        role: dict(RULESET.secrets.view_of(state, role).task.placed)[PRUSSIA] for role in (MARIA, FRED, LOUIS, None)
    }

    assert (Card(7, "H", 1),) == seen.pop(FRED)
    assert {(Card(0, "?", 1),)} == {*seen.values()}


@pytest.mark.parametrize("role", [MARIA, LOUIS, None])
def test_a_card_face_down_may_be_any_other_and_nothing_that_is_told_changes(role: str | None) -> None:
    state = in_politics()
    others = twins(state, role)
    summaries = {str(RULESET.telling.summary(RULESET.secrets.view_of(twin, role), role)) for twin in (state, *others)}

    assert len({dict(twin.task.placed)[PRUSSIA] for twin in (state, *others)}) > 1
    assert 1 == len(summaries)


def test_that_a_card_was_placed_is_told_and_which_only_to_its_player() -> None:
    state = position(suit="H", open_cards=["1741-1", "1742-2"], hands={"prussia": "7H"})
    state = state.pushed(Politics("place", (PRUSSIA,)))
    events = RULESET.rules.resolve(state, {FRED: {"do": ["place 7H"]}}, CHANCE).events
    placed = {role: next(e for e in seen_by(events, role) if e.kind == "placed").facts for role in (FRED, LOUIS, None)}

    assert "7H" == placed[FRED]["card"]
    assert not placed[LOUIS].get("card") and not placed[None].get("card")


def test_with_sealed_politics_nobody_sees_who_has_placed_before_all_have() -> None:
    """M26: the sheets of all are taken in at once."""
    state = position(
        options={"politics": "sealed"}, suit="H", open_cards=["1741-1"], hands={"prussia": "7H", "austria": "5H"}
    )
    state = state.pushed(Politics("place", (PRUSSIA, AUSTRIA)))
    kinds = [row.role for row in RULESET.rules.awaiting(state)]
    step = RULESET.rules.resolve(state, {FRED: {"do": ["place 7H"]}, MARIA: {"do": ["place 5H"]}}, CHANCE)

    assert [FRED, MARIA] == kinds
    assert ["placed", "placed", "revealed", "revealed"] == [
        e.kind for e in step.events if e.kind in ("placed", "revealed")
    ]


# hands and troops


def test_each_role_sees_its_own_hands_and_troops_alone() -> None:
    hands = {"prussia": "7H", "saxony": "2C", "pragmatic": "9H", "austria": "10D", "france": "3H", "bavaria": "4S"}
    pieces = {"prussia": {"friedrich": "berlin 5"}, "austria": {"karl": "wien 4"}, "france": {"moritz": "paris 6"},
              "pragmatic": {"george": "hannover 3"}}  # fmt: skip
    state = position(hands=hands, **pieces)
    known = {
        role: ([p for p in range(6) if any(card.value for card in view.hands[p])],
               [id_ for id_ in ("friedrich", "karl", "moritz", "george") if view.troops[PIECE[id_]] is not HIDDEN])
        for role in (MARIA, FRED, LOUIS, None) for view in [RULESET.secrets.view_of(state, role)]
    }  # fmt: skip

    assert ([4], ["karl"]) == known[MARIA]
    assert ([2, 3, 5], ["friedrich", "george"]) == known[FRED]
    assert ([0, 1], ["moritz"]) == known[LOUIS]
    assert ([], []) == known[None]


def test_saxonys_hand_goes_with_its_player_and_frederick_sees_it_no_longer() -> None:
    """M19.34, M25: he knows what was in it at the change, from the event; later draws he does not see."""
    state = position(hands={"saxony": "2C 9S"}, tracks={"saxony": 4})

    assert (Card(0, "?", 1),) * 2 == RULESET.secrets.view_of(state, FRED).hands[SAXONY]
    assert {"2C", "9S"} == {str(card) for card in RULESET.secrets.view_of(state, MARIA).hands[SAXONY]}


# one player who commands enemies


def own_battle(hands: dict[str, str]) -> State:
    """A34: Friedrich attacks George II, and Frederick plays both."""
    here = CITY["hannover"]
    there = next(cities_in(BITS[here]))
    pieces = {"prussia": {"friedrich": f"{name_of(there)} 3"}, "pragmatic": {"george": "hannover 5"}}
    state = position(hands=hands, **pieces)
    return state.pushed(Battle((there, here), (3, 5), -2, 0))


HANDS = {"prussia": "9H 9S 9C 9D", "pragmatic": "2H 2S 2C 2D"}


def test_a_bid_may_use_the_cards_of_its_own_power_alone() -> None:
    """M8.7: the hands of Prussia and of the Pragmatic Army are never mixed, though one player holds both."""
    state = own_battle(HANDS)
    for own, enemy, card in (("Friedrich", "George II", "2"), ("George II", "Friedrich", "9")):
        found = [line for suit in "HSCD" for line in said(state, FRED, {"bid": [
            {"own": own, "enemy": enemy, "plays": [f"{card}{suit}"]}]})]  # fmt: skip
        assert any(line.startswith("MA702") for line in found), found


def test_the_checker_of_one_power_says_nothing_of_the_other_hand() -> None:
    """What is said of Prussia's bid is the same whatever the Pragmatic Army holds, and the other way round."""
    for own, enemy, power in (("Friedrich", "George II", "pragmatic"), ("George II", "Friedrich", "prussia")):
        body = {
            "bid": [{"own": own, "enemy": enemy, "plays": ["9H", "9S", "2C", "R"], "accept": 1, "otherwise": "ask"}]
        }
        answers = set()
        for other in ("2H 2S 2C 2D", "10H 10S 10C 10D", "3H 3S 3C 3D"):
            lines = said(own_battle({**HANDS, power: other}), FRED, body)
            answers.add("\n".join(line for line in lines if not line.startswith("MA705")))
        assert 1 == len(answers), own


def test_a_sheet_names_the_hand_of_each_power_by_itself() -> None:
    text = RULESET.telling.sheet(RULESET.secrets.view_of(own_battle(HANDS), FRED), FRED)
    first, _, second = text.partition("[[bid]]")

    assert "Prussia may play: 9" in first and "2" not in first.rpartition("may play: ")[2].partition(".")[0]
    assert "The Pragmatic Army may play: 2" in second
    assert text.count("[[bid]]") == 2


def test_the_third_player_sees_neither_hand_and_neither_bid() -> None:
    state = own_battle(HANDS)
    body = {"bid": [{"own": "Friedrich", "enemy": "George II", "otherwise": "ask"},
                    {"own": "George II", "enemy": "Friedrich", "otherwise": "concede"}]}  # fmt: skip
    taken = RULESET.rules.take(state, FRED, body)
    for role in (MARIA, LOUIS, None):
        view = RULESET.secrets.view_of(taken.state, role)

        assert (HIDDEN, HIDDEN) == view.task.bids
        assert not any(card.value for power in (PRUSSIA, PRAGMATIC) for card in view.hands[power])
        assert len({twin.hands[PRUSSIA] for twin in twins(taken.state, role)}) > 1


def test_paying_and_placing_use_the_hand_of_the_power_that_pays() -> None:
    state = position(suit="H", open_cards=["1741-1"], hands={"prussia": "9H", "pragmatic": "2H"})
    state = state.pushed(Politics("place", (PRUSSIA, PRAGMATIC)))

    assert any(line.startswith("MA564") for line in said(state, FRED, {"do": ["Prussia: place 2H", "PA: place 9H"]}))
    assert not [line for line in said(state, FRED, {"do": ["Prussia: place 9H", "PA: place 2H"]}) if line[:2] == "MA"]


# what is said ahead


def test_orders_ahead_and_answers_are_judged_on_the_view_alone() -> None:
    pieces = {"prussia": {"friedrich": "berlin 5"}, "austria": {"karl": "bruenn 4"}, "france": {"moritz": "paris 6"}}
    state = position(hands={"prussia": "7H", "austria": "5H"}, **pieces)
    for role in (MARIA, FRED, LOUIS):
        view = RULESET.secrets.view_of(state, role)
        for twin in twins(state, role):
            other = RULESET.secrets.view_of(twin, role)
            for row in RULESET.ahead.coming(view, role):
                one, two = (RULESET.ahead.supposed(seen, role, row.id) for seen in (view, other))
                assert one == two
