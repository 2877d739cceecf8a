"""Names and cards as people read them."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.core import listed
from pbem.rulesets.common import SIGNS
from pbem.rulesets.common import words as common
from pbem.rulesets.friedrich.board import CITY, name_of, suit_of
from pbem.rulesets.friedrich.state import NATION_NAMES, NATIONS, PIECE, ROLE_TITLES, name_of_piece

capital, count, card, cards, hand = common.capital, common.count, common.card, common.cards, common.hand
STROKE_TITLES = {
    "elisabeth": "Elisabeth", "sweden": "Sweden", "india": "India", "america": "America", "lord-bute": "Lord Bute",
    "poems": "Poems",
}  # fmt: skip


def nation(id_: str) -> str:
    """``Prussia``, ``the Imperial Army``."""
    return NATION_NAMES[NATIONS.index(id_)]


def role_title(id_: str) -> str:
    return ROLE_TITLES.get(id_, id_)


def city(id_: str) -> str:
    return name_of(CITY[id_])


def city_with_suit(at: int) -> str:
    """``Celle ♦``."""
    return f"{name_of(at)} {SIGNS[suit_of(at)]}"


def pieces(ids: Sequence[str]) -> str:
    """``Heinrich and Keith``; a train is called ``the Prussian train T1``."""
    return listed(piece(id_) for id_ in ids)


def piece(id_: str) -> str:
    return name_of_piece(PIECE[id_])


def fate_card(id_: str) -> str:
    """``Poems``, ``number 5``."""
    return STROKE_TITLES.get(id_) or f"number {id_}"
