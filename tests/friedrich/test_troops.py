"""F6: the numbers of [troops] against a plain search over all ways to split and share."""

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.core.diagnostics import has_errors
from pbem.rulesets.friedrich import RULESET
from pbem.rulesets.friedrich.state import PIECE

NAMES = ("friedrich", "winterfeldt", "heinrich")


def position(numbers, extra):
    pieces = {name: f"Oschatz {n}" for name, n in zip(NAMES, numbers, strict=True)}
    return RULESET.files.position(
        {"stage": "prussia", "prussia": {**pieces, **extra}, "hands": {"prussia": "6S 12C"}}, "4p", {}
    )


def started(state):
    from pbem.core.chance import Chance

    return RULESET.rules.resolve(state, {}, Chance("x")).state


numbers = st.integers(1, 8)
wishes = st.dictionaries(st.sampled_from(NAMES), st.integers(1, 8))


@given(st.tuples(numbers, numbers, numbers), st.integers(0, 3), wishes, st.integers(0, 2))
@settings(max_examples=200, deadline=None)
def test_a_split_is_accepted_exactly_when_it_can_be_reached(start, split, wished, bought):
    """Three generals in Oschatz, some march off, troops are bought: which final numbers are possible?"""
    if sum(start) + bought > 32:
        return
    leavers = (set(), {0}, {0, 1}, {2})[split]
    state = started(position(start, {}))
    do = ["recruit 1 troop; pay 6S", "recruit 2 troops; pay 12C"][bought - 1 : bought] if bought else []
    if leavers:
        do.append(" + ".join(NAMES[g].title() for g in sorted(leavers)) + " > Riesa")
    room = 24 - sum(start)

    taken = RULESET.rules.take(RULESET.secrets.view_of(state, "frederick"), "frederick", {"do": do, "troops": wished})

    possible = bought <= room and reachable(start, leavers, wished, bought)
    assert possible is not has_errors(taken.diagnostics)
    if possible:
        final = [taken.state.troops[PIECE[name]] for name in NAMES]
        assert sum(final) == sum(start) + bought
        assert all(1 <= n <= 8 for n in final)
        assert all(final[NAMES.index(name)] == n for name, n in wished.items())


def reachable(start, leavers, wished, bought):
    """By trial: some final numbers that agree with the wishes, where each part gets its share and gifts."""
    total = sum(start) + bought
    for final in itertools.product(range(1, 9), repeat=3):
        if sum(final) == total and all(final[NAMES.index(n)] == v for n, v in wished.items()):
            away = [final[g] for g in range(3) if g in leavers]
            home = [final[g] for g in range(3) if g not in leavers]
            gifts_fit = any(
                len(away) <= sum(away) - gift <= 8 * len(away)
                and len(home) <= sum(home) - (bought - gift) <= 8 * len(home)
                for gift in range(bought + 1)
            )
            if not leavers or not home or gifts_fit:
                return True
    return False


def test_without_wishes_the_stored_numbers_stand():
    state = started(position((8, 2, 5), {}))

    taken = RULESET.rules.take(state, "frederick", {"do": ["Winterfeldt > Riesa"]})

    assert [taken.state.troops[PIECE[name]] for name in NAMES] == [8, 2, 5]


def test_d11_recruits_go_to_the_highest_ranks_with_room():
    state = started(position((8, 7, 5), {}))

    taken = RULESET.rules.take(state, "frederick", {"do": ["recruit 2 troops; pay 12C"]})

    assert [taken.state.troops[PIECE[name]] for name in NAMES] == [8, 8, 6]
