"""What is offered in Maria beside moves: France's aims (M19.20), and the troops of political cards (M17.17)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from offer_cases import Position, faults, paying, payments, positions, repaid

from pbem.core.chance import Chance
from pbem.core.offers import Offer, Offers, applied, balanced
from pbem.rulesets.common import Card
from pbem.rulesets.maria import RULESET
from pbem.rulesets.maria.relations import powers_of
from pbem.rulesets.maria.state import State

CHANCE = Chance("offers")
AIMS = {"phase": "movement", "stage": "france", "turn": 5, "contracts": [], "pools": {"france": 8},
        "marks": {"france": ["Eger", "Linz"]}, "france": {"moritz": "Paris 5"}}  # fmt: skip
LEVY = {"phase": "politics", "turn": 5, "cards": ["1741-2", "1742-6"], "victor": "louis", "kept": {"austria": "4C"},
        "austria": {"karl": "Wien 5"}}  # fmt: skip
SELECT = {"do": ["select 1741-2, execute"]}


def asked(position: Mapping[str, Any], role: str, *before: tuple[str, Mapping[str, Any]]) -> Position:
    state: State = RULESET.rules.resolve(RULESET.files.position(position, "advanced", {}), {}, CHANCE).state
    for writer, body in before:
        state = RULESET.rules.resolve(state, {writer: body}, CHANCE).state
    return Position(RULESET, RULESET.secrets.view_of(state, role), role, {})


def offered(position: Position, body: Mapping[str, Any]) -> Offers:
    assert RULESET.offers is not None
    return RULESET.offers.offers(position.view, position.role, body)


def answers(found: Offers, kind: str) -> list[Offer]:
    return [offer for choice in found.choices if choice.kind == kind for offer in choice.offers]


def test_france_lowers_its_aims_by_a_tap_and_takes_that_back_by_another() -> None:
    position = asked(AIMS, "louis")
    (lower,) = answers(offered(position, {}), "declare")
    body = applied({}, lower.edits)
    (back,) = answers(offered(position, body), "declare")

    assert {"declare": ["lower aims"]} == body
    assert not faults(position, body)
    assert back.said and {} == applied(body, back.edits)


@pytest.mark.parametrize(
    ("change", "role"),
    [
        ({"marks": {"france": []}}, "louis"),
        ({"france": {"moritz": "Linz 5"}}, "louis"),
        ({"lowered": True}, "louis"),
        ({}, "maria-theresa"),
    ],
)
def test_who_cannot_lower_the_aims_of_france_is_not_asked(change: dict[str, Any], role: str) -> None:
    assert not answers(offered(asked({**AIMS, **change}, role), {}), "declare")


def test_the_troops_of_a_political_card_are_given_out_with_sliders() -> None:
    position = asked(LEVY | {"austria": {"karl": "Wien 5", "neipperg": "Linz 4"}}, "maria-theresa", SUIT)
    found = offered(position, SELECT)
    levy = found.sums[0]
    names = [number.id for number in levy.numbers]
    body = applied(SELECT, balanced(levy, names[1], levy.numbers[1].high))

    assert [("karl", 5, 8, 8), ("neipperg", 4, 4, 7)] == [(n.id, n.low, n.now, n.high) for n in levy.numbers]
    assert not faults(position, body)
    assert {"karl": 5, "neipperg": 7} == body["troops"]
    assert not [one for one in offered(position, {"do": ["hold"]}).sums if "1741-2" in one.title]


def test_a_general_comes_back_with_troops_of_a_card_and_is_taken_back() -> None:
    position = asked(LEVY, "maria-theresa", SUIT)
    (traun, *_) = [offer for offer in answers(offered(position, SELECT), "return") if "Traun at Prag" in offer.text]
    body = applied(SELECT, traun.edits)
    after = offered(position, body)
    (back,) = [offer for offer in answers(after, "return") if offer.said]

    assert not faults(position, body)
    assert ["select 1741-2, execute", "return Traun at Prag"] == body["do"]
    assert {"traun": 1, "karl": 7} == body["troops"]
    assert answers(after, "choose")[[o.text for o in answers(after, "choose")].index(SELECT["do"][0])].said
    assert {"karl", "traun"} == {number.id for number in after.sums[0].numbers}
    assert SELECT == applied(body, back.edits)


def test_whatever_is_offered_with_the_troops_of_a_card_passes() -> None:
    position = asked(LEVY, "maria-theresa", SUIT)
    bodies = [SELECT]
    for _ in range(3):
        body = bodies[-1]
        for offer in answers(offered(position, body), "return"):
            assert not faults(position, applied(body, offer.edits)), offer.text
        bodies += [applied(body, next(o.edits for o in answers(offered(position, body), "return") if not o.said))]

    assert 4 == len(bodies[-1]["do"])
    assert not [offer for offer in answers(offered(position, bodies[-1]), "return") if not offer.said]


SUIT = ("louis", {"do": ["suit spades"]})


HAND = "6S 2S 4S 6H 10H 3D 2D 6C 3C"
TRAIN = {"phase": "movement", "stage": "france", "turn": 5, "contracts": [], "hands": {"france": HAND},
         "france": {"moritz": "Paris 5"}}  # fmt: skip
WINTER = {"phase": "winter", "turn": 6, "contracts": [], "hands": {"france": HAND}, "france": {"moritz": "Paris 5"}}
CORPS = {"phase": "politics", "turn": 5, "tracks": {"italy": 3}, "cards": ["1742-2", "1742-1"], "victor": "louis",
         "hands": {"austria": HAND, "france": "2D"}, "kept": {"france": "4C"}}  # fmt: skip
BEFORE = (("louis", {"do": ["suit spades"]}), ("louis", {"do": ["place nothing"]}),
          ("maria-theresa", {"do": ["place nothing"]}),
          ("louis", {"do": ["select 1742-2, execute, italy left"]}))  # fmt: skip


@pytest.mark.parametrize(
    ("given", "kind", "bought", "price"),
    [
        ((TRAIN, "louis"), "return", "return FR T1", 4),
        ((WINTER, "louis"), "recruit", "recruit france: 2 troops;", 8),
        ((CORPS, "maria-theresa", *BEFORE), "corps", "send Arenberg, pay", 8),
    ],
)
def test_every_exact_payment_is_made_up_by_taps(given: Any, kind: str, bought: str, price: int) -> None:
    """M8.10."""
    position = asked(*given)
    (choice,) = [row for row in offered(position, {}).choices if row.kind == kind]
    first = next(one for one in choice.offers if one.text.startswith(bought))
    position = position._replace(body=applied({}, first.edits))

    assert choice.more
    assert f": {price} points, with " in first.label
    for target in payments(HAND, price):
        assert Counter(target) == paying(repaid(position, target).body)


def test_every_exact_payment_of_a_supply_is_made_up_by_taps() -> None:
    """M9.7."""
    position = positions("maria", ("advanced",), 1, kinds=("supply",))[0]
    power = next(p for p in powers_of(position.view, position.role) if position.view.hands[p])
    hand = tuple(Card(int(card[:-1]), card[-1], 1) for card in HAND.split())
    hands = tuple(hand if p == power else cards for p, cards in enumerate(position.view.hands))
    position = position._replace(view=position.view._replace(hands=hands), body={})
    (choice, *_) = [row for row in offered(position, {}).choices if row.kind == "supply"]
    position = position._replace(body=applied({}, choice.offers[0].edits))
    price = sum(int(card[:-1]) for card in paying(position.body).elements())

    for target in payments(HAND, price):
        assert Counter(target) == paying(repaid(position, target).body)
