"""Setting the time of a game: `[time]` in game.toml, replaced where it stands, with all else left as it is."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from importlib import import_module
from typing import Any

from pbem.core import listed
from pbem.store import GameFault, parse, read_bytes
from pbem.store.layout import GAME
from pbem.store.reading import read_game
from pbem.store.transaction import Put, commit
from pbem.store.writing import dumps, locked
from pbem.timing import WEEKDAYS, Plan, as_table
from pbem.timing.calendar import deadline, holidays_within, told
from pbem.timing.plan import plan_wanted, read_plan
from pbem.workflow import open_game, reads
from pbem.workflow.time_codes import NO_HOLIDAYS, TIME_BY_HAND

REMARK = "# When decisions are due; docs/time.md tells what each line means. Deadlines that were told are kept."


def set_time(directory: str, said: Mapping[str, Any]) -> Plan:
    """Write these settings into game.toml, beside those that it has; the plan that holds now."""
    with locked(directory):
        game, path = read_game(directory), os.path.join(directory, GAME)
        periods = {**game.time.get("periods", {}), **said.get("periods", {})}
        table = {**game.time, **said, **({"periods": periods} if periods else {})}
        plan = read_plan(table, path)
        commit(directory, (Put(GAME, _replaced(read_bytes(path), as_table(plan), path)),))
        return plan


def _replaced(data: bytes, table: Mapping[str, Any], path: str) -> bytes:
    """The file with another `[time]` at its end."""
    before = parse(data, path)
    text = without_time(data.decode()).rstrip("\n")
    new = f"{text}\n\n{REMARK}\n{dumps({'time': table}).decode()}".encode()
    try:
        after = parse(new, path)
    except GameFault:
        raise GameFault(TIME_BY_HAND, path) from None
    if {**before, "time": after.get("time")} != after:
        raise GameFault(TIME_BY_HAND, path)
    return new


def without_time(text: str) -> str:
    """The file without the table `[time]`, those below it, and our remark."""
    kept, inside = [], False
    for line in text.splitlines(keepends=True):
        if line.startswith("["):
            inside = line.startswith(("[time]", "[time."))
        if not inside and line.rstrip() != REMARK:
            kept.append(line)
    return "".join(kept)


def holidays(directory: str, country: str, year: int, region: str = "") -> tuple[date, ...]:
    """Write the public holidays of a year into game.toml; those that were not there before."""
    plan = plan_wanted(read_game(directory))
    found = public_holidays(country, year, region)
    new = tuple(day for day in found if day not in plan.holidays)
    days = sorted({*plan.holidays, *found})
    set_time(directory, {"holidays": [day.isoformat() for day in days]})
    return new


def public_holidays(country: str, year: int, region: str) -> list[date]:
    """The public holidays of a country in a year, out of a package that is asked here alone."""
    try:
        package: Any = import_module("holidays")
    except ImportError:
        raise GameFault(NO_HOLIDAYS, "holidays", form="missing") from None
    known: Mapping[str, Sequence[str]] = package.list_supported_countries()
    if country not in known:
        raise GameFault(NO_HOLIDAYS, "holidays", found=country[:20])
    if region and region not in known[country]:
        facts = {"country": country, "found": region[:20], "known": ", ".join(known[country]) or "none"}
        raise GameFault(NO_HOLIDAYS, "holidays", form="region", **facts)
    days = sorted(package.country_holidays(country, subdiv=region or None, years=year))
    if not days:
        raise GameFault(NO_HOLIDAYS, "holidays", form="none", country=country, year=year)
    return [date(day.year, day.month, day.day) for day in days]


SHOWN = """\
{game}: deadlines at {at} {zone}, on {days}
Put to the players now, a decision is due by {until}."""
KIND = "Of the kind {kind}: by {until}."
NOW = "Owed now, of the kind {kind}: {what} ({role})."
OFF = "Holidays that fall on these days: {count}."


@reads
def shown(directory: str, now: datetime) -> str:
    """The plan of a game in words, with what it means today."""
    table = open_game(directory, told=False)
    game, plan = table.game, plan_wanted(table.game)
    facts = {"game": game.name, "at": f"{plan.at:%H:%M}", "zone": plan.zone}
    days = listed(WEEKDAYS[day] for day in plan.weekdays)
    lines = [SHOWN.format(**facts, days=days, until=told(plan, deadline(plan, now, plan.period)))]
    lines += [KIND.format(kind=kind, until=told(plan, deadline(plan, now, span)))
              for kind, span in plan.periods.items()]  # fmt: skip
    lines += [NOW.format(kind=owed.kind, role=owed.role, what=owed.what) for owed in table.awaiting]
    free = [day for day in holidays_within(plan, plan.holidays) if day.weekday() in plan.weekdays]
    return "\n".join([*lines, OFF.format(count=len(free)), "", dumps({"time": as_table(plan)}).decode().rstrip("\n")])
