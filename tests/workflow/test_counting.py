"""Games counted: what the titles say of each turn and of each event."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from pbem.core.ruleset import Ruleset, Step
from pbem.rulesets import ruleset_of
from pbem.workflow.simulate import Played, play

TITLES = [(name, mode.id) for name in ("friedrich", "fredericus") for mode in ruleset_of(name).modes]


def game(name: str, mode: str, watch: Any = None, seed: str = "count") -> tuple[Ruleset, Played]:
    ruleset = ruleset_of(name)
    return ruleset, play(ruleset, mode, {row.id: row.default for row in ruleset.options}, seed, watch=watch)


@pytest.mark.parametrize(("name", "mode"), TITLES)
def test_whatever_is_counted_is_declared_and_has_a_number_for_every_turn(name: str, mode: str) -> None:
    ruleset, played = game(name, mode)
    assert ruleset.figures is not None
    turns = {chart.id: {line.id for line in chart.lines} for chart in ruleset.figures.by_turn}
    events = {chart.id: {line.id for line in chart.lines} for chart in ruleset.figures.by_event}

    assert set(turns) == set(played.by_turn)
    assert [] == [line for chart, rows in played.by_turn.items() for line in rows if line not in turns[chart]]
    assert {played.turns} == {
        len(row) for charts in (played.by_turn, played.by_event) for rows in charts.values() for row in rows.values()
    }
    assert not {*turns} & {*events}
    assert [] == [line for chart, rows in played.by_event.items() for line in rows if line not in events[chart]]


@pytest.mark.parametrize(
    ("mode", "seed", "how"),
    [("4p", "c2", "troops-lost"), ("4p", "c3", "cut-off"), ("4p", "c3", "retired"), ("4p", "c10", "free-troop"),
     ("west", "count", "defeated")],
)  # fmt: skip
def test_the_troops_of_a_nation_are_those_it_had_and_got_without_those_it_lost(mode: str, seed: str, how: str) -> None:
    seen: list[tuple[Any, Step]] = []
    _, played = game("friedrich", mode, lambda before, _, step: seen.append((before, step)), seed)
    begun, ended = seen[0][1].state, seen[-1][1].state
    got: Counter[str] = Counter()
    for event in (event for _, step in seen[1:] for event in step.events):
        facts = event.facts
        got[facts.get("nation", "")] += {"recruited": facts.get("troops", 0), "free-troop": 1}.get(event.kind, 0)
    nations = ("prussia", "hanover", "russia", "sweden", "austria", "imperial", "france")
    stayed = [n for n, name in enumerate(nations) if played.by_turn["troops"].get(name, [None])[-1] is not None]
    lost = {nation: sum(row) for nation, row in played.by_event["losses"].items()}

    assert how in {event.kind for _, step in seen for event in step.events}
    assert {nations[n]: begun.totals[n] + got[nations[n]] - lost.get(nations[n], 0) for n in stayed} == {
        nations[n]: ended.totals[n] for n in stayed
    }


def test_a_nation_that_has_left_is_counted_no_longer() -> None:
    seen: list[int] = []

    def watch(before: Any, _: object, step: Step) -> None:
        if any(event.kind == "left" and event.facts["nation"] == "russia" for event in step.events):
            seen.append(step.state.turn)

    for seed in range(20):
        ruleset = ruleset_of("friedrich")
        played = play(ruleset, "4p", {row.id: row.default for row in ruleset.options}, f"left-{seed}", watch=watch)
        if seen and seen[0] < played.turns:
            break

    troops = played.by_turn["troops"]["russia"]
    assert None is troops[-1] and None is not troops[0]


def test_both_sides_of_a_battle_and_every_card_are_counted() -> None:
    kinds: Counter[str] = Counter()
    _, played = game("friedrich", "4p", lambda _, __, step: kinds.update(event.kind for event in step.events))

    assert 2 * kinds["battle"] == sum(sum(row) for row in played.by_event["battles"].values()) > 0
    assert kinds["played"] == sum(sum(row) for row in played.by_event["played"].values()) > 0
    assert set(played.by_event["played"]) <= set("SCHDR")


def test_the_points_of_a_hand_are_counted_for_who_may_see_it() -> None:
    states = []
    ruleset, _ = game("friedrich", "4p", lambda _, __, step: states.append(step.state))
    assert ruleset.figures is not None
    state, counted = states[20], ruleset.figures.counted
    views = {role: counted(ruleset.secrets.view_of(state, role), role)["points"] for role in ("frederick", None)}

    assert {} == views[None]
    assert {
        nation: sum(card.value for card in state.hands[at]) for at, nation in enumerate(("prussia", "hanover"))
    } == (views["frederick"])
    assert 7 == len(counted(state, None)["points"])
