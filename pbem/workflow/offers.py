"""What may be done next, asked of a view and a sheet: for pages, and for `pbem reach`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pbem.core import bare
from pbem.core.offers import Choice, Edit, Fight, Goal, Group, Offer, Offers, Path, prefixed
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
    found = below(ruleset, ruleset.offers.offers(then, role, orders_in(ruleset, table)), (KEY, at), decision)
    return found._replace(choices=(*found.choices, *brakes(group, view, table, (KEY, at), decision)))


def table_for(body: Mapping[str, Any], decision: str) -> tuple[int, Mapping[str, Any]]:
    """Which table of orders ahead is for a decision, and what stands in it; a new one comes last."""
    tables = tables_of(body)
    named = [str(table.get("for", "")).strip().lower() if isinstance(table, Mapping) else "" for table in tables]
    return (at := named.index(decision), tables[at]) if decision in named else (len(tables), {})


UNLESS = "After what are these orders not to be used? You are asked then, as always."


def brakes(group: Ahead, view: Any, table: Mapping[str, Any], path: Path, decision: str) -> Iterator[Choice]:
    """What orders ahead are not to be used after; without orders there is nothing to keep back."""
    if not any(table.get(key) for key in group.keys):
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


def below(ruleset: Ruleset, found: Offers, path: Path, decision: str) -> Offers:
    """Offers whose changes stand in a table of orders ahead; what holds at once and for good has no place there."""
    keys = ahead_of(ruleset).keys
    lasting = [
        one for one in found.choices if any(edit.path[0] not in keys for row in one.offers for edit in row.edits)
    ]

    def placed(offer: Offer) -> Offer:
        return offer._replace(edits=(Edit((*path, "for"), decision), *prefixed(offer.edits, path)))

    def goal(one: Goal) -> Goal:
        return one._replace(ways=tuple(map(placed, one.ways)))

    def fight(one: Fight) -> Fight:
        edits = (Edit((*path, "for"), decision), *prefixed(one.edits, path)) if one.edits else ()
        return one._replace(edits=edits, choices=tuple(map(choice, one.choices)))

    def choice(one: Choice) -> Choice:
        return one._replace(offers=tuple(map(placed, one.offers)))

    return Offers(
        tuple(
            one._replace(goals=tuple(map(goal, one.goals)), others=tuple(map(placed, one.others)))
            for one in found.groups
        ),
        tuple(choice(one) for one in found.choices if one not in lasting),
        tuple(
            one._replace(numbers=tuple(number._replace(path=(*path, *number.path)) for number in one.numbers))
            for one in found.sums
        ),
        tuple(map(fight, (one for one in found.fights if one.key in keys))),
    )


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
