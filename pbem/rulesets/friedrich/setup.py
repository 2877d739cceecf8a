"""Set-up (F1.12-F1.16), and positions: any situation at all, written by a person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.core import listed
from pbem.core.events import HIDDEN
from pbem.rulesets.common import DECKS, suits
from pbem.rulesets.common.words import did_you_mean
from pbem.rulesets.friedrich import cards
from pbem.rulesets.friedrich.board import CITIES, FRANCE, RUSSIA, SWEDEN, name_of
from pbem.rulesets.friedrich.cards import Card
from pbem.rulesets.friedrich.combat import pairs_of
from pbem.rulesets.friedrich.fate import CLOCK
from pbem.rulesets.friedrich.files import OFFENSIVE, decode, is_number, piece_of
from pbem.rulesets.friedrich.invariants import broken_cards, broken_position
from pbem.rulesets.friedrich.orders import find_city
from pbem.rulesets.friedrich.state import (
    COMMANDS,
    GENERALS,
    NATION_OF,
    NATIONS,
    OFF,
    PIECE,
    RANK,
    RETIRED,
    START,
    Combat,
    EndOfTurn,
    SetUp,
    Shuffle,
    Stage,
    State,
    Task,
    Turn,
    has_left,
    in_scenario,
    maximum_of,
    owner_of,
    takes_part,
)

PHASES = ("draw", "movement", "combat", "conquest", "supply", "end")
KEYS = (
    "mode", "options", "turn", "stage", "phase", "hands", "draw", "discards", "buried", "decks", "conquered",
    "question_marks", "fate", "executed", "in_force", "imperial_commander", "victor", "beaten", "attack_suits",
    "offensive", "aside", *NATIONS,
)  # fmt: skip


def even(mode: str, nation: int) -> dict[int, int]:
    """D1: the default distribution, as even as possible, the remainder one each from rank 1 down."""
    generals = [p for p in GENERALS[nation] if in_scenario(mode, p)]
    if not generals:
        return {}
    each, rest = divmod(maximum_of(mode, nation), len(generals))
    return {p: each + (at < rest) for at, p in enumerate(generals)}


HouseRules = tuple[tuple[str, str], ...]  # the options that are not at their default


def blank(mode: str) -> State:
    """Nobody on the map, no card dealt; pieces that are not part of the scenario are out of the game."""
    none = ((),) * len(NATIONS)
    place = tuple(OFF if in_scenario(mode, p) else RETIRED for p in range(len(RANK)))
    imperial = "maria-theresa" if "maria-theresa" in COMMANDS[mode] else ""
    return State(
        mode=mode, turn=1, place=place, troops=(0,) * len(RANK), totals=(0,) * len(NATIONS), face_down=0,
        conquered=0, marked=0, hands=none, draw=(), opened=0, discards=((),) * DECKS, buried=((),) * DECKS, recycled=0,
        fate=(),
        executed=(), in_force="", spent=False, imperial=imperial, declared=(), victor=-1, beaten=0,
        attack_suits="", offensive="", aside=(), options=(), answers=(), agenda=(), winners=(), reason="",
    )  # fmt: skip


def set_up(mode: str, house_rules: HouseRules) -> State:
    """F1.12-F1.16: all pieces in place; the players distribute their troops."""
    state = blank(mode).put({p: city for p, city in enumerate(START) if in_scenario(mode, p)})
    for nation in range(len(NATIONS)):
        state = state.with_troops(even(mode, nation))
    return state._replace(agenda=(SetUp(),), options=house_rules)


# positions


def position(data: Mapping[str, Any], mode: str, house_rules: HouseRules) -> State:
    """The state a position file describes; ValueError says what is wrong with it.

    Pieces that are not named are off the map. Cards that are not named lie in the draw pile of the decks in use, and
    cards of fate that are not named come after those that are, both shuffled when the game starts. A position written
    by the program has an agenda too and is taken as it stands.
    """
    if "agenda" in data:
        return exact(data)
    for key in data:
        if key not in KEYS:
            raise ValueError(f"a position has no {key!r}; it has {listed(KEYS)}")
    if mode not in COMMANDS:
        raise ValueError(f"mode is {mode!r}, not one of {listed(COMMANDS, 'or')}")
    if data.get("mode", mode) != mode:
        raise ValueError(f"mode is {data['mode']!r}, and the file is for mode {mode!r}")
    state = blank(mode)
    for n, nation in enumerate(NATIONS):
        for name, text in table(data, nation).items():
            state = placed(state, n, name, text)
    state = state._replace(
        turn=number(data, "turn", 1, 1, 23), executed=tuple(texts(data, "executed")), fate=tuple(texts(data, "fate")),
        in_force=text_of(data, "in_force"), imperial=text_of(data, "imperial_commander") or commander(data, state),
        conquered=board(data, "conquered"), marked=board(data, "question_marks"),
        victor=piece_of(data["victor"]) if data.get("victor") else -1,
        attack_suits=suits({"attack_suits": "", **data}, "attack_suits"),
        beaten=sum({1 << piece_of(id_) for id_ in texts(data, "beaten")}),
        offensive=one_of(data, "offensive", OFFENSIVE), options=house_rules,
    )  # fmt: skip
    if state.imperial and state.imperial not in COMMANDS[state.mode]:
        raise ValueError(f"imperial_commander is {state.imperial!r}, not one of {listed(COMMANDS[state.mode], 'or')}")
    state = dealt(state, data)
    check_position(state)
    return state._replace(agenda=agenda(state, data))


def commander(data: Mapping[str, Any], state: State) -> str:
    """F11.10: who commands the Imperial Army after the strokes so far, in their order (not in the scenarios)."""
    if state.mode in ("west", "austria"):
        return state.imperial
    for count in range(len(texts(data, "executed")) + 1):
        so_far = state._replace(executed=tuple(texts(data, "executed")[:count]))
        if has_left(so_far, RUSSIA) and has_left(so_far, SWEDEN):
            return "elisabeth"
        if has_left(so_far, FRANCE):
            return owner_of(so_far, FRANCE)
    return state.imperial


def exact(data: Mapping[str, Any]) -> State:
    """A whole state, as the program writes it; a view with its gaps is not one."""
    state = decode(data)
    if state.fate is HIDDEN or any(number is HIDDEN for number in state.troops):
        raise ValueError("this is a view, in which secrets are missing, and not a position")
    check_position(state)
    if faults := broken_cards(state):
        raise ValueError("; ".join(faults))
    return state


def table(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = data.get(key, {})
    if not isinstance(value, dict):
        raise ValueError(f"{key} must be a table")
    return value


def texts(data: Mapping[str, Any], key: str) -> list[str]:
    value = data.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ValueError(f"{key} must be a list of texts")
    return value


def number(data: Mapping[str, Any], key: str, default: int, low: int, high: int) -> int:
    value = data.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ValueError(f"{key} is {value!r}, not a number from {low} to {high}")
    return value


def one_of(data: Mapping[str, Any], key: str, choices: tuple[str, ...]) -> str:
    value = data.get(key, "")
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{key} is {value!r}, not one of {listed([repr(c) for c in choices], 'or')}")
    return str(value)


def one_city(text: str, what: str) -> int:
    """The city named; ValueError if none or several bear the name."""
    found = find_city(text)
    if len(found) > 1:
        raise ValueError(f"{what}: {text!r} may be {listed([name_of(c) for c in found], 'or')}")
    if not found:
        near = [name_of(c) for c in CITIES.nearest(text)]
        raise ValueError(f"{what}: there is no city {text!r}. {did_you_mean(near)}".rstrip())
    return found[0]


def board(data: Mapping[str, Any], key: str) -> int:
    return sum({1 << one_city(text, key) for text in texts(data, key)})


def placed(state: State, nation: int, name: str, text: Any) -> State:
    """A piece as its line says: ``"Oschatz 8"``, ``"Berlin 5 face-down"``, ``"off"``, ``"retired"``."""
    id_ = name if name in PIECE else f"{NATIONS[nation]}-{name}"
    piece = PIECE.get(id_)
    if piece is None or NATION_OF[piece] != nation:
        raise ValueError(f"{NATIONS[nation]} has no piece {name!r}")
    if not isinstance(text, str):
        raise ValueError(f'{name} is {text!r}, not a text like "Oschatz 8"')
    if text in ("off", "retired"):
        return state.put({piece: OFF if text == "off" else RETIRED})
    words = text.split()
    down = words[-1:] == ["face-down"]
    words = words[:-1] if down else words
    if not RANK[piece]:
        return state.put({piece: one_city(" ".join(words), name)})
    if len(words) < 2 or not is_number(words[-1]):
        raise ValueError(f"{name} is {text!r}, without a number of troops")
    state = state.put({piece: one_city(" ".join(words[:-1]), name)})
    state = state.with_troops({piece: int(words[-1])})
    return state._replace(face_down=state.face_down | down << piece)


def dealt(state: State, data: Mapping[str, Any]) -> State:
    """The cards: hands and piles as named, the rest of the decks in use in the draw pile."""
    pool = [card for deck in range(1, DECKS + 1) for card in cards.deck(deck)]
    hands = [taken(pool, cards_text(table(data, "hands"), nation), nation) for nation in NATIONS]
    named = {key: taken(pool, pile_text(data, key), key) for key in ("draw", "discards", "buried", "aside")}
    used = max([1, *(card.deck for pile in (*hands, *named.values()) for card in pile)])
    opened = number(data, "decks", used, used, DECKS)
    rest = [] if "draw" in data else [card for card in pool if card.deck <= opened]
    left = [card for card in pool if card.deck <= opened] if "draw" in data else []
    state = state._replace(hands=tuple(hands), draw=(*named["draw"], *rest), opened=opened, aside=named["aside"])
    # With the draw pile named, what is left of the decks in use has been discarded.
    return state.discarded([*named["discards"], *left]).discarded(named["buried"], face_up=False)


def text_of(data: Mapping[str, Any], key: str) -> str:
    value = data.get(key, "")
    if not isinstance(value, str):
        raise ValueError(f"{key} is {value!r}, not a text")
    return value


def cards_text(data: Mapping[str, Any], key: str) -> str:
    if not isinstance(data.get(key, ""), str):
        raise ValueError(f'{key} must be a text of cards like "13S 7H R"')
    return text_of(data, key)


def pile_text(data: Mapping[str, Any], key: str) -> str:
    """A pile as one text, or as a list of texts, one a deck."""
    value = data.get(key, "")
    if isinstance(value, list) and all(isinstance(text, str) for text in value):
        return " ".join(value)
    return cards_text(data, key)


def taken(pool: list[Card], text: str, what: str) -> tuple[Card, ...]:
    """The cards named, taken out of the pool, from the lowest deck that still has them."""
    found = []
    for word in text.split():
        face = cards.parse_face(word)
        card = cards.take(tuple(pool), face) if face else None
        if card is None:
            raise ValueError(f"{what}: {word!r} is no card, or there are not so many of it")
        pool.remove(card)
        found.append(card)
    return tuple(found)


def check_position(state: State) -> None:
    """A position must be one the game can have."""
    faults = broken_position(state)
    known = {*CLOCK, *(f"{n}{suit}" for n in range(1, 13) for suit in "SCHD"), ""}
    faults += [
        f"{card!r} is no card of fate" for card in (*state.fate, *state.executed, state.in_force) if card not in known
    ]
    if faults:
        raise ValueError("; ".join(faults))


def agenda(state: State, data: Mapping[str, Any]) -> tuple[Task, ...]:
    """What is going on: a stage at a phase, or the end of the turn."""
    phase = data.get("phase", "movement")
    if not isinstance(phase, str) or phase not in PHASES:
        raise ValueError(f"phase is {phase!r}, not one of {listed(PHASES, 'or')}")
    shuffle: tuple[Task, ...] = (Shuffle(draw="draw" not in data),)
    if phase == "end":
        return (EndOfTurn("check-a"), *shuffle)
    stage = data.get("stage", "prussia")
    if not isinstance(stage, str) or stage not in NATIONS:
        raise ValueError(f"stage is {stage!r}, not one of {listed(NATIONS, 'or')}")
    nation = NATIONS.index(stage)
    rest = tuple(n for n in range(nation + 1, len(NATIONS)) if takes_part(state, n))
    tasks: list[Task] = [Turn(rest), Stage(nation, phase)]
    if phase == "combat":
        tasks.append(Combat(nation, pairs_of(state, nation)))
    return (*tasks, *shuffle)
