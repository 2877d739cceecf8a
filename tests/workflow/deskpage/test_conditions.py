"""What the page knows of bids: the words of their conditions, and which lines are whose."""

from __future__ import annotations

from pbem.rulesets.common.conditions import _COMPARE, FACTS
from pbem.workflow.deskpage import conditions
from pbem.workflow.deskpage.lines import bids_in

SHEET = """\
game = "winter"
do = []

[[bid]]
own = "Keith"
plays = [
  "7S",
]
[bid.limit]
cards = 2
[[bid]]
own = "Heinrich"
[troops]
keith = 4
[[ahead]]
for = "x"
[[ahead]]
for = "y"
[[ahead.bid]]
own = "Dohna"
[[standing]]
own = "*"
"""


def test_every_fact_and_every_sign_of_a_condition_has_words() -> None:
    assert [*FACTS] == [*conditions.FACTS]
    assert {*_COMPARE} == {*conditions.SIGNS}


def test_lines_belong_to_the_bid_in_which_they_stand() -> None:
    expected = [(["bid", 0], 4, 10), (["bid", 1], 11, 12), (["ahead", 1, "bid", 0], 19, 20), (["standing", 0], 21, 22)]

    assert expected == bids_in(SHEET)
    assert expected[:2] == bids_in(SHEET.replace("[[ahead]]", "[[ahead", 1))
