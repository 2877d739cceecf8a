"""The cases run one after the other, each on a fresh game."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

from battle_game import begin
from messages import Shown

from message_cases import (  # noqa: F401 they note their cases
    ahead,
    binding,
    boards,
    bounds,
    choices,
    clocks,
    damaged,
    desk,
    envelopes,
    ledger,
    letters,
    maria,
    page,
    post,
    servers,
    simulations,
    spoilt,
    titles,
    trusted,
)
from message_cases.common import CASES
from pbem.boards.complaints import Complaint, rendered
from pbem.rulesets import MODULES
from pbem.store import GameFault
from pbem.workflow.sealing import Refused
from pbem.workflow.verify import as_text
from pbem.workflow.verify_notices import Held
from pbem.workflow.verify_notices import as_text as notice_as_text


def of_commands() -> Iterator[Shown]:
    """What each case is told."""
    known = dict(MODULES)
    with (
        tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as own,
        mock.patch.dict(os.environ, PBEM_CONFIG=own, PBEM_CACHE=os.path.join(own, "cache")),
    ):  # fmt: skip
        begin(Path(first))
        for code, title, work in CASES:
            with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
                MODULES.pop("toy", None)
                shutil.copytree(first, ".", dirs_exist_ok=True)
                text, form = told(code, work)
                yield Shown(code, form, title, masked(text))
    MODULES.clear()
    MODULES.update(known)


def told(code: str, work: Callable[[], Any]) -> tuple[str, str]:
    """The complaint with that code, as it is printed, and its form."""
    try:
        answer = work()
    except Refused as refused:
        answer = refused.answer
    except GameFault as fault:
        assert code == fault.code.id, fault.message
        form = fault.facts.get("form", "") if fault.code.forms else ""
        return f"{fault.message}\n   = hint: {fault.hint}", form
    if isinstance(answer, Complaint):  # about a board
        assert code == answer.code.id
        return "\n".join(rendered([answer])), answer.facts.get("form", "")
    if type(answer) is tuple:  # a mail, and the form of the complaint in it
        found = re.search(rf"[^\n]*error\[{code}\].*?(?=\n\n|\n?\Z)", answer[0], re.DOTALL)
        assert found, (code, answer)
        return found[0], answer[1]
    if isinstance(answer, str):  # a report
        found = re.search(rf"{code} .*?(?=\n  \S|\n\n)", answer, re.DOTALL)
        assert found, (code, answer)
        return " ".join(found[0].split()), ""
    if hasattr(answer, "findings"):
        assert code in [row.code for row in answer.findings], (code, answer.findings)
        row = next(row for row in answer.findings if row.code == code)
        shown = notice_as_text if isinstance(answer, Held) else as_text
        return shown(answer._replace(findings=(row,))), row.form  # type: ignore[operator]
    found = [item for item in answer.diagnostics if item.code.id == code]
    assert found, (code, answer.diagnostics)
    whole = answer._replace(diagnostics=tuple(found[:1])).complaints()
    return whole.rpartition("\n\n")[0], found[0].facts.get("form", "")


def masked(text: str) -> str:
    """The text without what chance has made."""
    text = re.sub(r"(words were: |says it: )[a-z]+ [a-z]+ [a-z]+ [a-z]+", r"\1jigsaw tunnel cushion museum", text)
    text = re.sub(r"(gathered has the commitment |and here it is )[0-9a-f]{64}", rf"\g<1>{'87' * 32}", text)
    return re.sub(r"(?<=\.\.)/\S*/(?=winter)", "", text)
