"""What the commands load: `check` must feel instant, and `adjudicate` loads nothing it does not use."""

from __future__ import annotations

import os
from pathlib import Path

from loading import command, loaded

from games import filled_in, play_steps, send_all, sheet_file
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.new import Plan, new
from pbem.workflow.reporting import report
from pbem.workflow.submit import submit

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
MOST = 27  # modules beyond click and tomllib
OF_MARIA = 41  # of a sheet of Maria, whose state and events are in more modules
AS_SENT = 40  # with the sheet as it was sent, against which remarks are held, the standing bids and orders it offers


def test_a_clean_check_of_a_full_sheet_loads_at_most_27_modules(tmp_path: Path) -> None:
    game = str(tmp_path / "winter")
    new(Plan(game, "friedrich", seed="a"))
    adjudicate(game, ["all"])
    report(game, ["frederick"])
    view = os.path.join(game, "reports", "0001", "frederick.view.toml")
    full = (BENCHMARKS / "prussia.toml").read_text(encoding="utf-8")
    sheet = sheet_file(game, "frederick", {})
    Path(sheet).write_text(Path(sheet).read_text(encoding="utf-8") + full, encoding="utf-8")

    assert full.startswith("# ")  # a remark that no order can be is not held against the sheet as it was sent
    for place in (("--view", view), ("--game", game)):
        found = command("check", sheet, *place)
        assert len(found) <= MOST, " ".join(sorted(found))
        assert not {"pbem.core.chance", "pbem.core.twins"} & found  # the gate's alone
        assert not {"pbem.core.offers", "pbem.core.ruleset_groups"} & found  # what may be done next is not asked


def test_a_clean_check_of_the_sheet_as_sent_and_filled_in_loads_no_chapter_of_battles_or_fate(tmp_path: Path) -> None:
    game = str(tmp_path / "winter")
    new(Plan(game, "friedrich", seed="a"))
    adjudicate(game, ["all"])
    report(game, ["frederick"])
    view = os.path.join(game, "reports", "0001", "frederick.view.toml")
    sheet = filled_in(game, "frederick", (BENCHMARKS / "prussia.toml").read_text(encoding="utf-8"))

    assert "# Prussia moves." in Path(sheet).read_text(encoding="utf-8")
    for place in (("--view", view), ("--game", game)):
        found = command("check", sheet, *place)
        assert "pbem.rulesets.friedrich.telling.paper" in found
        assert len(found) <= AS_SENT, " ".join(sorted(found))


def test_a_clean_check_of_a_full_sheet_of_maria_loads_no_board_and_only_chapters_of_moves(
    tmp_path: Path,
) -> None:
    game = str(tmp_path / "silesia")
    new(Plan(game, "maria", seed="a"))
    while open_game(game).awaiting[0].kind != "movement":
        adjudicate(game, ["all"])
    sheet = sheet_file(game, "louis", {})
    full = (BENCHMARKS / "france.toml").read_text(encoding="utf-8")
    Path(sheet).write_text(Path(sheet).read_text(encoding="utf-8") + full, encoding="utf-8")
    found = command("check", sheet, "--game", game)

    assert len(found) <= OF_MARIA, " ".join(sorted(found))
    assert not [name for name in found if name.startswith(("pbem.boards", "pbem.core.chance", "json", "csv"))]
    unused = ("combat", "fights", "ahead", "answers", "standing", "politics", "statecraft", "winter", "due")
    assert not [name for name in unused if f"pbem.rulesets.maria.{name}" in found]


def test_the_command_module_loads_click_and_the_collector_it_stops() -> None:
    assert {"gc", "pbem", "pbem.cli"} == loaded("import pbem.cli")


def test_a_clean_check_loads_few_modules(game: str) -> None:
    play_steps(game, 1)
    report(game)
    sheet = sheet_file(game, "north", {"card": min(open_game(game).state.hands["north"])})
    at_home = command("check", sheet, "--view", os.path.join(game, "reports", "0001", "north.view.toml"))
    at_desk = command("check", sheet, "--game", game)

    for found in (at_home, at_desk):
        assert len(found) <= 19, sorted(found)


def test_adjudicate_loads_no_templates_mail_positions_or_openssl(game: str) -> None:
    send_all(game)
    found = command("adjudicate", game)

    for name in ("jinja2", "email", "pbem.core.scan", "_hashlib", "hashlib", "dataclasses", "pathlib", "logging"):
        assert name not in found, name


def test_adjudicate_loads_no_chapter_of_battles_or_fate_for_a_stage_without_them(tmp_path: Path) -> None:
    game = str(tmp_path / "winter")
    new(Plan(game, "friedrich", seed="a"))
    adjudicate(game, ["all"])
    sheet = sheet_file(game, "frederick", {})
    full = (BENCHMARKS / "prussia.toml").read_text(encoding="utf-8")
    Path(sheet).write_text(Path(sheet).read_text(encoding="utf-8") + full, encoding="utf-8")
    submit(sheet, game)
    found = command("adjudicate", game)

    chapters = ("answers", "choices", "combat", "defaults", "fate", "fights", "retreats", "standing", "strokes")
    assert "pbem.rulesets.friedrich.flow" in found
    assert set() == {f"pbem.rulesets.friedrich.{name}" for name in chapters} & found


def test_adjudicate_does_not_hold_remarks_against_the_sheet_as_it_was_sent(game: str) -> None:
    for role in open_game(game).game.players:
        sheet = sheet_file(game, role, {"vow": 1})
        Path(sheet).write_text(Path(sheet).read_text() + "# vow = 2\n")
        submit(sheet, game)
    found = command("adjudicate", game)

    assert not {"pbem.mail.blank", "pbem.workflow.sheet"} & found


def test_check_does_not_load_what_writes(game: str, tmp_path: Path) -> None:
    found = command("check", sheet_file(game, "north", {"vow": 1}), "--game", game)

    for name in ("tomli_w", "fcntl", "jinja2", "email", "pbem.core.scan", "pbem.store.writing", "pbem.report"):
        assert name not in found, name
