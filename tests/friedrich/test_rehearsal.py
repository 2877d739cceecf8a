"""Battles rehearsed: which enemies are tried, how each battle went and what is told of it, held in a golden file."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from pbem.core.chance import Chance
from pbem.rulesets.friedrich import RULESET

CHANCE = Chance("rehearsed")
DUEL = {
    "stage": "prussia", "phase": "combat", "turn": 5, "prussia": {"heinrich": "Celle 4"},
    "france": {"richelieu": "Hannover 3", "soubise": "Hannover 3"},
    "hands": {"prussia": "3D 9D 12D R", "france": "5S R 9S 8S"}, "discards": "13S 12S 11S",
}  # fmt: skip
TWO = {**DUEL, "phase": "movement", "prussia": {"heinrich": "Celle 4", "keith": "Alfeld 3"},
       "france": {"richelieu": "Hannover 6", "soubise": "Hildesheim 5"}}  # fmt: skip
NOTHING: dict[str, Any] = {"samples": 12, "transcripts": 2, "strengths": (), "hand": ""}


def begun(position: dict[str, Any], mode: str = "4p", **options: str) -> Any:
    return RULESET.rules.resolve(RULESET.files.position(position, mode, options), {}, CHANCE).state


def bid(own: str, *plays: Any, otherwise: str = "concede") -> dict[str, Any]:
    return {"bid": [{"own": own, "plays": list(plays), "otherwise": otherwise}]}


def rehearsed(state: Any, role: str, body: dict[str, Any], **wishes: Any) -> list[dict[str, Any]]:
    view = RULESET.secrets.view_of(state, role)
    found: list[dict[str, Any]] = RULESET.battles.rehearse(view, role, body, CHANCE, {**NOTHING, **wishes})
    return found


def told(rows: list[dict[str, Any]]) -> list[str]:
    """The rehearsals line by line; of long lists of results what belongs together."""
    lines = []
    for row in rows:
        lines.append(json.dumps({key: row[key] for key in row if key not in ("results", "transcripts")}))
        lines += [f"  {result['count']} times {result['result']} {result['number']}" for result in row["results"]]
        for course in row["transcripts"]:
            lines.append("  " + json.dumps({key: course[key] for key in course if key != "lines"}, ensure_ascii=False))
            lines += [f"    {line}" for line in course["lines"]]
    return lines


def under_way() -> Any:
    """Both have played, and the active side is asked once more."""
    bids = {"frederick": bid("Heinrich", "3D", otherwise="ask"), "pompadour": bid("Richelieu", {"card": "R", "to": 0})}
    return RULESET.rules.resolve(begun(DUEL), bids, CHANCE).state


CASES: dict[str, Callable[[], list[dict[str, Any]]]] = {
    "a battle to come": lambda: rehearsed(begun(DUEL), "frederick", bid("Heinrich", "12D", "9D")),
    "from the other side": lambda: rehearsed(begun(DUEL), "pompadour", bid("Richelieu", "9S", "5S")),
    "a question": lambda: rehearsed(begun(DUEL), "frederick", bid("Heinrich", "3D", otherwise="ask")),
    "a hand that is named": lambda: rehearsed(
        begun(DUEL), "frederick", bid("Heinrich", "12D"), hand="13S R 2H", samples=4
    ),
    "strengths that are named": lambda: rehearsed(begun(DUEL), "frederick", bid("Heinrich", "12D"), strengths=(2, 9)),
    "without a transcript": lambda: rehearsed(begun(DUEL), "frederick", bid("Heinrich", "12D"), transcripts=0),
    "a battle under way": lambda: rehearsed(under_way(), "frederick", bid("Heinrich", "12D")),
    "under way with another strength": lambda: rehearsed(
        under_way(), "frederick", bid("Heinrich", "12D"), strengths=(1, 8)
    ),
    "two battles ahead": lambda: rehearsed(
        begun(TWO), "frederick", {"bid": [*bid("Heinrich", "12D")["bid"], *bid("Keith", "3D")["bid"]]}
    ),
    "no bid": lambda: rehearsed(begun(DUEL), "frederick", {}),
    "nothing to decide": lambda: rehearsed(begun(TWO), "pompadour", {}),
}  # fmt: skip


def test_how_rehearsals_go(golden: Callable[[str, str], None]) -> None:
    lines = [line for name, case in CASES.items() for line in (f"# {name}", *told(case()))]

    golden("rehearsals/friedrich.txt", "\n".join([*lines, ""]))


@pytest.mark.parametrize("word", ["14S", "X", "3"])
def test_a_word_that_is_no_card_is_named(word: str) -> None:
    with pytest.raises(ValueError, match=f"'{word}' is not a card; write 13S, 7H, 2D, 10C, or R for a Reserve"):
        rehearsed(begun(DUEL), "frederick", bid("Heinrich", "12D"), hand=f"9S {word}")


def test_a_possible_hand_holds_no_card_that_lies_open_or_is_the_readers_own() -> None:
    rows = rehearsed(begun(DUEL), "frederick", bid("Heinrich", "12D"), samples=60, transcripts=60)
    held = {card for course in rows[0]["transcripts"] for card in course["hand"].split()}

    assert {4} == {len(course["hand"].split()) for course in rows[0]["transcripts"]}
    assert set() == held & {"3D", "9D", "12D", "13S", "12S", "11S"}
    assert {"10S", "9S", "8S", "2S"} <= held
