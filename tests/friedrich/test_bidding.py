"""Standing bids, bids for a whole stage, and what the table may learn from who is asked (N2, N3, H6)."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.core.chance import Chance
from pbem.core.events import seen_by
from pbem.rulesets.common.conditions import parse_when
from pbem.rulesets.friedrich import RULESET
from pbem.rulesets.friedrich.combat import sights_of
from pbem.rulesets.friedrich.defaults import default_body
from pbem.rulesets.friedrich.state import DECK
from pbem.workflow.simulate import play

CHANCE = Chance("x")
FREDERICK = {"bid": [{"own": "Heinrich", "plays": ["9D", "4D"], "otherwise": "concede", "retreat": ["Alfeld"]}]}
FRANCE = {"plays": ["7S", "5S"], "otherwise": "concede"}


def begun(french: str = "7S 5S 3C", prussian: str = "9D 4D 3C", options: Any = None, **more: Any) -> Any:
    position = {
        "turn": 2, "stage": "prussia", "phase": "movement",
        "prussia": {"heinrich": "Celle 4"}, "france": {"richelieu": "Hannover 6"},
        "hands": {"prussia": prussian, "france": french}, **more,
    }  # fmt: skip
    return RULESET.rules.resolve(RULESET.files.position(position, "4p", options or {}), {}, CHANCE).state


def heard(events: Any, role: str | None = None) -> list[Any]:
    return [(event.kind, dict(event.facts)) for event in seen_by(events, role)]


def two_steps(state: Any, first: dict[str, Any], second: dict[str, Any]) -> tuple[Any, list[Any]]:
    """Moves that lead to a battle, then the battle: the state in between, and all events."""
    step = RULESET.rules.resolve(state, first, CHANCE)
    last = RULESET.rules.resolve(step.state, second, CHANCE)
    return step.state, [*step.events, *last.events]


def test_a_standing_bid_looks_from_outside_like_a_sheet() -> None:
    """What is asked, when, and what the public log shows is the same: only the owner knows what answered."""
    bid = {"own": "*", **FRANCE}
    by_sheet = two_steps(begun(), {"frederick": FREDERICK}, {"pompadour": {"bid": [bid]}})
    standing = {"frederick": FREDERICK, "pompadour": {"standing": [{"name": "guard", **bid}]}}
    by_standing = two_steps(begun(), standing, {})

    for role in (None, "frederick", "elisabeth", "maria-theresa"):
        assert heard(by_sheet[1], role) == heard(by_standing[1], role)
        views = [RULESET.files.encode(RULESET.secrets.view_of(state, role)) for state, _ in (by_sheet, by_standing)]
        assert views[0] == views[1]
        assert RULESET.rules.awaiting(RULESET.secrets.view_of(by_standing[0], role)) == RULESET.rules.awaiting(
            by_sheet[0]
        )
    assert "stood-in" in [kind for kind, _ in heard(by_standing[1], "pompadour")]
    assert ("pompadour",) == RULESET.ahead.answered(by_standing[0])
    assert () == RULESET.ahead.answered(by_sheet[0])


def test_a_sheet_comes_before_a_standing_bid() -> None:
    standing = {"frederick": FREDERICK, "pompadour": {"standing": [{"name": "guard", **FRANCE}]}}
    _, events = two_steps(
        begun(), standing, {"pompadour": {"bid": [{"own": "*", "plays": ["5S"], "otherwise": "concede"}]}}
    )
    played = [event.facts["card"] for event in events if event.kind == "played" and event.facts["nation"] == "france"]

    assert ["5S"] == played


def test_a_standing_bid_that_asks_is_asked_and_does_not_answer_again() -> None:
    standing = {
        "frederick": FREDERICK,
        "pompadour": {"standing": [{"name": "guard", "plays": ["5S"], "otherwise": "ask"}]},
    }
    step = RULESET.rules.resolve(begun(), standing, CHANCE)
    step = RULESET.rules.resolve(step.state, {}, CHANCE)

    assert ["pompadour"] == [owed.role for owed in RULESET.rules.awaiting(step.state)]
    assert () == RULESET.ahead.answered(step.state)


@pytest.mark.parametrize(
    ("scope", "answers"),
    [
        ({}, True), ({"own": "Richelieu"}, True), ({"own": "Soubise"}, False), ({"enemy": "Keith"}, False),
        ({"nation": "France"}, True), ({"against": "hanover"}, False), ({"suit": "spades"}, True),
        ({"suit": "♦"}, False), ({"until": 2}, True),
        ({"until": 3, "enemy": "Heinrich", "against": "Prussia", "suit": "S"}, True),
    ],
)  # fmt: skip
def test_a_standing_bid_answers_for_what_it_names(scope: dict[str, Any], answers: bool) -> None:
    sheets = {"frederick": FREDERICK, "pompadour": {"standing": [{"name": "guard", "otherwise": "concede", **scope}]}}
    state = RULESET.rules.resolve(begun(), sheets, CHANCE).state

    assert (("pompadour",) if answers else ()) == RULESET.ahead.answered(state)


def test_a_standing_bid_answers_an_attacker_only_if_it_says_so() -> None:
    for attacking in (False, True):
        sheet = {"standing": [{"name": "guard", "plays": ["9D"], "otherwise": "concede", "attacking": attacking}]}
        state = RULESET.rules.resolve(begun(), {"frederick": sheet}, CHANCE).state
        assert (("frederick",) if attacking else ()) == RULESET.ahead.answered(state)


def test_standing_bids_are_seen_by_their_owner_alone_and_survive_the_file() -> None:
    table = {"name": "guard", **FRANCE, "suit": "S", "until": 9, "limit": {"cards": 2}, "nation": "france"}
    state = RULESET.rules.resolve(begun(), {"frederick": FREDERICK, "pompadour": {"standing": [table]}}, CHANCE).state

    assert RULESET.files.decode(RULESET.files.encode(state)) == state
    for role in ("frederick", "elisabeth", None):
        view = RULESET.secrets.view_of(state, role)
        assert () == view.standing
        assert view == RULESET.secrets.view_of(RULESET.secrets.twin_of(state, role, CHANCE), role)
    own = RULESET.secrets.view_of(state, "pompadour")
    assert "guard" in str(RULESET.telling.summary(own, "pompadour"))
    assert "guard" not in str(RULESET.telling.summary(RULESET.secrets.view_of(state, "frederick"), "frederick"))


@pytest.mark.parametrize("otherwise", ["ask", "concede"])
@pytest.mark.parametrize("score", [-2, 0])
def test_who_is_asked_does_not_hang_on_the_suits_in_a_hand(otherwise: str, score: int) -> None:
    """The same bid from hands with and without the suit: the table hears the same, but for what F7.8 shows itself."""
    told = []
    for hand in ("5C 6H", "4D 6D", "R 6H"):
        state = begun(prussian=hand, france={"richelieu": f"Hannover {4 - score}"}, french="5C")
        body = {"bid": [{"own": "Heinrich", "plays": [], "otherwise": otherwise}]}
        step = RULESET.rules.resolve(state, {"frederick": body}, CHANCE)
        step = RULESET.rules.resolve(step.state, {"pompadour": {"bid": [{"own": "*", "otherwise": "concede"}]}}, CHANCE)
        told.append(
            ([kind for kind, _ in heard(step.events)][:1], [o.role for o in RULESET.rules.awaiting(step.state)][:1])
        )

    if (otherwise, score) == ("concede", 0):  # F7.8 itself: a card must be played, or none is held
        assert [["tied"], ["played"], ["tied"]] == [kinds for kinds, _ in told]
    else:
        assert told[0] == told[1] == told[2]


def test_an_unplayed_bid_leaves_no_trace_in_any_other_view() -> None:
    """Two bids that lead to the same cards cannot be told apart by anybody else."""
    seen = []
    for rest in (["9D"], ["9D", {"card": "4D", "when": "score <= -9"}]):
        body = {"bid": [{"own": "Heinrich", "plays": rest, "accept": 1, "otherwise": "concede"}]}
        state = begun()
        first = RULESET.rules.resolve(state, {"frederick": body}, CHANCE)
        asked = RULESET.rules.resolve(first.state, {"pompadour": {"bid": [{"own": "*", "otherwise": "ask"}]}}, CHANCE)
        seen.append(
            [
                (heard(asked.events, role), RULESET.files.encode(RULESET.secrets.view_of(asked.state, role)))
                for role in ("pompadour", None)
            ]
        )

    assert seen[0] == seen[1]


@pytest.mark.parametrize("number", range(3))
def test_games_with_bids_by_stage_come_to_their_end(number: int) -> None:
    kinds: list[str] = []
    done = play(
        RULESET, "4p", {"bidding": "stage"}, f"stage {number}",
        watch=lambda before, bodies, step: kinds.extend(event.kind for event in step.events),
    )  # fmt: skip

    assert (done.broken, done.result is not None) == ((), True)
    assert kinds.count("mustered") > 3


def test_in_a_stage_all_bids_are_asked_for_at_once_and_hidden() -> None:
    where = {"heinrich": "Alfeld 3", "keith": "Celle 4"}
    state = begun("7S 8S", "10S 9D", {"bidding": "stage"}, prussia=where,
                  france={"richelieu": "Hildesheim 5", "soubise": "Hannover 5"})  # fmt: skip
    state = RULESET.rules.resolve(state, {"frederick": {}}, CHANCE).state
    assert [("frederick", "bids"), ("pompadour", "bids")] == [(o.role, o.kind) for o in RULESET.rules.awaiting(state)]
    for role in ("frederick", "pompadour"):
        view = RULESET.secrets.view_of(state, role)
        assert "[[bid]]" in RULESET.telling.sheet(view, role)
        assert RULESET.rules.awaiting(view) == RULESET.rules.awaiting(state)
    sheets = {
        "frederick": {"bid": [{"own": "*", "plays": [], "otherwise": "ask"}]},
        "pompadour": {"bid": [{"own": "*", "plays": ["8S"], "otherwise": "concede"}]},
    }
    state = RULESET.rules.resolve(state, sheets, CHANCE).state  # Frederick is asked; France's bids lie ready

    for role in ("frederick", "elisabeth", None):
        assert "8S" not in str(RULESET.files.encode(RULESET.secrets.view_of(state, role)))
    assert "8S" in str(RULESET.files.encode(RULESET.secrets.view_of(state, "pompadour")))
    assert RULESET.files.decode(RULESET.files.encode(state)) == state


def test_where_two_nations_owe_bids_a_train_without_a_name_is_that_of_the_first() -> None:
    both = {"hanover": {"ferdinand": "Göttingen 4"}, "france": {"richelieu": "Hannover 6", "soubise": "Northeim 4"}}
    hands = {"prussia": "3D", "hanover": "4D", "france": "5S"}
    state = begun(options={"bidding": "stage"}, stage="france", hands=hands, **both)
    state = RULESET.rules.resolve(state, {"pompadour": {"do": ["Richelieu stays"]}}, CHANCE).state
    body = {"do": ["T2 > Potsdam"], "bid": [{"own": "T1", "otherwise": "concede"}]}
    said = {row.code.name: row.message for row in RULESET.rules.take(state, "frederick", body).diagnostics}

    assert (6, 0, 1) == state.task.awaited
    assert ["not-asked", "bid-missing", "no-such-battle"] == [*said]  # Hanover has no T2
    assert "there is no battle for the Prussian train T1" == said["no-such-battle"]


def test_a_standing_bid_answers_for_a_whole_stage() -> None:
    where = {"heinrich": "Alfeld 3", "keith": "Celle 4"}
    state = begun("7S 8S", "10S 9D", {"bidding": "stage"}, prussia=where,
                  france={"richelieu": "Hildesheim 5", "soubise": "Hannover 5"})  # fmt: skip
    sheet = {"standing": [{"name": "guard", "plays": ["7S", "8S"], "otherwise": "concede"}]}
    state = RULESET.rules.resolve(state, {"frederick": {}, "pompadour": sheet}, CHANCE).state
    assert ("pompadour",) == RULESET.ahead.answered(state)
    body = {"bid": [{"own": "*", "plays": [{"card": "10S", "when": "battle == 1"}, "9D"], "otherwise": "concede"}]}
    step = RULESET.rules.resolve(state, {"frederick": body}, CHANCE)

    assert "defaulted" not in [event.kind for event in step.events]
    assert {"france", "prussia"} == {event.facts["nation"] for event in step.events if event.kind == "played"}


def test_the_side_whose_enemy_has_bid_in_secret_can_rehearse_its_own_bids() -> None:
    """Option bidding = "stage": what the active side said ahead is hidden, and nobody's rehearsal looks at it."""
    position = {
        "stage": "prussia", "prussia": {"heinrich": "Alfeld 3", "keith": "Celle 4"},
        "france": {"richelieu": "Hildesheim 5", "soubise": "Hannover 5"},
        "hands": {"prussia": "10S 9D 2C", "france": "7S 8S"},
    }  # fmt: skip
    state = RULESET.rules.resolve(RULESET.files.position(position, "4p", {"bidding": "stage"}), {}, CHANCE).state
    state = RULESET.rules.resolve(state, {"frederick": {"bid": [{"own": "Keith", "plays": ["9D"]}]}}, CHANCE).state
    body = {"bid": [{"own": "Soubise", "plays": ["8S"]}, {"own": "Richelieu", "plays": ["7S"]}]}
    wishes = {"samples": 3, "transcripts": 1, "strengths": (), "hand": ""}
    found = RULESET.battles.rehearse(RULESET.secrets.view_of(state, "pompadour"), "pompadour", body, CHANCE, wishes)

    assert ["Richelieu against Heinrich", "Soubise against Keith"] == sorted(row["battle"] for row in found)
    assert [3, 3] == [sum(result["count"] for result in row["results"]) for row in found]


def test_a_standing_bid_does_not_answer_for_one_who_asked_to_be_asked() -> None:
    standing = {"standing": [{"name": "guard", "attacking": True, "otherwise": "concede"}]}
    state = RULESET.rules.resolve(begun(), {"frederick": standing, "pompadour": standing}, CHANCE).state
    bids = {"frederick": {"bid": [{"own": "Heinrich", "plays": [], "otherwise": "ask"}]}}
    asked = RULESET.rules.resolve(state, bids, CHANCE).state

    assert {"frederick", "pompadour"} == set(RULESET.ahead.answered(state))
    assert ["frederick"] == [owed.role for owed in RULESET.rules.awaiting(asked)]
    assert () == RULESET.ahead.answered(asked)


def test_before_the_enemy_has_played_all_that_is_asked_of_his_cards_is_0() -> None:
    state = RULESET.rules.resolve(begun(), {"frederick": {}}, CHANCE).state
    mine, theirs = sights_of(state, state.task)

    assert (-2, 0, 0, 3, 4) == (mine.score, mine.cards, mine.points, mine.hand, mine.troops)
    assert (0, 0, 0, 0, 0) == (
        mine.enemy_cards, mine.enemy_points, mine.enemy_last, mine.enemy_highest, mine.enemy_lowest
    )  # fmt: skip
    assert (3, 6, 1, ()) == (mine.enemy_hand, mine.enemy_troops, mine.battle, mine.faces)
    assert (2, 6, 4, 3) == (theirs.score, theirs.troops, theirs.enemy_troops, theirs.hand)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("score => -3", "score >= -3"), ("score =< -3", "score <= -3"), ("score ≥ -3", "score >= -3"),
        ("score ≤ -3", "score <= -3"), ("score = -3", "score == -3"), ("-3 >= score", "score <= -3"),
        ("SCORE <= -3", "score <= -3"), ("enemy cards >= 2", "enemy_cards >= 2"),
    ],
)  # fmt: skip
def test_a_condition_may_be_spelled_in_many_ways(text: str, plain: str) -> None:
    assert parse_when(plain, DECK) is not None
    assert parse_when(plain, DECK) == parse_when(text, DECK)


@pytest.mark.parametrize(
    ("names", "kept"),
    [
        (["guard"], ["watch", "ward"]), ([" ward "], ["guard", "watch"]), (["guard", "ward"], ["watch"]),
        (["guard", "guard"], ["watch", "ward"]), (["*"], []), (["guard", " * "], []), ([], ["guard", "watch", "ward"]),
    ],
)  # fmt: skip
def test_standing_bids_are_withdrawn_by_their_names(names: list[str], kept: list[str]) -> None:
    named = [{"name": name, **FRANCE} for name in ("guard", "watch", "ward")]
    state = RULESET.rules.resolve(begun(), {"pompadour": {"standing": named}}, CHANCE).state
    taken = RULESET.rules.take(
        RULESET.secrets.view_of(state, "pompadour"), "pompadour", {"bid": [{"own": "*"}], "withdraw": names}
    )

    assert kept == [standing.name for standing in taken.state.standing]
    gone = [f"standing bid {name}: withdrawn" for name in ("guard", "watch", "ward") if name not in kept]
    assert sorted(gone) == sorted(line for line in taken.understood if "withdrawn" in line)


def test_the_newest_standing_bid_of_a_name_takes_the_place_of_the_old_one_and_comes_last() -> None:
    named = [{"name": name, "accept": at, **FRANCE} for at, name in enumerate(("guard", "watch", "guard"))]
    taken = RULESET.rules.take(begun(), "pompadour", {"standing": named})

    assert [("watch", 1), ("guard", 2)] == [(standing.name, standing.bid.accept) for standing in taken.state.standing]


def test_the_default_of_each_side_of_a_battle_is_a_bid_for_its_own_stack() -> None:
    """Both owe a bid at once; neither default may speak of the other's generals."""
    state = RULESET.rules.resolve(begun(), {"frederick": {}}, CHANCE).state
    owing = [owed.role for owed in RULESET.rules.awaiting(state)]
    bodies = {role: default_body(state, role, "bid") for role in owing}

    assert ["frederick", "pompadour"] == sorted(owing)
    assert {"frederick": "Heinrich", "pompadour": "Richelieu"} == {r: b["bid"][0]["own"] for r, b in bodies.items()}
    for role, body in bodies.items():
        assert () == RULESET.rules.take(RULESET.secrets.view_of(state, role), role, body).diagnostics
