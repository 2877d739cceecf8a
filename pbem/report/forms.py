"""One report, four forms: text for the mail, HTML for eyes, Markdown for archives, JSON for programs."""

from __future__ import annotations

from collections.abc import Mapping
from json import dumps
from typing import Any

from pbem.core import harmless_json
from pbem.report.text import filled

FORMS = ("txt", "html", "md", "json")
VERSION = 1  # of the JSON form; see docs/formats.md


def rendered(
    form: str,
    model: Mapping[str, Any],
    overrides: str | None = None,
    map_: str = "",
    shared: Mapping[str, str] | None = None,
) -> str:
    """The report of one step for one reader, in one of the forms.

    The model has: game, step, heading, role (None for the public), role_title, moderator, complaints, owed
    (what, default, by), waiting (role, what), since, story (chapters of a title and items: a sentence, or a
    block of title, lines and short), battles (full or short), summary (sections of title and lines or
    table), seed_commitment, result (winners, reason), sheet. The map for the HTML is an SVG, the name of a
    file with one, or nothing. Pages that lie together may share a style sheet and a script; else each is whole.
    """
    if form == "json":
        return as_json(model, compact=shared is not None)
    if form == "html":
        from pbem.report.pages import page  # not for report: of text alone

        return page("html/report.html.j2", model, overrides, map_, shared)
    return filled(f"{form}/report.{form}.j2", model, overrides)


def as_json(model: Mapping[str, Any], compact: bool = False) -> str:
    """The report as plain data, keys in a fixed order; in an archive of many, one key a line and no more blanks."""
    data = {"format": VERSION, "kind": "report", **model}
    if not compact:
        return harmless_json(dumps(data, indent=2, ensure_ascii=False)) + "\n"
    lines = [f"{dumps(key)}:{dumps(value, ensure_ascii=False, separators=(',', ':'))}" for key, value in data.items()]
    return harmless_json("{\n" + ",\n".join(lines) + "\n}") + "\n"


def with_view(html: str, view: str) -> str:
    """The page with the view of its reader in it: data, which the player's desk reads and no page shows.

    No text in it can end the place it stands in, and TOML reads it as before.
    """
    block = f'<script type="application/toml" id="pbem-view">\n{view_in_page(view)}</script>\n'
    head, end, tail = html.rpartition("</body>")
    return f"{head}{block}{end}{tail}" if end else f"{html}{block}"


def view_in_page(view: str) -> str:
    """A view as it stands inside a page."""
    return view.replace("<", "\\u003c")
