"""What may be done next, as plain data: a ruleset fills it in from a view and a sheet, a page or a command shows it.

A page asks ``ruleset.offers.offers(view, role, body)`` with what the sheet says so far (its body, without the heading)
and shows what it is given; when something is tapped, ``applied(body, offer.edits)`` is the new body, and it asks again.
No page composes an order: whatever can be said is an ``Offer`` with its changes, or a ``Number`` with its bounds.

- ``groups``: what can move. A tap on a piece shows the groups it is in (the whole stack first); each has its ``goals``,
  places of the map by their ids (as in the picture), each with its ways, the best first. Several ways to one goal
  differ in what they do (``effects``). ``line`` is the line of ``do`` that moves the group already, -1 where none does;
  then ``goals`` is empty and ``others`` takes the line back. ``others`` is all else that can be said of a group.
- ``choices``: a question, and what may be answered, for all that is no move. One that is ``needed`` must be answered.
- ``sums``: numbers that must add up. A slider has the bounds of its ``Number``; ``balanced(total, id, value)`` is the
  change when it is drawn, in which the others of the sum give way.
- ``fights``: battles that a bid can be written for, and standing bids (``key``); ``edits`` begin one. Where the sheet
  has one already, it is that of ``line``, ``edits`` is empty, the page changes its keys (plays, accept, keep,
  otherwise) as docs/bids.md tells them, and ``choices`` is all else that can be said of it.

An offer whose ``said`` is true stands in the sheet already; of a choice of several its change takes it back. All
texts are sentences or words for people, all ids are for programs, and whatever ``edits`` takes away besides (a bid
for a battle that would not come) its ``effects`` tell. Offers of one group or choice are told apart by ``text`` and
``said``, choices by ``kind`` and ``title``: so a page knows again what was tapped.
Orders ahead: the same question, put with ``ruleset.ahead.supposed(view, role, decision)`` and the table of the decision
as the body; `workflow/offers.py` does so, with the paths of the changes as the whole sheet has them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

Path = tuple[str | int, ...]  # keys and numbers, as they lead into a sheet: ("do", 2), ("troops", "one")


class Edit(NamedTuple):
    """One change to the body of a sheet: what stands at that place then; None takes it away.

    A number that is the length of its list adds at the end; tables and lists on the way are made where there are none.
    """

    path: Path
    value: Any = None


class Effect(NamedTuple):
    """What an offer would do besides what it says, by the view."""

    kind: str  # one word, for colours and signs; docs/adding-a-game.md lists those that pages know
    what: str  # the same as a sentence
    sure: Literal["certain", "depends"] = "certain"
    places: tuple[str, ...] = ()  # of the map, by id, that it speaks of


class Offer(NamedTuple):
    """Something that may be said, and how the sheet says it."""

    text: str  # as the sheet would have it: the line of an order, with its number where the sheet has it twice
    edits: tuple[Edit, ...]
    effects: tuple[Effect, ...] = ()
    way: tuple[str, ...] = ()  # the places it leads over, by id, from where it begins; empty if it is no way
    said: bool = False
    label: str = ""  # a short word for a button, where the text is long


class Goal(NamedTuple):
    """A place that a group may go to, and the ways that differ in what they do, the best first."""

    place: str
    name: str
    ways: tuple[Offer, ...]


class Group(NamedTuple):
    """Pieces that can be ordered together, where they stand by what the sheet says so far."""

    pieces: tuple[str, ...]
    name: str
    place: str
    goals: tuple[Goal, ...] = ()
    others: tuple[Offer, ...] = ()
    line: int = -1


class Choice(NamedTuple):
    """A question that the sheet can answer, and what may be answered."""

    kind: str  # one word, stable: "discard"
    title: str  # the question
    offers: tuple[Offer, ...]
    needed: bool = False  # without an answer the sheet is refused
    several: bool = False  # more than one of the offers can be taken up, one after the other
    more: bool = False  # not everything that may be said is listed: there is too much of it


class Number(NamedTuple):
    """A number that the sheet can give, between its bounds."""

    id: str
    name: str
    path: Path
    now: int  # by what the sheet says, or without it
    low: int
    high: int
    said: bool = False  # whether the sheet itself says it


class Sum(NamedTuple):
    """Numbers that must add up to something between two bounds, which are often the same.

    Whatever keeps to these and to the bounds of each is accepted, if the sheet gives all of them.
    """

    title: str
    place: str  # of the map, or empty
    numbers: tuple[Number, ...]
    low: int
    high: int


class Fight(NamedTuple):
    """A battle that a bid can be written for, or battles to come that a standing bid can answer."""

    name: str
    own: tuple[str, ...]  # pieces by id, the commander first; none: any
    enemy: tuple[str, ...]
    places: tuple[str, str]  # the own one and the enemy's; empty where that is open
    suits: tuple[str, str]  # of these, as cards are written: "S"
    cards: tuple[str, ...]  # of the own hand that can be played there, as the sheet writes them
    edits: tuple[Edit, ...]  # that begin a bid; none where there is one
    line: int = -1  # which of the bids of the sheet is for this battle
    score: int | None = None  # the own one, where the battle is under way
    needed: bool = False  # without a bid the sheet is refused
    key: str = "bid"  # what its table is called in the sheet
    choices: tuple[Choice, ...] = ()  # what can be said of the bid besides
    stands: bool = False  # a standing bid that holds already: ``edits`` put it into the sheet, to be changed
    forced: tuple[str, ...] = ()  # those of the cards that can be given where the rules demand one


class Offers(NamedTuple):
    """Everything that may be said now."""

    groups: tuple[Group, ...] = ()
    choices: tuple[Choice, ...] = ()
    sums: tuple[Sum, ...] = ()
    fights: tuple[Fight, ...] = ()

    def of_piece(self, piece: str) -> tuple[Group, ...]:
        """The groups that a piece is in."""
        return tuple(group for group in self.groups if piece in group.pieces)

    def every(self) -> Iterable[Offer]:
        """All offers, wherever they stand."""
        for group in self.groups:
            for goal in group.goals:
                yield from goal.ways
            yield from group.others
        for choice in (*self.choices, *(choice for fight in self.fights for choice in fight.choices)):
            yield from choice.offers


def set_numbers(total: Sum, values: Mapping[str, int]) -> tuple[Edit, ...]:
    """The change that gives all numbers of a sum, by their ids."""
    return tuple(Edit(number.path, values[number.id]) for number in total.numbers)


def balanced(total: Sum, id_: str, value: int) -> tuple[Edit, ...]:
    """The change that gives one number of a sum; the others give way, the last first, so that it adds up."""
    values = {number.id: number.now for number in total.numbers}
    own = next(number for number in total.numbers if number.id == id_)
    values[id_] = max(own.low, min(own.high, value))
    for number in reversed(total.numbers):
        if number.id != id_:
            over = sum(values.values())
            gap = min(0, total.high - over) or max(0, total.low - over)
            values[number.id] = max(number.low, min(number.high, values[number.id] + gap))
    return set_numbers(total, values)


def applied(body: Mapping[str, Any], edits: Iterable[Edit]) -> dict[str, Any]:
    """The body of a sheet after some changes, one after the other; the one given stays as it is."""
    changed = dict(body)
    for edit in edits:
        changed = _set(changed, edit.path, edit.value)
    return changed


def _set(inside: Any, path: Path, value: Any) -> Any:
    """A table or list with another value at a path."""
    key, rest = path[0], path[1:]
    if isinstance(key, int):
        return _set_item(list(inside) if isinstance(inside, list | tuple) else [], key, rest, value)
    table = dict(inside) if isinstance(inside, Mapping) else {}
    found = _set(table.get(key), rest, value) if rest else value
    if found is None or (value is None and found in ({}, [])):
        table.pop(key, None)
    else:
        table[key] = found
    return table


def _set_item(items: list[Any], at: int, rest: Path, value: Any) -> list[Any]:
    if rest:
        value = _set(items[at] if at < len(items) else None, rest, value)
        items[at : at + 1] = [value]
    else:
        items[at : at + 1] = [] if value is None else [value]
    return items


def prefixed(edits: Iterable[Edit], path: Path) -> tuple[Edit, ...]:
    """The same changes to a table that stands deeper in a sheet."""
    return tuple(Edit((*path, *edit.path), edit.value) for edit in edits)
