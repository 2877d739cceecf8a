"""What an event speaks of, and what changed between two views: held for every kind of event and of change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from event_samples import EVENTS

from pbem.core.chance import Chance
from pbem.core.events import Event
from pbem.rulesets.friedrich import RULESET
from pbem.rulesets.friedrich.board import CITY, name_of
from pbem.rulesets.friedrich.events import read
from pbem.rulesets.friedrich.state import OFF, PIECE, RETIRED, State
from pbem.rulesets.friedrich.telling.changes import about, changes, ways_of, went

Golden = Callable[[str, str], None]


def test_what_every_kind_of_event_speaks_of(golden: Golden) -> None:
    lines = []
    for event in EVENTS:
        found = about(event)
        named = [" ".join(ids) or "-" for ids in found[:3]]
        lines.append(f"{event.kind}: {', '.join(named)}" + (f", turn {found.round}" if found.round else ""))

    golden("changes/about.txt", "\n".join([*lines, ""]))
    assert all(isinstance(ids, tuple) for event in EVENTS for ids in about(event)[:3])


@pytest.mark.parametrize("kind", ["free-troop", "lost-troop"])
def test_who_does_not_know_the_general_hears_of_his_nation_alone(kind: str) -> None:
    assert (("russia",), (), ()) == about(Event(kind, {"nation": "russia", "total": 7}))[:3]


def test_who_went_and_which_way() -> None:
    gone = {event.kind: went(read(event)) for event in EVENTS}

    assert {
        "moved": (["saltikov", "tottleben"], ["sierpc", "plock", "torun"]),
        "stepped": (["saltikov", "tottleben"], ["sierpc", "plock", "torun"]),
        "retreated": (["saltikov", "fermor"], ["sierpc", "plock"]),
    } == {kind: found for kind, found in gone.items() if found != ([], [])}


# between two views


def position(**more: Any) -> State:
    data = {
        "turn": 5, "stage": "prussia", "phase": "movement", "prussia": {"keith": "Riesa 3", "dohna": "Berlin 2"},
        "austria": {"daun": "Brünn 5", "t1": "Prag"}, "hands": {"prussia": "2S 3S"}, **more,
    }  # fmt: skip
    state: State = RULESET.rules.resolve(RULESET.files.position(data, "4p", {}), {}, Chance("x")).state
    return state


def placed(state: State, **places: str | int) -> State:
    """The state with pieces elsewhere; a number is a place off the map."""
    return state.put({PIECE[id_]: CITY[at] if isinstance(at, str) else at for id_, at in places.items()})


def told(before: State, after: State, *events: Event) -> list[tuple[str, str, str]]:
    return [(row.title, row.kind, row.text) for row in changes(before, after, None, events)]


def moved(pieces: list[str], *way: str) -> Event:
    return Event("moved", {"nation": "prussia", "pieces": pieces, "way": list(way)})


def test_a_move_is_told_with_its_way_and_a_retreat_with_dots() -> None:
    state = position()
    retreat = Event("retreated", {"nation": "prussia", "generals": ["keith"], "from": "meissen", "to": "cottbus"})
    after = placed(state, keith="cottbus")

    assert [("Pieces of Prussia", "moved", "Keith: Riesa - Meißen ... Cottbus.")] == told(
        state, after, moved(["keith"], "riesa", "meissen"), retreat
    )


def test_a_way_that_does_not_end_where_the_piece_stands_is_not_told() -> None:
    state = position()
    after = placed(state, keith="cottbus")
    short = [("Pieces of Prussia", "moved", "Keith: Riesa ... Cottbus.")]

    assert short == told(state, after)
    assert short == told(state, after, moved(["keith"], "riesa", "meissen"))
    assert [] == told(state, state, moved(["keith"], "riesa", "meissen"))


def test_a_way_with_a_gap_has_both_ends_of_it() -> None:
    ways = ways_of(position(), [moved(["keith"], "riesa", "meissen"), moved(["keith"], "berlin", "spandau")])

    assert ["Riesa", "Meißen", "Berlin", "Spandau"] == [name_of(city) for city in ways[PIECE["keith"]]]
    assert (CITY["berlin"],) == ways[PIECE["dohna"]]


def test_pieces_come_and_go_and_are_turned_over() -> None:
    state = position()
    down = state._replace(face_down=1 << PIECE["dohna"])
    off = placed(state, keith=OFF)

    assert [("Pieces of Prussia", "lost", "Keith: Riesa, taken off the map.")] == told(state, off)
    gone = placed(state, keith=RETIRED)
    assert [("Pieces of Prussia", "lost", "Keith: Riesa, out of the game.")] == told(state, gone)
    assert [("Pieces of Prussia", "entered", "Keith: enters in Riesa.")] == told(off, state)
    assert [("Pieces of Austria", "lost", "Austrian train T1: Prag, taken off the map.")] == told(
        state, placed(state, **{"austria-t1": OFF})
    )
    assert [("Pieces of Prussia", "face-down", "Dohna in Berlin is out of supply, face-down.")] == told(state, down)
    assert [("Pieces of Prussia", "face-up", "Dohna in Berlin is face-up again.")] == told(down, state)
    assert [] == told(placed(down, dohna=OFF), placed(state, dohna=OFF))


def test_the_first_city_of_the_list_is_a_place_like_any_other() -> None:
    state = placed(position(), keith="achim")

    assert ["Keith: Achim ... Riesa."] == [text for *_, text in told(state, position())]
    assert ["Keith: Riesa ... Achim."] == [text for *_, text in told(position(), state)]
    assert ["Keith: enters in Achim."] == [text for *_, text in told(placed(state, keith=OFF), state)]
    assert ["Keith: Achim, taken off the map."] == [text for *_, text in told(state, placed(state, keith=OFF))]
    down = state._replace(face_down=1 << PIECE["keith"])
    assert ["Keith in Achim is out of supply, face-down."] == [text for *_, text in told(state, down)]
    assert [("Your troops", "troops", "Keith: 3 to 4 troops.")] == told(
        state, state._replace(troops=tuple(4 if number == 3 else number for number in state.troops))
    )


def test_numbers_are_told_where_both_are_known_and_the_general_is_on_the_map() -> None:
    state = position()
    one = state.with_troops({PIECE["keith"]: 1, PIECE["dohna"]: 4})
    theirs = [RULESET.secrets.view_of(view, "maria-theresa") for view in (state, one)]

    assert ["Keith: 3 to 1 troop.", "Dohna: 2 to 4 troops."] == [text for *_, text in told(state, one)]
    assert [] == told(*theirs)
    assert [] == told(placed(state, keith=OFF, dohna=OFF), placed(one, keith=OFF, dohna=OFF))


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ({}, {"turn": 6}, ("Time and fate", "turn", "Turn 5 to turn 6.")),
        ({"executed": ("poems",)}, {"executed": ("poems", "sweden")},
         ("Time and fate", "left", "Sweden left the game.")),
        ({}, {"imperial": "pompadour"},
         ("Time and fate", "changed-hands", "The Imperial Army passed from Maria Theresa to Pompadour.")),
        ({}, {"conquered": 1 << CITY["breslau"]}, ("Conquests", "conquered", "Austria holds Breslau now.")),
        ({"conquered": 1 << CITY["breslau"]}, {"conquered": 0},
         ("Conquests", "reconquered", "Prussia has Breslau back.")),
        ({}, {"marked": 1 << CITY["breslau"]}, ("Conquests", "marked", "Breslau has a question mark.")),
        ({}, {"totals": (1, 2, 3, 4, 5, 6, 7)}, ("Troops and cards", "total", "Prussia: 5 to 1 troop.")),
        ({}, {"hands": ((), *((),) * 6)}, ("Troops and cards", "hand", "Prussia: 2 to 0 cards.")),
    ],
)  # fmt: skip
def test_each_kind_of_change_has_its_sentence(
    before: dict[str, Any], after: dict[str, Any], expected: tuple[str, str, str]
) -> None:
    was, now = position()._replace(**before), position()._replace(**after)

    assert expected in told(was, now)
    assert expected not in told(now, now)
    assert expected not in told(now, was)


def test_the_facts_of_changes(golden: Golden) -> None:
    was = position()
    now = placed(was, keith="meissen", dohna=OFF)._replace(
        turn=6, imperial="pompadour", conquered=1 << CITY["breslau"], marked=1 << CITY["glogau"],
        face_down=1 << PIECE["daun"], totals=(4, *was.totals[1:]), hands=((), *was.hands[1:]),
        executed=("sweden", "poems"),
    ).with_troops({PIECE["keith"]: 2})  # fmt: skip
    rows = [*changes(was, now, None, [moved(["keith"], "riesa", "meissen")]), *changes(now, was, None, [])]

    golden("changes/facts.txt", "".join(f"{row.title}, {row.kind}, {dict(row.facts)}: {row.text}\n" for row in rows))
