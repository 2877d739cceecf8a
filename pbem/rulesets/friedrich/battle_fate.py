"""What the card of fate in force changes in a battle (3♣, 4♠, 7♦, 10♥, 11♠)."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.rulesets.friedrich.board import FRANCE, PRUSSIA, suit_of
from pbem.rulesets.friedrich.cards import Card
from pbem.rulesets.friedrich.state import FRIEDRICH, NATION_OF, SOUBISE, Battle, State, house_rule

ELEVEN_OF_SPADES = (11, "S")


def nations_fighting(state: State) -> tuple[int, ...]:
    """The two nations of the battle under way, the active one first."""
    battle = state.task
    if not isinstance(battle, Battle):
        return ()
    return tuple(NATION_OF[state.stack(city)[0]] for city in battle.pair)


def is_friedrich_attacked(state: State) -> bool:
    """10♥: Friedrich stands in the stack that is not the active one."""
    battle = state.task
    return isinstance(battle, Battle) and state.place[FRIEDRICH] == battle.pair[1]


def is_friedrich_fighting(state: State) -> bool:
    """7♦: Friedrich stands in one of the two stacks."""
    battle = state.task
    return isinstance(battle, Battle) and state.place[FRIEDRICH] in battle.pair


def most_of_reserve(state: State) -> int:
    """F7.7: a Reserve is declared 1 to 10; 3♣: between Prussia and France 1 to 9."""
    return 9 if is_held_down(state) else 10


def is_held_down(state: State) -> bool:
    """3♣: in combats between Prussia and France no card of 10 or more may be played."""
    return state.in_force == "3C" and set(nations_fighting(state)) == {PRUSSIA, FRANCE}


def is_barred(state: State, card: Card) -> bool:
    """3♣: whether the card may not be played in the battle under way."""
    return not card.is_reserve and card.value >= 10 and is_held_down(state)


def is_silenced(state: State, city: int) -> bool:
    """3♥ under the house rule ``same-suit = "play"``: whether Soubise attacks from there and may play no card.

    He stands in the suit with which Hildburghausen attacked; a Reserve would take that suit too (F7.7). Only France's
    stage follows the attacks of the Imperial Army in a turn, so his is the active stack. See rulings A7 and A26.
    """
    return repeats_suit(state, city) and house_rule(state, "same-suit") == "play"


def repeats_suit(state: State, city: int) -> bool:
    """3♥: whether Soubise stands there, in a suit with which Hildburghausen attacked in this turn."""
    return state.in_force == "3H" and state.place[SOUBISE] == city and suit_of(city) in state.attack_suits


def may_play(state: State, hand: Iterable[Card], suit: str) -> list[Card]:
    """F7.6: the cards of the suit and the Reserves, less those a card of fate bars."""
    return [card for card in hand if card.suit in (suit, "R") and not is_barred(state, card)]


def counted(state: State, nation: int, declared: int, doubled: bool) -> int:
    """What a card counts in the battle: 4♠ adds to France's first, 10♥ takes Prussia's first, 11♠ doubles."""
    if doubled:
        return 2 * declared
    if is_marked_card(state, nation):
        return declared + 1 if state.in_force == "4S" else 0
    return declared


def is_marked_card(state: State, nation: int) -> bool:
    """4♠, 10♥: whether the next card of the nation is the one that the card of fate changes, once."""
    if state.spent:
        return False
    if state.in_force == "4S":
        return nation == FRANCE
    return state.in_force == "10H" and nation == PRUSSIA and is_friedrich_attacked(state)


def may_double(state: State, nation: int, card: Card) -> bool:
    """11♠: Prussia may once play the 11♠ at double value."""
    return state.in_force == "11S" and not state.spent and nation == PRUSSIA and card.face == ELEVEN_OF_SPADES


def is_bound(state: State, nation: int, suit: str) -> bool:
    """7♦, C7: Prussia must bring its score above zero with the first cards, while it holds one it may play."""
    if state.in_force != "7D" or state.spent or nation != PRUSSIA or not is_friedrich_fighting(state):
        return False
    return bool(may_play(state, state.hands[nation], suit))


def least_reserve(state: State, score: int) -> int:
    """C7d, D14: the least value that reaches +1, else the most there is."""
    return max(1, min(most_of_reserve(state), 1 - score))
