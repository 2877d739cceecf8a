"""The bids to fill in where all battles of a stage are bid for at once: what each would say if nothing is changed."""

from __future__ import annotations

import re

from pbem.core.chance import Chance
from pbem.rulesets.friedrich import RULESET

POSITION = {
    "stage": "prussia", "phase": "combat", "turn": 5,
    "prussia": {"friedrich": "Neumarkt 8", "heinrich": "Meißen 7"},
    "austria": {"daun": "Breslau 6", "laudon": "Dresden 6"}, "hands": {"prussia": "13S 10D", "austria": "12S"},
}  # fmt: skip


def otherwise(hand: str) -> list[tuple[str, str]]:
    """What the bids of Prussia's sheet say at the end, and what else they could."""
    position = {**POSITION, "hands": {"prussia": hand, "austria": "12S"}}
    state = RULESET.files.position(position, "4p", {"bidding": "stage"})
    state = RULESET.rules.resolve(state, {}, Chance("stage")).state
    text = RULESET.telling.sheet(RULESET.secrets.view_of(state, "frederick"), "frederick")
    return re.findall(r'otherwise = "(\w+)"   # or "(\w+)"', text)


def test_who_holds_cards_is_asked_and_who_holds_none_for_a_battle_concedes() -> None:
    ask, concede = ("ask", "concede"), ("concede", "ask")

    assert [ask, ask] == otherwise("13S 10D")
    assert [ask, concede] == otherwise("13S")
    assert [concede, ask] == otherwise("10D")
    assert [concede, concede] == otherwise("4C")
