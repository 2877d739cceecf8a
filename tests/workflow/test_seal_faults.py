"""What `pbem seal` says of a sheet: warnings and errors are always shown, and writing over a file is another thing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from ahead_games import HANOVER, begun, sent, stays

from games import sheet_file
from pbem.store import GameFault
from pbem.workflow import open_game
from pbem.workflow.reporting import report
from pbem.workflow.sealing import Refused, seal

FAULTY = {"do": ["Daun stays"]}
WARNED = {**stays(), "standing": [{"own": "Friedrich", "plays": ["13S"], "otherwise": "concede"}]}


def desk(folder: Path, **changes: Any) -> tuple[str, str]:
    """A game, and Frederick's view."""
    game = begun(folder, **changes)
    report(game)
    return game, str(Path(game, "reports", "0000", "frederick.view.toml"))


def test_warnings_are_shown(tmp_path: Path, pbem: Any) -> None:
    game, view = desk(tmp_path)
    file = sheet_file(game, "frederick", WARNED)

    checked, done = pbem("check", file, "--view", view), pbem("seal", file, "--to", view)

    assert (0, 0) == (checked.code, done.code)
    assert "FR754" in checked.out and "FR754" in done.out


def test_writing_over_a_file_seals_no_errors(tmp_path: Path, pbem: Any) -> None:
    game, view = desk(tmp_path)
    assert 0 == pbem("seal", sheet_file(game, "frederick", stays()), "--to", view).code

    again = pbem("seal", sheet_file(game, "frederick", stays()), "--to", view)
    over = pbem("seal", sheet_file(game, "frederick", stays()), "--to", view, "--force")
    faulty = pbem("seal", sheet_file(game, "frederick", FAULTY), "--to", view, "--force")

    assert "PB518" in again.err and 0 == over.code
    assert 1 == faulty.code and "error[" in faulty.out and "The sheet was not sealed." in faulty.out


def test_a_sheet_with_errors_is_sealed_on_demand_and_they_are_shown(tmp_path: Path, pbem: Any) -> None:
    game, view = desk(tmp_path)

    done = pbem("seal", sheet_file(game, "frederick", FAULTY), "--to", view, "--faults-and-all")

    assert 0 == done.code and "error[" in done.out and "words " in done.out


@pytest.mark.parametrize("option", ["--force", "--faults-and-all"])
def test_where_the_moderator_plays_no_option_makes_an_open_envelope_binding(
    tmp_path: Path, pbem: Any, option: str
) -> None:
    game, view = desk(tmp_path, plays=["pompadour"])

    assert "PB627" in pbem("seal", sheet_file(game, "frederick", {}), "--to", view, option).err


@pytest.mark.parametrize("faults", [False, True])
@pytest.mark.parametrize("by_key", [False, True])
def test_a_table_that_names_no_decision_is_refused_and_no_fault_of_the_program(
    tmp_path: Path, by_key: bool, faults: bool
) -> None:
    game, view = desk(tmp_path)
    file = sheet_file(game, "frederick", stays({"do": ["Ferdinand stays"]}))

    with pytest.raises(Refused) as refused:
        seal(file, open_game(game).game.seal_key if by_key else view, faults=faults)

    assert ["PB215"] == [item.code.id for item in refused.value.answer.diagnostics]


def test_a_sheet_with_nothing_to_close_of_one_who_is_not_asked_is_sent_as_it_is(tmp_path: Path) -> None:
    game, _ = desk(tmp_path)
    view = str(Path(game, "reports", "0000", "maria-theresa.view.toml"))
    sent(game, "maria-theresa", {"ahead": [{"for": "austria", "do": ["Daun stays"]}]})
    file = sheet_file(game, "maria-theresa", {"ahead": [{"for": "austria", "withdraw": True}]})

    with pytest.raises(GameFault) as fault:
        seal(file, view, hold=True)

    assert "PB661" == fault.value.code.id
    assert "Send it as it is" in fault.value.hint


def test_a_good_table_is_closed_as_before(tmp_path: Path) -> None:
    game, view = desk(tmp_path)

    assert ["hanover"] == [table.decision for table in seal(sheet_file(game, "frederick", stays(HANOVER)), view).tables]
