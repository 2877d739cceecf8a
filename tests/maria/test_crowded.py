"""Pieces that must step aside on a board that has no city for them (A22)."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.core.chance import Chance
from pbem.rulesets.maria import RULESET, displaced, peace, saxony
from pbem.rulesets.maria.board import CITY
from pbem.rulesets.maria.decisions import awaiting, found
from pbem.rulesets.maria.flow import TASKS
from pbem.rulesets.maria.invariants import broken_position
from pbem.rulesets.maria.records import Displaced, Politics, Turn
from pbem.rulesets.maria.state import OFF, PIECE, START, WAITING, State
from pbem.rulesets.maria.telling.story import tell

CHANCE = Chance("crowded")
T1, RUTOWSKI, FRIEDRICH = PIECE["saxony-t1"], PIECE["rutowski"], PIECE["friedrich"]


def position(**facts: Any) -> State:
    """A position with nothing going on but the rest of a turn."""
    state: State = RULESET.files.position({"phase": "politics", "turn": 5, **facts}, "advanced", {})
    return state._replace(agenda=(Turn(("hussars",)),))


def ran(state: State, most: int = 20) -> tuple[State, list[str]]:
    """Everything that needs nobody, and what is told of it."""
    told: list[str] = []
    for _ in range(most):
        if type(state.task) not in TASKS or awaiting(state):
            return state, told
        state, news = found(TASKS[type(state.task)])(state, CHANCE)
        told += [line for event in news for line in tell(event)]
    raise AssertionError("it never ends")


@pytest.fixture
def crowded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board with no city at all where a piece could step."""
    monkeypatch.setattr(displaced, "ALL", 0)


@pytest.mark.usefixtures("crowded")
def test_a_corps_comes_back_though_no_city_is_free_for_whoever_stands_there() -> None:
    """M17.15."""
    state = position(prussia={"dessauer": "away 6", "t1": "landsberg-warthe"}, tracks={"russia": 3})

    state, told = ran(state.pushed(Politics("corps")))

    assert "The Prussian train T1 in Landsberg (Warthe) is taken off the map: no city is free." == told[0]
    assert told[1].startswith("Dessauer comes back from")
    assert (OFF, CITY["landsberg-warthe"]) == (state.place[PIECE["prussia-t1"]], state.place[PIECE["dessauer"]])
    assert [] == broken_position(state)


@pytest.mark.usefixtures("crowded")
def test_a_stranger_gives_way_to_saxons_who_go_home_though_no_city_is_free() -> None:
    """M19.34, A28."""
    state = position(saxony={"rutowski": "Prag 5"}, prussia={"friedrich": "Berlin 4"})
    state = state.put({FRIEDRICH: START[RUTOWSKI]})

    state, _ = saxony.moved_to(state, 4)
    state, _ = ran(state)

    assert (START[RUTOWSKI], OFF, 0) == (state.place[RUTOWSKI], state.place[FRIEDRICH], state.troops[FRIEDRICH])
    assert [] == broken_position(state)


@pytest.mark.usefixtures("crowded")
def test_a_view_that_does_not_know_the_troops_tells_the_same() -> None:
    """M25: a check carries out what follows of itself, whoever is displaced."""
    state = position(prussia={"friedrich": "Berlin 4"})
    task = Displaced((FRIEDRICH,), displaced.UNKNOWN, displaced.ASIDE)
    view = RULESET.secrets.view_of(state, "louis")

    assert displaced.sought(state.pushed(task))[1] == displaced.sought(view.pushed(task))[1]


@pytest.mark.usefixtures("crowded")
def test_saxons_who_go_home_are_not_in_the_way_of_each_other() -> None:
    """A28."""
    state = position(saxony={"rutowski": "Prag 5"}).put({RUTOWSKI: START[T1], T1: START[RUTOWSKI]})

    state, _ = saxony.moved_to(state, 4)
    state, told = ran(state)

    assert (START[RUTOWSKI], 5, START[T1]) == (state.place[RUTOWSKI], state.troops[RUTOWSKI], state.place[T1])
    assert [] == [line for line in told if "taken off the map" in line]
    assert [] == broken_position(state)


@pytest.mark.usefixtures("crowded")
def test_who_was_taken_off_the_map_has_nowhere_to_go_as_well() -> None:
    """A22: what was still to be done with him falls away."""
    peace_ = Displaced((FRIEDRICH,), displaced.UNKNOWN, displaced.PEACE)
    state = position(prussia={"friedrich": "Prag 4"}).pushed(peace_, peace_._replace(why=displaced.ASIDE))

    state, told = ran(state)

    assert (OFF, 1) == (state.place[FRIEDRICH], len(told))
    assert not [task for task in state.agenda if isinstance(task, Displaced)]


def test_a_train_for_which_there_is_no_fortress_goes_on_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """M19.15."""
    monkeypatch.setattr(displaced, "MAJOR", 0)
    train = PIECE["prussia-t2"]
    state = peace.pieces_parted(position().put({train: WAITING}))

    assert state.task == Displaced((train,), displaced.UNKNOWN, displaced.TRAIN)
    assert WAITING == ran(state)[0].place[train]
