"""A game as its moderator sees it at a moment: where it stands, and what its deadline asks for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pbem.workflow import open_game, reads
from pbem.workflow.status import Clock, Status, status_of, with_post

if TYPE_CHECKING:
    from datetime import datetime

    from pbem.timing.case import Case
    from pbem.timing.duty import Due


@reads
def seen(directory: str, now: Callable[[], datetime]) -> Status:
    """Who owes what, who has sent it, and what is to be done now; only a game with deadlines asks for the time."""
    table = open_game(directory, told=False)
    found = with_post(status_of(table), table)
    if not table.game.time:
        return found
    from pbem.timing.duty import due, wrong  # not for next: of a game without [time]
    from pbem.workflow.time_case import told_deadline
    from pbem.workflow.timing import case_of

    case = case_of(table, found)
    if case is None:
        return found
    moment = now()
    seen_now = due(case, moment, trusted=True)
    if case.leapt:
        seen_now = seen_now._replace(said=(*wrong(case, moment).said, *seen_now.said))
    clock = _clock(case, seen_now)
    return found._replace(clock=clock, by=told_deadline(case), reopened=case.stays_open)


def _clock(case: Case, found: Due) -> Clock:
    from pbem.timing import stamp  # not for next: of a game without [time]

    local = f"{found.since.astimezone(case.plan.clock):%Y-%m-%d %H:%M}" if found.since else ""
    return Clock(
        since=stamp(found.since) if found.since else "",
        until=stamp(found.until) if found.until else "",
        local=local,
        said=found.said,
        action=found.action,
        defaults=found.defaults,
    )
