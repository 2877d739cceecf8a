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
    wanted = {key: value for key, value in {**body, **after}.items() if value is not None}
    made = rewritten(text, body, wanted, SHEET)
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


# remarks


OWN = """\
do = [  # the plan
  # first the west
  "Keith > Glogau",  # he is needed there
  "Heinrich > Celle",
  # then the east
  "Lehwaldt stays",   # for now
  # that is all
]
"""


def test_remarks_of_orders_that_stay_are_kept_and_those_of_orders_that_go_go() -> None:
    made = changed(OWN, do=["Keith > Glogau", "Lehwaldt stays", "Dohna > Jever"])

    for remark in ("# the plan", "# first the west", "# then the east", "# that is all"):
        assert remark in made
    assert '"Keith > Glogau",  # he is needed there\n' in made
    assert '"Lehwaldt stays",  # for now\n' in made
    assert "# for now" not in changed(OWN, do=["Keith > Glogau"])


def test_a_remark_in_a_list_without_orders_stands_above_the_first() -> None:
    text = SHEET.replace('  # "Friedrich > ",\n', '  # "Friedrich > ",\n  # my own remark\n')
    one = changed(text, do=["Keith > Glogau"])
    none = changed(one, do=[])

    assert 'do = [\n  # my own remark\n  "Keith > Glogau",\n]\n' in one
    assert "do = [\n  # my own remark\n]\n" in none
    assert "# my own remark\n" in changed(one, do=None)


def test_a_sign_of_a_remark_within_a_text_is_none() -> None:
    made = changed("do = [\"a # b\", 'c # d']  # e\n", do=["a # b", "x"])

    assert '"a # b"' in made and "# e" not in made.replace("# e\n", "") and "c # d" not in made


BIDS = """\
[[bid]]
own = "Keith"      # strong
plays = ["7S"]
# between them
[[bid]]
own = "Heinrich"
# hold him back
plays = []
"""


def test_a_bid_that_is_not_changed_is_not_touched_and_remarks_of_another_stand_above_it() -> None:
    one = {"own": "Keith", "plays": ["7S"]}
    made = changed(BIDS, bid=[one, {"own": "Heinrich", "plays": ["5H"]}])

    assert made.startswith(BIDS.partition('[[bid]]\nown = "Heinrich"')[0])
    assert '# hold him back\n[[bid]]\nown = "Heinrich"\nplays = [\n  "5H",\n]\n' in made
    assert BIDS.partition("# between")[0] in changed(BIDS, bid=[one])
    assert "# strong" in changed(BIDS, bid=[{"own": "Heinrich", "plays": []}])
    changed(BIDS, bid=[one, *[{"own": name} for name in "xyz"], {"own": "Heinrich", "plays": []}])
    changed(BIDS, bid=[{"own": "a"}, one])
