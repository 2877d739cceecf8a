"""Set-up (M4, M14.1), and positions: any situation at all, written by a person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.core import listed
from pbem.core.events import HIDDEN
from pbem.rulesets.common import DECKS, Card, meant
from pbem.rulesets.common.words import did_you_mean
from pbem.rulesets.maria import facts
from pbem.rulesets.maria.board import CITIES, FLANDERS, name_of
from pbem.rulesets.maria.boxes import three_electors
from pbem.rulesets.maria.files import ELECTION, PLACES, decode, is_number, short_id
from pbem.rulesets.maria.invariants import broken_cards, broken_position
from pbem.rulesets.maria.powers import BAVARIA, FRANCE, MARKERS, MOST, POWERS, TROOPS
from pbem.rulesets.maria.records import Contract, SetUp, Shuffle, Stage, Task, Turn
from pbem.rulesets.maria.relations import COMMANDS, takes_part
from pbem.rulesets.maria.state import (
    AWAY,
    DECK,
    GENERALS,
    GROUPS,
    INTRO,
    LEAST,
    OFF,
    POWER_OF,
    RANK,
    RETIRED,
    SCHEDULE,
    START,
    TRACKS,
    State,
)
from pbem.rulesets.maria.task_files import PIECE_ID

HouseRules = tuple[tuple[str, str], ...]  # the options that are not at their default
PHASES = ("politics", "hussars", "cards", "supply", "movement", "combat", "conquest", "end", "election", "winter")
KEYS = (
    "mode", "options", "turn", "stage", "phase", "hands", "kept", "draw", "discards", "decks", "marks", "pools",
    "battles", "aside", "surplus", "french_electors", "hussars", "leads", "tracks", "peace", "truce",
    "annexed", "lowered", "election", "open_cards", "cards", "suit", "victor", "contracts", "consent", "emperor",
    "italy", *POWERS,
)  # fmt: skip


def even(power: int) -> dict[int, int]:
    """D1: as even as the minimums allow, higher rank first (M4.7)."""
    numbers = {p: LEAST[p] for p in GENERALS[power]}
    for _ in range(TROOPS[power] - sum(numbers.values())):
        piece = min((p for p in numbers if numbers[p] < MOST), key=lambda p: (numbers[p], RANK[p]))
        numbers[piece] += 1
    return numbers


def in_game(mode: str, piece: int) -> bool:
    """M14.1: in the introductory game pieces on Flanders or beside the map take no part."""
    start = START[piece]
    if mode in INTRO:
        return start >= 0 and not FLANDERS >> start & 1
    return True


def schedule(mode: str) -> tuple[str, ...]:
    """M5.1, M5.4, M14: what a turn is made of."""
    return tuple(part for part in SCHEDULE if mode not in INTRO or part not in ("politics", "election"))


def blank(mode: str) -> State:
    """Nobody on the map, no card dealt, no marker placed; pieces that take no part are out of the game."""
    none, zero = ((),) * len(POWERS), (0,) * len(POWERS)
    return State(
        mode=mode, turn=1, place=tuple(OFF if in_game(mode, p) or not _has_pieces() else RETIRED for p in _PIECES),
        troops=(0,) * len(RANK), totals=zero, face_down=0, leads=0, hussars=(OFF, OFF), marks=zero, questions=zero,
        electors=sum(1 << city for city, french in facts.SIDES if french),
        pools=zero if mode in INTRO else MARKERS, surplus=zero, battles=zero, three=-1, emperor=-1, italy=0,
        silesia=False, aside=zero, hands=none, draw=(), opened=0, discards=((),) * DECKS, recycled=0,
        tracks=tuple(facts.TRACKS[track][2] for track in TRACKS), cards=(), open_cards=(), spent_cards=(), kept=none,
        suit="", victor="", election="", saxony="prussia", peace=0, truce=False, annexed=False, lowered=False,
        rests=False,
        pays=True, contracts=() if mode in INTRO else (Contract(FRANCE, BAVARIA, 3, True),), treaties=(), consent=(),
        dispute=False, scores=(), declared=(), options=(), agenda=(), winners=(), reason="",
    )  # fmt: skip


_PIECES = range(len(RANK))


def _has_pieces() -> bool:
    """A part of a board, for tests, has none: there every piece can be placed."""
    return max(START) >= 0


def set_up(mode: str, house_rules: HouseRules) -> State:
    """M4.2 to M4.10: all pieces and markers in place; the players divide their troops."""
    state = blank(mode)
    state = state.put({p: START[p] for p in _PIECES if takes_part(mode, POWER_OF[p])})
    for power in range(len(POWERS)):
        if takes_part(mode, power):
            state = state.with_troops(even(power))
    for city, power in facts.MARKS:
        state = state.marked(power, city)
    cards = () if mode in INTRO else tuple(row[0] for row in facts.CARDS)
    return state._replace(agenda=(SetUp(),), options=house_rules, cards=cards)


def placed_out(state: State) -> State:
    """M14.1: after the troops are divided, pieces that take no part leave with theirs."""
    gone = [p for p in _PIECES if not in_game(state.mode, p) or not takes_part(state.mode, POWER_OF[p])]
    return state.taken_off(gone, RETIRED)


# positions


def position(data: Mapping[str, Any], mode: str, house_rules: HouseRules) -> State:
    """The state a position file describes; ValueError says what is wrong with it.

    Pieces that are not named are off the map, pools that are not named follow from the markers. Tactical cards that are
    not named lie in the draw deck of the decks in use, and are shuffled when the game starts. A position written by the
    program has an agenda too and is taken as it stands.
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
    for power, id_ in enumerate(POWERS):
        for name, text in table(data, id_).items():
            state = placed(state, power, name, text)
    state = with_facts(state, data)._replace(options=house_rules)
    state = dealt(with_markers(state, data), data)
    check_position(state)
    return state._replace(agenda=agenda(state, data))


def with_facts(state: State, data: Mapping[str, Any]) -> State:
    """What stands in a position besides pieces, markers and cards."""
    pair = [one_city(name, "hussars") if name else OFF for name in (*texts(data, "hussars"), "", "")][:2]
    given = table(data, "tracks")
    spaces = tuple(number(given, track, start, 1, len(facts.TRACKS[track][4]))
                   for track, start in zip(TRACKS, state.tracks, strict=True))  # fmt: skip
    return state._replace(
        turn=number(data, "turn", 1, 1, 12), hussars=(pair[0], pair[1]),
        leads=sum({1 << piece_named(name) for name in texts(data, "leads")}),
        peace=number(data, "peace", 0, 0, 12),
        truce=bool(data.get("truce", False)), annexed=bool(data.get("annexed", False)),
        lowered=bool(data.get("lowered", False)), election=one_of(data, "election", ELECTION, ""),
        suit=one_of(data, "suit", ("", "S", "C", "H", "D"), ""), victor=text_of(data, "victor"),
        tracks=spaces, saxony=facts.TRACKS["saxony"][4][spaces[-1] - 1][0] or "prussia",
        open_cards=tuple(texts(data, "open_cards")), cards=tuple(texts(data, "cards")) or rest_of_deck(state, data),
        consent=tuple(power_of(id_) for id_ in texts(data, "consent")),
        contracts=tuple(contract(text) for text in texts(data, "contracts")) if "contracts" in data
        else state.contracts,
    )  # fmt: skip


def rest_of_deck(state: State, data: Mapping[str, Any]) -> tuple[str, ...]:
    """The political cards that have not come by this turn."""
    if state.mode in INTRO:
        return ()
    year = 1741 + (number(data, "turn", 1, 1, 12) - 1) // 3
    return tuple(row[0] for row in facts.CARDS if row[1] >= year and row[0] not in texts(data, "open_cards"))


def contract(text: str) -> Contract:
    """``france > bavaria 3``."""
    words = text.replace(">", " ").split()
    if len(words) != 3 or not is_number(words[2]):
        raise ValueError(f'contracts: {text!r} is not like "france > bavaria 3"')
    return Contract(power_of(words[0]), power_of(words[1]), int(words[2]))


def with_markers(state: State, data: Mapping[str, Any]) -> State:
    """Markers on fortresses and in boxes; pools that are not given are what is left."""
    if "french_electors" in data:
        state = state._replace(electors=board(texts(data, "french_electors"), "french_electors"))
    for id_, names in table(data, "marks").items():
        for city in texts({id_: names}, id_):
            state = state.marked(power_of(id_), one_city(city, "marks"))
    counts: dict[str, Any] = {}
    for key, most in (("battles", 2), ("aside", 40), ("surplus", 40)):
        counts[key] = tuple(number(table(data, key), id_, 0, 0, most) for id_ in POWERS)
    state = state._replace(**counts)
    if state.is_advanced:
        state = state._replace(pools=tuple(
            number(table(data, "pools"), id_, max(0, state.pools[p] - state.battles[p] - state.aside[p]), 0, 40)
            for p, id_ in enumerate(POWERS)
        ))  # fmt: skip
    emperor = text_of(data, "emperor")
    italy = sum({1 << power_of(id_) for id_ in texts(data, "italy")})
    return state._replace(emperor=power_of(emperor) if emperor else -1, italy=italy, three=three_of(state))


def three_of(state: State) -> int:
    """M16.4: the power with a marker in the box of three electors, by the four markers."""

    return three_electors(state)


def exact(data: Mapping[str, Any]) -> State:
    """A whole state, as the program writes it; a view with its gaps is not one."""
    state = decode(data)
    if state.cards is HIDDEN or any(troops is HIDDEN for troops in state.troops):
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


def text_of(data: Mapping[str, Any], key: str) -> str:
    value = data.get(key, "")
    if not isinstance(value, str):
        raise ValueError(f"{key} is {value!r}, not a text")
    return value


def number(data: Mapping[str, Any], key: str, default: int, low: int, high: int) -> int:
    value = data.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ValueError(f"{key} is {value!r}, not a number from {low} to {high}")
    return value


def one_of(data: Mapping[str, Any], key: str, choices: tuple[str, ...], default: str) -> str:
    value = data.get(key, default)
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{key} is {value!r}, not one of {listed([repr(c) for c in choices], 'or')}")
    return value


def power_of(id_: str) -> int:
    if id_ not in POWERS:
        raise ValueError(f"{id_!r} is no power; there are {listed(POWERS)}")
    return POWERS.index(id_)


def one_city(text: str, what: str) -> int:
    """The city named; ValueError if none or several bear the name."""
    found = CITIES.find(text)
    if len(found) > 1:
        raise ValueError(f"{what}: {text!r} may be {listed([name_of(c) for c in found], 'or')}")
    if not found:
        near = [name_of(c) for c in CITIES.nearest(text)]
        raise ValueError(f"{what}: there is no city {text!r}. {did_you_mean(near)}".rstrip())
    return found[0]


def board(names: list[str], what: str) -> int:
    return sum({1 << one_city(text, what) for text in names})


def piece_named(id_: str) -> int:

    found: int = PIECE_ID.read(id_)
    return found


def placed(state: State, power: int, name: str, text: Any) -> State:
    """A piece as its line says: ``"Prag 8"``, ``"Wien 5 face-down"``, ``"off"``, ``"away 6"``."""
    piece = next((p for p in _PIECES if POWER_OF[p] == power and short_id(p) == name), None)
    if piece is None:
        raise ValueError(f"{POWERS[power]} has no piece {name!r}")
    if not isinstance(text, str):
        raise ValueError(f'{name} is {text!r}, not a text like "Prag 8"')
    words = text.split()
    down = words[-1:] == ["face-down"]
    words = words[:-1] if down else words
    for place, word in PLACES.items():
        if words[:1] == [word]:
            state = state.put({piece: place})
            return state.with_troops({piece: int(words[1])}) if place == AWAY and is_number(words[-1]) else state
    if not RANK[piece]:
        return state.put({piece: one_city(" ".join(words), name)})
    if len(words) < 2 or not is_number(words[-1]):
        raise ValueError(f"{name} is {text!r}, without a number of troops")
    state = state.put({piece: one_city(" ".join(words[:-1]), name)})
    state = state.with_troops({piece: int(words[-1])})
    return state._replace(face_down=state.face_down | down << piece)


def dealt(state: State, data: Mapping[str, Any]) -> State:
    """The cards: hands and piles as named, the rest of the decks in use in the draw deck."""
    pool = [card for deck in range(1, DECKS + 1) for card in DECK.cards(deck)]
    hands = [taken(pool, text_of(table(data, "hands"), id_), id_) for id_ in POWERS]
    kept = [taken(pool, text_of(table(data, "kept"), id_), id_) for id_ in POWERS]
    named = {key: taken(pool, pile_text(data, key), key) for key in ("draw", "discards")}
    used = max([1, *(card.deck for pile in (*hands, *kept, *named.values()) for card in pile)])
    opened = number(data, "decks", used, used, DECKS)
    left = [card for card in pool if card.deck <= opened]
    draw = named["draw"] if "draw" in data else (*left,)
    state = state._replace(hands=tuple(hands), kept=tuple(kept), draw=draw, opened=opened)
    # With the draw deck named, what is left of the decks in use has been used.
    return state.discarded([*named["discards"], *(left if "draw" in data else [])])


def pile_text(data: Mapping[str, Any], key: str) -> str:
    """A pile as one text, or as a list of texts, one a deck."""
    value = data.get(key, "")
    if isinstance(value, list) and all(isinstance(text, str) for text in value):
        return " ".join(value)
    return text_of(data, key)


def taken(pool: list[Card], text: str, what: str) -> tuple[Card, ...]:
    """The cards named, taken out of the pool, from the lowest deck that still has them."""
    found = []
    for word in text.split():
        face = DECK.face(word)
        card = meant(tuple(pool), face) if face else None
        if card is None:
            raise ValueError(f"{what}: {word!r} is no card, or there are not so many of it")
        pool.remove(card)
        found.append(card)
    return tuple(found)


def check_position(state: State) -> None:
    """A position must be one the game can have."""
    if faults := broken_position(state):
        raise ValueError("; ".join(faults))


def agenda(state: State, data: Mapping[str, Any]) -> tuple[Task, ...]:
    """What is going on: a stage at a phase, or another part of a turn."""
    phase = one_of(data, "phase", PHASES, "movement")
    shuffle = Shuffle(deal=False, draw="draw" not in data)
    parts = schedule(state.mode)
    if phase in parts:
        return (Turn(parts[parts.index(phase) :]), shuffle)
    stage = one_of(data, "stage", GROUPS, "france")
    rest = parts[parts.index(stage) + 1 :]
    return (Turn(rest), Stage(GROUPS.index(stage), phase), shuffle)
