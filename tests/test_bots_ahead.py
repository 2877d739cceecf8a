"""Bots that say ahead what they would do: legal as far as it can be known, and from their own view alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from frozen_games import MODES, read
from test_ahead_of_games import Moment, moments

from pbem.core import SHEET, has_errors
from pbem.core.chance import Chance
from pbem.core.ruleset import Ruleset
from pbem.rulesets import ruleset_of
from pbem.rulesets.fredericus.bot_ahead import sample_ahead as of_fredericus
from pbem.rulesets.friedrich import RULESET as FRIEDRICH
from pbem.rulesets.friedrich.bots.ahead import in_order
from pbem.rulesets.friedrich.bots.ahead import sample_ahead as of_friedrich
from pbem.rulesets.maria.bots.ahead import sample_ahead as of_maria
from pbem.workflow.adjudicate import resolved
from pbem.workflow.simulate import bot_chance

SAMPLE: dict[str, Callable[..., Any]] = {
    "friedrich": of_friedrich, "fredericus": of_fredericus, "maria": of_maria,
}  # fmt: skip
OFTEN = {"friedrich": 9, "fredericus": 2, "maria": 20}  # every so many steps of a game are looked at


def some(title: str, mode: str) -> list[tuple[int, Moment]]:
    """Steps of a recorded game, spread over it, with the set-up."""
    played = list(moments(ruleset_of(title), mode, read(title, mode)[1]))
    return list(enumerate(played))[:: OFTEN[title]]


def sampled(title: str, number: int, state: Any, role: str) -> dict[str, Any]:
    """What a bot says ahead; the temperaments take turns."""
    ruleset = ruleset_of(title)
    temper = ruleset.bots.temperaments[number % len(ruleset.bots.temperaments)]
    found: dict[str, Any] = SAMPLE[title](
        ruleset.secrets.view_of(state, role), role, bot_chance("ahead", role, number), temper
    )
    return found


def roles(ruleset: Ruleset, mode: str) -> list[str]:
    return [role.id for role in ruleset.mode(mode).roles]


@pytest.mark.parametrize(("title", "mode"), MODES, ids=lambda value: str(value))
def test_what_bots_order_ahead_is_for_what_is_coming_and_would_be_legal_today(title: str, mode: str) -> None:
    ruleset, judged = ruleset_of(title), 0
    for number, moment in some(title, mode):
        for role in roles(ruleset, mode):
            view = ruleset.secrets.view_of(moment.state, role)
            tables = sampled(title, number, moment.state, role).get("ahead", [])

            assert [row.id for row in ruleset.ahead.coming(view, role)] == [table["for"] for table in tables]
            for table in tables:
                body = {key: value for key, value in table.items() if key not in ("for", "unless")}
                taken = ruleset.rules.take(ruleset.ahead.supposed(view, role, table["for"]), role, body)
                judged += 1

                assert not has_errors(taken.diagnostics), [fault.message for fault in taken.diagnostics]
                assert "FR323" not in [fault.code.id for fault in taken.diagnostics]
                assert all(
                    ruleset.ahead.read_brake(line, SHEET, table["for"], refused) == line
                    for line in table.get("unless", ())
                )
    assert judged > 10


def refused(fault: Any) -> None:
    raise AssertionError(fault.message)


@pytest.mark.parametrize(
    ("title", "mode"), [*(("friedrich", mode.id) for mode in FRIEDRICH.modes), ("maria", "advanced")]
)
def test_standing_bids_and_answers_of_bots_are_taken_beside_any_sheet(title: str, mode: str) -> None:
    bids, answers, ruleset = 0, 0, ruleset_of(title)
    for number, moment in some(title, mode):
        for role in roles(ruleset, mode):
            body = {key: v for key, v in sampled(title, number, moment.state, role).items() if key != "ahead"}
            view = ruleset.secrets.view_of(moment.state, role)
            taken = ruleset.rules.take(view, role, {**moment.orders.get(role, {}), **body})
            bids, answers = bids + len(body.get("standing", ())), answers + len(body.get("answers", ()))

            assert not has_errors(taken.diagnostics), [fault.message for fault in taken.diagnostics if fault.is_error]
    assert bids > 20 and answers > 20


@pytest.mark.parametrize(("title", "mode"), MODES, ids=lambda value: str(value))
def test_bots_say_ahead_what_they_know_and_no_more(title: str, mode: str) -> None:
    ruleset = ruleset_of(title)
    for number, moment in some(title, mode):
        for role in roles(ruleset, mode):
            twin = ruleset.secrets.twin_of(moment.state, role, Chance(f"twin {number}"))

            assert sampled(title, number, moment.state, role) == sampled(title, number, twin, role)


def test_with_standing_bids_of_bots_on_both_sides_nobody_is_asked_for_a_bid() -> None:
    asked = answered = 0
    played = list(enumerate(moments(FRIEDRICH, "4p", read("friedrich", "4p")[1])))
    for number, moment in [row for row in played if FRIEDRICH.rules.awaiting(row[1].state)[0].kind == "movement"][::3]:
        said = {role: sampled("friedrich", number, moment.state, role) for role in roles(FRIEDRICH, "4p")}
        more = {role: {key: body[key] for key in ("standing", "answers") if key in body} for role, body in said.items()}
        orders = {role: {k: v for k, v in body.items() if k != "bid"} for role, body in moment.orders.items()}
        sheets = {role: {**orders.get(role, {}), **body} for role, body in more.items()}
        after = resolved(FRIEDRICH, moment.state, sheets, Chance("x")).state
        owed = [row.role for row in FRIEDRICH.rules.awaiting(after) if row.kind == "bid"]
        asked, answered = asked + len(owed), answered + len({*owed} & {*FRIEDRICH.ahead.answered(after)})

    assert asked == answered > 3


def test_where_moves_lead_to_several_battles_a_bot_that_thinks_ahead_says_in_which_order() -> None:
    position = {
        "turn": 5, "stage": "prussia", "phase": "movement",
        "prussia": {"heinrich": "Berlin 4", "keith": "Halle 4"}, "austria": {"daun": "Spandau 3"},
        "imperial": {"hildburghausen": "Merseburg 2"},
    }  # fmt: skip
    state = FRIEDRICH.rules.resolve(FRIEDRICH.files.position(position, "4p", {}), {}, Chance("x")).state
    view = FRIEDRICH.secrets.view_of(state, "frederick")

    body = in_order(view, "frederick", {"do": ["Heinrich stays"]})

    expected = "battles Keith against Hildburghausen, Heinrich against Daun"
    assert {"do": ["Heinrich stays", expected]} == body
    assert body == in_order(view, "frederick", body)


def test_a_bot_of_prussia_with_nobody_but_friedrich_left_says_nothing_of_whom_to_retire() -> None:
    names = ("winterfeldt", "heinrich", "schwerin", "keith", "seydlitz", "dohna", "lehwaldt")
    retired = dict.fromkeys(names, "retired")
    state = FRIEDRICH.files.position({"turn": 8, "prussia": {"friedrich": "Berlin 5", **retired}}, "4p", {})

    said = [FRIEDRICH.ahead.sample(state, "frederick", Chance(str(number)), "steady") for number in range(9)]

    assert [] == [line for body in said for line in body.get("answers", ()) if line.startswith("retire")]
