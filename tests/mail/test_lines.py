"""What `pbem mail fetch` and `pbem mail tick` say of each letter: whole sentences, without a word of the registers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from mail.post import NORTH, games, key_of, letter, mails, taken, vow, winter
from mail.test_who_is_it import failure

from games import pbem, same_keys, toy
from pbem.store.letters import LetterRow
from pbem.workflow.letter_lines import ASKED, OTHERS, PROVED, letter_line
from pbem.workflow.strangers import WHY
from pbem.workflow.tick import tick

__all__ = ["games", "pbem", "same_keys", "toy"]
pytestmark = pytest.mark.usefixtures("same_keys")
WORKFLOW = Path(__file__).parents[2] / "pbem" / "workflow"
INTERNAL = ("@pbem.invalid", *(word for word in WHY if "-" in word), "{", "}", "()", ": .", "  ")


def row(fate: str, about: str = "", answer: int = 1) -> LetterRow:
    return LetterRow(7, "", "", NORTH, "", "", fate, "north", 3, 2, about, 0, answer)


ROWS = [
    *(row(fate, "PB704 PB708") for fate in (*PROVED, *OTHERS) if fate not in ("word", "stranger")),
    *(row("word", word) for word in ASKED),
    *(row("stranger", f"winter {why}") for why in WHY), row("stranger", "no-game"),
    *(row(fate, "help", 0) for fate in PROVED), row("stranger", "no-game", 0)._replace(sender=""),
]  # fmt: skip


@pytest.mark.parametrize("found", ROWS, ids=lambda found: f"{found.fate} {found.about} {found.answer}")
def test_a_letter_is_told_in_whole_sentences(tmp_path: Path, found: LetterRow) -> None:
    file, said = letter_line(str(tmp_path), found).split(": ", 1)

    assert file.endswith("0007.eml") and said.endswith(".")
    assert said[0].isupper() or said.startswith("north has ")
    assert [] == [word for word in INTERNAL if word in said]


def test_every_fate_and_every_word_has_its_sentence() -> None:
    text = "\n".join((WORKFLOW / f"{name}.py").read_text() for name in ("letters", "strangers", "word_answers"))
    fates = set(re.findall(r'(?:Done\(\w+|Unproved\(|FINAL|DRAFT|WITHDRAWN)[,:]? ?"([a-z]+)"', text))
    words = set(re.findall(r'"([a-z]+)": _[a-z]+', text)) | {"wait", "absent"}

    assert fates <= PROVED.keys() | OTHERS.keys() and {"sheet", "word", "stranger"} <= fates
    assert words == ASKED.keys()


def test_a_mail_that_did_not_arrive_is_named_as_it_lies_there(games: str) -> None:
    taken(games, letter(vow(games)))
    said = taken(games, failure(mails(winter(games))[0]["Message-ID"]))[0]
    assert said.row is not None

    assert letter_line(said.directory, said.row).endswith(
        f"0002.eml: A mail did not arrive: number 1 to north ({NORTH}), 0001-north.eml."
    )


def test_an_answer_that_is_one_too_many_is_told(games: str) -> None:
    key = key_of(winter(games), "north")
    found = [taken(games, letter(f"{key}\nhelp\n", message_id=f"<{at}@x>"))[0] for at in range(41)]
    lines = [letter_line(one.directory, one.row) for one in found if one.row is not None]

    assert lines[0].endswith("north has asked for help.")
    assert lines[-1].endswith("north has asked for help. It was not answered: there were too many answers today.")


def test_programs_read_the_same_words_as_ever(games: str, pbem: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "letter.eml"
    path.write_bytes(letter("Hello!\n", "eve@example.com"))
    done = tick([games], datetime(2026, 11, 18, 12, tzinfo=UTC), [str(path)])
    other = tmp_path / "other.eml"
    other.write_bytes(letter("Hello!\n", "eve@example.com", message_id="<b@x>"))
    rows = json.loads(pbem("mail", "fetch", games, "--from", str(other), "--json").out)

    assert [("stranger", "no-key")] == [(one["fate"], one["about"].split()[-1]) for one in done.data["letters"]]
    assert [("stranger", "no-key")] == [(one["fate"], one["about"].split()[-1]) for one in rows]
