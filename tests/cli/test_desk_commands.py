"""The commands of the moderator's desk as they are typed: each once as it should be, and once as it should not."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from games import SAME_KEYS, play_steps, send_all, tree
from pbem.seal.age import new_pair
from pbem.store.reading import read_game, read_secret
from pbem.workflow import open_game
from pbem.workflow.reporting import report
from pbem.workflow.verify import verify

TIME = '\n[time]\nzone = "UTC"\nperiod = "3d"\n'
# What is typed after the name of the command, for which GAME stands; then what is said.
GOOD: dict[str, tuple[str, str]] = {
    "rule": ("rule GAME --set points.north=7 --reason Forgotten", "pbem report"),
    "resend": ("resend GAME --role north", "North"),
    "replace": ("replace GAME north --name Zoe --address zoe@example.org", "North is played by Zoe from now on."),
    "proxy": ("proxy GAME north --name Max --address max@example.org --until 2999-08-14", "Max plays North"),
    "end": ("end GAME --resign north", "The game is over: North has resigned"),
    "vote": ("vote GAME --offer draw", "It is put to the vote."),
    "press": ("press GAME --from north --text Hear!", "told with the next report"),
    "dispute": ("dispute GAME 1 1 --role north -o case.toml", "case.toml"),
    "handover": (
        f"handover GAME --new-moderator Zoe zoe@example.org --to {SAME_KEYS[0]} -o winter.bundle",
        "handed over",
    ),
}
BAD: dict[str, tuple[str, str]] = {
    "rule": ("rule GAME --set weather=7 --reason x", "PB780"),
    "resend": ("resend GAME --role north --step 9", "PB519"),
    "replace": ("replace GAME west --name Zoe", "PB519"),
    "proxy": ("proxy GAME north --end", "PB791"),
    "end": ("end GAME --abandon", "--reason"),
    "vote": ("vote GAME --count", "PB789"),
    "press": ("press GAME --from north --to west --text x", "PB519"),
    "dispute": ("dispute GAME 1 99 --role north -o case.toml", "PB519"),
    "handover": ("handover GAME --new-moderator Zoe zoe@example.org --to age1x -o winter.bundle", "PB614"),
    "pause": ("pause GAME", "--until"),
}


@pytest.fixture
def desk(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game one step on, with reports, in the folder where the commands are typed."""
    play_steps(game, 1)
    report(game)
    monkeypatch.chdir(tmp_path)
    return game


@pytest.mark.parametrize("name", GOOD)
def test_as_it_should_be(pbem: Any, desk: str, name: str) -> None:
    typed, said = GOOD[name]
    ran = pbem(*typed.replace("GAME", "winter").split())

    assert (0, "") == (ran.code, ran.err), ran
    assert said in ran.out
    assert () == verify(desk).findings


@pytest.mark.parametrize("name", BAD)
def test_as_it_should_not(pbem: Any, desk: str, name: str) -> None:
    typed, said = BAD[name]
    before = tree(desk)
    ran = pbem(*typed.replace("GAME", "winter").split())

    assert 2 == ran.code and said in ran.err, ran
    assert before == tree(desk) and not Path("case.toml").exists() and not Path("winter.bundle").exists()


def test_a_pause_is_bounded_and_ended(pbem: Any, desk: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = Path(desk, "game.toml")
    path.write_text(path.read_text() + TIME)
    monkeypatch.setattr("pbem.cli.clock.now", lambda: datetime(2026, 11, 18, 12, tzinfo=UTC))
    far = pbem("pause", desk, "--until", "2027-11-18", "--reason", "Christmas")
    done = pbem("pause", desk, "--until", "2026-12-03", "--reason", "Christmas")

    assert (2, True) == (far.code, "PB765" in far.err), far
    assert 0 == done.code and "Christmas" in done.out, done
    assert 0 == pbem("pause", desk, "--resume").code and () == verify(desk).findings


def test_an_offer_is_voted_on_counted_and_the_game_is_over(pbem: Any, desk: str) -> None:
    for typed in ("--offer draw", "north yes", "south yes", "--count"):
        ran = pbem("vote", desk, *typed.split())
        assert 0 == ran.code, ran

    assert "All were for it" in ran.out and 2 == pbem("vote", desk, "north", "yes").code
    assert 2 == pbem("vote", desk, "--offer", "draw", "--count").code


def test_a_bundle_is_taken_by_who_has_the_key(pbem: Any, desk: str) -> None:
    public, private = new_pair()
    Path("key.txt").write_text(f"# public key: {public}\n{private}\n")
    Path("other.txt").write_text(f"{new_pair()[1]}\n")
    seat = ("--new-moderator", "Zoe", "zoe@example.org")
    assert 0 == pbem("handover", desk, *seat, "--to", public, "-o", "winter.bundle").code
    taken = pbem("handover", "there", "--take", "winter.bundle", "--identity", "key.txt")

    assert 0 == taken.code, taken
    assert "Zoe" == read_game("there").moderator.name and () == verify("there").findings
    wrong = pbem("handover", "elsewhere", "--take", "winter.bundle", "--identity", "other.txt")
    assert 2 == wrong.code and not Path("elsewhere").exists()


def test_a_proxy_is_named_and_ended(pbem: Any, desk: str) -> None:
    assert 0 == pbem("proxy", desk, "north", "--name", "Max").code
    key = read_secret(read_game(desk)).proxies["north"]["key"]
    ended = pbem("proxy", desk, "north", "--end")

    assert (0, "Max plays North no more; its player is back.\n") == (ended.code, ended.out)
    assert key not in Path(desk, "secret.toml").read_text()
    assert 2 == pbem("proxy", desk, "north", "--name", "Max", "--end").code


def test_a_case_of_a_dispute_is_judged_anew_at_home(pbem: Any, desk: str) -> None:
    send_all(desk)
    assert 0 == pbem("adjudicate", desk).code
    assert 0 == pbem("dispute", desk, "2", "1", "--role", "north", "-o", "case.toml").code

    assert read_secret(open_game(desk).game).keys["north"] not in Path("case.toml").read_text()
    assert 0 == pbem("check", "case.sheet.toml", "--view", "case.toml").code
