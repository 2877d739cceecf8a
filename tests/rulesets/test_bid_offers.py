"""Standing bids, wishes for retreats and brakes of orders ahead as they are offered: said by taps alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from offer_cases import Position, faults, positions

from pbem.core.offers import Choice, Fight, Offers, applied
from pbem.rulesets import ruleset_of
from pbem.testing.trial import Trial, moments
from pbem.workflow.offers import offers_now

TITLES = {"friedrich": "4p", "maria": "advanced"}


def offered(position: Position, decision: str = "") -> Offers:
    return offers_now(position.ruleset, position.view, position.role, position.body, decision)


def tapped(position: Position, edits: Any) -> Position:
    return position._replace(body=applied(position.body, edits))


def standing(found: Offers) -> list[Fight]:
    return [fight for fight in found.fights if fight.key == "standing"]


def choice(choices: tuple[Choice, ...], kind: str) -> Choice:
    return next(one for one in choices if one.kind == kind)


@pytest.mark.parametrize("title", TITLES)
def test_a_standing_bid_is_begun_for_each_stack_and_filled_in_by_taps(title: str) -> None:
    position = positions(title, (TITLES[title],), 1)[0]._replace(body={})
    first = standing(offered(position))
    begun = tapped(position, first[0].edits)
    found = standing(offered(begun))
    mine = next(fight for fight in found if fight.line == 0)
    for kind, text in (("attacking", "also if I attack"), ("suit", "in any suit"), ("wishes", "out of supply")):
        offer = next(offer for offer in choice(mine.choices, kind).offers if offer.text == text)
        begun = tapped(begun, offer.edits)

    assert len(first) > 2
    assert len(found) <= len(first)
    table = begun.body["standing"][0]
    assert table["attacking"] is True
    assert "suit" not in table
    assert ["out of supply"] == table["retreat"]
    assert faults(position, {}) == faults(begun, begun.body)


@pytest.mark.parametrize("title", TITLES)
def test_whatever_is_offered_of_a_standing_bid_adds_no_complaint(title: str) -> None:
    position = positions(title, (TITLES[title],), 1)[0]._replace(body={})
    begun = tapped(position, standing(offered(position))[0].edits)
    before: Counter[Any] = faults(begun, begun.body)
    mine = next(fight for fight in standing(offered(begun)) if fight.line == 0)
    for one in mine.choices:
        for offer in one.offers:
            assert faults(begun, applied(begun.body, offer.edits)) <= before, offer.text


@pytest.mark.parametrize("title", TITLES)
def test_a_standing_bid_that_holds_is_taken_into_the_sheet_as_it_is_and_can_be_withdrawn(title: str) -> None:
    position = positions(title, (TITLES[title],), 1)[0]._replace(body={})
    begun = tapped(position, standing(offered(position))[0].edits)
    wish = next(fight for fight in standing(offered(begun)) if fight.line == 0).choices[-1].offers[-2]
    begun = tapped(begun, wish.edits)
    ahead = position.ruleset.ahead
    assert ahead is not None
    held = position._replace(view=ahead.with_standing(position.view, position.role, begun.body))
    kept = next(fight for fight in standing(offered(held)) if fight.stands)

    after = ahead.with_standing(held.view, held.role, applied({}, kept.edits))
    assert [*held.view.standing] == [*after.standing]
    withdraw = choice(offered(held).choices, "withdraw").offers[0]
    gone = ahead.with_standing(held.view, held.role, applied({}, withdraw.edits))
    assert len(held.view.standing) - 1 == len(gone.standing)


def fights_of(title: str) -> Iterator[tuple[Position, Fight]]:
    for position in positions(title, (TITLES[title],), 30):
        position = position._replace(body={})
        for group in offered(position).groups:
            for goal in group.goals:
                way = next((way for way in goal.ways if any(e.kind == "attacks" for e in way.effects)), None)
                if way is not None:
                    moved = tapped(position, way.edits)
                    for fight in offered(moved).fights:
                        if fight.key == "bid" and fight.line < 0:
                            yield moved, fight


@pytest.mark.parametrize("title", TITLES)
def test_wishes_for_the_retreat_are_offered_for_a_bid_and_for_the_sheet_and_taken_back(title: str) -> None:
    position, fight = next(fights_of(title))
    bidding = tapped(position, fight.edits)
    mine = next(one for one in offered(bidding).fights if one.key == "bid" and one.line == 0)
    wishes = choice(mine.choices, "wishes").offers
    assert {"out of supply", "in spades", "anywhere"} <= {offer.text for offer in wishes}
    assert any(offer.text.startswith("towards ") for offer in wishes)
    before: Counter[Any] = faults(bidding, bidding.body)
    for offer in wishes:
        assert faults(bidding, applied(bidding.body, offer.edits)) <= before, offer.text
    said = tapped(bidding, wishes[0].edits)
    again = next(one for one in offered(said).fights if one.key == "bid" and one.line == 0)
    assert [wishes[0].text] == said.body["bid"][0]["retreat"]
    assert bidding.body == applied(said.body, choice(again.choices, "wishes").offers[0].edits)
    whole = choice(offered(bidding).choices, "wishes").offers[0]
    assert [whole.text] == applied(bidding.body, whole.edits)["retreat"]


# brakes


def with_orders(title: str, mode: str) -> Iterator[tuple[Position, str]]:
    """Positions in which something can be ordered ahead, with the first offer for it taken up."""
    ruleset = ruleset_of(title)
    assert ruleset.ahead is not None
    for moment in moments(Trial(ruleset, mode, 0), "brakes"):
        for role in [owed.role for owed in ruleset.rules.awaiting(moment.before)]:
            view = ruleset.secrets.view_of(moment.before, role)
            for coming in ruleset.ahead.coming(view, role):
                position = Position(ruleset, view, role, {})
                offer = next(iter(offered(position, coming.id).every()), None)
                if offer is not None:
                    yield tapped(position, offer.edits), coming.id


def unless(body: Mapping[str, Any]) -> Any:
    return body["ahead"][0].get("unless")


@pytest.mark.parametrize("title, mode", [*TITLES.items(), ("fredericus", "")])
def test_brakes_are_offered_for_orders_ahead_and_taken_back(title: str, mode: str) -> None:
    position, decision = next(with_orders(title, mode or ruleset_of(title).modes[0].id))
    found = choice(offered(position, decision).choices, "unless")
    after = position
    for offer in found.offers[:2]:
        again = choice(offered(after, decision).choices, "unless").offers
        after = tapped(after, next(one.edits for one in again if one.text == offer.text))

    assert len(found.offers) > 4
    assert [offer.text for offer in found.offers[:2]] == unless(after.body)
    back = choice(offered(after, decision).choices, "unless").offers[0]
    assert back.said
    assert [found.offers[1].text] == unless(applied(after.body, back.edits))


def test_without_orders_no_brake_is_offered() -> None:
    position, decision = next(with_orders("friedrich", "4p"))

    assert not [one for one in offered(position._replace(body={}), decision).choices if one.kind == "unless"]


def test_what_holds_at_once_is_not_offered_in_orders_ahead() -> None:
    position, decision = next(with_orders("friedrich", "4p"))
    found = offered(position, decision)

    assert not standing(found)
    assert not [one for one in found.choices if one.kind in ("answers", "withdraw")]
