"""Bids for a whole stage: a standing bid that answers some of its battles stays, and only the other bids are owed."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from ahead_games import begun, codes, last, seen_by_others, sent

from games import sheet_file
from pbem.mail.blank import data_of
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.check import check_in_game, check_with_view, said
from pbem.workflow.duel import Wishes, duel
from pbem.workflow.reporting import report, report_of
from pbem.workflow.sealing import seal
from pbem.workflow.sheet import orders
from pbem.workflow.submit import submit
from pbem.workflow.verify import verify

MARIA, FREDERICK = "maria-theresa", "frederick"
TWO: dict[str, Any] = {
    "prussia": {"friedrich": "Neumarkt 8", "heinrich": "Meißen 7", "t1": "Wohlau"},
    "austria": {"daun": "Ohlau 6", "laudon": "Pirna 6", "t1": "Neisse"},
    "hands": {"prussia": "13S 10D 3H", "austria": "12S 5S 6S 4H", "imperial": "3C"},
}
GUARD = {"name": "guard", "own": "Daun", "plays": ["12S"], "otherwise": "concede", "retreat": ["anywhere"]}
LAUDON = {"own": "Laudon", "plays": ["6S"], "otherwise": "concede"}
DAUN = {"own": "Daun", "plays": ["5S"], "otherwise": "concede"}
ATTACK = {
    "do": ["Friedrich > Breslau", "Heinrich > Dresden", "battles Friedrich against Daun, Heinrich against Laudon"],
    "bid": [{"own": "*", "plays": ["13S", "10D"], "otherwise": "concede", "retreat": ["anywhere"]}],
}
STAYS = "your standing bid guard stays, and answers for Daun against Friedrich"


def attacked(
    folder: Path, standing: list[dict[str, Any]], pace: str = "brisk", attack: Mapping[str, Any] = ATTACK
) -> str:
    """A game in which Daun and Laudon are attacked, and all bids of the stage are owed at once."""
    return attack_in(begun(folder, pace, options={"bidding": "stage"}, **TWO), standing, attack)


def attack_in(game: str, standing: list[dict[str, Any]], attack: Mapping[str, Any] = ATTACK) -> str:
    if standing:
        sent(game, MARIA, {"standing": standing})
    assert not sent(game, FREDERICK, dict(attack)).answer.is_refused
    adjudicate(game, one=True)
    report(game)
    return game


@pytest.fixture
def game(tmp_path: Path) -> str:
    return attacked(tmp_path, [GUARD])


def flat(text: str) -> str:
    return " ".join(text.split())


def stood_in(game: str) -> list[str]:
    return [f"{event.facts['name']} {event.facts['own']}" for event in last(game).events if event.kind == "stood-in"]


def played(game: str) -> list[str]:
    """The cards of Austria in the last step."""
    events = [event for event in last(game).events if event.kind == "played"]
    return [event.facts["card"].split("#")[0] for event in events if event.facts["nation"] == "austria"]


def sealed(game: str, body: dict[str, Any], to: str) -> Any:
    """The sheet in an envelope, sent."""
    path = Path(game).parent / "sealed.toml"
    path.write_text(seal(sheet_file(game, MARIA, body), to).text, encoding="utf-8")
    return submit(str(path), game)


def view_of(game: str) -> str:
    return str(sorted(Path(game, "reports").glob(f"*/{MARIA}.view.toml"))[-1])


def test_a_bid_for_the_other_battle_alone_leaves_it(game: str) -> None:
    receipt = sent(game, MARIA, {"bid": [LAUDON]})
    adjudicate(game, one=True)

    assert [] == [code for code in codes(receipt) if code in ("FR705", "PB224")]
    assert STAYS in flat(receipt.text)
    assert {"bid": [LAUDON]} == last(game).orders[MARIA]
    assert ["guard daun"] == stood_in(game)
    assert ["12S", "6S"] == played(game)
    assert [] == list(verify(game).findings)


def test_the_sheet_has_a_bid_to_fill_in_only_for_what_is_owed(game: str) -> None:
    sheet = orders(game, MARIA)

    assert ["Laudon"] == [bid["own"] for bid in data_of(sheet)["bid"]]
    assert "Your standing bid guard answers here." in flat(sheet.replace("#", ""))


def test_ok_leaves_it(game: str) -> None:
    path = Path(sheet_file(game, MARIA, {}))
    path.write_text("ok = true\n" + path.read_text())

    receipt = submit(str(path), game)
    adjudicate(game, one=True)

    assert STAYS in flat(receipt.text)
    assert ["guard daun"] == stood_in(game)
    assert ["12S"] == played(game)[:1]
    assert [] == list(verify(game).findings)


def test_a_bid_for_its_own_battle_sets_it_aside_with_a_warning(game: str) -> None:
    receipt = sent(game, MARIA, {"bid": [DAUN, LAUDON]})
    adjudicate(game, one=True)

    assert ["PB224"] == [code for code in codes(receipt) if code == "PB224"]
    assert "a standing bid of yours was to answer now: the bid for Daun against Friedrich" in flat(receipt.text)
    assert [] == stood_in(game)
    assert ["5S", "6S"] == played(game)


def test_a_bid_for_all_battles_sets_it_aside_too(game: str) -> None:
    receipt = sent(game, MARIA, {"bid": [{"own": "*", "otherwise": "concede"}]})

    assert "PB224" in codes(receipt) and not receipt.answer.is_refused


def test_the_other_bid_is_owed_and_that_alone(game: str) -> None:
    for body in ({}, {"troops": {"daun": 6}}):
        receipt = sent(game, MARIA, body)

        assert ["FR705"] == codes(receipt)
        assert "Laudon" in receipt.text and "for Daun" not in receipt.answer.diagnostics[0].message
    only = sent(game, MARIA, {"ahead": [{"for": "imperial", "do": ["Hildburghausen stays"]}]})
    assert ["PB220"] == codes(only)


def test_whoever_withdraws_it_must_bid_there_too(game: str) -> None:
    receipt = sent(game, MARIA, {"withdraw": ["guard"], "bid": [LAUDON]})

    assert ["FR705"] == codes(receipt)
    assert "the standing bid that was to answer is withdrawn" in flat(receipt.text)
    assert [] == [code for code in codes(sent(game, MARIA, {"withdraw": ["guard"], "bid": [DAUN, LAUDON]}))
                  if code in ("FR705", "PB224")]  # fmt: skip


def test_it_can_be_replaced_beside_the_other_bid(game: str) -> None:
    sent(game, MARIA, {"standing": [{**GUARD, "plays": ["5S"]}], "bid": [LAUDON]})
    adjudicate(game, one=True)

    assert ["guard daun"] == stood_in(game)
    assert ["5S", "6S"] == played(game)
    assert [] == list(verify(game).findings)


def test_a_standing_bid_that_comes_with_the_sheet_is_no_bid_where_none_stood(game: str) -> None:
    assert ["FR705"] == codes(sent(game, MARIA, {"standing": [{"name": "other", "own": "Laudon"}]}))


def test_the_default_uses_it(game: str) -> None:
    adjudicate(game, ["all"], one=True)

    assert ["guard daun"] == stood_in(game)
    assert ["12S"] == played(game)
    assert [MARIA] == [event.facts["role"] for event in last(game).events if event.kind == "defaulted"]
    assert [] == list(verify(game).findings)


def test_the_report_says_which_battle_it_answers(game: str) -> None:
    text = flat(report_of(game, MARIA))

    assert (
        "Otherwise: your standing bid answers the bid for Daun against Friedrich; where none answers, stop where it is"
        " allowed, else the lowest card"
    ) in text


@pytest.mark.parametrize("to", ["key", "view"])
def test_in_an_envelope_the_same_holds(game: str, to: str) -> None:
    receipt = sealed(game, {"bid": [LAUDON]}, open_game(game).game.seal_key if to == "key" else view_of(game))
    adjudicate(game, one=True)

    assert not receipt.answer.is_refused
    assert ["guard daun"] == stood_in(game)
    assert ["12S", "6S"] == played(game)
    assert [] == list(verify(game).findings)


def test_at_home_the_same_is_said(game: str) -> None:
    for bids in ([LAUDON], [DAUN, LAUDON]):
        path = sheet_file(game, MARIA, {"bid": bids})

        assert said(check_in_game(path, game), "text") == said(check_with_view(path, view_of(game)), "text")


def test_with_two_standing_bids_a_bid_for_one_battle_leaves_the_other(tmp_path: Path) -> None:
    game = attacked(tmp_path, [GUARD, {"name": "second", "own": "Laudon", "plays": ["6S"], "otherwise": "concede"}])

    receipt = sent(game, MARIA, {"bid": [DAUN]})
    adjudicate(game, one=True)

    assert "PB224" in codes(receipt) and "second stays" in flat(receipt.text)
    assert "was to answer now: the bid for Daun against Friedrich." in flat(receipt.text)
    assert ["second laudon"] == stood_in(game)
    assert ["5S", "6S"] == played(game)


def test_at_the_pace_of_the_table_both_bids_are_asked(tmp_path: Path) -> None:
    game = attacked(tmp_path, [GUARD], pace="table")

    assert ["Daun", "Laudon"] == [bid["own"] for bid in data_of(orders(game, MARIA))["bid"]]
    assert ["FR705"] == codes(sent(game, MARIA, {"bid": [LAUDON]}))
    assert "PB224" not in codes(sent(game, MARIA, {"bid": [DAUN, LAUDON]}))


def test_nobody_else_learns_that_it_stands(tmp_path: Path) -> None:
    begun(tmp_path, options={"bidding": "stage"}, **TWO)
    one, other = (shutil.copytree(tmp_path / "winter", str(tmp_path / name / "winter")) for name in ("one", "other"))
    attack_in(one, [GUARD])
    attack_in(other, [])

    assert [owed.role for owed in open_game(one).awaiting] == [owed.role for owed in open_game(other).awaiting]
    assert seen_by_others(one) == seen_by_others(other)


# its cards


SAME = {**LAUDON, "plays": ["12S"]}


def test_a_card_that_it_promises_cannot_be_promised_in_the_other_battle(game: str) -> None:
    receipt = sent(game, MARIA, {"bid": [SAME]})

    assert receipt.answer.is_refused and ["FR704"] == codes(receipt)
    assert "A bid of yours that answers in another battle promises it" in flat(receipt.text)


def test_a_card_under_a_condition_beside_it_is_doubtful(game: str) -> None:
    receipt = sent(game, MARIA, {"bid": [{**LAUDON, "plays": [{"card": "12S", "when": "score <= -1"}]}]})

    assert not receipt.answer.is_refused and "FR753" in codes(receipt)


def test_its_cards_are_free_where_it_is_set_aside_or_replaced(game: str) -> None:
    for body in ({"bid": [DAUN, SAME]}, {"bid": [SAME], "standing": [{**GUARD, "plays": ["5S"]}]}):
        assert "FR704" not in codes(sent(game, MARIA, body))


def test_two_standing_bids_with_one_card_are_no_fault_of_a_sheet(tmp_path: Path) -> None:
    guards = [{**GUARD, "own": "*"}, {**GUARD, "name": "second", "own": "Laudon"}]
    three = {**TWO, "prussia": {**TWO["prussia"], "keith": "Brieg 1"}}
    game = attack_in(begun(tmp_path, options={"bidding": "stage"}, **three), guards)

    assert "FR704" not in codes(sent(game, MARIA, {"bid": [{**DAUN, "enemy": "Keith"}]}))


def test_a_card_of_a_bid_that_came_with_the_moves_cannot_be_promised_again(tmp_path: Path) -> None:
    attack = {**ATTACK, "bid": [{"own": "Friedrich", "plays": ["13S"], "otherwise": "concede"}]}
    game = attacked(tmp_path, [GUARD], attack=attack)
    receipt = sent(game, FREDERICK, {"bid": [{"own": "Heinrich", "plays": ["13S"], "otherwise": "concede"}]})

    assert "FR704" in codes(receipt)


def test_the_sheet_offers_a_card_that_it_leaves(game: str) -> None:
    lines = orders(game, MARIA).splitlines()

    assert ['# plays     = []   # "12S"', 'plays     = []   # "5S"'] == [line for line in lines if "plays " in line]


def test_nothing_is_rehearsed_with_a_card_that_it_promises(game: str) -> None:
    path = sheet_file(game, MARIA, {"bid": [SAME]})

    assert [] == duel(path, "", game, Wishes(samples=3)).battles


# declared strengths


def test_a_bid_is_thought_through_against_the_declared_strength(game: str) -> None:
    receipt = flat(sent(game, MARIA, {"bid": [LAUDON]}).text)

    assert "an enemy of strength 7 with any 3 cards" in receipt


def test_a_bid_is_rehearsed_against_the_declared_strength(game: str) -> None:
    path = sheet_file(game, MARIA, {"bid": [DAUN, LAUDON]})

    assert [[8], [7]] == [battle["strengths"] for battle in duel(path, "", game, Wishes(samples=3)).battles]


# the side that attacks


def test_bids_that_came_with_the_moves_are_not_asked_for_again(tmp_path: Path) -> None:
    attack = {**ATTACK, "bid": [{"own": "Friedrich", "plays": ["13S"], "otherwise": "concede"}]}
    game = attacked(tmp_path, [GUARD], attack=attack)

    assert ["Heinrich"] == [bid["own"] for bid in data_of(orders(game, FREDERICK))["bid"]]


def test_a_standing_bid_answers_beside_bids_that_came_with_the_moves(tmp_path: Path) -> None:
    ready = {"name": "ready", "own": "Heinrich", "plays": ["10D"], "otherwise": "concede", "attacking": True}
    attack = {**ATTACK, "bid": [{"own": "Friedrich", "plays": ["13S"], "otherwise": "concede"}], "standing": [ready]}
    game = attacked(tmp_path, [GUARD], attack=attack)

    assert (FREDERICK,) == open_game(game).answered


def test_the_default_order_of_battles_leaves_the_bids_that_came_with_the_moves(tmp_path: Path) -> None:
    weak = {**TWO, "prussia": {"friedrich": "Neumarkt 5", "heinrich": "Meißen 7", "t1": "Wohlau"}}
    game = begun(tmp_path, options={"bidding": "stage"}, **weak)
    attack_in(game, [], {**ATTACK, "do": ATTACK["do"][:2]})

    adjudicate(game, ["all"], one=True)

    assert ["13S"] == [event.facts["card"] for event in last(game).events if event.kind == "played"][:1]


def test_a_standing_bid_does_not_say_which_battle_comes_first(tmp_path: Path) -> None:
    ready = {"name": "ready", "own": "*", "otherwise": "concede", "attacking": True}
    attack = {"do": ATTACK["do"][:2], "standing": [ready]}
    game = attacked(tmp_path, [GUARD], attack=attack)

    assert () == open_game(game).answered
    assert "bid" not in data_of(orders(game, FREDERICK))
