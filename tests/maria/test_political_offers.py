"""What is offered in and beside political decisions of Maria: troops, agreements, lines that are taken back."""

from __future__ import annotations

from functools import cache
from typing import Any

from decisions import first_of_each_kind

from pbem.core.offers import Offers, applied
from pbem.rulesets.maria import RULESET
from pbem.rulesets.maria.corps import on_map
from pbem.rulesets.maria.powers import PRUSSIA
from pbem.rulesets.maria.relations import owner_of, powers_of

WITH_TROOPS = {"suit", "place", "corps", "displaced", "saxony", "peace", "vote"}
OF_SEVERAL = {"flag", "place", "vote"}


@cache
def asked() -> dict[tuple[str, str], Any]:
    """The first view of each kind of decision of each role that is asked."""
    rows = [(owed, row.state) for row in first_of_each_kind("maria", "advanced", 1)
            for owed in RULESET.rules.awaiting(row.state)]  # fmt: skip
    return {(owed.kind, owed.role): RULESET.secrets.view_of(state, owed.role) for owed, state in rows}


def offered(view: Any, role: str, body: dict[str, Any]) -> Offers:
    assert RULESET.offers is not None
    return RULESET.offers.offers(view, role, body)


def stacked(view: Any, role: str) -> Any:
    """The view with two generals of a power of the role in one city."""
    power = next(power for power in powers_of(view, role) if len(on_map(view, power)) > 1)
    first, second = on_map(view, power)[:2]
    place = [view.place[first] if piece == second else city for piece, city in enumerate(view.place)]
    return view._replace(place=tuple(place))


def test_troops_are_shifted_beside_every_political_decision() -> None:
    rows = [(kind, role, view) for (kind, role), view in asked().items() if kind in WITH_TROOPS]
    found = {kind: bool(offered(stacked(view, role), role, {}).sums) for kind, role, view in rows}

    assert {"suit", "place"} <= {*found}
    assert dict.fromkeys(found, True) == found


def test_a_line_of_several_is_taken_back_by_another_tap() -> None:
    seen = set()
    for (_, role), view in asked().items():
        for choice in offered(view, role, {}).choices:
            if choice.kind in OF_SEVERAL and choice.kind not in seen:
                seen.add(choice.kind)
                for offer in choice.offers:
                    body = applied({}, offer.edits)
                    again = [one for other in offered(view, role, body).choices if other.title == choice.title
                             for one in other.offers if one.said]  # fmt: skip
                    assert [offer.text] == [one.text for one in again]
                    assert "do" not in applied(body, again[0].edits)

    assert {"flag", "place"} <= seen


def test_agreements_of_one_promise_are_offered_and_what_is_not_listed_may_be_written() -> None:
    role, view = next((role, view) for (_, role), view in asked().items() if owner_of(view, PRUSSIA) == role)
    for due, votes in (("", False), ("due", True)):
        (choice,) = [one for one in offered(view._replace(election=due), role, {}).choices if one.kind == "agreement"]
        texts = " / ".join(offer.text for offer in choice.offers)
        assert choice.more
        assert "Prussia does not enter Core-Austria" in texts and "no hussars against Prussia" in texts
        assert votes == ("votes for Charles Albert" in texts)
