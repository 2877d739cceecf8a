"""What every game shares: values and functions without files, clock or terminal.

Here, in one module because `pbem check` loads it: records, hashes, harmless text, names as people write them, and
complaints.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

__all__ = [
    "PLAIN", "SHEET", "VERSION", "Code", "Diagnostic", "Form", "LazyCodes", "Names", "Record", "Where", "bare",
    "commitment", "harmless", "harmless_json", "has_errors", "hash_much", "index", "listed", "piece_of", "plain",
    "sha256", "table",
]  # fmt: skip

VERSION = "0.1.0"  # of the program; a game keeps by which its files were made


# Records: named tuples that cost little at every start, for values of which a command makes few.
#
# `typing.NamedTuple` writes a function for each class and translates it, sixty times before a sheet is looked at. Here
# one function serves all classes: a class takes a sixth of the time to make, and a value several times as long. What
# the rules make by the thousand (a state, an event, a place in a sheet) stays a `NamedTuple`.

if TYPE_CHECKING:
    from typing import NamedTuple as Record
else:

    class _Maker(type):
        """Makes a class of records out of what its body says, as `NamedTuple` does."""

        def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> type:
            if bases and getattr(bases[0], "_fields", ()):  # what is made of a record has its fields, and no more
                return super().__new__(cls, name, bases, {"__slots__": (), **body})
            # Newer Pythons reckon annotations late, unless they are texts, and then there would be no fields.
            if bases != (tuple,) and "__annotations__" not in body:
                raise TypeError(f"the module of {name} lacks: from __future__ import annotations")
            fields = tuple(body.get("__annotations__", ()))
            defaults = {field: body[field] for field in fields if field in body}
            getters = {field: property(itemgetter(at)) for at, field in enumerate(fields)}
            more = {"__slots__": (), "__match_args__": fields, "_fields": fields, "_field_defaults": defaults}
            return super().__new__(cls, name, bases, {**body, **getters, **more})

    class Record(tuple, metaclass=_Maker):
        """A tuple whose parts have names. It is written as a `NamedTuple` is, and can do what one can."""

        def __new__(cls, *values: Any, **named: Any) -> Record:
            if named or len(values) != len(cls._fields):
                values = _completed(cls, values, named)
            return tuple.__new__(cls, values)

        @classmethod
        def _make(cls, values: Any) -> Record:
            return cls(*values)

        def _replace(self, **changes: Any) -> Record:
            return type(self)(**{**self._asdict(), **changes})

        def _asdict(self) -> dict[str, Any]:
            return dict(zip(self._fields, self, strict=True))

        def __getnewargs__(self) -> tuple[Any, ...]:
            return tuple(self)

        def __repr__(self) -> str:
            parts = [f"{field}={value!r}" for field, value in self._asdict().items()]
            return f"{type(self).__name__}({', '.join(parts)})"

    def _completed(cls: type[Record], values: tuple[Any, ...], named: dict[str, Any]) -> list[Any]:
        """The values of all fields, with those given by name and those that go without saying."""
        rest = cls._fields[len(values) :]
        known = {**cls._field_defaults, **named}
        odd = [field for field in named if field not in rest]
        if odd or len(values) > len(cls._fields) or any(field not in known for field in rest):
            wrong = odd or [field for field in rest if field not in known]
            raise TypeError(f"{cls.__name__} has the fields {', '.join(cls._fields)}: not so {', '.join(wrong)}")
        return [*values, *[known[field] for field in rest]]


# hashes


def sha256(data: bytes) -> bytes:
    """SHA-256, from the interpreter's own module where there is one: loading OpenSSL costs more than a few hashes."""
    openssl = sys.modules.get("hashlib")
    return (openssl.sha256 if openssl else _own_sha256())(data).digest()  # type: ignore[no-any-return]


@cache
def _own_sha256() -> Callable[[bytes], Any]:
    with suppress(ImportError):
        return import_module("_sha256").sha256  # type: ignore[no-any-return]
    with suppress(ImportError):
        return import_module("_sha2").sha256  # type: ignore[no-any-return]
    return import_module("hashlib").sha256  # type: ignore[no-any-return]


def hash_much() -> None:
    """For a command that hashes a whole game: OpenSSL takes 3 ms to load, and then a third of the time for a hash."""
    import_module("hashlib")


def commitment(seed: str) -> str:
    """What is published of a seed before the game: its hash."""
    return sha256(f"pbem seed\n{seed}".encode()).hex()


# Signs that do something to a terminal or a reader instead of being read: control signs but line feed and tab, those
# that turn the writing round, those without width, halves of signs. Not by category, which differs between Pythons.
_ACTING = (
    "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f"
    "\\ufeff\\ufff9-\\ufffb\\ud800-\\udfff\\U000e0000-\\U000e007f]"
)


def harmless(text: str) -> str:
    """The text with every sign that acts shown as what it is, like ``\\x1b``."""
    return _replaced(text, _shown)


def _shown(code: int) -> str:
    """A sign as it is written in texts of Python, and from 128 on in those of TOML."""
    return f"\\x{code:02x}" if code < 128 else f"\\u{code:04x}" if code < 65536 else f"\\U{code:08x}"


def harmless_json(text: str) -> str:
    """The same for JSON, where it stays the same value: a sign beyond the first plane is written in halves."""
    return _replaced(text, _halves)


def _halves(code: int) -> str:
    high, low = divmod(code - 0x10000, 0x400)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"


def _replaced(text: str, shown: Callable[[int], str]) -> str:
    # No sign that acts is printable, in any Python, and nearly every text is: the search is a millisecond of work.
    if text.replace("\n", "").replace("\t", "").isprintable():
        return text
    with suppress(UnicodeError):  # the name of a file that a locale could not read is read as what it is
        text = text.encode("utf-8", "surrogateescape").decode()

    return re.sub(_ACTING, lambda found: shown(ord(found[0])), text)


# names as people write them: without accents, with or without spaces, slightly wrong

_LETTERS = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "ß": "ss", "ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe"})


def plain(text: str) -> str:
    """The name in small letters, without spaces and signs; accents stay."""
    if max(text, default="") >= "\u0300":  # an accent that stands alone, as some keyboards write it
        from unicodedata import normalize  # not for check

        text = normalize("NFC", text)
    return "".join([letter for letter in text.lower() if letter.isalnum()])


def bare(text: str) -> str:
    """The name as ``plain`` gives it, without its accents."""
    text = plain(text)
    if text.isascii():
        return text
    from unicodedata import normalize  # not for check

    letters = normalize("NFD", text.translate(_LETTERS))
    return "".join([letter for letter in letters if letter.isascii() and letter.isalnum()])


class Names(Record):
    """Two ways to find a thing by its name: as it is spelled, and without accents or by id."""

    exact: Mapping[str, tuple[int, ...]]
    loose: Mapping[str, tuple[int, ...]]

    def find(self, word: str) -> tuple[int, ...]:
        """All things of that name: one when it is clear, several when it is not, none when it is unknown."""
        return self.exact.get(plain(word)) or self.loose.get(bare(word)) or ()

    def nearest(self, word: str, count: int = 3) -> tuple[int, ...]:
        """The things whose names look most like the word."""
        from difflib import get_close_matches  # not for check

        keys = get_close_matches(bare(word), list(self.loose), n=2 * count, cutoff=0.6)
        found = dict.fromkeys(thing for key in keys for thing in self.loose[key])
        return tuple(found)[:count]


def index(names: Iterable[tuple[int, str, str]]) -> Names:
    """The index of things given as (thing, id, display name)."""
    exact: dict[str, tuple[int, ...]] = {}
    loose: dict[str, tuple[int, ...]] = {}
    for thing, id_, name in names:
        exact[plain(name)] = (*exact.get(plain(name), ()), thing)
        for key in dict.fromkeys((bare(name), bare(id_))):
            loose[key] = (*loose.get(key, ()), thing)
    return Names(exact, loose)


def listed(words: Iterable[str], link: str = "and") -> str:
    """``a, b and c``."""
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {link} {items[-1]}"


# complaints about a sheet: values with a code, a place and the facts of the case


class Where(NamedTuple):
    """A place in a sheet: the path of keys and indexes, and a span of characters in the text found there."""

    path: tuple[str | int, ...] = ()
    start: int = -1
    end: int = -1

    def part(self, start: int, end: int) -> Where:
        """A span inside the same text."""
        return Where(self.path, start, end)


SHEET = Where()


class Form(Record):
    """The whole sentences of a code for one kind of case; what is left empty is as in the code itself."""

    message: str = ""
    hint: str = ""
    rule: str = ""


PIECE = 120  # characters of what somebody wrote that a complaint repeats at the most


def piece_of(text: str) -> str:
    """What somebody wrote, kept to a length that fits into a sentence."""
    return text if len(text) <= PIECE else f"{text[: PIECE - 1]}…"


class Code(Record):
    """One kind of fault. The id keeps its meaning for ever."""

    id: str
    name: str
    message: str
    hint: str = ""
    rule: str = ""
    severity: str = "error"
    about: str = ""
    forms: Mapping[str, Form] = {}  # by the fact ``form`` of a diagnostic

    def __call__(self, at: Where, /, **facts: Any) -> Diagnostic:
        """A fault of this kind; of the facts ``text`` and ``key``, which somebody wrote, a piece is enough."""
        for name in ("text", "key"):
            if isinstance(written := facts.get(name), str):
                facts[name] = piece_of(written)
        return Diagnostic(self, at, facts)


class Diagnostic(NamedTuple):
    """One fault of one sheet."""

    code: Code
    at: Where
    facts: dict[str, Any]

    @property
    def is_error(self) -> bool:
        return self.code.severity == "error"

    @property
    def form(self) -> Form:
        """The sentences for this case; a form the code does not have is a fault of the program."""
        name = self.facts.get("form", "")
        return self.code.forms[name] if name else PLAIN

    @property
    def message(self) -> str:
        return harmless((self.form.message or self.code.message).format_map(self.facts))

    @property
    def rule(self) -> str:
        """The number of the rule that decides this case."""
        return self.form.rule or self.code.rule

    @property
    def hint(self) -> str:
        """What would be right; a fact named ``hint`` takes the place of the general one."""
        own = self.facts.get("hint")
        return harmless(str(own) if own is not None else (self.form.hint or self.code.hint).format_map(self.facts))

    @property
    def stub(self) -> tuple[str, ...]:
        """Lines to be put into the sheet, which the hint speaks of."""
        return tuple(harmless(line) for line in self.facts.get("stub", ()))


PLAIN = Form()


def has_errors(diagnostics: tuple[Diagnostic, ...] | list[Diagnostic]) -> bool:
    """Whether a sheet with these diagnostics is refused."""
    return any(d.is_error for d in diagnostics)


def table(*codes: Code) -> dict[str, Code]:
    """The codes by id; an id given twice is a fault of the program."""
    rows = {code.id: code for code in codes}
    if len(rows) != len(codes):
        raise ValueError("a diagnostic id is used twice")
    return rows


class LazyCodes:
    """The codes of a ruleset, loaded with the first complaint: a clean sheet does without them."""

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Code:
        code: Code = getattr(import_module(self._module), name)
        vars(self)[name] = code  # found without asking from now on
        return code
