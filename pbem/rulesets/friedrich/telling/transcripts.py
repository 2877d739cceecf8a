"""Battles in one line, with the names of this game (H5)."""

from __future__ import annotations

from pbem.rulesets.common import Fought, transcripts
from pbem.rulesets.common.transcripts import Names
from pbem.rulesets.common.transcripts import condense as condense
from pbem.rulesets.friedrich.state import NATION_NAMES, NATIONS, PIECE, name_of_piece
from pbem.rulesets.friedrich.telling import words

_PIECES = {id_: name_of_piece(piece) for id_, piece in PIECE.items()}
NAMES = Names(dict(zip(NATIONS, NATION_NAMES, strict=True)), _PIECES, words.card)


def told_short(f: Fought) -> str:
    """``Heinrich (4) attacks Richelieu (6): Prussia 10♦ 9♦, France 13♠; Prussia stops at -4 and loses 4 troops.``"""
    return transcripts.told_short(f, NAMES)
