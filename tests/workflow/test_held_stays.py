"""Held orders ahead that wait for their phrase are not lost through a sheet that says nothing of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from ahead_games import HANOVER, begun, codes, last, sent, stays

from games import sheet_file
from pbem.store.writing import dumps
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.check import check_in_game, check_with_view, said
from pbem.workflow.gathering import gather
from pbem.workflow.reporting import report
from pbem.workflow.sealing import seal
from pbem.workflow.submit import submit
from pbem.workflow.verify import verify

STANDING = {"standing": [{"name": "guard", "own": "Ferdinand", "otherwise": "concede"}]}
PRUSSIA = {"ahead": [{"for": "prussia", "do": ["Friedrich stays"]}]}


@pytest.fixture
def held(tmp_path: Path) -> tuple[str, str]:
    """A game that waits for the phrase of Hanover's held orders, and that phrase."""
    game = begun(tmp_path)
    made = seal(sheet_file(game, "frederick", stays(HANOVER)), open_game(game).game.seal_key, hold=True, ahead=True)
    path = tmp_path / "closed.toml"
    path.write_text(made.text, encoding="utf-8")
    assert not submit(str(path), game).answer.is_refused
    adjudicate(game)
    report(game)
    return game, made.phrase


def with_phrase(game: str, phrase: str, body: dict[str, Any]) -> str:
    """A phrase, and more in the same file."""
    path = Path(sheet_file(game, "frederick", {}))
    path.write_text(f'{path.read_text("utf-8")}\nphrase = "{phrase}"\n{dumps(body).decode()}', encoding="utf-8")
    return str(path)


def flat(receipt: Any) -> str:
    return " ".join(receipt.text.split())


@pytest.mark.parametrize("body", [STANDING, PRUSSIA, {"answers": ["decline 8C"]}, {"retreat": ["anywhere"]}, {}])
def test_a_sheet_that_says_nothing_of_them_is_refused(held: tuple[str, str], body: dict[str, Any]) -> None:
    receipt = sent(held[0], "frederick", body)

    assert ["PB220"] == codes(receipt)
    assert "your held orders ahead wait for their phrase: Hanover's moves" in flat(receipt)


def test_so_is_ok(held: tuple[str, str]) -> None:
    path = Path(sheet_file(held[0], "frederick", {}))
    path.write_text("ok = true\n" + path.read_text("utf-8"), encoding="utf-8")

    assert ["PB220"] == codes(submit(str(path), held[0]))


def test_at_home_the_same_is_said(held: tuple[str, str]) -> None:
    game = held[0]
    view = str(sorted(Path(game, "reports").glob("*/frederick.view.toml"))[-1])
    path = sheet_file(game, "frederick", STANDING)

    assert said(check_in_game(path, game), "text") == said(check_with_view(path, view), "text")


def test_a_draft_is_kept(held: tuple[str, str]) -> None:
    assert not sent(held[0], "frederick", {"status": "draft", **STANDING}).answer.is_refused


def test_orders_count_instead_of_them_and_that_is_warned_of(held: tuple[str, str]) -> None:
    receipt = sent(held[0], "frederick", {"do": []})

    assert not receipt.answer.is_refused and "PB224" in codes(receipt)
    assert "your held orders ahead were to answer now: Hanover's moves. This sheet counts instead" in flat(receipt)


def test_the_phrase_can_bring_what_holds_for_good_and_orders_ahead(held: tuple[str, str]) -> None:
    game, phrase = held
    receipt = submit(with_phrase(game, phrase, {"answers": ["decline 8C"], **STANDING, **PRUSSIA}), game)
    adjudicate(game)

    assert not receipt.answer.is_refused, receipt.text
    assert "Ferdinand > Zeven" in receipt.text and "standing bid guard" in receipt.text
    orders = {"do": ["Ferdinand > Zeven"], "answers": ["decline 8C"], **STANDING, **PRUSSIA}
    assert orders == last(game).orders["frederick"]
    assert ["prussia"] == [item.decision for item in last(game).ahead]
    assert [] == list(verify(game).findings)


def test_what_is_wrong_beside_the_phrase_is_said(held: tuple[str, str]) -> None:
    game, phrase = held

    assert ["FR714"] == codes(submit(with_phrase(game, phrase, {"standing": [{"own": "Daun"}]}), game))
    assert ["PB104"] == codes(submit(with_phrase(game, phrase, {"do": ["Ferdinand stays"]}), game))


def test_the_phrase_of_a_held_sheet_comes_alone(tmp_path: Path) -> None:
    game = begun(tmp_path)
    made = seal(sheet_file(game, "frederick", stays()), open_game(game).game.seal_key, hold=True)
    path = tmp_path / "held.toml"
    path.write_text(made.text, encoding="utf-8")
    assert submit(str(path), game).gathered or gather(game)

    more = submit(with_phrase(game, made.phrase, STANDING), game)
    alone = submit(with_phrase(game, made.phrase, {}), game)

    assert ["PB662"] == codes(more) and not alone.answer.is_refused
