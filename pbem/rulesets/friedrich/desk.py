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
from pbem.rulesets.friedrich.orders import Line, Reader, Say, Stay, find_piece, is_march, read_march
from pbem.rulesets.friedrich.state import (
    GENERALS,
    NATION_NAMES,
    NATION_OF,
    PIECE_NAMES,
    RANK,
    RETIRED,
    TRAINS,
    State,
    attack_positions,
    is_expert,
    is_offensive_due,
    names_of,
    nations_of,
    owner_of,
)

fr = LazyCodes("pbem.rulesets.friedrich.diagnostics")
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
        self.left: tuple[State, State] | None = None  # a state, and the same with what the sheet leaves standing

    def say(self, diagnostic: Diagnostic) -> None:
        self.said.append(diagnostic)
        self.faults += diagnostic.is_error
        if self.faults >= FAULTS:
            raise Enough

    def lines(self, nation: int, *kinds: type, asked: str) -> list[Line]:
        """The orders of the sheet; those of another kind are complained about."""
        lines = read_lines(self.body, nation, self.say, self.state)
        for line in lines:
            if not isinstance(line.order, kinds):
                self.not_asked(line, asked)
        return [line for line in lines if isinstance(line.order, kinds)]

    def not_asked(self, line: Line, asked: str) -> None:
        """Complain about an order nobody asks for now, or in this game ever."""
        from pbem.rulesets.friedrich.order_reader import ORDER_WORDS, is_expert_only  # not for check

        never = is_expert_only(line.order) and not is_expert(self.state)
        order = ORDER_WORDS[type(line.order)]
        self.say(fr.NOT_ASKED(line.at, order=order, asked=asked, form="expert" if never else ""))

    def only(self, lines: list[Line], kind: type) -> Line | None:
        """The one order of a kind; a second one is complained about."""
        found = [line for line in lines if isinstance(line.order, kind)]
        for line in found[1:]:
            from pbem.rulesets.friedrich.order_reader import ORDER_WORDS  # not for check

            self.say(fr.SAID_TWICE(line.at, order=ORDER_WORDS[kind]))
        return found[0] if found else None

    def troops(self) -> dict[int, int]:
        """The numbers of [troops] for own generals; those of others are complained about."""
        own = tuple(p for n in nations_of(self.state, self.role) for p in GENERALS[n])
        wished = read_troops(self.body, self.say, own)
        for piece in tuple(wished):
            if piece not in own:
                names, nation = listed(names_of(own)), NATION_NAMES[NATION_OF[piece]]
                at = at_key(*self.where_of(piece).path)
                self.say(fr.NOT_YOURS(at, piece=PIECE_NAMES[piece], nation=nation, own=names))
                del wished[piece]
        return wished

    def where_of(self, piece: int) -> Where:
        """Where [troops] speaks of a general."""
        table = self.body.get("troops", {})
        found = [name for name in table if find_piece(name, 0) == (piece,)]
        return Where(("troops", found[0])) if found else Where(("troops",))

    def no_bids(self) -> None:
        """Complain about bids, and wishes for retreats, where no battle is near."""
        for key, order in (("bid", "a bid"), ("retreat", "a wish for the retreats of a sheet's battles")):
            if self.body.get(key):
                self.say(fr.NOT_ASKED(at_key(key), order=order, asked=self.asked))

    def phase(self, nation: int, wished: Iterable[int]) -> Phase:
        """The movement phase of a nation, as it begins."""
        phase = Phase(self.state, nation)
        phase.troop_places = {piece: self.where_of(piece) for piece in wished}
        return phase


class Phase:
    """A movement phase as it goes on: the position, who may still move, what was bought, what was said."""

    def __init__(self, state: State, nation: int) -> None:
        self.state = state
        self.nation = nation
        self.moved: dict[int, int] = {}  # piece: number of the move it made
        self.joined: dict[int, int] = {}  # general: who joined him
        self.staying: set[int] = set()  # said to stay; changes nothing
        self.origin = {p: state.place[p] for p in GENERALS[nation] if state.place[p] >= 0}
        self.entered: dict[int, int] = {}  # general re-entered: number of the transaction
        self.bought: list[Any] = []  # transactions, see troops.py
        self.bought_at: list[Where] = []  # where the sheet speaks of each
        self.substitute: int | None = None
        self.events: list[Event] = []
        self.said: list[Diagnostic] = []
        self.troop_places: dict[int, Where] = {}  # where [troops] speaks of a general
        self.attack = attack_positions(state, nation)

    def say(self, diagnostic: Diagnostic) -> None:
        self.said.append(diagnostic)

    def has_enough(self) -> bool:
        """Whether its orders have so many faults that no more of them are carried out."""
        return sum(fault.is_error for fault in self.said) >= FAULTS

    def is_own(self, nation: int) -> bool:
        """Whether the nation has the same commander as the active one."""
        return owner_of(self.state, nation) == owner_of(self.state, self.nation)

    def where_of(self, piece: int) -> Where:
        """The line of [troops] that speaks of the general, in the player's spelling."""
        return self.troop_places.get(piece, Where(("troops",)))


def is_idle(state: State, nation: int) -> bool:
    """N3: whether a nation can do nothing in its movement phase, as all can see.

    Nothing of it stands on the map, and nothing can come back: its hand is empty (F10.4), or all have left for good.
    """
    places = [state.place[piece] for piece in (*GENERALS[nation], *TRAINS[nation])]
    if max(places) >= 0 or is_offensive_due(state, nation):
        return False
    return not state.hands[nation] or max(places) == RETIRED


def read_lines(body: Any, nation: int, say: Say, state: State) -> list[Line]:
    """The orders of ``do``; every line that cannot be read is complained about."""
    lines = lines_of(body)
    if lines is None:
        able = [p for p in GENERALS[nation] if state.place[p] >= 0] or GENERALS[nation]
        example = f'do = ["{Stay((able[0],))}"]'
        say(fr.WRONG_TYPE(Where(("do",)), key="do", example=example))
        return []
    read = [read_clean(text, at, nation) or read_line(Reader(text, Where(("do", at)), nation, say, state=state))
            for at, text in enumerate(lines)]  # fmt: skip
    return [line for line in read if line is not None]


@lru_cache(maxsize=4096)  # a sheet is read when it is checked, held against exchanged secrets, told of and carried out
def read_clean(text: str, at: int, nation: int) -> Line | None:
    """An order of which nothing is to be said: it is the same in any position. None if there is something."""
    said: list[Diagnostic] = []
    line = read_line(Reader(text, Where(("do", at)), nation, said.append))
    return None if said else line


def read_line(reader: Reader) -> Line | None:
    """One order, or None after a complaint."""
    if is_march(reader.text):
        return read_march(reader)
    from pbem.rulesets.friedrich.order_reader import read_verb  # not for check

    return read_verb(reader)


def _at(place: Where, say: Say) -> Say:
    """Complaints at that place, whatever the word they found."""
    return lambda fault: say(fault._replace(at=place))


def read_troops(body: Any, say: Say, own: tuple[int, ...]) -> dict[int, int]:
    """The table [troops]: general to number. Whose they are and whether it adds up is judged later."""
    table = body.get("troops", {})
    if not isinstance(table, dict):
        say(fr.WRONG_TYPE(Where(("troops",)), key="troops", form="table", example="[troops]"))
        return {}
    troops: dict[int, int] = {}
    for name, number in table.items():
        at, written = Where(("troops", name)), piece_of(name)
        key = at_key("troops", name)
        piece = Reader(name, key, NATION_OF[own[0]], _at(key, say), own).piece(0, len(name))
        if not isinstance(number, int) or isinstance(number, bool):
            say(fr.WRONG_TYPE(at, key=written, form="number", example=f"{written} = 4"))
        elif piece is not None and not RANK[piece]:
            say(fr.TROOPS_OFF_MAP(key, piece=written, form="train"))
        elif piece is not None and piece in troops:
            say(fr.SAID_TWICE(at, order=PIECE_NAMES[piece]))
        elif piece is not None:
            troops[piece] = number
    return troops


def own_pieces(nation: int) -> str:
    """The pieces of a nation, as their owner writes them."""
    return listed(PIECE_NAMES[p] for p in (*GENERALS[nation], *TRAINS[nation]))
