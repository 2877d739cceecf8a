"""The sheet a player sends: its heading, the same for every game, and the body the ruleset reads."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from re import compile, findall, sub
from typing import Any

from pbem.core import SHEET, Diagnostic, LazyCodes, Record, Where, bare, listed

__all__ = ["Expected", "Reading", "Sheet", "at_key", "at_position", "check_heading", "not_toml", "parsed", "read"]

pb = LazyCodes("pbem.core.codes")
HEADING = ("game", "step", "role", "key", "status", "word", "ok")
STATUSES = DRAFT, FINAL, WITHDRAWN = ("draft", "final", "withdrawn")  # the last: no sheet of this role counts any more
NEEDED = ("game", "step", "role", "key")
MEANT = {"orders": "do", "order": "do", "moves": "do", "move": "do"}  # keys people write for those there are
WORD_LIMIT = 200
# Before a sheet is parsed: tomllib needs seconds for what no order needs, long keys above all.
SIZE_LIMIT, ENVELOPE_LIMIT = 64 * 1024, 128 * 1024  # characters
LINES_LIMIT = 2000
LINE_LIMIT = 1000
DEPTH_LIMIT = 8
# After it: no list is longer, and no list of tables or within a table.
LIST_LIMIT, TABLES_LIMIT, INNER_LIMIT = 500, 100, 200
ENTRIES_LIMIT = 1000  # all lists within tables together: a sheet is looked at several times before it is accepted
FAULTS_LIMIT = 20  # complaints of one kind; the rest is counted
TEXT_LIMIT = 500  # characters of one order, wish, condition or name, on one line
UNBOUNDED = (*HEADING, "sealed", "envelope")  # the texts of these are looked at elsewhere
NUMBER_LIMIT = 2**63  # TOML's own: larger numbers do not survive every reader
CLOSING = "# ----- end of the sheet -----"  # the last line of a sheet to fill in; what follows is no part of it
OFFER = "# ok = true"  # the line of a sheet to which a letter with nothing but OK above it can say so
BESIDE = ("press", "vote")  # what may stand beside orders in a sheet, and is never in their way
KEY = -2  # as the start of a Where: the key itself, not its value


class Sheet(Record):
    """An order file as its writer meant it: the heading, and the rest for the ruleset."""

    game: str
    step: int
    role: str
    key: str
    status: str  # one of STATUSES
    word: str
    body: dict[str, Any]
    ok: bool = False  # the sheet is meant as it was sent, as far as it says nothing itself
    beside: Mapping[str, Any] = {}  # press and votes: no orders, and judged apart from them

    @property
    def is_talk(self) -> bool:
        """Whether it has something beside orders and nothing else, so that it leaves orders sent before alone."""
        return bool(self.beside) and not (self.body or self.word or self.ok) and self.status == "final"

    @property
    def has_orders(self) -> bool:
        """Whether it says what is to be done, and be it nothing."""
        return self.status != WITHDRAWN and not self.is_talk

    @property
    def answers(self) -> bool:
        """Whether it counts as an answer to what is asked: it has orders, and is no draft."""
        return self.status == FINAL and self.has_orders

    def says(self, keys: Iterable[str]) -> bool:
        """Whether it has one of these keys."""
        return any(key in self.body for key in keys)


class Expected(Record):
    """What a heading is held against: the game as it stands, and the one role whose key is known here."""

    game: str
    step: int
    roles: tuple[str, ...]
    role: str
    key: str
    owed: bool
    opening: bool
    waits: bool = False  # nothing but a word for the seed is taken
    held_words: bool = False  # words are taken out of held envelopes only
    kept: tuple[str, ...] = ()  # the coming decisions for which the role has given orders
    table_pace: bool = False  # every decision is asked, so orders ahead are not taken
    held: tuple[str, ...] = ()  # those of them that wait for a phrase, and so answer nothing by themselves
    ready: Mapping[str, Any] = {}  # the orders ahead that answer what the role owes now
    watched: bool = False  # the moderator plays, and another role: he reads what comes open
    unsealed: str = ""  # why no envelopes for the key of the game are taken: it has no "key", or its moderator "plays"
    press: tuple[str, ...] = ()  # what players may write to each other: "public", "private", "anonymous"


class Known(Record):
    """What the heading of a sheet must say here, for the hints: the same at home and at the moderator's desk."""

    game: str = ""
    step: int | None = None
    roles: tuple[str, ...] = ()
    keys: Mapping[str, str] = {}  # of those roles that are known here: who has none is not told the step

    def to_writer(self, data: Mapping[str, Any]) -> Known:
        """What may be told to the writer of a sheet."""
        role, key = data.get("role"), data.get("key")
        known = self.keys.get(role.strip().lower()) if isinstance(role, str) else None
        fits = known is not None and isinstance(key, str) and key.strip().lower() == known.lower()
        return self if fits else self._replace(step=None)


class Reading(Record):
    """A sheet and the complaints about its form; no sheet when one of them is an error."""

    sheet: Sheet | None
    diagnostics: tuple[Diagnostic, ...]


def at_position(line: int, column: int) -> Where:
    """A place given by line and column, both from 1, for text that has no paths because it is not TOML."""
    return Where(("@", line, column))


def at_key(*path: str | int) -> Where:
    """The key at the end of a path, where the key and not its value is at fault."""
    return Where(path, KEY, KEY)


def read(text: str, keys: tuple[str, ...], known: Known = Known()) -> Reading:  # noqa: B008 a value, never changed
    """Read a sheet whose body may have these keys, with all the faults of its form at once."""
    data = parsed(text)
    if isinstance(data, tuple):
        return Reading(None, data)
    if not data:
        return Reading(None, (pb.EMPTY_SHEET(SHEET),))
    beside = {key: data[key] for key in BESIDE if key in data and key not in keys}
    data = {key: value for key, value in data.items() if key not in beside} if beside else data
    known = known.to_writer(data)
    found = (*_check_size(data), *_check_keys(data, keys, known), *_check_types(data, known))
    return Reading(None if found else _sheet(data)._replace(beside=beside), found)


quick: list[Callable[[str], dict[str, Any] | None]] = []  # see `pbem.store.rows`, for whoever reads many files


def loads(text: str) -> dict[str, Any]:
    """The text as TOML; ValueError if it is none."""
    return (quick[-1](text) if quick else None) or tomllib.loads(text)


@lru_cache(maxsize=8)
def parsed(text: str) -> dict[str, Any] | tuple[Diagnostic, ...]:
    """The text as TOML, or why it is none: looked for in a letter, checked and kept, a sheet is parsed once.

    What it gives is shared and never changed.
    """
    if too_long := tuple(_check_lines(text)):
        return too_long
    try:
        return loads(text)
    except RecursionError:
        return (pb.TOO_DEEP(SHEET),)
    except ValueError:
        return (not_toml(text),)


def check_heading(sheet: Sheet, expected: Expected) -> tuple[Diagnostic, ...]:
    """Whether the sheet is for this game and step and from this role; if not, nothing else is worth checking.

    At home only the own key is known, so another role's sheet gets the answer a wrong key gets.
    """
    if sheet.game != expected.game:
        return (pb.WRONG_GAME(Where(("game",)), game=_shown(sheet.game), here=expected.game),)
    if stranger := tuple(_check_role(sheet, expected)):
        return stranger  # who has no key is told nothing of the game, not even the step
    found = (*_check_step(sheet, expected), *_check_word(sheet, expected))
    if not found and not expected.owed:
        return (pb.NOTHING_OWED(Where(("role",)), role=sheet.role, step=expected.step),)
    return found


def _sheet(data: dict[str, Any]) -> Sheet:
    return Sheet(
        game=data["game"].strip(),
        step=data["step"],
        role=data["role"].strip().lower(),
        key=data["key"].strip(),
        status=data.get("status", "final").strip().lower(),
        word=data.get("word", "").strip(),
        body={key: value for key, value in data.items() if key not in HEADING},
        ok=data.get("ok", False),
    )


def offered(means: str) -> list[str]:
    """The first lines of a sheet whose answer is settled or sensible as it stands; ``means`` tells it in a sentence."""
    return [f"# {means} One word is enough: OK above this sheet in a mail, or the next line without its #:", OFFER]


def is_offered(template: str) -> bool:
    """Whether a sheet as it was sent can be answered with OK."""
    return any(line.strip() == OFFER for line in template.split("\n"))


def not_toml(text: str) -> Diagnostic:
    """The first fault of a text that is not TOML; the fact ``stop`` is where the reading stopped."""
    from pbem.core.faults import first_fault  # not for check: needed by complaints only

    fault = first_fault(text)
    return pb.NOT_TOML(at_position(*fault.at), form=fault.form, stop=fault.stop)


def _check_lines(text: str) -> Iterator[Diagnostic]:
    """The bounds of a sheet before it is parsed; the first line that breaks one stands for the others."""
    most = ENVELOPE_LIMIT if "\nsealed" in text[:2000] else SIZE_LIMIT
    if len(text) > most:
        yield pb.TOO_MUCH(SHEET, size=len(text), limit=most)
        return
    lines = text.split("\n") if len(text) > LINE_LIMIT else []
    if len(lines) > LINES_LIMIT:
        yield pb.TOO_MUCH(SHEET, size=len(lines), limit=LINES_LIMIT, form="lines")
    for number, line in enumerate(lines, 1):
        if len(line) > LINE_LIMIT:
            yield pb.LINE_TOO_LONG(at_position(number, 1), length=len(line), limit=LINE_LIMIT)
            return
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > DEPTH_LIMIT and _dots(line) > DEPTH_LIMIT:
            yield pb.TOO_DEEP(at_position(number, 1), form="dots")
            return


def _dots(line: str) -> int:
    """How many dots the longest key of a line has; those in texts do not count."""
    bare = sub(r"\"[^\"]*\"|'[^']*'", "x", line)
    return max((run.count(".") for run in findall(r"[\w.\s-]+", bare)), default=0)


def _check_size(data: dict[str, Any]) -> Iterator[Diagnostic]:
    """No nesting, no number and no text that a later reader or writer would choke on."""
    agenda: list[tuple[tuple[str | int, ...], Any]] = [((), data)]
    entries = long = 0
    while agenda and long < FAULTS_LIMIT:
        path, value = agenda.pop(0)
        if isinstance(value, str):
            long += 1
            lines = value.strip().count("\n") + 1
            facts = {"length": len(value), "limit": TEXT_LIMIT, "lines": lines, "form": "lines" if lines > 1 else ""}
            yield pb.TEXT_TOO_LONG(Where(path), **facts)
        elif isinstance(value, int) and not -NUMBER_LIMIT <= value < NUMBER_LIMIT:
            yield pb.HUGE_NUMBER(Where(path))
        elif isinstance(value, (dict, list)) and len(path) > DEPTH_LIMIT:
            yield pb.TOO_DEEP(Where(path))
            return
        elif isinstance(value, dict):
            agenda += [((*path, key), part) for key, part in value.items() if _is_open(key, part)]
        elif isinstance(value, list) and len(value) > _most(path, value):
            yield pb.TOO_MUCH(Where(path), size=len(value), limit=_most(path, value), form="list")
        elif isinstance(value, list):
            entries += len(value) if len(path) > 1 else 0
            agenda += [((*path, at), part) for at, part in enumerate(value) if _is_open(path[-1], part)]
    if entries > ENTRIES_LIMIT:
        yield pb.TOO_MUCH(SHEET, size=entries, limit=ENTRIES_LIMIT, form="entries")


def _is_open(key: str | int, part: Any) -> bool:
    """Whether a part of a sheet, under that key, is to be looked at more closely: all but short texts on one line."""
    if type(part) is not str:
        return True
    return (len(part) > TEXT_LIMIT or "\n" in part.strip()) and key not in UNBOUNDED


def _most(path: tuple[str | int, ...], value: list[Any]) -> int:
    """How long a list may be: of orders, of tables, or inside a table of a list."""
    if len(path) > 1:
        return INNER_LIMIT
    return TABLES_LIMIT if value and isinstance(value[0], dict) else LIST_LIMIT


def _check_keys(data: dict[str, Any], keys: tuple[str, ...], here: Known) -> Iterator[Diagnostic]:
    known = (*HEADING, *(key for key in keys if key not in HEADING))
    strange = [key for key in data if key not in known]
    if len(strange) > FAULTS_LIMIT:
        yield pb.TOO_MUCH(SHEET, size=len(strange), limit=FAULTS_LIMIT, form="keys")
    for key in strange[:FAULTS_LIMIT]:
        if key not in known:
            near = _nearest(MEANT.get(bare(key), key), tuple(name for name in known if name not in data))
            form = "near" if near else ""
            yield pb.UNKNOWN_KEY(at_key(key), key=_shown(key), known=listed(known), near=near, form=form)
    for key in NEEDED:
        if key not in data:
            yield pb.MISSING_KEY(Where((key,)), key=key, **_heading(key, here))


def _heading(key: str, here: Known) -> dict[str, Any]:
    """The facts with which a hint shows how a line of the heading is written; nobody's key is ever shown."""
    known = {"game": here.game, "step": here.step is not None, "role": here.roles}.get(key)
    facts = {"game": here.game, "step": here.step, "roles": listed(here.roles, "or")}
    return {**facts, "form": key if known or key in ("key", "status", "word", "ok") else ""}


_EMPTY: dict[str, Any] = {"step": 0, "ok": False}  # the others are texts


def _check_types(data: dict[str, Any], here: Known) -> Iterator[Diagnostic]:
    for key in HEADING:
        value = data.get(key, _EMPTY.get(key, ""))
        fits = type(value) is type(_EMPTY.get(key, "")) and (key != "step" or value >= 0)
        if not fits:
            facts = _heading(key, here)
            form = facts["form"] or ("number" if key == "step" else "")
            yield pb.WRONG_TYPE(Where((key,)), key=key, **{**facts, "form": form})
    status = data.get("status", "final")
    if isinstance(status, str) and status.strip().lower() not in STATUSES:
        near = _nearest(status, STATUSES)
        yield pb.UNKNOWN_STATUS(Where(("status",)), status=_shown(status), near=near, form="near" if near else "")


def _check_step(sheet: Sheet, expected: Expected) -> Iterator[Diagnostic]:
    if sheet.step < expected.step:
        yield pb.TOO_LATE(Where(("step",)), step=sheet.step, now=expected.step)
    elif sheet.step > expected.step:
        yield pb.TOO_EARLY(Where(("step",)), step=sheet.step, now=expected.step)


def _check_role(sheet: Sheet, expected: Expected) -> Iterator[Diagnostic]:
    if sheet.role not in expected.roles:
        near = _nearest(sheet.role, expected.roles)
        facts = {"roles": listed(expected.roles), "near": near, "form": "near" if near else ""}
        yield pb.UNKNOWN_ROLE(Where(("role",)), role=_shown(sheet.role), **facts)
    elif sheet.role != expected.role or sheet.key.lower() != expected.key.lower():
        yield pb.WRONG_KEY(Where(("key",)), role=sheet.role)


def _check_word(sheet: Sheet, expected: Expected) -> Iterator[Diagnostic]:
    at = Where(("word",))
    if sheet.word and not expected.opening:
        yield pb.WORD_NOT_NOW(at)
        return
    if len(sheet.word) > WORD_LIMIT:
        yield pb.WORD_TOO_LONG(at, length=len(sheet.word), limit=WORD_LIMIT)
    if not sheet.word.isprintable():
        yield pb.WORD_NOT_PLAIN(at)
    if sheet.word and expected.held_words:
        yield pb.WORD_NOT_HELD(at)


def _nearest(word: str, known: tuple[str, ...]) -> str:
    """The names that look most like the word, if any do."""
    from difflib import get_close_matches  # not for check

    return listed(get_close_matches(bare(word[:80]), known, n=2, cutoff=0.7), "or")


def kind_of(value: Any) -> str:
    """What a value is, in words for players."""
    if isinstance(value, str):
        return f"the text {_shown(value)}"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return "a number below 0" if value < 0 else "a number"
    if isinstance(value, list):
        return "a list"
    return "a table" if isinstance(value, dict) else "a date or time"


def _shown(text: str) -> str:
    """The player's own word, kept to a length that fits into a sentence."""
    return f'"{text}"' if len(text) <= 60 else f'"{text[:59]}…"'


# An entry, a text, a move; what somebody wrote behind a colon, or of a piece.
MAY_BE_ORDER = compile(r"[=\">]|:\s*[^\W\d_a-z]|[^\W\d_a-z]\w+ (?:to|into|nach|zu|verso|vers|hacia|do|à|ad|a) \w")


def may_be_order(line: str) -> bool:
    """Whether a line has a remark that looks at first sight like an order; `mail.blank` looks closer."""
    remark = line.partition("#")[2]
    return bool(remark) and bool(MAY_BE_ORDER.search(remark))
