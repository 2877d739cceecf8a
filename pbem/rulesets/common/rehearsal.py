"""A battle rehearsed: against which enemies a bid is tried, and how often it came to what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from pbem.core.chance import Chance
from pbem.rulesets.common import Card, Deck
from pbem.rulesets.common.bids import Bid, Play
from pbem.rulesets.common.conditions import Condition
from pbem.rulesets.common.duel import Duel

STYLES = ("plays all he has", "plays just enough", "gives up soon")
RESULTS = ("won", "tied", "asked", "lost")


class Enemy(NamedTuple):
    """One enemy against whom a bid is tried."""

    troops: int
    hand: tuple[Card, ...]
    style: int
    patience: int  # troops more or less which one who soon gives up can lose


class Course(NamedTuple):
    """How the battle went against one enemy, seen from the bidder, and the lines that tell it."""

    enemy: Enemy
    result: str
    number: int  # troops lost by the beaten, or what the bidder is behind where he is asked
    lines: list[str]


def enemies(
    samples: int, strengths: Sequence[int], hands: Iterable[tuple[Card, ...]], chance: Chance
) -> Iterator[Enemy]:
    """So many enemies by chance, with one of the strengths and with the next of the hands each."""
    for at, hand in zip(range(samples), hands, strict=False):
        style = chance.below(len(STYLES), f"style {at}")
        patience = chance.below(4, f"patience {at}")
        yield Enemy(chance.pick(list(strengths), f"strength {at}"), hand, style, patience)


def possible_hands(
    backs: Sequence[Card], deck: Deck, seen: Iterable[Card], chance: Chance
) -> Iterator[tuple[Card, ...]]:
    """Hands as the enemy may have them: by the backs he shows, without the cards that are seen elsewhere."""
    gone, number = Counter(seen), 0
    while True:
        hand: list[Card] = []
        for back in sorted({card.deck for card in backs}):
            left = list((Counter(deck.cards(back)) - gone).elements())
            count = sum(card.deck == back for card in backs)
            hand += chance.shuffled(left, f"hand {number} {back}")[:count]
        yield tuple(hand)
        number += 1


def enemys_bid(enemy: Enemy, own: int, suit: str) -> Bid:
    """An enemy who spends, who is thrifty, or who soon gives up."""
    cards = sorted(
        [card for card in enemy.hand if card.suit == suit or card.is_reserve],
        key=lambda card: (card.value, card.is_reserve, card.deck),
    )
    faces = [(card.value, card.suit, card.deck) for card in cards]
    if enemy.style == 0:
        return Bid(own, plays=tuple(Play(face) for face in faces), otherwise="concede")
    enough = [Play(face, ((Condition("score", ">=", -face[0]),),)) for face in faces if face[1] != "R"]
    reserve = [Play(face, to=0) for face in faces if face[1] == "R"]
    rest = [Play(face) for face in reversed(faces) if face[1] != "R"]
    accept = 0 if enemy.style == 1 else 1 + enemy.patience
    return Bid(own, plays=(*enough, *reserve, *rest), accept=accept, otherwise="concede")


def outcome(duel: Duel, side: int) -> tuple[str, int]:
    """``("won", 3)``: the enemy lost 3; ``("asked", 4)``: the bidder is asked at -4."""
    if duel.end == "ask":
        return "asked", -duel.score
    if duel.score == 0:
        return "tied", 0
    return ("lost" if duel.holder == side else "won"), min(-duel.score, duel.sides[duel.holder].sight.troops)


def summed_up(courses: Sequence[Course], transcripts: int) -> dict[str, Any]:
    """How often the battle came to what, best first, and the first of the courses card by card."""
    results = Counter((course.result, course.number) for course in courses)
    rows = sorted(results.items(), key=lambda row: order(*row[0]))
    return {
        "samples": len(courses),
        "results": [{"result": result, "number": number, "count": count} for (result, number), count in rows],
        "transcripts": [told(course) for course in courses[:transcripts]],
    }


def told(course: Course) -> dict[str, Any]:
    """One course as plain data."""
    enemy = course.enemy
    return {
        "strength": enemy.troops, "hand": " ".join(map(str, enemy.hand)), "enemy": STYLES[enemy.style],
        "lines": course.lines, "result": course.result, "number": course.number,
    }  # fmt: skip


def order(result: str, number: int) -> tuple[int, int]:
    """Best first: won by most, ties, questions, lost by most last."""
    return (RESULTS.index(result), -number if result == "won" else number)
