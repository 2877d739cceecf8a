"""A view opened at the desk: whose it is, what it shows and what is asked of its reader, as plain data."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from json import loads
from typing import Any

from pbem.core import Record
from pbem.core.ruleset import Ruleset
from pbem.store import WRONG_VALUE, GameFault
from pbem.store.views import ViewFile, read_view
from pbem.store.writing import write_file
from pbem.workflow import STATE_UNREADABLE, check_set_up, decoded, ruleset_on, title_of, words_owed
from pbem.workflow.check import Answer, check_with_view, said
from pbem.workflow.deskpage.conditions import CONDITIONS
from pbem.workflow.deskpage.lines import bids_in
from pbem.workflow.sheet import blank, heading
from pbem.workflow.sound import fault_in

VIEW, SHEET = "view.toml", "orders.toml"
TRIED = "tried"  # the folder of a view that is being opened
MOST = 9_999_999  # steps of a game; one a minute would take years


class Home(Record):
    """What the desk knows: a folder with the view in it, what the view says, and its title's rules."""

    folder: str
    seen: ViewFile
    ruleset: Ruleset
    view: Any
    told: str
    scenes: list[Any]  # the map as it was drawn last, if it was: what stays the same stays in its place
    shown: Mapping[str, Any] = {}  # what the page shows of it as soon as it is open

    @property
    def role(self) -> str | None:
        """Whose view it is; None is the public, who write no sheets."""
        return self.seen.role or None

    @property
    def file(self) -> str:
        """Where the view is."""
        return os.path.join(self.folder, VIEW)


@contextmanager
def by_view() -> Iterator[None]:
    """Whatever the rules stumble over lies in the view, which somebody can have changed: it is told in words."""
    try:
        yield
    except GameFault:
        raise
    except Exception as error:
        raise GameFault(STATE_UNREADABLE, VIEW, form="stuck", fault=fault_in(error)) from error


def opened(folder: str, text: str, told: str = "") -> Home:
    """The view in a text, kept as a file: so all that is asked about it is asked as at any other desk.

    One that cannot be used leaves the file of the view before it as it is.
    """
    path = os.path.join(folder, TRIED, VIEW)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    write_file(path, text.encode(), sync=False)
    with by_view():
        seen = read_view(path)
        ruleset = ruleset_on(seen.ruleset, VIEW, seen.revision, seen.board)
        check_set_up(ruleset, seen.mode, seen.options, VIEW)
        if not 0 < seen.step <= MOST:
            raise GameFault(WRONG_VALUE, VIEW, form="steps", key="step", most=MOST)
        if seen.role:  # whatever the checker has against a view is said now, and not of every sheet
            check_with_view(write_sheet(os.path.join(folder, TRIED), ""), path)
        home = Home(folder, seen, ruleset, decoded(ruleset.files.decode, seen.state, VIEW), told, [])
        home = home._replace(shown=about(home))
    os.replace(path, home.file)
    return home


def seen_in(folder: str, text: str) -> ViewFile:
    """What a view says, without opening it."""
    path = os.path.join(folder, TRIED, VIEW)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    write_file(path, text.encode(), sync=False)
    return read_view(path)


def about(home: Home) -> dict[str, Any]:
    """Whose view it is, where the game stands, what is owed, and how things stand."""
    seen, ruleset = home.seen, home.ruleset
    mode, rules = ruleset.mode(seen.mode), ruleset.rules
    awaited = (*rules.awaiting(home.view), *(words_owed([seen.role]) if seen.waits else ()))
    awaited = () if seen.over else awaited
    own = [owed for owed in awaited if owed.role == seen.role]
    return {
        "game": seen.game,
        "title": ruleset.title,
        "ruleset": ruleset.name,
        "step": seen.step,
        "role": seen.role,
        "role_title": title_of(mode, seen.role) if seen.role else "",
        "seed": seen.commitment,
        "heading": ruleset.telling.heading(home.view),
        "owed": [{"kind": owed.kind, "what": owed.what, "default": owed.default} for owed in own],
        "waiting": [f"{title_of(mode, owed.role)}: {owed.what}" for owed in awaited if owed not in own],
        "sections": [_plain(section) for section in ruleset.telling.summary(home.view, home.role)["sections"]],
        "told": home.told,
        "sheet": sheet_of(home) if home.role else "",
        "seals": bool(seen.role and seen.seal_key and not seen.plays),
        "holds": bool(seen.role),
        "rehearses": ruleset.battles is not None,
        "conditions": CONDITIONS,
    }


def _plain(section: Mapping[str, Any]) -> dict[str, Any]:
    """A section of a report as it goes to the page."""
    plain: dict[str, Any] = {"title": section["title"], "lines": [*map(str, section.get("lines", ()))], "table": None}
    if table := section.get("table"):
        plain["table"] = {"columns": [*table["columns"]], "rows": [[*map(str, row)] for row in table["rows"]]}
    return plain


def sheet_of(home: Home) -> str:
    """The sheet that the reader owes, as it was sent."""
    seen = home.seen
    top = heading(seen.game, seen.step, seen.role, seen.key, seen.step == 1)
    return blank(home.ruleset, home.view, seen.role, top, seen.waits, seen.pace != "table", seen.held)


def checked(home: Home, sheet: str) -> dict[str, Any]:
    """What the checker says of a sheet, as it is printed and with its places; and what the sheet would do."""
    answer = answered(home, sheet)
    return {
        "said": "\n".join(said(answer._replace(would=None), "text")),
        "complaints": loads(answer.complaints("json")),
        "refused": answer.is_refused,
        "bids": bids_in(sheet) if answer.diagnostics else [],
        "understood": list(answer.understood),
        "would": None if answer.would is None else list(answer.would),
    }


def answered(home: Home, text: str) -> Answer:
    """The answer of `pbem check --view --tell`."""
    return check_with_view(write_sheet(home.folder, text), home.file, tell=True)


def write_sheet(folder: str, text: str) -> str:
    """Keep a sheet beside its view; the path."""
    path = os.path.join(folder, SHEET)
    write_file(path, text.encode("utf-8", "surrogatepass"), sync=False)
    return path
