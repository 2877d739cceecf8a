"""The six strokes of fate (F11.8-F11.14, section 3.3): nations leave, generals retire, the Imperial Army moves on."""

from __future__ import annotations

from collections.abc import Callable

from pbem.core.events import Event
from pbem.rulesets.friedrich.board import AUSTRIA, FRANCE, IMPERIAL, OBJECTIVES, PRUSSIA, RUSSIA, SWEDEN
from pbem.rulesets.friedrich.drawing import draws_of, has_executed
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
    spread,
    takes_part,
)
from pbem.rulesets.friedrich.victory import has_changed_hands, is_eased

News = tuple[State, tuple[Event, ...]]


def stroke(state: State, card: str) -> News:
    """3.3, K1: the nation leaves, generals are retired, draws change, the Imperial Army may change hands."""
    before = state
    first = not has_executed(state, "india", "america")
    state = state._replace(executed=(*state.executed, card))
    events: list[Event] = [Event("fate", {"card": card})]
    for step in STEPS[card] if has_effect(state, card) and not (card in ("india", "america") and first) else ():
        state, news = step(state)
        events += news
    for nation, name in enumerate(NATIONS):
        if takes_part(state, nation) and draws_of(state, nation) != draws_of(before, nation):
            events.append(Event("draws-changed", {"nation": name, "number": draws_of(state, nation)}))
    state, news = imperial_army(state)
    events += news
    eased = [n for n in (SWEDEN, AUSTRIA, IMPERIAL) if is_eased(state, n) and not is_eased(before, n)]
    events += [Event("eased", {"nation": NATIONS[n]}) for n in eased if takes_part(state, n)]
    if state.offensive == "lost":
        from pbem.rulesets.friedrich.offensive import failed_if_due

        state, news = failed_if_due(state)
        events += news
    return state, tuple(events)


def has_effect(state: State, card: str) -> bool:
    """F14.5, F15.4: nations that are not part of a scenario leave it without any other effect. Ruling: A13."""
    return state.mode not in ("west", "austria") or (state.mode == "west" and card in ("india", "america"))


def leaves(nation: int) -> Callable[[State], News]:
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
    return (state.pushed(Fate("sweden")), ()) if can_retire(state) else (state, ())


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
    facts = {"nation": NATIONS[IMPERIAL], "role": taker, "from": state.imperial}
    hand = [str(card) for card in state.hands[IMPERIAL]]
    return state._replace(imperial=taker), (Event("changed-hands", facts, {taker: {"hand": hand}}),)
