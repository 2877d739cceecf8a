"""A whole game written anew by a forger who has the seed fits itself; one saved receipt or report finds it out."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from forger import reforged, step_path
from torn_games import cheap

from games import play_steps, send, send_all
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.new import Plan, new
from pbem.workflow.publish import publish, reveal
from pbem.workflow.reporting import Wish, report
from pbem.workflow.verify import as_text, verify


@pytest.fixture(autouse=True)
def cheaply(monkeypatch: pytest.MonkeyPatch) -> None:
    cheap(monkeypatch)


def played(folder: Path, card: int) -> dict[str, str]:
    """A game in which north bids its lowest or another card; its receipt after that step, and the report of it.

    Whoever plays it again with the same seed and keys makes every digest, line and manifest anew, as a forger would.
    """
    os.makedirs(folder)
    game = str(folder / "winter")
    new(Plan(game, "toy", seed="a"))
    play_steps(game, 1)
    hands = open_game(game).state.hands
    send(game, "north", {"card": hands["north"][card]})
    send(game, "south", {"card": hands["south"][0]})
    adjudicate(game)
    report(game, wish=Wish(forms=("txt", "html", "json")))
    chooser = open_game(game).awaiting[0].role
    (folder / "receipt.txt").write_text(send(game, chooser, {"take": "gold"}).text)
    adjudicate(game)
    publish(game, str(folder / "public"))
    reveal(game, str(folder / "revealed"), force=True)
    return {"public": str(folder / "public"), "revealed": str(folder / "revealed"), "game": game}


@pytest.mark.parametrize("kind", ["game", "public", "revealed"])
def test_a_game_forged_whole_fits_itself_and_one_saved_mail_finds_it_out(tmp_path: Path, kind: str) -> None:
    honest, forged = played(tmp_path / "honest", 0), played(tmp_path / "forged", 1)
    mails = [tmp_path / "honest" / "receipt.txt"]
    mails += [Path(honest["game"], "reports", "0002", f"north.{form}") for form in ("txt", "html", "json")]

    assert step_path(honest["game"], 2).read_bytes() != step_path(forged["game"], 2).read_bytes()
    assert () == verify(forged[kind]).findings
    assert "only a saved receipt or report can tell" in as_text(verify(forged[kind]))
    for mail in mails:
        assert () == verify(honest[kind], [str(mail)]).findings
        found = verify(forged[kind], [str(mail)])
        assert {("PB653", str(mail))} == {(row.code, row.file) for row in found.findings}
        assert "PB653" in as_text(found)


def test_what_the_forger_makes_anew_is_what_the_program_writes(tmp_path: Path) -> None:
    """Else the attacks that use it would be found by a slip of the forger."""
    game = str(tmp_path / "winter")
    new(Plan(game, "toy", seed="a"))
    play_steps(game, 3)
    send_all(game)
    before = {path: path.read_bytes() for path in Path(game).rglob("*.toml")}
    reforged(game)

    assert before == {path: path.read_bytes() for path in Path(game).rglob("*.toml")}
