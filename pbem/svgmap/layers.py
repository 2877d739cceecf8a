"""The layer of one step as SVG, above the ground: shades, arrows, conquests, battles, pieces and their labels."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from pbem.core.picture import City, Nation, Overlay, Piece, Stroke
from pbem.svgmap.ground import is_important, radius
from pbem.svgmap.labels import Box
from pbem.svgmap.land import depot, objective, objective_of, objective_parts, ring, ring_style, termed
from pbem.svgmap.layout import battle_box
from pbem.svgmap.looks import Looks, arrow_parts, label, sign
from pbem.svgmap.marks import INK, blades, conquered, question, void
from pbem.svgmap.pieces import Scene, Token, tail, tip
from pbem.svgmap.shapes import Part, closed, element, group, num, opened, written

ROUND = {"stroke_linejoin": "round"}  # of lines; a sheet tells it of the whole map


def step_layer(scene: Scene, overlays: tuple[Overlay, ...], looks: Looks | None = None) -> str:
    """All that one step puts above the ground, as one group; with looks in a sheet that maps share, or at each mark."""
    layers = (
        *(shade(scene, overlay) for overlay in overlays), arrows(scene, looks), stops(scene, looks),
        conquests(scene, looks is None), battles(scene), tails(scene, looks is None), question_marks(scene),
        tokens(scene, looks),
    )  # fmt: skip
    drawn = [layer for layer in layers if layer]
    if looks is None:
        return group([group(drawn, font_weight="bold", text_anchor="middle")], class_="pieces")
    return group(drawn, class_="pieces", text_anchor="middle")  # which not even a map without its sheet can do without


def shade(scene: Scene, overlay: Overlay) -> str:
    """A set of cities shown on demand: rings for supply, squares for protection; open, so that they hide no name."""
    half = 16 * max(0.7, scene.frame.small)
    nation, chosen = scene.ground.nations[overlay.nation], set(overlay.cities)
    box = f"h{num(2 * half)}v{num(2 * half)}h-{num(2 * half)}z"
    parts = []
    for city in scene.ground.cities:
        if city.id in chosen and overlay.kind == "supply":
            parts.append(element("circle", cx=city.x, cy=city.y, r=half))
        elif city.id in chosen:
            parts.append(element("path", d=f"M{num(city.x - half)} {num(city.y - half)}{box}"))
    return group(parts, fill=nation.colour, fill_opacity=".12", stroke=nation.arrow or nation.colour,
                 stroke_opacity=".75", stroke_width=3.2 * max(0.7, scene.frame.small))  # fmt: skip


def stops(scene: Scene, looks: Looks | None) -> str:
    """The marks of the cities on the way of an arrow, once more, so that it hides none.

    Those of objectives with which something has happened are drawn once more anyway.
    """
    ground, ways = scene.ground, {city for stroke in scene.strokes for city in stroke.cities}
    on_ways = [city for city in ground.cities if city.id in ways and not _has_changed(scene, city)]
    rings = [ring(ground, city, looks is None) for city in on_ways if not is_important(ground, city.id)]
    marks = [_stop(scene, city, looks) for city in on_ways if is_important(ground, city.id)]
    return "\n".join(part for part in (group(rings, **ring_style(ground)), *marks) if part)


def _stop(scene: Scene, city: City, looks: Looks | None) -> str:
    """The mark of an objective or a depot on the way of an arrow."""
    ground = scene.ground
    if city.id not in ground.objectives:
        return depot(ground, city, looks is None)
    if looks is None:
        return objective(ground, city, True)
    nation = ground.objectives[city.id].nation
    return element("g", "", looks.piece(nation, "", objective_parts(ground, city, city.x, city.y)), class_=nation)


def _has_changed(scene: Scene, city: City) -> bool:
    row = scene.objectives.get(city.id)
    return row is not None and (row.held or row.gone)


def conquests(scene: Scene, told: bool) -> str:
    """What has become of the objectives: filled if conquered, struck out if their nation is gone.

    Each of these marks is drawn once, and used at all its cities; ``told``: with words at each, else for all together.
    """
    marks: dict[str, str] = {}
    uses: dict[str, list[str]] = {}
    for city in scene.ground.cities:
        if _has_changed(scene, city):
            gone, (nation, letter, wanted) = scene.objectives[city.id].gone, mark_of(scene, city)
            spot = (0.0, 0.0, radius(scene.ground, city.id), letter)
            parts = void(*spot) if gone else conquered(*spot, nation.colour)
            # Not even where a sheet tells looks: it does not reach what is used.
            marks[letter] = element("g", "", written(parts), id=f"pm-{letter}")
            words = f"{wanted}, {'which no longer takes part' if gone else termed(scene.picture, 'conquered')}"
            about = f"{city.name} {city.about}: {words}" if told else ""
            used = element("use", about, href=f"#pm-{letter}", x=city.x, y=city.y)
            uses.setdefault("" if told else _alone(scene, words), []).append(used)
    defined = [f"<defs>{''.join(marks.values())}</defs>"] if marks else []
    return "\n".join([*defined, *(element("g", words, "\n".join(["", *rows, ""])) for words, rows in uses.items())])


def _alone(scene: Scene, words: str) -> str:
    """What is told of marks that are alike."""
    return f"{words[:1].upper()}{words[1:]}" if scene.picture.terms else f"An {words}"


def mark_of(scene: Scene, city: City) -> tuple[Nation, str, str]:
    """Whose mark a held objective bears, its letters, and what is told of it."""
    row, (nation, letter, wanted) = scene.objectives[city.id], objective_of(scene.ground, city)
    if not row.by:
        return nation, letter, wanted
    holder = scene.ground.nations[row.by]
    return holder, row.sign or f"{holder.letter}{'2' * (row.order == 2)}", f"{wanted}, {holder.name}"


def question_marks(scene: Scene) -> str:
    """A disc with a question mark where a conquest is not settled."""
    parts = [
        question((x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) / 2, f"{city.name}: not settled yet")
        for city, (x0, y0, x1, y1) in scene.questions
    ]
    return group(parts)


def arrows(scene: Scene, looks: Looks | None) -> str:
    """Moves as arrows along the roads, retreats as broken ones, each on a white line."""
    known = scene.ground.known
    parts = []
    for stroke in scene.strokes:
        if stroke.kind != "battle" and len(stroke.cities) > 1:
            made = arrow(scene, stroke, [known[city] for city in stroke.cities], looks is None)
            inside = written(made) if looks is None else looks.bare(stroke.nation, made)
            parts.append(element("g", stroke.about, inside, **({"class": stroke.nation} if looks else {})))
    return group(parts, fill="none", **({} if looks else ROUND))


def arrow(scene: Scene, stroke: Stroke, way: list[City], exact: bool) -> Iterator[Part]:
    """One arrow; it ends before the mark of the city it points at."""
    scale = scene.frame.scale
    line, head = pointed([(city.x, city.y) for city in way], radius(scene.ground, way[-1].id) + 2 * scale, 13 * scale)
    if not exact:
        line, head = [*map(round, line)], [*map(round, head)]
    return arrow_parts(scene.frame, scene.ground.nations[stroke.nation], opened(line), closed(head), stroke.kind)


def pointed(way: list[tuple[int, int]], gap: float, size: float) -> tuple[list[float], list[float]]:
    """The shaft and the head of an arrow along a way."""
    (ax, ay), (bx, by) = way[-2], way[-1]
    length = hypot(bx - ax, by - ay) or 1.0
    ux, uy = (bx - ax) / length, (by - ay) / length
    tip, size = max(0.0, length - gap), min(size, 0.7 * length)
    neck = max(0.0, tip - size)
    tx, ty, nx, ny = ax + ux * tip, ay + uy * tip, ax + ux * neck, ay + uy * neck
    wing = 0.55 * size
    head = [tx, ty, nx - uy * wing, ny + ux * wing, nx + uy * wing, ny - ux * wing]
    line = [float(number) for spot in way[:-1] for number in spot] + [nx, ny]
    return line, [round(number, 1) for number in head]


def battles(scene: Scene) -> str:
    """A disc with crossed blades between the two cities of a battle."""
    parts = []
    for stroke in scene.strokes:
        if stroke.kind == "battle":
            x0, y0, x1, y1 = battle_box(scene, stroke)
            parts.append(blades((x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) / 2.2, stroke.about))
    return group(parts)


def tails(scene: Scene, exact: bool) -> str:
    """The tails by which pieces hang on their cities: broad at the piece and pointed at the city, as no road is."""
    data: dict[str, str] = {}
    for row in scene.tokens:
        points = _wedge(tip(scene, row), tail(row)[2:], row.box, 5.0 * scene.frame.scale)
        nation = row.pieces[0].nation
        data[nation] = data.get(nation, "") + closed(points if exact else [*map(round, points)])
    parts = [element("path", d=wedges, fill=scene.ground.nations[nation].colour) for nation, wedges in data.items()]
    return group(parts, stroke=INK, stroke_width=1.4 * scene.frame.scale, **(ROUND if exact else {}))


def _wedge(point: tuple[float, float], edge: tuple[float, float], box: Box, half: float) -> list[float]:
    """A triangle from a point to the edge of a piece and on below it, so that its base is hidden."""
    x, y = point
    a, b = (edge[0] + (box[0] + box[2]) / 2) / 2, (edge[1] + (box[1] + box[3]) / 2) / 2
    length = hypot(a - x, b - y) or 1.0
    dx, dy = (b - y) / length * half, (x - a) / length * half
    return [round(number, 1) for number in (x, y, a - dx, b - dy, a + dx, b + dy)]


def tokens(scene: Scene, looks: Looks | None) -> str:
    """The pieces: generals on shields, trains on wheels, stacks as more than one leaf."""
    if looks is None:
        return group([element("g", about(scene, row), written(token(scene, row))) for row in scene.tokens])
    nations: dict[str, list[str]] = {}
    for row in scene.tokens:
        nation = row.pieces[0].nation
        words = about(scene, row).partition(": ")[
            2
        ]  # all in a group are of one nation, whose letter and colour they have
        nations.setdefault(nation, []).append(looks.piece(nation, words, token(scene, row)))
    return "\n".join(group(rows, class_=nation) for nation, rows in nations.items())


def token(scene: Scene, row: Token) -> Iterator[Part]:
    """One piece or stack with its label."""
    nation = scene.ground.nations[row.pieces[0].nation]
    yield from sign(scene.frame, nation, row.box, row.text, len(row.pieces), row.is_train, row.pieces[0].face_down)
    if row.label is not None:
        yield from label(scene.frame, nation, row.label)


def about(scene: Scene, row: Token) -> str:
    """What is told of a piece: whoever points at it reads all names in full."""
    names = ", ".join(_called(piece) for piece in row.pieces)
    down = ", face-down" if row.pieces[0].face_down else ""
    return f"{scene.ground.nations[row.pieces[0].nation].name}: {names} in {row.city.name}{down}"


def _called(piece: Piece) -> str:
    return piece.name if piece.troops is None else f"{piece.name} ({piece.troops})"
