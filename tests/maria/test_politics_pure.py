"""Influence, tracks, votes, victory points and winter sums, each for itself (M16 to M18, M23)."""

from __future__ import annotations

import pytest

from pbem.rulesets.common import Card
from pbem.rulesets.maria import boxes, influence, scores, tracks, votes

PR, FR, PA, AU = 2, 0, 5, 4
BOXES = (PR, FR, PA, AU)
SPACES = (
    ("", (("victory", 0),)),
    ("", (("tc_penalty", 4),)),
    ("", ()),
    ("", (("expedition", 0), ("tc_bonus", 4))),
)
TRACK = ("left", "right", 3, 0, SPACES)


def test_a_reserve_counts_sixteen_and_the_box_further_right_wins_a_tie() -> None:
    board = {PR: (Card(7, "H", 1),), FR: (Card(8, "R", 1),), PA: (Card(7, "H", 2),), AU: ()}

    assert (FR, PA, PR) == influence.order_of(board, BOXES)
    assert 16 == influence.influence(board[FR])


def test_kept_cards_count_whatever_their_suit() -> None:
    assert 9 == influence.influence((Card(6, "H", 1), Card(3, "S", 1)))


@pytest.mark.parametrize(("card", "stays"), [((7, "H"), True), ((9, "C"), False), ((8, "R"), True)])
def test_only_the_dominant_suit_and_reserves_stay(card: tuple[int, str], stays: bool) -> None:
    assert stays == influence.counts(Card(*card, 1), "H")


def test_only_a_card_with_the_shield_can_be_selected() -> None:
    shields = {"x": (PR,), "y": (FR, PA)}

    assert ("y",) == influence.selectable(FR, shields)
    assert () == influence.selectable(AU, shields)


def test_announced_moves_are_added() -> None:
    moves = [tracks.Announced("italy", 2), tracks.Announced("italy", -1), tracks.Announced("russia", 0)]

    assert {"italy": 1} == tracks.sums(moves)


def test_a_marker_stops_at_the_end_of_its_track() -> None:
    """A21, M17.13."""
    assert (4, 1, 2) == (tracks.stops(TRACK, 3, 5), tracks.stops(TRACK, 3, -9), tracks.stops(TRACK, 3, -1))


@pytest.mark.parametrize(("side", "moves"), [("L", (-2,)), ("R", (2,)), ("LR", (-2, 2))])
def test_an_arrow_is_followed_whole(side: str, moves: tuple[int, ...]) -> None:
    assert moves == tracks.allowed(side, 2)


def test_icons_hit_the_power_they_name_while_the_marker_is_there() -> None:
    """M17.14, M8.4."""
    assert -1 == tracks.more_cards({"t": TRACK}, {"t": 2}, AU)
    assert 1 == tracks.more_cards({"t": TRACK}, {"t": 4}, AU)
    assert 0 == tracks.more_cards({"t": TRACK}, {"t": 4}, FR)
    assert (FR,) == tracks.demanded({"t": TRACK}, {"t": 4})
    assert () == tracks.demanded({"t": TRACK}, {"t": 3})


@pytest.mark.parametrize(
    ("ballots", "emperor"),
    [
        ([{"francis": 2}, {"francis": 2}, {"francis": 1}, {"charles": 4}], "francis"),
        ([{"francis": 4}, {"charles": 5}], "charles"),
        ([{"francis": 4}, {"charles": 4}], ""),
    ],
)
def test_five_votes_elect(ballots: list[dict[str, int]], emperor: str) -> None:
    assert emperor == votes.elected(ballots)


@pytest.mark.parametrize(
    ("troops", "generals", "points"), [(2, 0, 0), (2, 1, 1), (3, 2, 1), (5, 0, 1), (6, 1, 2), (10, 2, 3), (0, 0, 0)]
)
def test_a_defeat_is_worth_a_point_for_three_troops_or_one_for_generals(
    troops: int, generals: int, points: int
) -> None:
    assert points == boxes.points_of(troops, generals)


PLAYERS = {FR: "louis", PR: "frederick", PA: "frederick", AU: "maria-theresa"}
ORDER = ("maria-theresa", "frederick", "louis")


def test_winter_scores_are_added_up_and_ties_go_by_player() -> None:
    sums = scores.winter_sums([(5, 4, 4, 5), (5, 5, 4, 5), (4, 4, 4, 5), (6, 4, 5, 4)], (PR, FR, AU, PA))

    assert {PR: 20, FR: 17, AU: 17, PA: 19} == sums
    assert (AU,) == scores.best_of(sums, PLAYERS, ORDER)
    assert (PR, PA) == scores.best_of({PR: 3, FR: 3, PA: 3, AU: 4}, PLAYERS, ORDER)
