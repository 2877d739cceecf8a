"""A standing bid or answer that speaks now: a sheet that says nothing of the decision leaves it to answer."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from ahead_games import begun, codes, last, sent

from games import sheet_file
from pbem.mail.blank import data_of
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.check import check_in_game, check_with_view, said
from pbem.workflow.reporting import report, report_of
from pbem.workflow.sealing import seal
from pbem.workflow.sheet import orders
from pbem.workflow.submit import submit
from pbem.workflow.verify import verify

NEAR: dict[str, Any] = {
    "prussia": {"friedrich": "Neumarkt 8", "t1": "Wohlau"}, "austria": {"daun": "Ohlau 6", "t1": "Neisse"},
    "hands": {"prussia": "13S 3H", "austria": "12S 5S 4H", "imperial": "3C"},
}  # fmt: skip
GUARD = {"name": "guard", "own": "Daun", "plays": ["12S"], "otherwise": "concede", "retreat": ["anywhere"]}
MARIA = "maria-theresa"
LATER = {"for": "imperial", "do": ["Hildburghausen stays"]}
OTHER = {"name": "elsewhere", "own": "Laudon", "otherwise": "concede"}


def at_battle(folder: Path, pace: str = "brisk", options: Mapping[str, str] = {}) -> str:
    """A game in which Daun is attacked, and a standing bid of Maria Theresa answers for him."""
    game = begun(folder, pace, options=options, **NEAR)
    sent(game, MARIA, {"standing": [GUARD]})
    bid = {"own": "*", "plays": ["13S"], "otherwise": "concede", "retreat": ["anywhere"]}
    sent(game, "frederick", {"do": ["Friedrich > Breslau"], "bid": [bid]})
    adjudicate(game, one=True)
    report(game)
    return game


@pytest.fixture
def game(tmp_path: Path) -> str:
    return at_battle(tmp_path)


def ok(game: str, body: dict[str, Any]) -> Any:
    """A sheet that says ok besides, sent."""
    path = Path(sheet_file(game, MARIA, body))
    path.write_text("ok = true\n" + path.read_text())
    return submit(str(path), game)


def answered(game: str) -> list[Any]:
    """The names of the standing bids that answered in the last step, and whether the battle was interrupted."""
    events = last(game).events
    return [event.facts["name"] for event in events if event.kind == "stood-in"] + [
        event.kind for event in events if event.kind == "interrupted"
    ]


def flat(receipt: Any) -> str:
    return " ".join(receipt.text.split())


STAYS = "your standing bid guard stays, and answers for Daun against Friedrich"


@pytest.mark.parametrize(
    "body",
    [
        {"ahead": [LATER]},
        {"standing": [OTHER]},
        {"answers": ["decline 8C"]},
        {"troops": {"daun": 6}},
        {"standing": [OTHER], "ahead": [LATER]},
    ],
)
def test_a_sheet_that_says_nothing_of_the_bid_leaves_it_to_the_standing_bid(game: str, body: dict[str, Any]) -> None:
    receipt = sent(game, MARIA, body)
    adjudicate(game, one=True)

    assert not receipt.answer.is_refused and STAYS in flat(receipt)
    assert body == last(game).orders[MARIA]
    assert ["guard"] == answered(game)
    assert [] == list(verify(game).findings)


def test_ok_agrees_to_the_standing_bid(game: str) -> None:
    receipt = ok(game, {})
    adjudicate(game, one=True)

    assert STAYS in flat(receipt)
    assert ["guard"] == answered(game)
    assert [] == list(verify(game).findings)


def test_so_does_the_sheet_exactly_as_it_was_sent(game: str, tmp_path: Path) -> None:
    path = tmp_path / "as-sent.toml"
    path.write_text(orders(game, MARIA))

    receipt = submit(str(path), game)
    adjudicate(game, one=True)

    assert "bid" not in data_of(orders(game, MARIA))
    assert STAYS in flat(receipt)
    assert ["guard"] == answered(game)


def test_the_standing_bid_can_be_replaced_until_the_battle_is_adjudicated(game: str) -> None:
    receipt = sent(game, MARIA, {"standing": [{**GUARD, "plays": ["5S"]}]})
    adjudicate(game, one=True)

    assert STAYS in flat(receipt)
    assert ["guard"] == answered(game)
    assert any(event.facts.get("card") == "5S" for event in last(game).events)


def test_a_narrower_one_answers_in_its_place(game: str) -> None:
    narrow = {**GUARD, "name": "narrow", "enemy": "Friedrich", "plays": ["5S"]}

    receipt = sent(game, MARIA, {"standing": [narrow]})
    adjudicate(game, one=True)

    assert "your standing bid narrow stays, and answers" in flat(receipt)
    assert ["narrow"] == answered(game)


def test_orders_ahead_can_be_withdrawn_beside_it(tmp_path: Path) -> None:
    game = at_battle(tmp_path)
    sent(game, MARIA, {"ahead": [LATER]})

    receipt = sent(game, MARIA, {"ahead": [{"for": "imperial", "withdraw": True}]})

    assert not receipt.answer.is_refused and STAYS in flat(receipt)


def test_whoever_withdraws_it_must_bid(game: str) -> None:
    receipt = sent(game, MARIA, {"withdraw": ["guard"]})

    assert ["FR705"] == codes(receipt)
    assert "the standing bid that was to answer is withdrawn" in flat(receipt)
    assert [] == [fault for fault in codes(sent(game, MARIA, {"withdraw": ["guard"], "bid": [{"own": "Daun"}]}))
                  if fault == "FR705"]  # fmt: skip


def test_a_bid_that_sets_it_aside_is_warned_of(game: str) -> None:
    receipt = sent(game, MARIA, {"bid": [{"own": "Daun", "plays": ["5S"], "otherwise": "concede"}]})
    adjudicate(game, one=True)

    assert ["PB224"] == [code for code in codes(receipt) if code == "PB224"]
    assert "a standing bid or answer of yours was to answer now: the bid for Daun against Friedrich" in flat(receipt)
    assert [] == answered(game)


def test_a_sheet_that_is_refused_sets_nothing_aside(game: str) -> None:
    assert ["FR705"] == codes(sent(game, MARIA, {"retreat": ["anywhere"]}))


def test_an_envelope_says_nothing_of_a_standing_bid_that_answers_beside_it(game: str, tmp_path: Path) -> None:
    made = seal(sheet_file(game, MARIA, {"standing": [OTHER]}), open_game(game).game.seal_key)
    path = tmp_path / "sealed.toml"
    path.write_text(made.text, encoding="utf-8")

    receipt = submit(str(path), game)
    adjudicate(game, one=True)

    assert [] == codes(receipt)
    assert ["guard"] == answered(game)


def test_where_none_stands_a_bid_is_still_missing(tmp_path: Path) -> None:
    game = begun(tmp_path, **NEAR)
    bid = {"own": "*", "plays": ["13S"], "otherwise": "concede", "retreat": ["anywhere"]}
    sent(game, "frederick", {"do": ["Friedrich > Breslau"], "bid": [bid]})
    adjudicate(game, one=True)

    assert ["FR705"] == codes(sent(game, MARIA, {"standing": [GUARD]}))
    assert ["PB220"] == codes(sent(game, MARIA, {"ahead": [LATER]}))
    assert "bid" in data_of(orders(game, MARIA))


def test_at_home_the_same_is_said(game: str) -> None:
    view = str(sorted(Path(game, "reports").glob(f"*/{MARIA}.view.toml"))[-1])
    path = sheet_file(game, MARIA, {"standing": [OTHER], "ahead": [LATER]})

    assert said(check_in_game(path, game), "text") == said(check_with_view(path, view), "text")


def test_at_the_pace_of_the_table_a_bid_is_asked_all_the_same(tmp_path: Path) -> None:
    game = at_battle(tmp_path, "table")

    assert ["FR705"] == codes(sent(game, MARIA, {"standing": [OTHER]}))
    assert "bid" in data_of(orders(game, MARIA))
    receipt = sent(game, MARIA, {"bid": [{"own": "Daun", "plays": ["5S"], "otherwise": "concede"}]})
    assert "PB224" not in codes(receipt)


@pytest.mark.parametrize(
    ("pace", "told"),
    [
        ("table", "Otherwise: your standing bid answers"),
        ("brisk", "Your standing bid answers, unless you send another."),
    ],
)
def test_a_report_that_asks_says_that_the_standing_bid_answers_whoever_sends_nothing(
    tmp_path: Path, pace: str, told: str
) -> None:
    text = " ".join(report_of(at_battle(tmp_path, pace), MARIA).split())

    assert told in text
    assert "stop where it is allowed" not in text


def test_of_bids_for_a_whole_stage_the_same_holds(tmp_path: Path) -> None:
    game = at_battle(tmp_path, options={"bidding": "stage"})

    receipt = sent(game, MARIA, {"ahead": [LATER]})
    told = data_of(orders(game, MARIA))
    adjudicate(game, one=True)

    assert STAYS in flat(receipt) and "bid" not in told
    assert ["guard"] == answered(game)
    assert [] == list(verify(game).findings)


# standing answers


@pytest.fixture
def beaten(tmp_path: Path) -> str:
    """A game in which Frederick is asked where the beaten go, and a standing answer of his speaks."""
    near = {"prussia": {"heinrich": "Celle 8"}, "france": {"richelieu": "Hannover 6", "t1": "Kassel"}}
    game = begun(tmp_path, hands={"prussia": "3H"}, **near)
    sent(game, "frederick", {"do": ["Heinrich stays"], "answers": ["retreat to Peine", "retreat anywhere"],
                             "bid": [{"own": "*", "otherwise": "concede"}]})  # fmt: skip
    adjudicate(game, one=True)
    report(game)
    return game


def spoken(game: str, role: str) -> Any:
    """What a role's standing answers say, by its view."""
    table = open_game(game)
    return table.ruleset.ahead.spoken(table.ruleset.secrets.view_of(table.state, role), role)


def test_a_sheet_that_says_nothing_of_the_question_leaves_it_to_the_standing_answer(beaten: str) -> None:
    where = spoken(beaten, "frederick")

    receipt = sent(beaten, "frederick", {"ahead": [{"for": "hanover", "do": ["Ferdinand > Zeven"]}]})
    adjudicate(beaten, one=True)

    assert "your standing answer stays: where Richelieu retreats" in flat(receipt)
    assert where["do"] == last(beaten).orders["frederick"]["do"]
    assert [] == list(verify(beaten).findings)


def test_orders_that_set_a_standing_answer_aside_are_warned_of(beaten: str) -> None:
    receipt = sent(beaten, "frederick", {"do": ["retreat Richelieu to Minden"]})

    assert not receipt.answer.is_refused and ["PB224"] == codes(receipt)
    assert "a standing bid or answer of yours was to answer now: where Richelieu retreats" in flat(receipt)


def test_orders_that_say_the_same_as_the_standing_answer_are_not(beaten: str) -> None:
    assert [] == codes(sent(beaten, "frederick", spoken(beaten, "frederick")))


def test_the_sheet_as_it_was_sent_has_the_standing_answer_in_it(beaten: str) -> None:
    where = spoken(beaten, "frederick")

    assert where["do"] == data_of(orders(beaten, "frederick"))["do"]
