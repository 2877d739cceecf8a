"""A board to be filled in: every table with remarks on what goes into it, made from its form."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.boards.forms import BoardForm, Column, TableForm
from pbem.core import listed

_ABOUT = """\
# What the board is called. This file may be left out.
name = "{name}"
form = "{form}"  # which tables it has; leave it as it is
"""


def template(form: BoardForm, name: str) -> dict[str, str]:
    """The files of an empty board."""
    plain = name.replace("\\", "").replace('"', "")
    files = {"board.toml": _ABOUT.format(name=plain, form=form.id)}
    for file, table in form.tables.items():
        files[file] = _sheet(table) if file.endswith(".csv") else _leaf(table)
    return files


def _leaf(table: TableForm) -> str:
    return f"# {table.about}\n{table.facts['template']}"


def _sheet(table: TableForm) -> str:
    columns = [column for column in table.columns if not column.optional]
    example = ",".join(column.example for column in columns)
    lines = [f"# {table.about}", "# Lines that begin with # are remarks. The columns are:", *map(_remark, columns)]
    lines += [f"# For example: {example}", ",".join(column.name for column in columns), *_rows(table)]
    return "\n".join(lines) + "\n"


def _remark(column: Column) -> str:
    words = f" ({listed(column.of, 'or')})" if column.of else ""
    return f"#   {column.name}: {column.about}{words}"


def _rows(table: TableForm) -> Iterator[str]:
    """Rows that every board of this form has: those to be completed stand behind the sign of a remark."""
    rows = table.facts.get("rows", ())
    if rows and not table.facts.get("filled"):
        yield "# Complete these rows and take their # away:"
    for row in rows:
        yield row if table.facts.get("filled") else f"#{row}"
