"""Pictures as PNG or PDF, for those who have the extras: pip install 'pbem[png]', pip install 'pbem[pdf]'.

Nothing else calls the libraries that paint. The fonts lie beside this module: a painter that does not find one leaves
every word out of the picture, and says nothing.
"""

from __future__ import annotations

import os

FONTS = os.path.join(os.path.dirname(__file__), "fonts")
FILES = [os.path.join(FONTS, name) for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")]
FAMILY = "DejaVu Sans"


class NoPainter(Exception):
    """The library that paints such files is not installed."""


def can_paint() -> bool:
    """Whether PNG files can be painted here."""
    try:
        import resvg_py  # noqa: F401
    except ImportError:
        return False
    return True


def painted(svg: str, form: str, width: int = 0) -> bytes:
    """The picture painted as ``png`` or ``pdf``, in its own size or so many pixels wide."""
    return png_of(svg, width) if form == "png" else _pdf_of(svg, width)


def png_of(svg: str, width: int = 0) -> bytes:
    """The picture as PNG, the same bytes on every machine: with our own fonts, and none of the system."""
    try:
        import resvg_py
    except ImportError as error:
        raise NoPainter(str(error)) from error
    made = resvg_py.svg_to_bytes(
        svg_string=svg, width=width or None, dpi=96.0, skip_system_fonts=True, font_files=FILES, font_family=FAMILY,
        sans_serif_family=FAMILY,
    )  # fmt: skip
    return bytes(made)


def _pdf_of(svg: str, width: int) -> bytes:
    try:
        import cairosvg  # type: ignore[import-untyped,import-not-found,unused-ignore]
    except (ImportError, OSError) as error:  # OSError: the system's cairo library is missing
        raise NoPainter(str(error)) from error
    made: bytes = cairosvg.svg2pdf(bytestring=svg.encode(), output_width=width or None)
    return made
