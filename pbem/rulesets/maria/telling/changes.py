"""What an event speaks of, and what changed between two views: pieces, markers, politics and agreements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any, assert_never

from pbem.core.changes import About, Change
from pbem.core.events import HIDDEN, Event
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.board import CITY, IDS, NEAR, cities_in, name_of
from pbem.rulesets.maria.events import read
from pbem.rulesets.maria.political_events import PoliticalEvent
from pbem.rulesets.maria.powers import GREAT, POWER_NAMES, POWERS
from pbem.rulesets.maria.relations import takes_part
from pbem.rulesets.maria.state import (
    AWAY,
    PIECE,
    PIECE_IDS,
    PIECE_NAMES,
    POWER_OF,
    RANK,
    State,
    name_of_piece,
)
from pbem.rulesets.maria.telling import words
from pbem.rulesets.maria.telling.agreement_changes import agreement_changes
from pbem.rulesets.maria.telling.political_changes import about_politics, political_changes

BY_POWER = sorted(range(len(POWER_OF)), key=POWER_OF.__getitem__)
Ways = Mapping[int, tuple[int, ...]]


def about(event: Event) -> About:
    """The powers, pieces and cities an event speaks of."""
    what = read(event)
    if isinstance(what, PoliticalEvent):
        return speaks_of(*about_politics(what))
    match what:
        case happened.Turn():
            return About(round=what.turn)
        case happened.Stage() | happened.Won():
            return speaks_of(what.powers)
        case happened.Drew() | happened.TroopsLeft() | happened.Consented() | happened.Disputed():
            return speaks_of([what.power])
        case happened.Subsidy():
            return speaks_of([what.giver, what.taker])
        case happened.CapitalLost() | happened.HussarSwept() | happened.ElectorTurned() | happened.Marked():
            return speaks_of([what.power], [], [what.city])
        case happened.Held() | happened.Conquered():
            return speaks_of([what.power], [], [what.city])
        case happened.HussarPlaced():
            return speaks_of(["austria"], [], [what.city, *([what.from_] if what.from_ else [])])
        case happened.SubsidyChanged():
            return speaks_of(["france", "bavaria"])
        case happened.SupplyPaid() | happened.Resupplied() | happened.Unsupplied() | happened.Starved():
            return speaks_of([what.power], [what.general], [what.city])
        case happened.HandShown():
            return speaks_of([what.power], [what.general])
        case happened.Moved():
            return speaks_of([what.power], what.pieces, what.way)
        case happened.Stacked():
            return speaks_of([], what.generals, [what.city])
        case happened.Captured() | happened.TrainOff() | happened.TrainBack():
            return speaks_of([what.power], [what.train], [what.city])
        case happened.Troops():
            return speaks_of([what.power], what.troops)
        case happened.Recruited():
            return speaks_of([what.power], what.generals, what.cities)
        case happened.Battle():
            return speaks_of([], [*what.active, *what.other], what.cities)
        case happened.Played() | happened.Asked() | happened.Stopped():
            return speaks_of([what.nation])
        case happened.Tied():
            return speaks_of([what.nation], [], what.cities)
        case happened.Defeated():
            return speaks_of([what.nation, what.winner], [*what.generals, what.victor, *what.removed], [what.city])
        case happened.CutOff():
            return speaks_of([what.nation], what.generals, [what.city])
        case happened.Retreated():
            return speaks_of([what.nation], what.generals, [what.from_, what.to])
        case happened.WishUnfit():
            return speaks_of([], what.generals, what.cities or [])
        case happened.WinterScored() | happened.ScoresShown():
            return speaks_of(what.scores)
        case (
            happened.Undone() | happened.Revised() | happened.OrdersAhead() | happened.EnvelopeLeft()
            | happened.AtTheDesk()
            | happened.Winter() | happened.Defaulted() | happened.Opened() | happened.Reshuffled()
            | happened.StoodIn() | happened.Lapsed() | happened.Answered() | happened.Fought()
        ):  # fmt: skip
            return About()
        case _:
            assert_never(what)


def speaks_of(powers: Iterable[str], pieces: Iterable[str] = (), cities: Iterable[str] = ()) -> About:
    """These powers, pieces and cities, and the powers the pieces belong to."""
    pieces = tuple(pieces)
    whose = (POWERS[POWER_OF[PIECE[piece]]] for piece in pieces)
    return About(tuple(dict.fromkeys((*powers, *whose))), pieces, tuple(cities))


def changes(before: State, after: State, role: str | None, events: Iterable[Event]) -> list[Change]:
    """All that changed from one view to a later one of the same reader."""
    ways = ways_of(before, events)
    return [
        *time(before, after),
        *(change for piece in BY_POWER for change in moved(before, after, piece, ways)),
        *(change for piece in BY_POWER for change in numbers(before, after, piece)),
        *fortresses(before, after),
        *political_changes(before, after),
        *agreement_changes(before, after),
        *strengths(before, after),
    ]


def ways_of(before: State, events: Iterable[Event]) -> dict[int, tuple[int, ...]]:
    """The cities each piece came through, one after the other; a retreat shows its ends only."""
    ways: dict[int, tuple[int, ...]] = {piece: (city,) for piece, city in enumerate(before.place)}
    for event in events:
        pieces, way = went(event)
        steps = [CITY[id_] for id_ in way]
        for id_ in pieces:
            piece = PIECE[id_]
            joined = ways[piece] if ways[piece][-1] == steps[0] else (*ways[piece], steps[0])
            ways[piece] = (*joined, *steps[1:])
    return ways


def went(event: Event) -> tuple[list[str], list[str]]:
    """The pieces that went somewhere, and the cities they came through."""
    what = read(event)
    if isinstance(what, happened.Moved):
        return what.pieces, what.way
    if isinstance(what, happened.Retreated):
        return what.generals, [what.from_, what.to]
    return [], []  # of all others the places before and after tell enough


def time(before: State, after: State) -> Iterator[Change]:
    """The turn."""
    if before.turn != after.turn:
        facts = {"from": before.turn, "to": after.turn}
        yield Change("Time", "turn", f"Turn {before.turn} to turn {after.turn}.", facts)


def moved(before: State, after: State, piece: int, ways: Ways) -> Iterator[Change]:
    """Where a piece went, and whether it was turned over."""
    was, now = before.place[piece], after.place[piece]
    name = words.capital(name_of_piece(piece).removeprefix("the "))
    facts: dict[str, Any] = {"piece": PIECE_IDS[piece], "nation": POWERS[POWER_OF[piece]]}
    title = f"Pieces of {POWER_NAMES[POWER_OF[piece]]}"
    if was >= 0 and now >= 0 and was != now:
        way = ways[piece] if ways[piece][-1] == now else (was, now)
        yield Change(title, "moved", f"{name}: {way_text(way)}.", {**facts, "way": [IDS[city] for city in way]})
    elif was >= 0 > now:
        out = "into the off-map box" if now == AWAY else "taken off the map"
        yield Change(title, "lost", f"{name}: {name_of(was)}, {out}.", {**facts, "from": IDS[was]})
    elif was < 0 <= now:
        yield Change(title, "entered", f"{name}: comes to {name_of(now)}.", {**facts, "to": IDS[now]})
    if now >= 0 and before.is_face_down(piece) != after.is_face_down(piece):
        down = after.is_face_down(piece)
        text = f"{name} in {name_of(now)} is {'out of supply, face-down' if down else 'face-up again'}."
        yield Change(title, "face-down" if down else "face-up", text, {**facts, "city": IDS[now]})


def way_text(way: tuple[int, ...]) -> str:
    """``Prag - Kolin ... Iglau``: dots where the cities between are not told, as in a retreat."""
    text = name_of(way[0])
    for here, there in pairwise(way):
        text += f" {'-' if there in NEAR[here] else '...'} {name_of(there)}"
    return text


def numbers(before: State, after: State, piece: int) -> Iterator[Change]:
    """The troops of a general, if the reader knows them at both times."""
    was, now = before.troops[piece], after.troops[piece]
    if RANK[piece] and was is not HIDDEN and now is not HIDDEN and was != now and after.place[piece] >= 0:
        text = f"{PIECE_NAMES[piece]}: {was} to {words.count(now, 'troop')}."
        facts = {"piece": PIECE_IDS[piece], "nation": POWERS[POWER_OF[piece]], "from": was, "to": now}
        yield Change("Your troops", "troops", text, facts)


def fortresses(before: State, after: State) -> Iterator[Change]:
    """M3.6, M3.7, M10.34: victory markers that came and went, electors that were turned, question marks."""
    title = "Fortresses"
    for power in GREAT:
        came, gone = after.marks[power] & ~before.marks[power], before.marks[power] & ~after.marks[power]
        for kind, bits, form in (("marked", came, "bears a marker of {} now"), ("cleared", gone, "lost that of {}")):
            for city in cities_in(bits):
                text = f"{name_of(city)} {form.format(POWER_NAMES[power])}."
                yield Change(title, kind, text, {"nation": POWERS[power], "city": IDS[city]})
    for city in cities_in(before.electors ^ after.electors):
        side = "france" if after.electors >> city & 1 else "austria+pragmatic"
        text = f"{name_of(city)} shows {words.SIDES[side]} now."
        yield Change(title, "elector", text, {"nation": side.partition("+")[0], "city": IDS[city]})
    for power, asked in enumerate(after.questions):
        for city in cities_in(asked & ~before.questions[power]):
            facts = {"nation": POWERS[power], "city": IDS[city]}
            yield Change(title, "question", f"{name_of(city)} has a question mark.", facts)


def strengths(before: State, after: State) -> Iterator[Change]:
    """Totals of troops and sizes of hands: public."""
    for power, name in enumerate(POWER_NAMES):
        if not takes_part(after.mode, power):
            continue
        pairs = (
            ("total", "troop", before.totals[power], after.totals[power]),
            ("hand", "card", len(before.hands[power]), len(after.hands[power])),
        )
        for kind, noun, was, now in pairs:
            if was != now:
                text = f"{words.capital(name)}: {was} to {words.count(now, noun)}."
                yield Change("Troops and cards", kind, text, {"nation": POWERS[power], "from": was, "to": now})
