"""A game handed over to another moderator: a new key to seal for, and the whole game in a bundle only he can open.

Nothing of the game is altered but who runs it, which is a line of the ledger; `pbem verify` proves it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from shlex import quote
from typing import NamedTuple

from pbem.core import sha256
from pbem.seal import Unopened
from pbem.seal.age import new_pair, new_phrase
from pbem.seal.bundles import bundled, unbundled
from pbem.seal.words import four_words
from pbem.store import GameFault, disk, layout, read_bytes
from pbem.store.handed import HANDED_OVER, check_awake, handed_part, read_handed
from pbem.store.handed import Handed as Handing
from pbem.store.layout import GAME, HANDED, LOCK, SECRET
from pbem.store.ledger import ALL, NOTHING, anchored_change
from pbem.store.reading import Player, read_secret
from pbem.store.transaction import CANNOT_WRITE, Part, Put, Remove, changed, commit, why_unwritten
from pbem.store.writing import locked, make_folder, put_named, secret_data, write_file
from pbem.workflow import Table, open_game
from pbem.workflow.codes import EXISTS
from pbem.workflow.envelope_codes import NO_KEY
from pbem.workflow.recording import chains_at
from pbem.workflow.running import check_runs
from pbem.workflow.seats import checked_seat, with_seats
from pbem.workflow.status import next_action


class Handed(NamedTuple):
    """What was done: the bundle, the phrase that opens it if no key does, the keys before and now."""

    file: str
    phrase: str
    before: str
    now: str


def hand_over(directory: str, file: str, name: str, address: str = "", to: str = "", now: str = "") -> Handed:
    """Make somebody else the moderator, and write the bundle for the newcomer: for a public key, or with a phrase.

    The bundle lies there before the game is changed, and gets its name after it. Cut off in between, the same command
    finds that the newcomer runs the game already, and makes the bundle alone. The game rests here from then on.
    """
    seat, phrase = checked_seat(name, address, directory), "" if to else new_phrase()
    if os.path.lexists(file):
        raise GameFault(EXISTS, file, form="file")
    with locked(directory, rests=True):
        table = open_game(directory)
        check_runs(table)
        again = _is_handed(table, seat)
        if not again:
            check_awake(directory)
        before = table.game.seal_key
        if not before:
            raise GameFault(NO_KEY, directory, game=directory)
        _check_key(to, file)
        public, parts = (before, ()) if again else _change(table, seat)
        former = read_handed(directory) or Handing(seat.name, now, *table.game.moderator[:2])
        with put_named(file, bundled(changed(_files(directory), parts), to, phrase)):
            commit(directory, (*parts, handed_part(former)))
        return Handed(file, phrase, before, public)


def cancel(directory: str) -> str:
    """Run a game again that was handed over, as long as the other has not taken it: with another key, as before."""
    with locked(directory, rests=True):
        row, table = read_handed(directory), open_game(directory)
        if row is None:
            raise GameFault(HANDED_OVER, directory, form="awake", game=directory)
        seat = Player(row.former, row.address)
        public, parts = _change(table, seat)
        commit(directory, (*parts, Remove(HANDED)))
    return CANCELLED.format(name=row.name, key=public, words=_words(public))


CANCELLED = (
    "The game goes on here, and nobody may take the bundle any more: tell {name} so, for a game that two run falls"
    " apart. The key to seal for is {key} ({words}) from now on; the next report tells everybody that you run the game."
)


def _is_handed(table: Table, seat: Player) -> bool:
    """Whether the game was handed over to somebody before, and by nobody since."""
    of_keys = (line for line in chains_at(table).lines if line.kind in ("handover", "keys", "begun"))
    last = next(of_keys, NOTHING)
    now = (last.facts.get("name"), last.facts.get("seal_key")) == (seat.name, table.game.seal_key)
    return last.kind == "handover" and now and table.game.moderator == seat


def _check_key(to: str, file: str) -> None:
    """Whether a bundle can be made for a key: that is found out before anything is written."""
    try:
        if to:
            bundled({}, to)
    except Unopened as fault:
        raise GameFault(fault.code, file, **fault.facts) from None


def _change(table: Table, seat: Player) -> tuple[str, tuple[Part, ...]]:
    """A new key, and the change that makes it so, with the newcomer in game.toml.

    The old private key stays for what was sealed for it.
    """
    (public, private), path = new_pair(), os.path.join(table.game.directory, GAME)
    secret = read_secret(table.game)
    former = (*secret.former, *((secret.identity,) if secret.identity else ()))
    text = read_bytes(path).decode().replace(table.game.seal_key, public)
    text = with_seats(text, path, {"moderator": ("name", seat)})
    facts = {"step": table.last.number, "seal_key": public, "name": seat.name}
    chains = chains_at(table).with_line(ALL, "handover", **facts)
    parts = (Put(SECRET, secret_data(secret._replace(identity=private, former=former))), Put(GAME, text.encode()))
    return public, (*parts, *anchored_change(chains))


def _files(directory: str) -> dict[str, bytes]:
    """All files of a game, but for what only a running command needs."""
    found: dict[str, bytes] = {}
    for top, folders, names in os.walk(directory):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            if name not in (LOCK, HANDED) and not layout.is_leftover(name):
                path = os.path.join(top, name)
                found[os.path.relpath(path, directory).replace(os.sep, "/")] = read_bytes(path)
    return found


def take(file: str, directory: str, private: str = "", phrase: str = "") -> str:
    """Open a bundle into a new directory: the game, as its new moderator goes on with it."""
    if os.path.lexists(directory):
        raise GameFault(EXISTS, directory)
    try:
        files = unbundled(read_bytes(file, form="named"), private, phrase)
    except Unopened as fault:
        raise GameFault(fault.code, file, **fault.facts) from None
    _laid_down(files, directory)
    return next_action(directory)


def _laid_down(files: Mapping[str, bytes], directory: str) -> None:
    """Write files into a folder beside the place, then rename it there: half a game is none."""
    parent, name = os.path.split(os.path.abspath(directory))
    temporary = os.path.join(parent, layout.half_written(name))
    try:
        if os.path.isdir(temporary):  # of one that was cut off
            disk.rmtree(temporary)
        for file, data in files.items():
            path = os.path.normpath(layout.path(temporary, file))
            if path.startswith(temporary + os.sep):  # a name that leads out of the directory is none of ours
                make_folder(os.path.dirname(path))
                write_file(path, data)
        disk.rename(temporary, directory)
        disk.sync_folder(parent)
    except OSError as error:
        raise GameFault(CANNOT_WRITE, directory, **why_unwritten(error)) from None


AGAIN = "The game was handed over before, and its key to seal for is the same. The bundle is {file}."
DONE = (
    "The game is handed over. The bundle is {file}; send it to the new moderator. The game rests here from"
    " now on: no command changes it, and `pbem mail tick` passes it over. As long as nobody has taken the bundle,"
    " `pbem handover {directory} --cancel` wakes it up."
)
PHRASE = "It opens with this phrase, to be told by another way than the mail: {phrase}"
KEYS = "The key to seal for was {before} ({old}), and is {now} ({new}) from now on; the next report tells it."
OPEN = "The new moderator opens it:\n\n  pbem handover {directory} --take {file}{key}\n\nand then has these duties:\n"


def said(done: Handed, directory: str) -> str:
    """What was done, and the duties that go with the game."""
    words = {"old": _words(done.before), "new": _words(done.now), "before": done.before or "none", "now": done.now}
    again = done.before == done.now
    lines = [(AGAIN if again else DONE).format(file=done.file, directory=quote(directory))]
    lines += [PHRASE.format(phrase=done.phrase)] if done.phrase else []
    duties = [f"  {line}" if line else "" for line in next_action(directory).split("\n")]
    return "\n".join(
        [
            *lines,
            *([] if again else [KEYS.format(**words)]),
            "",
            OPEN.format(directory=directory, file=done.file, key="" if done.phrase else " --identity KEYFILE"),
            *duties,
        ]
    )


def _words(key: str) -> str:
    return four_words(sha256(key.encode()).hex())
