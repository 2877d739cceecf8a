"""The moderator's desk: new, next, status, adjudicate, report, log, position, undo."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from games import play_steps, send, send_all, tree
from pbem.store import GameFault
from pbem.store.reading import Player, read_game
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.demo import Demo, demo
from pbem.workflow.journal import as_text, log, position, undo
from pbem.workflow.new import Plan, new
from pbem.workflow.publish import reveal
from pbem.workflow.reporting import report, report_of
from pbem.workflow.status import as_table, next_action, status


def test_a_new_game_needs_a_place_and_nothing_else(toy: None, tmp_path: Path) -> None:
    game = new(Plan(str(tmp_path / "winter"), "toy"))

    assert ("winter", "duel", {"vows": "sworn"}) == (game.name, game.mode, game.options)
    assert game == read_game(str(tmp_path / "winter"))


def test_players_are_written_as_given(toy: None, tmp_path: Path) -> None:
    anna = Player('Anna "A" Müller', "anna@example.org")
    new(Plan(str(tmp_path / "winter"), "toy", players={"north": anna}))

    assert anna == read_game(str(tmp_path / "winter")).players["north"]


def test_a_new_game_never_writes_over_anything(game: str) -> None:
    before = tree(game)
    for place in (game, os.path.join(game, "game.toml")):
        with pytest.raises(GameFault, match=r"PB51[38]"):
            new(Plan(place, "toy"))

    assert before == tree(game)


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        (Plan("x", "chess"), "PB507"),
        (Plan("x", "toy", mode="trio"), "PB519"),
        (Plan("x", "toy", options={"vows": "sung"}), "PB519"),
        (Plan("x", "toy", options={"oaths": "sworn"}), "PB519"),
        (Plan("x", "toy", players={"east": Player()}), "PB519"),
        (Plan("x", "toy", position="nowhere.toml"), "PB502"),
        (Plan("a b", "toy"), "PB513"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(toy: None, tmp_path: Path, plan: Plan, code: str) -> None:
    with pytest.raises(GameFault, match=code):
        new(plan._replace(directory=str(tmp_path / plan.directory)))

    assert not list(tmp_path.iterdir())


def test_a_set_up_that_asks_nobody_runs_on_at_once(toy: None, tmp_path: Path) -> None:
    place = str(tmp_path / "winter")
    new(Plan(place, "toy", options={"vows": "none"}, seed="a"))

    assert "bid" == open_game(place).state.phase
    assert "0000-setup.toml" == os.path.basename(open_game(place).last.file)


def test_next_names_who_is_awaited_and_then_the_command(game: str) -> None:
    assert "north (a vow) and south (a vow)" in next_action(game)
    send(game, "north", {"vow": 1})
    assert "--default south" in next_action(game)
    send(game, "south", {"vow": 1})
    assert next_action(game).endswith(f"pbem adjudicate {game} --expect 1")
    play_steps(game, 7)
    assert "The game is over" in next_action(game)
    assert "The game is over" in as_table(status(game))


def test_adjudicate_refuses_another_step_than_expected(game: str) -> None:
    send_all(game)
    adjudicate(game, expect=1)
    with pytest.raises(GameFault, match="PB521"):
        adjudicate(game, ["all"], expect=1)

    assert 2 == status(game).step


def test_adjudicating_a_step_opens_the_game_once(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    send_all(game)
    opened: list[str] = []
    monkeypatch.setattr(
        "pbem.workflow.adjudicate.open_game",
        lambda directory, told: opened.append(directory) or open_game(directory, told),
    )
    adjudicate(game)

    assert [game] == opened


def test_adjudicate_names_the_roles_without_a_sheet(game: str) -> None:
    send(game, "south", {"vow": 1})
    with pytest.raises(GameFault, match="still waits for north"):
        adjudicate(game)
    with pytest.raises(GameFault, match="PB519"):
        adjudicate(game, ["east"])
    with pytest.raises(GameFault, match="still waits for north"):
        adjudicate(game, ["south"])

    assert ("north",) == adjudicate(game, ["north"]).defaulted


def test_a_game_that_is_over_is_not_adjudicated(game: str) -> None:
    play_steps(game, 7)
    with pytest.raises(GameFault, match="PB522"):
        adjudicate(game, ["all"])


def test_reports_tell_each_reader_what_that_reader_may_know(game: str) -> None:
    play_steps(game, 1)
    hands = open_game(game).state.hands
    names = [os.path.basename(path) for path in report(game)]
    cards = {role: ", ".join(map(str, hand)) for role, hand in hands.items()}

    each = ["txt", "html", "view.toml"]
    assert [*(f"{role}.{form}" for role in hands for form in each), "public.txt", "public.html"] == names
    assert cards["north"] in report_of(game, "north")
    for reader in ("south", None):
        assert cards["north"] not in report_of(game, reader)
    assert "hands]\nnorth = " in Path(game, "reports/0001/north.view.toml").read_text()
    assert 'south = "?"' in Path(game, "reports/0001/north.view.toml").read_text()


def test_a_report_does_not_change_when_what_it_hides_does(game: str) -> None:
    from pbem.core.chance import Chance
    from pbem.store.reading import read_secret
    from pbem.workflow.reporting import report_text, view_file

    play_steps(game, 1)
    table = open_game(game)
    secret = read_secret(table.game)
    for number in range(5):
        other = table._replace(state=table.ruleset.secrets.twin_of(table.state, "north", Chance(str(number))))
        assert other.state != table.state
        assert report_text(table, secret, "north") == report_text(other, secret, "north")
        assert view_file(table, secret, "north") == view_file(other, secret, "north")


def test_the_first_report_carries_the_commitment_and_the_sheet(game: str) -> None:
    first = report_of(game, "north")
    play_steps(game, 1)

    assert read_game(game).commitment in first
    assert "step = 1" in first and 'role = "north"' in first
    assert read_game(game).commitment not in report_of(game, "north")


def test_a_game_may_have_templates_of_its_own(game: str) -> None:
    place = Path(game, "templates", "txt")
    place.mkdir(parents=True)
    (place / "report.txt.j2").write_text("Dear {{ role_title }}")

    assert "Dear North\n" == report_of(game, "north")


def test_the_log_tells_the_public_a_role_or_all(game: str) -> None:
    send(game, "north", {"vow": 2})
    send(game, "south", {"vow": 3})
    adjudicate(game)

    assert "your vow" not in as_text(log(game))
    assert "your vow is 2" in as_text(log(game, "north"))
    assert "your vow is 3" not in as_text(log(game, "north"))
    assert "[south] Both swore; your vow is 3" in as_text(log(game, moderator=True))


def test_a_position_begins_a_game_that_stands_the_same(game: str, tmp_path: Path) -> None:
    play_steps(game, 3)
    file = str(tmp_path / "position.toml")
    position(game, file)
    new(Plan(str(tmp_path / "again"), "toy", position=file))

    assert open_game(game).state == open_game(str(tmp_path / "again")).state
    with pytest.raises(GameFault, match="PB518"):
        position(game, file)


def test_a_position_with_a_slip_names_the_key(toy: None, tmp_path: Path) -> None:
    file = tmp_path / "position.toml"
    file.write_text('format = 2\nruleset = "toy"\nmode = "duel"\n[position]\nhandss = 3\n')

    with pytest.raises(GameFault, match="handss is unknown"):
        new(Plan(str(tmp_path / "winter"), "toy", position=str(file)))


def test_undo_goes_back_one_step_keeps_everything_and_tells_all(game: str) -> None:
    play_steps(game, 2)
    report(game)
    send_all(game)
    before = tree(game)
    undo(game, "a sheet was\n overlooked")
    after = tree(game)

    assert 2 == status(game).step
    assert not status(game).missing, "the sheets of the step are in the inbox again"
    kept, ledger = [data for name, data in after.items() if "undo.toml" not in name], after["ledger.toml"]
    assert sorted(before.values()) == sorted(before["ledger.toml"] if data == ledger else data for data in kept)
    assert ledger.startswith(before["ledger.toml"])
    adjudicate(game)
    assert "took back step 2 (r01-choice): a sheet was overlooked" in as_text(log(game))
    assert "took back" in report_of(game, None)
    play_steps(game, 1)
    assert 1 == as_text(log(game)).count("took back")


def test_undo_of_an_undo_tells_both(game: str) -> None:
    play_steps(game, 2)
    undo(game, "first")
    undo(game, "second")
    send_all(game)
    adjudicate(game)
    undo(game, "third")
    adjudicate(game)
    text = as_text(log(game))

    assert [True] * 3 == [reason in text for reason in ("first", "second", "third")]
    assert ["01", "02", "03"] == sorted(os.listdir(os.path.join(game, "undone")))


def test_adjudicating_again_after_an_undo_gives_the_same_state(game: str) -> None:
    play_steps(game, 3)
    state = open_game(game).state
    undo(game, "to look twice")
    adjudicate(game)

    assert state == open_game(game).state


def test_the_demonstration_stops_after_so_many_turns(tmp_path: Path) -> None:
    """The set-up is no turn."""
    place = str(tmp_path / "demo")
    demo(Demo(place, "fredericus", turns=1), lambda line: None)
    table = open_game(place)

    assert "r02-a" == table.ruleset.telling.label(table.state)


def test_the_demonstration_plays_to_the_end_and_never_writes_over_a_game(game: str, tmp_path: Path) -> None:
    said: list[str] = []
    place = str(tmp_path / "demo")
    demo(Demo(place, "toy"), said.append)

    assert status(place).result is not None
    assert any("Where to look" in line for line in said)
    with pytest.raises(GameFault, match="PB518"):
        demo(Demo(place, "toy"), said.append)
    with pytest.raises(GameFault, match="PB518"):
        demo(Demo(game, "toy", force=True), said.append)
    demo(Demo(place, "toy", turns=1, force=True), said.append)
    assert status(place).result is None


def test_roles_are_dealt_at_random_among_those_without_one(toy: None, tmp_path: Path) -> None:
    """F1.6: by the seed, so that nobody chose."""
    seats = [Player("Anna"), Player("Ben")]
    games = [new(Plan(str(tmp_path / f"g{seed}"), "toy", seed=f"{seed}", dealt=seats)) for seed in range(12)]

    assert {("Anna", "Ben"), ("Ben", "Anna")} == {tuple(seat.name for seat in g.players.values()) for g in games}


def test_more_players_than_roles_are_refused(toy: None, tmp_path: Path) -> None:
    with pytest.raises(GameFault, match="free roles"):
        new(Plan(str(tmp_path / "g"), "toy", dealt=[Player("a"), Player("b"), Player("c")]))


def test_a_game_revealed_before_its_end_offers_no_sheet_any_more(game: str, pbem: Any, tmp_path: Path) -> None:
    play_steps(game, 1)
    assert 0 == pbem("orders", game, "--role", "north").code
    reveal(game, "", force=True)
    ran = pbem("orders", game, "--role", "north")

    assert 2 == ran.code and "PB526" in ran.err
    for form in ("txt", "html", "md", "json"):
        told = pbem("report", game, "--role", "north", "--stdout", "--format", form).out
        assert "The game is closed: its seed is open to all" in " ".join(told.split())
        assert "key  =" not in told and "end of the sheet" not in told
    assert 0 == pbem("report", game, "--eml", str(tmp_path / "outbox")).code
    mail = next((tmp_path / "outbox").glob("*north*")).read_text()
    assert "you owe" not in mail
