"""The layer of one step as SVG, above the ground: shades, arrows, conquests, battles, pieces and their labels."""

from __future__ import annotations

from math import hypot

from pbem.core.picture import City, Nation, Overlay, Piece, Stroke
from pbem.svgmap.ground import is_important, radius
from pbem.svgmap.labels import Box, held
from pbem.svgmap.land import depot, objective, objective_of, ring, ring_style
from pbem.svgmap.layout import battle_box
from pbem.svgmap.marks import INK, PAPER, blades, body, conquered, question, void
from pbem.svgmap.pieces import Label, Scene, Token, tail, tip, token_size
from pbem.svgmap.shapes import closed, element, group, num, opened, safe


def step_layer(scene: Scene, overlays: tuple[Overlay, ...]) -> str:
    """All that one step puts above the ground, as one group."""
    layers = (
        *(shade(scene, overlay) for overlay in overlays), arrows(scene), stops(scene), conquests(scene), battles(scene),
        tails(scene), question_marks(scene), tokens(scene),
    )  # fmt: skip
    return group([layer for layer in layers if layer], class_="pieces")


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


def stops(scene: Scene) -> str:
    """The marks of the cities on the way of an arrow, once more, so that it hides none."""
    ground, ways = scene.ground, {city for stroke in scene.strokes for city in stroke.cities}
    on_ways = [city for city in ground.cities if city.id in ways]
    rings = [ring(ground, city) for city in on_ways if not is_important(ground, city.id)]
    marks = [objective(ground, city) if city.id in ground.objectives else depot(ground, city)
             for city in on_ways if is_important(ground, city.id)]  # fmt: skip
    groups = (group(rings, **ring_style(ground)), group(marks, font_weight="bold", text_anchor="middle"))
    return "\n".join(part for part in groups if part)


def conquests(scene: Scene) -> str:
    """What has become of the objectives: filled if conquered, struck out if their nation is gone."""
    parts = []
    for city in scene.ground.cities:
        row = scene.objectives.get(city.id)
        if row is None or not (row.held or row.gone):
            continue
        nation, letter, about = objective_of(scene.ground, city)
        spot = (city.x, city.y, radius(scene.ground, city.id), letter)
        if row.gone:
            parts.append(void(*spot, f"{about}, which no longer takes part"))
        else:
            parts.append(conquered(*spot, nation.colour, f"{about}, conquered"))
    return group(parts, font_weight="bold", text_anchor="middle")


def question_marks(scene: Scene) -> str:
    """A disc with a question mark where a conquest is not settled."""
    parts = [
        question((x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) / 2, f"{city.name}: not settled yet")
        for city, (x0, y0, x1, y1) in scene.questions
    ]
    return group(parts, font_weight="bold", text_anchor="middle")


def arrows(scene: Scene) -> str:
    """Moves as arrows along the roads, retreats as broken ones, each on a white line."""
    known = scene.ground.known
    parts = []
    for stroke in scene.strokes:
        if stroke.kind != "battle" and len(stroke.cities) > 1:
            parts.append(arrow(scene, stroke, [known[city] for city in stroke.cities]))
    return group(parts, fill="none", stroke_linejoin="round")


def arrow(scene: Scene, stroke: Stroke, way: list[City]) -> str:
    """One arrow; it ends before the mark of the city it points at."""
    scale = scene.frame.scale
    line, head = pointed([(city.x, city.y) for city in way], radius(scene.ground, way[-1].id) + 2 * scale, 13 * scale)
    nation = scene.ground.nations[stroke.nation]
    colour = nation.arrow or nation.colour
    broken = {"stroke_dasharray": f"{num(7 * scale)} {num(4 * scale)}"} if stroke.kind == "retreat" else {}
    shaft = opened(line)
    return element(
        "g",
        stroke.about,
        element("path", d=shaft, stroke="#ffffff", stroke_width=8.0 * scale, stroke_opacity=".85")
        + element("path", d=shaft, stroke=colour, stroke_width=4.6 * scale, **broken)
        + element("path", d=closed(head), fill=colour, stroke="#ffffff", stroke_width=1.3 * scale),
    )


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


def tails(scene: Scene) -> str:
    """The tails by which pieces hang on their cities: broad at the piece and pointed at the city, as no road is."""
    parts = []
    for row in scene.tokens:
        points = _wedge(tip(scene, row), tail(row)[2:], row.box, 5.0 * scene.frame.scale)
        parts.append(element("path", d=closed(points), fill=scene.ground.nations[row.pieces[0].nation].colour))
    return group(parts, stroke=INK, stroke_width=1.4 * scene.frame.scale, stroke_linejoin="round")


def _wedge(point: tuple[float, float], edge: tuple[float, float], box: Box, half: float) -> list[float]:
    """A triangle from a point to the edge of a piece and on below it, so that its base is hidden."""
    x, y = point
    a, b = (edge[0] + (box[0] + box[2]) / 2) / 2, (edge[1] + (box[1] + box[3]) / 2) / 2
    length = hypot(a - x, b - y) or 1.0
    dx, dy = (b - y) / length * half, (x - a) / length * half
    return [round(number, 1) for number in (x, y, a - dx, b - dy, a + dx, b + dy)]


def tokens(scene: Scene) -> str:
    """The pieces: generals on shields, trains on wheels, stacks as more than one leaf."""
    return group([token(scene, row) for row in scene.tokens], font_weight="bold", text_anchor="middle")


def token(scene: Scene, row: Token) -> str:
    """One piece or stack with its label; whoever points at it reads all names in full."""
    nation = scene.ground.nations[row.pieces[0].nation]
    names = ", ".join(_called(piece) for piece in row.pieces)
    down = ", face-down" if row.pieces[0].face_down else ""
    about = f"{nation.name}: {names} in {row.city.name}{down}"
    size, scale = token_size(scene, row.is_train), scene.frame.scale
    piece = body(row.box, row.text, nation.colour, scale, size, len(row.pieces), row.is_train, row.pieces[0].face_down)
    return element("g", about, piece + (label(row.label, nation, scale) if row.label else ""))


def _called(piece: Piece) -> str:
    return piece.name if piece.troops is None else f"{piece.name} ({piece.troops})"


def label(row: Label, nation: Nation, scale: float) -> str:
    """The names beside a piece, on a slip of paper edged in its nation's colour."""
    x0, y0, x1, y1 = row.box
    slip = element("rect", x=x0, y=y0, width=x1 - x0, height=y1 - y0, rx=2.0 * scale, fill=PAPER,
                   stroke=nation.arrow or nation.colour, stroke_width=0.8 * scale)  # fmt: skip
    if row.leader is not None:
        a, b, c, d = row.leader
        ink = nation.arrow or nation.colour
        slip = element("line", x1=a, y1=b, x2=c, y2=d, stroke=ink, stroke_width=1.6 * scale) + slip
    step = (y1 - y0) / len(row.lines)
    texts = [
        element("text", "", safe(text), x=(x0 + x1) / 2, y=y0 + (at + 0.5) * step + 0.34 * row.size,
                font_size=row.size, **held(text, row.size, bold=True))
        for at, text in enumerate(row.lines)
    ]  # fmt: skip
    return slip + "".join(texts)
