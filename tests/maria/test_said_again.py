"""What a role said when it was asked, said before: of each decision its own sheet, of moves their battles, too."""

from __future__ import annotations

from pbem.core.ruleset import Said
from pbem.rulesets.maria import RULESET


def test_every_decision_has_its_own_sheet_and_not_the_last_one() -> None:
    view = RULESET.secrets.view_of(RULESET.rules.set_up("advanced", {}), "maria-theresa")
    later = [
        Said(2, view, "hussars", {"do": ["hussar 1 > Prag"], "treaties": ["accept 1"]}),
        Said(2, view, "austria", {"do": ["Karl > Kolin"]}),
        Said(2, view, "", {"do": ["battles Karl"]}),
        Said(2, view, "winter-austria", {"do": ["pay 5S"]}),
    ]

    said = RULESET.ahead.repeat(view, "maria-theresa", {"hussars": 0, "austria": 1, "winter-austria": 3}, later)

    assert [
        {"for": "hussars", "do": ["hussar 1 > Prag"]},
        {"for": "austria", "do": ["Karl > Kolin", "battles Karl"]},
        {"for": "winter-austria", "do": ["pay 5S"]},
    ] == said["ahead"]
