"""A board as plain data: the values a pack of tables is read into. ``pbem.boards`` reads, checks and keeps them.

Every row knows the file and line it was written in; what is the same for two boards has nothing to do with these.
"""

from typing import NamedTuple


class Source(NamedTuple):
    """Where a row stands: ``cities.csv:112``; line 0 is the file as a whole."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


NOWHERE = Source("", 0)


class City(NamedTuple):
    """A city: on which map, in whose country, of which suit; the last fields are for boards that have such a thing."""

    id: str
    name: str
    country: str
    suit: str  # "spades"
    sector: str
    x: int
    y: int
    map: str = ""
    kind: str = "town"  # or "minor" or "major", a fortress
    elector: bool = False
    grid: str = ""
    objective_of: str = ""
    objective_order: int = 0
    depot_of: str = ""
    setup: tuple[str, ...] = ()  # pieces, where the table repeats what the set-up says
    source: Source = NOWHERE


class Road(NamedTuple):
    """Two cities joined; ``a`` comes first in the alphabet."""

    a: str
    b: str
    main: bool
    source: Source = NOWHERE


class Sector(NamedTuple):
    """A rectangle with its suit; its left and top edges belong to it."""

    id: str
    suit: str
    x_min: int
    y_min: int
    x_max: int
    y_max: int
    map: str = ""
    cities: int = -1  # how many there are in it, where the table says so
    source: Source = NOWHERE


class Country(NamedTuple):
    """A land, and the power whose home it is, if anybody's."""

    id: str
    name: str
    map: str = ""
    home_of: str = ""
    core: bool = False  # of the land that war aims look at
    source: Source = NOWHERE


class Piece(NamedTuple):
    """A piece at the start: on a city, in a box, or beside the board."""

    id: str  # of whom and which: "north:1", "north:train1"
    power: str
    kind: str  # "general", "train", "hussar"
    rank: int  # 0: no general
    name: str
    place: str  # "city", "box" or "beside"
    at: str  # id of the city or of the box ("off_map.north", "victory.battle-north"), or empty
    source: Source = NOWHERE


class Marker(NamedTuple):
    """A marker that lies on a city at the start; the powers are one, or those that hold it together."""

    city: str
    kind: str  # "victory" or "elector"
    powers: tuple[str, ...]
    from_pool: bool
    source: Source = NOWHERE


class OffMapBox(NamedTuple):
    """Where a great power's generals are when they are off the map, and the city they come back to."""

    power: str
    name: str
    return_city: str
    start: tuple[str, ...] = ()  # pieces
    source: Source = NOWHERE


class VictoryBox(NamedTuple):
    """A place for victory markers: who may have one in it, and how many it holds."""

    id: str
    name: str
    powers: tuple[str, ...]
    holds: int
    start: tuple[str, ...] = ()  # pieces
    source: Source = NOWHERE


class Boxes(NamedTuple):
    """The boxes beside the maps."""

    off_map: tuple[OffMapBox, ...] = ()
    victory: tuple[VictoryBox, ...] = ()


class Icon(NamedTuple):
    """What a space of a track does, and to whom."""

    kind: str  # "tc_penalty", "tc_bonus", "expedition" or "victory"
    power: str


class Space(NamedTuple):
    """A space of a track; ``standing`` where a track says whose friend a power is."""

    n: int
    icons: tuple[Icon, ...] = ()
    standing: str = ""
    source: Source = NOWHERE


class Track(NamedTuple):
    """A track with its spaces from left to right, the first is 1."""

    id: str
    left: str
    right: str
    start: int
    spaces: tuple[Space, ...]
    annexation_space: int = 0  # the space S; 0: none
    source: Source = NOWHERE


class Arrow(NamedTuple):
    """A move on a track: ``L``, ``R``, or ``LR`` where the power that selects the card chooses the side."""

    track: str
    side: str
    steps: int


class PoliticalCard(NamedTuple):
    """A political card; the one of the election has no shields."""

    id: str
    year: int
    title: str
    shields: tuple[str, ...]
    arrows: tuple[Arrow, ...]
    troops: int
    cards: int
    history: str
    source: Source = NOWHERE


class Nation(NamedTuple):
    """A nation as its army sheet has it, in the order of play."""

    id: str
    max_troops: int
    max_per_general: int
    cards_per_turn: int
    source: Source = NOWHERE


class Pack(NamedTuple):
    """A whole board. Cities, roads, sectors and countries are in the order of their ids, all else as written.

    The digest is of all that stands here but for the name, the folder and where rows were written.
    """

    name: str
    form: str  # which tables it has: "objectives" or "politics"
    digest: str
    folder: str
    cities: tuple[City, ...]
    roads: tuple[Road, ...]
    sectors: tuple[Sector, ...]
    countries: tuple[Country, ...] = ()
    setup: tuple[Piece, ...] = ()
    markers: tuple[Marker, ...] = ()
    boxes: Boxes = Boxes()
    card_boxes: tuple[str, ...] = ()  # of powers, left to right
    tracks: tuple[Track, ...] = ()
    political_cards: tuple[PoliticalCard, ...] = ()
    nations: tuple[Nation, ...] = ()
    south_line: int = 0  # the y of the line that the rules call the southern one; 0: as the grid has it
    complete: bool = True  # False: a part of a board, for tests; no game is begun on it

    @property
    def maps(self) -> tuple[str, ...]:
        """The maps the board is made of."""
        return tuple(dict.fromkeys(city.map for city in self.cities))
