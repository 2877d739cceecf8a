"""Nobody learns of another's orders ahead before they are used: neither what they are nor that there are any."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from ahead_games import HASHES, begun, last, seen_by_others, sent, stays

from games import sheet_file
from pbem.store import GameFault
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.gate import Gate
from pbem.workflow.sealing import seal
from pbem.workflow.submit import submit

AHEAD: dict[str, Any] = {
    "open": {"for": "austria", "do": ["Daun stays"], "unless": ["attacked", "fate"]},
    "wishes": {"for": "austria", "do": ["Daun stays"], "retreat": ["towards Prag", "anywhere"]},
    "sealed": {"for": "austria", "do": ["Daun stays"], "close": "seal"},
    "held": {"for": "austria", "do": ["Daun stays"], "close": "hold"},
}


def played(begun: str, folder: Path, ahead: dict[str, Any] | None) -> dict[str, str]:
    """All that others than Maria Theresa get to see of a game in which she ordered something ahead, or did not."""
    game = shutil.copytree(begun, str(folder / "winter"))
    if ahead is not None:
        assert not ordered(game, ahead).answer.is_refused
    receipt = sent(game, "frederick", stays())
    adjudicate(game)
    assert (ahead is not None) is bool(last(game).ahead)
    return {"receipt": HASHES.sub("#", receipt.text), **seen_by_others(game)}


def ordered(game: str, ahead: dict[str, Any]) -> Any:
    """Send the orders, open or closed."""
    table = {key: value for key, value in ahead.items() if key != "close"}
    file = sheet_file(game, "maria-theresa", {"ahead": [table]})
    if "close" in ahead:
        made = seal(file, open_game(game).game.seal_key, ahead["close"] == "hold", ahead=True)
        Path(file).write_text(made.text, encoding="utf-8")
    return submit(file, game)


def test_orders_that_were_withdrawn_have_left_no_trace(tmp_path: Path) -> None:
    game = begun(tmp_path)
    one, two = (shutil.copytree(game, str(tmp_path / name / "winter")) for name in ("one", "two"))
    for place in (one, two):
        sent(place, "frederick", stays())
        if place == two:
            ordered(place, AHEAD["open"])
        adjudicate(place)
        sent(place, "frederick", {"do": ["Ferdinand stays"]})
        if place == two:
            assert not sent(place, "maria-theresa", {"ahead": [{"for": "austria", "withdraw": True}]}).answer.is_refused
        adjudicate(place)

    assert () == last(two).ahead
    assert seen_by_others(one) == seen_by_others(two)


@pytest.mark.parametrize("ahead", AHEAD.values(), ids=list(AHEAD))
def test_what_others_get_is_the_same_with_and_without_orders_ahead(tmp_path: Path, ahead: dict[str, Any]) -> None:
    game = begun(tmp_path)
    without, with_ = played(game, tmp_path / "without", None), played(game, tmp_path / "with", ahead)

    assert list(without) == list(with_)
    assert {} == {name: text for name, text in with_.items() if text != without[name]}
    assert {name: len(text) for name, text in without.items()} == {name: len(text) for name, text in with_.items()}
    assert any(name.endswith("view.toml") for name in with_)


@pytest.mark.parametrize("role", ["frederick", None])
def test_the_gate_lets_nothing_out_that_tells_of_others_orders_ahead(tmp_path: Path, role: str | None) -> None:
    game = begun(tmp_path)
    sent(game, "maria-theresa", {"ahead": [AHEAD["open"]]})
    sent(game, "frederick", stays())
    adjudicate(game)
    table = open_game(game)

    for leak in (lambda seen: str(len(seen.kept)), lambda seen: str(seen.kept), lambda seen: str(seen.last.ahead)):
        with pytest.raises(GameFault):
            Gate(table, role).passed(leak)
    assert str(table.kept) == Gate(table, "maria-theresa").passed(
        lambda seen: str(tuple(item for item in seen.kept if item.role == "maria-theresa"))
    )


@pytest.mark.parametrize("role", ["frederick", None])
def test_that_there_are_none_is_no_news_either(tmp_path: Path, role: str | None) -> None:
    game = begun(tmp_path)
    with pytest.raises(GameFault):
        Gate(open_game(game), role).passed(lambda seen: str(len(seen.kept)))


NEAR: dict[str, Any] = {
    "austria": {"daun": "Brünn 6", "t1": "Olmütz"}, "prussia": {"friedrich": "Brod 8", "t1": "Breslau"},
}  # fmt: skip
NOT_USED: dict[str, Any] = {
    "braked": {"for": "austria", "do": ["Daun stays"], "unless": ["enemy within 3 of Daun"]},
    "braked and sealed": {**AHEAD["sealed"], "unless": ["enemy within 3 of Daun"]},
    "unfit": {"for": "austria", "do": ["Daun > Trebitsch > Brod"]},
    "unfit and sealed": {"for": "austria", "do": ["Daun > Trebitsch > Brod"], "close": "seal"},
    "held": AHEAD["held"],
}


@pytest.mark.parametrize("ahead", NOT_USED.values(), ids=list(NOT_USED))
def test_nor_do_others_learn_of_orders_that_are_not_used(tmp_path: Path, ahead: dict[str, Any]) -> None:
    """When their decision comes nothing of them is used, and Maria Theresa is asked as always."""
    game = begun(tmp_path, stage="russia", **NEAR)
    one, two = (shutil.copytree(game, str(tmp_path / name / "winter")) for name in ("one", "two"))
    for place in (one, two):
        if place == two:
            assert not ordered(place, ahead).answer.is_refused
        sent(place, "elisabeth", {"do": ["Saltikov stays"], "ahead": [{"for": "sweden", "do": ["Ehrensvärd stays"]}]})
        adjudicate(place)

    assert "t02-austria" == last(one).label == last(two).label
    without, with_ = seen_by_others(one), seen_by_others(two)
    assert {} == {name: text for name, text in with_.items() if text != without.get(name)}
    assert {name: len(text) for name, text in without.items()} == {name: len(text) for name, text in with_.items()}
