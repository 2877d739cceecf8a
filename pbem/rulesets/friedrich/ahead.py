"""Orders ahead: which movement phases a role can order before they come, and the view such orders are judged on (N2).

A movement sheet holds all that belongs to its phase: the discard (D2), the offensive option (D4), moves, purchases,
the order of battles (D12) and bids (D13). The rest can be said ahead by other means: standing bids and answers. The
set-up (D1) is asked at once. So the decisions to be ordered ahead are the movement phases, by the ids of the nations.
"""

from __future__ import annotations

from pbem.core.ruleset import Body, Coming
from pbem.rulesets.common import Card
from pbem.rulesets.friedrich.decisions import possessive
from pbem.rulesets.friedrich.state import (
    NATION_NAMES,
    NATIONS,
    Battle,
    Combat,
    SetUp,
    Stage,
    State,
    Turn,
    nations_of,
    owner_of,
    takes_part,
)

UNSEEN = Card(0, "?", 0)  # a card still to be drawn; not even its back is known


def asked(state: State, role: str) -> str:
    """The nation whose movement phase waits for the role; empty if none does."""
    task = state.task if state.agenda else None
    if isinstance(task, Stage) and task.phase == "movement" and owner_of(state, task.nation) == role:
        return NATIONS[task.nation]
    return ""


def coming(view: State, role: str) -> tuple[Coming, ...]:
    """F2.1: the next movement phase of every nation a role commands, in this turn or the next, in their order."""
    if not view.agenda:
        return ()
    nations = [n for n in nations_of(view, role) if takes_part(view, n) and NATIONS[n] != asked(view, role)]
    turns = sorted((turn_of(view, nation), nation) for nation in nations)
    return tuple(Coming(NATIONS[n], f"{possessive(NATION_NAMES[n])} moves in turn {turn}") for turn, n in turns)


def turn_of(view: State, nation: int) -> int:
    """The turn in which the nation moves next."""
    if isinstance(view.task, SetUp):
        return view.turn
    left = next((task.nations for task in view.agenda if isinstance(task, Turn)), ())
    return view.turn if nation in left else view.turn + 1


def supposed(view: State, role: str, decision: str) -> State:
    """The view as it would be if the movement phase of that nation came now: nothing has moved, no card was drawn.

    The battles of now stay at the bottom of the agenda: they are fought before, and their stacks parted.
    """
    from pbem.rulesets.friedrich.draws import draws_of, must_discard  # not for check: of what is coming

    nation = NATIONS.index(decision)
    turn = turn_of(view, nation)
    if turn > view.turn:
        view = next_turn(view)
    rest = tuple(n for n in range(nation + 1, len(NATIONS)) if takes_part(view, n))
    # F3.3: the cards one of which must be discarded are drawn at the start of the stage.
    drawn = (UNSEEN,) * draws_of(view, nation) if must_discard(view, nation) else ()
    fights = tuple(task for task in view.agenda if isinstance(task, Battle | Combat))
    return view._replace(agenda=(*fights, Turn(rest), Stage(nation, "movement", drawn)))


def next_turn(view: State) -> State:
    """F2.4, F11.3: the turn after this one: no card of fate is known to hold in it before one is turned for it."""
    return view._replace(turn=view.turn + 1, in_force="", spent=False, beaten=0, attack_suits="")


def written(decision: str, body: Body) -> tuple[str, ...]:
    """What orders ahead say besides their lines: troops, bids and wishes for retreats, as understood."""
    from pbem.rulesets.friedrich.bid_reader import bid_text, read_bids  # not for check

    troops = ", ".join(f"{name} {number}" for name, number in body.get("troops", {}).items())
    bids = [f"bid: {bid_text(bid)}" for bid, _ in read_bids(body, NATIONS.index(decision), lambda fault: None)]
    wishes = ", ".join(map(str, body.get("retreat", ())))
    return (*([f"troops: {troops}"] if troops else ()), *bids, *([f"retreat: {wishes}"] if wishes else ()))
