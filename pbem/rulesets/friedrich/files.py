"""The state as plain data for a file, and back (one fact a line, names instead of numbers)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from pbem.core.events import HIDDEN
from pbem.rulesets.common import DECKS, Card, chosen, field, number, suits, texts, write_cards
from pbem.rulesets.friedrich.board import CITY, IDS, cities_in
from pbem.rulesets.friedrich.state import (
    COMMANDS,
    DECK,
    NATION_OF,
    NATIONS,
    OFF,
    PIECE,
    PIECE_IDS,
    RANK,
    RETIRED,
    Battle,
    Combat,
    Declared,
    EndOfTurn,
    Fate,
    Retreat,
    SetUp,
    Shuffle,
    Stage,
    State,
    Task,
    Turn,
)

UNKNOWN = "?"
PHASES = ("draw", "movement", "combat", "conquest", "supply")
STEPS = ("check-a", "card", "control", "check-b")
OFFENSIVE = ("", "declined", "taken", "lost", "failed")
Data = dict[str, Any]


# writing


def encode(state: State) -> Data:
    """The state, or a view of it, as TOML can hold it; keys in a fixed order."""
    data: Data = {
        "mode": state.mode,
        "turn": state.turn,
        "imperial_commander": state.imperial,
        "in_force": state.in_force,
        "spent": state.spent,
        "executed": list(state.executed),
        "fate": UNKNOWN if state.fate is HIDDEN else list(state.fate),
        "conquered": city_ids(state.conquered),
        "question_marks": city_ids(state.marked),
        "victor": PIECE_IDS[state.victor] if state.victor >= 0 else "",
        "beaten": [PIECE_IDS[p] for p in range(len(RANK)) if state.beaten >> p & 1],
        "attack_suits": state.attack_suits,
        "offensive": state.offensive,
        "aside": write_cards(state.aside),
        "answers": {role: list(lines) for role, lines in state.answers},
        "options": [f"{name}={choice}" for name, choice in state.options],
        "winners": list(state.winners),
        "reason": state.reason,
        "opened": state.opened,
        "recycled": state.recycled,
        "draw": write_cards(state.draw),
        "discards": [write_cards(pile) for pile in state.discards],
        "buried": [write_cards(pile) for pile in state.buried],
        "declared": [encode_declared(declared) for declared in state.declared],
        "agenda": [encode_task(task) for task in state.agenda],
        "standing": [encode_standing(standing) for standing in state.standing],
        "totals": dict(zip(NATIONS, state.totals, strict=True)),
        "hands": {nation: write_cards(state.hands[n]) for n, nation in enumerate(NATIONS)},
    }
    for nation, pieces in _pieces():
        data[nation] = {id_: encode_piece(state, p) for id_, p in pieces}
    return data


@cache  # a position has them all, in every step
def _pieces() -> list[tuple[str, list[tuple[str, int]]]]:
    """The nations with their pieces, by their ids in its table."""
    return [(nation, [(short_id(p), p) for p, owner in enumerate(NATION_OF) if owner == n])
            for n, nation in enumerate(NATIONS)]  # fmt: skip


def short_id(piece: int) -> str:
    """The id of a piece inside its nation's table: ``friedrich``, ``t1``."""
    return PIECE_IDS[piece].rpartition("-")[2]


def city_ids(board: int) -> list[str]:
    return [IDS[city] for city in cities_in(board)]


def encode_piece(state: State, piece: int) -> str:
    """``oschatz 8 face-down``, ``gruenberg``, ``off``, ``retired``."""
    city = state.place[piece]
    if city < 0:
        return "off" if city == OFF else "retired"
    if not RANK[piece]:
        return IDS[city]
    number = UNKNOWN if state.troops[piece] is HIDDEN else state.troops[piece]
    return f"{IDS[city]} {number}{' face-down' if state.is_face_down(piece) else ''}"


def encode_declared(declared: Declared) -> Data:
    return {
        "generals": [PIECE_IDS[p] for p in declared.pieces], "troops": declared.troops, "turn": declared.turn,
    }  # fmt: skip


def encode_pair(pair: tuple[int, int]) -> str:
    return f"{IDS[pair[0]]} {IDS[pair[1]]}"


def encode_task(task: Task) -> Data:
    """A task of the agenda with its name."""
    if isinstance(task, Turn):
        return {"task": "turn", "nations": [NATIONS[n] for n in task.nations]}
    if isinstance(task, Stage):
        return {"task": "stage", "nation": NATIONS[task.nation], "phase": task.phase, "drawn": write_cards(task.drawn)}
    if isinstance(task, Combat):
        order = UNKNOWN if task.order is HIDDEN else [encode_pair(pair) for pair in task.order]
        bids = UNKNOWN if task.bids is HIDDEN else [encode_bid(bid) for bid in task.bids]
        return {
            "task": "combat", "nation": NATIONS[task.nation], "pairs": [encode_pair(pair) for pair in task.pairs],
            "order": order, "bids": bids, "fought": task.fought, **encode_stage_bids(task),
            **encode_wishes(task),
        }  # fmt: skip
    if isinstance(task, Battle):
        return encode_battle(task)
    if isinstance(task, Retreat):
        return {
            "task": "retreat", "winner": NATIONS[task.winner], "loser": NATIONS[task.loser],
            "from": IDS[task.source], "victor": IDS[task.victor_city], "length": task.length,
            "destinations": city_ids(task.destinations), **({"left": city_ids(task.left)} if task.left else {}),
        }  # fmt: skip
    if isinstance(task, Fate):
        answers = {role: UNKNOWN if text is HIDDEN else text for role, text in task.answers}
        return {"task": "fate", "card": task.card, "answers": answers}
    if isinstance(task, EndOfTurn):
        return {"task": "end-of-turn", "step": task.step}
    if isinstance(task, Shuffle):
        return {"task": "shuffle", "draw": task.draw}
    return {"task": "set-up"}


def encode_stage_bids(task: Combat) -> Data:
    """What a combat phase has besides where the bids of all its battles are given at once."""
    if not task.mustered:
        return {}
    theirs = {NATIONS[n]: UNKNOWN if bids is HIDDEN else [encode_bid(bid) for bid in bids] for n, bids in task.theirs}
    return {"mustered": True, "awaited": [NATIONS[n] for n in task.awaited], "theirs": theirs}


def encode_battle(task: Battle) -> Data:
    """A battle under way; a bid not given is left out, a hidden one is ``?``."""
    from pbem.rulesets.common.bid_files import encode_played, encode_used  # not for check

    data: Data = {
        "task": "battle", "pair": encode_pair(task.pair), "totals": list(task.totals), "score": task.score,
        "holder": task.holder, "asked": task.asked, "played": encode_played(task.played),
    }  # fmt: skip
    for side, key in enumerate(("active", "other")):
        if task.bids[side] is not None:
            data[f"{key}_bid"] = UNKNOWN if task.bids[side] is HIDDEN else encode_bid(task.bids[side])
        data[f"{key}_used"] = encode_used(task.used[side])
    return data


def encode_bid(bid: Any) -> Data:
    """A bid as it stands in a sheet."""
    from pbem.rulesets.common import bid_files  # not for check
    from pbem.rulesets.friedrich.bid_reader import shared_names  # not for check

    return bid_files.encode_bid(bid, PIECE_IDS, IDS, shared_names(bid))


def encode_standing(standing: Any) -> Data:
    """A standing bid as it stands in a sheet, with its owner."""
    from pbem.rulesets.common import bid_files  # not for check
    from pbem.rulesets.friedrich.bid_reader import shared_names  # not for check

    return bid_files.encode_standing(standing, NATIONS, PIECE_IDS, IDS, shared_names(standing.bid))


def encode_wishes(task: Combat) -> Data:
    """What a combat phase has besides where a sheet had wishes for all its battles."""
    if not task.wishes:
        return {}
    from pbem.rulesets.common import bid_files  # not for check
    from pbem.rulesets.friedrich.wishes import shared_names  # not for check

    shared = shared_names()
    return {"wishes": {NATIONS[n]: bid_files.encode_wishes(rows, PIECE_IDS, IDS, shared) for n, rows in task.wishes}}


# reading


def decode(data: Mapping[str, Any]) -> State:
    """The state that ``encode`` wrote; ValueError names the key that is wrong."""
    place, troops, face_down = decode_pieces(data)
    fate = data.get("fate")
    return State(
        mode=chosen(data, "mode", tuple(COMMANDS)),
        turn=number(data, "turn", 1, 24),
        place=tuple(place),
        troops=tuple(troops),
        totals=tuple(number(field(data, "totals", dict), nation, 0, 200) for nation in NATIONS),
        face_down=face_down,
        conquered=board_of(field(data, "conquered", list)),
        marked=board_of(field(data, "question_marks", list)),
        hands=tuple(DECK.read(field(field(data, "hands", dict), nation, str)) for nation in NATIONS),
        draw=DECK.read(field(data, "draw", str)),
        opened=number(data, "opened", 0, DECKS),
        discards=piles(data, "discards"),
        buried=piles(data, "buried"),
        recycled=number(data, "recycled", 0, 1000),
        fate=HIDDEN if fate == UNKNOWN else texts(data, "fate"),
        executed=texts(data, "executed"),
        in_force=field(data, "in_force", str),
        spent=field(data, "spent", bool),
        imperial=field(data, "imperial_commander", str),
        declared=tuple(decode_declared(d) for d in field(data, "declared", list)),
        victor=piece_of(field(data, "victor", str)) if data.get("victor") != "" else -1,
        beaten=sum({1 << piece_of(id_) for id_ in texts(data, "beaten")}),
        attack_suits=suits(data, "attack_suits"),
        offensive=chosen(data, "offensive", OFFENSIVE),
        aside=DECK.read(field(data, "aside", str)),
        answers=tuple((role, texts(data["answers"], role)) for role in field(data, "answers", dict)),
        options=tuple((name, choice) for name, _, choice in (o.partition("=") for o in texts(data, "options"))),
        agenda=tuple(decode_task(task) for task in field(data, "agenda", list)),
        winners=texts(data, "winners"),
        reason=field(data, "reason", str),
        standing=tuple(decode_standing(row) for row in data.get("standing", ())),
    )


def piles(data: Mapping[str, Any], key: str) -> tuple[tuple[Card, ...], ...]:
    """A pile for each deck."""
    found = texts(data, key)
    if len(found) != DECKS:
        raise ValueError(f"{key} has {len(found)} piles, not one for each of the four decks")
    return tuple(DECK.read(pile) for pile in found)


def piece_of(id_: str) -> int:
    if id_ not in PIECE:
        raise ValueError(f"{id_!r} is no piece")
    return PIECE[id_]


def decode_pieces(data: Mapping[str, Any]) -> tuple[list[int], list[Any], int]:
    place, troops, face_down = [], [], 0
    for piece, nation in enumerate(NATION_OF):
        text = field(field(data, NATIONS[nation], dict), short_id(piece), str)
        words = text.split()
        if words and words[0] in ("off", "retired"):
            place.append(OFF if words[0] == "off" else RETIRED)
            troops.append(0)
            continue
        if not words or words[0] not in CITY:
            raise ValueError(f"{PIECE_IDS[piece]} is {text!r}, which begins with no city")
        place.append(CITY[words[0]])
        troops.append(decode_number(piece, text, words))
        face_down |= ("face-down" in words) << piece
    return place, troops, face_down


def is_number(word: str) -> bool:
    """Whether a word is a number of troops: digits as Europe writes them, and few."""
    return word.isascii() and word.isdecimal() and len(word) < 4


def decode_number(piece: int, text: str, words: list[str]) -> Any:
    if not RANK[piece]:
        return 0
    if len(words) < 2 or not (words[1] == UNKNOWN or is_number(words[1])):
        raise ValueError(f"{PIECE_IDS[piece]} is {text!r}, without a number of troops")
    return HIDDEN if words[1] == UNKNOWN else int(words[1])


def board_of(ids: Iterable[str]) -> int:
    board = 0
    for id_ in ids:
        if id_ not in CITY:
            raise ValueError(f"{id_!r} is no city")
        board |= 1 << CITY[id_]
    return board


def decode_declared(data: Mapping[str, Any]) -> Declared:
    pieces = tuple(piece_of(id_) for id_ in texts(data, "generals"))
    if not pieces:
        raise ValueError("declared: no general is named")
    return Declared(pieces, number(data, "troops", 0, 200), number(data, "turn", 0, 24), NATION_OF[pieces[0]])


def decode_pair(text: str) -> tuple[int, int]:
    a, b = text.split()
    return CITY[a], CITY[b]


def decode_bid(data: Any) -> Any:
    from pbem.rulesets.common import bid_files  # not for check
    from pbem.rulesets.friedrich.bid_reader import language_of  # not for check

    return None if data is None else bid_files.decode_bid(data, language_of(0))


def decode_standing(data: Mapping[str, Any]) -> Any:
    from pbem.rulesets.common import bid_files  # not for check
    from pbem.rulesets.friedrich.bid_reader import language_of  # not for check
    from pbem.rulesets.friedrich.standing import SCOPE  # not for check

    return bid_files.decode_standing(data, field(data, "role", str), language_of(0), SCOPE)


def decode_battle(data: Mapping[str, Any]) -> Battle:
    from pbem.rulesets.common.bid_files import decode_played, decode_used  # not for check

    played = decode_played(data["played"], lambda card: DECK.read(card)[0])
    bids = decode_bid(data.get("active_bid")), decode_bid(data.get("other_bid"))
    used = decode_used(data["active_used"]), decode_used(data["other_used"])
    return Battle(
        decode_pair(data["pair"]), (data["totals"][0], data["totals"][1]), number(data, "score", -500, 500),
        number(data, "holder", 0, 1), played, bids, used, data["asked"],
    )  # fmt: skip


def decode_combat(data: Mapping[str, Any]) -> Combat:
    order = HIDDEN if data["order"] == UNKNOWN else tuple(decode_pair(pair) for pair in data["order"])
    bids = HIDDEN if data["bids"] == UNKNOWN else tuple(decode_bid(bid) for bid in data["bids"])
    theirs = tuple(
        (NATIONS.index(nation), HIDDEN if given == UNKNOWN else tuple(decode_bid(bid) for bid in given))
        for nation, given in data.get("theirs", {}).items()
    )
    return Combat(
        NATIONS.index(data["nation"]), tuple(decode_pair(pair) for pair in data["pairs"]), order, bids,
        number({"fought": 0, **data}, "fought", 0, 200),
        tuple(NATIONS.index(n) for n in data.get("awaited", ())), theirs,
        field({"mustered": False, **data}, "mustered", bool), decode_wishes(data.get("wishes", {})),
    )  # fmt: skip


def decode_wishes(data: Mapping[str, Any]) -> tuple[tuple[int, Any], ...]:
    """The wishes of whole sheets for the battles of a phase, by nation."""
    if not data:
        return ()
    from pbem.rulesets.common import bid_files  # not for check
    from pbem.rulesets.friedrich.bid_reader import language_of  # not for check

    return tuple((NATIONS.index(n), bid_files.decode_wishes(rows, language_of(0))) for n, rows in data.items())


def decode_retreat(data: Mapping[str, Any]) -> Retreat:
    winner, loser = NATIONS.index(data["winner"]), NATIONS.index(data["loser"])
    ends = board_of(data["destinations"])
    left = board_of(texts({"left": [], **data}, "left"))
    return Retreat(winner, loser, CITY[data["from"]], CITY[data["victor"]], number(data, "length", 0, 200), ends, left)


def decode_given(answers: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    """The answers to a card of fate; those of others are hidden in a view."""
    return tuple((role, HIDDEN if text == UNKNOWN else text) for role, text in answers.items())


_TASKS: dict[str, Callable[[Mapping[str, Any]], Task]] = {
    "set-up": lambda data: SetUp(),
    "shuffle": lambda data: Shuffle(field(data, "draw", bool)),
    "turn": lambda data: Turn(tuple(NATIONS.index(n) for n in data["nations"])),
    "stage": lambda data: Stage(
        NATIONS.index(data["nation"]), chosen(data, "phase", PHASES), DECK.read(field(data, "drawn", str))
    ),
    "combat": decode_combat,
    "battle": decode_battle,
    "retreat": decode_retreat,
    "fate": lambda data: Fate(field(data, "card", str), decode_given(field(data, "answers", dict))),
    "end-of-turn": lambda data: EndOfTurn(chosen(data, "step", STEPS)),
}


def decode_task(data: Mapping[str, Any]) -> Task:
    kind = data.get("task") if isinstance(data, Mapping) else data
    if not isinstance(kind, str) or kind not in _TASKS or not isinstance(data, Mapping):
        raise ValueError(f"the agenda has a task {kind!r}, which is not known")
    try:
        return _TASKS[kind](data)
    except (KeyError, TypeError, IndexError, AttributeError) as fault:
        raise ValueError(f"the task {kind!r} of the agenda is damaged ({fault})") from None
