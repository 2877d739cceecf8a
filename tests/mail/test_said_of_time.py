"""What rounds and the commands of time say to players and moderators: held word for word."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from mail.post import SOUTH, games, key_of, letter, mails, taken, vow, winter
from mail.talk import HOUR, NOW, Talk, time_line, timed

from games import pbem, same_keys, toy
from pbem.workflow.tick import tick
from pbem.workflow.time_files import write_calendar
from pbem.workflow.time_setting import shown as settings_shown
from pbem.workflow.timing import pause, resume

__all__ = ["games", "pbem", "same_keys", "toy"]
pytestmark = pytest.mark.usefixtures("same_keys")
Hold = Callable[[str, str], None]


def test_rounds_without_deadlines(games: str, golden: Hold) -> None:
    talk = Talk(games)
    talk.tick("a first round, without doing it", NOW, dry=True)
    talk.tick("a first round", NOW)
    talk.tick("a round in which nothing is to be done", NOW + HOUR)
    talk.letter("a sheet of North", vow(games))
    talk.letter("a sheet of South", vow(games, "south"), f"Ben <{SOUTH}>")
    talk.tick("all is in, without doing it", NOW + 2 * HOUR, dry=True)
    talk.tick("all is in", NOW + 2 * HOUR)

    golden("mails/rounds.txt", talk.text)


def test_rounds_with_deadlines(games: str, golden: Hold) -> None:
    talk, directory = Talk(games), winter(games)
    timed(games, 'early = false\npassed = "default"\nremind = "1d"\n[time.periods]\nvow = "3d"\n')
    talk.tick("a first round", NOW)
    talk.told("the settings", settings_shown(directory, NOW))
    talk.told("a look at the game", time_line(directory, NOW))
    day = 24 * HOUR
    talk.letter("North asks for more time", f"{key_of(directory, 'north')}\nwait\n")
    talk.tick("everybody is told", NOW + HOUR)
    talk.told("a pause", pause(directory, "2026-11-25", "Zoe is ill.", NOW + 2 * HOUR))
    talk.tick("everybody is told of the pause", NOW + 2 * HOUR)
    talk.told("the game goes on", resume(directory, NOW + 3 * HOUR))
    talk.tick("everybody is told that it goes on", NOW + 3 * HOUR)
    for at in range(1, 7):
        talk.tick(f"{at} days after, without doing it", NOW + at * day, dry=True)
        talk.tick(f"{at} days after", NOW + at * day)
    talk.tick("the clock has gone back", NOW + 2 * day)
    talk.tick("nobody has looked for days", NOW + 9 * day)
    talk.tick("nobody has looked for weeks", NOW + 40 * day)
    talk.tick("that clock ran ahead", NOW + 10 * day)
    talk.told("the calendar", "\n".join(re.findall("SUMMARY:.*", write_calendar(directory, role="north"))))

    golden("mails/deadlines.txt", talk.text)


@pytest.mark.parametrize(("passed", "early"), [("standing", "true"), ("ask", '"12h"')])
def test_what_happens_when_a_deadline_passes(games: str, golden: Hold, passed: str, early: str) -> None:
    talk = Talk(games)
    timed(games, f'early = {early}\npassed = "{passed}"\n')
    talk.tick("a first round", NOW)
    talk.letter("a sheet of North", vow(games))
    for at in range(1, 7):
        talk.tick(f"{at} days after", NOW + at * 24 * HOUR)
    talk.letter("a sheet of South", vow(games, "south"), f"Ben <{SOUTH}>", date="Tue, 24 Nov 2026 13:00:00 +0000")
    talk.tick("all is in", NOW + 6 * 24 * HOUR + 2 * HOUR)

    golden(f"mails/passed-{passed}.txt", talk.text)


def test_looks_at_a_step(games: str, golden: Hold) -> None:
    talk, directory = Talk(games), winter(games)
    timed(games, 'early = false\npassed = "default"\nremind = "0h"\n')
    deadline = datetime(2026, 11, 20, 20, tzinfo=UTC)
    talk.told("before the first report", time_line(directory, NOW))
    tick([games], NOW)
    talk.read[directory] = len(mails(directory))
    talk.letter("a draft of South", vow(games, "south", status="draft"), f"Ben <{SOUTH}>")
    tick([games], NOW + 24 * HOUR)
    tick([games], NOW + 48 * HOUR)
    talk.tick("the deadline has passed", deadline + HOUR)
    talk.tick("while grace lasts, without doing it", deadline + 2 * HOUR, dry=True)
    talk.told("the mail could not be fetched", time_line(directory, deadline + 13 * HOUR, fetched=False))
    talk.tick("grace is over, without doing it", deadline + 13 * HOUR, dry=True)
    talk.told("grace is over", time_line(directory, deadline + 13 * HOUR))
    talk.tick("the default is taken", deadline + 13 * HOUR)

    golden("mails/looks.txt", talk.text)


def test_looks_when_all_is_in(games: str, golden: Hold) -> None:
    talk, directory = Talk(games), winter(games)
    timed(games, 'early = "30h"\n')
    path = Path(directory, "game.toml")
    tick([games], NOW)
    talk.read[directory] = len(mails(directory))
    taken(games, letter(f"{key_of(directory, 'south')}\nwait\n", f"Ben <{SOUTH}>", message_id="<w@x>"))
    taken(games, letter(vow(games)), letter(vow(games, "south"), f"Ben <{SOUTH}>", message_id="<s@x>"))
    talk.told("all is in, and it is not to be adjudicated so soon", time_line(directory, NOW + HOUR))
    path.write_text(path.read_text().replace('early = "30h"', "early = false"))
    talk.told("all is in, and its deadline is waited for", time_line(directory, NOW + HOUR))
    path.write_text(path.read_text().replace("early = false", "early = true"))
    talk.told("all is in", time_line(directory, NOW + HOUR))
    taken(games, letter(f"{key_of(directory, 'north')}\nwait\n", message_id="<v@x>"))
    talk.told("all is in, and somebody asked to wait", time_line(directory, NOW + HOUR))
    talk.told("mails that were handed over", "\n".join(tick([games], NOW + HOUR, handed=True).said))

    golden("mails/all-in.txt", talk.text)


def test_other_rules_for_deadlines(games: str, golden: Hold) -> None:
    talk, directory = Talk(games), winter(games)
    path = Path(directory, "game.toml")
    more = 'zone = "UTC"\nat = "20:00"\nperiod = "30h"\ngrace = "1h"\nholidays = ["2026-12-25"]\n'
    more += 'passed = "standing"\nearly = "20h"\n'
    path.write_text(f"{path.read_text()}\n[time]\n{more}")
    talk.tick("a first round", NOW)
    taken(games, letter(vow(games)), letter(vow(games, "south"), f"Ben <{SOUTH}>", message_id="<s@x>"))
    talk.told("all is in, and it is not to be adjudicated so soon", time_line(directory, NOW + HOUR))
    taken(games, letter(f"{key_of(directory, 'south')}\nwithdraw\n", f"Ben <{SOUTH}>", message_id="<w@x>"))
    talk.told("nobody has looked for days", time_line(directory, NOW + 70 * HOUR))
    tick([games], NOW + 24 * HOUR)
    talk.told("the deadline is over, and the step is asked again", time_line(directory, NOW + 47 * HOUR))

    golden("mails/other-rules.txt", talk.text)
