"""What a title has not, and rulesets in packages of their own that are of no use."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest import mock

from foreign import TOY, on_the_path, package

from message_cases.common import case
from pbem.rulesets import MODULES
from pbem.workflow import known_ruleset, rules
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


@case("PB820", "where a piece may go, asked of a title that does not say")
def no_offers() -> Any:
    import toy

    from pbem.workflow.offers import reach
    from pbem.workflow.reporting import report

    MODULES["toy"] = "toy"
    with mock.patch.object(toy, "RULESET", toy.RULESET._replace(offers=None)):
        new(Plan("meadow", "toy", seed="a"))
        report("meadow", ["north"])
        return reach("north", "meadow/reports/0000/north.view.toml")


@case("PB550", "a rule of a title that brings no reference")
def no_reference() -> Any:
    MODULES["toy"] = "toy"
    return rules.rule("toy", "T1")


@case("PB550", "a reference that is not where its title says")
def lost_reference() -> Any:
    import toy

    MODULES["toy"] = "toy"
    with mock.patch.object(toy, "RULESET", toy.RULESET._replace(reference="toy:rules.md")):
        return rules.rule("toy", "T1")


def loaded(source: str) -> Any:
    """What is said of a package with that module."""
    package(Path("installed"), source)
    with on_the_path(Path("installed")):
        return known_ruleset("meadow", "game.toml")


@case("PB551", "a package that cannot be imported")
def not_imported() -> Any:
    return loaded("import chess_of_yesterday\n")


@case("PB551", "a package that gives something else")
def no_ruleset() -> Any:
    return loaded("RULESET = {'name': 'meadow'}\n")


@case("PB551", "a package whose ruleset has another name")
def other_name() -> Any:
    return loaded(TOY.format(change=""))


@case("PB551", "a package for another version of the contract")
def other_contract() -> Any:
    return loaded(TOY.format(change="name='meadow', contract=7"))


@case("PB551", "two packages that give the same ruleset")
def twice() -> Any:
    package(Path("installed"), "", distribution="meadow-of-others")
    return loaded("")
