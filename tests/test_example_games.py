"""The games that come with the program can be proved as their pages say: played again, they come out the same."""

from __future__ import annotations

import pytest
from example_games import GAMES, MARIA

from pbem.workflow.verify import verify

ARCHIVES = ("castel-del-monte", *(f"maria-{mode}" for mode in MARIA))  # there may be others of whoever works here


@pytest.mark.parametrize("name", ARCHIVES)
def test_an_example_game_is_verified(name: str) -> None:
    assert [] == [finding.code for finding in verify(str(GAMES / name)).findings]
