"""Whole games of Fredericus by bots: they end, nothing is lost, nothing leaks, and check agrees with adjudication.

The number of games is taken from PBEM_GAMES; half an hour of them: PBEM_GAMES=2000.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.core.chance import Chance
from pbem.core.events import HIDDEN, seen_by
from pbem.core.ruleset import Step
from pbem.rulesets.fredericus import RULESET
from pbem.rulesets.fredericus.cards import KINDS
from pbem.rulesets.fredericus.castle import draw
from pbem.rulesets.fredericus.orders import Bet, Birds, Draw, Fly, Hood, Hunt, Move, Shift, TurnOver, parse
from pbem.rulesets.fredericus.state import ENDINGS, State
from pbem.workflow.simulate import Played, play

GAMES = int(os.environ.get("PBEM_GAMES", "24"))
DEFAULTS = {option.id: option.default for option in RULESET.options}
VARIANTS: dict[str, dict[str, str]] = {
    "plain": {},
    "shift3": {"shift3": "on"},
    "display 3": {"display": "3"},
    "display 4": {"display": "4", "placing": "together"},
    "stops": {"fredericus_stops_draws": "on"},
    "all": {"shift3": "on", "display": "3", "fredericus_stops_draws": "on", "placing": "together"},
}
TABLES = list(product((mode.id for mode in RULESET.modes), VARIANTS))


def options_of(variant: str) -> dict[str, str]:
    return DEFAULTS | VARIANTS[variant]


def roles_of(state: State) -> tuple[str, ...]:
    return tuple(role.id for role in RULESET.mode(state.mode).roles)


def step_seen(state: State, bodies: dict[str, Any], step: Step) -> None:
    """Everything that must be true of one step of a game."""
    look_at_sheets(state, bodies)
    look_at_files(step.state)
    look_at_secrets(step.state)
    look_at_events(state, bodies, step)


def look_at_sheets(state: State, bodies: dict[str, Any]) -> None:
    """A sampled sheet passes; the sheet now due is accepted as it stands; view and state give one answer."""
    for role, body in bodies.items():
        view = RULESET.secrets.view_of(state, role)
        taken = RULESET.rules.take(view, role, body)
        assert not [fault for fault in taken.diagnostics if fault.is_error], (body, taken.diagnostics)
        paper = RULESET.telling.sheet(view, role)
        assert max(map(len, paper.splitlines())) <= 72, "the text of a mail has 72 columns"
        due = tomllib.loads(paper)
        assert not RULESET.rules.take(view, role, due).diagnostics
        other = RULESET.secrets.twin_of(state, role, Chance("other"))
        for sheet in (body, due, *mutilated(body)):
            answers = [RULESET.rules.take(position, role, sheet) for position in (view, state, other)]
            said = {tuple((d.code.id, d.at, d.message, d.hint) for d in answer.diagnostics) for answer in answers}
            assert 1 == len(said)
            assert 1 == len({answer.understood for answer in answers})


def mutilated(body: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The sheet with something gone, doubled, turned round or misspelt."""
    orders = body["do"]
    yield {}
    yield {"do": orders[1:]}
    yield {"do": [*orders, *orders]}
    yield {"do": orders[::-1]}
    yield {"do": [order.replace("F", "G").replace("1", "9") for order in orders]}
    yield {"do": [*orders[:1], "HOOD 3 B=F", "TURN 2 DISCARD 1", "SHIFT 4", "HUNT F", "HUNT G", "BET COURT"]}
    yield {"do": [7, *(order[1:] for order in orders)]}


def look_at_files(state: State) -> None:
    """State and views survive their stored form, and a stored state is a position."""
    encoded = RULESET.files.encode(state)
    assert RULESET.files.decode(encoded) == state
    assert RULESET.files.encode(RULESET.files.decode(encoded)) == encoded
    if not state.winners:
        assert RULESET.files.position(encoded, state.mode, DEFAULTS) == state
    for role in (None, *roles_of(state)):
        view = RULESET.secrets.view_of(state, role)
        assert RULESET.files.decode(RULESET.files.encode(view)) == view


def look_at_secrets(state: State) -> None:
    """What a role sees is the same whatever it may not know; and no rule touched a hidden fact on the way."""
    for role in (None, *roles_of(state)):
        view = RULESET.secrets.view_of(state, role)
        twin = RULESET.secrets.view_of(RULESET.secrets.twin_of(state, role, Chance("leak")), role)
        assert RULESET.files.encode(view) == RULESET.files.encode(twin)
        assert RULESET.telling.summary(view, role) == RULESET.telling.summary(twin, role)
        assert RULESET.rules.awaiting(view) == RULESET.rules.awaiting(state)
        assert RULESET.telling.heading(view) == RULESET.telling.heading(state)
        assert all(card is HIDDEN for card in view.deck)


def look_at_events(state: State, bodies: dict[str, Any], step: Step) -> None:
    """Every event has words; other people's hands change nothing in what a role is told."""
    for role in (None, *roles_of(state)):
        told = seen_by(step.events, role)
        for event in told:
            assert all(RULESET.telling.tell(event))
            assert RULESET.history.about(event) is not None
        views = RULESET.secrets.view_of(state, role), RULESET.secrets.view_of(step.state, role)
        assert isinstance(RULESET.history.changes(*views, role, told), list)
        if not step.state.winners and RULESET.rules.awaiting(state)[0].kind == "turn":
            twin = with_other_hands(state, role)
            assert told == seen_by(RULESET.rules.resolve(twin, bodies, Chance("none")).events, role)


def with_other_hands(state: State, role: str | None) -> State:
    """The others hold other kinds."""
    turned = dict(zip(KINDS, KINDS[1:] + KINDS[:1], strict=True))
    hands = tuple(
        hand if seat == role else tuple(turned[card] for card in hand)
        for seat, hand in zip(roles_of(state), state.hands, strict=True)
    )
    return state._replace(hands=hands)


def game(mode: str, variant: str, seed: str, watch: Any = None) -> tuple[Played, State]:
    """One game, and the state it ended in."""
    last: list[State] = []

    def look(state: State, bodies: dict[str, Any], step: Step) -> None:
        last[:] = [step.state]
        if watch is not None:
            watch(state, bodies, step)

    return play(RULESET, mode, options_of(variant), seed, watch=look), last[0]


@pytest.mark.parametrize(("mode", "variant"), TABLES, ids=[f"{mode} {variant}" for mode, variant in TABLES])
def test_games_end_and_every_step_holds(mode: str, variant: str) -> None:
    for number in range(max(1, GAMES // len(TABLES))):
        played, state = game(mode, variant, f"{mode} {variant} {number}", step_seen)

        assert () == played.broken
        assert played.result is not None
        assert state.ending in ENDINGS
        assert state.round <= 21


def test_every_kind_of_end_is_seen() -> None:
    """R10.1: an eighth creature, and Fredericus drawn in each possible way."""
    seen: dict[str, int] = {}
    for number in range(120):
        mode, variant = TABLES[number % len(TABLES)]
        state = game(mode, variant, f"ends {number}")[1]
        seen[state.ending] = seen.get(state.ending, 0) + 1
        if len(seen) == len(ENDINGS) - 1:
            break

    assert {*ENDINGS} - {"given"} == {*seen}


def test_a_game_played_again_is_the_same() -> None:
    """R14.3: all chance lies in the set-up; the same sheets lead to the same states, whatever the seed by then."""
    story: list[tuple[State, dict[str, Any], Step]] = []
    game("3p", "all", "again", lambda *step: story.append(step))
    for state, bodies, step in story:
        dealing = RULESET.telling.label(state).startswith("setup-birds")
        again = RULESET.rules.resolve(state, bodies, Chance("again" if dealing else "another"))
        assert step == again


def test_bots_play_to_win_a_little() -> None:
    tempers = {"a": "hunter", "b": "wild"}
    results = [play(RULESET, "2p", DEFAULTS, f"win {number}", tempers).result for number in range(10)]

    assert sum(result is not None and result.winners == ("a",) for result in results) >= 8


TOWER = st.integers(1, 8)
BIRD = st.integers(0, 1)
ORDERS = st.one_of(
    st.builds(Birds, TOWER),
    st.builds(Move, TOWER, TOWER),
    st.builds(Fly, BIRD, TOWER),
    st.builds(Hood, TOWER, st.lists(st.tuples(st.integers(0, 3), BIRD), unique_by=lambda c: c[0]).map(tuple)),
    st.builds(Hunt, BIRD),
    st.builds(TurnOver, TOWER, TOWER),
    st.builds(Shift, TOWER),
    st.builds(Draw, st.lists(st.sampled_from(KINDS), unique=True).map(tuple)),
    st.builds(Bet, st.tuples(st.tuples(st.just(-1), st.one_of(TOWER, st.sampled_from((9, -1)))))),
)


@given(ORDERS)
@settings(max_examples=200, deadline=None)
def test_an_order_is_read_as_it_is_written(order: Any) -> None:
    found = parse(str(order))

    assert (type(order), order) == (type(found), found)


@given(st.dictionaries(TOWER.map(lambda n: n % 2), st.one_of(TOWER, st.just(-1)), min_size=1))
def test_a_bet_of_two_tokens_is_read_as_it_is_written(places: dict[int, int]) -> None:
    order = Bet(tuple(places.items()))

    assert order == parse(str(order), players=2)


WORDS = st.sampled_from(
    "MOVE FLY HOOD HUNT TURN DISCARD SHIFT DRAW BET BIRDS COURT STAY F G A=F 1 8 9 > : deck a".split()
)
TEXTS = st.one_of(st.text(max_size=40), st.lists(WORDS, max_size=6).map(" ".join))


@given(st.one_of(TEXTS, st.lists(st.one_of(TEXTS, st.integers(), st.none()), max_size=8)))
@settings(max_examples=300, deadline=None)
def test_any_sheet_gets_an_answer(orders: Any) -> None:
    for mode in ("2p", "3p"):
        state = RULESET.rules.set_up(mode, options_of("all"))
        turn = RULESET.files.position({"turn": "b", "house": True}, mode, options_of("shift3"))
        for position, role in ((state, "a"), (turn, "a"), (turn, "b")):
            taken = RULESET.rules.take(RULESET.secrets.view_of(position, role), role, {"do": orders})
            for fault in taken.diagnostics:
                assert fault.message and "{" not in fault.code.name
                assert fault.hint is not None


def test_a_drawing_is_the_same_for_the_same_view() -> None:
    state = game("4p", "plain", "drawn")[1]
    view = RULESET.secrets.view_of(state, "a")

    assert draw(view, "a") == draw(RULESET.files.decode(RULESET.files.encode(view)), "a")
