"""Every event of Maria is told, searched, drawn and narrated; what only some know is not told to others."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from maria_samples import EVENTS, event_of

from pbem.core.events import SHAPES, Event
from pbem.core.recall import kinds_of
from pbem.rulesets.maria import RULESET
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.events import MariaEvent
from pbem.rulesets.maria.powers import POWER_NAMES
from pbem.rulesets.maria.records import Moves, Stage, Winter
from pbem.rulesets.maria.telling.changes import about
from pbem.rulesets.maria.telling.figures import BY_EVENT, tallied
from pbem.rulesets.maria.telling.narrative import narrate
from pbem.rulesets.maria.telling.picture import strokes
from pbem.rulesets.maria.telling.rules_behind import rules_behind
from pbem.rulesets.maria.telling.story import tell
from pbem.rulesets.maria.telling.summary import clock

Golden = Callable[[str, str], None]


def test_every_kind_of_event_has_its_sentence(golden: Golden) -> None:
    told = "\n".join(f"{event.kind:16} {' '.join(tell(event))}" for event in EVENTS)

    golden("maria/sentences.txt", f"{told}\n")


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.kind)
def test_a_sentence_is_whole(event: Event) -> None:
    lines = tell(event)

    assert lines
    for line in lines:
        assert line[-1] in ".!" or event.kind in ("turn", "stage", "winter")
        assert not any(word in line for word in ("None", "[", "{", "  ", ".."))


def test_each_political_card_that_is_turned_up_has_a_paragraph_of_its_own() -> None:
    turned = event_of(happened.CardsTurned)
    (chapter,) = narrate((), (turned,), tell)

    assert 2 == len(chapter["items"])
    assert all(item.count("Political card: ") == 1 for item in chapter["items"])


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.kind)
def test_a_fact_that_only_its_owner_knows_is_in_no_other_telling(event: Event) -> None:
    own = SHAPES[kinds_of(MariaEvent)[event.kind]][1]
    bare = Event(event.kind, {key: value for key, value in event.facts.items() if key not in own})

    if own:
        assert tell(bare) != tell(event)
        assert "♠" not in tell(bare)[0]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.kind)
def test_every_event_is_searched_drawn_counted_and_narrated(event: Event) -> None:
    found = about(event)
    charts = {chart.id: [line.id for line in chart.lines] for chart in BY_EVENT}

    assert set(found.nations) <= {"prussia", "austria", "saxony", "france", "bavaria"}
    assert all(line in charts[chart] for chart, line, _ in tallied(event))
    assert all(stroke.about == tell(event)[0] for stroke in strokes(event))
    assert isinstance(narrate([], [event], tell), list)


def test_the_pragmatic_army_begins_a_sentence_with_a_capital() -> None:
    names = {"power": "pragmatic", "nation": "pragmatic", "giver": "pragmatic", "by": "pragmatic"}
    for event in EVENTS:
        facts = {**event.facts, **{key: name for key, name in names.items() if key in event.facts}}

        assert not tell(Event(event.kind, facts))[0].startswith(POWER_NAMES[-1]), event.kind


def sample(kind: Any, **facts: Any) -> Event:
    event = event_of(kind)
    return Event(event.kind, {**event.facts, **facts})


def test_cards_placed_and_votes_make_one_sentence_each() -> None:
    placed = [
        Event("placed", {"power": "prussia", "deck": 1}),
        Event("placed", {"power": "france", "deck": 2}),
        Event("placed", {"power": "pragmatic"}),
    ]
    votes = [
        sample(happened.Voted, power="austria", city="prag", candidate="francis"),
        sample(happened.Voted, power="prussia", city="berlin", candidate="charles"),
        sample(happened.Voted, power="bavaria", city="muenchen", candidate="charles"),
    ]

    (chapter,) = narrate([], [Event("turn", {"turn": 4}), *placed, *votes], tell)

    assert "Turn 4" == chapter["title"]
    assert [
        "Prussia and France place a card face down.",
        "The Pragmatic Army places no card.",
        "For Francis Stephen of Lorraine: Prag (Austria).",
        "For Charles Albert of Bavaria: Berlin (Prussia) and München (Bavaria).",
    ] == chapter["items"]


def test_a_battle_is_a_block_that_the_next_report_goes_on_with() -> None:
    battle = sample(happened.Battle)
    first = narrate([], [sample(happened.Stage), battle, sample(happened.Played), sample(happened.Asked)], tell)
    then = narrate([sample(happened.Stage), battle], [sample(happened.Tied)], tell)

    assert "Battle: Friedrich (5) in Breslau ♠ against Karl and Traun (4) in Neisse ♣" == first[0]["items"][0]["title"]
    assert first[0]["items"][0]["title"] == then[0]["items"][0]["title"]
    assert first[0]["title"] == then[0]["title"] == "Turn 5, Prussia and Saxony"


def test_conquests_with_the_own_marker_are_told_together() -> None:
    plain = [sample(happened.Conquered, power="prussia", marker="prussia", city=city) for city in ("brieg", "neisse")]
    for event in plain:
        del event.facts["taken"]  # type: ignore[attr-defined]

    (chapter,) = narrate([], plain, tell)

    assert ["Prussia conquers Brieg and Neisse."] == chapter["items"]


RULES = (Path(__file__).parents[2] / "docs" / "rules" / "maria.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.kind)
def test_every_event_has_rules_behind_it_that_the_reference_has(event: Event) -> None:
    numbers = rules_behind(event)

    assert numbers
    for number in numbers:
        assert re.search(rf"(?m)^{re.escape(number)} ", RULES), number


# What else a fact might be, as far as rules hang on it.
OTHERS = {"force": False, "forced": False, "track": "italy", "power": "austria"}
OTHER_REASONS = {"points-lost": "supply", "contract-ended": "allies"}


def test_the_rules_behind_every_kind_of_event(golden: Golden) -> None:
    """The first line of a kind is of the sample; then the facts that bring other rules."""
    lines = []
    for event in EVENTS:
        plain = rules_behind(event)
        lines.append(f"{event.kind}: {' '.join(plain)}")
        for key, other in (OTHERS | {"why": OTHER_REASONS.get(event.kind)}).items():
            if key in event.facts and other is not None:
                numbers = rules_behind(Event(event.kind, {**event.facts, key: other}))
                lines += [f"  {key} {other}: {' '.join(numbers)}"] * (numbers != plain)

    golden("reasons/maria.txt", "\n".join([*lines, ""]))


def test_a_heading_names_the_powers_of_a_stage_as_the_chapters_do() -> None:
    state = RULESET.rules.set_up("advanced", {})._replace(agenda=(Stage(2, "combat"), Moves(("maria-theresa",))))

    assert "Turn 1, Austria and the Pragmatic Army: movement" == RULESET.telling.heading(state)


@pytest.mark.parametrize(
    ("mode", "turn", "phase", "line"),
    [
        ("advanced", 3, "movement", "Winter comes after turn 3; the game ends after turn 12."),
        ("advanced", 3, "winter", "It is winter; the next one comes after turn 6. The game ends after turn 12."),
        ("advanced", 12, "movement", "Winter comes after turn 12; the game ends after it."),
        ("advanced", 12, "winter", "It is winter; the game ends after it."),
        ("intro", 6, "winter", "It is winter, the last one. The game ends after turn 9."),
        ("intro", 7, "movement", "The game ends after turn 9, without another winter."),
    ],
)
def test_the_clock_says_when_winter_and_the_end_come(mode: str, turn: int, phase: str, line: str) -> None:
    state = RULESET.files.position({"phase": "movement", "stage": "france", "turn": turn}, mode, {})
    state = state._replace(agenda=(Winter((("louis", (0,)),)),)) if phase == "winter" else state

    assert line == clock(state)["lines"][-1]
