"""What is said otherwise in a game at the pace of the table, in which every decision is asked when it comes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.core import Diagnostic
from pbem.core.ruleset import Ruleset, Taken
from pbem.core.sheets import Sheet

STANDING = "Every decision of this game is asked: standing bids and answers speak only where you have sent nothing."


def taken_at_table(ruleset: Ruleset, view: Any, sheet: Sheet, taken: Taken) -> Taken:
    """A sheet as it is taken in such a game."""
    asked = asked_all_the_same(ruleset, view, sheet.role, sheet.body)
    return taken._replace(diagnostics=at_table(taken.diagnostics), understood=(*taken.understood, *asked))


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
    bare = ruleset.ahead.with_standing(after, role, {"withdraw": ["*"], "answers": []})
    return (STANDING,) if after != bare else ()
