"""A megabyte of anything is answered soon: bounds on heads, parts and texts, held by a child of limited means."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from mail.rubbish import BOXED, FROM, MIXED, PLAIN, PUNY, RUBBISH, SHEET, much

from pbem.mail.intake import LIMIT, Unreadable, taken_from

TEMPLATE = 'game = "winter"\ndo = [\n  # "Friedrich > ",\n]\n'
SECONDS = 3  # of the processor; one is meant, but machines differ
BYTES = 75_000_000  # above what the tests themselves take: with the program, a hundred millions


def message_of(data: bytes) -> str:
    """The refusal of a letter; empty if a sheet is found in it."""
    try:
        taken_from(data, lambda role: TEMPLATE)
    except Unreadable as fault:
        return fault.diagnostic.message
    return ""


def limited() -> None:
    """Limit this process."""
    import resource

    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + BYTES
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def survives_limits(data: bytes) -> bool:
    """Whether a child answers a letter within its limits."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            limited()
            code = int("MemoryError" in message_of(data))
        finally:
            os._exit(code)
    return os.waitpid(child, 0)[1] == 0


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs the limits of Linux")
@pytest.mark.parametrize("name", RUBBISH)
def test_a_megabyte_of_rubbish_is_answered_soon(name: str) -> None:
    assert len(RUBBISH[name]) <= LIMIT
    assert survives_limits(RUBBISH[name])


@pytest.mark.parametrize("sign", ["\v", "\f", "\x1c", "\x1e", "\x85", "\u2028", "\u2029"])
def test_every_sign_that_ends_a_line_is_counted(sign: str) -> None:
    assert "its text has 20001 lines; at most 10000 are read" in message_of(PLAIN + f"a{sign}".encode() * 20_000)


HEADED = FROM + b"Content-Type: text/plain"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (FROM + b"X-A: b\n" * 1000 + b"\n" + SHEET, "1003 lines"),
        (FROM + (b"X-A: " + b"b" * 5000 + b"\n") * 20 + b"\n" + SHEET, "characters; at most 100000"),
        (FROM + b"X-A: " + b"b" * 8000 + b"\n\n" + SHEET, "8005 characters; at most 8000"),
        (HEADED + b"; a=b" * 41 + b"\n\n" + SHEET, "more than 40 entries"),
        (HEADED + b'; a="' + b'"' * 80 + b"\n\n" + SHEET, "80 quotes"),
        (HEADED + b"; a=" + b"b" * 2000 + b"\n\n" + SHEET, "at most 2000"),
        (MIXED + b"--x\ncontent-disposition: attachment;\r\n a=" + b"b" * 2000 + b"\n\n" + SHEET, "at most 2000"),
        (FROM + BOXED + b"\n" + SHEET, "119 parts that hold other parts; at most 30"),
        (much(b"-\n", PLAIN + SHEET, b"", 70_000), "lines; at most 30000"),
        (PUNY + b"\n" + SHEET, "its character set punycode is unknown"),
        (MIXED + b"--x\n\na\n" * 61 + b"--x--\n", "61 parts; at most 60"),
        (much(b"a\n", PLAIN + SHEET, b"", 30_000), "lines; at most 10000"),
        (much(b"a" * 99 + b"\n", PLAIN + SHEET, b"", 500_000), "characters; at most 400000"),
    ],
)
def test_what_is_beyond_bounds_is_refused_with_the_figure(data: bytes, said: str) -> None:
    assert "this mail cannot be read: " in message_of(data)
    assert said in message_of(data)


def test_a_long_letter_within_bounds_is_read() -> None:
    rule = b"-" * 40 + b"\n"
    part = b"--x\nContent-Type: text/plain; charset=utf-8\n\n"
    files = b"--x\nContent-Type: image/png; name=a.png\n\na\n" * 50
    received = b"Received: from a by b;\n Mon, 16 Nov 2026 21:06:00 +0100\n" * 300
    body = part + SHEET + b'do = ["a > b"]\n# ----- end of the sheet -----\n' + rule * 200 + files + b"--x--\n"

    assert "" == message_of(received + MIXED + body)


@pytest.mark.parametrize(
    "name",
    ["UTF-8", "iso-8859-15", "ISO_8859-2", "windows-1250", "cp1251", "koi8-r", "gb18030", "Shift_JIS", "euc-kr",
     "iso-2022-jp", "big5", "us-ascii", "macintosh", "ks_c_5601-1987", "utf-16le", "latin1"],
)  # fmt: skip
def test_character_sets_of_mail_programs_are_read(name: str) -> None:
    text = (SHEET + b'do = ["a > b"]\n').decode().encode(name)
    import base64

    head = f"Content-Type: text/plain; charset={name}\nContent-Transfer-Encoding: base64\n\n".encode()

    assert "" == message_of(FROM + head + base64.encodebytes(text))
