"""Information (R14): one table says what is secret, and views and twins are made from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pbem.core.events import HIDDEN, RECORDS, Secret, declared, nobody, public, unseen, view_by
from pbem.rulesets.fredericus.cards import BOTTOM, FREDERICUS, KINDS
from pbem.rulesets.fredericus.state import Close, Deal, Due, Placing, State, Turn, seat_of

if TYPE_CHECKING:  # views, which a check needs, do without
    from pbem.core.chance import Chance
    from pbem.core.twins import Part


def view_of(state: State, role: str | None) -> State:
    """R2.5, R14: the state with HIDDEN in place of what the role may not know; None is the public."""
    view: State = view_by(SECRETS, state, role)
    return view


def twin_of(state: State, role: str | None, chance: Chance) -> State:
    """Another state that the role cannot tell from this one: objectives it has not seen change places."""
    from pbem.core.twins import twin_by  # not for check

    twin: State = twin_by(SECRETS, state, role, chance)
    return twin


# who may know it


def holds(state: State, record: State, seat: int, role: str | None) -> bool:
    """R11: at the end of the game all objectives are shown."""
    return seat_of(state, role) == seat or bool(state.winners)


def wishes(state: State, record: State, seat: int, role: str | None) -> bool:
    return seat_of(state, role) == seat


def draws(state: State, due: Due, key: None, role: str | None) -> bool:
    return seat_of(state, role) == due.seat


# how it looks to all others


def cards_hidden(cards: tuple[Any, ...]) -> tuple[Any, ...]:
    """How many they are is seen."""
    return (HIDDEN,) * len(cards)


# others that look the same


def other_objectives(state: State, parts: Sequence[Part], chance: Chance) -> list[tuple[Any, ...]]:
    """The objectives that the role has not seen, in other hands and in another order in the deck."""
    hidden = [card for part in parts for card in part.value if card != FREDERICUS]
    pile = list(chance.shuffled(hidden, "exchange objectives"))
    dealt = []
    for part in parts:  # the hands, then the deck with what is left
        is_deck = part.field == "deck"
        dealt.append(other_deck(state, pile, chance) if is_deck else tuple(pile.pop() for _ in part.value))
    return dealt


def other_deck(state: State, plain: list[Any], chance: Chance) -> tuple[Any, ...]:
    """The deck of other cards, with Fredericus at any of the places it can have (R3.4)."""
    if FREDERICUS not in state.deck:
        return tuple(plain)
    places = range(max(0, len(plain) - BOTTOM), len(plain) + 1)
    at = chance.pick(places, "exchange Fredericus")
    return (*plain[:at], FREDERICUS, *plain[at:])


def other_wishes(state: State, parts: Sequence[Part], chance: Chance) -> list[tuple[str, ...]]:
    """Other lists of wanted kinds, where lists have a use (O2)."""
    if not state.options.display:
        return [()] * len(parts)
    seats = [part.record.seat if part.key is None else part.key for part in parts]
    return [other_wish(f"{part.field} {seat}", chance) for part, seat in zip(parts, seats, strict=True)]


def other_wish(name: str, chance: Chance) -> tuple[str, ...]:
    length = chance.below(len(KINDS) + 1, f"exchange wish {name}")
    return chance.shuffled(KINDS, f"exchange kinds {name}")[:length]


SECRETS = declared({
    State: public(
        "mode", "options", "round", "rows", "birds", "tokens", "creatures", "shown", "display", "discards",
        "fredericus", "seals_out", "ending", "house", "winners", "reason",
    ) | {
        "hands": Secret(holds, cards_hidden, other_objectives, "each"),
        "deck": Secret(nobody, cards_hidden, other_objectives),
        "prefer": Secret(wishes, unseen, other_wishes, "each"),
        "agenda": RECORDS,
    },
    Placing: public("what", "seats"),
    Deal: public("whole"),
    Turn: public("seat", "used", "turned", "hunted", "shifted"),
    Due: public("seat", "cause") | {"wish": Secret(draws, unseen, other_wishes)},
    Close: public("seat"),
})  # fmt: skip
