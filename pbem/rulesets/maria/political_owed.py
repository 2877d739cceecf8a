"""Decisions of politics and after (M26): who owes them, and what is done without a sheet. ``statecraft`` takes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.core import listed
from pbem.core.ruleset import Owed
from pbem.rulesets.common import NOUNS
from pbem.rulesets.maria.board import cities_in
from pbem.rulesets.maria.corps import default_sent, on_map
from pbem.rulesets.maria.displaced import is_open
from pbem.rulesets.maria.election import free_votes, is_decided, usual
from pbem.rulesets.maria.political_orders import GoTo
from pbem.rulesets.maria.politics import can_select, front
from pbem.rulesets.maria.powers import AUSTRIA, POWER_NAMES, PRUSSIA
from pbem.rulesets.maria.records import Corps, Displaced, Election, Levy, Peace, Politics, Slip
from pbem.rulesets.maria.relations import owner_of
from pbem.rulesets.maria.saxony import spaces_left
from pbem.rulesets.maria.state import POWER_OF, State, names_of
from pbem.rulesets.maria.votes import CHARLES

Body = Mapping[str, Any]


# who must decide what


def awaiting_politics(state: State, task: Politics) -> tuple[Owed, ...]:
    """D2 to D5."""
    if task.step == "suit" and state.victor:
        usual_suit = NOUNS[state.suit or "C"]
        return (Owed(state.victor, "suit", "the dominant suit", usual_suit),)
    if task.step == "place" and task.awaited:
        roles: dict[str, list[str]] = {}
        for power in front(state, task):
            roles.setdefault(owner_of(state, power), []).append(POWER_NAMES[power])
        return tuple(
            Owed(role, "place", f"the card that {listed(names, 'or')} places", "none") for role, names in roles.items()
        )
    if task.step == "choose" and task.awaited and can_select(state, task.awaited[0]):
        power = task.awaited[0]
        what = f"whether {POWER_NAMES[power]} selects a political card"
        return (Owed(owner_of(state, power), "choose", what, "it holds"),)
    return ()


def awaiting_displaced(state: State, task: Displaced) -> tuple[Owed, ...]:
    """D8, D24, D30."""
    if not is_open(task):
        return ()
    role = owner_of(state, POWER_OF[task.pieces[0]])
    what = f"where {listed(names_of(task.pieces))} {'is' if len(task.pieces) == 1 else 'are'} moved"
    return (Owed(role, "displaced", what, "the first city in alphabetical order"),)


# D7, by whether a general is on the map: what the hand is worth is not said here.
DEFAULT_CORPS = {
    True: "the lowest-ranking general on the map",
    False: "the lowest-ranking general off the map, paid with least overpayment, or nobody if the hand is not worth 8",
}


def awaiting_corps(state: State, task: Corps) -> tuple[Owed, ...]:
    """D7."""
    default = DEFAULT_CORPS[bool(on_map(state, task.power))]
    what = f"the general whom {POWER_NAMES[task.power]} sends away"
    return (Owed(owner_of(state, task.power), "corps", what, default),)


def awaiting_slip(state: State, task: Slip) -> tuple[Owed, ...]:
    """D22; at the end of its track the marker cannot move."""
    if not spaces_left(state, task):
        return ()
    return (Owed(owner_of(state, AUSTRIA), "saxony", "how far Saxony's marker moves", "all the way"),)


def awaiting_peace(state: State, task: Peace) -> tuple[Owed, ...]:
    """D23."""
    if task.step == "end":
        return ()
    if task.step == "offer":
        return (Owed(owner_of(state, PRUSSIA), "peace", "whether Prussia offers Austria a peace", "no"),)
    return (Owed(owner_of(state, AUSTRIA), "assent", "whether Austria accepts Prussia's peace", "no"),)


def awaiting_votes(state: State, task: Election) -> tuple[Owed, ...]:
    """D27, M18.4: openly, one role after the other."""
    if not task.awaited or is_decided(task):
        return ()
    role = task.awaited[0]
    named = dict.fromkeys(["Charles" if usual(state, p) == CHARLES else "Francis" for p in free_votes(state, role)])
    return (Owed(role, "vote", "the votes for the emperor", f"for {listed(named)}"),)


def awaiting_levy(state: State, task: Levy) -> tuple[Owed, ...]:
    """D30: whether the Saxon general is recruited at once."""
    what = f"whether {POWER_NAMES[task.power]} recruits its general"
    return (Owed(owner_of(state, task.power), "levy", what, "no"),)


# what is done without a sheet


def default_body(state: State, role: str) -> Body:
    """M26: the sheet of a role that sent none, by public facts alone."""
    task = state.task
    if isinstance(task, Politics):
        return {"do": _political_default(state, task, role)}
    if isinstance(task, Corps):
        return {"do": [str(default_sent(state, task.power))]}
    if isinstance(task, Displaced):
        return {"do": [str(GoTo(task.pieces[0], next(cities_in(task.goals))))]}
    if isinstance(task, Slip):
        return {"do": [f"saxony {spaces_left(state, task)}"]}
    if isinstance(task, Peace):
        return {"do": ["no peace" if task.step == "offer" else "refuse peace"]}
    if isinstance(task, Election):
        rows = {power: "Charles" if usual(state, power) == CHARLES else "Francis" for power in free_votes(state, role)}
        return {"do": [f"{POWER_NAMES[power]}: vote {name}" for power, name in rows.items()]}
    return {}


def _political_default(state: State, task: Politics, role: str) -> list[str]:
    """D2 to D4."""
    if task.step == "suit":
        return [f"suit {NOUNS[state.suit or 'C']}"]
    if task.step == "place":
        own = [power for power in front(state, task) if owner_of(state, power) == role]
        return [f"{POWER_NAMES[power]}: place nothing" for power in own]
    return ["hold"]


def awaiting(state: State) -> tuple[Owed, ...]:
    """Who owes what to the current task."""
    return _AWAITED[type(state.task)](state, state.task)


_AWAITED: dict[type, Callable[[State, Any], tuple[Owed, ...]]] = {
    Politics: awaiting_politics, Displaced: awaiting_displaced, Corps: awaiting_corps, Slip: awaiting_slip,
    Peace: awaiting_peace, Election: awaiting_votes, Levy: awaiting_levy,
}  # fmt: skip
