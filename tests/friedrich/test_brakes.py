"""What stands under unless: how it is read and kept, and when it holds; nothing in it sees a secret."""

from __future__ import annotations

from typing import Any

import pytest
from frozen_games import read
from test_ahead_of_games import moments

from pbem.core import Diagnostic, Where
from pbem.core.chance import Chance
from pbem.core.events import Event, seen_by
from pbem.rulesets.friedrich import RULESET
from pbem.rulesets.friedrich.brakes import PATTERNS, tongue_of
from pbem.rulesets.friedrich.state import GENERALS, NATIONS, PIECE_NAMES

SPELLINGS = [
    ("attacked", "attacked"), ("  Attacked. ", "attacked"), ("unless attacked", "attacked"),
    ("ferdinand attacked", "Ferdinand attacked"), ("Ferdinand is attacked", "Ferdinand attacked"),
    ("General Ferdinand has been attacked", "Ferdinand attacked"), ("Daun beaten", "Daun beaten"),
    ("enemy within 3 of Ferdinand", "enemy within 3 of Ferdinand"),
    ("any enemy within 3 roads of Ferdinand", "enemy within 3 of Ferdinand"),
    ("Enemies within 0 cities from goettingen", "enemy within 0 of Göttingen"),
    ("Soubise within 2 of Göttingen", "Soubise within 2 of Göttingen"),
    ("the French train T1 within 12 of Frankfurt A2", "the French train T1 within 12 of Frankfurt A2"),
    ("Göttingen lost", "Göttingen lost"), ("Gottingen has been lost", "Göttingen lost"),
    ("Cumberland lost", "Cumberland lost"), ("T1 lost", "the Hanoverian train T1 lost"),
    ("Ferdinand out of supply", "Ferdinand out of supply"), ("Soubise moved", "Soubise moved"),
    ("Schwerin moved", "Schwerin moved"), ("enemy within 1 of Schwerin", "enemy within 1 of Schwerin"),
    ("enemy within 1 of the city of Schwerin", "enemy within 1 of the city of Schwerin"), ("Fate", "fate"),
]  # fmt: skip


def kept(text: str, decision: str = "hanover") -> str:
    """A line as it is kept; whatever is complained about fails."""
    said: list[Diagnostic] = []
    found = RULESET.ahead.read_brake(text, Where(("unless", 0)), decision, said.append)
    assert not said, [fault.message for fault in said]
    return found


@pytest.mark.parametrize(("text", "expected"), SPELLINGS)
def test_a_line_is_kept_as_it_is_shown_and_read_again_the_same(text: str, expected: str) -> None:
    assert expected == kept(text)
    assert expected == kept(expected)


def test_every_pattern_has_a_spelling_here() -> None:
    fitting = {next(p for p in PATTERNS if _fits(p, expected)) for _, expected in SPELLINGS}

    assert set(PATTERNS) == fitting


def _fits(pattern: str, text: str) -> bool:
    from pbem.rulesets.common.brakes import shape_of

    return shape_of(pattern).fullmatch(text) is not None


@pytest.mark.parametrize("decision", NATIONS)
def test_the_examples_of_every_nation_can_be_read(decision: str) -> None:
    examples = tongue_of(NATIONS.index(decision)).examples

    assert 4 == len({kept(example, decision) for example in examples})


def test_the_examples_speak_of_the_first_general_and_of_a_city_that_can_be_lost() -> None:
    found = {nation: tongue_of(number).examples for number, nation in enumerate(NATIONS)}

    assert ("attacked", "enemy within 3 of Friedrich", "Angermünde lost", "fate") == found["prussia"]
    assert ("attacked", "enemy within 3 of Saltikov", "Colberg lost", "fate") == found["russia"]
    assert ("attacked", "enemy within 3 of Richelieu", "Braunschweig lost", "fate") == found["france"]


@pytest.mark.parametrize(
    ("text", "word", "name"),
    [
        ("Frankfurt lost", "Frankfurt", "ambiguous-city"),
        ("enemy within 3 of Frankfurt", "Frankfurt", "ambiguous-city"),
        ("Russian train lost", "Russian train", "ambiguous-piece"),
        ("enemy within 3 of Russian train", "Russian train", "ambiguous-piece"), ("T2 lost", "T2", "unknown-name"),
    ],
)  # fmt: skip
def test_the_place_of_a_complaint_is_the_word(text: str, word: str, name: str) -> None:
    """Hanover has one train, and Russia two."""
    said: list[Diagnostic] = []

    assert "" == RULESET.ahead.read_brake(text, Where(("unless", 0)), "hanover", said.append)
    assert [(word, name, word)] == [
        (text[fault.at.start : fault.at.end], fault.code.name, fault.facts["text"]) for fault in said
    ]


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("Hannover attacked", "city"), ("Hannover beaten", "city"), ("T1 attacked", "train"), ("T1 beaten", "train"),
        ("T1 out of supply", "train"), ("Hannover out of supply", "city"), ("Hannover moved", "piece"),
        ("Celle lost", "no-objective"), ("Hannover within 2 of Celle", "cities"),
        ("Ferdinand within 2 of Ferdinand", "same"), ("T1 within 2 of T1", "same"),
    ],
)  # fmt: skip
def test_a_line_that_can_never_hold_or_always_does_is_refused(text: str, form: str) -> None:
    said: list[Diagnostic] = []

    assert "" == RULESET.ahead.read_brake(text, Where(("unless", 0)), "hanover", said.append)
    assert [("unless-idle", form)] == [(fault.code.name, fault.facts["form"]) for fault in said]
    assert all("{" not in fault.message + fault.hint for fault in said)


# when they hold

PLACES = {
    "prussia": {"heinrich": "Berlin 4"}, "hanover": {"ferdinand": "Hannover 3", "cumberland": "Stade 2", "t1": "Celle"},
    "france": {"soubise": "Springe 5", "richelieu": "Koblenz 2", "t1": "Fulda"},
    "austria": {"daun": "Brünn 3"},
}  # fmt: skip


def public(state: Any) -> Any:
    return RULESET.secrets.view_of(state, None)


def position(**more: Any) -> Any:
    """France is about to move."""
    data = {"turn": 5, "stage": "france", "phase": "movement", **PLACES, **more}
    return RULESET.rules.resolve(RULESET.files.position(data, "4p", {}), {}, Chance("x")).state


def braked(text: str, state: Any, events: tuple[Event, ...] = (), decision: str = "hanover") -> bool:
    return RULESET.ahead.braked(kept(text, decision), decision, public(state), seen_by(events, None))


def played(state: Any, **sheets: Any) -> tuple[Any, tuple[Event, ...]]:
    """The state after the sheets and, until somebody moves again, after all that follows; and what was told."""
    step = RULESET.rules.resolve(state, sheets, Chance("x"))
    events = step.events
    while RULESET.rules.awaiting(step.state)[0].kind != "movement":
        step = RULESET.rules.resolve(step.state, {}, Chance("x"))
        events += step.events
    return step.state, events


def test_attacked_holds_for_whoever_did_not_begin_the_battle() -> None:
    state, events = played(position(hands={"france": "2S", "hanover": "2S"}))
    lines = ("attacked", "Ferdinand attacked", "Cumberland attacked", "Soubise attacked", "Ferdinand beaten",
             "Cumberland beaten", "Soubise beaten", "Ferdinand moved")  # fmt: skip

    held = {line: braked(line, state, events) for line in lines}

    expected = ["attacked", "Ferdinand attacked", "Ferdinand beaten", "Ferdinand moved"]
    assert expected == [line for line, holds in held.items() if holds]
    assert not braked("attacked", state, events, "france")
    assert not braked("attacked", state, (), "hanover")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("enemy within 1 of Ferdinand", True), ("enemy within 0 of Ferdinand", False),
        ("enemy within 5 of Cumberland", True), ("enemy within 4 of Cumberland", False),
        ("enemy within 1 of Hannover", True), ("enemy within 0 of Springe", True), ("enemy within 1 of Fulda", False),
        ("Soubise within 1 of Ferdinand", True), ("Soubise within 2 of Celle", True), ("Daun within 9 of Celle", False),
        ("Soubise within 0 of Springe", True), ("the French train T1 within 0 of Fulda", True),
        ("the French train T1 within 2 of Ferdinand", False), ("T1 within 1 of Hannover", True),
        ("Laudon within 12 of Hannover", False), ("Hannover within 12 of Laudon", False),
        ("enemy within 12 of Laudon", False), ("enemy within 0 of Soubise", False),
    ],
)  # fmt: skip
def test_roads_are_counted_on_the_empty_map_and_trains_only_where_they_are_named(line: str, expected: bool) -> None:
    assert expected == braked(line, position())


def test_the_first_city_of_the_list_is_a_place_like_any_other() -> None:
    state = position(france={"soubise": "Achim 5", "t1": "Fulda"}, hanover={"ferdinand": "Bremen 3", "t1": "Celle"})
    lines = ("Soubise within 1 of Ferdinand", "Ferdinand within 1 of Soubise", "Soubise within 0 of Achim",
             "Achim within 1 of Ferdinand", "enemy within 0 of Achim", "enemy within 1 of Ferdinand")  # fmt: skip

    assert [] == [line for line in lines if not braked(line, state)]
    assert not braked("Soubise lost", state)


def test_a_city_is_lost_when_the_other_side_takes_it_and_a_piece_when_it_is_off_the_map() -> None:
    open_ = position(hanover={"cumberland": "Stade 2"}, france={"soubise": "Hannover 5"})
    state, events = played(open_, pompadour={"do": ["Soubise > Springe"]})

    assert ["conquered"] == [event.kind for event in events if event.kind == "conquered"]
    assert braked("Hannover lost", state, events)
    assert not braked("Göttingen lost", state, events)
    assert not braked("Hannover lost", state, events, "france")
    assert not braked("Hannover lost", state, ())
    assert [True, False, True] == [braked(f"{name} lost", state) for name in ("Ferdinand", "Cumberland", "T1")]


def test_what_is_retaken_was_lost_to_those_who_held_it() -> None:
    event = Event("reconquered", {"nation": "hanover", "city": "hannover"})

    assert braked("Hannover lost", position(), (event,), "france")
    assert not braked("Hannover lost", position(), (event,), "hanover")


@pytest.mark.parametrize("kind", ["offensive-failed", "offensive-declined"])
def test_bohemia_is_lost_to_prussia_when_the_offensive_option_is(kind: str) -> None:
    event = Event(kind, {"cities": ["prag"]})

    assert braked("Prag lost", position(), (event,), "prussia")
    assert not braked("Prag lost", position(), (event,), "austria")


def test_out_of_supply_is_who_lies_face_down_or_was_lost_so() -> None:
    state = position()
    down = state._replace(face_down=1 << GENERALS[NATIONS.index("hanover")][0])
    starved = Event("starved", {"nation": "hanover", "general": "ferdinand", "city": "celle"})

    assert [True, False] == [braked(f"{name} out of supply", down) for name in ("Ferdinand", "Cumberland")]
    assert braked("Ferdinand out of supply", state, (starved,))
    assert not braked("Ferdinand out of supply", state)


@pytest.mark.parametrize(
    ("event", "name"),
    [
        (Event("moved", {"nation": "france", "pieces": ["soubise", "chevert"], "way": []}), "Chevert"),
        (Event("moved", {"nation": "france", "pieces": ["france-t1"], "way": []}), "the French train T1"),
        (Event("stepped", {"nation": "austria", "pieces": ["laudon"], "way": []}), "Laudon"),
        (Event("stepped-aside", {"nation": "prussia", "pieces": ["keith"], "way": []}), "Keith"),
        (Event("retreated", {"nation": "hanover", "generals": ["ferdinand"], "from": "", "to": ""}), "Ferdinand"),
    ],
)  # fmt: skip
def test_moved_is_whoever_goes_of_himself_or_is_made_to(event: Event, name: str) -> None:
    assert braked(f"{name} moved", position(), (event,))
    assert not braked("Richelieu moved", position(), (event,))


def test_fate_is_any_card_that_was_turned() -> None:
    state, events = played(position(turn=8, fate=["poems"]))

    assert ["poems"] == [event.facts["card"] for event in events if event.kind == "fate"]
    assert braked("fate", state, events)
    assert not braked("fate", state, tuple(event for event in events if event.kind != "fate"))


@pytest.mark.parametrize("mode", ["4p-expert", "3p", "west"])
def test_no_brake_sees_a_secret(mode: str) -> None:
    """Over a whole game, with other secrets in every state and without what single roles were told."""
    game = read("friedrich", mode)[0]
    lines = [line for nation in (0, 1, 6) for line in all_lines(nation)]
    held = 0
    for moment in list(moments(RULESET, mode, game))[::5]:
        twin = RULESET.secrets.twin_of(moment.state, None, Chance(f"twin {held}"))
        bare = tuple(Event(event.kind, event.facts) for event in moment.events if event.to is None)
        own = RULESET.secrets.view_of(moment.state, "frederick")
        for decision, line in lines:
            mine = RULESET.ahead.braked(line, decision, public(moment.state), seen_by(moment.events, None))
            held += mine

            assert mine == RULESET.ahead.braked(line, decision, public(twin), bare)
            assert mine == RULESET.ahead.braked(line, decision, own, bare)
    assert held > 20


def all_lines(nation: int) -> list[tuple[str, str]]:
    """Brakes of every pattern for a nation."""
    first = PIECE_NAMES[GENERALS[nation][0]]
    lines = ("attacked", "{} attacked", "{} beaten", "enemy within 4 of {}", "{} within 5 of Berlin", "Breslau lost",
             "{} lost", "{} out of supply", "{} moved", "fate")  # fmt: skip
    return [(NATIONS[nation], kept(line.format(first), NATIONS[nation])) for line in lines]
