"""Simulated games in a file, a line of JSON each: what is there is not played again.

The first line says what is simulated. A line is added when its game has come in, in whatever order that is; a process
that is killed leaves at worst a last line without its end, which is cut off by the next command.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from pbem.core import VERSION
from pbem.core.ruleset import Result
from pbem.store import GameFault, disk, read_bytes
from pbem.store.disk import PUBLIC
from pbem.store.locking import held_file
from pbem.store.transaction import CANNOT_WRITE, FULL
from pbem.store.writing import check_named
from pbem.workflow import known_ruleset
from pbem.workflow import simulate as work
from pbem.workflow.simulate import Order, Played
from pbem.workflow.simulation_codes import NOT_RESULTS, OTHER_SIMULATION

FORMAT, KIND = 1, "pbem simulation"
LIMIT = 4_000_000_000  # bytes
Watch = Callable[[Iterator[Played], int], Iterable[Played]]


class Results(NamedTuple):
    """What is in a file: its first line, the games by their numbers, and where its last whole line ends."""

    head: Mapping[str, Any]
    games: list[Played]
    end: int


NOTHING = Results({}, [], 0)


def head_of(order: Order) -> dict[str, Any]:
    """The first line of a file: what is simulated, and by which program. How many games and where is no part of it."""
    revision = known_ruleset(order.ruleset, "simulate").revision
    board = {"board": work.board_of(order.ruleset, order.board).board.digest} if order.board else {}
    return {
        "format": FORMAT, "kind": KIND, "ruleset": order.ruleset, "revision": revision, "version": VERSION,
        "mode": order.mode, "options": order.options, "temperaments": order.temperaments, "seed": order.seed, **board,
    }  # fmt: skip


def simulated(order: Order, path: str = "", watch: Watch = lambda games, _: games) -> list[Played]:
    """The games of an order by their numbers; with a file those that are missing there are played and added."""
    if not path:
        return by_number(watch(work.simulate(order), order.games))
    check_named(path)
    path = os.path.realpath(path) if os.path.islink(path) else path
    with held_file(path):
        book = opened(path, order)
        done = {game.game: game for game in book.games if game.game < order.games}
        if len(done) < order.games:
            check_same(path, order, book.games)
        added = _added(path, book.end, work.simulate(order, done), head_of(order))
        return by_number([*done.values(), *watch(added, order.games - len(done))])


def by_number(games: Iterable[Played]) -> list[Played]:
    """Games in the order of their numbers, in whatever order they came."""
    return sorted(games, key=lambda game: game.game)


def _added(path: str, end: int, games: Iterator[Played], head: Mapping[str, Any]) -> Iterator[Played]:
    """The games, each written as soon as it is there; what was cut off at the end of the file goes first."""
    if not end:
        end = _written(path, 0, head)
    for game in games:
        end = _written(path, end, as_line(game))
        yield game


def _written(path: str, end: int, line: Mapping[str, Any]) -> int:
    data = json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
    try:
        disk.write_at(path, end, data, PUBLIC)
    except OSError as error:
        form = "games-full" if error.errno in FULL else "named"
        raise GameFault(CANNOT_WRITE, path, form=form, why=error.strerror) from None
    return end + len(data)


def opened(path: str, order: Order) -> Results:
    """The file of an order; one that holds another simulation, or something else, is a fault."""
    data, head = read_bytes(path, LIMIT, "named"), head_of(order)
    begun = json.dumps(head, separators=(",", ":"), ensure_ascii=False).encode()
    if begun.startswith(data):  # a new file, or one that was cut off in its first line
        return NOTHING
    book = _read(path, data)
    for key, found, wanted in _differences(book.head, head):
        facts = {"found": json.dumps(found, ensure_ascii=False), "wanted": json.dumps(wanted, ensure_ascii=False)}
        raise GameFault(OTHER_SIMULATION, path, key=key, **facts)
    return book


def check_same(path: str, order: Order, games: Iterable[Played]) -> None:
    """Refuse to go on if the program has changed since: the first game that ended, played again, must be the same."""
    first = next((game for game in games if not game.broken), None)
    if first is not None and work.play_one(order, first.game) != first:
        raise GameFault(OTHER_SIMULATION, path, form="game", game=first.game)


def _differences(found: Mapping[str, Any], wanted: Mapping[str, Any], at: str = "") -> Iterator[tuple[str, Any, Any]]:
    for key in dict.fromkeys((*wanted, *found)):
        one, other = found.get(key), wanted.get(key)
        if isinstance(one, dict) and isinstance(other, dict):
            yield from _differences(one, other, f"{key}.")
        elif one != other:
            yield f"{at}{key}", one, other


def read_games(path: str) -> Results:
    """All games of a file, by their numbers."""
    return _read(path, read_bytes(path, LIMIT, "named"))


def _read(path: str, data: bytes) -> Results:
    end = data.rfind(b"\n") + 1
    lines = data[:end].split(b"\n")[:-1]
    head = _table(lines[0]) if lines else None
    if head is None or head.get("kind") != KIND or head.get("format") != FORMAT:
        raise GameFault(NOT_RESULTS, path)
    games: dict[int, Played] = {}
    for number, line in enumerate(lines[1:], 2):
        game = _game(path, number, line)
        if games.setdefault(game.game, game) != game:
            raise GameFault(NOT_RESULTS, path, form="twice", line=number, game=game.game)
    return Results(head, by_number(games.values()), end)


def as_line(game: Played) -> dict[str, Any]:
    """A game as it stands in the file."""
    table = game._asdict()
    result = table.pop("result")
    ends = {"winners": result.winners, "reason": result.reason} if result else {"winners": None, "reason": ""}
    return {"game": table.pop("game"), **table, **ends}


def _game(path: str, number: int, line: bytes) -> Played:
    table = _table(line) or {}
    try:
        winners, reason = table.pop("winners"), table.pop("reason")
        result = None if winners is None else Result(tuple(winners), reason)
        game = Played(**{**table, "result": result, "broken": tuple(table["broken"])})
    except (KeyError, TypeError):
        raise GameFault(NOT_RESULTS, path, form="line", line=number) from None
    if not isinstance(game.game, int) or game.game < 0:
        raise GameFault(NOT_RESULTS, path, form="line", line=number)
    return game


def _table(line: bytes) -> dict[str, Any] | None:
    """A line of JSON, if it is a table."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
