"""`pbem why` of what a standing bid, a standing answer or orders ahead brought about: they are named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from ahead_games import HANOVER, begun, last, sent, stays

from games import sheet_file
from pbem.workflow import open_game, why
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.check import check_in_game, said
from pbem.workflow.reporting import report_of
from pbem.workflow.sealing import seal
from pbem.workflow.submit import submit

MARIA, FREDERICK = "maria-theresa", "frederick"
NEAR: dict[str, Any] = {
    "prussia": {"friedrich": "Neumarkt 8", "t1": "Wohlau"}, "austria": {"daun": "Ohlau 6", "t1": "Neisse"},
    "hands": {"prussia": "13S 3H", "austria": "12S 5S 4H", "imperial": "3C"},
}  # fmt: skip
GUARD = {"name": "guard", "own": "Daun", "plays": ["12S"], "otherwise": "concede", "retreat": ["anywhere"]}
GUARD_TEXT = (
    "standing bid guard (until withdrawn): Daun against any enemy: 12S; otherwise concede; retreat by wishes: anywhere"
)
FOR_HANOVER = "orders ahead for Hanover's moves in turn 2"
AHEAD_TEXT = f"{FOR_HANOVER}: Ferdinand > Zeven"
WITH_BID = {**HANOVER, "bid": [{"own": "Ferdinand", "accept": 2}], "retreat": ["towards Prag", "anywhere"]}
BID_TEXT = "bid: Ferdinand against any enemy: no card; accept a loss of 2; otherwise ask"
WISHES_TEXT = "retreat: towards Prag, anywhere"


def fought(folder: Path, **options: str) -> str:
    """A game in which Daun was attacked, and a standing bid of Maria Theresa answered for him in step 2."""
    game = begun(folder, options=options, **NEAR)
    sent(game, MARIA, {"standing": [GUARD]})
    bid = {"own": "*", "plays": ["13S"], "otherwise": "concede", "retreat": ["anywhere"]}
    sent(game, FREDERICK, {"do": ["Friedrich > Breslau"], "bid": [bid]})
    adjudicate(game, one=True)
    adjudicate(game, one=True)
    return game


def behind(game: str, line: str, role: str | None = None, step: int | None = None) -> list[tuple[str, int, str]]:
    """The orders behind a line of the last step; without a role as the moderator sees them."""
    number = open_game(game).last.number if step is None else step
    return [tuple(order) for order in why.why(game, number, line, role, moderator=role is None).orders]


@pytest.mark.parametrize("line", ["Your standing bid guard answers", "Austria at -2 plays 12"])
@pytest.mark.parametrize("options", [{}, {"bidding": "stage"}])
def test_a_standing_bid_is_behind_the_lines_of_its_battle(tmp_path: Path, line: str, options: dict[str, str]) -> None:
    game = fought(tmp_path, **options)

    assert [(MARIA, 1, GUARD_TEXT)] == behind(game, line, MARIA)
    assert (MARIA, 1, GUARD_TEXT) in behind(game, line)


def test_others_see_nothing_of_it(tmp_path: Path) -> None:
    game = fought(tmp_path)

    assert [] == behind(game, "Austria at -2 plays 12", "elisabeth")
    assert {FREDERICK} == {role for role, _, _ in behind(game, "Austria at -2 plays 12", FREDERICK)}
    assert () == why.why(game, open_game(game).last.number, "Austria at -2 plays 12").orders


def test_the_newest_of_its_name_is_named_with_the_step_that_brought_it(tmp_path: Path) -> None:
    game = begun(tmp_path, **NEAR)
    sent(game, MARIA, {"standing": [{**GUARD, "plays": ["4H"]}]})
    bid = {"own": "*", "plays": ["13S"], "otherwise": "concede", "retreat": ["anywhere"]}
    sent(game, FREDERICK, {"do": ["Friedrich > Breslau"], "bid": [bid]})
    adjudicate(game, one=True)
    sent(game, MARIA, {"standing": [GUARD]})
    adjudicate(game, one=True)

    assert [(MARIA, 2, GUARD_TEXT)] == behind(game, "Austria at -2 plays 12", MARIA)


def test_a_standing_answer_is_behind_what_it_answered(tmp_path: Path) -> None:
    near = {"prussia": {"heinrich": "Celle 8"}, "france": {"richelieu": "Hannover 6", "t1": "Kassel"}}
    game = begun(tmp_path, hands={"prussia": "3H"}, **near)
    answers = ["retreat to Peine", "retreat anywhere"]
    sent(game, FREDERICK, {"do": ["Heinrich stays"], "answers": answers, "bid": [{"own": "*", "otherwise": "concede"}]})
    adjudicate(game, one=True)
    adjudicate(game, one=True)

    told = (FREDERICK, 1, "standing answers: retreat to Peine; retreat anywhere")
    assert told in behind(game, "Your standing answer was taken", FREDERICK)
    assert told in behind(game, "Richelieu retreats", FREDERICK)
    assert told not in behind(game, "Richelieu retreats", MARIA)


@pytest.mark.parametrize("line", ["Your orders ahead were used", "Ferdinand: Stade - Zeven"])
def test_orders_ahead_are_named_with_the_step_they_were_sent_in(tmp_path: Path, line: str) -> None:
    game = begun(tmp_path)
    sent(game, FREDERICK, stays(HANOVER))
    adjudicate(game)

    assert [(FREDERICK, 1, AHEAD_TEXT)] == behind(game, line, FREDERICK, 2)
    assert [(FREDERICK, 1, AHEAD_TEXT)] == behind(game, line, None, 2)
    assert "None of your orders" not in why.as_text(why.why(game, 2, line, FREDERICK))


def test_those_that_were_closed_are_named_too(tmp_path: Path) -> None:
    game = begun(tmp_path)
    made = seal(sheet_file(game, FREDERICK, stays(HANOVER)), open_game(game).game.seal_key, ahead=True)
    path = tmp_path / "sealed.toml"
    path.write_text(made.text, encoding="utf-8")
    submit(str(path), game)
    adjudicate(game)

    assert [(FREDERICK, 1, AHEAD_TEXT)] == behind(game, "Your orders ahead were used", FREDERICK, 2)


def test_so_are_those_that_were_not_used(tmp_path: Path) -> None:
    game = begun(tmp_path)
    sent(game, FREDERICK, stays({**HANOVER, "unless": ["enemy within 9 of Ferdinand"]}))
    adjudicate(game)

    assert "orders-ahead" in [event.kind for event in last(game).events]
    assert [(FREDERICK, 1, AHEAD_TEXT)] == behind(game, "Your orders ahead are not used", FREDERICK)


def test_bids_among_them_are_told_as_understood(tmp_path: Path) -> None:
    game = begun(tmp_path)
    assert not sent(game, FREDERICK, stays(WITH_BID)).answer.is_refused
    adjudicate(game)

    assert [
        AHEAD_TEXT,
        f"{FOR_HANOVER}: {BID_TEXT}",
        f"{FOR_HANOVER}: {WISHES_TEXT}",
    ] == [text for _, _, text in behind(game, "no longer fit", FREDERICK)]


@pytest.mark.parametrize("form", ["txt", "html", "md"])
def test_the_report_lists_them_as_understood(tmp_path: Path, form: str) -> None:
    game = begun(tmp_path)
    sent(game, MARIA, {"ahead": [{"for": "austria", "do": ["Daun stays"], "bid": [{"own": "Daun", "accept": 2}]}]})
    sent(game, FREDERICK, stays())
    adjudicate(game)

    text = " ".join(report_of(game, MARIA, form).split())
    assert "bid: Daun against any enemy: no card; accept a loss of 2; otherwise ask" in text
    assert "bid: Daun" not in report_of(game, FREDERICK, form)


def test_what_is_foreseen_is_not_told_in_the_past_tense(tmp_path: Path) -> None:
    game = begun(tmp_path, stage="imperial", imperial={"hildburghausen": "Dresden 4"})
    path = sheet_file(game, MARIA, {"do": ["Hildburghausen > Radeberg"]})

    told = " ".join(said(check_in_game(path, game, tell=True), "text"))

    assert "Note: Hildburghausen ends the stage of the Imperial Army in Radeberg, an objective of Austria." in told


def test_a_battle_of_moves_ahead_without_a_bid_tells_what_it_costs(tmp_path: Path) -> None:
    near = {"hanover": {"ferdinand": "Uelzen 8", "t1": "Stade"}, "france": {"richelieu": "Hannover 6", "t1": "Minden"}}
    game = begun(tmp_path, hands={"hanover": "9S 5H 4C 3D", "france": "3C"}, **near)

    receipt = sent(game, FREDERICK, stays({"for": "hanover", "do": ["Ferdinand > Celle"]}))

    assert ["FR760"] == [item.code.id for item in receipt.answer.diagnostics if item.code.id == "FR760"]
    assert "without one your side stops where it may, else the lowest card" in " ".join(receipt.text.split())
