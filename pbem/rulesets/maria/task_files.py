"""The tasks of the agenda, and contracts and treaties, as plain data for a file, and back.

Every record has a row in a table: its name in files, and for each field how its value is written and read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from pbem.core.events import HIDDEN
from pbem.rulesets.common import write_cards
from pbem.rulesets.maria.board import CITY, IDS, cities_in
from pbem.rulesets.maria.powers import POWERS
from pbem.rulesets.maria.records import (
    Battle,
    Combat,
    Contract,
    Corps,
    Declared,
    Displaced,
    Election,
    Hussars,
    Levy,
    Moves,
    Peace,
    Politics,
    Retreat,
    SetUp,
    Shuffle,
    Slip,
    Stage,
    Task,
    Treaty,
    Turn,
    Winter,
)
from pbem.rulesets.maria.state import DECK, PIECE, PIECE_IDS

UNKNOWN = "?"
Data = dict[str, Any]


class Codec(NamedTuple):
    """How a value is written and read; a ValueError says what is wrong with one that cannot be read."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


# plain values


def _checked(kind: type) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise ValueError(f"{value!r} is not {kind.__name__}")
        if isinstance(value, int) and not -1000 <= value <= 1000:
            raise ValueError(f"{value} is no number of this game")
        return value

    return read


def _same(value: Any) -> Any:
    return value


def _index(names: Mapping[str, int] | tuple[str, ...], what: str) -> Callable[[str], int]:
    def read(id_: str) -> int:
        if id_ not in names:
            raise ValueError(f"{id_!r} is no {what}")
        return names[id_] if isinstance(names, Mapping) else names.index(id_)

    return read


TEXT, NUMBER, TRUTH = (Codec(_same, _checked(kind)) for kind in (str, int, bool))
POWER = Codec(lambda power: POWERS[power] if power >= 0 else "",
              lambda id_: _index(POWERS, "power")(id_) if id_ else -1)  # fmt: skip
CITY_ID = Codec(lambda city: IDS[city] if city >= 0 else "", lambda id_: _index(CITY, "city")(id_) if id_ else -1)
PIECE_ID = Codec(PIECE_IDS.__getitem__, _index(PIECE, "piece"))
CARDS = Codec(write_cards, DECK.read)


def many(codec: Codec) -> Codec:
    """A tuple of such values."""
    return Codec(lambda values: [codec.write(value) for value in values],
                 lambda values: tuple([codec.read(value) for value in _checked(list)(values)]))  # fmt: skip


def pairs(key: Codec, value: Codec) -> Codec:
    """A tuple of pairs, as a table."""
    return Codec(
        lambda rows: {str(key.write(k)): value.write(v) for k, v in rows},
        lambda data: tuple([(key.read(k), value.read(v)) for k, v in _checked(dict)(data).items()]),
    )


def veiled(codec: Codec) -> Codec:
    """A value that a view may hide."""
    return Codec(lambda value: UNKNOWN if value is HIDDEN else codec.write(value),
                 lambda value: HIDDEN if value == UNKNOWN else codec.read(value))  # fmt: skip


def write_board(board: int) -> list[str]:
    """A set of cities."""
    return [IDS[city] for city in cities_in(board)]


def read_board(ids: Iterable[str]) -> int:
    """The set that ``write_board`` wrote."""
    return sum({1 << CITY_ID.read(id_) for id_ in _checked(list)(ids)})


def write_bits(bits: int) -> list[str]:
    """A set of pieces."""
    return [id_ for piece, id_ in enumerate(PIECE_IDS) if bits >> piece & 1]


def read_bits(ids: Iterable[str]) -> int:
    """The set that ``write_bits`` wrote."""
    return sum({1 << PIECE_ID.read(id_) for id_ in _checked(list)(ids)})


def _read_pair(text: Any) -> tuple[int, int]:
    a, _, b = _checked(str)(text).partition(" ")
    return CITY_ID.read(a), CITY_ID.read(b)


BOARD, PIECES = Codec(write_board, read_board), Codec(write_bits, read_bits)
PAIR = Codec(lambda pair: f"{IDS[pair[0]]} {IDS[pair[1]]}", _read_pair)


# battles


def _write_bid(bid: Any) -> Data:
    from pbem.rulesets.common import bid_files  # not for check
    from pbem.rulesets.maria.bid_reader import shared_names  # not for check

    return bid_files.encode_bid(bid, PIECE_IDS, IDS, shared_names(bid))


def _read_bid(data: Any) -> Any:
    from pbem.rulesets.common import bid_files  # not for check
    from pbem.rulesets.maria.bid_reader import any_language  # not for check

    return bid_files.decode_bid(data, any_language())


def _write_bids(bids: Any) -> list[Any]:
    return ["" if bid is None else UNKNOWN if bid is HIDDEN else _write_bid(bid) for bid in bids]


def _read_bids(data: Any) -> tuple[Any, ...]:
    return tuple([None if bid == "" else _read_bid(bid) for bid in data])


def _write_played(played: Any) -> list[str]:
    if not played:
        return []
    from pbem.rulesets.common.bid_files import encode_played  # not for check

    return encode_played(played)


def _read_played(lines: Any) -> tuple[Any, ...]:
    if not lines:
        return ()
    from pbem.rulesets.common.bid_files import decode_played  # not for check

    return decode_played(lines, lambda card: DECK.read(card)[0])


def _write_wishes(wishes: Any) -> list[str]:
    if not wishes:
        return []
    from pbem.rulesets.common import bid_files  # not for check
    from pbem.rulesets.maria.wishes import shared_names  # not for check

    return bid_files.encode_wishes(wishes, PIECE_IDS, IDS, shared_names())


def _read_wishes(texts: Any) -> Any:
    if not texts:
        return ()
    from pbem.rulesets.common import bid_files  # not for check
    from pbem.rulesets.maria.bid_reader import any_language  # not for check

    return bid_files.decode_wishes(texts, any_language())


BIDS = Codec(_write_bids, _read_bids)
PLAYED = Codec(_write_played, _read_played)
WISHES = Codec(_write_wishes, _read_wishes)
USED = many(veiled(many(NUMBER)))
GRANT = many(Codec(lambda row: [row[0], *(POWERS[p] for p in row[1])],
                   lambda row: (row[0], tuple([POWER.read(id_) for id_ in row[1:]]))))  # fmt: skip

ATTACKS = Codec(
    lambda said: {"order": many(PAIR).write(said[0]), "bids": _write_bids(said[1])},
    lambda data: (many(PAIR).read(data["order"]), _read_bids(data["bids"])),
)

Fields = dict[str, Codec]
TASKS: dict[str, tuple[type, Fields]] = {
    "set-up": (SetUp, {}),
    "shuffle": (Shuffle, {"deal": TRUTH, "draw": TRUTH}),
    "turn": (Turn, {"left": many(TEXT)}),
    "politics": (Politics, {
        "step": TEXT, "awaited": many(POWER), "placed": pairs(POWER, CARDS), "chosen": pairs(POWER, TEXT),
        "announced": pairs(TEXT, NUMBER),
    }),
    "hussars": (Hussars, {}),
    "stage": (Stage, {"group": NUMBER, "phase": TEXT}),
    "moves": (Moves, {
        "awaited": many(TEXT), "moved": PIECES, "turns": many(POWER), "ahead": pairs(TEXT, ATTACKS),
    }),
    "combat": (Combat, {
        "power": POWER, "pairs": many(PAIR), "order": veiled(many(PAIR)), "bids": veiled(BIDS), "fought": NUMBER,
        "wishes": pairs(POWER, WISHES),
    }),
    "battle": (Battle, {
        "pair": PAIR, "totals": many(NUMBER), "score": NUMBER, "holder": NUMBER, "played": PLAYED, "bids": BIDS,
        "used": USED, "asked": NUMBER,
    }),
    "retreat": (Retreat, {
        "winner": POWER, "loser": POWER, "source": CITY_ID, "victor_city": CITY_ID, "length": NUMBER, "ends": BOARD,
        "wishes": WISHES, "left": BOARD,
    }),
    "slip": (Slip, {"points": NUMBER}),
    "peace": (Peace, {"step": TEXT}),
    "displaced": (Displaced, {"pieces": many(PIECE_ID), "goals": BOARD, "why": TEXT}),
    "corps": (Corps, {"power": POWER}),
    "levy": (Levy, {"power": POWER, "troops": NUMBER}),
    "election": (Election, {"awaited": many(TEXT), "votes": pairs(CITY_ID, TEXT)}),
    "winter": (Winter, {"awaited": GRANT}),
}  # fmt: skip
RECORDS: dict[type, Fields] = {
    Declared: {"pieces": many(PIECE_ID), "troops": NUMBER, "turn": NUMBER},
    Contract: {"giver": POWER, "taker": POWER, "left": NUMBER, "fixed": TRUTH},
    Treaty: {
        "id": TEXT, "status": TEXT, "parties": many(POWER), "first": NUMBER, "last": NUMBER, "clauses": many(TEXT),
        "binding": TEXT, "assented": many(POWER), "ending": many(POWER), "instead_of": TEXT,
    },
}  # fmt: skip
_NAMES = {kind: name for name, (kind, _) in TASKS.items()}


def encode_task(task: Task) -> Data:
    """A task of the agenda with its name."""
    name = _NAMES[type(task)]
    return {"task": name, **_written(task, TASKS[name][1])}


def decode_task(data: Any) -> Task:
    """The task that ``encode_task`` wrote."""
    name = data.get("task") if isinstance(data, Mapping) else data
    if not isinstance(name, str) or name not in TASKS or not isinstance(data, Mapping):
        raise ValueError(f"the agenda has a task {name!r}, which is not known")
    kind, fields = TASKS[name]
    found: Task = _read(kind, fields, data, f"the task {name!r} of the agenda")
    return found


def encode_record(record: Any) -> Data:
    """A contract, a treaty, or a strength that was declared."""
    return _written(record, RECORDS[type(record)])


def decode_record(kind: type, data: Any) -> Any:
    """The record that ``encode_record`` wrote."""
    if not isinstance(data, Mapping):
        raise ValueError(f"{kind.__name__.lower()}: {data!r} is no table")
    return _read(kind, RECORDS[kind], data, kind.__name__.lower())


def _written(record: Any, fields: Fields) -> Data:
    return {field: codec.write(getattr(record, field)) for field, codec in fields.items()}


def _read(kind: type, fields: Fields, data: Mapping[str, Any], what: str) -> Any:
    try:
        return kind(**{field: codec.read(data[field]) for field, codec in fields.items() if field in data})
    except (KeyError, TypeError, IndexError, AttributeError, ValueError) as fault:
        raise ValueError(f"{what} is damaged ({fault})") from None
