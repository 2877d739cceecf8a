"""Reading a game directory: game.toml, secret.toml, the last step, views, sheets and positions."""

import os
import tomllib
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from pbem.core.events import Event
from pbem.store import (
    DOES_NOT_FIT,
    FILE_MISSING,
    FILE_UNREADABLE,
    HAND_EDITED,
    LABEL,
    NEWER_FORMAT,
    NOT_A_GAME,
    NOT_TOML,
    OLDER_FORMAT,
    REVEALED_ALREADY,
    STEP_MISSING,
    STEP_TWICE,
    WRONG_VALUE,
    GameFault,
    bounded,
    safe_name,
)
from pbem.store.layout import GAME, REVEALED, SECRET, STEPS, step_name, step_number

FORMAT = 2
LIMIT = 16 * 1024 * 1024  # bytes; no file of ours is larger, and a film is not read into memory
# A pipe in the place of a file is not waited for; Windows knows no such flag, and would change the ends of lines.
_PLAINLY = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
LINE_LIMIT = 10_000  # bytes; tomllib needs minutes for a key of a hundred thousand parts


class Player(NamedTuple):
    """Who sits in a role."""

    name: str = ""
    address: str = ""


class Game(NamedTuple):
    """What game.toml says."""

    directory: str
    name: str
    ruleset: str
    revision: int
    mode: str
    options: dict[str, str]
    players: dict[str, Player]
    commitment: str
    moderator: Player = Player()
    seal_key: str = ""  # what envelopes are sealed for; empty in a game without
    plays: tuple[str, ...] = ()  # the roles of the moderator, if he plays too
    beacon: str = ""  # which number of the world is mixed into the seed, named before it is known
    test: bool = False  # whether the seed was given by hand
    numbers: int = 1  # how many numbers the number of the world has: a lottery draws several

    @property
    def waits(self) -> bool:
        """Whether nothing is dealt before the words of the players, and the number of the world, are in."""
        return bool(self.plays or self.beacon)


class Secret(NamedTuple):
    """What secret.toml says."""

    seed: str
    keys: dict[str, str]
    identity: str = ""  # the private key that opens envelopes


class Awaited(NamedTuple):
    """A decision that was awaited, and whether a sheet or the default answered it."""

    role: str
    kind: str
    what: str
    answer: str


class StepFile(NamedTuple):
    """One step as it stands on disk."""

    file: str
    digest: str
    number: int
    label: str
    ruleset: str
    revision: int
    mode: str
    options: dict[str, str]
    previous: str
    words: dict[str, str]
    undone: int
    awaited: tuple[Awaited, ...]
    orders: dict[str, dict[str, Any]]
    events: tuple[Event, ...]
    state: dict[str, Any]
    beacon: str = ""  # the number of the world, once it is known


class ViewFile(NamedTuple):
    """What a player checks against at home."""

    game: str
    ruleset: str
    revision: int
    mode: str
    options: dict[str, str]
    step: int
    role: str
    key: str
    roles: tuple[str, ...]
    state: dict[str, Any]
    seal_key: str = ""
    plays: tuple[str, ...] = ()
    waits: bool = False
    commitment: str = ""  # of the seed: it tells two games of one name apart


class StepName(NamedTuple):
    """A step's number and file name."""

    number: int
    name: str


def read_bytes(path: str, limit: int = LIMIT, form: str = "") -> bytes:
    """All bytes of a plain file; at most one more than the limit, so that the caller sees it is too long.

    ``form`` is "named" for a file that is not part of a game but was named to a command.
    """
    found: bytes = _read(path, form, lambda file: _up_to(file, limit + 1))
    return found


def read_before(path: str, end: int, count: int) -> tuple[int, bytes]:
    """Some bytes of a plain file before a place, or before its end if that is negative; the place they begin at."""

    def read(file: Any) -> tuple[int, bytes]:
        stop = file.seek(0, os.SEEK_END) if end < 0 else end
        start = file.seek(max(0, stop - count))
        return start, _up_to(file, stop - start)

    found: tuple[int, bytes] = _read(path, "", read)
    return found


def _read(path: str, form: str, read: Callable[[Any], Any]) -> Any:
    try:
        descriptor = os.open(path, os.O_RDONLY | _PLAINLY)
    except FileNotFoundError:
        raise GameFault(FILE_MISSING, path, form=form) from None
    except (OSError, ValueError) as error:
        raise GameFault(FILE_UNREADABLE, path, why=_why(error)) from None
    try:
        with open(descriptor, "rb", buffering=0) as file:
            return read(file)
    except OSError as error:
        raise GameFault(FILE_UNREADABLE, path, why=_why(error)) from None


def _up_to(file: Any, count: int) -> bytes:
    parts = []
    while count > 0 and (part := file.read(min(count, 1 << 20))):
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


def _why(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def parse(data: bytes, path: str) -> dict[str, Any]:
    """The bytes of a file as TOML."""
    if len(data) > LIMIT or (len(data) > LINE_LIMIT and max(map(len, data.split(b"\n"))) > LINE_LIMIT):
        raise GameFault(NOT_TOML, path, form="size")
    try:
        return tomllib.loads(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise GameFault(NOT_TOML, path, byte=error.start, form="letters") from None
    except RecursionError:
        raise GameFault(NOT_TOML, path, form="deep") from None
    except ValueError:
        raise _not_toml(data.decode("utf-8"), path) from None


def _not_toml(text: str, path: str) -> GameFault:
    """What is wrong with a file, as it is told of a sheet."""
    from pbem.core.sheets import not_toml  # needed for damaged files only

    fault = not_toml(text)
    _, line, column = fault.at.path
    return GameFault(NOT_TOML, path, line=line, column=column, said=fault.message)


def wanted(table: Mapping[str, Any], key: str, kind: type, path: str, where: str = "") -> Any:
    """The value of a key that must be there and of that kind."""
    value = table.get(key)
    if type(value) is not kind:
        raise GameFault(WRONG_VALUE, path, key=f"{where}{key}", form="" if value is None else kind.__name__)
    return value


def texts(table: Mapping[str, Any], key: str, path: str) -> dict[str, str]:
    """A table of texts."""
    found = wanted(table, key, dict, path)
    return {name: wanted(found, name, str, path, f"{key}.") for name in found}


def _known(table: Mapping[str, Any], keys: tuple[str, ...], path: str, where: str = "") -> None:
    """No key besides these: a slip of the pen is better named than ignored."""
    for key in table:
        if key not in keys:
            raise GameFault(WRONG_VALUE, path, key=f"{where}{key}", form="unknown")


def _check_format(table: Mapping[str, Any], path: str) -> None:
    found = wanted(table, "format", int, path)
    if found > FORMAT:
        raise GameFault(NEWER_FORMAT, path, found=found, known=FORMAT)
    if found < FORMAT:
        raise GameFault(OLDER_FORMAT, path, found=found, known=FORMAT)


_GAME_KEYS = (
    "format", "name", "ruleset", "revision", "mode", "seed_commitment", "seal_key", "moderator_plays", "beacon",
    "beacon_numbers", "test",
    "options", "moderator", "roles",
)  # fmt: skip


def read_game(directory: str) -> Game:
    """What game.toml of that directory says, with every type checked."""
    path = os.path.join(directory, GAME)
    if not os.path.lexists(path):
        raise GameFault(NOT_A_GAME, directory)
    table = parse(read_bytes(path), path)
    _check_format(table, path)
    _known(table, _GAME_KEYS, path)
    return Game(
        directory=directory,
        name=safe_name(wanted(table, "name", str, path), path),
        ruleset=wanted(table, "ruleset", str, path),
        revision=wanted(table, "revision", int, path),
        mode=wanted(table, "mode", str, path),
        options=texts(table, "options", path),
        players=_players(table, path),
        commitment=wanted(table, "seed_commitment", str, path),
        seal_key=wanted({"seal_key": "", **table}, "seal_key", str, path),
        moderator=_seat(wanted({"moderator": {}, **table}, "moderator", dict, path), path, "moderator.", "name"),
        plays=_list(table, "moderator_plays", path),
        beacon=wanted({"beacon": "", **table}, "beacon", str, path),
        test=wanted({"test": False, **table}, "test", bool, path),
        numbers=_numbers(table, path),
    )


def _numbers(table: Mapping[str, Any], path: str) -> int:
    """How many numbers the number of the world has: told with it, and only then."""
    if "beacon" in table:
        return int(wanted(table, "beacon_numbers", int, path))
    if "beacon_numbers" in table:
        raise GameFault(WRONG_VALUE, path, key="beacon_numbers", form="alone", other="beacon")
    return 1


def _list(table: Mapping[str, Any], key: str, path: str) -> tuple[str, ...]:
    """A list of texts, empty if it is left out."""
    found = wanted({key: [], **table}, key, list, path)
    if not all(type(item) is str for item in found):
        raise GameFault(WRONG_VALUE, path, key=key, form="texts")
    return tuple(found)


def _players(table: Mapping[str, Any], path: str) -> dict[str, Player]:
    roles = wanted(table, "roles", dict, path)
    players = {}
    for role in roles:
        safe_name(role, path)
        players[role] = _seat(wanted(roles, role, dict, path, "roles."), path, f"roles.{role}.")
    return players


SEAT = 200  # signs of a name, and of an address


def check_seats(seats: Iterable[Player], path: str) -> None:
    """Whether names and addresses are as long as those of people."""
    for seat in seats:
        bounded(seat.name, "name", SEAT, path)
        bounded(seat.address, "address", SEAT, path)


def _seat(row: dict[str, Any], path: str, where: str, name: str = "player") -> Player:
    """A person's name and address."""
    keys = (name, "address")
    _known(row, keys, path, where)
    filled = {**dict.fromkeys(keys, ""), **row}
    seat = Player(*(wanted(filled, key, str, path, where) for key in keys))
    return seat


def read_secret(game: Game) -> Secret:
    """What secret.toml says; it must fit the commitment in game.toml and have a key for every role."""
    from pbem.core import commitment

    path = os.path.join(game.directory, SECRET)
    table = parse(read_bytes(path), path)
    _check_format(table, path)
    _known(table, ("format", "seed", "seal_identity", "keys"), path)
    identity = wanted({"seal_identity": "", **table}, "seal_identity", str, path)
    secret = Secret(wanted(table, "seed", str, path), texts(table, "keys", path), identity)
    if commitment(secret.seed) != game.commitment:
        raise GameFault(DOES_NOT_FIT, path, form="seed")
    for role in game.players:
        wanted(secret.keys, role, str, path, "keys.")
    return secret


def is_revealed(directory: str) -> bool:
    """Whether the seed is open to all."""
    return os.path.lexists(os.path.join(directory, REVEALED))


def check_unrevealed(directory: str) -> None:
    """Whether the seed is still secret, so that the game can go on."""
    if is_revealed(directory):
        raise GameFault(REVEALED_ALREADY, directory)


def read_seed(game: Game) -> str:
    """The seed: as it was revealed, else from secret.toml; it must fit the commitment in game.toml."""
    from pbem.core import commitment

    path = os.path.join(game.directory, REVEALED)
    if not os.path.lexists(path):
        return read_secret(game).seed
    table = parse(read_bytes(path), path)
    _check_format(table, path)
    seed: str = wanted(table, "seed", str, path)
    if commitment(seed) != game.commitment:
        raise GameFault(DOES_NOT_FIT, path, form="seed")
    return seed


def step_names(directory: str) -> list[StepName]:
    """The steps on disk in order, found from the names of their files alone."""
    folder = os.path.join(directory, STEPS)
    try:
        steps = _steps_in(folder)
    except FileNotFoundError:
        raise GameFault(FILE_MISSING, folder) from None
    except OSError as error:
        raise GameFault(FILE_UNREADABLE, folder, why=_why(error)) from None
    _check_numbers(folder, steps)
    return steps


def steps_there(directory: str) -> list[StepName]:
    """All step files there are, also with gaps; nothing if there is no folder of them."""
    try:
        return _steps_in(os.path.join(directory, STEPS))
    except OSError:
        return []


def _steps_in(folder: str) -> list[StepName]:
    rows = ((step_number(name), name) for name in os.listdir(folder))
    return sorted(StepName(number, name) for number, name in rows if number is not None)


def _check_numbers(folder: str, steps: list[StepName]) -> None:
    for expected, step in enumerate(steps):
        if step.number > expected:
            raise GameFault(STEP_MISSING, os.path.join(folder, step_name(expected, "*")), number=expected)
        if step.number < expected:
            names = " and ".join(other.name for other in steps if other.number == step.number)
            raise GameFault(STEP_TWICE, folder, number=step.number, names=names)
    if not steps:
        raise GameFault(STEP_MISSING, os.path.join(folder, step_name(0, "*")), number=0)


def read_last_step(game: Game) -> StepFile:
    """The step the game stands at; the history before it is not read."""
    step = read_step(game, step_names(game.directory)[-1])
    path = os.path.join(game.directory, GAME)
    for key in ("ruleset", "mode"):
        _check_same(path, key, getattr(game, key), getattr(step, key), step.number)
    for key in sorted({*game.options, *step.options}):
        _check_same(path, f"options.{key}", game.options.get(key), step.options.get(key), step.number)
    if step.revision < game.revision:
        facts = {"began": game.revision, "step": step.number, "found": step.revision}
        raise GameFault(DOES_NOT_FIT, path, form="revision", **facts)
    return step


def _check_same(path: str, key: str, here: Any, there: Any, step: int) -> None:
    """What game.toml says, and what the last step was played with."""
    if here != there:
        was = f'"{there}"' if isinstance(there, str) else there
        raise GameFault(DOES_NOT_FIT, path, key=key, step=step, was=was, form="without" if there is None else "")


def split_digest(data: bytes, path: str) -> tuple[str, bytes]:
    """The digest in the first line and the bytes it must fit."""
    from pbem.core import sha256

    head, _, rest = data.partition(b"\n")
    digest = head.removeprefix(b'digest = "').removesuffix(b'"').decode("ascii", "replace")
    if sha256(rest).hex() != digest:
        raise GameFault(HAND_EDITED, path)
    return digest, rest


def read_step(game: Game, named: StepName, folder: str = "") -> StepFile:
    """One step: digest first, then TOML, then the kinds of its values."""
    path = os.path.join(folder or os.path.join(game.directory, STEPS), named.name)
    digest, rest = split_digest(read_bytes(path), path)
    table = parse(rest, path)
    _check_format(table, path)
    number, label = wanted(table, "step", int, path), wanted(table, "label", str, path)
    if named.name != step_name(number, label):
        raise GameFault(LABEL, path, step=number, label=label)
    orders = wanted(table, "orders", dict, path)
    return StepFile(
        file=path,
        digest=digest,
        number=number,
        label=label,
        ruleset=wanted(table, "ruleset", str, path),
        revision=wanted(table, "revision", int, path),
        mode=wanted(table, "mode", str, path),
        options=texts(table, "options", path),
        previous=wanted(table, "previous", str, path),
        words=texts(table, "words", path),
        beacon=wanted(table, "beacon", str, path),
        undone=wanted(table, "undone", int, path),
        awaited=_awaited(table, path),
        orders={role: wanted(orders, role, dict, path, "orders.") for role in orders},
        events=_events(table, path),
        state=wanted(table, "state", dict, path),
    )


def _rows(table: Mapping[str, Any], key: str, path: str) -> list[dict[str, Any]]:
    rows = wanted(table, key, list, path)
    for row in rows:
        if type(row) is not dict:
            raise GameFault(WRONG_VALUE, path, key=key, form="tables")
    return rows  # type: ignore[no-any-return]


def _awaited(table: Mapping[str, Any], path: str) -> tuple[Awaited, ...]:
    rows = _rows(table, "awaited", path)
    return tuple(Awaited(*(wanted(row, key, str, path, "awaited.") for key in Awaited._fields)) for row in rows)


def _events(table: Mapping[str, Any], path: str) -> tuple[Event, ...]:
    return tuple(
        Event(
            kind=wanted(row, "kind", str, path, "events."),
            facts=row.get("facts", {}),
            private=row.get("private", {}),
            to=tuple(row["to"]) if "to" in row else None,
        )
        for row in _rows(table, "events", path)
    )


def read_view(path: str) -> ViewFile:
    """A view file, as it goes out with a report."""
    table = parse(read_bytes(path, form="named"), path)
    _check_format(table, path)
    return ViewFile(
        game=wanted(table, "game", str, path),
        ruleset=wanted(table, "ruleset", str, path),
        revision=wanted(table, "revision", int, path),
        mode=wanted(table, "mode", str, path),
        options=texts(table, "options", path),
        step=wanted(table, "step", int, path),
        role=wanted(table, "role", str, path),
        key=wanted(table, "key", str, path),
        roles=_list(table, "roles", path),
        state=wanted(table, "state", dict, path),
        seal_key=wanted({"seal_key": "", **table}, "seal_key", str, path),
        plays=_list(table, "moderator_plays", path),
        waits=wanted({"waits": False, **table}, "waits", bool, path),
        commitment=wanted({"seed_commitment": "", **table}, "seed_commitment", str, path),
    )


class Position(NamedTuple):
    """A position file: where a game begins that does not begin at the set-up."""

    ruleset: str
    mode: str
    options: dict[str, str]
    data: dict[str, Any]


def read_position(path: str) -> Position:
    """A position file, written by `pbem position` or by a person."""
    table = parse(read_bytes(path, form="named"), path)
    _check_format(table, path)
    _known(table, ("format", "ruleset", "revision", "mode", "options", "position"), path)
    filled = {"options": {}, "revision": 1, **table}
    wanted(filled, "revision", int, path)
    for key in ("ruleset", "mode"):
        if not wanted(table, key, str, path):
            raise GameFault(WRONG_VALUE, path, key=key, form="empty")
    return Position(
        ruleset=wanted(table, "ruleset", str, path),
        mode=wanted(table, "mode", str, path),
        options=texts(filled, "options", path),
        data=wanted(table, "position", dict, path),
    )
