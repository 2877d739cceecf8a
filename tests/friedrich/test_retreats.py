"""F8: the fast search for retreats against a plain walk over all paths."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.core.chance import Chance
from pbem.rulesets.common import retreats
from pbem.rulesets.common.roads import Roads
from pbem.rulesets.friedrich import RULESET
from pbem.rulesets.friedrich.board import BITS, NEAR, ROADS, cities_in, distance
from pbem.rulesets.friedrich.retreats import destinations
from pbem.workflow.simulate import play

EDGES = [(a, b) for a, near in enumerate(NEAR) for b in near]


def plain_destinations(victor, start, length, occupied):
    """F8.3-F8.5, word for word: every simple path is walked."""
    ends = set()

    def walk(path):
        if len(path) == length + 1:
            ends.add(path[-1])
            return
        for city in NEAR[path[-1]]:
            if city not in path and not occupied >> city & 1:
                walk([*path, city])

    walk([start])
    far = max((distance(victor, city) for city in ends), default=0)
    return sorted(city for city in ends if distance(victor, city) == far)


@given(
    edge=st.sampled_from(EDGES),
    length=st.integers(1, 8),
    pieces=st.lists(st.integers(0, len(NEAR) - 1), max_size=34),
    near=st.integers(0, 2**20),
)
@settings(max_examples=150, deadline=None)
def test_same_as_walking_all_paths(edge, length, pieces, near):
    victor, start = edge
    occupied = sum({1 << city for city in pieces} | {1 << victor})
    crowd = [city for ring in NEAR[start] for city in NEAR[ring]]
    for bit, city in enumerate(crowd):
        if near >> bit & 1:
            occupied |= 1 << city
    occupied &= ~(1 << start)

    expected = plain_destinations(victor, start, length, occupied)
    assert expected == list(cities_in(destinations(victor, start, length, occupied)))


@pytest.mark.parametrize("number", range(8))
def test_pockets_where_only_winding_paths_are_left(number):
    """A small free region around the loser: long retreats must wind through it or fail."""
    chance = Chance(f"pocket {number}")
    for trial in range(40):
        victor, start = chance.pick(EDGES, f"edge {trial}")
        region = 1 << start
        for step in range(14):
            border = list(cities_in(region))
            near = [c for b in border for c in cities_in(BITS[b] & ~region) if c != victor]
            if near:
                region |= 1 << chance.pick(near, f"grow {trial} {step}")
        occupied = (1 << len(NEAR)) - 1 & ~region
        for length in range(1, 15):
            expected = plain_destinations(victor, start, length, occupied)
            assert expected == list(cities_in(destinations(victor, start, length, occupied)))


def test_the_longest_retreats_on_a_crowded_map_come_quickly():
    """23 cities: exact, and without walking millions of paths."""
    chance = Chance("longest")
    for number in range(60):
        victor, start = chance.pick(EDGES, f"edge {number}")
        pieces = chance.shuffled(range(len(NEAR)), f"pieces {number}")[:34]
        occupied = sum({1 << city for city in pieces} | {1 << victor}) & ~(1 << start)

        ends = destinations(victor, start, 23, occupied)

        assert not ends & occupied
        far = {distance(victor, city) for city in cities_in(ends)}
        assert len(far) <= 1
        assert all(1 <= d <= 24 for d in far)


def seeded_cases(number):
    """Beaten stacks of a seeded game: the victor beside them, and all cities that are occupied."""
    chance, found = Chance("retreats"), {}
    play(RULESET, "4p", {}, "retreats", watch=lambda state, bodies, step: found.update({state.turn: state}))
    for trial in range(number):
        state = chance.pick(list(found.values()), f"turn {trial}")
        start = chance.pick([city for city in state.place if city >= 0], f"start {trial}")
        victor = chance.pick(NEAR[start], f"victor {trial}")
        yield victor, start, (state.occupied(state.stack(start)) | 1 << victor) & ~(1 << start)


def test_retreats_in_a_seeded_game_are_those_of_a_walk_over_all_paths_and_follow_few_roads(monkeypatch):
    cases, steps = list(seeded_cases(150)), [0]
    around = Roads.around
    expected = [plain_destinations(*case[:2], 8, case[2]) for case in cases]

    def counting(self, board):
        steps[0] += board.bit_count()
        return around(self, board)

    monkeypatch.setattr(Roads, "around", counting)
    found, costs = [], []
    for victor, start, occupied in cases:
        steps[0] = 0
        found.append(list(cities_in(retreats.destinations(ROADS, victor, start, 8, occupied))))
        costs.append(steps[0])

    assert expected == found
    assert sum(costs) / len(costs) < 12 * 8, "a reach of three steps follows the roads of eight cities"
    assert max(costs) < 300 * 8
