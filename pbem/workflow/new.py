"""Beginning a game: the directory, the seed, the players' keys and step 0."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from pbem.core import Record
from pbem.core.chance import Chance, commitment
from pbem.core.ruleset import Ruleset, Step
from pbem.store import FORMAT, Board, GameFault, bounded, disk, safe_name
from pbem.store.keys import key_of
from pbem.store.layout import BOARD, GAME, IGNORE, IGNORED, LOCK, POSITION, SECRET, STEPS, half_written
from pbem.store.locking import BUSY, NO_LOCK, check_lock, held
from pbem.store.reading import BRISK, DOES_NOT_FIT, Game, Player, Secret
from pbem.store.transaction import CANNOT_WRITE, UNFINISHED, why_unwritten
from pbem.store.views import read_position
from pbem.store.writing import dumps, new_step, secret_data, step_part, write_file
from pbem.workflow import SET_UP, STATE_UNREADABLE, check_set_up, chosen, decoded, known_ruleset
from pbem.workflow.adjudicate import heading_of, resolved
from pbem.workflow.codes import EXISTS
from pbem.workflow.recording import begun as first_lines
from pbem.workflow.seats import checked_seat
from pbem.workflow.sound import check_same, check_sound, fault_in

_GAME_TOML = """\
# A game of {title}. You may edit players and addresses; the rest was fixed when the game began.
format = {format}
name = "{name}"
ruleset = "{ruleset}"
revision = {revision}
mode = "{mode}"                # {mode_title}

# The hash of the seed, published before the first card is dealt.
seed_commitment = "{commitment}"
{seal_key}{plays}{beacon}{test}{pace}{board}
[options]
{options}
[moderator]  # whom the mails come from
{moderator}{roles}"""


_SEAL_KEY = """
# What players seal their sheets for: pbem seal SHEET --to KEY. The private key is in secret.toml.
seal_key = "{key}"
"""


_PLAYS = """
# The roles of the moderator, who plays too: nobody's words and sealed sheets can be read before all are in.
moderator_plays = [{roles}]
"""
_BEACON = """
# A number of the world, named before it is known, that is mixed into the seed: pbem number GAME NUMBER.
{beacon}
beacon_numbers = {numbers}  # how many numbers are typed in
"""
_TEST = """
# The seed was given by hand: a game for tests, in which chance proves nothing.
test = true
"""


_PACE = """
# Every decision is asked when it comes: no orders are taken ahead, and the game never goes on by itself.
pace = "{pace}"
"""


_BOARD = """
# The board it is played on: the folder board/ holds its tables, and the digest tells it from every other board.
[board]
{board}"""


BEACON = 200  # signs


if TYPE_CHECKING:
    from pbem.workflow.boards import Ground


class Plan(Record):
    """What a moderator decides before a game begins; everything has a default but the place."""

    directory: str
    ruleset: str = ""
    mode: str = ""
    options: Mapping[str, str] = {}
    players: Mapping[str, Player] = {}
    seed: str = ""
    position: str = ""
    dealt: Sequence[Player] = ()  # players without a role yet: the free roles are dealt among them
    plays: Sequence[str] = ()  # the roles of the moderator
    beacon: str = ""  # which number of the world is mixed into the seed
    beacon_numbers: int = 1  # how many numbers it has
    pace: str = BRISK
    board: str = ""  # the name or the folder of the board; "": that of the title


class Begun(Record):
    """A game as it was set up, before it is written."""

    game: Game
    secret: Secret
    ruleset: Ruleset
    step: Step
    position: bytes = b""
    tables: tuple[tuple[str, bytes], ...] = ()  # of the board, by the names of their files


def new(plan: Plan) -> Game:
    """Make a game directory, whole or not at all."""
    directory = os.path.normpath(plan.directory)
    name = safe_name(os.path.basename(os.path.abspath(directory)), plan.directory)
    if os.path.lexists(directory) and not _is_empty(directory):
        raise GameFault(EXISTS, directory)
    check_lock(directory)
    begun = _begun(plan._replace(directory=directory), name)
    _write(begun, directory)
    return begun.game


def _is_empty(directory: str) -> bool:
    return os.path.isdir(directory) and not os.path.islink(directory) and not os.listdir(directory)


def _begun(plan: Plan, name: str) -> Begun:
    """The game, set up in memory."""
    on, plan, position = _completed(plan)
    ruleset = on.ruleset
    roles = tuple(role.id for role in ruleset.mode(plan.mode).roles)
    for role in (*plan.players, *plan.plays):
        chosen(role, roles, "role", plan.directory)
    if plan.beacon_numbers != 1 and not plan.beacon.strip():
        raise GameFault(DOES_NOT_FIT, plan.directory, form="no-beacon")
    seed = plan.seed or os.urandom(16).hex()
    players = {role: plan.players.get(role, Player()) for role in roles} | _dealt(plan, roles, seed)
    _check_seats(players.values(), plan.directory)
    options, hashed = dict(plan.options), commitment(seed)
    public, private = _new_pair()
    game = Game(plan.directory, name, plan.ruleset, ruleset.revision, plan.mode, options, players, hashed)
    game = game._replace(
        seal_key=public, plays=tuple(role for role in roles if role in plan.plays),
        beacon=bounded(plan.beacon, "beacon", BEACON, plan.directory), test=bool(plan.seed),
        numbers=plan.beacon_numbers, pace=plan.pace, board=on.board,
    )  # fmt: skip
    step = first_step(ruleset, game, position, Chance(seed), plan.position)
    secret = Secret(seed, {role: key_of(seed, role) for role in roles}, private)
    kept = b"" if position is None else position_file(game, position)
    return Begun(game, secret, ruleset, step, kept, on.files)


def _check_seats(seats: Iterable[Player], path: str) -> None:
    """Whether names and addresses are such as people have."""
    for seat in seats:
        checked_seat(seat.name, seat.address, path)


def position_file(game: Game, position: Mapping[str, Any]) -> bytes:
    """The position a game began from, as it is kept: with it the beginning can be played again."""
    board = {"board": game.board._asdict()} if game.board.digest else {}
    return dumps({"format": FORMAT, "ruleset": game.ruleset, "mode": game.mode, **board, "position": position})


def _new_pair() -> tuple[str, str]:
    """The keys to seal for and to open with; a game without them can have them later, by `pbem keys`."""
    try:
        from pbem.seal.age import new_pair
    except ImportError:
        return "", ""
    return new_pair()


def _dealt(plan: Plan, roles: Sequence[str], seed: str) -> dict[str, Player]:
    """The roles nobody was given, dealt at random among the players who named none."""
    free = [role for role in roles if role not in plan.players]
    if len(plan.dealt) > len(free):
        raise GameFault(DOES_NOT_FIT, plan.directory, form="dealt", players=len(plan.dealt), free=len(free))
    return dict(zip(Chance(seed).shuffled(free, "roles"), plan.dealt, strict=False))


def _completed(plan: Plan) -> tuple[Ground, Plan, dict[str, Any] | None]:
    """What it is played on, the plan with its defaults filled in, and the position it begins from if it names one."""
    from pbem.workflow.boards import ground  # not for verify

    position, board = None, Board()
    if plan.position:
        found = read_position(plan.position)
        if plan.mode not in ("", found.mode):
            raise GameFault(DOES_NOT_FIT, plan.position, form="mode", mode=found.mode)
        plan = plan._replace(ruleset=found.ruleset, mode=found.mode, options={**found.options, **plan.options})
        position, board = found.data, found.board
    ruleset = known_ruleset(plan.ruleset, plan.position or plan.directory)
    mode = plan.mode or ruleset.modes[0].id
    options = {**{option.id: option.default for option in ruleset.options}, **plan.options}
    check_set_up(ruleset, mode, options, plan.position or plan.directory)
    on = ground(ruleset, plan.board, board, plan.position or plan.directory)
    return on, plan._replace(ruleset=ruleset.name, mode=mode, options=options), position


def first_step(ruleset: Ruleset, game: Game, position: Mapping[str, Any] | None, chance: Chance, file: str) -> Step:
    """The set-up or the position, run on to the first decision; a deal that waits is not run on to."""
    if position is None:
        return _run_on(ruleset, game, ruleset.rules.set_up(game.mode, game.options), chance)
    state = decoded(ruleset.files.position, position, file, game.mode, game.options)
    if "agenda" in position:  # written by the program, so it reads as it is written
        check_same(position, ruleset.files.encode(state), file)
    try:
        step = _run_on(ruleset, game, state, chance)
    except GameFault:
        raise
    except Exception as error:  # whatever the rules stumble over lies in the file
        raise GameFault(STATE_UNREADABLE, file, form="stuck", fault=fault_in(error)) from error
    if not game.waits:
        check_sound(ruleset, step.state, game.players, file)
    return step


def _run_on(ruleset: Ruleset, game: Game, state: Any, chance: Chance) -> Step:
    if game.waits or ruleset.rules.awaiting(state) or ruleset.rules.result(state) is not None:
        return Step(state)
    return resolved(ruleset, state, {}, chance)


NOT_LASTING = "The game is there. Look after the disk: after a power cut the game may be gone, and is begun anew."


def _write(begun: Begun, directory: str) -> None:
    """Write everything into a folder beside the place, then rename it there."""
    parent, name = os.path.split(os.path.abspath(directory))
    temporary = os.path.join(parent, half_written(name))
    try:
        touched, mark = disk.mkdir(temporary, 0o700) or [parent], os.stat(temporary)
        with held(temporary):  # where a game could not be locked, none is begun; and two of one name are kept apart
            if not _is_same(temporary, mark):  # it was renamed or removed by the other while this one waited
                raise GameFault(EXISTS if os.path.lexists(directory) else BUSY, directory)
            try:
                _check_free(directory, temporary)
                _write_files(begun, temporary)
                if os.name != "nt":
                    disk.rename(temporary, directory)
            except (OSError, GameFault):
                with suppress(OSError):  # a dead disk; the next `new` removes it
                    disk.rmtree(temporary)
                raise
        if os.name == "nt":  # which renames no folder in which a file is open
            _renamed_there(temporary, directory)
    except (OSError, GameFault) as error:
        if isinstance(error, GameFault) and error.code in (NO_LOCK, BUSY, EXISTS):
            raise GameFault(error.code, directory, **error.facts) from None
        raise GameFault(CANNOT_WRITE, directory, **_why(error)) from None
    try:
        for folder in dict.fromkeys(touched):
            disk.sync_folder(folder)
    except OSError as error:
        raise GameFault(UNFINISHED, directory, **why_unwritten(error), hint=NOT_LASTING) from None


def _why(error: OSError | GameFault) -> dict[str, Any]:
    """Why a game could not be begun: what the system says, or that the disk is full."""
    if isinstance(error, OSError):
        return why_unwritten(error)
    return {key: error.facts.get(key, "") for key in ("form", "why")}


def _is_same(folder: str, mark: os.stat_result) -> bool:
    """Whether a folder is the one that had this mark."""
    return os.path.isdir(folder) and os.path.samestat(mark, os.stat(folder))


def _check_free(directory: str, temporary: str) -> None:
    """Whether the place is still free, now that no other `new` is at work on it; what one that was killed has left is
    removed, for nothing of it may get into another game."""
    if os.path.lexists(directory) and not _is_empty(directory):
        raise GameFault(EXISTS, directory)
    for name in os.listdir(temporary):
        if name != LOCK:
            path = os.path.join(temporary, name)
            (disk.rmtree if os.path.isdir(path) else disk.unlink)(path)
    disk.mkdir(os.path.join(temporary, STEPS), 0o700)
    if not {*os.listdir(temporary)} <= {LOCK, STEPS}:
        raise GameFault(CANNOT_WRITE, temporary)


def _renamed_there(temporary: str, directory: str) -> None:
    """The folder gets its name on Windows, which alone does not replace an empty one."""
    if os.path.isdir(directory):
        disk.rmdir(directory)
    disk.rename(temporary, directory)


def _write_files(begun: Begun, folder: str) -> None:
    game, secret = begun.game, begun.secret
    write_file(os.path.join(folder, IGNORE), "".join(f"{name}\n" for name in IGNORED).encode())
    write_file(os.path.join(folder, SECRET), secret_data(secret))
    write_file(os.path.join(folder, GAME), game_toml(game, begun.ruleset).encode())
    written = new_step(
        number=0,
        label=SET_UP,
        heading=heading_of(game, game.revision),
        previous="",
        words={},
        beacon="",
        undone=0,
        awaited=(),
        orders={},
        events=begun.step.events,
        state=begun.ruleset.files.encode(begun.step.state),
    )
    step, digest = step_part(written, folder)
    write_file(os.path.join(folder, step.name), step.data)
    if begun.tables:
        disk.mkdir(os.path.join(folder, BOARD), 0o700)
    for name, data in begun.tables:
        write_file(os.path.join(folder, BOARD, name), data)
    if begun.position:
        write_file(os.path.join(folder, POSITION), begun.position)
    (ledger,) = first_lines(game, secret, begun.position, digest).change
    write_file(os.path.join(folder, ledger.name), ledger.data)


def _beacon(game: Game) -> str:
    return _BEACON.format(beacon=dumps({"beacon": game.beacon}).decode().strip(), numbers=game.numbers)


def game_toml(game: Game, ruleset: Ruleset) -> str:
    """The text of game.toml, with remarks for whoever edits it."""
    mode = ruleset.mode(game.mode)
    about = {option.id: f"  # {option.about}: {', '.join(option.choices)}" for option in ruleset.options}
    options = "".join(f'{key} = "{value}"{about[key]}\n' for key, value in game.options.items())
    roles = "".join(
        f"\n[roles.{role.id}]  # {role.title}\n"
        + dumps({"player": game.players[role.id].name, "address": game.players[role.id].address}).decode()
        for role in mode.roles
    )
    return _GAME_TOML.format(
        title=ruleset.title,
        format=FORMAT,
        name=game.name,
        ruleset=game.ruleset,
        revision=game.revision,
        mode=game.mode,
        mode_title=mode.title,
        commitment=game.commitment,
        seal_key=_SEAL_KEY.format(key=game.seal_key) if game.seal_key else "",
        plays=_PLAYS.format(roles=", ".join(f'"{role}"' for role in game.plays)) if game.plays else "",
        beacon=_beacon(game) if game.beacon else "",
        test=_TEST if game.test else "",
        pace=_PACE.format(pace=game.pace) if game.pace != BRISK else "",
        board=_BOARD.format(board=dumps(game.board._asdict()).decode()) if game.board.digest else "",
        options=options,
        moderator=dumps({"name": game.moderator.name, "address": game.moderator.address}).decode(),
        roles=roles,
    ) + (f"\n{dumps({'time': dict(game.time)}).decode()}" if game.time else "")
