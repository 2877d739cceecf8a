"""Orders ahead: the next turn of a falconer and the placing at set-up, the view they are judged on, what they hang on.

Between two turns of a falconer nothing moves his birds from their posts, a hooded one stays hooded through his next
turn (R5.3c, R5.3e), and a token in hand stays there; the rows, the birds of others and the courtyard may change.
"""

from __future__ import annotations

from pbem.core import Diagnostic
from pbem.core.ruleset import Body, Coming
from pbem.rulesets.fredericus import diagnostics as fd
from pbem.rulesets.fredericus.brake_codes import UNLESS_UNREADABLE
from pbem.rulesets.fredericus.decisions import asked_seats
from pbem.rulesets.fredericus.geometry import COURT, HAND
from pbem.rulesets.fredericus.state import Placing, State, Turn, replaced, seat_of

BIRDS, BETS, TURN = "birds", "bets", "turn"
WORDS = {BIRDS: "the posts of the birds", BETS: "where the tokens are put at set-up"}


def asked(state: State, role: str) -> str:
    """What the role is asked for now: ``birds``, ``bets``, ``turn``; empty if nothing."""
    seat, task = seat_of(state, role), state.task if state.agenda else None
    if isinstance(task, Turn):
        return TURN if task.seat == seat else ""
    return task.what if isinstance(task, Placing) and seat in asked_seats(state, task) else ""


def coming(view: State, role: str) -> tuple[Coming, ...]:
    """The placing still to come to a role, and its next turn, once the cards are dealt."""
    seat, task = seat_of(view, role), view.task if view.agenda else None
    if seat is None or task is None:
        return ()
    found = [id_ for id_ in placing_left(task, seat) if id_ != asked(view, role)] if isinstance(task, Placing) else []
    rows = [Coming(id_, WORDS[id_]) for id_ in found]
    turn = round_of(view, seat)
    return tuple([*rows, Coming(TURN, f"a turn in round {turn}")] if turn else rows)


def placing_left(task: Placing, seat: int) -> list[str]:
    """R3.2, R3.8: what a seat has still to place; tokens come after birds."""
    left = [task.what] if seat in task.seats else []
    return [*left, BETS] if task.what == BIRDS else left


def round_of(view: State, seat: int) -> int:
    """R4.1, R10.2: the round of the next turn of a seat that is not on turn; 0 if it has none, or cannot plan one."""
    task = view.task
    if isinstance(task, Placing):
        return view.round if task.what == BETS else 0  # before the deal there is nothing to plan with
    if not isinstance(task, Turn) or task.seat == seat:
        return 0
    if seat > task.seat:
        return view.round
    return 0 if view.ending else view.round + 1


def supposed(view: State, role: str, decision: str) -> State:
    """The view as it would be if the decision came now."""
    seat = seat_of(view, role)
    assert seat is not None, f"there is no seat {role!r}"
    if decision != TURN:
        return view._replace(agenda=(Placing(decision, (seat,)),))
    return view._replace(
        agenda=(Turn(seat),), round=round_of(view, seat), tokens=replaced(view.tokens, seat, tokens_then(view, seat))
    )  # fmt: skip


def with_standing(view: State, role: str, body: Body) -> State:
    """Nothing that holds for turns to come changes what can be ordered."""
    return view


def tokens_then(view: State, seat: int) -> tuple[int, ...]:
    """R4.2, R7.3: a token in the courtyard is back in hand by then, be the bet won or lost."""
    if isinstance(view.task, Placing) and seat in view.task.seats:
        return (1,) * len(view.tokens[seat])  # R3.8: they will have been put on towers
    return tuple(HAND if place == COURT else place for place in view.tokens[seat])


# what a complaint hangs on

LASTING = ""
ROWS = "It hangs on the rows as they are then."
THERE = "It hangs on the birds on post {post} then."
YARD = "It hangs on whose token lies in the courtyard then."
ROUND = "It hangs on the round in which these orders are used."
_ROWS = {
    LASTING: (
        fd.ORDER_UNREADABLE, fd.WRONG_TYPE, fd.UNKNOWN_TOWER, fd.UNKNOWN_BIRD, fd.UNKNOWN_KIND, fd.UNKNOWN_FALCONER,
        fd.UNKNOWN_TOKEN, fd.WHICH_TOKEN, fd.NOT_ASKED, fd.NOT_YOUR_TURN, fd.SAID_TWICE, fd.NOTHING_DECIDED,
        fd.COURT_AT_SET_UP, fd.NO_ACTION_LEFT, fd.ACTIONS_MISSING, fd.ROWS_NOT_ADJACENT, fd.POSTS_NOT_ADJACENT,
        fd.BIRD_HOODED, fd.SECOND_HUNT, fd.SECOND_TURNING, fd.NO_BIRD_THERE, fd.WRONG_SEAL, fd.NO_COURT,
        fd.TOKEN_IN_HAND, fd.BET_NOT_LAST, fd.OPTION_OFF, fd.SECOND_SHIFT, UNLESS_UNREADABLE,
    ),
    ROWS: (
        fd.ACTIONS_LEFT, fd.ROW_EMPTY, fd.NO_TREES, fd.NO_CREATURE, fd.NO_SKIES, fd.NO_SKY_AND_TREE, fd.NO_SEALS,
        fd.NOTHING_TO_TURN, fd.NOT_ALIKE,
    ),
    THERE: (fd.NOBODY_TO_HOOD, fd.CHOICE_NOT_NEEDED),
    YARD: (fd.COURT_TAKEN,),
}  # fmt: skip
SENTENCES = {code.id: sentence for sentence, codes in _ROWS.items() for code in codes}


def hangs_on(complaint: Diagnostic) -> str:
    """What a complaint about orders ahead hangs on; empty if it holds whatever happens till then."""
    # R4.5: only in the first round a turn has fewer basic actions than 4, or than 6 with a row turned over.
    if complaint.code is fd.NO_ACTION_LEFT and complaint.facts["number"] not in (4, 6):
        return ROUND
    return SENTENCES[complaint.code.id].format_map(complaint.facts)


def written(decision: str, body: Body) -> tuple[str, ...]:
    """Nothing: all orders of this game are lines."""
    return ()
