"""Offers asked through the workflow: for what is owed now, and for coming decisions."""

from __future__ import annotations

import json
from pathlib import Path

from pbem.core import has_errors
from pbem.core.offers import applied
from pbem.rulesets import ruleset_of
from pbem.store.views import read_view
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.check import check_with_view
from pbem.workflow.new import Plan, new
from pbem.workflow.offers import offers_now, plain
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
