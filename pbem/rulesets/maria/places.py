"""Where the game stands: for file names, and for people (M5)."""

from __future__ import annotations

from pbem.core import listed
from pbem.rulesets.maria import records
from pbem.rulesets.maria.powers import POWER_NAMES
from pbem.rulesets.maria.relations import leader_of, powers_in
from pbem.rulesets.maria.state import GROUPS, State

_WORDS: dict[type, tuple[str, str]] = {
    records.Politics: ("politics", "politics"),
    records.Hussars: ("hussars", "hussars"),
    records.Winter: ("winter", "winter"),
    records.Election: ("election", "the imperial election"),
    records.Moves: ("", "movement"),
    records.Combat: ("battles", "the order of battles"),
    records.Battle: ("battle", "a battle"),
    records.Retreat: ("retreat", "a retreat"),
    records.Slip: ("saxony", "Saxony's marker"),
    records.Peace: ("peace", "a peace"),
    records.Displaced: ("aside", "pieces that step aside"),
    records.Corps: ("corps", "an expeditionary corps"),
    records.Levy: ("levy", "troops from a card"),
}


def group_now(state: State) -> int | None:
    """The stage that is running, if one is."""
    return next((task.group for task in state.agenda if isinstance(task, records.Stage)), None)


def label(state: State) -> str:
    """Where the game stands, fit for a file name."""
    if not state.agenda:
        return "end"
    if isinstance(state.task, records.SetUp):
        return "setup"
    group, word = group_now(state), _WORDS.get(type(state.task), ("supply", ""))[0]
    where = GROUPS[group] if group is not None else ""
    return "-".join(part for part in (f"t{state.turn:02d}", where, word) if part)


def heading(state: State) -> str:
    """Where the game stands, for people."""
    if not state.agenda:
        return f"Turn {state.turn}: the game is over"
    if isinstance(state.task, records.SetUp):
        return "Set-up: the division of troops"
    group, word = group_now(state), _WORDS.get(type(state.task), ("", "supply"))[1]
    if isinstance(state.task, records.Winter):
        return f"Winter after turn {state.turn}"
    if group is None:
        return f"Turn {state.turn}: {word}"
    names = [POWER_NAMES[leader_of(group)], *(POWER_NAMES[p] for p in powers_in(state, group) if p != leader_of(group))]
    return f"Turn {state.turn}, {listed(names)}: {word}"
