"""The terms of a battle (F7.6, F7.7), and what the card of fate in force makes of them (3♣, 3♥, 4♠, 7♦, 10♥, 11♠)."""

from __future__ import annotations

from pbem.rulesets.common.terms import Terms
from pbem.rulesets.friedrich.board import AUSTRIA, FRANCE, PRUSSIA, suit_of
from pbem.rulesets.friedrich.state import DECK, FRIEDRICH, NATION_OF, SOUBISE, Combat, State, house_rule

ELEVEN_OF_SPADES = (11, "S")


def terms_of(state: State, pair: tuple[int, int], side: int) -> Terms:
    """F7.6, F7.7: what a side of a battle may play, with what the card in force changes."""
    nation, city = NATION_OF[state.stack(pair[side])[0]], pair[side]
    hand = () if is_silenced(state, city) else state.hands[nation]
    terms = Terms(suit_of(city), hand, DECK.reserve)
    return changed(state, pair, nation, terms) if state.in_force in _CHANGING else terms


_CHANGING = ("3C", "4S", "7D", "10H", "11S")


def changed(state: State, pair: tuple[int, int], nation: int, terms: Terms) -> Terms:
    """3♣ holds for every card of the battle; the others come once in their turn."""
    card, friedrich = state.in_force, state.place[FRIEDRICH]
    if card == "3C":  # in combats between Prussia and France no card of 10 or more, a Reserve 1 to 9
        nations = {NATION_OF[state.stack(city)[0]] for city in pair}
        return terms._replace(reserve=9, barred=10) if nations == {PRUSSIA, FRANCE} else terms
    if state.spent or nation != (FRANCE if card == "4S" else PRUSSIA):
        return terms
    if card == "4S":  # France's first card counts 1 more
        return terms._replace(bonus=1)
    if card == "11S":
        return terms._replace(doubled=doubled_by(state, nation))
    if card == "7D":  # C7: with Friedrich Prussia must come above zero with its first cards
        return terms._replace(bound=friedrich in pair)
    return terms._replace(void=friedrich == pair[1])  # 10♥: where Friedrich is attacked Prussia's first card is lost


def doubled_by(state: State, nation: int) -> tuple[int, str] | None:
    """11♠: the card that a nation may play once in this turn at double value, whether or not it has done so."""
    return ELEVEN_OF_SPADES if state.in_force == "11S" and nation == PRUSSIA else None


def is_silenced(state: State, city: int) -> bool:
    """3♥ under the house rule ``same-suit = "play"``: whether Soubise attacks from there and may play no card.

    He stands in the suit with which Hildburghausen attacked; a Reserve would take that suit too (F7.7). Only France's
    stage follows the attacks of the Imperial Army in a turn, so his is the active stack. See rulings A7 and A26.
    """
    return repeats_suit(state, city) and house_rule(state, "same-suit") == "play"


def repeats_suit(state: State, city: int) -> bool:
    """3♥: whether Soubise stands there, in a suit with which Hildburghausen attacked in this turn."""
    return state.in_force == "3H" and state.place[SOUBISE] == city and suit_of(city) in state.attack_suits


def may_step_aside(state: State, combat: Combat) -> bool:
    """C8: whether 8♣ comes first in this combat phase, before any battle is chosen."""
    return state.in_force == "8C" and not state.spent and combat.nation == AUSTRIA
