"""The sections of a report: which there are for whom, with the ids by which pages and programs know them."""

from __future__ import annotations

from typing import Any

from pbem.core.chance import Chance
from pbem.rulesets.friedrich import RULESET
from pbem.rulesets.friedrich.cards import read as read_cards
from pbem.rulesets.friedrich.telling.summary import summary

POSITION = {
    "turn": 7, "stage": "prussia", "phase": "movement", "executed": ["poems"], "conquered": ["Breslau"],
    "prussia": {"keith": "Riesa 3", "t1": "Potsdam"}, "austria": {"daun": "Meißen 5", "t1": "Prag"},
    "hands": {"prussia": "2S 3S", "austria": "4S"}, "fate": ["sweden"],
}  # fmt: skip
STANDING = {"name": "guard", "own": "Keith", "otherwise": "concede"}


def position() -> Any:
    """With a card played, one buried, and a standing bid of Frederick's."""
    given = RULESET.files.position(POSITION, "4p", {})
    state = RULESET.rules.resolve(given, {}, Chance("x")).state
    standing = RULESET.rules.take(state, "frederick", {"standing": [STANDING]}).state.standing
    piles = {"discards": (read_cards("5S/1"), (), (), (), ()), "buried": (read_cards("6S/1"), (), (), (), ())}
    return state._replace(standing=standing, **piles)


def sections(state: Any, role: str | None) -> list[tuple[str, str]]:
    return [(row["id"], row["title"]) for row in summary(state, role)["sections"]]


def seen(role: str | None) -> list[tuple[str, str]]:
    return sections(RULESET.secrets.view_of(position(), role), role)


def test_a_player_has_his_own_and_what_all_know() -> None:
    assert [
        ("nations", "The nations"), ("hand", "Your cards"), ("pieces", "Your pieces"), ("others", "The other pieces"),
        ("objectives", "Objectives"), ("backs", "The hands of the others"), ("seen", "Cards played and paid"),
        ("clock", "The clock"), ("threats", "Enemies in reach"), ("standing", "Your standing bids"),
    ] == seen("frederick")  # fmt: skip
    assert "standing" not in [id_ for id_, _ in seen("maria-theresa")]


def test_the_public_has_what_all_know() -> None:
    assert [
        ("nations", "The nations"), ("others", "The pieces"), ("objectives", "Objectives"), ("backs", "The hands"),
        ("seen", "Cards played and paid"), ("clock", "The clock"),
    ] == seen(None)  # fmt: skip


def test_the_moderator_has_everything_and_what_nobody_knows() -> None:
    assert [
        ("nations", "The nations"), ("hand", "Cards"), ("pieces", "Pieces"), ("objectives", "Objectives"),
        ("seen", "Cards played and paid"), ("clock", "The clock"), ("face-down", "Face-down on the table"),
        ("standing", "Standing bids"),
    ] == sections(position(), None)  # fmt: skip


def test_in_a_game_that_is_over_nobody_is_warned() -> None:
    over = position()._replace(agenda=(), winners=("frederick",))

    ids = [id_ for id_, _ in sections(RULESET.secrets.view_of(over, "frederick"), "frederick")]
    assert "threats" not in ids and "clock" in ids
