"""Games on boards: which board a game is played on, and its title on that board."""

from __future__ import annotations

import os
from typing import NamedTuple

from pbem.boards import UNSOUND, Examined, cache, examine, folder_of, shipped
from pbem.boards.codes import INCOMPLETE
from pbem.boards.complaints import Complaint
from pbem.boards.digests import DIGESTS
from pbem.boards.forms import form_of
from pbem.boards.shelf import files_of, found
from pbem.core.board import Pack
from pbem.core.ruleset import Ruleset
from pbem.rulesets import MODULES, ruleset_of
from pbem.rulesets.boarded import known, played_on
from pbem.store import Board, GameFault, read_bytes
from pbem.store.layout import BOARD
from pbem.workflow.board_codes import BOARD_DIFFERS, BOARD_INCOMPLETE, BOARD_MISSING, NO_BOARDS


class Ground(NamedTuple):
    """What a game is begun on: its title on the board, the board, and the files to keep with the game."""

    ruleset: Ruleset
    board: Board = Board()
    files: tuple[tuple[str, bytes], ...] = ()


def on_board(ruleset: Ruleset, board: Board, file: str, directory: str = "") -> Ruleset:
    """A title on the board of a game; the directory is the game's, if there is one."""
    if ruleset.boards is None or ruleset.name not in MODULES:
        raise GameFault(NO_BOARDS, file, title=ruleset.title)
    if (there := known(ruleset.name, board.digest)) is not None:
        return there
    tables = cache.kept(ruleset.name, ruleset.revision, board.digest)
    if tables is not None:
        return played_on(ruleset.name, board.digest, tables)
    own = os.path.join(directory, BOARD) if directory else ""
    pack = found(board.digest, *([own] if own else []))
    if pack is None and own and os.path.isdir(own):
        raise differs(board, own, file)
    if pack is None:
        raise GameFault(BOARD_MISSING, file, name=board.name, digest=board.digest)
    return compiled(ruleset, pack)


def _usual(ruleset: Ruleset) -> Board:
    """The board that the modules of a title hold, where its games name it."""
    usual = ruleset.boards.usual if ruleset.boards is not None else ()
    return Board(*usual)


def differs(board: Board, folder: str, file: str) -> GameFault:
    """The fault of a game whose tables are not those of its board."""
    examined = examine(folder)
    facts = {"name": board.name, "digest": board.digest}
    if examined.pack is not None:
        return GameFault(BOARD_DIFFERS, file, found=examined.pack.digest, **facts)
    first = next(row for row in examined.complaints if row.is_error)
    return GameFault(BOARD_DIFFERS, file, form="unsound", said=first.message, **facts)


def check_tables(board: Board, directory: str, file: str) -> None:
    """Whether the tables that a game keeps are those of its board; it may keep none."""
    own = os.path.join(directory, BOARD)
    if os.path.isdir(own) and ((pack := examine(own).pack) is None or pack.digest != board.digest):
        raise differs(board, own, file)


def compiled(ruleset: Ruleset, pack: Pack) -> Ruleset:
    """A title on a board, which is kept in the cache."""
    assert ruleset.boards is not None
    tables = ruleset.boards.modules(pack)
    cache.keep(ruleset.name, ruleset.revision, pack.digest, tables)
    return played_on(ruleset.name, pack.digest, tables)


def inspected(folder: str) -> Examined:
    """All there is to say about a board, with what the rules of its title name and it has not."""
    examined = examine(folder)
    if examined.pack is None:
        return examined
    title = form_of(examined.pack.form).title
    boards = ruleset_of(title).boards if title in MODULES else None
    if boards is None or not examined.pack.complete:
        return examined
    more = [
        Complaint(INCOMPLETE, source, {"form": form, **facts}) for form, source, facts in boards.unfit(examined.pack)
    ]
    return Examined(None if more else examined.pack, (*examined.complaints, *more), examined.draft)


def typed(name_or_path: str) -> str:
    """A board as somebody typed it: the name of one that comes with the program, or a way to a folder.

    Only a way that was typed may lead through ``..``; one that a file names may not.
    """
    if name_or_path in shipped() or (name_or_path in MODULES and not os.path.isdir(name_or_path)):
        return name_or_path
    return os.path.abspath(name_or_path)


def ground(ruleset: Ruleset, wanted: str, of_position: Board, file: str) -> Ground:
    """What a new game is begun on: the board wanted, that of its position, or that of its title."""
    usual = _usual(ruleset)
    if not wanted and of_position.digest:
        return _of_position(ruleset, of_position, file)
    if not wanted and not usual.digest:
        return Ground(ruleset)
    pack = _begun_on(ruleset, wanted or _shipped_as(usual), file)
    if of_position.digest and of_position.digest != pack.digest:
        raise GameFault(BOARD_INCOMPLETE, file, form="position", found=pack.digest, **of_position._asdict())
    played = ruleset if pack.digest == usual.digest else compiled(ruleset, pack)
    return Ground(played, Board(pack.name, pack.digest), _files(pack))


def _shipped_as(board: Board) -> str:
    """The name by which a board comes with the program."""
    return next((name for name, digest in DIGESTS.items() if digest == board.digest), board.name)


def _of_position(ruleset: Ruleset, board: Board, file: str) -> Ground:
    played = ruleset if board.digest == _usual(ruleset).digest else on_board(ruleset, board, file)
    pack = found(board.digest)
    return Ground(played, board, _files(pack) if pack is not None else ())


def _files(pack: Pack) -> tuple[tuple[str, bytes], ...]:
    return tuple((name, read_bytes(os.path.join(pack.folder, name))) for name in files_of(pack))


def _begun_on(ruleset: Ruleset, wanted: str, file: str) -> Pack:
    """The board of that name or folder, if it is whole and one for this title."""
    if ruleset.boards is None or ruleset.name not in MODULES:
        raise GameFault(NO_BOARDS, file, title=ruleset.title)
    folder = folder_of(typed(wanted))
    examined = inspected(folder)
    if examined.pack is None:
        errors = [row for row in examined.complaints if row.is_error]
        raise GameFault(UNSOUND, wanted, count=len(errors), first=errors[0].message)
    pack = examined.pack
    if pack.form not in ruleset.boards.forms:
        facts = {"name": pack.name, "found": pack.form, "known": ", ".join(ruleset.boards.forms)}
        raise GameFault(NO_BOARDS, file, form="form", title=ruleset.title, other=form_of(pack.form).title, **facts)
    if not pack.complete:
        raise GameFault(BOARD_INCOMPLETE, wanted, name=pack.name)
    return pack
