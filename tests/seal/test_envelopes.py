"""Envelopes: what goes in comes out, nothing else does, and every fault has its name."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from pbem.core.sheets import Sheet, read
from pbem.mail.intake import taken_from
from pbem.seal import Envelope, Unopened, age, commitment_of, is_envelope, read_envelope
from pbem.seal.codes import KEY_MISMATCH
from pbem.seal.words import WORDS, four_words, phrase_of, plain_phrase

TEXT = """game = "winter"
step = 3
role = "frederick"
key = "amber-falcon-31"

[[bid]]
own = "Heinrich"
plays = ["13D"]
"""
KEYS = age.new_pair()


def sheet_of(text: str = TEXT) -> Sheet:
    sheet = read(text, ("bid",)).sheet
    assert sheet is not None
    return sheet


def sealed(text: str = TEXT) -> tuple[str, Envelope]:
    made, _ = age.sealed(sheet_of(text), text, KEYS[0])
    envelope = read_envelope(made)
    assert isinstance(envelope, Envelope)
    return made, envelope


def changed(envelope: Envelope, change: Any) -> Envelope:
    """The envelope with other bytes inside its armour."""
    lines = envelope.armour.splitlines()
    data = bytearray(base64.b64decode("".join(lines[1:-1])))
    change(data)
    text = base64.b64encode(bytes(data)).decode()
    rows = [text[at : at + 64] for at in range(0, len(text), 64)]
    return envelope._replace(armour="\n".join([lines[0], *rows, lines[-1]]) + "\n")


def test_a_sheet_comes_out_as_it_went_in() -> None:
    made, envelope = sealed()
    opened = age.opened(envelope, KEYS[1])

    assert is_envelope(made) and not is_envelope(TEXT)
    assert TEXT == opened.text
    assert envelope.commitment == commitment_of(sheet_of(), opened.salt)
    assert ("winter", 3, "frederick") == (envelope.sheet.game, envelope.sheet.step, envelope.sheet.role)


def test_an_envelope_shows_nothing_of_the_bid() -> None:
    short, _ = sealed()
    long, _ = sealed(TEXT + '[[bid]]\nown = "Keith"\nplays = ["12D", "11D", "10D", "9D", "8D"]\n')

    assert '"13D"' not in short and "Heinrich" not in short  # without its quotes, 13D could stand in the armour
    assert abs(len(short) - len(long)) < 200, "its size tells how long the bid is"


def test_the_same_sheet_never_has_the_same_commitment() -> None:
    assert sealed()[1].commitment != sealed()[1].commitment


def test_the_commitment_speaks_of_everything_but_the_key_and_remarks() -> None:
    same = TEXT.replace("amber-falcon-31", "other") + "# a remark\n"
    others = [TEXT.replace("13D", "12D"), TEXT.replace("step = 3", "step = 4"), TEXT.replace("frederick", "elisabeth")]

    assert commitment_of(sheet_of(), "ab") == commitment_of(sheet_of(same), "ab")
    for other in others:
        assert commitment_of(sheet_of(), "ab") != commitment_of(sheet_of(other), "ab")


def test_the_commitment_speaks_of_every_line_of_the_heading_and_of_the_player_s_word() -> None:
    sheet = sheet_of()._replace(status="final", word="tulip")
    others = [
        sheet._replace(game="summer"), sheet._replace(step=4), sheet._replace(role="elisabeth"),
        sheet._replace(status="draft"), sheet._replace(word="rose"), sheet._replace(word=""), sheet._replace(body={}),
    ]  # fmt: skip

    assert len({commitment_of(made, "ab") for made in (sheet, *others)}) == 1 + len(others)
    assert commitment_of(sheet, "ab") == commitment_of(sheet._replace(key="other"), "ab")
    assert commitment_of(sheet, "ab") != commitment_of(sheet, "ac")


def test_another_key_does_not_open() -> None:
    with pytest.raises(Unopened) as fault:
        age.opened(sealed()[1], age.new_pair()[1])

    assert "PB602" == fault.value.code.id


def test_what_is_no_key_is_told_as_such() -> None:
    with pytest.raises(Unopened) as fault:
        age.opened(sealed()[1], "AGE-SECRET-KEY-1RUBBISH")

    assert KEY_MISMATCH is fault.value.code


@pytest.mark.parametrize("place", [-1, -40, -500])
def test_a_changed_byte_is_found(place: int) -> None:
    def change(data: bytearray) -> None:
        data[place] ^= 1

    with pytest.raises(Unopened) as fault:
        age.opened(changed(sealed()[1], change), KEYS[1])

    assert "PB603" == fault.value.code.id


def test_bytes_cut_off_are_found() -> None:
    def change(data: bytearray) -> None:
        del data[-100:]

    with pytest.raises(Unopened) as fault:
        age.opened(changed(sealed()[1], change), KEYS[1])

    assert "PB603" == fault.value.code.id


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text[: text.index("-----END")] + '"""\n',
        lambda text: text.replace(
            "-----BEGIN AGE ENCRYPTED FILE-----\nYWdl", "-----BEGIN AGE ENCRYPTED FILE-----\nXXXX"
        ),
        lambda text: text.replace("YWdl", "YW*l"),
        lambda text: text.replace("held = false", 'held = "no"'),
        lambda text: text.replace('commitment = "', 'commitment = "x'),
    ],
)
def test_an_envelope_that_is_not_whole_is_told_before_it_is_opened(spoil: Any) -> None:
    found = read_envelope(spoil(sealed()[0]))

    assert not isinstance(found, Envelope)
    assert ["PB601"] == [fault.code.id for fault in found.diagnostics]


def test_only_the_phrase_opens_a_held_envelope_and_its_spelling_is_forgiving() -> None:
    phrase = "acorn river tulip oak wagon ember quill"
    made, _ = age.locked(sheet_of(), TEXT, phrase)
    envelope = read_envelope(made)
    assert isinstance(envelope, Envelope) and envelope.held

    assert TEXT == age.unlocked(envelope, " Acorn river-tulip, oak wagon\n ember quill ").text
    with pytest.raises(Unopened) as fault:
        age.unlocked(envelope, phrase.replace("oak", "plum"))
    assert "PB609" == fault.value.code.id
    with pytest.raises(Unopened):
        age.opened(envelope, KEYS[1])


@pytest.mark.parametrize(
    "mail",
    [
        lambda text: f"From: anna@example.org\nSubject: my bid\n\nHello,\n\n{text}\n-- \nAnna\n",
        lambda text: (
            "From: a@example.org\nContent-Type: text/plain\n\n" + "".join(f"> {line}\n" for line in text.splitlines())
        ),
        lambda text: f"From: anna@example.org\n\n```\n{text}```\n",
        lambda text: "From: a@example.org\r\n\r\n" + text.replace("\n", "\r\n"),
    ],
)
def test_an_envelope_survives_the_ways_of_mail(mail: Any) -> None:
    made, envelope = sealed()
    text, *_ = taken_from(mail(made).encode())
    found = read_envelope(text)

    assert isinstance(found, Envelope)
    assert age.opened(envelope, KEYS[1]) == age.opened(found, KEYS[1])


def test_the_list_of_words() -> None:
    assert 256 == len(WORDS) == len(set(WORDS))
    assert all(word.isascii() and word.islower() and word.isalpha() and 3 <= len(word) <= 9 for word in WORDS)
    assert "acorn anchor acorn zebra" == four_words("000100ff" + "0" * 56)
    assert 7 == len(age.new_phrase().split())
    assert "acorn zebra" == phrase_of(b"\x00\xff") == plain_phrase(" Acorn,\nZEBRA")


def test_a_phrase_stands_for_a_key_that_other_programs_of_age_read() -> None:
    """The text of a key is fixed (BIP 173), and its check sum is looked at by whoever reads it."""
    from pyrage import x25519

    from pbem.seal.lock import identity_of

    own = identity_of("acorn anchor angle", "ab" * 32)

    assert own == str(x25519.Identity.from_str(own))
    assert own == identity_of("acorn anchor angle", "ab" * 32)
    assert own != identity_of("acorn anchor angle", "cd" * 32)
    assert own != identity_of("acorn anchor ankle", "ab" * 32)


def test_an_envelope_that_says_it_is_held_and_is_not_opens_with_no_phrase() -> None:
    found = read_envelope(sealed()[0].replace("held = false", "held = true"))

    assert isinstance(found, Envelope)
    with pytest.raises(Unopened) as fault:
        age.unlocked(found, "acorn anchor angle ankle apple apron arrow")
    assert "PB609" == fault.value.code.id
