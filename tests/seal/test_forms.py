"""The form of an envelope: what can be seen to be wrong without opening it, the padding, and the promise."""

from __future__ import annotations

import base64
import hashlib
from typing import Any

import pytest

from pbem.core import Where
from pbem.core.sheets import Sheet, read
from pbem.seal import (
    BEGIN,
    END,
    MAGIC,
    Envelope,
    Opened,
    Unopened,
    age,
    armoured,
    canonical,
    commitment_of,
    envelope_text,
    fault_of,
    inner_text,
    is_envelope,
    is_phrase,
    parted,
    read_envelope,
)
from pbem.seal.codes import CUT_SHORT

SHEET = Sheet("winter", 3, "frederick", "amber-falcon-31", "final", "tulip", {"bid": [{"own": "Heinrich"}]})
PROMISE = "ab" * 32
SALT = "0123456789abcdef" * 2


def armour(*lines: bytes, magic: bytes = MAGIC) -> str:
    """An age file with these stanzas, in its armour."""
    data = magic + b"".join(line + b"\n" for line in (*lines, b"--- mac", b"body"))
    return f"{BEGIN}\n{base64.b64encode(data).decode()}\n{END}\n"


OPEN = armour(b"-> X25519 key", b"wrapped")  # a held envelope looks the same: its phrase stands for a key
SCRYPT = armour(b"-> scrypt salt 18", b"wrapped")  # age's own lock for phrases, whose cost its writer chooses
GREASE = b"-> odd-grease some words", b"more"  # what age adds, to be passed over


@pytest.mark.parametrize(
    ("promise", "held", "sealed", "form"),
    [
        (PROMISE, False, OPEN, None),
        (PROMISE.upper(), False, OPEN, None),
        (PROMISE, True, OPEN, None),
        (None, False, OPEN, "commitment"),
        (PROMISE[1:], False, OPEN, "commitment"),
        (PROMISE + "a", False, OPEN, "commitment"),
        ("x" * 64, False, OPEN, "commitment"),
        (PROMISE, False, None, "sealed"),
        (PROMISE, "no", OPEN, "lock"),
        (PROMISE, 1, OPEN, "lock"),
        (PROMISE, False, "", "first-line"),
        (PROMISE, False, OPEN.replace(BEGIN, "-----BEGIN-----"), "first-line"),
        (PROMISE, False, OPEN.replace(END, ""), ""),
        (PROMISE, False, OPEN.replace("YWdl", "YW*l"), "signs"),
        (PROMISE, False, OPEN.replace("YWdl", "YWdlY"), "signs"),
        (PROMISE, False, OPEN.replace("YWdl", "YW*dl"), "signs"),
        (PROMISE, False, armour(b"-> X25519 key", magic=b"age-encryption.org/v2\n"), "no-age"),
        (PROMISE, False, f"{BEGIN}\n{base64.b64encode(MAGIC).decode()}\n{END}", "no-age"),
        *(
            (PROMISE, held, sealed, form)
            for held in (False, True)
            for sealed, form in (
                (SCRYPT, "lock"),
                (armour(b"-> scrypt salt 1"), "lock"),
                (armour(b"-> scrypt salt 9999"), "lock"),
                (armour(b"-> X25519 key", b"wrapped", b"-> scrypt salt 18", b"wrapped"), "lock"),
                (armour(b"-> scrypt salt 18", b"wrapped", b"-> X25519 key", b"wrapped"), "lock"),
                (armour(b"-> X25519 key", b"wrapped", b"-> X25519 key", b"wrapped"), "lock"),
                (armour(b"-> ssh-ed25519 key", b"wrapped"), "lock"),
                (armour(b"-> x25519 key", b"wrapped"), "lock"),
                (armour(*GREASE), "lock"),
                (armour(b"-> X25519 key", b"wrapped", *GREASE), None),
                (armour(*GREASE, b"-> X25519 key", b"wrapped"), None),
                (armour(b"-> grease " + b"g" * 2000, b"-> X25519 key", b"wrapped"), None),
                (armour(b"-> X25519 key", b"wrapped", *GREASE, *GREASE), "lock"),
            )
        ),
    ],
)
def test_what_is_wrong_with_an_envelope_is_seen_without_opening_it(
    promise: Any, held: Any, sealed: Any, form: str | None
) -> None:
    assert form == fault_of(promise, held, sealed)


@pytest.mark.parametrize(
    ("form", "why"),
    [
        ("commitment", "its commitment is missing or no SHA-256"), ("sealed", "the sealed part is missing"),
        ("first-line", "its first line is missing"), ("", "its last line is missing"),
        ("signs", "there are signs in it that do not belong there"), ("no-age", "it is not an age file"),
        ("lock", "it is not locked as pbem seal locks envelopes"),
    ],
)  # fmt: skip
def test_every_form_says_what_is_wrong(form: str, why: str) -> None:
    assert why in CUT_SHORT(Where(("sealed",)), form=form).message


def test_the_lock_of_a_held_envelope_made_here_is_one_that_is_opened_here() -> None:
    made, promise = age.locked(SHEET, "text", "acorn river")
    found = read_envelope(made)

    assert isinstance(found, Envelope)
    assert (promise, True, {}) == (found.commitment, found.held, found.sheet.body)


def test_an_envelope_that_does_not_say_whether_it_is_held_is_not() -> None:
    text = envelope_text(SHEET, PROMISE.upper(), "four words", OPEN, held=False)
    found = read_envelope(text.replace("held = false\n", ""))

    assert isinstance(found, Envelope)
    assert (False, PROMISE, OPEN) == (found.held, found.commitment, found.armour)


@pytest.mark.parametrize("held", [False, True])
def test_the_heading_of_an_envelope_says_whose_it_is_and_that_a_phrase_is_kept(held: bool) -> None:
    text = envelope_text(SHEET, PROMISE, "amber river tulip oak", OPEN, held)
    sheet = read(text, ("commitment", "held", "sealed")).sheet

    assert sheet is not None
    assert ("winter", 3, "frederick", "amber-falcon-31") == (sheet.game, sheet.step, sheet.role, sheet.key)
    assert {"commitment", "held", "sealed"} == set(sheet.body)
    assert text.startswith("# A sealed sheet: amber river tulip oak\n")
    assert held == ("locked by a phrase" in text)


@pytest.mark.parametrize("length", [0, 1, 1900, 1950, 1985, 2000, 2047, 2048, 4000])
def test_what_is_encrypted_fills_whole_blocks_and_comes_apart_again(length: int) -> None:
    text = "x" * length
    data = inner_text(text, SALT)

    assert 0 == len(data) % 2048
    assert len(data) - 2048 < len(f"pbem envelope 1\nsalt {SALT}\npad \n\n{text}") <= len(data)
    assert Opened(text, SALT) == parted(data)


def test_a_sheet_with_an_empty_line_in_it_comes_apart_at_the_first_one() -> None:
    assert "one\n\ntwo\n" == parted(inner_text("one\n\ntwo\n", SALT)).text


@pytest.mark.parametrize(
    "head",
    [
        "pbem envelope 2\nsalt {salt}\npad --", "salt {salt}\npad --", "pbem envelope 1\nsalt {salt}",
        "pbem envelope 1\nsalt {salt}\npad xx", "pbem envelope 1\nsalt 0123\npad -", "pbem envelope 1\nsalt XYZ\npad -",
    ],
)  # fmt: skip
def test_what_is_no_sheet_in_an_envelope_is_named(head: str) -> None:
    for data in (f"{head.format(salt=SALT)}\n\ntext".encode(), b"\xff\xfe"):
        with pytest.raises(Unopened) as fault:
            parted(data)
        assert "PB603" == fault.value.code.id


def test_a_salt_has_as_many_signs_as_are_read_and_is_never_the_same() -> None:
    salts = {age.new_salt() for _ in range(20)}

    assert 20 == len(salts)
    assert {32} == {len(salt) for salt in salts}


@pytest.mark.parametrize(("length", "whole"), [(31, False), (32, True), (128, True), (129, False)])
def test_a_salt_is_neither_short_nor_without_end(length: int, whole: bool) -> None:
    data = f"pbem envelope 1\nsalt {'a' * length}\npad \n\ntext".encode()
    try:
        found = parted(data).salt == "a" * length
    except Unopened:
        found = False

    assert whole == found


def test_the_promise_is_the_hash_anybody_can_count_again() -> None:
    """docs/fairness.md: whoever has the sheet and the salt can hold them against the commitment."""
    expected = (
        b'{"body":{"bid":[{"own":"Heinrich"}]},"game":"winter","role":"frederick","status":"final","step":3,'
        b'"word":"tulip"}'
    )

    assert expected == canonical(SHEET)
    assert hashlib.sha256(f"pbem seal\n{SALT}\n".encode() + expected).hexdigest() == commitment_of(SHEET, SALT)


def test_an_envelope_and_a_phrase_are_known_by_one_look_also_in_a_quoted_mail() -> None:
    made = envelope_text(SHEET, PROMISE, "words", OPEN, held=False)
    quoted = "".join(f"> {line}\n" for line in made.splitlines())

    assert [True, True, False, False] == [
        is_envelope(text) for text in (made, quoted, made.replace("sealed =", "closed ="), made.replace(BEGIN, ""))
    ]
    assert [True, True, True, False, False] == [
        is_phrase(text)
        for text in ('phrase = "a b"', '> phrase="a b"', '\t phrase\t= "x"', "a phrase = 1", "phrases = 1")
    ]


def test_armour_is_freed_of_what_a_mail_program_puts_around_its_lines() -> None:
    assert "a\nb\n" == armoured("\n\n  a \n\n\t b\r\n \n")


def test_two_keys_belong_together_or_the_game_says_so() -> None:
    public, private = age.new_pair()
    age.check_pair(public, f" {private}\n")

    for other in (age.new_pair()[1], "no key", ""):
        with pytest.raises(Unopened) as fault:
            age.check_pair(public, other)
        assert "PB613" == fault.value.code.id


def test_what_is_no_key_is_not_sealed_for() -> None:
    with pytest.raises(Unopened) as fault:
        age.sealed(SHEET, "text", "age1" + "x" * 100)

    assert "age1" + "x" * 76 == fault.value.facts["found"]
