"""What is offered to a falconer: of all orders that can be written exactly those that pass.

PBEM_OFFERS sets in how many positions all of them are tried.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
import test_vectors_fredericus as fredericus
from offer_cases import Position, faults, positions

from pbem.core import Where, has_errors
from pbem.core.offers import Offer, Offers, applied
from pbem.rulesets.fredericus.labels import label_of
from pbem.rulesets.fredericus.offers import ASKING
from pbem.rulesets.fredericus.orders import read_line
from pbem.rulesets.fredericus.state import FALCON

POSITIONS = int(os.environ.get("PBEM_OFFERS", "4"))
TOWERS = range(1, 9)


def every_action() -> Iterator[str]:
    """Every action that the language has, but for the choice among two birds of one falconer."""
    for a in TOWERS:
        yield from (f"{verb} {a}" for verb in ("HOOD", "SHIFT"))
        yield from (f"FLY {bird}>{a}" for bird in "FG")
        for b in TOWERS:
            yield from (f"MOVE {a}>{b}", f"TURN {a} DISCARD {b}")
    yield from ("HUNT F", "HUNT G")


def offered(position: Position) -> Offers:
    assert position.ruleset.offers is not None
    return position.ruleset.offers.offers(position.view, position.role, position.body)


def passes(position: Position, line: str) -> bool:
    """Whether a line that is written before the bet adds no complaint but that something more is to be said."""
    lines = [text for text in position.body.get("do", ()) if not text.startswith("BET")]
    before = faults(position, {"do": lines})
    new = faults(position, {"do": [*lines, line]}) - before
    return not [code for code, _ in new if code not in ASKING]


@pytest.mark.parametrize("number", range(POSITIONS))
def test_the_actions_offered_are_those_that_pass_the_check(number: int) -> None:
    position = positions("fredericus", ("4p", "2p", "3p"), POSITIONS, kinds=("turn",))[number]
    found = offered(position)
    texts = {offer.text for offer in found.every() if " C=" not in offer.text}
    acts = {text for text in texts if text.split()[0] in ("MOVE", "FLY", "HOOD", "HUNT", "TURN", "SHIFT")}
    back = {offer.text for choice in found.choices if choice.kind == "back" for offer in choice.offers}
    hoods = {text for text in acts if text.startswith("HOOD") and "=" in text}

    expected = {line for line in every_action() if passes(position, line)}
    assert expected - {text.split(" ", 2)[0] + " " + text.split(" ")[1] for text in hoods} <= acts
    assert acts - hoods - back <= expected


def test_a_turn_can_be_written_by_taking_up_what_is_offered() -> None:
    position = positions("fredericus", ("4p",), 1, kinds=("turn",))[0]._replace(body={})
    for _ in range(12):
        found = offered(position)
        needed = [choice for choice in found.choices if choice.needed]
        if not needed:
            break
        position = position._replace(body=applied(position.body, needed[0].offers[0].edits))

    assert not faults(position, position.body)


def turn_of_a_falcon() -> tuple[Position, tuple[int, int]]:
    """A turn that is asked, with an empty sheet, and two posts between which the falcon can fly to and fro."""
    for position in positions("fredericus", ("4p",), 4, kinds=("turn",)):
        position = position._replace(body={})
        home = position.view.birds[position.view.task.seat][FALCON].post
        for group in offered(position).groups:
            if group.name == "falcon":
                return position, (home, int(group.goals[0].place))
    raise AssertionError("no falcon can fly")


def to_and_fro(position: Position, posts: tuple[int, int], number: int) -> Position:
    """A sheet of so many flights."""
    return position._replace(body={"do": [f"FLY F>{posts[(n + 1) % 2]}" for n in range(number)]})


@pytest.mark.parametrize("more", [[], ["FLY F>F"], ["FLY G>F", "MOVE 1>2"], ["MOVE 1>5"]])
def test_a_sheet_leads_as_far_as_its_actions_are_read_and_may_be_done(more: list[str]) -> None:
    position, posts = turn_of_a_falcon()
    (flight,) = to_and_fro(position, posts, 1).body["do"]
    taken = position.ruleset.rules.take(position.view, position.role, {"do": [flight, *more]})
    seat = position.view.task.seat

    assert has_errors(taken.diagnostics)
    assert posts[1] == taken.state.birds[seat][FALCON].post
    assert ["flew"] == [event.kind for event in taken.events]
    assert () == taken.understood


def taken_back(position: Position) -> dict[str, Offer]:
    return {offer.text: offer for one in offered(position).choices if one.kind == "back" for offer in one.offers}


def test_the_very_action_that_is_tapped_is_taken_back_and_what_goes_with_it_is_told() -> None:
    position, posts = turn_of_a_falcon()
    position = to_and_fro(position, posts, 3)
    there, home, again = position.body["do"]
    back = taken_back(position)
    first, second, last = back[f"{there} (line 1)"], back[home], back[f"{again} (line 3)"]

    assert {"do": [again]} == applied(position.body, first.edits)
    assert [f'It takes out of the sheet, too: "{home}".'] == [effect.what for effect in first.effects]
    assert {"do": [there]} == applied(position.body, second.edits)
    assert [f'It takes out of the sheet, too: "{again}".'] == [effect.what for effect in second.effects]
    assert {"do": [there, home]} == applied(position.body, last.edits)
    assert () == last.effects


def test_what_is_done_is_said_in_words_beside_the_order() -> None:
    position, posts = turn_of_a_falcon()
    every = {offer.text: offer.label for offer in offered(position).every()}
    back = taken_back(to_and_fro(position, posts, 3))

    assert "The token to the courtyard" == every["BET COURT"]
    assert all(label and label != text for text, label in every.items() if not text.startswith("FLY"))
    assert [f"The falcon flies to post {posts[1]} (line {n})" for n in (1, 3)] == sorted(
        offer.label for offer in back.values() if "(line " in offer.label
    )


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("BET COURT", "the token to the courtyard"),
        ("BET 1:STAY 2:3", "token 1 stays, token 2 to tower 3"),
        ("HOOD 3 C=F", "birds on post 3 are hooded, of Falconer C the falcon"),
        ("TURN 3 DISCARD 4", "row 3 is turned over, the seal of row 4 discarded"),
        ("SHIFT 2", "the last three cards of row 2 are shifted"),
        ("BIRDS 5", "the falcon begins on post 5"),
        ("FLY G>2", "the goshawk flies to post 2"),
        ("DRAW a d deck", "basilisk (a) and griffin (d)"),
    ],
)
def test_an_order_in_words(text: str, label: str) -> None:
    line = read_line(text, Where(("do", 0)), 2 if "1:" in text else 4)

    assert label == label_of(line.order)


def test_beside_a_line_that_is_no_text_the_others_can_be_taken_back() -> None:
    ruleset = fredericus.RULESET
    state = fredericus.beginning(next(case for case in fredericus.CASES if case["id"] == "W13"))
    found = ruleset.offers.offers(ruleset.secrets.view_of(state, "a"), "a", {"do": [34, "FLY F>2"]})

    assert ["FLY F>2"] == [offer.text for one in found.choices if one.kind == "back" for offer in one.offers]
