"""Positions of games of bots in which pieces can move, and what `check` says of every city of the board, tried."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import Any, NamedTuple

from pbem.core import listed
from pbem.core.offers import Offer, applied
from pbem.core.ruleset import Ruleset
from pbem.rulesets import ruleset_of
from pbem.testing.trial import Trial, moments

FAR = 4  # roads: nobody goes farther, but for a card or by a march of its own kind


class Position(NamedTuple):
    """A sheet of moves that is owed: the view, the role, and the sheet as far as it is written."""

    ruleset: Ruleset
    view: Any
    role: str
    body: Mapping[str, Any]


def positions(title: str, modes: Sequence[str], count: int, kinds: Sequence[str] = ("movement",)) -> list[Position]:
    """So many positions, spread over games of these modes; sheets are empty, begun or nearly whole in turn."""
    found = list(islice(_positions(title, modes, kinds), count * 6))
    return [found[at * len(found) // count] for at in range(count)]


def _positions(title: str, modes: Sequence[str], kinds: Sequence[str]) -> Iterator[Position]:
    ruleset = ruleset_of(title)
    games = [moments(Trial(ruleset, mode, number), "reach") for number in range(20) for mode in modes]
    number = 0
    for game in games:
        for moment in islice(game, 60):
            for owed in ruleset.rules.awaiting(moment.before):
                if owed.kind in kinds:
                    number += 1
                    view = ruleset.secrets.view_of(moment.before, owed.role)
                    yield Position(ruleset, view, owed.role, begun(dict(moment.bodies[owed.role]), number))


def begun(body: dict[str, Any], number: int) -> dict[str, Any]:
    """A sheet while it is written: nothing of it, half of its lines, or all but its last line."""
    lines = body.get("do") or []
    if number % 3 == 0:
        return {}
    if number % 3 == 1:
        return {"do": lines[: len(lines) // 2]}
    return {**body, "do": lines[:-1]} if not body.get("bid") else {"do": lines[:-1]}


def faults(position: Position, body: Mapping[str, Any]) -> Counter[tuple[str, tuple[Any, ...]]]:
    """The errors of a sheet, by code and key."""
    judge = position.ruleset.brief.judge if position.ruleset.brief else position.ruleset.rules.take
    found = judge(position.view, position.role, body).diagnostics
    return Counter((d.code.id, d.at.path[:1]) for d in found if d.is_error)


Walk = tuple[int, ...]


def walks(near: Sequence[Sequence[int]], start: int, far: int) -> dict[int, list[Walk]]:
    """By city the ways to it: every walk of a few roads; to cities farther away the one that was found first."""
    found: dict[int, list[Walk]] = {}
    front: list[Walk] = [()]
    for _ in range(far):
        front = [(*way, city) for way in front for city in near[way[-1] if way else start]]
        for way in front:
            found.setdefault(way[-1], []).append(way)
    edge = [(way[0], city) for city, way in found.items()]
    for way, here in edge:
        for city in near[here]:
            if city not in found:
                found[city] = [(*way, city)]
                edge.append(((*way, city), city))
    return found


def reached(
    position: Position, start: int, near: Sequence[Sequence[int]], written: Callable[[Walk], str], far: int = FAR
) -> set[int]:
    """The cities to which a way passes the check, if it is added to the sheet."""
    before, lines = faults(position, position.body), list(position.body.get("do", ()))
    found = set()
    for city, ways in walks(near, start, far).items():
        if any(faults(position, {**position.body, "do": [*lines, written(way)]}) <= before for way in ways):
            found.add(city)
    return found


def kinds_told(position: Position, body: Mapping[str, Any], told: Mapping[str, str]) -> Counter[str]:
    """What a sheet does by the events it leads to, in the words of effects."""
    events = position.ruleset.rules.take(position.view, position.role, body).events
    return Counter(told[event.kind] for event in events if event.kind in told)


def untrue(position: Position, ways: Sequence[Offer], told: Mapping[str, str]) -> list[tuple[str, Any, Any]]:
    """Those of the ways offered whose effects are not what comes of them."""
    before, found = kinds_told(position, position.body, told), []
    for way in ways:
        after = kinds_told(position, applied(position.body, way.edits), told) - before
        said = Counter(effect.kind for effect in way.effects if effect.kind in told.values())
        if after != said:
            found.append((way.text, dict(said), dict(after)))
    return found


def sent(position: Position) -> list[str]:
    """What is wrong where a piece is sent somewhere: the group on the map and the question must say the same, and what
    the sheet says is taken back at the piece."""
    group = position.ruleset.offers
    assert group is not None
    found = group.offers(position.view, position.role, {})
    (question,), (piece,) = found.choices[:1], found.groups
    ways = [way for goal in piece.goals for way in goal.ways]
    wrong = [] if sorted(ways) == sorted(question.offers) else [f"{piece.name}: {ways} are not {question.offers}"]
    for goal in piece.goals:
        body = applied({}, goal.ways[0].edits)
        (after,) = group.offers(position.view, position.role, body).groups
        if faults(position, body) or after.line != 0 or applied(body, after.others[0].edits):
            wrong.append(f"{goal.place}: {body}, {after}")
    return wrong


CARD = re.compile(r"\b(?:\d+[SHCD]|R)\b")


def paying(body: Mapping[str, Any]) -> Counter[str]:
    """The cards that pay in the last line of a sheet."""
    return Counter(CARD.findall(body["do"][-1]))


def repaid(position: Position, target: Sequence[str]) -> Position:
    """The purchase in the last line of a sheet paid with other cards, by taps; no tap adds a complaint."""
    group, before = position.ruleset.offers, faults(position, position.body)
    assert group is not None
    for _ in target:
        missing = Counter(target) - paying(position.body)
        if missing:
            choices = group.offers(position.view, position.role, position.body).choices
            offers = [offer for choice in choices if choice.kind == "pay" for offer in choice.offers]
            edits = next(offer.edits for offer in offers if offer.label.startswith(f"{min(missing)}:"))
            position = position._replace(body=applied(position.body, edits))
            assert faults(position, position.body) <= before, position.body
    return position


def payments(hand: str, price: int) -> list[tuple[str, ...]]:
    """All that come to a price exactly, once each."""
    cards = hand.split()
    every = (some for size in range(1, len(cards) + 1) for some in combinations(cards, size))
    return sorted({tuple(sorted(some)) for some in every if sum(int(card[:-1]) for card in some) == price})


def unhelped(position: Position, names: Mapping[str, int], far: Callable[[int, int], int]) -> list[str]:
    """Hints about a way that is too long, or of which there is none, that do not tell what is offered: a way to the
    city, or the offered cities that are nearest to it."""
    group, wrong = position.ruleset.offers, []
    assert group is not None
    for one in [one for one in group.offers(position.view, position.role, {}).groups if one.goals]:
        ends = [names[goal.name] for goal in one.goals if not goal.ways[0].text.startswith("force ")]
        for name, city in [*names.items()][:: max(1, len(names) // 40)]:
            taken = position.ruleset.rules.take(position.view, position.role, {"do": [f"{one.name} > ... > {name}"]})
            for fault in [fault for fault in taken.diagnostics if fault.code.name == "no-way"]:
                least = min(far(end, city) for end in ends)
                near = sorted(row for row, end in names.items() if end in ends and far(end, city) == least)
                wanted = f"Nearest to {name} it can end in {listed(near, 'or')}. Write"
                wrong += [] if fault.hint.startswith(wanted) else [f"{one.name}: {fault.hint}, not {wanted}"]
    return wrong
