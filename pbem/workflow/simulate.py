"""Games played by bots in memory: a whole game as one function, many of them as a table."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any, NamedTuple

from pbem.core.chance import Chance
from pbem.core.ruleset import Result, Ruleset, Step, round_of
from pbem.rulesets import ruleset_of
from pbem.store import Board
from pbem.workflow import check_set_up, chosen, known_ruleset
from pbem.workflow.adjudicate import resolved
from pbem.workflow.boards import Ground, ground
from pbem.workflow.counting import ByEvent, by_turn, filled, tally
from pbem.workflow.engines import on_cluster, on_cores
from pbem.workflow.many import cores

LONGEST = 5000  # steps; no game comes near it, so a longer one is a fault
Watch = Callable[[Any, Mapping[str, Any], Step], None]


class Played(NamedTuple):
    """A game that bots played: how it ended, or what broke."""

    seed: str
    steps: int
    label: str
    result: Result | None
    broken: tuple[str, ...] = ()
    rounds: int = 0  # how often somebody's mail was waited for
    turns: int = 0
    game: int = 0  # its number in a simulation
    by_turn: Mapping[str, Mapping[str, list[int | None]]] = {}
    by_event: Mapping[str, Mapping[str, list[int]]] = {}


def bot_chance(seed: str, role: str, number: int) -> Chance:
    """The chance a bot decides by: its own, so that it cannot see the cards to come."""
    return Chance(f"{seed}\nbot {role}\n{number}")


def temperament_of(ruleset: Ruleset, seed: str, role: str, given: Mapping[str, str]) -> str:
    """How a role is played: as asked for, else by lot."""
    return given.get(role) or Chance(seed).pick(ruleset.bots.temperaments, f"temperament {role}")


def sampled(ruleset: Ruleset, state: Any, seed: str, number: int, temperaments: Mapping[str, str]) -> dict[str, Any]:
    """What the bots answer to everything that is awaited, each from its own view."""
    bodies = {}
    for role in dict.fromkeys(owed.role for owed in ruleset.rules.awaiting(state)):
        temper = temperament_of(ruleset, seed, role, temperaments)
        view = ruleset.secrets.view_of(state, role)
        bodies[role] = ruleset.bots.sample(view, role, bot_chance(seed, role, number), temper)
    return bodies


def play(
    ruleset: Ruleset,
    mode: str,
    options: Mapping[str, str],
    seed: str,
    temperaments: Mapping[str, str] | None = None,
    watch: Watch | None = None,
) -> Played:
    """Play one game from set-up to its end; the invariants are looked at after every step."""
    state, number, rounds, turn = ruleset.rules.set_up(mode, options), 0, 0, 0
    ends: dict[int, Any] = {}  # the last state of each turn
    tallies, broken = ByEvent(), tuple[str, ...]()
    while ruleset.rules.result(state) is None and number < LONGEST and not broken:
        rounds += is_waited_for(ruleset, state)
        bodies = sampled(ruleset, state, seed, number, temperaments or {})
        step = resolved(ruleset, state, bodies, Chance(seed))
        broken = tuple(ruleset.rules.invariants(step.state, state))
        if watch is not None:
            watch(state, bodies, step)
        tally(ruleset.figures, step.events, max(1, turn), tallies)
        state, number = step.state, number + 1
        turn = max(turn, round_of(ruleset.telling.label(state)))
        ends[turn] = state
    counts = {at: ruleset.figures.counted(end, None) for at, end in ends.items()} if ruleset.figures else {}
    result = None if broken else ruleset.rules.result(state)
    broken = broken or (() if result else (f"no end after {LONGEST} steps",))
    return Played(
        seed, number, ruleset.telling.label(state), result, broken, rounds, turn,
        by_turn=by_turn(ruleset.figures, counts), by_event=filled(tallies, turn),
    )  # fmt: skip


def is_waited_for(ruleset: Ruleset, state: Any) -> bool:
    """Whether the game waits for somebody's mail: what is owed was not answered before."""
    answered = ruleset.ahead.answered(state) if ruleset.ahead else ()
    return any(owed.role not in answered for owed in ruleset.rules.awaiting(state))


class Order(NamedTuple):
    """What to simulate."""

    ruleset: str
    mode: str
    options: dict[str, str]
    temperaments: dict[str, str]
    seed: str
    games: int
    jobs: int
    cluster: str = ""  # the address of its scheduler; without one the games are played here
    board: str = ""  # the name or the folder of the board; "": that of the title


@cache
def board_of(name: str, board: str) -> Ground:
    """What the games of a title are played on: a board of somebody's own."""
    return ground(known_ruleset(name, "simulate"), board, Board(), "simulate")


def title_of(order: Order) -> Ruleset:
    """The title of an order, on its board."""
    return board_of(order.ruleset, order.board).ruleset if order.board else ruleset_of(order.ruleset)


def ordered(
    ruleset: str,
    mode: str = "",
    options: Mapping[str, str] | None = None,
    temperaments: Mapping[str, str] | None = None,
    seed: str = "pbem",
    games: int = 1,
    jobs: int = 1,
    cluster: str = "",
    board: str = "",
) -> Order:
    """An order for a simulation, checked and with its defaults filled in."""
    rules = known_ruleset(ruleset, "simulate")
    mode = mode or rules.modes[0].id
    filled = {**{option.id: option.default for option in rules.options}, **(options or {})}
    check_set_up(rules, mode, filled, "simulate")
    roles = tuple(role.id for role in rules.mode(mode).roles)
    for role, temper in (temperaments or {}).items():
        chosen(role, roles, "role", "simulate")
        chosen(temper, rules.bots.temperaments, "temperament", "simulate")
    if board:
        board_of(rules.name, board)  # a board with faults is refused before anything is played
    return Order(rules.name, mode, filled, dict(temperaments or {}), seed, games, jobs or cores(), cluster, board)


def play_one(order: Order, number: int) -> Played:
    """One game of a simulation; an exception in the rules is one more way to break."""
    seed = f"{order.seed}-{number}"
    try:
        played = play(title_of(order), order.mode, order.options, seed, order.temperaments)
    except Exception as error:
        played = Played(seed, 0, "", None, (f"{type(error).__name__}: {error} ({place_of(error)})",))
    return played._replace(game=number)


def place_of(error: BaseException) -> str:
    """Where an exception came from, in few words."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return "place unknown"
    code = trace.tb_frame.f_code
    return f"{code.co_filename.rpartition('/')[2]}:{trace.tb_lineno} {code.co_name}"


def play_batch(order: Order, numbers: Sequence[int]) -> list[Played]:
    """Some games of a simulation."""
    return [play_one(order, number) for number in numbers]


def simulate(order: Order, done: Container[int] = ()) -> Iterator[Played]:
    """Play the games that are not done yet, one after the other or several at once; each comes when it is over."""
    numbers = [number for number in range(order.games) if number not in done]
    if order.cluster and numbers:
        yield from on_cluster(partial(play_batch, order), numbers, order.cluster)
    elif order.jobs == 1 or len(numbers) < 2:
        yield from (play_one(order, number) for number in numbers)
    else:
        yield from on_cores(partial(play_batch, order), numbers, order.jobs)
