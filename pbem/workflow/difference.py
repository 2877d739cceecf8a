"""What changed between two steps, as a reader knows it: told as moves, not as lines of a file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from pbem.core.changes import Change
from pbem.core.events import Event, seen_by
from pbem.core.ruleset import Ruleset
from pbem.store import GameFault
from pbem.store.reading import StepFile, read_step, step_names
from pbem.workflow import UNKNOWN_CHOICE, Table, chosen, decoded, open_game, reads
from pbem.workflow.gate import telling_of


class Difference(NamedTuple):
    """Two steps of a game and what lies between them."""

    game: str
    reader: str
    first: int
    last: int
    headings: tuple[str, str]
    changes: tuple[Change, ...]


@reads
def difference(directory: str, steps: str, role: str | None = None) -> Difference:
    """What changed from step A to step B, for a role or the public."""
    table = open_game(directory)
    if role is not None:
        chosen(role, tuple(table.game.players), "role", directory)
    first, last = span(steps, table)
    files = _files(table, first, last)
    return between(table, role, files)


def span(text: str, table: Table) -> tuple[int, int]:
    """``3..7``, ``3..`` up to now, ``..7`` from the set-up, ``7`` for that step alone."""
    low, dots, high = text.replace("…", "..").partition("..")
    last = table.last.number
    try:
        first, end = (int(low or 0), int(high or last)) if dots else (int(low) - 1, int(low))
    except ValueError:
        first, end = -1, -1
    if not 0 <= first < end <= last:
        raise GameFault(UNKNOWN_CHOICE, table.game.directory, form="span", found=text, last=last)
    return first, end


def _files(table: Table, first: int, last: int) -> list[StepFile]:
    return [read_step(table.game, named) for named in step_names(table.game.directory) if first <= named.number <= last]


def between(table: Table, role: str | None, files: Sequence[StepFile]) -> Difference:
    """The changes from the first of some steps that follow each other to the last."""
    rules = table.ruleset
    states = [decoded(rules.files.decode, file.state, file.file) for file in (files[0], files[-1])]
    events = [event for file in files[1:] for event in seen_by(file.events, role)]
    with telling_of(table.game.directory):
        found = changes_of(rules, states[0], states[1], role, events)
    headings = (rules.telling.heading(states[0]), rules.telling.heading(states[1]))
    reader = table.title(role) if role else "the public"
    return Difference(table.game.name, reader, files[0].number, files[-1].number, headings, tuple(found))


def changes_of(ruleset: Ruleset, before: Any, after: Any, role: str | None, events: Iterable[Event]) -> list[Change]:
    """The changes in the ruleset's own words, or read off its tables."""
    old, new = ruleset.secrets.view_of(before, role), ruleset.secrets.view_of(after, role)
    if ruleset.history is not None:
        return ruleset.history.changes(old, new, role, events)
    sections = [ruleset.telling.summary(view, role)["sections"] for view in (old, new)]
    return list(table_changes(sections[0], sections[1]))


def table_changes(before: Sequence[Mapping[str, Any]], after: Sequence[Mapping[str, Any]]) -> Iterator[Change]:
    """The rows and lines of a summary that were not there before."""
    old = {section["title"]: section for section in before}
    for section in after:
        title = section["title"]
        was, now = list(_rows(old.get(title, {}))), list(_rows(section))
        for row in now:
            if row not in was:
                yield Change(title, "new", row, {})
        for row in was:
            if row not in now:
                yield Change(title, "gone", f"no longer: {row}", {})


def _rows(section: Mapping[str, Any]) -> Iterator[str]:
    yield from section.get("lines", ())
    table = section.get("table", {"columns": (), "rows": ()})
    heads = table["columns"]
    for row in table["rows"]:
        first, *rest = zip(heads, row, strict=True)
        yield f"{first[1]}: " + ", ".join(f"{head} {cell}" for head, cell in rest if cell not in ("", None))


def as_text(found: Difference) -> str:
    """The difference for people."""
    lines = [f"{found.game}: step {found.first} to step {found.last}, for {found.reader}"]
    lines += [f"from  {found.headings[0]}", f"to    {found.headings[1]}"]
    for title, changes in groupby(found.changes, lambda change: change.title):
        lines += ["", title, *(f"  {change.text}" for change in changes)]
    return "\n".join(lines if found.changes else [*lines, "", "Nothing changed that this reader can see."])


def as_markdown(found: Difference) -> str:
    """The difference for an archive."""
    lines = [f"# {found.game}: step {found.first} to step {found.last}", ""]
    lines.append(f"For {found.reader}. From *{found.headings[0]}* to *{found.headings[1]}*.")
    for title, changes in groupby(found.changes, lambda change: change.title):
        lines += ["", f"## {title}", "", *(f"- {change.text}" for change in changes)]
    return "\n".join(lines if found.changes else [*lines, "", "Nothing changed that this reader can see."])


def as_json(found: Difference) -> str:
    """The difference for programs."""
    data = found._asdict()
    data["headings"] = list(found.headings)
    data["changes"] = [{**change._asdict(), "facts": dict(change.facts)} for change in found.changes]
    return json.dumps({"format": 1, **data}, indent=2, ensure_ascii=False)


LAYOUTS = {"text": as_text, "md": as_markdown, "json": as_json}
