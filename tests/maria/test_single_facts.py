"""Small facts that no game and no case of the rules happens to show, each for itself."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.boards import load
from pbem.core.chance import Chance
from pbem.rulesets.common import Card
from pbem.rulesets.common.surveying import board as board_of
from pbem.rulesets.maria import RULESET, corps, displaced
from pbem.rulesets.maria.answers import usual_of
from pbem.rulesets.maria.bid_reader import language_of
from pbem.rulesets.maria.board import CITY, FOUR, cities_in, name_of, within
from pbem.rulesets.maria.bots import ahead, statecraft, worths
from pbem.rulesets.maria.bots.dice import Dice
from pbem.rulesets.maria.draws import drawn
from pbem.rulesets.maria.due import wish_stub
from pbem.rulesets.maria.events import Moved
from pbem.rulesets.maria.facts import NEAR
from pbem.rulesets.maria.packed import atlas
from pbem.rulesets.maria.political_owed import awaiting_displaced
from pbem.rulesets.maria.powers import AUSTRIA, FRANCE, PRAGMATIC, PRUSSIA
from pbem.rulesets.maria.records import Combat, Corps, Displaced, Politics, Turn
from pbem.rulesets.maria.retreats import ends_of
from pbem.rulesets.maria.standing import with_standing
from pbem.rulesets.maria.state import GENERALS, OFF, PIECE, PIECE_NAMES, State, replaced
from pbem.rulesets.maria.telling import atlas as shipped
from pbem.rulesets.maria.telling.summary import stacked
from pbem.rulesets.maria.telling.victory_summary import pools

USUAL = {option.id: option.default for option in RULESET.options}
CHANCE = Chance("facts")
MARIA, FRED, LOUIS = "maria-theresa", "frederick", "louis"


def position(mode: str = "advanced", **facts: Any) -> State:
    state: State = RULESET.files.position({"turn": 5, "phase": "movement", "stage": "austria", **facts}, mode, USUAL)
    return state


def test_of_two_draw_piles_made_in_one_draw_only_the_first_is_a_new_deck() -> None:
    """M8.9: the last deck is opened, drawn to its end, and the discards are shuffled again."""
    state = position()
    count = len(state.piles.discards)
    discards = ((Card(2, "S", 1),) * 9, *((),) * (count - 1))
    piles = state.piles._replace(draw=(), opened=count - 1, discards=discards)
    _, cards, events = drawn(state.with_piles(piles), 40, CHANCE)

    assert 40 == len(cards)
    assert ["opened", "reshuffled"] == [event.kind for event in events]


def test_nothing_is_nearest_among_no_cities() -> None:
    assert 0 == displaced.nearest(CITY["wien"], 0)


def test_a_general_who_is_sent_away_is_face_up_and_nobody_else_is() -> None:
    """M17.15."""
    state = position(austria={"karl": "Wien 4 face-down", "traun": "Prag 3 face-down", "khevenhueller": "Linz 6"})
    karl, traun = PIECE["karl"], PIECE["traun"]
    state = state._replace(agenda=(Turn(()), Politics("corps"), Corps(AUSTRIA)))
    after, _ = corps.sent(state, karl, AUSTRIA, ())

    assert 1 << traun == after.face_down


@pytest.mark.parametrize(
    "facts",
    [
        {"battles": {"austria": 3}},
        {"austria": {"karl": "Wien 1", "traun": "Wien 1", "khevenhueller": "Wien 6"}},  # M6.1: three in a city
    ],
)
def test_a_position_that_the_game_cannot_have_is_refused(facts: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        position(**facts)


def test_the_markers_of_a_power_can_be_added_up_with_its_question_marks() -> None:
    """M10.34, A14: those that are question marks have left the pool, unless they are virtual."""
    cities = board_of([CITY["breslau"], CITY["neisse"]])
    state = position()._replace(questions=replaced((0,) * 6, PRUSSIA, cities))
    line = "Prussia has 2 question marks on the map, taken from its pool."

    assert line in pools(state)["lines"]
    assert line not in pools(state._replace(questions=(0,) * 6))["lines"]
    virtual = state._replace(marks=(0,) * 6, surplus=replaced((0,) * 6, PRUSSIA, 1))
    assert line.replace("2 question marks", "1 question mark") in pools(virtual)["lines"]


def test_several_pieces_that_step_aside_together_are_moved() -> None:
    """D8."""
    state = position(austria={"karl": "Wien 4", "traun": "Wien 3"})
    pieces, goals = (PIECE["karl"], PIECE["traun"]), board_of([CITY["linz"], CITY["pressburg"]])
    alone, both = (awaiting_displaced(state, Displaced(p, goals, "aside")) for p in (pieces[:1], pieces))

    assert ("where Karl is moved", "where Karl and Traun are moved") == (alone[0].what, both[0].what)


def test_both_markers_of_battles_can_be_out() -> None:
    assert 2 == position(battles={"austria": 2}).battles[AUSTRIA]


def test_answers_of_a_sheet_hold_for_the_orders_ahead_in_it() -> None:
    view = RULESET.secrets.view_of(position(), MARIA)

    assert ["pay least"] == [
        line for row in with_standing(view, MARIA, {"answers": ["pay least"]}).answers for line in row[1]
    ]
    assert () == with_standing(view, MARIA, {}).answers


def test_of_several_attacks_the_first_is_fought_first_by_the_usual_answer() -> None:
    """D18."""
    austria = {"karl": "Brünn 4", "traun": "Brünn 3"}
    state = position(austria=austria, prussia={"friedrich": "Olmütz 5", "schwerin": "Göding 3", "leopold": "Göding 2"})
    pairs = tuple((CITY["bruenn"], CITY[there]) for there in ("goeding", "olmuetz"))
    state = state._replace(agenda=(*state.agenda[:-1], Combat(AUSTRIA, pairs)))

    assert {"do": ["battles Karl against Schwerin"]} == usual_of(state, "battles")


def test_a_brake_holds_at_its_distance_and_no_farther() -> None:
    state = position(austria={"karl": "Brünn 4"}, prussia={"friedrich": "Prag 5"})
    far = next(n for n in range(1, 40) if within(CITY["bruenn"], n) >> CITY["prag"] & 1)
    view = RULESET.secrets.view_of(state, None)

    assert RULESET.ahead.braked(f"Friedrich within {far} of Karl", "austria", view, ())
    assert not RULESET.ahead.braked(f"Friedrich within {far - 1} of Karl", "austria", view, ())


def test_the_city_of_a_wish_is_one_that_the_beaten_can_go_to() -> None:
    """D20, M11.22: away from the victor, wherever he stands."""
    there, found = CITY["olmuetz"], set()
    for here in NEAR[there]:
        state = position(austria={"karl": f"{name_of(here)} 4"}, prussia={"friedrich": "Olmütz 5"})
        (line,) = wish_stub(state, (here, there))
        goal = name_of(next(cities_in(ends_of(state, there, here, 1))))
        found.add(goal)

        assert line == f'# retreat = ["{goal}", "anywhere"]'
    assert len(found) > 1


def test_in_the_first_city_of_the_list_a_stack_of_two_powers_is_one_like_anywhere() -> None:
    state = position(austria={"karl": f"{name_of(0)} 3"}, pragmatic={"george": f"{name_of(0)} 3"})

    assert (PIECE["karl"], PIECE["george"]) in stacked(state, (AUSTRIA, PRAGMATIC))


def test_a_bot_with_nobody_on_the_map_sends_nobody() -> None:
    """D7."""
    state = position(austria={})
    off = dict.fromkeys(GENERALS[AUSTRIA], OFF)
    state = state.put(off)._replace(agenda=(Turn(()), Politics("corps"), Corps(AUSTRIA)))

    assert ["send nobody"] == statecraft.corps(state, MARIA, "steady", Dice(CHANCE, "corps"))


@pytest.mark.parametrize("name", ["house", "probe"])
def test_a_board_brings_all_that_its_map_is_drawn_from(name: str) -> None:
    found = atlas(load(name))

    assert {key for key in vars(shipped) if key.isupper()} <= {*found}
    assert name != "house" or {key: getattr(shipped, key) for key in found} == found


def test_only_the_advanced_game_has_pools_to_be_counted() -> None:
    for mode in ("advanced", "intro", "two", "two-intro"):
        state = RULESET.rules.set_up(mode, USUAL)
        counted = RULESET.figures.counted(RULESET.secrets.view_of(state, None), None)

        assert ("pools" in counted) == (mode in ("advanced", "two"))


def test_the_sheet_of_who_is_displaced_says_who_and_where_to() -> None:
    """D8, D24, D30."""
    state = position(prussia={"t1": "landsberg-warthe"})
    goals = 1 << CITY["berlin"] | 1 << CITY["kuestrin"]
    state = state._replace(agenda=(Turn(()), Displaced((PIECE["prussia-t1"],), goals, "aside")))
    text = RULESET.telling.sheet(RULESET.secrets.view_of(state, FRED), FRED)

    assert "# the Prussian train T1 must be moved to one of these:\n# Berlin or Küstrin.\n" in text


def test_why_a_piece_moved_is_told_by_the_line_of_its_move() -> None:
    moved = Moved(power="austria", pieces=["karl"], way=["bruenn", "olmuetz"]).event()
    body = {"do": ["Traun > St. Pölten", "Karl > Olmütz"]}
    reasons = RULESET.reasons
    assert reasons is not None

    assert ("Karl > Olmütz",) == reasons.orders_behind(moved, (), MARIA, body)


@pytest.mark.parametrize("powers", [(FRANCE,), (AUSTRIA,), (PRUSSIA, PRAGMATIC)])
def test_the_examples_of_a_bid_name_an_own_general_and_an_enemy(powers: tuple[int, ...]) -> None:
    own = [PIECE_NAMES[p] for power in powers for p in GENERALS[power]]
    others = [PIECE_NAMES[p] for generals in GENERALS for p in generals if PIECE_NAMES[p] not in own]
    examples = language_of(powers).examples

    assert (own[0], others[0]) == (examples["own"], examples["enemy"])


def test_a_bot_refuses_peace_ahead_and_offers_none() -> None:
    """D23."""
    lines = ahead.answers(RULESET.secrets.view_of(position(), MARIA), MARIA)

    assert ["no peace", "refuse peace"] == [line for line in lines if "peace" in line]


def test_an_elector_is_worth_most_where_it_turns_the_majority() -> None:
    """M16.4: three of the four give France its marker, two of them take one back."""
    state = position()
    with_ = [state._replace(electors=sum(1 << city for city in [*cities_in(FOUR)][:n])) for n in range(5)]
    gains = {power: [worths.elector_gain(one, power) for one in with_] for power in (FRANCE, AUSTRIA, PRAGMATIC)}
    plain = gains[FRANCE][0]

    assert [0, worths.BACK, worths.MARKER, 0, 0] == [gain - plain for gain in gains[FRANCE]]
    assert [0, 0, worths.BACK, worths.BACK, 0] == [gain - plain for gain in gains[AUSTRIA]]
    assert [0, 0, worths.MARKER, worths.BACK, 0] == [gain - plain for gain in gains[PRAGMATIC]]


def test_who_passes_on_flanders_and_who_cannot_pay_are_told_so() -> None:
    """M10.11, D17; M9.8, D12: a receipt repeats what was understood, and claims no payment that is not made."""
    flanders = position(pragmatic={"stair": "Antwerpen 4"})._replace(dispute=True)
    asked = RULESET.rules.resolve(flanders, {}, CHANCE).state
    poor = position(phase="supply", stage="france", france={"broglie": "Linz 5", "t2": "Regensburg"},
                    hussars=["Passau"], hands={"france": "2C"})  # fmt: skip
    hungry = RULESET.rules.resolve(poor, {}, CHANCE).state

    assert ("pass",) == RULESET.rules.take(asked, FRED, {"do": ["pass"]}).understood
    told = RULESET.rules.take(hungry, LOUIS, {"do": ["pay Broglie with 2C"]}).understood
    assert ("nothing pays for Broglie: the hand is not worth enough, and is shown",) == told
