"""A web site of a game: a page for each step, written as plain files that need no server and no network."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from pbem.core.events import seen_by
from pbem.core.ruleset import round_of
from pbem.report.pages import page as filled_page
from pbem.report.sandbox import is_inside
from pbem.report.text import templates_directory
from pbem.store import GameFault, read_bytes
from pbem.store.disk import PUBLIC
from pbem.store.layout import LOCK
from pbem.store.locking import check_lock, held
from pbem.store.writing import make_folder, write_file
from pbem.workflow import Table, chosen, open_game, overrides_of, reads
from pbem.workflow.codes import NOT_A_SITE, TEMPLATE_FAULT
from pbem.workflow.gate import Gate
from pbem.workflow.many import Told, name_of
from pbem.workflow.mapping import guarded_map
from pbem.workflow.reporting import result_of, seats_of, story_of, tables_of
from pbem.workflow.templating import templates_used

MARK = "pbem-site.txt"  # only a directory with this file in it is ever written over
OWN = ("site.css", "site.js")
Watch = Callable[[Iterator[Any], int], Iterable[Any]]


class Page(NamedTuple):
    """One step: what was decided in it, and the game as it stood after it."""

    step: int
    file: str
    label: str
    heading: str
    group: str  # the heading of the list it stands in: ``Turn 2``, in the title's own word
    table: Table


@reads
def site(directory: str, target: str, role: str | None = None, watch: Watch = lambda items, _: items) -> str:
    """Write the site of a game for a role or the public; the path of its first page."""
    table = open_game(directory)
    if role is not None:
        chosen(role, tuple(table.game.players), "role", directory)
    check_lock(target)
    names = _names_in(target)
    make_folder(target, PUBLIC)
    with held(target):  # two sites in one folder would be a muddle of both
        return _written(table, target, role, watch, names)


def told(directory: str, folder: str, role: str | None) -> Told:
    """The site of one of many games, in a folder of its name."""
    page = site(directory, os.path.join(folder, name_of(directory)), role)
    return Told(directory, page, {"directory": directory, "page": page})


def _written(table: Table, target: str, role: str | None, watch: Watch, old: list[str]) -> str:
    _make_room(target, old)
    pages = list(pages_of(table))
    for page in watch(iter(pages), len(pages)):
        gate = Gate(page.table, role)
        model = gate.passed(partial(page_model, page=page, pages=pages, role=role), page.file)
        text = _laid_out("site/page.html.j2", model, gate, page.file)
        write_file(os.path.join(target, page.file), text.encode(), mode=PUBLIC, sync=False)
    index = os.path.join(target, "index.html")
    gate = Gate(table, role)
    model = gate.passed(partial(index_model, pages=pages, role=role), "index.html")
    front = _laid_out("site/index.html.j2", model, gate, "index.html")
    write_file(index, front.encode(), mode=PUBLIC, sync=False)
    for name in OWN:
        write_file(os.path.join(target, name), _own(table, name), mode=PUBLIC, sync=False)
    return index


def _laid_out(template: str, model: Mapping[str, Any], gate: Gate, name: str) -> str:
    """A page, from what has passed the gate."""
    picture = guarded_map(gate, name)
    with templates_used():
        return filled_page(template, model, overrides_of(gate.table.game.directory), picture)


def _names_in(target: str) -> list[str]:
    """What lies in the directory: nothing, or a site already."""
    names = [name for name in os.listdir(target) if name != LOCK] if os.path.isdir(target) else []
    if names and MARK not in names:
        raise GameFault(NOT_A_SITE, target)
    return names


def _make_room(target: str, names: list[str]) -> None:
    """Mark the directory as ours; old pages go."""
    mark = b"Written by pbem site, which writes over everything here.\n"
    write_file(os.path.join(target, MARK), mark, mode=PUBLIC, sync=False)
    for name in names:
        if name.startswith("step-") and name.endswith(".html"):
            os.remove(os.path.join(target, name))


def pages_of(table: Table) -> Iterator[Page]:
    """All steps as pages, each with the game as it stood after it, and called by that like report, mail and map."""
    for then in tables_of(table):
        step, heading = then.last, table.ruleset.telling.heading(then.state)
        yield Page(step.number, f"step-{step.number:04}.html", step.label, heading, _group(then), then)


def _group(then: Table) -> str:
    """The round of a step; before the first and after the last there is none."""
    if number := round_of(then.last.label):
        return f"{then.ruleset.round} {number}"
    return "The beginning" if then.ruleset.rules.result(then.state) is None else "The end"


def page_model(table: Table, page: Page, pages: list[Page], role: str | None) -> dict[str, Any]:
    """The page of one step as plain data, made from the view and the events its reader saw."""
    ruleset, view = table.ruleset, table.ruleset.secrets.view_of(table.state, role)
    before = pages[page.step - 1].file if page.step else ""
    after = pages[page.step + 1].file if page.step + 1 < len(pages) else ""
    return {
        **_common(table, role),
        "step": page.step,
        "last": len(pages) - 1,
        "heading": page.heading,
        "before": before,
        "after": after,
        "turns": _turns(pages, before, after),
        "story": story_of(table, role, seen_by(table.last.events, role)),
        "since": None,
        "battles": "full",
        "summary": ruleset.telling.summary(view, role)["sections"],
    }


def _common(table: Table, role: str | None) -> dict[str, Any]:
    return {
        "game": table.game.name,
        "title": table.ruleset.title,
        "reader": table.title(role) if role else "",
        "standing": table.ruleset.telling.heading(table.state),
        "result": result_of(table),
    }


def _turns(pages: list[Page], before: str, after: str) -> list[tuple[str, str, str]]:
    """The links that turn pages: name, sign and target."""
    return [
        ("First step", "|◀", pages[0].file if before else ""),
        ("Step before", "◀", before),
        ("All steps", "≡", "index.html"),
        ("Next step", "▶", after),
        ("Last step", "▶|", pages[-1].file if after else ""),
    ]


def index_model(table: Table, pages: list[Page], role: str | None) -> dict[str, Any]:
    """The front page as plain data: who plays, how the game stands, the last map, and the list of all steps."""
    groups = [
        {"title": title, "pages": [_row(page) for page in found]}
        for title, found in groupby(pages, lambda page: page.group)
    ]
    score, view = table.ruleset.score, table.ruleset.secrets.view_of(table.state, role)
    summary = [*([score.section(view, role)] if score else []), _players(table)]
    return {**_common(table, role), "pages": [_row(page) for page in pages], "groups": groups, "summary": summary}


def _row(page: Page) -> dict[str, Any]:
    """A step in the list of all: nothing of its table, which holds every secret."""
    return {"step": page.step, "file": page.file, "label": page.label, "heading": page.heading}


def _players(table: Table) -> dict[str, Any]:
    """Who plays what, as a section of a page; addresses are nobody's business."""
    rows = [list(row) for row in seats_of(table)]
    return {"title": "The players", "table": {"columns": ["Role", "", "Player"], "rows": rows}}


def _own(table: Table, name: str) -> bytes:
    """A style sheet or script, of the game's own if it has one."""
    place = overrides_of(table.game.directory)
    own = os.path.join(place, "site", name) if place else ""
    if not place or not os.path.lexists(own):
        return read_bytes(os.path.join(templates_directory(), "site", name))
    if not is_inside(place, own):
        raise GameFault(TEMPLATE_FAULT, own, form="link")
    return read_bytes(own)
