"""M21.1: secret talks are forbidden in Maria, so press to one alone is taken only where the group chose so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from games import sheet_text
from pbem.rulesets.maria import RULESET
from pbem.workflow import open_game
from pbem.workflow.simulate import sampled

SECRET = "Leave me Silesia, and I leave you Bohemia."
OPEN = "The whole table may hear this."
PRESS = f"""
[[press]]
to = "louis"
text = "{SECRET}"

[[press]]
text = "{OPEN}"
"""
ROLES = ("frederick", "louis", "maria-theresa")


def made(pbem: Any, game: str, *options: str) -> str:
    ran = pbem("new", game, "--ruleset", "maria", "--mode", "intro", "--seed", "a", *options)
    assert 0 == ran.code
    return game


def sent(pbem: Any, game: str, role: str, press: str = "") -> Any:
    """A sheet of that role with its orders, and press below them."""
    body = sampled(RULESET, open_game(game).state, "a", 0, {})[role]
    path = Path(game).parent / f"{role}.toml"
    path.write_text(sheet_text(game, role, body) + press)
    checked = pbem("check", str(path), "--game", game)
    receipt = pbem("submit", game, str(path))
    assert 0 == checked.code
    return receipt


def played_on(pbem: Any, game: str) -> dict[str, str]:
    """The first step adjudicated, and what each role and the public is told of it."""
    for role in ROLES[1:]:
        assert 0 == sent(pbem, game, role).code
    assert 0 == pbem("adjudicate", game, "--one").code
    told = {role: pbem("report", game, "--role", role, "--stdout", "--no-map") for role in ROLES}
    told |= {"public": pbem("report", game, "--stdout", "--no-map")}
    assert {0} == {ran.code for ran in told.values()}
    return {reader: ran.out for reader, ran in told.items()}


def whole(folder: str) -> str:
    """Everything that is in a folder, as one text."""
    return "\n".join(path.read_text() for path in sorted(Path(folder).rglob("*")) if path.is_file())


def test_press_to_one_is_left_out_with_a_warning_and_the_orders_and_the_press_to_all_are_taken(
    pbem: Any, tmp_path: Path
) -> None:
    game = made(pbem, str(tmp_path / "silesia"))
    receipt = sent(pbem, game, "frederick", PRESS)
    words = " ".join(receipt.out.split())

    assert 0 == receipt.code and "ACCEPTED." in words and "Friedrich" in words
    assert 1 == words.count("PB787")
    assert "in this game players write to all or to nobody, so this press is left out" in words
    assert f"press to all, with the next report: {OPEN}" in words and "press to louis" not in words
    told = played_on(pbem, game)
    assert [True] * 4 == [OPEN in text for text in told.values()]
    assert [False] * 4 == [SECRET in text for text in told.values()]
    assert 0 == pbem("verify", game).code
    assert 0 == pbem("publish", game, str(tmp_path / "archive")).code
    assert SECRET not in whole(str(tmp_path / "archive"))


def test_press_to_one_is_taken_where_the_house_option_says_so(pbem: Any, tmp_path: Path) -> None:
    game = made(pbem, str(tmp_path / "free"), "--option", "press=private")
    receipt = sent(pbem, game, "frederick", PRESS)
    words = " ".join(receipt.out.split())

    assert 0 == receipt.code and "ACCEPTED." in words and "PB787" not in words
    assert f"press to louis alone, with the next report: {SECRET}" in words
    told = played_on(pbem, game)
    assert [True, True, False, False] == [SECRET in text for text in told.values()]
    assert 0 == pbem("verify", game).code
    assert 0 == pbem("publish", game, str(tmp_path / "archive")).code
    assert SECRET not in whole(str(tmp_path / "archive"))


@pytest.mark.parametrize("to", ["louis", "maria-theresa"])
def test_the_moderators_way_is_no_way_around_it(pbem: Any, tmp_path: Path, to: str) -> None:
    game = made(pbem, str(tmp_path / "silesia"))
    ran = pbem("press", game, "--from", "frederick", "--to", to, "--text", SECRET)

    assert 2 == ran.code and "PB787" in ran.err and "players write to all or to nobody" in " ".join(ran.err.split())
    assert not (Path(game) / "press").exists()
