"""The map of a view as plain data, and events as strokes on it (F1, F5, F9)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import assert_never

from pbem.core.events import HIDDEN, Event
from pbem.core.picture import (
    City,
    Depot,
    Nation,
    Objective,
    Overlay,
    Picture,
    Piece,
    Stroke,
    Theatre,
)
from pbem.rulesets.common import SIGNS
from pbem.rulesets.common import picture as common
from pbem.rulesets.friedrich import events as happened
from pbem.rulesets.friedrich import facts
from pbem.rulesets.friedrich.board import (
    COUNTRY,
    DEPOTS,
    FIRST_ORDER,
    IDS,
    PRUSSIA,
    ROADS,
    SECOND_ORDER,
    cities_in,
    name_of,
    suit_of,
)
from pbem.rulesets.friedrich.events import read
from pbem.rulesets.friedrich.objectives import guards_of
from pbem.rulesets.friedrich.state import (
    HEINRICHS_PROTECTION,
    NATION_NAMES,
    NATION_OF,
    NATIONS,
    PIECE,
    PIECE_IDS,
    PIECE_NAMES,
    PROTECTION,
    RANK,
    State,
    has_left,
    house_rule,
    name_of_piece,
    nations_of,
    protected_by,
    supplied,
)
from pbem.rulesets.friedrich.telling import atlas, lettering, words
from pbem.rulesets.friedrich.telling.story import tell

# Colours that stay apart for colour-blind readers too; every piece and objective carries the letter as well.
COLOURS = ("#1f5fa8", "#79bfe8", "#1b7f4b", "#c77fb5", "#ffffff", "#f2d544", "#c8452a")
# Those of their arrows: the same hues, but dark on every land (3 to 1 and more), also on the white below an arrow.
ARROWS = ("#1a4f8f", "#0a6f94", "#136038", "#97337f", "#4a4a4a", "#7a5a00", "#b0361c")
LETTERS = "PHRSAIF"
# Home countries take the tint of their nation (F1.7); Poland is nobody's.
LANDS = (
    ("austria", "Austria", "#f7f2e6", 0), ("empire", "the Empire", "#f3e3a9", 45),
    ("hanover", "Hanover", "#d3e8f5", 90), ("poland", "Poland", "#e3dfd8", 0), ("prussia", "Prussia", "#bfd0e6", 135),
    ("saxony", "Saxony", "#ecd48c", 0), ("sweden", "Sweden", "#ecd3e5", 0),
)  # fmt: skip
THEATRES = tuple(Theatre(*row) for row in atlas.THEATRES)


def picture(view: State, role: str | None) -> Picture:
    """The board with all that stands on it, as the role knows it."""
    return board()._replace(
        objectives=tuple(objectives(view)),
        pieces=tuple(pieces(view)),
        marked=tuple(IDS[city] for city in cities_in(view.marked)),
        overlays=tuple(overlays(view)),
        own=tuple(NATIONS[n] for n in nations_of(view, role)) if role else (),
    )


@cache
def board() -> Picture:
    """What never changes (F1)."""
    lands = {city: name for id_, name, _, _ in LANDS for city in cities_in(COUNTRY[id_])}
    cities = tuple(
        City(id_, name_of(c), facts.X[c], facts.Y[c], f"{SIGNS[suit_of(c)]} {lands[c]}") for c, id_ in enumerate(IDS)
    )
    nations = tuple(map(Nation, NATIONS, map(words.capital, NATION_NAMES), LETTERS, COLOURS, ARROWS))
    return common.ground("Friedrich", atlas.SIZE, cities, ROADS, nations)._replace(
        sectors=common.sectors(atlas.SECTORS),
        countries=common.countries(LANDS, atlas.SHAPES),
        depots=tuple(Depot(IDS[c], NATIONS[n]) for n, homes in enumerate(DEPOTS) for c in homes),
        theatres=THEATRES,
        columns=common.bands([square[0] for square in facts.GRID], facts.X, atlas.SIZE[0]),
        rows=common.bands([square[1:] for square in facts.GRID], facts.Y, atlas.SIZE[1]),
        names=common.names(lettering.NAMES, cities),
        roster=tuple((id_, name_of_piece(piece).removeprefix("the ")) for piece, id_ in enumerate(PIECE_IDS)),
    )


def objectives(view: State) -> Iterator[Objective]:
    """F1.8: whose they are, of which order, whether they are conquered, and whether their nation has left (F11.9)."""
    for order, boards in ((1, FIRST_ORDER), (2, SECOND_ORDER)):
        for nation, board in enumerate(boards):
            gone = has_left(view, nation)
            for city in cities_in(board):
                yield Objective(IDS[city], NATIONS[nation], order, bool(view.conquered >> city & 1), gone)


def pieces(view: State) -> Iterator[Piece]:
    """The pieces on the map; numbers where the reader knows them."""
    for piece, city in enumerate(view.place):
        if city >= 0:
            number = view.troops[piece]
            known = None if number is HIDDEN or not RANK[piece] else number
            down = view.is_face_down(piece)
            yield Piece(
                PIECE_IDS[piece], PIECE_NAMES[piece], NATIONS[NATION_OF[piece]], IDS[city], RANK[piece], down, known
            )


def overlays(view: State) -> Iterator[Overlay]:
    """What can be shown on demand for every nation: its cities in supply, the cities its generals protect."""
    for nation, id_ in enumerate(NATIONS):
        name = NATION_NAMES[nation]
        for kind, board, title in (
            ("protection", protected_by(view, guards_of(nation)), protection_title(view, nation)),
            ("supply", supplied(view, nation), f"in supply for {name}"),
        ):
            yield Overlay(kind, id_, title, tuple(IDS[city] for city in cities_in(board)))


def protection_title(view: State, nation: int) -> str:
    """F5.4, 11♥: how far the generals of a nation protect."""
    if view.in_force == "11H" and nation == PRUSSIA:
        if house_rule(view, "protection") == "from-1":
            return f"1 to {PROTECTION} from a general of Prussia, 1 to {HEINRICHS_PROTECTION} from Heinrich"
        return f"within {PROTECTION} of a general of Prussia, {HEINRICHS_PROTECTION} of Heinrich"
    if house_rule(view, "protection") == "from-1":
        return f"1 to {PROTECTION} from a general of {NATION_NAMES[nation]}"
    return f"within {PROTECTION} of a general of {NATION_NAMES[nation]}"


def strokes(event: Event) -> tuple[Stroke, ...]:
    """Moves, retreats and battles as lines over cities."""
    what = read(event)
    match what:
        case happened.Moved() | happened.Stepped():
            return (Stroke("move", nation_of(what.pieces[0]), tuple(what.way), tell(event)[0]),)
        case happened.Retreated():
            return (Stroke("retreat", nation_of(what.generals[0]), (what.from_, what.to), tell(event)[0]),)
        case happened.Battle():
            return (Stroke("battle", nation_of(what.active[0]), tuple(what.cities), tell(event)[0]),)
        case happened.SteppedAside():
            # Told in words alone: maps show what was ordered and fought, and those of steps gone by stay as they are.
            return ()
        case (
            happened.Undone() | happened.Revised() | happened.OrdersAhead() | happened.EnvelopeLeft()
            | happened.AtTheDesk()
            | happened.Played() | happened.Asked() | happened.Tied()
            | happened.Defeated() | happened.CutOff() | happened.Fought() | happened.Turn() | happened.Stage()
            | happened.Defaulted() | happened.Drew() | happened.Opened() | happened.Reshuffled() | happened.Discarded()
            | happened.Captured() | happened.OnAlliedObjective() | happened.Conquered() | happened.Reconquered()
            | happened.Marked() | happened.Held() | happened.Troops() | happened.Recruited() | happened.Mustered()
            | happened.StoodIn() | happened.Lapsed() | happened.Answered() | happened.WishUnfit() | happened.Stopped()
            | happened.Resupplied() | happened.Unsupplied() | happened.Starved() | happened.TroopsLost()
            | happened.Fate() | happened.DrawsChanged() | happened.Left() | happened.Departed() | happened.Retired()
            | happened.ChangedHands() | happened.Eased() | happened.FreeTroop() | happened.LostTroop()
            | happened.Declined() | happened.Exchanged() | happened.NotExchanged() | happened.ChangedCard()
            | happened.TurnedDown() | happened.SameSuit() | happened.OffensiveTaken() | happened.OffensiveDeclined()
            | happened.OffensiveCardLost() | happened.OffensiveFailed() | happened.Won()
        ):  # fmt: skip
            return ()
        case _:
            assert_never(what)


def nation_of(piece: str) -> str:
    return NATIONS[NATION_OF[PIECE[piece]]]
