"""Sheets in a zip archive: a few small files are read from it, however large it claims to be."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo
from zlib import error as zlib_error

from pbem.mail.choice import Unreadable
from pbem.mail.codes import ARCHIVE

FILES = 20  # of an archive
SIZE = 200_000  # bytes of one file in it, unpacked
LOCKED = 0x1  # the flag of a file with a password


def files_in(data: bytes, name: str) -> Iterator[tuple[str, bytes]]:
    """The files of an archive that may be sheets, each with its name; ``name`` is that of the archive."""
    try:
        with ZipFile(BytesIO(data)) as archive:
            rows = [row for row in archive.infolist() if _may_be_sheet(row)]
            if len(rows) > FILES:
                raise Unreadable(ARCHIVE, form="many", file=name, size=len(rows), limit=FILES)
            for row in rows:
                yield _base(row), _unpacked(archive, row, name)
    except (BadZipFile, zlib_error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError) as fault:
        raise Unreadable(ARCHIVE, form="", file=name) from fault


def _base(row: ZipInfo) -> str:
    return row.filename.replace("\\", "/").rpartition("/")[2].lower()[:100]


def _may_be_sheet(row: ZipInfo) -> bool:
    """Whether a file may be a sheet by its name; what systems hide in archives begins with a dot."""
    base = _base(row)
    return not row.is_dir() and not base.startswith(".") and (base.endswith((".toml", ".txt")) or "." not in base)


def _unpacked(archive: ZipFile, row: ZipInfo, name: str) -> bytes:
    """One file, read up to its bound and no further: what its head says of its size is not believed."""
    if row.flag_bits & LOCKED or row.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise Unreadable(ARCHIVE, form="locked", file=name)
    with archive.open(row) as file:
        data = file.read(SIZE + 1)
    if len(data) > SIZE:
        raise Unreadable(ARCHIVE, form="size", file=name, limit=SIZE)
    return data
