"""Reading `[time]` of a game.toml: strictly, and every fault with a code."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from datetime import date, time
from typing import Any
from zoneinfo import ZoneInfo

from pbem.store import GameFault, check_keys, text_list, texts, wanted
from pbem.store.layout import GAME
from pbem.store.reading import Game
from pbem.timing import PASSED, WEEKDAYS, Plan, Span, as_table
from pbem.timing.codes import NO_TIME, TIME_SETTING

LONGEST = 365  # days of any span
_KEYS = tuple(as_table(Plan("UTC", periods={"": Span(1, "d")})))


def plan_of(game: Game) -> Plan | None:
    """When decisions are due in a game; None where no time is set."""
    return read_plan(game.time, os.path.join(game.directory, GAME)) if game.time else None


def plan_wanted(game: Game) -> Plan:
    """The same for a command that needs it."""
    plan = plan_of(game)
    if plan is None:
        raise no_time(game)
    return plan


def no_time(game: Game) -> GameFault:
    """The fault of a game without [time], for a command that needs it."""
    return GameFault(NO_TIME, game.directory, game=game.directory)


def read_plan(table: Mapping[str, Any], path: str) -> Plan:
    """The plan that a table says, with every value looked at; what is left out goes without saying."""
    check_keys(table, _KEYS, path, "time.")
    usual = as_table(Plan(_zone(wanted(table, "zone", str, path, "time."), path)))
    said = {**usual, **table}

    def span(key: str, nothing: bool = False) -> Span:
        return read_span(wanted(said, key, str, path, "time."), key, path, nothing)

    return Plan(
        zone=said["zone"],
        at=_hour(wanted(said, "at", str, path, "time."), path),
        period=span("period"),
        periods=_periods(said, path),
        weekdays=_weekdays(text_list(said, "weekdays", path), path),
        holidays=_holidays(text_list(said, "holidays", path), path),
        grace=span("grace", True),
        remind=span("remind", True),
        wait=span("wait", True),
        absence=_days(said, "absence", path),
        pause=_days(said, "pause", path),
        passed=_passed(wanted(said, "passed", str, path, "time."), path),
        early=_early(said["early"], path),
    )


def read_span(text: str, key: str, path: str, nothing: bool = False) -> Span:
    """A length of time; ``nothing``: it may be none at all."""
    found = re.fullmatch(r"([0-9]{1,5})([dh])", text, re.ASCII)
    span = Span(int(found[1]), found[2]) if found else None
    if span is None or span.delta.days > LONGEST:
        raise GameFault(TIME_SETTING, path, key=key, found=text[:40], most=LONGEST)
    if not span.amount and not nothing:
        raise GameFault(TIME_SETTING, path, form="nothing", key=key, found=text)
    return span


def _zone(name: str, path: str) -> str:
    """The zone, if there is one of that name: not every name is that of a file, nor every file a zone."""
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise GameFault(TIME_SETTING, path, form="zone", found=name[:60]) from None
    return name


def _hour(text: str, path: str) -> time:
    found = re.fullmatch(r"([01][0-9]|2[0-3]):([0-5][0-9])", text, re.ASCII)
    if found is None:
        raise GameFault(TIME_SETTING, path, form="hour", found=text[:20])
    return time(int(found[1]), int(found[2]))


def _weekdays(names: tuple[str, ...], path: str) -> tuple[int, ...]:
    for name in names:
        if name not in WEEKDAYS:
            raise GameFault(TIME_SETTING, path, form="weekday", found=name[:20])
    if not names:
        raise GameFault(TIME_SETTING, path, form="no-weekday")
    return tuple(sorted({WEEKDAYS.index(name) for name in names}))


def day_of(text: str) -> date | None:
    """A date like 2027-12-25; other ways to write one are none here."""
    try:
        return date.fromisoformat(text) if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text, re.ASCII) else None
    except ValueError:
        return None


def _holidays(days: tuple[str, ...], path: str) -> tuple[date, ...]:
    found = {text: day_of(text) for text in days}
    for text, day in found.items():
        if day is None:
            raise GameFault(TIME_SETTING, path, form="date", found=text[:20])
    return tuple(sorted(day for day in found.values() if day))


def _days(table: Mapping[str, Any], key: str, path: str) -> int:
    found = wanted(table, key, int, path, "time.")
    if not 0 <= found <= LONGEST:
        raise GameFault(TIME_SETTING, path, form="days", key=key, found=found, most=LONGEST)
    return int(found)


def _passed(word: str, path: str) -> str:
    if word not in PASSED:
        raise GameFault(TIME_SETTING, path, form="passed", found=word[:40])
    return word


def _early(value: Any, path: str) -> bool | Span:
    if not isinstance(value, bool | str):
        raise GameFault(TIME_SETTING, path, form="early")
    return value if isinstance(value, bool) else read_span(value, "early", path)


def _periods(table: Mapping[str, Any], path: str) -> dict[str, Span]:
    """How long each kind of decision may take that has a span of its own."""
    found = texts({"periods": {}, **table}, "periods", path)
    for kind in found:
        if not re.fullmatch(r"[a-z][a-z0-9_-]{0,39}", kind, re.ASCII):
            raise GameFault(TIME_SETTING, path, form="kind", found=kind[:40])
    return {kind: read_span(text, f"periods.{kind}", path) for kind, text in found.items()}
