"""Looking for something in the journal: by round, nation, piece and city, as far as the reader knows of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pbem.core import index
from pbem.core.changes import About
from pbem.core.events import OF_THE_PROGRAM, Event
from pbem.core.ruleset import round_of
from pbem.store import GameFault
from pbem.store.reading import StepFile
from pbem.workflow import UNKNOWN_CHOICE, Table
from pbem.workflow.gate import telling_of
from pbem.workflow.mapping import found


class Search(NamedTuple):
    """What is looked for; everything given must be met. Names are as people write them."""

    round: int | None = None
    nation: str = ""
    piece: str = ""
    city: str = ""


class Sought(NamedTuple):
    """The same with ids in place of names."""

    round: int | None
    nation: str
    piece: str
    city: str


def kept(table: Table, search: Search, steps: Iterable[StepFile], role: str | None, whole: bool) -> Iterator[StepFile]:
    """The steps with those of their events that are looked for; steps without any are left out."""
    sought = sought_of(table, search)
    number = 0  # of the round
    for step in steps:
        events = []
        for event in step.events:
            with telling_of(step.file):
                about = about_of(table, event, role, whole)
            number = number if about is None or about.round is None else about.round
            if about is not None and meets(sought, about, number):
                events.append(event)
        number = round_of(step.label) or number
        if events:
            yield step._replace(events=tuple(events))


def about_of(table: Table, event: Event, role: str | None, whole: bool) -> About | None:
    """What the event speaks of for its reader; None if the reader knows nothing of it."""
    twin = event if whole else event.seen_by(role)
    if twin is None:
        return None
    own = {key: value for facts in event.private.values() for key, value in facts.items()} if whole else {}
    history = table.ruleset.history
    if history is None or twin.kind in OF_THE_PROGRAM:
        return About()
    return history.about(Event(twin.kind, {**own, **twin.facts}))


def meets(sought: Sought, about: About, number: int) -> bool:
    """Whether an event of the round of that number is looked for."""
    return (
        sought.round in (None, number)
        and (not sought.nation or sought.nation in about.nations)
        and (not sought.piece or sought.piece in about.pieces)
        and (not sought.city or sought.city in about.cities)
    )


def sought_of(table: Table, search: Search) -> Sought:
    """The ids behind the names; a name nobody knows is a fault."""
    filters = [option for option in ("nation", "piece", "city") if getattr(search, option)]
    if not filters:
        return Sought(search.round, "", "", "")
    if table.ruleset.map is None:
        facts = {"option": filters[0], "round": table.ruleset.round.lower()}
        raise GameFault(UNKNOWN_CHOICE, table.game.directory, form="filter", **facts)
    picture = table.ruleset.map.picture(table.ruleset.secrets.view_of(table.state, None), None)
    nations = [(nation.id, nation.name) for nation in picture.nations]
    cities = [(city.id, city.name) for city in picture.cities]
    return Sought(
        search.round,
        id_of(nations, search.nation, "nation"),
        id_of(picture.roster, search.piece, "piece"),
        id_of(cities, search.city, "city"),
    )


def id_of(things: Iterable[tuple[str, str]], word: str, what: str) -> str:
    """The id of the one thing of that name."""
    if not word:
        return ""
    rows = list(things)
    names = index((at, id_, name) for at, (id_, name) in enumerate(rows))
    return rows[found(names, word, what, [name for _, name in rows])][0]
