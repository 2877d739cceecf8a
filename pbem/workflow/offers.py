"""What may be done next, asked of a view and a sheet: for pages, and for `pbem reach`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from pbem.core import bare
from pbem.core.offers import Choice, Edit, Effect, Fight, Goal, Group, Offer, Offers, Path, applied, prefixed
from pbem.core.ruleset import Ahead, Ruleset
from pbem.store import GameFault
from pbem.store.views import read_view
from pbem.workflow import UNKNOWN_CHOICE, decoded, ruleset_on
from pbem.workflow.ahead_tables import KEY, MOST_BRAKES, ahead_of, orders_in, tables_of, without_ahead
from pbem.workflow.check import Answer, check_with_view
from pbem.workflow.offer_codes import NO_OFFERS


def offers_now(ruleset: Ruleset, view: Any, role: str, body: Mapping[str, Any], decision: str = "") -> Offers:
    """What a role may say, given what its sheet says: to what is asked now, or ahead to a coming decision.

    The changes of offers for a coming decision are changes to its table under ``ahead``, which is made if it is new.
    """
    assert ruleset.offers is not None
    if not decision:
        return ruleset.offers.offers(view, role, without_ahead(body))
    group = ahead_of(ruleset)
    then = group.supposed(group.with_standing(view, role, without_ahead(body)), role, decision)
    at, table = table_for(body, decision)
    below = Below(group, decision, (KEY, at), table)
    found = below.all(ruleset.offers.offers(then, role, orders_in(ruleset, table)))
    return found._replace(choices=(*found.choices, *brakes(group, view, table, (KEY, at), decision)))


def table_for(body: Mapping[str, Any], decision: str) -> tuple[int, Mapping[str, Any]]:
    """Which table of orders ahead is for a decision, and what stands in it; a new one comes last."""
    tables = tables_of(body)
    named = [str(table.get("for", "")).strip().lower() if isinstance(table, Mapping) else "" for table in tables]
    return (at := named.index(decision), tables[at]) if decision in named else (len(tables), {})


UNLESS = "After what are these orders not to be used? You are asked then, as always."


BESIDE = "It is the last of these orders ahead: what stands beside it is taken away, too."


def brakes(group: Ahead, view: Any, table: Mapping[str, Any], path: Path, decision: str) -> Iterator[Choice]:
    """What orders ahead are not to be used after; without orders there is nothing to keep back."""
    if not any(key in table for key in group.needed):
        return
    said = table.get("unless", [])
    lines = said if isinstance(said, list) else []
    rows = [Offer(text, (Edit((*path, "unless", lines.index(text))),), said=True)
            for text in dict.fromkeys(line for line in lines if isinstance(line, str))]  # fmt: skip
    if len(lines) < MOST_BRAKES:
        likely = (text for text in group.brakes(view, decision) if text not in lines)
        rows += [Offer(text, (Edit((*path, "unless", len(lines)), text),)) for text in likely]
    if rows:
        yield Choice("unless", UNLESS, tuple(rows), several=True, more=True)


class Below(NamedTuple):
    """Offers as changes to a table of orders ahead: its place in the sheet, and what it says so far."""

    group: Ahead
    decision: str
    path: Path
    table: Mapping[str, Any]

    def has_orders(self, table: Mapping[str, Any]) -> bool:
        """Whether a table says what it cannot do without: bids, wishes and brakes stand beside orders alone."""
        return any(key in table for key in self.group.needed)

    def offer(self, one: Offer) -> Iterator[Offer]:
        """An offer, if a table can say it; the table goes with its last order."""
        if self.has_orders(applied(self.table, one.edits)):
            yield one._replace(edits=self.edits(one.edits))
        elif self.has_orders(self.table):
            beside = [key for key in self.table if key not in ("for", *self.group.needed)]
            told = (*one.effects, Effect("drops", BESIDE)) if beside else one.effects
            yield one._replace(edits=(Edit(self.path),), effects=told)

    def edits(self, edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
        return (Edit((*self.path, "for"), self.decision), *prefixed(edits, self.path)) if edits else ()

    def offers(self, found: Iterable[Offer]) -> tuple[Offer, ...]:
        return tuple(offer for one in found for offer in self.offer(one))

    def goal(self, one: Goal) -> Goal:
        return one._replace(ways=self.offers(one.ways))

    def choices(self, found: Iterable[Choice]) -> tuple[Choice, ...]:
        """Questions with what can be answered; what holds at once and for good has no place there."""
        keys = self.group.keys
        kept = [one for one in found if all(edit.path[0] in keys for row in one.offers for edit in row.edits)]
        placed = [one._replace(offers=self.offers(one.offers)) for one in kept]
        return tuple(one for one in placed if one.offers)

    def fight(self, one: Fight) -> Fight:
        return one._replace(edits=self.edits(one.edits), choices=self.choices(one.choices))

    def all(self, found: Offers) -> Offers:
        """Everything that may be said ahead."""
        groups = [one._replace(goals=tuple(map(self.goal, one.goals)), others=self.offers(one.others))
                  for one in found.groups]  # fmt: skip
        sums = [one._replace(numbers=tuple(row._replace(path=(*self.path, *row.path)) for row in one.numbers))
                for one in found.sums]  # fmt: skip
        fights = [one for one in found.fights if one.key in self.group.keys] if self.has_orders(self.table) else []
        return Offers(tuple(groups), self.choices(found.choices), tuple(sums), tuple(map(self.fight, fights)))


class Reach(NamedTuple):
    """The checker's answer to the sheet, if there is one, and where the piece asked for may go."""

    answer: Answer | None
    name: str
    groups: tuple[Group, ...]


def reach(piece: str, view_file: str, sheet: str = "") -> Reach:
    """Where a piece, or a group written ``one + another``, may go after what a sheet says."""
    seen = read_view(view_file)
    ruleset = ruleset_on(seen.ruleset, view_file, seen.revision, seen.board)
    if ruleset.offers is None:
        raise GameFault(NO_OFFERS, view_file, title=ruleset.title)
    answer = check_with_view(sheet, view_file) if sheet else None
    if answer is not None and answer.sheet is None:
        return Reach(answer, piece, ())
    view = decoded(ruleset.files.decode, seen.state, view_file)
    body = answer.sheet.body if answer is not None and answer.sheet is not None else {}
    found = offers_now(ruleset, view, seen.role, body)
    names = dict(_names(ruleset, view, seen.role, found))
    wanted = [_meant(word, names) for word in piece.split("+")]
    groups = tuple(group for group in found.groups if sorted(group.pieces) == sorted(wanted))
    more = tuple(group for group in found.groups if set(wanted) < set(group.pieces))
    return Reach(answer, " + ".join(names[id_] for id_ in wanted), (*groups, *more))


def _names(ruleset: Ruleset, view: Any, role: str, found: Offers) -> Iterator[tuple[str, str]]:
    """All pieces by id: those that can move, and those on the map."""
    if ruleset.map is not None:
        yield from ((piece.id, piece.name) for piece in ruleset.map.picture(view, role).pieces)
    yield from ((group.pieces[0], group.name) for group in found.groups if len(group.pieces) == 1)


def _meant(word: str, names: Mapping[str, str]) -> str:
    """The id of the piece that is meant; of pieces with one name the one that can move."""
    fitting = [id_ for id_, name in names.items() if bare(word) in (bare(id_), bare(name))]
    if not fitting:
        known = ", ".join(dict.fromkeys(names.values()))
        raise GameFault(UNKNOWN_CHOICE, word.strip(), form="piece", found=word.strip()[:80], known=known)
    return fitting[-1]


GOES = "{name} may go to:"
ORDERED = "The sheet orders {name} already: {order}"
NOWHERE = "{name} cannot move now."
TOGETHER = "It can also move together: {names}."


def as_text(found: Reach) -> str:
    """Where a group may go, with the orders that say so and what they would do."""
    if not found.groups:
        return NOWHERE.format(name=found.name)
    lines: list[str] = []
    for group in found.groups[:1]:
        if group.line >= 0:
            lines.append(ORDERED.format(name=group.name, order=group.others[0].text))
        lines += [GOES.format(name=group.name)] if group.goals else []
        for goal in group.goals:
            lines += [line for way in goal.ways for line in _way(way)]
    others = [group.name for group in found.groups[1:]]
    return "\n".join([*lines, *([TOGETHER.format(names=", ".join(others))] if others else ())])


def _way(way: Offer) -> Iterator[str]:
    yield f"  {way.text}"
    yield from (f"    - {effect.what}" for effect in way.effects)


def as_data(found: Reach) -> list[dict[str, Any]]:
    """The groups as plain data."""
    data: list[dict[str, Any]] = plain(found.groups)
    return data


def plain(value: Any) -> Any:
    """Records as tables, for JSON."""
    if hasattr(value, "_asdict"):
        return {name: plain(part) for name, part in value._asdict().items()}
    return [plain(part) for part in value] if isinstance(value, list | tuple) else value
