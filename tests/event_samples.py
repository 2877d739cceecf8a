"""One event of every kind of Friedrich, with facts in all of its fields: for tests of what is told of them."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

from pbem.core.events import OF_THE_PROGRAM, Event, Happening
from pbem.rulesets.friedrich.events import FriedrichEvent

# By the names of the fields; no two of one event are alike.
FACTS: dict[str, Any] = {
    "turn": 7, "nation": "russia", "ally": "sweden", "winner": "prussia", "nations": ["austria", "russia"],
    "role": "elisabeth", "roles": ["elisabeth"], "from": "sierpc", "to": "plock", "city": "torun",
    "cities": ["poznan", "glogau"], "way": ["sierpc", "plock", "torun"], "piece": "saltikov", "general": "fermor",
    "generals": ["saltikov", "fermor"], "removed": ["apraxin"], "victor": "keith", "train": "austria-t1",
    "pieces": ["saltikov", "tottleben"], "active": ["saltikov"], "other": ["keith", "dohna"], "own": "saltikov",
    "enemy": "keith", "stacks": [["saltikov"], ["keith", "dohna"]], "battles": [["poznan", "glogau"]], "card": "6S",
    "what": "moves", "default": "nothing moves", "name": "east", "reason": "objectives", "suit": "S", "why": "away",
    "end": "tied", "gave": "6S", "got": "7S", "played": [], "wishes": ["in spades"], "answers": ["retreat in S"],
    "orders": ["decline 6S"], "cards": ["6S"], "hand": ["6S"], "paid": ["6S"], "decks": [1], "drawn": [1],
    "battle": {}, "idle": True, "plays": True,
}  # fmt: skip
# Where a name has another meaning.
OF_KIND: dict[str, dict[str, Any]] = {
    "troops": {"troops": {"saltikov": 5, "fermor": 3}}, "battle": {"troops": [5, 4]}, "mustered": {"troops": [5, 4]},
    "fought": {"troops": [5, 4]}, "opened": {"cards": 48}, "reshuffled": {"cards": 48}, "left": {"cards": 3},
    "changed-hands": {"from": "maria-theresa"},
}  # fmt: skip


def event_of(kind: type[Happening]) -> Event:
    """An event of a kind with facts in every field."""
    facts = {**FACTS, **OF_KIND.get(kind.kind, {})}
    keys = [name.rstrip("_") for name in get_type_hints(kind) if name != "kind"]
    return Event(kind.kind, {key: facts.get(key, 3) for key in keys})


EVENTS = [event_of(kind) for kind in get_args(FriedrichEvent) if kind.kind not in OF_THE_PROGRAM]
