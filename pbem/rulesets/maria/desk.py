"""A sheet on the desk: its orders and its numbers of troops as they are read, and the movement phase they lead through.

The chapters work on it: each takes what it is asked for, changes the state, and says what is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from pbem.core import Diagnostic, LazyCodes, Where, listed, piece_of
from pbem.core.events import Event
from pbem.core.sheets import at_key
from pbem.rulesets.common import lines_of
from pbem.rulesets.maria.orders import Line, Reader, Say, Stay, find_piece, is_march, read_march
from pbem.rulesets.maria.powers import POWER_NAMES
from pbem.rulesets.maria.relations import powers_of
from pbem.rulesets.maria.state import GENERALS, PIECE_NAMES, POWER_OF, RANK, State, names_of

ma = LazyCodes("pbem.rulesets.maria.diagnostics")
Body = Mapping[str, Any]
FAULTS = 40  # errors of one sheet that are looked for: each may cost a search for what was meant, and nobody reads more


class Enough(Exception):
    """A sheet has so many faults that it is read no further."""


class Desk:
    """A sheet on the desk: what it says, what it leads to, what is wrong with it."""

    def __init__(self, state: State, role: str, body: Body, asked: str, think: bool) -> None:
        self.state, self.role, self.body = state, role, body
        self.asked = asked  # what the role owes, in words
        self.think = think  # whether bids and positions are thought through, for warnings
        self.events: list[Event] = []
        self.said: list[Diagnostic] = []
        self.understood: list[object] = []  # orders and sentences, turned into text for those who read them
        self.faults = 0
        self.looks = 0  # that its bids have cost when they were thought through
        self.read: list[Line] | None = None  # the orders, once they are read

    def say(self, diagnostic: Diagnostic) -> None:
        self.said.append(diagnostic)
        self.faults += diagnostic.is_error
        if self.faults >= FAULTS:
            raise Enough

    @property
    def powers(self) -> tuple[int, ...]:
        """The powers that the writer plays."""
        return powers_of(self.state, self.role)

    def lines(self, *kinds: type, asked: str = "") -> list[Line]:
        """The orders of the sheet; those of another kind are complained about."""
        if self.read is None:
            self.read = read_lines(self.body, self.powers, self.say, self.state)
        found = []
        for line in self.read:
            if isinstance(line.order, kinds):
                found.append(line)
            else:
                self.not_asked(line, asked or self.asked)
        return found

    def not_asked(self, line: Line, asked: str) -> None:
        """Complain about an order nobody asks for now."""
        from pbem.rulesets.maria.order_reader import ORDER_WORDS  # not for check

        words = ORDER_WORDS.get(type(line.order), f'"{line.order}"')
        self.say(ma.NOT_ASKED(line.at, order=words, asked=asked or "nothing"))

    def only(self, lines: list[Line], kind: type) -> Line | None:
        """The one order of a kind; a second one is complained about."""
        found = [line for line in lines if isinstance(line.order, kind)]
        for line in found[1:]:
            self.say(ma.SAID_TWICE(line.at, order=str(line.order)))
        return found[0] if found else None

    def troops(self) -> dict[int, int]:
        """The numbers of [troops] for own generals; those of others are complained about."""
        own = tuple(p for power in self.powers for p in GENERALS[power])
        wished = read_troops(self.body, self.say, own, self.powers)
        for piece in tuple(wished):
            if piece not in own:
                names, power = listed(names_of(own)), POWER_NAMES[POWER_OF[piece]]
                at = at_key(*self.where_of(piece).path)
                self.say(ma.NOT_YOURS(at, piece=PIECE_NAMES[piece], power=power, own=names))
                del wished[piece]
        return wished

    def where_of(self, piece: int) -> Where:
        """Where [troops] speaks of a general."""
        table = self.body.get("troops", {})
        found = [name for name in table if find_piece(name, ()) == (piece,)]
        return Where(("troops", found[0])) if found else Where(("troops",))

    def no_bids(self) -> None:
        """Complain about bids, and wishes for retreats, where no battle is near."""
        for key, order in (("bid", "a bid"), ("retreat", "a wish for the retreats of a sheet's battles")):
            if self.body.get(key):
                self.say(ma.NOT_ASKED(at_key(key), order=order, asked=self.asked or "nothing"))


class Phase:
    """A movement phase, or a winter, as it goes on: the position, who may move, what was bought, what was said."""

    def __init__(self, state: State, powers: tuple[int, ...], moved: int = 0) -> None:
        self.state = self.before = state
        self.powers = powers  # those of the writer that act now
        self.moved = moved  # pieces that have moved, joined or come back, as bits (M10.4, M10.6, M10.22)
        self.moves: dict[int, int] = {}  # general: number of the move he made, for his troops
        self.origin = {p: state.place[p] for power in powers for p in GENERALS[power] if state.place[p] >= 0}
        self.ordered: dict[int, Where] = {}  # piece: where the order stands that moved it
        self.joined: dict[int, int] = {}  # general: who joined him
        self.staying: set[int] = set()  # said to stay: nobody takes them along (M10.6)
        self.bought: dict[int, int] = {}  # by power: troops that were bought (M13.2)
        self.bought_at: dict[int, Where] = {}
        self.back: list[int] = []  # generals who came back
        self.events: list[Event] = []
        self.said: list[Diagnostic] = []
        self.troop_places: dict[int, Where] = {}  # where [troops] speaks of a general

    def say(self, diagnostic: Diagnostic) -> None:
        self.said.append(diagnostic)

    def has_enough(self) -> bool:
        """Whether its orders have so many faults that no more of them are carried out."""
        return sum(fault.is_error for fault in self.said) >= FAULTS

    def has_moved(self, piece: int) -> bool:
        return bool(self.moved >> piece & 1)

    def ends(self, pieces: Iterable[int]) -> None:
        """The movement of these pieces is over."""
        for piece in pieces:
            self.moved |= 1 << piece

    def where_of(self, piece: int) -> Where:
        """The line of [troops] that speaks of the general, in the player's spelling."""
        return self.troop_places.get(piece, Where(("troops",)))


def read_lines(body: Any, powers: tuple[int, ...], say: Say, state: State) -> list[Line]:
    """The orders of ``do``; every line that cannot be read is complained about."""
    lines = lines_of(body)
    if lines is None:
        own = [p for power in powers for p in GENERALS[power]]
        able = [p for p in own if state.place[p] >= 0] or own
        say(ma.WRONG_TYPE(Where(("do",)), key="do", example=f'do = ["{Stay((able[0],))}"]'))
        return []
    read = [read_clean(text, at, powers) or read_line(Reader(text, Where(("do", at)), powers, say, state=state))
            for at, text in enumerate(lines)]  # fmt: skip
    return [line for line in read if line is not None]


@lru_cache(maxsize=4096)  # a sheet is read when it is checked, held against exchanged secrets, told of and carried out
def read_clean(text: str, at: int, powers: tuple[int, ...]) -> Line | None:
    """An order of which nothing is to be said: it is the same in any position. None if there is something."""
    said: list[Diagnostic] = []
    line = read_line(Reader(text, Where(("do", at)), powers, said.append))
    return None if said else line


def read_line(reader: Reader) -> Line | None:
    """One order, or None after a complaint."""
    if is_march(reader.text):
        return read_march(reader)
    from pbem.rulesets.maria.order_reader import read_verb  # not for check

    return read_verb(reader)


def _at(place: Where, say: Say) -> Say:
    """Complaints at that place, whatever the word they found."""
    return lambda fault: say(fault._replace(at=place))


def read_troops(body: Any, say: Say, own: tuple[int, ...], powers: tuple[int, ...]) -> dict[int, int]:
    """The table [troops]: general to number. Whose they are and whether it adds up is judged later."""
    table = body.get("troops", {})
    if not isinstance(table, dict):
        say(ma.WRONG_TYPE(Where(("troops",)), key="troops", form="table", example="[troops]"))
        return {}
    troops: dict[int, int] = {}
    for name, number in table.items():
        at, written = Where(("troops", name)), piece_of(name)
        key = at_key("troops", name)
        piece = Reader(name, key, powers, _at(key, say), own).piece(0, len(name))
        if not isinstance(number, int) or isinstance(number, bool):
            say(ma.WRONG_TYPE(at, key=written, form="number", example=f"{written} = 4"))
        elif piece is not None and not RANK[piece]:
            say(ma.TROOPS_OFF_MAP(key, piece=written, form="train"))
        elif piece is not None and piece in troops:
            say(ma.SAID_TWICE(at, order=PIECE_NAMES[piece]))
        elif piece is not None:
            troops[piece] = number
    return troops
