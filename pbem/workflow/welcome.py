"""The first mail of a game: who plays what, when it is due, how to answer, the key, and where to look."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from pbem.core import harmless, listed
from pbem.report.text import filled
from pbem.store.post import Post
from pbem.store.reading import Secret
from pbem.timing import ASK, DEFAULT, STANDING, Plan
from pbem.timing.calendar import NAMES
from pbem.timing.plan import plan_of
from pbem.workflow import Table, overrides_of
from pbem.workflow.desk_link import carried
from pbem.workflow.gate import Gate, own_secret
from pbem.workflow.posting import Draft
from pbem.workflow.reporting import desk_told, seats_of
from pbem.workflow.templating import guarded_text, templates_used

KIND = "welcome"
SUBJECT = "[{game} 0] Welcome: you play {role}"
SPAN = {("d", True): "one day", ("d", False): "{amount} days", ("h", True): "one hour", ("h", False): "{amount} hours"}
KINDS = "Some decisions have a time of their own: {kinds}."
KIND_OF = "{kind} {span}"
PERIOD = "For each step you have {span} that count; it is due at {hour} by the clocks of {zone}."
EVERY_DAY = "All days of the week count."
SOME_DAYS = "These days count: {days}."
HOLIDAYS = "Holidays do not count."
GRACE = "Whoever is late has a grace of {span} for the whole game."
REMIND = "Whoever has not answered is reminded once, {span} before."
WAIT = "A letter with your key and the word wait gets a step {span} more."
ABSENT = "Who is away says so ahead, with the key and: absent FROM TO, each a date like 2027-07-01."
EARLY = "When everybody has answered, the game goes on at once."
NOT_BEFORE = "When everybody has answered, the game goes on, but no sooner than {span} after it asked."
NOT_EARLY = "The game goes on at the deadline, also when everybody has answered before."
PASSED = {
    DEFAULT: "Where nothing comes in time, the default is taken, which every report names.",
    STANDING: "Where nothing comes in time, the step is asked once more.",
    ASK: "Where nothing comes in time, the moderator decides.",
}


def welcome(table: Table, secret: Secret, role: str, post: Post | None) -> Draft:
    """The welcome of a player, through the leak gate."""
    gate, name, seat = Gate(table, role), f"{role}.welcome.txt", table.game.players[role]
    make = partial(_model, secret=own_secret(secret, role), role=role, page=post.page if post else "")
    lay_out = partial(filled, "txt/welcome.txt.j2", overrides=overrides_of(table.game.directory))
    with templates_used():
        text = guarded_text(gate, gate.passed(make, name), make, lay_out, name)
    subject = harmless(SUBJECT.format(game=table.game.name, role=table.title(role)))
    return Draft(
        role, seat.name or table.title(role), seat.address, KIND, subject, text,
        attached=carried(table.game), step=table.last.number,
    )  # fmt: skip


def _model(table: Table, secret: Secret, role: str, page: str) -> Mapping[str, Any]:
    plan = plan_of(table.game)
    return {
        "game": table.game.name,
        "title": table.ruleset.title,
        "ruleset": table.game.ruleset,
        "role_title": table.title(role),
        "seats": [{"role": title, "about": about, "name": name} for title, about, name in seats_of(table)],
        "key": secret.keys[role],
        "times": told_plan(plan) if plan else [],
        "page": page,
        **desk_told(table.game),
    }


def told_plan(plan: Plan) -> list[str]:
    """The rules of the deadlines, in sentences."""
    some = listed(NAMES[day] for day in plan.weekdays)
    return [
        PERIOD.format(span=_span(plan.period), hour=plan.at.strftime("%H:%M"), zone=plan.zone),
        *([KINDS.format(kinds=listed(_of_kinds(plan)))] if plan.periods else []),
        EVERY_DAY if len(plan.weekdays) == len(NAMES) else SOME_DAYS.format(days=some),
        *([HOLIDAYS] if plan.holidays else []),
        _early(plan.early),
        *([REMIND.format(span=_span(plan.remind))] if plan.remind.amount else []),
        *([GRACE.format(span=_span(plan.grace))] if plan.grace.amount else []),
        *([WAIT.format(span=_span(plan.wait))] if plan.wait.amount else []),
        *([ABSENT] if plan.absence else []),
        PASSED[plan.passed],
    ]


def _of_kinds(plan: Plan) -> list[str]:
    return [KIND_OF.format(kind=kind, span=_span(span)) for kind, span in plan.periods.items()]


def _early(early: Any) -> str:
    if isinstance(early, bool):
        return EARLY if early else NOT_EARLY
    return NOT_BEFORE.format(span=_span(early))


def _span(span: Any) -> str:
    return SPAN[span.unit, span.amount == 1].format(amount=span.amount)
