"""A sheet with a fault: what of it could be carried out stands in the position that comes of the check."""

from __future__ import annotations

from pbem.core.chance import Chance
from pbem.rulesets.maria import RULESET
from pbem.rulesets.maria.board import CITY
from pbem.rulesets.maria.state import PIECE


def test_the_moves_before_and_beside_a_faulty_order_are_made() -> None:
    data = {"turn": 2, "phase": "movement", "stage": "austria", "austria": {"karl": "bruenn 4", "t1": "wien"}}
    state = RULESET.files.position(data, "advanced", {})
    while not RULESET.rules.awaiting(state):
        state = RULESET.rules.resolve(state, {}, Chance("made")).state
    view = RULESET.secrets.view_of(state, "maria-theresa")

    taken = RULESET.rules.take(view, "maria-theresa", {"do": ["Karl > Olmütz", "Karl > Brünn"]})

    assert ["Karl has already moved in this phase"] == [fault.message for fault in taken.diagnostics]
    assert CITY["olmuetz"] == taken.state.place[PIECE["karl"]]
