"""Finding a board by its digest: in a game, among those that come with the program, in the folders of its user."""

from __future__ import annotations

import os
from collections.abc import Iterator

from pbem.boards import ABOUT, SHIPPED, examine
from pbem.boards.digests import DIGESTS
from pbem.boards.forms import form_ids, form_of
from pbem.core.board import Pack

MOST = 100  # folders that are looked into


def found(digest: str, *folders: str) -> Pack | None:
    """The board of that digest, first looked for in these folders."""
    ours = [os.path.join(SHIPPED, name) for name, known in DIGESTS.items() if known == digest]
    for folder in [*folders, *ours, *_own()][:MOST]:
        if os.path.isdir(folder) and (pack := examine(folder).pack) is not None and pack.digest == digest:
            return pack
    return None


def _own() -> Iterator[str]:
    """The folders of boards that the user named in PBEM_BOARDS: boards, or folders of boards."""
    for folder in filter(None, os.environ.get("PBEM_BOARDS", "").split(os.pathsep)):
        if is_board(folder):
            yield folder
        elif os.path.isdir(folder):
            yield from (path for name in sorted(os.listdir(folder)) if is_board(path := os.path.join(folder, name)))


def is_board(folder: str) -> bool:
    """Whether a folder looks like one: it has a table of its own kind."""
    return os.path.isfile(os.path.join(folder, "cities.csv"))


def files_of(pack: Pack) -> tuple[str, ...]:
    """The names of the files that a board is made of."""
    tables = form_of(pack.form).tables if pack.form in form_ids() else ()
    return tuple(name for name in (ABOUT, *tables) if os.path.isfile(os.path.join(pack.folder, name)))
