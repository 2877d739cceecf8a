"""What a map shows, as plain data: a ruleset fills it in from a view, the map maker draws it."""

from typing import NamedTuple

Ring = tuple[int, ...]  # x, y, x, y, ... of a closed line


class City(NamedTuple):
    """A place on the board; ``about`` is what a reader is told who points at it."""

    id: str
    name: str
    x: int
    y: int
    about: str = ""


class Road(NamedTuple):
    """Two cities joined, by a main road or another."""

    a: str
    b: str
    main: bool = False


class Sector(NamedTuple):
    """A rectangle of the board with its suit."""

    id: str
    suit: str  # the sign: "♠"
    x0: int
    y0: int
    x1: int
    y1: int


class Nation(NamedTuple):
    """A nation with its letter and its colour; the letter is its mark for those who see no colours."""

    id: str
    name: str
    letter: str
    colour: str
    arrow: str = ""  # the colour of its arrows, dark enough for every ground; "": its colour


class Country(NamedTuple):
    """A land, shaded and hatched as the home of a nation, or of nobody."""

    id: str
    name: str
    colour: str
    rings: tuple[Ring, ...]
    hatch: int = 0  # degrees of its lines; 0: none


class Objective(NamedTuple):
    """A city a nation wants, of the first or second order, and whether the nation holds it.

    The objectives of a nation that is ``gone`` from the game stay in the list: the board is the same to the end.
    Where whoever marches through can hold a city, ``by`` is the nation that does and ``sign`` its letters, if they are
    not those of ``nation``.
    """

    city: str
    nation: str
    order: int
    held: bool
    gone: bool = False
    by: str = ""
    sign: str = ""


class Depot(NamedTuple):
    """A city where a nation's pieces enter."""

    city: str
    nation: str


class Piece(NamedTuple):
    """A piece on the map; ``troops`` only where the reader knows them."""

    id: str
    name: str
    nation: str
    city: str
    rank: int = 0  # 0: a train, or riders
    face_down: bool = False
    troops: int | None = None
    riders: bool = False  # who are no army: hussars


class Band(NamedTuple):
    """A column or a row of the grid that gives squares their names: ``M``, from here to there."""

    label: str
    start: int
    end: int


class Overlay(NamedTuple):
    """A set of cities that can be shown on demand, such as those in supply."""

    kind: str
    nation: str
    title: str
    cities: tuple[str, ...]


class Theatre(NamedTuple):
    """A part of the board with a name."""

    id: str
    x0: int
    y0: int
    x1: int
    y1: int


class Stroke(NamedTuple):
    """Something that happened, as a line over cities: a ``move``, a ``retreat`` or a ``battle``."""

    kind: str
    nation: str
    cities: tuple[str, ...]
    about: str


class NamePlace(NamedTuple):
    """Where the name of a city stands on the whole board, worked out beforehand: the size of its letters, its box."""

    city: str
    size: float
    x0: float
    y0: float
    x1: float
    y1: float


class Picture(NamedTuple):
    """A board and what stands on it."""

    title: str
    width: int
    height: int
    cities: tuple[City, ...]
    roads: tuple[Road, ...]
    nations: tuple[Nation, ...]
    sectors: tuple[Sector, ...] = ()
    countries: tuple[Country, ...] = ()
    objectives: tuple[Objective, ...] = ()
    depots: tuple[Depot, ...] = ()
    pieces: tuple[Piece, ...] = ()
    marked: tuple[str, ...] = ()  # cities with a question mark
    overlays: tuple[Overlay, ...] = ()
    theatres: tuple[Theatre, ...] = ()
    columns: tuple[Band, ...] = ()  # of the grid, from left to right
    rows: tuple[Band, ...] = ()  # from top to bottom
    roster: tuple[tuple[str, str], ...] = ()  # id and name of every piece of the game, on the map or not
    own: tuple[str, ...] = ()  # the nations the reader commands: a small screen opens at their pieces
    names: tuple[NamePlace, ...] = ()  # of all cities, if they were worked out (pbem.workflow.grounds)
    seams: tuple[tuple[int, int, int, int], ...] = ()  # strips between maps that lie side by side, as corners
    crowned: tuple[str, ...] = ()  # cities with a crown: where an emperor is elected
    terms: tuple[tuple[str, str], ...] = ()  # what the title calls a mark: "objective" is "major fortress"


class Spot(NamedTuple):
    """A place of a painting, in its measure, as offers name it."""

    id: str
    name: str
    about: str
    x: float
    y: float


class Token(NamedTuple):
    """Pieces that are painted as one, by the ids that offers have, with their box: its corners in the measure."""

    pieces: tuple[str, ...]
    names: tuple[str, ...]
    nation: str
    city: str  # the id of its place
    about: str
    box: tuple[float, ...]


class Spots(NamedTuple):
    """Where a painting can be pointed at."""

    places: tuple[Spot, ...]
    tokens: tuple[Token, ...]
    own: tuple[str, ...] = ()  # the nations of the tokens that the reader commands
