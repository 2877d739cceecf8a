"""Sealing a sheet at home: in an envelope for the moderator's key, or locked by a phrase that its writer keeps."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from pbem.core.sheets import HEADING, Sheet, parsed, read
from pbem.seal import Unopened, age, kind_of
from pbem.seal.codes import NOT_A_KEY
from pbem.seal.words import four_words
from pbem.store import FILE_MISSING, GameFault, layout
from pbem.store.views import read_view
from pbem.store.writing import dumps, write_file
from pbem.workflow.ahead_closed import closed_table, table_text
from pbem.workflow.check import Answer, check_with_view, examined
from pbem.workflow.codes import EXISTS
from pbem.workflow.envelope_codes import DRAFT_SEALED, NO_KEY, NOTHING_AHEAD, SEALED_TWICE
from pbem.workflow.trust import trusted

Close = Callable[[Sheet, str], tuple[str, str]]  # an envelope of a sheet and its text, with its commitment


class SealedFile(NamedTuple):
    """What `pbem seal` made."""

    text: str
    commitment: str
    words: str
    phrase: str
    note: str = ""  # what the player should know about the key
    ahead: bool = False  # it closes orders for coming decisions, and not the sheet


def seal(
    file: str, to: str, hold: bool = False, force: bool = False, accept: bool = False, ahead: bool = False
) -> SealedFile:
    """A sheet in an envelope: for a key, or for the key in a view, against which the sheet is checked first.

    ``ahead``: the sheet stays open, and each of its orders for coming decisions goes into an envelope of its own.
    """
    key, answer = _recipient(file, to, hold)
    if answer.closed is not None:
        raise GameFault(SEALED_TWICE, answer.file)
    if answer.sheet is None or (answer.is_refused and not force):
        raise Refused(answer)
    if answer.sheet.status == "draft":
        raise GameFault(DRAFT_SEALED, answer.file)
    note = _trusted(to, accept)
    phrase = age.new_phrase() if hold else ""
    close: Close = partial(age.locked, phrase=phrase) if hold else partial(age.sealed, to=key)
    try:
        if ahead:
            return _with_closed(answer.sheet, close, answer.file)._replace(phrase=phrase, note=note, ahead=True)
        made = close(answer.sheet, answer.text)
    except Unopened as fault:
        raise GameFault(fault.code, file, **fault.facts) from None
    return SealedFile(made[0], made[1], four_words(made[1]), phrase, note)


def _with_closed(sheet: Sheet, close: Close, file: str) -> SealedFile:
    """The sheet as it was understood, its orders for coming decisions closed."""
    tables = sheet.body.get("ahead")
    opened = [table for table in tables if isinstance(table, dict) and "envelope" not in table and not
              table.get("withdraw")] if isinstance(tables, list) else []  # fmt: skip
    if not opened:
        raise GameFault(NOTHING_AHEAD, file)
    assert isinstance(tables, list)
    closed = [closed_table(sheet, table, close) if table in opened else table for table in tables]
    heading = {"game": sheet.game, "step": sheet.step, "role": sheet.role, "key": sheet.key}
    word = {"word": sheet.word} if sheet.word else {}
    rest = {key: value for key, value in sheet.body.items() if key != "ahead"}
    text = dumps({**heading, **word, **rest}).decode() + "".join(map(table_text, closed))
    promises = [table["commitment"] for table in closed if "envelope" in table]
    return SealedFile(text, INDENT.join(promises), INDENT.join(map(four_words, promises)), "")


INDENT = "\n            "  # a second promise stands below the first


def _trusted(to: str, accept: bool) -> str:
    """A key typed in is the player's own business; that of a view is compared with the one used before."""
    if to.startswith("age1"):
        return ""
    return trusted(read_view(to), to, accept)


class Refused(Exception):
    """A sheet that is not sealed because it has errors; the answer says which."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        super().__init__("the sheet has errors")


def _recipient(file: str, to: str, hold: bool) -> tuple[str, Answer]:
    """The key to seal for, and the answer of the checker as far as it can be had."""
    if to.startswith("age1"):
        return to, examined(file, _read_only)
    if not os.path.lexists(to) and (to.endswith(layout.TABLE) or os.path.basename(to) != to):
        raise GameFault(FILE_MISSING, to, form="named")
    if not os.path.isfile(to):
        raise GameFault(NOT_A_KEY, "--to", found=to[:80])
    view = read_view(to)
    if not view.seal_key:
        raise GameFault(NO_KEY, to, game="GAME")
    return view.seal_key, check_with_view(file, to, hold)


def _read_only(text: str, name: str) -> Answer:
    """A sheet read for its heading alone, where there is no view to check it with."""
    if kind_of(text) in ("sealed", "held"):
        raise GameFault(SEALED_TWICE, name)
    data = parsed(text)
    keys = () if isinstance(data, tuple) else tuple(key for key in data if key not in HEADING)
    reading = read(text, keys)
    return Answer(text, name, reading.sheet, reading.diagnostics)


def write_envelope(made: SealedFile, file: str, output: str, force: bool) -> str:
    """Write the envelope beside the sheet, or where it is wanted; the path."""
    path = output or f"{file.removesuffix(layout.TABLE)}.sealed.toml"
    if os.path.lexists(path) and not force:
        raise GameFault(EXISTS, path, form="envelope")
    write_file(path, made.text.encode())
    return path


KEEP = (
    "Keep the phrase to yourself until you have the notice that all",
    "envelopes are gathered, and have checked it: whoever reads it before",
    "can read your sheet. Without it nobody can open the envelope, not",
    "even you.",
)
AHEAD = (
    "Keep the phrase to yourself until you are asked for the decision, and",
    "then send it in place of orders: whoever reads it before can read them.",
    "Without it nobody can open the envelope, not even you.",
)


def said_sealed(made: SealedFile, path: str) -> str:
    """What `pbem seal` tells the player."""
    lines = [path, f"words       {made.words}", f"commitment  {made.commitment}"]
    if made.phrase:
        lines += [
            "",
            f"phrase      {made.phrase}",
            "",
            *(AHEAD if made.ahead else KEEP),
        ]
    return "\n".join([*lines, "", f"Send {path}; the receipt must show the same words."])
