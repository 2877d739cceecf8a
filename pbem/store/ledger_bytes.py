"""A ledger read by its bytes: what is written as the program writes it need not be parsed."""

import re
from functools import cache
from typing import Any

from pbem.store import GameFault, parse
from pbem.store.ledger import HEAD, KEYS, MARK, Line, line_in, written


@cache  # half a millisecond, for whoever reads a whole ledger
def _forms() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """A row of a line as the program writes it, if its value is a plain text, a whole number, true or false; the head
    of a table; a hash."""
    row = r'([A-Za-z0-9_-]+) = (?:"([^"\\\x00-\x08\x0a-\x1f\x7f]{0,5000})"|(0|-?[1-9][0-9]{0,17})|(true|false))\n'
    return re.compile(row), re.compile(r"\n\[line\.([A-Za-z0-9_-]+)\]\n"), re.compile(r"[0-9a-f]{64}")


def as_written(data: bytes, path: str) -> list[Line] | None:
    """The lines of a ledger whose every byte is as the program writes it; else None, and it is for `tomllib` to judge.

    Most of it are rows of plain texts and numbers, which are read here in a fifth of the time; a line with more than
    that is parsed, and written again to see whether it comes out the same.
    """
    try:
        head, *blocks = data.decode().split(MARK.decode())
    except UnicodeDecodeError:
        return None
    lines = [_plain_line(block) or _rewritten(block, path) for block in blocks]
    return [line for line in lines if line] if head == HEAD and all(lines) else None


def _plain_line(block: str) -> Line | None:
    """A line that has nothing but plain rows, and tables of them."""
    facts: dict[str, Any] = {}
    into, at, count = facts, 0, 0
    row_form, table_form, hash_form = _forms()
    while at < len(block):
        if row := row_form.match(block, at):
            key, text, number, truth = row.groups()
            into[key] = text if text is not None else int(number) if number else truth == "true"
        elif row := table_form.match(block, at):
            into = facts[row[1]] = {}
        else:
            return None
        at, count = row.end(), count + 1
    if count != len(facts) + sum([len(value) for value in facts.values() if type(value) is dict]):  # a key twice
        return None
    if [*facts][:5] != [*KEYS] or any(type(facts[key]) is not kind for key, kind in KEYS.items()):
        return None
    of, line, kind, before, hash_ = [facts.pop(key) for key in KEYS]
    return Line(of, line, kind, facts, before, hash_) if hash_form.fullmatch(hash_) else None


def _rewritten(block: str, path: str) -> Line | None:
    """Any other line, if it is written again as it stands."""
    data = MARK + block.encode()
    try:
        line = line_in(parse(data, path), path)
    except GameFault:
        return None
    return line if written([line]) == data else None
