"""What is offered to the players of Maria: exactly what passes, said as a sheet says it.

PBEM_OFFERS sets in how many positions every city of both maps is tried for every piece.
"""

from __future__ import annotations

import os

import pytest
from offer_cases import Position, faults, positions, reached, sent, unhelped, untrue
from sampled import some

from pbem.core.chance import Chance
from pbem.core.offers import Offers, applied
from pbem.rulesets.common.offering import board_of
from pbem.rulesets.maria import RULESET
from pbem.rulesets.maria.board import CITY, IDS, NAMES, NEAR, ROADS
from pbem.rulesets.maria.movement import legal_ways
from pbem.rulesets.maria.orders import Move
from pbem.rulesets.maria.powers import AUSTRIA, PRAGMATIC, PRUSSIA
from pbem.rulesets.maria.records import Displaced, Treaty
from pbem.rulesets.maria.relations import owner_of
from pbem.rulesets.maria.state import GENERALS, PIECE, PIECE_IDS, POWER_OF, RANK

POSITIONS = int(os.environ.get("PBEM_OFFERS", "2"))
CHANCE = Chance("offers")
MODES = ("advanced", "two", "intro", "two-intro")


def offered(position: Position) -> Offers:
    assert position.ruleset.offers is not None
    return position.ruleset.offers.offers(position.view, position.role, position.body)


def by_check(position: Position, pieces: tuple[int, ...], start: int) -> set[int]:
    """The cities to which some way passes, an ordinary one or a force march."""
    found = reached(position, start, NEAR, lambda way: str(Move(pieces, way)))
    if not RANK[pieces[0]]:
        return found
    state = position.ruleset.rules.take(position.view, position.role, position.body).state
    before, lines = faults(position, position.body), list(position.body.get("do", ()))
    for way in legal_ways(state, pieces, start, force=True):
        if way[-1] not in found:
            body = {**position.body, "do": [*lines, str(Move(pieces, way, force=True))]}
            found |= {way[-1]} if faults(position, body) <= before else set()
    return found


@pytest.mark.parametrize("number", range(POSITIONS))
def test_the_cities_offered_to_a_piece_are_those_to_which_a_way_passes_the_check(number: int) -> None:
    position = positions("maria", MODES, POSITIONS)[number]
    found = offered(position).groups
    for group in found:
        if group.line < 0:
            expected = by_check(position, tuple(PIECE[id_] for id_ in group.pieces), CITY[group.place])

            assert expected == {CITY[goal.place] for goal in group.goals}, group.name
    moving = {id_ for group in found for id_ in group.pieces}
    powers = {POWER_OF[PIECE[id_]] for id_ in moving}
    place = position.view.place
    for piece in [p for p, city in enumerate(place) if city >= 0 and POWER_OF[p] in powers]:
        if PIECE_IDS[piece] not in moving:
            assert set() == reached(position, place[piece], NEAR, lambda way, p=piece: str(Move((p,), way)), 1)


@pytest.mark.parametrize("kind", ["hussars", "place", "choose", "suit", "supply", "winter", "bid", "retreat"])
def test_a_decision_is_answered_by_taking_up_what_is_needed(kind: str) -> None:
    position = positions("maria", ("advanced",), 1, kinds=(kind,))[0]._replace(body={})
    for _ in range(4):
        found = offered(position)
        needed = [one.offers[0].edits for one in found.choices if one.needed]
        needed += [one.edits for one in found.fights if one.needed]
        if needed:
            position = position._replace(body=applied(position.body, needed[0]))

    assert found.choices or found.groups or found.fights
    assert not faults(position, position.body)


TOLD = {"conquered": "conquers", "elector-turned": "conquers", "marked": "question", "hussar-swept": "sweeps"}


def test_what_a_way_is_said_to_do_comes_of_it() -> None:
    for position in positions("maria", MODES, 4):
        ways = [way for group in offered(position).groups for goal in group.goals for way in goal.ways]
        once = [way for way in ways if sum(effect.kind == "sweeps" for effect in way.effects) < 1]

        assert [] == untrue(position, once, TOLD)


def test_a_stack_with_the_allys_general_is_offered_whole_once_he_has_agreed() -> None:
    """M10.6, M10.10."""
    given = {"phase": "movement", "stage": "austria", "turn": 5, "consent": ["pragmatic"],
             "austria": {"arenberg": "Brussel 4"}, "pragmatic": {"george": "Brussel 4"}}  # fmt: skip
    groups = {}
    for consent in ([], ["pragmatic"]):
        state = RULESET.rules.resolve(RULESET.files.position({**given, "consent": consent}, "advanced", {}), {}, CHANCE)
        view = RULESET.secrets.view_of(state.state, "maria-theresa")
        groups[len(consent)] = RULESET.offers.offers(view, "maria-theresa", {}).groups

    assert [("arenberg",)] == [group.pieces for group in groups[0]]
    assert [("arenberg",), ("george", "arenberg")] == [group.pieces for group in groups[1]]
    assert [goal.place for goal in groups[1][0].goals] == [goal.place for goal in groups[1][1].goals]


def test_agreements_and_standing_answers_are_offered_and_pass_and_are_taken_back() -> None:
    seen = set()
    for position in positions("maria", ("advanced", "two"), 6):
        before = faults(position, position.body)
        for choice in offered(position).choices:
            if choice.kind in ("treaty", "agreement", "answers"):
                for offer in some(choice.offers, 4) if choice.kind == "agreement" else choice.offers:
                    body = applied(position.body, offer.edits)
                    assert faults(position, body) <= before, offer.text
                    after = [row for row in offered(position._replace(body=body)).choices if row.kind == choice.kind]
                    (again,) = [row for one in after for row in one.offers if row.text == offer.text]
                    assert again.said != offer.said
                    assert applied(body, again.edits).get("treaties") == position.body.get("treaties")
                    seen.add((choice.kind, offer.text.split()[0]))

    assert {("agreement", "offer"), ("answers", "pay"), ("answers", "retreat")} <= seen


def test_an_offer_that_lies_open_is_accepted_or_refused_by_a_tap() -> None:
    rows = positions("maria", ("advanced",), 6)
    position = next(row for row in rows if owner_of(row.view, AUSTRIA) == row.role)._replace(body={})
    lying = Treaty("7", "offered", (AUSTRIA, PRUSSIA), 1, 12, ("Prussia does not attack Austria",), assented=(PRUSSIA,))
    position = position._replace(view=position.view._replace(treaties=(lying,)))
    (choice,) = [row for row in offered(position).choices if row.kind == "treaty"]

    counter = f"counter 7, turns {max(1, position.view.turn)} to 12: Prussia does not attack Austria"
    assert ["accept 7", "refuse 7", counter] == [offer.text for offer in choice.offers]
    assert "Prussia does not attack Austria" in choice.title
    assert {"treaties": ["accept 7"]} == applied({}, choice.offers[0].edits)


def test_the_commander_of_a_stack_formed_in_a_dispute_is_offered_with_the_move() -> None:
    """M6.2, M10.11: of equal rank numbers the one who forms the stack chooses."""
    pieces = {"austria": {"khevenhueller": "Antwerpen 4"}, "pragmatic": {"stair": "Breda 5"}}
    facts = {"phase": "movement", "stage": "austria", "turn": 5, "contracts": [], "consent": ["austria"], **pieces}
    state = RULESET.rules.resolve(RULESET.files.position(facts, "advanced", {}), {}, CHANCE).state
    state = state.replaced(state.task._replace(turns=(PRAGMATIC, AUSTRIA)))
    position = Position(
        RULESET, RULESET.secrets.view_of(state, "frederick"), "frederick", {"do": ["Stair > Antwerpen"]}
    )

    offers = [offer for choice in offered(position).choices if choice.kind == "command" for offer in choice.offers]
    bodies = [applied(position.body, offer.edits) for offer in offers]

    assert [["Stair > Antwerpen", "command Khevenhüller"], ["Stair > Antwerpen", "command Stair"]] == sorted(
        body["do"] for body in bodies
    )
    assert not [body for body in bodies if faults(position, body)]


def test_the_beaten_are_tapped_on_the_map_and_the_cities_where_they_retreat_to() -> None:
    for position in positions("maria", ("advanced", "intro"), 3, kinds=("retreat",)):
        assert [] == sent(position)


def test_a_piece_that_must_be_moved_is_tapped_on_the_map() -> None:
    """D8, M17.15."""
    state = RULESET.rules.set_up("advanced", {option.id: option.default for option in RULESET.options})
    piece = next(piece for piece in GENERALS[PRUSSIA] if state.place[piece] >= 0)
    goals = NEAR[state.place[piece]]
    state = state._replace(agenda=(*state.agenda, Displaced((piece,), board_of(goals), "aside")))
    position = Position(RULESET, RULESET.secrets.view_of(state, "frederick"), "frederick", {})

    assert [] == sent(position)
    assert [(PIECE_IDS[piece],)] == [group.pieces for group in offered(position).groups]
    assert {IDS[city] for city in goals} == {goal.place for group in offered(position).groups for goal in group.goals}


def test_hints_about_ways_that_are_too_far_name_what_is_offered() -> None:
    for position in positions("maria", ("intro", "two-intro"), 2):
        assert [] == unhelped(position, {name: city for city, name in enumerate(NAMES)}, ROADS.distance)
