"""Whole games of Friedrich played by bots, in all six modes: legal sheets, invariants at every step, every way to end.

PBEM_GAMES sets the number of games; 4000 of them make 500 of each mode and more.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pytest

from pbem.core import has_errors
from pbem.core.chance import Chance
from pbem.core.events import Event
from pbem.core.ruleset import Step
from pbem.rulesets.friedrich import RULESET
from pbem.rulesets.friedrich.board import CITY, DEPOTS
from pbem.rulesets.friedrich.choices import FATE_WORDS
from pbem.rulesets.friedrich.decisions import take
from pbem.rulesets.friedrich.state import NATIONS, Fate, State
from pbem.workflow.simulate import bot_chance, temperament_of

GAMES = int(os.environ.get("PBEM_GAMES", "32"))
# A chunk of games has every mode in it.
CHUNK = ("4p", "3p", "4p-expert", "3p-expert", "west", "austria", "4p", "4p-expert")
LAST_TURN = 23

# Temperaments that favour one winner: the others are idle, so that nobody is quicker.
FAVOURS = {
    "prussia": {"frederick": "bold", "elisabeth": "careful", "maria-theresa": "idle", "pompadour": "careful"},
    "russia": {"frederick": "idle", "elisabeth": "bold", "maria-theresa": "idle", "pompadour": "idle"},
    "sweden": {"frederick": "idle", "elisabeth": "second", "maria-theresa": "idle", "pompadour": "idle"},
    "austria": {"frederick": "idle", "elisabeth": "idle", "maria-theresa": "bold", "pompadour": "idle"},
    "imperial": {"frederick": "idle", "elisabeth": "idle", "maria-theresa": "second", "pompadour": "idle"},
    "france": {"frederick": "idle", "elisabeth": "idle", "maria-theresa": "idle", "pompadour": "bold"},
}
# The ways to win that belong to one mode, each with tempers that favour it and how the event of the victory puts it.
WAYS = {
    "the offensive option": (
        "4p-expert",
        {"frederick": "offensive", "elisabeth": "idle", "maria-theresa": "idle", "pompadour": "idle"},
        "Prussia controls all its objectives in Bohemia",
    ),
    "Bohemia": (
        "austria", {"frederick": "offensive", "maria-theresa": "idle"}, "Prussia controls all the objectives it needs"
    ),
    "Silesia": ("austria", {"frederick": "idle", "maria-theresa": "bold"}, "Austria controls all"),
    "Saxony": ("austria", {"frederick": "idle", "maria-theresa": "second"}, "The Imperial Army controls all"),
    "the theatre held": ("austria", {"frederick": "bold", "maria-theresa": "idle"}, "Russia, Sweden and France have"),
    "the west taken": ("west", {"frederick": "idle", "pompadour": "bold"}, "France controls all"),
    "the west held": ("west", {"frederick": "bold", "pompadour": "idle"}, "France has left the war"),
    "four free objectives": (
        "4p-expert",
        {"frederick": "offensive", "elisabeth": "idle", "maria-theresa": "bold", "pompadour": "idle"},
        "Austria controls all",
    ),
}  # fmt: skip
# Nobody is in a hurry, so that many cards of fate come up.
QUIET = {"frederick": "steady", "elisabeth": "careful", "maria-theresa": "careful", "pompadour": "careful"}
# What must happen in a handful of games, or the bots play too tamely to test the rules.
HAPPENINGS = {
    "asked", "captured", "conquered", "cut-off", "defeated", "discarded", "draws-changed", "held", "left", "marked",
    "opened", "played", "reconquered", "recruited", "reshuffled", "resupplied", "retired", "retreated", "starved",
    "tied", "troops", "troops-lost", "unsupplied", "won",
}  # fmt: skip


class Moment(NamedTuple):
    """One step of a game: the state before, the sheets sent, and the step they led to."""

    before: State
    sheets: Mapping[str, Any]
    step: Step


def moments(seed: str, mode: str = "4p", tempers: Mapping[str, str] | None = None) -> Iterator[Moment]:
    """A game from set-up to its end."""
    state, number = RULESET.rules.set_up(mode, {}), 0
    while owed := RULESET.rules.awaiting(state):
        sheets = {}
        for role in [o.role for o in owed]:
            temper = temperament_of(RULESET, seed, role, tempers or {})
            view = RULESET.secrets.view_of(state, role)
            sheets[role] = RULESET.bots.sample(view, role, bot_chance(seed, role, number), temper)
        mark = hash(state)
        step = RULESET.rules.resolve(state, sheets, Chance(seed))
        assert mark == hash(state)
        yield Moment(state, sheets, step)
        state, number = step.state, number + 1


def troops_explained(events: tuple[Event, ...]) -> Counter[str]:
    """I10: by nation, how many troops the events say have come or gone."""
    change: Counter[str] = Counter()
    for event in events:
        facts = event.facts
        match event.kind:
            case "recruited":
                change[facts["nation"]] += facts["troops"]
            case "free-troop":
                change[facts["nation"]] += 1
            case "lost-troop":
                change[facts["nation"]] -= 1
            case "defeated" | "retired":
                change[facts["nation"]] -= facts["lost"]
            case "cut-off" | "troops-lost":
                change[facts["nation"]] -= facts["troops"]
    return change


def check_troops(moment: Moment) -> None:
    """I10: the totals change by what the events explain, and in no other way."""
    change = troops_explained(moment.step.events)
    gone = {event.facts["nation"] for event in moment.step.events if event.kind == "left"}
    after: State = moment.step.state
    for number, nation in enumerate(NATIONS):
        expected = 0 if nation in gone else moment.before.totals[number] + change[nation]

        assert expected == after.totals[number], nation


def check_sheets(moment: Moment) -> None:
    """Every sheet passes the check that its author can make, on the view alone; bids are not thought through."""
    for role, body in moment.sheets.items():
        taken = take(RULESET.secrets.view_of(moment.before, role), role, body, think=False)

        assert not has_errors(taken.diagnostics), [d.message for d in taken.diagnostics]


def check_files(moment: Moment, roles: tuple[str | None, ...]) -> None:
    """State and views are the same after they were written and read."""
    for state in (moment.step.state, *(RULESET.secrets.view_of(moment.step.state, role) for role in roles)):
        assert state == RULESET.files.decode(RULESET.files.encode(state))


def play(seed: str, mode: str = "4p", tempers: Mapping[str, str] | None = None) -> list[Event]:
    """A whole game, looked at after every step; gives all its events."""
    roles = tuple(role.id for role in RULESET.mode(mode).roles)
    events: list[Event] = []
    for number, moment in enumerate(moments(seed, mode, tempers)):
        assert not RULESET.rules.invariants(moment.step.state, moment.before)
        check_sheets(moment)
        check_troops(moment)
        # All views of every state take long; in turn, every role's view is read back many times a game.
        check_files(moment, (None, roles[number % len(roles)]))
        assert moment.step.state.turn <= LAST_TURN
        events += moment.step.events
    return events


def winners(events: list[Event]) -> set[str]:
    """The nations that have won."""
    return {nation for event in events if event.kind == "won" for nation in event.facts["nations"]}


@pytest.mark.parametrize("first", range(0, GAMES, len(CHUNK)))
def test_games_by_bots_of_any_temperament_are_legal_to_their_end(first: int) -> None:
    for number, mode in zip(range(first, GAMES), CHUNK, strict=False):
        assert winners(play(f"friedrich-{number}", mode))


@pytest.mark.parametrize("way", sorted(WAYS))
def test_every_way_to_win_is_gone(way: str) -> None:
    mode, tempers, reason = WAYS[way]
    games = (moments(f"{way}-{number}", mode, tempers) for number in range(20))
    ends = (event for game in games for moment in game for event in moment.step.events if event.kind == "won")

    assert any(event.facts["reason"].startswith(reason) for event in ends)


def test_the_offensive_option_is_taken_declined_lost_and_fails() -> None:
    tempers = {"frederick": "offensive", "maria-theresa": "bold"}
    kinds: Counter[str] = Counter()
    for number in range(16):
        for moment in moments(f"option-{number}", "4p-expert", tempers if number % 2 else None):
            kinds.update(event.kind for event in moment.step.events)

    wanted = {"offensive-taken", "offensive-declined", "offensive-card-lost", "offensive-failed"}
    assert set() == wanted - set(kinds)


def test_a_handful_of_expert_games_asks_every_question_of_fate() -> None:
    asked = set()
    for number in range(32):
        for moment in moments(f"questions-{number}", "4p-expert", QUIET):
            asked |= {task.card for task in moment.step.state.agenda if isinstance(task, Fate)}

    # These two need a lucky moment: Daun next to Prussians, Hildburghausen beaten; the vectors have them.
    assert set(FATE_WORDS) - asked <= {"8C", "12H"}


@pytest.mark.parametrize("nation", sorted(FAVOURS))
def test_every_side_can_win(nation: str) -> None:
    games = (moments(f"{nation}-{number}", tempers=FAVOURS[nation]) for number in range(20))
    ends = (winners([event for moment in game for event in moment.step.events]) for game in games)

    assert any(nation in end for end in ends)


def test_a_handful_of_games_sees_nearly_everything_happen() -> None:
    kinds: Counter[str] = Counter()
    for number in range(16):
        for moment in moments(f"handful-{number}"):
            kinds.update(event.kind for event in moment.step.events)

    assert set() == HAPPENINGS - set(kinds)


def test_pieces_re_enter_in_a_substitute_city_when_the_depots_are_lost() -> None:
    depots = {nation: DEPOTS[number] for number, nation in enumerate(NATIONS)}
    found = [
        event.facts
        for number in range(12)
        for moment in moments(f"substitute-{number}", tempers={"frederick": "rash", "maria-theresa": "rash"})
        for event in moment.step.events
        if event.kind == "recruited"
        and any(CITY[city] not in depots[event.facts["nation"]] for city in event.facts["cities"])
    ]

    assert found


def test_the_same_seed_plays_the_same_game() -> None:
    first, second = ([moment.sheets for moment in moments("twice")] for _ in range(2))

    assert first == second
