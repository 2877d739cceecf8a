"""Orders ahead: which decisions a role can order before they come, and the view such orders are judged on (M26).

They are those for which a whole sheet is written: the cards placed in politics (D3), hussars (D9), the moves of a
stage with all that belongs to them (D13 to D19), and what is recruited in a winter (D26). The rest can be said ahead
by other means: standing bids and standing answers. The set-up (D1) is asked at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pbem.core import listed
from pbem.core.ruleset import Body, Coming
from pbem.rulesets.common import Card
from pbem.rulesets.maria.bid_reader import bid_text, read_bids
from pbem.rulesets.maria.decisions import awaiting
from pbem.rulesets.maria.hussars import near_austrians
from pbem.rulesets.maria.peace import is_over
from pbem.rulesets.maria.powers import AUSTRIA, GREAT, POWER_NAMES, POWERS
from pbem.rulesets.maria.records import Battle, Combat, Hussars, Moves, Politics, SetUp, Stage, Turn, Winter
from pbem.rulesets.maria.relations import is_idle, owner_of, powers_in, powers_of, roles_in
from pbem.rulesets.maria.state import GROUPS, INTRO, SCHEDULE, State

UNSEEN = Card(0, "?", 0)  # a card still to be drawn; not even its back is known
CARDS, HUSSARS, WINTER = "cards", "hussars", "winter"
WINTERS = (3, 6, 9, 12)  # M5.3
LAST, LAST_INTRO = 12, 9  # M1.1


class Due(NamedTuple):
    """A decision that a role will have: in which turn, when in it, its id, and for which powers of which stage."""

    turn: int
    part: int  # place in SCHEDULE
    id: str
    powers: tuple[int, ...]
    group: int  # of the stage, 0 where it belongs to none


def asked(state: State, role: str) -> str:
    """The id of the decision that waits for the role, if it could have been ordered; else empty."""
    kind = next((owed.kind for owed in awaiting(state) if owed.role == role), "") if state.agenda else ""
    if kind == "place":
        return cards_id(great_powers(state, role))
    if kind == "hussars":
        return HUSSARS
    task = state.task if kind in ("movement", "winter") else None
    if isinstance(task, Winter):
        return f"{WINTER}-{POWERS[task.awaited[0][1][0]]}"
    if isinstance(task, Moves):
        stage = next(row.group for row in reversed(state.agenda) if isinstance(row, Stage))
        return POWERS[powers_for(state, role, stage)[0]]
    return ""


def powers_for(state: State, role: str, group: int) -> tuple[int, ...]:
    """The powers that a role plays in a stage; the first gives its decisions their name."""
    return tuple([power for power in powers_in(state._replace(rests=False), group) if owner_of(state, power) == role])


def great_powers(state: State, role: str) -> tuple[int, ...]:
    """The great powers that a role plays: they place cards in politics."""
    return tuple([power for power in powers_of(state, role) if power in GREAT])


def cards_id(powers: tuple[int, ...]) -> str:
    """The id of the decision which cards these powers place."""
    return f"{CARDS}-{POWERS[powers[0]]}"


def coming(view: State, role: str) -> tuple[Coming, ...]:
    """M5.1: the next decision of each kind, in the order in which they come; what the role owes now is none."""
    if not view.agenda:
        return ()
    now, last = asked(view, role), LAST_INTRO if view.mode in INTRO else LAST
    rows = sorted(row for row in due(view, role) if row.id != now and row.turn <= last)
    return tuple([Coming(row.id, words(row)) for row in rows])


def due(view: State, role: str) -> Iterator[Due]:
    """All that a role will have to decide and can order, each once."""
    great = great_powers(view, role)
    if view.is_advanced and great:
        yield Due(view.turn + has_placed(view, role), 0, cards_id(great), great, 0)
    if owner_of(view, AUSTRIA) == role and near_austrians(view) & ~view.occupied():
        yield Due(view.turn + is_past(view, "hussars"), 1, HUSSARS, (AUSTRIA,), 0)
    for group in range(len(GROUPS)):
        powers = powers_for(view, role, group)
        if powers:
            yield Due(view.turn + has_moved(view, role, group), 2 + group, POWERS[powers[0]], powers, group)
            id_ = f"{WINTER}-{POWERS[powers[0]]}"
            turn = next((turn for turn in winters(view) if turn >= view.turn + has_recruited(view, id_)), LAST + 1)
            yield Due(turn, len(SCHEDULE), id_, powers, group)


def words(row: Due) -> str:
    """A decision for people."""
    names = listed([POWER_NAMES[power] for power in row.powers])
    if row.id.startswith(CARDS):
        return f"the card that {listed([POWER_NAMES[power] for power in row.powers], 'or')} places in turn {row.turn}"
    if row.id == HUSSARS:
        return f"where the hussars go in turn {row.turn}"
    if row.id.startswith(WINTER):
        return f"what {names} will recruit in the winter after turn {row.turn}"
    return f"the moves of {names} in turn {row.turn}"


# what is over in this turn


def is_past(view: State, part: str) -> bool:
    """Whether a part of this turn has begun, or is over."""
    left = next((task.left for task in view.agenda if isinstance(task, Turn)), SCHEDULE)
    return part not in left


def has_placed(view: State, role: str) -> bool:
    """M17.3: whether the powers of a role have placed their cards in this turn."""
    task = next((task for task in view.agenda if isinstance(task, Politics)), None)
    if task is None:
        return is_past(view, "politics")
    if task.step in ("open", "suit"):
        return False
    return task.step != "place" or all(owner_of(view, power) != role for power in task.awaited)


def has_moved(view: State, role: str, group: int) -> bool:
    """M5.2: whether a role has moved its powers of a stage in this turn."""
    if not is_past(view, GROUPS[group]):
        return False
    stage = next((task for task in view.agenda if isinstance(task, Stage)), None)
    if stage is None or stage.group != group:
        return True
    moves = next((task for task in view.agenda if isinstance(task, Moves)), None)
    return stage.phase not in ("cards", "supply", "movement") if moves is None else role not in moves.awaited


def winters(view: State) -> tuple[int, ...]:
    """M5.3, M14.2: the turns after which there is a winter with recruits."""
    return WINTERS[:2] if view.mode in INTRO else WINTERS


def has_recruited(view: State, id_: str) -> bool:
    """M13.1: whether these powers have recruited in the winter of this turn."""
    winter = next((task for task in view.agenda if isinstance(task, Winter)), None)
    if winter is None:
        return is_past(view, WINTER)
    return all(id_ != f"{WINTER}-{POWERS[powers[0]]}" for _, powers in winter.awaited)


# the view that supposes it


def supposed(view: State, role: str, decision: str) -> State:
    """The view as it would be if that decision came now: nothing has moved, no card was drawn.

    The battles of now stay at the bottom of the agenda: they are fought before.
    """
    row = next(row for row in due(view, role) if row.id == decision)
    fights = tuple([task for task in view.agenda if isinstance(task, Battle | Combat)])
    under_way = None if isinstance(view.task, SetUp) or row.turn > view.turn else view
    view = view._replace(turn=row.turn, rests=False)
    rest = Turn(SCHEDULE[row.part + 1 :])
    if decision.startswith(CARDS):
        return view._replace(agenda=(rest, placing(view, under_way, row.powers)))
    if decision == HUSSARS:
        return view._replace(agenda=(rest, Hussars()))
    if decision.startswith(WINTER):
        return with_a_card(view, row)._replace(agenda=(Turn(()), Winter(((role, row.powers),))))
    if row.group == 1 and view.truce and is_over(view):
        view = view._replace(truce=False)
    roles = roles_in(view, powers_in(view, row.group))
    moves = Moves(roles[roles.index(role) :], moved=moved_before(under_way))
    view = view._replace(agenda=(*fights, rest, Stage(row.group, "combat"), moves))
    return with_a_card(view, row) if is_idle(view, role) else view


def placing(view: State, under_way: State | None, powers: tuple[int, ...]) -> Politics:
    """M17.3: politics as they wait for the cards of a role alone."""
    task = next((task for task in under_way.agenda if isinstance(task, Politics)), None) if under_way else None
    if task is None or task.step != "place":
        return Politics("place", tuple([power for power in powers if view.hands[power]]) or powers)
    return task._replace(awaited=tuple([power for power in task.awaited if power in powers]))


def moved_before(under_way: State | None) -> int:
    """M10.4: the pieces that have moved already, or were joined, in the phase under way; none if it is yet to come."""
    moves = [task.moved for task in under_way.agenda if isinstance(task, Moves)] if under_way else []
    return moves[0] if moves else 0


def with_a_card(view: State, row: Due) -> State:
    """M8.1: the view in which a role is asked, since its powers have drawn: no more than that is known of the card."""
    if any(view.hands[power] for power in row.powers):
        return view
    return view.with_hand(row.powers[0], (UNSEEN,))


def written(decision: str, body: Body) -> tuple[str, ...]:
    """What orders ahead say besides their lines: troops, bids and wishes for retreats, as understood."""
    troops = ", ".join(f"{name} {number}" for name, number in body.get("troops", {}).items())
    bids = [f"bid: {bid_text(bid)}" for bid, _ in read_bids(body, tuple(range(len(POWERS))), lambda fault: None)]
    wishes = ", ".join(map(str, body.get("retreat", ())))
    return (*([f"troops: {troops}"] if troops else ()), *bids, *([f"retreat: {wishes}"] if wishes else ()))
