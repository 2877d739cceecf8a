"""Real cases of the complaints that no sheet of a vector provokes: headings, mails, damaged games, envelopes.

Each case is a function of a fresh game in the working directory: *winter*, Friedrich before a battle. It names the code
it is for; what it raises, or what the checker answers, is shown as the program prints it.
"""

from __future__ import annotations

import base64
import contextlib
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

from battle_game import begin, sheet, view_of
from messages import Shown
from order_attacks import ATTACKS, Attack

from games import play_steps, sheet_text
from pbem.core.chance import sha256
from pbem.rulesets import MODULES
from pbem.seal import age
from pbem.store import GameFault, disk
from pbem.store.ledger import Line, hash_of, ledger_path, read_lines, whole
from pbem.store.manifest import manifest_of, read_manifest
from pbem.store.writing import locked
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.check import check_in_game
from pbem.workflow.explain import explain
from pbem.workflow.journal import undo
from pbem.workflow.new import Plan, new
from pbem.workflow.numbers import take_number
from pbem.workflow.publish import publish, reveal
from pbem.workflow.reporting import report
from pbem.workflow.sealing import Refused, gather, keys, open_held, seal
from pbem.workflow.sheet import orders
from pbem.workflow.site import site
from pbem.workflow.status import status
from pbem.workflow.submit import submit
from pbem.workflow.verify import as_text, verify
from pbem.workflow.verify_notices import Held, held_together
from pbem.workflow.verify_notices import as_text as notice_as_text

GAME = "winter"
CASES: list[tuple[str, str, Callable[[], Any]]] = []


def case(code: str, title: str) -> Callable[[Callable[[], Any]], Callable[[], Any]]:
    """Note a case of a code."""

    def noted(work: Callable[[], Any]) -> Callable[[], Any]:
        CASES.append((code, title, work))
        return work

    return noted


# sheets and mails


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
    ("PB110", "too many keys", lambda: "".join(f"k{n} = 1\n" for n in range(30)) + good()),
    ("PB121", "a sheet with pictures", lambda: "#" * 1_000_001),
    ("PB122", "a mail in another character set", lambda: mail("caf\xe9", "Content-Type: text/plain; charset=utf-8\n")
     .replace("é".encode(), b"\xe9")),
    ("PB123", "a mail without a sheet", lambda: mail("I shall send my orders tonight.")),
    ("PB123", "a document in place of a sheet", lambda: in_mail((DOCX, "PK"))),
    ("PB128", "a document above the report", lambda: in_mail(("text/plain", as_quoted(blank())), (DOCX, "PK"))),
    ("PB124", "two sheets in one mail", lambda: in_mail(("text/plain", good()), ("text/plain", good(step=2)))),
    ("PB125", "a mail in letters nobody knows", lambda: mail("x", "Content-Type: text/plain; charset=klingon\n")),
    ("PB126", "a document", lambda: b"PK\x03\x04\x00\x00\x00\x00"),
    ("PB127", "a mail as HTML without end",
     lambda: mail(f"<pre>{good()}</pre>{'<br>' * 100_001}", "Content-Type: text/html\n")),
    ("PB128", "a note above the report", lambda: mail(f"I shall answer tonight.\n\n{as_quoted(blank())}")),
    ("PB128", "a reply with its order behind the sign of a remark",
     lambda: mail(as_quoted(blank().replace('"..."', '"sour cherries"')))),
    ("PB128", "orders typed without a heading", lambda: mail(f'plays = ["10D"]\n\n{as_quoted(blank())}')),
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


@case("PB206", "a sheet when all is over")
def nothing_awaited() -> Any:
    meadow_over()
    Path("orders.toml").write_text(sheet_text("meadow", "north", {}))
    return check_in_game("orders.toml", "meadow")


@case("PB105", "a sheet to be sealed for a bare key, with a step in quotes")
def sealed_wrong_type() -> Any:
    Path("orders.toml").write_text(good().replace("step = 1", 'step = "1"'))
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


def meadow_over() -> None:
    """A game of the toy played to its end: nothing is awaited any more."""
    MODULES["toy"] = "toy"
    new(Plan("meadow", "toy", seed="a"))
    while open_game("meadow").awaiting:
        play_steps("meadow", 1)


# damaged games


def file_of(name: str) -> Path:
    return next(Path(GAME).glob(name))


def changed(name: str, old: str, new_: str, signed: bool = False) -> None:
    path = file_of(name)
    text = path.read_text()
    assert old in text, (name, old)
    text = text.replace(old, new_, 1)
    if signed:
        rest = text.partition("\n")[2]
        text = f'digest = "{sha256(rest.encode()).hex()}"\n{rest}'
    path.write_text(text)


def damaged(code: str, title: str, *change: Any, work: Callable[[str], Any] = status, **how: Any) -> None:
    CASES.append((code, title, lambda: (changed(*change, **how), work(GAME))[-1]))


@case("PB501", "a directory that is no game")
def no_game() -> Any:
    return status("elsewhere")


@case("PB502", "a game without its secrets")
def no_secrets() -> Any:
    file_of("secret.toml").unlink()
    return adjudicate(GAME)


@case("PB502", "a sheet that is not there")
def no_sheet() -> Any:
    return check_in_game("orders.toml", GAME)


@case("PB503", "a folder in place of a file")
def folder() -> Any:
    file_of("game.toml").unlink()
    Path(GAME, "game.toml").mkdir()
    return status(GAME)


damaged("PB504", "a slip of the pen in game.toml", "game.toml", 'name = "winter"', 'name = "winter')
damaged("PB505", "a step changed by hand", "steps/0000-*", "celle 5", "celle 6")
damaged("PB506", "a game of a newer program", "game.toml", "format = 2", "format = 3")
damaged("PB529", "a game of the first version", "game.toml", "format = 2", "format = 1")
damaged("PB507", "a ruleset nobody knows", "game.toml", '"friedrich"', '"chess"')
damaged("PB508", "another revision", "game.toml", "revision = ", "revision = 9")
damaged("PB509", "a key mistyped in game.toml", "game.toml", "mode = ", "mood = ")
damaged("PB512", "an option changed in the middle of a game", "game.toml", 'bidding = "battle"', 'bidding = "stage"')
damaged("PB513", "a name that leads elsewhere", "game.toml", '"winter"', '"../winter"')
damaged("PB514", "a position that makes no sense", "steps/0000-*", "celle 5", "atlantis 5", signed=True)
damaged("PB519", "a mode that there is not", "game.toml", '"4p"', '"5p"')


@case("PB510", "a step that is missing")
def step_missing() -> Any:
    adjudicate(GAME, ["all"])
    file_of("steps/0000-*").unlink()
    return status(GAME)


@case("PB511", "a step that is there twice")
def step_twice() -> Any:
    Path(GAME, "steps", "0000-other.toml").write_text("")
    return status(GAME)


@case("PB515", "a sheet that the rules of a newer revision refuse")
def spoilt() -> Any:
    for role in ("frederick", "pompadour"):
        submit(sheet(GAME, role), GAME)
    changed("inbox/0001/frederick-01.toml", '"12D"', '"12H"')
    file = sha256(file_of("inbox/0001/frederick-01.toml").read_bytes()).hex()
    forged(lambda line: line._replace(facts={**line.facts, "file": file}) if line.of == "frederick" else line)
    return adjudicate(GAME)


@case("PB516", "two commands at once")
def busy() -> Any:
    with locked(GAME):
        return submit(sheet(GAME, "frederick"), GAME)


@case("PB517", "a folder that cannot be written")
def cannot_write() -> Any:
    shutil.rmtree(Path(GAME, "reports"))
    Path(GAME, "reports").write_text("")
    return report(GAME)


@case("PB518", "a game where one is already")
def exists() -> Any:
    return new(Plan(GAME, seed="b"))


@case("PB519", "a code mistyped")
def unknown_code() -> Any:
    return explain("FR999")


@case("PB520", "a sheet that has not come")
def sheets_missing() -> Any:
    submit(sheet(GAME, "frederick"), GAME)
    return adjudicate(GAME)


@case("PB521", "a command run twice")
def other_step() -> Any:
    adjudicate(GAME, ["all"])
    return adjudicate(GAME, ["all"], expect=1)


@case("PB522", "a game that is over")
def over() -> Any:
    meadow_over()
    return adjudicate("meadow")


@case("PB523", "nothing to take back")
def nothing_to_undo() -> Any:
    return undo(GAME, "a slip")


@case("PB524", "a step with another name")
def misnamed() -> Any:
    file_of("steps/0000-*").rename(Path(GAME, "steps", "0000-other.toml"))
    return status(GAME)


@case("PB525", "a system without locks")
def no_locks() -> Any:
    kept = {name: sys.modules.get(name) for name in ("fcntl", "msvcrt")}
    sys.modules.update(dict.fromkeys(kept))  # type: ignore[arg-type]
    try:
        return adjudicate(GAME, ["all"])
    finally:
        for name, module in kept.items():
            sys.modules.pop(name)
            sys.modules.update({name: module} if module else {})


@case("PB526", "a game played on after its seed was opened")
def played_on() -> Any:
    reveal(GAME, force=True)
    return adjudicate(GAME, ["all"])


@case("PB530", "a template that tells a secret")
def leak() -> Any:
    from pbem.workflow.gate import guarded

    return guarded(open_game(GAME), "pompadour", lambda table: str(table.state.hands[0]), "pompadour.txt")


@case("PB544", "a template that reaches for Python")
def template() -> Any:
    from pbem.workflow.reporting import report_of

    Path(GAME, "templates", "txt").mkdir(parents=True)
    Path(GAME, "templates", "txt", "due.txt.j2").write_text("{{ game.__class__ }}")
    return report_of(GAME, None)


@case("PB545", "a mail to nowhere")
def address() -> Any:
    from pbem.workflow.mailing import mails

    path = Path(GAME, "game.toml")
    head, _, roles = path.read_text().partition("[roles.")
    path.write_text(f"{head}[roles." + roles.replace('address = ""', 'address = "anna at home"', 1))
    return mails(GAME, "outbox")


@case("PB531", "an archive of another game")
def no_archive() -> Any:
    Path("full").mkdir()
    Path("full", "x").write_text("x")
    return publish(GAME, "full")


@case("PB532", "a reveal too early")
def too_early() -> Any:
    return reveal(GAME, "archive")


@case("PB533", "no git")
def no_git() -> Any:
    path, os.environ["PATH"] = os.environ.get("PATH", ""), ""
    try:
        return publish(GAME, "archive", git=True)
    finally:
        os.environ["PATH"] = path


@case("PB540", "a map of a game without one")
def no_map() -> Any:
    from pbem.workflow.mapping import WHOLE, map_of

    MODULES["toy"] = "toy"
    new(Plan("meadow", "toy", seed="a"))
    return map_of("meadow", None, None, WHOLE)


@case("PB541", "a picture without its painter")
def no_painter() -> Any:
    from pbem.workflow.mapping import painted

    sys.modules["cairosvg"] = None  # type: ignore[assignment]
    try:
        return painted("<svg/>", "map.png", "png")
    finally:
        del sys.modules["cairosvg"]


@case("PB543", "a map into a file of another kind")
def no_such_picture() -> Any:
    from pbem.workflow.mapping import form_of

    return form_of("map.docx")


@case("PB542", "a site among other files")
def no_site() -> Any:
    Path("full").mkdir()
    Path("full", "x").write_text("x")
    return site(GAME, "full")


def written(name: str, text: str) -> str:
    """A file in the working directory."""
    Path(name).write_text(text)
    return name


# envelopes


def envelope(role: str, body: Any = None, /, hold: bool = False, to: str = "", **more: Any) -> Any:
    """An envelope of the role beside the game."""
    made = seal(sheet(GAME, role, body, **more), to or view_of(GAME, role), hold, force=bool(to))
    Path(f"{role}.sealed.toml").write_text(made.text)
    return made


def sent(role: str, body: Any = None, /, **more: Any) -> Any:
    """The same, submitted."""
    made = envelope(role, body, **more)
    return made, submit(f"{role}.sealed.toml", GAME).answer


def both_adjudicated(body: Any = None, **more: Any) -> Any:
    sent("frederick", body, **more)
    submit(sheet(GAME, "pompadour"), GAME)
    return adjudicate(GAME)


@case("PB601", "an envelope cut short")
def cut_short() -> Any:
    envelope("frederick")
    path = Path("frederick.sealed.toml")
    path.write_text(path.read_text()[:-500] + '"""\n')
    return submit(str(path), GAME).answer


@case("PB602", "an envelope for another game")
def other_key() -> Any:
    return both_adjudicated(to=age.new_pair()[0])


@case("PB603", "an envelope changed on its way")
def tampered() -> Any:
    envelope("frederick")
    path = Path("frederick.sealed.toml")
    head, middle, tail = re.split(r"(?<=FILE-----\n)((?:.|\n)*)(?=-----END)", path.read_text())
    data = bytearray(base64.b64decode(middle))
    data[-1] ^= 1
    lines = re.findall(".{1,64}", base64.b64encode(data).decode())
    path.write_text(head + "\n".join(lines) + "\n" + tail)
    submit(str(path), GAME)
    submit(sheet(GAME, "pompadour"), GAME)
    return adjudicate(GAME)


@case("PB604", "a commitment that does not fit")
def broken_word() -> Any:
    made = envelope("frederick")
    path = Path("frederick.sealed.toml")
    path.write_text(path.read_text().replace(made.commitment, "ab" * 32))
    submit(str(path), GAME)
    submit(sheet(GAME, "pompadour"), GAME)
    return adjudicate(GAME)


@case("PB605", "an envelope of another step with a new heading")
def mixed_up() -> Any:
    envelope("frederick", step=7, to=keys(GAME))
    path = Path("frederick.sealed.toml")
    path.write_text(path.read_text().replace("step = 7", "step = 1"))
    submit(str(path), GAME)
    submit(sheet(GAME, "pompadour"), GAME)
    return adjudicate(GAME)


@case("PB606", "an envelope exchanged after its receipt")
def exchanged() -> Any:
    sent("frederick")
    submit(sheet(GAME, "pompadour"), GAME)
    envelope("frederick", {"bid": [{"own": "Heinrich", "otherwise": "concede"}]})
    Path(GAME, "inbox", "0001", "frederick-01.toml").write_text(Path("frederick.sealed.toml").read_text())
    return adjudicate(GAME)


@case("PB607", "a sealed sheet with an error")
def faulty() -> Any:
    return both_adjudicated({"bid": [{"own": "Heinrich", "plays": ["3H"]}]}, to=keys(GAME))


@case("PB608", "a phrase that has not come")
def phrase_missing() -> Any:
    return both_adjudicated(hold=True)


@case("PB609", "a wrong phrase")
def wrong_phrase() -> Any:
    sent("frederick", hold=True)
    submit(sheet(GAME, "pompadour"), GAME)
    return open_held(GAME, "frederick", "abbey abbey abbey abbey abbey abbey abbey abbey").answer


@case("PB610", "a phrase too early")
def phrase_early() -> Any:
    made, _ = sent("frederick", hold=True)
    return open_held(GAME, "frederick", made.phrase).answer


@case("PB611", "a phrase for nothing")
def nothing_held() -> Any:
    for role in ("frederick", "pompadour"):
        submit(sheet(GAME, role), GAME)
    return open_held(GAME, "frederick", "abbey abbey abbey abbey abbey abbey abbey abbey").answer


@case("PB612", "an envelope for a game without a key")
def no_key() -> Any:
    for name in ("game.toml", "secret.toml"):
        path = Path(GAME, name)
        path.write_text("\n".join(line for line in path.read_text().split("\n") if not line.startswith("seal_")))
    return sent("frederick", to=age.new_pair()[0])[1]


@case("PB613", "keys of two games")
def key_mismatch() -> Any:
    secret = Path(GAME, "secret.toml")
    text = re.sub('seal_identity = ".*"', f'seal_identity = "{age.new_pair()[1]}"', secret.read_text())
    secret.write_text(text)
    return both_adjudicated()


@case("PB614", "a key that is none")
def not_a_key() -> Any:
    return seal(sheet(GAME, "frederick"), "age1nonsense")


@case("PB615", "an envelope put into the inbox by hand")
def not_in_ledger() -> Any:
    envelope("frederick")
    submit(sheet(GAME, "pompadour"), GAME)
    Path(GAME, "inbox", "0001", "frederick-01.toml").write_text(Path("frederick.sealed.toml").read_text())
    return adjudicate(GAME)


@case("PB617", "a draft to be sealed")
def draft() -> Any:
    return envelope("frederick", status="draft")


@case("PB660", "a view with another key than before")
def changed_key() -> Any:
    import tomllib

    view = Path(view_of(GAME, "frederick"))
    table = tomllib.loads(view.read_text())
    view.write_text(view.read_text().replace(table["seal_key"], "age1another"))
    game = f'{table["game"]} {table["seed_commitment"]}'
    Path("settings").mkdir()
    Path("settings", "seal-keys.toml").write_text(f'format = 1\n[keys]\n"{game}" = "age1before"\n')
    with mock.patch.dict(os.environ, PBEM_CONFIG="settings"):
        return seal(sheet(GAME, "frederick"), str(view))


@case("PB618", "an envelope to be sealed")
def sealed_twice() -> Any:
    envelope("frederick")
    return seal("frederick.sealed.toml", view_of(GAME, "frederick"))


@case("PB619", "a new sheet when the first phrase is in")
def opening() -> Any:
    made = {role: sent(role, hold=True)[0] for role in ("frederick", "pompadour")}
    open_held(GAME, "frederick", made["frederick"].phrase)
    return submit(sheet(GAME, "pompadour"), GAME).answer


def fought() -> None:
    """A battle fought from two envelopes."""
    for role in ("frederick", "pompadour"):
        sent(role)
    adjudicate(GAME)


def verified(code: str, title: str, *change: Any, **how: Any) -> None:
    def work() -> Any:
        fought()
        changed(*change, **how)
        return verify(GAME)

    CASES.append((code, title, work))


verified("PB616", "a line of the ledger changed", "ledger.toml", 'kind = "sealed"', 'kind = "held"')
verified("PB621", "an event changed with its digest", "steps/0001-*", "score = ", "score = 1", signed=True)
verified("PB622", "orders changed with their digest", "steps/0001-*", '"12D",\n', "", signed=True)
verified("PB623", "the step before changed with its digest", "steps/0000-*", "celle 5", "celle 6", signed=True)


verified("PB650", "a step of a lower revision", "steps/0001-*", "revision = 2", "revision = 1", signed=True)


@case("PB624", "an envelope that is gone")
def envelope_lost() -> Any:
    fought()
    Path(GAME, "inbox", "0001", "pompadour-01.toml").unlink()
    return verify(GAME)


# the ledger


def forged(change: Callable[[Line], Line], place: str = GAME) -> None:
    """The ledger with changed lines, every hash made anew as a forger would."""
    heads: dict[str, Line] = {}
    lines = []
    for line in map(change, read_lines(ledger_path(place))):
        line = line._replace(before=heads[line.of].hash if line.of in heads else "")
        heads[line.of] = line._replace(hash=hash_of(line))
        lines.append(heads[line.of])
    Path(place, "ledger.toml").write_bytes(whole(lines))


def with_fact(kind: str, **facts: Any) -> Callable[[Line], Line]:
    """A change of the lines of a kind."""
    return lambda line: line._replace(facts={**line.facts, **facts}) if line.kind == kind else line


def looked_at(code: str, title: str, *work: Callable[[], Any]) -> None:
    """A case in which something is done to a game with a battle, and then it is verified."""
    CASES.append((code, title, lambda: (fought(), *(part() for part in work), verify(GAME))[-1]))


@case("PB211", "a word in an open sheet of a game whose moderator plays")
def word_not_held() -> Any:
    new(Plan("summer", seed="a", plays=["frederick"]))
    return check_in_game(written("orders.toml", sheet_text("summer", "frederick", {}, word="sour cherries")), "summer")


@case("PB212", "orders before the deal")
def only_a_word() -> Any:
    new(Plan("summer", "fredericus", seed="a", beacon="the lottery"))
    return check_in_game(written("orders.toml", sheet_text("summer", "b", {"do": ["BIRDS 6"]})), "summer")


@case("PB527", "a disk that fails after the change has happened")
def unfinished() -> Any:
    def failing(what: str, path: str) -> None:
        if what == "rename" and path.endswith(".toml"):
            raise OSError(5, "Input/output error")

    disk.watcher = failing
    try:
        return submit(sheet(GAME, "frederick"), GAME)
    finally:
        disk.watcher = None


@case("PB528", "a change that was cut off and then damaged")
def change_damaged() -> Any:
    Path(GAME, ".change").write_bytes(b"pbem change 1\nremove game.toml\nend 00\n")
    return status(GAME)


@case("PB534", "a ledger with other things in it")
def ledger_unreadable() -> Any:
    path = Path(GAME, "ledger.toml")
    path.write_text(f"mood = 1\n{path.read_text()}")
    return publish(GAME, "archive")


@case("PB626", "nothing to gather")
def nothing_to_gather() -> Any:
    return gather(GAME)


@case("PB632", "held envelopes that are not gathered")
def not_gathered() -> Any:
    sent("frederick", hold=True)
    return adjudicate(GAME, ["pompadour"])


def noticed() -> str:
    """A notice that a player got, with the receipt for the envelope beside it."""
    sent("frederick", hold=True)
    gather(GAME, ["pompadour"])
    return os.path.join(GAME, "reports", "0000", "frederick.notice.txt")


@case("PB656", "a notice that was changed on its way")
def notice_broken() -> Any:
    text = Path(noticed()).read_text(encoding="utf-8")
    return held_together([written("notice.txt", text.replace("version: 1", "version: 2", 1)), "frederick.sealed.toml"])


@case("PB657", "a notice about another envelope")
def not_in_gathering() -> Any:
    notice = noticed()
    made = seal(sheet(GAME, "frederick"), view_of(GAME, "frederick"), hold=True)
    text = made.text.replace(made.commitment, "5f" * 32)
    return held_together([notice, written("frederick.sealed.toml", text)])


@case("PB658", "a notice without anything to hold it against")
def no_notice() -> Any:
    return held_together([noticed()])


@case("PB627", "an envelope for the key of a moderator who plays")
def not_binding() -> Any:
    new(Plan("summer", seed="a", plays=["pompadour"]))
    report("summer")
    made = seal(written("orders.toml", sheet_text("summer", "frederick", {})), view_of("summer", "frederick"))
    return submit(written("orders.sealed.toml", made.text), "summer").answer


@case("PB628", "a deal that waits for a number")
def number_missing() -> Any:
    new(Plan("summer", seed="a", beacon="the lottery of 28 November 2026"))
    return adjudicate("summer", ["all"])


@case("PB629", "another number")
def number_known() -> Any:
    new(Plan("summer", seed="a", beacon="the lottery of 28 November 2026"))
    take_number("summer", "7 12 23 31 40 44")
    return take_number("summer", "7 12 23 31 40 45")


@case("PB630", "an empty number")
def number_odd() -> Any:
    new(Plan("summer", seed="a", beacon="the lottery of 28 November 2026"))
    return take_number("summer", " ")


@case("PB631", "a number nobody named")
def no_beacon() -> Any:
    return take_number(GAME, "7")


looked_at("PB640", "a line of a newer program", lambda: forged(lambda line: line._replace(kind="treaty") if (
    line.kind == "report") else line))  # fmt: skip
damaged("PB641", "another seal key", "game.toml", 'seal_key = "age1', 'seal_key = "age2', work=verify)
damaged("PB642", "another key of a player", "secret.toml", 'frederick = "', 'frederick = "x', work=verify)
verified("PB643", "a step made anew with its digest", "steps/0001-*", "score = ", "score = 1", signed=True)
looked_at("PB644", "a step that is gone", lambda: file_of("steps/0001-*").unlink())
looked_at("PB645", "a copy among the reports", lambda: Path(GAME, "reports", "0000", "copy.txt").write_text("x"))
looked_at("PB646", "a report changed by hand", lambda: changed("reports/0000/public.txt", "winter", "summer"))
looked_at("PB647", "a report that is gone", lambda: file_of("reports/0000/public.txt").unlink())
looked_at("PB648", "another sheet than the one that was bound", lambda: forged(with_fact("closed", version=2)))
looked_at("PB649", "a step that stands for other chains", lambda: forged(with_fact("step", roles={"frederick": "00"})))
verified("PB651", "a word that nobody sent", "steps/0001-*", "[words]", '[words]\nelisabeth = "cherries"', signed=True)
verified("PB652", "a number nobody took in", "steps/0001-*", 'beacon = ""', 'beacon = "7"', signed=True)


@case("PB655", "a public report that was forged before it was published")
def made_otherwise() -> Any:
    fought()
    publish(GAME, "archive")
    forge = Path("archive", "reports", "0001", "public.txt")
    forge.write_text(forge.read_text().replace("Heinrich", "Schwerin"))
    digests = {**read_manifest("archive"), "reports/0001/public.txt": sha256(forge.read_bytes()).hex()}
    Path("archive", "manifest.toml").write_bytes(manifest_of(digests))
    reveal(GAME, "archive", force=True)
    return verify("archive")


@case("PB653", "a ledger made anew")
def receipt_differs() -> Any:
    receipt = written("receipt.txt", submit(sheet(GAME, "frederick"), GAME).text)
    forged(with_fact("sheet", version=3))
    return verify(GAME, [receipt])


@case("PB110", "forty orders that cannot be read")
def many_faults() -> Any:
    new(Plan("summer", seed="a"))
    adjudicate("summer", ["all"])
    body = {"do": [f"march {number}" for number in range(50)]}
    return check_in_game(written("orders.toml", sheet_text("summer", "frederick", body)), "summer")


@case("PB659", "a ledger cut at a publication")
def ledger_cut() -> Any:
    before = Path(GAME, "ledger.toml").read_bytes()
    publish(GAME, "archive")
    Path(GAME, "ledger.toml").write_bytes(before)
    return verify(GAME)


@case("PB654", "a file that is no receipt")
def no_anchor() -> Any:
    return verify(GAME, [written("letter.txt", "Dear Anna")])


def attacked(attack: Attack) -> None:
    CASES.append((attack.code, attack.title, lambda: (fought(), attack.work(GAME), verify(attack.looked_at))[-1]))


for attack in ATTACKS:
    attacked(attack)


@case("PB685", "a step file taken away by hand")
def ledger_elsewhere() -> Any:
    fought()
    file_of("steps/0001-*").unlink()
    return adjudicate(GAME)


# showing them


def of_commands() -> Iterator[Shown]:
    """What each case is told."""
    known = dict(MODULES)
    with (
        tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as own,
        mock.patch.dict(os.environ, PBEM_CONFIG=own),
    ):  # fmt: skip
        begin(Path(first))
        for code, title, work in CASES:
            with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
                MODULES.pop("toy", None)
                shutil.copytree(first, ".", dirs_exist_ok=True)
                text, form = told(code, work)
                yield Shown(code, form, title, masked(text))
    MODULES.clear()
    MODULES.update(known)


def told(code: str, work: Callable[[], Any]) -> tuple[str, str]:
    """The complaint with that code, as it is printed, and its form."""
    try:
        answer = work()
    except Refused as refused:
        answer = refused.answer
    except GameFault as fault:
        assert code == fault.code.id, fault.message
        form = fault.facts.get("form", "") if fault.code.forms else ""
        return f"{fault.message}\n   = hint: {fault.hint}", form
    if hasattr(answer, "findings"):
        assert code in [row.code for row in answer.findings], (code, answer.findings)
        row = next(row for row in answer.findings if row.code == code)
        shown = notice_as_text if isinstance(answer, Held) else as_text
        return shown(answer._replace(findings=(row,))), row.form  # type: ignore[operator]
    found = [item for item in answer.diagnostics if item.code.id == code]
    assert found, (code, answer.diagnostics)
    whole = answer._replace(diagnostics=tuple(found[:1])).complaints()
    return whole.rpartition("\n\n")[0], found[0].facts.get("form", "")


def masked(text: str) -> str:
    """The text without what chance has made."""
    text = re.sub(r"(words were: |says it: )[a-z]+ [a-z]+ [a-z]+ [a-z]+", r"\1jigsaw tunnel cushion museum", text)
    text = re.sub(r"(gathered has the commitment )[0-9a-f]{64}", rf"\g<1>{'87' * 32}", text)
    return re.sub(r"(?<=\.\.)/\S*/(?=winter)", "", text)
