"""The first fault of a text that is not TOML: its kind, its place, and where the reading stopped.

tomllib is the judge of whether a text is TOML. Why it is none is found by our own walk, so that no complaint hangs on
the words of one version of Python.
"""

import re
import tomllib
from typing import NamedTuple

from pbem.core.scan import Fault, Scanner

Spot = tuple[int, int]  # line and column, both from 1
NEWER = "a = {\n}"  # TOML 1.1
STATEMENT = r"\s*(?:[\w-]+\s*=|\[+[\w. -]+\]+\s*(?:#.*)?$)"
REMARKS = r"(?:\s|#.*+)*+\Z"  # nothing is given back: else a remark full of # takes for ever


class Found(NamedTuple):
    """A fault: the form of its code, where it is shown, and where the reading stopped: before that all is sound."""

    form: str
    at: Spot
    stop: Spot


def first_fault(text: str) -> Found:
    """The first fault of a text that tomllib refuses."""
    scanner = Scanner(text, newer=_is_toml(NEWER))
    try:
        for _ in scanner.statements():
            pass
    except Fault as fault:
        return _found(text, scanner, fault)
    last = _refused(text, scanner.starts)
    return Found("", _spot(text, last), _spot(text, last))


def _found(text: str, scanner: Scanner, fault: Fault) -> Found:
    """The fault as it is shown: where a list was left open, that is said of its beginning."""
    stop = _spot(text, fault.stop)
    lists = [bracket.start for bracket in scanner.open if bracket.names is None]
    if lists and fault.form in ("value", "list") and _is_left_open(text, lists[0], fault.stop):
        return Found("open", _spot(text, lists[0]), stop)
    return Found(fault.form, _spot(text, fault.at), stop)


def _is_left_open(text: str, start: int, stop: int) -> bool:
    """Whether nothing follows the entries of a list but remarks, or the next key or [table]."""
    line = text.rfind("\n", 0, stop) + 1
    end = text.find("\n", line)
    is_next = re.compile(STATEMENT).match(text, line, end if end >= 0 else len(text))
    return bool(re.compile(REMARKS).match(text, stop)) or (start < line and is_next is not None)


def _refused(text: str, starts: list[int]) -> int:
    """Where the statement begins that tomllib refuses and we do not: the sound ones are counted by halves."""
    ends = [*starts[1:], len(text)]
    sound, refused = 0, len(ends)
    while refused - sound > 1:
        middle = (sound + refused) // 2
        if _is_toml(text[: ends[middle - 1]]):
            sound = middle
        else:
            refused = middle
    return starts[sound] if starts else 0


def _is_toml(text: str) -> bool:
    try:
        tomllib.loads(text)
    except ValueError:
        return False
    return True


def _spot(text: str, at: int) -> Spot:
    """Line and column; the end of the text is where its last word ends."""
    if at >= len(text):
        text = text.rstrip()
        at = len(text)
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
