"""The marks of a map, each alone: for the map and for its legend."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.svgmap.labels import Box, text_width
from pbem.svgmap.shapes import Part, element, num, safe

INK, PAPER = "#222222", "#fffdf5"
DARK = "#2b2b2b"  # the back of a piece that lies face-down


def dark(colour: str) -> bool:
    """Whether white letters are read better on a colour than black ones."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return 299 * red + 587 * green + 114 * blue < 150_000


def ink_on(colour: str) -> str:
    return "#ffffff" if dark(colour) else "#000000"


def badge(x: float, y: float, half: float, letter: str, colour: str, dashed: bool) -> Iterator[Part]:
    """The mark of an objective that is not conquered: an open square."""
    frame, kind = INK if colour == "#ffffff" else colour, "second" if dashed else "first"
    broken = {"stroke_dasharray": f"{num(0.5 * half)} {num(0.28 * half)}"} if dashed else {}
    rim = {"fill": "#ffffff", "stroke": INK, "stroke_width": 0.09 * half}
    yield Part("rect", {**_square(x, y, 1.16 * half), **rim}, kind="rim")
    edge = {"fill": "none", "stroke": frame, "stroke_width": 0.24 * half, **broken}
    yield Part("rect", {**_square(x, y, half), **edge}, kind=kind)
    yield _letter(x, y, half, letter, "#000000", kind)


def conquered(x: float, y: float, half: float, letter: str, colour: str) -> Iterator[Part]:
    """The mark of a conquered objective, over the open one: filled, on black."""
    filled = "#444444" if colour == "#ffffff" else colour  # a white square would look like an empty one
    yield Part("rect", {**_square(x, y, 1.2 * half), "fill": "#000000"})
    yield Part("rect", {**_square(x, y, 0.95 * half), "fill": filled})
    yield _letter(x, y, half, letter, ink_on(filled))


def void(x: float, y: float, half: float, letter: str) -> Iterator[Part]:
    """The mark of an objective that nobody wants any more, over the open one: grey and struck out."""
    grey, edge = "#8a8172", 1.2 * half
    look = {"fill": "#ece8df", "stroke": grey, "stroke_width": 0.1 * half}
    yield Part("rect", {**_square(x, y, edge), **look})
    yield _letter(x, y, half, letter, grey)
    ends = {"x1": x - edge, "y1": y + edge, "x2": x + edge, "y2": y - edge}
    yield Part("line", {**ends, "stroke": grey, "stroke_width": 0.16 * half})


def _square(x: float, y: float, half: float) -> dict[str, float]:
    return {"x": x - half, "y": y - half, "width": 2 * half, "height": 2 * half}


def _letter(x: float, y: float, half: float, letter: str, ink: str, kind: str = "") -> Part:
    size = (1.35 if len(letter) == 1 else 1.05) * half
    return Part("text", {"x": x, "y": y + 0.36 * size, "font_size": size, "fill": ink}, letter, kind)


def house(x: float, y: float, half: float, letter: str, colour: str, about: str) -> str:
    wall = element(
        "path", d=f"M{num(x - half)} {num(y + half)}v-{num(1.1 * half)}l{num(half)} -{num(0.9 * half)}l{num(half)} "
        f"{num(0.9 * half)}v{num(1.1 * half)}z", fill=colour, stroke=INK, stroke_width=0.17 * half,
    )  # fmt: skip
    text = element("text", "", letter, x=x, y=y + 0.72 * half, font_size=1.2 * half, fill=ink_on(colour))
    return element("g", about, wall + text)


def crown(box: Box, about: str) -> str:
    """Three points on a band."""
    x0, y0, x1, y1 = box
    wide, high = x1 - x0, y1 - y0
    tips = ((0.0, 0.25), (0.28, 0.6), (0.5, 0.05), (0.72, 0.6), (1.0, 0.25), (0.85, 0.92), (0.15, 0.92))
    spots = " ".join(f"{num(x0 + wide * across)},{num(y0 + high * down)}" for across, down in tips)
    return element("polygon", about, points=spots)


def question(x: float, y: float, half: float, about: str) -> str:
    disc = element("circle", cx=x, cy=y, r=half, fill="#000000")
    return element("g", about, disc + element("text", "", "?", x=x, y=y + 0.6 * half, font_size=1.7 * half,
                                              fill="#ffffff"))  # fmt: skip


def blades(x: float, y: float, half: float, about: str) -> str:
    disc = element("circle", cx=x, cy=y, r=half, fill="#fff3b0", stroke="#b3261e", stroke_width=0.22 * half)
    arm, cross = 0.6 * half, 0.28 * half
    data = (
        f"M{num(x - arm)} {num(y - arm)}L{num(x + arm)} {num(y + arm)}M{num(x + arm)} {num(y - arm)}"
        f"L{num(x - arm)} {num(y + arm)}M{num(x - arm)} {num(y + cross)}l{num(cross)} {num(cross)}"
        f"M{num(x + arm)} {num(y + cross)}l-{num(cross)} {num(cross)}"
    )
    return element("g", about, disc + element("path", d=data, stroke=INK, stroke_width=0.2 * half,
                                              stroke_linecap="round"))  # fmt: skip


def body(
    box: Box, text: str, colour: str, scale: float, size: float, count: int, train: bool, down: bool
) -> Iterator[Part]:
    """A piece without its title. One that lies face-down shows a dark back with a rim in its nation's colour."""
    x0, y0, x1, y1 = box
    shape = {"x": x0, "y": y0, "width": x1 - x0, "height": y1 - y0, "rx": (1.5 if train else 6.0) * scale}
    edge = {"fill": colour, "stroke": INK, "stroke_width": 1.6 * scale}
    kind, back = ("train", "train-down") if train else ("", "down")
    for leaf in range(min(count, 3) - 1, 0, -1):
        shift = 2.6 * leaf * scale
        yield Part("rect", {**shape, "x": x0 + shift, "y": y0 - shift, **edge}, kind=kind)
    if train:
        wheel = 3.2 * scale
        for x, which in ((x0 + 2 * wheel, ""), (x1 - 2 * wheel, "next")):
            yield Part("circle", {"cx": x, "cy": y1, "r": wheel, **edge, "fill": "#ffffff"}, kind=which)
    yield Part("rect", {**shape, **edge}, kind=kind)
    if down:
        rim = 2.4 * scale
        yield Part("rect", {"x": x0 + rim, "y": y0 + rim, "width": x1 - x0 - 2 * rim, "height": y1 - y0 - 2 * rim,
                            "rx": (0.5 if train else 4.0) * scale, "fill": DARK}, kind=back)  # fmt: skip
    width = min(text_width(text, size, bold=True), x1 - x0 - 2 * scale)  # the samples of the legend are small
    spot = {"x": (x0 + x1) / 2, "y": (y0 + y1) / 2 + 0.36 * size}
    held = {"textLength": width} if len(text) > 3 else {}  # that of one piece has room in every font
    look = {"font_size": size, "fill": ink_on(DARK if down else colour)}
    yield Part("text", {**spot, **held, **look}, safe(text), back if down else kind)
