"""Looks at random moments at a step with random sheets: what may never happen, whatever the clock and the post do."""

from __future__ import annotations

from datetime import datetime, timedelta

from clocked import at
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.core.ruleset import Owed
from pbem.store.times import TimeRow
from pbem.timing import PASSED, Plan, Span, moment, stamp
from pbem.timing.case import Case, deadline_of
from pbem.timing.claims import arrival
from pbem.timing.duty import JITTER, SILENCE, Due, due

START = at("11-16 12:00")
ROLES = ("north", "south")
OWED = tuple(Owed(role, "bid", "a bid", "the lowest card") for role in ROLES)
MINUTES = st.integers(0, 60 * 24 * 12).map(lambda count: START + timedelta(minutes=count))


class Game:
    """A step, with what a look and a letter do to it."""

    def __init__(self, plan: Plan) -> None:
        self.case = Case("winter", "games/winter", plan, 3, OWED)
        self.reminded: list[TimeRow] = []

    def look(self, now: datetime, fetched: bool) -> Due:
        """A look that is recorded, with its reminders."""
        found = due(self.case, now, fetched)
        new = [reminder.row for reminder in found.reminders]
        self.reminded += new
        self.case = self.case._replace(rows=(*self.case.rows, *found.rows, *new), seen=stamp(now))
        return found

    def letter(self, role: str, received: datetime) -> bool:
        """A sheet; whether it was taken."""
        fault, rows = arrival(self.case, role, received)
        if fault is None:
            self.case = self.case._replace(rows=(*self.case.rows, *rows), inside=tuple({*self.case.inside, role}))
        return fault is None


PLANS = st.builds(
    lambda early, grace, passed, days: Plan("Europe/Berlin", period=Span(2, "d"), early=early, grace=grace,
                                            passed=passed, weekdays=days),
    st.one_of(st.booleans(), st.just(Span(12, "h"))),
    st.sampled_from([Span(0, "h"), Span(30, "h")]),
    st.sampled_from(PASSED),
    st.sampled_from([(0, 1, 2, 3, 4, 5, 6), (0, 1, 2, 3, 4), (2,)]),
)  # fmt: skip
LOOKS = st.lists(st.tuples(MINUTES, st.booleans()), max_size=40)


@settings(max_examples=150, deadline=None)
@given(PLANS, LOOKS, st.dictionaries(st.sampled_from(ROLES), MINUTES))
def test_nobody_is_wronged(plan: Plan, looks: list[tuple[datetime, bool]], letters: dict[str, datetime]) -> None:
    """Looks come in any order, so the clock leaps and runs back; letters are fetched by the first look after them."""
    game, last = Game(plan), START
    game.look(START, True)
    for now, fetched in looks:
        for role, received in letters.items():
            if fetched and received <= now and role not in game.case.inside:
                game.letter(role, received)
        until = deadline_of(game.case)
        found = game.look(now, fetched)
        assert until is not None
        if found.action in ("adjudicate", "ask"):
            assert -JITTER <= now - last <= SILENCE  # by a clock that could be trusted
        if found.defaults:
            assert fetched and plan.passed == "default" and now >= until + plan.grace.delta
            assert {*found.defaults} == {*ROLES} - {*game.case.inside}
            assert not [role for role in found.defaults if letters.get(role, now + SILENCE) <= until]
        if found.action == "adjudicate" and not found.defaults:
            assert {*game.case.inside} == {*ROLES} and (plan.early is not False or now >= until)
        if found.action == "adjudicate":
            break
        last = now
    known = [(row.role, row.text, row.until) for row in game.reminded]
    assert len(known) == len({*known})


@settings(max_examples=100, deadline=None)
@given(PLANS, st.lists(MINUTES, min_size=1, max_size=12), MINUTES)
def test_whether_a_sheet_is_in_time_does_not_hang_on_when_it_is_looked_at(
    plan: Plan, moments: list[datetime], received: datetime
) -> None:
    """The first look is at the beginning; those between may only put a deadline off."""
    at_once, later = Game(plan), Game(plan)
    for game in (at_once, later):
        game.look(START, True)
    seen = sorted(moments)
    for now in seen:
        later.look(now, True)
    put_off = [row for row in later.case.rows if row.kind in ("again", "begun", "silence")][1:]

    taken = at_once.letter("north", received)
    if not put_off:
        assert taken == later.letter("north", received)
    elif taken:
        assert later.letter("north", received)


def test_the_rows_of_a_game_are_moments_that_can_be_read() -> None:
    game = Game(Plan("Europe/Berlin"))
    game.look(START, True)

    assert [START] == [moment(row.at) for row in game.case.rows]
