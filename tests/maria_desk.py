"""Sheets of Maria written by taps: what is asked in a recorded game, and a sheet after some offers were taken up."""

from __future__ import annotations

from functools import cache
from typing import Any

from decisions import first_of_each_kind

from pbem.core import has_errors
from pbem.core.offers import Offers, applied
from pbem.rulesets.maria import RULESET
from pbem.rulesets.maria.powers import AUSTRIA
from pbem.rulesets.maria.relations import owner_of

TRUCE = "offer Austria and Prussia, turn 2: Austria does not attack Prussia; Prussia does not attack Austria"


@cache
def asked() -> dict[tuple[str, str], Any]:
    """The first view of each kind of decision of each role that is asked."""
    rows = [(owed, row.state) for row in first_of_each_kind("maria", "advanced", 1)
            for owed in RULESET.rules.awaiting(row.state)]  # fmt: skip
    return {(owed.kind, owed.role): RULESET.secrets.view_of(state, owed.role) for owed, state in rows}


def offered(view: Any, role: str, body: dict[str, Any]) -> Offers:
    assert RULESET.offers is not None
    return RULESET.offers.offers(view, role, body)


def tapped(view: Any, role: str, body: dict[str, Any], *taps: tuple[str, str]) -> dict[str, Any]:
    """A sheet after some taps: each the kind of a question and the begin of the answer that is taken up."""
    for kind, text in taps:
        every = [one for choice in offered(view, role, body).choices if choice.kind == kind for one in choice.offers]
        body = applied(body, next(one for one in every if one.text.startswith(text)).edits)
        assert not has_errors(RULESET.rules.take(view, role, body).diagnostics), body
    return body


def of_austria(**register: Any) -> tuple[str, Any]:
    """Whoever plays Austria, and the view of a movement in turn 2."""
    role, view = next((role, view) for (kind, role), view in asked().items()
                      if kind == "movement" and owner_of(view, AUSTRIA) == role)  # fmt: skip
    return role, view._replace(turn=2, **register)
