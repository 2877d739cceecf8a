"""The clock of fate (F11, section 3): the ♠ texts of the numbered cards and the six strokes."""

from __future__ import annotations

from pbem.core.events import Event
from pbem.rulesets.friedrich.board import AUSTRIA, BITS, FRANCE, IDS, IMPERIAL, OBJECTIVES, PRUSSIA, RUSSIA, SWEDEN
from pbem.rulesets.friedrich.drawing import draws_of, has_executed
from pbem.rulesets.friedrich.movement import occupied_without
from pbem.rulesets.friedrich.state import (
    COMMANDS,
    FRIEDRICH,
    GENERALS,
    LAUDON,
    MAXIMUM,
    MOST,
    NATION_OF,
    NATIONS,
    OFF,
    PIECE,
    PIECE_IDS,
    RANK,
    RETIRED,
    STROKES,
    TRAINS,
    Fate,
    State,
    has_left,
    hostile,
    owner_of,
    spread,
)
from pbem.rulesets.friedrich.supply import supply_distance
from pbem.rulesets.friedrich.victory import has_changed_hands

NUMBERED = tuple(str(number) for number in range(1, 13))
CLOCK = (*NUMBERED, *STROKES)
NEXT_TURN = ("4S", "5S", "7S", "10S", "11S", "12S")  # texts that hold in the following turn (F11.3)
News = tuple[State, tuple[Event, ...]]


def execute(state: State, card: str) -> News:
    """F11.1-F11.4: the card revealed at the end of a turn takes effect."""
    if card in STROKES:
        return stroke(state, card)
    text = f"{card}S"  # F11.2: the standard game uses the ♠ text
    state = state._replace(executed=(*state.executed, text), spent=False)
    events = (Event("fate", {"card": card, "suit": "S"}),)
    if text in NEXT_TURN:
        return state._replace(in_force=text), events
    state, news = NOW[text](state) if text in NOW else (state, ())
    return state, events + news


# texts that take effect at once


def laudon_may_step(state: State) -> News:
    """6♠: Austria may move Laudon one city."""
    return (state.pushed(Fate("6S")), ()) if state.place[LAUDON] >= 0 and laudon_steps(state) else (state, ())


def laudon_steps(state: State) -> int:
    """6♠: an empty city, an Austrian stack of at most two, or a hostile train. Ruling: A23."""
    here = state.place[LAUDON]
    steps = BITS[here] & ~occupied_without(state, ())
    for piece, city in enumerate(state.place):
        if city >= 0 and BITS[here] >> city & 1:
            train = not RANK[piece] and hostile(AUSTRIA, NATION_OF[piece])
            comrades = RANK[piece] and NATION_OF[piece] == AUSTRIA and len(state.stack(city)) <= 2
            if train or comrades:
                steps |= 1 << city
    return steps


def prussia_receives(state: State) -> News:
    """8♠: one Prussian general on the map receives a free troop; Prussia chooses, unless it cannot be (F11.6)."""
    on_map = [p for p in GENERALS[PRUSSIA] if state.place[p] >= 0]
    # Whether a stack has room follows from the public total: below the maximum of 32 and below 8 a general.
    if not on_map or state.totals[PRUSSIA] >= min(MAXIMUM[PRUSSIA], MOST * len(on_map)):
        return state, ()
    return state.pushed(Fate("8S")), ()


def with_room(state: State, nation: int) -> list[int]:
    """F11.6: the generals on the map whose stack has room for a troop."""
    on_map = [p for p in GENERALS[nation] if state.place[p] >= 0]
    return [p for p in on_map if state.strength(s := state.stack(state.place[p])) < MOST * len(s)]


def received(state: State, general: int) -> News:
    """F11.6: the general's stack has one troop more; who it was is secret."""
    stack = state.stack(state.place[general])
    state = state.with_troops(spread(state, stack, state.strength(stack) + 1, first=(general,)))
    nation = NATION_OF[general]
    facts = {"nation": NATIONS[nation], "total": state.totals[nation]}
    return state, (Event("free-troop", facts, {owner_of(state, nation): {"general": PIECE_IDS[general]}}),)


def russia_far_from_supply(state: State) -> News:
    """9♠, C9: every Russian general whose supply distance is 5 or 6 is turned face-down."""
    hit = []
    for general in GENERALS[RUSSIA]:
        city = state.place[general]
        if city >= 0 and not state.is_face_down(general) and supply_distance(state, RUSSIA, city) in (5, 6):
            hit.append(general)
    facts = [{"nation": "russia", "general": PIECE_IDS[p], "city": IDS[state.place[p]]} for p in hit]
    state = state._replace(face_down=state.face_down | sum(1 << p for p in hit))
    return state, tuple(Event("unsupplied", fact) for fact in facts)


NOW = {"6S": laudon_may_step, "8S": prussia_receives, "9S": russia_far_from_supply}


# strokes of fate


def stroke(state: State, card: str) -> News:
    """3.3, K1: the nation leaves, generals are retired, draws change, the Imperial Army may change hands."""
    before = {nation: draws_of(state, nation) for nation in range(len(NATIONS))}
    first = not has_executed(state, "india", "america")
    state = state._replace(executed=(*state.executed, card))
    events: list[Event] = [Event("fate", {"card": card})]
    for step in STEPS[card] if not (card in ("india", "america") and first) else ():
        state, news = step(state)
        events += news
    for nation, number in before.items():
        if not has_left(state, nation) and draws_of(state, nation) != number:
            facts = {"nation": NATIONS[nation], "number": draws_of(state, nation)}
            events.append(Event("draws-changed", facts))
    state, news = imperial_army(state)
    return state, (*events, *news)


def leaves(nation: int):  # type: ignore[no-untyped-def]
    """F11.9: pieces, troops, hand and markers of the nation go."""

    def leave(state: State) -> News:
        hand = state.hands[nation]
        state = state.taken_off((*GENERALS[nation], *TRAINS[nation]), RETIRED)
        state = state.with_hand(nation, ()).discarded(hand, face_up=False)
        declared = tuple(d for d in state.declared if d.nation != nation)
        state = state._replace(conquered=state.conquered & ~OBJECTIVES[nation], declared=declared)
        decks = sorted(card.deck for card in hand)
        return state, (Event("left", {"nation": NATIONS[nation], "cards": len(hand), "decks": decks}),)

    return leave


def retires(general: str):  # type: ignore[no-untyped-def]
    """K2: a general named by a stroke leaves the game."""
    return lambda state: retired(state, PIECE[general])


def retired(state: State, general: int) -> News:
    """F6.8: he leaves for good; what his stack cannot carry is lost."""
    if state.place[general] == RETIRED:
        return state, ()
    city, nation = state.place[general], NATION_OF[general]
    stack = [p for p in state.stack(city) if p != general] if city >= 0 else []
    total = state.strength((general, *stack)) if city >= 0 else 0
    keep = min(total, MOST * len(stack))
    facts = {"general": PIECE_IDS[general], "nation": NATIONS[nation], "lost": total - keep}
    state = state.taken_off((general,), RETIRED)
    state = state.with_troops(spread(state, stack, keep) if stack else {})
    declared = tuple(d for d in state.declared if general not in d.pieces)
    return state._replace(declared=declared), (Event("retired", {**facts, "total": state.totals[nation]}),)


def can_retire(state: State) -> list[int]:
    """F11.14: any Prussian general but Friedrich who is not retired yet; he may be off the map."""
    return [p for p in GENERALS[PRUSSIA] if p != FRIEDRICH and state.place[p] != RETIRED]


def prussia_retires(state: State) -> News:
    """F11.14, K3: Sweden's stroke asks Prussia, if there is anybody to retire."""
    choices = can_retire(state)
    return (state.pushed(Fate("sweden")), ()) if choices else (state, ())


def least_loss(state: State) -> int:
    """D19: an off-map general, the lowest-ranked; else the one whose loss costs fewest troops, then lowest-ranked."""
    choices = can_retire(state)
    off = [p for p in choices if state.place[p] == OFF]
    if off:
        return max(off, key=RANK.__getitem__)

    def cost(general: int) -> int:
        others = [p for p in state.stack(state.place[general]) if p != general]
        total = state.strength((general, *others))
        return total - min(total, MOST * len(others))

    return min(choices, key=lambda p: (cost(p), -RANK[p]))


STEPS = {
    "elisabeth": (leaves(RUSSIA), retires("lehwaldt")),
    "sweden": (leaves(SWEDEN), prussia_retires),
    "india": (leaves(FRANCE), retires("cumberland")),
    "america": (leaves(FRANCE), retires("cumberland")),
    "lord-bute": (),
    "poems": (),
}


def imperial_army(state: State) -> News:
    """F11.10-F11.12: the Imperial Army passes to Elisabeth's or Pompadour's player, once in a game."""
    if has_changed_hands(state):
        return state, ()
    if has_left(state, RUSSIA) and has_left(state, SWEDEN):
        taker = "elisabeth"
    elif has_left(state, FRANCE):
        taker = next(role for role, nations in COMMANDS[state.mode].items() if FRANCE in nations)
    else:
        return state, ()
    facts = {"nation": NATIONS[IMPERIAL], "role": taker, "from": state.imperial}
    hand = [str(card) for card in state.hands[IMPERIAL]]
    return state._replace(imperial=taker), (Event("changed-hands", facts, {taker: {"hand": hand}}),)
