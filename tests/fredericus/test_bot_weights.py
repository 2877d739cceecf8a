"""What the temperaments of bots come to, held in tests/golden/bots: how likely they do what, and what they long for.

No number is right here, but none changes unseen: games of bots are long, and a weight that is one off seldom shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

import pytest
import test_vectors_fredericus as vectors

from pbem.core.chance import Chance
from pbem.rulesets.fredericus import RULESET, bot
from pbem.rulesets.fredericus.bot import TASTES, WIDTH, Dice, basics, chances, prospects, specials, value
from pbem.rulesets.fredericus.geometry import TOWERS
from pbem.rulesets.fredericus.state import FALCON, GOSHAWK, Due, State
from pbem.rulesets.fredericus.turn import done

Golden = Callable[[str, str], None]
CASES = {case["id"]: case for case in vectors.CASES}
NAMES = RULESET.bots.temperaments
ASKED = ("V01", "V11", "V17", "V27", "V30", "V54", "W80", "S2b", "W44", "W54", "V41")
CROWD = {
    "players": 4, "round": 5, "birds": "A.F=3 A.G=6 B.F=2 B.G=hooded:5 C.F=4 C.G=7 D.F=3 D.G=8",
    "rows": {"1": "S T", "2": "T S", "3": "b a", "4": "T S", "5": "S X", "6": "T h", "7": "h T", "8": "a X"},
    "hands": {"A": "a h", "B": "c", "C": "d", "D": "e"}, "creatures": {"A": "a b", "B": "c", "C": "d", "D": "h"},
}  # fmt: skip


class Leaning(Dice):
    """Dice that fall by a pattern, and the limits that were asked of them."""

    asked: list[str]
    step: int

    def below(self, limit: int) -> int:
        self.asked.append(str(limit))
        return len(self.asked) * self.step % limit


def leanings(state: State) -> Iterator[str]:
    """What bots write whose dice fall by a pattern, and which odds they give to what they do."""
    for owed in RULESET.rules.awaiting(state):
        view = RULESET.secrets.view_of(state, owed.role)
        for name in NAMES:
            for Leaning.step in (0, 1, 5):
                Leaning.asked = []
                body = bot.sample(view, owed.role, Chance("leaning"), name)
                odds = " ".join(f"{limit}x{len([*throws])}" for limit, throws in groupby(Leaning.asked))
                yield f"{owed.role} {name} {Leaning.step} {odds}: {'; '.join(body['do'])}"


def test_the_odds_of_what_bots_do(golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot, "Dice", Leaning)
    lines = []
    for players in (2, 3):
        lines += [f"# set-up {players}", *leanings(RULESET.rules.set_up(f"{players}p", {}))]
    for name in ASKED:
        lines += [f"# {name}", *leanings(vectors.beginning(CASES[name]))]

    golden("bots/castle-odds.txt", "\n".join([*lines, ""]))


@pytest.mark.parametrize("name", NAMES)
def test_a_turn_of_which_every_action_was_made_before_has_no_more_of_them(name: str) -> None:
    """The hunter and his kin may still hunt: the goshawk of the crowd stands between a tree and a sky."""
    used = vectors.beginning({"given": {**CROWD, "used": 4, "hunted": "F"}})
    body = bot.sample(RULESET.secrets.view_of(used, "a"), "a", Chance("used up"), name)

    faults = RULESET.rules.take(used, "a", body).diagnostics

    assert [] == [line for line in body["do"] if line.startswith(("MOVE", "FLY", "HOOD"))]
    assert [] == [fault.message for fault in faults if fault.is_error]


class Fixed(Dice):
    """Dice that show the same number, as far as it goes."""

    thrown: int

    def below(self, limit: int) -> int:
        return self.thrown % limit


def test_where_bets_go_for_every_throw(golden: Golden) -> None:
    """A token in hand, and one that may stay; the courtyard free or taken; every number of the dice."""
    lines = []
    for name in NAMES:
        for tokens in ("A=hand B=3 C=4 D=6", "A=1 B=3 C=4 D=6", "A=hand B=court C=4 D=6"):
            state = vectors.beginning({"given": {**CROWD, "tokens": tokens}})
            bets = []
            for Fixed.thrown in range(12):
                bets.append(str(bot.next_bet(state, 0, Fixed(Chance("bets")), name)).removeprefix("BET "))
            lines.append(f"{name}, {tokens}: {' '.join(bets)}")

    golden("bots/castle-bets.txt", "\n".join([*lines, ""]))


def numbers_of(state: State) -> Iterator[str]:
    """What a position and every single action in it is worth to each taste, and what stands behind it."""
    seat = state.turn.seat
    for which in (FALCON, GOSHAWK):
        told = " ".join(str(prospects(state, which, post, state.objectives(seat))) for post in TOWERS)
        yield f"prospects of bird {which} on the posts 1 to 8: {told}"
    yield f"chances of the towers 1 to 8: {' '.join(str(chances(state, seat, tower)) for tower in TOWERS)}"
    for name, taste in TASTES.items():
        worth = value(state, taste)
        yield f"{name}, who keeps {WIDTH[name]} ways, stands at {worth}"
        for order in (*basics(state), *specials(state)):
            change = value(done(state, order)[0], taste) - worth
            yield from [f"  {order}: {change:+}"] if change else []


def test_what_positions_are_worth(golden: Golden) -> None:
    crowd = vectors.beginning({"given": CROWD})
    turn = crowd.turn
    gift = (Due(2, "tower", ()), Due(0, "captured", ()))
    states = {
        "crowd": crowd, "turned": crowd._replace(agenda=(turn._replace(turned=True),)),
        "gift": crowd._replace(agenda=(*gift, turn)), "V17": vectors.beginning(CASES["V17"]),
        "W44": vectors.beginning(CASES["W44"]),
    }  # fmt: skip
    lines = [line for name, state in states.items() for line in (f"# {name}", *numbers_of(state))]

    golden("bots/castle-worth.txt", "\n".join([*lines, ""]))
