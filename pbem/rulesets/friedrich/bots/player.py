"""A bot: for whatever a role owes it writes a legal sheet, from the view alone, by its temperament."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pbem.core.chance import Chance
from pbem.rulesets.friedrich.battle_fate import terms_of
from pbem.rulesets.friedrich.board import AUSTRIA, FRANCE, PRUSSIA, RUSSIA, cities_in, name_of
from pbem.rulesets.friedrich.bots.bids import Fight, battle_line, best_retreat, bid, pairs_planned
from pbem.rulesets.friedrich.bots.mind import Dice, Temper, far, foes_of, temper_of
from pbem.rulesets.friedrich.bots.moves import march_all
from pbem.rulesets.friedrich.bots.recruits import buy, troop_table
from pbem.rulesets.friedrich.bots.scheme import Scheme
from pbem.rulesets.friedrich.cards import Card, rank_of, without
from pbem.rulesets.friedrich.choices import FATE_WORDS
from pbem.rulesets.friedrich.combat import Seat, owner_of_side, sides, sides_awaited
from pbem.rulesets.friedrich.decisions import awaiting
from pbem.rulesets.friedrich.draws import lowest
from pbem.rulesets.friedrich.fate import laudon_steps, stacks_facing_daun, turnable, west_of, with_room, with_spare
from pbem.rulesets.friedrich.fights import cities_of, seats_of
from pbem.rulesets.friedrich.movement import free_neighbours
from pbem.rulesets.friedrich.offensive import GARRISONED, may_be_set_aside
from pbem.rulesets.friedrich.state import (
    GENERALS,
    LAUDON,
    MOST,
    PIECE_IDS,
    PIECE_NAMES,
    Battle,
    Combat,
    Fate,
    Retreat,
    Stage,
    State,
    in_scenario,
    is_offensive_due,
    nations_of,
    owner_of,
)
from pbem.rulesets.friedrich.strokes import can_retire, least_loss
from pbem.rulesets.friedrich.victory import needed

Body = dict[str, Any]


def sample(view: State, role: str, chance: Chance, temperament: str) -> Body:
    """A legal sheet for what the role owes now; empty if it owes nothing."""
    kind = next((owed.kind for owed in awaiting(view) if owed.role == role), "")
    dice = Dice(chance, f"{role} {view.turn} {kind}")
    return _ANSWERS[kind](view, role, temperament, dice)


def nothing(view: State, role: str, temperament: str, dice: Dice) -> Body:
    """Nobody asked."""
    return {}


def set_up(view: State, role: str, temperament: str, dice: Dice) -> Body:
    """F1.13: now and then the default, else troops by lot, one to eight a general."""
    troops: dict[str, int] = {}
    for nation in nations_of(view, role):
        if dice.percent(80):
            generals = [p for p in GENERALS[nation] if in_scenario(view.mode, p)]
            troops.update(dealt(generals, view.totals[nation], dice))
    return {"troops": troops} if troops else {}


def dealt(generals: Sequence[int], total: int, dice: Dice) -> dict[str, int]:
    """Troops given out in handfuls to generals drawn by lot."""
    numbers = dict.fromkeys(generals, 1)
    left = total - len(generals)
    while left:
        piece = dice.pick([p for p in generals if numbers[p] < MOST])
        more = min(left, MOST - numbers[piece], 1 + dice.below(2))
        numbers[piece] += more
        left -= more
    return {PIECE_IDS[p]: number for p, number in numbers.items()}


def movement(view: State, role: str, temperament: str, dice: Dice) -> Body:
    """A whole movement phase: discard, moves, a purchase, and now and then battles and bids ahead."""
    stage = view.task
    assert isinstance(stage, Stage)
    temper = temper_of(view, role, stage.nation, temperament)
    hand, lines = view.hands[stage.nation], []
    if stage.drawn:
        card = lowest(stage.drawn) if dice.percent(80) else dice.pick(stage.drawn)
        hand, lines = without(hand, (card,)), [f"discard {card}/{card.deck}"]
    option = None
    if is_offensive_due(view, stage.nation) and (temper.abroad or dice.percent(50)):
        option = card_for_option(view, hand)
    if option is not None:
        hand, lines = without(hand, (option,)), [*lines, f"offensive {option}/{option.deck}"]
    scheme = Scheme(view, stage.nation, temper, dice, hand, option is not None)
    march_all(scheme)
    hand = without(hand, buy(scheme, hand))
    body: Body = {"do": lines + scheme.lines}
    if table := troop_table(scheme):
        body["troops"] = table
    return with_battles(body, scheme, hand)


def card_for_option(view: State, hand: Sequence[Card]) -> Card | None:
    """F13.4.2: the lowest card that can be set aside for the offensive option. See ruling A10."""
    return min((card for card in hand if may_be_set_aside(view, card)), key=rank_of, default=None)


def with_battles(body: Body, scheme: Scheme, hand: Sequence[Card]) -> Body:
    """The sheet with the order of battles and with bids, where the moves lead to battles."""
    fights = fights_ahead(scheme)
    if len(fights) > 1 and scheme.dice.percent(60):
        body["do"].append(battle_line([(fight.own, fight.enemy) for fight in fights]))
    if fights and scheme.dice.percent(60):
        return with_bids(body, bids_ahead(scheme.view, fights, hand, scheme.temper, scheme.dice))
    return body


def with_bids(body: Body, bids: list[Body]) -> Body:
    return {**body, "bid": bids} if bids else body


def fights_ahead(scheme: Scheme) -> list[Fight]:
    """The battles the moves lead to, best prospects first."""
    fights, position = [], scheme.position
    for city, other in pairs_planned(position, scheme.nation):
        own = position.stack(city)
        score = sum(scheme.numbers[p] for p in own) - scheme.foes[other][1]
        terms = terms_of(position, (city, other), 0)
        fights.append(Fight(own, position.stack(other), city, other, score, terms))
    return sorted(fights, key=lambda fight: -fight.score)


def bids_ahead(view: State, fights: list[Fight], hand: Sequence[Card], temper: Temper, dice: Dice) -> list[Body]:
    """A bid for each battle from the cards that are left; one for any enemy where the stack has several."""
    bids, rest = [], tuple(hand)
    for fight in fights:
        if dice.percent(20):
            continue
        table = bid(view, fight, rest, temper, dice, ask=True)
        if sum(other.city == fight.city for other in fights) == 1 and dice.percent(30):
            table["enemy"] = "*"
        promised = {play if isinstance(play, str) else play["card"] for play in table["plays"]}
        rest = tuple(card for card in rest if str(card) not in promised)
        bids.append(table)
    return bids


def battles(view: State, role: str, temperament: str, dice: Dice) -> Body:
    """F7.2: the battle that looks best first; sometimes all of them in order, sometimes with a bid."""
    combat = view.task
    assert isinstance(combat, Combat)
    temper = temper_of(view, role, combat.nation, temperament)
    foes = foes_of(view, combat.nation)
    fights = [fight_seen(view, (pair, 0), foes[pair[1]][1]) for pair in combat.pairs]
    fights.sort(key=lambda fight: -fight.score)
    named = fights if dice.percent(50) else fights[:1]
    body: Body = {"do": [battle_line([(fight.own, fight.enemy) for fight in named])]}
    if dice.percent(40):
        return with_bids(body, bids_ahead(view, named[:1], view.hands[combat.nation], temper, dice))
    return body


def fight_seen(view: State, seat: Seat, troops: int) -> Fight:
    """A battle to come, against so many troops as the bot believes."""
    city, other = cities_of(seat)
    own = view.stack(city)
    return Fight(own, view.stack(other), city, other, view.strength(own) - troops, terms_of(view, *seat))


def one_bid(view: State, role: str, temperament: str, dice: Dice) -> Body:
    """The bid for the battle at hand; asked again, a bot says what it does."""
    battle = view.task
    assert isinstance(battle, Battle)
    side = next(s for s in sides_awaited(view, battle) if owner_of_side(view, battle, s) == role)
    nation = sides(view, battle)[side]
    score = battle.score if side == 0 else -battle.score
    city, other = battle.pair[side], battle.pair[1 - side]
    fight = Fight(view.stack(city), view.stack(other), city, other, score, terms_of(view, battle.pair, side))
    temper = temper_of(view, role, nation, temperament)
    return {"bid": [bid(view, fight, view.hands[nation], temper, dice, ask=battle.asked != side)]}


def stage_bids(view: State, role: str, temperament: str, dice: Dice) -> Body:
    """The bids for all battles of the stage, where they are given at once; the strengths are declared."""
    combat = view.task
    assert isinstance(combat, Combat)
    known = {declared.pieces: declared.troops for declared in view.declared}
    tables: list[Body] = []
    for nation in (n for n in combat.awaited if owner_of(view, n) == role):
        rest, temper = view.hands[nation], temper_of(view, role, nation, temperament)
        for seat in seats_of(view, combat, nation):
            fight = fight_seen(view, seat, known[view.stack(cities_of(seat)[1])])
            tables.append(bid(view, fight, rest, temper, dice, ask=True))
            promised = {play if isinstance(play, str) else play["card"] for play in tables[-1]["plays"]}
            rest = tuple(card for card in rest if str(card) not in promised)
    return {"bid": tables}


def retreat(view: State, role: str, temperament: str, dice: Dice) -> Body:
    """F8.2: the beaten go where they do least harm; now and then anywhere."""
    task = view.task
    assert isinstance(task, Retreat)
    city = best_retreat(view, task.winner, task.loser, task.destinations)
    if dice.percent(15):
        city = dice.pick(tuple(cities_in(task.destinations)))
    return {"do": [f"retreat {PIECE_NAMES[view.stack(task.source)[0]]} to {name_of(city)}"]}


def fate(view: State, role: str, temperament: str, dice: Dice) -> Body:
    """What a card of fate asks."""
    task = view.task
    assert isinstance(task, Fate)
    if task.card in ("1C", "8S", "11C"):
        return {"do": [f"reinforce {PIECE_NAMES[dice.pick(with_room(view, FATE_WORDS[task.card][0][0]))]}"]}
    return _FATES[task.card](view, dice)


def retire(view: State, dice: Dice) -> Body:
    """F11.14: mostly the general who costs least."""
    general = least_loss(view) if dice.percent(70) else dice.pick(can_retire(view))
    return {"do": [f"retire {PIECE_NAMES[general]}"]}


def retake(view: State, dice: Dice) -> Body:
    """F13.3: any two of the four."""
    first = dice.pick(tuple(cities_in(GARRISONED)))
    second = dice.pick(tuple(cities_in(GARRISONED & ~(1 << first))))
    return {"do": [f"reconquer {name_of(first)}, {name_of(second)}"]}


def lowest_card(nation_hand: Callable[[State], tuple[Card, ...]], verb: str) -> Callable[[State, Dice], Body]:
    """1♥, 4♥, 9♦: now and then the lowest card is given away."""

    def give(view: State, dice: Dice) -> Body:
        card = lowest(nation_hand(view))
        return {"do": [f"{verb} {card}/{card.deck}"]} if dice.percent(70) else {}

    return give


def offer_card(view: State, dice: Dice) -> Body:
    """1♥: whichever of the two hands the bot can see."""
    nation = next(n for n in (AUSTRIA, RUSSIA) if view.hands[n] and view.hands[n][0].suit != "?")
    return lowest_card(lambda seen: seen.hands[nation], "exchange")(view, dice)


def turn_down(view: State, dice: Dice) -> Body:
    """6♦: somebody, nearly always."""
    return {"do": [f"turn {PIECE_NAMES[dice.pick(turnable(view))]}"]} if dice.percent(90) else {}


def weaken(view: State, dice: Dice) -> Body:
    """10♣: anybody who can spare it."""
    return {"do": [f"weaken {PIECE_NAMES[dice.pick(with_spare(view, PRUSSIA))]}"]}


def go_west(view: State, dice: Dice) -> Body:
    """12♥: as far from Saxony as it goes."""
    if dice.percent(20):
        return {}
    return {"do": [f"Hildburghausen > {name_of(dice.pick(tuple(cities_in(west_of(view)))))}"]}


def step_aside(view: State, dice: Dice) -> Body:
    """8♣: one stack next to Daun, now and then."""
    city = dice.pick(stacks_facing_daun(view))
    free = free_neighbours(view, city)
    if not free or dice.percent(40):
        return {}
    return {"do": [f"{PIECE_NAMES[view.stack(city)[0]]} > {name_of(dice.pick(free))}"]}


def laudon(view: State, dice: Dice) -> Body:
    """6♠: Laudon steps towards an objective, or stays."""
    if dice.percent(40):
        return {}
    goals = tuple(cities_in(needed(view, AUSTRIA) & ~view.conquered))
    steps = tuple(cities_in(laudon_steps(view)))
    step = min(steps, key=lambda city: min((far(city)[goal] for goal in goals), default=0))
    body: Body = {"do": [f"Laudon > {name_of(step)}"]}
    stack = view.stack(view.place[LAUDON])
    if len(stack) > 1 and not view.at(step) and dice.percent(50):
        body["troops"] = dealt(stack, view.strength(stack), dice)
    return body


_ANSWERS: dict[str, Callable[[State, str, str, Dice], Body]] = {
    "": nothing, "set-up": set_up, "movement": movement, "battles": battles, "bid": one_bid, "retreat": retreat,
    "bids": stage_bids,
    "fate": fate,
}  # fmt: skip

_FATES: dict[str, Callable[[State, Dice], Body]] = {
    "sweden": retire,
    "garrison": retake,
    "1H": offer_card,
    "4H": lowest_card(lambda view: view.hands[FRANCE], "discard"),
    "6S": laudon,
    "6D": turn_down,
    "8C": step_aside,
    "9D": lowest_card(lambda view: view.hands[PRUSSIA], "give"),
    "10C": weaken,
    "12H": go_west,
}
