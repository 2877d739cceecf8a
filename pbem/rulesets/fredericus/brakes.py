"""What can stand under ``unless`` in orders ahead, and whether it holds: only what everybody sees (R14)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from pbem.core import Diagnostic, Where, listed
from pbem.core.events import Event
from pbem.rulesets.common import brakes
from pbem.rulesets.common.brakes import Say, Tongue, Word
from pbem.rulesets.fredericus import diagnostics as fd
from pbem.rulesets.fredericus import events as happened
from pbem.rulesets.fredericus.brake_codes import UNLESS_UNREADABLE
from pbem.rulesets.fredericus.events import FredericusEvent
from pbem.rulesets.fredericus.state import ROLES, SEATS, State

LAST, HOODED, CAPTURED, CHANGED = "last round", "{falconer} hooded", "{falconer} captured", "row {row} changed"
ROWS = range(1, 9)
EXAMPLES = ("last round", "A hooded", "B captured", "row 3 changed")


def read_brake(text: str, where: Where, decision: str, say: Callable[[Diagnostic], None]) -> str:
    """A line of ``unless`` as it is kept and shown; empty after a complaint."""
    found = brakes.read(text, where, TONGUE, say)
    return "" if found is None else str(found)


def slot(name: str, text: str, at: Where, say: Say) -> Word | None:
    """A falconer by the letter of his seat, or a row by its number."""
    if name == "row":
        if re.fullmatch("[1-8]", text):
            return Word(int(text), text)
        say(fd.UNKNOWN_TOWER(at, text=text[:20], form="row"))
        return None
    letter = re.sub(r"^falconer\s+", "", text, flags=re.IGNORECASE).upper()
    if len(letter) == 1 and letter in SEATS:
        return Word(SEATS.index(letter), letter)
    say(fd.UNKNOWN_FALCONER(at, text=text[:20], known=listed(SEATS)))
    return None


TONGUE = Tongue((LAST, HOODED, CAPTURED, CHANGED), slot, UNLESS_UNREADABLE, EXAMPLES)


def likely(view: State, decision: str) -> tuple[str, ...]:
    """Every line that can come to hold in this game: of each falconer at the table and of each row."""
    seats = SEATS[: view.players]
    lines = [LAST, *(f"{seat} hooded" for seat in seats), *(f"{seat} captured" for seat in seats)]
    lines += [f"row {row} changed" for row in ROWS]
    return tuple(line for line in lines if not braked(line, decision, view, ()))


def braked(brake: str, decision: str, view: State, events: Iterable[Event]) -> bool:
    """Whether a brake that was read holds: by the public view now, or by the public events since it was sent."""
    said: list[Diagnostic] = []
    found = brakes.read(brake, Where(), TONGUE, said.append)
    assert found is not None, f"{brake!r} was never read: {said}"
    return brakes.held(found, ANSWERS, view, tuple(map(happened.read, events)))


Events = tuple[FredericusEvent, ...]


def is_hooded(view: State, events: Events, seat: int) -> bool:
    """R5.3: whether a bird of the falconer is hooded now; a seat that nobody has has no birds."""
    return seat < view.players and view.hooded(seat) is not None


def has_captured(view: State, events: Events, seat: int) -> bool:
    """R6.4: whether the falconer has captured a creature since."""
    return any(isinstance(what, happened.Hunted) and what.role == ROLES[seat] for what in events)


def has_changed(view: State, events: Events, row: int) -> bool:
    """R5.1, R6: whether a card came to a row or left it, or the row was turned over or shifted."""
    return any(row in rows_changed(what) for what in events)


def rows_changed(what: FredericusEvent) -> Sequence[int]:
    """The rows that an event changes."""
    match what:
        case happened.Moved():
            return what.from_, what.to
        case happened.Hunted():
            return (what.post,)
        case happened.Turned():
            return what.row, what.seal
        case happened.Shifted():
            return (what.row,)
        case _:
            return ()


ANSWERS: dict[str, Callable[..., bool]] = {
    LAST: lambda view, events: bool(view.ending),
    HOODED: is_hooded,
    CAPTURED: has_captured,
    CHANGED: has_changed,
}
