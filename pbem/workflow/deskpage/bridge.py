"""What the page asks, by name: plain data in, plain data out, and every fault as a value."""

from __future__ import annotations

import os
from base64 import b64decode
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from json import dumps, loads
from typing import Any

from pbem.store import GameFault
from pbem.store.views import ViewFile
from pbem.workflow import title_of
from pbem.workflow.deskpage.asking import install
from pbem.workflow.deskpage.home import Home, by_view, opened, seen_in
from pbem.workflow.deskpage.log import PUBLIC, Log, Page
from pbem.workflow.deskpage.sources import check_own, found_in
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
ENVELOPES = "pbem.workflow.deskpage.envelopes:seen"
HEADS = "pbem.workflow.deskpage.heads:Heads"
HINTS = "pbem.workflow.deskpage.hints:told"
TABLES = (".csv", ".toml")


class Desk:
    """The one desk of a page: the folder it works in, the view that is open, and what was told of all games."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.home: Home | None = None
        self.log = Log()
        self.heads: Any = None  # what was named of ledgers; its module loads when something first names it

    def answer(self, question: str) -> str:
        """The answer to a question, both as JSON; whatever is wrong with what was given is told in words."""
        asked = loads(question)
        name = asked.pop("ask")
        try:
            return dumps({"value": self._answered(name, asked)})
        except GameFault as fault:
            return dumps({"fault": _found(HINTS)(fault, name, self.folder)})

    def _answered(self, asked: str, given: dict[str, Any]) -> Any:
        if asked == "open":
            return self.open(given["name"], b64decode(given["data"]))
        if asked == "sort":
            return self.sort([(name, b64decode(data)) for name, data in given["files"]])
        if asked == "open folder":
            tables = {os.path.basename(name): b64decode(data) for name, data in given["files"] if name.endswith(TABLES)}
            return {"kind": "board", **_found(FOLDERS)(self.folder, given["name"], tables)}
        if self.home is None:
            raise GameFault(NOTHING_TO_OPEN, "desk")
        answer = _found(ASKED[asked])
        if asked == "compare":
            given["heads"] = self.named()
        with by_view():
            return answer(self.home, **given)

    def open(self, name: str, data: bytes) -> dict[str, Any]:
        """Open whatever was dropped in, and say what it is."""
        source = found_in(name, data)
        if source.kind == "board":
            return {"kind": "board", **_found(BOARDS)(self.folder, name, data)}
        if source.kind == "view":
            self.home = opened(self.folder, source.text, source.told)
            self.keep(source.page, self.home.seen)
            found = self.contradicted(data, source.page, self.home.seen)
            return {"kind": "view", **self.home.shown, "log": self.told(), "contradicted": found}
        if source.kind == "envelope":
            return {"kind": "envelope", **_found(ENVELOPES)(name, source.text)}
        self.keep(source.page)
        if source.page is not None:
            found = self.contradicted(data, source.page)
            story = {"game": source.page.game, "step": source.page.last, "contradicted": found}
            return {"kind": "story", **story, "log": self.told()}
        if source.kind == "sheet":
            check_own(self.home and self.home.seen, name, source.text)
        return {"kind": source.kind, "text": source.text}

    def keep(self, page: Page | None, seen: ViewFile | None = None) -> None:
        """Keep what was told, for the log; what came with a view is of its very game."""
        if page is not None:
            self.log.add(page._replace(seed=seen.commitment) if seen and seen.game == page.game else page)

    def named(self) -> Any:
        """What all receipts and reports have named of ledgers."""
        self.heads = self.heads or _found(HEADS)()
        return self.heads

    def contradicted(self, data: bytes, page: Page | None, seen: ViewFile | None = None) -> list[str]:
        """What a report says of the ledger otherwise than what was dropped in before."""
        if page is None:
            return []
        seen = seen or (self.home.seen if self.home else None)
        seed = seen.commitment if seen and seen.game == page.game else ""
        found = self.named().named(data, page.game, seed, f"the report for step {page.last}")
        return list(self.heads.contradicted(found))

    def told(self) -> list[dict[str, Any]]:
        """The log of the game that is open, for the reader of its view."""
        if self.home is None:
            return []
        seen = self.home.seen
        reader = title_of(self.home.ruleset.mode(seen.mode), seen.role) if seen.role else PUBLIC
        return self.log.of(seen.game, seen.commitment, reader)

    def sort(self, files: Sequence[tuple[str, bytes]]) -> dict[str, Any]:
        """Which of several files are to be opened, in their order, and the log with what all of them tell.

        Of views of one game for one reader that is the newest, if none that is newer still is open already.
        """
        views = [self.gathered(name, data) for name, data in files]
        newest = {whose(self.home.seen): self.home.seen.step} if self.home else {}
        for seen in filter(None, views):
            newest[whose(seen)] = max(seen.step, newest.get(whose(seen), 0))
        open_ = [n for n, seen in enumerate(views) if seen is None or seen.step == newest[whose(seen)]]
        return {"open": open_, "log": self.told()}

    def gathered(self, name: str, data: bytes) -> ViewFile | None:
        """Keep what a file tells; what the view in it says, if any. What is wrong with it is told when it is opened."""
        with suppress(GameFault):
            source = found_in(name, data)
            seen = seen_in(self.folder, source.text) if source.kind == "view" else None
            self.keep(source.page, seen)
            return seen
        return None


def whose(seen: ViewFile) -> tuple[str, str, str]:
    """Of which game a view is, and for whom."""
    return seen.game, seen.commitment, seen.role


def _found(place: str) -> Any:
    module, _, function = place.partition(":")
    return getattr(import_module(module), function)


def begun(folder: str) -> Desk:
    """A desk in the page, with nothing open yet."""
    os.makedirs(folder, exist_ok=True)
    install()
    return Desk(folder)
