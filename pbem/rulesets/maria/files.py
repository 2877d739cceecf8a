"""The state as plain data for a file, and back (one fact a line, names instead of numbers)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from pbem.core.events import HIDDEN
from pbem.rulesets.common import DECKS, Card, chosen, field, number, texts, write_cards
from pbem.rulesets.maria.board import CITY, IDS
from pbem.rulesets.maria.powers import POWERS
from pbem.rulesets.maria.records import Contract, Declared, Treaty
from pbem.rulesets.maria.relations import COMMANDS
from pbem.rulesets.maria.state import (
    AWAY,
    DECK,
    OFF,
    PIECE_IDS,
    POWER_OF,
    RANK,
    RETIRED,
    TRACKS,
    WAITING,
    State,
)
from pbem.rulesets.maria.task_files import (
    CITY_ID,
    PIECES,
    POWER,
    UNKNOWN,
    decode_record,
    decode_task,
    encode_record,
    encode_task,
    many,
    read_board,
    write_board,
)

Data = dict[str, Any]
ELECTION = ("", "due", "held")
STANDINGS = ("prussia", "neutral", "austria")
SUITS = ("", "S", "C", "H", "D")
PLACES = {OFF: "off", RETIRED: "retired", AWAY: "away", WAITING: "waiting"}
_PLACES = {word: place for place, word in PLACES.items()}
_NUMBERS = {"pools": 40, "surplus": 100, "battles": 2, "aside": 40, "totals": 200}  # by power, and the most of each
_TRUTHS = ("silesia", "truce", "annexed", "lowered", "rests", "pays", "dispute")
_BOARDS = ("marks", "questions")


# writing


def encode(state: State) -> Data:
    """The state, or a view of it, as TOML can hold it; keys in a fixed order."""
    return {
        "mode": state.mode,
        "turn": state.turn,
        "options": [f"{name}={choice}" for name, choice in state.options],
        "winners": list(state.winners),
        "reason": state.reason,
        **{key: getattr(state, key) for key in _TRUTHS},
        "saxony": state.saxony,
        "peace": state.peace,
        "election": state.election,
        "suit": state.suit,
        "victor": state.victor,
        "three": POWER.write(state.three),
        "emperor": POWER.write(state.emperor),
        "italy": [POWERS[p] for p in range(len(POWERS)) if state.italy >> p & 1],
        "french_electors": write_board(state.electors),
        "hussars": [CITY_ID.write(city) for city in state.hussars],
        "leads": PIECES.write(state.leads),
        "consent": [POWERS[p] for p in state.consent],
        "cards": UNKNOWN if state.cards is HIDDEN else list(state.cards),
        "open_cards": list(state.open_cards),
        "spent_cards": list(state.spent_cards),
        "opened": state.opened,
        "recycled": state.recycled,
        "draw": write_cards(state.draw),
        "discards": [write_cards(pile) for pile in state.discards],
        "scores": [list(row) for row in state.scores],
        "contracts": [encode_record(row) for row in state.contracts],
        "treaties": [encode_record(row) for row in state.treaties],
        "declared": [encode_record(row) for row in state.declared],
        "agenda": [encode_task(task) for task in state.agenda],
        "standing": [encode_standing(standing) for standing in state.standing],
        "answers": {role: list(lines) for role, lines in state.answers},
        "tracks": dict(zip(TRACKS, state.tracks, strict=True)),
        **{key: _by_power(getattr(state, key)) for key in _NUMBERS},
        **{key: {POWERS[p]: write_board(b) for p, b in enumerate(getattr(state, key))} for key in _BOARDS},
        "hands": {POWERS[p]: write_cards(hand) for p, hand in enumerate(state.hands)},
        "kept": {POWERS[p]: write_cards(cards) for p, cards in enumerate(state.kept)},
        "pieces": {power: {id_: encode_piece(state, p) for id_, p in own} for power, own in _pieces()},
    }


def _by_power(values: tuple[int, ...]) -> Data:
    return dict(zip(POWERS, values, strict=True))


@cache  # a position has them all, in every step
def _pieces() -> list[tuple[str, list[tuple[str, int]]]]:
    """The powers with their pieces, by their ids in its table."""
    return [(power, [(short_id(p), p) for p, owner in enumerate(POWER_OF) if owner == n])
            for n, power in enumerate(POWERS)]  # fmt: skip


def short_id(piece: int) -> str:
    """The id of a piece inside its power's table: ``karl``, ``t1``."""
    return PIECE_IDS[piece] if RANK[piece] else PIECE_IDS[piece].rpartition("-")[2]


def encode_piece(state: State, piece: int) -> str:
    """``olmuetz 8 face-down``, ``krems``, ``off``, ``away 6``."""
    city = state.place[piece]
    where = IDS[city] if city >= 0 else PLACES[city]
    if not RANK[piece] or not (state.troops[piece] is HIDDEN or state.troops[piece]):
        return where
    troops = UNKNOWN if state.troops[piece] is HIDDEN else state.troops[piece]
    return f"{where} {troops}{' face-down' if state.is_face_down(piece) else ''}"


def encode_standing(standing: Any) -> Data:
    """A standing bid as it stands in a sheet, with its owner."""
    from pbem.rulesets.common import bid_files  # not for check
    from pbem.rulesets.maria.bid_reader import shared_names  # not for check

    return bid_files.encode_standing(standing, POWERS, PIECE_IDS, IDS, shared_names(standing.bid))


# reading


def decode(data: Mapping[str, Any]) -> State:
    """The state that ``encode`` wrote; ValueError names the key that is wrong."""
    place, troops, face_down = decode_pieces(field(data, "pieces", dict))
    hussars = many(CITY_ID).read(field(data, "hussars", list))
    if len(hussars) != 2:
        raise ValueError("hussars are not two")
    return State(
        mode=chosen(data, "mode", tuple(COMMANDS)),
        turn=number(data, "turn", 1, 13),
        place=tuple(place),
        troops=tuple(troops),
        face_down=face_down,
        leads=PIECES.read(field(data, "leads", list)),
        hussars=(hussars[0], hussars[1]),
        electors=read_board(field(data, "french_electors", list)),
        three=POWER.read(field(data, "three", str)),
        emperor=POWER.read(field(data, "emperor", str)),
        italy=sum({1 << POWER.read(id_) for id_ in texts(data, "italy")}),
        hands=_cards_by_power(data, "hands"),
        draw=DECK.read(field(data, "draw", str)),
        opened=number(data, "opened", 0, DECKS),
        discards=piles(data),
        recycled=number(data, "recycled", 0, 1000),
        tracks=tuple(number(field(data, "tracks", dict), track, 1, 40) for track in TRACKS),
        cards=HIDDEN if data.get("cards") == UNKNOWN else texts(data, "cards"),
        open_cards=texts(data, "open_cards"),
        spent_cards=texts(data, "spent_cards"),
        kept=_cards_by_power(data, "kept"),
        suit=chosen(data, "suit", SUITS),
        victor=field(data, "victor", str),
        election=chosen(data, "election", ELECTION),
        saxony=chosen(data, "saxony", STANDINGS),
        peace=number(data, "peace", 0, 13),
        contracts=_records(data, "contracts", Contract),
        treaties=_records(data, "treaties", Treaty),
        consent=many(POWER).read(field(data, "consent", list)),
        scores=tuple(tuple(row) for row in field(data, "scores", list)),
        declared=_records(data, "declared", Declared),
        options=tuple((name, choice) for name, _, choice in (o.partition("=") for o in texts(data, "options"))),
        agenda=tuple(decode_task(task) for task in field(data, "agenda", list)),
        winners=texts(data, "winners"),
        reason=field(data, "reason", str),
        standing=tuple(decode_standing(row) for row in data.get("standing", ())),
        answers=tuple((role, texts(data["answers"], role)) for role in data.get("answers", {})),
        **_plain(data),
    )


def _plain(data: Mapping[str, Any]) -> Data:
    """The fields of which there are many of one kind."""
    return {
        **{key: field(data, key, bool) for key in _TRUTHS},
        **{key: tuple(number(field(data, key, dict), p, 0, most) for p in POWERS) for key, most in _NUMBERS.items()},
        **{key: tuple(read_board(field(field(data, key, dict), p, list)) for p in POWERS) for key in _BOARDS},
    }


def _cards_by_power(data: Mapping[str, Any], key: str) -> tuple[tuple[Card, ...], ...]:
    return tuple(DECK.read(field(field(data, key, dict), power, str)) for power in POWERS)


def _records(data: Mapping[str, Any], key: str, kind: type) -> tuple[Any, ...]:
    return tuple(decode_record(kind, row) for row in field(data, key, list))


def piles(data: Mapping[str, Any]) -> tuple[tuple[Card, ...], ...]:
    """The used cards, a pile for each deck."""
    found = texts(data, "discards")
    if len(found) != DECKS:
        raise ValueError(f"discards has {len(found)} piles, not one for each of the four decks")
    return tuple(DECK.read(pile) for pile in found)


def decode_pieces(data: Mapping[str, Any]) -> tuple[list[int], list[Any], int]:
    """Where the pieces are, their troops, and who is face-down."""
    place, troops, face_down = [], [], 0
    for piece, power in enumerate(POWER_OF):
        text = field(field(data, POWERS[power], dict), short_id(piece), str)
        words = text.split()
        if not words or (words[0] not in CITY and words[0] not in _PLACES):
            raise ValueError(f"{PIECE_IDS[piece]} is {text!r}, which begins with no city")
        place.append(CITY[words[0]] if words[0] in CITY else _PLACES[words[0]])
        troops.append(decode_number(piece, text, words))
        face_down |= ("face-down" in words) << piece
    return place, troops, face_down


def is_number(word: str) -> bool:
    """Whether a word is a number of troops: digits as Europe writes them, and few."""
    return word.isascii() and word.isdecimal() and len(word) < 4


def decode_number(piece: int, text: str, words: list[str]) -> Any:
    """The troops of a general; a train has none, and neither has who was removed."""
    if not RANK[piece] or (len(words) == 1 and words[0] in _PLACES):
        return 0
    if len(words) < 2 or not (words[1] == UNKNOWN or is_number(words[1])):
        raise ValueError(f"{PIECE_IDS[piece]} is {text!r}, without a number of troops")
    return HIDDEN if words[1] == UNKNOWN else int(words[1])


def decode_standing(data: Mapping[str, Any]) -> Any:
    """The standing bid that ``encode_standing`` wrote."""
    from pbem.rulesets.common import bid_files  # not for check
    from pbem.rulesets.maria.bid_reader import any_language  # not for check
    from pbem.rulesets.maria.standing import SCOPE  # not for check

    return bid_files.decode_standing(data, field(data, "role", str), any_language(), SCOPE)
