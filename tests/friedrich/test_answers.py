"""Standing answers: questions of fate and retreats answered ahead, seen by nobody but their owner."""

import pytest

from pbem.core import has_errors
from pbem.core.chance import Chance
from pbem.core.events import Event, seen_by
from pbem.rulesets.friedrich import RULESET
from pbem.rulesets.friedrich.state import PIECE, RETIRED

SWEDEN_LEAVES = {
    "turn": 8, "phase": "end", "fate": ["sweden"],
    "prussia": {"friedrich": "Berlin 5", "keith": "Glogau 4", "dohna": "Stettin 3"},
    "russia": {"saltikov": "Sierpc 3"}, "france": {"soubise": "Fulda 2"},
}  # fmt: skip


def stored(state, role, answers):
    taken = RULESET.rules.take(state, role, {"answers": answers})
    assert not has_errors(taken.diagnostics), [d.message for d in taken.diagnostics]
    return taken.state


def before(position):
    return RULESET.files.position(position, "4p", {})


def at_question(position, role, answers):
    return RULESET.rules.resolve(stored(before(position), role, answers), {}, Chance("x")).state


def test_the_first_legal_answer_speaks():
    state = at_question(SWEDEN_LEAVES, "frederick", ["retire Friedrich", "retire Keith"])
    assert [owed.kind for owed in RULESET.rules.awaiting(state)] == ["fate"]
    assert RULESET.ahead.answered(state) == ("frederick",)

    step = RULESET.rules.resolve(state, {}, Chance("x"))

    assert step.state.place[PIECE["keith"]] == RETIRED
    assert "defaulted" not in [event.kind for event in step.events]


def test_only_its_owner_is_told_that_a_standing_answer_spoke():
    state = at_question(SWEDEN_LEAVES, "frederick", ["retire Keith"])
    events = RULESET.rules.resolve(state, {}, Chance("x")).events
    told = {
        role: [
            line for event in seen_by(events, role) for line in RULESET.telling.tell(event) if "standing answer" in line
        ]
        for role in ("frederick", "elisabeth", None)
    }

    assert {"frederick": ["Your standing answer was taken: retire Keith."], "elisabeth": [], None: []} == told


def test_a_sheet_goes_before_the_standing_answer():
    state = at_question(SWEDEN_LEAVES, "frederick", ["retire Keith"])

    step = RULESET.rules.resolve(state, {"frederick": {"do": ["retire Dohna"]}}, Chance("x"))

    assert step.state.place[PIECE["dohna"]] == RETIRED
    assert step.state.place[PIECE["keith"]] != RETIRED


def test_answers_that_do_not_fit_leave_the_question_open():
    state = at_question(SWEDEN_LEAVES, "frederick", ["reinforce Keith", "decline 9D"])

    assert RULESET.ahead.answered(state) == ()
    assert "defaulted" in [event.kind for event in RULESET.rules.resolve(state, {}, Chance("x")).events]


def test_an_empty_list_withdraws_them():
    state = stored(before(SWEDEN_LEAVES), "frederick", ["retire Keith"])

    state = stored(state, "frederick", [])

    assert state.answers == ()


def test_nobody_else_sees_them_or_that_they_spoke():
    state = at_question(SWEDEN_LEAVES, "frederick", ["retire Keith"])
    step = RULESET.rules.resolve(state, {}, Chance("x"))

    for role in ("elisabeth", None):
        assert RULESET.secrets.view_of(state, role).answers == ()
        assert "answered" not in [event.kind for event in seen_by(step.events, role)]
    assert RULESET.secrets.view_of(state, "frederick").answers == (("frederick", ("retire Keith",)),)
    assert "answered" in [event.kind for event in seen_by(step.events, "frederick")]


def test_they_survive_the_file():
    state = at_question(SWEDEN_LEAVES, "frederick", ["retire Keith", "retreat to Guhrau"])

    assert RULESET.files.decode(RULESET.files.encode(state)) == state


def test_a_question_may_be_declined_ahead():
    position = {
        "turn": 7, "phase": "end", "fate": ["6"], "austria": {"laudon": "Olmütz 3"}, "prussia": {"keith": "Glogau 2"},
    }  # fmt: skip
    state = at_question(position, "maria-theresa", ["decline 6S"])

    assert RULESET.ahead.answered(state) == ("maria-theresa",)
    assert RULESET.rules.resolve(state, {}, Chance("x")).state.place == state.place


def test_where_the_beaten_go_can_be_said_ahead():
    position = {
        "stage": "austria", "phase": "combat", "austria": {"laudon": "Steinau 4"}, "prussia": {"keith": "Glogau 3"},
    }  # fmt: skip
    state = at_question(position, "maria-theresa", ["retreat to Berlin", "retreat to Wschowa"])
    assert [owed.kind for owed in RULESET.rules.awaiting(state)] == ["retreat"]

    step = RULESET.rules.resolve(state, {}, Chance("x"))

    assert RULESET.files.encode(step.state)["prussia"]["keith"].startswith("wschowa")


@pytest.mark.parametrize(
    ("answers", "code"),
    [
        ("retire Keith", "FR102"), ([1], "FR102"), (["march to Berlin"], "FR101"), (["retreat to Atlantis"], "FR201"),
        (["decline 5S"], "FR101"), (["battles Keith"], "FR301"), (["retire Nobody"], "FR203"), (["x"] * 61, "FR102"),
    ],
)  # fmt: skip
def test_what_is_no_answer_is_refused(answers, code):
    taken = RULESET.rules.take(before(SWEDEN_LEAVES), "elisabeth", {"answers": answers})

    assert code in [d.code.id for d in taken.diagnostics]
    assert has_errors(taken.diagnostics)


@pytest.mark.parametrize(
    ("card", "sentence"),
    [
        ("4H", "France changes no card."),
        ("6S", "Laudon stays where he is."),
        ("6D", "Austria turns no stack face-down."),
        ("9D", "Prussia gives Austria no card."),
        ("12H", "Hildburghausen stays where he is."),
    ],
)
def test_what_a_card_offered_in_vain_is_told(card, sentence):
    assert [sentence] == RULESET.telling.tell(Event("declined", {"card": card}))
