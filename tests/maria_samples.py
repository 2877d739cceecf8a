"""One event of every kind of Maria, with facts in all of its fields: for tests of what is told of them."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

from pbem.core.events import OF_THE_PROGRAM, Event, Happening
from pbem.rulesets.maria.events import MariaEvent

# By the names of the fields; no two of one event are alike.
FACTS: dict[str, Any] = {
    "turn": 5, "power": "prussia", "nation": "prussia", "winner": "austria", "powers": ["prussia", "saxony"],
    "role": "louis", "roles": ["frederick"], "from": "prag", "to": "kolin", "city": "eger",
    "cities": ["breslau", "neisse"], "way": ["glogau", "liegnitz", "breslau"], "general": "schwerin",
    "generals": ["friedrich", "schwerin"], "removed": ["leopold"], "victor": "karl", "train": "austria-t1",
    "pieces": ["friedrich", "leopold"], "active": ["friedrich"], "other": ["karl", "traun"], "own": "friedrich",
    "enemy": "karl", "card": "7S", "what": "moves", "default": "nothing moves", "name": "east",
    "reason": "The pool of Prussia is empty", "suit": "H", "why": "battle", "end": "tied", "played": [],
    "wishes": ["in spades"], "answers": ["retreat in S"], "orders": ["hussars stay"], "cards": ["7S", "9C"],
    "hand": ["7S", "R"], "paid": ["8D"], "decks": [1, 2], "battle": {}, "giver": "france", "taker": "bavaria",
    "marker": "france", "taken": "austria", "side": "france", "again": True, "force": True, "allows": True,
    "calls": True, "pays": True, "stays": False, "forced": True, "executed": True, "box": "italy", "track": "saxony",
    "candidate": "charles", "standing": "neutral", "points": 2, "markers": 1, "turned": ["R", "4H"], "id": "3",
    "status": "offered", "first": 5, "last": 6, "clauses": ["Prussia does not attack Austria"], "text": "turns 5 to 6",
    "by": "prussia", "clause": "Prussia does not attack Austria", "deck": 2, "until": 7, "aside": 2, "pool": 1,
}  # fmt: skip
# Where a name has another meaning.
OF_KIND: dict[str, dict[str, Any]] = {
    "troops": {"troops": {"friedrich": 5, "schwerin": 3}}, "battle": {"troops": [5, 4]},
    "fought": {"battle": {"active": ["friedrich"], "other": ["karl"], "cities": ["breslau", "neisse"],
                          "troops": [5, 4], "score": 1}, "troops": [5, 4]},
    "opened": {"cards": 38}, "reshuffled": {"cards": 48},
    "winter-scored": {"scores": {"prussia": 4, "france": 7}},
    "scores-shown": {"scores": {"prussia": [4, 3, 2, 1], "france": [7, 6, 5, 4]}},
    "cards-turned": {"cards": ["1741-1", "1741-2"]}, "cards-dropped": {"cards": ["1741-1"]},
    "selected": {"card": "1741-1"}, "influence": {"points": [9, 3]}, "track-moved": {"from": 2, "to": 4},
    "announced": {"steps": -2}, "saxony-changed": {"from": "prussia"}, "changed-hands": {"from": "frederick"},
    "contract-ended": {"why": "paid"}, "elector-turned": {"side": "austria+pragmatic"},
    "stepped-aside": {"why": "peace"}, "conquered": {"power": "bavaria"},
}  # fmt: skip


def event_of(kind: type[Happening]) -> Event:
    """An event of a kind with facts in every field."""
    facts = {**FACTS, **OF_KIND.get(kind.kind, {})}
    keys = [name.rstrip("_") for name in get_type_hints(kind) if name != "kind"]
    return Event(kind.kind, {key: facts.get(key, 3) for key in keys})


EVENTS = [event_of(kind) for kind in get_args(MariaEvent) if kind.kind not in OF_THE_PROGRAM]
