"""Tactical cards (F1.2, F3.9): decks of 2 to 13 with two Reserves that are worth 10."""

from pbem.rulesets import common
from pbem.rulesets.common import MARKS as MARKS
from pbem.rulesets.common import NOUNS as NOUNS
from pbem.rulesets.common import SIGNS as SIGNS
from pbem.rulesets.common import SUITS as SUITS
from pbem.rulesets.common import Card as Card
from pbem.rulesets.friedrich.state import DECK

rank_of, by_suit, take, without = common.rank_of, common.by_suit, common.meant, common.without
write, read, parse_face, deck = common.write_cards, DECK.read, DECK.face, DECK.cards
