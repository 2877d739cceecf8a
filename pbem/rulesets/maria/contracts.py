"""Subsidy contracts (M20): who may have one, when they begin and end; and how agreements run out (M21.3)."""

from __future__ import annotations

from pbem.core.events import Event
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.clauses import Subsidy
from pbem.rulesets.maria.powers import BAVARIA, FRANCE, GREAT, MINOR, POWERS
from pbem.rulesets.maria.records import Contract, SetUp, Stage, Treaty, Turn
from pbem.rulesets.maria.relations import allied, group_of, lost_capital, owner_of
from pbem.rulesets.maria.state import GROUPS, TWO, State
from pbem.rulesets.maria.treaties import (
    ACCEPTED,
    DISSOLVED,
    DROPPED,
    ENDED,
    LAPSED,
    OFFERED,
    OVER,
    changed,
    clause_of,
    clauses_in,
)

News = tuple[State, tuple[Event, ...]]


def refused(state: State, giver: int, taker: int, first: int, last: int, but: str = "") -> str:
    """Why there cannot be such a contract, as a form of the complaint; ``allies`` is the plain one, empty: it can be.

    ``first`` and ``last`` are its turns; ``but`` is an agreement that is not counted, because this one comes in its
    place.
    """
    if giver not in GREAT:
        return "minor"
    if giver == taker:
        return "same"
    if not allied(state, giver, taker):
        return "allies"
    if state.mode in TWO and taker not in MINOR:
        return "two"
    return "twice" if busy_until(state, giver, taker, first, last, but) else ""


def busy_until(state: State, giver: int, taker: int, first: int, last: int, but: str = "") -> int:
    """M20.2: the last turn of the contracts between two powers, in either direction, in some of these turns; or 0.

    Of an agreement that has begun only what is still to be paid counts.
    """
    pair = {giver, taker}
    spans = [(state.turn, last_turn(state, row)) for row in state.contracts if {row.giver, row.taker} == pair]
    for treaty in state.treaties:
        if treaty.status == ACCEPTED and treaty.id != but and not has_begun(state, treaty):
            spans += [(treaty.first, treaty.last) for giving in subsidies_in(treaty) if {*giving} == pair]
    return max((end for begin, end in spans if begin <= last and first <= end), default=0)


def subsidies_in(treaty: Treaty) -> list[tuple[int, int]]:
    """The contracts of an agreement: giver and taker."""
    clauses = [clause for clause in clauses_in(treaty) if isinstance(clause, Subsidy)]
    return [(POWERS.index(clause.giver), POWERS.index(clause.receiver)) for clause in clauses]


def last_turn(state: State, contract: Contract) -> int:
    """The turn in which a contract is paid for the last time."""
    return state.turn + contract.left - (not has_drawn(state, contract.giver))


def gifts(state: State, power: int, number: int) -> tuple[Contract, ...]:
    """M20.3, A31: the contracts by which a power that draws so many cards hands one over, each its next new card.

    That of France and Bavaria is no gift: it is in what the two of them draw (M8.2, A43). M20.5: a minor power that has
    lost its capital gets nothing.
    """
    due = [row for row in state.contracts if row.giver == power and (row.giver, row.taker) != (FRANCE, BAVARIA)]
    return tuple([row for row in due if lost_capital(state, row.taker) < 0][:number])


def counted_down(state: State, power: int) -> News:
    """M20.3: a turn of all contracts of a giver is over, whether or not anything was handed over (M20.5)."""
    due = [row for row in state.contracts if row.giver == power]
    if not due:
        return state, ()
    rows = tuple([row._replace(left=row.left - 1) if row in due else row for row in state.contracts])
    return without(state._replace(contracts=rows), [row for row in rows if row.left <= 0], "paid")


def has_drawn(state: State, power: int) -> bool:
    """Whether a power has had the card phase of its stage in this turn."""
    group = group_of(state, power)
    for task in state.agenda:
        if isinstance(task, Stage):
            return task.group > group or (task.group == group and task.phase != "cards")
        if isinstance(task, SetUp):
            return False
    left = next((task.left for task in state.agenda if isinstance(task, Turn)), ())
    return GROUPS[group] not in left


def is_open(state: State) -> bool:
    """Whether the contracts that begin with this turn have begun: in the set-up its politics are still to come."""
    left = next((task.left for task in state.agenda if isinstance(task, Turn)), ("politics",))
    return "politics" not in left


def has_begun(state: State, treaty: Treaty) -> bool:
    """Whether the contracts of an agreement have begun, if it was made before or in its first turn."""
    return treaty.first < state.turn or (treaty.first == state.turn and is_open(state))


def begun(state: State, treaty: Treaty) -> News:
    """M20.3: the contracts of an agreement begin in its first turn, or at once if that has come."""
    events: list[Event] = []
    for giver, taker in subsidies_in(treaty):
        turns = treaty.last - max(treaty.first, state.turn + has_drawn(state, giver)) + 1
        if turns > 0 and allied(state, giver, taker):
            state = state._replace(contracts=(*state.contracts, Contract(giver, taker, turns)))
            events.append(happened.ContractMade(giver=POWERS[giver], taker=POWERS[taker], turns=turns).event())
    return state, tuple(events)


def opened(state: State) -> News:
    """The contracts that begin with this turn, of agreements made before it."""
    state, ended = broken_off(state)
    events = list(ended)
    for treaty in state.treaties:
        if treaty.status == ACCEPTED and treaty.first == state.turn:
            state, news = begun(state, treaty)
            events += news
    return state, tuple(events)


def broken_off(state: State) -> News:
    """A51: contracts end between powers that are allied no longer, also those that were agreed for later turns."""
    gone = [row for row in state.contracts if not allied(state, row.giver, row.taker)]
    events: list[Event] = []
    for treaty in state.treaties:
        if treaty.status == ACCEPTED and not all(allied(state, *pair) for pair in subsidies_in(treaty)):
            treaty, news = dissolved(state, treaty)
            state = state._replace(treaties=changed(state.treaties, treaty))
            events.append(news)
    state, ended = without(state, gone, "allies")
    return state, (*ended, *events)


def dissolved(state: State, treaty: Treaty) -> tuple[Treaty, Event]:
    """A51: an agreement without the contracts that have ended; what else it says binds as before."""
    left = []
    for text in treaty.clauses:
        clause = clause_of(text)
        if not isinstance(clause, Subsidy) or allied(state, *map(POWERS.index, clause)):
            left.append(text)
    if not left:
        return treaty._replace(status=DISSOLVED), told(treaty, DISSOLVED, "")
    treaty = treaty._replace(clauses=tuple(left))
    return treaty, told(treaty, "reduced", "")


def without(state: State, gone: list[Contract], why: str) -> News:
    """Contracts that are over."""
    ended = [happened.ContractEnded(giver=POWERS[row.giver], taker=POWERS[row.taker], why=why).event() for row in gone]
    return state._replace(contracts=tuple([row for row in state.contracts if row not in gone])), tuple(ended)


def agreed_to_end(state: State, treaty: Treaty) -> News:
    """M20.4: an agreement ends early, and its contracts with it."""
    state = state._replace(treaties=changed(state.treaties, treaty._replace(status=ENDED)))
    return without(state, contracts_of(state, treaty), "agreed")


def contracts_of(state: State, treaty: Treaty) -> list[Contract]:
    """M20.4: the contracts of an agreement that can be ended; one that has not begun has none yet.

    M20.2: two powers have one contract at a time, so it is that of the agreement in whose last turn it is over.
    """
    pairs = subsidies_in(treaty) if has_begun(state, treaty) else []
    own = [row for row in state.contracts if (row.giver, row.taker) in pairs and last_turn(state, row) == treaty.last]
    return [row for row in own if not row.fixed]


def dropped(state: State, power: int, before: str) -> News:
    """M2.4, M21.1: a power that passes to another role has signed nothing for it: open offers to it or of it fall away.

    Ruling: A60, what it has signed binds whoever plays it, but for what the role that had it agreed with itself alone.
    """
    events: list[Event] = []
    for treaty in state.treaties:
        if power in treaty.parties and treaty.status == OFFERED:
            state = state._replace(treaties=changed(state.treaties, treaty._replace(status=DROPPED)))
            events.append(told(treaty, DROPPED, owner_of(state, power)))
        elif power in treaty.parties and treaty.status == ACCEPTED and is_alone(state, treaty, power, before):
            state = state._replace(treaties=changed(state.treaties, treaty._replace(status=DISSOLVED)))
            state, ended = without(state, contracts_of(state, treaty), "dissolved")
            events += (told(treaty, DISSOLVED, owner_of(state, power)), *ended)
    return state, tuple(events)


def is_alone(state: State, treaty: Treaty, power: int, before: str) -> bool:
    """A60: whether the role that had a power has played all parties of an agreement."""
    return all(owner_of(state, party) == before for party in treaty.parties if party != power)


def told(treaty: Treaty, status: str, role: str) -> Event:
    """M21.3: what becomes of an agreement is public."""
    turns = f"turns {treaty.first} to {treaty.last}" if treaty.first < treaty.last else f"turn {treaty.first}"
    text = f"{turns}{', strict' if treaty.binding == 'refuse' else ''}"
    return happened.TreatyTold(
        id=treaty.id, status=status, powers=[POWERS[p] for p in treaty.parties], first=treaty.first, last=treaty.last,
        clauses=list(treaty.clauses), text=text, by=role,
    ).event()  # fmt: skip


def expired(state: State) -> News:
    """At the start of a turn: offers that nobody took lapse, and agreements whose last turn is past are over."""
    events: list[Event] = []
    rows: list[Treaty] = []
    for row in state.treaties:
        if row.last < state.turn and row.status in (OFFERED, ACCEPTED):
            row = row._replace(status=LAPSED if row.status == OFFERED else OVER)
            events.append(told(row, row.status, ""))
        rows.append(row)
    return state._replace(treaties=tuple(rows)), tuple(events)
