"""Words beside a sheet: warned of, noted or refused, but never dropped in silence."""

from __future__ import annotations

import pytest
from mail.programs import ANYBODY, as_html, as_text, top_posted
from mail.test_letters_to_games import filled, game, report_of, sent  # noqa: F401 a fixture

from pbem.workflow.receipts import Receipt
from pbem.workflow.sheet import orders

SORRY = "Sorry, please let Friedrich go to Torgau instead."


def inside(game: str) -> str:  # noqa: F811
    """The report with its sheet filled in."""
    return report_of(game).replace(orders(game, "frederick"), filled(game))


def found(receipt: Receipt, code: str) -> list[str]:
    return [item.message for item in receipt.answer.diagnostics if item.code.id == code]


def test_a_request_above_a_filled_quotation_is_refused(game: str) -> None:  # noqa: F811
    receipt = sent(game, bytes(as_text(ANYBODY, top_posted(ANYBODY, f"Hi Zoe,\n\n{SORRY}\n\nAnna", inside(game)))))

    assert [f"outside the sheet stands a line that looks like an order: {SORRY}"] == found(receipt, "PB131")


def test_words_about_a_piece_above_a_filled_quotation_are_warned_of(game: str) -> None:  # noqa: F811
    words = "I hope Friedrich likes it there."
    receipt = sent(game, bytes(as_text(ANYBODY, top_posted(ANYBODY, f"Hi Zoe,\n\n{words}\n\nAnna", inside(game)))))

    assert "ACCEPTED." in receipt.text
    assert [f'these words of your mail were not read as orders: "{words}"'] == found(receipt, "PB133")
    assert words in " ".join(receipt.text.split())


def test_a_request_around_a_typed_sheet_is_warned_of(game: str) -> None:  # noqa: F811
    for text in (f"{SORRY}\n\n{filled(game)}", f"{filled(game)}\n{SORRY}\n"):
        assert found(sent(game, bytes(as_text(ANYBODY, text))), "PB133")


def test_a_request_beside_an_attached_sheet_is_warned_of(game: str) -> None:  # noqa: F811
    letter = as_text(ANYBODY, SORRY)
    letter.add_attachment(filled(game).encode(), maintype="application", subtype="toml", filename="orders.toml")

    assert found(sent(game, bytes(letter)), "PB133")


def test_a_name_that_signs_is_no_request(game: str) -> None:  # noqa: F811
    for text in ("Best regards,\nKeith", "Bye\n-- \nKeith Miller", "See you in Berlin!"):
        receipt = sent(game, bytes(as_text(ANYBODY, top_posted(ANYBODY, text, inside(game)))))
        assert [] == found(receipt, "PB133")


def test_words_left_out_are_shown_shortened(game: str) -> None:  # noqa: F811
    text = f"Hi Zoe,\nthanks for the \x1b[31mreport!\n\n{filled(game)}\n{'So long. ' * 30}"

    notes = sent(game, bytes(as_text(ANYBODY, text))).answer.notes

    assert 'the words before the sheet were left out: "Hi Zoe, thanks for the [31mreport!"' in notes
    assert any(note.startswith('the words below the sheet were left out: "So long. So long.') for note in notes)
    assert all(len(note) < 160 for note in notes)


def test_who_has_the_wrong_key_is_told_nothing_of_the_pieces(game: str) -> None:  # noqa: F811
    wrong = filled(game).replace('key  = "', 'key  = "x')

    assert [] == found(sent(game, bytes(as_text(ANYBODY, f"{SORRY}\n\n{wrong}"))), "PB133")


@pytest.mark.parametrize("typed", ['do = ["Friedrich > Torgau"]', "Friedrich > Torgau", 'Hi,\n"Friedrich > Torgau",'])
def test_orders_without_a_heading_are_told_what_they_lack(game: str, typed: str) -> None:  # noqa: F811
    receipt = sent(game, bytes(as_text(ANYBODY, top_posted(ANYBODY, typed, report_of(game)))))
    (refusal,) = receipt.answer.diagnostics

    assert "PB128" == refusal.code.id
    assert "has no heading (game, step, role, key)" in refusal.message
    assert typed.split("\n")[-1].rstrip(",") in refusal.message
    assert "from game to key" in refusal.hint and "final" not in refusal.hint


def test_orders_typed_beside_an_untouched_file_are_told_what_they_lack(game: str) -> None:  # noqa: F811
    letter = as_text(ANYBODY, "Friedrich > Torgau")
    letter.add_attachment(orders(game, "frederick"), filename="orders.toml")

    assert "has no heading" in found(sent(game, bytes(letter)), "PB128")[0]


@pytest.mark.parametrize("strike", ["<s>{}</s>", "<del>{}</del>", '<i style="text-decoration:line-through">{}</i>'])
def test_what_is_struck_out_is_noted(game: str, strike: str) -> None:  # noqa: F811
    struck = strike.format('"Dohna &gt; <b>Stettin</b>",')
    sheet = filled(game).replace(">", "&gt;").replace("do = [", f"do = [\n  {struck}", 1)

    receipt = sent(game, bytes(as_html(ANYBODY, f"<style>s {{}}</style><pre>{sheet}</pre>")))

    assert not receipt.answer.is_refused
    assert 'struck-out words were left out: "Dohna > Stettin"' in receipt.answer.notes


def behind(receipt: Receipt) -> dict[str, str]:
    return {item.facts["line"]: item.hint for item in receipt.answer.diagnostics if item.code.id == "PB132"}


def test_lines_that_the_sheet_did_not_have_are_warned_of_behind_the_sign_too(game: str) -> None:  # noqa: F811
    lines = '# friedrich = 7\n# keith = 1\n# winterfeldt = 2   # why not\n# "T9 > Stettin",'
    sheet = filled(game).replace("# friedrich = 4", lines)
    remarked = sheet.replace("# keith", "# two more = nothing said\n# keith")

    found = behind(sent(game, remarked, "orders.toml"))

    assert ["# friedrich = 7", "# keith = 1", "# winterfeldt = 2   # why not", '# "T9 > Stettin",'] == [*found]
    assert all("[troops]" in hint for line, hint in found.items() if "=" in line)
    assert "[troops]" not in found['# "T9 > Stettin",']


def test_the_table_is_named_only_where_it_is_a_remark(game: str) -> None:  # noqa: F811
    sheet = filled(game).replace("# [troops]", "[troops]")
    sheet = sheet.replace("# friedrich = 4", "friedrich = 4\n# winterfeldt = 4")

    assert {"# winterfeldt = 4": "Take away the # if the order is meant."} == behind(sent(game, sheet, "orders.toml"))


def test_an_own_order_set_aside_is_not_warned_of(game: str) -> None:  # noqa: F811
    sheet = filled(game).replace('"Keith stays",', '"Keith stays",\n  # "Keith > Glogau",')

    assert {} == behind(sent(game, sheet, "orders.toml"))


LOST = [
    ("# in Berlin, 4 troops:", "# in Berlin, 4 troops: Heinrich > Potsdam"),
    ("# in Berlin, 4 troops:", "# in Berlin, 4 troops: Heinrich nach Potsdam"),
    ("# in Berlin, 4 troops:", "# in Berlin, 4 troops: Potsdam"),
    ('# "Heinrich > ",', "# Heinrich > Potsdam"),
    ('# "Heinrich > ",', '# "Heinrich > Potsdam'),
    ('# "Heinrich > ",', '## "Heinrich > Potsdam",'),
    ('# "Heinrich > ",', "# then Heinrich to Potsdam, please"),
]


@pytest.mark.parametrize(("was", "now"), LOST)
def test_an_order_written_into_a_remark_is_warned_of(game: str, was: str, now: str) -> None:  # noqa: F811
    sheet = filled(game)
    assert was in sheet

    assert [now] == [*behind(sent(game, sheet.replace(was, now), "orders.toml"))]


@pytest.mark.parametrize(("was", "now"), LOST)
def test_a_remark_that_holds_the_only_order_is_named(game: str, was: str, now: str) -> None:  # noqa: F811
    sheet = orders(game, "frederick").replace(was, now)

    for letter in (as_text(ANYBODY, sheet), as_text(ANYBODY, top_posted(ANYBODY, "Hi", sheet))):
        (refusal,) = sent(game, bytes(letter)).answer.diagnostics
        assert "PB128" == refusal.code.id
        assert now.rstrip(",") in refusal.message


@pytest.mark.parametrize("remark", ['# "Heinrich > Potsdam",', "# and Heinrich to Potsdam", "# Heinrich > Potsdam"])
def test_an_order_in_the_remark_behind_another_is_warned_of(game: str, remark: str) -> None:  # noqa: F811
    sheet = filled(game).replace('"Keith stays",', f'"Keith stays",  {remark}')

    found = behind(sent(game, sheet, "orders.toml"))

    assert [remark] == [*found]
    assert "on a line of its own" in found[remark]


@pytest.mark.parametrize(
    "remark",
    ["# Friedrich > Torgau was the other idea", "# to be on the safe side", "# Heinrich is tired", "# let us see"],
)
def test_remarks_of_the_writers_own_are_no_orders(game: str, remark: str) -> None:  # noqa: F811
    sheet = filled(game).replace('"Keith stays",', f'"Keith stays",  {remark}\n  {remark}')

    assert {} == behind(sent(game, sheet, "orders.toml"))
