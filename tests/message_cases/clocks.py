"""Deadlines: what is wrong with [time], with the rows of times.toml, and what is asked of the time in vain."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest import mock

from battle_game import sheet
from clocked import at, with_time

from message_cases.common import CASES, GAME, case
from pbem.workflow import open_game, time_setting, timing
from pbem.workflow.check import Answer
from pbem.workflow.reporting import Wish, report
from pbem.workflow.submit import submit

NOW = at("11-16 12:00")


def look(lines: str) -> Any:
    """A look at a game with this [time]."""
    path = Path(GAME, "game.toml")
    path.write_text(path.read_text() + f"\n[time]\n{lines}")
    return timing.due(GAME, NOW)


LISBON = 'zone = "Europe/Lisbon"\n'
for _title, _lines in {
    "a period that is none": LISBON + 'period = "three days"\n',
    "no time at all": LISBON + 'period = "0d"\n',
    "a zone that there is not": 'zone = "Europe/Rouen"\n',
    "an hour that there is not": LISBON + 'at = "25:00"\n',
    "a day of no week": LISBON + 'weekdays = ["mon", "mun"]\n',
    "no day that counts": LISBON + "weekdays = []\n",
    "a holiday on no day": LISBON + 'holidays = ["2027-02-29"]\n',
    "more days away than there are": LISBON + "absence = 4000\n",
    "a word for what happens after a deadline": LISBON + 'passed = "shout"\n',
    "early in no way": LISBON + "early = 3\n",
    "a kind of decision with a capital": LISBON + '[time.periods]\nMovement = "3d"\n',
}.items():
    CASES.append(("PB760", _title, lambda lines=_lines: look(lines)))


def spoilt(row: str) -> Any:
    with_time(GAME)
    Path(GAME, "times.toml").write_text(f"format = 2\n\n[[time]]\n{row}step = 1\nundone = 0\n")
    return timing.due(GAME, NOW)


@case("PB761", "an absence where there is no time")
def no_time() -> Any:
    return timing.absent(GAME, "frederick", "2027-07-01", "2027-07-14", NOW)


@case("PB762", "a row of no kind")
def odd_row() -> Any:
    return spoilt('kind = "yawned"\nat = "2026-11-16T12:00:00+00:00"\n')


@case("PB762", "a row of no moment")
def odd_moment() -> Any:
    return spoilt('kind = "closed"\nat = "noon"\n')


@case("PB762", "a row of no day")
def odd_day() -> Any:
    row = (
        'kind = "absent"\nat = "2026-11-16T12:00:00+00:00"\nrole = "frederick"\nsince = "soon"\nuntil = "2027-07-14"\n'
    )
    return spoilt(row)


def asked(more: str = "", role: str = "frederick", moment: str = "11-16 13:00") -> Any:
    with_time(GAME, more)
    timing.look(GAME, NOW)
    return timing.wait(GAME, role, at(moment))


@case("PB763", "more time a second time")
def waits_twice() -> Any:
    asked()
    return timing.wait(GAME, "frederick", at("11-16 14:00"))


@case("PB763", "more time where none is given")
def no_wait() -> Any:
    return asked('wait = "0d"\n')


@case("PB763", "more time for one who owes nothing")
def idle_wait() -> Any:
    return asked(role="elisabeth")


@case("PB763", "more time after the deadline")
def late_wait() -> Any:
    return asked(moment="11-19 13:00")


def away(since: str, until: str) -> Any:
    with_time(GAME)
    return timing.absent(GAME, "frederick", since, until, NOW)


for _form, _days in {
    "away on no day": ("next week", "2027-07-14"),
    "away from the end to the beginning": ("2027-07-14", "2027-07-01"),
    "away since yesterday": ("2026-11-15", "2026-11-20"),
    "away for ever": ("2027-07-01", "2028-07-14"),
}.items():
    CASES.append(("PB764", _form, lambda days=_days: away(*days)))


def paused(until: str, reason: str = "Christmas") -> Any:
    with_time(GAME)
    return timing.pause(GAME, until, reason, NOW)


for _form, _end in {
    "a pause until yesterday": "2026-11-15",
    "a pause for ever": "2036-11-15",
    "a pause until some time": "Easter",
}.items():
    CASES.append(("PB765", _form, lambda end=_end: paused(end)))


@case("PB765", "a pause without a reason")
def no_reason() -> Any:
    return paused("2026-11-20", " ")


@case("PB765", "a pause in a pause")
def pause_in_pause() -> Any:
    paused("2026-11-20")
    return timing.pause(GAME, "2026-11-25", "Christmas", at("11-17 12:00"))


@case("PB765", "the end of no pause")
def no_pause() -> Any:
    with_time(GAME)
    return timing.resume(GAME, NOW)


def late() -> Answer:
    """What is answered to a sheet that came a day after the deadline."""
    fault, _ = timing.arrived(open_game(GAME), "frederick", at("11-19 13:00"))
    assert fault is not None
    return Answer("", "orders.toml", None, (fault,))


@case("PB766", "a sheet after the deadline")
def late_sheet() -> Any:
    with_time(GAME)
    timing.look(GAME, NOW)
    return late()


@case("PB766", "a sheet after the deadline, and one before it")
def late_again() -> Any:
    with_time(GAME)
    timing.look(GAME, NOW)
    submit(sheet(GAME, "frederick"), GAME, lambda: at("11-17 13:00"))
    return late()


@case("PB767", "a country that there is not")
def no_country() -> Any:
    with_time(GAME)
    return time_setting.holidays(GAME, "ZZ", 2027)


@case("PB767", "a region that there is not")
def no_region() -> Any:
    with_time(GAME)
    return time_setting.holidays(GAME, "IE", 2027, "BY")


@case("PB767", "a year without holidays")
def no_holidays() -> Any:
    with_time(GAME)
    with mock.patch("holidays.country_holidays", lambda *_, **__: {}):
        return time_setting.holidays(GAME, "DE", 2027)


@case("PB767", "holidays without the package that knows them")
def no_package() -> Any:
    with_time(GAME)
    with mock.patch.dict("sys.modules", holidays=None):
        return time_setting.holidays(GAME, "DE", 2027)


@case("PB768", "a deadline in words where it is reckoned")
def words_and_time() -> Any:
    with_time(GAME)
    return report(GAME, wish=Wish(by="Sunday evening"))


@case("PB769", "a [time] that cannot be replaced")
def time_in_a_line() -> Any:
    path = Path(GAME, "game.toml")
    path.write_text(path.read_text().replace("format = 2\n", 'format = 2\ntime.zone = "Europe/Lisbon"\n', 1))
    return time_setting.set_time(GAME, {"period": "2d"})
