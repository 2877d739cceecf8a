"""What a verification finds: values that name the file and say what is wrong with it."""

from __future__ import annotations

from typing import Any

from pbem.core import Code, Record
from pbem.store import GameFault


class Finding(Record):
    """Something a hand has changed."""

    file: str
    code: str
    name: str
    message: str
    hint: str
    form: str = ""  # which of the sentences of the code it is


def finding(code: Code, file: str, /, **facts: Any) -> Finding:
    """The finding of that code about a file."""
    fault = GameFault(code, file, **facts)
    return Finding(file, code.id, code.name, fault.said, fault.hint, facts.get("form", "") if code.forms else "")


def of_fault(error: GameFault) -> Finding:
    """A fault met on the way, as a finding."""
    return finding(error.code, error.file, **error.facts)
