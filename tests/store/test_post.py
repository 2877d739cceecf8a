"""The registers of the post: rows are added, mails and letters are files, and nothing is counted twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.store import GameFault
from pbem.store.letters import LetterRow, letter_path, read_letters
from pbem.store.outbox import OutgoingRow, read_outbox, row_of, sent_part, unsent
from pbem.store.transaction import commit

ROW = OutgoingRow(1, "north", "n@example.org", 1, "receipt", "a@pbem", "2026-03-12T18:00:00+00:00", "[toy 1] Receipt")
LETTER = LetterRow(1, "ab" * 32, "x@y", "n@example.org", "", "2026-03-12T18:00:00+00:00", "sheet", "north", 1, 2)


def test_a_mail_in_the_outbox_is_a_file_and_a_row(tmp_path: Path) -> None:
    outbox = read_outbox(str(tmp_path)).with_mail(ROW, b"mail")
    commit(str(tmp_path), outbox.parts)

    assert (ROW,) == read_outbox(str(tmp_path)).rows
    assert b"mail" == (tmp_path / "outbox" / "0001-north.eml").read_bytes()
    assert [(1, "north")] == unsent(str(tmp_path))


def test_a_second_mail_is_added_and_counted_for_its_reader(tmp_path: Path) -> None:
    commit(str(tmp_path), read_outbox(str(tmp_path)).with_mail(ROW, b"mail").parts)
    outbox = read_outbox(str(tmp_path))
    second = ROW._replace(number=outbox.next_number, to="south", sequence=outbox.next_sequence("south"), letter=7)
    commit(str(tmp_path), outbox.with_mail(second, b"more").parts)

    found = read_outbox(str(tmp_path))
    assert (ROW, second) == found.rows
    assert (3, 2, 2) == (found.next_number, found.next_sequence("north"), found.next_sequence("south"))


def test_strangers_are_counted_by_their_addresses(tmp_path: Path) -> None:
    outbox = read_outbox(str(tmp_path)).with_mail(ROW._replace(to="stranger", address="a@b"), b"")

    assert (2, 1) == (outbox.next_sequence("stranger", "a@b"), outbox.next_sequence("stranger", "c@d"))


def test_a_mail_that_was_handed_over_moves(tmp_path: Path) -> None:
    commit(str(tmp_path), read_outbox(str(tmp_path)).with_mail(ROW, b"mail").parts)
    commit(str(tmp_path), (sent_part(1, "north"),))

    assert [] == unsent(str(tmp_path))
    assert b"mail" == (tmp_path / "sent" / "0001-north.eml").read_bytes()


def test_a_reader_that_could_lead_out_of_the_directory_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GameFault, match="PB513"):
        read_outbox(str(tmp_path)).with_mail(ROW._replace(to="../x"), b"mail")


def test_a_mail_is_found_by_its_id() -> None:
    assert ROW == row_of((ROW,), " <a@pbem> ")
    assert row_of((ROW,), "b@pbem") is None


def test_a_letter_is_kept_as_it_came(tmp_path: Path) -> None:
    commit(str(tmp_path), read_letters(str(tmp_path)).with_letter(LETTER, b"From: x").parts)

    assert (LETTER,) == read_letters(str(tmp_path)).rows
    assert b"From: x" == Path(letter_path(str(tmp_path), 1)).read_bytes()


def test_a_letter_is_known_by_its_bytes_or_by_its_id_and_sender() -> None:
    letters = read_letters("nowhere").with_letter(LETTER, b"")

    assert letters.has("ab" * 32) and not letters.has("")
    assert [LETTER] == letters.under("x@y", "n@example.org")
    assert [] == letters.under("x@y", "other@example.org")  # anybody can write an id that is not theirs
    assert [] == letters.under("", "n@example.org")


def test_a_row_that_is_no_row_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "letters.toml").write_text('format = 2\n[[letter]]\nnumber = "one"\n')

    with pytest.raises(GameFault, match="must be a whole number"):
        read_letters(str(tmp_path))
