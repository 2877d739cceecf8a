"""The round of the post: what it does and when it does nothing, without a server; others are in test_post_game."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.policy import default
from errno import ENOSPC
from pathlib import Path
from typing import Any

import pytest

from games import send_all, sheet_text, tree
from pbem.rulesets import MODULES
from pbem.store import disk, layout
from pbem.store.outbox import read_outbox, sent_part, unsent
from pbem.store.times import Running
from pbem.store.transaction import Move, commit
from pbem.store.tries import Tried, tries_part
from pbem.workflow import letters, open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.hauling import at_work
from pbem.workflow.new import Plan, new
from pbem.workflow.publish import publish
from pbem.workflow.status import next_action
from pbem.workflow.tick import ALREADY, Round, tick
from pbem.workflow.time_desk import seen
from pbem.workflow.verify import verify

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)  # a Monday
HOUR = timedelta(hours=1)
DELIVERED = "format = 2\ndelivered = true\n"
UNREACHABLE = 'format = 2\n[imap]\nhost = "127.0.0.1"\nport = 1\ntls = "none"\nuser = "a"\npassword-env = "HOME"\n'
TIME = '\n[time]\nzone = "UTC"\nat = "12:00"\nperiod = "1d"\nremind = "4h"\n'


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setitem(MODULES, "toy", "toy")
    folder = tmp_path / "games"
    begun(folder / "winter")
    (folder / "post.toml").write_text(DELIVERED)
    return folder


def begun(directory: Path, more: str = "") -> str:
    """A game of the toy whose players have addresses."""
    new(Plan(str(directory), "toy", seed="a"))
    path = directory / "game.toml"
    text = path.read_text()
    for place, address in {"roles.north": "north", "roles.south": "south", "moderator": "host"}.items():
        head, mark, rest = text.partition(f"[{place}]")
        text = head + mark + rest.replace('address = ""', f'address = "{address}@example.org"', 1)
    path.write_text(text + more)
    return str(directory)


def kinds(directory: str | Path, to: str = "") -> list[str]:
    return [row.kind for row in read_outbox(str(directory)).rows if not to or row.to == to]


def mail_of(directory: str | Path, number: int) -> Any:
    path = next(Path(directory, "outbox").glob(f"{number:04}-*"))
    return message_from_bytes(path.read_bytes(), policy=default)


def text_of(mail: Any) -> str:
    return str(mail.get_body(("plain",)).get_content())


def rounds(games: Path, moments: Sequence[datetime]) -> list[Round]:
    return [tick([str(games)], moment) for moment in moments]


# what it does


def test_the_first_round_welcomes_and_reports_and_the_second_has_nothing_to_say(games: Path) -> None:
    first, second = rounds(games, [NOW, NOW + HOUR])

    assert ["welcome", "welcome", "report", "report"] == kinds(games / "winter")
    assert 1 == len(first.said) and Round() == second
    welcome, report = mail_of(games / "winter", 1), mail_of(games / "winter", 3)
    assert "YOUR KEY" in welcome.get_content()
    assert welcome["Message-ID"] == report["In-Reply-To"] == report["References"]


def test_a_step_is_adjudicated_when_all_is_in_and_reported(games: Path) -> None:
    tick([str(games)], NOW)
    send_all(str(games / "winter"))
    done = tick([str(games)], NOW + HOUR)

    assert 1 == open_game(str(games / "winter")).last.number
    assert 4 == kinds(games / "winter").count("report")
    assert "Step 1 is adjudicated" in done.said[0]


def test_without_deadlines_nothing_is_taken_by_default(games: Path) -> None:
    rounds(games, [NOW + 24 * HOUR * day for day in range(20)])

    assert 0 == open_game(str(games / "winter")).last.number


def test_a_deadline_that_has_passed_takes_the_defaults_after_one_reminder(games: Path) -> None:
    game = begun(games / "timed", TIME)
    rounds(games, [NOW + hour * HOUR for hour in range(28)])

    assert "by Tuesday 2026-03-03 12:00 UTC" in mail_of(game, 3)["Subject"]
    assert ["welcome", "report", "reminder", "report"] == kinds(game, "north")
    assert 1 == open_game(game).last.number


def test_no_default_is_taken_for_a_day_after_a_silence_and_those_who_are_late_are_reminded(games: Path) -> None:
    game = begun(games / "timed", TIME)
    rounds(games, [NOW, NOW + 72 * HOUR])
    found = []
    for hour in range(73, 98):
        tick([str(games)], NOW + hour * HOUR)
        found.append(open_game(game).last.number)

    assert [0] * 23 + [1, 1] == found
    assert ["welcome", "report", "reminder", "report"] == kinds(game, "north")
    assert "A sheet is still taken until Friday 2026-03-06 09:00 UTC" in " ".join(text_of(mail_of(game, 5)).split())


def test_a_sheet_that_comes_in_the_day_after_a_silence_is_taken(games: Path) -> None:
    game = begun(games / "timed", TIME)
    rounds(games, [NOW, NOW + 72 * HOUR, NOW + 73 * HOUR])
    for role in ("north", "south"):
        letter = Path(games).parent / f"{role}.eml"
        head = f"From: {role}@example.org\nTo: host@example.org\nMessage-ID: <{role}@x>\n\n"
        letter.write_text(head + sheet_text(game, role, {"vow": 2}))
        tick([str(games)], NOW + 80 * HOUR, [str(letter)])

    assert 1 == open_game(game).last.number


def test_no_default_is_taken_where_the_mail_could_not_be_fetched(games: Path) -> None:
    game = begun(games / "timed", TIME)
    (games / "post.toml").write_text(UNREACHABLE)
    done = rounds(games, [NOW + hour * HOUR for hour in range(0, 40, 8)])

    assert {"PB744"} == {fault.code.id for row in done for fault in row.faults}
    assert 0 == open_game(game).last.number
    (games / "post.toml").write_text(DELIVERED)
    tick([str(games)], NOW + 41 * HOUR)
    assert 1 == open_game(game).last.number


def test_settings_that_cannot_be_read_count_as_letters_that_were_not_fetched(games: Path) -> None:
    game = begun(games / "timed", TIME)
    (games / "post.toml").write_text('format = 2\npassword = "x"\n')
    done = rounds(games, [NOW + hour * HOUR for hour in range(0, 40, 8)])

    assert {"PB742"} == {fault.code.id for row in done for fault in row.faults}
    assert 0 == open_game(game).last.number


def test_where_the_moderator_decides_he_is_told_once(games: Path) -> None:
    game = begun(games / "timed", TIME + 'passed = "ask"\n')
    rounds(games, [NOW + hour * HOUR for hour in range(0, 60, 4)])

    (row,) = [row for row in read_outbox(game).rows if row.to == "moderator"]
    assert "step 1 waits for you" in row.subject
    assert f"pbem adjudicate {game} --expect 1 --default" in mail_of(game, row.number).get_content()
    assert 0 == open_game(game).last.number


def test_where_nobody_has_an_address_the_moderator_is_told_by_the_round_twice_a_day(games: Path) -> None:
    game = begun(games / "timed", TIME + 'passed = "ask"\n')
    path = Path(game, "game.toml")
    path.write_text(path.read_text().replace("host@example.org", ""))
    hours, decides = range(0, 60, 4), "The moderator decides what becomes of step {}."
    done = rounds(games, [NOW + hour * HOUR for hour in hours])
    assert [28, 40, 52] == [at for at, row in zip(hours, done, strict=True) if decides.format(1) in "".join(row.said)]

    adjudicate(game, ["all"])
    done = rounds(games, [NOW + hour * HOUR for hour in range(60, 116, 4)])
    assert 2 == sum(decides.format(2) in "".join(row.said) for row in done)


def test_letters_come_from_files_too(games: Path, tmp_path: Path) -> None:
    tick([str(games)], NOW)
    letter = tmp_path / "letter.eml"
    letter.write_bytes(b"From: who@example.org\r\nMessage-ID: <a@b>\r\n\r\nhello\r\n")
    done = tick([str(games)], NOW + HOUR, [str(letter)])

    assert 1 == len(done.said) and "who@example.org" in done.said[0]


# when it does nothing, or not all


def test_looking_on_changes_nothing(games: Path) -> None:
    begun(games / "timed", TIME)
    before = tree(str(games))
    done = tick([str(games)], NOW, dry=True)

    assert before == tree(str(games))
    assert 2 == sum("Reports would go to north and south." in line for line in done.said)
    tick([str(games)], NOW)
    send_all(str(games / "winter"))
    before = tree(str(games))
    said = "\n".join(tick([str(games)], NOW + 27 * HOUR, dry=True).said)
    assert before == tree(str(games))
    assert "winter: Step 1 would be adjudicated." in said


def test_what_is_said_ahead_is_what_is_done(games: Path) -> None:
    game = begun(games / "timed", TIME)
    rounds(games, [NOW + hour * HOUR for hour in range(0, 27, 3)])
    would = tick([str(games)], NOW + 28 * HOUR, dry=True)
    tick([str(games)], NOW + 28 * HOUR)

    assert any("would be adjudicated, with the default for" in line for line in would.said)
    assert 1 == open_game(game).last.number


def test_archives_beside_the_games_are_left_alone(games: Path) -> None:
    publish(str(games / "winter"), str(games / "archive"))
    before = tree(str(games / "archive"))

    assert 0 == tick([str(games)], NOW).code
    assert before == tree(str(games / "archive"))


def test_two_rounds_at_once_are_one(games: Path) -> None:
    with at_work(str(games)):
        assert Round((ALREADY,)) == tick([str(games)], NOW)
    assert not (games / "winter" / "outbox").exists()


def test_one_broken_game_does_not_stop_the_rest(games: Path) -> None:
    begun(games / "autumn")
    (games / "autumn" / "steps" / "0000-setup.toml").write_text("nothing")
    done = tick([str(games)], NOW)

    assert 4 == len(unsent(str(games / "winter")))
    assert 2 == done.code and {"PB505"} == {fault.code.id for fault in done.faults}


def test_a_fault_of_the_program_stops_one_game(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(games / "autumn")
    from pbem.workflow import tick_games

    real = tick_games.post_reports

    def breaks(directory: str, *rest: Any) -> Any:
        if directory.endswith("autumn"):
            raise KeyError("deep inside")
        return real(directory, *rest)

    monkeypatch.setattr(tick_games, "post_reports", breaks)
    done = tick([str(games)], NOW)

    assert 4 == len(unsent(str(games / "winter")))
    assert 1 == len(done.broken) and "autumn" in done.broken[0]


def test_a_full_disk_leaves_everything_for_the_next_round(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(what: str, path: str) -> None:
        if what in ("open", "write", "mkdir"):
            raise OSError(ENOSPC, "No space left on device")

    tick([str(games)], NOW)
    send_all(str(games / "winter"))
    with monkeypatch.context() as patch:
        patch.setattr(disk, "watcher", full)
        done = tick([str(games)], NOW + HOUR)
    after = tick([str(games)], NOW + 2 * HOUR)

    assert 2 == done.code and {"PB517"} == {fault.code.id for fault in done.faults}
    assert 0 == after.code and 1 == open_game(str(games / "winter")).last.number
    assert [] == [*verify(str(games / "winter")).findings]


class Killed(BaseException):
    """The end of a process, as far as one can have it in one."""


def test_killed_at_any_operation_the_next_round_ends_where_it_would_have(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tick([str(games)], NOW)
    send_all(str(games / "winter"))
    shutil.copytree(games, games.parent / "saved")
    count = 0

    def watcher(at: int) -> Any:
        def watch(what: str, path: str) -> None:
            nonlocal count
            count += 1
            if count == at:
                raise Killed

        return watch

    def struck(at: int) -> dict[str, bytes]:
        nonlocal count
        count = 0
        shutil.rmtree(games)
        shutil.copytree(games.parent / "saved", games)
        monkeypatch.setattr(disk, "watcher", watcher(at))
        try:
            tick([str(games)], NOW + HOUR)
        except Killed:
            monkeypatch.setattr(disk, "watcher", None)
            tick([str(games)], NOW + HOUR)
        monkeypatch.setattr(disk, "watcher", None)
        return tree(str(games))

    whole, most = struck(0), count
    points = range(1, most + 1, max(1, most // 12))

    assert most > 30
    for at in points:
        found = struck(at)
        assert {*whole} == {*found}, at
        assert [] == [name for name in whole if whole[name] != found[name]], at


def test_a_letter_that_breaks_the_program_keeps_no_other_and_no_default_is_taken(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(desk: Any, letter: Any, *rest: Any) -> Any:
        if b"poison" in letter.data:
            raise KeyError("hunter2")
        return with_sheet(desk, letter, *rest)

    game = begun(games / "timed", TIME)
    letters_of(tmp_path / "letters", game)
    with_sheet = letters.with_sheet
    monkeypatch.setattr(letters, "with_sheet", breaks)
    first, second = (tick([str(games)], NOW + 27 * HOUR * at, [str(tmp_path / "letters")]) for at in (0, 1))
    third = tick([str(games)], NOW + 28 * HOUR, [str(tmp_path / "letters")])

    assert [["PB710"]] * 3 == [[fault.code.id for fault in done.faults] for done in (first, second, third)]
    assert "hunter2" not in str(third.data) and "KeyError at test_tick.py" in third.faults[0].message
    assert ["sheet"] == [row.row.fate for row in first.letters if row.row is not None]
    assert 0 == open_game(game).last.number  # South has written, and nobody knows what


@pytest.mark.parametrize(
    "address",
    ["anna", "anna@", "j\u00fcrg@example.org", "anna@ex\u00e4mple.org", "Anna <anna@example.org>", "a@x.org, b@x.org"],
)
def test_a_slip_in_an_address_is_named_and_keeps_the_mails_of_nobody_else(games: Path, address: str) -> None:
    path = games / "winter" / "game.toml"
    text = path.read_text()
    path.write_text(text.replace("north@example.org", address))
    first = tick([str(games)], NOW)
    told = kinds(games / "winter")
    path.write_text(text.replace("north@example.org", " north@example.org "))
    second = tick([str(games)], NOW + HOUR)

    assert ((), ["PB545"]) == (first.broken, [fault.code.id for fault in first.faults])
    assert "roles.north.address" in first.faults[0].message
    assert ["welcome", "report"] == told == kinds(games / "winter", "south")
    assert [] == [*second.faults] and ["welcome", "report"] == kinds(games / "winter", "north")
    assert {"north@example.org"} == {
        row.address for row in read_outbox(str(games / "winter")).rows if row.to == "north"
    }


def test_each_of_several_folders_is_done_by_its_own_settings(games: Path, tmp_path: Path, pbem: Any) -> None:
    other = begun(tmp_path / "others" / "timed", TIME)
    (tmp_path / "others" / "post.toml").write_text(UNREACHABLE)
    folders = [str(games), str(tmp_path / "others"), other]
    done = [tick(folders, NOW + hour * HOUR) for hour in (0, 14, 28)]

    assert ["PB744"] == [fault.code.id for fault in done[-1].faults]
    assert "welcome" in kinds(games / "winter") and 0 == open_game(other).last.number  # its mail was not fetched
    assert "PB744" in pbem("mail", "fetch", *folders[1:]).out
    assert "of one folder" in pbem("mail", "tick", *folders, "--from", "letters").err


def letters_of(folder: Path, game: str) -> None:
    """A letter of each player, one of which nobody can read."""
    folder.mkdir()
    for role, more in (("north", ""), ("south", "poison\n\n")):
        text = f"From: {role}@example.org\nMessage-ID: <{role}@x>\nSubject: x\n\n{more}"
        (folder / f"{role}.eml").write_text(text + sheet_text(game, role, {"vow": 2}))


# forms, observers, the hook


@pytest.mark.parametrize(
    ("form", "parts"),
    [
        ("text", ["text/plain", "application/toml"]),
        ("html", ["text/plain", "text/html", "application/toml"]),
        ("picture", ["text/plain", "text/html", "image/png", "application/toml"]),
    ],
)
def test_each_player_chooses_the_form(tmp_path: Path, form: str, parts: list[str]) -> None:
    pytest.importorskip("resvg_py")
    game = str(tmp_path / "games" / "castle")
    new(Plan(game, "fredericus", mode="2p", seed="a"))
    path = Path(game, "game.toml")
    path.write_text(path.read_text().replace("[roles.a]", f'[roles.a]\nform = "{form}"', 1))
    tick([str(tmp_path / "games")], NOW)
    mail = mail_of(game, 3)
    found = [part for part in mail.walk() if not part.is_multipart()]

    assert parts == [part.get_content_type() for part in found]
    if form == "picture":
        id_ = found[2]["Content-ID"].strip("<>")
        assert f'"cid:{id_}"' in found[1].get_content()
        assert found[2].get_content().startswith(b"\x89PNG")


def test_without_the_painter_the_mail_goes_without_a_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "resvg_py", None)
    game = str(tmp_path / "games" / "castle")
    new(Plan(game, "fredericus", mode="2p", seed="a"))
    done = tick([str(tmp_path / "games")], NOW)
    mail = mail_of(game, 3)

    assert 0 == done.code
    assert ["text/plain", "text/html", "application/toml"] == [
        part.get_content_type() for part in mail.walk() if not part.is_multipart()
    ]
    assert "cid:" not in mail.get_body(("html",)).get_content()


def test_observers_get_the_public_report_and_no_secret(games: Path) -> None:
    game = begun(games / "watched", '\n[[observer]]\nname = "Olga"\naddress = "olga@example.org"\nform = "text"\n')
    tick([str(games)], NOW)
    (row,) = [row for row in read_outbox(game).rows if row.to == "observer-1"]
    mail = mail_of(game, row.number)
    keys = [
        line.partition('"')[2].strip('"') for line in Path(game, "secret.toml").read_text().split("\n") if "-" in line
    ]

    assert "olga@example.org" in mail["To"]
    assert "Public report" in mail.get_content()
    assert keys and not any(key in mail.as_string() for key in keys)


def hooked(games: Path, command: str, timeout: int = 100) -> Round:
    (games / "post.toml").write_text(f"format = 2\n[hook]\ncommand = {json.dumps(command)}\ntimeout = {timeout}\n")
    return tick([str(games)], NOW)


def test_the_hook_hears_of_public_events(games: Path, tmp_path: Path) -> None:
    done = hooked(games, f"cat > {tmp_path / 'heard'}")
    heard = json.loads((tmp_path / "heard").read_text())

    assert 0 == done.code
    assert ("winter", 0) == (heard["game"], heard["step"])
    assert {"events", "story", "waiting", "heading", "result"} <= {*heard}


@pytest.mark.parametrize(("command", "timeout"), [("exit 3", 100), ("sleep 60", 1), ("/nowhere/at/all", 100)])
def test_a_hook_that_fails_or_hangs_stops_nothing_and_the_moderator_is_told(
    games: Path, command: str, timeout: int
) -> None:
    done = hooked(games, command, timeout)

    assert ["PB746"] == [fault.code.id for fault in done.faults]
    assert ["welcome", "welcome", "report", "report", "trouble"] == kinds(games / "winter")
    assert Round() == tick([str(games)], NOW + HOUR)  # it is not handed over again


def test_the_hook_does_not_see_the_password(games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_SECRET", "hunter2")
    (games / "post.toml").write_text(
        f'format = 2\naddress = "a@b.org"\n[smtp]\nhost = "127.0.0.1"\nport = 1\ntls = "none"\nuser = "a"\n'
        f'password-env = "PBEM_SECRET"\ntimeout = 1\n[hook]\ncommand = "env > {tmp_path / "heard"}"\n'
    )
    tick([str(games)], NOW)

    assert "PATH=" in (tmp_path / "heard").read_text()
    assert "hunter2" not in (tmp_path / "heard").read_text()


def test_the_mails_come_from_the_address_of_the_post(games: Path) -> None:
    (games / "post.toml").write_text('format = 2\naddress = "post@example.org"\npage = "https://example.org/x"\n')
    tick([str(games)], NOW)
    mail = mail_of(games / "winter", 1)

    assert "post@example.org" in mail["From"]
    assert "https://example.org/x" in mail.get_content()


# the commands


def test_the_commands_by_hand(games: Path, pbem: Any) -> None:
    ran = pbem("mail", "tick", str(games), "--now", "2026-03-02T10:00+01:00")
    assert 0 == ran.code and "Reports are in the outbox" in ran.out
    assert (0, "", "") == tuple(pbem("mail", "tick", str(games), "--now", "2026-03-02T10:30+01:00"))
    assert 2 == pbem("mail", "tick", str(games), "--now", "noon").code
    assert 2 == pbem("mail", "tick", str(games), "--now", "2026-03-02T10:00").code
    assert {"said", "letters", "faults", "broken"} == {*json.loads(pbem("mail", "tick", str(games), "--json").out)}

    game = str(games / "winter")
    assert 2 == pbem("mail", "sent", game).code
    assert "0001-north.eml" in pbem("mail", "sent", game, "0001-north.eml").out
    assert 3 == len(pbem("mail", "sent", game, "--all").out.split())
    assert 4 == len(os.listdir(games / "winter" / "sent"))

    (games / "post.toml").unlink()
    assert "PB740" in pbem("mail", "send", str(games)).err
    assert "PB740" in pbem("mail", "fetch", str(games)).err
    ran = pbem("mail", "init", str(games))
    assert 0 == ran.code and f"pbem mail test {games}" in ran.out
    assert 2 == pbem("mail", "init", str(games)).code
    (games / "post.toml").write_text("format = 2\n")
    assert 0 == pbem("mail", "test", str(games)).code
    assert [True, True] == [row["ok"] for row in json.loads(pbem("mail", "test", str(games), "--json").out)]


def test_what_the_post_leaves_in_a_game_is_no_fault_of_it(games: Path) -> None:
    game = begun(games / "watched", '\n[[observer]]\nname = "Olga"\naddress = "olga@example.org"\n' + TIME)
    tick([str(games)], NOW)
    outbox = read_outbox(game)
    commit(game, (tries_part({1: Tried(1, 1, "2026-03-02T09:05:00+00:00", "451 later")}), sent_part(2, "south")))
    commit(game, (Move(layout.outgoing(3, "north"), layout.refused(3, "north")),))

    assert outbox.rows
    assert [] == [*verify(game).findings]


def test_a_deadline_that_a_long_silence_has_moved_is_told_in_the_same_round_and_once(games: Path) -> None:
    game = begun(games / "timed", TIME)
    late = NOW + 10 * 24 * HOUR
    rounds(games, [NOW, late])
    told = kinds(game, "north")
    tick([str(games)], late + HOUR / 6)

    assert ["welcome", "report", "deadline"] == told == kinds(game, "north") == kinds(game, "south")
    text = mail_of(game, 5).get_body(("plain",)).get_content()
    assert "Step 1 gets its full time once more: nobody has looked at the game for a long time." in text
    assert "Step 1 is due by Friday 2026-03-13 12:00 UTC." in text


def test_a_deadline_by_a_clock_that_ran_ahead_is_put_right_and_told(games: Path) -> None:
    game = begun(games / "timed", TIME)
    rounds(games, [NOW + 30 * 24 * HOUR, NOW])

    assert ["welcome", "report", "deadline"] == kinds(game, "north")
    text = mail_of(game, 5).get_body(("plain",)).get_content()
    assert "Step 1 gets its full time once more: the clock by which it was begun was wrong." in text


# clocks that leap


def timed_rounds(games: Path, moments: Sequence[tuple[float, float]]) -> list[Round]:
    """Rounds at hours of the wall clock, with the hours that the machine has run."""
    return [tick([str(games)], NOW + wall * HOUR, running=Running("a", int(3600 * ran))) for wall, ran in moments]


def test_nothing_is_done_by_a_clock_that_has_leapt_until_it_is_back(games: Path) -> None:
    game = begun(games / "timed", TIME)
    timed_rounds(games, [(0, 50), (8, 58)])
    done = timed_rounds(games, [(28, 58.2), (28.2, 58.4), (52, 60)])
    send_all(game)
    done += timed_rounds(games, [(53, 61)])

    command = f"pbem mail tick {games} --clock-is-right"
    assert 0 == open_game(game).last.number
    assert all(command in "".join(row.said) for row in done)
    assert 1 == sum(kind.startswith("clock-") for kind in kinds(game, "moderator"))
    assert command in next_action(game, lambda path: seen(path, lambda: NOW + 54 * HOUR))
    timed_rounds(games, [(12, 62)])
    assert 1 == open_game(game).last.number


@pytest.mark.parametrize("start", ["a", "b"])
def test_a_clock_that_is_right_is_believed_and_no_default_is_taken_for_a_day(games: Path, start: str) -> None:
    game = begun(games / "timed", TIME)
    timed_rounds(games, [(0, 50), (8, 58), (28, 58.2)])
    tick([str(games)], NOW + 28.5 * HOUR, running=Running(start, 210_000))  # it may have been started anew since
    tick([str(games)], NOW + 29 * HOUR, running=Running("a", 213_000), believed=True)
    timed_rounds(games, [(40, 70.17), (52, 82.17)])

    assert 0 == open_game(game).last.number and "reminder" in kinds(game, "north")
    timed_rounds(games, [(54, 84.17)])
    assert 1 == open_game(game).last.number


def test_a_machine_that_was_started_anew_has_not_leapt(games: Path) -> None:
    game = begun(games / "timed", TIME)
    timed_rounds(games, [(0, 50), (8, 58)])
    tick([str(games)], NOW + 20 * HOUR, running=Running("b", 60))
    send_all(game)
    tick([str(games)], NOW + 26 * HOUR, running=Running("b", 60 + 6 * 3600))

    assert 1 == open_game(game).last.number


# what is looked at, and what is not


def test_where_no_letters_were_looked_at_no_default_is_taken_and_it_is_said(games: Path) -> None:
    game = begun(games / "timed", TIME)
    (games / "post.toml").unlink()
    done = rounds(games, [NOW + hour * HOUR for hour in range(29)])

    assert 0 == open_game(game).last.number and "reminder" in kinds(game, "north")
    assert "delivered = true" in done[-1].said[-1] and "delivered = true" not in "".join(done[20].said)
    send_all(game)
    tick([str(games)], NOW + 30 * HOUR)
    assert 1 == open_game(game).last.number  # all is in


def test_letters_out_of_a_file_are_letters_that_were_looked_at(games: Path, tmp_path: Path) -> None:
    game = begun(games / "timed", TIME)
    (games / "post.toml").unlink()
    (tmp_path / "Maildir").mkdir()
    rounds(games, [NOW + hour * HOUR for hour in range(27)])
    tick([str(games)], NOW + 28 * HOUR, [str(tmp_path / "Maildir")])

    assert 1 == open_game(game).last.number


def test_a_broken_game_keeps_no_other_from_its_deadline_and_is_told_of_once(games: Path) -> None:
    game = begun(games / "timed", TIME)
    (games / "bad").mkdir()
    (games / "bad" / "game.toml").write_text("x = [")
    done = rounds(games, [NOW + hour * HOUR for hour in range(28)])
    would = tick([str(games)], NOW + 28 * HOUR, dry=True)

    assert 1 == open_game(game).last.number and done[-1].faults
    assert not [line for line in would.said if "could not be looked at" in line]
    (told,) = [row for row in read_outbox(str(games / "post")).rows if row.kind.startswith("broken")]
    assert "host@example.org" == told.address


def test_looking_on_takes_letters_out_of_files_into_account_and_changes_nothing(games: Path, tmp_path: Path) -> None:
    game = begun(games / "timed", TIME)
    rounds(games, [NOW + hour * HOUR for hour in range(27)])
    path = tmp_path / "letter.eml"
    head = "From: north@example.org\nTo: host@example.org\nDate: Mon, 02 Mar 2026 12:00:00 +0000\nMessage-ID: <1@x>\n\n"
    path.write_text(
        "Received: by mx.example.org; Mon, 02 Mar 2026 12:00:01 +0000\n" + head + sheet_text(game, "north", {"vow": 2})
    )
    before = tree(str(games))
    would = tick([str(games)], NOW + 28 * HOUR, [str(path)], dry=True)

    said = "\n".join(would.said)
    assert f"It would be taken in: {game}/letters/0001.eml: The sheet of north for step 1 is in" in said
    assert "with the default for south" in said
    assert before == tree(str(games))
