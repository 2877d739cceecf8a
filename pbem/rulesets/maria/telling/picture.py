"""The two maps of a view as plain data, side by side, and events as strokes on them (M3, M10, M25)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import assert_never

from pbem.core.events import HIDDEN, Event
from pbem.core.picture import City, Country, Nation, Objective, Overlay, Picture, Piece, Sector, Stroke, Theatre
from pbem.rulesets.common import SIGNS
from pbem.rulesets.common import picture as common
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria import facts
from pbem.rulesets.maria.board import (
    ALL,
    BOHEMIA,
    ELECTORS,
    FORTRESSES,
    FOUR,
    HOME,
    IDS,
    MAJOR,
    ROADS,
    around,
    cities_in,
    name_of,
    suit_of,
    within,
)
from pbem.rulesets.maria.events import read
from pbem.rulesets.maria.political_events import PoliticalEvent
from pbem.rulesets.maria.powers import AUSTRIA, FRANCE, POWER_NAMES, POWERS, PRAGMATIC
from pbem.rulesets.maria.relations import (
    PROTECTION,
    cooperate,
    enemies,
    enemy_pieces,
    home_of,
    neutral_land,
    powers_of,
    takes_part,
)
from pbem.rulesets.maria.state import (
    GENERALS,
    PIECE,
    PIECE_IDS,
    PIECE_NAMES,
    POWER_OF,
    RANK,
    TRAINS,
    State,
    name_of_piece,
)
from pbem.rulesets.maria.supply import SUPPLY
from pbem.rulesets.maria.telling import atlas, lettering, words
from pbem.rulesets.maria.telling.story import tell

# Colours that stay apart for colour-blind readers too; every piece and fortress carries the letter as well.
COLOURS = ("#1f5fa8", "#79bfe8", "#1b7f4b", "#c77fb5", "#ffffff", "#f2d544")
# Those of their arrows: the same hues, but dark on every land (3 to 1 and more), also on the white below an arrow.
ARROWS = ("#1a4f8f", "#0a6f94", "#136038", "#97337f", "#4a4a4a", "#7a5a00")
LETTERS = "FBPSAG"  # the Pragmatic Army is King George's
JOINT = f"{LETTERS[AUSTRIA]}{LETTERS[-1]}"  # M3.7: an elector that Austria and the Pragmatic Army hold together
TINTS = ("#bfd0e6", "#d3e8f5", "#c9e3d3", "#ecd3e5", "#f7f2e6", "#f3e3a9")  # home countries (M3.4)
NOBODY = ("#e3dfd8", "#dbe0d3", "#e9ddcf")  # lands that are nobody's home
HATCHES = (0, 45, 90, 135)  # of several lands of one power
TERMS = (
    ("objective", "major fortress"), ("of second order", "minor fortress"), ("conquered", "victory marker"),
    ("crown", "elector"), ("of a nation that is gone", ""), ("riders", "hussars"),
)  # fmt: skip


def picture(view: State, role: str | None) -> Picture:
    """The board with all that stands on it, as the role knows it."""
    asked = 0
    for bits in view.questions:
        asked |= bits
    ground = board() if view.is_advanced else bohemia()
    there = {city.id for city in ground.cities}
    return ground._replace(
        objectives=tuple(row for row in fortresses(view) if row.city in there),
        pieces=tuple(piece for piece in pieces(view) if piece.city in there),
        marked=tuple(IDS[city] for city in cities_in(asked)),
        overlays=tuple(overlays(view)),
        own=tuple(POWERS[p] for p in powers_of(view, role)) if role else (),
    )


@cache
def board() -> Picture:
    """What never changes (M3)."""
    lands = {city: name for id_, name, _ in atlas.LANDS for city in cities_in(facts.COUNTRY[id_])}
    cities = tuple(
        City(id_, name_of(c), facts.X[c], facts.Y[c], f"{SIGNS[suit_of(c)]} {lands[c]}") for c, id_ in enumerate(IDS)
    )
    nations = tuple(map(Nation, POWERS, map(words.capital, POWER_NAMES), LETTERS, COLOURS, ARROWS))
    theatres = tuple(Theatre(*row) for row in atlas.THEATRES)
    return common.ground("Maria", atlas.SIZE, cities, ROADS, nations)._replace(
        sectors=common.sectors(atlas.SECTORS),
        countries=tuple(countries()),
        theatres=theatres,
        seams=tuple((a.x1, a.y0, b.x0, b.y1) for a, b in pairwise(theatres) if a.x1 < b.x0),
        crowned=tuple(IDS[city] for city in cities_in(ELECTORS)),
        terms=TERMS,
        names=common.names(lettering.NAMES, cities),
        roster=roster(),
    )


@cache
def bohemia() -> Picture:
    """M14.1: the Bohemia map alone, on which the introductory game is played; a board of one map is shown whole."""
    whole = board()
    part = next((row for row in whole.theatres if row.id == "bohemia"), None)
    if part is None:
        return whole
    x, y = part.x0 - EDGE, part.y0 - EDGE
    own = {IDS[city] for city in cities_in(BOHEMIA)}
    cities = tuple(c._replace(x=c.x - x, y=c.y - y) for c in whole.cities if c.id in own)
    title = f"{whole.title}, Bohemia"
    return whole._replace(
        title=title,
        width=part.x1 - x + EDGE,
        height=part.y1 - y + EDGE,
        cities=cities,
        roads=tuple(road for road in whole.roads if {road.a, road.b} <= own),
        nations=tuple(nation for nation in whole.nations if nation.id != POWERS[PRAGMATIC]),
        sectors=tuple(moved_sector(s, x, y) for s in whole.sectors if part.x0 <= s.x0 < part.x1),
        countries=tuple(c._replace(rings=tuple(moved_ring(ring, x, y) for ring in c.rings)) for c in whole.countries),
        theatres=(),
        seams=(),
        crowned=tuple(id_ for id_ in whole.crowned if id_ in own),
        names=common.names(lettering.OTHERS.get(title, ()), cities),
    )


EDGE = 20  # around the part of a board that is shown as if it were the whole


def moved_sector(sector: Sector, x: int, y: int) -> Sector:
    return sector._replace(x0=sector.x0 - x, y0=sector.y0 - y, x1=sector.x1 - x, y1=sector.y1 - y)


def moved_ring(ring: tuple[int, ...], x: int, y: int) -> tuple[int, ...]:
    return tuple(number - (x, y)[at % 2] for at, number in enumerate(ring))


def countries() -> Iterator[Country]:
    """M3.4: the lands, each tinted as the home of its power; several of one power are told apart by their lines."""
    # Below all of them the land as one, so that no slit between two smoothed borders looks like water.
    yield Country("", "", NOBODY[0], atlas.SHAPES["land"])
    seen = dict.fromkeys(range(-1, len(POWERS)), 0)
    for id_, name, home in atlas.LANDS:
        if id_ in atlas.SHAPES:
            tint = TINTS[home] if home >= 0 else NOBODY[seen[home] % len(NOBODY)]
            yield Country(id_, name, tint, atlas.SHAPES[id_], HATCHES[seen[home] % len(HATCHES)])
            seen[home] += 1


def roster() -> tuple[tuple[str, str], ...]:
    """Every piece of the game."""
    pieces = tuple((id_, name_of_piece(piece).removeprefix("the ")) for piece, id_ in enumerate(PIECE_IDS))
    return (*pieces, ("hussar-1", "Austrian hussar H1"), ("hussar-2", "Austrian hussar H2"))


def fortresses(view: State) -> Iterator[Objective]:
    """M3.5 to M3.7: whose land a fortress is on, whether it is a major one, and whose marker it bears."""
    for city in cities_in(FORTRESSES):
        order = 1 if MAJOR >> city & 1 else 2
        bearer = next((p for p, bits in enumerate(view.marks) if bits >> city & 1), -1)
        if FOUR >> city & 1:
            french = bool(view.electors >> city & 1)
            by, sign = (FRANCE, "") if french else (AUSTRIA, JOINT)
            yield Objective(IDS[city], POWERS[home(city)], order, True, by=POWERS[by], sign=sign)
        elif bearer >= 0:
            yield Objective(IDS[city], POWERS[home(city)], order, True, by=POWERS[bearer])
        else:
            yield Objective(IDS[city], POWERS[home(city)], order, False)


@cache
def home(city: int) -> int:
    """The power whose home a fortress is, else who held it at the start (M4.4, M4.8)."""
    first = {**{c: FRANCE if french else AUSTRIA for c, french in facts.SIDES}, **dict(facts.MARKS)}
    return next((p for p, bits in enumerate(HOME) if bits >> city & 1), first.get(city, AUSTRIA))


def pieces(view: State) -> Iterator[Piece]:
    """The pieces on the map; numbers where the reader knows them; and the hussars."""
    for piece, city in enumerate(view.place):
        if city >= 0:
            number = view.troops[piece]
            known = None if number is HIDDEN or not RANK[piece] else number
            down, power = view.is_face_down(piece), POWERS[POWER_OF[piece]]
            yield Piece(PIECE_IDS[piece], PIECE_NAMES[piece], power, IDS[city], RANK[piece], down, known)
    for number, city in enumerate(view.hussars, 1):
        if city >= 0:
            yield Piece(f"hussar-{number}", f"H{number}", POWERS[AUSTRIA], IDS[city], riders=True)


def overlays(view: State) -> Iterator[Overlay]:
    """What can be shown on demand for every power: its cities in supply, the cities that are protected for it."""
    for power, id_ in enumerate(POWERS):
        if takes_part(view.mode, power):
            guards = [p for p in range(len(POWERS)) if cooperate(view, p, power)]
            near = 0
            for city in cities_in(view.city_bits(g for p in guards for g in GENERALS[p])):
                near |= within(city, PROTECTION)
            title = f"within {PROTECTION} of a general who protects for {POWER_NAMES[power]}"
            yield Overlay("protection", id_, title, tuple(IDS[city] for city in cities_in(near)))
            free = tuple(IDS[city] for city in cities_in(supplied(view, power)))
            yield Overlay("supply", id_, f"in supply for {POWER_NAMES[power]} without pay", free)


def supplied(view: State, power: int) -> int:
    """M9.2, M9.3, M9.6: where a general of a power is in supply without paying for hussars in his way."""
    hostile = enemies(view, power, AUSTRIA)
    riders = sum(1 << city for city in view.hussars if city >= 0 and hostile)
    free = ALL & ~view.city_bits(enemy_pieces(view, power)) & ~neutral_land(view, power) & ~riders
    found = view.city_bits(TRAINS[power]) & free
    for _ in range(SUPPLY):
        found |= around(found) & free
    return home_of(view, power) | found


def strokes(event: Event) -> tuple[Stroke, ...]:
    """Moves, retreats and battles as lines over cities."""
    what = read(event)
    if isinstance(what, PoliticalEvent):
        return ()
    match what:
        case happened.Moved():
            return (Stroke("move", power_of(what.pieces[0]), tuple(what.way), tell(event)[0]),)
        case happened.Retreated():
            return (Stroke("retreat", power_of(what.generals[0]), (what.from_, what.to), tell(event)[0]),)
        case happened.Battle():
            return (Stroke("battle", power_of(what.active[0]), tuple(what.cities), tell(event)[0]),)
        case (
            happened.Undone() | happened.Revised() | happened.OrdersAhead() | happened.EnvelopeLeft()
            | happened.AtTheDesk()
            | happened.Played() | happened.Asked() | happened.Tied() | happened.Defeated() | happened.CutOff()
            | happened.Fought() | happened.Turn() | happened.Stage() | happened.Winter() | happened.Defaulted()
            | happened.Drew() | happened.Subsidy() | happened.CapitalLost() | happened.Opened()
            | happened.Reshuffled() | happened.SubsidyChanged() | happened.HussarPlaced() | happened.HussarSwept()
            | happened.SupplyPaid() | happened.HandShown() | happened.Resupplied() | happened.Unsupplied()
            | happened.Starved() | happened.TroopsLeft() | happened.Stacked() | happened.Captured()
            | happened.TrainOff() | happened.TrainBack() | happened.Conquered() | happened.ElectorTurned()
            | happened.Marked() | happened.Held() | happened.Consented() | happened.Disputed() | happened.Troops()
            | happened.Recruited() | happened.WinterScored() | happened.StoodIn() | happened.Lapsed()
            | happened.Answered() | happened.WishUnfit() | happened.Stopped() | happened.ScoresShown()
            | happened.Won()
        ):  # fmt: skip
            return ()
        case _:
            assert_never(what)


def power_of(piece: str) -> str:
    return POWERS[POWER_OF[PIECE[piece]]]
