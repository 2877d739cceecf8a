"""Battles that moves of Maria lead to, ordered ahead and where every decision is asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ahead_games import sent

from message_cases.common import case
from pbem.store.writing import dumps
from pbem.workflow.new import Plan, new

STAYS = {"for": "austria", "do": ["Karl stays"]}


def war(hand: str, stage: str, pace: str, **more: str) -> str:
    """A game in which Karl stands beside Friedrich, and perhaps another."""
    pieces = {"austria": {"karl": "olmuetz 4"}, "prussia": {"friedrich": "jaegerndorf 5", **more},
              "france": {"moritz": "strassburg 4"}}  # fmt: skip
    hands = {"austria": hand, "prussia": "2S"}
    Path("war").mkdir()
    facts = {"turn": 2, "stage": stage, "phase": "movement", "hands": hands, **pieces}
    data = {"format": 2, "ruleset": "maria", "mode": "advanced", "position": facts}
    Path("war/position.toml").write_bytes(dumps(data))
    new(Plan("war/silesia", position="war/position.toml", seed="a", pace=pace))
    return "war/silesia"


def ahead(hand: str, **more: str) -> Any:
    """Orders ahead that lead to a battle."""
    game = war(hand, "france", "brisk", **more)
    return sent(game, "maria-theresa", {"ahead": [STAYS]}).answer


def at_table(hand: str, **more: str) -> Any:
    """Moves that lead to a battle, in a game in which every decision is asked."""
    return sent(war(hand, "austria", "table", **more), "maria-theresa", {"do": ["Karl stays"]}).answer


@case("MA760", "orders ahead that lead to a battle")
def open_bid_ahead() -> Any:
    return ahead("9H 9S 9C 9D")


@case("MA760", "orders ahead that lead to a battle with nothing to play")
def settled_bid_ahead() -> Any:
    return ahead("9S")


@case("MA760", "moves that lead to a battle, where every decision is asked")
def open_bid_at_table() -> Any:
    return at_table("9H 9S 9C 9D")


@case("MA760", "moves that lead to a battle with nothing to play, where every decision is asked")
def settled_bid_at_table() -> Any:
    return at_table("9S")


@case("MA762", "orders ahead that lead to two battles")
def open_order_ahead() -> Any:
    return ahead("9S", schwerin="bruenn 2")


@case("MA762", "moves that lead to two battles, where every decision is asked")
def open_order_at_table() -> Any:
    return at_table("9S", schwerin="bruenn 2")
