"""The clock of fate (F11, section 3): the 48 texts of the numbered cards. Strokes are in strokes.py."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.core.chance import Chance
from pbem.core.events import Event, told_apart
from pbem.rulesets.friedrich import cards, facts
from pbem.rulesets.friedrich import events as happened
from pbem.rulesets.friedrich.board import (
    AUSTRIA,
    BITS,
    COUNTRY,
    FRANCE,
    HANOVER,
    IDS,
    PRUSSIA,
    RUSSIA,
    SWEDEN,
    cities_in,
    suit_of,
)
from pbem.rulesets.friedrich.draws import drawn
from pbem.rulesets.friedrich.fate_idle import reason
from pbem.rulesets.friedrich.state import (
    DAUN,
    FRIEDRICH,
    GENERALS,
    LAUDON,
    MOST,
    NATION_OF,
    NATIONS,
    PIECE,
    PIECE_IDS,
    RANK,
    RETIRED,
    STACK,
    STROKES,
    Fate,
    State,
    hostile,
    house_rule,
    is_expert,
    maximum_of,
    owner_of,
    takes_part,
)
from pbem.rulesets.friedrich.strokes import stroke
from pbem.rulesets.friedrich.supply import road_distance
from pbem.rulesets.friedrich.troops import spread

NUMBERED = tuple(str(number) for number in range(1, 13))
CLOCK = (*NUMBERED, *STROKES)
# Texts that hold in the following turn (F11.3); where they bite: restrictions.py, battle_fate.py, objectives.py.
NEXT_TURN = (
    "2C", "2D", "3C", "3H", "3D", "4S", "4D", "5S", "5H", "5D", "7S", "7H", "7D", "8C", "9C", "10S", "10H", "11S",
    "11H", "12S",
)  # fmt: skip
# Whom a text for the next turn speaks of; the others concern everybody.
SUBJECTS = {
    "2C": "fermor", "2D": "saltikov", "3C": "france", "3H": "soubise", "4S": "france", "4D": "cumberland",
    "5S": "soubise", "5H": "richelieu", "5D": "chevert", "7S": "friedrich", "7H": "friedrich", "7D": "friedrich",
    "8C": "daun", "9C": "friedrich", "10H": "friedrich", "11H": "heinrich", "12S": "daun",
}  # fmt: skip
HILDBURGHAUSEN = PIECE["hildburghausen"]
News = tuple[State, tuple[Event, ...]]


def execute(state: State, card: str) -> News:
    """F11.1-F11.4: the card revealed at the end of a turn takes effect."""
    if card in STROKES:
        return stroke(state, card)
    text = f"{card}{suit_of_fate(state)}"
    state = state._replace(executed=(*state.executed, text), spent=False)
    after, news = NOW[text](state) if text in NOW else (state, ())
    idle = not is_about_anybody(state, text) if text in NEXT_TURN else text in NOW and after == state
    why = (reason(state, text) or None) if idle else None
    told = happened.Fate(turn=state.turn, card=card, suit=text[-1], idle=idle or None, why=why)
    return after._replace(in_force=text if text in NEXT_TURN else after.in_force), (told.event(), *news)


def is_about_anybody(state: State, text: str) -> bool:
    """F14.5, F15.8: whether the general or nation of a text for the next turn is in the game at all."""
    subject = SUBJECTS.get(text)
    if subject is None or subject in NATIONS:
        return subject is None or takes_part(state, NATIONS.index(subject))
    general = PIECE[subject]
    return state.place[general] != RETIRED and takes_part(state, NATION_OF[general])


def suit_of_fate(state: State) -> str:
    """F11.2: ♠; F13.2: the suit of the city where the last victorious general stands now. Ruling: A8."""
    if not is_expert(state):
        return "S"
    general = state.victor
    if general < 0 and house_rule(state, "first-suit") == "friedrich":
        general = FRIEDRICH
    return suit_of(state.place[general]) if general >= 0 and state.place[general] >= 0 else "S"


# generals who receive or lose a troop


def one_receives(nation: int, text: str) -> Callable[[State], News]:
    """1♣, 8♠, 11♣: one general of the nation receives a free troop; the owner chooses (F11.6)."""

    def ask(state: State) -> News:
        on_map = [p for p in GENERALS[nation] if state.place[p] >= 0]
        # Whether a stack has room follows from public facts: the total below the maximum and below 8 a general.
        room = on_map and state.totals[nation] < min(maximum_of(state.mode, nation), MOST * len(on_map))
        if not room or not takes_part(state, nation):
            return state, ()
        if is_one_stack(state, nation):
            return received(state, with_room(state, nation)[0])
        return state.pushed(Fate(text)), ()

    return ask


def is_one_stack(state: State, nation: int) -> bool:
    """N3: whether all generals of a nation stand in one city; inside a stack troops are shifted at any time (D7)."""
    return state.city_bits(GENERALS[nation]).bit_count() == 1


def with_room(state: State, nation: int) -> list[int]:
    """F11.6: the generals on the map whose stack has room for a troop."""
    on_map = [p for p in GENERALS[nation] if state.place[p] >= 0]
    return [p for p in on_map if state.strength(s := state.stack(state.place[p])) < MOST * len(s)]


def received(state: State, general: int, named: bool = False) -> News:
    """F11.6: the general's stack has one troop more; who it was is secret unless the card names him."""
    stack = state.stack(state.place[general])
    state = state.with_troops(spread(state, stack, state.strength(stack) + 1, first=(general,)))
    return state, (troop_event(happened.FreeTroop, state, general, named),)


def troop_event(
    kind: type[happened.FreeTroop] | type[happened.LostTroop], state: State, general: int, named: bool
) -> Event:
    nation = NATION_OF[general]
    news = kind(nation=NATIONS[nation], total=state.totals[nation], general=PIECE_IDS[general])
    return news.event(shown=True) if named else news.event(own=owner_of(state, nation))


def named_receives(name: str) -> Callable[[State], News]:
    """1♦, 6♣: a general named by the card receives a free troop, if he can (F11.6)."""
    general = PIECE[name]

    def receive(state: State) -> News:
        nation = NATION_OF[general]
        if state.totals[nation] >= maximum_of(state.mode, nation) or general not in with_room(state, nation):
            return state, ()
        return received(state, general, named=True)

    return receive


def named_loses(name: str) -> Callable[[State], News]:
    """2♥, 8♦: a general named by the card loses a troop, if nobody has to leave the map for it (F11.7)."""
    general = PIECE[name]

    def lose(state: State) -> News:
        if general not in with_spare(state, NATION_OF[general]):
            return state, ()
        return lost(state, general, named=True)

    return lose


def with_spare(state: State, nation: int) -> list[int]:
    """F11.7: the generals on the map whose stack has more troops than generals. Ruling: A18."""
    on_map = [p for p in GENERALS[nation] if state.place[p] >= 0]
    return [p for p in on_map if state.strength(s := state.stack(state.place[p])) > len(s)]


def lost(state: State, general: int, named: bool = False) -> News:
    """F11.7: the general's stack has one troop less; who it was is secret unless the card names him."""
    stack = state.stack(state.place[general])
    state = state.with_troops(spread(state, stack, state.strength(stack) - 1, first=(general,)))
    return state, (troop_event(happened.LostTroop, state, general, named),)


def prussia_loses(state: State) -> News:
    """10♣: one Prussian general loses a troop; Prussia chooses. More troops than generals is a public fact."""
    on_map = sum(state.place[p] >= 0 for p in GENERALS[PRUSSIA])
    if state.totals[PRUSSIA] <= on_map:
        return state, ()
    if is_one_stack(state, PRUSSIA):
        return lost(state, weakest_choice(state))
    return state.pushed(Fate("10C")), ()


def weakest_choice(state: State) -> int:
    """D21: the stack with most troops above its number of generals; tie: best-ranked supreme commander."""
    stacks = [state.stack(state.place[p]) for p in with_spare(state, PRUSSIA)]
    return max(stacks, key=lambda s: (state.strength(s) - len(s), -RANK[s[0]]))[0]


def declined(card: str) -> Event:
    """A card of fate left something to a player, who did not want it."""
    return happened.Declined(card=card).event()


# cards that change hands


def exchange_offered(state: State) -> News:
    """1♥: Austria and Russia may exchange a card; both hands must hold one."""
    able = all(takes_part(state, n) and state.hands[n] for n in (AUSTRIA, RUSSIA))
    return (state.pushed(Fate("1H")), ()) if able else (state, ())


def exchanged(state: State, answers: Mapping[str, str], chance: Chance) -> News:
    """1♥: the swap, if both agreed; others learn only whether it took place."""
    gifts = {n: answers[owner_of(state, n)] for n in (AUSTRIA, RUSSIA)}
    if not all(gifts.values()):
        return state, (happened.NotExchanged().event(),)
    faces = {n: cards.read(text)[0] for n, text in gifts.items()}
    for giver, taker in ((AUSTRIA, RUSSIA), (RUSSIA, AUSTRIA)):
        state = state.with_hand(giver, cards.without(state.hands[giver], (faces[giver],)))
        state = state.with_hand(taker, (*state.hands[taker], faces[giver]))
    nations, partner = ["austria", "russia"], {AUSTRIA: RUSSIA, RUSSIA: AUSTRIA}
    known = {
        owner_of(state, n): happened.Exchanged(nations=nations, gave=str(faces[n]), got=str(faces[partner[n]]))
        for n in (AUSTRIA, RUSSIA)
    }
    return state, (told_apart(known),)


def france_may_change(state: State) -> News:
    """4♥: France may discard a card and draw another."""
    return (state.pushed(Fate("4H")), ()) if takes_part(state, FRANCE) and state.hands[FRANCE] else (state, ())


def changed(state: State, answers: Mapping[str, str], chance: Chance) -> News:
    """4♥: face-down; F3.6 and F3.7 hold for the draw."""
    text = answers[owner_of(state, FRANCE)]
    if not text:
        return state, (declined("4H"),)
    card = cards.read(text)[0]
    state = state.with_hand(FRANCE, cards.without(state.hands[FRANCE], (card,))).discarded((card,), face_up=False)
    state, new, events = drawn(state, 1, chance)
    state = state.with_hand(FRANCE, (*state.hands[FRANCE], *new))
    faces, backs = " ".join(map(str, new)), [c.deck for c in new]
    news = happened.ChangedCard(nation="france", deck=card.deck, drawn=backs, gave=str(card), got=faces)
    return state, (*events, news.event(own=owner_of(state, FRANCE)))


def prussia_may_give(state: State) -> News:
    """9♦: Prussia may give Austria a card and draw one from Austria's hand."""
    able = state.hands[PRUSSIA] and takes_part(state, AUSTRIA)
    return (state.pushed(Fate("9D")), ()) if able else (state, ())


def given(state: State, answers: Mapping[str, str], chance: Chance) -> News:
    """9♦: the card given may be the one drawn (Q17)."""
    text = answers[owner_of(state, PRUSSIA)]
    if not text:
        return state, (declined("9D"),)
    card = cards.read(text)[0]
    pool = (*state.hands[AUSTRIA], card)
    got = chance.pick(sorted(pool, key=lambda c: (c.deck, cards.by_suit(c))), f"9D turn {state.turn}")
    state = state.with_hand(PRUSSIA, (*cards.without(state.hands[PRUSSIA], (card,)), got))
    state = state.with_hand(AUSTRIA, cards.without(pool, (got,)))
    nations, decks = ["prussia", "austria"], sorted((card.deck, got.deck))
    known = {
        owner_of(state, PRUSSIA): happened.Exchanged(nations=nations, decks=decks, gave=str(card), got=str(got)),
        owner_of(state, AUSTRIA): happened.Exchanged(nations=nations, decks=decks, gave=str(got), got=str(card)),
    }
    return state, (told_apart(known),)


# pieces on the map


def laudon_may_step(state: State) -> News:
    """6♠: Austria may move Laudon one city."""
    return (state.pushed(Fate("6S")), ()) if state.place[LAUDON] >= 0 and laudon_steps(state) else (state, ())


def laudon_steps(state: State) -> int:
    """6♠: an empty city, an Austrian stack of at most two, or a hostile train. Ruling: A23."""
    here = state.place[LAUDON]
    steps = BITS[here] & ~state.occupied()
    for piece, city in enumerate(state.place):
        if city >= 0 and BITS[here] >> city & 1:
            train = not RANK[piece] and hostile(AUSTRIA, NATION_OF[piece])
            comrades = RANK[piece] and NATION_OF[piece] == AUSTRIA and len(state.stack(city)) < STACK
            if train or comrades:
                steps |= 1 << city
    return steps


def austria_may_turn(state: State) -> News:
    """6♦: Austria may turn one Prussian stack in Austria or Saxony face-down."""
    return (state.pushed(Fate("6D")), ()) if turnable(state) and takes_part(state, AUSTRIA) else (state, ())


def turnable(state: State) -> list[int]:
    """6♦: the Prussian generals of face-up stacks in Austria or Saxony."""
    abroad = COUNTRY["austria"] | COUNTRY["saxony"]
    on_map = [p for p in GENERALS[PRUSSIA] if state.place[p] >= 0 and not state.is_face_down(p)]
    return [p for p in on_map if abroad >> state.place[p] & 1]


def turned_down(state: State, general: int) -> News:
    """6♦: the whole stack."""
    stack = state.stack(state.place[general])
    turned = happened.TurnedDown(generals=[PIECE_IDS[p] for p in stack], city=IDS[state.place[general]])
    return state._replace(face_down=state.face_down | sum(1 << p for p in stack)), (turned.event(),)


def far_from_supply(nation: int) -> Callable[[State], News]:
    """9♠, 12♣, C9: generals of the nation whose supply distance is 5 or 6 are turned face-down. Ruling: A25."""

    def turn(state: State) -> News:
        upright = [p for p in GENERALS[nation] if state.place[p] >= 0 and not state.is_face_down(p)]
        hit = [p for p in upright if is_far(state, nation, state.place[p])]
        news = tuple(
            happened.Unsupplied(nation=NATIONS[nation], general=PIECE_IDS[p], city=IDS[state.place[p]]).event()
            for p in hit
        )
        return state._replace(face_down=state.face_down | sum(1 << p for p in hit)), news

    return turn


def is_far(state: State, nation: int, city: int) -> bool:
    """C9: five or six roads from the own train; A25 under the house rule: more than that, or no train at all, too."""
    roads = road_distance(state, nation, city)
    if house_rule(state, "far-from-supply") == "included":
        return roads is None or roads >= 5
    return roads in (5, 6)


def hildburghausen_may_go(state: State) -> News:
    """12♥, C11: if he was beaten in the turn just ended, Prussia may move Hildburghausen two cities west."""
    beaten = state.beaten >> HILDBURGHAUSEN & 1 and state.place[HILDBURGHAUSEN] >= 0
    return (state.pushed(Fate("12H")), ()) if beaten and west_of(state) else (state, ())


def west_of(state: State) -> int:
    """C11: over an empty city to another empty one that lies west of the start. Ruling: A17."""
    start, free = state.place[HILDBURGHAUSEN], ~state.occupied()
    ends = 0
    for middle in cities_in(BITS[start] & free):
        for end in cities_in(BITS[middle] & free & ~(1 << start)):
            west, north = facts.X[start] - facts.X[end], abs(facts.Y[start] - facts.Y[end])
            if west > 0 and west >= north:
                ends |= 1 << end
    return ends


def stacks_facing_daun(state: State) -> list[int]:
    """8♣, C8: the cities of Prussian stacks next to Daun's city."""
    if state.place[DAUN] < 0:
        return []
    return list(cities_in(BITS[state.place[DAUN]] & state.city_bits(GENERALS[PRUSSIA])))


def can_step_aside(state: State) -> bool:
    """C8: whether some Prussian stack next to Daun has an empty city to go to."""
    free = ~state.occupied()
    return any(BITS[city] & free for city in stacks_facing_daun(state))


NOW: dict[str, Callable[[State], News]] = {
    "1C": one_receives(RUSSIA, "1C"), "1H": exchange_offered, "1D": named_receives("tottleben"),
    "2H": named_loses("apraxin"), "4H": france_may_change, "6S": laudon_may_step, "6C": named_receives("daun"),
    "6D": austria_may_turn, "8S": one_receives(PRUSSIA, "8S"), "8D": named_loses("karl"), "9S": far_from_supply(RUSSIA),
    "9D": prussia_may_give, "10C": prussia_loses, "11C": one_receives(HANOVER, "11C"), "12C": far_from_supply(SWEDEN),
    "12H": hildburghausen_may_go,
}  # fmt: skip

# What is done when the answers to a card are in, where it needs chance or two players.
SETTLED: dict[str, Callable[[State, Mapping[str, Any], Chance], News]] = {"1H": exchanged, "4H": changed, "9D": given}
