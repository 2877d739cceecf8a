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

from pbem.core import Diagnostic, listed
from pbem.core.offers import Choice, Edit, Effect, Goal, Group, Offer, Path, applied
from pbem.rulesets.common import Card, Line, lines_of
from pbem.rulesets.common.paying import Payment, exchanged, lost_by
from pbem.rulesets.common.roads import Roads, Way

Body = Mapping[str, Any]
WITHDRAW = "Which standing bid is withdrawn?"
GOES = "It takes out of the sheet, too: {what}."
GONE = {"troops": "the number of troops of {name}", "bid": "the bid of {name}", "retreat": 'the wish "{name}"'}
ALL_GONE = {"troops": "all numbers of troops", "bid": "all bids", "retreat": "all wishes for retreats"}
NUMBERED = "{line} (line {number})"
TAKE_BACK = "Take back"
PAYS = "[;,] pay | with "  # before the cards that pay
REPAY = "Which other card pays for it: {order}?"
PAID = "{card}: {cards}"
PRICE = "{what}: {points} points, with {cards}"
ONE_POINT = "{what}: 1 point, with {cards}"
LOST = "{points} points more are paid than it costs."
ONE_LOST = "1 point more is paid than it costs."


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
        said = line is not None and told_apart(text) == told_apart(str(line.order))
        return Offer(text, (Edit(("do", at), text),), effects, said=said, label=label)

    def alone(self, text: str, label: str = "") -> Offer:
        """An order that is all the sheet has."""
        gone = [f'"{line}"' for line in lines_of(self.body) or () if line != text]
        return Offer(text, (Edit(("do",), [text]),), going(gone), said=lines_of(self.body) == [text], label=label)

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

    def led(self, group: Group, choices: Iterable[Choice], name_of: Callable[[str], str]) -> tuple[Group, ...]:
        """A group that is sent where the answers to a question lead, so that it can be tapped on the map, too; where it
        is sent already, that is taken back."""
        offers = [offer for choice in choices for offer in choice.offers]
        if said := next((offer for offer in offers if offer.said), None):
            at = next((int(part) for part in said.edits[0].path[1:]), 0)
            return (group._replace(others=(back(self.body, at),), line=at),)
        ends = dict.fromkeys(offer.way[-1] for offer in offers)
        goals = [Goal(end, name_of(end), tuple(one for one in offers if one.way[-1] == end)) for end in ends]
        return (group._replace(goals=tuple(goals)),) if goals else ()

    def repaid(
        self, at: int, hand: Sequence[Card], paid: Sequence[Card], price: int, order: Callable[[Payment], str]
    ) -> tuple[Choice, ...]:
        """The other cards that can pay for a purchase of the sheet, each with those beside it; whatever loses no more
        than it must is made up by one tap after the other. They differ in cards alone, so one is tried out for all,
        unless the sheet has bids, which need cards, too."""
        offers = [
            Offer(text, (Edit(("do", at), text),), loss(payment, price), label=label_of(payment))
            for payment in exchanged({*hand, *paid}, paid, price)
            for text in [order(payment)]
        ]
        bids = any(self.body.get(key) for key in ("bid", "standing"))
        found = tuple(offers) if not bids and self.fitting(offers[:1]) == tuple(offers[:1]) else self.fitting(offers)
        title = REPAY.format(order=line_of(self.body, at))
        return (Choice("pay", title, found, several=True, more=True),) if found else ()

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
        tried = (offer if offer.said else self.fitter.offer(offer) for offer in offers)
        return tuple(offer for offer in tried if offer is not None)

    def question(
        self, kind: str, title: str, offers: Iterable[Offer], needed: bool = False, several: bool = False
    ) -> tuple[Choice, ...]:
        """A question with those of its answers that pass; none where nothing can be answered."""
        found = self.fitting(offers)
        return (Choice(kind, title, found, needed, several),) if found else ()


def _turned(lines: list[Any], text: str) -> list[Any]:
    """A list with a line more, or without it."""
    return [line for line in lines if line != text] if text in lines else [*lines, text]


def told_apart(text: str) -> tuple[str, list[str]]:
    """What of an order matters: of which deck its cards are does not, nor in which order they pay."""
    what, *cards = re.split(PAYS, re.sub(r"/\d", "", text), maxsplit=1)
    return what, sorted("".join(cards).split())


def priced(what: str, points: int, payment: Payment) -> str:
    """What is bought, for how many points, and what pays."""
    return (ONE_POINT if points == 1 else PRICE).format(what=what, points=points, cards=" ".join(map(str, payment)))


def label_of(payment: Payment) -> str:
    """A card, and all that pay then."""
    return PAID.format(card=payment[0], cards=" ".join(map(str, payment)))


def loss(payment: Payment, price: int) -> tuple[Effect, ...]:
    """What is paid too much."""
    points = lost_by(payment, price)
    return (Effect("overpays", ONE_LOST if points == 1 else LOST.format(points=points)),) if points else ()


def line_of(body: Body, at: int) -> str:
    """An order of the sheet, with its number where another one is the same."""
    lines = [*map(str, body["do"])]
    line = lines[at]
    return NUMBERED.format(line=line, number=at + 1) if lines.count(line) > 1 else line


def back(body: Body, at: int) -> Offer:
    """That an order is taken back."""
    return Offer(line_of(body, at), (Edit(("do", at)),), label=TAKE_BACK)


def going(names: Sequence[str]) -> tuple[Effect, ...]:
    """What leaves the sheet besides what an offer says itself."""
    return (Effect("drops", GOES.format(what=listed(names))),) if names else ()


def gone_by(body: Body, edits: Iterable[Edit]) -> list[str]:
    """What changes that take something away take, one after the other; the first line first."""
    names = []
    for edit in edits:
        names.append(_name_at(body, edit.path))
        body = applied(body, (edit,))
    return names[::-1]


def _name_at(body: Body, path: Path) -> str:
    """What stands at a place of the sheet: an order, or what belongs to one."""
    key, at = str(path[0]), path[1] if len(path) > 1 else None
    if at is None:
        return ALL_GONE[key]
    if key == "troops":
        return GONE[key].format(name=at)
    found = body[key][at]
    if key == "bid":
        own = found.get("own", "") if isinstance(found, Mapping) else ""
        return GONE[key].format(name=" + ".join(map(str, own)) if isinstance(own, list) else own)
    return f'"{found}"' if key == "do" else GONE[key].format(name=found)


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

    def offer(self, offer: Offer, lines: bool = False) -> Offer | None:
        """An offer with what must be taken away besides, which its effects tell; None if it cannot be taken up."""
        edits = self.fitted(offer.edits, lines)
        if edits is None:
            return None
        gone = gone_by(applied(self.body, offer.edits), edits[len(offer.edits) :])
        return offer._replace(edits=edits, effects=(*offer.effects, *going(gone)))

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
