"""Letters as attackers write them, each with what may become of it."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from io import BytesIO
from typing import NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile

from mail.packed import with_file, zipped
from mail.post import HOST, NORTH, SOUTH, letter
from mail.rubbish import BOXES, CHARSETS, HEADERS, PARTS

EVE = "eve@example.com"


class Attack(NamedTuple):
    """A letter, and what may become of it."""

    name: str
    data: bytes
    fates: str
    silent: bool = False  # nobody but the moderator is written to


def attacks(sheet: str, key: str, other_key: str) -> Iterator[Attack]:
    """All of them; the sheet is one that the game would take from Anna, the keys are hers and Ben's."""
    yield from forged(sheet, key, other_key)
    yield from broken_heads(sheet)
    yield from machines(sheet, key)
    yield from archives(sheet)
    yield from hidden(sheet, key)
    for name, data in {**HEADERS, **CHARSETS, **BOXES, **PARTS}.items():
        yield Attack(f"rubbish: {name}", data, "stranger machine failed answer list")


def forged(sheet: str, key: str, other_key: str) -> Iterator[Attack]:
    """Who says to be somebody else."""
    wrong = sheet.replace(key, "amber-falcon-7k2m-q4xz")
    yield Attack("a stranger with a wrong key", letter(wrong, EVE), "stranger")
    yield Attack("the address of a player with a wrong key", letter(wrong), "stranger")
    yield Attack("the address of a player without a key", letter(wrong.replace("key", "# key")), "stranger")
    yield Attack(
        "a player for the role of another", letter(sheet.replace(key, other_key), f"Ben <{SOUTH}>"), "stranger"
    )
    yield Attack("a player with the key of another", letter(sheet, f"Ben <{SOUTH}>"), "unconfirmed")
    yield Attack("the right key from elsewhere", letter(sheet, EVE), "unconfirmed")
    yield Attack("the address in the name", letter(sheet, f'"{NORTH}" <{EVE}>'), "unconfirmed")
    yield Attack("the address in a remark", raw(sheet, f"From: {EVE} ({NORTH})"), "unconfirmed")
    yield Attack("two writers", raw(sheet, f"From: {NORTH}, {EVE}"), "unconfirmed")
    yield Attack("two heads From", raw(sheet, f"From: {EVE}\nFrom: {NORTH}"), "unconfirmed")
    yield Attack("an empty From", raw(sheet, "From: "), "unconfirmed")
    yield Attack("no From", raw(sheet, "X-From: anna"), "unconfirmed")
    yield Attack("a group", raw(sheet, f"From: players: {NORTH};"), "sheet unconfirmed")
    yield Attack("a bracket in the address", raw(sheet, f"From: {NORTH})<{EVE}>"), "unconfirmed")
    yield Attack("Sender in place of From", raw(sheet, f"From: {EVE}\nSender: {NORTH}"), "unconfirmed")
    yield Attack("another role", letter(sheet.replace('"north"', '"south"')), "stranger")
    yield Attack("no role of the game", letter(sheet.replace('"north"', '"../../secret"')), "stranger")
    yield Attack("another game", letter(wrong.replace('"winter"', '"../winter"'), EVE, subject="x"), "stranger")
    yield Attack("no such game", letter(wrong.replace('"winter"', '"summer"'), EVE, subject="x"), "stranger")
    yield Attack("a guessed word", letter(f"{key[:-1]}x status", EVE), "stranger")
    yield Attack("a word without a key", letter("status"), "stranger")
    yield Attack("a word of another", letter(f"{other_key} report"), "unconfirmed")
    yield Attack("a guessed confirmation", letter("confirm-0000000000"), "refused")
    yield Attack("a guessed confirmation of a stranger", letter("confirm-0000000000", EVE), "stranger")


def raw(sheet: str, sender: str) -> bytes:
    """A letter whose head is written by hand."""
    head = f"{sender}\nTo: {HOST}\nSubject: [winter 0]\nMessage-ID: <raw@x>\nDate: Wed, 18 Nov 2026 11:00:00 +0000"
    return f"{head}\n\n{sheet}".encode()


def broken_heads(sheet: str) -> Iterator[Attack]:
    """What may get into the head of an answer."""
    spoilt = {
        "a line in the subject": {"Subject": "=?utf-8?q?hi=0D=0ABcc:_eve=40example.com?="},
        "a line in the name": {"From": f"=?utf-8?q?Anna=0D=0ABcc:_{EVE.replace('@', '=40')}?= <{NORTH}>"},
        "an id with a line in it": {"Message-ID": "<a\r\n Bcc: eve@example.com>"},
        "an id without end": {"Message-ID": f"<{'a' * 3000}@x>"},
        "ids without end": {"References": " ".join(f"<{n}@x>" for n in range(600))},
        "ids that are none": {"References": "<>>>>< <<", "In-Reply-To": "\x00<\x01@x>"},
        "no date": {"Date": "the day before yesterday"},
        "a date beyond all": {"Date": "Wed, 99 Nov 99999 99:99:99 +9999"},
        "a date to come": {"Date": "Wed, 18 Nov 2099 11:00:00 +0000"},
        "answers to a stranger": {"Reply-To": EVE, "Errors-To": EVE, "Return-Path": f"<{EVE}>"},
        "a receipt for Eve": {"Disposition-Notification-To": EVE, "Return-Receipt-To": EVE},
        "signs nobody sees": {"Subject": "\u202e\u200b[winter 0]\x07\x1b[2J"},
    }
    for name, headers in spoilt.items():
        known = {"From": f"Anna <{NORTH}>", "To": HOST, "Subject": "[winter 0]", "Message-ID": "<1@x>"}
        rows = "\n".join(f"{key}: {value}" for key, value in {**known, **headers}.items())
        yield Attack(name, f"{rows}\n\n{sheet}".encode(), "sheet")


def machines(sheet: str, key: str) -> Iterator[Attack]:
    """Who would answer an answer."""
    heads = {
        "a list": {"list_id": "<games.example.org>"},
        "a list by its precedence": {"precedence": "list"},
        "a newsletter": {"list_unsubscribe": "<mailto:x@example.org>"},
        "an automatic answer": {"auto_submitted": "auto-replied"},
        "another program like this": {"auto_submitted": "auto-generated", "x_pbem_mail": "7"},
        "our own id": {"message_id": "<winter.abc.0001.north@pbem.invalid>"},
        "a notice of failure": {"return_path": "<>"},
    }
    for name, headers in heads.items():
        yield Attack(name, letter(sheet, **headers), "list answer own failed machine", silent=True)
        yield Attack(f"{name}, a word", letter(f"{key} status", **headers), "list answer own failed", silent=True)
    yield Attack("our own address", letter(sheet, HOST), "own", silent=True)
    yield Attack("a daemon", letter(sheet, "MAILER-DAEMON@example.net"), "failed", silent=True)
    yield Attack("a forged failure", letter("<winter.d083f6910ff2.0001.north.abc@pbem.invalid>", return_path="<>"),
                 "failed", silent=True)  # fmt: skip


def archives(sheet: str) -> Iterator[Attack]:
    """Archives that unpack to more than they seem, or to files elsewhere; no key is read from them."""
    bomb = BytesIO()
    with ZipFile(bomb, "w", ZIP_DEFLATED) as archive:
        archive.writestr("orders.toml", b"#" * 400_000_000)
    yield Attack("a bomb", with_file("orders.zip", bomb.getvalue()), "stranger")
    inner = zipped({"orders.toml": sheet})
    nested = BytesIO()
    with ZipFile(nested, "w") as archive:
        archive.writestr("orders.zip", inner)
    yield Attack("an archive in an archive", with_file("orders.zip", nested.getvalue()), "stranger")
    many = zipped({f"{number}.toml": "x" for number in range(5000)})
    yield Attack("an archive of thousands", with_file("orders.zip", many), "stranger")
    yield Attack(
        "an archive with ways out", with_file("orders.zip", zipped({"../../../tmp/orders.toml": sheet})), "sheet"
    )
    yield Attack("half an archive", with_file("orders.zip", inner[: len(inner) // 2]), "stranger")
    lying = bytearray(inner)
    lying[lying.index(b"PK\x01\x02") + 24 : lying.index(b"PK\x01\x02") + 28] = b"\xff\xff\xff\x7f"
    yield Attack("an archive that lies of its size", with_file("orders.zip", bytes(lying)), "stranger sheet refused")


def hidden(sheet: str, key: str) -> Iterator[Attack]:
    """What the writer of a letter does not see in it."""
    shown = f"<p>Hi</p><div style='display:none'><pre>{sheet}</pre></div>"
    for name, markup in {"out of sight": shown, "a remark": f"<p>Hi</p><!--<pre>{sheet}</pre>-->"}.items():
        body = base64.encodebytes(markup.encode()).decode()
        head = (
            f"From: Anna <{NORTH}>\nSubject: [winter 0]\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n"
        )
        yield Attack(name, f"{head}\n{body}".encode(), "stranger refused")
    heavy = b"Content-Type: multipart/mixed; boundary=x\n\n--x\n\n" + sheet.encode()
    head = f"From: Anna <{NORTH}>\nSubject: [winter 0]\n".encode()
    for name, scrap in {"dashes": b"--\n", "boundaries": b"--x\nContent-Type: image/png\n\n", "blanks": b"\n"}.items():
        yield Attack(f"a mountain of {name}", head + heavy + scrap * (20_000_000 // len(scrap)), "stranger refused")
    yield Attack("nothing but a key", letter(key), "refused")
    yield Attack("zeros", letter(sheet).replace(b"vow", b"v\0w"), "stranger refused")
    yield Attack("a sheet of brackets", letter(f"{sheet}\ndo = {'[' * 500}"), "refused")
    yield Attack("a key of many parts", letter(f"{sheet}\n{'a.' * 400}b = 1"), "refused")
