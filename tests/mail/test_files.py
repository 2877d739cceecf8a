"""Attached files: read if they may be sheets, named if they were not read."""

from __future__ import annotations

import pytest
from mail.programs import ANYBODY, Answer, as_text, top_posted
from mail.test_programs import answer, answers  # noqa: F401 fixtures

from pbem.core import Diagnostic
from pbem.mail.intake import Unreadable, taken_from

TEXT, ZIP = b"Hello", b"PK\x03\x04\0\0"


def letter(text: str, data: bytes, name: str, kind: str = "application/octet-stream") -> bytes:
    message = as_text(ANYBODY, text)
    main, sub = kind.split("/")
    message.add_attachment(data, maintype=main, subtype=sub, filename=name)
    return bytes(message)


def refusal(data: bytes, answer: Answer) -> Diagnostic:  # noqa: F811
    with pytest.raises(Unreadable) as caught:
        taken_from(data, lambda role: answer.template)
    return caught.value.diagnostic


def test_a_file_without_an_ending_is_read_if_it_looks_like_a_sheet(answer: Answer) -> None:  # noqa: F811
    text = top_posted(ANYBODY, "Here you are.", answer.report)

    taken = taken_from(letter(text, answer.filled.encode(), "orders"), lambda role: answer.template)

    assert answer.filled == taken.text


@pytest.mark.parametrize(("data", "name"), [(TEXT, "orders"), (ZIP, "orders"), (ZIP, "Orders.docx"), (TEXT, "a.html")])
def test_a_file_that_was_not_read_is_named(answer: Answer, data: bytes, name: str) -> None:  # noqa: F811
    alone = refusal(letter("See file.", data, name), answer)
    quoted = refusal(letter(top_posted(ANYBODY, "See file.", answer.report), data, name), answer)

    assert ["PB123", "PB128"] == [alone.code.id, quoted.code.id]
    assert all(f"the attached file {name.lower()} was not read" in item.message for item in (alone, quoted))


def test_a_file_beside_a_good_sheet_is_noted(answer: Answer) -> None:  # noqa: F811
    notes = taken_from(letter(answer.filled, ZIP, "orders.docx"), lambda role: answer.template).notes

    assert "the attached file orders.docx was not read" in notes


def test_pictures_and_signatures_are_not_spoken_of(answer: Answer) -> None:  # noqa: F811
    for name, kind in (("map.png", "image/png"), ("signature.asc", "application/pgp-signature"), ("logo", "image/gif")):
        assert () == taken_from(letter(answer.filled, ZIP, name, kind), lambda role: answer.template).notes
        assert "" == refusal(letter("Hello", ZIP, name, kind), answer).facts.get("form", "")


def test_the_sheet_as_it_was_sent_above_the_file_is_no_order_beside_it(answer: Answer) -> None:  # noqa: F811
    """Whoever leaves the sheet in the text and attaches the one that is filled in means the file."""
    text = f"Here you are.\n\n{answer.template}\nBest regards\nAnna\n"

    taken = taken_from(letter(text, answer.filled.encode(), "orders.toml"), lambda role: answer.template)

    assert answer.filled == taken.text
    assert any("Here you are." in note for note in taken.notes)


@pytest.mark.parametrize(("line", "code"), [("Friedrich > Riesa", "PB131"), ('plays = ["13S"]', "PB129")])
def test_an_order_typed_beside_the_sheet_as_it_was_sent_is_not_lost(answer: Answer, line: str, code: str) -> None:  # noqa: F811
    text = f"{answer.template}\n{line}\n"

    assert code == refusal(letter(text, answer.filled.encode(), "orders.toml"), answer).code.id
