"""F6: the numbers of [troops] against a plain search over all ways to split and share."""

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.core import has_errors
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


def test_a_general_in_the_first_city_of_the_list_is_there_before_the_moves():
    """Achim has the number 0: who stands there is named as one without orders, and carries his troops with him."""
    state = started(RULESET.files.position({"stage": "hanover", "hanover": {"ferdinand": "Achim 3"}}, "4p", {}))

    taken = RULESET.rules.take(state, "frederick", {"do": []})

    assert ["FR451"] == [d.code.id for d in taken.diagnostics]


def test_of_pieces_that_enter_one_depot_each_is_held_against_the_general_who_stands_there():
    """A general may join the general of the depot, whatever else is said to enter it; a train may not."""
    pieces = {"friedrich": "Berlin 3", "keith": "Glogau 2"}
    position = {"stage": "prussia", "prussia": pieces, "hands": {"prussia": "13S"}}
    state = started(RULESET.files.position(position, "4p", {}))
    order = "recruit 1 troop, T1 at Berlin, Heinrich at Berlin; pay 13S"

    taken = RULESET.rules.take(state, "frederick", {"do": [order]})

    assert ["the Prussian train T1"] == [d.facts["piece"] for d in taken.diagnostics if d.code.id == "FR908"]


def test_of_pieces_that_enter_one_depot_each_is_held_against_the_ally_who_stands_there():
    position = {
        "stage": "prussia", "prussia": {"keith": "Glogau 2"}, "hanover": {"ferdinand": "Berlin 2"},
        "hands": {"prussia": "12S"},
    }  # fmt: skip
    state = started(RULESET.files.position(position, "4p", {}))
    order = "recruit 2 troops, Heinrich at Berlin, Seydlitz at Berlin; pay 12S"

    taken = RULESET.rules.take(state, "frederick", {"do": [order]})

    assert ["Heinrich", "Seydlitz"] == [d.facts["piece"] for d in taken.diagnostics if d.code.id == "FR908"]
