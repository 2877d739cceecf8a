"""Words beside a sheet: warned of, noted or refused, but never dropped in silence."""

from __future__ import annotations

import pytest
from mail.programs import ANYBODY, as_text, top_posted
from mail.test_letters_to_games import filled, game, report_of, sent  # noqa: F401 a fixture

from pbem.workflow.sheet import orders
from pbem.workflow.submit import Receipt

SORRY = "Sorry, please let Friedrich go to Torgau instead."


def inside(game: str) -> str:  # noqa: F811
    """The report with its sheet filled in."""
    return report_of(game).replace(orders(game, "frederick"), filled(game))


def found(receipt: Receipt, code: str) -> list[str]:
    return [item.message for item in receipt.answer.diagnostics if item.code.id == code]


def test_a_request_above_a_filled_quotation_is_warned_of(game: str) -> None:  # noqa: F811
    receipt = sent(game, bytes(as_text(ANYBODY, top_posted(ANYBODY, f"Hi Zoe,\n\n{SORRY}\n\nAnna", inside(game)))))

    assert "ACCEPTED." in receipt.text
    assert [f'these words of your mail were not read as orders: "{SORRY}"'] == found(receipt, "PB133")
    assert SORRY in " ".join(receipt.text.split())


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
