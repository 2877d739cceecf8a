"""What the page asks, by name: plain data in, plain data out, and every fault as a value."""

from __future__ import annotations

import os
from base64 import b64decode
from importlib import import_module
from json import dumps, loads
from typing import Any

from pbem.store import GameFault
from pbem.workflow.deskpage.asking import install
from pbem.workflow.deskpage.home import Home, about, opened
from pbem.workflow.deskpage.sources import found_in
from pbem.workflow.page_codes import NOTHING_TO_OPEN

# What answers each question, given the view that is open; its module loads when it is first asked.
ASKED = {
    "check": "pbem.workflow.deskpage.home:checked",
    "compare": "pbem.workflow.deskpage.reading:compared",
    "edit": "pbem.workflow.deskpage.offering:edited",
    "look up": "pbem.workflow.deskpage.reading:looked_up",
    "map": "pbem.workflow.deskpage.maps:drawn",
    "offers": "pbem.workflow.deskpage.offering:offered",
    "rehearse": "pbem.workflow.deskpage.rehearsals:rehearsed",
    "seal": "pbem.workflow.deskpage.envelopes:sealed",
}
BOARDS, FOLDERS = "pbem.workflow.deskpage.boards:kept", "pbem.workflow.deskpage.boards:kept_tables"
TABLES = (".csv", ".toml")


class Desk:
    """The one desk of a page: the folder it works in, and the view that is open."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.home: Home | None = None

    def answer(self, question: str) -> str:
        """The answer to a question, both as JSON; whatever is wrong with what was given is told in words."""
        asked = loads(question)
        try:
            return dumps({"value": self._answered(asked.pop("ask"), asked)})
        except GameFault as fault:
            message = fault.message.replace(f"{self.folder}/", "")
            return dumps({"fault": {"code": fault.code.id, "message": message, "hint": fault.hint}})

    def _answered(self, asked: str, given: dict[str, Any]) -> Any:
        if asked == "open":
            return self.open(given["name"], b64decode(given["data"]))
        if asked == "open folder":
            tables = {os.path.basename(name): b64decode(data) for name, data in given["files"] if name.endswith(TABLES)}
            return {"kind": "board", **_found(FOLDERS)(self.folder, given["name"], tables)}
        if self.home is None:
            raise GameFault(NOTHING_TO_OPEN, "desk")
        return _found(ASKED[asked])(self.home, **given)

    def open(self, name: str, data: bytes) -> dict[str, Any]:
        """Open whatever was dropped in, and say what it is."""
        source = found_in(name, data)
        if source.kind == "board":
            return {"kind": "board", **_found(BOARDS)(self.folder, name, data)}
        if source.kind != "view":
            return {"kind": source.kind, "text": source.text}
        self.home = opened(self.folder, source.text, source.told)
        return {"kind": "view", **about(self.home)}


def _found(place: str) -> Any:
    module, _, function = place.partition(":")
    return getattr(import_module(module), function)


def begun(folder: str) -> Desk:
    """A desk in the page, with nothing open yet."""
    os.makedirs(folder, exist_ok=True)
    install()
    return Desk(folder)
