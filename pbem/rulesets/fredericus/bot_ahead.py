"""What a bot says ahead, from the view it has: its next placing, and its next turn as it would play it now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.core.chance import Chance
from pbem.core.ruleset import Body, Said
from pbem.rulesets.fredericus.ahead import coming, supposed
from pbem.rulesets.fredericus.bot import sample
from pbem.rulesets.fredericus.state import State


def sample_ahead(view: State, role: str, chance: Chance, temperament: str) -> dict[str, Any]:
    """Orders for all that is coming, as a sheet may hold them beside anything."""
    tables = [
        {"for": id_, **sample(supposed(view, role, id_), role, Chance(f"{chance.seed}\n{id_}"), temperament)}
        for id_, _ in coming(view, role)
    ]
    return {"ahead": tables} if tables else {}


def repeat(view: State, role: str, ordered: Mapping[str, int], later: Sequence[Said]) -> Body:
    """What a role said in a game that was played, in the form in which it can be said before."""
    return {"ahead": [{"for": decision, **later[at].body} for decision, at in ordered.items()]} if ordered else {}
