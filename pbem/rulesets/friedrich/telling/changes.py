"""What an event speaks of, and what changed between two views, told as moves, conquests and losses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any, assert_never

from pbem.core.changes import About, Change
from pbem.core.events import HIDDEN, Event
from pbem.rulesets.friedrich import events as happened
from pbem.rulesets.friedrich.board import CITY, IDS, NEAR, OBJECTIVES, cities_in, defender_of, name_of
from pbem.rulesets.friedrich.events import FriedrichEvent, read
from pbem.rulesets.friedrich.state import (
    NATION_NAMES,
    NATION_OF,
    NATIONS,
    OFF,
    PIECE,
    PIECE_IDS,
    PIECE_NAMES,
    RANK,
    State,
    has_left,
    owner_of,
)
from pbem.rulesets.friedrich.telling import words
from pbem.rulesets.friedrich.telling.summary import fate_name

BY_NATION = sorted(range(len(NATION_OF)), key=NATION_OF.__getitem__)
Ways = Mapping[int, tuple[int, ...]]


def about(event: Event) -> About:
    """The nations, pieces and cities an event speaks of."""
    what = read(event)
    match what:
        case happened.Turn():
            return About(round=what.turn)
        case (
            happened.Stage() | happened.Drew() | happened.Discarded() | happened.Played() | happened.Asked()
            | happened.TroopsLost() | happened.DrawsChanged() | happened.Left() | happened.Departed()
            | happened.ChangedHands() | happened.Eased() | happened.ChangedCard()
        ):  # fmt: skip
            return speaks_of([what.nation])
        case happened.Exchanged() | happened.Won():
            return speaks_of(what.nations)
        case happened.Moved() | happened.Stepped() | happened.SteppedAside():
            return speaks_of([what.nation], what.pieces, what.way)
        case happened.Captured():
            return speaks_of([what.nation], [what.train], [what.city])
        case happened.OnAlliedObjective():
            return speaks_of([what.nation, what.ally], [what.piece], [what.city])
        case happened.Conquered() | happened.Reconquered() | happened.Marked():
            return speaks_of([what.nation], [], [what.city])
        case happened.Held():
            return speaks_of([], [], [what.city])
        case happened.Troops():
            return speaks_of([what.nation], what.troops)
        case happened.Recruited():
            return speaks_of([what.nation], what.pieces, what.cities)
        case happened.Battle():
            return speaks_of([], [*what.active, *what.other], what.cities)
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
        case happened.Resupplied() | happened.Unsupplied() | happened.Starved():
            return speaks_of([what.nation], [what.general], [what.city])
        case happened.Retired():
            return speaks_of([what.nation], [what.general])
        case happened.FreeTroop() | happened.LostTroop():
            return speaks_of([what.nation], [what.general] if what.general else [])
        case happened.TurnedDown():
            return speaks_of([], what.generals, [what.city])
        case happened.SameSuit():
            return speaks_of([], [what.general], [what.city])
        case happened.OffensiveDeclined() | happened.OffensiveFailed():
            return speaks_of([], [], what.cities)
        case (
            happened.Undone() | happened.Revised() | happened.OrdersAhead() | happened.EnvelopeLeft()
            | happened.AtTheDesk()
            | happened.Defaulted() | happened.Opened() | happened.Reshuffled()
            | happened.Mustered() | happened.StoodIn() | happened.Lapsed() | happened.Answered() | happened.Fate()
            | happened.Declined() | happened.NotExchanged() | happened.OffensiveTaken() | happened.OffensiveCardLost()
            | happened.Fought() | happened.Stopped()
        ):  # fmt: skip
            return About()
        case _:
            assert_never(what)


def speaks_of(nations: Iterable[str], pieces: Iterable[str] = (), cities: Iterable[str] = ()) -> About:
    """These nations, pieces and cities, and the nations the pieces belong to."""
    pieces = tuple(pieces)
    whose = (NATIONS[NATION_OF[PIECE[piece]]] for piece in pieces)
    return About(tuple(dict.fromkeys((*nations, *whose))), pieces, tuple(cities))


def changes(before: State, after: State, role: str | None, events: Iterable[Event]) -> list[Change]:
    """All that changed from one view to a later one of the same reader."""
    ways = ways_of(before, events)
    return [
        *time(before, after),
        *(change for piece in BY_NATION for change in moved(before, after, piece, ways)),
        *(change for piece in BY_NATION for change in numbers(before, after, piece)),
        *conquests(before, after),
        *strengths(before, after),
    ]


def ways_of(before: State, events: Iterable[Event]) -> dict[int, tuple[int, ...]]:
    """The cities each piece came through, one after the other; a retreat shows its ends only."""
    ways: dict[int, tuple[int, ...]] = {piece: (city,) for piece, city in enumerate(before.place)}
    for event in events:
        pieces, way = went(read(event))
        steps = [CITY[id_] for id_ in way]
        for id_ in pieces:
            piece = PIECE[id_]
            joined = ways[piece] if ways[piece][-1] == steps[0] else (*ways[piece], steps[0])
            ways[piece] = (*joined, *steps[1:])
    return ways


def went(what: FriedrichEvent) -> tuple[list[str], list[str]]:
    """The pieces that went somewhere, and the cities they came through."""
    match what:
        case happened.Moved() | happened.Stepped():
            return what.pieces, what.way
        case happened.Retreated():
            return what.generals, [what.from_, what.to]
        case happened.SteppedAside():
            return [], []  # one city, which the places before and after show
        case (
            happened.Undone() | happened.Revised() | happened.OrdersAhead() | happened.EnvelopeLeft()
            | happened.AtTheDesk()
            | happened.Battle() | happened.Played() | happened.Asked()
            | happened.Tied() | happened.Defeated() | happened.CutOff() | happened.Fought() | happened.Turn()
            | happened.Stage() | happened.Defaulted() | happened.Drew() | happened.Opened() | happened.Reshuffled()
            | happened.Discarded() | happened.Captured() | happened.OnAlliedObjective() | happened.Conquered()
            | happened.Reconquered() | happened.Marked() | happened.Held() | happened.Troops() | happened.Recruited()
            | happened.Mustered() | happened.StoodIn() | happened.Lapsed() | happened.Answered() | happened.WishUnfit()
            | happened.Stopped() | happened.Resupplied() | happened.Unsupplied() | happened.Starved()
            | happened.TroopsLost() | happened.Fate() | happened.DrawsChanged() | happened.Left() | happened.Departed()
            | happened.Retired() | happened.ChangedHands() | happened.Eased() | happened.FreeTroop()
            | happened.LostTroop() | happened.Declined() | happened.Exchanged() | happened.NotExchanged()
            | happened.ChangedCard() | happened.TurnedDown() | happened.SameSuit() | happened.OffensiveTaken()
            | happened.OffensiveDeclined() | happened.OffensiveCardLost() | happened.OffensiveFailed() | happened.Won()
        ):  # fmt: skip
            return [], []
        case _:
            assert_never(what)


def time(before: State, after: State) -> Iterator[Change]:
    """The turn, the cards of fate, nations that left, and who commands the Imperial Army."""
    title = "Time and fate"
    if before.turn != after.turn:
        facts = {"from": before.turn, "to": after.turn}
        yield Change(title, "turn", f"Turn {before.turn} to turn {after.turn}.", facts)
    for card in after.executed[len(before.executed) :]:
        yield Change(title, "fate", f"The clock of fate: {fate_name(card)}.", {"card": card})
    for nation, name in enumerate(NATION_NAMES):
        if has_left(after, nation) and not has_left(before, nation):
            yield Change(title, "left", f"{words.capital(name)} left the game.", {"nation": NATIONS[nation]})
        elif owner_of(before, nation) != owner_of(after, nation):
            was, now = owner_of(before, nation), owner_of(after, nation)
            text = f"{words.capital(name)} passed from {words.role_title(was)} to {words.role_title(now)}."
            yield Change(title, "changed-hands", text, {"nation": NATIONS[nation], "from": was, "to": now})


def moved(before: State, after: State, piece: int, ways: Ways) -> Iterator[Change]:
    """Where a piece went, and whether it was turned over."""
    was, now = before.place[piece], after.place[piece]
    name = words.capital(words.piece(PIECE_IDS[piece]).removeprefix("the "))
    facts: dict[str, Any] = {"piece": PIECE_IDS[piece], "nation": NATIONS[NATION_OF[piece]]}
    title = f"Pieces of {NATION_NAMES[NATION_OF[piece]]}"
    if was >= 0 and now >= 0 and was != now:
        way = ways[piece] if ways[piece][-1] == now else (was, now)
        text = f"{name}: {way_text(way)}."
        yield Change(title, "moved", text, {**facts, "way": [IDS[city] for city in way]})
    elif was >= 0 > now:
        out = "taken off the map" if now == OFF else "out of the game"
        yield Change(title, "lost", f"{name}: {name_of(was)}, {out}.", {**facts, "from": IDS[was]})
    elif was < 0 <= now:
        yield Change(title, "entered", f"{name}: enters in {name_of(now)}.", {**facts, "to": IDS[now]})
    if now >= 0 and before.is_face_down(piece) != after.is_face_down(piece):
        down = after.is_face_down(piece)
        text = f"{name} in {name_of(now)} is {'out of supply, face-down' if down else 'face-up again'}."
        yield Change(title, "face-down" if down else "face-up", text, {**facts, "city": IDS[now]})


def way_text(way: tuple[int, ...]) -> str:
    """``Riesa - Meißen ... Pirna``: dots where the cities between are not told, as in a retreat."""
    text = name_of(way[0])
    for here, there in pairwise(way):
        text += f" {'-' if there in NEAR[here] else '...'} {name_of(there)}"
    return text


def numbers(before: State, after: State, piece: int) -> Iterator[Change]:
    """The troops of a general, if the reader knows them at both times."""
    was, now = before.troops[piece], after.troops[piece]
    if RANK[piece] and was is not HIDDEN and now is not HIDDEN and was != now and after.place[piece] >= 0:
        text = f"{PIECE_NAMES[piece]}: {was} to {words.count(now, 'troop')}."
        facts = {"piece": PIECE_IDS[piece], "nation": NATIONS[NATION_OF[piece]], "from": was, "to": now}
        yield Change("Your troops", "troops", text, facts)


def conquests(before: State, after: State) -> Iterator[Change]:
    """Objectives that changed hands, and question marks."""
    for nation, name in enumerate(NATION_NAMES):
        for city in cities_in((after.conquered & ~before.conquered) & OBJECTIVES[nation]):
            facts = {"nation": NATIONS[nation], "city": IDS[city]}
            yield Change("Conquests", "conquered", f"{words.capital(name)} holds {name_of(city)} now.", facts)
    for city in cities_in(before.conquered & ~after.conquered):
        owner = NATION_NAMES[defender_of(city)]
        facts = {"nation": NATIONS[defender_of(city)], "city": IDS[city]}
        yield Change("Conquests", "reconquered", f"{words.capital(owner)} has {name_of(city)} back.", facts)
    for city in cities_in(after.marked & ~before.marked):
        yield Change("Conquests", "marked", f"{name_of(city)} has a question mark.", {"city": IDS[city]})


def strengths(before: State, after: State) -> Iterator[Change]:
    """Totals of troops and sizes of hands: public."""
    for nation, name in enumerate(NATION_NAMES):
        if has_left(after, nation):
            continue
        pairs = (
            ("total", "troop", before.totals[nation], after.totals[nation]),
            ("hand", "card", len(before.hands[nation]), len(after.hands[nation])),
        )
        for kind, noun, was, now in pairs:
            if was != now:
                text = f"{words.capital(name)}: {was} to {words.count(now, noun)}."
                facts = {"nation": NATIONS[nation], "from": was, "to": now}
                yield Change("Troops and cards", kind, text, facts)
