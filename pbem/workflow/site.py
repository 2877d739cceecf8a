"""A web site of a game: a page for each step, written as plain files that need no server and no network."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from pbem.core.events import seen_by
from pbem.core.ruleset import round_of
from pbem.report.pages import page as filled_page
from pbem.report.sandbox import is_inside
from pbem.report.text import templates_directory
from pbem.store import GameFault, layout, read_bytes
from pbem.store.disk import PUBLIC
from pbem.store.locking import check_lock, held
from pbem.store.manifest import digest
from pbem.store.reading import step_names
from pbem.store.writing import make_folder, write_file
from pbem.workflow import Table, chosen, open_game, overrides_of, reads
from pbem.workflow.codes import NOT_A_SITE, TEMPLATE_FAULT
from pbem.workflow.gate import Gate, Make
from pbem.workflow.journal import tables_of
from pbem.workflow.many import Told, name_of
from pbem.workflow.mapping import Grounds, guarded_layer
from pbem.workflow.reporting import result_of, seats_of, story_of
from pbem.workflow.site_record import RECORD, Row, kept_rows, maker_of, record_data
from pbem.workflow.templating import guarded_text, templates_used

MARK = "pbem-site.txt"  # only a directory with this file in it is ever written over
OWN = ("site.css", "site.js")
LAST = "last.html"  # leads to the last step, so that no page changes when another step comes
DESK = "desk.html"
Watch = Callable[[Iterator[Any], int], Iterable[Any]]
Desk = Callable[[Table], bytes]  # makes the player's desk with the public view of a game inside


class Page(NamedTuple):
    """One step: what was decided in it, and the game as it stood after it."""

    row: Row
    table: Table


@reads
def site(
    directory: str,
    target: str,
    role: str | None = None,
    watch: Watch = lambda items, _: items,
    desk: Desk | None = None,
) -> str:  # fmt: skip
    """Write the site of a game for a role or the public, with the player's desk beside it if that is wanted; the path
    of its first page."""
    table = open_game(directory)
    if role is not None:
        chosen(role, tuple(table.game.players), "role", directory)
    check_lock(target)
    names = _names_in(target)
    make_folder(target, PUBLIC)
    with held(target):  # two sites in one folder would be a muddle of both
        if desk is not None:
            _put(target, DESK, desk(table))
        return _written(table, target, role, watch, names, desk is not None)


def told(directory: str, folder: str, role: str | None, desk: Desk | None = None) -> Told:
    """The site of one of many games, in a folder of its name."""
    page = site(directory, os.path.join(folder, name_of(directory)), role, desk=desk)
    return Told(directory, page, {"directory": directory, "page": page})


def _written(table: Table, target: str, role: str | None, watch: Watch, old: list[str], desk: bool) -> str:
    """Write what is new; pages that would come out the same are left alone, and not even made."""
    names, maker = step_names(table.game.directory), maker_of(table, role)
    kept = kept_rows(table, target, maker, names)
    _make_room(target, old, {row.file for row in kept})
    pages = [*pages_of(table, len(kept))]
    rows, made, grounds = [*kept, *(page.row for page in pages)], [*kept], Grounds()
    for page in watch(iter(pages), len(pages)):
        gate, row = Gate(page.table, role), page.row
        make = partial(page_model, row=row, last=len(rows) - 1, role=role)
        data = _laid_out("site/page.html.j2", gate, make, row.file, grounds).encode()
        _put(target, row.file, data)
        mark = maker.mark(row, page.table.last.digest, row.step == len(rows) - 1) if maker else ""
        made.append(row._replace(mark=mark, digest=digest(data)))
    gate = Gate(table, role)
    make = partial(index_model, rows=rows, role=role, desk=DESK if desk else table.game.desk_link)
    front = _laid_out("site/index.html.j2", gate, make, "index.html", grounds)
    _put(target, "index.html", front.encode())
    _put(target, LAST, _relay(table, rows[-1].file))
    for name, data in (*((name, _own(table, name)) for name in OWN), *grounds.files.items()):
        _put(target, name, data)
    if maker:
        _put(target, RECORD, record_data(made))
    return os.path.join(target, "index.html")


def _put(target: str, name: str, data: bytes) -> None:
    """Write a file, unless it is there already."""
    path = os.path.join(target, name)
    if not os.path.isfile(path) or read_bytes(path) != data:
        write_file(path, data, mode=PUBLIC, sync=False)


def _relay(table: Table, file: str) -> bytes:
    """The page that leads to the last step."""
    with templates_used():
        model = {"game": table.game.name, "file": file}
        return filled_page("site/last.html.j2", model, overrides_of(table.game.directory)).encode()


def _laid_out(template: str, gate: Gate, make: Make[Mapping[str, Any]], name: str, grounds: Grounds) -> str:
    """A page, from what has passed the gate."""
    model, picture = gate.passed(make, name), guarded_layer(gate, name, grounds)
    lay_out = partial(filled_page, template, overrides=overrides_of(gate.table.game.directory), map_=picture)
    with templates_used():
        return guarded_text(gate, model, make, lay_out, name)


def _names_in(target: str) -> list[str]:
    """What lies in the directory: nothing, or a site already."""
    names = [name for name in os.listdir(target) if name != layout.LOCK] if os.path.isdir(target) else []
    if names and MARK not in names:
        raise GameFault(NOT_A_SITE, target)
    return names


def _make_room(target: str, names: list[str], kept: Collection[str]) -> None:
    """Mark the directory as ours; old pages go."""
    _put(target, MARK, b"Written by pbem site, which writes over everything here.\n")
    for name in names:
        is_page = name.startswith("step-") and name.endswith(".html") and name not in kept
        if is_page or (not kept and layout.is_ground(name)):
            os.remove(os.path.join(target, name))


def pages_of(table: Table, first: int = 0) -> Iterator[Page]:
    """The steps from one on as pages, each with the game as it stood after it, and called by that like report, mail
    and map."""
    for then in tables_of(table, first):
        heading = table.ruleset.telling.heading(then.state)
        yield Page(Row(then.last.number, then.last.label, heading, _group(then)), then)


def _group(then: Table) -> str:
    """The round of a step; before the first and after the last there is none."""
    if number := round_of(then.last.label):
        return f"{then.ruleset.round} {number}"
    return "The beginning" if then.ruleset.rules.result(then.state) is None else "The end"


def page_model(table: Table, row: Row, last: int, role: str | None) -> dict[str, Any]:
    """The page of one step as plain data, made from the view and the events its reader saw."""
    ruleset, view = table.ruleset, table.ruleset.secrets.view_of(table.state, role)
    before = row._replace(step=row.step - 1).file if row.step else ""
    after = row._replace(step=row.step + 1).file if row.step < last else ""
    return {
        **_common(table, role),
        "step": row.step,
        "heading": row.heading,
        "before": before,
        "after": after,
        "turns": _turns(row, before, after),
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


def _turns(row: Row, before: str, after: str) -> list[tuple[str, str, str]]:
    """The links that turn pages: name, sign and target."""
    return [
        ("First step", "|◀", row._replace(step=0).file if before else ""),
        ("Step before", "◀", before),
        ("All steps", "≡", "index.html"),
        ("Next step", "▶", after),
        ("Last step", "▶|", LAST if after else ""),
    ]


def index_model(table: Table, rows: list[Row], role: str | None, desk: str = "") -> dict[str, Any]:
    """The front page as plain data: who plays, how the game stands, the last map, and the list of all steps."""
    groups = [
        {"title": title, "pages": [_row(row) for row in found]} for title, found in groupby(rows, lambda row: row.group)
    ]
    score, view = table.ruleset.score, table.ruleset.secrets.view_of(table.state, role)
    summary = [*([score.section(view, role)] if score else []), _players(table)]
    pages = [_row(row) for row in rows]
    return {**_common(table, role), "pages": pages, "groups": groups, "summary": summary, "desk": desk}


def _row(row: Row) -> dict[str, Any]:
    """A step in the list of all."""
    return {"step": row.step, "file": row.file, "label": row.label, "heading": row.heading}


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
