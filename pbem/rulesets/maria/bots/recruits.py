"""What a bot buys in winter (M13), and how it pays for supply past hussars (M9.7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.rulesets.common import Card, face_text, rank_of
from pbem.rulesets.maria.board import cities_in, name_of, rings
from pbem.rulesets.maria.bots.dice import Dice
from pbem.rulesets.maria.bots.tempers import TEMPERS
from pbem.rulesets.maria.payments import default_payment, worth
from pbem.rulesets.maria.powers import MOST, POWERS
from pbem.rulesets.maria.records import Stage, Winter
from pbem.rulesets.maria.relations import enemy_generals, owner_of
from pbem.rulesets.maria.state import GENERALS, OFF, PIECE_IDS, PIECE_NAMES, POWER_OF, State
from pbem.rulesets.maria.supply import buyers
from pbem.rulesets.maria.winter import PRICE, sites

Body = Mapping[str, Any]


def faces(cards: tuple[Card, ...]) -> str:
    """Cards as an order names them."""
    return " ".join(face_text((*card.face, card.deck)) for card in cards)


def winter(view: State, role: str, temperament: str, dice: Dice) -> Body:
    """For each power as many troops as a share of its hand buys; generals who were removed come first."""
    task = view.task
    assert isinstance(task, Winter)
    lines: list[str] = []
    troops: dict[str, int] = {}
    for power in task.awaited[0][1]:
        line, numbers = recruitment(view, power, TEMPERS[temperament].purse, dice)
        lines += [line] if line else []
        troops |= numbers
    return {"do": lines, "troops": troops} if troops else {"do": lines}


def recruitment(view: State, power: int, purse: int, dice: Dice) -> tuple[str, dict[str, int]]:
    """The recruitment of a power, with the numbers it leads to now and then."""
    back: list[tuple[int, int]] = []
    for piece in [p for p in GENERALS[power] if view.place[p] == OFF]:
        free = list(cities_in(sites(view, piece, back)))
        if free:
            back.append((piece, dice.pick(free)))
    on_map = [p for p in GENERALS[power] if view.place[p] >= 0]
    room = sum(MOST - view.troops[p] for p in on_map) + MOST * len(back)
    share = purse - 15 + dice.below(30)
    cards = sorted(view.hands[power], key=rank_of)
    spent = tuple(cards[: len(cards) * share // 100])
    number = min(room, worth(spent) // PRICE)
    if not number:
        return "", {}
    spent = needed(spent, number * PRICE)
    back = back[:number]
    items = ", ".join([f"{number} troops", *(f"{PIECE_NAMES[p]} at {name_of(c)}" for p, c in back)])
    line = f"recruit {POWERS[power]}: {items}; pay {faces(spent)}"
    return line, numbers_of(view, on_map, back, number, dice)


def needed(cards: tuple[Card, ...], price: int) -> tuple[Card, ...]:
    """The lowest of the cards that are enough."""
    found: list[Card] = []
    for card in cards:
        if worth(found) >= price:
            break
        found.append(card)
    return tuple(found)


def numbers_of(view: State, on_map: list[int], back: list[tuple[int, int]], number: int, dice: Dice) -> dict[str, int]:
    """Who gets the new troops: those next to the enemy first, and of them the weakest; now and then nothing is said."""
    if dice.percent(20):
        return {}
    numbers = {p: view.troops[p] for p in on_map} | {p: 1 for p, _ in back}
    foes = view.city_bits(enemy_generals(view, POWER_OF[next(iter(numbers))]))
    far = {p: min(7, nearest(city, foes)) for p, city in [*((p, view.place[p]) for p in on_map), *back]}
    for _ in range(number - len(back)):
        able = [p for p in numbers if numbers[p] < MOST]
        numbers[min(able, key=lambda p: (far[p] + numbers[p], p))] += 1
    return {PIECE_IDS[p]: n for p, n in numbers.items()}


def nearest(city: int, aims: int) -> int:
    """How far the nearest of some cities is."""
    return next((far for far, ring in enumerate(rings(city)) if ring & aims), 99)


def payments(view: State, role: str, temperament: str, dice: Dice) -> Body:
    """The default, or the same payment said in so many words for the first who must pay."""
    stage = view.task
    assert isinstance(stage, Stage)
    for piece, cost in buyers(view, stage.group):
        hand = view.hands[POWER_OF[piece]]
        if owner_of(view, POWER_OF[piece]) == role and worth(hand) >= cost and dice.percent(50):
            return {"do": [f"pay {PIECE_NAMES[piece]} with {faces(default_payment(hand, cost))}"]}
    return {}
