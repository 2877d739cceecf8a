"""Choices that nobody has: names mistyped in commands."""

from __future__ import annotations

from typing import Any
from unittest import mock

from battle_game import sheet

from message_cases.common import GAME, case
from pbem.rulesets import MODULES
from pbem.workflow import open_game, rules
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.explain import explain
from pbem.workflow.new import Plan, new
from pbem.workflow.sheet import orders


@case("PB519", "a code mistyped")
def unknown_code() -> Any:
    return explain("FR999")


@case("PB518", "a position into a file that is there")
def position_exists() -> Any:
    from pbem.workflow.journal import position

    return position(GAME, "position.toml")


@case("PB518", "an envelope into a file that is there")
def envelope_exists() -> Any:
    from pbem.workflow.sealing import SealedFile, write_envelope

    return write_envelope(SealedFile("", "", "", "", ""), "orders.toml", "position.toml", False)


@case("PB518", "a demonstration in the place of a game")
def demo_exists() -> Any:
    from pbem.workflow.demo import Demo, demo

    return demo(Demo(GAME), print)


@case("PB519", "a role that nobody plays")
def unknown_role() -> Any:
    return orders(GAME, "prussia")


@case("PB519", "an option that there is not")
def unknown_option() -> Any:
    return new(Plan("summer", options={"weather": "fair"}))


@case("PB519", "a choice that an option has not")
def unknown_value() -> Any:
    return new(Plan("summer", options={"bidding": "never"}))


@case("PB519", "a report in a form that there is not")
def unknown_form() -> Any:
    from pbem.workflow.reporting import report_of

    return report_of(GAME, None, "docx")


@case("PB519", "a bot of no known mind")
def unknown_temper() -> Any:
    from pbem.workflow.simulate import ordered

    return ordered("friedrich", temperaments={"frederick": "gloomy"})


@case("PB519", "a theatre of war that is none")
def unknown_theatre() -> Any:
    return mapped(theatre="moon")


@case("PB519", "a shade that the map does not have")
def unknown_shade() -> Any:
    return mapped(shades=(("glory", "Prussia"),))


@case("PB519", "a city that is not on the map")
def unknown_thing() -> Any:
    return mapped(around="Atlantis")


@case("PB519", "a map after a step to come")
def unknown_step() -> Any:
    from pbem.workflow.mapping import WHOLE, map_of

    return map_of(GAME, None, 9, WHOLE)


def mapped(**wanted: Any) -> Any:
    """The map of the game, as wanted."""
    from pbem.workflow.mapping import WHOLE, map_of

    return map_of(GAME, None, None, WHOLE._replace(**wanted))


@case("PB519", "a search for no nation")
def unknown_nation() -> Any:
    return searched(nation="Ruritania")


@case("PB519", "a search for no piece")
def unknown_piece() -> Any:
    return searched(piece="Napoleon")


@case("PB519", "a search for no city")
def unknown_city() -> Any:
    return searched(city="Atlantis")


@case("PB519", "a search by nation in a game without a map")
def no_filter() -> Any:
    MODULES["toy"] = "toy"
    new(Plan("meadow", "toy", seed="a"))
    return searched("meadow", nation="north")


def searched(place: str = GAME, **wanted: Any) -> Any:
    """What is found of what is sought."""
    from pbem.workflow.search import Search, sought_of

    return sought_of(open_game(place), Search(**wanted))


@case("PB519", "the difference between steps to come")
def unknown_span() -> Any:
    from pbem.workflow.difference import span

    adjudicate(GAME, ["all"])
    return span("7..9", open_game(GAME))


@case("PB519", "a rule that there is not")
def unknown_rule() -> Any:
    return rules.rule("friedrich", "F99")


@case("PB519", "a card that there is not")
def unknown_card() -> Any:
    return rules.card("friedrich", "99S")


@case("PB519", "a rule of another title")
def rule_elsewhere() -> Any:
    return rules.rule("", "M9.3")


@case("PB519", "a card of a title whose reference has none")
def no_cards() -> Any:
    return rules.card("maria", "1741-2")


@case("PB519", "questions where there are none")
def no_questions() -> Any:
    with mock.patch("pbem.workflow.rules.reference", return_value=["# Rules"]):
        return rules.faq("friedrich")


@case("PB519", "a hand of no cards")
def unknown_hand() -> Any:
    from pbem.workflow.duel import Wishes, duel

    return duel(sheet(GAME, "frederick"), "", GAME, Wishes(hand="ace of spades"))


def reasoned(step: int, line: str) -> Any:
    """What is behind a line of the game, after its battle."""
    from pbem.workflow.why import why

    adjudicate(GAME, ["all"], one=True)
    adjudicate(GAME, ["all"], one=True)
    return why(GAME, step, line)


@case("PB519", "a line that a step does not have")
def unknown_line() -> Any:
    return reasoned(1, "99")


@case("PB519", "a line of a step of which nothing was told")
def no_lines() -> Any:
    from pbem.workflow.why import why

    new(Plan("summer", seed="a"))
    return why("summer", 0, "1")


@case("PB519", "words that no line has")
def unknown_words() -> Any:
    return reasoned(1, "Napoleon crosses the Rhine")


@case("PB519", "words that a line of another step has")
def other_step() -> Any:
    return reasoned(2, "Battle: Heinrich")


@case("PB519", "words that several lines have")
def several_lines() -> Any:
    return reasoned(1, "No sheet came")
