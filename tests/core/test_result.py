"""Why a game ended, as it is told."""

from __future__ import annotations

import pytest

from pbem.core.ruleset import Result


@pytest.mark.parametrize("reason", ["France has left the war", "France has left the war.", "france has left the war"])
def test_why_a_game_ended_is_a_whole_sentence(reason: str) -> None:
    assert "France has left the war." == Result(("frederick",), reason).sentence
