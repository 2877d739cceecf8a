"""Letters of attackers: each within bounds, refused or left alone, and no secret gets out by any way."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from mail.attacks import EVE, Attack, attacks
from mail.bounded import Became, in_bounds
from mail.post import HOST, NORTH, begun, key_of, vow, winter

from pbem.rulesets import MODULES

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="a child with bounds is a copy of this process")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[list[Attack], dict[str, Became]]]:
    """All attacks, and what became of them."""
    MODULES["toy"] = "toy"
    top = tmp_path_factory.mktemp("attacks")
    begun(top, "winter")
    games = str(top / "games")
    sheet = vow(games)
    found = [*attacks(sheet, key_of(winter(games), "north"), key_of(winter(games), "south"))]
    yield found, in_bounds(games, str(top / "at"), ((each.name, each.data) for each in found))
    del MODULES["toy"]


Made = tuple[list[Attack], dict[str, Became]]


def test_there_are_many_ways(made: Made) -> None:
    assert 80 <= len({each.name for each in made[0]}) == len(made[1])


def test_each_is_refused_kept_aside_or_harmless(made: Made) -> None:
    wrong = [f"{each.name}: {made[1][each.name]}" for each in made[0]
             if made[1][each.name].fate not in each.fates.split()]  # fmt: skip

    assert [] == wrong


def test_nothing_is_taken_from_anybody_else(made: Made) -> None:
    taken = [each.name for each in made[0] if made[1][each.name].sheet and "sheet" not in each.fates.split()]

    assert [] == taken


def test_machines_are_not_answered(made: Made) -> None:
    told = {each.name: made[1][each.name].answers for each in made[0] if each.silent}  # the moderator may be
    answered = [name for name, answers in told.items() if any(HOST not in address for address in answers)]

    assert [] == answered


def test_answers_go_to_whoever_wrote_or_to_the_address_that_is_known(made: Made) -> None:
    for name, row in made[1].items():
        if row.fate == "unconfirmed":
            assert all(EVE not in address for address in row.answers), name
        if row.fate == "sheet":
            assert [f"Anna <{NORTH}>"] == row.answers, name


def test_the_moderator_hears_of_every_stranger(made: Made) -> None:
    unheard = [name for name, row in made[1].items() if row.fate in ("stranger", "unconfirmed")
               and not any(HOST in address for address in row.answers)]  # fmt: skip

    assert [] == unheard
