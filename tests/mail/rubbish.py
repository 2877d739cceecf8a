"""A megabyte of rubbish, in shapes that have held up readers of mail: headers, parts, HTML, quotes, sheets."""

from __future__ import annotations

SIZE = 990_000
SHEET = b'game = "winter"\nstep = 2\nrole = "frederick"\nkey = "amber"\n'
FROM = b"From: fritz@example.org\nSubject: orders\nMIME-Version: 1.0\n"
PLAIN = FROM + b"Content-Type: text/plain; charset=utf-8\n\n"
HTML = FROM + b"Content-Type: text/html; charset=utf-8\n\n"
MIXED = FROM + b"Content-Type: multipart/mixed; boundary=x\n\n"


def much(scrap: bytes, before: bytes = b"", after: bytes = b"", size: int = SIZE) -> bytes:
    """A scrap as often as it takes to fill a megabyte."""
    return before + scrap * ((size - len(before) - len(after)) // len(scrap)) + after


HEADERS = {
    "parameters": much(b"; a=b", FROM + b"Content-Type: text/plain", b"\n\n" + SHEET),
    "parameters on lines": much(b";\n a=b", FROM + b"Content-Type: text/plain", b"\n\n" + SHEET),
    "semicolons": much(b";", FROM + b"Content-Type: text/plain", b"\n\n" + SHEET),
    "quotes": much(b'"', FROM + b"Content-Type: text/plain; a=", b"\n\n" + SHEET),
    "quoted semicolons": much(b'";', FROM + b"Content-Type: text/plain; a=", b"\n\n" + SHEET),
    "backslashes": much(b"\\", FROM + b'Content-Type: text/plain; a="', b"\n\n" + SHEET),
    "pieces of a name": much(b"; name*0=a", FROM + b"Content-Disposition: attachment", b"\n\n" + SHEET),
    "of a part": much(b"; a=b", MIXED + b"--x\nContent-Type: text/plain", b"\n\nx\n--x--\n"),
    "of a mail within": much(b'";', FROM + b"Content-Type: message/rfc822\n\nContent-Type: text/plain", b"\n\nx"),
    "a long subject": much(b"=?utf-8?q?a?= ", b"From: a@b\nSubject: ", b"\n\n" + SHEET),
    "a long sender": much(b"(", b"From: ", b"\n\n" + SHEET),
    "many lines": much(b"X-A: b\n", b"From: a@b\n", b"\n" + SHEET),
    "carriage returns": much(b"X-A: b\r", b"From: a@b\r", b"\r" + SHEET),
}
BOXED = b"".join(b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (n, n) for n in range(119))
FEWER = b"".join(b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (n, n) for n in range(30))
PUNY = FROM + b"Content-Type: text/plain; charset=punycode\n"
CHARSETS = {
    "punycode": much(b"b9", PUNY + b"\n" + b"a" * 100_000 + b"-"),
    "punycode in base64": much(b"b9", PUNY + b"Content-Transfer-Encoding: base64\n\n\xe4" + b"a" * 100_000 + b"-"),
    "punycode in a name": much(b"b9", b"From: a@b\nContent-Type: a/b; name*=punycode''aaaaaaa-", b"\n\n", 1_900),
    "punycode in a coded name": much(b"b9", b'From: a@b\nContent-Type: a/b; name="=?punycode?q?a-', b'?="\n\n', 1_900),
    "idna": much(b"a", FROM + b"Content-Type: text/plain; charset=idna\n\n"),
    "escapes": much(b"\\N{LATIN SMALL LETTER A}", FROM + b"Content-Type: text/plain; charset=unicode_escape\n\n"),
    "utf-7": much(b"+AAA-", FROM + b"Content-Type: text/plain; charset=utf-7\n\n"),
    "iso-2022-jp": much(b"\x1b$B!!\x1b(B", FROM + b"Content-Type: text/plain; charset=iso-2022-jp\n\n"),
}
BOXES = {
    "a hundred boxes": much(b"-\n", FROM + BOXED + b"\n"),
    "a hundred boxes, dashes": much(b"--a\r", FROM + BOXED + b"\n"),
    "thirty boxes": much(b"-\n", FROM + FEWER + b"\n", size=62_000),
    "thirty boxes, long lines": much(b"-" * 30 + b"\n", FROM + FEWER + b"\n", size=900_000),
}
PARTS = {
    "empty": much(b"--x\n\n", MIXED),
    "with carriage returns": much(b"--x\r\r", MIXED),
    "dashes": much(b"----\n\n", FROM + b'Content-Type: multipart/mixed; boundary="--"\n\n'),
    "typed": much(b"--x\nContent-Type: text/plain\n\na\n", MIXED),
    "nested": much(b"Content-Type: multipart/mixed; boundary=x\n\n--x\n", FROM),
    "mails within mails": much(b"Content-Type: message/rfc822\n\n", FROM),
    "no boundary": much(b"--y\n", MIXED),
    "base64": much(b"====", FROM + b"Content-Transfer-Encoding: base64\n\n"),
    "quoted-printable": much(b"=", FROM + b"Content-Transfer-Encoding: quoted-printable\n\n"),
}
TEXTS = {
    "blanks in a line": much(b" ", PLAIN + SHEET + b"a", b"b\n"),
    "words in a line": much(b"a ", PLAIN + SHEET),
    "signs in a line": much(b"a > ", PLAIN + SHEET),
    "quotes in a line": much(b'"', PLAIN + SHEET),
    "dashes in a line": much(b"-", PLAIN + b"--a", SHEET),
    "underlines": much(b"-a", PLAIN + b"--", SHEET),
    "short lines": much(b"a\n", PLAIN + SHEET),
    "vertical tabs": much(b"\v", PLAIN, SHEET, 399_000),
    "separators": much(b"a\x1c", PLAIN, SHEET, 399_000),
    "signs that end lines": much(b"\xe2\x80\xa8", PLAIN, SHEET, 399_000),
    "labels": much(b"From: a@b\n", PLAIN, SHEET),
    "wrote": much(b"a wrote\n\n", PLAIN, SHEET),
    "quoted": much(b"> a\n", PLAIN, SHEET),
    "deeply quoted": much(b">", PLAIN, SHEET),
    "pgp": much(b"-----BEGIN PGP SIGNED MESSAGE-----\n\n", PLAIN + SHEET),
    "pgp headers": much(b"a: b\n", PLAIN + SHEET + b"-----BEGIN PGP SIGNED MESSAGE-----\n"),
    "pgp unsigned": much(b"-----BEGIN PGP SIGNATURE-----\n", PLAIN + SHEET + b"-----BEGIN PGP SIGNED MESSAGE-----\n\n"),
    "sheets": much(SHEET + b'do = [\n"a > b",\n]\n', PLAIN),
    "broken sheets": much(SHEET + b"do = [\n\xe2\x80\x9ca > b\xe2\x80\x9d,\n" * 60 + b"]\n", PLAIN),
    "a sheet to mend": much(b"\xe2\x80\x9ca > b\xe2\x80\x9d,\n", PLAIN + SHEET + b"do = [\n", b"]\n", 59_000),
    "twelve sheets to mend": much(
        SHEET + b"do = [\n" + b"\xe2\x80\x9ca > b\xe2\x80\x9d,\n" * 3000 + b"]\n# ----- end of the sheet -----\n", PLAIN
    ),
    "remarks to join": much(b"# " + b"a" * 60 + b"\nb c\n", PLAIN + SHEET, b"", 59_000),
    "remarks": much(b"# a = 1\n", PLAIN + SHEET),
    "remarks without a mail": much(b"# a = 1\n", SHEET),
    "fences": much(b"```\n", PLAIN + SHEET),
    "links": much(b"<", PLAIN + SHEET),
    "brackets": much(b"[http", PLAIN + SHEET),
    "addresses": much(b"a", PLAIN + SHEET),
    "above this line": much(b"reply above ", PLAIN),
    "heads": much(b"game=1\nstep=1\n", PLAIN),
}
MARKUP = {
    "open": much(b"<div>", HTML, SHEET, 399_000),
    "closed": much(b"</div>", HTML + b"<p>" * 9000, SHEET, 399_000),
    "attributes": much(b" a=b", HTML + b"<p", b">" + SHEET, 399_000),
    "quotes": much(b'"', HTML + b"<p a=", b">" + SHEET, 399_000),
    "less than": much(b"<", HTML, SHEET, 399_000),
    "comments": much(b"<!--", HTML, SHEET, 399_000),
    "declarations": much(b"<!a", HTML, b">", 399_000),
    "marked": much(b"<![", HTML, b"]>", 399_000),
    "entities": much(b"&#", HTML, SHEET, 399_000),
    "ampersands": much(b"&a", HTML, SHEET, 399_000),
    "struck": much(b"<s>a", HTML, SHEET, 399_000),
    "scripts": much(b"<script>", HTML, SHEET, 399_000),
    "letters": much(b"a<b>", HTML, SHEET, 399_000),
    "letters within": much(b"a<b>", HTML, SHEET, 119_000),
    "struck within": much(b"<s>a", HTML, SHEET, 119_000),
    "attributes within": much(b"<p style=white-space:pre id=a>a", HTML, SHEET, 399_000),
    "short attributes": much(b" a", HTML + b"<p", b">" + SHEET, 399_000),
    "attributes behind a quoted end": much(b" a", HTML + b'<p a=">"', b' b=">' + SHEET, 399_000),
    "quotes in quotes": HTML + b"<blockquote>" * 5_000 + b"a<br>" * 9_000 + SHEET,
}
RUBBISH = {
    f"{kind}: {name}": data
    for kind, rows in {
        "headers": HEADERS, "parts": PARTS, "texts": TEXTS, "markup": MARKUP, "charsets": CHARSETS, "boxes": BOXES,
    }.items()
    for name, data in rows.items()
}  # fmt: skip
