"""The tables of every form of board for docs/boards.md: python -m pbem.boards.page docs/boards.md."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from pbem.boards.forms import Column, form_ids, form_of
from pbem.core import listed

BEGIN = "<!-- from here on the page is made by python -m pbem.boards.page docs/boards.md -->"


def tables_page() -> str:
    """The columns of all tables in Markdown."""
    return "\n".join(line for id_ in form_ids() for line in _form(id_)) + "\n"


def _form(id_: str) -> Iterator[str]:
    form = form_of(id_)
    yield f"\n### Form {id_}, for {form.title.capitalize()}"
    for file, table in form.tables.items():
        yield f"\n`{file}`: {table.about}\n"
        if table.columns:
            yield "| column | what stands in it | for example |\n| --- | --- | --- |"
            yield from map(_column, table.columns)
        else:
            yield f"```toml\n{table.facts['template'].strip()}\n```"


def _column(column: Column) -> str:
    words = f" ({listed((f'`{word}`' for word in column.of), 'or')})" if column.of else ""
    left_out = "; the column may be left out" if column.optional else "; may be empty" if column.empty else ""
    example = f"`{column.example}`" if column.example else ""
    return f"| `{column.name}` | {column.about}{words}{left_out} | {example} |"


def with_tables(page: str) -> str:
    """The page with its last part made anew."""
    return f"{page.partition(BEGIN)[0]}{BEGIN}\n{tables_page()}"


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        text = file.read()
    with open(sys.argv[1], "w", encoding="utf-8", newline="\n") as file:
        file.write(with_tables(text))
