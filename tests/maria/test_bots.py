"""Bots decide sensibly from what they see: guards, attacks, bids, trains, hussars, truces, peace and winter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from pbem.core.chance import Chance
from pbem.rulesets import ruleset_of
from pbem.rulesets.maria.board import CITY, around, cities_in, suit_of, within
from pbem.rulesets.maria.bots.battles import bid
from pbem.rulesets.maria.bots.dice import Dice
from pbem.rulesets.maria.bots.moves import as_line
from pbem.rulesets.maria.bots.outlook import Outlook, guarded_from, pull_of
from pbem.rulesets.maria.bots.player import sample
from pbem.rulesets.maria.bots.ways import ends_of
from pbem.rulesets.maria.desk import Phase
from pbem.rulesets.maria.movement import move
from pbem.rulesets.maria.orders import Move
from pbem.rulesets.maria.powers import AUSTRIA, FRANCE, POWERS, PRAGMATIC, PRUSSIA
from pbem.rulesets.maria.records import Peace, Treaty
from pbem.rulesets.maria.relations import enemy_fortresses, protected
from pbem.rulesets.maria.state import GENERALS, PIECE, State
from pbem.workflow.simulate import play

RULES = ruleset_of("maria")
NOBODY = dict.fromkeys(POWERS, "")


def at(phase: str, stage: str = "", hands: Mapping[str, str] | None = None, **facts: Any) -> State:
    """A position in which nobody holds a card but those named."""
    given = {"phase": phase, "turn": 5, "hands": {**NOBODY, **(hands or {})}, **facts}
    state: State = RULES.files.position({**given, "stage": stage} if stage else given, "advanced", {})
    return RULES.rules.resolve(state, {}, Chance("bots")).state  # as far as nobody is asked


def decided(state: State, role: str, temper: str = "steady") -> Mapping[str, Any]:
    """The sheet of a bot, from its own view."""
    return sample(RULES.secrets.view_of(state, role), role, Chance("bots"), temper)


def after(state: State, role: str, temper: str = "steady") -> State:
    """The position after the moves of a bot, which must be without fault."""
    body = decided(state, role, temper)
    taken = RULES.rules.take(RULES.secrets.view_of(state, role), role, body)
    assert not [fault for fault in taken.diagnostics if fault.is_error]
    return RULES.rules.resolve(state, {role: body}, Chance("bots")).state


def place(state: State, piece: str) -> int:
    return state.place[PIECE[piece]]


def test_a_general_comes_to_protect_what_is_about_to_fall() -> None:
    state = at("movement", "austria", france={"belle-isle": "Pilsen 4", "t2": "Regensburg"}, austria={"karl": "Prag 5"})
    assert guarded(state, CITY["eger"])

    karl = place(after(state, "maria-theresa"), "karl")

    assert within(karl, 3) >> CITY["eger"] & 1


def guarded(state: State, city: int) -> bool:
    """Whether a fortress is France's to take, and nobody protects it."""
    return bool(enemy_fortresses(state, FRANCE) >> city & 1) and not protected(state, city)


def test_nobody_runs_into_a_stack_that_is_much_stronger() -> None:
    weak = at("movement", "prussia", prussia={"friedrich": "Liegnitz 2", "t1": "Glogau"},
              austria={"karl": "Breslau 8", "traun": "Breslau 8"})  # fmt: skip

    friedrich = place(after(weak, "frederick"), "friedrich")

    assert not around(1 << CITY["breslau"]) >> friedrich & 1


def test_one_who_is_much_stronger_attacks() -> None:
    strong = at("movement", "prussia", prussia={"friedrich": "Liegnitz 8", "schwerin": "Liegnitz 8", "t1": "Glogau"},
                austria={"karl": "Breslau 1"})  # fmt: skip

    state = after(strong, "frederick")

    assert around(1 << CITY["breslau"]) & state.city_bits(GENERALS[PRUSSIA]) or place(state, "karl") != CITY["breslau"]


def test_the_pragmatic_army_is_led_against_france() -> None:
    state = at("movement", "austria", pragmatic={"george": "Namur 8", "cumberland": "Namur 8", "t1": "Leuven"},
               france={"moritz": "Paris 4"})  # fmt: skip
    assert not state.marks[PRAGMATIC]

    moved = after(state, "frederick")

    assert moved.marks[PRAGMATIC] == 1 << CITY["maubeuge"]


def test_a_train_goes_after_its_generals_abroad() -> None:
    state = at("movement", "france", france={"broglie": "Linz 6", "t2": "Augsburg"})

    moved = after(state, "louis")

    linz = CITY["linz"]
    before, now = (next(n for n in range(20) if within(linz, n) >> city & 1)
                   for city in (CITY["augsburg"], place(moved, "france-t2")))  # fmt: skip
    assert now < before


def test_who_has_promised_not_to_attack_does_not() -> None:
    facts: dict[str, Any] = {"prussia": {"friedrich": "Liegnitz 8", "schwerin": "Liegnitz 8", "t1": "Glogau"},
                             "austria": {"karl": "Breslau 1"}}  # fmt: skip
    clauses = ("Prussia does not attack Austria",)
    treaty = Treaty("1", "accepted", (PRUSSIA, AUSTRIA), 5, 6, clauses, "warn", (PRUSSIA, AUSTRIA))

    free = after(at("movement", "prussia", **facts), "frederick")
    bound = at("movement", "prussia", **facts)._replace(treaties=(treaty,))

    events = RULES.rules.resolve(bound, {"frederick": decided(bound, "frederick")}, Chance("bots")).events
    assert "treaty-broken" not in [event.kind for event in events]
    assert place(free, "karl") != CITY["breslau"] or free.declared


# battles


def battle(own: str, hand: str) -> State:
    """Friedrich in Schweidnitz attacks Karl in Breslau."""
    return at("movement", "prussia", {"prussia": hand, "austria": "2S"}, prussia={"friedrich": f"Schweidnitz {own}"},
              austria={"karl": "Breslau 8"})  # fmt: skip


def offered(state: State, score: int | None) -> dict[str, Any]:
    """What Prussia bids, who attacks."""
    pair = (place(state, "friedrich"), place(state, "karl"))
    return bid(RULES.secrets.view_of(state, "frederick"), pair, 0, score, "steady", Dice(Chance("b"), "bid"), [])


def of_the_suit(state: State) -> str:
    return suit_of(place(state, "friedrich"))


def test_with_few_cards_a_loss_that_costs_no_marker_is_accepted() -> None:
    suit = of_the_suit(battle("6", ""))

    assert 2 == offered(battle("6", f"4{suit}"), -2)["accept"]


def test_with_many_cards_it_is_not() -> None:
    suit = of_the_suit(battle("6", ""))

    table = offered(battle("6", " ".join(f"{value}{suit}" for value in (7, 8, 10))), -2)

    assert ("accept" not in table, [f"7{suit}", f"8{suit}", f"10{suit}"]) == (True, table["plays"])


def test_whoever_has_few_troops_does_not_give_them_all_away() -> None:
    assert 1 == offered(battle("2", ""), -6)["accept"]


def test_no_card_is_thrown_after_what_is_lost() -> None:
    suit = of_the_suit(battle("2", ""))

    assert [] == offered(battle("2", f"3{suit}"), -6)["plays"]
    assert [f"5{suit}"] == offered(battle("2", f"5{suit}"), -6)["plays"]


# what bots look at


def test_the_outlook_knows_what_is_protected() -> None:
    state = at("movement", "france", france={"broglie": "Linz 6"}, austria={"karl": "Wien 4", "arenberg": "Brussel 3"})

    board = enemy_fortresses(state, FRANCE)

    assert guarded_from(state, FRANCE) == sum([1 << city for city in cities_in(board) if protected(state, city)])
    assert guarded_from(state, FRANCE)


def test_a_wish_draws_less_the_farther_away_it_is() -> None:
    state = at("movement", "france", france={"broglie": "Linz 6"})
    everywhere = (1 << len(CITY)) - 1

    pull = pull_of([(CITY["wien"], 100)], everywhere)

    assert pull[CITY["wien"]] > pull[CITY["st-poelten"]] > pull[CITY["linz"]] > 0
    assert Outlook(state, FRANCE).aims[CITY["wien"]] > 0


def test_all_ways_of_a_bot_are_allowed_and_each_end_is_found_once() -> None:
    state = at("movement", "france", france={"broglie": "Augsburg 6", "t2": "München"}, austria={"karl": "Linz 4"})
    group = (PIECE["broglie"],)
    ways = list(ends_of(Phase(state, (FRANCE,)), group))

    forced = [way[-1] for way, force in ways if force]
    assert forced and len(forced) == len(set(forced))
    for way, force in ways:
        phase = Phase(state, (FRANCE,))
        assert move(phase, as_line(Move(group, way, force))) is not None, (way, phase.said)


# politics and winter


def test_austria_makes_no_peace_with_which_prussia_wins() -> None:
    state = at("politics")
    state = state._replace(pools=(5, 0, 1, 0, 4, 5), agenda=(*state.agenda[:1], Peace("answer")))

    assert ["refuse peace"] == decided(state, "maria-theresa")["do"]


def test_austria_makes_peace_with_prussia_before_it_wins() -> None:
    state = at("politics")
    state = state._replace(pools=(5, 0, 3, 0, 4, 5), agenda=(*state.agenda[:1], Peace("answer")))

    assert ["accept peace"] == decided(state, "maria-theresa")["do"]


def test_hussars_go_where_they_make_an_enemy_pay() -> None:
    state = at("hussars", france={"broglie": "Linz 6", "t2": "Regensburg"}, austria={"karl": "Melk 5"})

    lines = decided(state, "maria-theresa", "steady")["do"]

    assert ["hussar 2 to Passau"] == lines


@pytest.mark.parametrize("mode", ["advanced", "two", "intro", "two-intro"])
def test_games_of_steady_bots_end_after_some_turns(mode: str) -> None:
    options = {option.id: option.default for option in RULES.options}
    tempers = dict.fromkeys([role.id for role in RULES.mode(mode).roles], "steady")

    played = play(RULES, mode, options, f"steady {mode}", tempers)

    assert ((), True) == (played.broken, played.turns >= 3)


def test_a_bot_whose_way_was_taken_by_another_looks_again() -> None:
    """In this game a general once wished to march far, to where a comrade had come before him."""
    options = {option.id: option.default for option in RULES.options}

    assert () == play(RULES, "intro", options, "pbem-127").broken
