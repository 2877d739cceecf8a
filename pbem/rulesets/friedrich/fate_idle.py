"""Why the text of a card of fate does nothing, as far as everybody may know it (F11.6, F11.7).

Who is where and how many troops a nation has is public. That a stack is full, or has none to spare, follows from it.
"""

from __future__ import annotations

from pbem.rulesets.friedrich.board import HANOVER, PRUSSIA, RUSSIA
from pbem.rulesets.friedrich.state import (
    GENERALS,
    NATION_OF,
    PIECE,
    RETIRED,
    State,
    maximum_of,
    takes_part,
)

# The general or the nation of whom a text speaks, and the texts that give a troop.
GENERAL_OF = {"1D": "tottleben", "2H": "apraxin", "6S": "laudon", "6C": "daun", "8D": "karl"}
NATION_ASKED = {"1C": RUSSIA, "8S": PRUSSIA, "11C": HANOVER}
GIVING = ("1C", "1D", "6C", "8S", "11C")


def reason(state: State, text: str) -> str:
    """Why nothing happens, as a word, or none where a text has one reason only; ``state`` is that before the card."""
    if text in NATION_ASKED:
        nation, generals = NATION_ASKED[text], GENERALS[NATION_ASKED[text]]
    elif text in GENERAL_OF:
        nation, generals = NATION_OF[PIECE[GENERAL_OF[text]]], (PIECE[GENERAL_OF[text]],)
    else:
        return ""
    if not takes_part(state, nation) or all(state.place[p] == RETIRED for p in generals):
        return "gone"
    if all(state.place[p] < 0 for p in generals):
        return "off"
    if text not in GIVING:
        return ""
    return "most" if state.totals[nation] >= maximum_of(state.mode, nation) else "full"
