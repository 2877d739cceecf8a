"""The map of a game as one reader knows it: from the view and from the events that reader saw."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from pbem.core import Names, index, sha256
from pbem.core.events import OF_THE_PROGRAM, Event, seen_by
from pbem.core.picture import Picture, Stroke
from pbem.core.ruleset import Map, Ruleset
from pbem.report.opening import with_own
from pbem.store import GameFault, layout
from pbem.store.disk import PUBLIC
from pbem.store.reading import read_step, step_names
from pbem.store.writing import write_named
from pbem.svgmap import Wish, draw, draw_above, draw_ground, draw_sheet
from pbem.svgmap.ground import board_of
from pbem.svgmap.png import NoPainter
from pbem.svgmap.png import painted as paint
from pbem.workflow import UNKNOWN_CHOICE, Table, chosen, open_game, reads, stood_after
from pbem.workflow.codes import NO_MAP, NO_PAINTER, UNKNOWN_PICTURE
from pbem.workflow.gate import MODERATOR, Gate
from pbem.workflow.title_codes import NO_CITIES


class Wanted(NamedTuple):
    """What to show: the whole board without shades is the default."""

    theatre: str = ""
    around: str = ""  # a city or a piece, as people write it
    radius: int = 4
    shades: tuple[tuple[str, str], ...] = ()  # the kind of an overlay of the picture, and a nation
    moves: bool = True


WHOLE = Wanted()


class Sketch(NamedTuple):
    """What a map shows to one reader, as plain data; a title's own painting is a finished SVG."""

    picture: Picture | str
    strokes: tuple[Stroke, ...] = ()
    caption: str = ""


def sketch_of(table: Table, role: str | None) -> Sketch | None:
    """What the map shows after the last step of an open game; None where the game has none."""
    view = table.state if role is MODERATOR else table.ruleset.secrets.view_of(table.state, role)
    caption = f"{table.game.name}, step {table.last.number}: {table.ruleset.telling.heading(table.state)}"
    return sketch_of_view(table.ruleset, view, role, seen_by(table.last.events, role), caption)


def sketch_of_view(
    ruleset: Ruleset, view: Any, role: str | None, events: Iterable[Event], caption: str
) -> Sketch | None:
    """What the map of a view shows, with the events its reader saw as arrows."""
    if ruleset.map is None:
        return Sketch(ruleset.painting.svg(view, role)) if ruleset.painting else None
    return Sketch(ruleset.map.picture(view, role), strokes_of(ruleset.map, events), caption)


def svg_of(sketch: Sketch | None, wanted: Wanted = WHOLE) -> str:
    """The map as SVG; nothing where there is none."""
    if sketch is None:
        return ""
    if isinstance(sketch.picture, str):
        return sketch.picture
    picture = sketch.picture
    svg = draw(picture, sketch.strokes if wanted.moves else (), wish_of(picture, wanted, sketch.caption))
    return svg if wanted.theatre or wanted.around else with_own(svg, picture)


def guarded_map(gate: Gate, name: str, wanted: Wanted = WHOLE) -> str:
    """The map of a reader, its data passed through the leak gate."""
    return svg_of(gate.passed(lambda table: _shown(sketch_of(table, gate.role), wanted), name), wanted)


def bare_sketch(table: Table, role: str | None) -> Sketch | None:
    """What the map shows to a reader, without shades."""
    return _shown(sketch_of(table, role), WHOLE)


class Grounds:
    """The grounds of maps that are drawn without them, and the looks of their pieces: files that many maps share.

    Each is named after what is in it, so a map never comes to lie on another ground than it was drawn for.
    """

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}

    def names_for(self, picture: Picture) -> tuple[str, str]:
        """The names of the files with ground and looks of a picture, which are among the files from now on."""
        ground, looks = found = _ground(board_of(picture))
        self.files |= found
        return ground, looks


@lru_cache(maxsize=4)
def _ground(board: Picture) -> dict[str, bytes]:
    """The two files that all maps of a board share, by their names."""
    ground, looks = draw_ground(board).encode(), draw_sheet(board).encode()
    return {layout.ground(_mark(ground)): ground, layout.looks(_mark(looks)): looks}


def _mark(data: bytes) -> str:
    return sha256(data).hex()[:12]


def guarded_layer(gate: Gate, name: str, grounds: Grounds) -> str:
    """The map of a reader above a ground in a file beside it; a painting is whole."""
    sketch = gate.passed(lambda table: _shown(sketch_of(table, gate.role), WHOLE), name)
    if sketch is None or isinstance(sketch.picture, str):
        return svg_of(sketch)
    svg = draw_above(sketch.picture, sketch.strokes, sketch.caption, *grounds.names_for(sketch.picture))
    return with_own(svg, sketch.picture)


def _shown(sketch: Sketch | None, wanted: Wanted) -> Sketch | None:
    """A sketch without the shades that nobody asked for: what is not drawn need not be compared."""
    if sketch is None or isinstance(sketch.picture, str) or wanted.shades:
        return sketch
    return sketch._replace(picture=sketch.picture._replace(overlays=()))


def strokes_of(map_: Map, events: Iterable[Event]) -> tuple[Stroke, ...]:
    """The events that can be drawn; those of the program itself cannot."""
    shown = [event for event in events if event.kind not in OF_THE_PROGRAM]
    return tuple(stroke for event in shown for stroke in map_.strokes(event))


def wish_of(picture: Picture, wanted: Wanted, caption: str) -> Wish:
    """What was wanted, with every name found; a name nobody knows is a fault."""
    nations = _index((nation.id, nation.name) for nation in picture.nations)
    ids = [nation.id for nation in picture.nations]
    kinds = tuple(dict.fromkeys(overlay.kind for overlay in picture.overlays))
    shades = [
        (
            chosen(kind.lower(), kinds, "shade", "map"),
            ids[found(nations, word, "nation", [nation.name for nation in picture.nations])],
        )
        for kind, word in wanted.shades
    ]
    theatre = None
    if wanted.theatre:
        names = [theatre.id for theatre in picture.theatres]
        theatre = picture.theatres[names.index(chosen(wanted.theatre.lower(), tuple(names), "theatre", "map"))]
    city = city_of(picture, wanted.around) if wanted.around else ""
    return Wish(caption, theatre, city, wanted.radius, tuple(shades))


def city_of(picture: Picture, word: str) -> str:
    """The id of the city of that name, or of the city where the piece of that name stands."""
    things = [(city.id, city.name, city.id) for city in picture.cities]
    # A city comes before a piece of the same name.
    taken = {name for _, name, _ in things}
    things += [(piece.id, piece.name, piece.city) for piece in picture.pieces if piece.name not in taken]
    names = _index((id_, name) for id_, name, _ in things)
    return things[found(names, word, "thing", [name for _, name, _ in things])][2]


def _index(rows: Iterable[tuple[str, str]]) -> Names:
    return index((at, id_, name) for at, (id_, name) in enumerate(rows))


def found(names: Names, word: str, form: str, titles: Sequence[str]) -> int:
    """The one thing of that name; else a fault that tells the candidates or the nearest."""
    things = names.find(word)
    if len(things) == 1:
        return things[0]
    near = dict.fromkeys(titles[thing] for thing in things or names.nearest(word, 5))
    known = ", ".join(near) or (", ".join(titles) if len(titles) < 12 else "any name on the map")
    raise GameFault(UNKNOWN_CHOICE, "map", form=form, found=word, known=known)


def at_step(table: Table, number: int | None) -> Table:
    """The game as it stood after an earlier step."""
    if number is None or number == table.last.number:
        return table
    steps = {named.number: named for named in step_names(table.game.directory)}
    if number not in steps:
        raise GameFault(UNKNOWN_CHOICE, table.game.directory, form="step", found=number, last=table.last.number)
    return stood_after(table, read_step(table.game, steps[number]))


@reads
def map_of(directory: str, role: str | None, step: int | None, wanted: Wanted) -> str:
    """The map of a game as SVG; a game without a map is a fault."""
    table = open_game(directory)
    if role is not None:
        chosen(role, tuple(table.game.players), "role", directory)
    _check_parts(table, wanted)
    svg = guarded_map(Gate(at_step(table, step), role), "map.svg", wanted)
    if not svg:
        raise GameFault(NO_MAP, directory, title=table.ruleset.title)
    return svg


def _check_parts(table: Table, wanted: Wanted) -> None:
    """Whether a title can show what was asked for: parts and shades are made of cities and roads."""
    if table.ruleset.map is None and table.ruleset.has_picture:
        for option, asked in (("theatre", wanted.theatre), ("around", wanted.around), ("shade", wanted.shades)):
            if asked:
                raise GameFault(NO_CITIES, table.game.directory, title=table.ruleset.title, option=option)


PICTURES = ("svg", "png", "pdf")


def form_of(file: str, what: str = "") -> str:
    """What kind of picture a file is to hold, from the end of its name; any other end is a fault."""
    end = os.path.splitext(file)[1].lower().removeprefix(".")
    if end not in PICTURES:
        raise GameFault(UNKNOWN_PICTURE, file, form=what, end=f".{end}" if end else "nothing")
    return end


def write_map(svg: str, file: str) -> None:
    """The map in a file: SVG, PNG or PDF, as its name ends."""
    form = form_of(file)
    write_named(file, svg.encode() if form == "svg" else painted(svg, file, form), mode=PUBLIC, sync=False)


def painted(svg: str, file: str, form: str) -> bytes:
    """The map as PNG or PDF; without the library for it, a fault that says how to get it."""
    try:
        return paint(svg, form)
    except NoPainter as error:
        why = " ".join(str(error).split())[:200]
        raise GameFault(NO_PAINTER, file, form=form.upper(), extra=form, why=why) from error
