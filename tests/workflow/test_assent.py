"""`ok = true`, and OK above the quotation: the sheet as it was sent is meant, where one word is enough."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

import pytest
from battle_game import BIDS, POSITION, begin, sheet, view_of
from mail.programs import ANYBODY, as_html, as_text, top_posted

from games import send_all
from pbem.core.sheets import OFFER
from pbem.store.reading import read_last_step
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.check import check_in_game, check_with_view, said
from pbem.workflow.new import Plan, new
from pbem.workflow.receipts import Receipt
from pbem.workflow.reporting import report
from pbem.workflow.sealing import seal, write_envelope
from pbem.workflow.sheet import orders
from pbem.workflow.submit import submit
from pbem.workflow.verify import verify

UNABLE = POSITION.replace('"10D 9D 7D 2D 13D 12D 6D 4D 11D R 3S"', '"3S 4H"')  # Heinrich stands in diamonds
OUTLOOK = ANYBODY._replace(intro="rule-header", quote="", tongue="de")
CONCEDES = {"bid": [{"own": "Heinrich", "enemy": "Richelieu", "plays": [], "accept": 0, "otherwise": "concede",
                     "retreat": []}]}  # fmt: skip


@pytest.fixture
def game(tmp_path: Path) -> str:
    """A game at a battle in which Frederick has nothing to play."""
    return begin(tmp_path, position=UNABLE)


def codes(receipt: Any) -> list[str]:
    answer = receipt.answer if isinstance(receipt, Receipt) else receipt
    return [item.code.id for item in answer.diagnostics]


def ok_sheet(game: str, role: str = "frederick", body: dict[str, Any] | None = None) -> str:
    """The path of a sheet that says ok."""
    path = Path(sheet(game, role, body or {}))
    head, _, rest = path.read_text().partition("\n\n")
    path.write_text(f"{head}\nok = true\n\n{rest}")
    return str(path)


def letter(game: str, words: str, program: Any = ANYBODY, html: bool = False, role: str = "frederick") -> str:
    """A mail with some words above the report it answers."""
    told = Path(game, "reports", Path(view_of(game, role)).parent.name, f"{role}.txt").read_text(encoding="utf-8")
    quoted = f"<p>{words}</p><blockquote><pre>{escape(told)}</pre></blockquote>"
    mail = as_html(ANYBODY, quoted) if html else as_text(ANYBODY, top_posted(program, words, told))
    path = Path(game).parent / "letter.eml"
    path.write_bytes(bytes(mail))
    return str(path)


# the sheet


def test_a_battle_with_nothing_to_play_says_so_and_offers_one_word(game: str) -> None:
    mine, other = orders(game, "frederick"), orders(game, "pompadour")

    assert "You hold nothing that can be played here" in " ".join(mine.replace("#", "").split())
    assert OFFER in mine.split("\n") and 'otherwise = "concede"' in mine
    assert OFFER not in other.split("\n") and 'otherwise = "ask"' in other


def test_both_are_asked_all_the_same(game: str, tmp_path: Path) -> None:
    able = begin(tmp_path, name="able")

    assert open_game(able).awaiting == open_game(game).awaiting
    assert ["frederick", "pompadour"] == [owed.role for owed in open_game(game).awaiting]


# ok = true


def test_ok_is_filled_in_with_the_orders_of_the_sheet_as_it_was_sent(game: str) -> None:
    receipt = submit(ok_sheet(game), game)

    assert [] == codes(receipt)
    assert CONCEDES == receipt.answer.sheet.body
    assert "ok: the sheet as it was sent to you" == receipt.answer.understood[0]
    assert "holds no orders" not in receipt.text


def test_the_step_holds_the_orders_and_everything_can_be_verified(game: str) -> None:
    submit(ok_sheet(game), game)
    submit(sheet(game, "pompadour", BIDS["pompadour"]), game)

    adjudicate(game)

    assert CONCEDES == read_last_step(open_game(game).game).orders["frederick"]
    assert [] == list(verify(game).findings)


def test_at_home_ok_gets_the_same_answer(game: str) -> None:
    path = ok_sheet(game)

    assert said(check_in_game(path, game), "text") == said(check_with_view(path, view_of(game, "frederick")), "text")


def test_ok_beside_orders_changes_nothing_and_is_noted(game: str) -> None:
    receipt = submit(ok_sheet(game, "pompadour", BIDS["pompadour"]), game)

    assert BIDS["pompadour"] == receipt.answer.sheet.body
    assert "ok: noted; the orders of this sheet count" == receipt.answer.understood[0]


def test_ok_beside_a_standing_bid_means_both(game: str) -> None:
    standing = {"standing": [{"name": "guard", "own": "Heinrich", "otherwise": "concede"}]}

    receipt = submit(ok_sheet(game, body=standing), game)

    assert [] == codes(receipt)
    assert {**CONCEDES, **standing} == receipt.answer.sheet.body


def test_ok_means_the_sheet_as_it_was_sent_where_that_is_not_offered_too(tmp_path: Path) -> None:
    game = str(tmp_path / "winter")
    new(Plan(game, "friedrich", seed="a"))
    adjudicate(game, ["all"])
    report(game)

    receipt = submit(ok_sheet(game), game)

    assert {"do": []} == receipt.answer.sheet.body
    assert OFFER not in orders(game, "frederick").split("\n")


def test_ok_of_a_role_that_owes_nothing_is_refused(game: str) -> None:
    assert ["PB223"] == codes(submit(ok_sheet(game, "elisabeth"), game))


def test_ok_must_be_true_or_false(game: str) -> None:
    path = Path(ok_sheet(game))
    path.write_text(path.read_text().replace("ok = true", 'ok = "yes"'))

    assert ["PB105"] == codes(submit(str(path), game))


def test_ok_twice_is_one_sheet(game: str) -> None:
    submit(ok_sheet(game), game)

    assert ["PB210"] == codes(submit(ok_sheet(game), game))


@pytest.mark.parametrize("name", ["toy", "fredericus"])
def test_ok_is_for_every_title(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pbem.rulesets import MODULES

    monkeypatch.setitem(MODULES, "toy", "toy")
    game = str(tmp_path / "summer")
    new(Plan(game, name, seed="a"))
    adjudicate(game, ["all"])
    role = open_game(game).awaiting[0].role
    path = Path(sheet(game, role, {}))
    path.write_text(path.read_text().rstrip() + "\nok = true\n")

    assert [] == [code for code in codes(submit(str(path), game)) if code.startswith("PB")]


def test_a_sealed_sheet_that_says_ok_is_filled_in_before_it_is_sealed(tmp_path: Path) -> None:
    folder = tmp_path / "sealed"
    folder.mkdir()
    game = begin(folder, position=UNABLE)
    path = ok_sheet(game)
    envelope = write_envelope(seal(path, view_of(game, "frederick"), accept=True), path, "", force=True)
    submit(envelope, game)
    submit(sheet(game, "pompadour", BIDS["pompadour"]), game)

    adjudicate(game)

    assert CONCEDES == read_last_step(open_game(game).game).orders["frederick"]
    assert [] == list(verify(game).findings)


# OK above the quotation


@pytest.mark.parametrize(
    "words",
    [
        "OK",
        "ok",
        "Ok.",
        "OK!\n\n-- \nAnna",
        "okay\n\nSent from my iPhone",
        "O.K.",
        "OK\n\nAnna",
        "OK\n\nAnna M. Brühl\n\n-- \nDresden",
        "ok = true",
        "ok=true\n\nAnna",
    ],
)
@pytest.mark.parametrize("program", [ANYBODY, OUTLOOK])
def test_ok_above_the_quoted_sheet_is_its_answer(game: str, words: str, program: Any) -> None:
    receipt = submit(letter(game, words, program), game)

    assert [] == codes(receipt)
    assert CONCEDES == receipt.answer.sheet.body
    assert "OK above the quoted sheet was read as its answer" in " ".join(receipt.text.split())


def test_ok_is_read_from_a_mail_in_html(game: str) -> None:
    assert [] == codes(submit(letter(game, "OK", html=True), game))


@pytest.mark.parametrize(
    "words",
    [
        "OK, I shall think about it.",
        "OK\nbut not today",
        "ok?? really",
        "OK Anna",
        "OK\n\nWait",
        "OK\n\nbut later",
        "OK\n\nAnna\nLater",
        "OK\n\nAnna\n\nBerlin",
        "OK\n\nNicht Heute",
        "OK?",
        "Ok??",
        "ok ?",
        "Ok!?",
        "¿OK?",
        "OK \u2753",
        "OK \N{THINKING FACE}",
        "OK\n\n?",
    ],
)
def test_ok_with_more_words_is_no_answer(game: str, words: str) -> None:
    receipt = submit(letter(game, words), game)

    assert ["PB128"] == codes(receipt)
    assert "but not OK alone" in receipt.text


def test_ok_above_a_sheet_that_does_not_offer_it_is_no_answer(game: str) -> None:
    """Whoever writes OK to a report may mean that he has read it."""
    receipt = submit(letter(game, "OK", role="pompadour"), game)

    assert ["PB128"] == codes(receipt)
    assert "asks for orders" in receipt.text


def test_ok_above_an_older_report_is_no_answer(game: str) -> None:
    path = letter(game, "OK")
    send_all(game)
    adjudicate(game)

    assert "frederick" not in [*receipt_sheet(submit(path, game))]


def receipt_sheet(receipt: Receipt) -> list[str]:
    return [] if receipt.answer.is_refused else [receipt.answer.sheet.role]


def test_orders_typed_below_ok_are_not_lost(game: str) -> None:
    receipt = submit(letter(game, 'OK\n\nplays = ["R"]'), game)

    assert receipt.answer.is_refused
