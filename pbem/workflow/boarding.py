"""The work on boards themselves: looking for their faults, drawing them, beginning a new one."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pbem.boards import Examined, cache, examine, folder_of, load
from pbem.boards.complaints import Complaint, rendered
from pbem.boards.drafts import drawable
from pbem.boards.forms import form_ids, form_of
from pbem.boards.shelf import files_of
from pbem.boards.template import template
from pbem.core import listed
from pbem.core.board import Pack
from pbem.rulesets import MODULES, ruleset_of
from pbem.store import GameFault, disk, read_bytes
from pbem.store.disk import PUBLIC
from pbem.store.transaction import CANNOT_WRITE, why_named
from pbem.store.writing import write_named
from pbem.workflow import UNKNOWN_CHOICE
from pbem.workflow.board_codes import NOTHING_DRAWN
from pbem.workflow.board_picture import picture_of
from pbem.workflow.boards import inspected, typed
from pbem.workflow.codes import EXISTS
from pbem.workflow.mapping import Sketch, Wanted, svg_of, write_map
from pbem.workflow.mapping import form_of as form_of_file


class Linted(NamedTuple):
    """What was found of a board."""

    folder: str
    examined: Examined

    @property
    def errors(self) -> tuple[Complaint, ...]:
        return tuple(row for row in self.examined.complaints if row.is_error)


def lint(name_or_path: str) -> Linted:
    """Look for all faults of a board; one that is sound is kept in the cache, ready to be played on."""
    folder = folder_of(typed(name_or_path))
    examined = inspected(folder)
    if examined.pack is not None and examined.pack.complete:
        _keep(examined.pack)
    return Linted(name_or_path, examined)


def _keep(pack: Pack) -> None:
    """Compile a board for the title that is played on it."""
    title = form_of(pack.form).title
    ruleset = ruleset_of(title) if title in MODULES else None
    if ruleset is not None and ruleset.boards is not None:
        cache.keep(ruleset.name, ruleset.revision, pack.digest, ruleset.boards.modules(pack))


def as_text(found: Linted) -> str:
    """What is told of a board: its complaints, then what it is."""
    pack = found.examined.pack
    lines = rendered(found.examined.complaints)
    if pack is None:
        number = len(found.errors)
        return "\n".join(
            [*lines, "", f"{found.folder}: {number} faults" if number != 1 else f"{found.folder}: 1 fault"]
        )
    main = sum(road.main for road in pack.roads)
    facts = [f"{len(pack.cities)} cities", f"{len(pack.roads)} roads ({main} main)", f"{len(pack.sectors)} sectors"]
    facts += [f"{len(pack.setup)} pieces"] + ([f"maps {listed(pack.maps)}"] if len(pack.maps) > 1 else [])
    lines += [f"{found.folder}: the board is in order", f"  {pack.name}: {', '.join(facts)}", f"  digest {pack.digest}"]
    return "\n".join(lines if pack.complete else [*lines, "  it is not complete: no game is begun on it"])


def as_data(found: Linted) -> dict[str, Any]:
    """The same for programs."""
    pack = found.examined.pack
    rows = [
        {
            "code": row.code.id, "name": row.code.name, "severity": row.code.severity, "file": row.source.file,
            "line": row.source.line, "message": row.said, "hint": row.hint,
        }
        for row in found.examined.complaints
    ]  # fmt: skip
    return {"board": pack.name if pack else "", "digest": pack.digest if pack else "", "complaints": rows}


CAPTION = "{name}, digest {digest}"
UNFINISHED = "{name}, not in order yet"
AS_FAR = "{folder}: the board has faults, so this shows what is there; `pbem board lint {folder}` tells them all"


class Drawn(NamedTuple):
    """A board as SVG, and what is to be said of it."""

    svg: str
    remark: str = ""


def draw(name_or_path: str, part: str = "", around: str = "", radius: int = 4) -> Drawn:
    """A board as SVG, whole or in part; one with faults as far as it can be drawn."""
    examined = examine(folder_of(typed(name_or_path)))
    pack = examined.pack or drawable(examined.draft)
    if not pack.cities:
        raise GameFault(NOTHING_DRAWN, name_or_path)
    caption = CAPTION.format(name=pack.name, digest=pack.digest[:12])
    remark = ""
    if examined.pack is None:
        caption, remark = UNFINISHED.format(name=pack.name), AS_FAR.format(folder=name_or_path)
    svg = svg_of(Sketch(picture_of(pack), (), caption), Wanted(theatre=part, around=around, radius=radius))
    return Drawn(svg, remark)


def drawn(name_or_path: str, output: str, part: str = "", around: str = "", radius: int = 4) -> Drawn:
    """The same, written to a file if one is named."""
    form_of_file(output or "map.svg")  # before all the work of drawing
    found = draw(name_or_path, part, around, radius)
    if output:
        write_map(found.svg, output)
    return found


def begin(directory: str, title: str, like: str = "") -> Sequence[str]:
    """Write a board to be filled in, or a copy of another to be changed; the names of its files."""
    if os.path.lexists(directory) and not (os.path.isdir(directory) and not os.listdir(directory)):
        raise GameFault(EXISTS, directory, form="board")
    files = _copied(like) if like else _empty(directory, title)
    try:
        disk.mkdir(directory, 0o755)
    except OSError as error:
        raise GameFault(CANNOT_WRITE, directory, **why_named(error)) from None
    for name, data in files.items():
        write_named(os.path.join(directory, name), data, mode=PUBLIC, sync=False)
    return tuple(files)


def _copied(like: str) -> Mapping[str, bytes]:
    pack = load(typed(like))
    return {name: read_bytes(os.path.join(pack.folder, name)) for name in files_of(pack)}


def _empty(directory: str, title: str) -> Mapping[str, bytes]:
    titles = {form_of(id_).title: form_of(id_) for id_ in form_ids()}
    if title not in titles:
        raise GameFault(UNKNOWN_CHOICE, directory, form="title", found=title, known=", ".join(titles))
    name = os.path.basename(os.path.abspath(directory))
    return {file: text.encode() for file, text in template(titles[title], name).items()}


def said_begun(directory: str, names: Sequence[str]) -> str:
    """What is printed of a new board."""
    lint, draw_ = f"pbem board lint {directory}", f"pbem board draw {directory} -o board.svg"
    return f"{directory}: {', '.join(names)}\n\nFill in the tables, then:\n\n  {lint}\n  {draw_}"
