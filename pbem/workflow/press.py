"""Press: what players say to all or to one of them, held until the next report, and never in the way of orders.

Public press is told with the next step, and so is in every archive. What is said to one player is in the report of that
player and in the writer's, and in no step and no archive.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from secrets import token_hex
from typing import Any, NamedTuple

from pbem.core import Diagnostic, Where, harmless
from pbem.core.events import Event
from pbem.core.events import Press as Said
from pbem.core.sheets import Expected, Sheet
from pbem.store import FORMAT, layout, parse, read_bytes
from pbem.store.ledger import ALL, Chains
from pbem.store.manifest import digest
from pbem.store.transaction import Part, Put
from pbem.store.writing import dumps
from pbem.workflow import Table
from pbem.workflow.desk_codes import PRESS_LEFT_OUT

SIGNS, LINES, MOST = 2000, 40, 5  # of one text; of texts in one sheet
HELD = 200  # texts of one writer for one step
MODERATOR = "moderator"


class Text(NamedTuple):
    """One text: for whom, whether without its writer's name, and its lines."""

    to: str  # a role, or "all"
    anonymous: bool
    lines: tuple[str, ...]


def lines_of(text: str) -> tuple[str, ...]:
    """The lines of a text, harmless wherever they are read, without blank ones at the ends."""
    return tuple(harmless(line.rstrip()) for line in text.strip("\n").expandtabs(4).split("\n") if line.strip())


def texts_in(rows: Any, expected: Expected) -> Iterator[Text | Diagnostic]:
    """The texts of a sheet under [[press]], and why one of them is left out."""
    for number, row in enumerate(rows if isinstance(rows, list) else [rows]):
        at = Where(("press", number)) if isinstance(rows, list) else Where(("press",))
        form, facts = _fault(row, expected) if number < MOST else ("many", {"most": MOST})
        if form:
            yield PRESS_LEFT_OUT(at, form="" if form == "form" else form, **facts)
        else:
            yield Text(_reader(row), bool(row.get("anonymous", False)), lines_of(row["text"]))


def _reader(row: Mapping[str, Any]) -> str:
    return str(row.get("to", ALL)).strip().lower()


def _fault(row: Any, expected: Expected) -> tuple[str, dict[str, Any]]:
    """What is wrong with a text, if anything is."""
    if not isinstance(row, dict) or not isinstance(row.get("text"), str) or {*row} - {"to", "text", "anonymous"}:
        return "form", {}
    to, lines = _reader(row), lines_of(row["text"])
    if to != ALL and (to not in expected.roles or to == expected.role):
        return "reader", {"to": to[:60]}
    if expected.key and expected.key.lower() in " ".join(lines).lower():
        return "key", {}
    if not lines or len(lines) > LINES or sum(map(len, lines)) > SIGNS:
        return "long", {"signs": SIGNS, "lines": LINES}
    return _forbidden(to, row.get("anonymous", False), expected.press), {}


def _forbidden(to: str, anonymous: object, allowed: Sequence[str]) -> str:
    if "public" not in allowed:
        return "none"
    if to != ALL and "private" not in allowed:
        return "private"
    return "anonymous" if anonymous is not False and "anonymous" not in allowed else ""


TO_ALL = "press to all, with the next report: {text}"
UNNAMED = "press to all without your name, with the next report: {text}"
TO_ONE = "press to {to} alone, with the next report: {text}"


def said_of(sheet: Sheet, expected: Expected) -> tuple[tuple[Diagnostic, ...], tuple[str, ...]]:
    """What is said of the press in a sheet, and what is understood."""
    found = list(texts_in(sheet.beside["press"], expected))
    said = tuple(item for item in found if isinstance(item, Diagnostic))
    return said, tuple(_understood(item) for item in found if isinstance(item, Text))


def _understood(item: Text) -> str:
    form = TO_ONE if item.to != ALL else UNNAMED if item.anonymous else TO_ALL
    text = " ".join(item.lines)
    return form.format(to=item.to, text=text if len(text) <= 60 else f"{text[:59]}…")


# kept


def with_press(
    table: Table, chains: Chains, role: str, items: Sequence[Text], after: int = 0
) -> tuple[tuple[Part, ...], Chains]:
    """Texts of a writer as files, each with a line in the writer's chain; that of the moderator is the table's.

    One that was said in the same step before is not kept twice: sheets come again, and steps are taken back.
    ``after``: how many others are kept by the same change.
    """
    parts: list[Part] = []
    number, said = next_number(table.game.directory) + after, said_before(table, role) if items else set()
    for item in dict.fromkeys(item for item in items if item not in said):
        data = press_data(role, item, table.under_way)
        of = ALL if role == MODERATOR else role
        step = table.last.number if of == ALL else table.under_way
        chains = chains.with_line(of, "press", step=step, file=digest(data))
        parts.append(Put(layout.press(number + len(parts)), data))
    return tuple(parts), chains


def said_before(table: Table, role: str) -> set[Text]:
    """What a writer has said already in the step under way."""
    rows = [parse(read_bytes(path), path) for _, path in press_files(table.game.directory)]
    own = [row for row in rows if (row["from"], row["step"]) == (role, table.under_way)]
    return {Text(row["to"], row["anonymous"], tuple(row["lines"])) for row in own}


def press_data(role: str, item: Text, step: int) -> bytes:
    """The file of a text; what is added at random keeps its digest from being guessed."""
    said = {"from": role, "to": item.to, "anonymous": item.anonymous, "lines": list(item.lines)}
    return dumps({"format": FORMAT, "step": step, **said, "salt": token_hex(16)})


def next_number(directory: str) -> int:
    return max((number for number, _ in press_files(directory)), default=0) + 1


def press_files(directory: str) -> list[tuple[int, str]]:
    """The files of all texts by their numbers."""
    folder = layout.path(directory, layout.PRESS)
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    numbers = ((layout.numbered(name.removesuffix(layout.TABLE)), name) for name in names)
    return [(number, os.path.join(folder, name)) for number, name in numbers if number is not None]


def read_press(directory: str) -> dict[str, Mapping[str, Any]]:
    """All texts, by the digests of their files."""
    files = [(path, read_bytes(path)) for _, path in press_files(directory)]
    return {digest(data): parse(data, path) for path, data in files}


# told


def public_event(row: Mapping[str, Any], title: str) -> Event | None:
    """What all are told of a text; None if it is for one alone."""
    if row.get("to") != ALL:
        return None
    return Said(lines=list(row.get("lines", [])), title=None if row.get("anonymous") else title).event()


def public_press(directory: str) -> list[str]:
    """The files of what was said to all."""
    files = [(number, parse(read_bytes(path), path)) for number, path in press_files(directory)]
    return [layout.press(number) for number, row in files if row.get("to") == ALL]


def talk_for(table: Table, role: str, after: int) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """What was said to a role alone, and by it to others, with the steps after one: from whom, to whom, the lines."""
    rows = [parse(read_bytes(path), path) for _, path in press_files(table.game.directory)]
    mine = [row for row in rows if after < row["step"] <= table.last.number and row["to"] != ALL
            and role in (row["from"], row["to"])]  # fmt: skip
    return tuple((row["from"], row["to"], tuple(row["lines"])) for row in mine)
