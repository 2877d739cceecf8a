"""The ledger: every input of a game is a line of it, chained by hashes, telling no more than a commitment.

There is one chain that all may see (`of = "all"`): the beginning, every step, undo and report. Each role has a chain
of its own for what it sent; it is the moderator's until the game is revealed. At every step each role's chain gets one
line, whether it sent anything or not, and the line of the step holds a commitment to the head of each: so a receipt in
a player's mailbox, which tells the head of that player's own chain, anchors the whole, and tells nothing of others.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import takewhile
from typing import Any, NamedTuple

from pbem.core import Code, Form, Record, sha256
from pbem.store import FORMAT, LIMIT, GameFault, parse, read_before, read_bytes, wanted
from pbem.store.disk import PRIVATE
from pbem.store.layout import ANCHOR, LEDGER
from pbem.store.transaction import Append, Put
from pbem.store.writing import dumps

LEDGER_UNREADABLE = Code(
    "PB534",
    "ledger-unreadable",
    "the ledger cannot be read: it has other keys than format and line",
    hint="Bring the file back from the archive or a backup.",
    about="ledger.toml is TOML, but not a ledger of this format.",
    forms={"size": Form("the ledger cannot be read: it has more than {most} bytes")},
)
LEDGER_FULL = Code(
    "PB547",
    "ledger-full",
    "the ledger of this game is full: it has {size} bytes of {most}",
    hint="No sheet is taken in any more; the step under way can still be adjudicated. To play on: `pbem position`, then"
    " `pbem new --position`.",
    about="The ledger keeps a line for every version of every sheet. It holds many thousands of them, far more than a"
    " game needs; the last part of it is kept for steps, reports and the end.",
)

ALL = "all"  # the chain that everybody may see
# The kinds of lines of that chain and of a role's own, with what each must tell; some tell more.
PUBLIC_KINDS: Mapping[str, tuple[str, ...]] = {
    "begun": ("step", "roles", "keys", "beacon", "digest", "position"), "number": ("step", "beacon", "text"),
    "gathered": ("step", "roles"), "step": ("step", "label", "digest"),
    "undo": ("step", "label", "reason"), "keys": ("step", "keys", "seal_key"), "deadline": ("step", "undone", "by"),
    "wait": ("step", "role"), "absent": ("role", "since", "until"), "pause": ("step", "until"), "resume": ("step",),
    "report": ("step", "manifest"), "published": ("step", "manifest", "program", "public"), "revealed": ("step",),
    "replaced": ("step", "role", "name", "first"), "proxied": ("step", "role", "name"),
    "proxy-ended": ("step", "role", "name"),
    "handover": ("step", "seal_key", "name"), "offer": ("step", "offer", "what"), "press": ("step", "file"),
    "counted": ("step", "offer", "passed"),
}  # fmt: skip
# The lines that the next step tells of.
TOLD = ("replaced", "proxied", "proxy-ended", "handover", "offer", "counted", "press")
OFFER = b'\nkind = "offer"\n'  # most games have none, and their lines are not looked at
ON_TIME = ("wait", "absent", "pause", "resume")  # the lines that tell what rows of times.toml say
STANDING = ("begun", "number", "gathered", "step", "undo")  # the lines that receipts and reports name
SHEETS = ("sheet", "sealed", "held")  # the lines that a sheet in the inbox has
ROLE_KINDS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys((*SHEETS, "phrase"), ("step", "version", "commitment", "file")),
    **dict.fromkeys(("gathered", "closed"), ("step", "answer", "version")),
    "press": ("step", "file"), "vote": ("step", "offer", "file"),
}  # fmt: skip
HEAD = f"""\
# Every input of the game, each line with the hash of the one before it in its chain. Lines of "all" are public.
format = {FORMAT}
"""
MARK = b"\n[[line]]\n"
_BLOCK = 8192  # bytes read from the end at first: the lines of the last step and all that came after it
RESERVE = 1024 * 1024  # bytes that sheets leave free: enough to play a game to its end


class Line(NamedTuple):
    """One line: whose chain it continues, its kind and facts, the hash of the line before it and its own."""

    of: str
    number: int
    kind: str
    facts: Mapping[str, Any]
    before: str
    hash: str


NOTHING = Line("", 0, "", {}, "", "")  # before the first line of a chain


def kinds_of(of: str) -> Mapping[str, tuple[str, ...]]:
    """The kinds of lines that a chain has, with what each must tell."""
    return PUBLIC_KINDS if of == ALL else ROLE_KINDS


def next_line(last: Line, of: str, kind: str, **facts: Any) -> Line:
    """The line that continues a chain."""
    if kind not in kinds_of(of) or not facts.keys() >= {*kinds_of(of)[kind]}:
        raise ValueError(f"no line {kind} of {of} tells {', '.join(facts)}")
    line = Line(of, last.number + 1, kind, facts, last.hash, "")
    return line._replace(hash=hash_of(line))


def hash_of(line: Line) -> str:
    """The hash of everything a line says, the hash of the line before it among it.

    What is hashed is JSON in plain ASCII: it is the same on every Python, whichever signs it knows.
    """
    return _hash_of(line, as_json)


def _hash_of(line: Line, write: Callable[[Any], str]) -> str:
    said = {"of": line.of, "number": line.number, "kind": line.kind, "before": line.before, **line.facts}
    return sha256(f"pbem ledger\n{write(said)}".encode()).hex()


def as_json(value: Any) -> str:
    """JSON in plain ASCII without spaces, keys in order; only text that needs an escape pays for loading `json`."""
    if type(value) is str and value.isascii() and value.isprintable() and '"' not in value and "\\" not in value:
        return f'"{value}"'
    if isinstance(value, dict):
        return f"{{{','.join([f'{as_json(str(key))}:{as_json(value[key])}' for key in sorted(value)])}}}"
    if isinstance(value, (list, tuple)):
        return f"[{','.join(map(as_json, value))}]"
    if type(value) is int:
        return str(value)
    from json import dumps  # not for adjudicate

    return dumps(value, default=str)


# commitments


def salt_of(seed: str, *parts: object) -> str:
    """A salt that only the seed's owner can tell until the seed is open, and anybody after."""
    return sha256("\n".join(["pbem salt", seed, *map(str, parts)]).encode()).hex()[:32]


def committed(salt: str, data: bytes) -> str:
    """What is told of some bytes while they are secret."""
    return sha256(f"pbem commitment\n{salt}\n".encode() + data).hex()


# the file


class Backwards:
    """The lines of a ledger, the newest first: read as far back as they are asked for, and each only once.

    So a command takes as long in the four hundredth step as in the fourth; `pbem verify` reads all of it.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.size = -1  # bytes of the file, once it is read
        self.known: list[Line] = []
        self.more = self._read()

    def __iter__(self) -> Iterator[Line]:
        yield from self.known
        for line in self.more:
            self.known.append(line)
            yield line

    def _read(self) -> Iterator[Line]:
        count, (start, data) = _BLOCK, read_before(self.path, -1, _BLOCK)
        self.size = start + len(data)
        _check_size(self.path, self.size)
        while True:
            end = len(data)
            while (at := data.rfind(MARK, 0, end)) >= 0:
                yield line_in(parse(data[at:end], self.path), self.path)
                end = at
            if not start:
                return
            count *= 2  # so that what has no lines is read through soon
            start, more = read_before(self.path, start, count)
            data = more + data[:end]


class Chains(Record):
    """The ends of all chains, to continue them; the history before is not read."""

    size: int  # bytes of the file
    heads: Mapping[str, Line]
    standing: Line  # the last line that receipts and reports name
    added: tuple[Line, ...] = ()
    lines: Iterable[Line] = ()  # those in the file, the newest first

    def head(self, of: str) -> Line:
        """The last line of a chain."""
        return self.heads.get(of, NOTHING)

    def with_line(self, of: str, kind: str, **facts: Any) -> Chains:
        """The chains with one more line."""
        line = next_line(self.head(of), of, kind, **facts)
        standing = line if of == ALL and kind in STANDING else self.standing
        return self._replace(heads={**self.heads, of: line}, standing=standing, added=(*self.added, line))

    @property
    def change(self) -> tuple[Append, ...]:
        """The part of a transaction that adds the new lines."""
        if not self.added:
            return ()
        text = written(self.added) if self.size else HEAD.encode() + written(self.added)
        if self.size + len(text) > LIMIT:
            raise GameFault(LEDGER_FULL, LEDGER, size=self.size, most=LIMIT)
        return (Append(LEDGER, self.size, text, PRIVATE),)


# The kinds of lines that stand for no other file of the game.
BARE = ("number", "published", "replaced", "proxied", "proxy-ended", "handover", "offer", "counted")


def anchor_data(line: Line) -> bytes:
    """What is kept beside the ledger of the last line that stands for no other file: cut off, nobody would miss it."""
    return dumps({"format": FORMAT, "line": line.number, "hash": line.hash})


def anchored_change(chains: Chains) -> tuple[Append | Put, ...]:
    """The part of a transaction that adds a line of that kind, with what is kept of it."""
    rows = [line for line in chains.added if line.of == ALL and line.kind in BARE]
    return (*(Put(ANCHOR, anchor_data(line)) for line in rows[-1:]), *chains.change)


def written(lines: Iterable[Line]) -> bytes:
    """Lines as they stand in the file."""
    tables = [{"of": ln.of, "number": ln.number, "kind": ln.kind, "before": ln.before, "hash": ln.hash, **ln.facts}
              for ln in lines]  # fmt: skip
    return b"".join(b"\n" + dumps({"line": [table]}) for table in tables)


def whole(lines: Sequence[Line]) -> bytes:
    """A ledger of these lines."""
    return HEAD.encode() + written(lines)


def ledger_path(directory: str) -> str:
    return os.path.join(directory, LEDGER)


def check_room(directory: str, chains: Chains) -> None:
    """Whether there is room for another sheet, and for the rest of the game after it."""
    if chains.size > LIMIT - RESERVE:
        raise GameFault(LEDGER_FULL, ledger_path(directory), size=chains.size, most=LIMIT)


def _bytes(path: str) -> bytes:
    """The whole ledger."""
    data = read_bytes(path)
    _check_size(path, len(data))
    return data


def _check_size(path: str, size: int) -> None:
    """A ledger that is too large is refused, for a part of it would be taken for the whole."""
    if size > LIMIT:
        raise GameFault(LEDGER_UNREADABLE, path, form="size", most=LIMIT)


def read_chains(directory: str, roles: Iterable[str]) -> Chains:
    """The ends of the chains, found from the end of the file."""
    lines = Backwards(ledger_path(directory))
    missing = {ALL, *roles}
    heads: dict[str, Line] = {}
    standing = NOTHING
    for line in lines:
        if line.of not in heads:
            heads[line.of] = line
            missing.discard(line.of)
        if standing is NOTHING and line.of == ALL and line.kind in STANDING:
            standing = line
        if standing is not NOTHING and not missing:
            break
        if line.kind == "begun":
            break
    return Chains(lines.size, heads, standing, lines=lines)


def line_in(table: Mapping[str, Any], path: str) -> Line:
    rows = wanted(table, "line", list, path)
    return _line_of(rows[0] if len(rows) == 1 and isinstance(rows[0], dict) else {}, path)


KEYS = {"of": str, "number": int, "kind": str, "before": str, "hash": str}


def _line_of(row: Mapping[str, Any], path: str) -> Line:
    of, number, kind, before, hash_ = (wanted(row, key, type_, path, "line.") for key, type_ in KEYS.items())
    return Line(of, number, kind, {key: value for key, value in row.items() if key not in KEYS}, before, hash_)


def read_lines(path: str) -> list[Line]:
    """All lines of a ledger."""
    return read_ledger(path)[0]


def read_ledger(path: str) -> tuple[list[Line], bool]:
    """All lines of a ledger, and whether it has the very bytes in which the program writes them."""
    data = _bytes(path)
    lines = as_written(data, path)
    if lines is not None:
        return lines, True
    table = parse(data, path)
    if set(table) - {"format", "line"} or table.get("format") != FORMAT:
        raise GameFault(LEDGER_UNREADABLE, path)
    rows = wanted({"line": [], **table}, "line", list, path)
    lines = [_line_of(row if isinstance(row, dict) else {}, path) for row in rows]
    return lines, data == whole(lines)


@cache  # a millisecond, for whoever reads a whole ledger
def _forms() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """The first rows of a line as the program writes it; then one more row, if its value is a plain text, a whole
    number, true or false, or the head of a table."""
    text, number = r'"([^"\\\x00-\x08\x0a-\x1f\x7f]{0,5000})"', "(0|-?[1-9][0-9]{0,17})"
    head = f'of = {text}\nnumber = {number}\nkind = {text}\nbefore = {text}\nhash = "([0-9a-f]{{64}})"\n'
    row = rf"([A-Za-z0-9_-]+) = (?:{text}|{number}|(true|false))\n"
    return re.compile(head), re.compile(rf"({row}|\n\[line\.([A-Za-z0-9_-]+)\]\n)")


def as_written(data: bytes, path: str) -> list[Line] | None:
    """The lines of a ledger whose every byte is as the program writes it; else None, and it is for `tomllib` to judge.

    Most of it are rows of plain texts and numbers, which are read here in a fifth of the time; a line with more than
    that is parsed, and written again to see whether it comes out the same.
    """
    try:
        head, *blocks = data.decode().split(MARK.decode())
    except UnicodeDecodeError:
        return None
    lines = [_plain_line(block) or _rewritten(block, path) for block in blocks]
    return [line for line in lines if line] if head == HEAD and all(lines) else None


def _plain_line(block: str) -> Line | None:
    """A line that has nothing but plain rows, and tables of them."""
    head_form, row_form = _forms()
    head = head_form.match(block)
    rows = row_form.findall(block, head.end()) if head else []
    if head is None or "".join([row[0] for row in rows]) != block[head.end() :]:
        return None
    facts: dict[str, Any] = {}
    into = facts
    for _, key, text, number, truth, table in rows:
        if table:
            into = facts[table] = {}
        else:
            into[key] = int(number) if number else truth == "true" if truth else text
    count = len(facts) + sum([len(value) for value in facts.values() if type(value) is dict])
    if count != len(rows) or not KEYS.keys().isdisjoint(facts):  # a key twice
        return None
    of, line, kind, before, hash_ = head.groups()
    return Line(of, int(line), kind, facts, before, hash_)


def _rewritten(block: str, path: str) -> Line | None:
    """Any other line, if it is written again as it stands."""
    data = MARK + block.encode()
    try:
        line = line_in(parse(data, path), path)
    except GameFault:
        return None
    return line if written([line]) == data else None


def read_first(directory: str) -> Line:
    """The first line of a ledger: all that was fixed when the game began."""
    path = ledger_path(directory)
    data = read_bytes(path)
    start = data.find(MARK)
    end = data.find(MARK, start + 1)
    return line_in(parse(data[max(start, 0) : end if end > 0 else len(data)], path), path)


def broken(lines: Iterable[Line]) -> Iterator[Line]:
    """The lines that do not fit the line before them in their chain, or whose hash is not that of what they say."""
    from json import JSONEncoder  # not for adjudicate; a whole ledger takes half as long as with `as_json`

    write = JSONEncoder(sort_keys=True, separators=(",", ":"), default=str).encode
    heads: dict[str, Line] = {}
    for line in lines:
        last = heads.get(line.of, NOTHING)
        if (line.number, line.before) != (last.number + 1, last.hash) or line.hash != _hash_of(line, write):
            yield line
        heads[line.of] = line


def find_sheets(lines: Iterable[Line], step: int, wished: Iterable[tuple[str, int]]) -> dict[tuple[str, int], Line]:
    """The newest line of each of these sheets of a step, by role and version; those that have none are left out.

    They stand behind the newest line of the step before: when that is taken back, later sheets go with it.
    """
    missing, found = set(wished), dict[tuple[str, int], Line]()
    for line in lines if missing else ():
        key = (line.of, line.facts.get("version", 0))
        if line.kind in SHEETS and line.facts.get("step") == step and key in missing:
            found[key] = line
            missing.discard(key)
        if not missing or is_step(line, step - 1):
            break
    return found


def find_step(directory: str, step: int) -> list[Line]:
    """The line of a step, the newest if it was taken back and played again, and before it the line of each role."""
    found: list[Line] = []
    for line in Backwards(ledger_path(directory)):
        if not found and is_step(line, step):
            found.append(line)
        elif found and line.kind != "closed":
            break
        elif found:
            found.append(line)
    return found


def is_step(line: Line, step: int) -> bool:
    """Whether a line is that of a step."""
    return line.of == ALL and line.kind in ("begun", "step") and line.facts.get("step") == step


def since_step(lines: Iterable[Line], step: int) -> list[Line]:
    """The lines after the newest one of a step, in their order; ``lines`` are those of a ledger, the newest first."""
    return list(takewhile(lambda line: not is_step(line, step), lines))[::-1]


def told_seal_key(directory: str) -> str:
    """The key to seal for that the ledger tells last; found without reading the lines in between."""
    path = ledger_path(directory)
    data = _bytes(path)
    kinds = (b'\nkind = "keys"\n', b'\nkind = "handover"\n', b'\nkind = "begun"\n')
    at = max(map(data.rfind, kinds))
    start, end = data.rfind(MARK, 0, at), data.find(MARK, at)
    line = line_in(parse(data[start : end if end >= 0 else len(data)], path), path)
    return str(line.facts.get("seal_key", ""))
