"""Offers asked through the workflow: for what is owed now, and for coming decisions."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from decisions import first_of_each_kind
from desk_pages import positions

from pbem.core import has_errors
from pbem.core.offers import Offer, Offers, applied
from pbem.rulesets import ruleset_of
from pbem.store.views import read_view
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.check import check_with_view
from pbem.workflow.new import Plan, new
from pbem.workflow.offers import as_text, offers_now, plain, reach
from pbem.workflow.reporting import report
from pbem.workflow.sheet import filled_sheet


def test_what_is_offered_for_a_coming_decision_stands_in_its_table_and_passes_the_check(tmp_path: Path) -> None:
    game = str(tmp_path / "winter")
    new(Plan(game, "friedrich", seed="a"))
    adjudicate(game, ["all"])
    report(game, ["frederick"])
    place = str(Path(game, "reports", "0001", "frederick.view.toml"))
    seen, ruleset = read_view(place), ruleset_of("friedrich")
    view, body = ruleset.files.decode(seen.state), {"do": ["Keith stays"]}
    for piece in ("ferdinand", "cumberland"):
        found = offers_now(ruleset, view, "frederick", body, "hanover")
        (group,) = [one for one in found.of_piece(piece) if len(one.pieces) == 1]
        body = applied(body, group.goals[0].ways[0].edits)
    sheet = tmp_path / "orders.toml"
    sheet.write_text(filled_sheet("winter", seen.step, "frederick", seen.key, body), encoding="utf-8")
    answer = check_with_view(str(sheet), place)

    assert ["do", "ahead"] == list(body)
    assert ["for", "do"] == list(body["ahead"][0])
    assert 2 == len(body["ahead"][0]["do"])
    assert not has_errors(answer.diagnostics)
    now = offers_now(ruleset, view, "frederick", body)
    assert [0] == [group.line for group in now.of_piece("keith") if group.line >= 0]
    json.dumps(plain(now))


MODES = {"friedrich": "4p", "fredericus": "4p", "maria": "advanced"}


def coming(title: str) -> Iterator[tuple[Any, str, str]]:
    """Views of a recorded game, with who may say something ahead, and to which decision."""
    ruleset = ruleset_of(title)
    assert ruleset.ahead is not None
    for asked in first_of_each_kind(title, MODES[title], 1):
        for owed in ruleset.rules.awaiting(asked.state):
            view = ruleset.secrets.view_of(asked.state, owed.role)
            yield from ((view, owed.role, row.id) for row in ruleset.ahead.coming(view, owed.role)[:1])


def orders(found: Offers) -> list[Offer]:
    """What can be ordered, and what takes an order back."""
    return [
        *(way for group in found.groups for goal in group.goals for way in goal.ways),
        *(offer for choice in found.choices for offer in choice.offers),
        *(offer for group in found.groups for offer in group.others),
    ]


@pytest.mark.parametrize("title", MODES)
def test_orders_ahead_are_gone_with_the_last_of_them(title: str) -> None:
    ruleset, tried = ruleset_of(title), 0
    for view, role, decision in coming(title):
        empty = offers_now(ruleset, view, role, {}, decision)
        if not (first := orders(empty)):
            continue
        body = applied({}, first[0].edits)
        for back in [row for row in orders(offers_now(ruleset, view, role, body, decision)) if is_back(body, row)]:
            tried += 1

            assert {} == applied(body, back.edits), back
        assert not [one for one in (*empty.fights, *empty.choices) if getattr(one, "kind", "") in ("wishes", "unless")]
        assert not empty.fights

    assert tried


def is_back(body: Mapping[str, Any], offer: Offer) -> bool:
    """Whether a change takes an order away and puts none in its place."""
    tables = applied(body, offer.edits).get("ahead", ())
    return not any(table.keys() & {"do", "troops"} for table in tables)


def test_what_stands_beside_the_last_order_ahead_goes_with_it_and_it_is_told() -> None:
    ruleset, tried = ruleset_of("friedrich"), 0
    for view, role, decision in coming("friedrich"):
        found = orders(offers_now(ruleset, view, role, {}, decision))
        if not found:
            continue
        (table,) = applied({}, found[0].edits)["ahead"]
        body = {"ahead": [{**table, "unless": ["somebody moves"], "retreat": ["anywhere"]}]}
        for back in [row for row in orders(offers_now(ruleset, view, role, body, decision)) if is_back(body, row)]:
            tried += 1

            assert {} == applied(body, back.edits)
            assert ["drops"] == [effect.kind for effect in back.effects]

    assert tried


@pytest.mark.parametrize("title", ["friedrich", "maria"])
def test_reach_tells_where_the_beaten_retreat_to(title: str, tmp_path: Path) -> None:
    position = next(row for row in positions(title, "reach") if '"retreat ' in row.sheet)
    place = tmp_path / "retreat.view.toml"
    place.write_text(position.view, encoding="utf-8")
    assert position.ruleset.offers is not None
    found = position.ruleset.offers.offers(position.state, position.role, {})
    told = as_text(reach(found.groups[0].pieces[0], str(place))).splitlines()

    assert f"{found.groups[0].name} may go to:" == told[0]
    assert [f"  {offer.text}" for offer in found.choices[0].offers] == told[1:]
