"""Names and cards as people read them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.core import listed
from pbem.rulesets.common import NOUNS, SIGNS
from pbem.rulesets.common import words as common
from pbem.rulesets.maria import facts
from pbem.rulesets.maria.board import CITY, name_of, suit_of
from pbem.rulesets.maria.powers import POWER_NAMES, POWERS
from pbem.rulesets.maria.relations import ROLE_TITLES
from pbem.rulesets.maria.state import PIECE, name_of_piece

capital, count, card, cards, hand = common.capital, common.count, common.card, common.cards, common.hand
# M3.7: the two sides of an elector marker.
SIDES = {"france": "the French side", "austria+pragmatic": "the side of Austria and the Pragmatic Army"}
BOXES = {
    "three-electors": "Three electors", "emperor": "Emperor", "italy": "Italy", "silesia": "Silesia",
}  # fmt: skip
CANDIDATES = {"charles": "Charles Albert of Bavaria", "francis": "Francis Stephen of Lorraine"}  # M18.2
STANDINGS = {"prussia": "Prussia's ally", "neutral": "neutral", "austria": "Austria's ally"}  # M2.4


def power(id_: str) -> str:
    """``Prussia``, ``the Pragmatic Army``."""
    return POWER_NAMES[POWERS.index(id_)]


def powers(ids: Iterable[str]) -> str:
    """``France and Bavaria``."""
    return listed(power(id_) for id_ in ids)


def power_title(at: int) -> str:
    """A power at the beginning of a row or a sentence: ``The Pragmatic Army``."""
    return capital(POWER_NAMES[at])


def role_title(id_: str) -> str:
    return ROLE_TITLES.get(id_, id_)


def city(id_: str) -> str:
    return name_of(CITY[id_])


def cities(ids: Iterable[str]) -> str:
    """``Prag and Eger``."""
    return listed(city(id_) for id_ in ids)


def city_with_suit(at: int) -> str:
    """``Prag ♠``."""
    return f"{name_of(at)} {SIGNS[suit_of(at)]}"


def pieces(ids: Sequence[str]) -> str:
    """``Karl and Traun``; a train is called ``the Austrian train T1``."""
    return listed(piece(id_) for id_ in ids)


def piece(id_: str) -> str:
    return name_of_piece(PIECE[id_])


def suit(letter: str) -> str:
    """``hearts ♥``."""
    return f"{NOUNS[letter]} {SIGNS[letter]}"


def box(id_: str) -> str:
    """The name of a victory box (M3.8)."""
    return BOXES.get(id_, id_)


def off_map_box(id_: str) -> str:
    """M3.9: what the off-map box of a power is called on this board."""
    return str(facts.OFF_MAP[id_][0]) if id_ in facts.OFF_MAP else "the off-map box"


def be(number: int) -> str:
    return "is" if number == 1 else "are"
