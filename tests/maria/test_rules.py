"""Rules and rulings that are facts of the board, of the set-up or of who is with whom, each for itself."""

from __future__ import annotations

from typing import Any

import pytest
import test_vectors_maria as vectors

from pbem.core.chance import Chance
from pbem.core.events import seen_by
from pbem.rulesets.common import Card
from pbem.rulesets.maria import RULESET, election, facts, levy, politics, relations
from pbem.rulesets.maria.board import CITY, CORE, ELECTORS, FORTRESSES, FOUR, HOME, MAJOR, SILESIA, distance, suit_of
from pbem.rulesets.maria.boxes import BATTLE_BOXES
from pbem.rulesets.maria.draws import draw_phase, drawn, draws_of
from pbem.rulesets.maria.flow import LAST_TURN, WINTERS
from pbem.rulesets.maria.peace import stage_over
from pbem.rulesets.maria.powers import AUSTRIA, BAVARIA, FRANCE, PRAGMATIC, PRUSSIA, SAXONY, TROOPS
from pbem.rulesets.maria.records import Turn
from pbem.rulesets.maria.setup import schedule
from pbem.rulesets.maria.state import AWAY, OFF, PIECE, RETIRED, START, WAITING, State
from pbem.rulesets.maria.tracks import Announced

USUAL = {option.id: option.default for option in RULESET.options}
CHANCE = Chance("rules")


def position(mode: str = "advanced", **facts: Any) -> State:
    state: State = RULESET.files.position({"phase": "hussars", "turn": 5, **facts}, mode, USUAL)
    return state._replace(agenda=(Turn(()),))


def begun(mode: str = "advanced", seed: str = "a") -> tuple[State, Any]:
    """A game after the troops are divided, and what happened."""
    step = RULESET.rules.resolve(RULESET.rules.set_up(mode, USUAL), {}, Chance(seed))
    return step.state, step.events


# M1 to M5


def test_the_two_games_have_nine_and_twelve_turns_and_only_one_has_politics() -> None:
    """M1.1, M5.3: winters come after turns 3, 6, 9 and 12."""
    assert (12, (3, 6, 9, 12)) == (LAST_TURN, WINTERS)
    assert {"politics", "election"} == {*schedule("advanced")} - {*schedule("intro")}
    for turn in range(1, 13):
        state = position(turn=turn)._replace(agenda=(Turn(("winter",)),))
        step = RULESET.rules.resolve(state, {}, CHANCE)
        assert (turn in WINTERS) == any(event.kind == "winter" for event in step.events)


def test_the_election_is_held_before_the_winter_of_its_turn() -> None:
    """M5.4, A35: its marker counts when a pool is looked at next, at the end of the next politics."""
    state = position(turn=6, election="due", tracks={"saxony": 4}, pools={"austria": 1})
    step = RULESET.rules.resolve(state._replace(agenda=(Turn(("election", "winter")),)), {}, CHANCE)
    kinds = [event.kind for event in step.events]

    assert kinds.index("elected") < kinds.index("winter") < kinds.index("cards-turned") < kinds.index("won")
    assert (0, AUSTRIA, 7) == (step.state.pools[AUSTRIA], step.state.emperor, step.state.turn)


@pytest.mark.parametrize(
    ("standing", "owner", "friends", "foes", "group"),
    [
        (2, "frederick", {PRUSSIA, FRANCE, BAVARIA}, {AUSTRIA, PRAGMATIC}, 1),
        (4, "maria-theresa", set[int](), set[int](), 2),
        (6, "maria-theresa", {AUSTRIA, PRAGMATIC}, {PRUSSIA, FRANCE, BAVARIA}, 2),
    ],
)  # fmt: skip
def test_saxony_stands_as_its_space_says(
    standing: int, owner: str, friends: set[int], foes: set[int], group: int
) -> None:
    """M2.4, A1: neutral Saxony acts in the Austrian stage; M2.3 who cooperates."""
    state = position(tracks={"saxony": standing})
    others = [power for power in range(6) if power != SAXONY]

    assert owner == relations.owner_of(state, SAXONY)
    assert friends == {power for power in others if relations.allied(state, SAXONY, power)}
    assert foes == {power for power in others if relations.enemies(state, SAXONY, power)}
    assert group == relations.group_of(state, SAXONY)
    partner = {2: {PRUSSIA}, 4: set[int](), 6: {AUSTRIA}}[standing]
    assert partner == {power for power in others if relations.cooperate(state, SAXONY, power)}


def test_a_neutral_prussia_is_nobodys_friend_or_enemy() -> None:
    """M2.5."""
    state = position(truce=True, peace=5, annexed=True)

    assert () == relations.enemies_of(state, PRUSSIA)
    assert [PRUSSIA] == [power for power in range(6) if relations.allied(state, PRUSSIA, power)]
    assert "prussia" == state.saxony  # as after a card that moved its marker back
    assert [PRUSSIA] == [power for power in range(6) if relations.cooperate(state, PRUSSIA, power)]


def test_land_fortresses_and_suits_of_the_house_board() -> None:
    """M3.3, M3.4, M3.5: Austria's home has two parts, Silesia is nobody's until it is annexed; a town is nobody's."""
    state = position()
    silesia = SILESIA & FORTRESSES

    assert CORE and CORE & HOME[AUSTRIA] == CORE and HOME[AUSTRIA] & ~CORE
    assert not any(HOME[power] & SILESIA for power in range(6))
    assert SILESIA == relations.home_of(state._replace(annexed=True), PRUSSIA) & SILESIA
    assert 7 == silesia.bit_count()
    assert MAJOR & FORTRESSES == MAJOR and 9 == ELECTORS.bit_count()
    assert {"S", "C", "H", "D"} == {suit_of(city) for city in CITY.values()}
    assert () == relations.controllers(state, CITY["potsdam"])


def test_a_marker_overrides_the_colour_of_the_land_and_electors_are_held_together() -> None:
    """M3.6, M3.7, M3.8: two battle boxes for each great power."""
    state = position(marks={"prussia": ["Wien"]}, french_electors=["koeln"])

    assert (PRUSSIA,) == relations.controllers(state, CITY["wien"])
    assert (AUSTRIA,) == relations.controllers(position(), CITY["wien"])
    assert (FRANCE,) == relations.controllers(state, CITY["koeln"])
    assert (AUSTRIA, PRAGMATIC) == relations.controllers(state, CITY["mainz"])
    assert 2 == BATTLE_BOXES and 4 == FOUR.bit_count()


def test_pieces_do_not_lengthen_a_distance() -> None:
    """M3.10, A2: a general two roads away protects although an enemy stands between."""
    table = vectors.Table({
        "land": {"m3": "core-austria"}, "fort": {"m3": "minor"},
        "position": {"stage": "france", "france": {"moritz": "m2 4", "broglie": "m5 3"}, "austria": {"karl": "m6 2"}},
        "sheets": [{"louis": {"do": ["Moritz > m3 > s3"]}}],
    })  # fmt: skip
    table.play()

    assert any(event.kind == "marked" for event in table.told)
    assert 1 == distance(CITY["bruenn"], CITY["olmuetz"])


def test_the_set_up() -> None:
    """M4.2, M4.3, M4.4: pieces on their cities, pools, markers in Silesia out of the pools."""
    state = RULESET.rules.set_up("advanced", USUAL)

    assert (AWAY, WAITING) == (state.place[PIECE["dessauer"]], state.place[PIECE["prussia-t2"]])
    on_map = [p for p, start in enumerate(START) if start >= 0]
    assert [START[p] for p in on_map] == [state.place[p] for p in on_map] and (OFF, OFF) == state.hussars
    assert (11, 11, 8, 3) == tuple(state.pools[p] for p in (PRUSSIA, FRANCE, PRAGMATIC, AUSTRIA))
    assert (2, 5) == tuple((state.marks[p] & SILESIA).bit_count() for p in (PRUSSIA, AUSTRIA))
    assert {CITY["liegnitz"], CITY["glogau"]} == {c for c in CITY.values() if state.marks[PRUSSIA] >> c & 1}
    assert TROOPS == state.totals


def test_cards_electors_and_tracks_at_the_start() -> None:
    """M4.5, M4.8, M4.9, M4.10: one deck in use, years in order, every marker on its asterisk."""
    state, _ = begun()
    years = [card.partition("-")[0] for card in (*state.spent_cards, *state.open_cards, *state.cards)]

    assert 1 == state.opened and {1} == {card.deck for hand in state.hands for card in hand}
    assert {CITY["koeln"], CITY["mannheim"]} == {c for c in CITY.values() if state.electors >> c & 1}
    assert years == sorted(years) and [6, 7, 6, 6] == [years.count(f"{year}") for year in range(1741, 1745)]
    assert tuple(facts.TRACKS[name][2] for name in ("italy", "russia", "saxony")) == state.tracks


def test_the_first_deal_goes_by_the_list_of_powers() -> None:
    """A3, M4.6."""
    _, events = begun()
    dealt = [event.facts["power"] for event in events if event.kind == "drew"][:6]

    assert ["prussia", "saxony", "france", "bavaria", "pragmatic", "austria"] == dealt


def test_pieces_of_flanders_leave_the_introductory_game() -> None:
    """M14.1, M4.2."""
    state, _ = begun("intro")

    assert RETIRED == state.place[PIECE["dessauer"]] == state.place[PIECE["george"]]


# M6 to M8


def test_sums_of_troops_are_public_and_single_numbers_are_not() -> None:
    """M6.8."""
    state, _ = begun()
    view = RULESET.secrets.view_of(state, None)

    assert state.totals == view.totals
    assert not any(isinstance(number, int) and number for number in view.troops)


@pytest.mark.parametrize(
    ("mode", "contract", "cards"),
    [
        ("advanced", [], (5, 1, 3, 1, 5, 3)), ("advanced", ["france > bavaria 2"], (4, 2, 3, 1, 5, 3)),
        ("intro", [], (2, 2, 3, 1, 5, 3)),
    ],
)  # fmt: skip
def test_how_many_cards_each_power_draws(mode: str, contract: list[str], cards: tuple[int, ...]) -> None:
    """M8.1, M8.3: with and without the subsidy."""
    state = position(mode, **({"contracts": contract} if mode == "advanced" else {"turn": 2}))

    assert cards == tuple(draws_of(state, power) for power in range(6))


def test_icons_of_tracks_add_a_card_or_take_one_and_never_below_none() -> None:
    """M8.4, M17.14."""
    state = position(tracks={"italy": 3, "russia": 1, "saxony": 1}, contracts=[])

    assert (4, 4, 2) == tuple(draws_of(state, power) for power in (AUSTRIA, PRUSSIA, SAXONY))


def test_austria_draws_before_saxony_and_the_pragmatic_army() -> None:
    """A5, M8.6."""
    state = position(tracks={"saxony": 6})
    _, events = draw_phase(state, 2, CHANCE)

    assert ["austria", "saxony", "pragmatic"] == [e.facts["power"] for e in events if e.kind == "drew"]


def test_after_the_fourth_deck_the_two_with_most_used_cards_are_shuffled() -> None:
    """A7, M8.9: of equal ones the lower number; only used cards."""
    piles = tuple(
        tuple(Card(v, s, deck) for s in "SC" for v in range(2, 2 + n)) for deck, n in enumerate((5, 3, 5, 3), 1)
    )
    state = position()._replace(draw=(), opened=4, discards=piles, hands=((),) * 6)
    after, cards, events = drawn(state, 1, CHANCE)

    assert [[1, 3]] == [event.facts["decks"] for event in events if event.kind == "reshuffled"]
    assert 19 == len(after.draw) and 1 == len(cards)
    tied = state._replace(discards=tuple(pile[:4] for pile in piles))
    assert [[1, 2]] == [event.facts["decks"] for event in drawn(tied, 1, CHANCE)[2] if event.kind == "reshuffled"]


# M13 to M23


def test_the_winter_score_is_told_once_and_not_repeated() -> None:
    """A19, M13.7: a public event; the report does not repeat it before the end."""
    state = position(turn=3)._replace(agenda=(Turn(("winter",)),), hands=((),) * 6)
    step = RULESET.rules.resolve(state, {}, CHANCE)
    (scored,) = [event for event in seen_by(step.events, None) if event.kind == "winter-scored"]
    summary = RULESET.telling.summary(RULESET.secrets.view_of(step.state, None), None)

    assert {power: state.pools[i] for i, power in enumerate(("france",))} == {
        "france": scored.facts["scores"]["france"]
    }
    assert not [row for row in summary["sections"] if "inter score" in row["title"]]


def test_votes_are_cast_in_the_order_of_the_players() -> None:
    """A25, M18.4: Maria Theresa first, if she has free votes; then Frederick, then Louis XV."""
    assert ("maria-theresa", "frederick", "louis") == election.ORDER
    state, _ = election.called(position(tracks={"saxony": 6}))

    assert ("maria-theresa", "frederick", "louis") == state.task.awaited


def test_troops_of_a_card_without_room_are_lost() -> None:
    """A23, M17.17: to generals on the map, highest rank first, eight each."""
    state = position(france={"moritz": "paris 7", "belle-isle": "metz 8"})

    assert {PIECE["moritz"]: 8} == levy.spread(state, FRANCE, 3)


def test_italys_second_marker_joins_the_first() -> None:
    """A42, M16.5: straight to the other power's icon: the first power's marker stays until the asterisk."""
    state = position(italy=["france"])
    both, _ = politics.italy_stopped(state, 7)
    home, events = politics.italy_stopped(both, 4)

    assert 1 << FRANCE | 1 << AUSTRIA == both.italy
    assert (0, 2) == (home.italy, len(events))


def test_a_marker_that_passes_an_icon_does_nothing_there() -> None:
    """A21."""
    state = position(tracks={"italy": 4}).pushed(politics.Politics("moves"))
    after, events = politics.markers_moved(state, state.task._replace(announced=(("italy", 2),)))

    assert 6 == after.tracks[0] and not [event for event in events if event.kind == "box-filled"]
    assert Announced("italy", 2).steps == after.tracks[0] - state.tracks[0]


def test_peace_is_settled_before_somebody_has_won() -> None:
    """A36: Austria accepts, Prussia's markers in Austria go; its pool is not empty any more."""
    silesia = [c for c, at in CITY.items() if SILESIA >> at & FORTRESSES >> at & 1]
    state = position(marks={"prussia": [*silesia, "prag", "bruenn", "olmuetz"]}, pools={"prussia": 0})
    asked, _ = stage_over(state, 1)
    offered = RULESET.rules.resolve(asked, {"frederick": {"do": ["offer peace"]}}, CHANCE).state
    accepted = RULESET.rules.resolve(offered, {"maria-theresa": {"do": ["accept peace"]}}, CHANCE)
    refused = RULESET.rules.resolve(offered, {"maria-theresa": {"do": ["refuse peace"]}}, CHANCE)

    assert ("frederick",) == refused.state.winners
    assert "peace-made" in [event.kind for event in accepted.events]
    assert (accepted.state.pools[PRUSSIA] > 0) == (not accepted.state.winners)


def test_the_opening_contract_cannot_be_ended() -> None:
    """M20.4."""
    state, _ = begun()
    (contract,) = state.contracts
    body = {"treaties": ["end 1"]}
    said = RULESET.rules.take(RULESET.secrets.view_of(state, "louis"), "louis", body).diagnostics

    assert (FRANCE, BAVARIA, 3, True) == contract
    assert "MA583" in [fault.code.id for fault in said] and () == state.treaties


# what the group chooses


def test_backs_of_cards_are_seen_by_all_unless_the_group_hides_them() -> None:
    """A33: with the option, hands and placed cards have backs that nobody can tell apart, and no event names a deck."""
    hands = {"prussia": "7H 7H 9S", "france": "2C 2C", "austria": "3C"}
    shown, hidden = (
        RULESET.files.position({"phase": "politics", "turn": 5, "hands": hands, "victor": "louis"}, "advanced", options)
        for options in (USUAL, {**USUAL, "backs": "hidden"})
    )
    views = [RULESET.secrets.view_of(state, "maria-theresa") for state in (shown, hidden)]

    assert [[1, 1, 2], [0, 0, 0]] == [[card.deck for card in view.hands[PRUSSIA]] for view in views]
    assert views[1] == RULESET.files.decode(RULESET.files.encode(views[1]))
    assert {1, 2} == {card.deck for card in RULESET.secrets.view_of(hidden, "frederick").hands[PRUSSIA]}


def test_where_backs_are_hidden_nothing_that_is_told_or_exchanged_names_a_deck() -> None:
    """A33, M25."""
    options = {**USUAL, "backs": "hidden"}
    step = RULESET.rules.resolve(RULESET.rules.set_up("advanced", options), {}, CHANCE)
    state = step.state
    told = " ".join(line for event in seen_by(step.events, "louis") for line in RULESET.telling.tell(event))
    twins = [RULESET.secrets.twin_of(position_of_two_decks(), "louis", Chance(f"{n}")) for n in range(8)]

    assert "draws 9 cards" in told and "deck" not in told.replace("draw deck", "")
    assert [] == [event for event in step.events if event.kind == "drew" and event.facts["decks"]]
    assert RULESET.secrets.view_of(state, None).hands[PRUSSIA] == (Card(0, "?", 0),) * len(state.hands[PRUSSIA])
    assert len({tuple(sorted(card.deck for card in twin.hands[PRUSSIA])) for twin in twins}) > 1
    for twin in twins:
        assert RULESET.secrets.view_of(twin, "louis") == RULESET.secrets.view_of(position_of_two_decks(), "louis")


def position_of_two_decks() -> State:
    hands = {"prussia": "7H 7H 9S 9S", "austria": "3C 4C 5C 6C"}
    data = {"phase": "politics", "turn": 5, "hands": hands, "victor": "louis"}
    state: State = RULESET.files.position(data, "advanced", {**USUAL, "backs": "hidden"})
    return state


def test_a_card_placed_behind_hidden_backs_is_any_card() -> None:
    """A33, M17.3."""
    state = position_of_two_decks()
    while [owed.kind for owed in RULESET.rules.awaiting(state)] != ["place"]:
        state = RULESET.rules.resolve(state, {}, CHANCE).state
    step = RULESET.rules.resolve(state, {"frederick": {"do": ["Prussia: place 7H"]}}, CHANCE)
    view = RULESET.secrets.view_of(step.state, "maria-theresa")
    lines = [
        line for e in seen_by(step.events, "maria-theresa") if e.kind == "placed" for line in RULESET.telling.tell(e)
    ]

    assert {PRUSSIA: (Card(0, "?", 0),)} == dict(view.task.placed)
    assert "Prussia places a card face down." in lines
    assert "deck 0" not in str(RULESET.telling.summary(view, "maria-theresa"))
