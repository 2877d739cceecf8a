"""Orders ahead: what is coming to whom, the view it is judged on, brakes, and what complaints hang on (M26)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pbem.core import SHEET, Diagnostic, Where
from pbem.core.chance import Chance
from pbem.core.codes import TOO_MUCH
from pbem.core.events import seen_by
from pbem.rulesets.maria import RULESET
from pbem.rulesets.maria import diagnostics as ma
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.ahead import asked, coming, supposed
from pbem.rulesets.maria.board import CITY
from pbem.rulesets.maria.hangs import SENTENCES, hangs_on
from pbem.rulesets.maria.powers import PRUSSIA
from pbem.rulesets.maria.records import Combat, Moves
from pbem.workflow.rounds import Match, play_again, play_paced

USUAL = {option.id: option.default for option in RULESET.options}
MARIA, FRED, LOUIS = "maria-theresa", "frederick", "louis"


def at(phase: str, stage: str = "", mode: str = "advanced", **facts: Any) -> Any:
    """A position of turn 2 with a piece or two of everybody on the house board."""
    pieces = {
        "austria": {"karl": "bruenn 4", "t1": "wien"}, "prussia": {"friedrich": "berlin 5", "t1": "potsdam"},
        "france": {"moritz": "strassburg 6"}, "pragmatic": {"george": "hannover 3"},
    }  # fmt: skip
    data = {"turn": 2, "phase": phase, **({"stage": stage} if stage else {}), **pieces, **facts}
    state = RULESET.files.position(data, mode, USUAL)
    while not RULESET.rules.awaiting(state):
        state = RULESET.rules.resolve(state, {}, Chance("a")).state
    return state


def ids(state: Any, role: str) -> str:
    return ", ".join(f"{row.id} {row.what.rpartition(' ')[2]}" for row in coming(state, role))


def test_what_is_coming_follows_the_order_of_the_turn() -> None:
    state = at("movement", "france")

    assert (LOUIS, "france") == (RULESET.rules.awaiting(state)[0].role, asked(state, LOUIS))
    assert "cards-france 3, winter-france 3" == ids(state, LOUIS)
    assert "prussia 2, pragmatic 2, cards-prussia 3, winter-pragmatic 3, winter-prussia 3" == ids(state, FRED)
    assert "austria 2, cards-austria 3, hussars 3, winter-austria 3" == ids(state, MARIA)


def test_what_is_owed_now_is_not_coming_and_the_last_turn_brings_nothing_more() -> None:
    last = at("movement", "austria")._replace(turn=12)

    assert "austria" == asked(last, MARIA)
    assert "winter-austria 12" == ids(last, MARIA)
    assert "winter-france 12" == ids(last, LOUIS)
    assert "pragmatic 12, winter-pragmatic 12, winter-prussia 12" == ids(last, FRED)


def test_the_introductory_game_has_no_politics_and_two_winters() -> None:
    state = at("movement", "prussia", mode="intro")

    assert "austria 2, hussars 3, winter-austria 3" == ids(state, MARIA)
    assert "prussia 9" == ids(at("movement", "france", mode="intro")._replace(turn=9), FRED)


def test_two_players_have_two_stages_in_one_hand() -> None:
    state = at("movement", "france", mode="two")

    assert "prussia 2, cards-france 3, winter-france 3, winter-prussia 3" == ids(state, FRED)


def test_a_view_that_supposes_moves_takes_them_as_they_would_be_taken() -> None:
    state = at("movement", "france")
    guess = supposed(RULESET.secrets.view_of(state, MARIA), MARIA, "austria")
    taken = RULESET.rules.take(guess, MARIA, {"do": ["Karl stays", "T1 stays"]})

    assert "austria" == asked(guess, MARIA)
    assert not taken.diagnostics
    assert ("Karl stays", "AU T1 stays") == taken.understood


def test_prussia_is_supposed_to_be_neutral_no_longer_when_its_stage_comes_after_the_peace() -> None:
    state = at("movement", "austria", truce=True, peace=1)

    assert supposed(state, FRED, "prussia").truce is False
    assert supposed(state._replace(peace=2), FRED, "prussia").truce is True


def test_the_battles_under_way_stay_below_the_moves_that_are_supposed() -> None:
    fight = Combat(PRUSSIA, ((CITY["berlin"], CITY["wien"]),))
    state = at("movement", "prussia")
    fighting = state._replace(agenda=(*state.agenda[:-1], fight))
    guess = supposed(RULESET.secrets.view_of(fighting, MARIA), MARIA, "austria")

    assert fight.pairs == guess.agenda[0].pairs
    assert isinstance(guess.task, Moves)


def test_a_card_may_be_named_for_each_suit_that_becomes_dominant() -> None:
    """D3, M17.4: the first that is held and of the dominant suit; a card that is not held is only warned of."""
    state = at("politics", hands={"prussia": "7H 9S 2C", "france": "3H", "austria": "3C", "pragmatic": ""})
    while asked(state, FRED) != "cards-prussia":
        state = RULESET.rules.resolve(state, {}, Chance("a")).state
    for suit, left in (("S", ["2C", "7H"]), ("H", ["2C", "9S"]), ("D", ["2C", "7H", "9S"])):
        body = {"do": ["Prussia: place 10D else 7H else 9S else nothing"]}
        taken = RULESET.rules.take(state._replace(suit=suit), FRED, body)

        assert ["MA754"] == [fault.code.id for fault in taken.diagnostics]
        assert left == sorted(map(str, taken.state.hands[2]))
        assert ("Prussia: place 10D else 7H else 9S",) == taken.understood


@pytest.mark.parametrize("mode", ["intro", "two-intro"])
def test_a_game_played_again_from_orders_given_ahead_is_the_same_game(mode: str) -> None:
    match = Match(RULESET, mode, USUAL, "again")
    first = play_paced(match)
    again = play_again(match, first)

    assert not first.broken and not again.broken
    assert (first.state, first.story) == (again.state, again.story)
    assert len(again.waits) < len(first.waits)


def test_with_all_that_can_be_said_ahead_a_turn_takes_half_the_rounds_at_most() -> None:
    match = Match(RULESET, "intro", USUAL, "rounds")
    plain, ahead = play_paced(match), play_paced(match._replace(ahead=True))

    assert not plain.broken and not ahead.broken
    assert ahead.became["used"] > 10
    assert 2 * len(ahead.waits) / ahead.turns < len(plain.waits) / plain.turns


# brakes


def read(text: str, decision: str = "austria") -> tuple[str, list[str]]:
    said: list[Diagnostic] = []
    return RULESET.ahead.read_brake(text, Where(), decision, said.append), [fault.code.id for fault in said]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("attacked", "attacked"), ("karl is attacked", "Karl attacked"), ("Karl beaten", "Karl beaten"),
        ("an enemy within 3 roads of Karl", "enemy within 3 of Karl"), ("Brünn lost", "Brünn lost"),
        ("Schwerin within 2 of brunn", "Schwerin within 2 of Brünn"),
        ("T1 lost", "the Austrian train T1 lost"), ("Karl out of supply", "Karl out of supply"),
        ("Friedrich moved", "Friedrich moved"), ("peace", "peace"), ("saxony changed", "Saxony changed"),
    ],
)  # fmt: skip
def test_a_brake_is_kept_as_it_is_meant(text: str, kept: str) -> None:
    found, said = read(text)

    assert kept == found
    assert bool(said) == (not kept)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("if Karl looks at me", "MA106"), ("Daun attacked", "MA208"), ("enemy within 99 of Karl", "MA725"),
        ("T1 beaten", "MA725"), ("Wien moved", "MA725"), ("Wien within 3 of Prag", "MA725"),
        ("Karl within 3 of Karl", "MA725"), ("Wien attacked", "MA725"),
    ],
)  # fmt: skip
def test_a_brake_of_no_use_is_refused(text: str, code: str) -> None:
    assert ("", [code]) == read(text)


def test_a_train_of_several_in_a_brake_is_told_with_all_of_them() -> None:
    said: list[Diagnostic] = []
    RULESET.ahead.read_brake("train lost", Where(), "austria", said.append)

    assert ["'train' may be AU T1, AU T2 or AU T3"] == [fault.message for fault in said]


def test_brakes_hold_by_what_everybody_sees() -> None:
    state = at("movement", "france", prussia={"friedrich": "olmuetz 5"}, austria={"karl": "bruenn 4"})
    view = RULESET.secrets.view_of(state, None)

    def held(brake: str, events: Any = ()) -> bool:
        return RULESET.ahead.braked(brake, "austria", view, events)

    moved = RULESET.rules.resolve(state, {LOUIS: {"do": []}}, Chance("a"))
    assert held("enemy within 2 of Karl") and not held("enemy within 1 of Moritz")
    assert held("the Austrian train T1 lost") and not held("Karl lost")
    assert not held("attacked") and not held("peace") and not held("Saxony changed")
    assert not held("Friedrich moved", seen_by(moved.events, None))


def test_a_battle_and_a_move_pull_the_brakes_of_those_who_were_in_it() -> None:
    """Friedrich marches beside Karl and attacks him; nobody holds a card, so Karl, who is weaker, is beaten."""
    hands = {"prussia": "2S", "austria": "2S", "france": "", "pragmatic": ""}
    state = at("movement", "prussia", prussia={"friedrich": "jaegerndorf 5"}, austria={"karl": "bruenn 4"}, hands=hands)
    state = state._replace(hands=((),) * 6)
    step = RULESET.rules.resolve(state, {FRED: {"do": ["Friedrich > Olmütz"]}}, Chance("a"))
    public, events = RULESET.secrets.view_of(step.state, None), seen_by(step.events, None)

    held = [brake for brake in ("attacked", "Karl attacked", "Karl beaten", "Karl moved", "Friedrich moved",
                                "Friedrich attacked", "Friedrich beaten", "Wien lost", "Karl out of supply")
            if RULESET.ahead.braked(brake, "austria", public, events)]  # fmt: skip
    assert ["attacked", "Karl attacked", "Karl beaten", "Friedrich moved"] == held


def test_with_two_players_austrias_orders_are_held_back_where_the_pragmatic_army_was_attacked() -> None:
    """M24.2: one sheet is for both; whose orders they are follows Saxony, too (M2.4)."""
    battle = happened.Battle(active=["moritz"], other=["george"], cities=["paris", "lille"], troops=[3, 3], score=0)
    saxon = happened.Battle(active=["friedrich"], other=["rutowski"], cities=["prag", "wien"], troops=[3, 3], score=0)
    held = [
        (mode, standing, for_)
        for mode in ("advanced", "two")
        for standing in (2, 6)
        for for_, fight in (("austria", battle), ("austria", saxon), ("prussia", saxon))
        if RULESET.ahead.braked(
            "attacked", for_, at("movement", "france", mode=mode, tracks={"saxony": standing}), [fight.event()]
        )
    ]

    assert [
        ("advanced", 2, "prussia"), ("advanced", 6, "austria"),
        ("two", 2, "austria"), ("two", 2, "prussia"), ("two", 6, "austria"), ("two", 6, "austria"),
    ] == held  # fmt: skip


# what complaints hang on


def test_every_code_lasts_or_hangs_on_something_and_every_warning_hangs() -> None:
    codes, rows = RULESET.rules.codes(), {*SENTENCES}

    assert [] == [id_ for id_ in codes if (id_, "") not in rows]
    assert [] == [row for row in rows if row[0] not in codes or (row[1] and row[1] not in codes[row[0]].forms)]
    assert [] == [row for row, said in SENTENCES.items() if not said and codes[row[0]].severity != "error"]


def test_what_each_code_hangs_on(golden: Callable[[str, str], None]) -> None:
    """Every row of the table, in the order of the codes; where a function tells, its name: the cases are below."""
    codes, lines = RULESET.rules.codes(), []
    for (id_, form), said in sorted(SENTENCES.items()):
        name = f"{id_} {codes[id_].name}" + (f", {form}" if form else "")
        told = (said or "It holds for good.") if isinstance(said, str) else f"by {said.__name__}"
        lines.append(f"{name}: {told}")

    golden("ahead/maria.txt", "\n".join([*lines, ""]))


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        (TOO_MUCH(SHEET, limit=40, form="faults"), "It hangs on the faults named before it."),
        (ma.NOT_YOURS(SHEET, piece="Rutowski", power="Saxony", own=""), "It hangs on the powers you play then."),
        (ma.NOT_YOURS(SHEET, piece="Karl", power="Austria", own=""), ""),
        (ma.NO_WAY(SHEET, piece="Karl and Traun", a="", b="", most=3, main=4),
         "It hangs on where Karl and Traun stand then."),
        (ma.TOO_LONG(SHEET, piece="Karl", length=4), "It hangs on where Karl stands then."),
        (ma.TOO_LONG(SHEET, piece="Karl", length=5, form="force"), ""),
        (ma.TOO_LONG(SHEET, piece="T1", length=4), ""),
        (ma.NO_ROAD(SHEET, a="", b="", near="", piece="Karl"), "It hangs on where Karl stands then."),
        (ma.NO_ROAD(SHEET, a="", b="", near="", piece=""), ""),
    ],
)  # fmt: skip
def test_what_hangs_on_the_facts_of_a_complaint(fault: Any, expected: str) -> None:
    assert expected == hangs_on(fault)
