"""Standing bids and answers behind an event: given once, they hold until they are withdrawn (D13, D16, N2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pbem.core.events import Event
from pbem.rulesets.common.standing import read_standings
from pbem.rulesets.friedrich import events as happened
from pbem.rulesets.friedrich.bid_reader import language_of
from pbem.rulesets.friedrich.events import FriedrichEvent, read
from pbem.rulesets.friedrich.standing import SCOPE, standing_text
from pbem.rulesets.friedrich.state import NATION_OF, NATIONS, PIECE
from pbem.rulesets.friedrich.telling.reasons import commanded, ignored, is_behind, nation_of, trail_of

BID = "standing bid {text}"
ANSWERS = "standing answers: {lines}"


def kept_behind(
    event: Event, earlier: Sequence[Event], role: str, sheets: Iterable[Mapping[str, Any]]
) -> Iterator[tuple[int, str]]:
    """The standing bid that answered in the battle of an event, or the standing answers that were taken for it."""
    what, before = read(event), of_stage([read(one) for one in earlier])
    names, answers = {*stood_in(what, before)}, has_answered(event, what, before)
    for place, body in enumerate(sheets if names or answers else ()):
        for text in standing_in(body, role, names):
            yield place, BID.format(text=text)
        if answers and "answers" in body:
            yield place, ANSWERS.format(lines="; ".join(map(str, body["answers"])))
            answers = False
        if not names and not answers:
            return


def of_stage(before: Sequence[FriedrichEvent]) -> list[FriedrichEvent]:
    """The events of the stage under way: what answered before it is not behind what follows."""
    starts = [at for at, what in enumerate(before) if isinstance(what, happened.Stage)]
    return [*before[starts[-1] :]] if starts else [*before]


def stood_in(what: FriedrichEvent, before: Iterable[FriedrichEvent]) -> list[str]:
    """The names of the standing bids that answered in the battle of an event, and were not asked for another since."""
    before = [*before]
    if isinstance(what, happened.StoodIn):
        return [what.name]
    trail = trail_of(what, before)
    found: list[happened.StoodIn] = []
    for one in before if trail.bids else ():
        if isinstance(one, happened.StoodIn):
            found.append(one)
        elif isinstance(one, happened.Asked):
            found = [old for old in found if NATIONS[NATION_OF[PIECE[old.own]]] != one.nation]
    return [one.name for one in found if {PIECE[one.own], PIECE[one.enemy]} <= trail.pieces]


def has_answered(event: Event, what: FriedrichEvent, before: Sequence[FriedrichEvent]) -> bool:
    """Whether a standing answer was taken for what an event tells."""
    if isinstance(what, happened.Answered):
        return True
    trail, nation = trail_of(what, before), nation_of(event, before)
    lines = [line for one in before if isinstance(one, happened.Answered) for line in one.orders]
    return any(is_behind(line, nation, trail) for line in lines)


def standing_in(body: Mapping[str, Any], role: str, names: set[str]) -> Iterator[str]:
    """The standing bids of these names that a sheet brought, in words; they are looked for no longer."""
    language = language_of(min(commanded(role), default=0))
    for standing, _ in read_standings(body, role, language, SCOPE, ignored) if names and body.get("standing") else ():
        if standing.name in names:
            names.discard(standing.name)
            yield standing_text(standing)
