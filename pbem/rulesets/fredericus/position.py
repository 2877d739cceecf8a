"""Positions: any situation at all, written by a person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.core import listed
from pbem.rulesets.fredericus import cards
from pbem.rulesets.fredericus.cards import FREDERICUS, NOTHING, UNKNOWN
from pbem.rulesets.fredericus.files import decode, encode, encode_options
from pbem.rulesets.fredericus.geometry import opposite
from pbem.rulesets.fredericus.invariants import broken_cards, broken_position
from pbem.rulesets.fredericus.setup import DEFAULT_POSTS, blank
from pbem.rulesets.fredericus.state import PLAYERS, ROLES, Deal, Placing, State, Task, Turn, mandatory

PHASES = ("birds", "bets", "turn")
TABLES = ("rows", "birds", "tokens", "creatures", "hands", "shown", "prefer")
KEYS = (
    "mode", "options", "house", "round", "phase", "turn", "used", "turned", "hunted", "shifted", "last", "fredericus",
    "seals_out", "deck", "display", "discards", *TABLES,
)  # fmt: skip


def position(data: Mapping[str, Any], mode: str, options: Mapping[str, str]) -> State:
    """The state a position file describes; ValueError says what is wrong with it.

    What is not named: birds as for an absent player (M4), tokens on tower 1, rows and hands empty, the deck what is
    left of the objectives, shuffled when the game starts. The cards must be those of the boxed game unless
    ``house = true``. A position written by the program has an agenda too and is taken as it stands.
    """
    if "agenda" in data:
        return exact(data)
    for key in data:
        if key not in KEYS:
            raise ValueError(f"a position has no {key!r}; it has {listed(KEYS)}")
    state = decode(completed(data, mode, options))
    state = state._replace(
        creatures=tuple("".join(sorted(pile)) for pile in state.creatures),
        ending=state.ending or ("given" if state.fredericus else ""),
        agenda=agenda(state, data),
    )
    check(state)
    return state


def completed(data: Mapping[str, Any], mode: str, options: Mapping[str, str]) -> dict[str, Any]:
    """What a person wrote, as the program would write it."""
    mode = data.get("mode", mode)
    if mode not in PLAYERS:
        raise ValueError(f"mode is {mode!r}, not one of {listed(PLAYERS, 'or')}")
    state = blank(mode, options)
    whole = encode(state)
    for role, post in zip(whole["birds"], DEFAULT_POSTS, strict=False):
        whole["birds"][role] = f"F={post} G={opposite(post)}"
        whole["tokens"][role] = "1 1" if PLAYERS[mode] == 2 else "1"
    known = {key: value for key, value in data.items() if key in whole and key not in (*TABLES, "options")}
    merged = {**whole, **known, **{key: merged_table(whole[key], data, key) for key in TABLES}}
    merged["options"] = {**encode_options(state.options), **data.get("options", {})}
    merged["prefer"] = {role: str(wish).removesuffix("deck").strip() for role, wish in merged["prefer"].items()}
    if "deck" not in data:
        merged["deck"] = rest_of_deck(merged)
    return merged


def merged_table(whole: Mapping[str, Any], data: Mapping[str, Any], key: str) -> dict[str, Any]:
    """A table of a position over the one of the blank state; numbers are written with or without quotes."""
    table = data.get(key, {})
    if not isinstance(table, Mapping):
        raise ValueError(f"{key} must be a table")
    for name in table:
        if str(name).lower() not in whole:
            raise ValueError(f"{key} has no {name!r}; it has {listed(whole)}")
    return {**whole, **{str(name).lower(): str(value) for name, value in table.items()}}


def rest_of_deck(data: Mapping[str, Any]) -> str:
    """The objectives that are nowhere else, and Fredericus if nobody has it."""
    pile = list(cards.objectives())
    named = [str(data["display"]), str(data["discards"]), *data["hands"].values(), *data["shown"].values()]
    for card in " ".join(named).replace(NOTHING, " ").split():
        if card in pile:
            pile.remove(card)
    return cards.written([*pile, *([] if data["fredericus"] else [FREDERICUS])])


def agenda(state: State, data: Mapping[str, Any]) -> tuple[Task, ...]:
    """What is going on: the placing of birds or tokens, or a turn."""
    phase = data.get("phase", "turn")
    if phase not in PHASES:
        raise ValueError(f"phase is {phase!r}, not one of {listed(PHASES, 'or')}")
    if phase == "birds":
        raise ValueError("a game in which the birds are not placed yet needs no position file")
    shuffle: tuple[Task, ...] = () if "deck" in data else (Deal(whole=False),)
    roles = ROLES[: state.players]
    role = str(data.get("turn", "a")).lower()
    if role not in roles:
        raise ValueError(f"turn is {data['turn']!r}, not one of {listed(roles, 'or')}")
    seat = roles.index(role)
    if phase == "bets":
        return (Placing("bets", tuple(range(seat, state.players))), *shuffle)
    hunted = str(data.get("hunted", "")).upper()
    turned = bool(data.get("turned", False))
    turn = Turn(seat, used(state, seat, data, turned), turned, ("F" in hunted, "G" in hunted),
                bool(data.get("shifted", False)))  # fmt: skip
    return (turn, *shuffle)


def used(state: State, seat: int, data: Mapping[str, Any], turned: bool) -> int:
    """How many basic actions of the turn were made already."""
    number, most = data.get("used", 0), mandatory(state, seat) + 2 * turned
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= most:
        raise ValueError(f"used is {number!r}, not a number from 0 to {most}")
    return number


def exact(data: Mapping[str, Any]) -> State:
    """A whole state, as the program writes it; a view with its gaps is not one."""
    state = decode(data)
    check(state)
    return state


def check(state: State) -> None:
    """A position must be one the game can have, with the cards of the game."""
    for key, found in encode(state).items():
        for where, text in found.items() if isinstance(found, dict) else (("", found),):
            if isinstance(text, str) and UNKNOWN in text.split():
                name = f"{key}.{where}" if where else key
                raise ValueError(f"{name} is hidden: this is a view, in which secrets are missing, and not a position")
    faults = [*broken_position(state), *broken_cards(state)]
    if faults:
        house = "" if state.house else "; write house = true to play with other cards"
        raise ValueError("; ".join(faults) + house)
