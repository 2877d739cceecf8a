"""The 48 texts as a whole: every suit is read, every text has words, a turn to hold in, and a place in the code."""

from __future__ import annotations

import re

import pytest
import rule_coverage

from pbem.core.chance import Chance
from pbem.rulesets.friedrich import RULESET
from pbem.rulesets.friedrich.board import CITY, FIRST_ORDER, RUSSIA, cities_in, name_of
from pbem.rulesets.friedrich.choices import _FATES as CHOICES
from pbem.rulesets.friedrich.choices import FATE_WORDS
from pbem.rulesets.friedrich.fate import CLOCK, NEXT_TURN, NOW, SETTLED, SUBJECTS
from pbem.rulesets.friedrich.fate_idle import GENERAL_OF, GIVING, NATION_ASKED
from pbem.rulesets.friedrich.offensive import GARRISONED, east_prussia, is_south
from pbem.rulesets.friedrich.state import NATIONS, STROKES
from pbem.rulesets.friedrich.strokes import STEPS
from pbem.rulesets.friedrich.telling.fate_words import (
    BECAUSE,
    CONCERNS,
    DECLINED,
    FATE_TEXTS,
    NO_EFFECT,
    NOTHING,
    reminder,
)

SIGNS = str.maketrans("♠♣♥♦", "SCHD")
REFERENCE = {text.translate(SIGNS): when for text, when in rule_coverage.texts().items()}
# Where Keith stands, the last victorious general: a city of each suit.
PLACES = {"S": "Berlin", "C": "Köslin", "H": "Heiligenbeil", "D": "Cottbus"}


@pytest.mark.parametrize("text", sorted(REFERENCE))
def test_the_suit_of_fate_picks_the_text(text: str) -> None:
    number, suit = text[:-1], text[-1]
    position = {
        "mode": "4p-expert", "turn": 6, "phase": "end", "fate": [number], "victor": "keith",
        "prussia": {"keith": f"{PLACES[suit]} 3"},
    }  # fmt: skip

    state = RULESET.rules.resolve(RULESET.files.position(position, "4p-expert", {}), {}, Chance("suit")).state

    assert (text,) == state.executed
    assert (text if REFERENCE[text] == "next" else "") == state.in_force


def test_the_code_knows_the_same_texts_as_the_reference() -> None:
    assert {text for text, when in REFERENCE.items() if when == "next"} == set(NEXT_TURN)
    assert {text for text, when in REFERENCE.items() if when == "now"} == set(NOW)
    assert set(REFERENCE) == set(FATE_TEXTS)
    assert [text for text, when in REFERENCE.items() if (when == "-") != (FATE_TEXTS[text] == NOTHING)] == []


def test_every_text_that_can_be_idle_has_words_for_it() -> None:
    assert {*NOW, *SUBJECTS} == set(NO_EFFECT)
    assert set(NEXT_TURN) - {"3D", "10S", "11S"} == set(SUBJECTS)


def test_every_reason_for_which_a_text_is_idle_has_words() -> None:
    named = {*GENERAL_OF, *NATION_ASKED}
    reasons = {f"{text}-{why}" for text in named for why in ("gone", "off")}

    assert reasons | {f"{text}-{why}" for text in GIVING for why in ("most", "full")} == set(BECAUSE)


def test_what_is_told_of_an_idle_card_is_a_whole_sentence() -> None:
    """Sentences are made in one place, so that they can be translated; none is put together from pieces."""
    said = [*NO_EFFECT.values(), *BECAUSE.values()]

    assert [] == [text for text in said if not text.startswith("Nothing happens: ") or not text.endswith(".")]
    assert [] == [text for text in DECLINED.values() if not text.endswith(".")]


def test_every_stroke_has_steps() -> None:
    assert set(STROKES) == set(STEPS)
    assert 18 == len(CLOCK) == len(set(CLOCK))


def test_every_question_can_be_asked_answered_and_settled() -> None:
    assert set(FATE_WORDS) == set(CHOICES)
    assert set(SETTLED) <= set(FATE_WORDS)
    assert set(FATE_WORDS) - {"sweden", "garrison"} <= set(REFERENCE)


def test_east_prussia_has_the_thirty_cities_of_the_reference() -> None:
    rule = rule_coverage.TEXT[rule_coverage.TEXT.index("\nF13.3 ") :].split("\n\n")[0]
    names = " ".join(rule.split()).split("these 30 cities: ")[1].split(". Protection")[0].split(", ")
    # A name borne by several cities has its grid square behind it: Osterode M8 is Osterode (East Prussia).
    found = {re.sub(r" [A-Z]\d+$", "", name_of(city)) for city in cities_in(east_prussia())}

    assert 30 == len(names) == east_prussia().bit_count()
    assert {name.partition(" (")[0] for name in names} == found


def test_the_garrison_holds_the_four_objectives_of_russia_in_east_prussia() -> None:
    assert "Königsberg N10, Ortelsburg, Rastenburg, Riesenburg" == ", ".join(map(name_of, cities_in(GARRISONED)))
    assert GARRISONED == FIRST_ORDER[RUSSIA] & east_prussia()


def test_line_5_runs_between_alfeld_and_jueterbog() -> None:
    assert [False, True] == [is_south(CITY[id_]) for id_ in ("alfeld", "jueterbog")]


@pytest.mark.parametrize("text", NEXT_TURN)
def test_a_text_in_force_reminds_those_whom_it_concerns(text: str) -> None:
    position = {
        "mode": "4p-expert", "turn": 7, "in_force": text, "prussia": {"keith": "Berlin 3"},
        "hanover": {"ferdinand": "Stade 3"}, "russia": {"saltikov": "Warszawa 3"}, "sweden": {"ehrensvard": "Anklam 3"},
        "austria": {"daun": "Brünn 3"}, "imperial": {"hildburghausen": "Würzburg 3"}, "france": {"soubise": "Fulda 3"},
    }  # fmt: skip
    words = reminder(text)

    assert CONCERNS[text] and "next turn" not in words
    for nation in CONCERNS[text]:
        state = RULESET.files.position({**position, "stage": NATIONS[nation]}, "4p-expert", {})
        state = RULESET.rules.resolve(state, {}, Chance("remind")).state
        role = RULESET.rules.awaiting(state)[0].role
        sheet = RULESET.telling.sheet(RULESET.secrets.view_of(state, role), role).replace("#", "")

        assert " ".join(words.split()[:4]) in " ".join(sheet.split())


@pytest.mark.parametrize(("house", "plays"), [("position", True), ("play", False)])
def test_the_warning_under_3_hearts_says_where_soubise_stands_in_which_suit(house: str, plays: bool) -> None:
    position = {
        "stage": "france", "phase": "draw", "turn": 7, "in_force": "3H", "executed": ["india"], "attack_suits": "D",
        "france": {"soubise": "Hünfeld 5", "t1": "Fulda"}, "prussia": {"seydlitz": "Hersfeld 3"},
    }  # fmt: skip
    state = RULESET.files.position(position, "4p", {"same-suit": house})
    events = RULESET.rules.resolve(state, {}, Chance("3H")).events

    assert [{"general": "soubise", "city": "huenfeld", "suit": "D", "plays": plays}] == [
        event.facts for event in events if event.kind == "same-suit"
    ]
