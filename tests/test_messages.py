"""The page of all messages: every code and every form of one is rendered from a real case, and the page is fresh."""

from __future__ import annotations

import re
from string import Formatter

import messages
import pytest

from pbem.core import Code
from pbem.workflow.explain import all_codes

ROWS: dict[tuple[str, str], messages.Shown] = {}


@pytest.fixture(scope="module")
def rows() -> dict[tuple[str, str], messages.Shown]:
    if not ROWS:
        ROWS.update(messages.everything())
    return ROWS


def test_every_form_of_every_code_has_a_real_case(rows: dict[tuple[str, str], messages.Shown]) -> None:
    wanted = [(id_, form) for id_, code in all_codes().items() for form in ("", *code.forms)]

    assert [] == [place for place in wanted if place not in rows]


def test_the_page_of_messages_is_fresh(rows: dict[tuple[str, str], messages.Shown]) -> None:
    """To write it anew: python tests/messages.py > docs/messages.md."""
    assert messages.page(rows) == messages.PAGE.read_text(encoding="utf-8")


def test_messages_are_words_for_people(rows: dict[tuple[str, str], messages.Shown]) -> None:
    odd = re.compile(r"\bNone\b|\bTrue\b|\bFalse\b|\{'|\{\w+\}|\b1 (?:troops|points|cards|cities|generals)\b")
    said = {place: "\n".join(line for line in row.text.split("\n") if " | " not in line) for place, row in rows.items()}

    assert {} == {place: text for place, text in said.items() if odd.search(text) and place[0] != "PB541"}
    glued = re.compile(r"[A-Z]\w+ and [A-Z]\w+ (?:stands|has|is|was) ")
    assert [] == [place for place, text in said.items() if glued.search(text)]


# What is put into these messages was said by others (the system, Python, git, a reader of TOML or of templates), or is
# a sentence with a form of its own (a complaint about a sheet, how a game ended, what is wrong with a position).
SAID_BY_OTHERS = {
    "FR301": {"asked"}, "MA301": {"asked"},  # the name of a decision, as the report has it
    "PB125": {"fault"}, "PB219": {"why"}, "PB503": {"why"}, "PB514": {"why", "fault"},
    "PB515": {"why"}, "PB517": {"why"}, "PB519": {"fault"}, "PB522": {"reason"}, "PB525": {"why"}, "PB527": {"why"},
    "PB533": {"why"}, "PB541": {"why"}, "PB544": {"why"}, "PB744": {"why"}, "PB745": {"why"}, "PB746": {"why"},
    "BD102": {"why"}, "PB551": {"fault"}, "PB562": {"why"}, "PB607": {"fault"}, "PB621": {"fault"}, "PB640": {"kind"},
    "PB831": {"why"}, "PB833": {"why"},
    "PB710": {"kind"}, "PB781": {"why"},
}  # fmt: skip
PIECES = {"what", "why", "how", "reason", "expected", "kind", "fault", "problem", "asked", "advice"}


def test_no_message_is_glued_from_pieces() -> None:
    glued = {
        id_: names for id_, code in all_codes().items() if (names := pieces_of(code) - SAID_BY_OTHERS.get(id_, set()))
    }

    assert {} == glued
    assert [] == [id_ for id_, names in SAID_BY_OTHERS.items() if not names <= pieces_of(all_codes()[id_])]


def pieces_of(code: Code) -> set[str]:
    """The names in the sentences of a code that would hold words and not things."""
    texts = [code.message, code.hint, *(part for form in code.forms.values() for part in form[:2])]
    return {name for text in texts for _, name, _, _ in Formatter().parse(text) if name} & PIECES
