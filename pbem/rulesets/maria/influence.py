"""Influence on the political board, and the choosing of political cards (M17.4 to M17.11)."""

from collections.abc import Iterable, Mapping, Sequence

from pbem.rulesets.common import Card

RESERVE = 16  # M17.6


def weight(card: Card) -> int:
    """M17.6: what a card counts on the political board."""
    return RESERVE if card.is_reserve else card.value


def influence(cards: Iterable[Card]) -> int:
    """M17.5: the sum of all cards of a power on the board, kept ones whatever their suit."""
    return sum([weight(card) for card in cards])


def counts(card: Card, dominant: str) -> bool:
    """M17.4, M17.6: whether a card just placed stays on the board; a Reserve is always of the dominant suit."""
    return card.is_reserve or card.suit == dominant


def order_of(board: Mapping[int, Sequence[Card]], boxes: Sequence[int]) -> tuple[int, ...]:
    """M17.5: the powers with cards on the board, highest influence first; on a tie the box further to the right."""
    taking_part = [power for power in boxes if board.get(power)]
    return tuple(sorted(taking_part, key=lambda power: (-influence(board[power]), -boxes.index(power))))


def selectable(power: int, shields: Mapping[str, Iterable[int]]) -> tuple[str, ...]:
    """M17.8: those of the open cards, given with their shields, that a power may select."""
    return tuple([card for card, powers in shields.items() if power in powers])
