"""Sheets and mails that are refused or warned of."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from battle_game import POSITION, begin, sheet

from games import sheet_text
from message_cases.common import CASES, GAME, case, meadow_over
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.check import check_in_game
from pbem.workflow.keyring import keys
from pbem.workflow.new import Plan, new
from pbem.workflow.sealing import seal
from pbem.workflow.sheet import orders
from pbem.workflow.submit import submit


def answered(data: str | bytes) -> Any:
    """What the checker answers to a file."""
    Path("orders.toml").write_bytes(data.encode() if isinstance(data, str) else data)
    return check_in_game("orders.toml", GAME)


def good(**heading: Any) -> str:
    return sheet_text(GAME, "frederick", {"bid": [{"own": "Heinrich"}]}, **heading)


def mail(text: str, head: str = "") -> bytes:
    return f"From: anna@example.org\nSubject: orders\n{head}\n{text}\n".encode()


def in_mail(*parts: tuple[str, str]) -> bytes:
    """A mail with several parts."""
    body = "".join(f"--x\nContent-Type: {kind}\n\n{text}\n" for kind, text in parts)
    return mail(f"{body}--x--", 'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="x"\n')


def zipped(files: dict[str, str], locked: bool = False) -> bytes:
    """A mail with these files in an attached archive."""
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    data = bytearray(packed.getvalue())
    if locked:  # the flag in both places where an archive tells of its file
        data[6] |= 1
        data[data.index(b"PK\x01\x02") + 8] |= 1
    coded = base64.encodebytes(bytes(data)).decode()
    return in_mail(('application/zip; name="orders.zip"\nContent-Transfer-Encoding: base64', coded))


TOML = 'application/toml; name="orders.toml"'
DOCX = 'application/octet-stream; name="orders.docx"'


def blank() -> str:
    """The sheet as it was sent."""
    return orders(GAME, "frederick")


def other() -> str:
    """Another bid than the good one."""
    return sheet_text(GAME, "frederick", {"bid": [{"own": "Heinrich", "accept": 1}]})


def as_quoted(text: str) -> str:
    return "On Monday, 16 March 2026, Zoe wrote:\n" + "".join(f"> {line}\n" for line in text.split("\n"))


SHEETS: list[tuple[str, str, Callable[[], str | bytes]]] = [
    ("PB101", "a word without quotes", lambda: "role = frederick\n"),
    ("PB101", "a list without its end", lambda: f'{good()}do = [\n  "Heinrich > Uelzen",\n'),
    ("PB102", "brackets without end", lambda: f"{good()}do = {'[' * 30}{']' * 30}\n"),
    ("PB103", "a sheet that is all remarks", lambda: "# step = 12\n"),
    ("PB104", "orders under a key of another name", lambda: f'orders = ["Heinrich > Uelzen"]\n{good()}'),
    ("PB104", "a key that is like none", lambda: f"weather = 1\n{good()}"),
    ("PB105", "a step in quotes", lambda: good().replace("step = 1", 'step = "1"')),
    ("PB105", "a game without quotes", lambda: good().replace('game = "winter"', "game = 1756")),
    ("PB105", "a role that is a number", lambda: good().replace('role = "frederick"', "role = 1")),
    ("PB105", "a key that is a number", lambda: re.sub("key  = .*", "key = 31", good())),
    ("PB105", "a status that is none", lambda: f"status = true\n{good()}"),
    ("PB105", "a word that is a number", lambda: f"word = 7\n{good()}"),
    ("PB105", "an ok in quotes", lambda: f'ok = "yes"\n{good()}'),
    ("PB106", "no step", lambda: good().replace("step = 1", "")),
    ("PB106", "no game", lambda: good().replace('game = "winter"', "")),
    ("PB106", "no role", lambda: good().replace('role = "frederick"', "")),
    ("PB106", "no key", lambda: re.sub("key  = .*", "", good())),
    ("PB107", "a status of its own", lambda: f'status = "done"\n{good()}'),
    ("PB107", "a status mistyped", lambda: f'status = "finale"\n{good()}'),
    ("PB108", "a number without end", lambda: f"accept = {'9' * 20}\n{good()}"),
    ("PB109", "a line without end", lambda: f"# {'x' * 6000}\n{good()}"),
    ("PB102", "a key of many parts", lambda: good() + f"\n{'.'.join('abcdefghijkl')} = 1\n"),
    ("PB110", "a sheet that is a book", lambda: good() + f"# {'x' * 900}\n" * 80),
    ("PB110", "too many lines", lambda: good() + "# a remark\n" * 2100),
    ("PB110", "too many orders", lambda: good() + "\ndo = [\n" + '"Keith stays",\n' * 600 + "]\n"),
    ("PB110", "too many plays", lambda: good() + ('[[standing]]\nplays = [' + '"R", ' * 150 + "]\n") * 10),
    ("PB110", "too many keys", lambda: "".join(f"k{n} = 1\n" for n in range(30)) + good()),
    ("PB111", "an order without end", lambda: f'do = ["Heinrich > {"Uelzen > " * 80}Celle"]\n{good()}'),
    ("PB111", "all orders in one text",
     lambda: f'do = ["""Heinrich > Uelzen\nKeith > Glogau\nFriedrich stays"""]\n{good()}'),
    ("PB121", "a sheet with pictures", lambda: "#" * 1_000_001),
    ("PB122", "a mail in another character set", lambda: mail("caf\xe9", "Content-Type: text/plain; charset=utf-8\n")
     .replace("é".encode(), b"\xe9")),
    ("PB122", "an attached file in another character set",
     lambda: in_mail(('text/plain; charset=utf-8; name="orders.txt"', "caf!")).replace(b"!", b"\xe9")),
    ("PB126", "an attached file that is no text", lambda: in_mail((TOML, "do = !")).replace(b"!", b"\0")),
    ("PB123", "a mail without a sheet", lambda: mail("I shall send my orders tonight.")),
    ("PB123", "orders without a heading", lambda: mail("Hi Zoe,\n\nHeinrich > Uelzen\n\nAnna")),
    ("PB123", "a receipt sent back", lambda: mail(submit(sheet(GAME, "frederick"), GAME).text)),
    ("PB123", "a document in place of a sheet", lambda: in_mail((DOCX, "PK"))),
    ("PB128", "a document above the report", lambda: in_mail(("text/plain", as_quoted(blank())), (DOCX, "PK"))),
    ("PB124", "two sheets in one mail", lambda: in_mail(("text/plain", good()), ("text/plain", good(step=2)))),
    ("PB709", "an archive that is none",
     lambda: in_mail(('application/zip; name="orders.zip"', "no archive at all"))),
    ("PB709", "an archive of many files", lambda: zipped({f"orders-{number}.toml": good() for number in range(30)})),
    ("PB709", "an archive with a book in it", lambda: zipped({"orders.toml": "#" * 300_000})),
    ("PB709", "an archive with a password", lambda: zipped({"orders.toml": good()}, locked=True)),
    ("PB104", "an entry freed while its table is a remark still", lambda: f"{good()}# [troops]\nheinrich = 5\n"),
    ("PB136", "words that take the quoted sheet back",
     lambda: mail(f"Please ignore my last mail.\n\n{as_quoted(good())}")),
    ("PB128", "a sentence that asks for the report",
     lambda: mail("Could you send me the report again?\n\n" + as_quoted(orders(GAME, "frederick")))),
    ("PB128", "a sentence that tells of an absence",
     lambda: mail("I will be away until Monday.\n\n" + as_quoted(orders(GAME, "frederick")))),
    ("PB137", "words above a quoted vote",
     lambda: mail("I am against it.\n\n" + as_quoted(re.sub(r"\n\n(?s:.*)", '\nvote = "yes"\n', good())))),
    ("PB136", "words that call the quoted sheet a draft",
     lambda: mail(f"Hi Zoe,\n\nthis is only a draft!\n\n{as_quoted(other())}")),
    ("PB131", "an order in words above a quoted sheet",
     lambda: mail(f"Heinrich soll bitte nach Celle gehen.\n\n{as_quoted(other())}")),
    ("PB125", "a mail in letters nobody knows", lambda: mail("x", "Content-Type: text/plain; charset=klingon\n")),
    ("PB125", "HTML that breaks off", lambda: mail("<![x]>", "Content-Type: text/html\n")),
    ("PB125", "base64 that is none", lambda: mail("abcde", "Content-Transfer-Encoding: base64\n")),
    ("PB125", "a head of a thousand lines", lambda: mail(good(), "X-A: b\n" * 1000)),
    ("PB125", "a head without end", lambda: mail(good(), f"X-A: {'b' * 5000}\n" * 20)),
    ("PB125", "a header without end", lambda: mail(good(), f"X-A: {'b' * 8000}\n")),
    ("PB125", "a part described at length", lambda: mail(good(), f"Content-Type: text/plain; a={'b' * 2000}\n")),
    ("PB125", "a part with many entries", lambda: mail(good(), f"Content-Type: text/plain{'; a=b' * 41}\n")),
    ("PB125", "a mail of many parts", lambda: in_mail(*[("text/plain", good())] * 61)),
    ("PB125", "a mail of boxes in boxes", lambda: mail(good(), "Content-Type: multipart/mixed\n") + (
        b"Content-Type: multipart/mixed; boundary=a\n\n" * 31)),
    ("PB125", "a mail of very many lines", lambda: mail(good() + "a\n" * 31_000)),
    ("PB125", "a text that is a book", lambda: mail(f"{good()}{('x' * 99 + chr(10)) * 5000}")),
    ("PB125", "a text of many lines", lambda: mail(good() + "a\n" * 12_000)),
    ("PB126", "a document", lambda: b"PK\x03\x04\x00\x00\x00\x00"),
    ("PB127", "a mail as HTML without end",
     lambda: mail(f"<pre>{good()}</pre>{'<br>' * 100_001}", "Content-Type: text/html\n")),
    ("PB127", "a mail as HTML of tags",
     lambda: mail(f"<pre>{good()}</pre>{'<br>' * 30_001}", "Content-Type: text/html\n")),
    ("PB128", "a note above the report", lambda: mail(f"I shall answer tonight.\n\n{as_quoted(blank())}")),
    ("PB128", "a reply with its order behind the sign of a remark",
     lambda: mail(as_quoted(blank().replace('"..."', '"sour cherries"')))),
    ("PB128", "orders typed without a heading", lambda: mail(f'plays = ["10D"]\n\n{as_quoted(blank())}')),
    ("PB128", "OK above a sheet that asks for orders", lambda: mail(f"OK\n\n{as_quoted(blank())}")),
    ("PB129", "a sheet above another one filled in", lambda: mail(f"{good()}\n{as_quoted(other())}")),
    ("PB129", "a sheet with another one attached", lambda: in_mail(("text/plain", good()), (TOML, other()))),
    ("PB129", "two files", lambda: in_mail((TOML, good()), (TOML.replace("orders", "new"), other()))),
    ("PB129", "two sheets in the two forms of a mail",
     lambda: in_mail(("text/plain", good()), ("text/html", f"<pre>{other()}</pre>"))),
    ("PB130", "an answer of absence", lambda: mail(as_quoted(blank()), "Auto-Submitted: auto-replied\n")),
    ("PB130", "a notice of failure", lambda: mail(blank(), "Return-Path: <>\n")),
    ("PB130", "a report sent back as it came", lambda: mail(blank(), "Message-ID: <winter.1@pbem.invalid>\n")),
    ("PB131", "a broken bracket below the sheet", lambda: mail(f'{good()}\nThanks!\n[[bid]\nown = "Friedrich"')),
    ("PB132", "an order behind the sign of a remark", lambda: blank().replace('"..."', '"sour cherries"')),
    ("PB132", "an entry and its table behind the sign", lambda: f"{good()}# [troops]\n# heinrich = 5\n"),
    ("PB133", "a second thought above the sheet",
     lambda: mail(f"Sorry, please let Heinrich accept nothing.\n\n{good()}")),
    ("PB223", "ok of a role that owes nothing",
     lambda: sheet_text(GAME, "elisabeth", {}).replace("\n\n", "\nok = true\n\n", 1)),
    ("PB201", "the sheet of another game", lambda: good(game="summer-1757")),
    ("PB202", "a sheet too late", lambda: good(step=0)),
    ("PB203", "a sheet too early", lambda: good(step=9)),
    ("PB204", "a nation in place of a role", lambda: good().replace('"frederick"', '"prussia"')),
    ("PB204", "a role mistyped", lambda: good().replace('"frederick"', '"fredrick"')),
    ("PB205", "a key that does not fit", lambda: re.sub("key  = .*", 'key = "amber-falcon-31"', good())),
    ("PB208", "a word too long", lambda: good(word="x" * 300)),
    ("PB209", "a word on two lines", lambda: good().replace("\n\n", '\nword = "sour\\ncherries"\n\n', 1)),
]  # fmt: skip
for code, title, text in SHEETS:
    CASES.append((code, title, lambda text=text: answered(text())))  # type: ignore[misc]


@case("PB128", "OK with more words above a sheet that offers it")
def ok_and_more() -> Any:
    Path("unable").mkdir()
    there = begin(Path("unable"), "winter", POSITION.replace('"10D 9D 7D 2D 13D 12D 6D 4D 11D R 3S"', '"3S"'))
    quoted = as_quoted(orders(there, "frederick"))
    Path("orders.toml").write_bytes(mail(f"OK, I shall answer tonight.\n\n{quoted}"))
    return check_in_game("orders.toml", there)


def attacking(hand: str) -> Any:
    """Moves that lead to a battle, in a game in which every decision is asked."""
    Path("table").mkdir()
    moves = POSITION.replace('phase = "combat"', 'phase = "movement"').replace("Celle 5", "Uelzen 5")
    Path("table/position.toml").write_text(re.sub('prussia = "10D.*"', f'prussia = "{hand}"', moves))
    new(Plan("table/winter", position="table/position.toml", seed="a", pace="table"))
    Path("orders.toml").write_text(sheet_text("table/winter", "frederick", {"do": ["Heinrich > Celle"]}))
    return check_in_game("orders.toml", "table/winter")


@case("PB132", "an order in words behind the sign")
def order_in_words() -> Any:
    new(Plan("spring", "friedrich", seed="a"))
    adjudicate("spring", ["all"])
    sheet_said = sheet_text("spring", "frederick", {"do": ["Keith stays"]})
    Path("orders.toml").write_text(f"{sheet_said}# and Heinrich to Potsdam\n")
    return check_in_game("orders.toml", "spring")


@case("FR760", "moves that lead to a battle, where every decision is asked")
def open_bid_at_table() -> Any:
    return attacking("10D 9D")


@case("FR760", "moves that lead to a battle with nothing to play, where every decision is asked")
def settled_bid_at_table() -> Any:
    return attacking("10S 9S")


@case("PB206", "a sheet when all is over")
def nothing_awaited() -> Any:
    meadow_over()
    Path("orders.toml").write_text(sheet_text("meadow", "north", {}))
    return check_in_game("orders.toml", "meadow")


@case("PB105", "a sheet to be sealed for a bare key, with a step in quotes")
def sealed_wrong_type() -> Any:
    Path("orders.toml").write_text(good().replace("step = 1", 'step = "1"'))
    return seal("orders.toml", keys(GAME))


@case("PB105", "a sheet to be sealed for a bare key, with a game without quotes")
def sealed_without_quotes() -> Any:
    Path("orders.toml").write_text(good().replace('game = "winter"', "game = 1756"))
    return seal("orders.toml", keys(GAME))


@case("PB106", "a sheet to be sealed for a bare key, without a step")
def sealed_without_step() -> Any:
    Path("orders.toml").write_text(good().replace("step = 1", ""))
    return seal("orders.toml", keys(GAME))


@case("PB207", "a word for the seed in a later step")
def word_too_late() -> Any:
    adjudicate(GAME, ["all"])
    return answered(f'word = "sour cherries"\n{good()}')


@case("PB210", "the same sheet twice")
def twice() -> Any:
    submit(sheet(GAME, "frederick"), GAME)
    return submit(sheet(GAME, "frederick"), GAME).answer


@case("PB213", "an older sheet sent back by a machine")
def echoed() -> Any:
    for text in (good(), other(), mail(f"Thank you for your message!\n\n{good()}")):
        Path("orders.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
        receipt = submit("orders.toml", GAME)
    return receipt.answer
