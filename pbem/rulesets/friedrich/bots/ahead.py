"""What a bot says ahead, from the view it has: its next moves, how it would bid, and what it would answer (N2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.core.chance import Chance
from pbem.rulesets.common.standing import MOST_ANSWERS
from pbem.rulesets.common.terms import Terms
from pbem.rulesets.friedrich.ahead import coming, supposed
from pbem.rulesets.friedrich.board import PRUSSIA, cities_in, name_of, rings, within
from pbem.rulesets.friedrich.bots.bids import Fight, battle_line, best_retreat, cards_for
from pbem.rulesets.friedrich.bots.mind import Dice, Temper, foes_of, temper_of
from pbem.rulesets.friedrich.bots.player import fight_seen, sample
from pbem.rulesets.friedrich.cards import Card, rank_of
from pbem.rulesets.friedrich.choices import FATE_WORDS
from pbem.rulesets.friedrich.combat import next_pair
from pbem.rulesets.friedrich.decisions import take
from pbem.rulesets.friedrich.draws import lowest
from pbem.rulesets.friedrich.fate import laudon_steps
from pbem.rulesets.friedrich.offensive import GARRISONED
from pbem.rulesets.friedrich.state import (
    DECK,
    DEFENDERS,
    GENERALS,
    LAUDON,
    NATIONS,
    PIECE_NAMES,
    Combat,
    Stage,
    State,
    is_expert,
    nations_of,
    takes_part,
)
from pbem.rulesets.friedrich.strokes import can_retire, least_loss

Body = dict[str, Any]
FAR = 6  # roads: an enemy so near may have to be beaten, and sent somewhere
LONGEST = 6  # of a retreat that is thought of
REINFORCED = ("1C", "8S", "11C")


def sample_ahead(view: State, role: str, chance: Chance, temperament: str) -> Body:
    """Orders for all that is coming, standing bids and standing answers, as a sheet may hold them beside anything."""
    dice = Dice(chance, f"{role} {view.turn} ahead")
    found = {
        "ahead": [orders(view, role, row.id, chance, temperament) for row in coming(view, role)],
        "standing": list(standing(view, role, temperament, dice)),
        "answers": answers(view, role, dice),
    }
    return {key: value for key, value in found.items() if value}


# moves


def orders(view: State, role: str, decision: str, chance: Chance, temperament: str) -> Body:
    """The moves of a phase to come, as if it came now; a careful bot wants to be asked if it was attacked."""
    guess = supposed(view, role, decision)
    stage = guess.task
    assert isinstance(stage, Stage)
    plain = guess.replaced(stage._replace(drawn=()))
    body = in_order(plain, role, sample(plain, role, Chance(f"{chance.seed}\n{decision}"), temperament))
    discard = ["discard lowest"] if stage.drawn else []
    careful = {"unless": ["attacked"]} if temperament == "careful" else {}
    # Bids for battles that do not come about would spoil the orders; the standing bids answer as well.
    moves = {key: value for key, value in body.items() if key != "bid"}
    return {"for": decision, **careful, **moves, "do": [*discard, *body.get("do", [])]}


def in_order(view: State, role: str, body: Body) -> Body:
    """The sheet with an order of battles, best prospects first, where it leads to several and does not say which."""
    after = take(view, role, body, think=False).state
    combat = after.task
    if not isinstance(combat, Combat) or not combat.pairs or next_pair(combat) is not None:
        return body
    foes = foes_of(after, combat.nation)
    fights = [fight_seen(after, (pair, 0), foes[pair[1]][1]) for pair in combat.pairs]
    named = [(fight.own, fight.enemy) for fight in sorted(fights, key=lambda fight: -fight.score)]
    return {**body, "do": [*body.get("do", []), battle_line(named)]}


# bids


def standing(view: State, role: str, temperament: str, dice: Dice) -> Iterator[Body]:
    """For every nation with cards and every suit the bid that answers, in attack too; sent again it is replaced."""
    for nation in nations_of(view, role):
        if takes_part(view, nation) and view.hands[nation]:
            temper = temper_of(view, role, nation, temperament)
            yield from (standing_bid(view, nation, suit, temper, dice) for suit in "SCHD")


def standing_bid(view: State, nation: int, suit: str, temper: Temper, dice: Dice) -> Body:
    """What the bot would play from a city of that suit: as in any bid of its own, but without knowing the score."""
    hand = view.hands[nation]
    plain = sorted((card for card in hand if card.suit == suit), key=rank_of)
    reserves = [card for card in hand if card.is_reserve]
    level = Fight(GENERALS[nation], (), 0, 0, 0, Terms(suit, hand, DECK.reserve))
    chosen = cards_for(level, plain, reserves, temper, dice)
    table: Body = {"name": f"{NATIONS[nation]}-{suit}", "own": "*", "nation": NATIONS[nation], "suit": suit}
    table |= {"attacking": True, "plays": [play(card, plain, reserves, temper) for card in chosen]}
    if accept := bearable(nation, hand, temper):
        table["accept"] = accept
    return {**table, "otherwise": "concede"}


def play(card: Card, plain: list[Card], reserves: list[Card], temper: Temper) -> str | Body:
    """One play; where nothing can be won a bot does not begin to play, unless it spends everything."""
    if temper.spend >= 100:
        return str(card)
    points = sum(c.value for c in plain) + 10 * len(reserves)
    return {"card": str(card), "when": f"cards > 0 or score >= -{points}"}


def bearable(nation: int, hand: tuple[Card, ...], temper: Temper) -> int:
    """The loss taken without a card: less for those who defend, as long as they hold enough cards."""
    return max(0, temper.accept - 1) if nation in DEFENDERS and temper.spend and len(hand) > 4 else temper.accept


# answers


def answers(view: State, role: str, dice: Dice) -> list[str]:
    """What the bot would say to fate, and where it would send the beaten; of each kind the first that fits answers."""
    own = nations_of(view, role)
    lines = [line for card, (nations, _, _) in FATE_WORDS.items() for n in nations if n in own and takes_part(view, n)
             for line in fate_lines(view, card, n, dice)]  # fmt: skip
    return list(dict.fromkeys([*lines, *retreats(view, role)]))[:MOST_ANSWERS]


def fate_lines(view: State, card: str, nation: int, dice: Dice) -> list[str]:
    """The answers to one question of fate, in order of liking."""
    on_map = [PIECE_NAMES[p] for p in GENERALS[nation] if view.place[p] >= 0]
    if card == "sweden":
        found = can_retire(view)
        return [f"retire {PIECE_NAMES[p]}" for p in dict.fromkeys((least_loss(view), *found))] if found else []
    if card == "8S":
        return [f"reinforce {name}" for name in on_map]
    if card == "6S":
        steps = cities_in(laudon_steps(view)) if view.place[LAUDON] >= 0 and dice.percent(60) else ()
        return [*(f"Laudon > {name_of(city)}" for city in steps), "decline 6S"]
    return expert_lines(view, card, nation, on_map, dice) if is_expert(view) else []


def expert_lines(view: State, card: str, nation: int, on_map: list[str], dice: Dice) -> list[str]:
    """The same for the texts of the expert game."""
    verb = {"1H": "exchange", "4H": "discard", "9D": "give"}.get(card, "")
    if verb:
        hand = view.hands[nation]
        gift = [f"{verb} {lowest(hand)}"] if hand and dice.percent(70) else []
        return [*gift, f"decline {card}"]
    if card in REINFORCED:
        return [f"reinforce {name}" for name in on_map]
    if card == "10C":
        return [f"weaken {name}" for name in on_map]
    if card == "garrison":
        return ["reconquer " + ", ".join(name_of(city) for city in list(cities_in(GARRISONED))[:2])]
    if card == "6D":
        return [*(f"turn {PIECE_NAMES[p]}" for p in GENERALS[PRUSSIA] if view.place[p] >= 0), "decline 6D"]
    return [f"decline {card}"]


def retreats(view: State, role: str) -> Iterator[str]:
    """Where enemies near by would do least harm if they were beaten, by one troop, by two, and so on."""
    for nation in nations_of(view, role):
        stations = view.city_bits(GENERALS[nation])
        for city, (loser, _) in foes_of(view, nation).items():
            if within(city, FAR) & stations:
                for ring in rings(city)[1 : LONGEST + 1]:
                    yield f"retreat to {name_of(best_retreat(view, nation, loser, ring))}"
