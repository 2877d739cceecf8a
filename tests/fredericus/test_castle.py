"""The picture of the castle: every card with its sign, letters large enough for a phone, nothing of what is hidden."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from pbem.core.chance import Chance
from pbem.core.ruleset import Ruleset
from pbem.rulesets.fredericus import RULESET
from pbem.rulesets.fredericus.cards import FREDERICUS, KINDS, SEAL, SKY, TREE
from pbem.rulesets.fredericus.castle import WIDTH, draw, spots
from pbem.rulesets.fredericus.shapes import CARD_FILLS, SMALL, Point, at
from pbem.rulesets.fredericus.signs import SIGNS
from pbem.rulesets.fredericus.state import State

RULES: Ruleset = RULESET
CARDS = (*KINDS, TREE, SKY, SEAL, FREDERICUS)
PHONE = 364  # pixels left of 390 for the picture


def played(mode: str = "4p", steps: int = 14) -> State:
    state = RULES.rules.set_up(mode, {option.id: option.default for option in RULES.options})
    chance = Chance("castle")
    for number in range(steps):
        owed = RULES.rules.awaiting(state)
        bodies = {
            row.role: RULES.bots.sample(RULES.secrets.view_of(state, row.role), row.role, chance, "hunter")
            for row in owed
        }
        state = RULES.rules.resolve(state, bodies, Chance(f"castle {number}")).state
    return state


def used(svg: str) -> list[str]:
    return re.findall(r'<use href="#fd-(\w+)"', svg)


def test_every_card_has_a_sign_of_its_own() -> None:
    assert set(CARDS) == set(SIGNS)
    for one, other in combinations(CARDS, 2):
        assert SIGNS[one] != SIGNS[other]


def test_creatures_are_told_apart_without_colour() -> None:
    for kind in KINDS:
        assert set(re.findall(r"#\w+", SIGNS[kind])) <= {"#1a1a1a", "#ffffff"}
        assert kind not in CARD_FILLS


@pytest.mark.parametrize("mode", ["2p", "3p", "4p"])
def test_every_card_in_a_row_is_drawn_with_its_sign(mode: str) -> None:
    state = played(mode)
    drawn = used(draw(RULES.secrets.view_of(state, None), None))
    ends = [row[-1] for row in state.rows if row]
    open_cards = "".join((*state.rows, *state.creatures))

    for card in (TREE, SKY, SEAL, *KINDS):
        expected = open_cards.count(card) + ends.count(card) + 1  # once more in the legend
        assert expected == drawn.count(card), card


@pytest.mark.parametrize("mode", ["2p", "3p", "4p"])
def test_letters_can_be_read_on_a_phone(mode: str) -> None:
    svg = draw(RULES.secrets.view_of(played(mode), "a"), "a")
    sizes = [int(size) for size in re.findall(r'font-size="(\d+)"', svg)]

    assert min(sizes) == SMALL
    assert SMALL * PHONE / WIDTH >= 10


def test_own_objectives_are_drawn_and_those_of_others_are_not() -> None:
    state = played()._replace(hands=(("a", "b"), ("c",), (), ()))
    public, own, other = (sorted(used(draw(RULES.secrets.view_of(state, role), role))) for role in (None, "a", "b"))

    assert sorted([*public, "a", "b"]) == own
    assert sorted([*public, "c"]) == other


def test_an_empty_row_has_a_broken_frame_for_an_end() -> None:
    state = played()
    emptied = state._replace(rows=("", *state.rows[1:]))
    svg = draw(RULES.secrets.view_of(emptied, None), None)

    assert 2 == svg.count('fill="none" stroke="#1a1a1a" stroke-width="1" stroke-dasharray="4 3"')


def test_a_whole_game_is_drawn_within_its_width() -> None:
    """Rows may grow long: they go on in another line."""
    state = played()._replace(rows=("T" * 30, *[""] * 7))
    svg = draw(RULES.secrets.view_of(state, None), None)
    right = max(float(x) for x in re.findall(r"translate\((\d+(?:\.\d)?) ", svg.partition("</style>")[2]))

    assert right <= WIDTH - 16
    assert 32 == used(svg).count("T")


@pytest.mark.parametrize("count", range(1, 9))
def test_birds_on_a_post_stand_in_lines_around_its_middle(count: int) -> None:
    """Tower 1 is above the middle: lines lie above each other, the birds of a line beside each other."""
    places = list(spots(Point(0, 0), 1, 100.0, count, 4))
    lines = sorted({round(place.y, 6) for place in places})
    middles = [sum(place.x for place in places if round(place.y, 6) == line) for line in lines]

    assert count == len({(round(place.x, 6), round(place.y, 6)) for place in places})
    assert (count + 3) // 4 == len(lines)
    assert pytest.approx(at(Point(0, 0), 1, 100.0, 0).y) == sum(lines) / len(lines)
    assert [pytest.approx(0)] * len(lines) == middles


@pytest.mark.parametrize("mode", ["2p", "3p", "4p"])
def test_birds_are_pointed_at_where_they_are_drawn_and_posts_as_they_are_offered(mode: str) -> None:
    for steps in (0, 9, 12, 14):
        state = played(mode, steps)
        for owed in RULES.rules.awaiting(state):
            view = RULES.secrets.view_of(state, owed.role)
            svg, found = draw(view, owed.role), RULES.pointing.spots(view, owed.role)
            words = re.findall(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*>([ABCD][FG])<', svg)
            drawn = sorted((float(x), float(y), word) for x, y, word in words if float(y) < 620)
            offered = RULES.offers.offers(view, owed.role, {}).groups

            assert len(drawn) == len(found.tokens)
            for token in found.tokens:
                letters = f"{token.nation.upper()}{token.names[0][0].upper()}"
                x0, y0, x1, y1 = token.box
                assert any(x0 < x < x1 and y0 < y < y1 for x, y, word in drawn if word == letters), token
            for group in offered:
                assert {goal.place for goal in group.goals} <= {spot.id for spot in found.places}
                assert [group.place] == [token.city for token in found.tokens if token.pieces == group.pieces]
                assert owed.role in found.own


def test_a_bird_is_told_with_its_falconer_and_its_hood() -> None:
    view = RULES.secrets.view_of(played("4p", 9), "a")
    pair = (view.birds[1][0], view.birds[1][1]._replace(hooded=True))
    told = {
        token.about
        for token in RULES.pointing.spots(view._replace(birds=(view.birds[0], pair, *view.birds[2:])), "a").tokens
    }

    assert f"Your falcon on post {view.birds[0][0].post}" in told
    assert f"The goshawk of Falconer B on post {pair[1].post}, hooded" in told
    assert () == RULES.pointing.spots(view, None).own
