"""Attached files: read if they may be sheets, named if they were not read."""

from __future__ import annotations

from html import escape
from tomllib import loads

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


@pytest.mark.parametrize(
    ("data", "name"), [(TEXT, "orders"), (ZIP, "orders"), (ZIP, "Orders.docx"), (TEXT, "a.html"), (TEXT, "a.md")]
)
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


def test_a_file_as_windows_writes_it_is_read(answer: Answer) -> None:  # noqa: F811
    sheet = answer.filled.replace("\n", "  # für Österreich\n", 1)

    assert sheet == taken_from(letter("Hi", sheet.encode("cp1252"), "orders.txt"), lambda role: answer.template).text


def test_a_file_in_letters_that_make_no_sense_is_named(answer: Answer) -> None:  # noqa: F811
    data = letter("Hi", answer.filled.encode() + b"# \xfc", "Befehle.txt", "text/plain")
    data = data.replace(b"text/plain\n", b"text/plain; charset=utf-8\n")

    assert "PB122" == refusal(data, answer).code.id
    assert "the attached file befehle.txt is not text in UTF-8" in refusal(data, answer).message
    assert "the attached file a.toml is not text" == refusal(letter("Hi", b"\0\0game", "a.toml"), answer).message


@pytest.mark.parametrize("kind", ["application/octet-stream", "text/markdown", "text/html"])
@pytest.mark.parametrize("name", ["orders.md", "orders.html", "Orders.HTM", "orders.text"])
def test_a_sheet_in_a_file_of_another_kind_is_read(answer: Answer, name: str, kind: str) -> None:  # noqa: F811
    is_html = "htm" in name.lower() or kind == "text/html"
    text = f"<html><pre>{escape(answer.filled)}</pre></html>" if is_html else f"# Orders\n\n```\n{answer.filled}```\n"
    data = letter(top_posted(ANYBODY, "See file.", answer.report), text.encode(), name, kind)

    assert loads(answer.filled) == loads(taken_from(data, lambda role: answer.template).text)


@pytest.mark.parametrize("kind", ["application/octet-stream", "message/rfc822"])
def test_a_mail_sent_along_as_a_file_is_read(answer: Answer, kind: str) -> None:  # noqa: F811
    inner = as_text(ANYBODY, answer.filled)
    outer = as_text(ANYBODY, "Here is what I wrote.")
    outer.make_mixed()
    if kind == "message/rfc822":
        outer.add_attachment(inner, filename="orders.eml")
    else:
        outer.add_attachment(bytes(inner), maintype="application", subtype="octet-stream", filename="orders.eml")

    assert answer.filled == taken_from(bytes(outer), lambda role: answer.template).text
    assert "PB123" == refusal(letter("See file.", b"Hello", "orders.eml"), answer).code.id
