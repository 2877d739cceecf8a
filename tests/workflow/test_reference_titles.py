"""Rules asked of a title that has not got them, and cards of one whose reference tells of none."""

from __future__ import annotations

import pytest

from pbem.store import GameFault
from pbem.workflow.rules import card, rule


def test_a_rule_of_another_title_is_told_where_it_stands() -> None:
    with pytest.raises(GameFault) as raised:
        rule("", "M9.3")

    assert raised.value.message.startswith("friedrich: ")
    assert "pbem rules --ruleset maria M9.3" in raised.value.hint


def test_a_title_without_cards_in_its_reference_says_so() -> None:
    with pytest.raises(GameFault) as raised:
        card("maria", "1741-2")

    assert "the reference of maria tells of no cards" in raised.value.message
