"""The piles of the state: its fields are those of the shared value, by name and by type."""

from __future__ import annotations

from typing import get_type_hints

from pbem.rulesets.common import Card
from pbem.rulesets.common.duel import PlayedCard
from pbem.rulesets.common.piles import Piles
from pbem.rulesets.friedrich import RULESET, state
from pbem.rulesets.friedrich.state import State


def test_the_state_has_every_field_of_the_piles_with_its_type() -> None:
    known = {**vars(state), "PlayedCard": PlayedCard, "Piles": Piles}
    fields = get_type_hints(State, known)

    assert get_type_hints(Piles) == {name: fields.get(name) for name in Piles._fields}


def test_piles_are_taken_from_the_state_and_put_back_field_by_field() -> None:
    before = RULESET.files.position({"draw": "2S 3S", "discards": "4S", "buried": "5S", "decks": 2}, "4p", {})
    piles = Piles((Card(2, "S", 1),), 3, ((Card(4, "S", 1),), (), (), ()), ((), (Card(5, "S", 2),), (), ()), 7)

    assert (before.draw, before.opened, before.discards, before.buried, before.recycled) == before.piles
    assert piles == before.with_piles(piles).piles
    assert before == before.with_piles(piles).with_piles(before.piles)
