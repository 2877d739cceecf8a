"""The caption above a map and the legend below it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.core.picture import Overlay, Picture
from pbem.svgmap.labels import held, text_width
from pbem.svgmap.land import MAIN_ROAD, ROAD, termed
from pbem.svgmap.marks import INK, badge, blades, body, conquered, crown, house, question, void
from pbem.svgmap.shapes import element, group, num, safe, written

SIZE = 13.0  # of the letters, where the map is 1000 wide
ROW = 24.0
MARK = 32.0  # room for the mark before each word
Item = tuple[str, str]  # a mark, and its word


def caption_height(unit: float) -> float:
    """How high the line above the map is."""
    return round(28 * unit, 1)


def caption(text: str, unit: float, width: float, exact: bool = True) -> str:
    """The line above the map; where a sheet tells that letters are bold, it is not said."""
    size = 17 * unit
    needed = text_width(text, size, bold=True)
    size *= min(1.0, (width - 20 * unit) / needed) if needed else 1.0
    place = {"x": 10 * unit, "y": 20 * unit, "font_size": size, **({"font_weight": "bold"} if exact else {})}
    return element("text", "", safe(text), **place, **held(text, size, bold=True))


def legend(rows: Iterable[Item], unit: float, wide: float) -> tuple[str, float]:
    """What the marks mean, in rows, and the height of it all."""
    parts, x, y = [], 10.0, 8.0
    for mark, text in rows:
        width = MARK + 8 + text_width(text, SIZE) + 14
        if (x + width) * unit > wide and x > 10:
            x, y = 10.0, y + ROW
        label = element("text", "", safe(text), x=MARK + 6, y=ROW / 2 + 0.36 * SIZE, **held(text, SIZE))
        parts.append(group([mark, label], transform=f"translate({num(x)} {num(y)})"))
        x += width
    inside = group(parts, font_size=SIZE, transform=f"scale({unit:.4f})")
    return inside, round((y + ROW + 8) * unit, 1)


def every_item(board: Picture) -> Iterator[Item]:
    """The marks of a board with their words, those too that are on the map at times only."""
    gone = tuple(row._replace(gone=True) for row in board.objectives)
    return items(board._replace(objectives=gone, marked=tuple(city.id for city in board.cities[:1])), ())


def items(picture: Picture, overlays: tuple[Overlay, ...]) -> Iterator[Item]:
    """The marks with their words."""
    middle, base = MARK / 2, ROW / 2
    nations = picture.nations
    for nation in nations:
        box = (middle - 13, base - 10, middle + 13, base + 10)
        yield _centred(written(body(box, f"{nation.letter}1", nation.colour, 1.0, 13.0, 1, False, False))), nation.name
    if not nations:
        return
    first, letter = nations[0], nations[0].letter
    box = (middle - 15, base - 8, middle + 12, base + 10)
    yield _centred(written(body(box, f"{letter}1+2", first.colour, 0.9, 10.5, 2, False, False))), "stack"
    yield _centred(written(body(box, f"{letter}1", first.colour, 0.9, 12.0, 1, False, True))), "face-down"
    train = (middle - 14, base - 9, middle + 14, base + 6)
    yield _centred(written(body(train, f"{letter}T1", first.colour, 0.9, 10.0, 1, True, False))), "supply train"
    if riders := dict(picture.terms).get("riders"):
        yield _centred(written(body(box, "H1", "#ffffff", 0.9, 12.0, 1, False, False))), riders
    yield from _city_marks(picture, middle, base)
    yield from _line_marks(base)
    for overlay in overlays:
        nation = next(nation for nation in nations if nation.id == overlay.nation)
        mark = element("circle" if overlay.kind == "supply" else "rect", **_spot(overlay.kind, middle, base),
                       fill=nation.colour, fill_opacity=".12", stroke=nation.arrow or nation.colour,
                       stroke_width=2.5)  # fmt: skip
        yield mark, overlay.title


def _spot(kind: str, x: float, y: float) -> dict[str, float]:
    if kind == "supply":
        return {"cx": x, "cy": y, "r": 9.0}
    return {"x": x - 9, "y": y - 9, "width": 18.0, "height": 18.0}


def _city_marks(picture: Picture, x: float, y: float) -> Iterator[Item]:
    """Objectives, depots and question marks, if the game has them."""
    known = {nation.id: nation for nation in picture.nations}
    owners = {row.nation for row in picture.objectives}
    wanted = [nation for nation in picture.nations if nation.id in owners]
    if wanted:
        nation = wanted[-1]
        second = next((row.nation for row in picture.objectives if row.order == 2), "")
        yield _centred(written(badge(x, y, 9, nation.letter, nation.colour, False))), termed(picture, "objective")
        if second:
            other = known[second]
            yield (
                _centred(written(badge(x, y, 9, f"{other.letter}2", other.colour, True))),
                termed(picture, "of second order"),
            )
        yield _centred(written(conquered(x, y, 9, nation.letter, nation.colour))), termed(picture, "conquered")
    if any(row.gone for row in picture.objectives) and (gone := termed(picture, "of a nation that is gone")):
        yield _centred(written(void(x, y, 9, wanted[0].letter))), gone
    if picture.depots:
        nation = known[picture.depots[0].nation]
        yield _centred(house(x, y, 10, nation.letter, nation.colour, "")), "depot"
    if picture.crowned:
        yield group([crown((x - 9, y - 6, x + 9, y + 6), "")], fill="#ffd23f", stroke=INK), termed(picture, "crown")
    if picture.marked:
        yield _centred(question(x, y, 8, "")), "not settled yet"


def _line_marks(y: float) -> Iterator[Item]:
    """Roads, moves, retreats and battles."""
    line = f"M2 {num(y)}H30"
    yield element("path", d=line, stroke=MAIN_ROAD, stroke_width=4.2), "main road"
    yield element("path", d=line, stroke=ROAD, stroke_width=1.8), "road"
    head = element("path", d=f"M31 {num(y)}l-9 -5v10z", fill="#555555", stroke="#222222")
    shaft = f"M2 {num(y)}H24"
    yield element("path", d=shaft, stroke="#555555", stroke_width=4) + head, "move"
    yield element("path", d=shaft, stroke="#555555", stroke_width=4, stroke_dasharray="6 4") + head, "retreat"
    yield _centred(blades(16, y, 9, "")), "battle"


def _centred(mark: str) -> str:
    return f'<g font-weight="bold" text-anchor="middle">{mark}</g>'
