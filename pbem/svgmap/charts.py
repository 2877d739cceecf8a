"""Charts as SVG, drawn from plain data like the map: lines by turn with their names at their ends, and bars.

Nothing is told by colour alone: every line has dashes of its own and its name, every bar its name and its number. The
colours are those of light paper; a reader whose screen is dark gets lighter ones by a style sheet in the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil, log10
from typing import NamedTuple

from pbem.svgmap.labels import Box, text_width
from pbem.svgmap.marks import INK, PAPER
from pbem.svgmap.shapes import element, num, safe

FONTS = "Arial, Helvetica, 'Liberation Sans', 'DejaVu Sans', sans-serif"
WIDTH, HEIGHT = 760, 260  # of the paper, and of the field of a chart
LEFT, RIGHT, HEAD, FOOT = 64, 170, 44, 46  # the room around the field
ACROSS = WIDTH - LEFT - RIGHT
MARGIN = 60  # a line that ends so near to the right edge of the field has its name beside the field
SIZE = 12  # of letters
APART = 14  # from one name to the next
BAR = 22  # from one bar to the next
LINE = 14  # from one line of the name of a bar to the next
NAMES = 470  # the most room for the names of bars
GRID, AXIS = "#d9d4c6", "#6b6558"
DARK = {"paper": "#17191d", "ink": "#e8e6e0", "grid": "#373a41", "axis": "#9a9a9a"}
DASHES = ("", "9 4", "2 2.5", "12 4 2 4", "5 3", "16 3 2 3 2 3", "3 2 9 2")
LIGHTER = 60  # per cent of white in the colours of lines on dark paper


class Curve(NamedTuple):
    """A line: its name, its colour on light paper, its dashes, and a number for every turn from the first, or None."""

    name: str
    colour: str
    dashes: int  # of DASHES: the same for the same thing in all charts
    values: tuple[float | None, ...]


class Lines(NamedTuple):
    """A chart of lines, with words for its axes."""

    title: str
    across: str
    up: str
    curves: tuple[Curve, ...]


class Bar(NamedTuple):
    """A bar with its name, and its number as it is told."""

    name: str
    value: float
    told: str


class Bars(NamedTuple):
    """A chart of bars, with a word for what they count."""

    title: str
    across: str
    bars: tuple[Bar, ...]


Chart = Lines | Bars


def charts(caption: str, rows: Sequence[Chart]) -> str:
    """Some charts below each other, as one file."""
    colours = list(dict.fromkeys(curve.colour for row in rows if isinstance(row, Lines) for curve in row.curves))
    height, parts = 40.0, [element("text", "", safe(caption), x=16, y=26, font_size=16, font_weight="bold", fill=INK,
                                   class_="ink")]  # fmt: skip
    for row in rows:
        drawn = _lines(row, colours) if isinstance(row, Lines) else _bars(row)
        parts.append(f'<g transform="translate(0 {num(height)})">\n{drawn}\n</g>')
        height += HEAD + (HEIGHT + FOOT if isinstance(row, Lines) else sum(_rows(row)) + 24)
    root = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {num(height)}" width="{WIDTH}"'
        f' height="{num(height)}" role="img" font-family="{FONTS}" font-size="{SIZE}">'
    )
    paper = f'<path class="paper" d="M0 0H{WIDTH}V{num(height)}H0z" fill="{PAPER}"/>'
    return "\n".join([root, f"<title>{safe(caption)}</title>", _style(colours), paper, *parts, "</svg>"]) + "\n"


def _style(colours: Sequence[str]) -> str:
    """The colours on dark paper: a style goes before what stands at an element itself."""
    rules = [f".{name}{{fill:{DARK[name]}}}" for name in ("paper", "ink")]
    rules += [f".{name}{{stroke:{DARK[name]}}}" for name in ("grid", "axis")]
    rules += [f".c{at}{{stroke:{lighter(colour)}}}" for at, colour in enumerate(colours)]
    return f"<style>@media (prefers-color-scheme: dark){{{''.join(rules)}.bar{{fill:{DARK['axis']}}}}}</style>"


def lighter(colour: str) -> str:
    """A colour mixed with white, for dark paper."""
    parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    return "#" + "".join(f"{(part * (100 - LIGHTER) + 255 * LIGHTER) // 100:02x}" for part in parts)


def step_of(most: float, ticks: int) -> int:
    """The distance of the marks on an axis: 1, 2 or 5 with noughts, so that there are not too many."""
    rough = max(most / ticks, 1)
    power: int = 10 ** int(log10(rough))
    return next((power * part for part in (1, 2, 5) if power * part >= rough), power * 10)


def _text(x: float, y: float, text: str, **values: object) -> str:
    return element("text", "", safe(text), x=float(x), y=float(y), fill=INK, class_="ink", **values)


class Field(NamedTuple):
    """Where numbers stand in a chart of lines."""

    turns: int
    top: int
    step: int  # of the marks upwards

    def x(self, turn: int) -> float:
        return LEFT + (ACROSS * (turn - 1) / (self.turns - 1) if self.turns > 1 else ACROSS / 2)

    def y(self, value: float) -> float:
        return HEAD + HEIGHT * (1 - value / self.top)


def _lines(chart: Lines, colours: Sequence[str]) -> str:
    numbers = [value for curve in chart.curves for value in curve.values if value is not None]
    step = step_of(max(numbers, default=1), 6)
    top = max(1, ceil(max(numbers, default=1) / step)) * step
    field = Field(max((len(curve.values) for curve in chart.curves), default=1), top, step)
    parts, ends = [_heading(chart.title), *_axes(chart, field)], []
    for curve in chart.curves:
        class_ = f"c{colours.index(curve.colour)}"
        spots = [(field.x(turn), field.y(value)) for turn, value in enumerate(curve.values, 1) if value is not None]
        if spots:
            parts.append(_curve(curve, field, class_))
            ends.append((*spots[-1], curve, class_))
    return "\n".join([*parts, *_names(ends, [*_strokes(chart, field)])])


def _strokes(chart: Lines, field: Field) -> Iterator[Box]:
    """All straight parts of lines: where each begins and ends."""
    for curve in chart.curves:
        for turn, (one, other) in enumerate(pairwise(curve.values), 1):
            if one is not None and other is not None:
                yield field.x(turn), field.y(one), field.x(turn + 1), field.y(other)


def _heading(title: str) -> str:
    return _text(16, 22, title, font_size=14, font_weight="bold")


def _axes(chart: Lines, field: Field) -> Iterator[str]:
    """The lines of the grid with their numbers, and words for both axes."""
    for value in range(0, field.top + 1, field.step):
        yield element("path", d=f"M{LEFT} {num(field.y(value))}h{ACROSS}", stroke=GRID, class_="grid")
        yield _text(LEFT - 8, field.y(value) + 4, str(value), text_anchor="end")
    yield element("path", d=f"M{LEFT} {HEAD}v{HEIGHT}h{ACROSS}", fill="none", stroke=AXIS, class_="axis")
    every = step_of(field.turns, 12)
    for turn in range(1, field.turns + 1):
        if turn % every == 0 or (turn == 1 and every > 2):  # 1 and 2 side by side, then every second, would look odd
            yield _text(field.x(turn), HEAD + HEIGHT + 16, str(turn), text_anchor="middle")
    yield _text(LEFT + ACROSS / 2, HEAD + HEIGHT + 34, chart.across, text_anchor="middle")
    yield _text(0, 0, chart.up, text_anchor="middle", transform=f"translate(16 {HEAD + HEIGHT // 2}) rotate(-90)")


def _curve(curve: Curve, field: Field, class_: str) -> str:
    """A line through its numbers, broken where there is none; one number alone is a dot."""
    path, before, dashes = "", False, DASHES[curve.dashes % len(DASHES)]
    for turn, value in enumerate(curve.values, 1):
        if value is not None:
            path += f"{'L' if before else 'M'}{num(field.x(turn))} {num(field.y(value))}"
        before = value is not None
    broken = {"stroke_dasharray": dashes} if dashes and "L" in path else {}
    return element(
        "path", curve.name, d=path if "L" in path else f"{path}h.1", fill="none", stroke=curve.colour, stroke_width=2.2,
        stroke_linecap="butt" if broken else "round", class_=class_, **broken,
    )  # fmt: skip


def _names(ends: Sequence[tuple[float, float, Curve, str]], strokes: Sequence[Box]) -> Iterator[str]:
    """The name of each line at its end, joined to it where it was moved: beside the field in the order of the lines,
    within it, where a line ends early, at the nearest place that is free of names and, if there is one, of lines."""
    right = LEFT + ACROSS
    beside = sorted((end for end in ends if end[0] >= right - MARGIN), key=lambda end: (end[1], end[0]))
    taken: list[Box] = []
    for end, middle in zip(beside, spread([end[1] for end in beside]), strict=True):
        taken.append(_box(right + 8, middle, end[2]))
        yield from _name(end, taken[-1])
    for end in sorted((end for end in ends if end[0] < right - MARGIN), key=lambda end: (end[1], end[0])):
        taken.append(_free(end[0] + 8, end[1], end[2], taken, strokes))
        yield from _name(end, taken[-1])


def spread(heights: Sequence[float]) -> list[float]:
    """These heights, from above, moved as little downwards as keeps names apart; at the foot of the field upwards."""
    found: list[float] = []
    for height in heights:
        found.append(max(height, found[-1] + APART if found else HEAD))
    limit: float = HEAD + HEIGHT + 1
    for at in reversed(range(len(found))):
        found[at] = min(found[at], limit)
        limit = found[at] - APART
    return found


def _name(end: tuple[float, float, Curve, str], box: Box) -> Iterator[str]:
    """A name in its place, on paper where lines may run below it."""
    x, y, curve, class_ = end
    left, middle = box[0] + 2, (box[1] + box[3]) / 2
    if abs(middle - y) > SIZE / 2 or left > x + 8:
        path = f"M{num(x + 1)} {num(y)}L{num(left - 1)} {num(middle)}"
        yield element("path", d=path, stroke=curve.colour, stroke_width=0.7, class_=class_)
    if left <= x + 8 < LEFT + ACROSS:
        yield element("rect", x=box[0], y=box[1], width=box[2] - box[0], height=box[3] - box[1], fill=PAPER,
                      fill_opacity="0.75", class_="paper")  # fmt: skip
    yield _text(left, middle + 4, curve.name)


def _box(x: float, y: float, curve: Curve) -> Box:
    """The room of a name that begins there."""
    return x - 2, y - APART / 2, x + text_width(curve.name, SIZE) + 2, y + APART / 2


def _free(x: float, y: float, curve: Curve, taken: Sequence[Box], strokes: Sequence[Box]) -> Box:
    """The nearest place for a name beside the end of its line."""
    downs = sorted(range(-60, 61), key=lambda down: (abs(down), -down))
    inside = [box for box in (_box(x, y + 4 * down, curve) for down in downs)
              if box[1] >= HEAD - 10 and box[3] <= HEAD + HEIGHT + 8]  # fmt: skip
    free = [box for box in inside if not any(_overlap(box, other) for other in taken)]
    clear = (box for box in free if not any(_crosses(stroke, box) for stroke in strokes))
    return next(clear, next(iter(free), _box(x, y, curve)))


def _crosses(stroke: Box, box: Box) -> bool:
    """Whether a straight line runs through a box: lines go from left to right."""
    x0, y0, x1, y1 = stroke
    left, right = max(x0, box[0]), min(x1, box[2])
    if left > right or x0 == x1:
        return False
    a, b = (y0 + (y1 - y0) * (at - x0) / (x1 - x0) for at in (left, right))
    return min(a, b) < box[3] and box[1] < max(a, b)


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _bars(chart: Bars) -> str:
    most = max((bar.value for bar in chart.bars), default=1) or 1
    left = _names_end(chart)
    wide, top = WIDTH - left - 100, float(HEAD - 10)
    parts = [_heading(chart.title)]
    for bar, high in zip(chart.bars, _rows(chart), strict=True):
        long = wide * bar.value / most
        lines = _broken(bar.name, left - 24)
        parts += [_text(left - 8, top + 13 + LINE * at, line, text_anchor="end") for at, line in enumerate(lines)]
        parts += [
            element("rect", bar.name, x=left, y=top, width=long, height=BAR - 6, fill=AXIS, class_="bar"),
            _text(left + long + 6, top + 13, bar.told),
        ]
        top += high
    parts.append(_text(left, top + 14, chart.across))
    return "\n".join(parts)


def _names_end(chart: Bars) -> float:
    """Where the names of bars end and the bars begin."""
    return min(float(NAMES), 28 + max((text_width(bar.name, SIZE) for bar in chart.bars), default=0))


def _rows(chart: Bars) -> list[int]:
    """How high each bar is with its name, to the next one."""
    room = _names_end(chart) - 24
    return [BAR + LINE * (len(_broken(bar.name, room)) - 1) for bar in chart.bars]


def _broken(name: str, width: float) -> list[str]:
    """A name in lines that have room; what is too long for three of them is cut."""
    lines = [""]
    for word in name.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and len(lines) < 3 and text_width(longer, SIZE) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return [shortened(line, width) for line in lines]


def shortened(text: str, width: float) -> str:
    """As much of a text as there is room for."""
    while text_width(text, SIZE) > width:
        text = f"{text.rstrip('…')[:-1]}…"
    return text
