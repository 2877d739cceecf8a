"""What may be said next, made of what a title knows: ways over the board, and sheets tried out before they are offered.

What the board never changes (its ways from a city, as orders write them) is found once and kept.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import combinations
from typing import Any, NamedTuple

from pbem.core import Diagnostic
from pbem.core.offers import Choice, Edit, Effect, Offer, applied
from pbem.rulesets.common import Line, lines_of
from pbem.rulesets.common.roads import Roads, Way

Body = Mapping[str, Any]
WITHDRAW = "Which standing bid is withdrawn?"


class Lane(NamedTuple):
    """A way on the empty board: the set of cities it passes, where it ends, and as orders and maps have it."""

    passed: int
    end: int
    way: Way
    text: str  # "> one city > another"
    ids: tuple[str, ...]  # from the start on


class Atlas:
    """The ways of a board from each city, found once. Of ways over the same cities to the same end the shortest."""

    def __init__(self, roads: Roads, ids: Sequence[str], names: Sequence[str]) -> None:
        self.roads, self.ids, self.names = roads, ids, names
        self.lanes: Callable[[int, int, int], Mapping[int, tuple[Lane, ...]]] = cache(self._lanes)

    def _lanes(self, start: int, most: int, main: int) -> Mapping[int, tuple[Lane, ...]]:
        """By the city where they end, in the order of their names, the shortest first."""
        found: dict[tuple[int, int], Way] = {}
        for way in sorted(self.roads.ways(start, most, main, blocked=0), key=lambda way: (len(way), way)):
            found.setdefault((board_of(way[:-1]), way[-1]), way)
        ends: dict[int, list[Lane]] = {}
        for (passed, end), way in found.items():
            ends.setdefault(end, []).append(self.lane(start, passed, way))
        return {end: tuple(ends[end]) for end in sorted(ends, key=self.names.__getitem__)}

    def lane(self, start: int, passed: int, way: Way) -> Lane:
        """A way with its words."""
        text = "".join([f" > {self.names[city]}" for city in way])
        return Lane(passed, way[-1], way, text, tuple([self.ids[city] for city in (start, *way)]))

    def open(self, lanes: Iterable[Lane], blocked: int, matters: int) -> Iterator[Lane]:
        """Of some ways to one city those that pass nothing blocked, and of those over the same of the cities that
        matter the first."""
        seen = []
        for lane in lanes:
            if not lane.passed & blocked and (over := lane.passed & matters) not in seen:
                seen.append(over)
                yield lane


class Case:
    """A sheet that is being written, and the view it is written on; ``judge`` says what is wrong with another body."""

    def __init__(self, view: Any, role: str, body: Body, judge: Callable[[Body], Iterable[Diagnostic]]) -> None:
        self.view, self.role, self.body, self.judge = view, role, body, judge

    def is_asking(self, found: Diagnostic) -> bool:
        """Whether a complaint asks for something more, which is offered next as needed."""
        return False

    @cached_property
    def fitter(self) -> Fitter:
        """Changes to the sheet, tried out; what hangs on the moves falls with them."""
        return Fitter(self.body, self.judge, ("troops", "bid", "retreat"), asking=self.is_asking)

    def written(self, text: str, line: Line | None, label: str = "", effects: tuple[Effect, ...] = ()) -> Offer:
        """An order in the place of another, or at the end of the sheet."""
        at = next_line(self.body) if line is None else int(line.at.path[1])
        said = line is not None and re.sub(r"/\d", "", str(line.order)) == text  # of which deck does not matter
        return Offer(text, (Edit(("do", at), text),), effects, said=said, label=label)

    def alone(self, text: str, label: str = "") -> Offer:
        """An order that is all the sheet has."""
        return Offer(text, (Edit(("do",), [text]),), said=lines_of(self.body) == [text], label=label)

    def under(self, key: str, text: str) -> Offer:
        """A line of a list that the sheet may have besides its orders; one that it has is taken back."""
        found = self.body.get(key)
        lines = found if isinstance(found, list) else []
        said = text in lines
        at = lines.index(text) if said else len(lines)
        return Offer(text, (Edit((key, at), None if said else text),), said=said)

    def withdraw(self) -> tuple[Choice, ...]:
        """The standing bids of the role that can be withdrawn."""
        names = [standing.name for standing in self.view.standing if standing.role == self.role]
        offers = [self.under("withdraw", name) for name in names]
        return self.question("withdraw", WITHDRAW, offers, several=True) if names else ()

    def ahead(self, title: str, texts: Sequence[str]) -> tuple[Choice, ...]:
        """Standing answers: those that hold and those that could, each added to the others or taken from them.

        The list that is sent last holds alone, so it begins with those that were sent before.
        """
        before = next((lines for role, lines in self.view.answers if role == self.role), ())
        found = self.body.get("answers", [*before])
        lines = found if isinstance(found, list) else []
        rows = [
            Offer(text, (Edit(("answers",), _turned(lines, text)),), said=text in lines)
            for text in dict.fromkeys((*(line for line in lines if isinstance(line, str)), *texts))
        ]
        return (Choice("answers", title, tuple(rows), several=True, more=True),)

    def fitting(self, offers: Iterable[Offer]) -> tuple[Offer, ...]:
        """Those that pass, with what no longer holds taken away."""
        tried = ((offer, offer.edits if offer.said else self.fitter.fitted(offer.edits)) for offer in offers)
        return tuple(offer._replace(edits=edits) for offer, edits in tried if edits is not None)

    def question(
        self, kind: str, title: str, offers: Iterable[Offer], needed: bool = False, several: bool = False
    ) -> tuple[Choice, ...]:
        """A question with those of its answers that pass; none where nothing can be answered."""
        found = self.fitting(offers)
        return (Choice(kind, title, found, needed, several),) if found else ()


def _turned(lines: list[Any], text: str) -> list[Any]:
    """A list with a line more, or without it."""
    return [line for line in lines if line != text] if text in lines else [*lines, text]


def board_of(cities: Iterable[int]) -> int:
    """A set of cities."""
    board = 0
    for city in cities:
        board |= 1 << city
    return board


def parts_of(stack: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """A stack and every part of it, the largest first."""
    for size in range(len(stack), 0, -1):
        yield from combinations(stack, size)


def next_line(body: Body) -> int:
    """Where a further order would stand under ``do``."""
    return len(lines_of(body) or ())


def added(body: Body, text: str) -> tuple[Edit, ...]:
    """The change that adds an order at the end."""
    return (Edit(("do", next_line(body)), text),)


Fault = tuple[str, str]  # the code, and the key of the sheet


def says_of_battles(text: str) -> bool:
    """Whether an order does no more than put battles in order."""
    return text.split()[:1] in (["battles"], ["battle"])


class Fitter:
    """A sheet, and the complaints about it: changes to it are tried out, and taken if they add none.

    What else stands in the sheet and would no longer hold (numbers of troops, a bid for a battle that does not come)
    is taken away with the change, where that helps: what stands under the keys ``loose``, and orders that are slack.
    Complaints that are ``asking`` for something more are none of these: what is needed then is offered next.
    """

    def __init__(
        self,
        body: Body,
        judge: Callable[[Body], Iterable[Diagnostic]],
        loose: Sequence[str],
        slack: Callable[[str], bool] = says_of_battles,
        asking: Callable[[Diagnostic], bool] = lambda found: False,
    ) -> None:
        self.body, self.judge, self.loose, self.slack, self.asking = body, judge, loose, slack, asking
        self.known = Counter(fault_of(found) for found in judge(body) if found.is_error)

    def new(self, body: Body) -> list[Diagnostic]:
        """The complaints about another body that this one has not."""
        left, new = self.known.copy(), []
        for found in self.judge(body):
            if found.is_error and not self.asking(found):
                left[fault_of(found)] -= 1
                if left[fault_of(found)] < 0:
                    new.append(found)
        return new

    def fitted(self, edits: tuple[Edit, ...], lines: bool = False) -> tuple[Edit, ...] | None:
        """The changes, with what must be taken away besides; None if they cannot be made. With ``lines``, orders that
        would fail are taken away, too."""
        for _ in range(ROUNDS):
            body = applied(self.body, edits)
            faults = self.new(body)
            if not faults:
                return edits
            gone = {place for found in faults if (place := self.place_of(found, body, lines))}
            if not gone:
                return None
            edits += tuple(Edit(place) for place in sorted(gone, key=from_the_end))
        return None

    def place_of(self, found: Diagnostic, body: Body, lines: bool) -> tuple[str | int, ...]:
        """What of the sheet a complaint is about, if that can be taken away; else nothing."""
        path = found.at.path
        if path[:1] == ("do",) and len(path) > 1:
            text = str(body["do"][int(path[1])])
            return path[:2] if lines or self.slack(text) else ()
        return path[:2] if path and path[0] in self.loose and path[0] in body else ()


ROUNDS = 12  # each takes something away, or ends


def fault_of(found: Diagnostic) -> Fault:
    """A complaint without its place in a list and its facts, so that the same one is known again."""
    return (found.code.id, str(found.at.path[0]) if found.at.path else "")


def from_the_end(path: tuple[str | int, ...]) -> tuple[Any, ...]:
    """So that numbers of lines and bids still hold while they are taken away."""
    return (str(path[0]), *[-part if isinstance(part, int) else 0 for part in path[1:]], str(path[-1]))
