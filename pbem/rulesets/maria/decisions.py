"""A sheet taken in: checked on a player's view, and carried out on the state, by the same code (M26)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from pbem.core import LazyCodes, Where, has_errors, listed
from pbem.core.events import Event
from pbem.core.ruleset import Owed, Taken
from pbem.core.sheets import at_key
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria import records
from pbem.rulesets.maria.choices import take_flag
from pbem.rulesets.maria.desk import FAULTS, Desk, Enough
from pbem.rulesets.maria.orders import Flag, Line, Pay
from pbem.rulesets.maria.payments import check_price, paid, picked, worth
from pbem.rulesets.maria.powers import MOST, POWER_NAMES, POWERS, TROOPS
from pbem.rulesets.maria.records import SetUp, Stage, Treaty
from pbem.rulesets.maria.relations import owner_of, roles_of
from pbem.rulesets.maria.state import GENERALS, LEAST, PIECE_IDS, PIECE_NAMES, POWER_OF, State, name_of_piece
from pbem.rulesets.maria.supply import buyers, supply_phase
from pbem.rulesets.maria.troops import transfers

ma = LazyCodes("pbem.rulesets.maria.diagnostics")
Body = Mapping[str, Any]
Register = tuple[Treaty, ...]
_PACKAGE = __name__.rpartition(".")[0]

# Of each task that may wait for somebody: the function that says for whom and for what.
AWAITED: dict[type, str] = {
    records.Hussars: "hussars:awaiting",
    records.Moves: "moving:awaiting",
    records.Combat: "fights:awaiting_order",
    records.Battle: "fights:awaiting_bids",
    records.Retreat: "fights:awaiting_retreat",
    records.Winter: "winter:awaiting",
    **dict.fromkeys(
        (
            records.Politics,
            records.Displaced,
            records.Corps,
            records.Slip,
            records.Peace,
            records.Election,
            records.Levy,
        ),
        "political_owed:awaiting",
    ),
}
# Of each kind of decision: the function that takes its sheet.
TAKERS: dict[str, str] = {
    "hussars": "hussars:take",
    "movement": "moving:take",
    "flanders": "moving:take_flanders",
    "battles": "fights:take_battles",
    "bid": "fights:take_bid",
    "retreat": "fights:take_retreat",
    "winter": "winter:take",
    "levy": "levy:take_levy",
    **{
        kind: f"statecraft:take_{kind}"
        for kind in ("suit", "place", "choose", "corps", "displaced", "saxony", "peace", "assent", "vote")
    },
}


def found(place: str) -> Callable[..., Any]:
    """The function of a chapter, which is loaded when it is first asked for."""
    module, _, name = place.partition(":")
    function: Callable[..., Any] = getattr(import_module(f"{_PACKAGE}.{module}"), name)
    return function


# who must decide what


def awaiting(state: State) -> tuple[Owed, ...]:
    """What the game waits for, from whom, and what happens without an answer (M26)."""
    if not state.agenda:
        return ()
    task = state.task
    if isinstance(task, SetUp):
        text = "as even as the minimums allow, higher ranks first"
        return tuple(Owed(role, "set-up", "the division of troops", text) for role in roles_of(state))
    if isinstance(task, Stage) and task.phase == "supply":
        return awaiting_payments(state, task)
    if type(task) not in AWAITED:
        return ()
    owed: tuple[Owed, ...] = found(AWAITED[type(task)])(state)
    return owed


def awaiting_payments(state: State, stage: Stage) -> tuple[Owed, ...]:
    """D12: who must buy supply, and has cards; where hussars and pieces stand is public."""
    if max(state.hussars) < 0:
        return ()

    roles: dict[str, list[str]] = {}
    for piece, _ in buyers(state, stage.group):
        power = POWER_OF[piece]
        if state.hands[power]:
            roles.setdefault(owner_of(state, power), []).append(PIECE_NAMES[piece])
    default = "the cards with least overpayment, by rank"
    return tuple(Owed(role, "supply", f"what pays for the supply of {listed(names)}", default)
                 for role, names in roles.items())  # fmt: skip


# sheets


def take(state: State, role: str, body: Body, think: bool = True) -> Taken:
    """What a sheet leads to: on a view this is the check, on the state a part of the adjudication.

    With ``think`` bids and positions are thought through; what comes of it are warnings, so the adjudication does
    without.
    """
    owed = next((owed for owed in awaiting(state) if owed.role == role), None)
    desk = Desk(state, role, body, owed.what if owed else "", think)
    try:
        agreed = signed(desk)
        held = desk.state.treaties
        taker_of(owed.kind if owed else "")(desk)
        desk.state = desk.state._replace(treaties=left_by(held, desk.state.treaties, agreed))
        take_said(desk, "declare")
        take_ahead(desk)
    except Enough:  # the sheet is refused, whatever else it says
        from pbem.core.codes import TOO_MUCH  # not for check

        desk.said.append(TOO_MUCH(desk.said[-1].at, limit=FAULTS, form="faults"))
    understood = tuple(map(str, desk.understood)) if think else ()
    return Taken(desk.state, tuple(desk.events), tuple(desk.said), understood)


def judge(state: State, role: str, body: Body) -> Taken:
    """What a sheet leads to, of which its writer has been told: nothing is thought through."""
    return take(state, role, body, think=False)


def take_ahead(desk: Desk) -> None:
    """Standing bids and answers, which any sheet may bring."""
    if desk.body.get("standing") or desk.body.get("withdraw"):
        from pbem.rulesets.maria.standing import take_standing  # not for check

        take_standing(desk)
    if "answers" in desk.body:
        from pbem.rulesets.maria.answers import take_answers  # not for check

        take_answers(desk)


def spoken(view: State, role: str) -> Body | None:
    """The standing answer of a role to what it owes now, as a sheet; standing bids answer beside one without a bid."""
    if role in dict(view.answers):
        kind = next((owed.kind for owed in awaiting(view) if owed.role == role), "")
        if (body := answer_on(view, role, kind)) is not None:
            return body
    if not view.standing:
        return None
    from pbem.rulesets.maria import standing  # not for check: where no bid stands

    return {} if role in standing.answered(view) else None


def parts(view: State, role: str, body: Body) -> tuple[str, ...]:
    """No decision of this title has parts that standing bids answer beside a sheet."""
    return ()


def answer_on(view: State, role: str, kind: str) -> Body | None:
    """The standing answer to what is asked, judged on the view of its owner."""
    from pbem.rulesets.maria.answers import KINDS, answer_of  # not for check: where none stands

    if kind not in KINDS:
        return None
    return answer_of(view, role, kind, lambda body: not has_errors(judge(view, role, body).diagnostics))


def taker_of(kind: str) -> Callable[[Desk], None]:
    """The function that takes the sheets for a kind of decision."""
    if kind in _TAKERS:
        return _TAKERS[kind]
    return found(TAKERS[kind])


def take_said(desk: Desk, key: str) -> None:
    """D25, D28: agreements and declarations, which any sheet may bring."""
    if key in desk.body:
        found(f"register:take_{key}")(desk)


def signed(desk: Desk) -> Register:
    """M21.3: the register after what a sheet says of agreements. What it signs binds its own moves already; what it
    ends binds them still, for agreements are taken in after all else of a step."""
    before = {row.id: row for row in desk.state.treaties if row.status == "accepted"}
    take_said(desk, "treaties")
    agreed = desk.state.treaties
    if before:
        desk.state = desk.state._replace(treaties=tuple([before.get(row.id, row) for row in agreed]))
    return agreed


def left_by(held: Register, after: Register, agreed: Register) -> Register:
    """M21.1, A51: the register after a sheet: an agreement that what it decides has changed stays so, all others are as
    it says."""
    rows = zip(held, after, agreed, strict=True)
    return tuple([said if now == before else now for before, now, said in rows])


def said_beside(state: State, role: str, body: Body) -> tuple[State, tuple[Event, ...]]:
    """D10, D16, D17, D25: what a role says that owed nothing, after the sheets of the step; a declaration that they
    have made impossible is told so."""
    desk = Desk(state, role, {key: body[key] for key in ("do",) if key in body}, "", think=False)
    take_nothing(desk)
    assert not has_errors(desk.said), "choices of two hang on nothing"
    late = Desk(desk.state, role, {key: body[key] for key in ("declare",) if key in body}, "", think=False)
    take_said(late, "declare")
    news = (happened.AimsKept().event(),) if has_errors(late.said) else tuple(late.events)
    return late.state, (*desk.events, *news)


def take_nothing(desk: Desk) -> None:
    """D10, D16, D17, D29: a role that owes nothing may shift troops inside its stacks, and choose for later."""
    for key in desk.body:
        if key not in ("troops", "do", "treaties", "declare", "standing", "withdraw", "answers") and desk.body[key]:
            desk.say(ma.NOTHING_OWED(at_key(key), key=key))
    for line in desk.lines(Flag, asked="nothing"):
        take_flag(desk, line)
    transfers(desk, desk.troops(), desk.powers)


def take_set_up(desk: Desk) -> None:
    """D1, M4.7: every power's troops, all of them, not less than a general's minimum and at most 8 each."""
    desk.lines(asked="the division of troops")
    desk.no_bids()
    wished = desk.troops()
    for piece, number in wished.items():
        if not LEAST[piece] <= number <= MOST:
            facts = {"piece": PIECE_NAMES[piece], "number": number, "least": LEAST[piece]}
            desk.say(ma.TROOPS_RANGE(desk.where_of(piece), **facts, form="least"))
    for power in desk.powers:
        take_division(desk, power, wished)


def take_division(desk: Desk, power: int, wished: Mapping[int, int]) -> None:
    """M4.7: nothing is left over."""
    numbers = {p: wished.get(p, desk.state.troops[p]) for p in GENERALS[power]}
    total = sum(numbers.values())
    if total != TROOPS[power]:
        at = next((desk.where_of(p) for p in numbers if p in wished), Where(("troops",)))
        names = listed(f"{PIECE_NAMES[p]} ({LEAST[p]} to {MOST})" for p in numbers)
        facts = {"power": POWER_NAMES[power], "total": total, "maximum": TROOPS[power]}
        desk.say(ma.SETUP_SUM(at, **facts, generals=names))
    elif not has_errors(desk.said):
        desk.state = desk.state.with_troops(numbers)
        news = happened.Troops(power=POWERS[power], troops={PIECE_IDS[p]: n for p, n in numbers.items()})
        desk.events.append(news.event(to=(desk.role,)))
        written = ", ".join(f"{PIECE_NAMES[p]} {n}" for p, n in numbers.items())
        desk.understood.append(f"{POWER_NAMES[power]}: {written}")


def take_supply(desk: Desk) -> None:
    """D12, M9.7, M9.8: which cards pay for whom, in the order of the generals; the rest is paid as D12 says."""

    stage = desk.state.task
    assert isinstance(stage, Stage)
    due = dict(buyers(desk.state, stage.group))
    lines = desk.lines(Pay, asked="what pays for supply")
    desk.no_bids()
    transfers(desk, desk.troops(), desk.powers)
    payments = read_payments(desk, lines, due)
    if has_errors(desk.said):
        return
    for line in lines:
        poor = f"nothing pays for {name_of_piece(line.order.piece)}: the hand is not worth enough, and is shown"
        desk.understood.append(line.order if line.order.piece in payments else poor)
    if not lines:
        desk.understood.append("supply is paid with least overpayment, by rank")
    desk.state = desk.state.replaced(Stage(stage.group, "movement"))
    desk.state, news = supply_phase(desk.state, stage.group, payments)
    desk.events += news


def read_payments(desk: Desk, lines: list[Line], due: Mapping[int, int]) -> dict[int, tuple[Any, ...]]:
    """M9.7, M9.8: the cards of each payment; a power must pay as long as its hand is worth enough."""

    payments: dict[int, tuple[Any, ...]] = {}
    state = desk.state
    for line in lines:
        piece, power = line.order.piece, POWER_OF[line.order.piece]
        if piece not in due or piece in payments or power not in desk.powers:
            names = listed(PIECE_NAMES[p] for p in due if POWER_OF[p] in desk.powers)
            desk.say(ma.NO_PAYMENT_DUE(line.words[0], piece=name_of_piece(piece), buyers=names))
            continue
        cards = picked(state, power, line.order.pay, line.words[1:], desk.say)
        if cards is None:
            continue
        if worth(cards) < due[piece] and worth(state.hands[power]) >= due[piece]:
            facts = {"piece": PIECE_NAMES[piece], "cost": due[piece], "points": worth(cards)}
            desk.say(ma.MUST_PAY(line.at, **facts))
        elif worth(cards) >= due[piece]:
            check_price(cards, due[piece], line.at, desk.say)
            payments[piece] = cards
            state = paid(state, power, cards)
    return payments


# The decisions whose sheets are taken here; all others have chapters of their own.
_TAKERS: dict[str, Callable[[Desk], None]] = {"": take_nothing, "set-up": take_set_up, "supply": take_supply}
