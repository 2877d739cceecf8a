"""What stands beside the phrase that opens held orders ahead, as far as it can be judged before they are opened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pbem.core import Diagnostic, listed
from pbem.core.ruleset import Ruleset
from pbem.core.sheets import Expected, Sheet, at_key
from pbem.workflow.ahead import Judged, judged
from pbem.workflow.ahead_tables import KEY, without_ahead
from pbem.workflow.envelope_codes import PHRASE_AND_MORE

if TYPE_CHECKING:
    from pbem.workflow.check import Answer


def beside_phrase(ruleset: Ruleset, view: Any, sheet: Sheet, expected: Expected) -> Judged:
    """What is said of all that a sheet brings besides its phrase.

    The orders that the phrase opens are not known here, so nothing is said of the decision they are for.
    """
    body = {key: value for key, value in sheet.body.items() if key != "phrase"}
    if not body:
        return Judged((), ())
    group = ruleset.ahead
    if group is None or group.asked(view, sheet.role) not in expected.held:
        return Judged((PHRASE_AND_MORE(at_key(next(iter(body))), keys=listed(body)),), ())
    taken = ruleset.rules.take(view, sheet.role, without_ahead(body))
    said = tuple(item for item in taken.diagnostics if _is_about(item, body))
    silent = ruleset.rules.take(view, sheet.role, {}).understood  # what is said of a sheet without a word
    understood = tuple(line for line in taken.understood if line not in silent)
    ahead = judged(ruleset, view, sheet.role, body, expected) if KEY in body else Judged((), ())
    return Judged((*said, *ahead.diagnostics), (*understood, *ahead.understood))


def _is_about(complaint: Diagnostic, body: dict[str, Any]) -> bool:
    return bool(complaint.at.path) and complaint.at.path[0] in body


def with_beside_phrase(answer: Answer, ruleset: Ruleset, view: Any, expected: Expected) -> Answer:
    """What can be said of a phrase and all that stands beside it; of anything else nothing is said here."""
    sheet, closed = answer.sheet, answer.closed
    if sheet is None or closed is None or answer.is_refused or closed.kind != "phrase":
        return answer
    said, understood = beside_phrase(ruleset, view, sheet, expected)
    return answer._replace(diagnostics=(*answer.diagnostics, *said), understood=(*answer.understood, *understood))
