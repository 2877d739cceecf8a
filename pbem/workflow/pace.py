"""What is said otherwise in a game at the pace of the table, in which every decision is asked when it comes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.core import Diagnostic, has_errors
from pbem.core.ruleset import Ahead, Ruleset, Taken
from pbem.core.sheets import Sheet
from pbem.workflow import speaks

STANDING = "Every decision of this game is asked: standing bids and answers speak only where you have sent nothing."


def taken_at_table(ruleset: Ruleset, view: Any, sheet: Sheet, taken: Taken) -> Taken:
    """A sheet as it is taken in such a game."""
    asked = asked_all_the_same(ruleset, view, sheet.role, sheet.body)
    said = at_table((*taken.diagnostics, *unanswered(ruleset, view, sheet, taken)))
    return taken._replace(diagnostics=said, understood=(*taken.understood, *asked))


def unanswered(ruleset: Ruleset, view: Any, sheet: Sheet, taken: Taken) -> tuple[Diagnostic, ...]:
    """What is wrong with a sheet that leaves its answer to what its writer has standing: here that does not speak."""
    group = ruleset.ahead
    if group is None or has_errors(taken.diagnostics) or not speaks(group, view, sheet.role):
        return ()
    own = {key: value for key, value in sheet.body.items() if key in group.keys}
    alone = ruleset.rules.take(bare_of(group, view, sheet.role), sheet.role, own)
    return tuple(item for item in alone.diagnostics if item.is_error)


def bare_of(group: Ahead, view: Any, role: str) -> Any:
    """The view of a role that has nothing standing."""
    return group.with_standing(view, role, {"withdraw": ["*"], "answers": []})


def at_table(said: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """Complaints as they are told in a game in which every decision is asked: of no mails that could be saved."""
    forms = ["-".join(word for word in (item.facts.get("form", ""), "at-table") if word) for item in said]
    return tuple(
        item._replace(facts={**item.facts, "form": form}) if form in item.code.forms else item
        for item, form in zip(said, forms, strict=True)
    )


def asked_all_the_same(ruleset: Ruleset, view: Any, role: str, body: Mapping[str, Any]) -> tuple[str, ...]:
    """Whoever has standing bids or answers, or sends some, is told when they speak in such a game."""
    if ruleset.ahead is None:
        return ()
    after = ruleset.ahead.with_standing(view, role, body)
    return (STANDING,) if after != bare_of(ruleset.ahead, after, role) else ()
