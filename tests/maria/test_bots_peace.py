"""How often bots offer and take a peace (M19.10), by what it costs and how near victory is."""

from __future__ import annotations

import pytest

from pbem.core.chance import Chance
from pbem.rulesets.maria import RULESET
from pbem.rulesets.maria.board import FORTRESSES, HOME, cities_in
from pbem.rulesets.maria.bots.dice import Dice
from pbem.rulesets.maria.bots.statecraft import peace
from pbem.rulesets.maria.powers import AUSTRIA, PRUSSIA
from pbem.rulesets.maria.records import Peace

DICE = 60


def often(step: str, there: int, pool: int) -> int:
    """In how many of sixty throws the word is yes, with so many markers in Austria and in the pool."""
    state = RULESET.rules.set_up("advanced", {})
    cities = [*cities_in(HOME[AUSTRIA] & FORTRESSES)][:there]
    marks = tuple(sum(1 << city for city in cities) if power == PRUSSIA else 0 for power in range(len(state.marks)))
    pools = tuple(pool if power == PRUSSIA else n for power, n in enumerate(state.pools))
    view = state._replace(marks=marks, pools=pools, agenda=(Peace(step),))
    role = "frederick" if step == "offer" else "maria-theresa"
    said = [peace(view, role, "steady", Dice(Chance(str(number)), "peace"))[0] for number in range(DICE)]
    return sum(word in ("offer peace", "accept peace") for word in said)


@pytest.mark.parametrize(
    ("step", "there", "pool", "number"),
    [
        ("offer", 0, 5, 60), ("offer", 2, 5, 60), ("offer", 3, 5, 24), ("offer", 4, 5, 24), ("offer", 2, 0, 0),
        ("answer", 0, 5, 24), ("answer", 2, 5, 24), ("answer", 3, 5, 60), ("answer", 0, 3, 60), ("answer", 0, 4, 24),
        ("answer", 0, 1, 0), ("answer", 0, 2, 60),
    ],
)  # fmt: skip
def test_how_often_a_peace_is_offered_and_taken(step: str, there: int, pool: int, number: int) -> None:
    assert number == often(step, there, pool)
