"""Ways of Maria that differ in what they do are offered and shown apart (M11.21, M19.17, M21.3)."""

from __future__ import annotations

from typing import Any

from test_vectors_maria import Table

from pbem.core.offers import Offer
from pbem.rulesets.maria import RULESET

SILESIA = ["Liegnitz", "Glogau", "Breslau", "Brieg", "Cosel", "Neisse", "Schweidnitz"]
PEACE = {"turn": 8, "peace": 4, "annexed": True, "contracts": [], "aside": {"prussia": 2}, "tracks": {"saxony": 6},
         "marks": {"prussia": SILESIA}}  # fmt: skip


def table(**position: Any) -> Table:
    """A position after the peace, with markers set aside."""
    return Table({"board": "house", "position": {**PEACE, **position}})


def offered(state: Any, role: str) -> Any:
    assert RULESET.offers is not None
    return RULESET.offers.offers(RULESET.secrets.view_of(state, role), role, {})


def ways(state: Any, place: str) -> tuple[Offer, ...]:
    """The ways that Frederick's only general is offered to a city."""
    (group,) = offered(state, "frederick").groups
    found: tuple[Offer, ...] = next(goal.ways for goal in group.goals if goal.place == place)
    return found


def test_a_way_through_prussia_is_offered_before_one_that_leaves_it() -> None:
    state = table(stage="prussia", prussia={"friedrich": "Halle 5"}).state

    found = [(offer.text, [effect.kind for effect in offer.effects]) for offer in ways(state, "magdeburg")]

    assert [
        ("Friedrich > Halberstadt > Magdeburg", []),
        ("Friedrich > Dessau > Magdeburg", ["wakes"]),
    ] == found


def test_a_way_that_keeps_an_agreement_is_offered() -> None:
    start = table(stage="france", aside={}, prussia={"friedrich": "Halle 5"}, france={"moritz": "Paris 4"})
    promise = "offer Prussia and Pragmatic Army, turn 8, strict: Prussia does not enter the city Dessau"
    start.resolve({"louis": {"do": ["Moritz stays"]}, "frederick": {"treaties": [promise]}})

    assert ["Friedrich > Halberstadt > Magdeburg"] == [offer.text for offer in ways(start.state, "magdeburg")]


def test_retreats_that_leave_prussia_and_those_that_do_not_are_told_apart() -> None:
    austria = {"karl": "Brandenburg 8", "traun": "Nordhausen 1"}
    saxony = {"rutowski": "Dresden 2"}
    battle = table(stage="austria", prussia={"friedrich": "Magdeburg 6"}, austria=austria, saxony=saxony)
    battle.resolve({"maria-theresa": {"do": ["Karl stays"]}})
    view = RULESET.secrets.view_of(battle.state, "maria-theresa")

    (choice,) = [one for one in offered(battle.state, "maria-theresa").choices if one.kind == "retreat"]
    sheet = RULESET.telling.sheet(view, "maria-theresa")

    assert ["Halle by way of Dessau", "Halle by way of Halberstadt"] == [offer.label for offer in choice.offers]
    assert all(f"# The way matters: {offer.text}\n" in sheet for offer in choice.offers)
