"""Every kind of event of our titles has a rule behind it that the reference of the title has; which, is held."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from pbem.core.events import OF_THE_PROGRAM, Event, Happening
from pbem.rulesets import ruleset_of
from pbem.rulesets.fredericus.events import FredericusEvent
from pbem.rulesets.friedrich.events import FriedrichEvent
from pbem.testing.trial import Trial, moments
from pbem.workflow.rules import headed

KINDS: dict[str, tuple[type[Happening], ...]] = {
    title: tuple(kind for kind in get_args(union) if kind.kind not in OF_THE_PROGRAM)
    for title, union in (("friedrich", FriedrichEvent), ("fredericus", FredericusEvent))
}
ALL = [(title, kind) for title, kinds in KINDS.items() for kind in kinds]
# Texts that stand for something.
WORDS = {
    "nation": "russia", "ally": "sweden", "winner": "prussia", "city": "berlin", "general": "keith", "piece": "keith",
    "victor": "keith", "train": "prussia-t1", "card": "6S", "cause": "tower", "why": "empty", "bird": "falcon",
    "from_": "berlin", "to": "berlin",
}  # fmt: skip
# Facts on which the rules behind an event hang.
CASES: dict[str, list[dict[str, Any]]] = {
    "fate": [{"card": card, "suit": suit} for card, suit in zip("7 8 9 12 10 12 1".split(), "DCSCSHH", strict=True)]
    + [{"card": "poems", "suit": None}, {"card": "1", "suit": "S", "idle": True}],
    "declined": [{"card": card} for card in ("1H", "4H", "6S", "6D", "8C", "9D", "12H")],
    "exchanged": [{"nations": ["prussia", "austria"]}, {"nations": ["austria", "russia"]}],
    "stepped": [{"pieces": ["laudon"]}, {"pieces": ["hildburghausen"]}],
    "unsupplied": [{"nation": "prussia"}, {"nation": "sweden"}],
    "reconquered": [{"city": "rastenburg"}],
    "won": [{"roles": ["frederick"], "nations": nations} for nations in (["prussia"], ["prussia", "hanover"])],
    "hunted": [{"bird": "goshawk"}],
    "drew": [{"cause": cause} for cause in ("tower", "courtyard", "row")],
    "no-card": [{"why": "stopped"}],
    "discarded": [{"role": "d"}],
}


def value_of(name: str, type_: Any) -> Any:
    """A value that fits a field."""
    kinds = {str: WORDS.get(name, "x"), int: 1, bool: True}
    if type_ in kinds:
        return kinds[type_]
    if get_origin(type_) is Literal:
        return get_args(type_)[0]
    return {} if get_origin(type_) is dict else [] if get_origin(type_) is list else None


def events_of(title: str, kind: type[Happening]) -> list[Event]:
    """Events of a kind: one with plain facts, and those on whose facts more hangs."""
    facts = {name.rstrip("_"): value_of(name, type_) for name, type_ in get_type_hints(kind).items() if name != "kind"}
    plain = {key: value for key, value in facts.items() if value is not None}
    more = [case for case in CASES.get(kind.kind, []) if case.keys() <= facts.keys()]
    if kind.kind == "declined":
        plain |= more[0]
    return [Event(kind.kind, {key: v for key, v in {**plain, **case}.items() if v is not None}) for case in ({}, *more)]


@pytest.mark.parametrize(("title", "kind"), ALL, ids=lambda part: getattr(part, "kind", part))
def test_every_kind_of_event_has_rules_that_the_reference_has(title: str, kind: type[Happening]) -> None:
    reasons = ruleset_of(title).reasons
    assert reasons is not None

    for event in events_of(title, kind):
        numbers = reasons.rules_behind(event)
        assert numbers
        assert len(numbers) == len(set(numbers))
        assert all(chapter and text for chapter, text in (headed(title, number) for number in numbers))


@pytest.mark.parametrize("title", KINDS)
def test_the_rules_behind_every_kind_of_event(title: str, golden: Callable[[str, str], None]) -> None:
    """The first event of a kind has plain facts; of the others the facts on which more hangs are told."""
    reasons, lines = ruleset_of(title).reasons, []
    assert reasons is not None
    for kind in KINDS[title]:
        plain, *more = events_of(title, kind)
        lines.append(f"{kind.kind}: {' '.join(reasons.rules_behind(plain))}")
        for event in more:
            facts = {key: value for key, value in event.facts.items() if plain.facts.get(key) != value}
            lines.append(f"  {facts}: {' '.join(reasons.rules_behind(event))}")

    golden(f"reasons/{title}.txt", "\n".join([*lines, ""]))


@pytest.mark.parametrize("title", KINDS)
def test_the_program_tells_its_own_events(title: str) -> None:
    reasons = ruleset_of(title).reasons
    assert reasons is not None

    assert () == reasons.rules_behind(Event("undone", {"step": 1, "label": "x", "reason": "y"}))


MODES = [("friedrich", "3p-expert"), ("friedrich", "austria"), ("fredericus", "3p")]


@pytest.mark.parametrize(("title", "mode"), MODES)
def test_what_is_ordered_is_found_behind_what_came_of_it(title: str, mode: str) -> None:
    """In a whole game: every move of a piece, every hunt and every purchase has its order, and no other sheet's."""
    rules = ruleset_of(title)
    assert rules.reasons is not None
    told: list[tuple[str, tuple[str, ...], list[str]]] = []
    seen: list[Event] = []
    for moment in moments(Trial(rules, mode), "reasons"):
        for at, event in enumerate(moment.step.events):
            before = [*seen, *moment.step.events[:at]]
            for role, body in moment.bodies.items():
                found = rules.reasons.orders_behind(event, before, role, body)
                told.append((event.kind, found, [str(line) for line in body.get("do", [])]))
        seen = [*seen, *moment.step.events][-60:]
    deeds = [(kind, found) for kind, found, _ in told if kind in ("moved", "recruited", "hunted", "flew")]

    assert [] == [kind for kind, found in deeds if not found]
    assert len(deeds) > 30
    written = [(text, do) for _, found, do in told for text in found if not text.startswith(("bid: ", "troops: "))]
    assert [] == [text for text, do in written if text not in do]
