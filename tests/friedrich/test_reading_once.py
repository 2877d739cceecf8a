"""A line is read once for all the views it is checked on; what is wrong with it is said each time, of that position."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.core import Diagnostic, Where
from pbem.rulesets.friedrich import RULESET
from pbem.rulesets.friedrich.board import PRUSSIA
from pbem.rulesets.friedrich.desk import read_clean, read_line, read_lines
from pbem.rulesets.friedrich.orders import Reader

LINES = [
    "Keith > Glogau > ... > Breslau", "Friedrich + Winterfeldt > Riesa", "Keith stays", "T1 > Torgau", "battles Keith",
    "Keith > Neustadt", "Keiht > Glogau", "Keith > Glogua", "march to the moon", "", ">", "recruit", "recruit 3",
]  # fmt: skip


def state_of(**prussia: str) -> Any:
    position = {"stage": "prussia", "phase": "movement", "prussia": prussia}
    return RULESET.files.position(position, "4p", {})


@pytest.mark.parametrize("text", LINES)
def test_a_line_means_the_same_and_is_complained_about_alike_each_time_it_is_read(text: str) -> None:
    for state in (state_of(keith="Glogau 4"), state_of(heinrich="Celle 4"), state_of(keith="Glogau 4")):
        plain, said = list[Diagnostic](), list[Diagnostic]()
        expected = read_line(Reader(text, Where(("do", 0)), PRUSSIA, plain.append, state=state))
        found = read_lines({"do": [text]}, PRUSSIA, said.append, state)

        assert ([] if expected is None else [expected], plain) == (found, said)
        assert bool(plain) == (read_clean(text, 0, PRUSSIA) is None)
