"""Sealing a sheet at home: in an envelope for the moderator's key, or locked by a phrase that its writer keeps."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

from pbem.core import Where, listed
from pbem.core.sheets import BESIDE, HEADING, WITHDRAWN, Sheet, parsed, read
from pbem.seal import Unopened, age, kind_of
from pbem.seal.codes import NOT_A_KEY
from pbem.seal.words import four_words
from pbem.store import FILE_MISSING, GameFault, layout
from pbem.store.views import read_view
from pbem.store.writing import dumps, write_named
from pbem.workflow import decoded, known_ruleset
from pbem.workflow.ahead_closed import closed_table, table_text
from pbem.workflow.ahead_codes import AHEAD_FORM
from pbem.workflow.check import Answer, check_with_view, examined
from pbem.workflow.codes import EXISTS
from pbem.workflow.envelope_codes import (
    DRAFT_SEALED,
    HELD_UNASKED,
    NO_KEY,
    NOT_BINDING,
    NOTHING_AHEAD,
    SEALED_TWICE,
    TALK_SEALED,
)
from pbem.workflow.trust import trusted


class SealedTable(NamedTuple):
    """A table of orders ahead that was closed, with the phrase that opens it if it is held."""

    decision: str
    commitment: str
    words: str
    phrase: str


class SealedFile(NamedTuple):
    """What `pbem seal` made."""

    text: str
    commitment: str
    words: str
    phrase: str  # of the envelope; where the sheet stays open, of its first table
    note: str = ""  # what the player should know about the key
    ahead: bool = False  # it closes orders for coming decisions, and not the sheet
    tables: tuple[SealedTable, ...] = ()  # the orders for coming decisions that were closed
    unasked: bool = False  # the sheet stays open though it was to be closed, because nothing is awaited from its writer
    complaints: str = ""  # what the checker says of the sheet: nobody can tell it from the envelope


def seal(
    file: str, to: str, hold: bool = False, faults: bool = False, accept: bool = False, ahead: bool = False
) -> SealedFile:
    """A sheet in an envelope: for a key, or for the key in a view, against which the sheet is checked first.

    ``faults``: one with errors is sealed as well; but nothing is closed of which nobody would know what it is for.
    ``ahead``: the sheet stays open, and each of its orders for coming decisions goes into an envelope of its own. They
    do so inside a closed sheet, too: that is opened with its step, and they have longer to wait.
    """
    key, answer = _recipient(file, to, hold)
    if answer.closed is not None:
        raise GameFault(SEALED_TWICE, answer.file)
    if answer.sheet is None or (answer.is_refused and not faults):
        raise Refused(answer)
    _check_named(answer, answer.sheet)
    if answer.sheet.status != "final":
        raise GameFault(DRAFT_SEALED, answer.file, form="withdrawn" if answer.sheet.status == WITHDRAWN else "")
    unasked = not ahead and hold and _is_unasked(to, answer.sheet, answer.file)
    if answer.sheet.beside and not (ahead or unasked):
        raise GameFault(TALK_SEALED, answer.file, keys=listed(answer.sheet.beside))
    if not hold:
        _check_binding(to, ahead)
    note = _trusted(to, accept)
    try:
        made = _closed(answer, key, hold, ahead or unasked)
    except Unopened as fault:
        raise GameFault(fault.code, file, **fault.facts) from None
    return made._replace(note=note, unasked=unasked, complaints=answer.complaints())


def _check_named(answer: Answer, sheet: Sheet) -> None:
    """Whether each table of orders ahead says for which decision it is: that stands on its envelope."""
    tables = sheet.body.get("ahead")
    closing = _to_close(sheet)
    odd = [n for n, table in enumerate(tables if isinstance(tables, list) else []) if table in closing and not
           isinstance(table.get("for"), str)]  # fmt: skip
    if odd and answer.is_refused:
        raise Refused(answer)
    if odd:
        said = tuple(AHEAD_FORM(Where(("ahead", number)), form="unnamed") for number in odd)
        raise Refused(answer._replace(diagnostics=(*answer.diagnostics, *said)))


def _closed(answer: Answer, key: str, hold: bool, ahead: bool) -> SealedFile:
    """The envelope of a sheet, or with ``ahead`` the sheet with envelopes in it."""
    sheet = answer.sheet
    assert sheet is not None
    inner = _with_closed(sheet, key, hold, answer.file) if ahead or _to_close(sheet) else None
    if ahead:
        assert inner is not None
        return inner
    if inner is not None:
        found = read(inner.text, tuple(sheet.body)).sheet
        assert found is not None
        sheet = found
    made, promise, phrase = _enveloped(sheet, inner.text if inner else answer.text, key, hold)
    return SealedFile(made, promise, four_words(promise), phrase, tables=inner.tables if inner else ())


def _enveloped(sheet: Sheet, text: str, key: str, hold: bool) -> tuple[str, str, str]:
    """An envelope, its commitment and its phrase, which is its own: who is told it opens nothing else."""
    if not hold:
        return (*age.sealed(sheet, text, to=key), "")
    phrase = age.new_phrase()
    return (*age.locked(sheet, text, phrase), phrase)


def _to_close(sheet: Sheet) -> list[dict[str, Any]]:
    """The tables of orders for coming decisions that are still open."""
    tables = sheet.body.get("ahead")
    return [table for table in tables if isinstance(table, dict) and "envelope" not in table and not
            table.get("withdraw")] if isinstance(tables, list) else []  # fmt: skip


def _with_closed(sheet: Sheet, key: str, hold: bool, file: str) -> SealedFile:
    """The sheet as it was understood, its orders for coming decisions closed."""
    opened, done = _to_close(sheet), list[SealedTable]()
    if not opened:
        raise GameFault(NOTHING_AHEAD, file)

    def closed(table: dict[str, Any]) -> dict[str, Any]:
        def close(inside: Sheet, text: str) -> tuple[str, str]:
            made, promise, phrase = _enveloped(inside, text, key, hold)
            done.append(SealedTable(str(table.get("for")).strip().lower(), promise, four_words(promise), phrase))
            return made, promise

        return closed_table(sheet, table, close)

    tables = [closed(table) if table in opened else table for table in sheet.body["ahead"]]
    heading = {"game": sheet.game, "step": sheet.step, "role": sheet.role, "key": sheet.key}
    said = {**({"word": sheet.word} if sheet.word else {}), **({"ok": True} if sheet.ok else {})}
    rest = {key: value for key, value in sheet.body.items() if key != "ahead"}
    text = dumps({**heading, **said, **rest, **sheet.beside}).decode() + "".join(map(table_text, tables))
    promises, words = [table.commitment for table in done], [table.words for table in done]
    return SealedFile(text, INDENT.join(promises), INDENT.join(words), done[0].phrase, ahead=True, tables=tuple(done))


INDENT = "\n            "  # a second promise stands below the first


def _check_binding(to: str, ahead: bool) -> None:
    """Where the moderator plays, an envelope for the key of the game is refused at the desk; so it is at home."""
    if not to.startswith("age1") and read_view(to).plays:
        raise GameFault(NOT_BINDING, to, form="ahead" if ahead else "")


def _is_unasked(to: str, sheet: Sheet, file: str) -> bool:
    """Whether a sheet is to stay open because its writer owes nothing: the others would wait for the phrase.

    One that has more than orders ahead is not opened behind the back of its writer.
    """
    if to.startswith("age1") or sheet.word or _is_awaited(to):
        return False
    rest = [key for key in sheet.body if key != "ahead"]
    if rest or not sheet.body.get("ahead"):
        raise GameFault(HELD_UNASKED, file, keys=listed(rest), form="rest" if rest else "")
    if not _to_close(sheet):
        raise GameFault(HELD_UNASKED, file, form="open")
    return True


def _is_awaited(view_file: str) -> bool:
    """Whether the owner of a view owes something, by what the view says."""
    seen = read_view(view_file)
    ruleset = known_ruleset(seen.ruleset, view_file, seen.revision)
    view = decoded(ruleset.files.decode, seen.state, view_file)
    return seen.waits or any(owed.role == seen.role for owed in ruleset.rules.awaiting(view))


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
    keys = () if isinstance(data, tuple) else tuple(key for key in data if key not in (*HEADING, *BESIDE))
    reading = read(text, keys)
    return Answer(text, name, reading.sheet, reading.diagnostics)


def write_envelope(made: SealedFile, file: str, output: str, force: bool) -> str:
    """Write the envelope beside the sheet, or where it is wanted; the path."""
    path = output or f"{file.removesuffix(layout.TABLE)}.sealed.toml"
    if os.path.lexists(path) and not force:
        raise GameFault(EXISTS, path, form="envelope")
    write_named(path, made.text.encode())
    return path


KEEP = (
    "Keep the phrase to yourself until you have the notice that all",
    "envelopes are gathered, and have checked it: whoever reads it before",
    "can read your sheet. Without it nobody can open the envelope, not",
    "even you.",
)
AHEAD = (
    "Keep the phrase of each to yourself until you are asked for its",
    "decision, and then send it in place of orders: whoever reads it before",
    "can read them. Without it nobody can open the envelope, not even you.",
)
UNASKED = (
    "Nothing is awaited from you now, so the sheet itself travels open: the",
    "others would wait for its phrase. Its orders ahead are closed.",
)


def said_sealed(made: SealedFile, path: str) -> str:
    """What `pbem seal` tells the player."""
    lines = [*([made.complaints, ""] if made.complaints else []), path, *(("", *UNASKED) if made.unasked else ())]
    if not made.ahead:
        lines += [f"words       {made.words}", f"commitment  {made.commitment}"]
        lines += ["", f"phrase      {made.phrase}", "", *KEEP] if made.phrase else []
    for table in made.tables:
        lines += ["", *_said_table(table, made.ahead)]
    lines += ["", *AHEAD] if any(table.phrase for table in made.tables) else []
    return "\n".join([*lines, "", f"Send {path}; the receipt must show the same words."])


def _said_table(table: SealedTable, alone: bool) -> list[str]:
    """What is told of a table that was closed; ``alone``: and the sheet was not, so that a receipt can show it."""
    phrase = [f"phrase      {table.phrase}"] if table.phrase else []
    if alone:
        first = f"Its orders ahead for {table.decision} are closed."
        return [first, f"words       {table.words}", f"commitment  {table.commitment}", *phrase]
    first = f"Its orders ahead for {table.decision} are closed on their own:"
    return [first, "they stay so when the sheet is opened.", *phrase]
