"""Foreign pieces leave neutral land by a shortest way (M19.43, M19.44)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from pbem.core import Where
from pbem.core.chance import Chance
from pbem.rulesets.maria import RULESET
from pbem.rulesets.maria.board import CITY, HOME, IDS, NEAR, SILESIA, cities_in, name_of, within
from pbem.rulesets.maria.leaving import inside, lingering, moves_out, steps_out, strayed, ways_out
from pbem.rulesets.maria.powers import AUSTRIA, BAVARIA, FRANCE, POWERS, PRAGMATIC, PRUSSIA, SAXONY
from pbem.rulesets.maria.records import Treaty
from pbem.rulesets.maria.state import GENERALS, PIECE, PIECE_IDS, POWER_OF, RANK, TRAINS, State

FRIEDRICH = PIECE["friedrich"]


def position(**facts: Any) -> State:
    """Saxony is neutral."""
    given = {"phase": "movement", "stage": "prussia", "turn": 5, "tracks": {"saxony": 4}, **facts}
    state: State = RULESET.files.position(given, "advanced", {})
    return state


def test_whoever_is_at_home_or_elsewhere_need_not_leave() -> None:
    state = position(prussia={"friedrich": "Berlin 4"}, saxony={"rutowski": "Dresden 5"})

    assert () == inside(state, (PRUSSIA, SAXONY, AUSTRIA))


def test_a_general_inside_must_come_as_near_to_the_border_as_a_normal_move_can() -> None:
    state = position(prussia={"friedrich": "Dresden 4"})
    assert (FRIEDRICH,) == inside(state, (PRUSSIA,))
    assert steps_out(state, FRIEDRICH, CITY["dresden"]) > 0

    ways = ways_out(state, (FRIEDRICH,))

    assert all(not HOME[SAXONY] >> way[-1] & 1 for way in ways)
    assert ["MA553"] == [fault.code.id for fault in lingering(state, state, (PRUSSIA,))]
    gone = state.put({FRIEDRICH: ways[0][-1]})
    assert [] == list(lingering(state, gone, (PRUSSIA,)))
    assert [] == list(strayed(state, gone, (FRIEDRICH,), Where()))
    near = next(city for city in NEAR[CITY["dresden"]] if HOME[SAXONY] >> city & 1)
    assert ["MA553"] == [f.code.id for f in strayed(state, state.put({FRIEDRICH: near}), (FRIEDRICH,), Where())]


def test_one_who_is_shut_in_may_stay() -> None:
    state = position(prussia={"friedrich": "Dresden 4"})
    friends = [piece for piece, rank in enumerate(RANK) if not rank and POWER_OF[piece] in (FRANCE, BAVARIA, SAXONY)]
    near = NEAR[CITY["dresden"]]
    shut = state.put(dict(zip([*friends, PIECE["prussia-t1"]], near, strict=False)))
    assert len(near) <= len(friends) + 1

    assert "Friedrich" not in [fault.facts["piece"] for fault in lingering(shut, shut, (PRUSSIA,))]


def test_the_moves_out_are_orders_of_a_sheet() -> None:
    (order,) = moves_out(position(prussia={"friedrich": "Dresden 4"}), (PRUSSIA,))

    assert str(order).startswith("Friedrich > ")


def test_foreign_prussia_is_left_while_it_is_neutral() -> None:
    state = position(austria={"neipperg": "Berlin 4"}, truce=True, peace=5, annexed=True)

    assert (PIECE["neipperg"],) == inside(state, (AUSTRIA,))


def test_no_agreement_holds_back_one_who_must_leave() -> None:
    ways = ways_out(position(prussia={"friedrich": "Dresden 4"}), (FRIEDRICH,))
    clauses = tuple(f"Prussia does not enter {name_of(way[-1])}" for way in ways)
    treaty = Treaty("1", "accepted", (PRUSSIA, AUSTRIA), 5, 6, clauses, "refuse", (PRUSSIA, AUSTRIA))
    state = position(prussia={"friedrich": "Dresden 4"})._replace(treaties=(treaty,))
    state = RULESET.rules.resolve(state, {}, Chance("leaving")).state

    after = RULESET.rules.resolve(state, {}, Chance("leaving")).state

    assert not HOME[SAXONY] >> after.place[FRIEDRICH] & 1


def crowd(number: int) -> dict[str, Any]:
    """Some pieces of a stage, stacks among them, and strangers to them inside Saxony or Prussia, which is neutral."""
    dice = Random(number)
    stages = {"austria": (AUSTRIA, PRAGMATIC), "prussia": (PRUSSIA,), "france": (FRANCE, BAVARIA)}
    stage, powers = dice.choice([*stages.items()])
    truce = stage == "austria" and dice.random() < 0.4
    land = HOME[PRUSSIA] | SILESIA if truce else HOME[SAXONY]
    middle = CITY["berlin" if truce else "freiberg"]
    cities = dice.sample([IDS[city] for city in cities_in(land & within(middle, 3))], 9)
    pieces = [p for power in powers for p in (*GENERALS[power], *TRAINS[power])]
    pieces = dice.sample(pieces, min(len(pieces), dice.randint(2, 6)))
    strangers = [TRAINS[FRANCE][0]] if stage == "austria" and dice.random() < 0.3 else []
    facts: dict[str, Any] = {"stage": stage, "turn": 8, "contracts": [], "saxony": {"rutowski": "off"}}
    facts |= {"truce": True, "peace": 7, "annexed": True} if truce else {"tracks": {"saxony": 4}}
    facts["consent"] = ["austria", "pragmatic"] if dice.random() < 0.7 else []
    for piece in (*pieces, *strangers):
        power, train = POWERS[POWER_OF[piece]], not RANK[piece]
        city = cities.pop()
        if not train and dice.random() < 0.2:  # perhaps with the next general
            cities.append(city)
        key = PIECE_IDS[piece].removeprefix(f"{power}-") if train else PIECE_IDS[piece]
        facts.setdefault(power, {})[key] = city if train else f"{city} {dice.randint(1, 8)}"
    return facts


@pytest.mark.parametrize("first", range(0, 400, 100))
def test_whoever_sends_nothing_leaves_by_a_sheet_that_is_taken(first: int) -> None:
    """D13: the default is legal wherever pieces stand, and so is that of an ally who moves after it."""
    looked = 0
    for number in range(first, first + 100):
        try:
            state = RULESET.files.position(crowd(number), "advanced", {})
        except ValueError:  # a train with somebody, or three in a city
            continue
        for _ in range(3):
            state = RULESET.rules.resolve(state, {}, Chance("leaving")).state
            looked += any(inside(state, (power,)) for power in range(6))
            assert [] == RULESET.rules.invariants(state, None)

    assert looked > 20


def test_a_piece_that_was_joined_cannot_leave_and_need_not() -> None:
    """M10.4: the movement of both is over."""
    state = position(prussia={"friedrich": "Freiberg 4", "schwerin": "Chemnitz 4", "t1": "Zwickau"})
    schwerin = 1 << PIECE["schwerin"]

    assert "Schwerin" in [fault.facts["piece"] for fault in lingering(state, state, (PRUSSIA,))]
    assert "Schwerin" not in [fault.facts["piece"] for fault in lingering(state, state, (PRUSSIA,), schwerin)]
