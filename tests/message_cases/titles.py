"""What a title has not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from message_cases.common import case
from pbem.rulesets import MODULES
from pbem.workflow import rules
from pbem.workflow.new import Plan, new


def castle() -> str:
    """A game without cities, roads and battles."""
    new(Plan("castle", "fredericus", seed="a"))
    return "castle"


@case("PB548", "a part of a picture that has none")
def no_parts() -> Any:
    from pbem.workflow.mapping import WHOLE, map_of

    return map_of(castle(), None, None, WHOLE._replace(theatre="nonsense"))


@case("PB549", "short battles where there are none")
def no_short_battles() -> Any:
    from pbem.workflow.journal import log

    return log(castle(), battles="short")


@case("PB549", "a rehearsal where there are no battles")
def no_rehearsal() -> Any:
    from pbem.workflow.duel import Wishes, duel
    from pbem.workflow.sheet import orders

    Path("orders.toml").write_text(orders(castle(), "a"))
    return duel("orders.toml", "", "castle", Wishes())


@case("PB550", "a rule of a title that brings no reference")
def no_reference() -> Any:
    MODULES["toy"] = "toy"
    return rules.rule("toy", "T1")
