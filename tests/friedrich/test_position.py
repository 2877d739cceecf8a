"""Positions typed by a person: what is wrong with one is said; and every breach of an invariant is seen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pbem.core.chance import Chance
from pbem.rulesets.friedrich import RULESET, invariants
from pbem.rulesets.friedrich.board import CITY
from pbem.rulesets.friedrich.cards import Card
from pbem.rulesets.friedrich.files import decode, encode
from pbem.rulesets.friedrich.setup import KEYS
from pbem.rulesets.friedrich.state import NATIONS, OFF, PIECE, Battle, EndOfTurn, Retreat, Stage, State, Turn
from pbem.store import GameFault
from pbem.workflow.new import Plan, new

START: dict[str, Any] = {
    "stage": "prussia", "prussia": {"heinrich": "Berlin 3", "keith": "Berlin 2", "t1": "Glogau"},
    "austria": {"daun": "Brünn 4"}, "hands": {"prussia": "9H", "austria": "13S"},
}  # fmt: skip


def position(**changes: Any) -> State:
    return RULESET.files.position({**START, **changes}, changes.get("mode", "4p"), {})  # type: ignore[no-any-return]


def standing(**changes: Any) -> State:
    """The position at its first decision."""
    return RULESET.rules.resolve(position(**changes), {}, Chance("x")).state  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"moon": 1}, "a position has no 'moon'; it has mode, options, turn"),
        ({"mode": "5p"}, "mode is '5p', not one of 4p, 3p, 4p-expert, 3p-expert, west or austria"),
        ({"turn": 0}, "turn is 0, not a number from 1 to 23"),
        ({"turn": 24}, "turn is 24, not a number from 1 to 23"),
        ({"turn": True}, "turn is True, not a number from 1 to 23"),
        ({"turn": "3"}, "turn is '3', not a number from 1 to 23"),
        ({"decks": 5}, "decks is 5, not a number from 1 to 4"),
        ({"decks": 1, "hands": {"prussia": "9H/2"}}, "decks is 1, not a number from 2 to 4"),
        ({"phase": "night"}, "phase is 'night', not one of draw, movement, combat, conquest, supply or end"),
        ({"stage": "poland"}, "stage is 'poland', not one of prussia, hanover"),
        ({"offensive": "won"}, "offensive is 'won', not one of '', 'declined', 'taken', 'lost' or 'failed'"),
        ({"imperial_commander": "nobody"}, "imperial_commander is 'nobody', not one of frederick, elisabeth"),
        ({"executed": "poems"}, "executed must be a list of texts"),
        ({"executed": ["13S"]}, "'13S' is no card of fate"),
        ({"fate": ["poem"]}, "'poem' is no card of fate"),
        ({"in_force": "0S"}, "'0S' is no card of fate"),
        ({"conquered": ["Breslua"]}, "conquered: there is no city 'Breslua'. Did you mean Breslau"),
        ({"conquered": ["Friedland"]}, "conquered: 'Friedland' may be Friedland"),
        ({"conquered": ["Berlin"]}, "I5: a city is conquered that is nobody's objective in this game"),
        ({"conquered": ["Prag"]}, "I5: a city is conquered that is nobody's objective in this game"),
        ({"question_marks": ["Berlin"]}, "I5: a city is conquered that is nobody's objective in this game"),
        ({"prussia": "Berlin"}, "prussia must be a table"),
        ({"prussia": {"daun": "Berlin 3"}}, "prussia has no piece 'daun'"),
        ({"prussia": {"t3": "Berlin"}}, "prussia has no piece 't3'"),
        ({"prussia": {"keith": 3}}, 'keith is 3, not a text like "Oschatz 8"'),
        ({"prussia": {"keith": "Berlin"}}, "keith is 'Berlin', without a number of troops"),
        ({"prussia": {"keith": "Berlin three"}}, "keith is 'Berlin three', without a number of troops"),
        ({"prussia": {"keith": "Berlin 1000"}}, "keith is 'Berlin 1000', without a number of troops"),
        ({"prussia": {"keith": "Berlin 999"}}, "I3: keith has 999 troops"),
        ({"prussia": {"keith": "Berlin ٣"}}, "keith is 'Berlin ٣', without a number of troops"),
        ({"prussia": {"keith": "8"}}, "keith is '8', without a number of troops"),
        ({"prussia": {"keith": "Berlin 9"}}, "I3: keith has 9 troops"),
        ({"prussia": {"keith": "Berlin 0"}}, "I3: keith has 0 troops"),
        ({"hanover": {"ferdinand": "Stade 8", "cumberland": "Alfeld 5"}}, "I3: hanover has 13 troops, at most 12"),
        ({"prussia": {"keith": "Berlin 2", "t1": "Berlin"}}, "I2: Berlin holds keith, prussia-t1"),
        ({"prussia": {"keith": "Achim 2", "t1": "Achim"}}, "I2: Achim holds keith, prussia-t1"),
        ({"prussia": {"t1": "Berlin", "t2": "Berlin"}}, "prussia-t1, prussia-t2: only generals of one"),
        ({"austria": {"daun": "Berlin 1"}}, "I2: Berlin holds heinrich, keith, daun"),
        ({"prussia": {"heinrich": "Berlin 3 face-down", "keith": "Berlin 2"}}, "I4: the generals in Berlin do not"),
        (
            {"prussia": dict.fromkeys(("friedrich", "heinrich", "keith", "dohna"), "Berlin 1")},
            ": at most 3 generals",
        ),
        ({"hands": {"prussia": 9}}, 'prussia must be a text of cards like "13S 7H R"'),
        ({"hands": {"prussia": "14S"}}, "prussia: '14S' is no card, or there are not so many of it"),
        ({"hands": {"prussia": "9H/1 9H/1"}}, "prussia: '9H/1' is no card, or there are not so many of it"),
        ({"hands": {"prussia": "9H 9H 9H 9H 9H"}}, "prussia: '9H' is no card, or there are not so many of it"),
        ({"draw": 3}, "draw must be a text of cards"),
        ({"discards": [3]}, "discards must be a text of cards"),
        ({"buried": "9X"}, "buried: '9X' is no card, or there are not so many of it"),
        ({"aside": "9X"}, "aside: '9X' is no card, or there are not so many of it"),
        ({"in_force": 3}, "in_force is 3, not a text"),
        ({"imperial_commander": 3}, "imperial_commander is 3, not a text"),
        ({"offensive": 3}, "offensive is 3, not one of"),
        ({"phase": 3}, "phase is 3, not one of"),
        ({"stage": 3}, "stage is 3, not one of"),
        ({"stage": ["prussia"]}, "stage is ['prussia'], not one of"),
        ({"fate": [3]}, "fate must be a list of texts"),
        ({"beaten": "daun"}, "beaten must be a list of texts"),
        ({"beaten": ["poem"]}, "'poem' is no piece"),
        ({"victor": "poem"}, "'poem' is no piece"),
        ({"attack_suits": "SX"}, "attack_suits is 'SX', not letters of suits: SCHD"),
        ({"hands": "9H"}, "hands must be a table"),
        ({"prussia": {"t1": "Berlni"}}, "t1: there is no city 'Berlni'. Did you mean Berlin"),
        ({"mode": "4p-expert", "conquered": ["Prag"], "offensive": "failed"}, "I5: Prussia holds a city without"),
    ],
)
def test_what_is_wrong_with_a_position_is_said(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError) as fault:
        position(**changes)

    assert why in str(fault.value)


def test_a_position_for_another_mode_than_its_own_is_refused() -> None:
    with pytest.raises(ValueError, match="mode is '3p', and the file is for mode '4p'"):
        RULESET.files.position({**START, "mode": "3p"}, "4p", {})


EVERY_KEY: dict[str, Any] = {
    "mode": "4p-expert", "options": {}, "turn": 5, "stage": "austria", "phase": "draw", "hands": {"prussia": "9H"},
    "draw": "2S 3S", "discards": "4S", "buried": "5S", "decks": 2, "conquered": ["Breslau"],
    "question_marks": ["Görlitz"], "fate": ["5"], "executed": ["india"], "in_force": "7H",
    "imperial_commander": "maria-theresa", "victor": "daun", "beaten": ["keith"], "attack_suits": "SH",
    "offensive": "taken", "aside": "10C", "prussia": {"keith": "Berlin 2"}, "hanover": {"ferdinand": "Stade 3"},
    "russia": {"fermor": "Sierpc 3"}, "sweden": {"ehrensvard": "Stralsund 2"}, "austria": {"daun": "Brünn 4"},
    "imperial": {"hildburghausen": "Coburg 3"}, "france": {"soubise": "Fulda 4"},
}  # fmt: skip


def test_every_key_of_a_position_is_taken_and_comes_to_where_it_belongs() -> None:
    state = RULESET.files.position(EVERY_KEY, "4p-expert", {})
    stored = encode(state)

    assert set(EVERY_KEY) == set(KEYS)
    assert [(2, "S"), (3, "S")] == [card[:2] for card in state.draw]
    assert (5, "S") == state.buried[0][0][:2] and (4, "S") in {card[:2] for card in state.discards[0]}
    assert (2, [(10, "C")], [(9, "H")]) == (
        state.opened, [card[:2] for card in state.aside], [card[:2] for card in state.hands[0]],
    )  # fmt: skip
    same = ("mode", "turn", "fate", "executed", "in_force", "imperial_commander", "victor", "beaten", "attack_suits",
            "offensive")  # fmt: skip
    assert {key: EVERY_KEY[key] for key in same} == {key: stored[key] for key in same}
    assert (["breslau"], ["goerlitz"]) == (stored["conquered"], stored["question_marks"])
    assert [2, 3, 3, 2, 4, 3, 4] == list(state.totals)
    assert (Stage(4, "draw"), Turn((5, 6))) == (state.agenda[1], state.agenda[0])


@pytest.mark.parametrize(
    "changes",
    [
        {"turn": 23}, {"turn": 1}, {"decks": 4}, {"prussia": {"keith": "Berlin 8"}}, {"prussia": {"keith": "Berlin 1"}},
        {"prussia": dict.fromkeys(("friedrich", "heinrich", "keith"), "Berlin 1")},
        {"hanover": {"ferdinand": "Stade 8", "cumberland": "Alfeld 4"}}, {"hands": {"prussia": "9H 9H 9H 9H"}},
        {"mode": "4p-expert", "conquered": ["Prag"], "offensive": "taken", "aside": "10C"},
        {"mode": "austria", "conquered": ["Prag"]}, {"conquered": ["Breslau"]},
        {"discards": "4S 5S/2 6S/4", "buried": "7S 8S/3"},
    ],
)  # fmt: skip
def test_a_position_at_the_edge_of_what_can_be_is_taken(changes: dict[str, Any]) -> None:
    assert [] == RULESET.rules.invariants(standing(**changes), None)


def test_cards_not_named_are_in_the_draw_pile_or_with_a_draw_pile_named_among_the_discards() -> None:
    whole, named = position(), position(draw="2S 3S")

    assert (48, 0) == (len(whole.draw), sum(map(len, whole.discards)))
    assert (["2S", "3S"], 46) == ([str(card) for card in named.draw], sum(map(len, named.discards)))
    assert (1, 3) == (whole.opened, position(decks=3).opened)


def test_a_draw_pile_that_is_named_keeps_its_order_and_one_that_is_not_is_shuffled() -> None:
    named, whole = standing(draw="3S 2S 13H 4D"), standing()

    assert ["3S", "2S", "13H", "4D"] == [str(card) for card in named.draw]
    assert list(whole.draw) != sorted(whole.draw)


def test_a_position_of_the_program_is_taken_as_it_stands_but_not_a_view_or_one_with_a_card_twice() -> None:
    state = standing()
    data = encode(state)
    twice = {**data, "hands": {**data["hands"], "austria": data["hands"]["prussia"]}}

    assert state == RULESET.files.position(data, "4p", {})
    with pytest.raises(ValueError, match="this is a view"):
        RULESET.files.position(encode(RULESET.secrets.view_of(state, "frederick")), "4p", {})
    with pytest.raises(ValueError, match="I1: the 200 tactical cards are not each in one place"):
        RULESET.files.position(twice, "4p", {})


@pytest.mark.parametrize("phase", ["draw", "movement", "combat", "conquest", "supply", "end"])
@pytest.mark.parametrize("draw", ["", "2S 3S"])
def test_a_position_that_has_not_begun_can_be_stored(phase: str, draw: str) -> None:
    state = position(phase=phase, **({"draw": draw} if draw else {}))

    assert state == decode(encode(state))


def test_a_spoilt_file_names_its_key() -> None:
    whole = encode(standing())
    for key in [key for key in whole if key not in ("standing", "victor")]:
        with pytest.raises(ValueError, match=key):
            decode({name: value for name, value in whole.items() if name != key})


def test_what_a_position_does_not_say_has_not_happened() -> None:
    state = RULESET.files.position({}, "4p", {})
    empty = (
        "face_down", "conquered", "marked", "discards", "buried", "recycled", "fate", "executed", "in_force", "spent",
        "declared", "beaten", "attack_suits", "offensive", "aside", "options", "answers", "winners", "reason",
        "standing",
    )  # fmt: skip

    assert dict.fromkeys(empty, 0) == {name: sum(map(bool, flat(getattr(state, name)))) for name in empty}
    assert (1, -1, 1, "maria-theresa") == (state.turn, state.victor, state.opened, state.imperial)
    assert ({OFF}, {0}, {0}, {()}) == (set(state.place), set(state.troops), set(state.totals), set(state.hands))


def flat(value: Any) -> list[Any]:
    """What a value holds, however deep it lies."""
    return [part for inner in value for part in flat(inner)] if isinstance(value, tuple) else [value]


def test_whoever_is_asked_commands_the_nation_whose_stage_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    state = standing()
    asked = RULESET.rules.awaiting(state)[0]._replace(role="pompadour")
    monkeypatch.setattr(invariants, "awaiting", lambda state: (asked,))

    assert ["I6: pompadour is asked"] == RULESET.rules.invariants(state, None)


@pytest.mark.parametrize("text", ["berlin", "berlin two", "berlin -1"])
def test_a_general_who_was_stored_without_a_number_is_named(text: str) -> None:
    data = encode(standing())

    with pytest.raises(ValueError, match=f"keith is '{text}', without a number of troops"):
        decode({**data, "prussia": {**data["prussia"], "keith": text}})


BREACHES: list[tuple[str, Any]] = [
    ("I1: the 200", lambda s: s._replace(draw=s.draw[1:])),
    ("I1: the 200", lambda s: s._replace(aside=(s.draw[0],))),
    ("I1: the 200", lambda s: s.with_hand(0, ())),
    ("I1: the 200", lambda s: s._replace(opened=2)),
    ("lies on another deck's discard", lambda s: s._replace(discards=((), (Card(2, "S", 1),), (), ()))),
    ("lies on another deck's discard", lambda s: s._replace(buried=((), (Card(2, "S", 1),), (), ()))),
    ("I2: Berlin holds", lambda s: s.put({PIECE["daun"]: CITY["berlin"]})),
    ("I3: daun has 0", lambda s: s.with_troops({PIECE["daun"]: 0})),
    ("I3: daun has 9", lambda s: s.with_troops({PIECE["daun"]: 9})),
    ("I3: daun has 4", lambda s: s.put({PIECE["daun"]: OFF})),
    ("I3: prussia has 5", lambda s: s._replace(totals=(6, *s.totals[1:]))),
    ("I3: a train has troops", lambda s: s.with_troops({PIECE["prussia-t1"]: 1})),
    ("I4: the generals in Berlin", lambda s: s._replace(face_down=1 << PIECE["keith"])),
    ("I5: a city is conquered", lambda s: s._replace(conquered=1 << CITY["berlin"])),
    ("I6: nobody is asked", lambda s: s._replace(agenda=())),
    ("I9: a question mark", lambda s: s._replace(marked=1 << CITY["breslau"])),
    ("I11: turn 24", lambda s: s._replace(turn=24)),
]


@pytest.mark.parametrize(("why", "change"), BREACHES)
def test_a_breach_of_an_invariant_is_seen(why: str, change: Any) -> None:
    state = standing()
    found = RULESET.rules.invariants(change(state), None)

    assert [] == RULESET.rules.invariants(state, None)
    assert any(why in fault for fault in found), found


def test_turn_23_is_the_last() -> None:
    assert [] == RULESET.rules.invariants(standing()._replace(turn=23), None)


def test_a_battle_or_a_retreat_that_cannot_be_is_seen() -> None:
    fight = {"stage": "prussia", "phase": "combat", "prussia": {"heinrich": "Celle 4"},
             "france": {"richelieu": "Hannover 6"}, "hands": {"prussia": "3D", "france": "5S"}}  # fmt: skip
    state = RULESET.rules.resolve(RULESET.files.position(fight, "4p", {}), {}, Chance("x")).state
    battle = state.task
    pair = battle.pair

    def found(task: Any) -> list[str]:
        return [fault[:2] for fault in RULESET.rules.invariants(state.replaced(task), None)]

    def retreat(city: str, length: int = 2) -> Retreat:
        return Retreat(0, 6, pair[1], pair[0], length, 1 << CITY[city])

    assert isinstance(battle, Battle)
    assert [] == found(battle) == found(battle._replace(score=0)) == found(battle._replace(score=2, holder=1))
    assert ["I7"] == found(battle._replace(score=1)) == found(battle._replace(score=-2, holder=1))
    assert [] == found(retreat("hameln")) == found(retreat("uelzen", 1))
    assert ["I8"] == found(retreat("hannover")) == found(retreat("berlin")) == found(retreat("celle"))
    assert [] == found(retreat("gardelegen", 3)) and ["I8"] == found(retreat("gardelegen", 2))
    assert ["I6"] == [fault[:2] for fault in RULESET.rules.invariants(state.pushed(EndOfTurn("card")), None)]


def test_troops_out_of_nothing_are_seen_unless_a_card_gave_one() -> None:
    before = standing(hands={"prussia": "9H"}, russia={"saltikov": "Sierpc 3"})

    def found(number: int, executed: tuple[str, ...] = (), piece: str = "saltikov") -> list[str]:
        after = before.with_troops({PIECE[piece]: number})._replace(executed=executed)
        return [fault[:3] for fault in RULESET.rules.invariants(after, before)]

    assert [] == found(3) == found(2) == found(4, ("1C",)) == found(4, ("1D",)) == found(5, (), "heinrich")
    assert ["I10"] == found(4) == found(5, ("1C",)) == found(4, ("6C",)) == found(4, ("8S",))


def test_a_stage_asks_its_own_commander_only() -> None:
    state = standing()
    stage = state.task

    assert isinstance(stage, Stage)
    assert ["frederick"] == [owed.role for owed in RULESET.rules.awaiting(state)]
    assert [] == RULESET.rules.invariants(state, None)


def test_a_game_that_begins_at_the_end_of_a_turn_is_told_under_that_turn() -> None:
    step = RULESET.rules.resolve(position(turn=6, phase="end", stage="france", fate=["5"]), {}, Chance("x"))
    titles = [chapter["title"] for chapter in RULESET.story.narrate((), step.events, RULESET.telling.tell)]

    assert ["End of turn 6", "Turn 7, Prussia"] == titles


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('attack_suits = ["D"]', "attack_suits is a list; it must be a text"),
        ('conquered = ["Berlin"]', "cannot be read: a city is conquered that is nobody's objective"),
    ],
)
def test_what_is_wrong_with_a_file_is_told_in_words(tmp_path: Path, line: str, why: str) -> None:
    file = tmp_path / "position.toml"
    head = 'format = 2\nruleset = "friedrich"\nmode = "4p-expert"\n[position]\nstage = "prussia"\n'
    file.write_text(f'{head}{line}\n[position.prussia]\nkeith = "Berlin 2"\n', encoding="utf-8")

    with pytest.raises(GameFault, match="PB514") as fault:
        new(Plan(str(tmp_path / "game"), position=str(file)))
    assert why in fault.value.message


def test_a_nation_that_has_left_has_no_stage_to_come_in_a_position() -> None:
    def to_come(**changes: Any) -> list[str]:
        turn = position(**changes).agenda[0]
        assert isinstance(turn, Turn)
        return [NATIONS[nation] for nation in turn.nations]

    assert ["austria", "imperial", "france"] == to_come(stage="sweden")
    assert ["sweden", "austria", "imperial", "france"] == to_come(stage="russia")
    assert ["austria", "imperial", "france"] == to_come(stage="russia", executed=["sweden"])
