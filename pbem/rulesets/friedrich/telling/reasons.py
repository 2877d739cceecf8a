"""What is behind an event: the rules by which it was ruled, and the orders that led to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, assert_never

from pbem.core import Diagnostic, Where
from pbem.core.events import Event
from pbem.rulesets.common import lines_of
from pbem.rulesets.common.bids import ANY, Bid
from pbem.rulesets.friedrich import events as happened
from pbem.rulesets.friedrich import orders
from pbem.rulesets.friedrich.bid_reader import bid_text, read_bids
from pbem.rulesets.friedrich.board import CITY
from pbem.rulesets.friedrich.events import FriedrichEvent, read
from pbem.rulesets.friedrich.offensive import GARRISONED
from pbem.rulesets.friedrich.order_reader import parse_order
from pbem.rulesets.friedrich.state import COMMANDS, NATION_OF, NATIONS, PIECE, PIECE_IDS, STROKES, TRAINS
from pbem.rulesets.friedrich.telling.changes import about

# Cards of fate with a rule of their own; of the others the table of cards tells all.
IN_DETAIL = {"7D": "C7", "8C": "C8", "9S": "C9", "12C": "C9", "10S": "C10", "12H": "C11"}
DECLINES = {"1H": "D22", "4H": "D23", "6S": "D24", "6D": "D25", "8C": "D17", "9D": "D26", "12H": "D27"}


def rules_behind(event: Event) -> tuple[str, ...]:
    """The numbers of the rules behind an event, the most telling first."""
    what = read(event)
    match what:
        case happened.Turn():
            return "F2.1", "F2.4"
        case happened.Stage():
            return "F2.1", "F2.2", "F2.3"
        case happened.Defaulted():
            return ("N4",)
        case happened.Drew():
            return "F3.1", "F3.2"
        case happened.Opened():
            return ("F3.6",)
        case happened.Reshuffled():
            return ("F3.7",)
        case happened.Discarded():
            return "F3.3", "D2", "D3"
        case happened.Moved():
            return "F4.2", "F4.3", "F4.4", "F4.5", "F4.6"
        case happened.Stepped():
            return ("F5.10", "D24", "A23") if "laudon" in what.pieces else ("C11", "D27", "F5.10")
        case happened.SteppedAside():
            return "C8", "D17", "F5.10"
        case happened.Captured():
            return ("F4.10",)
        case happened.OnAlliedObjective():
            return "F4.13", "A2"
        case happened.Conquered():
            return "F5.2", "F5.5", "F5.9", "F5.4"
        case happened.Reconquered():
            garrison = GARRISONED >> CITY[what.city] & 1
            return ("F5.8", "F5.7", "F5.9", "F13.3") if garrison else ("F5.8", "F5.7", "F5.9")
        case happened.Marked():
            return "F5.5", "F5.4", "F5.7", "A3"
        case happened.Held():
            return "F5.9", "F5.4", "F5.7", "A3"
        case happened.Troops():
            return "F6.4", "F6.2", "F6.3"
        case happened.Recruited():
            return "F10.1", "F10.2", "F10.4", "F10.7"
        case happened.Battle():
            return "F7.1", "F7.4"
        case happened.Mustered():
            return "F7.1", "F7.4", "F7.2"
        case happened.Played():
            return "F7.6", "F7.5", "F7.7"
        case happened.Asked():
            return "D13", "F7.5"
        case happened.Tied():
            return "F7.9", "F7.8"
        case happened.Defeated():
            return "F7.10", "F7.8", "F6.5"
        case happened.Fought():
            return ("F7.17",)
        case happened.Stopped():
            return ("F7.8",)
        case happened.CutOff():
            return "F8.4", "F8.3"
        case happened.Retreated():
            return "F8.1", "F8.2", "F8.5", "D16"
        case happened.WishUnfit():
            return "F8.5", "D16"
        case happened.StoodIn() | happened.Lapsed() | happened.Answered():
            return ("N2",)
        case happened.Resupplied() | happened.Starved():
            return "F9.4", "F9.2", "F9.3"
        case happened.Unsupplied():
            far = ("C9",) if what.nation in ("russia", "sweden") else ()  # 9♠ and 12♣ turn their generals down, too
            return ("F9.4", "F9.2", "F9.3", *far)
        case happened.TroopsLost():
            return "F9.4", "F6.1"
        case happened.Fate():
            return fate_rules(what)
        case happened.DrawsChanged():
            return "F3.2", "F11.8"
        case happened.Left():
            return "F11.9", "K1"
        case happened.Departed():
            return ("F15.4",)
        case happened.Retired():
            return "F6.8", "F11.14", "K4"
        case happened.ChangedHands():
            return "F11.10", "F11.11"
        case happened.Eased():
            return ("F11.13",)
        case happened.FreeTroop():
            return "F11.6", "D20"
        case happened.LostTroop():
            return "F11.7", "D21"
        case happened.Declined():
            return DECLINES[what.card], "F11.4"
        case happened.Exchanged():
            return ("D26", "C2") if "prussia" in what.nations else ("D22", "C2")
        case happened.NotExchanged():
            return ("D22",)
        case happened.ChangedCard():
            return "D23", "F3.6"
        case happened.TurnedDown():
            return ("D25",)
        case happened.SameSuit():
            return "F11.5", "A7", "A26"
        case happened.OffensiveTaken():
            return "F13.4.2", "D4"
        case happened.OffensiveDeclined():
            return "F13.4.3", "D4"
        case happened.OffensiveCardLost():
            return ("F13.4.5",)
        case happened.OffensiveFailed():
            return ("F13.4.7",)
        case happened.Won():
            return victory_rules(what)
        case (
            happened.Undone()
            | happened.Revised()
            | happened.OrdersAhead()
            | happened.EnvelopeLeft()
            | happened.AtTheDesk()
        ):
            return ()  # of the program, not of the game
        case _:
            assert_never(what)


def fate_rules(what: happened.Fate) -> tuple[str, ...]:
    """F11.1: of a stroke, of a numbered card, and of a card that does nothing."""
    if what.card in STROKES:
        return "F11.1", "F11.8", "K1"
    detail = IN_DETAIL.get(f"{what.card}{what.suit}")
    idle = ("F11.4",) if what.idle else ()
    return ("F11.1", "F11.2", "F13.2", *([detail] if detail else ["C2"]), *idle)


def victory_rules(what: happened.Won) -> tuple[str, ...]:
    """F12: all objectives, the departures Frederick waits for, or Bohemia."""
    if what.roles != ["frederick"]:
        return "F12.2", "F12.4"
    return ("F13.4.6", "F15.6") if what.nations == ["prussia"] else ("F12.3",)


# the orders


class Trail(NamedTuple):
    """What orders behind an event look like: their kinds, and the pieces they speak of if they speak of any."""

    kinds: tuple[type, ...] = ()
    pieces: frozenset[int] = frozenset()
    bids: bool = False  # whether the bids for these pieces are behind it, too


def orders_behind(event: Event, earlier: Sequence[Event], role: str, body: Mapping[str, Any]) -> tuple[str, ...]:
    """The orders of a sheet that led to an event, as they were written; bids as they were understood."""
    before = [read(one) for one in earlier]
    what = read(event)
    if isinstance(what, happened.Troops):
        return tuple(f"troops: {name} {number}" for name, number in body.get("troops", {}).items())
    trail, nation = trail_of(what, before), nation_of(event, before)
    found = [text for text in lines_of(body) or [] if is_behind(text, nation, trail)]
    bids = read_bids(body, nation, ignored) if trail.bids and body.get("bid") else []
    mine = [bid for bid, _ in bids if bid.own == ANY or bid.own in trail.pieces]
    return (*found, *(f"bid: {bid_text(bid)}" for bid in mine), *wishes_behind(what, before, role, body, mine))


def wishes_behind(
    what: FriedrichEvent, before: Sequence[FriedrichEvent], role: str, body: Mapping[str, Any], bids: Sequence[Bid]
) -> tuple[str, ...]:
    """D16: the wishes of the victor's sheet for all its retreats, where no bid of it has any of its own."""
    if not isinstance(what, happened.Retreated | happened.WishUnfit) or not body.get("retreat"):
        return ()
    victors, began = victors_over(what.generals, before)
    if not any(NATION_OF[piece] in commanded(role) for piece in victors):
        return ()
    own = [bid for bid in bids if bid.own == ANY or bid.own in victors]
    # A sheet with moves speaks for all battles of its stage; one with bids for theirs.
    speaks = not all(bid.retreat for bid in own) if own else began and "do" in body
    return (f"retreat: {', '.join(map(str, body['retreat']))}",) if speaks else ()


def victors_over(beaten: Iterable[str], before: Iterable[FriedrichEvent]) -> tuple[frozenset[int], bool]:
    """Who won the last battle against these, and whether they had begun it."""
    for battle in reversed([what for what in before if isinstance(what, happened.Battle)]):
        began = not {*battle.active} & {*beaten}
        return numbers(battle.active if began else battle.other), began
    return frozenset(), False


def commanded(role: str) -> set[int]:
    """The nations that a role commands in any mode."""
    return {nation for roles in COMMANDS.values() for nation in roles.get(role, ())}


def ignored(complaint: Diagnostic) -> None:
    """What was taken in has been checked."""


def nation_of(event: Event, before: Iterable[FriedrichEvent]) -> int:
    """The nation whose trains an order means by T1 and T2: that of the stage, else that of the event."""
    stages = [what.nation for what in before if isinstance(what, happened.Stage)]
    named = [*stages[-1:], *about(event).nations, NATIONS[0]]
    return NATIONS.index(named[0])


def is_behind(text: str, nation: int, trail: Trail) -> bool:
    """Whether a line is an order of that kind about one of those pieces."""
    line = parse_order(text, nation, Where(("do",)), ignored) if trail.kinds else None
    if line is None:
        return False
    named = {*pieces_in(line.order)}
    return isinstance(line.order, trail.kinds) and (not named or bool(named & trail.pieces))


def pieces_in(order: orders.Order) -> Iterator[int]:
    """The pieces that an order speaks of."""
    match order:
        case orders.Move() | orders.Stay():
            yield from order.pieces
        case orders.Battles():
            yield from (piece for pair in order.pairs for piece in pair)
        case orders.RetreatTo():
            yield order.piece
        case _:
            return


def trail_of(what: FriedrichEvent, before: Sequence[FriedrichEvent]) -> Trail:
    """Which orders can have led to an event."""
    match what:
        case happened.Moved() | happened.Stepped() | happened.SteppedAside():
            return Trail((orders.Move,), numbers(what.pieces))
        case happened.Conquered() | happened.Reconquered() | happened.Marked() | happened.Held():
            return Trail((orders.Move, orders.Reconquer), movers(before, what.city, over=True))
        case happened.Captured():
            return Trail((orders.Move,), movers(before, what.city))
        case happened.OnAlliedObjective():
            return Trail((orders.Move, orders.Stay), numbers([what.piece]))
        case happened.Resupplied() | happened.Unsupplied() | happened.Starved():
            trains = [PIECE_IDS[train] for train in TRAINS[NATIONS.index(what.nation)]]
            return Trail((orders.Move, orders.Stay), numbers([what.general, *trains]))
        case happened.TroopsLost():
            starved = [one.general for one in before if isinstance(one, happened.Starved)]
            return Trail((orders.Move, orders.Stay), numbers(starved))
        case happened.Battle():
            return Trail((orders.Move, orders.Stay, orders.Battles), numbers([*what.active, *what.other]))
        case happened.Mustered():
            stacks = [piece for stack in what.stacks for piece in stack]
            return Trail((orders.Move, orders.Stay, orders.Battles), numbers(stacks))
        case happened.Played() | happened.Asked() | happened.Tied() | happened.Defeated() | happened.CutOff():
            return Trail((orders.Battles,), fighters(before), bids=True)
        case happened.Retreated() | happened.WishUnfit():
            return Trail((orders.RetreatTo,), fighters(before) | numbers(what.generals), bids=True)
        case _:
            return Trail(KINDS.get(type(what), ()))


# Orders that are known by their kind.
KINDS: dict[type, tuple[type, ...]] = {
    happened.Recruited: (orders.Recruit,), happened.Discarded: (orders.Discard, orders.DiscardFirst),
    happened.Retired: (orders.Retire,), happened.FreeTroop: (orders.Reinforce,), happened.LostTroop: (orders.Weaken,),
    happened.Declined: (orders.Decline,), happened.Exchanged: (orders.Exchange, orders.Give),
    happened.NotExchanged: (orders.Exchange, orders.Decline), happened.ChangedCard: (orders.Discard,),
    happened.TurnedDown: (orders.TurnDown,), happened.OffensiveTaken: (orders.Offensive,),
}  # fmt: skip


def numbers(ids: Iterable[str]) -> frozenset[int]:
    """Pieces by their numbers."""
    return frozenset(PIECE[id_] for id_ in ids)


def movers(before: Iterable[FriedrichEvent], city: str, over: bool = False) -> frozenset[int]:
    """The pieces that moved over a city, or into it."""
    moves = [what for what in before if isinstance(what, happened.Moved)]
    return numbers(p for what in moves if city in (what.way[:-1] if over else what.way[-1:]) for p in what.pieces)


def fighters(before: Iterable[FriedrichEvent]) -> frozenset[int]:
    """The pieces of the last battle."""
    battles = [what for what in before if isinstance(what, happened.Battle)]
    return numbers([*battles[-1].active, *battles[-1].other] if battles else [])
