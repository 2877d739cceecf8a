"""The files of a board as clean text: whatever is wrong with bytes, signs and line ends is found here."""

from __future__ import annotations

import os
import re
from unicodedata import normalize

from pbem.boards import codes
from pbem.boards.complaints import Ear
from pbem.core.board import Source
from pbem.store import GameFault, read_bytes

LIMIT = 1_000_000  # bytes of one table
LINE_LIMIT = 4_000  # bytes of one line
MARK = b"\xef\xbb\xbf"
# Signs that cannot be seen: as in ``core.harmless``, but also the tab, which is no separator here.
_UNSEEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]"
)


def text_of(folder: str, file: str, say: Ear) -> str | None:
    """The text of a file with plain line ends, in one way of writing accents; None after a complaint."""
    data = _bytes_of(folder, file, say)
    if data is None:
        return None
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        say(codes.NOT_UTF8, Source(file, 1), form="utf16")
        return None
    if data.startswith(MARK):
        say(codes.BYTE_ORDER_MARK, Source(file, 1))
    try:
        text = data.removeprefix(MARK).decode("utf-8")
    except UnicodeDecodeError as error:
        say(codes.NOT_UTF8, Source(file, data.removeprefix(MARK).count(b"\n", 0, error.start) + 1))
        return None
    return _plain(text, file, say)


def _bytes_of(folder: str, file: str, say: Ear) -> bytes | None:
    path = os.path.join(folder, file)
    if os.path.islink(path) and not _inside(folder, path):
        say(codes.TABLE_UNREADABLE, Source(file, 0), form="link")
        return None
    try:
        data = read_bytes(path, LIMIT)
    except GameFault as fault:
        say(codes.TABLE_UNREADABLE, Source(file, 0), why=str(fault.facts.get("why", "it is not there")))
        return None
    if len(data) > LIMIT:
        say(codes.TABLE_TOO_LARGE, Source(file, 0), limit=LIMIT)
        return None
    for number, line in enumerate(data.split(b"\n"), start=1):
        if len(line) > LINE_LIMIT and b"\r" not in line[:-1]:
            say(codes.TABLE_TOO_LARGE, Source(file, number), limit=LINE_LIMIT, form="line")
            return None
    return data


def _inside(folder: str, path: str) -> bool:
    top = os.path.realpath(folder)
    return os.path.commonpath([top, os.path.realpath(path)]) == top


def _plain(text: str, file: str, say: Ear) -> str | None:
    text = text.replace("\r\n", "\n")
    if "\r" in text and "\n" not in text:
        say(codes.STRANGE_SIGN, Source(file, 1), form="ends")
        return None
    for found in _UNSEEN.finditer(text):
        if found[0] == "\t" and not file.endswith(".csv"):
            continue
        line = text.count("\n", 0, found.start()) + 1
        say(codes.STRANGE_SIGN, Source(file, line), sign=f"U+{ord(found[0]):04X}")
        return None
    return normalize("NFC", text)
