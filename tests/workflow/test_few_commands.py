"""What a moderator types for a turn of Friedrich with three battles: nothing but the round, which a timer can say."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest

from pbem.rulesets import ruleset_of
from pbem.store import layout
from pbem.store.outbox import read_outbox
from pbem.store.reading import read_game, read_secret, read_step, step_names
from pbem.workflow import open_game
from pbem.workflow.new import Plan, new
from pbem.workflow.sheet import filled_sheet
from pbem.workflow.simulate import sampled
from pbem.workflow.tick import tick

POSITION = """
format = 2
ruleset = "friedrich"
mode = "4p"
[position]
stage = "prussia"
phase = "combat"
turn = 3
[position.prussia]
heinrich = "Celle 5"
keith = "Riesa 4"
schwerin = "Glogau 4"
[position.france]
richelieu = "Hannover 6"
[position.austria]
daun = "Meissen 5"
laudon = "Sprottau 5"
"""
NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
def games(tmp_path: Path) -> Path:
    position = tmp_path / "position.toml"
    position.write_text(POSITION)
    directory = tmp_path / "games" / "winter"
    (tmp_path / "games").mkdir()
    new(Plan(str(directory), position=str(position), seed="a"))
    path = directory / "game.toml"
    text = path.read_text()
    for role in read_game(str(directory)).players:
        head, mark, rest = text.partition(f"[roles.{role}]")
        text = head + mark + rest.replace('address = ""', f'address = "{role}@example.org"', 1)
    path.write_text(text)
    (tmp_path / "letters").mkdir()
    return tmp_path / "games"


def written(games: Path, box: Path, now: datetime) -> None:
    """Players answer what they owe, as the last mail that was sent to them tells it."""
    game = str(games / "winter")
    table = open_game(game, told=False)
    for role, body in sampled(table.ruleset, table.state, "few", table.last.number, {}).items():
        path = box / f"{table.under_way:04}-{role}.eml"
        rows = [row for row in read_outbox(game).rows if (row.to, row.step) == (role, table.last.number)]
        sent = [row for row in rows if (games / "winter" / layout.sent(row.number, row.to)).exists()]
        if path.exists() or not sent:
            continue
        mail = message_from_bytes((games / "winter" / layout.sent(sent[-1].number, role)).read_bytes(), policy=default)
        final = "" if body else 'status = "final"\n'
        sheet = final + filled_sheet("winter", table.under_way, role, read_secret(table.game).keys[role], body)
        path.write_text(
            f"From: {role}@example.org\nTo: host@example.org\nSubject: Re: {' '.join(mail['Subject'].split())}\n"
            f"Date: {now:%a, %d %b %Y %H:%M:%S} +0000\nMessage-ID: <{path.stem}@example.org>\n\n{sheet}"
        )


def test_a_turn_with_three_battles_asks_for_one_command_a_round_and_no_other(games: Path, tmp_path: Path) -> None:
    """With the outbox alone: ``pbem mail tick games --from letters --sent`` and nothing else. With servers a timer says
    it, and the moderator nothing.
    """
    game, box, now = str(games / "winter"), tmp_path / "letters", NOW
    rounds = 0
    while open_game(game, told=False).state.turn < 4:
        rounds, now = rounds + 1, now + HOUR
        done = tick([str(games)], now, [str(box)], handed=True)
        assert not done.faults and not done.broken
        written(games, box, now)

    steps = [read_step(read_game(game), name) for name in step_names(game)]
    battles = [event for step in steps for event in step.events if event.kind == "battle"]
    assert 3 <= len(battles)
    assert rounds <= 2 * len(steps) + 1  # mails out, letters in
    assert not [row for row in read_outbox(game).rows if row.to == "moderator"]
    assert ruleset_of("friedrich").rules.result(open_game(game).state) is None
