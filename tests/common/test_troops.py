"""The pool of troops, on invented stacks, held against a listing of every way to share them out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from pbem.core.chance import Chance
from pbem.rulesets.common.troops import Gift, Part, Pool, spread

# Two generals left city 0 apart with 5 troops between them, for 1 and 2; a third stands in 3 with his own 2.
APART = (Part(0, 1, 1, 3), Part(0, 2, 1, 2), Part(3, 3, 1, 2))
ONE_EACH = {1: 1, 2: 1, 3: 1}


def gift(shares: dict[int, int], least: dict[int, int] | None = None, takers: str = "123") -> Gift:
    return Gift(shares, least or {}, frozenset(map(int, takers)))


def totals(pool: Pool) -> dict[int, int]:
    return {city: pool.total(city) for city in pool.sizes}


def exactly(**wished: int) -> dict[int, tuple[int, int]]:
    """Limits: ``c1=4`` wants 4 troops in city 1; the others may have what a general can have."""
    return {city: (wished.get(f"c{city}", 1), wished.get(f"c{city}", 8)) for city in ONE_EACH}


def test_without_an_order_every_stack_has_its_shares_and_gifts() -> None:
    pool = Pool(ONE_EACH, APART, (gift({3: 2}),), 8)

    assert {1: 3, 2: 2, 3: 4} == totals(pool)


def test_troops_of_one_stack_of_the_start_are_shared_otherwise() -> None:
    pool = Pool(ONE_EACH, APART, (), 8)

    assert [] == list(pool.reach(exactly(c1=1)))
    assert {1: 1, 2: 4, 3: 2} == totals(pool)


def test_troops_do_not_go_from_one_stack_of_the_start_to_another() -> None:
    assert [3] == list(Pool(ONE_EACH, APART, (), 8).reach(exactly(c3=3)))
    assert [1] == list(Pool(ONE_EACH, APART, (), 8).reach(exactly(c1=5)))


def test_a_general_keeps_one_troop_and_carries_no_more_than_he_can() -> None:
    assert ((1, 4), (2, 2)) == (Pool(ONE_EACH, APART, (), 8).range_of(1), Pool(ONE_EACH, APART, (), 8).range_of(3))
    assert (2, 3) == Pool(ONE_EACH, APART, (), 3).range_of(1)


def test_a_purchase_goes_wherever_it_may_but_leaves_the_least_where_it_must() -> None:
    pool = Pool(ONE_EACH, APART, (gift({3: 3}, {3: 1}, "13"),), 8)

    assert ((1, 6), (1, 4), (3, 5)) == (pool.range_of(1), pool.range_of(2), pool.range_of(3))


def test_a_troop_of_a_purchase_sets_another_free_for_a_stack_that_may_receive_none() -> None:
    """3 may give its new troop to 1 alone, and 1 can then leave one more to 2."""
    pool = Pool(ONE_EACH, (Part(0, 1, 1, 1), Part(0, 2, 1, 2), Part(3, 3, 1, 2)), (gift({3: 2}, takers="13"),), 8)

    assert [] == list(pool.reach({1: (1, 1), 2: (2, 2), 3: (4, 4)}))
    assert [] == list(Pool(pool.sizes, pool.parts, pool.gifts, 8).reach({1: (4, 4), 2: (1, 1), 3: (2, 2)}))
    assert (1, 2) == pool.range_of(2)


def test_the_range_is_that_of_the_start_whatever_was_shifted_since() -> None:
    pool = Pool(ONE_EACH, APART, (), 8)
    before = pool.range_of(1)
    list(pool.reach(exactly(c1=1)))

    assert before == pool.range_of(1) == (1, 4)


def test_a_troop_goes_where_one_is_missing_before_it_goes_where_there_is_room() -> None:
    pool = Pool(ONE_EACH, (Part(0, 1, 1, 3), Part(0, 2, 1, 1), Part(0, 3, 1, 1)), (), 8)

    assert pool.push(1, {1: (2, 2), 2: (1, 8), 3: (2, 8)}, out=True)
    assert {1: 2, 2: 1, 3: 2} == totals(pool)


def test_a_gain_goes_to_the_highest_rank_that_has_room_and_to_those_named_first() -> None:
    stored = (9, 7, 2, 3)  # by general; the stack is 3, 1, 2 by rank

    assert {3: 8, 1: 8, 2: 4} == spread(stored, (3, 1, 2), 20, 8)
    assert {3: 6, 1: 7, 2: 8} == spread(stored, (3, 1, 2), 21, 8, first=(2, 0))


def test_a_loss_comes_off_the_lowest_rank_that_has_more_than_one_and_off_those_named_first() -> None:
    stored = (9, 7, 2, 3)

    assert {3: 3, 1: 5, 2: 1} == spread(stored, (3, 1, 2), 9, 8)
    assert {3: 1, 1: 1, 2: 1} == spread(stored, (3, 1, 2), 3, 8)
    assert {3: 1, 1: 7, 2: 2} == spread(stored, (3, 1, 2), 10, 8, first=(3,))


def test_numbers_that_no_general_can_have_are_put_right_first() -> None:
    assert {0: 8, 1: 1} == spread((12, 0), (0, 1), 9, 8)


# every case by chance, the plain way


def shared(total: int, bounds: list[tuple[int, int]]) -> Iterator[tuple[int, ...]]:
    """Every way to share a number out within bounds."""
    return (each for each in product(*(range(low, high + 1) for low, high in bounds)) if sum(each) == total)


def every_outcome(pool: Pool) -> set[tuple[int, ...]]:
    """The totals of all stacks, for every way to share troops and purchases out."""
    piles: list[list[dict[int, int]]] = []
    for source in {part.source for part in pool.parts}:
        parts = [part for part in pool.parts if part.source == source]
        bounds = [(part.generals, pool.most * part.generals) for part in parts]
        total = sum(part.share for part in parts)
        rows = []
        for each in shared(total, bounds):
            row: dict[int, int] = {}
            for part, share in zip(parts, each, strict=True):
                row[part.city] = row.get(part.city, 0) + share
            rows.append(row)
        piles.append(rows)
    for gift_ in pool.gifts:
        total = sum(gift_.shares.values())
        bounds = [
            (gift_.least.get(c, 0), total if c in gift_.takers else gift_.shares.get(c, 0)) for c in pool.sizes
        ]  # fmt: skip
        piles.append([dict(zip(pool.sizes, each, strict=True)) for each in shared(total, bounds)])
    return {tuple(sum(row.get(c, 0) for row in rows) for c in pool.sizes) for rows in product(*piles)}


def some_pool(name: str) -> Pool:
    """Two stacks of the start whose five generals ended in four cities, and a purchase or none."""
    chance = Chance(name)
    parts: dict[tuple[int, int], list[int]] = {}
    for general in range(5):
        source, city = chance.below(2, f"from {general}"), 10 + chance.below(4, f"to {general}")
        parts.setdefault((source, city), []).append(1 + chance.below(2, f"troops {general}"))
    sizes: dict[int, int] = {}
    for (_, city), troops in parts.items():
        sizes[city] = sizes.get(city, 0) + len(troops)
    rows = [Part(source, city, len(troops), sum(troops)) for (source, city), troops in parts.items()]
    takers = frozenset(c for c in sizes if chance.below(3, f"takes {c}"))
    first = min(takers, default=None)
    gifts = [] if first is None else [Gift({first: 2}, {first: chance.below(2, "least")}, takers)]
    return Pool(sizes, rows, gifts, 4)


def fresh(pool: Pool) -> Pool:
    return Pool(pool.sizes, pool.parts, pool.gifts, pool.most)


@pytest.mark.parametrize("name", [f"pool {number}" for number in range(120)])
def test_every_outcome_is_reached_and_no_other(name: str) -> None:
    pool = some_pool(name)
    free = [(size, pool.most * size) for size in pool.sizes.values()]
    possible = {
        each for each in every_outcome(pool) if all(low <= n <= high for n, (low, high) in zip(each, free, strict=True))
    }
    start = tuple(totals(pool).values())
    for wished in product(
        *(range(max(low, n - 2), min(high, n + 2) + 1) for n, (low, high) in zip(start, free, strict=True))
    ):
        trial = fresh(pool)
        limits = {city: (n, n) for city, n in zip(pool.sizes, wished, strict=True)}
        missed = list(trial.reach(limits))

        assert (wished in possible) == (not missed), wished
        assert missed or wished == tuple(totals(trial).values())


@pytest.mark.parametrize("name", [f"pool {number}" for number in range(120)])
def test_the_range_of_a_stack_is_that_of_all_outcomes(name: str) -> None:
    pool = some_pool(name)
    outcomes = [
        each
        for each in every_outcome(pool)
        if all(size <= n <= pool.most * size for n, size in zip(each, pool.sizes.values(), strict=True))
    ]
    for at, city in enumerate(pool.sizes):
        numbers = [each[at] for each in outcomes]

        assert (min(numbers), max(numbers)) == pool.range_of(city)
