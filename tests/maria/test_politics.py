"""Politics and what follows from it, chapter by chapter, on the house board (M17 to M19, M23, M24)."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.core.chance import Chance
from pbem.core.events import Event
from pbem.rulesets.common import Card
from pbem.rulesets.maria import RULESET, corps, displaced, election, facts, peace, politics, saxony, victory
from pbem.rulesets.maria.board import CITY, FLANDERS, FORTRESSES, HOME, SILESIA, cities_in, name_of
from pbem.rulesets.maria.boxes import lost, won
from pbem.rulesets.maria.decisions import awaiting, found
from pbem.rulesets.maria.flow import TASKS
from pbem.rulesets.maria.invariants import broken_position
from pbem.rulesets.maria.powers import AUSTRIA, BAVARIA, FRANCE, PRAGMATIC, PRUSSIA, SAXONY
from pbem.rulesets.maria.records import Combat, Corps, Displaced, Election, Peace, Politics, Retreat, Slip, Turn
from pbem.rulesets.maria.relations import powers_in
from pbem.rulesets.maria.state import AWAY, OFF, PIECE, START, State, replaced
from pbem.rulesets.maria.tracks import Announced
from pbem.rulesets.maria.views import view_of

CHANCE = Chance("politics")
DECK1 = [Card(value, suit, 1) for suit in "SCHD" for value in range(2, 11)]


def position(mode: str = "advanced", options: dict[str, str] | None = None, **facts: Any) -> State:
    """A position with nothing going on but the rest of a turn."""
    state: State = RULESET.files.position({"phase": "politics", "turn": 5, **facts}, mode, options or {})
    return state._replace(agenda=(Turn(("hussars",)),))


def in_politics(state: State, step: str, *awaited: int, **more: Any) -> State:
    return state.pushed(Politics(step, awaited, **more))


def ran(state: State, most: int = 50) -> tuple[State, list[Event]]:
    """Everything that needs nobody."""
    events: list[Event] = []
    for _ in range(most):
        if type(state.task) not in TASKS or awaiting(state):
            return state, events
        state, news = found(TASKS[type(state.task)])(state, CHANCE)
        events += news
    raise AssertionError("it never ends")


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


def card(text: str, deck: int = 1) -> Card:
    return Card(8, "R", deck) if text == "R" else Card(int(text[:-1]), text[-1], deck)


# turning up and the dominant suit (M17.1, M17.2)


def test_two_cards_are_turned_up_and_the_election_is_one_more() -> None:
    """M17.1, M18.1, M5.4: two real cards, and an election that is due at the end of this turn."""
    state = in_politics(position()._replace(cards=("1742-1", "1742-E", "1742-2", "1742-3"), victor="louis"), "open")

    after, events = ran(state)

    assert ("1742-1", "1742-2") == after.open_cards
    assert ("due", ("1742-3",)) == (after.election, after.cards)
    assert ["election-due", "cards-turned"] == kinds(events)


def test_v45_a_reserve_that_is_turned_up_names_no_suit() -> None:
    state = position(draw="R 4H 9C")

    after, _ = politics.suit_turned(in_politics(state, "suit"), CHANCE)

    assert "H" == after.suit
    assert (card("9C"),) == after.draw
    assert {card("R"), card("4H")} <= {*after.discards[0]}


def test_v46_the_player_who_won_last_names_the_suit() -> None:
    state = in_politics(position(victor="frederick"), "suit")

    assert ["frederick"] == [owed.role for owed in awaiting(state)]


# placing (M17.3 to M17.6)


def placed(state: State, rows: dict[int, str]) -> State:
    """The cards of the hands face down in the boxes."""
    for power, text in rows.items():
        state, _ = politics.placed(state, power, state.hands[power][[str(c) for c in state.hands[power]].index(text)])
    return state


def test_cards_are_placed_in_the_order_of_the_boxes_by_those_who_have_any() -> None:
    """M17.3, A24: Prussia, France, the Pragmatic Army, Austria."""
    state = position(hands={"prussia": "7H", "pragmatic": "7H", "austria": "9C"})

    after, _ = politics.suit_named(in_politics(state, "suit"), "H", None, [])

    assert (PRUSSIA, PRAGMATIC, AUSTRIA) == after.task.awaited
    assert [("frederick", "place")] == [(o.role, o.kind) for o in awaiting(after)]


def test_sealed_cards_are_placed_by_all_at_once() -> None:
    state = position(options={"politics": "sealed"}, hands={"prussia": "7H", "france": "2C", "austria": "9C"})
    state = in_politics(state, "place", PRUSSIA, FRANCE, AUSTRIA)

    assert ["frederick", "louis", "maria-theresa"] == [o.role for o in awaiting(state)]


def test_v43_a_reserve_counts_16_and_ties_go_to_the_right() -> None:
    state = position(suit="H", hands={"prussia": "7H", "france": "R", "pragmatic": "7H", "austria": "9C"})
    state = placed(in_politics(state, "place", PRUSSIA, FRANCE, PRAGMATIC, AUSTRIA),
                   {PRUSSIA: "7H", FRANCE: "R", PRAGMATIC: "7H", AUSTRIA: "9C"})  # fmt: skip

    after, events = politics.revealed(state, state.task)

    assert (FRANCE, PRAGMATIC, PRUSSIA) == after.task.awaited
    assert [16, 7, 7] == events[-1].facts["points"]
    assert (card("9C"),) == after.hands[AUSTRIA]


def test_v44_kept_cards_count_whatever_their_suit() -> None:
    state = position(suit="S", hands={"austria": "3S"}, kept={"austria": "6H"})
    state = placed(in_politics(state, "place", AUSTRIA), {AUSTRIA: "3S"})

    _, events = politics.revealed(state, state.task)

    assert [9] == events[-1].facts["points"]


def test_a_placed_card_is_a_back_to_all_but_its_player() -> None:
    state = position(suit="S", hands={"prussia": "3S", "austria": "4S"})
    state = placed(in_politics(state, "place", PRUSSIA, AUSTRIA), {PRUSSIA: "3S"})

    seen = {role: dict(view_of(state, role).task.placed)[PRUSSIA] for role in ("frederick", "louis", None)}

    assert {"frederick": (card("3S"),), "louis": (Card(0, "?", 1),), None: (Card(0, "?", 1),)} == seen


# choosing (M17.7 to M17.13)


def test_e11_forced_hold_and_taking_back() -> None:
    kept = {"prussia": "9H", "austria": "3H", "france": "3C", "pragmatic": "2C"}
    state = position(kept=kept)._replace(open_cards=("1741-1", "1742-6"))  # PR and FR; FR alone
    order = (PRUSSIA, AUSTRIA, FRANCE, PRAGMATIC)
    state = in_politics(state, "choose", *order)

    state, _ = politics.selected(state, PRUSSIA, "1741-1", executed=False)
    state, _ = ran(state)  # Austria must hold
    assert FRANCE == state.task.awaited[0]
    state, _ = politics.selected(state, FRANCE, "1742-6", executed=True)
    state, events = ran(state)

    assert (card("3H"),) == state.kept[AUSTRIA]
    assert (card("2C"),) == state.hands[PRAGMATIC]
    assert {card("9H"), card("3C")} <= {*state.discards[0]}
    assert ((), ()) == (state.kept[PRUSSIA], state.kept[FRANCE])
    assert "taken-back" in kinds(events)


def test_cards_that_nobody_selects_are_discarded() -> None:
    state = position()._replace(open_cards=("1741-1", "1742-6"))

    after, events = ran(in_politics(state, "choose"))

    assert ((), ("1741-1", "1742-6")) == (after.open_cards, after.spent_cards)
    assert "cards-dropped" in kinds(events)


def test_e12_announced_moves_are_added() -> None:
    state = position(kept={"france": "3C", "austria": "4C"})._replace(open_cards=("1743-4", "1742-2"))
    before = state.tracks[0]
    state = in_politics(state, "choose", FRANCE, AUSTRIA)

    state, _ = politics.selected(state, FRANCE, "1743-4", True, (Announced("italy", 2),))
    state, _ = politics.selected(state, AUSTRIA, "1742-2", False, (Announced("italy", -1),))
    state, _ = ran(state)

    assert before + 1 == state.tracks[0]


def test_a_blank_space_of_another_board_is_not_the_asterisk_of_italy(monkeypatch: pytest.MonkeyPatch) -> None:
    *rest, spaces = facts.TRACKS["italy"]
    monkeypatch.setitem(facts.TRACKS, "italy", (*rest, (*spaces[:1], ("", ()), *spaces[2:])))
    state = RULESET.rules.set_up("advanced", {})._replace(italy=1)

    assert (state, ()) == politics.italy_stopped(state, 2)


def test_v47_the_marker_in_the_box_italy_waits_for_the_asterisk() -> None:
    """M17.16, M16.5."""
    state = position(italy=["france"], tracks={"italy": 1})
    pool = state.pools[FRANCE]

    blank, _ = politics.italy_stopped(state._replace(tracks=(2, 4, 2)), 2)
    home, events = politics.italy_stopped(blank, 4)

    assert (1 << FRANCE, pool) == (blank.italy, blank.pools[FRANCE])
    assert (0, pool + 1, ["box-emptied"]) == (home.italy, home.pools[FRANCE], kinds(list(events)))


def test_a_victory_icon_puts_a_marker_into_the_box_once() -> None:
    state = position()
    first, events = politics.italy_stopped(state, 7)
    again, more = politics.italy_stopped(first, 7)

    assert (1 << AUSTRIA, state.pools[AUSTRIA] - 1) == (first.italy, first.pools[AUSTRIA])
    assert (first, ()) == (again, more)
    assert ["box-filled"] == kinds(list(events))


# the expeditionary corps (M17.15)


def test_the_prussian_corps_comes_back_when_its_icon_ends() -> None:
    state = position(prussia={"dessauer": "away 6"}, tracks={"russia": 3})

    after, events = ran(in_politics(state, "corps"))

    assert CITY["landsberg-warthe"] == after.place[PIECE["dessauer"]]
    assert (6, "corps-returned") == (after.troops[PIECE["dessauer"]], kinds(events)[0])


def test_whoever_stands_at_the_arrow_steps_aside_first() -> None:
    """M17.15, A22, D8."""
    state = position(
        prussia={"dessauer": "away 6", "t1": "landsberg-warthe"}, tracks={"russia": 3},
    )  # fmt: skip

    state, _ = ran(in_politics(state, "corps"))
    assert isinstance(state.task, Displaced)
    (owed,) = awaiting(state)
    assert ("frederick", "displaced") == (owed.role, owed.kind)
    goal = next(cities_in(state.task.goals))
    state, _ = displaced.displaced(state, goal)
    state, _ = ran(state)

    assert (goal, CITY["landsberg-warthe"]) == (state.place[PIECE["prussia-t1"]], state.place[PIECE["dessauer"]])


def test_a_demanded_corps_is_asked_for_once() -> None:
    state = position(france={"moritz": "Paris 5", "noailles": "Metz 3"}, tracks={"italy": 6, "russia": 3})

    state, _ = ran(in_politics(state, "corps"))
    assert Corps(FRANCE) == state.task
    state, _ = corps.sent(state, PIECE["noailles"], FRANCE, ())
    state, _ = ran(state)

    assert (AWAY, 3) == (state.place[PIECE["noailles"]], state.troops[PIECE["noailles"]])
    assert isinstance(state.task, Turn)


def test_a_power_without_general_and_cards_sends_nobody() -> None:
    state = position(tracks={"italy": 6, "russia": 3})

    after, _ = ran(in_politics(state, "corps"))

    assert isinstance(after.task, Turn)


def test_a_general_from_off_the_map_gets_two_troops_for_eight_points() -> None:
    state = position(hands={"france": "5H 3C"}).pushed(Corps(FRANCE))

    after, _ = corps.sent(state, PIECE["noailles"], FRANCE, (card("5H"), card("3C")))

    assert (AWAY, 2, ()) == (after.place[PIECE["noailles"]], after.troops[PIECE["noailles"]], after.hands[FRANCE])


# the election (M18)


def marks_on(state: State, **cities: str) -> State:
    for power, names in cities.items():
        for name in names.split():
            state = state.marked(("france", "bavaria", "prussia", "saxony", "austria", "pragmatic").index(power),
                                 CITY[name])  # fmt: skip
    return state


def test_v49_francis_is_elected_without_any_free_vote() -> None:
    state = position(tracks={"saxony": 4})  # AU: Prag, Mainz, Trier; PA: Hannover; SX: Dresden

    state, _ = election.called(state)
    after, events = ran(state)

    assert AUSTRIA == after.emperor
    assert ("held", "elected") == (after.election, kinds(events)[-2])


def test_undisturbed_the_electors_stand_five_to_four_for_charles() -> None:
    state, _ = election.called(position())

    assert ("frederick", "louis") == state.task.awaited
    state, _ = election.cast(state, "frederick", {})
    state, _ = election.cast(state, "louis", {})
    after, _ = ran(state)

    assert FRANCE == after.emperor
    assert position().pools[FRANCE] - 1 == after.pools[FRANCE]


def test_votes_are_free_vote_by_vote() -> None:
    state, _ = election.called(position())
    state, _ = election.cast(state, "frederick", {PRUSSIA: 0, SAXONY: 1})

    votes = dict(state.task.votes)

    assert ("francis", "charles") == (votes[CITY["berlin"]], votes[CITY["dresden"]])


# peace (M19.10 to M19.16)


def before_peace(**facts: Any) -> State:
    silesia = [name_of(city) for city in cities_in(SILESIA & FORTRESSES)]
    marks = {"prussia": [*silesia, "Prag", "Brünn", "Eger", "Linz", "Olmütz"], "austria": ["Berlin", "Magdeburg"]}
    return position(marks=marks, pools={"prussia": 1, "austria": 3}, **facts)


def test_v50_the_counting_of_the_peace() -> None:
    """M19.11, M19.13, M19.15: Silesia is Prussian home from now on."""
    state = before_peace(prussia={"t2": "waiting"})
    assert peace.can_offer(state)

    after, _ = peace.made(state)

    assert (3, 2, True) == (after.aside[PRUSSIA], after.pools[PRUSSIA], after.silesia)
    assert 7 == after.marks[PRUSSIA].bit_count()
    assert (5, 0) == (after.pools[AUSTRIA], after.marks[AUSTRIA])
    assert (True, True, 5) == (after.truce, after.annexed, after.peace)


def test_no_peace_is_offered_while_one_fortress_is_missing_or_after_one_was_made() -> None:
    state = before_peace()

    assert not peace.can_offer(state.unmarked(CITY["neisse"]))
    assert not peace.can_offer(state._replace(peace=3))
    assert not peace.can_offer(position())


def test_e13_the_peace_lasts_till_the_stage_after_the_next() -> None:
    state, _ = peace.made(before_peace())

    over = [peace.is_over(state._replace(turn=turn)) for turn in (5, 6, 7)]

    assert [False, False, True] == over
    assert not peace.truce_over(state._replace(turn=7))[0].truce


def test_at_the_peace_pieces_go_to_the_nearest_city_of_their_own() -> None:
    """M19.14, D24."""
    state = before_peace(prussia={"friedrich": "Prag 5", "t2": "waiting"}, austria={"neipperg": "Breslau 4"},
                         tracks={"saxony": 4})  # fmt: skip
    state, _ = peace.made(state)
    for _ in range(20):
        state, _ = ran(state)
        if not isinstance(state.task, Displaced):
            break
        state, _ = displaced.displaced(state, next(cities_in(state.task.goals)))

    from pbem.rulesets.maria.relations import home_of

    assert home_of(state, PRUSSIA) >> state.place[PIECE["friedrich"]] & 1
    assert home_of(state, AUSTRIA) >> state.place[PIECE["neipperg"]] & 1
    assert home_of(state, PRUSSIA) >> state.place[PIECE["prussia-t2"]] & 1


def test_at_the_peace_saxony_becomes_neutral_on_the_space_s() -> None:
    """M19.12, M19.30, M19.34."""
    after, events = peace.made(before_peace())

    assert ("neutral", 4) == (after.saxony, after.tracks[2])
    assert "saxony-changed" in kinds(list(events))


# France lowers its aims (M19.20)


def test_v52_half_of_the_markers_rounded_up_are_set_aside() -> None:
    state = position(marks={"france": ["Eger", "Linz", "Prag"]}, pools={"france": 4})

    after, _ = peace.lowered(state)

    assert (2, 5, True) == (after.aside[FRANCE], after.pools[FRANCE], after.lowered)
    assert "once" == peace.not_lowered(after)


def test_aims_are_not_lowered_with_a_general_there_or_without_a_marker() -> None:
    """M19.20, A26."""
    assert "markers" == peace.not_lowered(position())
    with_general = position(marks={"france": ["Eger"]}, france={"broglie": "Prag 4"})
    assert "general" == peace.not_lowered(with_general)
    assert "intro" == peace.not_lowered(position("intro"))


# Saxony (M19.33 to M19.36)


def test_v53_saxony_jumps_over_neutral() -> None:
    state = marks_on(position(tracks={"saxony": 3}), prussia="pirna" if "pirna" in CITY else "")

    after, _ = saxony.moved_to(state, 6)

    assert ("austria", 6, state.marks) == (after.saxony, after.tracks[2], after.marks)


def test_neutral_saxons_go_home_and_markers_leave_their_land() -> None:
    """M19.34, A28."""
    state = position(marks={"austria": ["Dresden"]})
    state = state.put({PIECE["rutowski"]: CITY["prag"]}).with_troops({PIECE["rutowski"]: 5})
    pool = state.pools[AUSTRIA]

    state, events = saxony.moved_to(state, 4)
    state, _ = ran(state)

    assert START[PIECE["rutowski"]] == state.place[PIECE["rutowski"]]
    assert START[PIECE["saxony-t1"]] == state.place[PIECE["saxony-t1"]]
    assert (0, pool + 1) == (state.marks[AUSTRIA], state.pools[AUSTRIA])
    assert "changed-hands" in kinds(list(events))


def test_saxon_trains_off_the_map_stay_there_by_option() -> None:
    """A28."""
    state, _ = saxony.moved_to(position(options={"saxony-recall": "map"}), 4)
    after, _ = ran(state)

    assert OFF == after.place[PIECE["saxony-t1"]]


def test_a_stranger_on_the_saxon_set_up_city_steps_aside() -> None:
    """A28, A22, A56."""
    state = position().put({PIECE["rutowski"]: CITY["prag"]}).with_troops({PIECE["rutowski"]: 5})
    home = START[PIECE["rutowski"]]
    state = state.put({PIECE["friedrich"]: home}).with_troops({PIECE["friedrich"]: 4})

    state, _ = saxony.moved_to(state, 4)
    while True:
        state, _ = ran(state)
        if not isinstance(state.task, Displaced):
            break
        state, _ = displaced.displaced(state, next(cities_in(state.task.goals)))

    assert (home, True) == (state.place[PIECE["rutowski"]], state.place[PIECE["friedrich"]] != home)


def test_nobody_steps_aside_to_where_he_could_not_go() -> None:
    """A56: over the border only the French and the Austrians, into neutral land nobody, out of it no neutral."""
    state = position(
        tracks={"saxony": 4}, prussia={"friedrich": "Berlin 4"}, france={"broglie": "Amberg 4"},
        saxony={"rutowski": "Dresden 4"},
    )  # fmt: skip

    prussian, french, saxon = (
        displaced.enterable(state, (PIECE[id_],)) for id_ in ("friedrich", "broglie", "rutowski")
    )

    assert (0, FLANDERS) == (prussian & FLANDERS, french & FLANDERS)
    assert (0, 0) == (prussian & HOME[SAXONY], french & HOME[SAXONY])
    assert HOME[SAXONY] == saxon


def test_a_prussian_who_is_stacked_with_a_saxon_at_home_steps_aside() -> None:
    home = START[PIECE["rutowski"]]
    state = position().put({PIECE["rutowski"]: home, PIECE["friedrich"]: home})
    state = state.with_troops({PIECE["rutowski"]: 5, PIECE["friedrich"]: 4})

    state, _ = saxony.moved_to(state, 4)
    while True:
        state, _ = ran(state)
        if not isinstance(state.task, Displaced):
            break
        assert (PIECE["friedrich"],) == state.task.pieces
        state, _ = displaced.displaced(state, next(cities_in(state.task.goals)))

    assert (home, True) == (state.place[PIECE["rutowski"]], state.place[PIECE["friedrich"]] != home)
    assert [] == broken_position(state)


def test_a_saxon_in_a_prussian_stack_is_moved_when_saxony_joins_austria() -> None:
    city = CITY["dresden"]
    state = position().put({PIECE["rutowski"]: city, PIECE["friedrich"]: city})
    state = state.with_troops({PIECE["rutowski"]: 5, PIECE["friedrich"]: 4})

    state, _ = saxony.moved_to(state, 6)
    state, _ = ran(state)

    assert "maria-theresa" == awaiting(state)[0].role


def test_saxony_comes_back_to_prussia_unless_the_option_says_never() -> None:
    """A29, M19.36."""
    state = position(tracks={"saxony": 4})
    never = position(options={"saxony-return": "never"}, tracks={"saxony": 4})

    assert "prussia" == saxony.moved_to(state, 2)[0].saxony
    assert ("neutral", 4) == (saxony.moved_to(never, 2)[0].saxony, saxony.moved_to(never, 2)[0].tracks[2])


@pytest.mark.parametrize(("option", "home"), [("change", False), ("every", True)])
def test_from_one_neutral_space_to_another_nothing_happens_again_unless_told(option: str, home: bool) -> None:
    """A49."""
    state = position(options={"saxony-again": option}, tracks={"saxony": 4})
    state = state.put({PIECE["rutowski"]: CITY["dresden"]}).with_troops({PIECE["rutowski"]: 5})

    after, _ = ran(saxony.moved_to(state, 5)[0])

    moved = after.place[PIECE["saxony-t1"]] == START[PIECE["saxony-t1"]]
    assert home == moved


# boxes and victory (M16, M23, M24)


def test_e10_full_boxes_ignore_further_points() -> None:
    state = position(pools={"france": 6, "austria": 3}, battles={"austria": 1})

    state, _ = won(state, BAVARIA, 3)
    state, _ = lost(state, AUSTRIA, 3, "battle")

    assert (4, 2) == (state.pools[FRANCE], state.battles[FRANCE])
    assert (4, 0) == (state.pools[AUSTRIA], state.battles[AUSTRIA])


def pooled(state: State, **pools: int) -> State:
    for power, number in pools.items():
        at = ("france", "bavaria", "prussia", "saxony", "austria", "pragmatic").index(power)
        state = state._replace(pools=replaced(state.pools, at, number))
    return state


def test_v55_several_empty_pools() -> None:
    state = pooled(position(), austria=0, france=0, prussia=0)._replace(surplus=(1, 0, 0, 0, 1, 0))

    after, events = victory.checked(state)

    assert (("maria-theresa",), ()) == (after.winners, after.agenda)
    assert ["austria"] == events[-1].facts["powers"]


def test_it_is_told_whether_a_stage_or_politics_has_emptied_the_pool() -> None:
    state = pooled(position(), austria=0)

    after, _ = politics.run(in_politics(state, "end"), Chance("s"))

    assert "the pool of Austria is empty at the end of politics" == after.reason
    assert "the pool of Austria is empty at the end of a stage" == victory.checked(state)[0].reason


def test_the_greatest_surplus_wins_before_the_order_of_players() -> None:
    state = pooled(position(), austria=0, france=0)._replace(surplus=(2, 0, 0, 0, 1, 0))

    assert ("louis",) == victory.checked(state)[0].winners


def test_frederick_wins_with_the_pragmatic_army() -> None:
    """M23.4."""
    assert ("frederick",) == victory.checked(pooled(position(), pragmatic=0))[0].winners


def test_nobody_wins_with_a_marker_in_the_pool() -> None:
    state = position()

    assert (state, ()) == victory.checked(state)


def test_v56_the_lowest_sum_of_winter_scores() -> None:
    rows = ((4, 0, 5, 0, 4, 5), (4, 0, 5, 0, 4, 5), (4, 0, 5, 0, 4, 5), (5, 0, 5, 0, 5, 4))

    after, events = victory.game_over(position()._replace(scores=rows))

    assert ("maria-theresa",) == after.winners
    assert ["scores-shown", "won"] == kinds(list(events))


def test_a_contract_ends_with_the_alliance() -> None:
    """A51."""
    state = position(contracts=["prussia > saxony 2", "france > bavaria 1"])

    after, events = saxony.moved_to(state, 4)

    assert [(FRANCE, BAVARIA)] == [(row.giver, row.taker) for row in after.contracts]
    assert "allies" in [event.facts.get("why") for event in events]


def test_what_waits_is_the_same_for_every_view() -> None:
    for task in (Politics("place", (PRUSSIA, AUSTRIA)), Corps(FRANCE), Slip(1), Peace("offer"), Election(("louis",))):
        state = position(hands={"prussia": "3S", "austria": "4S"}, victor="louis").pushed(task)
        for role in ("louis", "frederick", "maria-theresa", None):
            view = view_of(state, role)
            assert awaiting(state) == awaiting(view)


def test_attacks_of_a_saxon_who_goes_home_and_his_retreat_fall_away() -> None:
    """M19.42."""
    prag, beraun = CITY["prag"], CITY["beraun"]
    state = position().put({PIECE["rutowski"]: prag, PIECE["karl"]: beraun})
    state = state.with_troops({PIECE["rutowski"]: 5, PIECE["karl"]: 4})
    fight = Combat(PRUSSIA, ((prag, beraun),))
    state = state.pushed(fight, Retreat(AUSTRIA, SAXONY, prag, beraun, 1))

    after, _ = ran(saxony.moved_to(state, 4)[0])

    assert [()] == [task.pairs for task in after.agenda if isinstance(task, Combat)]
    assert not [task for task in after.agenda if isinstance(task, Retreat)]


def test_the_prussian_of_a_mixed_stack_fights_on_alone() -> None:
    prag, beraun = CITY["prag"], CITY["beraun"]
    state = position().put({PIECE["rutowski"]: prag, PIECE["schwerin"]: prag, PIECE["karl"]: beraun})
    state = state.with_troops({PIECE["rutowski"]: 5, PIECE["schwerin"]: 4, PIECE["karl"]: 4})
    state = state.pushed(Combat(PRUSSIA, ((prag, beraun),)))

    after, _ = ran(saxony.moved_to(state, 4)[0])

    assert [((prag, beraun),)] == [task.pairs for task in after.agenda if isinstance(task, Combat)]


@pytest.mark.parametrize(("option", "left", "acts"), [
    ("yes", ("austria",), True), ("no", ("austria",), False), ("no", ("prussia", "austria"), True),
])  # fmt: skip
def test_saxony_acts_twice_in_the_turn_of_its_change_unless_the_option_says_no(
    option: str, left: tuple[str, ...], acts: bool
) -> None:
    """A50."""
    state = position(options={"saxony-twice": option})._replace(agenda=(Turn(left),))

    after, _ = saxony.moved_to(state, 6)

    assert acts == (SAXONY in powers_in(after, 2))
