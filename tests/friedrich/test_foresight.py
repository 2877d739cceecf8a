"""What a sheet would do: what is told as certain happens, and what happens without a battle was told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest

from pbem.core import has_errors
from pbem.core.chance import Chance
from pbem.core.events import Event
from pbem.core.ruleset import Foreseen
from pbem.rulesets import ruleset_of
from pbem.rulesets.friedrich import events as happened
from pbem.rulesets.friedrich.board import CITY
from pbem.rulesets.friedrich.events import read
from pbem.rulesets.friedrich.state import Fate, Turn
from pbem.rulesets.friedrich.telling.foresight import ATTACKS, foresee
from pbem.rulesets.friedrich.telling.story import tell
from pbem.rulesets.friedrich.telling.words import city_with_suit, pieces
from pbem.testing.trial import Moment, Trial, moments

RULES = ruleset_of("friedrich")
MODES = ("4p", "3p-expert", "west", "austria", "3p")
# What a stage does to the map, besides moves and battles.
DEEDS = (
    happened.Conquered, happened.Reconquered, happened.Marked, happened.Held, happened.Captured, happened.Recruited,
    happened.Unsupplied, happened.Starved, happened.Resupplied, happened.TroopsLost, happened.Won,
)  # fmt: skip


class Game(Trial):
    """A game, with all bids of a stage at once in one of the modes."""

    @property
    def options(self) -> dict[str, str]:
        chosen = {"bidding": "stage"} if self.mode == "3p" else {}
        return {**{option.id: option.default for option in RULES.options}, **chosen}


class Told(NamedTuple):
    """A sheet of a game: what was foreseen of it, and all that came of it until the stage was over."""

    kind: str
    lines: tuple[Foreseen, ...]
    events: list[Event]


def sheets(mode: str, number: int = 0) -> list[Told]:
    """Every sheet of a game of bots."""
    game = list(moments(Game(RULES, mode, number), "foresight"))
    return [told for at, moment in enumerate(game) for told in told_of(moment, game[at:])]


def told_of(moment: Moment, later: Sequence[Moment]) -> list[Told]:
    found = []
    for owed in RULES.rules.awaiting(moment.before):
        if owed.role in moment.bodies:
            view = RULES.secrets.view_of(moment.before, owed.role)
            lines = foresee(view, owed.role, moment.bodies[owed.role])
            found.append(Told(owed.kind, lines, [twin for event in stage(later) if (twin := event.seen_by(owed.role))]))
    return found


def stage(later: Sequence[Moment]) -> list[Event]:
    """The events up to the next stage, turn or card of fate."""
    found: list[Event] = []
    for moment in later:
        for event in moment.step.events:
            if event.kind in ("stage", "turn", "fate"):
                return found
            found.append(event)
    return found


def sentences(event: Event) -> list[str]:
    """An event as foresight tells it: of a battle no numbers."""
    what = read(event)
    if isinstance(what, happened.Battle):
        own, enemy = pieces(what.active), pieces(what.other)
        here, there = (city_with_suit(CITY[city]) for city in what.cities)
        return [ATTACKS[len(what.active) == 1].format(own=own, enemy=enemy, here=here, there=there)]
    return [sentence.removeprefix("- ") for sentence in tell(event)]


@pytest.mark.parametrize("mode", MODES)
def test_what_is_certain_happens(mode: str) -> None:
    told = sheets(mode)
    missing = [
        line.what
        for sheet in told
        for line in sheet.lines
        if line.sure == "certain" and line.what not in [text for event in sheet.events for text in sentences(event)]
    ]

    assert [] == missing
    assert {"certain", "depends"} <= {line.sure for sheet in told for line in sheet.lines}


@pytest.mark.parametrize("mode", MODES)
def test_all_that_a_stage_without_a_battle_does_was_told(mode: str) -> None:
    calm = [sheet for sheet in sheets(mode, 1) if sheet.kind == "movement"
            and not any(event.kind in ("battle", "mustered") for event in sheet.events)]  # fmt: skip
    deeds = [
        (text, [line.what for line in sheet.lines])
        for sheet in calm
        for event in sheet.events
        if event.kind in [kind.kind for kind in DEEDS]
        for text in tell(event)
    ]

    assert [] == [text for text, lines in deeds if text not in lines]
    assert len(deeds) > 10


# single cases

ALL_BUT_KAMENZ = [
    "Breslau", "Brieg", "Bunzlau", "Cosel", "Glatz", "Görlitz", "Liegnitz", "Lublinitz", "Muskau", "Neisse", "Oels",
    "Radeberg", "Schweidnitz", "Waldenburg", "Zittau",
]  # fmt: skip
AFAR = {"prussia": {"lehwaldt": "Tilsit 5"}, "france": {"richelieu": "Koblenz 6", "t1": "Mainz"}}


def at(mode: str = "4p", **table: Any) -> Any:
    """A position at its first decision."""
    given = RULES.files.position({**AFAR, "turn": 4, **table}, mode, {})
    return RULES.rules.resolve(given, {}, Chance("x")).state


def lines(state: Any, role: str, body: dict[str, Any]) -> list[tuple[str, str, str]]:
    """What is told of a sheet in order: how sure, on what it depends, and the sentence."""
    view = RULES.secrets.view_of(state, role)
    assert not has_errors(RULES.rules.take(view, role, body).diagnostics)
    return [(line.sure, line.on, line.what) for line in foresee(view, role, body)]


def test_an_objective_protected_by_a_stack_that_fights_depends_on_the_battle() -> None:
    keith = {"prussia": {"lehwaldt": "Tilsit 5", "keith": "Haynau 3"}}
    state = at(stage="austria", austria={"daun": "Jauer 6", "laudon": "Waldenburg 2"}, **keith)
    told = lines(state, "maria-theresa", {"do": ["Daun > Liegnitz", "Laudon > Schweidnitz > Breslau > Oels"]})

    assert [
        ("certain", "", "Austria conquers Waldenburg."),
        ("certain", "", "Austria conquers Schweidnitz."),
        ("certain", "", "Breslau is protected and gets a question mark."),
        ("certain", "", "Daun in Liegnitz ♣ attacks Keith in Haynau ♣."),
        ("depends", "the battle of Daun against Keith",
         "Austria conquers Breslau, if nobody protects it after the battles."),
        ("depends", "the battle of Daun against Keith", "Daun in Liegnitz is out of supply, face-down."),
        ("certain", "", "Laudon in Oels is out of supply, face-down."),
    ] == told  # fmt: skip


def test_of_two_battles_of_a_stack_the_second_depends_on_the_first() -> None:
    enemies = {"lehwaldt": "Tilsit 5", "keith": "Haynau 3", "heinrich": "Wohlau 3"}
    state = at(stage="austria", austria={"daun": "Liegnitz 6", "t1": "Jauer"}, prussia=enemies)
    order = {"do": ["Daun stays", "battles Daun against Keith, Daun against Heinrich"]}
    heinrich = "Daun in Liegnitz ♣ attacks Heinrich in Wohlau ♠."
    keith = "Daun in Liegnitz ♣ attacks Keith in Haynau ♣."

    assert [
        ("depends", "the battle of Daun against Keith", heinrich),
        ("depends", "the battle of Daun against Heinrich", keith),
    ] == lines(state, "maria-theresa", {"do": ["Daun stays"]})
    assert {("depends", "the battle of Daun against Keith", heinrich), ("certain", "", keith)} == set(
        lines(state, "maria-theresa", order)
    )


def test_battles_of_other_stacks_depend_on_nothing() -> None:
    """F7.2: whichever comes first, it drives nobody of the other away."""
    prussia = {"keith": "Haynau 3", "heinrich": "Oschatz 3"}
    austria = {"daun": "Liegnitz 6", "laudon": "Meißen 4"}
    state = at(stage="austria", austria=austria, prussia=prussia, hands={"austria": "2S", "prussia": "3S"})
    told = lines(state, "maria-theresa", {"do": ["Daun stays", "Laudon > Riesa"]})

    assert [
        ("certain", "", "Daun in Liegnitz ♣ attacks Keith in Haynau ♣."),
        ("certain", "", "Laudon in Riesa ♦ attacks Heinrich in Oschatz ♦."),
    ] == [row for row in told if "attacks" in row[2]]


def test_an_objective_that_is_taken_back_depends_on_the_battle_of_who_protects_it() -> None:
    prussia = {"heinrich": "Jauer 6", "keith": "Breslau 3"}
    state = at(stage="prussia", prussia=prussia, austria={"daun": "Haynau 6"}, conquered=["Breslau"])
    told = lines(state, "frederick", {"do": ["Heinrich > Liegnitz", "Keith > Oels"]})

    assert (
        "depends", "the battle of Heinrich against Daun",
        "Prussia reconquers Breslau, if nobody protects it after the battles.",
    ) in told  # fmt: skip


def test_with_the_offensive_option_every_question_mark_hangs_on_the_battles() -> None:
    """F13.4.7: a battle that Prussia loses may end the option, wherever it is fought."""
    prussia = {"heinrich": "Jauer 6", "keith": "Prag 3", "lehwaldt": "Tilsit 5"}
    austria = {"daun": "Haynau 6", "laudon": "Beraun 3"}
    state = at("4p-expert", turn=5, stage="prussia", prussia=prussia, austria=austria)._replace(offensive="taken")
    calm, fighting = (
        [row for row in lines(state, "frederick", {"do": ["Keith > Melnik", *more]}) if "Prag" in row[2]][1:]
        for more in ([], ["Heinrich > Liegnitz"])
    )

    assert [("certain", "", "Prag is still protected; its question mark is removed.")] == calm
    assert [("depends", "the battle of Heinrich against Daun",
             "Prussia conquers Prag, if nobody protects it after the battles.")] == fighting  # fmt: skip


def test_stacks_that_may_step_aside_from_daun_are_not_sure_to_be_attacked() -> None:
    keith = {"prussia": {"lehwaldt": "Tilsit 5", "keith": "Haynau 3"}}
    state = at(stage="austria", austria={"daun": "Liegnitz 6", "t1": "Jauer"}, in_force="8C", **keith)
    attack = "Daun in Liegnitz ♣ attacks Keith in Haynau ♣."

    assert [("depends", "whether Frederick's stacks step aside from Daun", attack)] == lines(
        state, "maria-theresa", {"do": ["Daun stays"]}
    )


def test_a_victory_depends_on_the_stages_to_come_and_is_certain_in_the_last() -> None:
    daun = {"daun": "Kamenz 6", "t1": "Dresden"}
    state = at(stage="austria", austria=daun, conquered=ALL_BUT_KAMENZ, imperial={"hildburghausen": "Würzburg 4"})
    alone = state._replace(agenda=tuple(task._replace(nations=()) if isinstance(task, Turn) else task
                                        for task in state.agenda))  # fmt: skip
    won = "Maria Theresa wins. Austria controls all the objectives it needs."

    body = {"do": ["Daun > Radeberg"]}
    assert ("depends", "the stages of the Imperial Army and France", won) == lines(state, "maria-theresa", body)[-1]
    assert ("certain", "", won) == lines(alone, "maria-theresa", body)[-1]
    assert ("certain", "", won) == lines(alone._replace(turn=9), "maria-theresa", body)[-1]


def test_the_clock_is_chance() -> None:
    stays = {"do": ["Richelieu stays", "discard lowest"]}

    assert [("chance", "", "A card of fate is turned up at the end of this turn.")] == lines(
        at(stage="france", turn=6), "pompadour", stays
    )
    assert [] == lines(at(stage="france", turn=5), "pompadour", stays)


def test_troops_bought_are_told_with_what_is_paid() -> None:
    state = at(stage="austria", austria={"daun": "Brünn 6"}, hands={"austria": "6S"})
    told = lines(state, "maria-theresa", {"do": ["recruit 1 troop; pay 6S"]})

    assert [("certain", "", "Austria recruits 1 troop for 6♠. It has 7 troops now.")] == told


def test_a_battle_is_foreseen_as_far_as_the_enemy_can_play() -> None:
    """Austria has the right to play, so that it is asked for a bid whatever Prussia holds."""
    table: dict[str, Any] = {"stage": "austria", "phase": "combat", "austria": {"laudon": "Steinau 3"}}
    table |= {"prussia": {"keith": "Glogau 4"}}
    body = {"bid": [{"own": "Laudon", "plays": ["2S"], "otherwise": "concede", "retreat": ["Guhrau"]}]}
    able = at(**table, hands={"austria": "2S", "prussia": "2H"})
    bare = at(**table, hands={"austria": "2S"})

    assert ("depends", "what Frederick bids", "The battle of Laudon against Keith is fought to its end.") == lines(
        able, "maria-theresa", body
    )[0]
    assert [
        ("certain", "", "Austria at -1 plays 2♠: +1."),
        ("certain", "", "Prussia stops at -1 and is beaten by Laudon: Keith loses 1 troop, 3 remain."),
        ("certain", "", "Keith retreats from Glogau to Guhrau."),
        ("certain", "", "Laudon in Steinau is out of supply, face-down."),
    ] == lines(bare, "maria-theresa", body)


@pytest.mark.parametrize(
    ("card", "role", "order", "told"),
    [
        ("1H", "maria-theresa", "exchange 6S", ("depends", "what Elisabeth answers",
                                                "Austria and Russia exchange a card.")),
        ("1H", "maria-theresa", "", ("certain", "", "Austria and Russia exchange no card.")),
        ("9D", "frederick", "give 7S", ("chance", "", "Prussia and Austria exchange a card.")),
        ("4H", "pompadour", "discard 8S", ("chance", "",
                                           "France discards a card of deck 1 face-down and draws another.")),
        ("4H", "pompadour", "", ("certain", "", "France changes no card.")),
    ],
)  # fmt: skip
def test_what_a_card_of_fate_asks_depends_on_the_other_or_is_chance(
    card: str, role: str, order: str, told: tuple[str, str, str]
) -> None:
    hands = {"austria": "6S", "russia": "9S", "prussia": "7S", "france": "8S"}
    russia = {"saltikov": "Sierpc 6"}
    state = at("4p-expert", stage="austria", austria={"daun": "Brünn 6"}, russia=russia, hands=hands)

    assert [told] == lines(state.pushed(Fate(card)), role, {"do": [order] if order else []})


def test_who_owes_nothing_and_shifts_troops_is_told_nothing_more() -> None:
    prussia = {"keith": "Glogau 3", "heinrich": "Glogau 3"}
    state = at(stage="austria", austria={"daun": "Brünn 6"}, prussia=prussia)

    assert [] == lines(state, "frederick", {"troops": {"Keith": 2, "Heinrich": 4}})
