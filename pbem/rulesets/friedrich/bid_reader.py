"""Bids of this game, read from a sheet and told in words (F7, D13-D16)."""

from collections.abc import Collection
from functools import cache
from typing import TYPE_CHECKING, Any

from pbem.core import LazyCodes, Where
from pbem.rulesets.common import bid_reader
from pbem.rulesets.common.bid_reader import PLAY_KEYS, Language
from pbem.rulesets.common.bids import Bid
from pbem.rulesets.friedrich.board import name_of
from pbem.rulesets.friedrich.orders import Face, Reader, Say
from pbem.rulesets.friedrich.state import DECK, GENERALS, MOST, PIECE_NAMES, STACK, hostile_generals

if TYPE_CHECKING:
    from pbem.rulesets.common.wishes import Place

fr = LazyCodes("pbem.rulesets.friedrich.diagnostics")


@cache
def language_of(nation: int) -> Language:
    """How the bids of a nation are read: its own generals are meant by ``own``, hostile ones by ``enemy``."""
    meant = {"own": GENERALS[nation], "enemy": hostile_generals(nation)}

    def general(key: str, text: str, at: Where, say: Say) -> int | None:
        return Reader(text, at, nation, say, meant[key]).piece(0, len(text))

    def card(text: str, at: Where, say: Say) -> Face | None:
        return Reader(text, at, nation, say).card(0, len(text))

    def city(text: str, at: Where, say: Say) -> int | None:
        return Reader(text, at, nation, say).city(0, len(text))

    def place(text: str, at: Where, say: Say) -> "Place | None":
        from pbem.rulesets.friedrich.wishes import read_place  # not for submit

        return read_place(text, nation, at, say)

    examples = {"retreat": "Berlin", **{key: PIECE_NAMES[pieces[0]] for key, pieces in meant.items()}}
    return Language(
        fr, general, card, city, place, examples, DECK, most_troops=STACK * MOST,
        play_keys=(*PLAY_KEYS, "double"),
    )  # fmt: skip


def read_bids(body: Any, nation: int, say: Say) -> list[tuple[Bid, Where]]:
    """The [[bid]] tables of a sheet."""
    return bid_reader.read_bids(body, language_of(nation), say)


def bid_text(bid: Bid) -> str:
    """A bid in words, for the receipt."""
    return bid_reader.bid_text(bid, PIECE_NAMES, name_of, shared_names(bid))


def shared_names(bid: Bid) -> Collection[str]:
    """The names that a city and a general both bear, where the bid has wishes that may name one."""
    if not bid.retreat:
        return ()
    from pbem.rulesets.friedrich import wishes  # not for submit

    return wishes.shared_names()
