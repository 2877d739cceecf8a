"""What a bot says ahead, from the view it has: coming sheets, how it would bid, and what it would answer (M26)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.core import has_errors
from pbem.core.chance import Chance
from pbem.rulesets.common import NOUNS, rank_of
from pbem.rulesets.common.standing import MOST_ANSWERS
from pbem.rulesets.common.terms import Terms, may_play
from pbem.rulesets.maria.ahead import CARDS, coming, supposed
from pbem.rulesets.maria.answers import ALL_THE_WAY, BY_RANK, LEAST
from pbem.rulesets.maria.board import cities_in, name_of, rings, within
from pbem.rulesets.maria.bots.player import sample
from pbem.rulesets.maria.decisions import awaiting, take
from pbem.rulesets.maria.defaults import default_body
from pbem.rulesets.maria.politics import CARDS as POLITICAL
from pbem.rulesets.maria.politics import can_select
from pbem.rulesets.maria.powers import GREAT, POWER_NAMES, POWERS
from pbem.rulesets.maria.records import Moves, Politics
from pbem.rulesets.maria.relations import controlled_by, enemy_generals, powers_of
from pbem.rulesets.maria.state import DECK, GENERALS, POWER_OF, State
from pbem.rulesets.maria.tracks import SIDES, allowed

Body = dict[str, Any]
CHEAP = 2  # troops whose loss costs no VP (M16.1)
FAR = 5  # roads: an enemy so near may have to be beaten, and sent somewhere
LONGEST = 5  # of a retreat that is thought of


def sample_ahead(view: State, role: str, chance: Chance, temperament: str) -> Body:
    """Orders for all that is coming, standing bids and standing answers, as a sheet may hold them beside anything."""
    found = {
        "ahead": [orders(view, role, row.id, chance, temperament) for row in coming(view, role)],
        "standing": list(standing(view, role)),
        "answers": answers(view, role)[:MOST_ANSWERS],
    }
    return {key: value for key, value in found.items() if value}


# sheets


def orders(view: State, role: str, decision: str, chance: Chance, temperament: str) -> Body:
    """What the bot would write if the decision came now, else what is usual; it wants to be asked after a peace."""
    guess = supposed(view, role, decision)
    if decision.startswith(CARDS):
        return {"for": decision, "do": cards_placed(guess)}
    body = sample(guess, role, Chance(f"{chance.seed}\n{decision}"), temperament)
    if isinstance(guess.task, Moves):
        # Bids for battles that do not come about would spoil the orders; the standing bids answer as well.
        body = {key: value for key, value in body.items() if key in ("do", "troops")}
    lines = {"do": [], **{key: body[key] for key in ("do", "troops") if key in body}}
    if has_errors(take(guess, role, lines, think=False).diagnostics):
        kind = next(owed.kind for owed in awaiting(guess) if owed.role == role)
        lines = {"do": [], **default_body(guess, role, kind)}
    return {"for": decision, "unless": ["peace"], **lines} if view.is_advanced else {"for": decision, **lines}


def cards_placed(guess: State) -> list[str]:
    """M17.3: for each power the lowest card of every suit in which it has two, whichever becomes dominant."""
    task, rows = guess.task, []
    assert isinstance(task, Politics)
    for power in task.awaited:
        hand = [card for card in guess.hands[power] if not card.is_reserve]
        suits = [[card for card in hand if card.suit == suit] for suit in NOUNS]
        cards = [str(min(own, key=rank_of)) for own in suits if len(own) > 1]
        rows.append(f"{POWER_NAMES[power]}: place {' else '.join([*cards, 'nothing'])}")
    return rows


# bids


def standing(view: State, role: str) -> Iterator[Body]:
    """For every power with cards and every suit the bid that answers, in attack too; sent again it is replaced."""
    for power in powers_of(view, role):
        if view.hands[power]:
            yield from (standing_bid(view, power, suit) for suit in "SCHD")


def standing_bid(view: State, power: int, suit: str) -> Body:
    """What the bot would play from a city of that suit: low cards first, as long as they can turn the score."""
    able = sorted(may_play(Terms(suit, view.hands[power], DECK.reserve)), key=rank_of)
    plain = [card for card in able if not card.is_reserve]
    points = sum(card.value for card in plain)
    plays = [{"card": str(card), "when": f"cards > 0 or score >= -{points}"} for card in plain]
    name = f"{POWERS[power]}-{suit.lower()}"
    table: Body = {"name": name, "own": "*", "nation": POWERS[power], "suit": suit, "attacking": True}
    return {**table, "plays": plays, "accept": CHEAP, "otherwise": "concede"}


# answers


def answers(view: State, role: str) -> list[str]:
    """What the bot would say to politics and supply, and where it would send the beaten."""
    lines = [LEAST, BY_RANK]
    if view.is_advanced:
        lines += [ALL_THE_WAY, f"suit {NOUNS[best_suit(view, role)]}", "no peace", "refuse peace"]
        lines += [line for power in powers_of(view, role) if power in GREAT for line in selections(view, power)]
    return list(dict.fromkeys([*lines, *retreats(view, role)]))


def best_suit(view: State, role: str) -> str:
    """The suit of which the role's great powers hold most."""
    cards = [card for power in powers_of(view, role) if power in GREAT for card in view.hands[power]]
    return max(NOUNS, key=lambda suit: sum(card.value for card in cards if card.suit == suit))


def selections(view: State, power: int) -> list[str]:
    """The open cards that a power could select: one that gives something is executed; else hold."""
    sides = {sign: side for side, sign in SIDES.items()}
    found = []
    for card in can_select(view, power):
        row = POLITICAL[card]
        moves = [f", {track} {sides[allowed(side, steps)[0] // steps]}" for track, side, steps in row.arrows[:1]]
        found += [f"{POWER_NAMES[power]}: select {card}, execute{''.join(moves)}"] if row.troops or row.cards else []
    return [*found, f"{POWER_NAMES[power]}: hold"]


def retreats(view: State, role: str) -> Iterator[str]:
    """Where enemies near by would protect least of what is theirs if they lost a battle, by one troop, by two, etc."""
    for power in powers_of(view, role):
        stations = view.city_bits(GENERALS[power])
        for city in cities_in(view.city_bits(enemy_generals(view, power))):
            if within(city, FAR) & stations:
                own = controlled_by(view, POWER_OF[view.stack(city)[0]])
                for ring in rings(city)[1 : LONGEST + 1]:
                    best = min(cities_in(ring), key=lambda c: ((within(c, 3) & own).bit_count(), c), default=-1)
                    if best >= 0:
                        yield f"retreat to {name_of(best)}"
