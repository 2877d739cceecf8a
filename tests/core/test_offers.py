"""Changes to a sheet as offers carry them."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.core.offers import Edit, Number, Sum, applied, balanced, prefixed


@pytest.mark.parametrize(
    ("before", "edits", "after"),
    [
        ({}, [Edit(("do", 0), "a")], {"do": ["a"]}),
        ({"do": ["a"]}, [Edit(("do", 1), "b")], {"do": ["a", "b"]}),
        ({"do": ["a", "b"]}, [Edit(("do", 0), "c")], {"do": ["c", "b"]}),
        ({"do": ["a", "b"]}, [Edit(("do", 0))], {"do": ["b"]}),
        ({"do": ["a"]}, [Edit(("do", 0))], {}),
        ({"do": "nonsense"}, [Edit(("do", 0), "a")], {"do": ["a"]}),
        ({"troops": {"one": 1}}, [Edit(("troops", "two"), 2)], {"troops": {"one": 1, "two": 2}}),
        ({"troops": {"one": 1}}, [Edit(("troops", "one"))], {}),
        ({}, [Edit(("bid", 0), {"plays": []}), Edit(("bid", 0, "plays", 0), "9S")], {"bid": [{"plays": ["9S"]}]}),
        ({"card": 1}, [Edit(("card",), 2)], {"card": 2}),
        ({}, [*prefixed([Edit(("do", 0), "a")], ("ahead", 0))], {"ahead": [{"do": ["a"]}]}),
    ],
)
def test_changes_are_made_one_after_the_other(before: Any, edits: list[Edit], after: Any) -> None:
    kept = repr(before)

    assert after == applied(before, edits)
    assert kept == repr(before)


def sum_of(low: int, high: int, *now: int) -> Sum:
    return Sum("", "", tuple(Number(f"{at}", "", ("troops", f"{at}"), n, 1, 8) for at, n in enumerate(now)), low, high)


@pytest.mark.parametrize(
    ("total", "value", "after"),
    [
        (sum_of(6, 6, 3, 3), 5, [5, 1]),
        (sum_of(6, 6, 3, 3), 1, [1, 5]),
        (sum_of(9, 9, 3, 3, 3), 7, [7, 1, 1]),
        (sum_of(12, 12, 4, 4, 4), 6, [6, 4, 2]),
        (sum_of(2, 10, 3, 3), 5, [5, 3]),
        (sum_of(2, 10, 3, 3), 20, [8, 2]),
    ],
)
def test_the_others_of_a_sum_give_way(total: Sum, value: int, after: list[int]) -> None:
    assert after == [edit.value for edit in balanced(total, "0", value)]
