"""What is behind an event: the orders that led to it, and what was given for all times to come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pbem.core import Diagnostic, Where
from pbem.core.events import Event
from pbem.rulesets.common import lines_of
from pbem.rulesets.common.bids import ANY
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria import orders, political_orders
from pbem.rulesets.maria.bid_reader import bid_text, read_bids
from pbem.rulesets.maria.desk import read_clean
from pbem.rulesets.maria.events import MariaEvent, read
from pbem.rulesets.maria.powers import POWERS
from pbem.rulesets.maria.relations import COMMANDS
from pbem.rulesets.maria.state import PIECE, TRAINS
from pbem.rulesets.maria.telling.rules_behind import rules_behind as rules_behind

Body = Mapping[str, Any]


class Trail(NamedTuple):
    """What orders behind an event look like: their kinds, and the pieces they speak of if they speak of any."""

    kinds: tuple[type, ...] = ()
    pieces: frozenset[int] = frozenset()
    bids: bool = False  # whether the bids for these pieces are behind it, too


def orders_behind(event: Event, earlier: Sequence[Event], role: str, body: Body) -> tuple[str, ...]:
    """The orders of a sheet that led to an event, as they were written; bids as they were understood."""
    before = [read(one) for one in earlier]
    what = read(event)
    if isinstance(what, happened.Troops | happened.LevyRaised) and body.get("troops"):
        return tuple(f"troops: {name} {number}" for name, number in body["troops"].items())
    if key := SAID_UNDER.get(type(what)):
        return tuple(f"{key}: {line}" for line in body.get(key, ()))
    trail, powers = trail_of(what, before), commanded(role)
    found = [text for text in lines_of(body) or [] if is_behind(text, powers, trail)]
    bids = read_bids(body, powers, ignored) if trail.bids and body.get("bid") else []
    mine = [bid for bid, _ in bids if bid.own == ANY or bid.own in trail.pieces]
    wishes = body.get("retreat", ()) if isinstance(what, happened.Retreated | happened.WishUnfit) else ()
    wished = [f"retreat: {', '.join(map(str, wishes))}"] if wishes else []
    return (*found, *(f"bid: {bid_text(bid)}" for bid in mine), *wished)


# Keys of a sheet besides orders and bids.
SAID_UNDER: dict[type, str] = {
    happened.TreatyTold: "treaties", happened.ContractMade: "treaties", happened.ContractEnded: "treaties",
    happened.AimsLowered: "declare", happened.AimsKept: "declare",
}  # fmt: skip


def kept_behind(event: Event, earlier: Sequence[Event], role: str, sheets: Iterable[Body]) -> Iterator[tuple[int, str]]:
    """The standing bid that answered in the battle of an event, or the standing answers that were taken for it."""
    what, before = read(event), [read(one) for one in earlier]
    stood = [one for one in (*before, what) if isinstance(one, happened.StoodIn)]
    names = {one.name for one in stood} if isinstance(what, IN_BATTLE) else set[str]()
    answers = has_answered(what, before, role)
    for place, body in enumerate(sheets if names or answers else ()):
        for row in body.get("standing", ()):
            if row.get("name") in names:
                names.discard(row["name"])
                yield place, f"standing bid {row['name']}"
        if answers and "answers" in body:
            answers = False
            yield place, f"standing answers: {'; '.join(map(str, body['answers']))}"


def has_answered(what: MariaEvent, before: Sequence[MariaEvent], role: str) -> bool:
    """Whether a standing answer was taken for what an event tells."""
    if isinstance(what, happened.Answered):
        return True
    trail, powers = trail_of(what, before), commanded(role)
    lines = [line for one in before if isinstance(one, happened.Answered) for line in one.orders]
    return any(is_behind(line, powers, trail) for line in lines)


IN_BATTLE = (happened.StoodIn, happened.Played, happened.Tied, happened.Defeated, happened.Asked)


def ignored(complaint: Diagnostic) -> None:
    """What was taken in has been checked."""


def commanded(role: str) -> tuple[int, ...]:
    """The powers that a role commands in any mode, and Saxony, which may be anybody's."""
    found = {power for roles in COMMANDS.values() for power in roles.get(role, ())}
    return tuple(sorted({*found, POWERS.index("saxony")}))


def is_behind(text: str, powers: tuple[int, ...], trail: Trail) -> bool:
    """Whether a line is an order of that kind about one of those pieces."""
    if not trail.kinds:
        return False
    order = order_in(text, powers)
    if not isinstance(order, trail.kinds):
        return False
    named = {*pieces_in(order)}
    return not named or not trail.pieces or bool(named & trail.pieces)


def order_in(text: str, powers: tuple[int, ...]) -> Any:
    """The order of a line, of the war or of politics; None if it is neither."""
    line = read_clean(text, 0, powers)
    if line is not None:
        return line.order
    spoken = political_orders.Reader(text, Where(("do",)), powers, ignored, "").order()
    return spoken.order if spoken is not None else None


def pieces_in(order: Any) -> Iterator[int]:
    """The pieces that an order speaks of."""
    if isinstance(order, orders.Move | orders.Stay):
        yield from order.pieces
    elif isinstance(order, orders.Battles):
        yield from (piece for pair in order.pairs for piece in pair)
    elif isinstance(order, orders.Recruit):
        yield from ()
    elif hasattr(order, "piece"):
        yield order.piece


def trail_of(what: MariaEvent, before: Sequence[MariaEvent]) -> Trail:
    """Which orders can have led to an event."""
    match what:
        case happened.Moved():
            return Trail((orders.Move,), numbers(what.pieces))
        case happened.Conquered() | happened.ElectorTurned() | happened.Marked() | happened.Held():
            return Trail((orders.Move,), movers(before, what.city, over=True))
        case happened.Captured() | happened.HussarSwept():
            return Trail((orders.Move,), movers(before, what.city))
        case happened.Stacked():
            return Trail((orders.Move, orders.Command), numbers(what.generals))
        case happened.TrainBack() | happened.TrainOff():
            return Trail((orders.Return,), numbers([what.train]))
        case happened.SupplyPaid() | happened.HandShown():
            return Trail((orders.Pay,), numbers([what.general]))
        case happened.Resupplied() | happened.Unsupplied() | happened.Starved():
            trains = frozenset(TRAINS[POWERS.index(what.power)])
            return Trail((orders.Move, orders.Stay), numbers([what.general]) | trains)
        case happened.Battle():
            return Trail((orders.Move, orders.Stay, orders.Battles), numbers([*what.active, *what.other]))
        case happened.Played() | happened.Asked() | happened.Tied() | happened.Defeated() | happened.CutOff():
            return Trail((orders.Battles,), fighters(before), bids=True)
        case happened.Retreated() | happened.WishUnfit():
            return Trail((orders.RetreatTo,), fighters(before) | numbers(what.generals), bids=True)
        case happened.SteppedAside():
            return Trail((political_orders.GoTo,), numbers(what.pieces))
        case happened.CorpsSent():
            return Trail((political_orders.Send,), numbers([what.general]))
        case _:
            return Trail(KINDS.get(type(what), ()))


# Orders that are known by their kind.
KINDS: dict[type, tuple[type, ...]] = {
    happened.HussarPlaced: (orders.Hussar,), happened.Recruited: (orders.Recruit,),
    happened.Consented: (orders.Flag,), happened.Disputed: (orders.Flag,), happened.SubsidyChanged: (orders.Flag,),
    happened.SuitNamed: (political_orders.Suit,), happened.Placed: (political_orders.Place,),
    happened.Revealed: (political_orders.Place,), happened.HeldCards: (political_orders.Hold,),
    happened.Selected: (political_orders.Select,), happened.MoveAnnounced: (political_orders.Select,),
    happened.TrackMoved: (political_orders.Select, political_orders.MoveSaxony),
    happened.SaxonyChanged: (political_orders.Select, political_orders.MoveSaxony),
    happened.LevyRaised: (political_orders.Select, political_orders.Back), happened.Voted: (political_orders.Vote,),
    happened.Elected: (political_orders.Vote,), happened.PeaceOffered: (political_orders.PeaceWord,),
    happened.PeaceRefused: (political_orders.PeaceWord,), happened.PeaceMade: (political_orders.PeaceWord,),
}  # fmt: skip


def numbers(ids: Iterable[str]) -> frozenset[int]:
    """Pieces by their numbers."""
    return frozenset(PIECE[id_] for id_ in ids)


def movers(before: Iterable[MariaEvent], city: str, over: bool = False) -> frozenset[int]:
    """The pieces that moved over a city, or came to it."""
    moves = [what for what in before if isinstance(what, happened.Moved)]
    return numbers(p for what in moves if city in (what.way[:-1] if over else what.way[1:]) for p in what.pieces)


def fighters(before: Iterable[MariaEvent]) -> frozenset[int]:
    """The pieces of the last battle."""
    battles = [what for what in before if isinstance(what, happened.Battle)]
    return numbers([*battles[-1].active, *battles[-1].other] if battles else [])
