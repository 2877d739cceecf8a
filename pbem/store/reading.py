"""Reading a game directory: game.toml, secret.toml, the seed and the steps."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, NamedTuple

from pbem.core import Code, Form, Record, commitment, sha256
from pbem.core.events import Event
from pbem.store import (
    FILE_MISSING,
    FILE_UNREADABLE,
    HAND_EDITED,
    LABEL,
    LINKS,
    NOT_A_GAME,
    STEP_MISSING,
    STEP_TWICE,
    WRONG_VALUE,
    Board,
    GameFault,
    board_in,
    check_format,
    check_keys,
    desk_in,
    numbers_in,
    observers_in,
    parse,
    people_of,
    read_bytes,
    safe_name,
    seat_in,
    tables_of,
    text_list,
    texts,
    wanted,
    why_of,
    without_events,
)  # fmt: skip
from pbem.store import Player as Player
from pbem.store.layout import GAME, REVEALED, SECRET, STEPS, step_name, step_number, was_game

DOES_NOT_FIT = Code(
    "PB512",
    "does-not-fit",
    "`{key}` is not as it was: step {step} was played with {was}",
    hint="One of the two files comes from another game or was edited; bring it back from the archive.",
    about="Two files of the game contradict each other.",
    forms={
        "without": Form("`{key}` is not as it was: step {step} was played without it"),
        "seed": Form("the seed is not the one whose hash stands in game.toml"),
        "revision": Form("the game began under revision {began}, and step {step} is of revision {found}"),
        "roles": Form("`roles` are not those of the mode"),
        "mode": Form("the position is for mode {mode}", "Leave out --mode, or name that one."),
        "dealt": Form(
            "there are {players} players to deal roles to, and {free} free roles",
            "Leave out --deal for those with a role.",
        ),
        "no-beacon": Form("there is no number of the world to be mixed in", "Name the number too: --beacon WHICH."),
        "chain": Form("the step does not continue the step before it"),
    },
)
REVEALED_ALREADY = Code(
    "PB526",
    "revealed-already",
    "the seed of this game is open to all, so it cannot be played on",
    hint="To play on from here, begin a new game with a seed of its own: `pbem position`, then `pbem new --position`.",
    about="`pbem reveal` opens the seed for ever: whoever has it knows every card to come. So a revealed game is"
    " closed: no sheet is taken in, no step is taken back, and none is adjudicated.",
)


BRISK, TABLE = PACES = ("brisk", "table")  # how a game goes on: through all that is answered, or asking everything


class Kept(Record):
    """Orders that a role has given for a coming decision of its own."""

    role: str
    decision: str
    what: str  # the decision, in words
    body: Mapping[str, Any]
    unless: tuple[str, ...] = ()  # what holds them back
    step: int = 0  # the step under way when they were sent
    envelope: Mapping[str, Any] = {}  # of orders that are closed until their decision comes; they have no body yet

    @property
    def is_held(self) -> bool:
        """Whether they wait for the phrase of their writer."""
        return bool(self.envelope.get("held"))

    @property
    def data(self) -> dict[str, Any]:
        """The same for a step file."""
        row = {"role": self.role, "for": self.decision, "what": self.what, "step": self.step}
        if self.envelope:
            return {**row, "closed": dict(self.envelope)}
        return {**row, "unless": list(self.unless), "orders": dict(self.body)}


class Game(Record):
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
    pace: str = BRISK
    board: Board = Board()
    second: Player = Player()  # a co-moderator, who gets what the moderator gets
    press: str = ""  # how players may write to each other: with their names, also "anonymous", or "none"
    observers: tuple[Player, ...] = ()  # who get the public report
    time: Mapping[str, Any] = {}  # what [time] says, as `pbem.timing.plan` reads it
    desk: str = ""  # where players find their desk: an address, or a file that the first mail carries

    @property
    def desk_link(self) -> str:
        """The address of the player's desk; empty where there is none."""
        return self.desk if self.desk.startswith(LINKS) else ""

    @property
    def moderators(self) -> tuple[Player, ...]:
        """Those who run the game and can be written to."""
        return tuple(seat for seat in (self.moderator, self.second) if seat.address)

    @property
    def waits(self) -> bool:
        """Whether nothing is dealt before the words of the players, and the number of the world, are in."""
        return bool(self.plays or self.beacon)


class Secret(Record):
    """What secret.toml says."""

    seed: str
    keys: dict[str, str]
    identity: str = ""  # the private key that opens envelopes
    former: tuple[str, ...] = ()  # private keys of moderators before, for envelopes that were sealed for them
    coming: Mapping[str, Mapping[str, str]] = {}  # by role: who plays it when the step under way is over, and the key
    proxies: Mapping[str, Mapping[str, str]] = {}  # by role: who plays it for its player for a while, and the key
    renewed: tuple[Mapping[str, str], ...] = ()  # keys that were renewed, the oldest first: of which role, and when

    def acting(self, text: str) -> Secret:
        """The same for what somebody wrote: where the key of a proxy stands in it, that one counts for the role."""
        said = text.lower() if self.proxies else ""
        own = {role: row["key"] for role, row in self.proxies.items()
               if row["key"].lower() in said and self.keys[role].lower() not in said}  # fmt: skip
        return self._replace(keys={**self.keys, **own}) if own else self


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
    events: tuple[Event, ...]  # () if they were not asked for
    state: dict[str, Any]
    beacon: str = ""  # the number of the world, once it is known
    ahead: tuple[Kept, ...] = ()  # orders for coming decisions
    run: int = 0  # the first of the steps that one adjudication made
    board: str = ""  # the digest of the board it was played on, if it is not that of the title
    desk: Mapping[str, Any] = {}  # what the moderator did in place of orders: a ruling, or the end of the game


class StepName(Record):
    """A step's number and file name."""

    number: int
    name: str


_GAME_KEYS = (
    "format", "name", "ruleset", "revision", "mode", "seed_commitment", "seal_key", "moderator_plays", "beacon",
    "beacon_numbers", "test", "pace", "board", "time", "press", "co_moderator", "desk",
    "options", "moderator", "roles", "observer",
)  # fmt: skip


def no_game(directory: str) -> GameFault:
    """The fault of a directory that has no game.toml, or not any more."""
    return GameFault(NOT_A_GAME, directory, form="lost" if was_game(directory) else "")


def read_game(directory: str) -> Game:
    """What game.toml of that directory says, with every type checked."""
    path = os.path.join(directory, GAME)
    if not os.path.lexists(path):
        raise no_game(directory)
    table = parse(read_bytes(path), path)
    check_format(table, path)
    check_keys(table, _GAME_KEYS, path)
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
        moderator=seat_in(wanted({"moderator": {}, **table}, "moderator", dict, path), path, "moderator.", "name"),
        plays=text_list(table, "moderator_plays", path),
        beacon=wanted({"beacon": "", **table}, "beacon", str, path),
        test=wanted({"test": False, **table}, "test", bool, path),
        numbers=numbers_in(table, path),
        pace=_pace(table, path),
        board=board_in(table, path),
        press=wanted({"press": "", **table}, "press", str, path),
        second=seat_in(
            wanted({"co_moderator": {}, **table}, "co_moderator", dict, path), path, "co_moderator.", "name"
        ),
        observers=observers_in(table, path),
        time=wanted({"time": {}, **table}, "time", dict, path),
        desk=desk_in(table, path),
    )


def _pace(table: Mapping[str, Any], path: str) -> str:
    """How the game goes on; one that says nothing of it goes on briskly."""
    pace = wanted({"pace": BRISK, **table}, "pace", str, path)
    if pace not in PACES:
        raise GameFault(WRONG_VALUE, path, key="pace", form="pace", known=" or ".join(f'"{name}"' for name in PACES))
    return str(pace)


def _players(table: Mapping[str, Any], path: str) -> dict[str, Player]:
    roles = wanted(table, "roles", dict, path)
    players = {}
    for role in roles:
        safe_name(role, path)
        players[role] = seat_in(wanted(roles, role, dict, path, "roles."), path, f"roles.{role}.")
    return players


def read_secret(game: Game) -> Secret:
    """What secret.toml says; it must fit the commitment in game.toml and have a key for every role."""
    path = os.path.join(game.directory, SECRET)
    table = parse(read_bytes(path), path)
    check_format(table, path)
    check_keys(
        table, ("format", "seed", "seal_identity", "former_identities", "keys", "coming", "proxies", "renewed"), path
    )
    identity = wanted({"seal_identity": "", **table}, "seal_identity", str, path)
    secret = Secret(wanted(table, "seed", str, path), texts(table, "keys", path), identity,
                    text_list(table, "former_identities", path), people_of(table, "coming", path),
                    people_of(table, "proxies", path),
                    tables_of(table, "renewed", ("role", "key", "at"), path))  # fmt: skip
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
    path = os.path.join(game.directory, REVEALED)
    if not os.path.lexists(path):
        return read_secret(game).seed
    table = parse(read_bytes(path), path)
    check_format(table, path)
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
        raise GameFault(FILE_UNREADABLE, folder, why=why_of(error)) from None
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


def read_last_step(game: Game, told: bool = True) -> StepFile:
    """The step the game stands at; the history before it is not read. ``told``: its events are."""
    step = read_step(game, step_names(game.directory)[-1], told=told)
    path = os.path.join(game.directory, GAME)
    for key in ("ruleset", "mode"):
        _check_same(path, key, getattr(game, key), getattr(step, key), step.number)
    _check_same(path, "board.digest", game.board.digest or None, step.board or None, step.number)
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
    head, _, rest = data.partition(b"\n")
    digest = head.removeprefix(b'digest = "').removesuffix(b'"').decode("ascii", "replace")
    if sha256(rest).hex() != digest:
        raise GameFault(HAND_EDITED, path)
    return digest, rest


def read_step(game: Game, named: StepName, folder: str = "", told: bool = True) -> StepFile:
    """One step: digest first, then TOML, then the kinds of its values. ``told``: with its events, else with none."""
    path = os.path.join(folder or os.path.join(game.directory, STEPS), named.name)
    digest, rest = split_digest(read_bytes(path), path)
    table = parse(rest if told else without_events(rest), path)
    check_format(table, path)
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
        board=wanted({"board": "", **table}, "board", str, path),
        awaited=_awaited(table, path),
        orders={role: wanted(orders, role, dict, path, "orders.") for role in orders},
        events=_events(table, path) if told else (),
        state=wanted(table, "state", dict, path),
        ahead=tuple(_kept(row, path) for row in _rows(table, "ahead", path)) if "ahead" in table else (),
        run=wanted({"run": number, **table}, "run", int, path),
        desk=wanted({"desk": {}, **table}, "desk", dict, path),
    )


def _kept(row: Mapping[str, Any], path: str) -> Kept:
    """Orders for a coming decision."""
    role, decision, what = (wanted(row, key, str, path, "ahead.") for key in ("role", "for", "what"))
    item = Kept(role, decision, what, {}, (), wanted(row, "step", int, path, "ahead."))
    if "closed" not in row:
        return item._replace(body=wanted(row, "orders", dict, path, "ahead."), unless=text_list(row, "unless", path))
    closed = wanted(row, "closed", dict, path, "ahead.")
    for key, kind in (("envelope", str), ("commitment", str), ("held", bool)):
        wanted(closed, key, kind, path, "ahead.closed.")
    return item._replace(envelope=closed)


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
