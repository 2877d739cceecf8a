"""The six strokes of fate (F11.8-F11.14, section 3.3): nations leave, generals retire, the Imperial Army moves on."""

from __future__ import annotations

from collections.abc import Callable

from pbem.core.events import Event
from pbem.rulesets.friedrich import events as happened
from pbem.rulesets.friedrich.board import AUSTRIA, FRANCE, IMPERIAL, OBJECTIVES, PRUSSIA, RUSSIA, SWEDEN
from pbem.rulesets.friedrich.draws import draws_of
from pbem.rulesets.friedrich.offensive import failed_if_due
from pbem.rulesets.friedrich.state import (
    COMMANDS,
    FRIEDRICH,
    GENERALS,
    MOST,
    NATION_OF,
    NATIONS,
    OFF,
    PIECE,
    PIECE_IDS,
    RANK,
    RETIRED,
    TRAINS,
    Fate,
    State,
    has_left,
    house_rule,
    takes_part,
)
from pbem.rulesets.friedrich.troops import spread
from pbem.rulesets.friedrich.victory import has_changed_hands, is_eased, is_war_over

News = tuple[State, tuple[Event, ...]]


def stroke(state: State, card: str) -> News:
    """3.3, K1 steps 1 to 3: the nation leaves, generals are retired, draws change. Step 4 is ``pass_on``."""
    before, state = state, state._replace(executed=(*state.executed, card))
    events: list[Event] = []
    for step in steps_of(state, card):
        state, news = step(state)
        events += news
    for nation, name in enumerate(NATIONS):
        if takes_part(state, nation) and draws_of(state, nation) != draws_of(before, nation):
            events.append(happened.DrawsChanged(nation=name, number=draws_of(state, nation)).event())
    if is_eased(state, SWEDEN) and not is_eased(before, SWEDEN) and takes_part(state, SWEDEN):
        events.append(happened.Eased(nation=NATIONS[SWEDEN]).event())
    if state.offensive == "lost":
        state, news = failed_if_due(state)
        events += news
    idle = None if events or state.agenda != before.agenda else True
    return state, (happened.Fate(turn=state.turn, card=card, idle=idle).event(), *events)


def steps_of(state: State, card: str) -> tuple[Callable[[State], News], ...]:
    """K1 steps 1 and 2 of a stroke; the first of India and America has none. Ruling: A13."""
    if card in ("india", "america") and not has_left(state, FRANCE):
        return ()
    if state.mode == "austria":
        asked = card == "sweden" and house_rule(state, "virtual-strokes") == "as-written"
        return (*VIRTUAL.get(card, ()), *((prussia_retires,) if asked else ()))
    if state.mode == "west" and card in ("elisabeth", "sweden"):
        return ()  # F14.5
    return STEPS[card]


def departs(nation: int) -> Callable[[State], News]:
    """F15.4: a nation that is not part of the scenario is out, without any other effect."""
    return lambda state: (state, (happened.Departed(nation=NATIONS[nation]).event(),))


def leaves(nation: int) -> Callable[[State], News]:
    """F11.9: pieces, troops, hand and markers of the nation go."""

    def leave(state: State) -> News:
        hand = state.hands[nation]
        state = state.taken_off((*GENERALS[nation], *TRAINS[nation]), RETIRED)
        state = state.with_hand(nation, ()).discarded(hand, face_up=False)
        declared = tuple(d for d in state.declared if d.nation != nation)
        state = state._replace(conquered=state.conquered & ~OBJECTIVES[nation], declared=declared)
        decks = sorted(card.deck for card in hand)
        return state, (happened.Left(nation=NATIONS[nation], cards=len(hand), decks=decks).event(),)

    return leave


def retires(general: str) -> Callable[[State], News]:
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
    state = state.taken_off((general,), RETIRED)
    state = state.with_troops(spread(state, stack, keep) if stack else {})
    declared = tuple(d for d in state.declared if general not in d.pieces)
    went = happened.Retired(
        general=PIECE_IDS[general], nation=NATIONS[nation], lost=total - keep, total=state.totals[nation]
    )
    return state._replace(declared=declared), (went.event(),)


def can_retire(state: State) -> list[int]:
    """F11.14: any Prussian general but Friedrich who is not retired yet; he may be off the map."""
    return [p for p in GENERALS[PRUSSIA] if p != FRIEDRICH and state.place[p] != RETIRED]


def prussia_retires(state: State) -> News:
    """F11.14, K3: Sweden's stroke asks Prussia, if there is anybody to retire.

    N3: where one general is left to choose, he goes; and when the stroke ends the war nobody is asked anything more:
    D19's default retires.
    """
    choices = can_retire(state)
    if not choices:
        return state, ()
    is_settled = len(choices) == 1 or is_war_over(state)
    return retired(state, least_loss(state)) if is_settled else (state.pushed(Fate("sweden")), ())


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


STEPS: dict[str, tuple[Callable[[State], News], ...]] = {
    "elisabeth": (leaves(RUSSIA), retires("lehwaldt")),
    "sweden": (leaves(SWEDEN), prussia_retires),
    "india": (leaves(FRANCE), retires("cumberland")),
    "america": (leaves(FRANCE), retires("cumberland")),
    "lord-bute": (),
    "poems": (),
}


VIRTUAL = {
    "elisabeth": (departs(RUSSIA),), "sweden": (departs(SWEDEN),), "india": (departs(FRANCE),),
    "america": (departs(FRANCE),),
}  # fmt: skip


def pass_on(state: State) -> News:
    """K1 step 4, after all retirements: the Imperial Army may change hands, which eases victory (F11.13)."""
    before = state
    state, events = imperial_army(state)
    eased = [n for n in (AUSTRIA, IMPERIAL) if is_eased(state, n) and not is_eased(before, n)]
    return state, (*events, *(happened.Eased(nation=NATIONS[n]).event() for n in eased))


def imperial_army(state: State) -> News:
    """F11.10-F11.12: the Imperial Army passes to Elisabeth's or Pompadour's player, once in a game."""
    if has_changed_hands(state) or state.mode in ("west", "austria"):
        return state, ()
    if has_left(state, RUSSIA) and has_left(state, SWEDEN):
        taker = "elisabeth"
    elif has_left(state, FRANCE):
        taker = next(role for role, nations in COMMANDS[state.mode].items() if FRANCE in nations)
    else:
        return state, ()
    hand = [str(card) for card in state.hands[IMPERIAL]]
    passed = happened.ChangedHands(nation=NATIONS[IMPERIAL], role=taker, from_=state.imperial, hand=hand)
    return state._replace(imperial=taker), (passed.event(own=taker),)
