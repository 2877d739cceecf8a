"""Events as a story: headings, battles in blocks, conquests in a row, and what goes on from a report before."""

from __future__ import annotations

from typing import Any

from event_samples import EVENTS

from pbem.core.events import Event
from pbem.rulesets.friedrich.telling.narrative import narrate

Row = tuple[str, list[Any]]


def event(kind: str, **facts: Any) -> Event:
    """An event with the facts given, and all others as they are in the samples."""
    return Event(kind, {**next(sample.facts for sample in EVENTS if sample.kind == kind), **facts})


STAGE, FATE = event("stage", nation="prussia"), event("fate", card="poems", suit=None, idle=None, why=None)
BATTLE = event("battle", active=["keith"], other=["daun"], cities=["riesa", "meissen"], troops=[5, 4])
TITLE = "Battle: Keith (5) in Riesa ♦ against Daun (4) in Meißen ♦"
PLAYED, BEATEN, ASKED = event("played"), event("defeated"), event("asked")


def told(*events: Event, earlier: tuple[Event, ...] = ()) -> list[Row]:
    """The chapters; every event is told by its kind."""
    chapters = narrate(earlier, events, lambda event: [f"- {event.kind}"])
    return [(row["title"], [items(item) for item in row["items"]]) for row in chapters]


def items(item: Any) -> Any:
    return item if isinstance(item, str) else (item["title"], item["lines"], item["short"])


def test_a_stage_and_a_card_of_fate_have_a_heading_each_and_what_is_told_elsewhere_is_not_told() -> None:
    untold = [event("turn", turn=8), event("troops"), event("won")]

    assert [("", ["- drew"]), ("Turn 7, Prussia", ["- moved"]), ("End of turn 7", ["- fate", "- left"])] == told(
        event("drew"), STAGE, event("moved"), *untold, FATE, event("left"), *untold
    )
    assert [] == told(STAGE, *untold)


def test_what_goes_on_has_the_last_heading_before_and_none_where_a_game_begins() -> None:
    assert [("Turn 7, Prussia", ["- moved"])] == told(event("moved"), earlier=(FATE, STAGE, event("drew")))
    assert [("End of turn 7", ["- left"])] == told(event("left"), earlier=(STAGE, FATE))
    assert [("", ["- moved"])] == told(event("moved"), earlier=(event("drew"),))


def test_conquests_of_one_nation_in_a_row_make_one_sentence() -> None:
    rows = [event(kind, nation=nation, city=city) for kind, nation, city in (
        ("conquered", "russia", "torun"), ("conquered", "russia", "poznan"), ("conquered", "austria", "glogau"),
        ("reconquered", "austria", "breslau"),
    )]  # fmt: skip
    expected = ["Russia conquers Toruń and Poznań.", "Austria conquers Glogau.", "Austria reconquers Breslau."]

    assert [("Turn 7, Prussia", expected)] == told(STAGE, *rows)
    assert [("Turn 7, Prussia", ["Russia conquers Toruń.", "- held", "Russia conquers Poznań."])] == told(
        STAGE, rows[0], event("held"), rows[1]
    )
    assert [("Turn 7, Prussia", ["Russia conquers Poznań."])] == told(rows[1], earlier=(STAGE, rows[0]))


def test_a_battle_is_a_block_until_its_retreat() -> None:
    block = (TITLE, ["played", "defeated", "retreated"], "defeated retreated")

    assert [("Turn 7, Prussia", [block, "- moved"])] == told(
        STAGE, BATTLE, PLAYED, BEATEN, event("retreated"), event("moved")
    )
    assert [("Turn 7, Prussia", [(TITLE, ["defeated", "cut-off"], "defeated cut-off"), "- moved"])] == told(
        STAGE, BATTLE, BEATEN, event("cut-off"), event("moved")
    )
    assert [("Turn 7, Prussia", [(TITLE, [], "Undecided.")])] == told(STAGE, BATTLE)


def test_a_retreat_without_a_battle_is_told_as_it_is() -> None:
    assert [("Turn 7, Prussia", ["- retreated", "- cut-off"])] == told(STAGE, event("retreated"), event("cut-off"))
    assert [("End of turn 7", ["- fate", "- retreated"])] == told(STAGE, BATTLE, FATE, event("retreated"))[1:]
    assert [("Turn 7, Prussia", ["- retreated"])] == told(STAGE, BATTLE, STAGE, event("retreated"))[1:]


def test_a_battle_under_way_goes_on_in_its_block_and_one_that_is_decided_does_not() -> None:
    under_way = told(PLAYED, event("tied"), earlier=(STAGE, BATTLE, PLAYED, ASKED))

    assert [("Turn 7, Prussia", [(TITLE, ["played", "played", "tied"], "tied")])] == [
        (title, [(name, lines, short.split()[-1]) for name, lines, short in rows]) for title, rows in under_way
    ]
    assert [("Turn 7, Prussia", ["- retreated"])] == told(event("retreated"), earlier=(STAGE, BATTLE, BEATEN))
    assert [("", [("The battle goes on", ["played"], "Undecided.")])] == told(PLAYED)


def test_a_second_battle_has_a_block_of_its_own() -> None:
    second = event("battle", active=["heinrich"], other=["daun"], cities=["riesa", "meissen"], troops=[1, 4])
    ((_, rows),) = told(STAGE, BATTLE, event("tied"), second, PLAYED)

    assert [["tied"], ["played"]] == [lines for _, lines, _ in rows]
