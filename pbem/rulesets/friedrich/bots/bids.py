"""What a bot plays in battle: bids, the order of battles, and where it sends the beaten (F7, F8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from pbem.rulesets.common.terms import Terms, may_play
from pbem.rulesets.friedrich.board import OBJECTIVES, cities_in, name_of, rings
from pbem.rulesets.friedrich.bots.mind import Dice, Temper, covers, far
from pbem.rulesets.friedrich.cards import Card, rank_of
from pbem.rulesets.friedrich.combat import pairs_of
from pbem.rulesets.friedrich.state import ATTACKERS, DEFENDERS, NATION_OF, PIECE_NAMES, TRAINS, State
from pbem.rulesets.friedrich.victory import needed

Table = dict[str, Any]
_GUARDED = sum(OBJECTIVES[nation] for nation in ATTACKERS)


class Fight(NamedTuple):
    """A battle as one side sees it."""

    own: tuple[int, ...]  # generals, the supreme commander first
    enemy: tuple[int, ...]
    city: int
    enemy_city: int
    score: int  # of the own side, as declared or guessed
    terms: Terms  # on which it is fought


def bid(view: State, fight: Fight, hand: Sequence[Card], temper: Temper, dice: Dice, ask: bool) -> Table:
    """A bid for a battle; with ``ask`` it may leave something open."""
    terms = fight.terms._replace(hand=tuple(hand))
    able = may_play(terms)
    plain = sorted([card for card in able if not card.is_reserve], key=rank_of)
    chosen = cards_for(fight, plain, [card for card in able if card.is_reserve], temper, dice)
    table: Table = {"own": PIECE_NAMES[dice.pick(fight.own)], "enemy": PIECE_NAMES[fight.enemy[0]]}
    table["plays"] = [play(card, dice, terms.reserve) for card in chosen]
    if accept := bearable(view, fight, hand, temper):
        table["accept"] = accept
    if plain and dice.percent(20):
        table["forced"] = [str(plain[0])]
    kept = [card for card in plain if card.face not in {c.face for c in chosen}]
    if kept and dice.percent(15):
        table["keep"] = [str(kept[-1])]
    table["otherwise"] = "ask" if ask and dice.percent(25) else "concede"
    if dice.percent(30):
        table["retreat"] = wishes(view, fight)
    return table


def bearable(view: State, fight: Fight, hand: Sequence[Card], temper: Temper) -> int:
    """The loss taken without a card: less where an objective would lose its protection."""
    if NATION_OF[fight.own[0]] in DEFENDERS and temper.spend and len(hand) > 4:
        at_stake = covers((fight.city,)) & _GUARDED & ~view.conquered
        return max(0, temper.accept - 1) if at_stake else temper.accept
    return temper.accept


def cards_for(fight: Fight, plain: list[Card], reserves: list[Card], temper: Temper, dice: Dice) -> list[Card]:
    """The cards to be played, in their order: none where nothing can be won, else a share of the suit."""
    if not temper.spend:
        return []
    points = sum(card.value for card in (*plain, *reserves))
    if fight.score < 0 and points < -fight.score and temper.spend < 100:
        return []
    number = -(-len(plain) * temper.spend // 100)
    chosen = plain[:number] if dice.percent(50) else plain[len(plain) - number :]
    if dice.percent(50):
        chosen = chosen[::-1]
    return chosen + [card for card in reserves if dice.percent(temper.spend)]


def play(card: Card, dice: Dice, most: int) -> str | Table:
    """One play: as it is, now and then with a condition; a Reserve at a value or to a score."""
    if card.suit != "R":
        return str(card) if dice.percent(85) else {"card": str(card), "when": f"score <= {-dice.below(4)}"}
    way = dice.below(4)
    if way == 0:
        return "R"
    if way == 1:
        return {"card": "R", "value": 1 + dice.below(most)}
    goal = {"card": "R", "to": dice.below(4)}
    return goal if way == 2 else {**goal, "when": "score < 0 and score >= -9"}


def wishes(view: State, fight: Fight) -> list[str]:
    """Cities where the beaten enemy should go, if he must go about so far."""
    nation = NATION_OF[fight.own[0]]
    near = rings(fight.enemy_city)[2:5]
    found = [best_retreat(view, nation, NATION_OF[fight.enemy[0]], ring) for ring in near]
    return [name_of(city) for city in found]


def best_retreat(view: State, winner: int, loser: int, cities: int) -> int:
    """The city of a set where a beaten stack does least harm: far from what matters, far from its trains."""
    aims = needed(view, winner) if winner not in DEFENDERS else OBJECTIVES[loser]
    aims &= ~view.conquered
    trains = [far(view.place[t]) for t in TRAINS[loser] if view.place[t] >= 0]

    def harm(city: int) -> tuple[int, int, int]:
        train = min((table[city] for table in trains), default=0)
        return ((covers((city,)) & aims).bit_count(), -train, city)

    return min(cities_in(cities), key=harm)


def pairs_planned(position: State, nation: int) -> list[tuple[int, int]]:
    """The battles a position leads to, by the own generals and the cities of the enemy."""
    return sorted(pairs_of(position, nation), key=lambda pair: (position.stack(pair[0])[0], pair[1]))


def battle_line(pairs: Sequence[tuple[tuple[int, ...], tuple[int, ...]]]) -> str:
    """The order of battles."""
    names = [f"{PIECE_NAMES[own[0]]} against {PIECE_NAMES[enemy[0]]}" for own, enemy in pairs]
    return "battles " + ", ".join(names)
