"""Brakes of titles with generals, trains and cities on roads: what they have in common under ``unless``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from pbem.core import Code, Diagnostic, Record, Where
from pbem.rulesets.common import brakes
from pbem.rulesets.common.brakes import FARTHEST, Brake, Say, Tongue, Word

ATTACKED, HE_ATTACKED, BEATEN = "attacked", "{general} attacked", "{general} beaten"
ENEMY, WITHIN = "enemy within {number} of {name}", "{name} within {number} of {other}"
LOST, STARVING, MOVED = "{thing} lost", "{general} out of supply", "{piece} moved"
PATTERNS = (ATTACKED, HE_ATTACKED, BEATEN, ENEMY, WITHIN, LOST, STARVING, MOVED)
Named = tuple[str, int]  # a piece or a city, and which


class Ground(Record):
    """What a title brings: how its pieces and cities are found and called, and what is said of lines of no use."""

    patterns: Sequence[str]
    pieces: Callable[[str], tuple[int, ...]]  # of a name
    cities: Callable[[str], tuple[int, ...]]
    piece_name: Callable[[int], str]
    city_name: Callable[[int], str]
    is_general: Callable[[int], bool]
    can_be_lost: Callable[[int], bool]  # a city
    unclear: Callable[[str, str, Where, Say], None]  # complains about a name of several, "piece" or "city"
    unknown: Callable[[str, Where], Diagnostic]  # the complaint about a name that nothing has
    unreadable: Code
    idle: Code
    examples: Sequence[str]
    own: str  # generals, listed


# reading


def read_kept(text: str, where: Where, ground: Ground, say: Say) -> str:
    """A line of ``unless`` as it is kept and shown; empty after a complaint."""
    found = brakes.read(text, where, tongue_of(ground), say)
    return "" if found is None or not is_of_use(found, ground, where, say) else str(found)


def read_again(brake: str, ground: Ground) -> Brake:
    """A brake that was read before."""
    said: list[Diagnostic] = []
    found = brakes.read(brake, Where(), tongue_of(ground), said.append)
    assert found is not None, f"{brake!r} was never read: {said}"
    return found


def tongue_of(ground: Ground) -> Tongue:
    """How the brakes of a title are read."""

    def slot(name: str, text: str, at: Where, say: Say) -> Word | None:
        if name == "number":
            return brakes.number_in(text, at, lambda at, number: ground.idle(at, number=number, most=FARTHEST), say)
        return thing_named(text, at, ground, say)

    return Tongue(ground.patterns, slot, ground.unreadable, ground.examples)


def thing_named(text: str, at: Where, ground: Ground, say: Say) -> Word | None:
    """A general, a train or a city. Where a general is called like a city, that is ``the city of ...``."""
    plainly = re.fullmatch(r"(?:the\s+)?city\s+(?:of\s+)?(.+)", text, re.IGNORECASE)
    pieces = () if plainly else ground.pieces(text)
    if len(pieces) == 1:
        return Word(("piece", pieces[0]), ground.piece_name(pieces[0]))
    cities = ground.cities(plainly[1] if plainly else text)
    if len(cities) == 1:
        return Word(("city", cities[0]), city_text(cities[0], ground))
    if pieces or cities:
        ground.unclear(text, "piece" if pieces else "city", at, lambda fault: say(fault._replace(at=at)))
    else:
        say(ground.unknown(text, at))
    return None


def city_text(city: int, ground: Ground) -> str:
    """The name of a city, told from that of a general."""
    name = ground.city_name(city)
    return f"the city of {name}" if ground.pieces(name) else name


def is_of_use(brake: Brake, ground: Ground, where: Where, say: Say) -> bool:
    """Whether a brake can come to hold at all, and need not always; False after a complaint."""
    words = [word for word in brake.words if isinstance(word.value, tuple)]  # the pieces and cities that it names
    facts = {"own": ground.own, **dict(zip(("name", "other"), (word.text for word in words), strict=False))}
    form = fault_of(brake.pattern, [word.value for word in words], ground)
    if form:
        say(ground.idle(where, **facts, form=form))
    return not form


def fault_of(pattern: str, things: Sequence[Named], ground: Ground) -> str:
    """Why a brake is of no use: the form of the complaint; empty if it is of use."""
    if pattern in (HE_ATTACKED, BEATEN, STARVING) and not (things[0][0] == "piece" and ground.is_general(things[0][1])):
        return "city" if things[0][0] == "city" else "train"
    if pattern == MOVED and things[0][0] == "city":
        return "piece"
    if pattern == LOST and things[0][0] == "city" and not ground.can_be_lost(things[0][1]):
        return "no-objective"
    if pattern == WITHIN and things[0][0] == things[1][0] == "city":
        return "cities"
    return "same" if pattern == WITHIN and things[0] == things[1] else ""


# offering

NEAR = (2, 3)  # roads at which an enemy is offered as too near


def likely(ground: Ground, own: Iterable[int], foes: Iterable[int], cities: Iterable[int]) -> Iterator[str]:
    """Lines about pieces on the map and cities that can be lost: of one's own all that may befall them, of enemies
    that they move."""
    yield ATTACKED
    for piece in own:
        name = ground.piece_name(piece)
        if ground.is_general(piece):
            yield from (f"{name} attacked", *(f"enemy within {number} of {name}" for number in NEAR))
            yield from (f"{name} beaten", f"{name} out of supply")
        yield f"{name} lost"
    yield from (f"{city_text(city, ground)} lost" for city in cities)
    yield from (f"{ground.piece_name(piece)} moved" for piece in foes)


# holding


def place_of(place: Sequence[int], thing: Named) -> int:
    """The city where a piece stands, or the city itself; below 0 off the map."""
    return place[thing[1]] if thing[0] == "piece" else thing[1]


def is_near(place: Sequence[int], within: Callable[[int, int], int], number: int, thing: Named, cities: int) -> bool:
    """Whether one of the cities is so near to a piece on the map, or to a city, by roads on the empty map."""
    at = place_of(place, thing)
    return at >= 0 and bool(within(at, number) & cities)


def were_attacked(ids: Iterable[str], battles: Iterable[Any]) -> bool:
    """Whether one of the generals was in a battle that he did not begin."""
    known = {*ids}
    return any(known & {*battle.other} for battle in battles)
