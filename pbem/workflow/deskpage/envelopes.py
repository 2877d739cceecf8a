"""Sealing in the page: `pbem seal` itself, begun again with all answers so far until it asks for nothing more."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from pbem.core.sheets import Reading
from pbem.seal import read_envelope
from pbem.seal.words import four_words
from pbem.store import GameFault
from pbem.workflow import sealing
from pbem.workflow.deskpage.asking import ANSWERS, Asked, random_bytes
from pbem.workflow.deskpage.home import Home, write_sheet
from pbem.workflow.page_codes import NOTHING_TO_OPEN

ENVELOPE = "orders.sealed.toml"


def sealed(home: Home, sheet: str, hold: bool, ahead: bool, answers: Sequence[str]) -> dict[str, Any]:
    """The envelope of a sheet, its commitment, words and phrase; or the next question to the page."""
    ANSWERS.begin(answers)
    own, os.urandom = os.urandom, random_bytes
    try:
        made = sealing.seal(write_sheet(home.folder, sheet), home.file, hold, accept=True, ahead=ahead)
    except sealing.Refused:
        return {"refused": True}
    except Asked as asked:
        return {"ask": asked.question}
    finally:
        os.urandom = own
    return {
        "text": made.text,
        "commitment": made.commitment,
        "words": made.words,
        "phrase": made.phrase,
        "tables": [table._asdict() for table in made.tables],
        "ahead": made.ahead,
        "told": sealing.said_sealed(made, ENVELOPE),
    }


def seen(name: str, text: str) -> dict[str, Any]:
    """An envelope that was made before: what a receipt that comes for it must show."""
    found = read_envelope(text)
    if isinstance(found, Reading):
        raise GameFault(NOTHING_TO_OPEN, name)
    told = {"text": text, "commitment": found.commitment, "words": four_words(found.commitment)}
    sheet = found.sheet
    return {**told, "phrase": "", "tables": [], "game": sheet.game, "step": sheet.step, "role": sheet.role}
