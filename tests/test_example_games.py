"""The games that come with the program can be proved: played again, they come out the same.

With PBEM_FULL their reports and maps are made again, too.
"""

from __future__ import annotations

import os

import pytest
from example_games import GAMES, MARIA

from pbem.workflow.verify import verify

ARCHIVES = ("castel-del-monte", *(f"maria-{mode}" for mode in MARIA))  # there may be others of whoever works here


@pytest.mark.parametrize("name", ARCHIVES)
def test_an_example_game_is_verified(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if "PBEM_FULL" not in os.environ:
        monkeypatch.setattr("pbem.workflow.verify_pages.check_pages", lambda *_: ())

    assert [] == [finding.code for finding in verify(str(GAMES / name)).findings]
