"""A small drawn sign for every kind of card (R1): our own shapes, black on light, told apart by outline alone.

Each is drawn in a square from -16 to 16; black, white and lines do all the work, so that they stay apart in greyscale.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem.rulesets.fredericus.cards import FREDERICUS, SEAL, SKY, TREE

INK, PAPER = "#1a1a1a", "#ffffff"


def _solid(path: str, fill: str = INK) -> str:
    return f'<path d="{path}" fill="{fill}"/>'


def _line(path: str, width: float, ink: str = INK) -> str:
    return (
        f'<path d="{path}" fill="none" stroke="{ink}" stroke-width="{width}" stroke-linecap="round"'
        ' stroke-linejoin="round"/>'
    )


def _edged(path: str, fill: str) -> str:
    return f'<path d="{path}" fill="{fill}" stroke="{INK}" stroke-width="1.8"/>'


def _dot(x: float, y: float, radius: float, fill: str = INK, edge: float = 0) -> str:
    rim = f' stroke="{INK}" stroke-width="{edge}"' if edge else ""
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}"{rim}/>'


SIGNS: Mapping[str, str] = {
    # basilisk: a snake with a crown
    "a": _line("M-12 13H5C13 13 13 4 5 4H-3C-11 4 -11 -5 -3 -5H2", 5)
    + _solid("M0 -9C8 -10 13 -7 14 -3C10 0 5 -1 0 -2Z")
    + _dot(6, -5.5, 1.3, PAPER)
    + _solid("M-1 -9L-2 -16L2 -13L5 -16L7 -13L11 -15L10 -9Z"),
    # lindworm: a ring of a body with a spiny back
    "b": _line("M8 -5A10 10 0 1 0 8 8", 5)
    + _solid("M4 -9L15 -8L13 -2L6 -1Z")
    + _dot(9, -6.5, 1.2, PAPER)
    + _solid("M-3 -10L0 -16L3 -10ZM-9 -6L-13 -12L-5 -10ZM-11 0L-16 2L-11 5ZM-8 8L-12 14L-4 11ZM0 11L3 16L6 10Z"),
    # cockatrice: the head of a cock, with comb and wattle
    "c": _solid("M-9 16C-8 8 -8 4 -7 0C-7 -5 -3 -8 1 -8C5 -8 8 -5 8 -2L16 1L8 4C7 8 8 12 9 16Z")
    + _solid("M-7 -5C-13 -7 -11 -14 -6 -11C-6 -17 1 -17 1 -12C5 -16 10 -12 6 -6Z")
    + _solid("M8 5C12 6 11 13 8 12C6 11 6 7 8 5Z")
    + _dot(2.5, -3, 2, PAPER),
    # griffin: four legs, a beak, a wing and the tail of a lion
    "d": _solid("M-11 0C-7 -3 0 -2 4 -2L5 -9C7 -13 13 -12 15 -6L11 -6C11 -2 11 1 10 4L10 15H6V6"
                "H-5V15H-9V6C-11 4 -12 2 -11 0Z")
    + _solid("M4 -3C3 -10 -4 -15 -13 -15C-11 -11 -10 -9 -8 -8C-9 -7 -9 -7 -10 -6C-5 -6 -1 -4 4 -3Z")
    + _line("M-11 2C-15 2 -15 8 -13 10", 2.2)
    + _dot(-13, 12, 2.4)
    + _dot(9, -8.5, 1.2, PAPER),
    # harpy: a face between two wings
    "e": _solid("M-4 2C-6 -6 -11 -10 -16 -10C-16 -3 -14 6 -5 10ZM4 2C6 -6 11 -10 16 -10C16 -3 14 6 5 10Z")
    + _solid("M-7 0C-8 -14 8 -14 7 0L8 7H-8Z")
    + _dot(0, -2, 5.2, PAPER)
    + _solid("M-4 7H4L3 13L6 16H1L0 14L-1 16H-6L-3 13Z")
    + _dot(-2, -2.8, 1)
    + _dot(2, -2.8, 1)
    + _line("M-1.5 1H1.5", 1.2),
    # phoenix: a bird that rises out of flames
    "f": _solid("M0 16C-12 16 -14 6 -10 0C-9 3 -8 4 -6 4C-8 -4 -3 -10 1 -16C2 -11 4 -9 6 -5C7 -7 7 -8 7 -10"
                "C12 -4 14 2 12 8C10 13 6 16 0 16Z")
    + _solid("M0 13C-3 11 -4 9 -4 8L-9 7C-6 6 -3 6 -1 7C-2 4 -1 1 2 1C4 1 5 2 6 4L4 4C4 5 3 6 3 7C5 6 8 6 10 7L4 9"
             "C3 11 2 12 0 13Z", PAPER),
    # sphinx: a striped headcloth
    "g": _solid("M-7 -11C-4 -15 4 -15 7 -11L14 12H5V15H-5V12H-14Z")
    + _line("M-8 -5H8M-10 0H10M-11 5H11M-12.5 9.5H12.5", 1.7, PAPER)
    + _solid("M-5 -8H5V2C5 6 2 8 0 8C-2 8 -5 6 -5 2Z", PAPER)
    + _dot(-2, -3, 1.1)
    + _dot(2, -3, 1.1)
    + _line("M-1.6 3.5H1.6", 1.3)
    + _solid("M-1.5 8H1.5V14H-1.5Z", PAPER),
    # winged horse: a horse's neck and head, a feathered wing behind
    "h": _solid("M-2 16C0 9 -1 6 -5 6L-9 9C-11 9 -13 7 -12 5L-6 -5C-5 -8 -4 -9 -2 -10L-2 -15L2 -11"
                "C7 -10 9 -5 8 2C8 8 9 12 10 16Z")
    + _dot(-3.5, -3.5, 1.3, PAPER)
    + _line("M9 -12C13 -10 16 -6 16 -2M9 -6C12 -4 14 -1 14 3M9 0C11 2 12 5 12 8", 2.6),
    TREE: _solid("M-2 16V7H2V16Z")
    + _edged("M0 -15C5 -15 8 -12 8 -9C13 -8 14 -2 11 1C12 6 7 9 0 8C-7 9 -12 6 -11 1C-14 -2 -13 -8 -8 -9"
             "C-8 -12 -5 -15 0 -15Z", "#3f8f6b"),
    SKY: _edged("M-10 7C-16 7 -16 -1 -10 -2C-10 -9 -1 -11 2 -6C7 -9 12 -5 11 -1C16 0 15 7 10 7Z", PAPER)
    + _line("M-7 12H9M-2 -13H6", 1.8, "#1f78a8"),
    SEAL: _solid("M-7 6L-11 16L-6 14L-3 16L-1 8ZM7 6L11 16L6 14L3 16L1 8Z", "#a8281e")
    + _dot(0, -3, 11.5, PAPER, 2)
    + '<circle cx="0" cy="-3" r="8.2" fill="none" stroke="#a8281e" stroke-width="1.6" stroke-dasharray="2.4 2"/>'
    + _solid("M0 -9L1.8 -4.8L6 -4.5L2.7 -1.6L3.9 3L0 .6L-3.9 3L-2.7 -1.6L-6 -4.5L-1.8 -4.8Z", "#a8281e"),
    FREDERICUS: _solid("M-14 -8L-7 0L-5 -12L0 -2L5 -12L7 0L14 -8L11 9H-11Z")
    + _dot(-14, -9, 2)
    + _dot(-5, -13, 2)
    + _dot(5, -13, 2)
    + _dot(14, -9, 2)
    + _solid("M-11 11H11V15H-11Z"),
}  # fmt: skip


def symbols() -> str:
    """All signs, each once, to be used wherever such a card lies."""
    return "<defs>" + "".join(f'<g id="fd-{card}">{sign}</g>' for card, sign in SIGNS.items()) + "</defs>"
