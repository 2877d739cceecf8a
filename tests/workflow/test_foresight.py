"""What a sheet would do is told in receipts and on demand by `check`, from the writer's view alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from ahead_games import begun, sent
from battle_game import view_of
from loading import command

from games import play_steps, send, sheet_file
from pbem.core.chance import Chance
from pbem.core.ruleset import Foreseen
from pbem.store import GameFault
from pbem.store.reading import read_secret
from pbem.testing import altered
from pbem.workflow import Table, open_game
from pbem.workflow.check import Answer, check_in_game, check_with_view, foretold, said
from pbem.workflow.codes import LEAK
from pbem.workflow.reporting import report
from pbem.workflow.submit import _check_receipt

HEAD = "What these orders would do by themselves:"
PLACES: dict[str, Any] = {
    "prussia": {"friedrich": "Soldin 8", "keith": "Prag 3", "t1": "Breslau"},
    "russia": {"saltikov": "Berlinchen 6", "tottleben": "Plock 2", "t1": "Warszawa"},
}
ORDERS = {"do": ["Friedrich stays", "Keith > Beraun > Pilsen"]}
WOULD = [
    "  certain: Friedrich in Soldin ♥ attacks Saltikov in Berlinchen ♥.",
    "  certain: Keith in Pilsen is out of supply, face-down.",
]


def near_battle(folder: Path, **changes: Any) -> str:
    game = begun(folder, **{**PLACES, **changes})
    report(game)
    return game


def test_a_receipt_tells_what_the_orders_would_do(tmp_path: Path) -> None:
    lines = sent(near_battle(tmp_path), "frederick", ORDERS).text.split("\n")

    assert WOULD == lines[lines.index(HEAD) + 2 :][:2]
    assert lines.index("Your orders, as understood:") < lines.index(HEAD)


def test_check_tells_it_on_demand_the_same_at_home_and_at_the_desk(tmp_path: Path) -> None:
    game = near_battle(tmp_path)
    sheet = sheet_file(game, "frederick", ORDERS)
    told = [said(answer, "text") for answer in (
        check_in_game(sheet, game, tell=True), check_with_view(sheet, view_of(game, "frederick"), tell=True)
    )]  # fmt: skip

    assert told[0] == told[1]
    assert [HEAD, *WOULD] == told[0][-3:]
    assert HEAD not in "\n".join(said(check_in_game(sheet, game), "text"))


def test_that_orders_do_nothing_more_is_said_where_it_was_asked(tmp_path: Path) -> None:
    game = begun(tmp_path)
    lines = said(check_in_game(sheet_file(game, "frederick", {"do": ["Friedrich stays"]}), game, tell=True), "text")

    assert [HEAD, "  nothing besides what they say"] == lines[-2:]
    assert HEAD not in sent(game, "frederick", {"do": ["Friedrich stays"]}).text


def test_a_refused_sheet_and_one_for_programs_tell_nothing(tmp_path: Path) -> None:
    game = near_battle(tmp_path)
    wrong = sheet_file(game, "frederick", {"do": ["Friedrich > Wien"]})

    assert check_in_game(wrong, game, tell=True).would is None
    assert HEAD not in sent(game, "frederick", {"do": ["Friedrich > Wien"]}).text
    right = sheet_file(game, "frederick", ORDERS)
    assert said(check_in_game(right, game), "json") == said(check_in_game(right, game, tell=True), "json")


def test_what_orders_ahead_would_do_is_told_after_it_and_hangs_on_what_comes_before(tmp_path: Path) -> None:
    near = {"hanover": {"ferdinand": "Northeim 6", "t1": "Hannover"}, "france": {"richelieu": "Münden 6"}}
    game = near_battle(tmp_path, **near)
    ahead = {"for": "hanover", "unless": ["fate"], "do": ["Ferdinand > Göttingen"]}
    sheet = sheet_file(game, "frederick", {**ORDERS, "ahead": [ahead]})
    at_home = check_with_view(sheet, view_of(game, "frederick"), tell=True).would
    found = sent(game, "frederick", {**ORDERS, "ahead": [ahead]}).answer.would

    assert [line.strip() for line in WOULD] == list(found[:2])
    assert (
        "depends on what happens before Hanover's moves in turn 2: Ferdinand in Göttingen ♠ attacks Richelieu in"
        " Münden ♠."
    ) == found[2]
    assert {"depends on what happens before Hanover's moves in turn 2"} == {line.split(":")[0] for line in found[2:]}
    assert found == at_home


@pytest.mark.parametrize(
    "table", [{"for": "hanover", "do": ["Ferdinand > Celle"]}, {"for": "hanover", "withdraw": True}]
)
def test_of_orders_ahead_that_would_be_refused_today_and_of_none_nothing_is_told(tmp_path: Path, table: Any) -> None:
    game = near_battle(tmp_path)
    plain = sent(game, "frederick", ORDERS).answer.would
    receipt = sent(game, "frederick", {**ORDERS, "ahead": [table]})

    assert not receipt.answer.is_refused
    assert plain == receipt.answer.would


def test_a_title_without_foresight_says_nothing(game: str) -> None:
    play_steps(game, 1)
    card = min(open_game(game).state.hands["north"])

    assert HEAD not in send(game, "north", {"card": card}).text
    assert check_in_game(sheet_file(game, "north", {"card": card}), game, tell=True).would is None


def test_only_telling_loads_what_foresees(tmp_path: Path) -> None:
    game = near_battle(tmp_path)
    sheet = sheet_file(game, "frederick", ORDERS)
    plain, told = command("check", sheet, "--game", game), command("check", sheet, "--game", game, "--tell")

    assert {"pbem.workflow.foresight", "pbem.rulesets.friedrich.telling.foresight"} <= told - plain


# secrets


def exchanged(table: Table, role: str, seed: str) -> Table:
    """The table with other secrets."""
    return table._replace(state=table.ruleset.secrets.twin_of(table.state, role, Chance(seed)))


def told_of(table: Table, answer: Answer) -> bytes:
    return "\n".join(foretold(table, answer).would or ()).encode()


def test_with_all_secrets_exchanged_not_a_byte_of_a_receipt_changes(tmp_path: Path) -> None:
    marked = {"prussia": {"friedrich": "Soldin 8", "keith": "Prag 3", "heinrich": "Stettin 2", "t1": "Breslau"}}
    table = open_game(near_battle(tmp_path, **marked))
    sheet = sheet_file(table.game.directory, "frederick", ORDERS)
    answer = check_in_game(sheet, table.game.directory)
    told = told_of(table, answer)
    twins = [exchanged(table, "frederick", seed) for seed in "abcd"]

    assert WOULD[0].strip().encode() in told
    assert all(twin.state.troops != table.state.troops for twin in twins[:1])
    assert [told] * 4 == [told_of(twin, answer) for twin in twins]


def test_the_gate_holds_a_receipt_that_tells_what_its_writer_may_not_know(tmp_path: Path) -> None:
    table = open_game(near_battle(tmp_path))
    rules, view_of = table.ruleset, table.ruleset.secrets.view_of
    leaky = altered(
        rules,
        view_of=lambda state, role: view_of(state, role)._replace(troops=state.troops),
        foresee=lambda view, role, body: (Foreseen(str(view.troops)),),
    )
    secret = read_secret(table.game)
    answer = check_in_game(sheet_file(table.game.directory, "frederick", ORDERS), table.game.directory)
    seen = table._replace(ruleset=leaky)

    with pytest.raises(GameFault) as fault:
        _check_receipt(seen, secret, foretold(seen, answer))
    assert fault.value.code is LEAK
    _check_receipt(table, secret, foretold(table, answer))
