"""The sheet of who selects a political card says how its troops are given out (M17.17, D6)."""

from __future__ import annotations

import tomllib
from typing import Any

from pbem.core import has_errors
from pbem.rulesets.maria import RULESET
from pbem.rulesets.maria.politics import CARDS
from pbem.rulesets.maria.powers import AUSTRIA
from pbem.rulesets.maria.records import Politics, Turn
from pbem.rulesets.maria.state import OFF, PIECE, State
from pbem.rulesets.maria.telling.paper import sheet

DIET = "1741-2"


def choosing(**places: int) -> State:
    """Austria may select a card that gives it three troops."""
    state = RULESET.rules.set_up("advanced", {})
    state = state._replace(agenda=(Turn(("hussars",)), Politics("choose", (AUSTRIA,))), open_cards=(DIET, "1741-4"))
    return state.put({PIECE[name]: place for name, place in places.items()})


def taken_up(text: str) -> dict[str, Any]:
    """The sheet with its [troops] and every example of that card taken up."""
    lines = [line.removeprefix("# ") if "[troops]" in line or " = " in line[:20] else line for line in text.split("\n")]
    lines = [line for line in lines if "ok = true" not in line and "treaties" not in line and '"hold"' not in line]
    wanted = (f'"select {DIET}, execute"', '"return ')
    lines = [line.replace("# ", "", 1) if any(word in line for word in wanted) else line for line in lines]
    return tomllib.loads("\n".join(lines))


def test_who_gets_the_troops_of_a_card_is_written_and_can_be_changed() -> None:
    assert 3 == CARDS[DIET].troops
    text = sheet(choosing(), "maria-theresa")
    body = taken_up(text)

    assert f"# The troops of {DIET} go to these" in text
    assert {"do": [f"select {DIET}, execute"], "troops": {"karl": 8}} == body
    body["troops"] = {"karl": 6, "arenberg": 6}
    assert not has_errors(RULESET.rules.take(choosing(), "maria-theresa", body).diagnostics)


def test_a_general_off_the_map_can_come_back_with_them() -> None:
    text = sheet(choosing(neipperg=OFF), "maria-theresa")
    body = taken_up(text)

    assert [f"select {DIET}, execute", "return Neipperg at Brünn"] == body["do"]


def test_a_card_without_troops_needs_no_numbers() -> None:
    state = choosing()._replace(open_cards=("1741-4", "1741-5"))

    assert "[troops]" not in sheet(state, "maria-theresa")
