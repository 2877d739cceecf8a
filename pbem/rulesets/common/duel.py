"""The duel of a battle: the right to play passes to and fro, and each time a bid answers for its side.

Free of any state: two sides come in, the cards played come out, with who is asked or who stops, and at what score.
What follows from it, to hands, discards and troops, is for the title to do.
"""

from collections.abc import Iterable
from typing import NamedTuple

from pbem.rulesets.common import Card
from pbem.rulesets.common.bids import Bid, answer
from pbem.rulesets.common.conditions import Sight
from pbem.rulesets.common.terms import Terms, after_card, keeps_right


class PlayedCard(NamedTuple):
    """One card of a duel: who played it (0: the active side), what it counted, and the score it led to."""

    side: int
    card: Card
    value: int
    score: int  # of the side that played it


class Side(NamedTuple):
    """One side of a duel: on what terms it fights, its bid, what it sees, and the plays of the bid it has used."""

    terms: Terms
    bid: Bid
    sight: Sight
    used: tuple[int, ...] = ()


class Duel(NamedTuple):
    """A duel as far as it has come. Index 0 is the active side."""

    sides: tuple[Side, Side]
    holder: int  # the side with the right to play
    played: tuple[PlayedCard, ...] = ()
    declared: tuple[int, ...] = ()  # with what value each of these cards was declared
    end: str = ""  # "ask": the holder must be asked; "stop": he plays no card, which ends the battle

    @property
    def score(self) -> int:
        """The score of the side with the right to play."""
        return self.sides[self.holder].sight.score


def first_holder(score: int) -> int:
    """Who has the right to play first: the side behind, at par the active one; the score is the active side's."""
    return 0 if score <= 0 else 1


def sights(
    played: Iterable[PlayedCard], score: int, hands: tuple[int, int], troops: tuple[int, int], battle: int = 1
) -> tuple[Sight, Sight]:
    """What both sides see now, after these cards; the score is the active side's, the hands are counted."""
    seen = [Sight(0), Sight(0)]
    for side, card, value, _ in played:
        seen[side] = seen[side].after_own(value)
        seen[1 - side] = seen[1 - side].after_enemy(str(card), value)
    own, other = (
        seen[side]._replace(
            score=-score if side else score,
            hand=hands[side],
            troops=troops[side],
            enemy_hand=hands[1 - side],
            enemy_troops=troops[1 - side],
            battle=battle,
        )
        for side in (0, 1)
    )
    return own, other


def fought(duel: Duel) -> Duel:
    """The duel played on until the side with the right must be asked, or stops."""
    while not duel.end:
        duel = next_turn(duel)
    return duel


def next_turn(duel: Duel) -> Duel:
    """One answer of the side with the right: a card, or the end."""
    side, own, enemy = duel.holder, duel.sides[duel.holder], duel.sides[1 - duel.holder]
    reply = answer(own.terms, own.bid, own.sight, own.used)
    if reply.card is None:
        return duel._replace(end=reply.kind)
    sight = own.sight.after_own(reply.counts)
    own = Side(
        after_card(own.terms, reply.card, reply.doubled, sight.score), own.bid, sight,
        (*own.used, reply.number) if reply.number >= 0 else own.used,
    )  # fmt: skip
    enemy = enemy._replace(sight=enemy.sight.after_enemy(str(reply.card), reply.counts))
    stays = keeps_right(own.terms, sight.score)
    played = PlayedCard(side, reply.card, reply.counts, sight.score)
    return Duel(
        (enemy, own) if side else (own, enemy), side if stays else 1 - side, (*duel.played, played),
        (*duel.declared, reply.declared),
    )  # fmt: skip
