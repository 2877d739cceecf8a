"""What a turn would do: what is told as certain happens, and hunts, bets and the end were told."""

from __future__ import annotations

import pytest

from pbem.core.ruleset import Foreseen
from pbem.rulesets import ruleset_of
from pbem.rulesets.fredericus import events as happened
from pbem.rulesets.fredericus.foresight import END, KEEPER, foresee
from pbem.rulesets.fredericus.story import tell
from pbem.testing.trial import Moment, Trial, moments

RULES = ruleset_of("fredericus")
PLAIN = {option.id: option.default for option in RULES.options}
GAMES = {
    "4p": PLAIN,
    "3p": {**PLAIN, "display": "3", "fredericus_stops_draws": "on"},
    "2p": {**PLAIN, "display": "4", "fredericus_discard": "keeper"},
}
KINDS = (happened.Hunted, happened.BetWon, happened.BetLost, happened.Turned, happened.Unhooded)


class Set(Trial):
    """A trial with options of its own."""

    @property
    def options(self) -> dict[str, str]:
        return GAMES[self.mode]


def foreseen(moment: Moment) -> tuple[Foreseen, ...]:
    """What was told to whoever was on turn."""
    (owed,) = RULES.rules.awaiting(moment.before)
    return foresee(RULES.secrets.view_of(moment.before, owed.role), owed.role, moment.bodies[owed.role])


def told(moment: Moment, *kinds: type[happened.Happening]) -> list[str]:
    """What was told of a step to everybody, of these kinds of events."""
    events = [event.seen_by(None) for event in moment.step.events if not kinds or event.kind in [k.kind for k in kinds]]
    return [sentence for event in events if event for sentence in tell(event)]


@pytest.mark.parametrize("mode", GAMES)
def test_what_is_certain_happens_and_deeds_were_told(mode: str) -> None:
    games = (moments(Set(RULES, mode, number), "foresight") for number in range(3))
    game = [(moment, foreseen(moment)) for one in games for moment in one]
    certain = [(moment, line.what) for moment, lines in game for line in lines if line.sure == "certain"]
    missing = [what for moment, what in certain if what not in told(moment) and what != END]
    untold = [
        text for moment, lines in game for text in told(moment, *KINDS) if text not in [row.what for row in lines]
    ]

    assert [] == missing
    assert [] == untold
    assert len(certain) > 20
    assert "chance" in {line.sure for _, lines in game for line in lines}
    assert ("depends" in {line.sure for _, lines in game for line in lines}) is (mode != "4p")


def test_the_end_of_the_game_is_told_to_the_deck_keeper() -> None:
    *_, last = moments(Set(RULES, "4p"), "foresight")

    assert (Foreseen(KEEPER, "chance"), Foreseen(END)) == foreseen(last)[-2:]


def test_birds_that_are_placed_need_no_telling() -> None:
    first = next(moments(Set(RULES, "4p"), "foresight"))

    assert () == foreseen(first)
