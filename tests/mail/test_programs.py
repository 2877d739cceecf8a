"""Letters as mail programs make them: taken with the orders their writer typed, or refused by name; nothing else.

They are made here, in the shapes that the programs are known to use (`programs.py`), and were not sent by them.

With PBEM_LETTERS each of them is looked at, else every other one about moves, and fewer about all else.
"""

from __future__ import annotations

import html
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from battle_game import begin
from mail import programs
from mail.programs import Answer, Letter

from pbem.core.sheets import parsed
from pbem.mail.intake import Unreadable, taken_from
from pbem.mail.signs import plain
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


Pairs = tuple[tuple[str, str], ...]

MOVES: Pairs = (
    ('  # "Friedrich > ",', '  "Friedrich + Winterfeldt > Riesa > Meißen > Torgau",'),
    ('  # "Keith > ",', '  "Keith > Münsterberg > Neiße > Ottmachau > Frankenstein > Reichenbach",'),
    ('  # "T1 > ",', '  "T1 > Glogau",'),
    ("# [troops]  ", "[troops]  "),
    ("# friedrich = ", "friedrich = "),
)
TROOPS: Pairs = (("friedrich = 4", "friedrich = 6"), ("lehwaldt = 4", "lehwaldt = 2"))
BID: Pairs = (
    ("plays     = []", 'plays     = ["10D", { card = "9D", when = "score <= -5" }, { card = "R", to = -1 }, "13D"]'),
    ("accept    = 0", "accept    = 2"),
)
PLACE: Pairs = (('  "BIRDS 1",', '  "BIRDS 3",'),)
OTHERWISE: Pairs = (("Torgau", "Riesa"), ("= 6", "= 5"), ("accept    = 2", "accept    = 1"), ("BIRDS 3", "BIRDS 4"))


def filled_in(sheet: str, pairs: Pairs = MOVES) -> str:
    """The sheet with something filled in, some of it longer than a line of a mail."""
    for old, filled in pairs:
        assert old in sheet
        sheet = sheet.replace(old, filled)
    return sheet


def at_set_up(folder: Path) -> str:
    game = str(folder / "winter-1756")
    new(Plan(game, "friedrich", seed="a"))
    return game


def at_moves(folder: Path) -> str:
    game = at_set_up(folder)
    adjudicate(game, ["all"])
    return game


def at_castle(folder: Path) -> str:
    game = str(folder / "castle")
    new(Plan(game, "fredericus", seed="a"))
    return game


PLACES: dict[str, tuple[Callable[[Path], str], str, Pairs]] = {
    "set-up": (at_set_up, "frederick", TROOPS),
    "moves": (at_moves, "frederick", MOVES),
    "battle": (begin, "frederick", BID),
    "castle": (at_castle, "a", PLACE),
}


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Answer]:
    return {name: made(tmp_path_factory.mktemp("mails"), name) for name in PLACES}


@pytest.fixture(scope="module")
def answer(answers: dict[str, Answer]) -> Answer:
    return answers["moves"]


def made(folder: Path, place: str) -> Answer:
    """The report of a real game and its sheet, filled in in two ways."""
    begun, role, pairs = PLACES[place]
    game = begun(folder)
    report(game, [role])
    template = orders(game, role)
    written = [path for path in Path(game, "reports").rglob(f"{role}.*") if path.suffix in (".txt", ".html")]
    markup, text = (path.read_text(encoding="utf-8") for path in sorted(written))
    body = markup[markup.index("<body") : markup.index("</body>")].partition(">")[2]
    body = re.sub(r"(?s)<svg.*?</svg>", "", body)  # a mail has its map as a file
    filled = filled_in(template, pairs)
    other = filled
    for old, changed in OTHERWISE:
        other = other.replace(old, changed, 1)
    above, pre, rest = body.rpartition("<pre>")
    inside = above + pre + html.escape(filled) + rest[rest.index("</pre>") :]
    assert template in text and other != filled and template == plain(html.unescape(rest[: rest.index("</pre>")]))[0]
    return Answer(text, body, template, filled, text.replace(template, filled), inside, other)


def outcome(letter: Letter, answer: Answer) -> str:
    """What became of a letter: the code of its refusal, "good", or "WRONG"."""
    try:
        text = taken_from(letter.data, lambda role: answer.template, (programs.HOST_ADDRESS,)).text
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
    assert 70 <= len({program.name for program in programs.PROGRAMS})
    assert 10 <= len({program.tongue for program in programs.PROGRAMS})
    assert 1000 <= len([*programs.letters(answer)])


@pytest.mark.parametrize("place", PLACES)
def test_letters_of_all_programs_are_taken_as_typed_or_refused(place: str, answers: dict[str, Answer]) -> None:
    every = 1 if "PBEM_LETTERS" in os.environ else 2 if place == "moves" else 5

    assert [] == missed(programs.letters(answers[place], every), answers[place])


def test_letters_of_machines_hold_no_orders(answer: Answer) -> None:
    assert [] == missed(programs.machines(answer), answer)


def test_words_below_a_sheet_are_left_out_and_orders_are_not(answer: Answer) -> None:
    assert [] == missed(programs.footed(answer), answer)


def test_what_keyboards_and_programs_change_is_undone(answer: Answer) -> None:
    assert [] == missed(programs.damaged(answer), answer)


def test_letters_set_off_in_other_ways_are_taken_as_typed_or_refused(answer: Answer) -> None:
    assert [] == missed(programs.threads(answer), answer)


@pytest.mark.parametrize("place", PLACES)
def test_a_line_cut_short_is_never_left_out_in_silence(place: str, answers: dict[str, Answer]) -> None:
    answer = answers[place]
    lines = answer.filled.split("\n")
    letters = []
    for at, line in enumerate(lines[4:-2], 4):
        for length in {len(line) // 3, len(line) * 2 // 3}:
            sheet = "\n".join([*lines[:at], line[:length], *lines[at + 1 :]])
            if isinstance(parsed(sheet), tuple):
                letters.append(Letter(line, bytes(programs.as_text(programs.ANYBODY, f"{sheet}\nBye")), ""))

    assert letters and [] == [letter.id for letter in letters if outcome(letter, answer) == "WRONG"]
