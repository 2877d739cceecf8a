"""What is offered to the players of Friedrich: exactly what passes, said as a sheet says it.

PBEM_OFFERS sets in how many positions every city of the board is tried for every piece.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest
from offer_cases import Position, faults, paying, payments, positions, reached, repaid, sent, unhelped, untrue

from pbem.core.chance import Chance
from pbem.core.offers import Offers, applied
from pbem.rulesets.friedrich import RULESET
from pbem.rulesets.friedrich.board import CITY, IDS, NEAR, ROADS, name_of
from pbem.rulesets.friedrich.orders import Move
from pbem.rulesets.friedrich.state import NATION_OF, PIECE, PIECE_IDS, nations_of

POSITIONS = int(os.environ.get("PBEM_OFFERS", "3"))
MODES = ("4p", "4p-expert", "3p", "west", "austria", "3p-expert")


def offered(position: Position) -> Offers:
    assert position.ruleset.offers is not None
    return position.ruleset.offers.offers(position.view, position.role, position.body)


def by_check(position: Position, pieces: tuple[int, ...], start: int) -> set[int]:
    far = 5 if position.view.in_force == "9C" else 4
    return reached(position, start, NEAR, lambda way: str(Move(pieces, way)), far)


@pytest.mark.parametrize("number", range(POSITIONS))
def test_the_cities_offered_to_a_piece_are_those_to_which_a_way_passes_the_check(number: int) -> None:
    position = positions("friedrich", MODES, POSITIONS)[number]
    found = offered(position).groups
    for group in found:
        if group.line < 0 and len(group.pieces) < 3:
            expected = by_check(position, tuple(PIECE[id_] for id_ in group.pieces), CITY[group.place])

            assert expected == {CITY[goal.place] for goal in group.goals}, group.name
    moving = {id_ for group in found for id_ in group.pieces}
    place, own = position.view.place, nations_of(position.view, position.role)
    for piece in [
        p for p, city in enumerate(place) if city >= 0 and NATION_OF[p] in own and PIECE_IDS[p] not in moving
    ]:
        assert set() == by_check(position, (piece,), place[piece])


TOLD = {"conquered": "conquers", "reconquered": "reconquers", "marked": "question", "captured": "captures"}


def test_what_a_way_is_said_to_do_comes_of_it() -> None:
    for position in positions("friedrich", MODES, 6):
        ways = [way for group in offered(position).groups for goal in group.goals for way in goal.ways]

        assert [] == untrue(position, ways, TOLD)


def test_a_way_that_is_said_to_lead_to_a_battle_does_and_no_other() -> None:
    for position in positions("friedrich", MODES, 3):
        for way in [way for group in offered(position).groups for goal in group.goals for way in goal.ways]:
            after = position.ruleset.rules.take(position.view, position.role, applied(position.body, way.edits)).state
            attacks = CITY[way.way[-1]] in {pair[0] for pair in after.task.pairs}

            assert attacks == any(effect.kind == "attacks" for effect in way.effects), way.text


def test_a_decision_is_answered_by_taking_up_what_is_needed() -> None:
    kinds = ("fate", "retreat", "bid", "battles", "set-up")
    for position in positions("friedrich", ("4p-expert", "3p"), 20, kinds=kinds):
        position = position._replace(body={})
        found = offered(position)
        needed = [one.offers[0].edits for one in found.choices if one.needed]
        needed += [one.edits for one in found.fights if one.needed]
        for edits in needed[:1]:
            position = position._replace(body=applied(position.body, edits))

        assert found.choices or found.groups or found.fights or found.sums
        assert not faults(position, position.body)


def test_a_purchase_is_offered_with_payments_that_lose_nothing_where_there_are_any() -> None:
    for position in positions("friedrich", ("4p",), 4):
        for choice in [one for one in offered(position).choices if one.kind == "recruit"]:
            first = next(offer for offer in choice.offers if offer.text.startswith("recruit 1 troop;"))
            paid = first.text.partition("pay ")[2].split()
            hand = [str(card) for card in position.view.hands[position.view.task.nation]]
            six = {card for card in hand if card.startswith("6")}

            assert bool(first.effects) == (not six and set(paid).isdisjoint(six))
            assert not faults(position, applied(position.body, first.edits)) - faults(position, position.body)


def test_standing_answers_are_added_to_those_that_hold_and_taken_from_them() -> None:
    position = positions("friedrich", MODES, 1)[0]._replace(body={})
    view = position.view._replace(answers=((position.role, ("decline 1H",)),))
    position = position._replace(view=view)
    (choice,) = [row for row in offered(position).choices if row.kind == "answers"]
    offers = {offer.text: offer for offer in choice.offers}

    assert offers["decline 1H"].said
    assert {"answers": []} == applied({}, offers["decline 1H"].edits)
    assert {"answers": ["decline 1H", "retreat anywhere"]} == applied({}, offers["retreat anywhere"].edits)
    for offer in choice.offers:
        assert faults(position, applied({}, offer.edits)) <= faults(position, {}), offer.text


def test_the_beaten_are_tapped_on_the_map_and_the_cities_where_they_retreat_to() -> None:
    for position in positions("friedrich", ("4p", "3p"), 4, kinds=("retreat",)):
        assert [] == sent(position)
        (beaten,) = offered(position._replace(body={})).groups
        assert beaten.pieces == tuple(PIECE_IDS[p] for p in position.view.stack(position.view.task.source))
        assert beaten.place == IDS[position.view.task.source]


HAND = "6S 2S 4S 6H 10H 3D 9D 6C 3C"
RECRUITING = {"stage": "prussia", "phase": "movement", "turn": 3, "prussia": {"heinrich": "Celle 2"},
              "hands": {"prussia": HAND}}  # fmt: skip


@pytest.mark.parametrize("bought", ["recruit 1 troop;", "recruit 2 troops;"])
def test_every_exact_payment_is_made_up_by_taps(bought: str) -> None:
    """F10.4."""
    state = RULESET.rules.resolve(RULESET.files.position(RECRUITING, "4p", {}), {}, Chance("offers")).state
    position = Position(RULESET, RULESET.secrets.view_of(state, "frederick"), "frederick", {})
    (choice,) = [row for row in offered(position).choices if row.kind == "recruit"]
    first = next(one for one in choice.offers if one.text.startswith(bought))
    position = position._replace(body=applied({}, first.edits))

    assert choice.more
    hand = " ".join(map(str, position.view.hands[position.view.task.nation]))
    for target in payments(hand, 12 if "2" in bought else 6):
        assert Counter(target) == paying(repaid(position, target).body)


def test_who_is_joined_moves_no_more_be_they_one_or_two() -> None:
    given = {
        **RECRUITING,
        "prussia": {"heinrich": "Celle 2", "keith": "Halle 2", "friedrich": "Halle 2", "dohna": "Leipzig 2"},
    }
    state = RULESET.rules.resolve(RULESET.files.position(given, "4p", {}), {}, Chance("offers")).state
    position = Position(RULESET, RULESET.secrets.view_of(state, "frederick"), "frederick", {})
    told = {effect.what for offer in offered(position).every() for effect in offer.effects if effect.kind == "joins"}

    assert "It joins Dohna, who then moves no more." in told
    assert "It joins Friedrich and Keith, who then move no more." in told


def test_hints_about_ways_that_are_too_far_name_what_is_offered() -> None:
    names = {name_of(city): city for city in range(len(IDS))}
    for position in positions("friedrich", ("4p", "3p"), 2):
        assert not position.view.in_force
        assert [] == unhelped(position, names, ROADS.distance)

    one = offered(position._replace(body={})).groups[0]
    (end, *_) = [goal.ways[0] for goal in one.goals if len(goal.ways[0].way) == 3]
    first, *rest = end.text.split(" > ")[1:]
    there = f"{one.name} > {' > '.join([first, *rest] * 3)}"
    said = position.ruleset.rules.take(position.view, position.role, {"do": [there]}).diagnostics
    assert [f'To {rest[-1]} leads "{end.text}".'] == [
        f.hint.partition(". ")[2] for f in said if f.code.name == "too-long"
    ]
