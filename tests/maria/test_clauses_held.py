"""Every clause that can be tested, in whole sheets (M21.3): refused if strict, warned of if loose, silent if kept.

Checker and adjudicator say the same: a sheet is taken on its writer's view and on the whole state, and is carried out.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from pbem.core.chance import Chance
from pbem.rulesets.maria import RULESET
from pbem.rulesets.maria.clauses import TESTED, Subsidy, read_clause
from pbem.rulesets.maria.naming import BOARD_NAMES
from pbem.rulesets.maria.powers import AUSTRIA, BAVARIA, FRANCE, PRAGMATIC, PRUSSIA, SAXONY
from pbem.rulesets.maria.records import Treaty
from pbem.rulesets.maria.state import State

CHANCE = Chance("clauses")
ALL = (FRANCE, BAVARIA, PRUSSIA, SAXONY, AUSTRIA, PRAGMATIC)
Facts = dict[str, Any]


class Case(NamedTuple):
    """A clause, where and by whom it is tested, the orders that break it and some that keep it."""

    clause: str
    power: str
    role: str
    facts: Facts
    breaks: tuple[str, ...]
    keeps: tuple[str, ...]


MOVES: Facts = {"phase": "movement", "stage": "prussia"}
SUPPLIED: Facts = {
    "phase": "hussars", "france": {"moritz": "Amstetten 4", "t1": "Beraun"}, "austria": {"karl": "Beneschau 4"},
}  # fmt: skip
CASES = [
    Case(
        "Prussia does not attack Austria", "prussia", "frederick",
        {**MOVES, "prussia": {"friedrich": "Sagan 5"}, "austria": {"traun": "Lissa 4"}},
        ("Friedrich > Glogau",), ("Friedrich > Bunzlau",),
    ),
    Case(
        "Prussia does not enter Lüben", "prussia", "frederick", {**MOVES, "prussia": {"friedrich": "Glogau 5"}},
        ("Friedrich > Lüben",), ("Friedrich > Sagan",),
    ),
    Case(
        "Prussia does not enter Poland", "prussia", "frederick", {**MOVES, "prussia": {"friedrich": "Glogau 5"}},
        ("Friedrich > Lissa > Glogau",), ("Friedrich > Lüben",),
    ),
    Case(
        "Prussia stays farther than 1 from Neisse and Cosel", "prussia", "frederick",
        {**MOVES, "prussia": {"friedrich": "Schweidnitz 5"}},
        ("Friedrich > Frankenstein",), ("Friedrich > Breslau",),
    ),
    Case(
        "Prussia stays farther than 2 from Neisse", "prussia", "frederick",
        {**MOVES, "prussia": {"friedrich": "Liegnitz 5"}},
        ("Friedrich > Schweidnitz",), ("Friedrich > Lüben",),
    ),
    Case(
        "Saxony votes for Francis Stephen", "saxony", "frederick", {"phase": "election", "election": "due"},
        ("Prussia: vote Charles", "Saxony: vote Charles"), ("Prussia: vote Charles", "Saxony: vote Francis"),
    ),
    Case(
        "Prussia votes for Charles Albert", "prussia", "frederick", {"phase": "election", "election": "due"},
        ("Prussia: vote Francis", "Saxony: vote Francis"), ("Prussia: vote Charles", "Saxony: vote Francis"),
    ),
    Case(
        "no hussars against France", "austria", "maria-theresa", SUPPLIED,
        ("hussar 1 to Budweis",), ("hussar 1 to Tabor",),
    ),
    Case(
        "Prussia leaves Silesia by turn 6", "prussia", "frederick", {**MOVES, "prussia": {"friedrich": "Guben 5"}},
        ("Friedrich > Sagan",), ("Friedrich stays",),
    ),
    Case(
        "Prussia leaves Silesia by turn 6", "prussia", "frederick", {**MOVES, "prussia": {"friedrich": "Sagan 5"}},
        ("Friedrich > Guben > Sagan",), ("Friedrich > Glogau > Lissa",),
    ),
    Case(
        "Prussia does not enter Magdeburg", "prussia", "frederick",
        {**MOVES, "prussia": {"friedrich": "Guben 5"}, "hands": {"prussia": "8S"}},
        ("return PR T1 at Magdeburg; pay 8S",), ("return PR T1 at Berlin; pay 8S",),
    ),
    Case(
        "Prussia leaves Saxony by turn 6", "prussia", "frederick",
        {**MOVES, "prussia": {"friedrich": "Guben 5"}, "hands": {"prussia": "8S"}},
        ("return PR T1 at Dresden; pay 8S",), ("return PR T1 at Berlin; pay 8S",),
    ),
]  # fmt: skip
held = pytest.mark.parametrize("case", CASES, ids=[f"{case.clause}: {case.breaks[0]}" for case in CASES])


def agreed(clause: str, binding: str, number: str = "1") -> Treaty:
    return Treaty(number, "accepted", ALL, 5, 6, (clause,), binding, ALL)


def position(facts: Facts, *treaties: Treaty) -> State:
    state: State = RULESET.files.position({"turn": 5, "contracts": [], **facts}, "advanced", {})
    state = state._replace(treaties=treaties)
    return state if RULESET.rules.awaiting(state) else RULESET.rules.resolve(state, {}, CHANCE).state


def said(state: State, role: str, do: tuple[str, ...]) -> list[str]:
    """What is wrong with a sheet, and what is said of agreements, by checker and adjudicator alike."""
    body = {"do": list(do)}
    view = RULESET.secrets.view_of(state, role)
    checked, judged = (RULESET.rules.take(known, role, body).diagnostics for known in (view, state))

    assert checked == judged
    return [fault.code.id for fault in checked if fault.is_error or fault.code.id.startswith("MA59")]


def breaches(state: State, role: str, do: tuple[str, ...]) -> list[tuple[str, str, str]]:
    """What everybody is told of broken agreements when a sheet is carried out."""
    step = RULESET.rules.resolve(state, {role: {"do": list(do)}}, CHANCE)
    told = [event for event in step.events if event.kind == "treaty-broken"]

    assert all(event.to is None and not event.private for event in told)
    return [(event.facts["id"], event.facts["power"], event.facts["clause"]) for event in told]


@held
def test_an_order_that_breaks_a_strict_agreement_is_refused(case: Case) -> None:
    state = position(case.facts, agreed(case.clause, "refuse"))

    assert ["MA591"] == said(state, case.role, case.breaks)
    with pytest.raises(ValueError, match="MA591"):
        RULESET.rules.resolve(state, {case.role: {"do": list(case.breaks)}}, CHANCE)


@held
def test_an_order_that_breaks_a_loose_agreement_is_warned_of_and_told_to_all(case: Case) -> None:
    state = position(case.facts, agreed(case.clause, "warn"))

    assert ["MA592"] == said(state, case.role, case.breaks)
    assert [("1", case.power, case.clause)] == breaches(state, case.role, case.breaks)


@held
@pytest.mark.parametrize("binding", ["refuse", "warn"])
def test_nothing_is_said_of_an_agreement_that_is_kept(case: Case, binding: str) -> None:
    state = position(case.facts, agreed(case.clause, binding))

    assert [] == said(state, case.role, case.keeps)
    assert [] == breaches(state, case.role, case.keeps)


@held
@pytest.mark.parametrize(("status", "turns"), [("offered", (5, 6)), ("accepted", (6, 7)), ("ended", (5, 6))])
def test_what_is_not_in_force_binds_nobody(case: Case, status: str, turns: tuple[int, int]) -> None:
    first, last = turns
    treaty = agreed(case.clause, "refuse")._replace(status=status, first=first, last=last)

    assert [] == said(position(case.facts, treaty), case.role, case.breaks)


def test_every_clause_that_can_be_tested_is_tested_here() -> None:
    assert {*TESTED} - {Subsidy} == {type(read_clause(case.clause, BOARD_NAMES)) for case in CASES}


@pytest.mark.parametrize("binding", ["refuse", "warn"])
def test_no_sheet_breaks_a_subsidy_contract_for_the_card_is_handed_over_by_itself(binding: str) -> None:
    clause = "Austria subsidizes the Pragmatic Army"
    line = f"offer Austria and the Pragmatic Army, turns 5 to 6{', strict' * (binding == 'refuse')}: {clause}"
    state = position({"phase": "movement", "stage": "france"})
    for role, body in (("maria-theresa", {"treaties": [line]}), ("frederick", {"treaties": ["accept 1"]})):
        assert not RULESET.rules.take(RULESET.secrets.view_of(state, role), role, body).diagnostics
        state = RULESET.rules.resolve(state, {role: body}, CHANCE).state
    assert [(AUSTRIA, PRAGMATIC)] == [row[:2] for row in state.contracts]

    kinds, broken = [], []
    while not RULESET.rules.result(state) and state.turn < 7:
        state, events = RULESET.rules.resolve(state, {}, CHANCE)
        kinds += [event for event in events if event.kind == "subsidy"]
        broken += [event for event in events if event.kind == "treaty-broken"]

    assert ([], ()) == (broken, state.contracts)
    assert kinds and all((e.facts["giver"], e.facts["taker"]) == ("austria", "pragmatic") for e in kinds)


WINTER: Facts = {"phase": "winter", "turn": 6, "prussia": {"friedrich": "Guben 5"}, "hands": {"prussia": "8S"}}


@pytest.mark.parametrize(("binding", "code"), [("refuse", "MA591"), ("warn", "MA592")])
def test_a_general_who_comes_back_in_winter_enters_the_city(binding: str, code: str) -> None:
    state = position(WINTER, agreed("Prussia does not enter Magdeburg", binding))
    bad, good = (f"recruit prussia: 1 troop, Schwerin at {city}; pay 8S" for city in ("Magdeburg", "Berlin"))

    assert [code] == said(state, "frederick", (bad,))
    assert [] == said(state, "frederick", (good,))


@pytest.mark.parametrize(("binding", "code"), [("refuse", "MA591"), ("warn", "MA592")])
def test_so_does_one_who_comes_back_with_the_troops_of_a_card(binding: str, code: str) -> None:
    facts = {"phase": "politics", "victor": "maria-theresa", "cards": ["1741-2", "1741-5"], "kept": {"austria": "9H"},
             "austria": {"karl": "Wien 5"}}  # fmt: skip
    state = position(facts, agreed("Austria does not enter Prag", binding))
    while RULESET.rules.awaiting(state)[0].kind != "choose":
        state = RULESET.rules.resolve(state, {}, CHANCE).state
    body = {"do": ["select 1741-2, execute", "return Traun at Prag"], "troops": {"traun": 1, "karl": 7}}
    found = RULESET.rules.take(state, "maria-theresa", body).diagnostics

    assert [(code, ("do", 1))] == [(fault.code.id, fault.at.path) for fault in found]


# where the orders of a sheet are not to blame


def test_nobody_is_said_to_attack_who_is_no_enemy() -> None:
    """M19.42: no battle comes of it, whether he moves there or stays."""
    truce = agreed("Prussia does not attack Austria", "refuse")
    facts = {**MOVES, "peace": 4, "truce": True, "annexed": True, "austria": {"karl": "Jägerndorf 5"}}
    state = position({**facts, "prussia": {"friedrich": "Cosel 4"}}, truce)
    there = position({**facts, "prussia": {"friedrich": "Leobschütz 4"}}, truce)

    assert [] == said(state, "frederick", ("Friedrich > Leobschütz",))
    assert [] == said(there, "frederick", ("Friedrich stays",))


def test_whoever_has_promised_to_leave_a_country_may_cross_it_on_his_way_out() -> None:
    """Deep inside he needs several moves, and entering a city there is not entering the country."""
    pledge = agreed("Prussia leaves Silesia by turn 6", "refuse")
    state = position({**MOVES, "prussia": {"friedrich": "Breslau 5", "schwerin": "Brieg 4"}}, pledge)

    assert [] == said(state, "frederick", ("Friedrich > Liegnitz", "Schwerin > Breslau"))


def test_hussars_that_stood_there_before_are_no_fault_of_a_sheet_that_places_the_other() -> None:
    state = position({**SUPPLIED, "hussars": ["Budweis", ""]}, agreed("no hussars against France", "refuse"))

    assert [] == said(state, "maria-theresa", ("hussars stay",))
    assert [] == said(state, "maria-theresa", ("hussar 2 to Tabor",))
    assert [] == said(state, "maria-theresa", ("hussar 1 to Tabor",))


@pytest.mark.parametrize("first", ["Francis Stephen", "Charles Albert"])
def test_a_vote_that_is_promised_to_both_is_warned_of_and_does_not_stop_the_game(first: str) -> None:
    """One of two strict promises has to be broken: a refusal of both would leave no vote at all."""
    second = ({"Francis Stephen", "Charles Albert"} - {first}).pop()
    pledges = [agreed(f"Prussia votes for {name}", "refuse", n) for n, name in (("1", first), ("2", second))]
    state = position({"phase": "election", "election": "due"}, *pledges)

    for name in (first, second):
        do = (f"Prussia: vote {name.partition(' ')[0]}", "Saxony: vote Charles")
        assert ["MA592"] == said(state, "frederick", do)
        assert 1 == len(breaches(state, "frederick", do))
    step = RULESET.rules.resolve(state, {}, CHANCE)
    assert ["defaulted", "treaty-broken"] == [event.kind for event in step.events][:2]
