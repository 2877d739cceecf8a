"""The page of all messages: every code and every form of one is rendered from a real case, and the page is fresh."""

from __future__ import annotations

import re

import messages
import pytest

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
