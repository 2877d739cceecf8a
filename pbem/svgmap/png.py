"""The map as PNG or PDF, for those who have the extra: pip install 'pbem[png]'."""

from __future__ import annotations


class NoPainter(Exception):
    """The library that paints PNG and PDF files is not installed."""


def painted(svg: str, form: str, width: int = 0) -> bytes:
    """The picture painted as ``png`` or ``pdf``, in its own size or so many pixels wide."""
    try:
        import cairosvg  # type: ignore[import-untyped,import-not-found,unused-ignore]
    except (ImportError, OSError) as error:  # OSError: the system's cairo library is missing
        raise NoPainter(str(error)) from error
    paint = {"png": cairosvg.svg2png, "pdf": cairosvg.svg2pdf}[form]
    made: bytes = paint(bytestring=svg.encode(), output_width=width or None)
    return made
