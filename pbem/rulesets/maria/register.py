"""Agreements in sheets: offered, countered, accepted, refused and ended at any time, which costs no round (M20, M21).

Any sheet may bring ``treaties``, a list of lines, and ``declare`` (M19.20), also from a role that owes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.core import LazyCodes, Where, bare, has_errors, listed
from pbem.core.events import Event
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.board import COUNTRY
from pbem.rulesets.maria.clauses import Clause, Subsidy, Unread, VoteFor
from pbem.rulesets.maria.contracts import agreed_to_end, begun, busy_until, is_open, refused, told
from pbem.rulesets.maria.desk import Desk
from pbem.rulesets.maria.naming import BOARD_NAMES
from pbem.rulesets.maria.peace import french_in_core, lowered, not_lowered
from pbem.rulesets.maria.powers import FRANCE, GREAT, POWER_NAMES, POWERS
from pbem.rulesets.maria.records import Treaty
from pbem.rulesets.maria.relations import ROLE_TITLES, allied, owner_of, powers_of, roles_of
from pbem.rulesets.maria.state import State, name_of_piece
from pbem.rulesets.maria.treaties import (
    ACCEPTED,
    COUNTERED,
    ENDED,
    OFFERED,
    REFUSED,
    WITHDRAWN,
    Answer,
    Counter,
    Offer,
    Terms,
    changed,
    clauses_in,
    find,
    read_entry,
    strangers,
)
from pbem.rulesets.maria.votes import CHARLES

ma = LazyCodes("pbem.rulesets.maria.diagnostics")
News = tuple[State, tuple[Event, ...]]
MOST_OPEN = 12  # offers of one role that can be open at once
MOST_HELD = 30  # of one role's offers, those open or in force at once: every order is held against them
MOST_MADE = 120  # offers of one role in a game: all of them stay in its files
MOST_LINES = 30  # of one sheet: each is judged several times before it is taken
_FORBIDDEN = ("ability", "cards", "alliance", "peace")


def take_treaties(desk: Desk) -> None:
    """What a sheet says of agreements; it holds at once."""
    lines = lines_under(desk, "treaties")
    if len(lines) > MOST_LINES:
        desk.say(ma.TREATY_PARTIES(lines[MOST_LINES][1], limit=MOST_LINES, form="lines"))
        return
    for text, at in lines:
        take_entry(desk, text, at)


def concluded(state: State, said: Mapping[str, list[str]]) -> News:
    """What the sheets of a step say of agreements, after all else in them: nobody is bound by what others sign at the
    same time before he knows of it. A line that another sheet of the step has made impossible is void, and told so.
    """
    events: list[Event] = []
    for role in roles_of(state):
        for text in said.get(role, ()):
            desk = Desk(state, role, {"treaties": [text]}, "", think=False)
            take_treaties(desk)
            if has_errors(desk.said):
                void = happened.TreatyTold(
                    id="", status="void", powers=[], first=state.turn, last=state.turn, clauses=[], text=text, by=role
                )
                events.append(void.event())
            else:
                state = desk.state
                events += desk.events
    return state, tuple(events)


def take_declare(desk: Desk) -> None:
    """What a sheet declares (M19.20)."""
    for text, at in lines_under(desk, "declare"):
        take_declaration(desk, text, at)


def lines_under(desk: Desk, key: str) -> list[tuple[str, Where]]:
    """The lines of a key, each with its place."""
    lines = desk.body.get(key, [])
    if isinstance(lines, list) and all(isinstance(line, str) for line in lines):
        return [(text, Where((key, at))) for at, text in enumerate(lines)]
    desk.say(ma.WRONG_TYPE(Where((key,)), key=key, example='treaties = ["accept 3"]'))
    return []


def take_declaration(desk: Desk, text: str, at: Where) -> None:
    """D25, M19.20: France lowers its aims. Ruling: A26."""
    if bare(text) not in ("loweraims", "franceloweraims", "francelowersitsaims"):
        desk.say(ma.DECLARATION_UNREADABLE(at, text=text))
        return
    state = desk.state
    form = not_lowered(state)
    if owner_of(state, FRANCE) != desk.role:
        form = "other"
    if form:
        names = listed([name_of_piece(p) for p in french_in_core(state)])
        role = ROLE_TITLES[desk.role]
        desk.say(ma.AIMS_NOT_LOWERED(at, piece=names, role=role, form=form.replace("markers", "")))
        return
    desk.understood.append("lower aims")
    desk.state, news = lowered(state)
    desk.events += news


def take_entry(desk: Desk, text: str, at: Where) -> None:
    """D11, D28: a line of the register."""
    entry = read_entry(text, BOARD_NAMES)
    if not desk.state.is_advanced:
        desk.say(ma.TREATY_PARTIES(at, form="intro"))
    elif isinstance(entry, Unread):
        desk.say(unread(entry, at))
    elif isinstance(entry, Answer):
        take_answer(desk, entry, at)
    else:
        take_offer(desk, entry, at)


def unread(fault: Unread, at: Where) -> Any:
    """What is wrong with a line that could not be read."""
    if fault.form in _FORBIDDEN:
        return ma.TREATY_FORBIDDEN(at, text=fault.text, form=fault.form.replace("ability", ""))
    names = [BOARD_NAMES.name(id_) for id_ in fault.near]
    near = listed([id_ if names.count(name) > 1 else name for id_, name in zip(fault.near, names, strict=True)], "or")
    if fault.form == "power":
        near = listed(POWER_NAMES)
    elif fault.form == "country":
        near = listed([BOARD_NAMES.name(id_) for id_ in COUNTRY])
    return ma.TREATY_UNREADABLE(at, text=fault.text, near=near, form="" if fault.form == "entry" else fault.form)


# offers


def take_offer(desk: Desk, entry: Offer | Counter, at: Where) -> None:
    """M21.1: an offer is public; with all parties of one player it is an agreement at once."""
    state = desk.state
    before = find(state.treaties, str(entry.number)) if isinstance(entry, Counter) else None
    if isinstance(entry, Counter):
        if not _may_answer(desk, before, entry.number, at, own=False):
            return
        assert before is not None
        parties = before.parties
    else:
        parties = tuple([POWERS.index(id_) for id_ in entry.parties])
    if not _is_offerable(desk, parties, entry.terms, at, before):
        return
    own = tuple([power for power in parties if owner_of(state, power) == desk.role])
    number = str(max([int(row.id) for row in state.treaties], default=0) + 1)
    treaty = Treaty(
        number, OFFERED, parties, max(entry.terms.first, state.turn), entry.terms.last,
        tuple([clause.text(BOARD_NAMES) for clause in entry.terms.clauses]),
        "refuse" if entry.terms.strict else "warn", own, (), before.id if before else "",
    )  # fmt: skip
    if before is not None:
        closed = before._replace(status=COUNTERED)
        desk.state = state._replace(treaties=changed(state.treaties, closed))
        desk.events.append(told(closed, COUNTERED, desk.role))
    desk.understood.append(entry.text(BOARD_NAMES))
    desk.state = desk.state._replace(treaties=(*desk.state.treaties, treaty))
    desk.events.append(told(treaty, OFFERED, desk.role))
    settle(desk, treaty)


def _is_offerable(desk: Desk, parties: tuple[int, ...], terms: Terms, at: Where, before: Treaty | None) -> bool:
    """M20.1, M20.2, M21.1, M21.2: whether an offer can be made; if not, it is complained about."""
    state, role = desk.state, desk.role
    ids = [POWERS[power] for power in parties]
    if not any(owner_of(state, power) == role for power in parties):
        names = listed([POWER_NAMES[p] for p in powers_of(state, role)])
        desk.say(ma.TREATY_PARTIES(at, own=names))
    elif others := strangers(ids, terms.clauses):
        desk.say(ma.TREATY_PARTIES(at, powers=listed([BOARD_NAMES.name(id_) for id_ in others]), form="bound"))
    elif terms.last < state.turn:
        desk.say(ma.TREATY_PARTIES(at, turn=terms.last, now=state.turn, form="past"))
    elif full := _full(state, role):
        desk.say(ma.TREATY_PARTIES(at, limit=full[1], form=full[0]))
    else:
        faults = [_contract_fault(state, clause, terms, at, before) for clause in terms.clauses]
        faults += [_vote_fault(state, clause, at) for clause in terms.clauses if isinstance(clause, VoteFor)]
        said = [fault for fault in faults if fault is not None]
        for fault in said:
            desk.say(fault)
        return not has_errors(said)
    return False


def _vote_fault(state: State, clause: VoteFor, at: Where) -> Any:
    """M18.3, M21.2: what is wrong with a promise to vote, or None: some votes are nobody's to promise."""
    from pbem.rulesets.maria.election import is_bound, votes_of  # not for adjudicate: where no vote is promised

    power, text = POWERS.index(clause.who), clause.text(BOARD_NAMES)
    bound = is_bound(state, power)
    if bound and clause.candidate == CHARLES and power in GREAT:
        return ma.TREATY_FORBIDDEN(at, text=text, form="vote")
    form = "held" if state.election == "held" else "bound" if bound and clause.candidate == CHARLES else ""
    if form or not (bound or power in votes_of(state)):
        return ma.VOTE_IDLE(at, power=POWER_NAMES[power], clause=text, form=form)
    return None


def _full(state: State, role: str) -> tuple[str, int] | None:
    """Whether the register has no room for another offer of a role: the form of the complaint, and the bound."""
    made = [row.status for row in state.treaties if offered_by(state, row) == role]
    offered, accepted = made.count(OFFERED), made.count(ACCEPTED)
    bounds = {"too-many": (offered, MOST_OPEN), "held": (offered + accepted, MOST_HELD), "made": (len(made), MOST_MADE)}
    return next(((form, most) for form, (count, most) in bounds.items() if count >= most), None)


def _contract_fault(state: State, clause: Clause, terms: Terms, at: Where, before: Treaty | None) -> Any:
    """M20.1, M20.2, M24.2: what is wrong with a subsidy contract, or None."""
    if not isinstance(clause, Subsidy):
        return None
    giver, taker = POWERS.index(clause.giver), POWERS.index(clause.receiver)
    turns = max(terms.first, state.turn), terms.last
    same = [other for other in terms.clauses if isinstance(other, Subsidy) and {*other} == {*clause}]
    form = refused(state, giver, taker, *turns, before.id if before else "")
    form = form or ("double" if len(same) > 1 and same[0] is clause else "")
    if not form:
        return None
    friends = [POWER_NAMES[p] for p in range(len(POWERS)) if p != giver and allied(state, giver, p)]
    return ma.NO_CONTRACT(at, giver=POWER_NAMES[giver], receiver=POWER_NAMES[taker], allies=listed(friends),
                          turn=busy_until(state, giver, taker, *turns), form=form.replace("allies", ""))  # fmt: skip


def offered_by(state: State, treaty: Treaty) -> str:
    """The role that made an offer."""
    return owner_of(state, treaty.assented[0])


# answers


def take_answer(desk: Desk, answer: Answer, at: Where) -> None:
    """``accept``, ``refuse``, ``withdraw`` and ``end``."""
    treaty = find(desk.state.treaties, str(answer.number))
    if not _may_answer(desk, treaty, answer.number, at, own=answer.verb in ("withdraw", "end"), verb=answer.verb):
        return
    assert treaty is not None
    if answer.verb == "accept" and _grown_illegal(desk, treaty, at):
        return
    own = tuple([power for power in treaty.parties if owner_of(desk.state, power) == desk.role])
    desk.understood.append(answer.text(BOARD_NAMES))
    if answer.verb == "accept":
        treaty = treaty._replace(assented=tuple(dict.fromkeys((*treaty.assented, *own))))
        desk.state = desk.state._replace(treaties=changed(desk.state.treaties, treaty))
        settle(desk, treaty)
    elif answer.verb == "end":
        treaty = treaty._replace(ending=tuple(dict.fromkeys((*treaty.ending, *own))))
        desk.state = desk.state._replace(treaties=changed(desk.state.treaties, treaty))
        end(desk, treaty)
    else:
        treaty = treaty._replace(status=REFUSED if answer.verb == "refuse" else WITHDRAWN)
        desk.state = desk.state._replace(treaties=changed(desk.state.treaties, treaty))
        desk.events.append(told(treaty, treaty.status, desk.role))


def _may_answer(desk: Desk, treaty: Treaty | None, number: int, at: Where, own: bool, verb: str = "counter") -> bool:
    """Whether this role can say that of an agreement now."""
    state = desk.state
    open_ = [row.id for row in state.treaties if row.status in (OFFERED, ACCEPTED)]
    hint = f"Open or in force are {listed(open_)}." if open_ else "No agreement is open or in force."
    form = "missing" if treaty is None else _no_answer(state, treaty, desk.role, verb, own)
    if form:
        status = treaty.status if treaty else ""
        desk.say(ma.TREATY_NOT_OPEN(at, number=number, status=status, open=hint, form=form.replace("missing", "")))
    return not form


def _no_answer(state: State, treaty: Treaty, role: str, verb: str, own: bool) -> str:
    """Why a role cannot say that of an agreement, as a form of the complaint."""
    parties = [power for power in treaty.parties if owner_of(state, power) == role]
    if not parties:
        return "stranger"
    if treaty.status != (ACCEPTED if verb == "end" else OFFERED):
        return "closed"
    if verb == "end":
        return "signed" if all(power in treaty.ending for power in parties) else ""
    mine = offered_by(state, treaty) == role
    if mine != own:
        return "own" if mine else "theirs"
    return "signed" if verb == "accept" and all(power in treaty.assented for power in parties) else ""


def _grown_illegal(desk: Desk, treaty: Treaty, at: Where) -> bool:
    """M20.1, M20.2: an offer of a contract that was in order when it was made, and is no longer."""

    terms = Terms(treaty.first, treaty.last, False, clauses_in(treaty))
    faults = [_contract_fault(desk.state, clause, terms, at, treaty) for clause in terms.clauses]
    for fault in faults:
        if fault is not None:
            desk.say(fault)
    return any(faults)


def settle(desk: Desk, treaty: Treaty) -> None:
    """M21.1: with all parties' assent an offer is an agreement, and its contracts begin in their turn."""
    if {*treaty.parties} - {*treaty.assented}:
        if len(treaty.assented) > 1 and offered_by(desk.state, treaty) != desk.role:
            desk.events.append(told(treaty, "signed", desk.role))
        return
    treaty = treaty._replace(status=ACCEPTED)
    desk.state = desk.state._replace(treaties=changed(desk.state.treaties, treaty))
    desk.events.append(told(treaty, ACCEPTED, desk.role))
    if treaty.first <= desk.state.turn and is_open(desk.state):
        desk.state, news = begun(desk.state, treaty)
        desk.events += news


def end(desk: Desk, treaty: Treaty) -> None:
    """M20.4: an agreement ends early when all its parties wish it."""
    if {*treaty.parties} - {*treaty.ending}:
        desk.events.append(told(treaty, "ending", desk.role))
        return
    desk.state, news = agreed_to_end(desk.state, treaty)
    desk.events += (told(treaty, ENDED, desk.role), *news)
