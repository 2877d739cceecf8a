"""Changes to a sheet as text: what is not changed stays as it was, and the sheet says what it is to say."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from pbem.core.sheets import CLOSING
from pbem.workflow.deskpage.edits import rewritten

SHEET = f"""\
game = "winter"
step = 7

# Prussia moves.
do = [
  # "Friedrich > ",
]
# recruits
[troops]   # secret
# friedrich = 1
keith = 4

{CLOSING}
"""


def changed(text: str, **after: Any) -> str:
    data = tomllib.loads(text)
    body = {key: value for key, value in data.items() if key not in ("game", "step")}
    made = rewritten(text, body, {key: value for key, value in {**body, **after}.items() if value is not None})
    expected = {key: value for key, value in {**data, **after}.items() if value is not None}

    assert expected == tomllib.loads(made)
    return made


def test_an_order_takes_the_place_of_the_empty_list_and_the_rest_stays() -> None:
    made = changed(SHEET, do=["Keith > Glogau"])

    assert SHEET.replace('do = [\n  # "Friedrich > ",\n]\n', 'do = [\n  "Keith > Glogau",\n]\n') == made


def test_a_table_is_written_anew_where_it_stood() -> None:
    made = changed(SHEET, troops={"keith": 4, "heinrich": 2})

    assert "# recruits\n[troops]\nkeith = 4\nheinrich = 2\n" in made


def test_a_new_table_stands_at_the_end_and_a_new_key_before_all_tables() -> None:
    made = changed(changed(SHEET, bid=[{"own": "Keith", "plays": ["7S"]}]), discard="7S")

    assert made.index("discard") < made.index("[troops]") < made.index("[[bid]]") < made.index(CLOSING)


def test_what_is_taken_away_leaves_the_rest() -> None:
    assert "keith" not in changed(SHEET, troops=None)
    assert "[[bid]]" not in changed(changed(SHEET, bid=[{"own": "Keith"}]), bid=None)


@pytest.mark.parametrize("text", ["", "a = 1", "[t]\nx = 1\n[[u]]\ny = 2\n[[u]]\ny = 3", 't.x = 1\nt.y = 2\nz = "]"'])
@pytest.mark.parametrize(
    "after", [{"do": ["a"]}, {"t": {"x": 5}}, {"u": [{"y": 1}, {"y": [{"z": 1}]}]}, {"z": "\n\"'"}]
)
def test_any_sheet_can_be_changed(text: str, after: dict[str, Any]) -> None:
    once = changed(text, **after)

    assert once == changed(once, **after)
    changed(once, **dict.fromkeys(after))
