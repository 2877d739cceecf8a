"""The ground of a map as SVG: land, sectors, roads, cities and their names; never anything of a step or a reader."""

from __future__ import annotations

from functools import lru_cache

from pbem.core.picture import City, Nation, Picture
from pbem.svgmap.frames import Frame
from pbem.svgmap.ground import Ground, Name, ground_of, is_important, radius
from pbem.svgmap.labels import Box, text_width
from pbem.svgmap.marks import INK, PAPER, badge, house
from pbem.svgmap.shapes import clipped, closed, element, group, num, safe

SEA, ROAD, MAIN_ROAD = "#dce9ee", "#a08f76", "#6b4f2a"


@lru_cache(maxsize=16)
def drawn_ground(board: Picture, frame: Frame) -> str:
    """The ground of a frame, as one group."""
    ground = ground_of(board, frame)
    layers = (
        patterns(ground), land(ground), sectors(ground), roads(ground), cities(ground), objectives(ground),
        depots(ground), names(ground),
    )  # fmt: skip
    return group([layer for layer in layers if layer], class_="ground")


def patterns(ground: Ground) -> str:
    """The hatchings of countries."""
    made = [
        f'<pattern id="pm-h{angle}" width="9" height="9" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate({angle})"><path d="M0 0V9" stroke="#000000" stroke-opacity=".09" '
        'stroke-width="2"/></pattern>'
        for angle in sorted({country.hatch for country in ground.board.countries if country.hatch})
    ]
    return f"<defs>{''.join(made)}</defs>" if made else ""


def land(ground: Ground) -> str:
    """The sea and the countries: a tint for each, and lines for those of the greater powers."""
    x0, y0, x1, y1 = ground.frame.box
    parts = [element("path", d=f"M{num(x0)} {num(y0)}H{num(x1)}V{num(y1)}H{num(x0)}z", fill=SEA)]
    for country in ground.board.countries:
        rings = [clipped(ring, (x0 - 9, y0 - 9, x1 + 9, y1 + 9)) for ring in country.rings]
        data = "".join(closed(ring) for ring in rings if ring)
        if data:
            parts.append(element("path", country.name, d=data, fill=country.colour, stroke="#8a8172", stroke_width=1.5))
            if country.hatch:
                parts.append(element("path", country.name, d=data, fill=f"url(#pm-h{country.hatch})"))
    return group(parts, fill_rule="evenodd", stroke_linejoin="round")


def sectors(ground: Ground) -> str:
    """The suit rectangles: thin lines, a large pale sign in the middle and a small one in a corner."""
    parts = []
    for sector in ground.board.sectors:
        x0, y0, x1, y1 = _meet(sector[2:], ground.frame.box)
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
    return group(parts, stroke="#6d6558", stroke_opacity=".55", stroke_width=1.6 * ground.frame.small)


def _meet(a: Box, b: Box) -> Box:
    return max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])


def roads(ground: Ground) -> str:
    """Roads as thin lines, main roads as thick ones; one path for each class."""
    known = ground.known
    data: dict[bool, list[str]] = {False: [], True: []}
    for road in ground.board.roads:
        a, b = known[road.a], known[road.b]
        if ground.frame.has(a.x, a.y) or ground.frame.has(b.x, b.y):
            data[road.main].append(f"M{a.x} {a.y}L{b.x} {b.y}")
    small = ground.frame.small
    return group(
        [
            element("path", d="".join(data[False]), stroke=ROAD, stroke_width=1.8 * small),
            element("path", d="".join(data[True]), stroke=MAIN_ROAD, stroke_width=4.2 * small),
        ],
        fill="none", stroke_linecap="round",
    )  # fmt: skip


def cities(ground: Ground) -> str:
    """A ring for every city; those with a mark of their own keep theirs."""
    parts = [ring(ground, city) for city in ground.cities if not is_important(ground, city.id)]
    return group(parts, **ring_style(ground))


def ring(ground: Ground, city: City) -> str:
    """The mark of a city that is neither an objective nor a depot."""
    half = round(radius(ground, city.id), 1)
    return element("circle", f"{city.name} {city.about}", cx=city.x, cy=city.y, r=half)


def ring_style(ground: Ground) -> dict[str, str | float]:
    """How such marks are drawn."""
    return {"fill": PAPER, "stroke": INK, "stroke_width": round(1.4 * ground.frame.small, 1)}


def objectives(ground: Ground) -> str:
    """An open square for every objective."""
    parts = [objective(ground, city) for city in ground.cities if city.id in ground.objectives]
    return group(parts, font_weight="bold", text_anchor="middle")


def objective(ground: Ground, city: City) -> str:
    """An open square with the nation's letter, and a 2 if it is of the second order."""
    nation, letter, about = objective_of(ground, city)
    dashed = ground.objectives[city.id].order == 2
    return badge(city.x, city.y, radius(ground, city.id), letter, nation.colour, dashed, about)


def objective_of(ground: Ground, city: City) -> tuple[Nation, str, str]:
    """Whose objective a city is, the letters on its mark, and what is told of it."""
    row = ground.objectives[city.id]
    nation = ground.nations[row.nation]
    letter, order = (nation.letter, "first") if row.order == 1 else (f"{nation.letter}2", "second")
    return nation, letter, f"{city.name} {city.about}: objective of {nation.name}, {order} order"


def depots(ground: Ground) -> str:
    """A house for every depot; an objective has its square."""
    parts = [depot(ground, city) for city in ground.cities if city.id in ground.depots]
    return group([part for part in parts if part], font_weight="bold", text_anchor="middle")


def depot(ground: Ground, city: City) -> str:
    """A house with the nation's letter."""
    if city.id in ground.objectives:
        return ""
    nation = ground.nations[ground.depots[city.id].nation]
    about = f"{city.name} {city.about}: depot of {nation.name}"
    return house(city.x, city.y, radius(ground, city.id), nation.letter, nation.colour, about)


def names(ground: Ground) -> str:
    """The names; the important ones on a pale ground."""
    plain = [name for name in ground.names.values() if not name.important]
    great = [name for name in ground.names.values() if name.important]
    pale = [element("rect", x=name.box[0], y=name.box[1], **_extent(name.box), rx=2) for name in great]
    groups = (
        group(map(written, plain), fill="#3a342b"),
        group(pale, fill=PAPER, fill_opacity=".78"),
        group(map(written, great), fill="#000000"),
    )
    return "\n".join(part for part in groups if part)


def _extent(box: Box) -> dict[str, float]:
    return {"width": box[2] - box[0], "height": box[3] - box[1]}


def written(name: Name) -> str:
    """A name in the middle of its box."""
    x0, y0, x1, y1 = name.box
    width = text_width(name.city.name, name.size)
    place = {"x": (x0 + x1 - width) / 2, "y": (y0 + y1) / 2 + 0.34 * name.size, "font_size": name.size}
    return element("text", "", safe(name.city.name), **place, textLength=width)
