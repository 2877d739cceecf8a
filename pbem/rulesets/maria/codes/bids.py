"""Complaints about bids: those of every title, with our letters and the numbers of our rules."""

from __future__ import annotations

from pbem.rulesets.common.bid_codes import bid_codes
from pbem.rulesets.maria.state import DECK

RULES = {
    "battles": "M11.1", "order": "M11.2", "right": "M11.6", "play": "M11.6", "reserve": "M8.8", "zero": "M11.9",
    "turns": "M5.1", "retreat": "M11.21",
}  # fmt: skip
SWAPPED = 'Wrong for Austria: `own = "Schwerin"`, `enemy = "Karl"`. Right: `own = "Karl"`.'

(
    UNKNOWN_BID_KEY, CONDITION_UNREADABLE, NO_SUCH_BATTLE, WRONG_SUIT, BID_MISSING, BID_TWICE, BID_VALUE, RESERVE_VALUE,
    KEPT_AND_PLAYED, BATTLE_TWICE, CONDITION_IMPOSSIBLE, BID_FOR_ENEMY, STANDING_UNKNOWN, STANDING_SCOPE, STANDING_PAST,
    STANDING_SUIT, PLAY_NEVER, ACCEPT_ENDS_IT, SHARED_CARD, NOT_HELD_NOW, KEPT_AND_FORCED, WISH_UNREADABLE, WISHES_IDLE,
    BID_OPEN, NOT_THOUGHT_THROUGH, ORDER_OPEN,
) = SHARED = bid_codes("MA", RULES, DECK, SWAPPED)  # fmt: skip
ALL = SHARED
