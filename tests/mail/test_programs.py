"""Letters as mail programs make them: taken with the orders their writer typed, or refused by name; nothing else."""

from __future__ import annotations

import html
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from mail import programs
from mail.programs import Answer, Letter

from pbem.core.sheets import parsed
from pbem.mail.intake import Unreadable, sheet_text
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.new import Plan, new
from pbem.workflow.reporting import report
from pbem.workflow.sheet import orders

CODES = {
    "untouched": {"PB128"},
    "machine": {"PB130"},
    "none": {"PB123"},
    "differ": {"PB129"},
    "beside": {"PB131", "PB101"},
}


def filled_in(sheet: str) -> str:
    """The sheet with three orders filled in, one of them longer than a line of a mail, and with numbers."""
    pairs = [
        ('  # "Friedrich > ",', '  "Friedrich + Winterfeldt > Riesa > Meißen > Torgau",'),
        ('  # "Keith > ",', '  "Keith > Münsterberg > Neiße > Ottmachau > Frankenstein > Reichenbach",'),
        ('  # "T1 > ",', '  "T1 > Glogau",'),
        ("# [troops]  ", "[troops]  "),
        ("# friedrich = ", "friedrich = "),
    ]
    for old, filled in pairs:
        assert old in sheet
        sheet = sheet.replace(old, filled)
    return sheet


@pytest.fixture(scope="module")
def answer(tmp_path_factory: pytest.TempPathFactory) -> Answer:
    return made(str(tmp_path_factory.mktemp("mails") / "winter-1756"))


@cache
def made(game: str) -> Answer:
    new(Plan(game, "friedrich", seed="a"))
    adjudicate(game, ["all"])
    report(game, ["frederick"])
    template = orders(game, "frederick")
    text = Path(game, "reports", "0001", "frederick.txt").read_text(encoding="utf-8")
    markup = Path(game, "reports", "0001", "frederick.html").read_text(encoding="utf-8")
    body = markup[markup.index("<body") : markup.index("</body>")].partition(">")[2]
    body = re.sub(r"(?s)<svg.*?</svg>", "", body)  # a mail has its map as a file
    filled = filled_in(template)
    escaped = [str(html.escape(part, quote=False)) for part in (template, filled)]
    assert template in text
    inside = body.replace("&#34;", '"').replace("&quot;", '"').replace(*escaped)
    assert escaped[1] in inside
    return Answer(text, body, template, filled, text.replace(template, filled), inside)


def outcome(letter: Letter, answer: Answer) -> str:
    """What became of a letter: the code of its refusal, "good", or "WRONG"."""
    known = {"frederick": answer.template}
    try:
        text, _ = sheet_text(letter.data, lambda role: known.get(role, ""), (programs.HOST_ADDRESS,))
    except Unreadable as fault:
        return fault.diagnostic.code.id
    data = parsed(text)
    if isinstance(data, tuple):
        return data[0].code.id
    return "good" if data == parsed(answer.filled) else "WRONG"


def missed(letters: Any, answer: Answer) -> list[str]:
    """The letters that were not treated as they ought to be."""
    found = [(letter, outcome(letter, answer)) for letter in letters]
    return [f"{each.id}: {got}" for each, got in found if got not in CODES.get(each.expected, {each.expected})]


def test_there_are_letters_of_many_programs_in_many_languages(answer: Answer) -> None:
    assert 45 <= len({program.name for program in programs.PROGRAMS})
    assert 10 <= len({program.tongue for program in programs.PROGRAMS})
    assert 1000 <= len([*programs.letters(answer)])


def test_letters_of_all_programs_are_taken_as_typed_or_refused(answer: Answer) -> None:
    assert [] == missed(programs.letters(answer), answer)


def test_letters_of_machines_hold_no_orders(answer: Answer) -> None:
    assert [] == missed(programs.machines(answer), answer)


def test_words_below_a_sheet_are_left_out_and_orders_are_not(answer: Answer) -> None:
    assert [] == missed(programs.footed(answer), answer)


def test_what_keyboards_and_programs_change_is_undone(answer: Answer) -> None:
    assert [] == missed(programs.damaged(answer), answer)
