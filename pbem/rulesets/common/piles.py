"""The piles of cards on the table: the draw pile, the discards, the decks not opened yet, and how they are refilled."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from pbem.rulesets.common import DECKS, Card, Deck, by_suit

if TYPE_CHECKING:
    from pbem.core.chance import Chance  # what is discarded needs none

Pile = tuple[Card, ...]


class Piles(NamedTuple):
    """All cards that nobody holds. A discard lies on the pile of the deck it came from, face-up or face-down."""

    draw: Pile = ()  # top first
    opened: int = 0  # decks in play
    discards: tuple[Pile, ...] = ((),) * DECKS  # by deck, seen by all
    buried: tuple[Pile, ...] = ((),) * DECKS  # by deck, discarded face-down
    recycled: int = 0  # how often discards were shuffled again

    def discarded(self, cards: Iterable[Card], face_up: bool = True) -> "Piles":
        """Cards on the discard of the deck they came from."""
        piles = list(self.discards if face_up else self.buried)
        for card in cards:
            piles[card.deck - 1] = (*piles[card.deck - 1], card)
        return self._replace(discards=tuple(piles)) if face_up else self._replace(buried=tuple(piles))

    def refilled(self, deck: Deck, chance: "Chance") -> "Piles":
        """A new draw pile: the next unopened deck, else the two largest discards shuffled together.

        Of discards that are equally large those of the lower deck number are taken.
        """
        if self.opened < DECKS:
            number = self.opened + 1
            return self._replace(draw=chance.shuffled(deck.cards(number), f"deck {number}"), opened=number)
        piles = [up + down for up, down in zip(self.discards, self.buried, strict=True)]
        chosen = sorted(range(DECKS), key=lambda d: (-len(piles[d]), d))[:2]
        pile = sorted((card for d in chosen for card in piles[d]), key=lambda card: (card.deck, by_suit(card)))
        number = self.recycled + 1
        return Piles(
            chance.shuffled(pile, f"discards {number}"), self.opened, without_piles(self.discards, chosen),
            without_piles(self.buried, chosen), number,
        )  # fmt: skip

    def drawn(self, number: int, deck: Deck, chance: "Chance") -> "Drawn":
        """So many cards from the draw pile, which is refilled when it is empty; fewer if all are in the hands."""
        piles, taken, fresh = self, list[Card](), list[Piles]()
        while len(taken) < number:
            if not piles.draw:
                piles = piles.refilled(deck, chance)
                if not piles.draw:
                    break
                fresh.append(piles)
            more = piles.draw[: number - len(taken)]
            taken += more
            piles = piles._replace(draw=piles.draw[len(more) :])
        return Drawn(piles, tuple(taken), tuple(fresh))


class Drawn(NamedTuple):
    """What a draw led to: the piles after it, the cards, and the piles as they were after each refilling."""

    piles: Piles
    cards: Pile
    fresh: tuple[Piles, ...]


def without_piles(piles: tuple[Pile, ...], gone: Iterable[int]) -> tuple[Pile, ...]:
    """The piles with some of them taken away."""
    return tuple(() if number in gone else pile for number, pile in enumerate(piles))
