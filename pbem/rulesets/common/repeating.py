"""A game played again: what a role said when it was asked, in the form in which it can be said before.

A title says which sheets are for its movement phases, and which bids were asked for before a battle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pbem.core.ruleset import Body, Said

ORDER, RETREAT = "battles ", "retreat "
MOVES = ("do", "troops", "bid", "retreat")  # what belongs to a movement phase
Is = Callable[[Said], bool]


def with_order(later: Sequence[Said], is_movement: Is) -> Body:
    """The moves of a stage with the order of battles that their owner gave when he was asked for it."""
    asked = list(orders_of_battles(later[1:], is_movement))
    moves = {"do": [], **{key: value for key, value in later[0].body.items() if key in MOVES}}
    if not asked or any("bid" in body for body in asked):  # newer bids go before those of the moves
        return moves
    pairs = [line.removeprefix(ORDER) for body in asked for line in body["do"]]
    return {**moves, "do": [*moves["do"], ORDER + ", ".join(pairs)]}


def orders_of_battles(later: Sequence[Said], is_movement: Is) -> Iterator[Body]:
    """What was said of the order before the next movement."""
    for said in later:
        if is_movement(said):
            return
        if any(line.startswith(ORDER) for line in said.body.get("do", ())):
            yield said.body


def standing(later: Sequence[Said], generals: Sequence[str], is_bid: Is) -> Iterator[Body]:
    """The bids of the next battle for which the role was asked, for that turn, with where the beaten were sent."""
    at = next((at for at, said in enumerate(later) if "bid" in said.body and is_bid(said)), None)
    if at is None:
        return
    for number, bid in enumerate(later[at].body["bid"], 1):
        # Not of a nation that comes later, and not where it would answer in a second battle of the same turn too.
        if bid["own"] in generals and not any(fights_again(bid, said, later[at].turn) for said in later[at + 1 :]):
            scope = {"name": f"next-{number}", "until": later[at].turn, "attacking": True}
            yield {**scope, **bid, **retreat_of(bid, later[at + 1 : at + 2])}


def fights_again(bid: Body, said: Said, turn: int) -> bool:
    """Whether a later bid of the turn is for the same stack."""
    return said.turn == turn and any(
        bid["own"] == other["own"] or bid["enemy"] == other["enemy"] for other in said.body.get("bid", ())
    )


def retreat_of(bid: Body, later: Sequence[Said]) -> Body:
    """Where the beaten were sent right after the battle."""
    line = f"{RETREAT}{bid['enemy']} to "
    cities = [row.removeprefix(line) for said in later for row in said.body.get("do", ()) if row.startswith(line)]
    return {"retreat": cities} if cities else {}
