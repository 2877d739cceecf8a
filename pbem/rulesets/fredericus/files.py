"""The state as plain data for a file, and back (one fact a line, words instead of numbers)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.core.events import HIDDEN
from pbem.rulesets.common import field
from pbem.rulesets.fredericus import cards
from pbem.rulesets.fredericus.cards import FREDERICUS, KINDS, NOTHING, SEAL, SKY, TREE, UNKNOWN
from pbem.rulesets.fredericus.geometry import COURT, HAND, TOWERS
from pbem.rulesets.fredericus.setup import options_of
from pbem.rulesets.fredericus.state import (
    BIRD_LETTERS,
    BIRD_NAMES,
    ENDINGS,
    NOBODY,
    PLAYERS,
    ROLES,
    Bird,
    Close,
    Deal,
    Due,
    Options,
    Placing,
    State,
    Task,
    Turn,
)

Data = dict[str, Any]
LANDSCAPE = TREE + SKY + SEAL + KINDS
DECK = KINDS + FREDERICUS
_PLACES = {HAND: "hand", COURT: "court"}
_NUMBERS = {"hand": HAND, "court": COURT}


# writing


def encode(state: State) -> Data:
    """The state, or a view of it, as TOML can hold it; keys in a fixed order."""
    roles = ROLES[: state.players]
    return {
        "mode": state.mode,
        "options": encode_options(state.options),
        "house": state.house,
        "round": state.round,
        "last": state.ending,
        "fredericus": state.fredericus,
        "seals_out": state.seals_out,
        "winners": list(state.winners),
        "reason": state.reason,
        "deck": cards.written(state.deck),
        "display": cards.written(state.display),
        "discards": cards.written(state.discards),
        "agenda": [encode_task(task) for task in state.agenda],
        "rows": {str(tower): cards.written(state.rows[tower - 1]) for tower in TOWERS},
        "birds": {role: encode_birds(pair) for role, pair in zip(roles, state.birds, strict=True)},
        "tokens": {role: encode_tokens(places) for role, places in zip(roles, state.tokens, strict=True)},
        "creatures": {role: cards.written(pile) for role, pile in zip(roles, state.creatures, strict=True)},
        "hands": {role: cards.written(hand) for role, hand in zip(roles, state.hands, strict=True)},
        "shown": {role: cards.written(hand) for role, hand in zip(roles, state.shown, strict=True)},
        "prefer": {role: encode_wish(wish) for role, wish in zip(roles, state.prefer, strict=True)},
    }


def encode_options(options: Options) -> Data:
    """The options with the names and choices they have when a game is set up."""
    return {
        "shift3": "on" if options.shift3 else "off",
        "display": str(options.display) if options.display else "off",
        "fredericus_stops_draws": "on" if options.stops else "off",
        "placing": "together" if options.together else "in-turn",
        **({"fredericus_discard": "keeper"} if options.keeper else {}),  # games from before O4 stay as they were
    }


def encode_birds(pair: tuple[Bird, Bird]) -> str:
    """``F=1 G=hooded:5``; a bird that is not placed is on ``-``."""
    return " ".join(
        f"{letter}={'hooded:' if bird.hooded else ''}{bird.post or NOTHING}"
        for letter, bird in zip(BIRD_LETTERS, pair, strict=True)
    )


def encode_tokens(places: tuple[int, ...]) -> str:
    """``3``, ``hand``, ``court``; two of them with two players."""
    return " ".join(_PLACES.get(place, str(place)) for place in places)


def encode_wish(wish: Any) -> str:
    """``a e`` or ``-``; ``?`` where it is hidden."""
    return UNKNOWN if wish is HIDDEN else cards.written(wish)


def encode_task(task: Task) -> Data:
    """A task of the agenda with its name."""
    if isinstance(task, Placing):
        return {"task": "placing", "what": task.what, "seats": [ROLES[seat] for seat in task.seats]}
    if isinstance(task, Deal):
        return {"task": "deal", "whole": task.whole}
    if isinstance(task, Due):
        return {"task": "due", "role": ROLES[task.seat], "cause": task.cause, "wish": encode_wish(task.wish)}
    if isinstance(task, Close):
        return {"task": "close", "role": ROLES[task.seat]}
    hunted = [name for name, done in zip(BIRD_NAMES, task.hunted, strict=True) if done]
    return {
        "task": "turn", "role": ROLES[task.seat], "used": task.used, "turned": task.turned, "hunted": hunted,
        "shifted": task.shifted,
    }  # fmt: skip


# reading


def decode(data: Mapping[str, Any]) -> State:
    """The state that ``encode`` wrote; ValueError names the key that is wrong."""
    mode = field(data, "mode", str)
    if mode not in PLAYERS:
        raise ValueError(f"mode is {mode!r}, not one of {', '.join(PLAYERS)}")
    count = PLAYERS[mode]
    roles = ROLES[:count]
    rows = field(data, "rows", dict)
    return State(
        mode=mode,
        options=decode_options(field(data, "options", dict)),
        house=field(data, "house", bool),
        round=field(data, "round", int),
        ending=chosen(data, "last", ("", *ENDINGS)),
        fredericus=chosen(data, "fredericus", ("", NOBODY, *roles)),
        seals_out=field(data, "seals_out", int),
        winners=tuple(field(data, "winners", list)),
        reason=field(data, "reason", str),
        deck=cards.read(data.get("deck"), DECK, "deck"),
        display=cards.read(data.get("display"), KINDS, "display"),
        discards=cards.read(data.get("discards"), KINDS, "discards"),
        agenda=tuple(decode_task(task, roles) for task in field(data, "agenda", list)),
        rows=tuple(face_up(rows.get(str(t)), LANDSCAPE, f"rows.{t}") for t in TOWERS),
        birds=by_role(data, "birds", roles, decode_birds),
        tokens=by_role(data, "tokens", roles, lambda text, what: decode_tokens(text, what, 2 if count == 2 else 1)),
        creatures=by_role(data, "creatures", roles, lambda text, what: face_up(text, KINDS, what)),
        hands=by_role(data, "hands", roles, lambda text, what: cards.read(text, KINDS, what)),
        shown=by_role(data, "shown", roles, lambda text, what: cards.read(text, KINDS, what)),
        prefer=by_role(data, "prefer", roles, decode_wish),
    )


def face_up(text: Any, known: str, what: str) -> str:
    """Cards that everybody sees."""
    found = cards.read(text, known, what)
    if HIDDEN in found:
        raise ValueError(f"{what} is {text!r}, but these cards lie face up")
    return "".join(found)


def chosen(data: Mapping[str, Any], key: str, choices: tuple[str, ...]) -> str:
    """The value of a key that has few values."""
    value = data.get(key)
    if value not in choices:
        raise ValueError(f"{key} is {value!r}, not one of {', '.join(map(repr, choices))}")
    return str(value)


def by_role(data: Mapping[str, Any], key: str, roles: tuple[str, ...], read: Callable[[Any, str], Any]) -> Any:
    """A table with one entry a role, read one by one."""
    table = field(data, key, dict)
    if tuple(sorted(table)) != roles:
        raise ValueError(f"{key} has {', '.join(table) or 'nothing'}, not {', '.join(roles)}")
    return tuple(read(table[role], f"{key}.{role}") for role in roles)


def decode_options(table: Mapping[str, Any]) -> Options:
    return options_of({str(key): str(value) for key, value in table.items()})


def decode_birds(text: Any, what: str) -> tuple[Bird, Bird]:
    """``F=1 G=hooded:5``."""
    words = dict(word.partition("=")[::2] for word in str(text).split())
    if tuple(sorted(words)) != tuple(BIRD_LETTERS):
        raise ValueError(f'{what} is {text!r}, not a text like "F=1 G=hooded:5"')
    falcon, goshawk = (decode_bird(words[letter], what) for letter in BIRD_LETTERS)
    return falcon, goshawk


def decode_bird(text: str, what: str) -> Bird:
    hooded, post = text.startswith("hooded:"), text.removeprefix("hooded:")
    if post == NOTHING and not hooded:
        return Bird(0)
    if post not in map(str, TOWERS):
        raise ValueError(f"{what}: {text!r} is not a post from 1 to 8")
    return Bird(int(post), hooded)


def decode_tokens(text: Any, what: str, count: int) -> tuple[int, ...]:
    words = str(text).split()
    known = {**_NUMBERS, **{str(tower): tower for tower in TOWERS}}
    if len(words) != count or any(word not in known for word in words):
        kind = "two places" if count == 2 else "one place"
        raise ValueError(f"{what} is {text!r}, not {kind}: a tower from 1 to 8, hand or court")
    return tuple(known[word] for word in words)


def decode_wish(text: Any, what: str) -> Any:
    return HIDDEN if text == UNKNOWN else cards.read(text, KINDS, what)


def decode_task(data: Mapping[str, Any], roles: tuple[str, ...]) -> Task:
    """A task by its name."""
    kind = chosen(data, "task", ("placing", "deal", "turn", "due", "close"))
    if kind == "placing":
        seats = tuple(roles.index(role) for role in field(data, "seats", list))
        return Placing(chosen(data, "what", ("birds", "bets")), seats)
    if kind == "deal":
        return Deal(field(data, "whole", bool))
    seat = roles.index(chosen(data, "role", roles))
    if kind == "due":
        return Due(seat, field(data, "cause", str), decode_wish(data.get("wish"), "wish"))
    if kind == "close":
        return Close(seat)
    hunted = field(data, "hunted", list)
    return Turn(
        seat, field(data, "used", int), field(data, "turned", bool),
        (BIRD_NAMES[0] in hunted, BIRD_NAMES[1] in hunted), field(data, "shifted", bool),
    )  # fmt: skip
