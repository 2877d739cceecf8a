"""TOML read by ourselves: what stands where, and where and why a text stops being TOML. tomllib tells neither.

The walk needs no recursion and looks at every sign a bounded number of times, whatever the text. It is not the judge of
what is TOML, tomllib is; ``newer`` lets it take what TOML 1.1 has in addition.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from pbem.core.naming import Names, Table, note_pair

_HEX = "[0-9A-Fa-f]"
_TIME = r"(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]+)?"
_NEWER_TIME = r"(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]+)?)?"
_WHOLE = "[0-9](?:_?[0-9])*"
_SIMPLE = (
    r"([0-9]{4})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    r"(?:[Tt ]TIME(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])?)?|TIME"
    f"|0x{_HEX}(?:_?{_HEX})*|0b[01](?:_?[01])*|0o[0-7](?:_?[0-7])*"
    rf"|[+-]?(?:0|[1-9](?:_?[0-9])*)(?:\.{_WHOLE})?(?:[eE][+-]?{_WHOLE})?|true|false|[+-]?(?:inf|nan)"
)
BARE = re.compile("[A-Za-z0-9_-]+")
BLANK = re.compile("[ \t]*")
LINES = re.compile("(?:[ \t\n]|\r\n)*")
REMARK = re.compile("#[^\x00-\x08\x0a-\x1f\x7f]*")
LINE_END = re.compile("\r?\n|\\Z")
SHORT = re.compile(r"[1-9][0-9]{0,2}(?=[\s,\]}#]|\Z)")  # most numbers of a sheet, and no date
# The others are compiled where they are first needed: most sheets need few of them, and each costs at every start.
WITHIN = {
    '"': '[^"\\\\\x00-\x08\x0a-\x1f\x7f]*',
    "'": "[^'\x00-\x08\x0a-\x1f\x7f]*",
    '"""': '[^"\\\\\x00-\x08\x0b-\x1f\x7f]*(?:\r\n[^"\\\\\x00-\x08\x0b-\x1f\x7f]*)*',
    "'''": "[^'\x00-\x08\x0b-\x1f\x7f]*(?:\r\n[^'\x00-\x08\x0b-\x1f\x7f]*)*",
}
ESCAPE = rf'\\(?:[btnfr"\\]|u({_HEX}{{4}})|U({_HEX}{{8}}))'
NEWER_ESCAPE = rf'\\(?:[btnfre"\\]|u({_HEX}{{4}})|U({_HEX}{{8}})|x{_HEX}{{2}})'
FOLD = "\\\\[ \t]*(?:\r?\n(?:[ \t\n]|\r\n)*|\\Z)"  # a line that goes on with the first sign of a later one
BROKEN_FOLD = "\\\\[ \t]+"


class Fault(Exception):
    """Where the text stops being TOML, and why: a form of the code that says so."""

    def __init__(self, form: str, at: int, stop: int = -1) -> None:
        super().__init__(form, at)
        self.form, self.at = form, at
        self.stop = stop if stop >= 0 else at  # all before it is sound


class Part(NamedTuple):
    """One part of a key, and where it is written, with its quotes."""

    name: str
    start: int
    end: int


Key = tuple[Part, ...]


class Value(NamedTuple):
    """A value, where it is written, and what is in it; only a table has keys."""

    start: int
    end: int
    items: "tuple[Value, ...]" = ()
    keys: tuple[Key, ...] = ()


class Statement(NamedTuple):
    """``key = value``, or a [table] or [[table]] without a value."""

    key: Key
    value: Value | None
    repeated: bool = False


class Bracket:
    """A list or a table in braces that is not closed yet."""

    __slots__ = ("items", "keys", "names", "start")

    def __init__(self, start: int, names: Table | None) -> None:
        self.start = start
        self.items: list[Value] = []
        self.keys: list[Key] = []
        self.names = names  # none in a list


class Scanner:
    """One walk through a text; ``starts`` are the places where its sound statements begin."""

    def __init__(self, text: str, newer: bool = False) -> None:
        self.text = text
        self.newer = newer
        self.at = 0
        self.starts: list[int] = []
        self.open: list[Bracket] = []
        self._names = Names()

    def statements(self) -> Iterator[Statement]:
        """The statements of the text, one by one; a Fault where it goes wrong."""
        while sign := self._after(LINES):
            start = self.at
            if sign == "#":
                self._end_line()
                continue
            found = self._header() if sign == "[" else self._pair()
            self._end_line()
            self.starts.append(start)
            yield found

    def _after(self, pattern: re.Pattern[str]) -> str:
        """The sign that follows what is skipped; empty at the end."""
        found = pattern.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.text[self.at : self.at + 1]

    def _end_line(self) -> None:
        if self._after(BLANK) == "#":
            self._skip_remark()
        elif not LINE_END.match(self.text, self.at):
            raise Fault("left", self.at)

    def _skip_remark(self) -> None:
        self._after(REMARK)
        if not LINE_END.match(self.text, self.at):
            raise Fault("remark-sign", self.at)

    def _header(self) -> Statement:
        repeated = self.text.startswith("[[", self.at)
        self.at += 1 + repeated
        self._after(BLANK)
        key = self._key()
        if form := self._names.begin([part.name for part in key], repeated):
            raise Fault(form, self.at)
        if not self.text.startswith("]]" if repeated else "]", self.at):
            raise Fault("bracket", self.at)
        self.at += 1 + repeated
        return Statement(key, None, repeated)

    def _pair(self) -> Statement:
        if not BARE.match(self.text, self.at) and self.text[self.at] not in "\"'":
            raise Fault("statement", self.at)
        key = self._key_before_value()
        value = self._value()
        self._note(self._names.here, key, value)
        return Statement(key, value)

    def _note(self, table: Table, key: Key, value: Value) -> None:
        closed = self.text[value.start] in "[{"
        if form := note_pair(table, [part.name for part in key], closed, self._names.section):
            raise Fault(form, self.at)

    def _key_before_value(self) -> Key:
        key = self._key()
        if not self.text.startswith("=", self.at):
            raise Fault("equals", self.at)
        self.at += 1
        self._after(BLANK)
        return key

    def _key(self) -> Key:
        parts = [self._part()]
        while self._after(BLANK) == ".":
            self.at += 1
            self._after(BLANK)
            parts.append(self._part())
        return tuple(parts)

    def _part(self) -> Part:
        start = self.at
        sign = self._after(BARE)
        if self.at > start:
            return Part(self.text[start : self.at], start, self.at)
        if sign not in ('"', "'"):
            raise Fault("key", start)
        self._text_on_a_line(sign)
        return Part(unquoted(self.text[start : self.at]), start, self.at)

    def _value(self) -> Value:
        """A value with all that is in it."""
        while True:
            value = self._begun()
            while value is not None and self.open:
                bracket = self.open[-1]
                value = self._added(bracket, value) if bracket.names is None else self._paired(bracket, value)
            if value is not None:
                return value

    def _begun(self) -> Value | None:
        """A value that holds no other; none if a bracket was opened that does."""
        start, sign = self.at, self.text[self.at : self.at + 1]
        if sign == "[":
            self.at += 1
            self.open.append(Bracket(start, None))
            return self._closed() if self._after_gap() == "]" else None
        if sign == "{":
            self.at += 1
            self.open.append(Bracket(start, Table()))
            return self._closed() if self._after_gap_in_braces() == "}" else self._keyed(self.open[-1])
        if sign in ('"', "'"):
            self._text(sign)
        else:
            self._skip_simple()
        return Value(start, self.at)

    def _closed(self) -> Value:
        """The innermost bracket, whose end stands here."""
        self.at += 1
        bracket = self.open.pop()
        return Value(bracket.start, self.at, tuple(bracket.items), tuple(bracket.keys))

    def _keyed(self, bracket: Bracket) -> Value | None:
        """Nothing yet: a key was read, and its value comes next."""
        bracket.keys.append(self._key_before_value())
        return None

    def _added(self, bracket: Bracket, value: Value) -> Value | None:
        """The list, if it ends after this entry."""
        bracket.items.append(value)
        sign = self._after_gap()
        if sign == ",":
            self.at += 1
            return self._closed() if self._after_gap() == "]" else None
        if sign != "]":
            raise Fault("list", self.at)
        return self._closed()

    def _paired(self, bracket: Bracket, value: Value) -> Value | None:
        """The table in braces, if it ends after this pair."""
        assert bracket.names is not None
        self._note(bracket.names, bracket.keys[-1], value)
        bracket.items.append(value)
        sign = self._after_gap_in_braces()
        if sign == ",":
            self.at += 1
            ends = self._after_gap_in_braces() == "}" and self.newer
            return self._closed() if ends else self._keyed(bracket)
        if sign != "}":
            raise Fault("braces", self.at)
        return self._closed()

    def _after_gap(self) -> str:
        """The next sign that is neither blank nor in a remark."""
        while (sign := self._after(LINES)) == "#":
            self._skip_remark()
        return sign

    def _after_gap_in_braces(self) -> str:
        return self._after_gap() if self.newer else self._after(BLANK)

    def _skip_simple(self) -> None:
        """A number, a date, a time, true or false."""
        if short := SHORT.match(self.text, self.at):
            self.at = short.end()
            return
        pattern = re.compile(_SIMPLE.replace("TIME", _NEWER_TIME if self.newer else _TIME))
        found = pattern.match(self.text, self.at)
        if not found:
            raise Fault("value", self.at)
        if found[1] and not _is_day(int(found[1]), int(found[2]), int(found[3])):
            raise Fault("date", self.at)
        self.at = found.end()

    def _text(self, quote: str) -> None:
        if self.text.startswith(quote * 3, self.at):
            self._text_on_lines(quote * 3)
        else:
            self._text_on_a_line(quote)

    def _text_on_a_line(self, quote: str) -> None:
        self.at += 1
        within = re.compile(WITHIN[quote])
        while (sign := self._after(within)) != quote:
            if sign == "\\":
                self._skip_escape()
            elif LINE_END.match(self.text, self.at):
                raise Fault("cut" if sign else "quotes", self.at)
            else:
                raise Fault("sign", self.at)
        self.at += 1

    def _text_on_lines(self, fence: str) -> None:
        start = self.at
        self.at += 3
        within = re.compile(WITHIN[fence])
        sign = self._after(within)
        while not self.text.startswith(fence, self.at):
            if sign == "\\":
                self._skip_fold()
            elif not sign:
                raise Fault("fence", start, self.at)
            elif sign != fence[0]:
                raise Fault("sign", self.at)
            else:
                self.at += 1
            sign = self._after(within)
        self.at += 3
        for _ in range(2):  # the last signs of the text may be quotes themselves
            self.at += self.text.startswith(fence[0], self.at)

    def _skip_fold(self) -> None:
        """A \\ in a text of several lines: at the end of a line it joins it with the next."""
        if found := re.compile(FOLD).match(self.text, self.at):
            self.at = found.end()
        elif found := re.compile(BROKEN_FOLD).match(self.text, self.at):
            raise Fault("backslash", found.end())
        else:
            self._skip_escape()

    def _skip_escape(self) -> None:
        found = re.compile(NEWER_ESCAPE if self.newer else ESCAPE).match(self.text, self.at)
        if not found:
            raise Fault("backslash", self.at + (1 if LINE_END.match(self.text, self.at + 1) else 2))
        self.at = found.end()
        number = int(found[1] or found[2] or "0", 16)
        if 0xD800 <= number < 0xE000 or number > 0x10FFFF:
            raise Fault("backslash", self.at)


def unquoted(raw: str) -> str:
    """A part of a key without its quotes."""
    if raw[0] == "'" or "\\" not in raw:
        return raw[1:-1]
    return re.sub(r"\\(?:x(..)|u(....)|U(.{8})|(.))", _meant, raw[1:-1])


def _meant(escape: re.Match[str]) -> str:
    """The sign that an escape stands for."""
    if number := escape[1] or escape[2] or escape[3]:
        return chr(int(number, 16))
    return {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b"}.get(escape[4], escape[4])


def _is_day(year: int, month: int, day: int) -> bool:
    """Whether the calendar has this day; what is no month or above 31 does not come so far."""
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return year > 0 and day <= (28 + leap if month == 2 else 30 if month in (4, 6, 9, 11) else 31)
