"""The walk of a sheet and of a report: text is parsed once, secrets are exchanged once for each reader."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
import toy

from games import send_all, sheet_file
from pbem import seal, store
from pbem.core import sheets
from pbem.seal import outside
from pbem.store import layout
from pbem.store.reading import read_secret
from pbem.testing import altered
from pbem.workflow import check, finals, gate, keeping, open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.reporting import Wish, report
from pbem.workflow.sealing import seal as sealing
from pbem.workflow.sealing import write_envelope
from pbem.workflow.sheet import blank_sheet
from pbem.workflow.submit import submit

COUNTS: Counter[str] = Counter()
READ: Counter[str] = Counter()
TEXTS: Counter[str] = Counter()


@pytest.fixture(autouse=True)
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Count what is parsed, taken and exchanged."""
    sheets.parsed.cache_clear()
    COUNTS.clear()
    TEXTS.clear()
    READ.clear()
    loads, read = sheets.loads, sheets.read

    def counting(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **named: Any) -> Any:
            COUNTS[name] += 1
            return function(*given, **named)

        return call

    def parse(text: str) -> Any:
        TEXTS[text] += 1
        return loads(text)

    def reading(text: str, *given: Any) -> sheets.Reading:
        READ[text] += 1
        return read(text, *given)

    for module in (check, keeping, seal, outside):
        monkeypatch.setattr(module, "read", reading)
    for module in (sheets, store):
        monkeypatch.setattr(module, "loads", parse)
    monkeypatch.setattr(gate, "twin", counting("twin", gate.twin))
    monkeypatch.setattr(toy, "RULESET", altered(toy.RULESET, take=counting("take", toy.RULESET.rules.take)))
    yield
    sheets.parsed.cache_clear()


def mailed(game: str, sheet: str) -> str:
    """The sheet typed above the one that was sent, as a mail program writes it."""
    table = open_game(game)
    sent = blank_sheet(table, "north", read_secret(table.game).keys["north"])
    mail = EmailMessage()
    mail["From"], mail["Subject"] = "anna@example.org", "Re: your orders"
    quoted = "\n".join(f"> {line}" for line in sent.split("\n"))
    text = Path(sheet).read_text(encoding="utf-8")
    mail.set_content(f"{text}{sheets.CLOSING}\n\nBest regards\nAnna\n\nOn Monday the host wrote:\n{quoted}\n")
    path = Path(sheet).with_suffix(".eml")
    path.write_bytes(bytes(mail))
    return str(path)


def test_a_sheet_is_parsed_once_and_taken_once_for_each_table(game: str) -> None:
    sheet = sheet_file(game, "north", {"vow": 1})
    receipt = submit(sheet, game)

    assert not receipt.answer.is_refused
    assert 1 == TEXTS[Path(sheet).read_text(encoding="utf-8")]
    assert 1 == READ[Path(sheet).read_text(encoding="utf-8")]
    assert {"take": 1 + gate.TWINS, "twin": gate.TWINS} == COUNTS


def test_a_sheet_out_of_a_mail_is_parsed_once_too(game: str) -> None:
    mail = mailed(game, sheet_file(game, "north", {"vow": 1}))
    TEXTS.clear()
    COUNTS.clear()
    receipt = submit(mail, game)
    own = [text for text in TEXTS if "vow = 1" in text]

    assert not receipt.answer.is_refused and receipt.answer.notes
    assert own and {1} == {TEXTS[text] for text in own}
    assert 1 == READ[receipt.answer.text] == max(READ.values())
    assert {"take": 1 + gate.TWINS, "twin": gate.TWINS} == COUNTS


def test_an_envelope_is_read_once_too(game: str) -> None:
    sheet = sheet_file(game, "north", {"vow": 1})
    report(game, ["north"])
    view = layout.path(game, f"{layout.reports(0)}/{layout.view_name('north')}")
    envelope = write_envelope(sealing(sheet, view), sheet, "", force=True)
    READ.clear()
    receipt = submit(envelope, game)

    assert not receipt.answer.is_refused and receipt.answer.closed is not None
    assert {Path(envelope).read_text(encoding="utf-8"): 1} == READ


def test_a_sheet_whose_key_was_renewed_is_read_once_when_it_is_checked_again(game: str) -> None:
    text = Path(sheet_file(game, "north", {"vow": 1})).read_text(encoding="utf-8")
    table = open_game(game)
    secret = read_secret(table.game)
    renewed = secret._replace(keys={**secret.keys, "north": "amber-river-77"})
    found = [
        check.check_at(table, renewed, text, "f").is_refused,
        finals.check_kept(table, renewed, text, "f").is_refused,
    ]

    assert [True, False] == found
    assert 2 == READ[text]


def test_the_twins_of_a_step_are_made_once_for_each_reader_and_not_for_each_form(game: str) -> None:
    send_all(game)
    adjudicate(game)
    COUNTS.clear()
    report(game, wish=Wish(forms=("txt", "html", "md", "json")))

    assert gate.TWINS * len((*open_game(game).game.players, None)) == COUNTS["twin"]


def test_what_was_parsed_is_shared_and_nobody_changes_it(game: str) -> None:
    sheet = sheet_file(game, "north", {"vow": 1})
    text = Path(sheet).read_text(encoding="utf-8")
    before = repr(sheets.parsed(text))
    submit(sheet, game)
    send_all(game)
    adjudicate(game)

    assert before == repr(sheets.parsed(text))
