"""The ground of a map as SVG: land, sectors, roads, cities and their names; never anything of a step or a reader."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from pbem.core.picture import City, Nation, Picture
from pbem.svgmap.frames import Frame
from pbem.svgmap.ground import Ground, Name, crown_box, ground_of, is_important, radius
from pbem.svgmap.labels import Box, text_width
from pbem.svgmap.marks import INK, PAPER, badge, crown, house
from pbem.svgmap.shapes import Part, clipped, closed, element, group, num, opened, safe, written

SEA, ROAD, MAIN_ROAD = "#dce9ee", "#a08f76", "#6b4f2a"


@lru_cache(maxsize=16)
def drawn_ground(board: Picture, frame: Frame, told: bool = True) -> str:
    """The ground of a frame, as one group; ``told``: with words for whoever points at something."""
    ground = ground_of(board, frame)
    layers = (
        patterns(ground), land(ground, told), sectors(ground, told), seams(ground), roads(ground),
        cities(ground, told), objectives(ground, told), depots(ground, told), crowns(ground, told), names(ground),
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


def land(ground: Ground, told: bool) -> str:
    """The sea and the countries: a tint for each, and lines for those of the greater powers."""
    x0, y0, x1, y1 = ground.frame.box
    parts = [element("path", d=f"M{num(x0)} {num(y0)}H{num(x1)}V{num(y1)}H{num(x0)}z", fill=SEA)]
    for country in ground.board.countries:
        rings = [clipped(ring, (x0 - 9, y0 - 9, x1 + 9, y1 + 9)) for ring in country.rings]
        data = "".join(closed(ring) for ring in rings if ring)
        if data:
            name, id_ = country.name if told else "", f"pm-land-{country.id}"
            shape = element("path", id=id_, d=data)  # its looks come from around it, so that it can be used once more
            parts.append(element("g", name, shape, fill=country.colour, stroke="#8a8172", stroke_width=1.5))
            if country.hatch:
                parts.append(element("use", name, href=f"#{id_}", fill=f"url(#pm-h{country.hatch})"))
    return group(parts, fill_rule="evenodd", stroke_linejoin="round")


def sectors(ground: Ground, told: bool) -> str:
    """The suit rectangles: thin lines, a large pale sign in the middle and a small one in a corner."""
    parts = []
    for sector in ground.board.sectors:
        x0, y0, x1, y1 = _meet(sector[2:], ground.frame.box)
        if x0 >= x1 or y0 >= y1:
            continue
        parts.append(element("rect", x=sector.x0, y=sector.y0, width=sector.x1 - sector.x0,
                             height=sector.y1 - sector.y0, fill="none"))  # fmt: skip
        size = min(150.0, 0.75 * min(x1 - x0, y1 - y0))
        colour, about = "#b3261e" if sector.suit in "♥♦" else "#333333", f"{sector.suit} sector" if told else ""
        parts.append(
            element("text", about, sector.suit, x=(x0 + x1) / 2, y=(y0 + y1) / 2 + 0.36 * size, font_size=size,
                    fill=colour, fill_opacity=".17", stroke="none", text_anchor="middle")
        )  # fmt: skip
    return group(parts, stroke="#6d6558", stroke_opacity=".55", stroke_width=1.6 * ground.frame.small)


def seams(ground: Ground) -> str:
    """The strips between maps that lie side by side: paled, so that only the roads that cross them count."""
    parts = []
    for seam in ground.board.seams:
        x0, y0, x1, y1 = _meet(seam, ground.frame.box)
        if x0 < x1 and y0 < y1:
            parts.append(element("rect", x=x0, y=y0, width=x1 - x0, height=y1 - y0))
    return group(parts, fill=PAPER, fill_opacity=".72") if parts else ""


def _meet(a: Box, b: Box) -> Box:
    return max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])


def roads(ground: Ground) -> str:
    """Roads as thin lines, main roads as thick ones; one path for each class."""
    known = ground.known
    data: dict[bool, list[str]] = {False: [], True: []}
    for road in ground.board.roads:
        a, b = known[road.a], known[road.b]
        if ground.frame.has(a.x, a.y) or ground.frame.has(b.x, b.y):
            data[road.main].append(opened((a.x, a.y, b.x, b.y)))
    small = ground.frame.small
    return group(
        [
            element("path", d="".join(data[False]), stroke=ROAD, stroke_width=1.8 * small),
            element("path", d="".join(data[True]), stroke=MAIN_ROAD, stroke_width=4.2 * small),
        ],
        fill="none", stroke_linecap="round",
    )  # fmt: skip


def cities(ground: Ground, told: bool) -> str:
    """A ring for every city; those with a mark of their own keep theirs."""
    bare = [city for city in ground.cities if not is_important(ground, city.id)]
    if not told:
        return _dots(ground, bare)
    return group([ring(ground, city, told) for city in bare], **ring_style(ground))


def _dots(ground: Ground, cities: list[City]) -> str:
    """All rings as two lines without length and with round ends, one on the other: a third of the bytes."""
    style = ring_style(ground)
    wide, edge = 2 * round(radius(ground, cities[0].id), 1) if cities else 0.0, float(style["stroke_width"])
    line = element("path", id="pm-cities", d="".join([f"M{city.x} {city.y}h0" for city in cities]))
    under = element("g", "", line, stroke=style["stroke"], stroke_width=wide + edge)
    above = element("use", href="#pm-cities", stroke=style["fill"], stroke_width=wide - edge)
    return group([under, above], stroke_linecap="round")


def ring(ground: Ground, city: City, told: bool) -> str:
    """The mark of a city that is neither an objective nor a depot; ``told``: with its words."""
    half = round(radius(ground, city.id), 1)
    return element("circle", f"{city.name} {city.about}" if told else "", cx=city.x, cy=city.y, r=half)


def ring_style(ground: Ground) -> dict[str, str | float]:
    """How such marks are drawn."""
    return {"fill": PAPER, "stroke": INK, "stroke_width": round(1.4 * ground.frame.small, 1)}


def objectives(ground: Ground, told: bool) -> str:
    """An open square for every objective: one for each nation and order, used at all its cities."""
    cities = [city for city in ground.cities if city.id in ground.objectives]
    marks = {_mark_id(ground, city): city for city in reversed(cities)}
    drawn = [element("g", "", written(objective_parts(ground, marks[id_], 0, 0)), id=id_) for id_ in sorted(marks)]
    defined = [f"<defs>{''.join(drawn)}</defs>"] if drawn else []
    return group([*defined, *(objective(ground, city, told) for city in cities)], font_weight="bold",
                 text_anchor="middle")  # fmt: skip


def _mark_id(ground: Ground, city: City) -> str:
    """The name of the open square of a nation and order."""
    return f"pm-open-{objective_of(ground, city)[1]}"


def objective(ground: Ground, city: City, told: bool) -> str:
    """An open square with the nation's letter, and a 2 if it is of the second order."""
    about = f"{city.name} {city.about}: {objective_of(ground, city)[2]}" if told else ""
    return element("use", about, href=f"#{_mark_id(ground, city)}", x=city.x, y=city.y)


def objective_parts(ground: Ground, city: City, x: int, y: int) -> Iterator[Part]:
    """The parts of such a mark, at a place."""
    nation, letter, _ = objective_of(ground, city)
    return badge(x, y, radius(ground, city.id), letter, nation.colour, ground.objectives[city.id].order == 2)


def objective_of(ground: Ground, city: City) -> tuple[Nation, str, str]:
    """Whose objective a city is, the letters on its mark, and what is told of that."""
    row = ground.objectives[city.id]
    nation = ground.nations[row.nation]
    letter, order = (nation.letter, "first") if row.order == 1 else (f"{nation.letter}2", "second")
    if ground.board.terms:
        return nation, letter, termed(ground.board, "objective" if row.order == 1 else "of second order")
    return nation, letter, f"objective of {nation.name}, {order} order"


def termed(board: Picture, word: str) -> str:
    """What the title of a board calls a mark."""
    return dict(board.terms).get(word, word)


def crowns(ground: Ground, told: bool) -> str:
    """A crown above every city that has one."""
    parts = [
        crown(crown_box(ground, city), f"{city.name}: {termed(ground.board, 'crown')}" if told else "")
        for city in ground.cities
        if city.id in ground.board.crowned
    ]
    return group(parts, fill="#ffd23f", stroke=INK, stroke_width=0.9 * ground.frame.small) if parts else ""


def depots(ground: Ground, told: bool) -> str:
    """A house for every depot; an objective has its square."""
    parts = [depot(ground, city, told) for city in ground.cities if city.id in ground.depots]
    return group([part for part in parts if part], font_weight="bold", text_anchor="middle")


def depot(ground: Ground, city: City, told: bool) -> str:
    """A house with the nation's letter."""
    if city.id in ground.objectives:
        return ""
    nation = ground.nations[ground.depots[city.id].nation]
    about = f"{city.name} {city.about}: depot of {nation.name}"
    return house(city.x, city.y, radius(ground, city.id), nation.letter, nation.colour, about if told else "")


def names(ground: Ground) -> str:
    """The names; the important ones on a pale ground."""
    plain = [name for name in ground.names.values() if not name.important]
    great = [name for name in ground.names.values() if name.important]
    pale = [element("rect", x=name.box[0], y=name.box[1], **_extent(name.box), rx=2) for name in great]
    groups = (*_by_size(plain, "#3a342b"), group(pale, fill=PAPER, fill_opacity=".78"), *_by_size(great, "#000000"))
    return "\n".join(part for part in groups if part)


def _by_size(names: list[Name], ink: str) -> Iterator[str]:
    """Names in groups of one size, each."""
    for size in dict.fromkeys(name.size for name in names):
        yield group((_written(name) for name in names if name.size == size), fill=ink, font_size=size)


def _extent(box: Box) -> dict[str, float]:
    return {"width": box[2] - box[0], "height": box[3] - box[1]}


def _written(name: Name) -> str:
    """A name in the middle of its box."""
    x0, y0, x1, y1 = name.box
    width = text_width(name.city.name, name.size)
    place = {"x": (x0 + x1 - width) / 2, "y": (y0 + y1) / 2 + 0.34 * name.size}
    return element("text", "", safe(name.city.name), **place, textLength=width)
