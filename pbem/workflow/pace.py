"""What is said otherwise in a game at the pace of the table, in which every decision is asked when it comes."""

from __future__ import annotations

from pbem.core import Diagnostic


def at_table(said: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """Complaints as they are told in a game in which every decision is asked: of no mails that could be saved."""
    forms = ["-".join(word for word in (item.facts.get("form", ""), "at-table") if word) for item in said]
    return tuple(
        item._replace(facts={**item.facts, "form": form}) if form in item.code.forms else item
        for item, form in zip(said, forms, strict=True)
    )
