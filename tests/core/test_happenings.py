"""Typed events: made into events with an audience, and read from them again."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.core.events import Event, Happening, Own, Revised, told_apart
from pbem.core.recall import Misfit, recalled


class HorseBought(Happening):
    """A kind of event with every type that facts have."""

    by: str
    from_: str
    price: int
    names: list[str]
    stalls: dict[str, int]
    pairs: list[list[str]]
    rows: list[dict[str, Any]]
    tame: bool | None = None
    purse: Own[int] = None


class Rained(Happening):
    """A kind of event without facts."""


EVENTS = HorseBought | Rained
FACTS = {
    "by": "anna",
    "from": "carl",
    "price": 3,
    "names": ["x"],
    "stalls": {"a": 1},
    "pairs": [["x", "y"]],
    "rows": [{}],
}
BOUGHT = HorseBought(
    by="anna", from_="carl", price=3, names=["x"], stalls={"a": 1}, pairs=[["x", "y"]], rows=[{}], purse=17
)


def test_a_class_is_named_after_its_kind_and_gives_its_facts_in_the_order_of_its_fields() -> None:
    turned = HorseBought(**{name: vars(BOUGHT)[name] for name in reversed(vars(BOUGHT))})

    assert Event("horse-bought", {**FACTS, "purse": 17}) == turned.event(shown=True)
    assert [*FACTS, "purse"] == list(turned.event(shown=True).facts)
    assert Event("rained", to=("anna",)) == Rained().event(to=("anna",))
    assert ("happening", "horse-bought", "rained") == (Happening.kind, HorseBought.kind, Rained.kind)


def test_what_is_the_own_of_a_role_stands_in_its_private_facts() -> None:
    assert Event("horse-bought", FACTS, {"anna": {"purse": 17}}) == BOUGHT.event(own="anna")


def test_what_is_somebodys_own_is_never_told_to_all_by_mistake() -> None:
    with pytest.raises(TypeError, match="purse of horse-bought is not for all: say whose it is, or that it is shown"):
        BOUGHT.event()

    assert Event("horse-bought", {**FACTS, "purse": 17}, to=("anna",)) == BOUGHT.event(to=("anna",))


def test_each_role_can_know_its_own_version() -> None:
    other = recalled(Event("horse-bought", {**FACTS, "purse": 4}), EVENTS)

    assert Event("horse-bought", FACTS, {"anna": {"purse": 17}, "carl": {"purse": 4}}) == told_apart(
        {"anna": BOUGHT, "carl": other}
    )


def test_own_facts_are_found_where_annotations_are_no_texts() -> None:
    loose = type("Loose", (Happening,), {"__annotations__": {"open": int, "card": Own[str]}, "card": None})
    event = loose(open=1, card="9S").event(own="anna")

    assert Event("loose", {"open": 1}, {"anna": {"card": "9S"}}) == event


def test_an_event_is_read_again_as_each_reader_knows_it() -> None:
    event = BOUGHT.event(own="anna")

    assert BOUGHT == recalled(event.seen_by("anna") or event, EVENTS)
    assert recalled(event, EVENTS).purse is None
    assert Rained() == recalled(Rained().event(), EVENTS)
    assert "from" in repr(BOUGHT) and BOUGHT != Rained()


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"price": "3"}, "'price' of the event 'horse-bought' must be a whole number"),
        ({"price": True}, "'price' of the event 'horse-bought' must be a whole number"),
        ({"by": 3}, "'by' of the event 'horse-bought' must be a text"),
        ({"tame": 1}, "'tame' of the event 'horse-bought' must be true or false"),
        ({"names": "x"}, "'names' of the event 'horse-bought' must be a list of texts"),
        ({"names": [1]}, "'names' of the event 'horse-bought' must be a list of texts"),
        ({"stalls": {"a": "1"}}, "'stalls' of the event 'horse-bought' must be a table of whole numbers"),
        ({"stalls": ["a"]}, "'stalls' of the event 'horse-bought' must be a table of whole numbers"),
        ({"pairs": ["x"]}, "'pairs' of the event 'horse-bought' must be a list of lists of texts"),
        ({"rows": ["x"]}, "'rows' of the event 'horse-bought' must be a list of tables of facts"),
        ({"from": None}, "the event 'horse-bought' has no fact 'from'"),
    ],
)
def test_a_fact_that_does_not_fit_is_named(facts: dict[str, Any], said: str) -> None:
    with pytest.raises(Misfit) as fault:
        recalled(Event("horse-bought", {**FACTS, **facts}), EVENTS)

    assert said == str(fault.value)


def test_a_kind_that_the_game_does_not_have_is_named() -> None:
    with pytest.raises(Misfit, match="there is no event 'snowed'"):
        recalled(Event("snowed"), EVENTS)


def test_a_fact_too_many_is_left_alone() -> None:
    assert Rained() == recalled(Event("rained", {"long": True}), EVENTS)


def test_a_happening_has_all_its_facts_no_others_and_stays_as_it_is() -> None:
    with pytest.raises(TypeError, match="rained has no fact long, wet"):
        Rained(wet=True, long=True).event()
    with pytest.raises(AttributeError, match="from_"):
        Revised(title="x", to=2).event()
    with pytest.raises(AttributeError, match="price"):
        BOUGHT.price = 4
