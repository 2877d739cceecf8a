"""The commands about battles and envelopes, as people type them."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from battle_game import BIDS, begin, sheet, view_of

from games import START
from pbem.workflow.submit import submit


@pytest.fixture
def desk(tmp_path: Path) -> str:
    return begin(tmp_path)


def test_a_battle_from_envelopes_by_the_command_line(pbem: Any, desk: str) -> None:
    for role in ("frederick", "pompadour"):
        path = sheet(desk, role)
        done = pbem("seal", path, "--to", view_of(desk, role))
        words = done.out.splitlines()[1].split(maxsplit=1)[1]
        sealed = path.replace(".toml", ".sealed.toml")

        assert (0, sealed) == (done.code, done.out.splitlines()[0])
        assert 2 == pbem("seal", path, "--to", view_of(desk, role)).code  # it is there already
        receipt = pbem("submit", desk, sealed)
        assert 0 == receipt.code and words in receipt.out
    assert "sealed, version 1" in pbem("status", desk).out
    assert 0 == pbem("adjudicate", desk, "--expect", "1").code
    done = pbem("verify", desk)
    assert (0, True) == (done.code, "sheets held against their commitments 2" in done.out)
    assert [] == json.loads(pbem("verify", desk, "--json").out)["findings"]


def test_a_sheet_with_errors_is_not_sealed(pbem: Any, desk: str) -> None:
    path = sheet(desk, "frederick", {"bid": [{"own": "Heinrich", "plays": ["3H"]}]})
    done = pbem("seal", path, "--to", view_of(desk, "frederick"))

    assert 1 == done.code
    assert "FR702" in done.out and "not sealed" in done.out
    assert not os.path.exists(path.replace(".toml", ".sealed.toml"))


def test_held_envelopes_by_the_command_line(pbem: Any, desk: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = sheet(desk, "frederick")
    done = pbem("seal", path, "--to", view_of(desk, "frederick"), "--hold")
    phrase = next(line.split(maxsplit=1)[1] for line in done.out.splitlines() if line.startswith("phrase"))
    pbem("submit", desk, path.replace(".toml", ".sealed.toml"))

    def opened(words: str) -> Any:
        monkeypatch.setattr(sys, "stdin", io.StringIO(f"{words}\n"))
        return pbem("open", desk, "frederick")

    early = opened(phrase)
    assert (1, True) == (early.code, "PB610" in early.out)
    pbem("submit", desk, sheet(desk, "pompadour"))
    wrong = opened(f"acorn {phrase}")
    assert (1, True) == (wrong.code, "PB609" in wrong.out)
    assert 0 == opened(phrase).code
    assert 0 == pbem("adjudicate", desk).code


def test_keys_prints_the_public_key(pbem: Any, desk: str) -> None:
    key = pbem("keys", desk).out.strip()

    assert key.startswith("age1") and key in Path(desk, "game.toml").read_text()
    assert key in Path(view_of(desk, "pompadour")).read_text()


def test_verify_names_a_change_and_fails(pbem: Any, desk: str) -> None:
    path = next(Path(desk, "steps").iterdir())
    path.write_text(path.read_text() + "# a hand was here\n")
    done = pbem("verify", desk)

    assert (1, True) == (done.code, "PB505" in done.out and path.name in done.out)


def test_duel_rehearses_a_bid(pbem: Any, desk: str) -> None:
    path, view = sheet(desk, "frederick"), view_of(desk, "frederick")
    text = pbem("duel", path, "--view", view, "--samples", "60", "--transcripts", "1")
    data = json.loads(pbem("duel", path, "--view", view, "--samples", "60", "--json").out)[0]

    assert 0 == text.code
    assert "Heinrich against Richelieu: 60 battles" in text.out and "Example 1" in text.out
    assert 60 == sum(row["count"] for row in data["results"])
    assert [6] == data["strengths"] and 2 == len(data["transcripts"])
    assert text.out == pbem("duel", path, "--game", desk, "--samples", "60", "--transcripts", "1").out


def test_duel_against_a_hand_and_a_strength_that_are_named(pbem: Any, desk: str) -> None:
    path = sheet(desk, "frederick", {"bid": [{"own": "Heinrich", "plays": ["4D"], "otherwise": "concede"}]})
    words = ("--view", view_of(desk, "frederick"), "--strength", "7", "--hand", "13S", "--samples", "30", "--json")
    data = json.loads(pbem("duel", path, *words).out)[0]

    # 5 against 7: the 4 makes it +2, the 13 makes it -11; some give up a loss of 2 at once.
    assert {("lost", 5), ("won", 2)} == {(row["result"], row["number"]) for row in data["results"]}
    assert 2 == pbem("duel", path, "--view", view_of(desk, "frederick"), "--hand", "14S").code
    assert 2 == pbem("duel", path).code
    nothing = sheet(desk, "elisabeth", {"troops": {}})
    assert "no bid" in pbem("duel", nothing, "--view", view_of(desk, "elisabeth")).out


def test_duel_knows_no_more_than_the_view(pbem: Any, desk: str) -> None:
    """With the game directory it rehearses from the writer's view: the enemy's real hand does not show."""
    path = sheet(desk, "frederick")
    hands = [
        t["hand"]
        for t in json.loads(pbem("duel", path, "--game", desk, "--transcripts", "50", "--json").out)[0]["transcripts"]
    ]

    assert len(set(hands)) > 40
    for hand in hands:
        assert 11 == len(hand.split())
        assert not {"10D", "9D", "13D"} & set(hand.split()), "a card of one's own"


def test_battles_in_one_line(pbem: Any, desk: str) -> None:
    for role in BIDS:
        submit(sheet(desk, role), desk)
    pbem("adjudicate", desk)
    full, short = pbem("log", desk).out, pbem("log", desk, "--battles", "short").out

    assert "- Prussia at -1 plays 2♦: +1." in full and "plays" not in short
    assert "Heinrich beats Richelieu: Prussia 2♦, France 2♠, Prussia 4♦" in short
    assert len(short.splitlines()) < len(full.splitlines()) - 10


def command(*words: str) -> set[str]:
    """The modules a command has loaded, in a process of its own."""
    text = f"import sys\nsys.argv = {['pbem', *words]!r}\n{START}\nfrom pbem.cli import _run\nassert not _run()\n"
    ran = subprocess.run(
        [sys.executable, "-c", f"{text}print('\\n' + ' '.join(sys.modules))"],
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert not ran.returncode, ran.stderr
    return set(ran.stdout.splitlines()[-1].split())


def test_what_is_not_sealed_never_loads_what_seals(desk: str) -> None:
    for role in BIDS:
        path = sheet(desk, role)
        found = command("check", path, "--view", view_of(desk, role))
        assert not {name for name in found if "pyrage" in name or name.startswith("pbem.seal")}
        command("submit", desk, path)
    found = command("adjudicate", desk)

    assert not {name for name in found if "pyrage" in name or name.startswith("pbem.seal")}


def test_explain_knows_the_codes_of_sealing(pbem: Any) -> None:
    for code in ("PB602", "PB606", "FR751", "wrong-phrase"):
        done = pbem("explain", code)
        assert 0 == done.code and len(done.out.splitlines()) > 4
