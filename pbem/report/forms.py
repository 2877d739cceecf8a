"""One report, four forms: text for the mail, HTML for eyes, Markdown for archives, JSON for programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

FORMS = ("txt", "html", "md", "json")
_PLACE = "%the-map%"  # a large map takes no part in the filling in of the page
VERSION = 1  # of the JSON form; see docs/formats.md


def rendered(form: str, model: Mapping[str, Any], overrides: str | None = None, map_: str = "") -> str:
    """The report in one of the forms; the map for the HTML is an SVG, the name of a file with one, or nothing."""
    if form == "json":
        return as_json(model)
    from pbem.report.text import filled

    if form != "html":
        return filled(f"{form}/report.{form}.j2", model, overrides)
    from pbem.report.layout import unparted

    picture = inline(map_)
    page = unparted(filled("html/report.html.j2", {**model, "map": _PLACE if picture else ""}, overrides))
    return page.replace(_PLACE, picture)


def as_json(model: Mapping[str, Any]) -> str:
    """The report as plain data, keys in a fixed order."""
    from json import dumps

    return dumps({"format": VERSION, "kind": "report", **model}, indent=2, ensure_ascii=False) + "\n"


def inline(svg: str) -> Any:
    """An SVG as it stands inside HTML, without the XML heading and not escaped; or the file shown in its place."""
    from markupsafe import Markup, escape

    if svg.endswith(".svg"):
        return Markup(f'<object type="image/svg+xml" data="{escape(svg)}">The map</object>')
    start = svg.find("<svg")
    return Markup(svg[start:].strip()) if start >= 0 else ""
