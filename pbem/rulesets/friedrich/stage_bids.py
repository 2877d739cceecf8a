"""Option bidding = "stage": standing bids that answer in some of the battles of a stage, beside a sheet for the others.

They are the owner's own secret (D13, N2): whom the game waits for does not hang on them.
"""

from __future__ import annotations

from pbem.core import LazyCodes, Where
from pbem.core.ruleset import Body
from pbem.rulesets.common.bids import Bid, conceding
from pbem.rulesets.friedrich.bid_reader import read_bids
from pbem.rulesets.friedrich.combat import Seat, bid_for
from pbem.rulesets.friedrich.desk import Desk
from pbem.rulesets.friedrich.standing import is_able, stage_answers, standing_for, told, with_standing
from pbem.rulesets.friedrich.state import NATION_OF, PIECE_NAMES, Combat, State

fr = LazyCodes("pbem.rulesets.friedrich.diagnostics")
PART = "the bid for {own} against {enemy}"


def beside(desk: Desk, given: tuple[Bid, ...], seats: list[Seat]) -> tuple[Bid, ...]:
    """The standing bids, as they are after a sheet, that answer where it has no bid; their owner alone is told."""
    after, found = with_standing(desk.state, desk.role, desk.body), list[Bid]()
    for seat in unbid(desk.state, given, seats):
        if standing_for(desk.state, *seat) is None:
            continue  # one that comes with the sheet is for battles to come, as always
        own, enemy = names_in(desk.state, seat)
        standing = standing_for(after, *seat)
        if standing is None:
            desk.say(fr.BID_MISSING(Where(("bid",)), own=own, enemy=enemy, form="withdrawn"))
            found.append(conceding(heads(desk.state, seat)[0]))
            continue
        desk.understood.append(f"your standing bid {standing.name} stays, and answers for {own} against {enemy}")
        desk.events += told(desk.state, desk.role, [(*seat, standing)])
        head, other = heads(desk.state, seat)
        found.append(standing.bid._replace(own=head, enemy=other))
    return tuple(found)


def unbid(state: State, given: tuple[Bid, ...], seats: list[Seat]) -> list[Seat]:
    """The sides of battles that owe a bid and have none among these."""
    return [(pair, side) for pair, side in seats
            if is_able(state, (pair, side)) and not bid_for(state, given, pair[side], pair[1 - side])]  # fmt: skip


def heads(state: State, seat: Seat) -> tuple[int, int]:
    """The supreme commanders of a battle, the own one first."""
    pair, side = seat
    return state.stack(pair[side])[0], state.stack(pair[1 - side])[0]


def names_in(state: State, seat: Seat) -> tuple[str, str]:
    """Their names."""
    own, enemy = heads(state, seat)
    return PIECE_NAMES[own], PIECE_NAMES[enemy]


def parts(view: State, role: str, body: Body) -> tuple[str, ...]:
    """Those of the bids that a role owes for a stage which standing bids answer beside a sheet, as they are called."""
    task = view.task if view.agenda else None
    if not isinstance(task, Combat) or not task.awaited:
        return ()
    found = [seat for seat, standing in stage_answers(view, task, role) if standing]
    if not found:
        return ()
    bids = tuple(bid for bid, _ in read_bids(body, NATION_OF[heads(view, found[0])[0]], lambda fault: None))
    names = [names_in(view, seat) for seat in unbid(view, bids, found)]
    return tuple(PART.format(own=own, enemy=enemy) for own, enemy in names)
