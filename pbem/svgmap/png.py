"""The map as PNG, for those who have the extra: pip install 'pbem[png]'."""

from __future__ import annotations


class NoPainter(Exception):
    """The library that paints PNG files is not installed."""


def png_of(svg: str, width: int = 0) -> bytes:
    """The picture painted, in its own size or so many pixels wide."""
    try:
        import cairosvg  # type: ignore[import-untyped,import-not-found,unused-ignore]
    except (ImportError, OSError) as error:  # OSError: the system's cairo library is missing
        raise NoPainter(str(error)) from error
    painted: bytes = cairosvg.svg2png(bytestring=svg.encode(), output_width=width or None)
    return painted
