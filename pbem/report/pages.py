"""Pages of HTML: templates filled in, red suits, and the map put in last, for it is large and has its own colours."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from markupsafe import Markup, escape

from pbem.report.layout import unparted
from pbem.report.opening import opening
from pbem.report.text import filled

_PLACE = "\x02the map\x03"  # control signs, which no text of a model has when it reaches a template
_PARTS = re.compile(r"(<(style|script|title|pre)\b.*?</\2>|<[^>]*>)", re.DOTALL)
_RED = re.compile(r"[♥♦]")


def page(
    template: str,
    model: Mapping[str, Any],
    overrides: str | None,
    map_: str = "",
    shared: Mapping[str, str] | None = None,
) -> str:
    """A page with its map: an SVG, the name of a file with one, or nothing.

    ``shared`` names the files with its style and its script; without it they stand in the page.
    """
    picture, opened = inline(map_), opening(map_)
    shown = {"opening": None if opened is None else {**opened._asdict(), "zoom": str(opened.zoom)}}
    files = {"style": "", "script": "", **(shared or {})}
    html = filled(template, {**model, **shown, "shared": files}, overrides, map=_PLACE if picture else "")
    return reddened(unparted(html)).replace(_PLACE, picture)


def reddened(html: str) -> str:
    """The page with hearts and diamonds marked as red where they are read: not in tags, scripts and sheets."""
    parts = _PARTS.split(html)  # text, tag, name of a style and the like, text, ...
    parts[2::3] = [""] * len(parts[2::3])
    parts[0::3] = [_RED.sub(r'<i class="red">\g<0></i>', text) for text in parts[0::3]]
    return "".join(parts)


def inline(svg: str) -> Any:
    """An SVG as it stands inside HTML, without the XML heading and not escaped; or the file shown in its place."""
    if svg.endswith(".svg"):
        return Markup(f'<object type="image/svg+xml" data="{escape(svg)}">The map</object>')
    start = svg.find("<svg")
    return Markup(svg[start:].strip()) if start >= 0 else ""
