"""Complaints about bids and standing bids: those of every title with our numbers, and those of the cards of fate."""

from __future__ import annotations

from pbem.core import Code, Form
from pbem.rulesets.common.bid_codes import bid_codes
from pbem.rulesets.friedrich.state import DECK

RULES = {
    "battles": "F7.1", "order": "F7.2", "right": "F7.5", "play": "F7.6", "reserve": "F7.7", "zero": "F7.8",
    "turns": "F2.1", "retreat": "F8.2",
}  # fmt: skip
SWAPPED = 'Wrong for France: `own = "Heinrich"`, `enemy = "Richelieu"`. Right: `own = "Richelieu"`.'

(
    UNKNOWN_BID_KEY, CONDITION_UNREADABLE, NO_SUCH_BATTLE, WRONG_SUIT, BID_MISSING, BID_TWICE, BID_VALUE, RESERVE_VALUE,
    KEPT_AND_PLAYED, BATTLE_TWICE, CONDITION_IMPOSSIBLE, BID_FOR_ENEMY, STANDING_UNKNOWN, STANDING_SCOPE, STANDING_PAST,
    STANDING_SUIT, PLAY_NEVER, ACCEPT_ENDS_IT, SHARED_CARD, NOT_HELD_NOW, KEPT_AND_FORCED, WISH_UNREADABLE, WISHES_IDLE,
    BID_OPEN, NOT_THOUGHT_THROUGH, ORDER_OPEN,
) = SHARED = bid_codes("FR", RULES, DECK, SWAPPED)  # fmt: skip
COUNTS_DOUBLE = Code(
    "FR756", "counts-double",
    "{card} counts 22: this turn Prussia's first 11S is doubled unless you say otherwise",
    'Write {{ card = "11S", double = false }} among the plays to have it count 11.',
    "11S",
    "warning",
    forms={
        "first": Form(
            "{card} counts 22 if it is played before the other: this turn Prussia's first 11S is doubled unless you say"
            " otherwise",
            'Write {{ card = "11S", double = false }} here to have this one count 11 and the other 22.',
        ),
    },
    about="In the turn of the card of fate 11S the first 11S that Prussia plays in a battle counts twice. A plain"
    ' "11S" is doubled; `{ card = "11S", double = false }` is not, and leaves the doubling for another one.',
)  # fmt: skip
DOUBLED_TWICE = Code(
    "FR757", "doubled-twice",
    "{card} stands here once more, and only the first 11S that is played this turn is doubled: it counts 22, the other"
    " one 11",
    'Write {{ card = "11S", double = false }} for the one that is to count 11.',
    "11S",
    "warning",
    about="The card of fate 11S doubles one 11S in its turn: a plain one like one with `double = true`. Of several in a"
    " sheet the one that comes up first counts 22, and the others 11; `double = false` says which of them is not to be"
    " doubled.",
)  # fmt: skip
SUIT_SILENCED = Code(
    "FR758",
    "suit-silenced",
    "Soubise attacks from {city} without a card: Hildburghausen attacked with {suit} before him",
    "Card of fate 3H with the house rule same-suit = play: the plays of this bid are not used.",
    "3H",
    "warning",
    about='Under the house rule `same-suit = "play"` Soubise plays no card in a battle in which he attacks from the'
    " suit that Hildburghausen has used in this turn; a Reserve would take that suit too. He may still fight with his"
    " troops alone.",
)
ALL = (*SHARED, COUNTS_DOUBLE, DOUBLED_TWICE, SUIT_SILENCED)
