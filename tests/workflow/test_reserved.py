"""Who may know everything is one object, not a name: no role can be called like a reader."""

from __future__ import annotations

from pathlib import Path

import pytest
import toy as rules

from games import play_steps
from pbem.core.ruleset import Mode, Role
from pbem.store import GameFault
from pbem.workflow import RESERVED, open_game
from pbem.workflow.gate import MODERATOR, guarded
from pbem.workflow.new import Plan, new
from pbem.workflow.reporting import report_of


def with_role(name: str) -> object:
    mode = Mode("duel", "three rounds", (Role(name, "North"), Role("south", "South")))
    return rules.RULESET._replace(modes=(mode,))


@pytest.mark.parametrize("name", [*RESERVED, "Moderator", "PUBLIC"])
def test_no_role_has_the_name_of_a_reader(name: str, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "RULESET", with_role(name))
    path = Path(game, "game.toml")
    path.write_text(path.read_text().replace("[roles.north]", f"[roles.{name}]"))

    with pytest.raises(GameFault, match="PB513"):
        open_game(game)
    with pytest.raises(GameFault, match="PB513"):
        new(Plan(f"{game}-2", "toy"))
    assert not Path(f"{game}-2").exists()


@pytest.mark.parametrize("name", ["moderator", "moder" + "ator", str(MODERATOR).lower()])
def test_the_name_alone_does_not_pass_the_gate(name: str, game: str) -> None:
    play_steps(game, 1)
    table = open_game(game)

    assert guarded(table, MODERATOR, lambda seen: str(seen.state.hands))
    with pytest.raises((GameFault, KeyError)):  # the ruleset knows no such role
        guarded(table, name, lambda seen: str(seen.state.hands))
    with pytest.raises(GameFault, match="PB519"):
        report_of(game, name)
