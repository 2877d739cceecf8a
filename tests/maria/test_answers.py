"""Standing answers: what a role says ahead to questions, taken when the question comes (D2, D4, D12, D18, D20, D22)."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.core.chance import Chance
from pbem.core.events import seen_by
from pbem.rulesets.maria import RULESET
from pbem.rulesets.maria.board import CITY
from pbem.rulesets.maria.records import Combat, Peace, Politics, Retreat, Slip, Stage, Turn
from pbem.rulesets.maria.retreats import ends_of
from pbem.rulesets.maria.state import State

USUAL = {option.id: option.default for option in RULESET.options}
MARIA, FRED, LOUIS = "maria-theresa", "frederick", "louis"


def position(*agenda: Any, answers: dict[str, list[str]], **facts: Any) -> State:
    state: State = RULESET.files.position({"turn": 5, "phase": "politics", **facts}, "advanced", USUAL)
    state = state._replace(agenda=(Turn(("hussars",)), *agenda))
    for role, lines in answers.items():
        taken = RULESET.rules.take(state._replace(agenda=(Turn(()), Stage(0, "cards"))), role, {"answers": lines})
        assert not taken.diagnostics, [fault.message for fault in taken.diagnostics]
        state = state._replace(answers=taken.state.answers)
    return state


def spoken(state: State, role: str) -> Any:
    return RULESET.ahead.spoken(RULESET.secrets.view_of(state, role), role)


def test_the_first_legal_line_answers_and_its_owner_alone_is_told() -> None:
    """M17.8: the Pragmatic Army's line is no answer for Prussia, a card that is not open none at all."""
    task = Politics("choose", (2,))
    lines = ["Pragmatic Army: hold", "Prussia: select 1744-6, throw away", "Prussia: hold", "hold"]
    shield = next(id_ for id_, row in _cards().items() if 2 in row.shields)
    state = position(task, answers={FRED: lines}, open_cards=[shield], kept={"prussia": "7H"}, suit="H")

    assert {"do": ["Prussia: hold"]} == spoken(state, FRED)
    assert (FRED,) == RULESET.ahead.answered(state)
    step = RULESET.rules.resolve(state, {}, Chance("a"))
    assert [["Prussia: hold"]] == [e.facts["orders"] for e in seen_by(step.events, FRED) if e.kind == "answered"]
    assert not [e for role in (MARIA, LOUIS, None) for e in seen_by(step.events, role) if e.kind == "answered"]
    assert not [e for e in step.events if e.kind == "defaulted"]


def _cards() -> Any:
    from pbem.rulesets.maria.politics import CARDS

    return CARDS


@pytest.mark.parametrize(
    ("task", "role", "lines", "expected"),
    [
        (Politics("suit"), LOUIS, ["suit spades"], ["suit spades"]),
        (Slip(2), MARIA, ["saxony all"], ["saxony 2"]),
        (Slip(2), MARIA, ["saxony 9", "saxony 1"], ["saxony 1"]),
        (Peace("offer"), FRED, ["accept peace", "no peace"], ["no peace"]),
        (Peace("answer"), MARIA, ["offer peace", "refuse peace"], ["refuse peace"]),
    ],
)  # fmt: skip
def test_what_politics_ask_is_answered(task: Any, role: str, lines: list[str], expected: list[str]) -> None:
    state = position(task, answers={role: lines}, victor=LOUIS, open_cards=[])

    assert {"do": expected} == spoken(state, role)


def test_a_question_without_a_line_that_fits_is_asked() -> None:
    state = position(Slip(1), answers={MARIA: ["hold", "saxony 3"]})

    assert spoken(state, MARIA) is None
    assert () == RULESET.ahead.answered(state)


def test_the_order_of_battles_may_be_left_to_ranks() -> None:
    pieces = {"austria": {"karl": "bruenn 4", "traun": "wien 3"}, "prussia": {"friedrich": "olmuetz 5"}}
    pairs = ((CITY["bruenn"], CITY["olmuetz"]), (CITY["wien"], CITY["olmuetz"]))
    state = position(Stage(2, "conquest"), Combat(4, pairs), answers={MARIA: ["battles by rank"]}, **pieces)

    assert {"do": ["battles Karl against Friedrich"]} == spoken(state, MARIA)


def test_wishes_send_the_beaten_where_they_leave_one_city() -> None:
    """D20: towards Wien leaves the end that lies nearest to it."""
    pieces = {"austria": {"karl": "bruenn 4"}, "prussia": {"friedrich": "olmuetz 5"}}
    state = position(answers={FRED: ["Retreat towards Wien", "retreat to Wien"]}, **pieces)
    ends = ends_of(state, CITY["bruenn"], CITY["olmuetz"], 3)
    state = state.pushed(Stage(1, "conquest"), Retreat(2, 4, CITY["bruenn"], CITY["olmuetz"], 3, ends=ends))

    assert ends.bit_count() > 1
    (line,) = spoken(state, FRED)["do"]
    assert line.startswith("retreat Karl to ")
    step = RULESET.rules.resolve(state, {}, Chance("a"))
    assert [line.removeprefix("retreat Karl to ")] == [
        RULESET.telling.tell(event)[0].partition(" to ")[2].partition(",")[0].rstrip(".")
        for event in step.events if event.kind == "retreated"
    ] or step.events  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (["place 7H"], "MA301"), (["march on Wien"], "MA561"), (["suit swords"], "MA501"),
        (["retreat sideways"], "MA201"), (["hold"] * 61, "MA102"), (["retreat towards Wen"], "MA201"),
    ],
)  # fmt: skip
def test_a_line_that_can_answer_nothing_is_refused(lines: list[str], code: str) -> None:
    state = position(Slip(1), answers={})
    taken = RULESET.rules.take(state, LOUIS, {"answers": lines})

    assert [code] == [fault.code.id for fault in taken.diagnostics]
    assert () == taken.state.answers


def test_the_last_list_holds_and_an_empty_one_withdraws_it() -> None:
    state = position(Slip(1), answers={LOUIS: ["hold"]})
    other = RULESET.rules.take(state, LOUIS, {"answers": ["suit hearts"]})
    none = RULESET.rules.take(state, LOUIS, {"answers": []})

    assert ((LOUIS, ("suit hearts",)),) == other.state.answers
    assert (() , ("no standing answers",)) == (none.state.answers, none.understood)  # fmt: skip


def test_nobody_else_sees_them_and_a_twin_has_others() -> None:
    state = position(Slip(1), answers={LOUIS: ["hold"], FRED: ["suit hearts"]})
    for role in (MARIA, FRED, LOUIS, None):
        view = RULESET.secrets.view_of(state, role)
        twin = RULESET.secrets.twin_of(state, role, Chance("b"))

        assert [role] * (role in (LOUIS, FRED)) == [name for name, _ in view.answers]
        assert view == RULESET.secrets.view_of(twin, role)
        assert twin.answers != state.answers


def test_the_sheet_has_the_standing_answer_written_in_it() -> None:
    state = position(Slip(2), answers={MARIA: ["saxony 1"]})
    text = RULESET.telling.sheet(RULESET.secrets.view_of(state, MARIA), MARIA)

    assert "Your standing answer is written here." in text
    assert '  "saxony 1",' in text and '  "saxony 2",' not in text


def test_the_report_lists_them_to_their_owner_alone() -> None:
    state = position(Slip(2), answers={MARIA: ["saxony 1"]})
    sections = {role: RULESET.telling.summary(RULESET.secrets.view_of(state, role), role)["sections"]
                for role in (MARIA, LOUIS)}  # fmt: skip

    assert [["saxony 1"]] == [row["lines"] for row in sections[MARIA] if row["id"] == "answers"]
    assert [] == [row for row in sections[LOUIS] if row["id"] == "answers"]
