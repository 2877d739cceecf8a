"""Sheets that are no TOML: one for each form of PB101."""

from __future__ import annotations

import sys
from typing import Any

from message_cases.common import CASES, case
from message_cases.letters import answered, good

NO_TOML = [  # above a good sheet
    ("a remark without its sign", "accept = 3\n* or fewer\n"),
    ("a key without =", "accept = 3\nkeep 2\n"),
    ("two keys on a line", "step = 1 accept = 2\n"),
    ("two entries without a comma", 'do = ["Heinrich > Uelzen"\n"Spaen > Celle"]\n'),
    ("braces without their end", 'plays = [{ card = "9D", when = "score <= -5"\n"7D"]\n'),
    ("a key given twice", "accept = 3\naccept = 2\n"),
    ("a table begun twice", "[troops]\nheinrich = 3\n[troops]\nspaen = 1\n"),
    ("a table in braces added to", "troops = { heinrich = 3 }\ntroops.spaen = 1\n"),
    ("a text without its end", 'own = "Heinrich\n\n'),
    ("three quotes that are never closed", 'own = """Heinrich"\n'),
    ("a control sign in a text", 'own = "Hein\arich"\n'),
    ("a path with the signs of Windows", 'own = "C:\\pbem"\n'),
    ("a control sign in a remark", "accept = 3 # or\v2\n"),
    ("a key that is cut off", "troops. = 3\n"),
    ("a table without its bracket", "[troops\nheinrich = 3\n"),
    ("the thirtieth of February", "accept = 1756-02-30\n"),
]
for title, text in NO_TOML:
    CASES.append(("PB101", title, lambda text=text: answered(text + good())))  # type: ignore[misc]


@case("PB101", "a sheet cut off within a text")
def cut_off() -> Any:
    return answered('role = "fred')


@case("PB101", "a number that Python was told not to read")
def unread_number() -> Any:
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        return answered(f"{good()}accept = {'9' * 900}\n")
    finally:
        sys.set_int_max_str_digits(before)
