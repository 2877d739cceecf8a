"""Letters to a real game: what `submit` keeps, what it leaves in place, and that `check` at home says the same."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from mail.programs import ANYBODY, HOST_ADDRESS, as_html, as_text, headed, top_posted
from mail.test_programs import filled_in

from games import tree
from pbem.store.reading import read_game, read_last_step
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.check import check_in_game, check_with_view, said
from pbem.workflow.new import Plan, new
from pbem.workflow.receipts import Receipt
from pbem.workflow.reporting import report
from pbem.workflow.sheet import orders
from pbem.workflow.submit import submit

OUTLOOK = ANYBODY._replace(intro="rule-header", quote="", tongue="de")


@pytest.fixture
def game(tmp_path: Path) -> str:
    """A game at Prussia's moves, its report written."""
    directory = str(tmp_path / "winter-1756")
    new(Plan(directory, "friedrich", seed="a"))
    adjudicate(directory, ["all"])
    report(directory, ["frederick"])
    return directory


def view_of(game: str) -> str:
    return os.path.join(game, "reports", "0001", "frederick.view.toml")


def report_of(game: str) -> str:
    return Path(game, "reports", "0001", "frederick.txt").read_text(encoding="utf-8")


def filled(game: str) -> str:
    """Orders that Prussia can carry out."""
    sheet = orders(game, "frederick").replace('  # "Friedrich > ",', '  "Friedrich + Winterfeldt > Riesa > Meißen",')
    return sheet.replace('  # "Keith > ",', '  "Keith stays",')


def sent(game: str, data: bytes | str, name: str = "letter.eml") -> Receipt:
    path = Path(game).parent / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return submit(str(path), game)


def codes(receipt: Receipt) -> list[str]:
    return [item.code.id for item in receipt.answer.diagnostics if item.is_error]


def moved(game: str) -> str:
    """What was ordered in the step that is now adjudicated."""
    adjudicate(game, ["all"])
    return str(read_last_step(read_game(game)).orders.get("frederick", {}).get("do"))


ORDERED = "['Friedrich + Winterfeldt > Riesa > Meißen', 'Keith stays']"


def test_an_answer_of_absence_leaves_good_orders_in_place(game: str) -> None:
    assert not sent(game, filled(game), "orders.toml").answer.is_refused
    before = tree(game)
    away = as_text(ANYBODY, top_posted(ANYBODY, "I am away until Monday.", report_of(game)))
    away["Auto-Submitted"] = "auto-replied"
    unmarked = as_text(ANYBODY, top_posted(OUTLOOK, "Ich bin bis Montag nicht da.", report_of(game)))

    assert ["PB130"] == codes(sent(game, bytes(away)))
    assert ["PB128"] == codes(sent(game, bytes(unmarked)))
    assert before == tree(game)
    assert ORDERED == moved(game)


def test_a_sheet_typed_above_the_original_is_taken(game: str) -> None:
    letter = as_text(ANYBODY, top_posted(OUTLOOK, f"Hallo,\n\n{filled(game)}\nViele Grüße\nAnna", report_of(game)))

    receipt = sent(game, bytes(letter))

    assert not receipt.answer.is_refused and "ACCEPTED." in receipt.text
    assert ORDERED == moved(game)


def test_a_sheet_filled_in_in_the_quotation_is_taken(game: str) -> None:
    inside = report_of(game).replace(orders(game, "frederick"), filled(game))

    assert not sent(game, bytes(as_text(ANYBODY, top_posted(ANYBODY, "Hi", inside)))).answer.is_refused
    assert ORDERED == moved(game)


@pytest.mark.parametrize("program", [ANYBODY, OUTLOOK])
def test_a_note_above_a_quoted_sheet_is_refused(game: str, program: object) -> None:
    before = tree(game)
    note = as_text(ANYBODY, top_posted(program, "I shall answer on Friday.", report_of(game)))  # type: ignore[arg-type]

    receipt = sent(game, bytes(note))

    assert ["PB128"] == codes(receipt)
    assert before == tree(game)


def test_the_sheet_as_it_was_sent_is_taken_from_a_mail_only_if_that_is_said(game: str) -> None:
    sheet = orders(game, "frederick")
    meant = sheet.replace("step = 2\n", 'step = 2\nstatus = "final"\n')

    assert ["PB128"] == codes(sent(game, bytes(as_text(ANYBODY, sheet))))
    receipt = sent(game, bytes(as_text(ANYBODY, meant)))
    assert [] == codes(receipt)
    assert "This sheet holds no orders." == receipt.text.split("\n")[0]


def test_a_receipt_says_first_that_a_file_holds_no_orders(game: str) -> None:
    receipt = sent(game, orders(game, "frederick"), "orders.toml")

    assert not receipt.answer.is_refused
    assert "This sheet holds no orders." == receipt.text.split("\n")[0]
    assert receipt.text.split("\n")[2].startswith("Receipt: ")
    assert sent(game, filled(game), "orders.toml").text.startswith("Receipt: ")


def test_a_receipt_says_first_that_a_set_up_is_as_it_was_sent(tmp_path: Path) -> None:
    game = str(tmp_path / "spring")
    new(Plan(game, "friedrich", seed="a"))
    sheet = orders(game, "frederick")
    changed = sheet.replace("friedrich = 4", "friedrich = 5").replace("winterfeldt = 4", "winterfeldt = 3")

    assert sent(game, sheet, "orders.toml").text.startswith("This sheet is as it was sent to you: ")
    assert sent(game, changed, "orders.toml").text.startswith("Receipt: ")


def test_a_line_filled_in_behind_the_sign_of_a_remark_is_warned_of(game: str) -> None:
    sheet = (
        filled(game).replace('  # "Dohna > ",', '  # "Dohna > Stettin",').replace("# friedrich = 4", "# friedrich = 7")
    )
    receipt = sent(game, sheet, "orders.toml")

    lines = [item.facts["line"] for item in receipt.answer.diagnostics if item.code.id == "PB132"]

    assert ['# "Dohna > Stettin",', "# friedrich = 7"] == lines
    assert not receipt.answer.is_refused and "does not count" in receipt.text
    assert "PB132" not in [item.code.id for item in sent(game, filled(game), "a.toml").answer.diagnostics]


def test_orders_that_all_stand_behind_the_sign_are_refused_in_a_mail(game: str) -> None:
    sheet = orders(game, "frederick").replace('  # "Dohna > ",', '  # "Dohna > Stettin",')

    receipt = sent(game, bytes(as_text(ANYBODY, sheet)))

    assert ["PB128"] == codes(receipt)
    assert "Dohna > Stettin" in receipt.text


def test_the_view_sent_back_is_not_the_orders(game: str) -> None:
    view = Path(view_of(game)).read_bytes()
    letter = as_text(ANYBODY, "My orders are attached.")
    letter.add_attachment(view, maintype="application", subtype="toml", filename="frederick.view.toml")
    alone = bytes(letter)
    letter.add_attachment(
        filled(game).encode(), maintype="application", subtype="toml", filename="=?utf-8?q?Z=C3=BCge=2Etoml?="
    )

    assert ["PB123"] == codes(sent(game, alone))
    assert not sent(game, bytes(letter)).answer.is_refused
    assert ORDERED == moved(game)


def test_mail_from_the_address_of_the_game_is_refused_unless_the_moderator_plays(game: str) -> None:
    path = Path(game, "game.toml")
    head, moderator, rest = path.read_text().partition("[moderator]")
    hosted = rest.replace('address = ""', f'address = "{HOST_ADDRESS}"', 1)
    letter = as_text(ANYBODY, filled(game))
    letter.replace_header("From", f"Zoe <{HOST_ADDRESS.upper()}>")

    path.write_text(head + moderator + hosted)
    assert ["PB130"] == codes(sent(game, bytes(letter)))
    path.write_text(head + moderator + hosted.replace('address = ""', f'address = "{HOST_ADDRESS}"', 1))
    assert [] == codes(sent(game, bytes(letter)))


def test_orders_typed_beside_an_attached_sheet_are_not_lost(game: str) -> None:
    letter = as_text(ANYBODY, 'Attached. One more: "Dohna > Stettin"')
    letter.add_attachment(filled(game).encode(), maintype="application", subtype="toml", filename="orders.toml")

    assert ["PB131"] == codes(sent(game, bytes(letter)))


def test_letters_get_the_same_answer_at_home_and_at_the_desk(game: str) -> None:
    quoted = report_of(game)
    inside = quoted.replace(orders(game, "frederick"), filled(game))
    behind = orders(game, "frederick").replace('  # "Dohna > ",', '  # "Dohna > Stettin",')
    pre = f"<pre>{filled(game).replace('>', '&gt;')}</pre>"
    robot = headed(ANYBODY, "Automatic reply: winter")
    robot.set_content(quoted)
    letters = [
        bytes(as_text(ANYBODY, text))
        for text in (
            top_posted(OUTLOOK, filled(game), quoted),
            top_posted(ANYBODY, "Hi", inside),
            top_posted(ANYBODY, "Hi", quoted),
            top_posted(ANYBODY, filled(game), inside.replace("Riesa", "Torgau")),
            f"{filled(game)}\nThanks\n[[bid]\n",
            filled(game).replace("Riesa", "Atlantis"),
            behind,
            "Hello",
        )
    ] + [bytes(as_html(ANYBODY, pre)), bytes(robot), behind.encode(), filled_in(orders(game, "frederick")).encode()]

    for data in letters:
        path = Path(game).parent / "letter.eml"
        path.write_bytes(data)
        home, desk = check_with_view(str(path), view_of(game)), check_in_game(str(path), game)
        assert said(home, "text") == said(desk, "text")
        assert home.diagnostics == desk.diagnostics and home.text == desk.text
