"""Letters taken in and answered: one change each, once each, to the right person."""

from __future__ import annotations

from pathlib import Path

from mail.post import HOST, NORTH, NOW, fates, games, key_of, letter, mails, post, rows, taken, text_of, vow, winter

from games import toy, tree
from pbem.store.inbox import versions
from pbem.workflow.reporting import report
from pbem.workflow.sealing import seal

__all__ = ["games", "toy"]


def test_a_sheet_is_taken_and_answered_with_a_receipt(games: str) -> None:
    found = taken(games, letter(vow(games)))

    assert ["sheet"] == fates(found)
    assert ["north"] == [*versions(winter(games), 1)]
    (receipt,) = mails(winter(games))
    assert NORTH in receipt["To"] and HOST in receipt["From"]
    assert "[winter 0] Receipt: version 1 is in" == receipt["Subject"]
    text = text_of(receipt)
    assert "ACCEPTED." in text and "vow 2" in text
    assert "Nothing more is awaited from you for step 1." in text
    assert "The ledger of the game" in text
    assert "This is mail 1 to you." in text


def test_an_answer_belongs_to_the_thread_of_its_letter(games: str) -> None:
    taken(games, letter(vow(games), references="<0@pbem.invalid> <00@example.net>", in_reply_to="<00@example.net>"))

    (receipt,) = mails(winter(games))
    assert "<1@example.net>" == receipt["In-Reply-To"]
    assert "<0@pbem.invalid> <00@example.net> <1@example.net>" == " ".join(str(receipt["References"]).split())
    assert "auto-replied" == receipt["Auto-Submitted"]
    assert HOST == receipt["Reply-To"]
    assert "1" == receipt["X-Pbem-Mail"]


def test_a_letter_that_came_before_does_nothing(games: str) -> None:
    data = letter(vow(games))
    taken(games, data)
    before = tree(games)

    assert ["again", "again"] == fates(taken(games, data, letter(vow(games), subject="the same id")))
    assert before == tree(games)


def test_every_mail_to_a_reader_is_counted(games: str) -> None:
    taken(games, letter(vow(games)), letter(vow(games, vow=3), message_id="<2@example.net>"))

    assert ["1", "2"] == [mail["X-Pbem-Mail"] for mail in mails(winter(games))]
    assert 2 == len({mail["Message-ID"] for mail in mails(winter(games))})


def test_a_sheet_with_faults_is_refused_with_all_of_them(games: str) -> None:
    found = taken(games, letter(vow(games, vow=9)))

    assert ["refused"] == fates(found)
    assert {} == versions(winter(games), 1)
    (refusal,) = mails(winter(games))
    assert "[winter 0] Refused: nothing was changed" == refusal["Subject"]
    text = text_of(refusal)
    assert "TY303" in text and "vow = 9" in text and "^" in text
    assert "Still awaited from you for step 1: a vow." in text
    assert ["TY303"] == [row.about for row in rows(winter(games))]


def test_a_letter_is_kept_as_it_came(games: str) -> None:
    data = letter(vow(games))
    taken(games, data)

    assert data == Path(winter(games), "letters", "0001.eml").read_bytes()
    (row,) = rows(winter(games))
    assert ("1@example.net", NORTH, "2026-11-18T11:00:00+00:00", NOW) == (row.id, row.sender, row.date, row.received)
    assert ("sheet", "north", 1, 1, 1) == (row.fate, row.role, row.step, row.version, row.answer)


def test_a_stranger_learns_nothing_and_the_moderator_is_told(games: str) -> None:
    data = letter(vow(games, key="guessed"), sender="eve@example.com")

    assert ["stranger"] == fates(taken(games, data))
    assert {} == versions(winter(games), 1) and () == rows(winter(games))
    refusal, notice = mails(post(games))
    assert ("eve@example.com", "[pbem] Your letter could not be used") == (refusal["To"], refusal["Subject"])
    told = text_of(refusal)
    assert "PB702" in told and not any(word in told for word in ("winter", "north", "Anna", "toy"))
    assert HOST in notice["To"] and "eve@example.com" in text_of(notice)


def test_a_key_alone_finds_its_game(games: str) -> None:
    data = letter(f"{key_of(winter(games), 'north')} status\n", subject="hello")

    assert ["word"] == fates(taken(games, data))
    (answer,) = mails(winter(games))
    assert "[winter 0] Status" == answer["Subject"]
    assert "No sheet of yours is in." in text_of(answer)


# envelopes


def sealed(games: str, role: str = "north") -> str:
    """A sheet in an envelope for the key of the game."""
    place = winter(games)
    report(place, [role])
    path = Path(games).parent / "orders.toml"
    path.write_text(vow(games, role))
    return seal(str(path), str(Path(place, "reports", "0000", f"{role}.view.toml")), accept=True).text


def test_an_envelope_is_taken_closed_from_whoever_has_key_and_address(games: str) -> None:
    found = taken(games, letter(f"Hi,\n\n{sealed(games)}"))

    assert ["sheet"] == fates(found)
    assert "a sealed sheet" in text_of(mails(winter(games))[0])
    assert "BEGIN AGE ENCRYPTED FILE" in Path(versions(winter(games), 1)["north"][0].path).read_text()


def test_an_envelope_from_an_unknown_address_or_with_a_wrong_key_is_not_taken(games: str) -> None:
    text = sealed(games)
    wrong = text.replace(key_of(winter(games), "north"), "guessed")

    assert ["unconfirmed"] == fates(taken(games, letter(text, "anna@hotel.example")))
    assert ["stranger"] == fates(taken(games, letter(wrong, message_id="<2@x>")))
    assert {} == versions(winter(games), 1)


def test_a_fault_names_no_secret(games: str) -> None:
    """Whatever is damaged, what is said of it holds neither a key nor what a letter says."""
    keys = [key_of(winter(games), role) for role in ("north", "south")]
    data = letter(vow(games))
    for name in ("letters.toml", "outbox.toml", "ledger.toml", "secret.toml"):
        path = Path(winter(games), name)
        before = path.read_bytes() if path.exists() else None
        path.write_text(f"format = 2\nx = {keys[0]}\n")
        said = [outcome.fault for outcome in taken(games, data) if outcome.fault is not None]
        assert said and not any(key in f"{fault} {fault.hint}" for fault in said for key in keys), name
        path.unlink() if before is None else path.write_bytes(before)

    assert ["sheet"] == fates(taken(games, data))
