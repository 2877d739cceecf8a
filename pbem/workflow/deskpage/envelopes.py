"""Sealing in the page: `pbem seal` itself, begun again with all answers so far until it asks for nothing more."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from pbem.workflow import sealing
from pbem.workflow.deskpage.asking import ANSWERS, Asked, random_bytes
from pbem.workflow.deskpage.home import Home, write_sheet

ENVELOPE = "orders.sealed.toml"


def sealed(home: Home, sheet: str, hold: bool, ahead: bool, answers: Sequence[str]) -> dict[str, Any]:
    """The envelope of a sheet, its commitment, words and phrase; or the next question to the page."""
    ANSWERS.begin(answers)
    own, os.urandom = os.urandom, random_bytes
    try:
        made = sealing.seal(write_sheet(home, sheet), home.file, hold, accept=True, ahead=ahead)
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
