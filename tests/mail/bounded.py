"""Letters taken in one by one, each by a fresh game, in a process that may use two seconds and 100 MB."""

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

SECONDS, MEGABYTES = 2, 100  # of one letter; the system counts whole seconds


class Became(NamedTuple):
    """What became of a letter."""

    fate: str
    sheet: dict[str, Any]  # what lies in the inbox of its writer; nothing if nothing does
    answers: list[str]  # to whom mails were written
    codes: str  # of its refusal


def became_of(made: str, folder: str, data: bytes) -> Became:
    """What a fresh game does with a letter."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(made, folder)
    (outcome,) = fetch([folder], [Incoming(data, "letter.eml")], NOW)
    if outcome.fault is not None:
        return Became(f"fault {outcome.fault.code.id}", {}, [], "")
    rows = versions(winter(folder), 1).get("north", [])
    sheet = parsed(Path(rows[0].path).read_text(encoding="utf-8")) if rows else {}
    written = [str(mail["To"]) for place in (winter(folder), post(folder)) for mail in mails(place)]
    row = outcome.row
    assert row is not None
    return Became(row.fate, dict(sheet) if isinstance(sheet, dict) else {}, written, row.about)


def in_bounds(made: str, folder: str, letters: Iterable[tuple[str, bytes]]) -> dict[str, Became]:
    """The same for many letters; whichever goes beyond the bounds ends the process, and is missing."""
    found = _in_child(lambda: {name: _limited(made, folder, data) for name, data in letters})
    return {name: Became(*row) for name, row in found.items()}


def _limited(made: str, folder: str, data: bytes) -> Became:
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = int(used.ru_utime + used.ru_stime) + 1 + SECONDS
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, resource.RLIM_INFINITY))
    return became_of(made, folder, data)


def _in_child(work: Callable[[], Any]) -> Any:
    """What a copy of this process makes of it, with no more memory than it may have."""
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
                json.dump(work(), file)
            os._exit(0)
        finally:
            os._exit(1)
    os.close(write)
    with open(read, encoding="utf-8") as file:
        said = file.read()
    assert 0 == os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), (
        "a letter went beyond the bounds, or broke the program"
    )
    return json.loads(said)


def words_of(directory: str) -> str:
    """All that the mails of a game say."""
    return "\n".join(f"{mail.as_string()}\n{text_of(mail)}" for mail in mails(directory))
