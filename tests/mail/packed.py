"""The same sheet in every wrapping: character sets, encodings, archives, letters within letters, signatures."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from email.message import EmailMessage, MIMEPart
from email.policy import SMTP
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from mail.programs import ANYBODY, HOST_ADDRESS, PLAYER_ADDRESS, Answer, Letter, as_text, headed, top_posted

CHARSETS = (
    "utf-8", "utf-16", "utf-16le", "utf-16be", "utf-7", "iso-8859-1", "iso-8859-15", "windows-1252", "windows-1250",
    "us-ascii", "koi8-r", "iso-2022-jp", "shift_jis", "gb18030", "big5", "euc-kr", "macintosh",
)  # fmt: skip
SIGNATURES = {
    "de": "Von meinem iPhone gesendet",
    "de app": "Diese Nachricht wurde von meinem Android-Gerät mit GMX Mail gesendet.",
    "de outlook": "Holen Sie sich Outlook für Android",
    "it": "Inviato da iPhone", "it outlook": "Scarica Outlook per iOS",
    "es": "Enviado desde mi iPhone", "es outlook": "Obtener Outlook para Android", "fr": "Télécharger Outlook pour iOS",
}  # fmt: skip
FORWARDED = f"""\
---------- Forwarded message ---------
From: Anna <{PLAYER_ADDRESS}>
Date: Mon, 16 Nov 2026
Subject: orders
To: <{HOST_ADDRESS}>"""


def packed(answer: Answer) -> Iterator[Letter]:
    """All of them."""
    sheet = answer.filled
    for charset in CHARSETS:
        for how in ("base64", "quoted-printable"):
            yield Letter(f"{charset} in {how}", coded(sheet, charset, how), "good")
    for name, method in (("stored", ZIP_STORED), ("deflated", ZIP_DEFLATED)):
        yield Letter(f"zip, {name}", with_file("orders.zip", zipped({"orders.toml": sheet}, method)), "good")
    beside = {"__MACOSX/._orders.toml": "\0\1", "Orders/orders.toml": sheet, "map.svg": "<svg/>"}
    yield Letter("zip of a Mac", with_file("orders.zip", zipped(beside)), "good")
    yield Letter("zip without a kind", with_file("Orders.ZIP", zipped({"ORDERS.TXT": sheet}), "octet-stream"), "good")
    yield Letter("zip above the report", zipped_above(answer), "good")
    yield Letter("forwarded as a file", forwarded(sheet), "good")
    yield Letter("forwarded in the text", plainly(f"{FORWARDED}\n\n{sheet}"), "good")
    yield Letter("in a fence", plainly(f"Hello,\n\n```toml\n{sheet}```\n\nBye\n"), "good")
    yield Letter("in a fence of tildes", plainly(f"Hello,\n\n~~~\n{sheet}~~~\n\nBye\n"), "good")
    yield Letter("signed", signed(sheet), "good")
    for name, line in SIGNATURES.items():
        yield Letter(f"signature {name}", plainly(f"{sheet}\n\n{line}\n"), "good")
    yield Letter("a picture beside it", with_picture(sheet), "good")


def coded(text: str, charset: str, how: str) -> bytes:
    """A letter in a character set, written as a program would that knows nothing else."""
    from quopri import encodestring

    data = text.encode(charset)
    body = base64.encodebytes(data) if how == "base64" else encodestring(data)
    head = (
        f"From: Anna <{PLAYER_ADDRESS}>\nTo: {HOST_ADDRESS}\nSubject: orders\nDate: Mon, 16 Nov 2026 21:30:00 +0100\n"
    )
    kind = f"MIME-Version: 1.0\nContent-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: {how}\n\n"
    return (head + kind).encode() + body


def plainly(text: str) -> bytes:
    return bytes(as_text(ANYBODY, text))


def zipped(files: dict[str, str], method: int = ZIP_DEFLATED) -> bytes:
    found = BytesIO()
    with ZipFile(found, "w", method) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return found.getvalue()


def with_file(name: str, data: bytes, kind: str = "zip", text: str = "See the file.\n\nAnna\n") -> bytes:
    message = as_text(ANYBODY, text)
    message.add_attachment(data, maintype="application", subtype=kind, filename=name)
    return bytes(message)


def zipped_above(answer: Answer) -> bytes:
    data = zipped({"orders.toml": answer.filled})
    return with_file("orders.zip", data, text=top_posted(ANYBODY, "Hi", answer.report))


def forwarded(sheet: str) -> bytes:
    """A letter that somebody sent elsewhere first, sent along whole."""
    outer, inner = as_text(ANYBODY, "I sent this to the wrong address.\n"), as_text(ANYBODY, sheet)
    outer.make_mixed()
    outer.add_attachment(inner)
    return bytes(outer)


def signed(sheet: str) -> bytes:
    """A letter with a signature that belongs to no sheet (RFC 3156)."""
    message = headed(ANYBODY)
    message["MIME-Version"] = "1.0"
    part, proof = MIMEPart(policy=SMTP), MIMEPart(policy=SMTP)
    part.set_content(sheet)
    proof.set_content(b"-----BEGIN PGP SIGNATURE-----\n", maintype="application", subtype="pgp-signature")
    whole = EmailMessage(policy=SMTP)
    for key, value in message.items():
        if not key.lower().startswith(("content", "mime")):
            whole[key] = value
    whole["MIME-Version"] = "1.0"
    whole["Content-Type"] = 'multipart/signed; protocol="application/pgp-signature"; micalg=pgp-sha256'
    whole.set_payload([part, proof])  # type: ignore[arg-type]
    return bytes(whole)


def with_picture(sheet: str) -> bytes:
    message = as_text(ANYBODY, sheet)
    message.add_attachment(b"\x89PNG" + b"\0" * 900, maintype="image", subtype="png", filename="map.png")
    return bytes(message)
