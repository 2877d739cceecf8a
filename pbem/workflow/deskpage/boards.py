"""Boards that are dropped in, as a ZIP file or as a folder: kept in a folder where the program looks for boards."""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Mapping
from io import BytesIO
from zipfile import BadZipFile, ZipFile

from pbem.boards import examine
from pbem.boards.shelf import is_board
from pbem.core import sha256
from pbem.store import GameFault
from pbem.workflow.page_codes import NOTHING_TO_OPEN

MOST = 4_000_000  # bytes of all tables of a board, unpacked
NAMES = 40  # files
_NAME = re.compile(r"[\w.-]{1,80}", re.ASCII)  # of a table: no board has one with anything else in it


def kept(folder: str, name: str, data: bytes) -> dict[str, str]:
    """A board out of a ZIP file, kept for the views that are played on it; its name and digest."""
    return kept_tables(folder, name, _tables(name, data))


def kept_tables(folder: str, name: str, tables: Mapping[str, bytes]) -> dict[str, str]:
    """A board by its tables, each called by the name of its file."""
    if len(tables) > NAMES or sum(map(len, tables.values())) > MOST:
        raise GameFault(NOTHING_TO_OPEN, name, form="size", limit=MOST)
    if not all(map(_NAME.fullmatch, tables)):
        raise GameFault(NOTHING_TO_OPEN, name, form="board")
    mark = sha256(b"".join(part for row in sorted(tables.items()) for part in (row[0].encode(), b"\n", row[1])))
    place = os.path.join(folder, "boards", mark.hex()[:16])
    os.makedirs(place, exist_ok=True)
    for file, content in tables.items():
        with open(os.path.join(place, file), "wb") as out:
            out.write(content)
    os.environ["PBEM_BOARDS"] = os.path.join(folder, "boards")
    pack = examine(place).pack if is_board(place) else None
    if pack is None:
        raise GameFault(NOTHING_TO_OPEN, name, form="board")
    return {"name": pack.name, "digest": pack.digest}


def _tables(name: str, data: bytes) -> dict[str, bytes]:
    """The tables in a ZIP file by their names, in whatever folder they lie there."""
    try:
        with ZipFile(BytesIO(data)) as packed:
            rows = [row for row in packed.infolist() if row.filename.endswith((".csv", ".toml"))]
            if len(rows) > NAMES or sum(row.file_size for row in rows) > MOST:
                raise GameFault(NOTHING_TO_OPEN, name, form="size", limit=MOST)
            return {os.path.basename(row.filename): packed.read(row) for row in rows}
    except (BadZipFile, NotImplementedError, RuntimeError, OSError, EOFError, ValueError, zlib.error):
        raise GameFault(NOTHING_TO_OPEN, name, form="board") from None
