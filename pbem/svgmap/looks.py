"""The looks of pieces, labels and arrows: written at each of them, or told once in a sheet that many maps share.

Where a sheet tells them, a piece is a small picture with nothing but its place, its sign and its names, in whole
numbers: the whole board is so large that nobody sees less.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from pbem.core.picture import Nation, Picture
from pbem.svgmap.frames import Frame
from pbem.svgmap.ground import great_radius
from pbem.svgmap.labels import Box, held, text_width
from pbem.svgmap.marks import PAPER, badge, body
from pbem.svgmap.pieces import Label, token_box, token_size
from pbem.svgmap.shapes import Part, element, num, safe

PLACE = frozenset(("x", "y", "width", "height", "cx", "cy", "x1", "y1", "x2", "y2", "d", "textLength"))
USUAL = frozenset(("x", "y", "width", "height", "cx", "cy"))  # the sheet tells it; a part too, if its own is another
NAMED = (
    "down", "halo", "retreat", "head", "rim", "first", "second"
)  # fmt: skip
# How a style sheet finds the kinds of parts: what comes after wheels is a train, what comes
# after the sign of a piece its label.
KINDS = {
    "": "{tag}", "name": "svg>text~{tag}", "train": "circle~{tag}", "next": "svg>circle+circle",
    "train-down": "circle~{tag}.down", **{name: f"{{tag}}.{name}" for name in NAMED},
}  # fmt: skip
# What is not told must not come from what looks like it.
PLAIN: dict[str, dict[str, Any]] = {
    "text": {"fill": "#000000"},
    "rect": {"stroke": "none", "rx": 0.0},
    "path": {"fill": "none", "stroke_opacity": 1},
}
Key = tuple[str, str, str]  # the nation, the element and the kind of a part


def sign(frame: Frame, nation: Nation, box: Box, text: str, count: int, train: bool, down: bool) -> Iterator[Part]:
    """A piece or stack without its label."""
    return body(box, text, nation.colour, frame.scale, token_size(frame, train), count, train, down)


def label(frame: Frame, nation: Nation, row: Label) -> Iterator[Part]:
    """The names beside a piece, on a slip of paper edged in its nation's colour."""
    (x0, y0, x1, y1), scale, ink = row.box, frame.scale, nation.arrow or nation.colour
    if row.leader is not None:
        a, b, c, d = row.leader
        yield Part("line", {"x1": a, "y1": b, "x2": c, "y2": d, "stroke": ink, "stroke_width": 1.6 * scale})
    yield Part("rect", {"x": x0, "y": y0, "width": x1 - x0, "height": y1 - y0, "rx": 2.0 * scale, "fill": PAPER,
                        "stroke": ink, "stroke_width": 0.8 * scale}, kind="name")  # fmt: skip
    step = (y1 - y0) / len(row.lines)
    for at, text in enumerate(row.lines):
        spot = {"x": (x0 + x1) / 2, "y": y0 + (at + 0.5) * step + 0.34 * row.size}
        yield Part("text", {**spot, **held(text, row.size, bold=True), "font_size": row.size}, safe(text), "name")


def arrow_parts(frame: Frame, nation: Nation, shaft: str, head: str, kind: str) -> Iterator[Part]:
    """An arrow from its lines: shaft and head on a white line; that of a retreat is broken."""
    scale, colour = frame.scale, nation.arrow or nation.colour
    broken = {"stroke_dasharray": f"{num(7 * scale)} {num(4 * scale)}"} if kind == "retreat" else {}
    yield Part("path", {"d": shaft, "stroke": "#ffffff", "stroke_width": 8.0 * scale, "stroke_opacity": ".85"}, "",
               "halo")  # fmt: skip
    yield Part("path", {"d": shaft, "stroke": colour, "stroke_width": 4.6 * scale, **broken}, "",
               "retreat" if broken else "")  # fmt: skip
    yield Part("path", {"d": head, "fill": colour, "stroke": "#ffffff", "stroke_width": 1.3 * scale}, "", "head")


def label_size(frame: Frame) -> float:
    """The type size of a label."""
    return round(max(10.0 * frame.scale, 12.0 * frame.small), 1)


def label_extent(frame: Frame, lines: Sequence[str]) -> tuple[float, float]:
    """How wide and high a label is."""
    size = label_size(frame)
    wide = max(text_width(text, size, bold=True) for text in lines) + 4 * frame.small
    return round(wide, 1), round(len(lines) * 1.1 * size + 0.1 * size, 1)


class Looks(NamedTuple):
    """The looks of all marks that are written without them."""

    rules: Mapping[Key, Mapping[str, Any]]

    def piece(self, nation: str, about: str, parts: Iterable[Part]) -> str:
        """A piece of a nation, as a picture of its own around the place of its sign."""
        (x, y), around = _around(parts)
        return element("svg", about, self.bare(nation, around), x=round(x), y=round(y))

    def bare(self, nation: str, parts: Iterable[Part]) -> str:
        """The parts of a mark of a nation, without what the sheet tells of them."""
        return "".join([_bare(self.rules[nation, part.tag, part.kind], part) for part in parts])

    def sheet(self, head: str) -> str:
        """The style sheet, after what it tells of the whole map: what looks alike stands together."""
        found: dict[str, list[str]] = {}
        for tag, kind in dict.fromkeys((tag, kind) for _, tag, kind in self.rules):
            rules = {nation: rule for (nation, *rest), rule in self.rules.items() if rest == [tag, kind]}
            for told, name in _selected(rules, KINDS[kind].format(tag=tag)):
                found.setdefault(told, []).append(name)
        return head + "".join([f"{','.join(names)}{{{told}}}\n" for told, names in found.items() if told])


def _selected(rules: Mapping[str, Mapping[str, Any]], part: str) -> Iterator[tuple[str, str]]:
    """What is told of a part of each nation, and how it is found: measures only where it has none of its own.

    What is the same for all is told once; but the looks of a bare element hold in the group of a nation only.
    """
    keys = next(iter(rules.values())).keys()
    for some, found in ((keys - USUAL, part), *(({key}, f"{part}:not([{key}])") for key in sorted(keys & USUAL))):
        told = {nation: _told(rule, some) for nation, rule in rules.items()}
        if len(set(told.values())) == 1 and not found.isalpha():
            yield next(iter(told.values())), f".pm [class] {found}"
        else:
            yield from ((words, f".pm .{nation} {found}") for nation, words in told.items())


def _around(parts: Iterable[Part]) -> tuple[tuple[float, float], list[Part]]:
    """Where the sign of a piece is written, and the parts of the piece as seen from there."""
    rows = [*parts]
    x, y = next((part.values["x"], part.values["y"]) for part in rows if part.tag == "text")
    off = {"x": x, "cx": x, "x1": x, "x2": x, "y": y, "cy": y, "y1": y, "y2": y}
    return (x, y), [
        part._replace(values={key: value - off[key] if key in off else value for key, value in part.values.items()})
        for part in rows
    ]


def _bare(rule: Mapping[str, Any], part: Part) -> str:
    """A part without its looks; of its place only what is not usual."""
    place = {key: value if isinstance(value, str) else round(value)
             for key, value in part.values.items() if key in PLACE and not _is_usual(rule, part, key)}  # fmt: skip
    return element(
        part.tag,
        "",
        part.text,
        **({"class": KINDS[part.kind].partition(".")[2]} if "." in KINDS[part.kind] else {}),
        **place,
    )


def _is_usual(rule: Mapping[str, Any], part: Part, key: str) -> bool:
    """Whether a measure is as the sheet tells it, or that of the sign, which all others are told from."""
    if part.tag == "text" and part.kind != "name":
        return key in USUAL
    return key in USUAL and key in rule and abs(part.values[key] - rule[key]) <= 0.5


def _told(rule: Mapping[str, Any], keys: Collection[str]) -> str:
    """Some looks as a style sheet tells them."""
    told = {key.replace("_", "-"): value for key, value in rule.items() if key in keys}
    return ";".join(f"{key}:{f'{num(value)}px' if isinstance(value, float) else value}" for key, value in told.items())


@lru_cache(maxsize=16)
def looks_of(board: Picture, frame: Frame) -> Looks:
    """The looks of the pieces of a board, from a sample of each."""
    rules: dict[Key, dict[str, Any]] = {}
    for nation in board.nations:
        for part in _samples(frame, nation):
            rules.setdefault((nation.id, part.tag, part.kind), _look(part))
    return Looks(rules)


def _look(part: Part) -> dict[str, Any]:
    """How a part looks, with its usual measure; that of a label hangs on its names, but for its height."""
    keys = PLACE - ({"height"} if part.kind == "name" else USUAL)
    if part.tag == "text":
        keys |= USUAL  # a sheet cannot tell them, and the sign of a piece needs none
    return PLAIN.get(part.tag, {}) | {key: value for key, value in part.values.items() if key not in keys}


def _samples(frame: Frame, nation: Nation) -> Iterator[Part]:
    """Marks that have all parts there are."""
    slip = Label(("",), label_size(frame), (0.0, 0.0, 0.0, label_extent(frame, ("",))[1]), (0.0, 0.0, 0.0, 0.0))
    for train, text in ((False, f"{nation.letter}1"), (True, f"{nation.letter}T1")):
        for down in (False, True):
            box = token_box(frame, text, train)
            yield from _around([*sign(frame, nation, box, text, 1, train, down), *label(frame, nation, slip)])[1]
    for kind in ("move", "retreat"):
        yield from arrow_parts(frame, nation, "", "", kind)
    half = great_radius(frame)
    for letter, second in ((nation.letter, False), (f"{nation.letter}2", True)):
        yield from _around(badge(0.0, 0.0, half, letter, nation.colour, second))[1]
