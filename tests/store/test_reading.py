"""Every key of every file of a game: read into its place, named if it is missing, of the wrong kind or unknown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from pbem.core.chance import commitment, sha256
from pbem.core.events import Event
from pbem.store import FORMAT, LIMIT, LINE_LIMIT, GameFault, parse, read_bytes, without_events
from pbem.store.deadlines import Deadline, read_deadlines
from pbem.store.mails import MailRow, edition, mails_part, read_mails, with_mail
from pbem.store.manifest import read_manifest
from pbem.store.plain import toml
from pbem.store.reading import (
    Awaited,
    Game,
    Kept,
    Player,
    Secret,
    StepFile,
    StepName,
    read_game,
    read_secret,
    read_seed,
    read_step,
    steps_there,
)
from pbem.store.transaction import LIMIT as CHANGE_LIMIT
from pbem.store.undone import Undone, undone_steps
from pbem.store.views import Position, ViewFile, read_position, read_view

GAME = {
    "format": 2, "name": "winter", "ruleset": "toy", "revision": 3, "mode": "duel", "seed_commitment": commitment("a"),
    "seal_key": "age1x", "moderator_plays": ["north"], "beacon": "lottery", "beacon_numbers": 6, "test": True,
    "options": {"vows": "sworn"}, "moderator": {"name": "Mo", "address": "mo@example.org"},
    "roles": {"north": {"player": "Nora", "address": "nora@example.org"}, "south": {}},
}  # fmt: skip
SECRET = {"format": 2, "seed": "a", "seal_identity": "AGE-X", "keys": {"north": "n-1", "south": "s-2"}}
STEP = {
    "format": 2, "step": 7, "label": "r02-bid", "ruleset": "toy", "revision": 3, "mode": "duel", "previous": "0a",
    "undone": 4, "beacon": "17", "options": {"vows": "sworn"}, "words": {"north": "cherries"},
    "awaited": [{"role": "north", "kind": "bid", "what": "a bid", "answer": "sheet"}],
    "orders": {"north": {"card": 5}},
    "events": [{"kind": "dealt", "to": ["north"], "facts": {"cards": 2}, "private": {"hand": [4]}}, {"kind": "rest"}],
    "state": {"round": 2}, "run": 5,
    "ahead": [
        {"role": "south", "for": "bid", "what": "a bid", "step": 6, "unless": ["fate"], "orders": {"card": 3}},
        {"role": "north", "for": "rest", "what": "a rest", "step": 5,
         "closed": {"envelope": "x", "commitment": "c0", "held": True}},
    ],
}  # fmt: skip
CLOSED = {**STEP, "ahead": STEP["ahead"][1:]}  # type: ignore[index]  # a list
VIEW = {
    "format": 2, "game": "winter", "ruleset": "toy", "revision": 3, "mode": "duel", "options": {"vows": "sworn"},
    "step": 8, "role": "north", "key": "n-1", "roles": ["north", "south"], "state": {"round": 2}, "seal_key": "age1x",
    "moderator_plays": ["south"], "waits": True, "seed_commitment": "c0",
}  # fmt: skip
POSITION = {
    "format": 2, "ruleset": "toy", "revision": 3, "mode": "duel", "options": {"vows": "sworn"},
    "position": {"round": 2},
}  # fmt: skip
UNDO = {"step": 3, "label": "r01-bid", "reason": "a slip"}
DEADLINES = {"deadline": [{"step": 3, "undone": 1, "by": "Sunday"}]}
MAILS = {"mail": [{"step": 3, "role": "north", "undone": 1, "digest": "ab"}]}
MANIFEST = {"format": 2, "files": {"report.txt": "ab"}}


def game_of(directory: Path) -> Game:
    """The game whose other files are read."""
    return Game(str(directory), "winter", "toy", 3, "duel", {}, {"north": Player(), "south": Player()}, commitment("a"))


def step_of(directory: Path) -> StepFile:
    return read_step(game_of(directory), StepName(7, "0007-r02-bid.toml"))


Reads = Callable[[Path], Any]
# The file, its table, how it is read from the directory, and the keys that may be left out.
FILES: dict[str, tuple[str, dict[str, Any], Reads, tuple[str, ...]]] = {
    "game": ("game.toml", GAME, lambda top: read_game(str(top)), (
        "seal_key", "moderator_plays", "test", "moderator", "moderator.name", "moderator.address",
        "options.vows", "roles.north", "roles.south", "roles.north.player", "roles.north.address",
    )),
    "secret": ("secret.toml", SECRET, lambda top: read_secret(game_of(top)), ("seal_identity",)),
    "seed": ("revealed.toml", {"format": 2, "seed": "a"}, lambda top: read_seed(game_of(top)), ()),
    "step": ("steps/0007-r02-bid.toml", STEP, step_of, (
        "options.vows", "words.north", "orders.north", "run", "ahead", "ahead.unless",
    )),
    "closed": ("steps/0007-r02-bid.toml", CLOSED, step_of, (
        "options.vows", "words.north", "orders.north", "run", "ahead",
    )),
    "view": ("view.toml", VIEW, lambda top: read_view(str(top / "view.toml")), (
        "seal_key", "moderator_plays", "waits", "seed_commitment", "options.vows", "roles",
    )),
    "position": ("position.toml", POSITION, lambda top: read_position(str(top / "position.toml")), (
        "revision", "options", "options.vows",
    )),
    "undo": ("undone/01/undo.toml", UNDO, lambda top: undone_steps(str(top)), ()),
    "deadlines": ("deadlines.toml", DEADLINES, lambda top: read_deadlines(str(top)), ()),
    "mails": ("mails.toml", MAILS, lambda top: read_mails(str(top)), ()),
    "manifest": ("manifest.toml", MANIFEST, lambda top: read_manifest(str(top)), ("format", "files.report.txt")),
}  # fmt: skip
TOGETHER = ("beacon", "beacon_numbers")  # both of them are left out, or none
MISSING = {
    ("game", "beacon"): "`beacon_numbers` stands there without `beacon`",
    ("closed", "ahead.closed"): "`ahead.orders` is missing",  # what is not closed is open
}
DEEP = ("state", "position", "facts", "private")  # what stands in these tables is for the ruleset to judge
FREE = ("facts", "private", "to", "card")
STRICT = {"game": ("", "moderator.", "roles.north."), "secret": ("",), "position": ("",)}


def put(directory: Path, name: str, table: dict[str, Any]) -> None:
    """A file of a game as it stands on the disk; a step begins with its digest."""
    path = directory / name
    path.parent.mkdir(parents=True, exist_ok=True)
    data = tomli_w.dumps(table).encode()
    path.write_bytes(f'digest = "{sha256(data).hex()}"\n'.encode() + data if name.startswith("steps/") else data)
    if name.startswith("undone/"):
        (path.parent / "0003-r01-bid.toml").write_bytes(b"")


def places(table: dict[str, Any], where: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The ways to all values of a table, through tables and the first row of lists of tables."""
    for key, value in table.items():
        yield (*where, key)
        if isinstance(value, dict) and key not in DEEP:
            yield from places(value, (*where, key))
        if isinstance(value, list) and isinstance(value[0], dict):
            yield from places(value[0], (*where, key, 0))


def spelled(place: tuple[str | int, ...]) -> str:
    return ".".join(str(part) for part in place if part != 0)


def changed(table: Any, place: tuple[str | int, ...], *value: Any) -> Any:
    """The table with another value there, or without one."""
    head, rest = place[0], place[1:]
    if isinstance(head, int):
        return [changed(table[head], rest, *value), *table[head + 1 :]]
    kept = {key: there for key, there in table.items() if key != head}
    if rest:
        return {**table, head: changed(table[head], rest, *value)}
    return {**kept, head: value[0]} if value else kept


KEYS = [
    (name, place) for name, (_, table, _, _) in FILES.items() for place in places(table) if place[-1] not in FREE
    if (name, place) != ("manifest", ("format",))
]  # fmt: skip
NAMES = [f"{name} {spelled(place)}" for name, place in KEYS]


@pytest.mark.parametrize(("name", "place"), KEYS, ids=NAMES)
def test_a_value_of_the_wrong_kind_is_named(tmp_path: Path, name: str, place: tuple[str | int, ...]) -> None:
    file, table, read, _ = FILES[name]
    for other in ([1], 7.5, "text", {"x": 1}, 3, True):
        there = read_value(table, place)
        if type(other) is type(there) and other != [1]:
            continue
        put(tmp_path, file, changed(table, place, other))

        with pytest.raises(GameFault) as fault:
            read(tmp_path)
        assert "PB509" == fault.value.code.id
        assert str(place[-1]) in fault.value.message
        assert file in fault.value.file


def read_value(table: Any, place: tuple[str | int, ...]) -> Any:
    for part in place:
        table = table[part]
    return table


@pytest.mark.parametrize(("name", "place"), KEYS, ids=NAMES)
def test_a_key_that_is_missing_is_named_unless_it_may_be_left_out(
    tmp_path: Path, name: str, place: tuple[str | int, ...]
) -> None:
    file, table, read, optional = FILES[name]
    put(tmp_path, file, changed(table, place))
    if spelled(place) in optional:
        read(tmp_path)
        return

    with pytest.raises(GameFault) as fault:
        read(tmp_path)
    assert "PB509" == fault.value.code.id
    assert MISSING.get((name, spelled(place)), f"{place[-1]}` is missing") in fault.value.message


@pytest.mark.parametrize(("name", "where"), [(name, where) for name, rows in STRICT.items() for where in rows])
def test_a_key_that_a_file_does_not_have_is_named(tmp_path: Path, name: str, where: str) -> None:
    file, table, read, _ = FILES[name]
    put(tmp_path, file, changed(table, (*where.split(".")[:-1], "colour"), "red"))

    with pytest.raises(GameFault, match=f"`{where}colour` is not a key of this file"):
        read(tmp_path)


@pytest.mark.parametrize("name", [name for name, row in FILES.items() if "format" in row[1] and name != "manifest"])
@pytest.mark.parametrize(("found", "code"), [(1, "PB529"), (3, "PB506")])
def test_a_file_of_another_format_is_not_guessed_at(tmp_path: Path, name: str, found: int, code: str) -> None:
    file, table, read, _ = FILES[name]
    put(tmp_path, file, {**table, "format": found})

    with pytest.raises(GameFault, match=f"{code}.*format {found}"):
        read(tmp_path)


READ: dict[str, Any] = {
    "game": Game(
        "", "winter", "toy", 3, "duel", {"vows": "sworn"},
        {"north": Player("Nora", "nora@example.org"), "south": Player()}, commitment("a"),
        moderator=Player("Mo", "mo@example.org"), seal_key="age1x", plays=("north",), beacon="lottery", test=True,
        numbers=6,
    ),
    "secret": Secret("a", {"north": "n-1", "south": "s-2"}, "AGE-X"),
    "seed": "a",
    "step": StepFile(
        "", "", 7, "r02-bid", "toy", 3, "duel", {"vows": "sworn"}, "0a", {"north": "cherries"}, 4,
        (Awaited("north", "bid", "a bid", "sheet"),), {"north": {"card": 5}},
        (Event("dealt", {"cards": 2}, {"hand": [4]}, ("north",)), Event("rest")), {"round": 2}, "17",
        (
            Kept("south", "bid", "a bid", {"card": 3}, ("fate",), 6),
            Kept("north", "rest", "a rest", {}, (), 5, {"envelope": "x", "commitment": "c0", "held": True}),
        ), 5,
    ),
    "view": ViewFile(
        "winter", "toy", 3, "duel", {"vows": "sworn"}, 8, "north", "n-1", ("north", "south"), {"round": 2}, "age1x",
        ("south",), True, "c0",
    ),
    "position": Position("toy", "duel", {"vows": "sworn"}, {"round": 2}),
    "undo": [Undone(3, "r01-bid", "a slip")],
    "deadlines": (Deadline(3, 1, "Sunday"),),
    "mails": (MailRow(3, "north", 1, "ab"),),
    "manifest": {"report.txt": "ab"},
}  # fmt: skip


READ["closed"] = READ["step"]._replace(ahead=READ["step"].ahead[1:])


@pytest.mark.parametrize("name", FILES)
def test_every_value_of_a_file_is_read_into_its_place(tmp_path: Path, name: str) -> None:
    file, table, read, _ = FILES[name]
    put(tmp_path, file, table)
    found, expected = read(tmp_path), READ[name]
    if name == "game":
        expected = expected._replace(directory=str(tmp_path))
    if isinstance(expected, StepFile):
        digest = sha256(tomli_w.dumps(table).encode()).hex()
        expected = expected._replace(file=str(tmp_path / file), digest=digest)

    assert expected == found


LEFT_OUT: dict[str, Any] = {
    "game": READ["game"]._replace(moderator=Player(), seal_key="", plays=(), beacon="", test=False, numbers=1),
    "secret": READ["secret"]._replace(identity=""),
    "view": READ["view"]._replace(seal_key="", plays=(), waits=False, commitment="", roles=()),
    "position": READ["position"]._replace(options={}),
    "step": READ["step"]._replace(ahead=(), run=7),  # a run of its own
}


@pytest.mark.parametrize("name", LEFT_OUT)
def test_what_may_be_left_out_is_as_usual(tmp_path: Path, name: str) -> None:
    file, table, read, optional = FILES[name]
    left = (*optional, *TOGETHER) if name == "game" else optional
    put(tmp_path, file, {key: value for key, value in table.items() if key not in left})
    found = read(tmp_path)

    if name == "game":
        found = found._replace(directory="")
    if name == "step":
        found = found._replace(file="", digest="")

    assert LEFT_OUT[name] == found


@pytest.mark.parametrize("name", ["deadlines", "mails", "manifest", "undo"])
def test_where_nothing_was_kept_there_is_nothing(tmp_path: Path, name: str) -> None:
    assert not FILES[name][2](tmp_path)


def test_a_game_waits_for_words_where_the_moderator_plays_or_a_number_of_the_world_is_named(tmp_path: Path) -> None:
    plain = game_of(tmp_path)

    assert [False, True, True] == [
        game.waits for game in (plain, plain._replace(plays=("north",)), plain._replace(beacon="lottery"))
    ]


def test_only_names_of_steps_are_taken_for_steps(tmp_path: Path) -> None:
    folder = tmp_path / "steps"
    folder.mkdir()
    others = ("002-b.toml", "0003.toml", "0004-b.txt", "٠٠٠٥-b.toml")
    for name in ("0002-b.toml", "0010-a-b.toml", "10000-x.toml", *others):
        (folder / name).write_bytes(b"")

    assert ["0002-b.toml", "0010-a-b.toml", "10000-x.toml"] == [step.name for step in steps_there(str(tmp_path))]


def test_a_file_is_read_up_to_its_limit_and_one_byte_more(tmp_path: Path) -> None:
    path = tmp_path / "film"
    path.write_bytes(b"x" * 5000)

    assert [10, 4999, 5000, 5000] == [len(read_bytes(str(path), limit)) for limit in (9, 4998, 4999, 6000)]


def test_a_file_longer_than_two_gulps_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "long"
    path.write_bytes(bytes(range(250)) * 9000)

    assert path.read_bytes() == read_bytes(str(path))


def test_no_file_of_more_than_sixteen_mebibytes_is_parsed() -> None:
    line = b"#" * 1023 + b"\n"

    assert {} == parse(line * 16384, "file")
    with pytest.raises(GameFault, match="it is too large"):
        parse(line * 16384 + b"\n", "file")
    assert (16 << 20, 256 << 20) == (LIMIT, CHANGE_LIMIT)


def test_a_line_without_end_is_not_parsed() -> None:
    short = b"x = 1\n"

    assert {"x": 1} == parse(short + b"#" * 10_000 + b"\n", "file")
    assert {} == parse(b"#" * 10_000, "file")
    for data in (short + b"#" * 10_001 + b"\n", b"#" * 10_001):
        with pytest.raises(GameFault, match="a line without end"):
            parse(data, "file")
    assert 10_000 == LINE_LIMIT


def test_where_a_file_stops_being_text_is_said() -> None:
    with pytest.raises(GameFault, match="not UTF-8 at byte 5"):
        parse(b"x = 1\xff", "file")


def test_a_mail_made_once_more_is_a_new_edition_unless_the_last_was_the_same() -> None:
    first = MailRow(3, "north", 0, "a")
    rows = with_mail((), first)
    others = (first._replace(role="south"), first._replace(step=4))
    again = with_mail(with_mail(with_mail(rows, first), first._replace(digest="b")), first)

    assert (first,) == rows == with_mail(rows, first)
    assert [first, first._replace(digest="b"), first] == list(again)
    assert [0, 0, 2] == [edition(found, 3, "north") for found in ((), (*rows, *others), (*again, *others))]


def test_the_mails_made_are_kept_with_the_format_and_read_again(tmp_path: Path) -> None:
    rows = (MailRow(3, "north", 0, "a"), MailRow(4, "south", 1, "b"))
    part = mails_part(rows)
    (tmp_path / part.name).write_bytes(part.data)

    assert [("format", FORMAT), ("mail", [row._asdict() for row in rows])] == [*parse(part.data, "mails.toml").items()]
    assert rows == read_mails(str(tmp_path))


AFTER = ("events", "ahead", "state")  # in the order of the files


def test_a_step_without_its_events_says_all_the_rest(tmp_path: Path) -> None:
    said = "no\n[state]\nlies = true\n[[events]]\n" * 3  # too long for a row
    events = [{"kind": "said", "facts": {"words": said, "list": [[1], [2]]}}, {"kind": "rest"}]
    step = {**STEP, "events": events, "words": {"north": said}}
    data = toml({key: step[key] for key in (*(key for key in step if key not in AFTER), *AFTER)}).encode()
    path = tmp_path / "steps" / "0007-r02-bid.toml"
    path.parent.mkdir()
    path.write_bytes(b'digest = "%b"\n%b' % (sha256(data).hex().encode(), data))
    (tmp_path / "game.toml").write_text(tomli_w.dumps(GAME), encoding="utf-8")
    name = StepName(7, path.name)

    whole, rest = read_step(game_of(tmp_path), name), read_step(game_of(tmp_path), name, told=False)

    assert ("said", "rest") == tuple(event.kind for event in whole.events)
    assert whole._replace(events=()) == rest
    assert 2 == len(rest.ahead)
    assert len(without_events(data)) < len(data)


def test_a_step_in_which_nothing_happened_is_read_whole() -> None:
    data = toml({**STEP, "events": []}).encode()

    assert data == without_events(data)
