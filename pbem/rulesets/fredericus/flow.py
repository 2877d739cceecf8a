"""The sequence of play (R4, R8, R10): who is to decide, and what runs on without a player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.core import has_errors
from pbem.core.chance import Chance
from pbem.core.events import Event
from pbem.core.ruleset import Owed, Result, Step
from pbem.rulesets.fredericus import events as happened
from pbem.rulesets.fredericus import words
from pbem.rulesets.fredericus.bets import open_courtyard
from pbem.rulesets.fredericus.decisions import asked_seats, take
from pbem.rulesets.fredericus.geometry import HAND, neighbours
from pbem.rulesets.fredericus.objectives import discard, draw
from pbem.rulesets.fredericus.setup import DEFAULT_POSTS, run_deal
from pbem.rulesets.fredericus.state import (
    BIRD_LETTERS,
    FALCON,
    ROLES,
    SEATS,
    Close,
    Deal,
    Due,
    News,
    Placing,
    State,
    Turn,
    mandatory,
)

Body = Mapping[str, Any]


def awaiting(state: State) -> tuple[Owed, ...]:
    """Who owes what now, and what happens without an answer (M4)."""
    task = state.agenda[-1] if state.agenda else None
    if isinstance(task, Turn):
        what = f"a turn of {words.count(mandatory(state, task.seat), 'basic action')}"
        bird = "goshawk" if state.birds[task.seat][FALCON].hooded else "falcon"
        text = f"the {bird} flies to and fro, a token in hand goes to tower 1"
        return (Owed(ROLES[task.seat], "turn", what, text),)
    if isinstance(task, Placing):
        return tuple(placing_owed(state, task, seat) for seat in asked_seats(state, task))
    return ()


def placing_owed(state: State, task: Placing, seat: int) -> Owed:
    """M4: what is asked at set-up."""
    if task.what == "birds":
        return Owed(ROLES[seat], "birds", "the posts of the birds", f"the falcon on post {DEFAULT_POSTS[seat]}")
    what = "the towers of the tokens" if state.players == 2 else "the tower of the token"
    return Owed(ROLES[seat], "bets", what, "tower 1")


def default_body(state: State, seat: int) -> Body:
    """M4: the answer taken when none comes, as a sheet: it goes through the same code as any other."""
    task = state.task
    if isinstance(task, Placing) and task.what == "birds":
        return {"do": [f"BIRDS {DEFAULT_POSTS[seat]}"]}
    bet = default_bet(state, seat)
    return {"do": ([*default_flights(state, seat)] if isinstance(task, Turn) else []) + bet}


def default_flights(state: State, seat: int) -> list[str]:
    """M4: one post clockwise and back, alternately."""
    which = 1 - FALCON if state.birds[seat][FALCON].hooded else FALCON
    here = state.birds[seat][which].post
    turn = state.turn
    posts = (neighbours(here)[1], here)
    return [f"FLY {BIRD_LETTERS[which]}>{posts[n % 2]}" for n in range(mandatory(state, seat) - turn.used)]


def default_bet(state: State, seat: int) -> list[str]:
    """M4: tokens in hand go to tower 1, the others stay."""
    tokens = [at for at, place in enumerate(state.tokens[seat]) if place == HAND]
    if len(state.tokens[seat]) == 1:
        return ["BET 1"] if tokens else []
    return ["BET " + " ".join(f"{at + 1}:1" for at in tokens)] if tokens else []


def resolve(state: State, bodies: Mapping[str, Body], chance: Chance) -> Step:
    """Take the sheets in, then run on through everything that needs no player."""
    events: list[Event] = []
    owed = awaiting(state)
    awaited = [o.role for o in owed]
    for role in ROLES[: state.players]:
        if role in bodies and role not in awaited:
            state = taken_in(state, role, bodies[role], events)
    for o in owed:
        body = bodies.get(o.role)
        if body is None:
            events.append(happened.Defaulted(role=o.role, what=o.what, default=o.default).event())
            body = default_body(state, ROLES.index(o.role))
        state = taken_in(state, o.role, body, events)
    while state.agenda and not awaiting(state):
        state, news = advanced(state, chance)
        events += news
    return Step(state, tuple(events))


def taken_in(state: State, role: str, body: Body, events: list[Event]) -> State:
    """A sheet carried out; one that was accepted and cannot be is a fault of the program."""
    taken = take(state, role, body)
    if has_errors(taken.diagnostics):
        faults = "; ".join(f"{d.code.id} {d.message}" for d in taken.diagnostics if d.is_error)
        raise ValueError(f"a sheet of {role} was accepted and cannot be carried out: {faults}")
    events += taken.events
    result: State = taken.state
    return result


def advanced(state: State, chance: Chance) -> News:
    """One task that needs no player."""
    task = state.task
    if isinstance(task, Placing):  # all have placed
        if task.what == "birds":
            return state.now(Placing("bets", tuple(range(state.players))), Deal()), ()
        return begun(state.popped(), 0)
    if isinstance(task, Deal):
        return run_deal(state, chance)
    if isinstance(task, Due):
        return draw(state.popped(), task)
    assert isinstance(task, Close), task
    return closed(state.popped(), task.seat)


def begun(state: State, seat: int) -> News:
    """R4.2: a turn begins; a bet in the courtyard that held is settled first."""
    turn = happened.Turn(round=state.round, role=ROLES[seat], actions=mandatory(state, seat))
    state, events = open_courtyard(state, seat)
    # The draw comes before the turn, whose task therefore lies below it.
    return state._replace(agenda=(Turn(seat), *state.agenda)), (turn.event(), *events)


def closed(state: State, seat: int) -> News:
    """R4.1, R8.3, R10.2: the deck keeper discards; after the last round the game is over, else the next turn begins."""
    events: tuple[Event, ...] = ()
    if seat == state.keeper:
        state, events = discard(state)
        if state.ending:
            state, news = over(state)
            return state, (*events, *news)
        state = state._replace(round=state.round + 1)
    state, news = begun(state, (seat + 1) % state.players)
    return state, (*events, *news)


def over(state: State) -> News:
    """R11: hands are shown, points are counted."""
    from pbem.rulesets.fredericus.scoring import ranking  # not for check

    places = ranking(state)
    first, second = places[0], places[1]
    tie = ", tied, and the later seat wins" if first.total == second.total else ""
    reason = (
        f"{words.seat_name(first.seat)} has {words.count(first.total, 'point')}, "
        f"{words.seat_name(second.seat)} {second.total}{tie}. {words.CAUSES[state.ending]}"
    )
    table: list[happened.Place] = [
        {
            "role": ROLES[s.seat], "creatures": s.creatures, "objectives": s.objectives, "fredericus": s.fredericus,
            "pairs": s.pairs, "for_pairs": s.for_pairs, "points": s.total,
            "hand": list(state.objectives(s.seat)),
        }
        for s in places
    ]  # fmt: skip
    state = state._replace(agenda=(), winners=(ROLES[first.seat],), reason=reason)
    return state, (happened.Over(round=state.round, cause=state.ending, places=table).event(),)


def result(state: State) -> Result | None:
    """R11.4: who has won, and why."""
    return Result(state.winners, state.reason) if state.winners else None


def label(state: State) -> str:
    """Where the game stands, fit for a file name."""
    if state.winners:
        return "end"
    task = state.task
    if isinstance(task, Placing):
        return f"setup-{task.what}" if state.options.together else f"setup-{task.what}-{ROLES[task.seats[0]]}"
    return f"r{state.round:02d}-{ROLES[task.seat]}" if isinstance(task, Turn) else "setup"


def heading(state: State) -> str:
    """Where the game stands, for people."""
    if state.winners:
        return f"Round {state.round}: the game is over"
    task = state.task
    under_way = next((row for row in reversed(state.agenda) if isinstance(row, Turn | Close)), None)
    if under_way is not None:  # also after its last action, as a sheet leads to it
        last = ", the last" if state.ending else ""
        return f"Round {state.round}{last}: {words.seat_name(under_way.seat)}"
    if isinstance(task, Placing):
        who = "" if state.options.together else f", {SEATS[task.seats[0]]}"
        return f"Set-up: the {'birds' if task.what == 'birds' else 'tokens'}{who}"
    return "Set-up"
