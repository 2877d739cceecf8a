"""What is offered while a sheet has faults: a bid with one stays the bid of its battle, and nothing at all breaks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

import pytest
from decisions import first_of_each_kind
from offer_cases import Position, faults

from pbem.core.chance import Chance
from pbem.core.offers import Fight, Offers, applied
from pbem.rulesets import ruleset_of
from pbem.testing.offering import alike, untold
from pbem.workflow.offers import offers_now

TITLES = {"friedrich": "4p", "maria": "advanced"}
FAULTS: dict[str, Any] = {
    "condition": {"plays": [{"card": "R", "when": "score < = -5"}]},
    "value": {"plays": [{"card": "R", "value": 20}]},
    "half": {"plays": [{"card": "R", "value": 2.5}]},
    "card": {"plays": ["7D", "99Q", 3]},
    "plays": {"plays": 3, "accept": -30},
    "limit": {"limit": {"cards": "many"}, "otherwise": "perhaps"},
    "wish": {"retreat": ["Nowhere", "anywhere"]},
    "key": {"keeps": ["7D"]},
}
OF_STANDING: dict[str, Any] = {
    "scope": {"suit": "tea", "until": -1, "against": "nobody", "attacking": 3},
    "name": {"name": ""},
}


def positions(title: str, kind: str = "") -> Iterator[Position]:
    """Views of a recorded game, of every kind of decision, or of one."""
    ruleset = ruleset_of(title)
    for asked in first_of_each_kind(title, TITLES.get(title, "4p"), 1):
        for owed in [row for row in ruleset.rules.awaiting(asked.state) if kind in ("", row.kind)]:
            view = ruleset.secrets.view_of(asked.state, owed.role)
            yield Position(ruleset, view, owed.role, asked.orders.get(owed.role, {}))


def offered(position: Position, body: Mapping[str, Any]) -> Offers:
    assert position.ruleset.offers is not None
    return position.ruleset.offers.offers(position.view, position.role, body)


def begun(title: str, key: str) -> tuple[Position, Fight, dict[str, Any]]:
    """A battle that a bid is begun for, and the sheet that has it."""
    return next(
        (position, fight, applied({}, fight.edits))
        for position in positions(title)
        for fight in offered(position, {}).fights
        if fight.key == key and fight.edits
    )


CASES = [(key, name) for key in ("bid", "standing") for name in FAULTS] + [("standing", name) for name in OF_STANDING]


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize(("key", "fault"), CASES)
def test_a_bid_with_a_fault_is_still_the_bid_of_its_battle(title: str, key: str, fault: str) -> None:
    position, fight, body = begun(title, key)
    body = {key: [{**body[key][0], **{**FAULTS, **OF_STANDING}[fault]}]}
    found = [one for one in offered(position, body).fights if (one.key, one.own) == (key, fight.own)]

    assert faults(position, body)
    assert [(0, ())] == [(one.line, one.edits) for one in found]
    assert found[0].choices
    for offer in [offer for choice in found[0].choices for offer in choice.offers]:
        assert faults(position, applied(body, offer.edits)) <= faults(position, body), offer.text


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("whom", [{"own": "Nobody"}, {"own": 3}, {"enemy": ["Nobody"]}])
def test_a_bid_of_nobody_knows_whom_is_for_no_battle(title: str, whom: Mapping[str, Any]) -> None:
    position, fight, body = begun(title, "bid")
    found = [one for one in offered(position, {"bid": [{**body["bid"][0], **whom}]}).fights if one.own == fight.own]

    assert -1 in [one.line for one in found if one.key == "bid"]


SPOILT: list[Any] = [
    5, 2.5, True, "x", [], {}, [3], [{}], [[]], ["x", 3, {"a": 1}], {"a": {"b": []}}, [{"own": 3, "plays": 7}],
    [{"own": "*", "name": [], "enemy": {}}], [{"for": 3, "do": 5}], date(2026, 11, 28),
]  # fmt: skip


@pytest.mark.parametrize("title", ["friedrich", "fredericus", "maria"])
def test_whatever_a_sheet_holds_something_or_nothing_is_offered(title: str) -> None:
    every, moves, chance = [*positions(title)], [*positions(title, "movement")], Chance(f"spoilt sheets of {title}")
    for key in (*every[0].ruleset.sheet_keys, "press"):
        for number, value in enumerate(SPOILT):
            label = f"{key} {number}"
            position = chance.pick(moves if moves and number % 2 else every, label)
            body = {**chance.pick([{}, position.body], f"{label} body"), key: value}
            ahead = position.ruleset.ahead
            coming = [row.id for row in ahead.coming(position.view, position.role)] if ahead else []

            offers_now(position.ruleset, position.view, position.role, body)
            for decision in coming[:1] if number % 3 == 0 else ():
                offers_now(position.ruleset, position.view, position.role, body, decision)


@pytest.mark.parametrize("title", ["friedrich", "fredericus", "maria"])
def test_what_is_offered_is_told_apart_where_a_sheet_says_the_same_twice(title: str) -> None:
    for position in positions(title):
        lines = position.body.get("do") or []
        for doubled in ([*lines, *lines], [line for line in lines for _ in range(2)]):
            body = {**position.body, "do": doubled}
            found = offered(position, body)

            assert [] == [*alike(found), *untold(found, body)]


@pytest.mark.parametrize("title", ["friedrich", "maria"])
@pytest.mark.parametrize("lines", [3, True, [3], ["x", {"a": 1}]])
def test_a_piece_moves_though_do_is_no_list_of_texts(title: str, lines: Any) -> None:
    for position in positions(title, "movement"):
        assert [one.name for one in offered(position, {}).groups] == [
            one.name for one in offered(position, {"do": lines}).groups
        ]
