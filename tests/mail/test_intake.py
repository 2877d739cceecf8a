"""Sheets out of letters: what is cleaned, what is refused, and that nothing else is raised."""

from __future__ import annotations

import base64
import quopri
from email.message import EmailMessage
from email.mime.text import MIMEText

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.core.sheets import read
from pbem.mail.intake import LIMIT, Unreadable, taken_from
from pbem.mail.parts import is_mail

SHEET = """\
game = "winter-1756"
step = 12
role = "frederick"
key  = "amber-falcon-31"

do = [
  "Friedrich + Winterfeldt > Riesa > Meißen > Dresden",
]
[troops]
friedrich = 8
"""


def mail(text: str = "", **headers: str) -> EmailMessage:
    message = EmailMessage()
    message["From"] = "fritz@example.org"
    message["To"] = "moderator@example.org"
    message["Subject"] = "winter-1756, step 12"
    if text:
        message.set_content(text, **headers)
    return message


def raw_mail(body: bytes, *headers: str) -> bytes:
    head = ["From: fritz@example.org", "Subject: orders", "MIME-Version: 1.0", *headers]
    return "\n".join(head).encode() + b"\n\n" + body


def text_of(data: bytes | EmailMessage) -> str:
    return taken_from(data if isinstance(data, bytes) else bytes(data))[0].strip()


def notes_of(text: str) -> tuple[str, ...]:
    return taken_from(text.encode())[1]


def fault_of(data: bytes | EmailMessage) -> str:
    with pytest.raises(Unreadable) as caught:
        taken_from(data if isinstance(data, bytes) else bytes(data))
    assert caught.value.diagnostic.message and caught.value.diagnostic.hint
    return caught.value.diagnostic.code.name


def quoted(text: str) -> str:
    return "".join(f"> {line}\n" if line else ">\n" for line in text.split("\n"))


def test_a_bare_sheet_is_left_as_it_is() -> None:
    assert taken_from(SHEET.encode()) == (SHEET, (), (), ())


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf" + SHEET.encode(),
        SHEET.replace("\n", "\r\n").encode(),
        SHEET.replace("\n", "\r").encode(),
        SHEET.encode("utf-16"),
        b"\n\n" + SHEET.encode(),
    ],
    ids=["byte-order-mark", "windows", "old-mac", "utf-16", "blank-lines"],
)
def test_another_editor_makes_no_difference(data: bytes) -> None:
    assert text_of(data) == SHEET.strip()
    assert taken_from(data)[1] == ()


@pytest.mark.parametrize(
    ("text", "note"),
    [
        (SHEET.replace(" = ", "\u00a0= "), "invisible"),
        (quoted(SHEET), "quoting"),
        (quoted(quoted(SHEET)), "quoting"),
        (SHEET + "-- \nFritz\nPotsdam\n", "below the sheet"),
        (SHEET + "\n--\nFritz\n", "below the sheet"),
        (SHEET + "\nSent from my iPhone\n", "below the sheet"),
        (SHEET + "and many greetings\n", "below the sheet"),
        (f"Hello,\n\nhere you are:\n\n```toml\n{SHEET}```\n\nSee you!\n", "fenced"),
        (f"Hello,\n\n~~~\n{SHEET}~~~\n", "fenced"),
        (f"Hello,\nmy orders:\n\n{SHEET}", "before the sheet"),
        (SHEET.replace('"', "\u201d").replace("\u201dwinter", "\u201ewinter"), "curly"),
        (f"{SHEET}\nOn Monday, the moderator\n<m@example.org> wrote:\n{quoted(SHEET)}", "older mail"),
        (f"a report\n----- 8< ----- winter-1756, step 12 ----- 8< -----\n{SHEET}", "report"),
    ],
)
def test_what_a_mail_program_did_is_undone_and_said(text: str, note: str) -> None:
    assert text_of(text.encode()) == SHEET.strip()
    assert note in " ".join(notes_of(text))


def test_curly_quotes_inside_good_toml_stay() -> None:
    text = SHEET + "# the “old” Fritz’s orders\n"

    assert taken_from(text.encode()) == (text, (), (), ())


def test_orders_filled_in_between_quoted_lines_are_kept() -> None:
    text = quoted(SHEET).replace("> ]\n", '"Seydlitz > Belzig",\n> ]\n')

    body = read(text_of(text.encode()), ("do", "troops")).sheet
    assert body is not None
    assert len(body.body["do"]) == 2


def test_what_cannot_be_cleaned_is_left_for_the_reader_to_complain_about() -> None:
    text = SHEET.replace("]\n[", "[") + "and many greetings\n"
    found, notes, *_ = taken_from(text.encode())

    assert found == text and notes == ()
    assert [fault.code.name for fault in read(found, ()).diagnostics] == ["not-toml"]


def test_a_mail_is_told_from_a_sheet_by_its_first_lines() -> None:
    assert is_mail(bytes(mail(SHEET)))
    assert is_mail(b"From fritz Mon Mar  2 10:00:00 2026\nFrom: fritz\n\nhello")
    assert not is_mail(SHEET.encode())
    assert not is_mail(b"# Subject: none\ngame = 1\n")
    assert not is_mail(b"")


@pytest.mark.parametrize("encoding", ["8bit", "quoted-printable", "base64"])
@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-1", "windows-1252"])
def test_a_plain_mail_is_unpacked(encoding: str, charset: str) -> None:
    assert text_of(mail(SHEET, cte=encoding, charset=charset)) == SHEET.strip()


@pytest.mark.parametrize("named", ["iso-8859-1", "windows-1252", "us-ascii"])
def test_utf_8_is_known_whatever_it_is_called(named: str) -> None:
    """Some phones and servers call everything latin-1; no text in latin-1 is UTF-8 by chance."""
    kind = f"Content-Type: text/plain; charset={named}"

    assert text_of(raw_mail(SHEET.encode(), kind, "Content-Transfer-Encoding: 8bit")) == SHEET.strip()


@pytest.mark.parametrize("kind", ["text/plain", "application/toml", "application/octet-stream"])
def test_an_attachment_is_preferred_to_the_text(kind: str) -> None:
    message = mail("My orders are attached.\n\n" + quoted(SHEET.replace("12", "11")))
    main, sub = kind.split("/")
    message.add_attachment(SHEET.encode(), maintype=main, subtype=sub, filename="orders.toml")

    assert text_of(message) == SHEET.strip()


def test_an_attachment_without_sheet_leaves_the_text() -> None:
    message = mail(SHEET)
    message.add_attachment("remember the milk", filename="notes.txt")
    message.add_attachment(b"\x89PNG\0\0", maintype="image", subtype="png", filename="map.png")

    assert text_of(message) == SHEET.strip()


def test_a_mail_in_two_forms_gives_its_plain_one() -> None:
    message = mail(SHEET)
    message.add_alternative(f"<pre>{SHEET}</pre>", subtype="html")

    assert text_of(message) == SHEET.strip()


def test_a_broken_sheet_named_toml_is_handed_on() -> None:
    message = mail("see attachment")
    message.add_attachment(b"Hello", maintype="application", subtype="toml", filename="ORDERS.TOML")

    assert text_of(message) == "Hello"


def test_lines_broken_by_a_flowed_mail_are_joined() -> None:
    body = SHEET.replace("Riesa > ", "Riesa > \n").encode()
    data = raw_mail(body, "Content-Type: text/plain; charset=utf-8; format=flowed")

    assert text_of(data) == SHEET.strip()


def test_the_same_sheet_twice_is_one() -> None:
    message = mail(SHEET)
    message.add_attachment(SHEET, filename="orders.toml")
    message.add_attachment(SHEET.replace("\n", "\r\n"), filename="copy.toml")

    assert text_of(message) == SHEET.strip()


def two_sheets() -> EmailMessage:
    message = mail("two")
    message.add_attachment(SHEET, filename="old.toml")
    message.add_attachment(SHEET.replace("8", "7"), filename="new.toml")
    return message


def several(text: str) -> EmailMessage:
    """Four letters in one mail, none of them a sheet."""
    message = mail()
    message.make_mixed()
    for _ in range(4):
        message.attach(MIMEText(text, "html"))
    return message


def html_only(more: str = "") -> EmailMessage:
    message = mail()
    message.set_content(f"<pre>{SHEET}</pre>{more}", subtype="html")
    return message


UTF8 = "Content-Type: text/plain; charset=utf-8"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"x" * (LIMIT + 1), "sheet-too-large"),
        (SHEET.encode("latin-1"), "wrong-encoding"),
        (raw_mail(SHEET.encode("latin-1"), UTF8), "wrong-encoding"),
        (b"PK\3\4\0\0\0", "not-text"),
        (mail("Hello, how are you?"), "no-sheet-in-mail"),
        (raw_mail(b""), "no-sheet-in-mail"),
        (two_sheets(), "sheets-differ"),
        (f"```\n{SHEET}```\n```\n{SHEET.replace('8', '7')}```".encode(), "several-sheets-in-mail"),
        (html_only("x" * 500_000), "html-only"),
        (html_only("<b>" * 30_001), "html-only"),
        (several("<i>" * 9_000), "html-only"),
        (raw_mail(b"*", UTF8, "Content-Transfer-Encoding: base64"), "no-sheet-in-mail"),
        (raw_mail(b"abcde", UTF8, "Content-Transfer-Encoding: base64"), "broken-mail"),
        (raw_mail(SHEET.encode(), "Content-Type: text/plain; charset=klingon"), "broken-mail"),
        (raw_mail(SHEET.encode(), "Content-Type: text/plain; charset=zlib"), "broken-mail"),
        (raw_mail(SHEET.encode(), "Content-Type: text/plain; charset=undefined"), "broken-mail"),
        (raw_mail(b"+2AA-", "Content-Type: text/plain; charset=utf-7"), "wrong-encoding"),
        (raw_mail(b"\\ud800", "Content-Type: text/plain; charset=unicode_escape"), "broken-mail"),
        (raw_mail(b"--x\n", "Content-Type: multipart/mixed; boundary=y"), "no-sheet-in-mail"),
        (raw_mail(b"", "Content-Type: multipart/mixed"), "no-sheet-in-mail"),
    ],
)  # fmt: skip
def test_what_holds_no_sheet_is_refused_by_name(data: bytes | EmailMessage, expected: str) -> None:
    assert expected == fault_of(data)


MIXED = "Content-Type: multipart/mixed; boundary=x"
NASTY = [
    b"\0",
    b"\xff\xfe\0",
    b"\xff\xfe\x00\xd8",
    b"From: \n",
    b"From:\xff\xfe\n\n" + SHEET.encode(),
    raw_mail(SHEET.encode(), "Content-Type: text/plain; charset*=utf-8''%ff%00"),
    raw_mail(SHEET.encode(), "Content-Type: text/plain; charset*0*=a'b; charset*2=c"),
    raw_mail(SHEET.encode(), "Content-Disposition: attachment; filename*=utf-8''%zz.toml"),
    raw_mail(SHEET.encode(), "Content-Disposition: attachment; filename==?utf-8?b?####?="),
    raw_mail(SHEET.encode(), 'Content-Type: text/plain; charset="\x01\x02"'),
    raw_mail(SHEET.encode(), "Content-Transfer-Encoding: x-uuencode"),
    raw_mail(b"begin 666 x\n\xff\xff", "Content-Transfer-Encoding: x-uuencode"),
    raw_mail(b"=\n=ZZ=3", "Content-Transfer-Encoding: quoted-printable"),
    raw_mail(b"", "Content-Type: message/rfc822"),
    raw_mail(b"From: x\n\n" * 50, "Content-Type: message/rfc822"),
    raw_mail(b"x", "Content-Type: message/external-body"),
    raw_mail(b"x", "Content-Type: message/delivery-status"),
    raw_mail((MIXED.encode() + b"\n\n--x\n") * 3000, MIXED),
    b"Content-Type: message/rfc822\n\n" * 3000,
    b"> " * 200_000 + SHEET.encode(),
    b">" * 4000 + SHEET.encode(),
    b"\n" * 900_000 + b"x",
    (b"> " * 2000 + b"game = 1\n") * 100,
    b"```\n" * 100_000,
    b"[" * 900_000,
    b"a." * 400_000 + b"b = 1",
    "“".encode() * 100_000,
    raw_mail(b"<a " * 16_000, "Content-Type: text/html"),
    raw_mail(b"<!--" * 50_000, "Content-Type: text/html"),
    raw_mail(b"<![CDATA[" * 5_000, "Content-Type: text/html"),
    raw_mail(b"<div>" * 50_000 + SHEET.encode(), "Content-Type: text/html; charset=utf-8"),
    raw_mail(b"&#0;&#xd800;&bogus" * 500, "Content-Type: text/html"),
    SHEET.encode() * 400,
    SHEET.encode() + b"Friedrich > \n" * 20_000,
    b"game = 1\nstep = 2\n" + b'do = ["' * 8_000,
    b"# x\ny\n" * 5_000 + SHEET.encode(),
]  # fmt: skip


def survives(data: bytes) -> None:
    try:
        text, notes, *_ = taken_from(data)
    except Unreadable as fault:
        assert fault.diagnostic.message and fault.diagnostic.hint
    else:
        assert text.encode() is not None
        assert all(notes)


@pytest.mark.parametrize("data", NASTY, ids=range(len(NASTY)))
def test_nasty_files_raise_nothing_else(data: bytes) -> None:
    survives(data)


@given(st.binary())
def test_any_bytes_raise_nothing_else(data: bytes) -> None:
    survives(data)


HEADERS = (
    MIXED,
    "Content-Type: text/plain; charset=",
    "Content-Type: message/rfc822",
    "Content-Transfer-Encoding: base64",
    "Content-Transfer-Encoding: quoted-printable",
    "Content-Disposition: attachment; filename=a.toml",
)
SCRAPS = (
    *HEADERS,
    *"--x --x-- utf-8 latin-1 utf-16 utf-7 ``` -- > ; = “ format=flowed".split(),
    "\n\n",
    "\r\n",
    "\0",
)
PACKED = (
    SHEET.encode(),
    base64.encodebytes(SHEET.encode()),
    quopri.encodestring(SHEET.encode()),
    b"\xff",
    b"\n",
)
PIECES = st.sampled_from([*(scrap.encode() for scrap in SCRAPS), *PACKED])


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=25).map(b"".join), st.booleans())
def test_mails_made_of_scraps_raise_nothing_else(scraps: bytes, headed: bool) -> None:
    survives((b"From: fritz@example.org\n" if headed else b"") + scraps)
