"""A game played again: what a role said when it was asked, in the form in which it can be said before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbem.core.ruleset import Body, Said
from pbem.rulesets.friedrich.state import GENERALS, Battle, Combat, State, names_of, nations_of

ORDER, RETREAT = "battles ", "retreat "
MOVES = ("do", "troops", "bid", "retreat")  # what belongs to a movement phase


def repeat(view: State, role: str, ordered: Mapping[str, int], later: Sequence[Said]) -> Body:
    """The moves of coming stages with their order of battles, and standing bids for the next battle."""
    ahead = [{"for": decision, **with_order(later[at:])} for decision, at in ordered.items()]
    names = names_of(piece for nation in nations_of(view, role) for piece in GENERALS[nation])
    return {**({"ahead": ahead} if ahead else {}), "withdraw": ["*"], "standing": list(standing(later, names))}


def with_order(later: Sequence[Said]) -> Body:
    """The moves of a stage with the order of battles that their owner gave when he was asked for it."""
    asked = list(orders_of_battles(later[1:]))
    moves = {"do": [], **{key: value for key, value in later[0].body.items() if key in MOVES}}
    if not asked or any("bid" in body for body in asked):  # newer bids go before those of the moves
        return moves
    pairs = [line.removeprefix(ORDER) for body in asked for line in body["do"]]
    return {**moves, "do": [*moves["do"], ORDER + ", ".join(pairs)]}


def orders_of_battles(later: Sequence[Said]) -> Iterator[Body]:
    """What was said of the order before the next movement."""
    for said in later:
        if is_movement(said.body):
            return
        if any(line.startswith(ORDER) for line in said.body.get("do", ())):
            yield said.body


def standing(later: Sequence[Said], generals: Sequence[str]) -> Iterator[Body]:
    """The bids of the next battle for which the role was asked, for that turn, with where the beaten were sent."""
    at = next((at for at, said in enumerate(later) if is_bid(said)), None)
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


def is_bid(said: Said) -> bool:
    """Whether a role was asked for its bids before a battle, not within one."""
    task = said.seen.task
    return "bid" in said.body and ((isinstance(task, Combat) and bool(task.awaited)) or is_fresh(task))


def is_fresh(task: object) -> bool:
    """Whether a battle has yet to begin."""
    return isinstance(task, Battle) and task.asked < 0


def retreat_of(bid: Body, later: Sequence[Said]) -> Body:
    """Where the beaten were sent right after the battle."""
    line = f"{RETREAT}{bid['enemy']} to "
    cities = [row.removeprefix(line) for said in later for row in said.body.get("do", ()) if row.startswith(line)]
    return {"retreat": cities} if cities else {}


def is_movement(body: Body) -> bool:
    """Whether a sheet was for a stage, not for its battles."""
    lines = body.get("do")
    return lines is not None and not (lines and all(line.startswith((ORDER, RETREAT)) for line in lines))
