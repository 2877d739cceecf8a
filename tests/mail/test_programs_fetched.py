"""Mails as real programs make them, each fetched by a fresh game: the sheet of the clean one, a refusal, or silence."""

from __future__ import annotations

import html
import os
import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill

import pytest
from mail import programs
from mail.bounded import Became, in_bounds
from mail.packed import packed
from mail.post import begun, winter
from mail.programs import Answer, Letter

from pbem.core.sheets import parsed
from pbem.mail.signs import plain
from pbem.rulesets import MODULES
from pbem.workflow.posting import COUNTED, WIDTH
from pbem.workflow.reporting import report
from pbem.workflow.sheet import orders

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="a child with bounds is a copy of this process")
EVERY = int(os.environ.get("PBEM_LETTERS", "4"))  # one of so many of the letters of all programs; 1: all
# What must become of a letter: the fates it may have, and the codes of its refusal.
MEANT = {
    "good": ("sheet", ""),
    "untouched": ("refused", "PB128"),
    "none": ("stranger", ""),  # it has no key in it, and so nobody knows who wrote it
    "differ": ("refused", "PB129"),
    "beside": ("refused", "PB131 PB101"),
    "machine": ("machine answer failed own", ""),
}


class Made:
    """A game whose report was sent, and what is answered to it."""

    def __init__(self, top: Path) -> None:
        self.top, self.folder = str(top / "games"), str(top / "at")
        directory = begun(top, "winter")
        report(directory, ["north"])
        template = orders(directory, "north")
        filled, other = (template.replace("vow = 1 ", f"vow = {vow} ") for vow in (2, 3))
        text, markup = (
            Path(directory, "reports", "0000", f"north.{form}").read_text("utf-8") for form in ("txt", "html")
        )
        body = re.sub(
            r"(?s)<svg.*?</svg>", "", markup[markup.index("<body") : markup.index("</body>")].partition(">")[2]
        )
        counted = fill(COUNTED.format(number=1), WIDTH)  # what stands below every mail of a game
        text, body = f"{text.rstrip()}\n\n-- \n{counted}\n", f"{body}<p>{counted}</p>"
        above, pre, rest = body.rpartition("<pre>")
        inside = above + pre + html.escape(filled) + rest[rest.index("</pre>") :]
        assert template in text and template == plain(html.unescape(rest[: rest.index("</pre>")]))[0]
        self.answer = Answer(text, body, template, filled, text.replace(template, filled), inside, other)

    def wrong(self, letters: Iterator[Letter]) -> list[str]:
        """The letters that were not treated as they ought to be."""
        expected = {each.id: each for each in letters}
        found = in_bounds(self.top, self.folder, ((each.id, each.data) for each in expected.values()))
        assert [*expected] == [*found]
        return [f"{name}: {row}" for name, row in found.items() if not self.is_right(row, expected[name].expected)]

    def is_right(self, row: Became, expected: str) -> bool:
        fates, codes = MEANT[expected]
        silent = row.fate in ("machine", "answer", "failed", "own")
        clean = parsed(self.answer.filled)
        return (
            row.fate in fates.split()
            and (row.fate != "refused" or set(row.codes.split()) <= set(codes.split()))
            and (row.sheet == clean if row.fate == "sheet" else row.sheet == {})
            and bool(row.answers) != silent
        )


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Made]:
    MODULES["toy"] = "toy"
    yield Made(tmp_path_factory.mktemp("letters"))
    del MODULES["toy"]


def of_programs(answer: Answer) -> list[Letter]:
    """Letters of all programs; those between quoted lines have lines in quotes, which the toy has not."""
    return [each for each in programs.letters(answer) if not each.id.endswith("between quoted lines")]


def test_there_are_letters_enough(made: Made) -> None:
    names = {each.id.split("-")[1] for each in of_programs(made.answer)[::EVERY]}

    assert 30 <= len(names)
    assert 250 <= len({each.data for each in of_programs(made.answer)[::EVERY]})


def test_letters_of_all_programs_give_the_clean_sheet_or_a_refusal(made: Made) -> None:
    assert [] == made.wrong(iter(of_programs(made.answer)[::EVERY]))


def test_machines_are_never_answered(made: Made) -> None:
    silent = (each for each in programs.machines(made.answer) if each.expected == "machine")

    assert [] == made.wrong(silent)


def test_letters_in_every_wrapping_give_the_clean_sheet(made: Made) -> None:
    letters = [*packed(made.answer)]

    assert 25 <= len(letters)
    assert [] == made.wrong(iter(letters))


def test_what_hangs_below_a_sheet_is_left_out(made: Made) -> None:
    letters = [each for each in programs.footed(made.answer) if each.expected == "good"]

    assert [] == made.wrong(iter(letters))


def test_the_game_is_the_one_of_the_letters(made: Made) -> None:
    assert os.path.isdir(winter(made.top))
