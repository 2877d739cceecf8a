"""Battles told in one line and in blocks, with the names of an invented title."""

from __future__ import annotations

from functools import partial

from pbem.core.events import Event
from pbem.core.recall import fitted
from pbem.rulesets.common import Asked, Battle, Defeated, Fought, Played, Retreated, Tied
from pbem.rulesets.common.transcripts import (
    Names,
    add_to_block,
    block_of,
    condense,
    new_block,
    told_block,
    told_short,
)

NAMES = Names(
    {"north": "the North", "south": "South"}, {"a": "Anna", "b": "Berta", "c": "Carl"}, lambda text: f"<{text}>"
)


def begun(*active: str) -> Event:
    return Battle(active=list(active), other=["c"], cities=["x", "y"], troops=[4, 6], score=-2).event()


def played(nation: str, card: str, value: int, declared: int | None = None) -> Event:
    declared = value if declared is None else declared
    return Played(nation=nation, card=card, value=value, score=0, declared=declared).event()


def beaten(score: int = -4, lost: int = 4, left: int = 0, removed: tuple[str, ...] = ("a", "b")) -> Event:
    return DEFEATED(score=score, lost=lost, left=left, removed=list(removed)).event()


DEFEATED = partial(Defeated, nation="north", city="x", generals=["a", "b"], winner="south", victor="c")
TIED = Tied(nation="south", cities=["x", "y"])
ASKED = Asked(nation="north", score=-3)
CARD = Played(nation="north", card="9D", value=9, score=0, declared=9)


def told(*events: Event) -> list[str]:
    return [told_short(fitted(Fought, event.facts), NAMES) for event in condense(events)]


def test_a_whole_battle_is_one_line() -> None:
    plays = (played("north", "9D", 9), played("south", "7S", 7), played("south", "R", 4))

    assert [
        "Anna and Berta (4) attack Carl (6): The North <9D>, South <7S> <R> as 4; The North stops at -4, loses 4"
        " troops, 0 left; Anna and Berta off the map."
    ] == told(begun("a", "b"), *plays, beaten())
    assert ["Anna (4) attacks Carl (6): no card is played; The North stops at -1, loses 1 troop, 3 left."] == told(
        begun("a"), beaten(score=-1, lost=1, left=3, removed=())
    )


def test_what_a_card_counted_is_said_where_it_is_not_what_it_shows() -> None:
    line = told(begun("a"), played("north", "9D", 18, 9), played("north", "R", 5, 4), TIED.event())

    assert ["Anna (4) attacks Carl (6): The North <9D> (counting 18) <R> as 4 (counting 5); a tie."] == line


def test_a_battle_that_was_interrupted_is_told_in_two_parts() -> None:
    assert [
        "Anna (4) attacks Carl (6): South <7S>; the North at -3 must say how it goes on.",
        "Carl beats Anna and Berta: The North <2D>; The North stops at -4, loses 4 troops, 0 left; Anna and Berta off"
        " the map.",
    ] == told(begun("a"), played("south", "7S", 7), ASKED.event(), played("north", "2D", 2), beaten())


def test_other_events_stay_where_they_are_and_a_private_one_is_no_part_of_it() -> None:
    other, private = Event("moved", {}), Event("played", {"nation": "north"}, to=("player",))
    found = condense((other, begun("a"), private, TIED.event(), other))

    assert ["moved", "played", "fought", "moved"] == [event.kind for event in found]
    assert (begun("a"),) == condense((begun("a"),))


def test_a_block_has_every_card_and_a_short_form() -> None:
    block = new_block("Anna (4) in Ahof", "Carl (6) in Bdorf")
    back = Retreated(nation="north", generals=["a"], from_="x", to="z")
    events = (CARD, ASKED, CARD, DEFEATED(score=-4, lost=4, left=0, removed=[]), back)
    last = [add_to_block(block, what, [f"- {what.kind}."]) for what in events]

    assert [False, False, False, False, True] == last
    assert {
        "title": "Battle: Anna (4) in Ahof against Carl (6) in Bdorf",
        "lines": ["played.", "played.", "defeated.", "retreated."],
        "short": "asked. defeated. retreated.",
    } == told_block(block)


def test_a_battle_under_way_is_undecided_and_an_open_question_is_shown() -> None:
    block = block_of("The battle goes on")
    add_to_block(block, CARD, ["a card."])

    assert "Undecided." == told_block(block)["short"]
    assert not add_to_block(block, ASKED, ["a question."])
    assert (["a card.", "a question."], "a question.") == (block["lines"], block["short"])
    assert add_to_block(block, TIED, ["a tie."])
    assert ["a card.", "a tie."] == block["lines"]
