"""Letters taken in one by one, each by a fresh game: a second of the processor and 100 MB are enough for any.

What a letter takes is asked of the system and compared; a bound of the system ends whatever would never end.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import warnings
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from mail.post import NOW, mails, post, text_of, winter

from pbem.core.sheets import parsed
from pbem.store.inbox import versions
from pbem.store.mailboxes import Incoming
from pbem.workflow.letters import fetch

SECONDS, MEGABYTES = 1, 100  # of one letter; of the processor, so that a machine with much to do makes no difference


class Became(NamedTuple):
    """What became of a letter."""

    fate: str
    sheet: dict[str, Any]  # what lies in the inbox of its writer; nothing if nothing does
    answers: list[str]  # to whom mails were written
    codes: str  # of its refusal
    seconds: float  # of the processor, from the letter to its answers


def became_of(made: str, folder: str, data: bytes) -> Became:
    """What a fresh game does with a letter."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(made, folder)
    before = _used()
    (outcome,) = fetch([folder], [Incoming(data, "letter.eml")], NOW)
    seconds = _used() - before
    if outcome.fault is not None:
        return Became(f"fault {outcome.fault.code.id}", {}, [], "", seconds)
    rows = versions(winter(folder), 1).get("north", [])
    sheet = parsed(Path(rows[0].path).read_text(encoding="utf-8")) if rows else {}
    written = [str(mail["To"]) for place in (winter(folder), post(folder)) for mail in mails(place)]
    row = outcome.row
    assert row is not None
    return Became(row.fate, dict(sheet) if isinstance(sheet, dict) else {}, written, row.about, seconds)


def in_bounds(made: str, folder: str, letters: Iterable[tuple[str, bytes]]) -> dict[str, Became]:
    """The same for many letters; one that goes beyond the bounds is named."""
    waiting = dict(letters)
    rows, code = _in_child(lambda: ((name, _limited(made, folder, data)) for name, data in waiting.items()))
    found = {name: Became(*row) for name, row in rows}
    broken = next((name for name in waiting if name not in found), "")
    assert ("", 0) == (broken, code), "this letter went beyond the bounds, or broke the program"
    slow = {name: row.seconds for name, row in found.items() if row.seconds >= SECONDS}
    assert {} == slow, "these letters took too long"
    return found


def _used() -> float:
    """The seconds of the processor that this process has had."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _limited(made: str, folder: str, data: bytes) -> Became:
    """The same, ended by the system in the end; it counts whole seconds, and the copy of the game with them."""
    resource.setrlimit(resource.RLIMIT_CPU, (int(_used()) + 2 + SECONDS, resource.RLIM_INFINITY))
    return became_of(made, folder, data)


def _in_child(work: Callable[[], Iterable[Any]]) -> tuple[list[Any], int]:
    """What a copy of this process makes, with no more memory than it may have, and how it ended."""
    read, write = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if not child:
        try:
            os.close(read)
            size = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
            resource.setrlimit(resource.RLIMIT_AS, (size + MEGABYTES * 1_000_000, resource.RLIM_INFINITY))
            with open(write, "w", encoding="utf-8") as file:
                for row in work():
                    print(json.dumps(row), file=file, flush=True)
            os._exit(0)
        finally:
            os._exit(1)
    os.close(write)
    with open(read, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    return rows, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def words_of(directory: str) -> str:
    """All that the mails of a game say."""
    return "\n".join(f"{mail.as_string()}\n{text_of(mail)}" for mail in mails(directory))
