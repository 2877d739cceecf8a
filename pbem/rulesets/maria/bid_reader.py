"""Bids of this game, read from a sheet and told in words (M11, D19, D20)."""

from collections.abc import Collection
from functools import cache
from typing import TYPE_CHECKING, Any

from pbem.core import LazyCodes, Where
from pbem.rulesets.common import bid_reader
from pbem.rulesets.common.bid_reader import Language
from pbem.rulesets.common.bids import Bid
from pbem.rulesets.maria.board import NAMES, name_of
from pbem.rulesets.maria.orders import Face, Reader, Say
from pbem.rulesets.maria.powers import MOST, STACK
from pbem.rulesets.maria.state import DECK, GENERALS, PIECE_NAMES, RANK

if TYPE_CHECKING:
    from pbem.rulesets.common.wishes import Place

ma = LazyCodes("pbem.rulesets.maria.diagnostics")
_ALL = tuple(p for p in range(len(RANK)) if RANK[p])


@cache
def language_of(powers: tuple[int, ...]) -> Language:
    """How the bids of a role are read: generals of its powers are meant by ``own``, all others by ``enemy``.

    One role may play enemies, so an enemy can be one of its own.
    """
    own = tuple(p for power in powers for p in GENERALS[power])
    meant = {"own": own or _ALL, "enemy": _ALL}

    def general(key: str, text: str, at: Where, say: Say) -> int | None:
        return Reader(text, at, powers, say, meant[key]).piece(0, len(text))

    def card(text: str, at: Where, say: Say) -> Face | None:
        return Reader(text, at, powers, say).card(0, len(text))

    def city(text: str, at: Where, say: Say) -> int | None:
        return Reader(text, at, powers, say).city(0, len(text))

    def place(text: str, at: Where, say: Say) -> "Place | None":
        from pbem.rulesets.maria.wishes import read_place  # not for submit

        return read_place(text, powers, at, say)

    others = [p for p in _ALL if p not in own] or [*_ALL]
    examples = {"retreat": NAMES[0], "own": PIECE_NAMES[meant["own"][0]], "enemy": PIECE_NAMES[others[0]]}
    return Language(ma, general, card, city, place, examples, DECK, most_troops=STACK * MOST)


def any_language() -> Language:
    """For files, where every general can be meant."""
    return language_of(())


def read_bids(body: Any, powers: tuple[int, ...], say: Say) -> list[tuple[Bid, Where]]:
    """The [[bid]] tables of a sheet."""
    return bid_reader.read_bids(body, language_of(powers), say)


def bid_text(bid: Bid) -> str:
    """A bid in words, for the receipt."""
    return bid_reader.bid_text(bid, PIECE_NAMES, name_of, shared_names(bid))


def shared_names(bid: Bid) -> Collection[str]:
    """The names that a city and a general both bear, where the bid has wishes that may name one."""
    if not bid.retreat:
        return ()
    from pbem.rulesets.maria import wishes  # not for submit

    return wishes.shared_names()
