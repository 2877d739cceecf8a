"""Somebody plays for another for a while: with a key of his own, marked in the log and in the ledger."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from games import play_steps, send_all, sheet_text
from pbem.store import GameFault
from pbem.store.ledger import ledger_path, read_lines
from pbem.store.outbox import read_outbox
from pbem.store.reading import read_game, read_secret
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.journal import log
from pbem.workflow.keyring import renew
from pbem.workflow.people import replace
from pbem.workflow.proxying import end_proxy, ended_by_date, proxy, said
from pbem.workflow.publish import publish, reveal
from pbem.workflow.status import status
from pbem.workflow.submit import submit
from pbem.workflow.verify import verify

NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)
BEGUN = "From now on Max plays North for its player, until the end of 2026-11-24."
OVER = "Max plays North no more; its player is back."


def told(game: str, role: str | None = None) -> list[str]:
    return [line for event in log(game, role)[-1].events for line in event.sentences]


def named(game: str, until: str = "2026-11-24", now: datetime = NOW) -> str:
    """A proxy for north; the key."""
    return proxy(game, "north", "Max", "max@example.org", until, now).key


def sent(game: str, key: str, role: str = "north") -> list[str]:
    """A sheet with a key; the codes of what is wrong with it."""
    path = Path(game).parent / "sheet.toml"
    path.write_text(sheet_text(game, role, {"card": min(open_game(game).state.hands[role])}, key=key))
    return [item.code.id for item in submit(str(path), game).answer.diagnostics if item.is_error]


def marks(game: str) -> list[bool]:
    """Of every sheet of north whether its line says that a proxy wrote it."""
    return [bool(line.facts.get("proxy")) for line in read_lines(ledger_path(game)) if line[:3:2] == ("north", "sheet")]


def test_the_key_of_a_proxy_counts_beside_that_of_the_player_and_the_ledger_marks_whose_sheet_it_is(game: str) -> None:
    play_steps(game, 1)
    own, key = read_secret(read_game(game)).keys["north"], named(game)
    assert own != key and () == verify(game).findings

    assert [] == sent(game, key) and [False, True] == marks(game)
    assert ["PB205"] == sent(game, key, "south")
    adjudicate(game, ["all"])
    assert () == verify(game).findings
    send_all(game)
    assert own == read_secret(read_game(game)).keys["north"]


def test_everybody_is_told_who_plays_and_when_it_is_over(game: str) -> None:
    play_steps(game, 1)
    named(game)
    play_steps(game, 1)
    for role in ("north", "south", None):
        assert BEGUN == told(game, role)[0]
    end_proxy(game, "north")
    play_steps(game, 1)

    for role in ("north", "south", None):
        assert OVER == told(game, role)[0]
    assert () == verify(game).findings


def test_after_the_end_the_key_opens_nothing_and_what_was_sent_counts(game: str) -> None:
    play_steps(game, 1)
    key = named(game)
    assert [] == sent(game, key)
    end_proxy(game, "north")

    assert ["PB205"] == sent(game, key)
    assert {} == read_secret(read_game(game)).proxies and () == verify(game).findings
    adjudicate(game, ["south"])
    assert () == verify(game).findings


def test_it_ends_when_its_last_day_is_over_by_the_clocks_of_the_players(game: str) -> None:
    play_steps(game, 1)
    path = Path(game, "game.toml")
    path.write_text(f'{path.read_text()}\n[time]\nzone = "Pacific/Auckland"\n')
    named(game)

    assert () == ended_by_date(game, datetime(2026, 11, 24, 10, 59, tzinfo=UTC))
    assert (OVER,) == ended_by_date(game, datetime(2026, 11, 24, 11, 1, tzinfo=UTC))
    assert () == ended_by_date(game, datetime(2026, 11, 24, 11, 1, tzinfo=UTC)) and () == verify(game).findings


def test_without_a_day_it_lasts_until_it_is_ended(game: str) -> None:
    play_steps(game, 1)
    named(game, "")
    assert () == ended_by_date(game, datetime(2036, 11, 24, tzinfo=UTC))
    play_steps(game, 1)

    assert "From now on Max plays North for its player, until this is ended." == told(game)[0]


def test_the_proxy_gets_all_that_the_role_knows_with_his_own_key_and_nothing_of_others(game: str) -> None:
    play_steps(game, 4)
    own, key = read_secret(read_game(game)).keys["north"], named(game)
    (row,) = read_outbox(game).rows
    mail = Path(game, "outbox", f"0001-{row.to}.eml").read_text()
    texts = " ".join(mail.replace("=\n", "").replace("=20", " ").split())
    north = [line for entry in log(game, "north") for event in entry.events for line in event.sentences]
    south = [line for entry in log(game, "south") for event in entry.events for line in event.sentences]

    assert ("north-proxy", "max@example.org") == (row.to, row.address)
    assert key in texts and own not in texts
    assert [] == [line for line in north if line not in texts]
    assert [] == [line for line in south if line not in north and line in texts]


def test_one_proxy_at_a_time_and_only_for_days_to_come(game: str) -> None:
    play_steps(game, 1)
    faults = []
    for until in ("2026-11-17", "soon"):
        with pytest.raises(GameFault) as fault:
            named(game, until)
        faults.append(fault.value)
    with pytest.raises(GameFault) as fault:
        end_proxy(game, "north")
    faults.append(fault.value)
    named(game)
    with pytest.raises(GameFault) as fault:
        named(game)

    assert ["PB791"] * 4 == [row.code.id for row in (*faults, fault.value)]
    assert 4 == len({row.message for row in (*faults, fault.value)})


def test_who_is_replaced_takes_the_proxy_along(game: str) -> None:
    play_steps(game, 1)
    key = named(game)
    replace(game, "north", "Zoe", "zoe@example.org")

    assert {} == read_secret(read_game(game)).proxies and ["PB205"] == sent(game, key)
    assert () == verify(game).findings
    play_steps(game, 1)
    assert [OVER] == [line for line in told(game) if line == OVER]
    named(game)
    replace(game, "north", "Max", later=True)
    play_steps(game, 1)
    assert {} == read_secret(read_game(game)).proxies and () == verify(game).findings


def test_a_new_key_for_the_player_leaves_the_proxy_his(game: str) -> None:
    play_steps(game, 1)
    key = named(game)
    renew(game, "north", "2026-11-18T12:00:00+00:00")

    assert [] == sent(game, key) and () == verify(game).findings


def test_an_archive_tells_of_the_proxy_and_no_address_and_a_key_changed_by_hand_is_found(
    game: str, tmp_path: Path
) -> None:
    play_steps(game, 1)
    key = named(game)
    play_steps(game, 1)
    archive = tmp_path / "archive"
    publish(game, str(archive))
    text = "".join(path.read_text() for path in archive.rglob("*.*") if path.is_file())

    assert "Max" in text and "max@" not in text and key not in text
    assert () == verify(str(archive)).findings
    reveal(game, str(tmp_path / "open"), force=True)
    assert () == verify(str(tmp_path / "open")).findings
    secret = Path(game, "secret.toml")
    secret.write_text(secret.read_text().replace(key, "amber-badger-0000-0000"))
    assert "PB642" in [row.code for row in verify(game).findings]


def test_a_ledger_cut_before_a_proxy_is_found(game: str) -> None:
    play_steps(game, 1)
    before = Path(game, "ledger.toml").read_bytes()
    named(game)
    Path(game, "ledger.toml").write_bytes(before)

    assert [] != [row.code for row in verify(game).findings]


def test_status_names_who_plays(game: str) -> None:
    play_steps(game, 1)
    named(game)
    assert "Max, for a while" == status(game).rows[0].player
    replace(game, "south", "Ben")
    proxy(game, "south", "Eve", "", "", NOW)

    assert "Ben, for whom Eve plays" == status(game).rows[1].player


def test_what_was_done_is_said_without_the_need_to_look(game: str) -> None:
    play_steps(game, 1)
    text = said(proxy(game, "north", "Max", "", "2026-11-24", NOW), game)

    assert "Max plays North" in text and "2026-11-24" in text and "0001-north-proxy.eml" in text
