"""docs/agreements.md: every line and every clause it shows is read as it says, and no kind of clause is left out."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from pbem.rulesets.maria.clauses import TESTED, Note, read_clause
from pbem.rulesets.maria.naming import BOARD_NAMES
from pbem.rulesets.maria.treaties import VERBS, Unread, read_entry

PAGE = (Path(__file__).parents[2] / "docs" / "agreements.md").read_text(encoding="utf-8")


def test_the_sheet_of_the_page_has_a_line_of_every_kind() -> None:
    sheet = re.search(r"```toml\n(.*?)```", PAGE, re.S)
    assert sheet
    lines = tomllib.loads(sheet[1])["treaties"]

    assert not [line for line in lines if isinstance(read_entry(line, BOARD_NAMES), Unread)]
    assert {*VERBS} == {line.split()[0] for line in lines}
    assert all(f"`{verb} " in PAGE for verb in VERBS)


def test_every_kind_of_clause_is_in_the_table_and_is_read() -> None:
    rows = re.findall(r"^\| `(.+?)` \|", PAGE.partition("## Clauses")[2], re.M)
    kinds = [type(read_clause(row, BOARD_NAMES)) for row in rows]

    assert [*TESTED, Note] == sorted(kinds, key=[*TESTED, Note].index)
