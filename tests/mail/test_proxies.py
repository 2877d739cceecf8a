"""A proxy by mail: his own key and address prove him, his mails are counted apart, and it ends with its last day."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

import pytest
from mail.post import NORTH, NOW, SOUTH, fates, games, key_of, letter, mails, rows, taken, text_of, vow, winter

from games import toy
from pbem.store.inbox import versions
from pbem.store.outbox import read_outbox
from pbem.workflow.proxying import end_proxy, proxy
from pbem.workflow.tick import tick
from pbem.workflow.verify import verify

__all__ = ["games", "toy"]
MAX = "max@example.org"
LATER = "2026-11-25T12:00:00+00:00"


@pytest.fixture
def key(games: str) -> str:
    """The key of the proxy for north."""
    return proxy(winter(games), "north", "Max", MAX, "2026-11-24", datetime.fromisoformat(NOW)).key


def counted(games: str) -> list[int]:
    return [row.number for row in versions(winter(games), 1).get("north", [])]


def to(games: str) -> list[tuple[str, str, int]]:
    return [(row.to, row.address, row.sequence) for row in read_outbox(winter(games)).rows]


def test_his_sheet_is_taken_and_answered_to_him_alone(games: str, key: str) -> None:
    assert ["sheet"] == fates(taken(games, letter(vow(games, key=key), MAX)))

    assert [1] == counted(games) and ("sheet", "north") == (rows(winter(games))[0].fate, rows(winter(games))[0].role)
    assert [("north-proxy", MAX, 1), ("north-proxy", MAX, 2)] == to(games)
    assert () == verify(winter(games)).findings


def test_a_player_writes_beside_his_proxy_and_the_last_sheet_counts(games: str, key: str) -> None:
    dates = [f"Wed, 18 Nov 2026 1{at}:00:00 +0000" for at in (0, 1)]
    his = letter(vow(games, key=key), MAX, date=dates[0])
    own = letter(vow(games, vow=1), date=dates[1], message_id="<2@x>")

    assert ["sheet", "sheet"] == fates(taken(games, his, own))
    assert [2, 1] == counted(games)
    assert ["north-proxy", "north-proxy", "north"] == [row[0] for row in to(games)]
    late = letter(vow(games, vow=3, key=key), MAX, date=dates[0].replace("10", "09"), message_id="<3@x>")
    assert ["refused"] == fates(taken(games, late)) and "PB701" in text_of(mails(winter(games))[-1])


@pytest.mark.parametrize("sender", [f"Anna <{NORTH}>", f"Ben <{SOUTH}>", "eve@example.com"])
def test_his_key_counts_from_his_address_alone(games: str, key: str, sender: str) -> None:
    assert ["unconfirmed"] == fates(taken(games, letter(vow(games, key=key), sender)))
    assert [] == counted(games)
    asked = mails(winter(games))[-2]
    assert MAX in asked["To"]

    word = re.findall(r"confirm-\w+", text_of(asked))[0]
    assert ["refused"] == fates(taken(games, letter(word, message_id="<2@x>")))
    assert ["sheet"] == fates(taken(games, letter(word, MAX, message_id="<3@x>")))
    assert [1] == counted(games) and MAX in mails(winter(games))[-1]["To"]


def test_the_key_of_the_player_does_not_count_from_his_address(games: str, key: str) -> None:
    assert ["unconfirmed"] == fates(taken(games, letter(vow(games), MAX)))
    assert [] == counted(games) and NORTH in mails(winter(games))[-2]["To"]


def test_words_are_answered_to_him_with_his_own_key(games: str, key: str) -> None:
    bare = {"subject": "Hello", "message_id": "<2@x>"}
    assert ["word"] == fates(taken(games, letter(f"{key}\nreport\n", MAX, **bare)))
    assert ["word"] == fates(taken(games, letter(f"{key}\norders\n", MAX, message_id="<3@x>")))

    for mail in mails(winter(games))[-2:]:
        assert MAX in mail["To"] and key in mail.as_string() and key_of(winter(games), "north") not in mail.as_string()


def test_reports_reminders_and_what_moves_a_deadline_go_to_both(games: str, key: str, tmp_path: Path) -> None:
    path = Path(winter(games), "game.toml")
    path.write_text(f'{path.read_text()}\n[time]\nzone = "UTC"\nat = "12:00"\nperiod = "1d"\nremind = "4h"\n')
    tick([games], datetime.fromisoformat("2026-11-18T13:00:00+00:00"))
    tick([games], datetime.fromisoformat("2026-11-19T13:00:00+00:00"))
    tick([games], datetime.fromisoformat("2026-11-20T09:00:00+00:00"))

    kinds = {
        to: [row.kind for row in read_outbox(winter(games)).rows if row.to == to] for to in ("north", "north-proxy")
    }
    assert ["welcome", "report", "reminder"] == kinds["north"]
    assert ["handover", "reminder"] == kinds["north-proxy"]  # the first has the report in it
    taken(games, letter(f"{key}\nwait\n", MAX), now="2026-11-20T10:00:00+00:00")
    tick([games], datetime.fromisoformat("2026-11-20T10:30:00+00:00"))
    for reader in kinds:
        assert "deadline" == [row.kind for row in read_outbox(winter(games)).rows if row.to == reader][-1]


def test_a_round_ends_it_when_its_last_day_is_over_and_says_so(games: str, key: str) -> None:
    over = "Max plays North no more; its player is back."
    when = datetime.fromisoformat(LATER)
    assert any("Nobody would play north" in line for line in tick([games], when, dry=True).said)
    assert any(over in line for line in tick([games], when).said)

    assert "north-proxy" not in [row[0] for row in to(games)[1:]]
    assert ["stranger"] == fates(taken(games, letter(vow(games, key=key), MAX), now=LATER))


@pytest.mark.parametrize("received, fate", [("24 Nov 2026 22", "sheet"), ("25 Nov 2026 01", "stranger")])
def test_a_letter_of_his_last_day_counts_whenever_it_is_fetched(games: str, key: str, received: str, fate: str) -> None:
    line = f"from a by b; Wed, {received}:00:00 +0000"
    found = letter(vow(games, key=key), MAX, received=line, date=line.partition("; ")[2])

    assert [fate] == fates(taken(games, found, now=LATER))


def test_ended_by_command_he_is_a_stranger(games: str, key: str) -> None:
    end_proxy(winter(games), "north")

    assert ["stranger"] == fates(taken(games, letter(vow(games, key=key), MAX)))
    assert [] == counted(games)
