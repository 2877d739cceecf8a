"""Orders ahead through the commands: sent, kept, used whole or not at all, undone, verified; and running on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from ahead_games import HANOVER, begun, codes, last, sent, stays

from games import sheet_file
from pbem.core import Where
from pbem.store import GameFault
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.check import check_with_view
from pbem.workflow.journal import log, said_undone, undo
from pbem.workflow.new import Plan, new
from pbem.workflow.reporting import report, report_of
from pbem.workflow.sealing import seal
from pbem.workflow.status import as_table, next_action, status
from pbem.workflow.submit import submit
from pbem.workflow.verify import verify

VIEW = "frederick.view.toml"


@pytest.fixture
def game(tmp_path: Path) -> str:
    return begun(tmp_path)


def test_orders_ahead_are_used_when_their_decision_comes(game: str) -> None:
    receipt = sent(game, "frederick", stays(HANOVER))
    done = adjudicate(game)

    assert "orders ahead for Hanover's moves in turn 2: Ferdinand > Zeven" in receipt.text
    assert [1, 2] == [step.number for step in (*done.before, done)]
    assert ("t02-russia", ["Ferdinand > Zeven"]) == (last(game).label, last(game).orders["frederick"]["do"])
    assert () == last(game).ahead
    assert "Your orders ahead were used: Hanover's moves in turn 2." in report_of(game, "frederick")
    assert "orders ahead" not in report_of(game, "elisabeth") + report_of(game, None)
    assert [] == list(verify(game).findings)


def test_one_step_at_a_time_where_that_is_wished(game: str) -> None:
    sent(game, "frederick", stays(HANOVER))
    done = adjudicate(game, one=True)

    assert (1, ()) == (done.number, done.before)
    assert "answered ahead" in as_table(status(game)) and "frederick: Hanover's moves in turn 2" in as_table(
        status(game)
    )
    assert "YOUR ORDERS AHEAD" in report_of(game, "frederick")
    assert "Your orders ahead answer, unless you send others." in report_of(game, "frederick")
    assert "pbem adjudicate" in next_action(game)
    assert next_action(game).endswith("\n\nOrdered ahead:\n\n  frederick: Hanover's moves in turn 2")
    assert "t02-russia" == (adjudicate(game), last(game).label)[1]


def test_next_lists_what_is_ordered_ahead_while_others_are_waited_for(game: str) -> None:
    sent(game, "elisabeth", {"ahead": [{"for": "russia", "do": ["Saltikov > Lipno"]}]})
    sent(game, "frederick", stays())
    adjudicate(game)

    assert "waits for frederick (Hanover's moves)" in next_action(game)
    assert next_action(game).endswith("\n\nOrdered ahead:\n\n  elisabeth: Russia's moves in turn 2")
    assert "Ordered ahead" not in report_of(game, "elisabeth") + report_of(game, "frederick") + report_of(game, None)


def test_whoever_owes_nothing_orders_ahead_too(game: str) -> None:
    first = sent(game, "pompadour", {"ahead": [{"for": "france", "do": ["discard lowest", "Richelieu > Limburg"]}]})
    sent(game, "frederick", stays(HANOVER))
    adjudicate(game)
    for role, stay in (("elisabeth", "Saltikov"), ("elisabeth", "Ehrensvärd"), ("maria-theresa", "Daun"),
                       ("maria-theresa", "Hildburghausen")):  # fmt: skip
        sent(game, role, {"do": [f"{stay} stays"]})
        adjudicate(game)

    assert not first.answer.is_refused, first.text
    assert "t03-prussia" == last(game).label
    assert any("Richelieu" in line for entry in log(game) for told in entry.events for line in told.sentences)
    assert [] == list(verify(game).findings)


def test_orders_that_no_longer_fit_are_not_used_at_all(tmp_path: Path) -> None:
    near = {"hanover": {"ferdinand": "Stade 5", "cumberland": "Zeven 1", "t1": "Bremen"}}
    game = begun(tmp_path, **near, prussia={"friedrich": "Winsen 8", "t1": "Breslau"})
    ahead = {"for": "hanover", "do": ["Ferdinand > Winsen", "Cumberland stays"]}
    receipt = sent(game, "frederick", stays(ahead))
    done = adjudicate(game)

    assert "It hangs on who stands in Winsen then." in " ".join(receipt.text.split())
    assert (1, ()) == (done.number, done.before)
    assert () == last(game).ahead
    told = " ".join(report_of(game, "frederick").split())
    assert "PB226 Your orders ahead no longer fit; nothing of them is used, and you are asked" in told
    assert "FR408" in told
    assert [] == list(verify(game).findings)


def test_a_brake_holds_them_back(tmp_path: Path) -> None:
    game = begun(tmp_path, france={"richelieu": "Zeven 6", "t1": "Mainz"})
    sent(
        game,
        "frederick",
        stays({**HANOVER, "do": ["Ferdinand > Otterndorf"], "unless": ["enemy within 1 of Ferdinand"]}),
    )
    adjudicate(game)

    told = " ".join(report_of(game, "frederick").split())
    assert "t02-hanover" == last(game).label
    assert "PB225 Your orders ahead are not used" in told
    assert "of what you wrote under unless, and you are asked: Hanover's moves in turn 2. - enemy within 1 of" in told
    assert [] == list(verify(game).findings)


NEAR = {"france": {"richelieu": "Zeven 6", "t1": "Mainz"}}


@pytest.mark.parametrize(
    ("unless", "places"),
    [
        (["attacked", "enemy within 1 of Ferdinand"], [1]),
        (["Cumberland lost", "Ferdinand lost", "Richelieu within 1 of Ferdinand"], [0, 2]),
        (["enemy within 0 of Ferdinand", "fate", "Richelieu moved"], []),
    ],
)
def test_a_brake_that_holds_today_is_warned_of_at_once(tmp_path: Path, unless: list[str], places: list[int]) -> None:
    game = begun(tmp_path, **NEAR)
    report(game)
    body = stays({"for": "hanover", "do": ["Ferdinand > Otterndorf"], "unless": unless})
    at_home = check_with_view(sheet_file(game, "frederick", body), str(Path(game, "reports", "0000", VIEW)))
    receipt = sent(game, "frederick", body)

    found = [item for item in receipt.answer.diagnostics if item.code.id == "PB229"]
    assert [("ahead", 0, "unless", place) for place in places] == [item.at.path for item in found]
    assert not receipt.answer.is_refused
    assert at_home.diagnostics == receipt.answer.diagnostics


def test_newer_orders_replace_older_ones_and_can_be_withdrawn(game: str) -> None:
    sent(game, "frederick", stays(HANOVER))
    sent(game, "frederick", stays({"for": "hanover", "do": ["Ferdinand > Winsen"]}))
    adjudicate(game, one=True)
    kept = last(game).ahead
    refused = sent(game, "frederick", {"ahead": [{"for": "hanover", "withdraw": True}]})

    assert [["Ferdinand > Winsen"]] == [item.body["do"] for item in kept]
    assert ["PB216"] == codes(refused)  # Hanover is asked now


def test_orders_can_be_withdrawn_before_their_decision(game: str) -> None:
    sent(game, "elisabeth", {"ahead": [{"for": "russia", "do": ["Saltikov > Lipno"]}]})
    sent(game, "frederick", stays())
    adjudicate(game)
    there = last(game).ahead
    receipt = sent(game, "elisabeth", {"ahead": [{"for": "russia", "withdraw": True}]})
    sent(game, "frederick", {"do": ["Ferdinand stays"]})
    adjudicate(game)

    assert ["russia"] == [item.decision for item in there]
    assert "withdrawn" in receipt.text
    assert () == last(game).ahead and "t02-russia" == last(game).label


def test_a_sheet_for_the_decision_itself_counts_instead(game: str) -> None:
    sent(game, "frederick", stays(HANOVER))
    adjudicate(game, one=True)
    sent(game, "frederick", {"do": ["Ferdinand > Winsen"]})
    adjudicate(game)

    assert ["Ferdinand > Winsen"] == last(game).orders["frederick"]["do"]
    assert () == last(game).ahead
    assert [] == list(verify(game).findings)


@pytest.mark.parametrize("body", [{"do": ["Ferdinand > Winsen"]}, {"troops": {"ferdinand": 5}}])
def test_a_sheet_that_counts_instead_of_orders_ahead_says_so(game: str, body: dict[str, Any]) -> None:
    sent(game, "frederick", stays(HANOVER))
    adjudicate(game, one=True)
    receipt = sent(game, "frederick", body)
    adjudicate(game)

    assert "PB224" in codes(receipt) and not receipt.answer.is_refused
    told = " ".join(report_of(game, "frederick").split())
    assert "counts; your orders ahead are used up: Hanover's moves in turn 2" in told
    assert [] == list(verify(game).findings)


BID = {"own": "Ferdinand", "plays": [], "otherwise": "concede"}


@pytest.mark.parametrize(
    "body",
    [
        {"ahead": [{"for": "prussia", "do": ["Friedrich stays"]}]},
        {"standing": [BID]},
        {"answers": ["decline 8C"]},
        {"withdraw": ["*"], "standing": [BID]},
        {"do": ["Ferdinand > Zeven"], "standing": [BID]},
    ],
)
def test_a_sheet_that_says_nothing_of_the_decision_leaves_orders_ahead_alone(game: str, body: dict[str, Any]) -> None:
    sent(game, "frederick", stays(HANOVER))
    adjudicate(game, one=True)
    report(game)
    at_home = check_with_view(sheet_file(game, "frederick", body), str(Path(game, "reports", "0001", VIEW)), tell=True)
    receipt = sent(game, "frederick", body)
    adjudicate(game, one=True)

    assert not receipt.answer.is_refused, receipt.text
    assert "PB224" not in codes(receipt)
    assert "your orders ahead stay, and answer: Hanover's moves" in receipt.text
    assert (at_home.understood, at_home.would) == (receipt.answer.understood, receipt.answer.would)
    done = last(game)
    assert ("t02-russia", {**body, "do": ["Ferdinand > Zeven"]}) == (done.label, done.orders["frederick"])
    assert len(body.get("ahead", ())) == len(done.ahead)
    told = " ".join(report_of(game, "frederick").split())
    assert "Your orders ahead were used: Hanover's moves in turn 2." in told
    assert [] == list(verify(game).findings)


def test_what_such_a_sheet_says_for_good_is_kept(game: str) -> None:
    sent(game, "frederick", stays(HANOVER))
    adjudicate(game, one=True)
    sent(game, "frederick", {"standing": [BID]})
    again = sent(game, "frederick", {"standing": [BID]})
    adjudicate(game, one=True)

    assert ["PB210"] == codes(again)
    assert 1 == len(last(game).state["standing"])


def test_ok_agrees_to_the_orders_ahead_that_answer(game: str) -> None:
    sent(game, "frederick", stays(HANOVER))
    adjudicate(game, one=True)
    path = Path(sheet_file(game, "frederick", {}))
    path.write_text(path.read_text("utf-8") + "\nok = true\n", "utf-8")
    receipt = submit(str(path), game)
    adjudicate(game)

    assert [] == codes(receipt)
    assert "your orders ahead stay, and answer: Hanover's moves" in receipt.text
    assert "Ferdinand > Zeven" in receipt.text
    assert ("t02-russia", {"do": ["Ferdinand > Zeven"]}) == (last(game).label, last(game).orders["frederick"])
    assert "Your orders ahead were used" in report_of(game, "frederick")
    assert [] == list(verify(game).findings)


def test_such_a_sheet_can_withdraw_orders_for_another_decision(game: str) -> None:
    tables = [{"for": "russia", "do": ["Saltikov > Lipno"]}, {"for": "sweden", "do": ["Ehrensvärd stays"]}]
    sent(game, "elisabeth", {"ahead": tables})
    sent(game, "frederick", stays(HANOVER))
    adjudicate(game, one=True)
    adjudicate(game, one=True)
    receipt = sent(game, "elisabeth", {"ahead": [{"for": "sweden", "withdraw": True}]})
    adjudicate(game)

    assert [] == codes(receipt)
    assert ("t02-sweden", ["Saltikov > Lipno"]) == (last(game).label, last(game).orders["elisabeth"]["do"])
    assert () == last(game).ahead
    assert [] == list(verify(game).findings)


def test_ok_beside_orders_of_its_own_is_only_noted(game: str) -> None:
    sent(game, "frederick", stays(HANOVER))
    adjudicate(game, one=True)
    path = Path(sheet_file(game, "frederick", {}))
    path.write_text(path.read_text("utf-8") + '\nok = true\ndo = ["Ferdinand > Winsen"]\n', "utf-8")
    receipt = submit(str(path), game)
    adjudicate(game)

    assert ["PB224"] == codes(receipt)
    assert ["Ferdinand > Winsen"] == last(game).orders["frederick"]["do"]
    assert [] == list(verify(game).findings)


@pytest.mark.parametrize("body", [{"bid": [BID]}, {"retreat": ["towards Prag"]}, {"retreat": [], "standing": [BID]}])
def test_a_part_of_the_answer_does_not_count_instead_of_orders_ahead(game: str, body: dict[str, Any]) -> None:
    sent(game, "frederick", stays(HANOVER))
    adjudicate(game, one=True)
    receipt = sent(game, "frederick", body)
    adjudicate(game)

    assert ["PB220"] == codes(receipt) and receipt.answer.is_refused
    assert ["Ferdinand > Zeven"] == last(game).orders["frederick"]["do"]
    assert [] == list(verify(game).findings)


def test_a_fault_in_such_a_sheet_is_shown_where_it_stands(game: str) -> None:
    sent(game, "frederick", stays(HANOVER))
    adjudicate(game, one=True)
    receipt = sent(game, "frederick", {"answers": ["dance"]})

    assert receipt.answer.is_refused and "Zeven" not in receipt.text


def test_orders_for_a_nation_that_has_left_the_game_are_gone(tmp_path: Path) -> None:
    """Sweden's stroke is the next card of fate; what is ordered for her after it will not be asked."""
    game = begun(tmp_path, stage="france", turn=6, fate=["sweden"])
    sent(game, "elisabeth", {"ahead": [{"for": "sweden", "do": ["Ehrensvärd stays"]}]})
    sent(game, "pompadour", {"do": ["discard lowest", "Richelieu stays"]})
    adjudicate(game)

    told = " ".join(report_of(game, "elisabeth").split())
    assert "PB228 Your orders ahead are dropped, because there is nothing to decide any more: Sweden's moves" in told
    assert () == last(game).ahead
    assert [] == list(verify(game).findings)


def test_at_the_pace_of_the_table_standing_answers_wait_for_nobody_s_default(tmp_path: Path) -> None:
    game = begun(tmp_path, "table")
    sent(game, "frederick", {"do": ["Friedrich stays"], "standing": [{"own": "Ferdinand", "otherwise": "concede"}]})
    adjudicate(game)

    assert () == open_game(game).answered


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"ahead": "hanover"}, "PB215"),
        ({"ahead": [{"do": []}]}, "PB215"),
        ({"ahead": [{"for": "hanover"}]}, "PB215"),
        ({"ahead": [{"for": "hanover", "do": ["Ferdinand stays"], "moon": 1}]}, "PB215"),
        ({"ahead": [{"for": "hanover", "do": ["Ferdinand stays"], "unless": "attacked"}]}, "PB215"),
        ({"ahead": [{"for": "hanover", "do": ["Ferdinand stays"], "withdraw": True}]}, "PB215"),
        ({"ahead": [{**HANOVER, "withdraw": "yes"}]}, "PB215"),
        ({"ahead": [{**HANOVER, "withdraw": ["standing-1"]}]}, "PB215"),
        ({"ahead": [{"for": "hanover", "withdraw": 1}]}, "PB215"),
        ({"ahead": [{**HANOVER, "answers": ["decline 8C"]}]}, "PB215"),
        ({"ahead": [{**HANOVER, "standing": [{"own": "Ferdinand", "otherwise": "concede"}]}]}, "PB215"),
        ({"ahead": [{"for": "hanover", "standing": [{"own": "Ferdinand", "otherwise": "concede"}]}]}, "PB215"),
        ({"ahead": [{"for": "hanover", "retreat": ["towards Prag"]}]}, "PB215"),
        ({"ahead": [{"for": "hanover", "bid": [{"own": "Ferdinand", "otherwise": "concede"}]}]}, "PB215"),
        ({"ahead": [HANOVER] * 21}, "PB215"),
        ({"ahead": [{"for": "russia", "do": []}]}, "PB216"),
        ({"ahead": [{"for": "prussia", "do": []}]}, "PB216"),
        ({"ahead": [HANOVER, HANOVER]}, "PB217"),
        ({"ahead": [{"for": "hanover", "withdraw": True}]}, "PB218"),
        ({"ahead": [{"for": "hanover", "do": ["Ferdinand > Celle"]}]}, "PB219"),
        ({"ahead": [{"for": "hanover", "do": ["Keith > Celle"]}]}, "FR206"),
        ({"ahead": [{"for": "hanover", "do": ["Ferdinand > Atlantis"]}]}, "FR201"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_orders_ahead_is_said(game: str, body: dict[str, Any], code: str) -> None:
    receipt = sent(game, "frederick", {"do": ["Friedrich stays"], **body})

    assert code in codes(receipt), receipt.text
    assert receipt.answer.is_refused is (code not in ("PB218", "PB219"))


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ({**HANOVER, "withdraw": "yes"}, "withdraw must be true, or left out"),
        ({**HANOVER, "withdraw": ["standing-1"]}, "a list under withdraw holds at once and for good"),
        ({**HANOVER, "answers": []}, "answers holds at once and for good, and not with orders ahead"),
        ({**HANOVER, "ahead": []}, "orders ahead have no key 'ahead'"),
        ({"for": "hanover", "retreat": ["towards Prag"]}, "there are no orders for Hanover's moves in turn 2 here"),
    ],
)
def test_a_table_holds_only_what_answers_its_decision(game: str, table: dict[str, Any], told: str) -> None:
    receipt = sent(game, "frederick", stays(table))

    assert ["PB215"] == codes(receipt)
    assert told in " ".join(receipt.text.split())


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ({"for": "birds"}, "there are no orders for the posts of the birds here"),
        ({"for": "birds", "do": ["FALCON 3", "HAWK 5"], "withdraw": ["a"]}, "withdraw must be true, or left out"),
        ({"for": "birds", "do": ["FALCON 3", "HAWK 5"], "answers": []}, "orders ahead have no key 'answers'"),
    ],
)
def test_the_same_in_a_title_without_standing_bids(tmp_path: Path, table: dict[str, Any], told: str) -> None:
    game = str(tmp_path / "castle")
    new(Plan(game, ruleset="fredericus", seed="a"))
    receipt = sent(game, "b", {"ahead": [table]})

    assert "PB215" == codes(receipt)[0], receipt.text
    assert told in " ".join(receipt.text.split())


@pytest.mark.parametrize("table", [{"do": []}, {"do": [], "withdraw": False}, {"troops": {"ferdinand": 5}}])
def test_orders_ahead_that_move_nothing_say_so(game: str, table: dict[str, Any]) -> None:
    receipt = sent(game, "frederick", stays({"for": "hanover", **table}))
    adjudicate(game)

    assert not receipt.answer.is_refused
    assert "orders ahead for Hanover's moves in turn 2: nothing moves" in receipt.text
    assert "t02-russia" == last(game).label


def test_orders_ahead_alone_do_not_answer_what_is_asked_now(game: str) -> None:
    receipt = sent(game, "frederick", {"ahead": [HANOVER]})

    assert ["PB220"] == codes(receipt)
    assert not sent(game, "frederick", {"do": [], "ahead": [HANOVER]}).answer.is_refused


def test_a_draft_with_orders_ahead_alone_is_checked_and_kept(game: str) -> None:
    sent(game, "frederick", stays())
    receipt = sent(game, "frederick", {"status": "draft", "ahead": [HANOVER]})
    faulty = sent(game, "frederick", {"status": "draft", "ahead": [{"for": "hanover", "do": ["Keith stays"]}]})
    adjudicate(game)

    assert "PB231" == codes(receipt)[0] and not receipt.answer.is_refused
    assert "orders ahead for Hanover's moves in turn 2: Ferdinand > Zeven" in receipt.text
    assert "FR206" in codes(faulty)
    assert ("t02-hanover", ()) == (last(game).label, last(game).ahead)


def test_orders_ahead_alone_never_take_the_place_of_an_answer(game: str) -> None:
    sent(game, "frederick", {"do": ["Friedrich > Potsdam"]})
    receipt = sent(game, "frederick", {"ahead": [{"for": "hanover", "withdraw": True}]})
    adjudicate(game)

    assert ["PB220"] == codes(receipt)
    assert "a sheet takes the place of an earlier one whole" in " ".join(receipt.text.split())
    assert ["Friedrich > Potsdam"] == last(game).orders["frederick"]["do"]


def test_the_hint_to_orders_ahead_alone_fits_what_is_owed(tmp_path: Path) -> None:
    near = {"prussia": {"friedrich": "Neumarkt 8", "t1": "Wohlau"}, "austria": {"daun": "Ohlau 6", "t1": "Neisse"}}
    game = begun(tmp_path, **near, hands={"prussia": "13S", "austria": "12S"})
    bid = {"own": "*", "plays": ["13S"], "otherwise": "concede"}
    moves = sent(game, "frederick", {"ahead": [HANOVER]})
    sent(game, "frederick", {"do": ["Friedrich > Breslau"], "bid": [bid]})
    adjudicate(game)
    battle = sent(game, "maria-theresa", {"ahead": [{"for": "imperial", "do": ["Hildburghausen stays"]}]})
    castle = str(tmp_path / "castle")
    new(Plan(castle, ruleset="fredericus", seed="a"))
    posts = sent(castle, "b", {"ahead": [{"for": "turn", "do": ["pass"]}]})

    assert ["PB220"] == codes(moves) and "do = []" in moves.answer.diagnostics[0].hint
    assert ["PB220"] == codes(battle) and "[[bid]]" in battle.answer.diagnostics[0].hint
    assert "do = []" not in battle.answer.diagnostics[0].hint
    assert all("do = []" not in item.hint for item in posts.answer.diagnostics)


def test_a_game_at_the_pace_of_the_table_takes_none_and_never_goes_on_by_itself(tmp_path: Path) -> None:
    game = begun(tmp_path, "table")
    receipt = sent(game, "frederick", stays(HANOVER))

    assert ["PB221"] == codes(receipt)
    assert 'pace = "table"' in Path(game, "game.toml").read_text("utf-8")


def test_status_and_next_list_orders_ahead_that_came_with_the_step_under_way(game: str) -> None:
    austria = {"for": "austria", "do": ["Daun stays"]}
    sent(game, "maria-theresa", {"ahead": [austria]})
    sent(game, "frederick", {"do": ["Friedrich stays"], "ahead": [HANOVER]})
    sent(game, "elisabeth", {"status": "draft", "ahead": [{"for": "russia", "do": ["Saltikov stays"]}]})
    first = as_table(status(game)), next_action(game)
    adjudicate(game, one=True)
    sent(game, "maria-theresa", {"ahead": [{"for": "austria", "withdraw": True}]})
    second = as_table(status(game))

    for text in first:
        assert "maria-theresa: Austria's moves in turn 2 (received with this step)" in text
        assert "frederick: Hanover's moves in turn 2 (received with this step)" in text
        assert "Russia's moves in turn 2 (" not in text
    assert "frederick: Hanover's moves in turn 2\n" in second
    assert "maria-theresa: Austria's moves in turn 2 (withdrawn with this step)" in second


def test_status_tells_of_closed_orders_ahead_that_there_are_some(game: str) -> None:
    made = seal(sheet_file(game, "frederick", stays(HANOVER)), open_game(game).game.seal_key, ahead=True)
    path = Path(game).parent / "closed.toml"
    path.write_text(made.text, encoding="utf-8")
    submit(str(path), game)

    assert "frederick: Hanover's moves in turn 2 (received with this step, closed)" in as_table(status(game))


@pytest.mark.parametrize("to", [0, 2, -1])
def test_undo_names_the_steps_that_can_be_taken_back(game: str, to: int) -> None:
    adjudicate(game, defaults=["all"])
    with pytest.raises(GameFault) as fault:
        undo(game, "a slip", to=to)

    assert "Possible: the steps 1 to 1." == fault.value.code(Where(), **fault.value.facts).hint


def test_undo_takes_the_whole_run_back_and_orders_that_were_used_are_there_again(game: str) -> None:
    sent(game, "elisabeth", {"ahead": [{"for": "russia", "do": ["Saltikov > Lipno"]}]})
    sent(game, "frederick", stays(HANOVER))
    done = adjudicate(game)
    first = undo(game, "a slip")

    assert [1, 2, 3] == [step.number for step in (*done.before, done)]
    assert (1, 0) == (first.number, open_game(game).last.number)
    again = adjudicate(game)
    assert [1, 2, 3] == [step.number for step in (*again.before, again)]
    undo(game, "another", to=3)
    assert 2 == open_game(game).last.number
    assert ["russia"] == [item.decision for item in last(game).ahead]
    assert [] == list(verify(game).findings)


def test_whose_newer_sheet_went_with_a_step_taken_back_is_told_so(game: str) -> None:
    sent(game, "frederick", stays())
    adjudicate(game)
    sent(game, "pompadour", {"ahead": [{"for": "france", "do": ["Richelieu stays"]}]})
    undone = undo(game, "a slip")
    said = " ".join(said_undone(game, undone).split())
    adjudicate(game)

    assert "asks these players to send again what they still want: pompadour." in said
    assert () == last(game).ahead
    told = {role: " ".join(report_of(game, role).split()) for role in (None, "frederick", "pompadour")}
    assert "Your sheet for step 2 went with it, and whatever you had ordered ahead" in told["pompadour"]
    assert all("went with it" not in text for role, text in told.items() if role != "pompadour")
    assert all("The moderator took back step 1" in text for text in told.values())
    assert [] == list(verify(game).findings)


def test_of_several_steps_taken_back_each_sheet_is_told_to_its_owner(game: str) -> None:
    sent(game, "frederick", stays())
    adjudicate(game)
    sent(game, "elisabeth", {"ahead": [{"for": "russia", "do": ["Saltikov > Lipno"]}]})
    sent(game, "frederick", {"do": ["Ferdinand stays"]})
    adjudicate(game)
    undone = undo(game, "a slip", to=1)
    said = " ".join(said_undone(game, undone, 3).split())
    adjudicate(game)

    assert (
        "The steps 1 to 3 were taken back. The sheets of step 1 are in the inbox again, with the orders ahead" in said
    )
    assert "what they still want: elisabeth and frederick." in said
    told = " ".join(report_of(game, "elisabeth").split())
    assert 1 == told.count("Your sheet for step 2 went with it")
    assert [] == list(verify(game).findings)


def test_a_run_that_was_cut_off_is_taken_back_whole(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sent(game, "elisabeth", {"ahead": [{"for": "russia", "do": ["Saltikov > Lipno"]}]})
    sent(game, "frederick", stays(HANOVER))
    with monkeypatch.context() as patch:
        patch.setattr("pbem.workflow.adjudicate.MOST_RUNS", 1)
        adjudicate(game)
    done = adjudicate(game)
    undo(game, "a slip")

    assert (2, 3) == (done.before[0].number, done.number)
    assert 0 == open_game(game).last.number
    assert [] == list(verify(game).findings)


def test_orders_ahead_that_order_nothing_are_told_so(game: str) -> None:
    sent(game, "frederick", stays({"for": "hanover", "do": []}))
    adjudicate(game, one=True)

    assert "Nothing is to be done." in report_of(game, "frederick")
