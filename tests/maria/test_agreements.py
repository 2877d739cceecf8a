"""The register of agreements: offered, countered, accepted, refused, ended in sheets; what they forbid (M20, M21)."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.core import has_errors
from pbem.core.chance import Chance
from pbem.rulesets.maria import RULESET, bound
from pbem.rulesets.maria.board import BITS, CITY
from pbem.rulesets.maria.clauses import StayFarther
from pbem.rulesets.maria.contracts import begun, broken_off, counted_down, expired, gifts
from pbem.rulesets.maria.powers import AUSTRIA, BAVARIA, FRANCE, PRAGMATIC, PRUSSIA, SAXONY
from pbem.rulesets.maria.records import Contract, Election, Moves, Treaty
from pbem.rulesets.maria.state import PIECE, State
from pbem.rulesets.maria.treaties import bindings, clause_of

CHANCE = Chance("agreements")


def position(mode: str = "advanced", **facts: Any) -> State:
    state: State = RULESET.files.position({"phase": "movement", "stage": "france", "turn": 5, **facts}, mode, {})
    return RULESET.rules.resolve(state, {}, CHANCE).state


def said(state: State, role: str, *lines: str, declare: tuple[str, ...] = ()) -> list[str]:
    """The complaints about lines of ``treaties``: code, form and rule."""
    body = {"treaties": list(lines), "declare": list(declare)}
    found = RULESET.rules.take(state, role, body).diagnostics
    return [
        f"{d.code.id} {d.facts.get('form', '')}".rstrip() for d in found if d.code.id[:4] in ("MA57", "MA58", "MA55")
    ]


def after(state: State, role: str, *lines: str, declare: tuple[str, ...] = ()) -> State:
    """The state after a sheet of a role; what it owes besides is not looked at."""
    assert not said(state, role, *lines, declare=declare)
    body = {"treaties": list(lines), "declare": list(declare)}
    taken = RULESET.rules.take(state, role, body)
    result: State = taken.state
    return result


TRUCE = "offer Prussia and Austria, turns 5 to 6, strict: Prussia does not attack Austria"


def test_an_offer_is_open_until_all_parties_accept() -> None:
    offered = after(position(), "frederick", TRUCE)
    (treaty,) = offered.treaties
    assert ("1", "offered", (PRUSSIA, AUSTRIA), (PRUSSIA,)) == (*treaty[:3], treaty.assented)

    (accepted,) = after(offered, "maria-theresa", "accept 1").treaties

    assert ("accepted", "refuse", 5, 6) == (accepted.status, accepted.binding, accepted.first, accepted.last)


def test_an_offer_is_refused_or_withdrawn() -> None:
    offered = after(position(), "frederick", TRUCE)

    assert ["refused"] == [row.status for row in after(offered, "maria-theresa", "refuse 1").treaties]
    assert ["withdrawn"] == [row.status for row in after(offered, "frederick", "withdraw 1").treaties]


def test_a_counter_offer_takes_the_place_of_an_offer() -> None:
    offered = after(position(), "frederick", TRUCE)

    rows = after(offered, "maria-theresa", "counter 1, turn 5: Austria does not attack Prussia").treaties

    assert ["countered", "offered"] == [row.status for row in rows]
    assert ("1", (AUSTRIA,)) == (rows[1].instead_of, rows[1].assented)


def test_an_agreement_ends_early_when_all_wish_it() -> None:
    state = after(after(position(), "frederick", TRUCE), "maria-theresa", "accept 1")

    one = after(state, "maria-theresa", "end 1")
    assert ["accepted"] == [row.status for row in one.treaties]
    both = after(one, "frederick", "end 1")

    assert ["ended"] == [row.status for row in both.treaties]


def test_powers_of_one_player_agree_at_once() -> None:
    state = after(position(contracts=[]), "louis", "offer France and Bavaria, turns 6 to 7: France subsidizes Bavaria")

    assert ["accepted"] == [row.status for row in state.treaties]


@pytest.mark.parametrize(
    ("role", "line", "complaint"),
    [
        ("louis", TRUCE, "MA584"),
        ("frederick", "offer Prussia and France, turn 5: no hussars against Prussia", "MA584 bound"),
        ("frederick", "offer Prussia and Austria, turns 2 to 3: no hussars against Prussia", "MA584 past"),
        (
            "frederick",
            "offer Prussia and Austria, turn 5: Austria's general no longer protects Brussel",
            "MA582",
        ),
        ("frederick", "shake hands", "MA581"),
        ("frederick", "offer Prussia and Spain, turn 5: no hussars against Prussia", "MA581 power"),
        ("frederick", "accept 7", "MA583"),
        ("louis", "offer France and Austria, turns 5 to 6: France subsidizes Austria", "MA571"),
        ("louis", "offer France and Bavaria, turns 5 to 6: Bavaria subsidizes France", "MA571 minor"),
        ("louis", "offer France and Bavaria, turns 5 to 6: France subsidizes Bavaria", "MA571 twice"),
        ("louis", "offer France and Bavaria, turns 6 to 7: France subsidizes France", "MA571 same"),
    ],
)
def test_what_cannot_be_offered_is_refused(role: str, line: str, complaint: str) -> None:
    assert [complaint] == said(position(contracts=["france > bavaria 1"]), role, line)


def test_answers_are_for_those_whom_an_offer_waits_for() -> None:
    state = after(position(), "frederick", TRUCE)

    assert ["MA583 stranger"] == said(state, "louis", "accept 1")
    assert ["MA583 own"] == said(state, "frederick", "accept 1")
    assert ["MA583 theirs"] == said(state, "maria-theresa", "withdraw 1")
    assert ["MA583 closed"] == said(state, "maria-theresa", "end 1")
    refused = after(state, "maria-theresa", "refuse 1")
    assert ["MA583 closed"] == said(refused, "maria-theresa", "accept 1")


def test_there_are_no_agreements_in_the_introductory_game() -> None:
    assert ["MA584 intro"] == said(position("intro"), "frederick", TRUCE)


def test_with_two_players_subsidies_go_to_minor_powers_alone() -> None:
    line = "offer Austria and Pragmatic Army, turn 6: Austria subsidizes the Pragmatic Army"

    assert ["MA571 two"] == said(position("two"), "maria-theresa", line)


def test_offers_lapse_and_agreements_run_out_with_their_last_turn() -> None:
    rows = tuple(Treaty(str(n), status, (PRUSSIA, AUSTRIA), 3, 4, ('"x"',)) for n, status in
                 enumerate(("offered", "accepted", "refused"), start=1))  # fmt: skip

    state, events = expired(position()._replace(treaties=rows))

    assert ["lapsed", "over", "refused"] == [row.status for row in state.treaties]
    assert ["lapsed", "over"] == [event.facts["status"] for event in events]


# subsidies (M20)


def test_e14_a_contract_runs_for_its_turns() -> None:
    state = position(contracts=[])
    treaty = Treaty("1", "accepted", (FRANCE, PRUSSIA), 6, 8, ("France subsidizes Prussia",))

    state, events = begun(state._replace(turn=6), treaty)

    assert (Contract(FRANCE, PRUSSIA, 2),) == state.contracts  # France has drawn in this turn
    assert "contract-made" == events[0].kind
    assert state.contracts == gifts(state, FRANCE, 4)


def test_a_contract_is_counted_down_and_ends() -> None:
    state = position(contracts=["france > prussia 1", "france > bavaria 2"])

    state, events = counted_down(state, FRANCE)

    assert [(FRANCE, BAVARIA, 1)] == [row[:3] for row in state.contracts]
    assert ["paid"] == [event.facts["why"] for event in events]


def test_a_minor_power_without_its_capital_gets_no_gift() -> None:
    state = position(contracts=["prussia > saxony 2"])

    assert 1 == len(gifts(state, PRUSSIA, 3))
    assert () == gifts(state.marked(AUSTRIA, CITY["dresden"]), PRUSSIA, 3)
    assert () == gifts(state, PRUSSIA, 0)


def test_the_subsidy_of_bavaria_is_no_second_card() -> None:
    """A43, M8.2."""
    assert () == gifts(position(contracts=["france > bavaria 2"]), FRANCE, 4)


def agreed(number: int, first: int, last: int, *clauses: str) -> Treaty:
    """An agreement of France and Prussia in force."""
    parties = (FRANCE, PRUSSIA)
    return Treaty(str(number), "accepted", parties, first, last, clauses, assented=parties)


PAYS = "France subsidizes Prussia"


def test_whoever_ends_a_contract_that_has_not_begun_keeps_the_one_that_runs() -> None:
    rows = (agreed(1, 4, 6, PAYS), agreed(2, 7, 9, PAYS))
    state = position(contracts=["france > prussia 1"])._replace(treaties=rows)

    ended = after(after(state, "frederick", "end 2"), "louis", "end 2")
    both = after(after(ended, "frederick", "end 1"), "louis", "end 1")

    assert (["accepted", "ended"], state.contracts) == ([row.status for row in ended.treaties], ended.contracts)
    assert (["ended", "ended"], ()) == ([row.status for row in both.treaties], both.contracts)


def test_contracts_of_powers_that_are_allied_no_longer_end_in_the_register_too() -> None:
    state = position(contracts=["france > prussia 2"])._replace(
        truce=True, treaties=(agreed(1, 4, 6, PAYS), agreed(2, 7, 9, PAYS))
    )

    state, events = broken_off(state)

    assert (["dissolved", "dissolved"], ()) == ([row.status for row in state.treaties], state.contracts)
    assert ["contract-ended", "treaty-told", "treaty-told"] == [event.kind for event in events]
    assert ["allies", None, None] == [event.facts.get("why") for event in events]
    assert [None, "dissolved", "dissolved"] == [event.facts.get("status") for event in events]
    assert () == broken_off(state)[1]


def test_what_else_an_agreement_says_binds_when_its_subsidy_has_ended() -> None:
    state = position()._replace(truce=True, treaties=(agreed(1, 6, 8, PAYS, "Prussia does not enter Bavaria"),))

    state, (news,) = broken_off(state)

    assert [("accepted", ("Prussia does not enter Bavaria",))] == [(row.status, row.clauses) for row in state.treaties]
    assert ("reduced", ["Prussia does not enter Bavaria"]) == (news.facts["status"], news.facts["clauses"])


def test_a_contract_that_is_paid_no_more_bars_no_other() -> None:
    state = position(contracts=[])._replace(treaties=(agreed(1, 4, 12, PAYS),))

    assert [] == said(state, "louis", f"offer France and Prussia, turns 8 to 9: {PAYS}")
    running = state._replace(contracts=(Contract(FRANCE, PRUSSIA, 7),))
    assert ["MA571 twice"] == said(running, "louis", f"offer France and Prussia, turns 8 to 9: {PAYS}")


def test_an_offer_makes_one_contract_between_two_powers() -> None:
    line = f"offer France and Prussia, turns 8 to 9: {PAYS}; Prussia subsidizes France"

    assert ["MA571 double"] == said(position(contracts=[]), "louis", line)


# what agreements forbid


def bound_by(*clauses: str, strict: bool = True) -> State:
    treaty = Treaty("1", "accepted", (PRUSSIA, AUSTRIA), 5, 6, clauses, "refuse" if strict else "warn")
    return position(
        prussia={"friedrich": "Glogau 5", "t1": "Berlin"}, austria={"neipperg": "Neisse 4"}
    )._replace(treaties=(treaty,))  # fmt: skip


def broken(state: State, piece: str, *way: str) -> list[str]:
    cities = (state.place[PIECE[piece]], *[CITY[name] for name in way])
    state = state.put({PIECE[piece]: cities[-1]})
    return [fault.code.id for fault, _ in bound.broken_by_moves(state, {PIECE[piece]: cities}, {})]


def test_not_enter_is_broken_by_passing_through() -> None:
    state = bound_by("Prussia does not enter Silesia")

    assert ["MA591"] == broken(state, "friedrich", "liegnitz", "berlin")
    assert [] == broken(state, "friedrich", "berlin")
    assert [] == broken(state, "neipperg", "liegnitz")


def test_a_loose_agreement_is_warned_of() -> None:
    assert ["MA592"] == broken(bound_by("Prussia does not enter Silesia", strict=False), "friedrich", "liegnitz")


def test_stay_farther_is_broken_where_a_general_stops() -> None:
    state = bound_by("Prussia stays farther than 1 from Neisse")
    beside = next(iter([name for name, at in CITY.items() if BITS[CITY["neisse"]] >> at & 1]))

    assert ["MA591"] == broken(state, "friedrich", beside)
    assert [] == broken(state, "friedrich", beside, "berlin")
    assert [] == broken(state, "prussia-t1", beside)


def test_not_attack_is_broken_by_coming_beside() -> None:
    state = bound_by("Prussia does not attack Austria")
    beside = next(iter([name for name, at in CITY.items() if BITS[CITY["neisse"]] >> at & 1]))

    assert ["MA591"] == broken(state, "friedrich", beside)
    assert [] == broken(state, "friedrich", "berlin")


def test_whoever_stays_beside_is_reminded_and_not_refused() -> None:
    state = bound_by("Prussia does not attack Austria")
    beside = next(iter([at for at in CITY.values() if BITS[CITY["neisse"]] >> at & 1]))
    state = state.put({PIECE["friedrich"]: beside})

    assert ["attack"] == [fault.facts["form"] for fault in bound.reminders(state, (PRUSSIA,))]
    assert [] == list(bound.reminders(state, (SAXONY,)))


def test_who_has_promised_to_leave_does_not_enter_and_is_reminded_in_time() -> None:
    state = bound_by("Austria leaves Silesia by turn 6")

    assert ["MA591"] == broken(state, "neipperg", "jaegerndorf", "neisse")
    assert [] == broken(state, "neipperg", "brieg", "breslau")  # he is inside, and on his way
    assert [] == list(bound.reminders(state, (AUSTRIA,)))
    assert ["inside"] == [fault.facts["form"] for fault in bound.reminders(state._replace(turn=6), (AUSTRIA,))]


def test_no_hussars_against_means_that_nobody_must_pay() -> None:
    state = bound_by("no hussars against Prussia")

    pays = list(bound.broken_by_hussars(state, (PIECE["friedrich"],), bound.SHEET))

    assert ["MA591"] == [fault.code.id for fault, _ in pays]
    assert [] == list(bound.broken_by_hussars(state, (), bound.SHEET))


@pytest.mark.parametrize(("charles", "complaints"), [(1, ["MA591"]), (0, [])])
def test_a_promised_vote_is_cast(charles: int, complaints: list[str]) -> None:
    state = bound_by("Prussia votes for Francis")

    found = bound.broken_by_votes(state, {PRUSSIA: charles}, {PRUSSIA: 1}, {})

    assert complaints == [fault.code.id for fault, _ in found]


def test_nothing_binds_before_or_after_its_turns() -> None:
    state = bound_by("Prussia does not enter Silesia")

    assert [] == broken(state._replace(turn=4), "friedrich", "liegnitz")
    assert [] == broken(state._replace(turn=7), "friedrich", "liegnitz")


def test_france_lowers_its_aims_at_any_time() -> None:
    state = position(marks={"france": ["Eger", "Linz", "Prag"]}, stage="prussia")

    lowered = after(state, "louis", declare=("lower aims",))

    assert (2, True) == (lowered.aside[FRANCE], lowered.lowered)
    assert ["MA551 other"] == said(state, "frederick", declare=("lower aims",))
    assert ["MA551 once"] == said(lowered, "louis", declare=("lower aims",))
    assert ["MA552"] == said(state, "louis", declare=("we are tired",))


def test_what_two_sheets_of_a_step_say_against_each_other_is_void_and_not_a_fault() -> None:
    state = after(position(france={"moritz": "Paris 5"}), "frederick", TRUCE)
    bodies = {"maria-theresa": {"treaties": ["accept 1"]}, "frederick": {"treaties": ["withdraw 1"]}, "louis": {}}
    assert not said(state, "frederick", "withdraw 1")

    step = RULESET.rules.resolve(state, bodies, CHANCE)

    assert ["accepted"] == [row.status for row in step.state.treaties]
    assert ["accepted", "void"] == [e.facts["status"] for e in step.events if e.kind == "treaty-told"]


def test_nobody_is_bound_in_a_step_by_what_another_signs_in_it() -> None:
    offer = Treaty("1", "offered", (FRANCE, AUSTRIA), 5, 5, ("France does not enter Metz",), "refuse", (FRANCE,))
    state = position(france={"moritz": "Verdun 5"})._replace(treaties=(offer,))
    moves = {"do": ["Moritz > Metz"]}
    assert not has_errors(RULESET.rules.take(state, "louis", moves).diagnostics)

    bodies = {"louis": moves, "maria-theresa": {"treaties": ["accept 1"]}}
    step = RULESET.rules.resolve(state, bodies, CHANCE)

    assert CITY["metz"] == step.state.place[PIECE["moritz"]]
    assert ["accepted"] == [row.status for row in step.state.treaties]


def test_whoever_signs_is_bound_by_it_in_the_same_sheet() -> None:
    clause = "offer Austria and France, turn 5, strict: France does not enter the city Metz"
    state = after(position(france={"moritz": "Verdun 5"}), "maria-theresa", clause)
    sheet = {"do": ["Moritz > Metz"], "treaties": ["accept 1"]}

    assert "MA591" in [d.code.id for d in RULESET.rules.take(state, "louis", sheet).diagnostics]


@pytest.mark.parametrize(("binding", "expected"), [("refuse", ["MA591"]), ("warn", ["MA592"])])
def test_a_breach_is_told_once(binding: str, expected: list[str]) -> None:
    truce = Treaty("1", "accepted", (PRUSSIA, AUSTRIA), 5, 6, ("Prussia does not attack Austria",), binding=binding)
    state = position(stage="prussia", prussia={"friedrich": "Glogau 5"}, austria={"traun": "Lissa 4"})
    state = state._replace(treaties=(truce,))
    found = RULESET.rules.take(state, "frederick", {"do": ["Friedrich > Lüben > Glogau"]}).diagnostics

    assert expected == [item.code.id for item in found if item.code.id[:4] == "MA59"]


def said_at(state: State, role: str, *do: str) -> list[tuple[str, int]]:
    """The complaints about orders: code, and which order."""
    found = RULESET.rules.take(state, role, {"do": list(do)}).diagnostics
    return [(item.code.id, item.at.path[1]) for item in found if len(item.at.path) > 1]


@pytest.mark.parametrize(("binding", "code"), [("refuse", "MA591"), ("warn", "MA592")])
def test_a_breach_is_told_beside_the_other_faults_of_a_sheet(binding: str, code: str) -> None:
    ban = Treaty("1", "accepted", (PRUSSIA, AUSTRIA), 5, 6, ("Prussia does not enter the city Lüben",), binding=binding)
    pieces = {"friedrich": "Glogau 5", "schwerin": "Berlin 5"}
    state = position(stage="prussia", prussia=pieces)._replace(treaties=(ban,))
    unread, far, bad = "Schwerin > Nowhere", "Schwerin > Lüben", "Friedrich > Lüben"

    assert [("MA201", 0), (code, 1)] == said_at(state, "frederick", unread, bad)
    assert [("MA406", 0), (code, 1)] == said_at(state, "frederick", far, bad)
    assert [("MA403", 1), (code, 0)] == said_at(state, "frederick", bad, "Friedrich > Glogau")


def test_whoever_stays_is_reminded_beside_another_who_came() -> None:
    truce = Treaty("1", "accepted", (PRUSSIA, AUSTRIA), 5, 6, ("Prussia does not attack Austria",), binding="warn")
    pieces = {"friedrich": "Glogau 5", "schwerin": "Lüben 5"}
    state = position(stage="prussia", prussia=pieces, austria={"traun": "Lissa 4"})._replace(treaties=(truce,))
    found = RULESET.rules.take(state, "frederick", {"do": ["Schwerin > Glogau"]}).diagnostics

    assert [None, "Friedrich"] == [item.facts.get("piece") for item in found if item.code.id == "MA592"]


@pytest.mark.parametrize(("binding", "code"), [("refuse", "MA591"), ("warn", "MA592")])
def test_a_move_in_a_dispute_on_flanders_keeps_to_agreements(binding: str, code: str) -> None:
    ban = Treaty("1", "accepted", (PRAGMATIC, FRANCE), 5, 6, ("PA does not enter the city Gent",), binding=binding)
    pieces = {"pragmatic": {"george": "Brügge 5"}, "austria": {"arenberg": "Brussel 4"}}
    state = position(stage="austria", **pieces)._replace(treaties=(ban,))
    moves = state.task
    assert isinstance(moves, Moves)
    state = state.replaced(moves._replace(turns=(PRAGMATIC, AUSTRIA)))

    assert [(code, 0)] == said_at(state, "frederick", "George > Gent")
    assert [] == said_at(state, "frederick", "pass")


def test_a_broken_promise_to_vote_is_told_at_its_line() -> None:
    pledge = Treaty("1", "accepted", (SAXONY, AUSTRIA), 5, 6, ("Saxony votes for Francis",), binding="refuse")
    state = position()._replace(agenda=(Election(("frederick",)),), treaties=(pledge,))

    assert [("MA591", 1)] == said_at(state, "frederick", "Prussia: vote Charles", "Saxony: vote Charles")
    assert [("MA591", 0)] == said_at(state, "frederick", "Saxony: vote Charles", "Prussia: vote Charles")
    assert [("MA591", 0)] == said_at(state, "frederick", "vote Charles")
    assert [] == said_at(state, "frederick", "Prussia: vote Charles", "Saxony: vote Francis")
    assert [("MA541", 1)] == said_at(state, "frederick", "Prussia: vote Charles", "Saxony: vote 1 Charles, 1 Francis")


OWN_PEACE = "offer Prussia and Pragmatic Army, turns 5 to 12: Prussia does not enter Wien"


def made(number: int, status: str) -> tuple[Treaty, ...]:
    """As many agreements between the two powers of one player."""
    parties = (PRUSSIA, PRAGMATIC)
    return tuple([Treaty(str(at), status, parties, 5, 12, assented=parties) for at in range(1, number + 1)])


@pytest.mark.parametrize(
    ("number", "status", "form"), [(30, "accepted", "held"), (120, "over", "made"), (120, "withdrawn", "made")]
)
def test_the_register_takes_only_so_many_agreements_of_one_player_at_once_and_in_a_game(
    number: int, status: str, form: str
) -> None:
    state = position()
    full = state._replace(treaties=made(number, status))

    assert [] == said(state._replace(treaties=made(number - 1, status)), "frederick", OWN_PEACE)
    assert [f"MA584 {form}"] == said(full, "frederick", OWN_PEACE)
    assert [] == said(full, "maria-theresa", "offer Austria and France, turn 5: no hussars against France")


def test_every_clause_of_a_full_register_is_read_once() -> None:
    texts = [f"Prussia stays farther than {steps} from {city}" for steps in range(1, 9) for city in CITY][: 3 * 30 * 8]
    parties = (PRUSSIA, PRAGMATIC)
    rows = [Treaty(str(at), "accepted", parties, 5, 12, tuple(texts[at * 8 : at * 8 + 8])) for at in range(3 * 30)]
    clause_of.cache_clear()
    for _ in range(4):
        bindings(rows, 5, StayFarther)

    assert len(texts) == clause_of.cache_info().misses
