"""Tables as TOML, in the one way in which this program writes them.

Digests and promises are made of these bytes, so they are the same for ever, whatever version of a library is installed;
`tests/store/test_plain.py` holds them to those of tomli_w, with which the first games were written.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

_BARE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")  # keys of these need no quotes
_ODD = re.compile('[\x00-\x08\x0a-\x1f"\\\\\x7f]')
_ESCAPES = {"\b": "\\b", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
_LONGEST = 95  # signs of a table that stands in one line of a list
_SIMPLE = {str, int, bool}
_PLAIN = {str, int, bool, list, tuple, dict}


def toml(table: Mapping[str, Any]) -> str:
    """The table, its keys in the order given: plain values first, then the tables below it."""
    parts: list[str] = []
    _write(table, "", parts, head="")
    return "".join(parts)


def _write(table: Mapping[str, Any], name: str, parts: list[str], head: str, listed: bool = False) -> None:
    """A table below its head; a head that has nothing but other tables below it is left out, unless it is listed."""
    tables: list[tuple[str, Mapping[str, Any], bool]] = []
    values = []
    for key, value in table.items():
        if type(value) is str and not _ODD.search(value):  # most of all, and so without another call
            values.append(f'{_key(key)} = "{value}"\n')
        elif type(value) in _SIMPLE:
            values.append(f"{_key(key)} = {_value(value)}\n")
        elif is_table(value):
            tables.append((key, value, False))
        elif value and is_list(value) and _is_long(value):
            tables += [(key, row, True) for row in value]
        else:
            values.append(f"{_key(key)} = {_value(value)}\n")
    begun = len(parts)
    if head and (listed or values or not tables):
        parts.append(head)
    parts += values
    for key, below, is_listed in tables:
        if len(parts) > begun:
            parts.append("\n")
        path = f"{name}.{_key(key)}" if name else _key(key)
        _write(below, path, parts, f"[[{path}]]\n" if is_listed else f"[{path}]\n", is_listed)


def is_table(value: Any) -> bool:
    """Whether a value is a table; asked by type where that is enough, for it is asked of every value."""
    kind = type(value)
    return kind is dict or (kind not in _PLAIN and isinstance(value, Mapping))


def is_list(value: Any) -> bool:
    """Whether a value is a list."""
    kind = type(value)
    return kind is list or kind is tuple or (kind not in _PLAIN and isinstance(value, list | tuple))


def _is_long(rows: Sequence[Any]) -> bool:
    """Whether these are tables, one of which does not fit into a line."""
    return all(map(is_table, rows)) and any(map(_is_long_row, rows))


def _is_long_row(row: Mapping[str, Any]) -> bool:
    if any(value and is_list(value) for value in row.values()):
        return True  # a list is written over several lines
    inline = _inline(row)
    return len(inline) > _LONGEST or "\n" in inline


def _value(value: Any, indent: str = "\n") -> str:
    kind = type(value)
    if kind is str:
        return _text(value) if _ODD.search(value) else f'"{value}"'
    if kind is int:
        return str(value)
    if kind is bool:
        return "true" if value else "false"
    if is_list(value):
        return _list(value, indent)
    return _inline(value) if is_table(value) else _other(value)


def _list(items: Sequence[Any], indent: str) -> str:
    """A list, each item in a line of its own; ``indent`` begins with the line break."""
    if not items:
        return "[]"
    inner = f"{indent}    "
    if {*map(type, items)} == {str} and not _ODD.search("".join(items)):
        between = f'",{inner}"'
        return f'[{inner}"{between.join(items)}",{indent}]'
    return f"[{inner}{f',{inner}'.join([_value(item, inner) for item in items])},{indent}]"


def _inline(table: Mapping[str, Any]) -> str:
    if not table:
        return "{}"
    return f"{{ {', '.join([f'{_key(key)} = {_value(value)}' for key, value in table.items()])} }}"


@lru_cache(1024)
def _key(key: str) -> str:
    return key if key and _BARE.issuperset(key) else _text(key)


def _text(text: str) -> str:
    return f'"{_ODD.sub(_escaped, text)}"'


def _escaped(found: re.Match[str]) -> str:
    sign = found[0]
    return _ESCAPES.get(sign) or f"\\u{ord(sign):04x}"


def _other(value: Any) -> str:
    """A number with a point or a date: no game has them, but a sheet can."""
    import tomli_w  # not for adjudicate

    return tomli_w.dumps({"x": value}).removeprefix("x = ").rstrip("\n")
