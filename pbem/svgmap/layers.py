"""The layers of a map, from the sea up to the names."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from pbem.core.picture import City, Overlay, Piece, Stroke
from pbem.svgmap.labels import Box, held, text_width
from pbem.svgmap.layout import Name, Plan, Token, middle, question_box, radius, token_size
from pbem.svgmap.shapes import clipped, closed, element, group, num, opened, safe

SEA, INK, ROAD, MAIN_ROAD = "#dce9ee", "#222222", "#a08f76", "#6b4f2a"


def layers(plan: Plan, overlays: tuple[Overlay, ...]) -> Iterator[str]:
    """All layers in their order."""
    yield ground(plan)
    yield sectors(plan)
    for overlay in overlays:
        yield shade(plan, overlay)
    yield roads(plan)
    yield arrows(plan)
    yield leaders(plan)
    yield cities(plan)
    yield objectives(plan)
    yield depots(plan)
    yield question_marks(plan)
    yield names(plan)
    yield battles(plan)
    yield tokens(plan)


def dark(colour: str) -> bool:
    """Whether white letters are read better on a colour than black ones."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return 299 * red + 587 * green + 114 * blue < 150_000


def ink_on(colour: str) -> str:
    return "#ffffff" if dark(colour) else "#000000"


def patterns(plan: Plan) -> str:
    """The hatchings of countries and of pieces that lie face-down."""
    made = [
        f'<pattern id="pm-h{angle}" width="9" height="9" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate({angle})"><path d="M0 0V9" stroke="#000000" stroke-opacity=".09" '
        'stroke-width="2"/></pattern>'
        for angle in sorted({country.hatch for country in plan.picture.countries if country.hatch})
    ]
    made.append(
        '<pattern id="pm-down" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<path d="M0 0V5" stroke="#000000" stroke-opacity=".45" stroke-width="2"/></pattern>'
    )
    return f"<defs>{''.join(made)}</defs>"


def ground(plan: Plan) -> str:
    """The sea and the countries: a tint for each, and lines for those of the greater powers."""
    x0, y0, x1, y1 = plan.frame.box
    parts = [element("path", d=f"M{num(x0)} {num(y0)}H{num(x1)}V{num(y1)}H{num(x0)}z", fill=SEA)]
    for country in plan.picture.countries:
        rings = [clipped(ring, (x0 - 9, y0 - 9, x1 + 9, y1 + 9)) for ring in country.rings]
        data = "".join(closed(ring) for ring in rings if ring)
        if data:
            parts.append(element("path", country.name, d=data, fill=country.colour, stroke="#8a8172", stroke_width=1.5))
            if country.hatch:
                parts.append(element("path", country.name, d=data, fill=f"url(#pm-h{country.hatch})"))
    return group(parts, fill_rule="evenodd", stroke_linejoin="round")


def sectors(plan: Plan) -> str:
    """The suit rectangles: thin lines, a large pale sign in the middle and a small one in a corner."""
    parts = []
    for sector in plan.picture.sectors:
        x0, y0, x1, y1 = _meet(sector[2:], plan.frame.box)
        if x0 >= x1 or y0 >= y1:
            continue
        parts.append(element("rect", x=sector.x0, y=sector.y0, width=sector.x1 - sector.x0,
                             height=sector.y1 - sector.y0, fill="none"))  # fmt: skip
        size = min(150.0, 0.75 * min(x1 - x0, y1 - y0))
        colour = "#b3261e" if sector.suit in "♥♦" else "#333333"
        parts.append(
            element("text", f"{sector.suit} sector", sector.suit, x=(x0 + x1) / 2, y=(y0 + y1) / 2 + 0.36 * size,
                    font_size=size, fill=colour, fill_opacity=".17", stroke="none", text_anchor="middle")
        )  # fmt: skip
    return group(parts, stroke="#6d6558", stroke_opacity=".55", stroke_width=1.6 * plan.frame.small)


def _meet(a: Box, b: Box) -> Box:
    return max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])


def shade(plan: Plan, overlay: Overlay) -> str:
    """A set of cities shown on demand: discs for supply, squares for protection."""
    half = 17 * max(0.7, plan.frame.small)
    colour = plan.nations[overlay.nation].colour
    chosen = set(overlay.cities)
    shape = "" if overlay.kind == "supply" else f"M{{}} {{}}h{num(2 * half)}v{num(2 * half)}h-{num(2 * half)}z"
    parts = []
    for city in plan.cities:
        if city.id in chosen and shape:
            parts.append(element("path", d=shape.format(num(city.x - half), num(city.y - half))))
        elif city.id in chosen:
            parts.append(element("circle", cx=city.x, cy=city.y, r=half))
    return group(parts, fill=colour, fill_opacity=".38", stroke="#000000", stroke_opacity=".35", stroke_width=1)


def roads(plan: Plan) -> str:
    """Roads as thin lines, main roads as thick ones; one path for each class."""
    known = {city.id: city for city in plan.picture.cities}
    data: dict[bool, list[str]] = {False: [], True: []}
    for road in plan.picture.roads:
        a, b = known[road.a], known[road.b]
        if plan.frame.has(a.x, a.y) or plan.frame.has(b.x, b.y):
            data[road.main].append(f"M{a.x} {a.y}L{b.x} {b.y}")
    small = plan.frame.small
    return group(
        [
            element("path", d="".join(data[False]), stroke=ROAD, stroke_width=1.8 * small),
            element("path", d="".join(data[True]), stroke=MAIN_ROAD, stroke_width=4.2 * small),
        ],
        fill="none", stroke_linecap="round",
    )  # fmt: skip


def cities(plan: Plan) -> str:
    """A ring for every city; those with a mark of their own keep theirs."""
    half = round(4.2 * plan.frame.small, 1)
    parts = [
        element("circle", f"{city.name} {city.about}", cx=city.x, cy=city.y, r=half)
        for city in plan.cities
        if city.id not in plan.objectives and city.id not in plan.depots
    ]
    return group(parts, fill="#fffdf5", stroke=INK, stroke_width=round(1.4 * plan.frame.small, 1))


def objectives(plan: Plan) -> str:
    """A square with the nation's letter: filled if conquered, with a 2 if of the second order."""
    parts = []
    for city in plan.cities:
        objective = plan.objectives.get(city.id)
        if objective is None:
            continue
        nation = plan.nations[objective.nation]
        half = radius(plan, city.id)
        order = "first" if objective.order == 1 else "second"
        held = "conquered" if objective.held else "not conquered"
        about = f"{city.name} {city.about}: objective of {nation.name}, {order} order, {held}"
        letter = nation.letter if objective.order == 1 else f"{nation.letter}2"
        parts.append(_badge(city.x, city.y, half, letter, nation.colour, objective.held, objective.order == 2, about))
    return group(parts, font_weight="bold", text_anchor="middle")


def _badge(x: float, y: float, half: float, letter: str, colour: str, held: bool, dashed: bool, about: str) -> str:
    """The mark of an objective."""
    filled = "#444444" if colour == "#ffffff" else colour  # a white square would look like an empty one
    fill, ink = (filled, ink_on(filled)) if held else ("#ffffff", "#000000")
    size = (1.35 if len(letter) == 1 else 1.05) * half
    frame = colour if not held and colour != "#ffffff" else INK
    box = element(
        "rect", x=x - half, y=y - half, width=2 * half, height=2 * half, fill=fill, stroke=frame,
        stroke_width=0.24 * half, **({"stroke_dasharray": f"{num(0.5 * half)} {num(0.28 * half)}"} if dashed else {}),
    )  # fmt: skip
    if not held:
        edge = 1.16 * half
        box += element("rect", x=x - edge, y=y - edge, width=2 * edge, height=2 * edge, fill="none", stroke=INK,
                       stroke_width=0.09 * half)  # fmt: skip
    crown = ""
    if held:
        crown = element("path", d=f"M{num(x - half)} {num(y - 1.25 * half)}h{num(2 * half)}", stroke=INK,
                        stroke_width=0.3 * half)  # fmt: skip
    text = element("text", "", letter, x=x, y=y + 0.36 * size, font_size=size, fill=ink)
    return element("g", about, box + crown + text)


def depots(plan: Plan) -> str:
    """A house with the nation's letter."""
    parts = []
    for city in plan.cities:
        depot = plan.depots.get(city.id)
        if depot is None or city.id in plan.objectives:
            continue
        nation, half = plan.nations[depot.nation], radius(plan, city.id)
        about = f"{city.name} {city.about}: depot of {nation.name}"
        parts.append(_house(city.x, city.y, half, nation.letter, nation.colour, about))
    return group(parts, font_weight="bold", text_anchor="middle")


def _house(x: float, y: float, half: float, letter: str, colour: str, about: str) -> str:
    wall = element(
        "path", d=f"M{num(x - half)} {num(y + half)}v-{num(1.1 * half)}l{num(half)} -{num(0.9 * half)}l{num(half)} "
        f"{num(0.9 * half)}v{num(1.1 * half)}z", fill=colour, stroke=INK, stroke_width=0.17 * half,
    )  # fmt: skip
    text = element("text", "", letter, x=x, y=y + 0.72 * half, font_size=1.2 * half, fill=ink_on(colour))
    return element("g", about, wall + text)


def question_marks(plan: Plan) -> str:
    """A disc with a question mark where a conquest is not settled."""
    parts = []
    for city in plan.cities:
        if city.id in plan.picture.marked:
            x0, y0, x1, y1 = question_box(plan, city)
            parts.append(_question((x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) / 2, f"{city.name}: not settled yet"))
    return group(parts, font_weight="bold", text_anchor="middle")


def _question(x: float, y: float, half: float, about: str) -> str:
    disc = element("circle", cx=x, cy=y, r=half, fill="#000000")
    return element("g", about, disc + element("text", "", "?", x=x, y=y + 0.6 * half, font_size=1.7 * half,
                                              fill="#ffffff"))  # fmt: skip


def arrows(plan: Plan) -> str:
    """Moves as arrows along the roads, retreats as broken ones, each on a white line."""
    known = {city.id: city for city in plan.picture.cities}
    parts = []
    for stroke in plan.strokes:
        if stroke.kind != "battle" and len(stroke.cities) > 1:
            parts.append(arrow(plan, stroke, [known[city] for city in stroke.cities]))
    return group(parts, fill="none", stroke_linejoin="round")


def arrow(plan: Plan, stroke: Stroke, way: list[City]) -> str:
    """One arrow; it ends before the mark of the city it points at."""
    scale = plan.frame.scale
    line, head = pointed([(city.x, city.y) for city in way], radius(plan, way[-1].id) + 2 * scale, 13 * scale)
    colour = plan.nations[stroke.nation].colour
    broken = {"stroke_dasharray": f"{num(9 * scale)} {num(6 * scale)}"} if stroke.kind == "retreat" else {}
    shaft = opened(line)
    return element(
        "g",
        stroke.about,
        element("path", d=shaft, stroke="#ffffff", stroke_width=9.5 * scale, stroke_opacity=".8")
        + element("path", d=shaft, stroke=INK, stroke_width=6.5 * scale, **broken)
        + element("path", d=shaft, stroke=colour, stroke_width=4.0 * scale, **broken)
        + element("path", d=closed(head), fill=colour, stroke=INK, stroke_width=1.3 * scale),
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


def battles(plan: Plan) -> str:
    """A star with crossed blades between the two cities of a battle."""
    known = {city.id: city for city in plan.picture.cities}
    parts = []
    for stroke in plan.strokes:
        if stroke.kind == "battle":
            x, y = middle([known[city] for city in stroke.cities])
            parts.append(_blades(x, y, 11 * plan.frame.scale, stroke.about))
    return group(parts)


def _blades(x: float, y: float, half: float, about: str) -> str:
    disc = element("circle", cx=x, cy=y, r=half, fill="#fff3b0", stroke="#b3261e", stroke_width=0.22 * half)
    arm, cross = 0.6 * half, 0.28 * half
    data = (
        f"M{num(x - arm)} {num(y - arm)}L{num(x + arm)} {num(y + arm)}M{num(x + arm)} {num(y - arm)}"
        f"L{num(x - arm)} {num(y + arm)}M{num(x - arm)} {num(y + cross)}l{num(cross)} {num(cross)}"
        f"M{num(x + arm)} {num(y + cross)}l-{num(cross)} {num(cross)}"
    )
    return element("g", about, disc + element("path", d=data, stroke=INK, stroke_width=0.2 * half,
                                              stroke_linecap="round"))  # fmt: skip


def leaders(plan: Plan) -> str:
    """Thin lines from pieces and far names to their cities."""
    parts = []
    for token in plan.tokens:
        x, y = nearest(token.box, token.city)
        parts.append(element("path", d=f"M{token.city.x} {token.city.y}L{num(x)} {num(y)}", stroke_width=2.2))
    for name in plan.names:
        if name.far:
            x, y = nearest(name.box, name.city)
            parts.append(element("path", d=f"M{name.city.x} {name.city.y}L{num(x)} {num(y)}", stroke_width=1))
    return group(parts, stroke=INK)


def nearest(box: Box, city: City) -> tuple[float, float]:
    """The point of a box nearest to a city."""
    return min(max(box[0], city.x), box[2]), min(max(box[1], city.y), box[3])


def tokens(plan: Plan) -> str:
    """The pieces: generals on shields, trains on wheels, stacks as more than one leaf."""
    return group([token(plan, row) for row in plan.tokens], font_weight="bold", text_anchor="middle")


def token(plan: Plan, row: Token) -> str:
    """One piece or stack."""
    nation = plan.nations[row.pieces[0].nation]
    names_ = ", ".join(_called(piece) for piece in row.pieces)
    down = ", face-down" if row.pieces[0].face_down else ""
    about = f"{nation.name}: {names_} in {row.city.name}{down}"
    return element("g", about, body(row.box, row.text, nation.colour, plan.frame.scale, token_size(plan, row.is_train),
                                    len(row.pieces), row.is_train, row.pieces[0].face_down))  # fmt: skip


def _called(piece: Piece) -> str:
    return piece.name if piece.troops is None else f"{piece.name} ({piece.troops})"


def body(box: Box, text: str, colour: str, scale: float, size: float, count: int, train: bool, down: bool) -> str:
    """A piece without its title: for the map and for the legend."""
    x0, y0, x1, y1 = box
    shape = {"x": x0, "y": y0, "width": x1 - x0, "height": y1 - y0, "rx": (1.5 if train else 6.0) * scale}
    edge = {"stroke": INK, "stroke_width": 1.6 * scale}
    parts = []
    for leaf in range(min(count, 3) - 1, 0, -1):
        shift = 2.6 * leaf * scale
        parts.append(element("rect", **{**shape, "x": x0 + shift, "y": y0 - shift}, fill=colour, **edge))
    if train:
        wheel = 3.2 * scale
        for x in (x0 + 2 * wheel, x1 - 2 * wheel):
            parts.append(element("circle", cx=x, cy=y1, r=wheel, fill="#ffffff", **edge))
    parts.append(element("rect", **shape, fill=colour, **edge))
    if down:
        parts.append(element("rect", **shape, fill="url(#pm-down)", stroke="#ffffff", stroke_width=1.6 * scale,
                             stroke_dasharray=f"{num(4 * scale)} {num(3 * scale)}"))  # fmt: skip
    y = (y0 + y1) / 2 + 0.36 * size
    edge_ = {"stroke": "#000000", "stroke_width": 0.22 * size, "stroke_linejoin": "round"} if down else {}
    ink = "#ffffff" if down else ink_on(colour)
    width = min(text_width(text, size, bold=True), x1 - x0 - 2 * scale)  # the samples of the legend are small
    written = {"x": (x0 + x1) / 2, "y": y, "font_size": size, "textLength": width}
    if edge_:
        parts.append(element("text", "", safe(text), **written, fill="#000000", **edge_))
    parts.append(element("text", "", safe(text), **written, fill=ink))
    return "".join(parts)


def names(plan: Plan) -> str:
    """The names; the important ones on a pale ground."""
    plain = [text for name in plan.names if not name.important for text in lines(name)]
    grounds = [
        element("rect", x=x0, y=y0, width=x1 - x0, height=y1 - y0, rx=2)
        for name in plan.names
        if name.important
        for x0, y0, x1, y1 in (name.box,)
    ]
    great = [text for name in plan.names if name.important for text in lines(name)]
    sizes = {name.important: name.size for name in plan.names}
    return "\n".join(
        part
        for part in (
            group(plain, fill="#3a342b", font_size=sizes.get(False, 0.0)),
            group(grounds, fill="#fffdf5", fill_opacity=".78"),
            group(great, fill="#000000", font_size=sizes.get(True, 0.0)),
        )
        if part
    )


def lines(name: Name) -> Iterator[str]:
    """The lines of a name, from top to bottom."""
    x0, y0, _, y1 = name.box
    step = (y1 - y0) / len(name.lines)
    for at, (text, bold) in enumerate(name.lines):
        y = y0 + at * step + 0.5 * step + 0.34 * name.size
        weight = {"font_weight": "bold"} if bold else {}
        yield element("text", "", safe(text), x=x0 + 2, y=y, **held(text, name.size, bold), **weight)
