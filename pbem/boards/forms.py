"""What tables a board has and what stands in their columns: read from the pages in forms/."""

from __future__ import annotations

import os
import tomllib
from functools import cache
from typing import Any, NamedTuple

HERE = os.path.dirname(os.path.abspath(__file__))


class Column(NamedTuple):
    """A column of a table, or what is known of it."""

    name: str
    kind: str
    about: str
    example: str = ""
    of: tuple[str, ...] = ()  # the words that may stand in it
    low: int = 0
    high: int = 0
    join: str = ""  # the sign between several
    none: bool = False  # the word none may stand for nobody
    long: bool = False
    empty: bool = False  # it may be empty
    optional: bool = False  # the column may be missing
    field: str = ""  # what it is for, where that is called otherwise


class TableForm(NamedTuple):
    """A table: its columns, which of them names a row, and facts that a check needs."""

    file: str
    about: str
    columns: tuple[Column, ...]
    key: str
    facts: dict[str, Any]

    @property
    def named(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.columns)


class BoardForm(NamedTuple):
    """A form of board."""

    id: str
    title: str  # the name of the ruleset played on it
    powers: tuple[str, ...]
    letters: str  # of the powers, on the map
    great: tuple[str, ...]
    maps: tuple[str, ...]
    countries: tuple[str, ...]  # where there is no table of them
    tables: dict[str, TableForm]


def form_ids() -> tuple[str, ...]:
    """The forms of boards there are."""
    return tuple(sorted(name.removesuffix(".toml") for name in os.listdir(os.path.join(HERE, "forms"))))


@cache
def form_of(id_: str) -> BoardForm:
    """The form of that id."""
    with open(os.path.join(HERE, "forms", f"{id_}.toml"), "rb") as file:
        page = tomllib.load(file)
    tables = {name: _table(name, dict(table)) for name, table in page["tables"].items()}
    words = {key: tuple(page.get(key, ())) for key in ("powers", "great", "maps", "countries")}
    return BoardForm(id_, page["title"], letters=page["letters"], tables=tables, **words)


def _table(file: str, table: dict[str, Any]) -> TableForm:
    columns = tuple(Column(**{**row, "of": tuple(row.get("of", ()))}) for row in table.pop("columns", ()))
    return TableForm(file, table.pop("about"), columns, table.pop("key", ""), table)
