"""The signs of a letter: bytes made text in whatever character set, blanks and line ends made plain."""

from __future__ import annotations

import codecs
import re

BLANKS = dict.fromkeys((0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000), " ")
# Soft hyphens, zero-width signs, marks that turn the direction of writing: seen by nobody, in the way of every reader.
UNSEEN = dict.fromkeys(
    (
        0xAD,
        0x61C,
        *range(0x200B, 0x2010),
        *range(0x202A, 0x202F),
        *range(0x2060, 0x2070),
        *range(0xFE00, 0xFE10),
        0xFEFF,
    )
)
LINE_ENDS = dict.fromkeys((0x0B, 0x0C, 0x0D, 0x1C, 0x1D, 0x1E, 0x85, 0x2028, 0x2029), "\n")
DOUBLE_QUOTES = dict.fromkeys((0x201C, 0x201D, 0x201E, 0x201F, 0x2033, 0xAB, 0xBB, 0xFF02), '"')
ALL_QUOTES = DOUBLE_QUOTES | dict.fromkeys((0x2018, 0x2019, 0x201A, 0x201B), "'")
LATIN = ("iso-8859-1", "iso8859-1", "latin-1", "latin1", "l1", "cp819", "windows-1252", "cp1252")
UNNAMED = ("", "us-ascii", "ascii", "unknown-8bit", "8bit", "utf8", "default")

# What mail programs write. Python knows more, and some of those take minutes for what a mail may hold.
KNOWN = re.compile(
    r"utf-?(7|8|16|16be|16le|32|32be|32le)|(us-)?ascii|iso-?8859-?\d{1,2}|latin-?\d{1,2}|l1|cp819"
    r"|(windows-|cp-?)(125\d|874|437|85\d|86\d|932|936|949|950)|koi8-[ru]|mac(intosh|-roman)|tis-620"
    r"|gb(2312|k|18030)|hz(-gb-2312)?|big5(-?hkscs)?|shift-jis|sjis|euc-(jp|kr)|iso-2022-(jp|kr)(-\d)?"
    r"|ks-c-5601-1987"
)


def is_known(named: str) -> bool:
    """Whether a mail program writes in this character set; one without a name is looked for in the bytes."""
    return named in UNNAMED or KNOWN.fullmatch(named.replace("_", "-")) is not None


def plain(text: str) -> tuple[str, bool]:
    """The text with plain blanks and line feeds, and whether a sign within a line was changed."""
    lined = text.removeprefix("\ufeff").replace("\r\n", "\n").translate(LINE_ENDS)
    visible = lined.translate(BLANKS | UNSEEN)
    return visible, visible != lined


def charset_of(data: bytes, named: str) -> str:
    """The character set of a text: what its first bytes show, else the one named."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    if data.startswith(codecs.BOM_UTF8) or named in UNNAMED:
        return "utf-8"
    if named in LATIN:
        # Programs on Windows say latin-1 and write their own set, which has letters where latin-1 has control signs.
        return "utf-8" if not data.isascii() and is_utf_8(data) else "cp1252"
    return named


def is_utf_8(data: bytes) -> bool:
    """Whether bytes are UTF-8; no text with accents is by chance."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def text_of(data: bytes, named: str) -> str:
    """The bytes as text; raises what ``bytes.decode`` raises."""
    charset = charset_of(data, named)
    if not is_known(charset):
        raise LookupError(named)
    if charset == "cp1252" and any(data.find(byte) >= 0 for byte in (b"\x81", b"\x8d", b"\x8f", b"\x90", b"\x9d")):
        charset = "latin-1"
    text = data.decode(charset)
    text.encode()
    return text
