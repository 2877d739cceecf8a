"""The spots of a TOML text as tree-sitter finds them: what our own walk is held to."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator

import tree_sitter_toml
from tree_sitter import Language, Node, Parser

from pbem.report.places import DEPTH, Path, Span, Spot


class TreePlaces:
    """The spots of all paths of a text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.spots: dict[Path, Spot] = {}
        self._tables: dict[Path, int] = {}  # how often each [[table]] has come so far
        self._raw = text.encode()
        self._characters = None if text.isascii() else _characters(self._raw)
        tree = Parser(Language(tree_sitter_toml.language())).parse(self._raw)
        for node in _parts(tree.root_node):
            self._read_statement(node)

    def _read_statement(self, node: Node) -> None:
        if node.type == "pair":
            self._read_pair(node, ())
        elif node.type in ("table", "table_array_element"):
            head, *pairs = _parts(node)
            path = self._read_header(head, node.type == "table_array_element")
            for pair in pairs:
                self._read_pair(pair, path)

    def _read_header(self, node: Node, repeated: bool) -> Path:
        """The path a [table] or a [[table]] opens: below a [[table]] it belongs to the last one so far."""
        path: Path = ()
        keys = self._keys(node)
        for place, (key, span) in enumerate(keys, 1):
            path = (*path, key)
            last = place == len(keys)
            if last and not repeated:
                self.spots[path] = Spot(span, span)
            self._mark(path, Spot(span, span))
            if last and repeated:
                self._tables[path] = self._tables.get(path, 0) + 1
            if path in self._tables:
                path = (*path, self._tables[path] - 1)
                self._mark(path, Spot(span, span))
        return path

    def _read_pair(self, pair: Node, base: Path) -> None:
        """Note a pair and, without recursion, everything inside its value."""
        agenda = [(pair, base)]
        while agenda:
            node, path = agenda.pop()
            if len(path) >= DEPTH:
                continue
            if node.type == "pair":
                agenda.extend(self._entered(node, path))
            elif node.type == "array":
                for at, part in enumerate(_parts(node)):
                    span = self._span(part)
                    self._mark((*path, at), Spot(span, span))
                    agenda.append((part, (*path, at)))
            elif node.type == "inline_table":
                agenda.extend((part, path) for part in _parts(node))

    def _entered(self, pair: Node, path: Path) -> list[tuple[Node, Path]]:
        """Note the key and the value of a pair; the value is to be entered next."""
        parts = [*_parts(pair)]
        if len(parts) != 2:
            return []
        keys = self._keys(parts[0])
        value = self._span(parts[1])
        for place, (key, span) in enumerate(keys, 1):
            path = (*path, key)
            self._mark(path, Spot(span, value if place == len(keys) else span))
        return [(parts[1], path)]

    def _mark(self, path: Path, spot: Spot) -> None:
        self.spots.setdefault(path, spot)

    def _keys(self, node: Node) -> list[tuple[str, Span]]:
        """The parts of a key from left to right; tree-sitter hangs them into each other from the right."""
        keys: list[tuple[str, Span]] = []
        agenda = [node]
        while agenda:
            node = agenda.pop()
            if node.type == "dotted_key":
                agenda.extend(_parts(node))
            else:
                span = self._span(node)
                keys.append((_key(self.text[span.start : span.end]), span))
        return keys[::-1][:DEPTH]

    def _span(self, node: Node) -> Span:
        if self._characters is None:
            return Span(node.start_byte, node.end_byte)
        return Span(self._characters[node.start_byte], self._characters[node.end_byte])


def _parts(node: Node) -> Iterator[Node]:
    """The children that mean something."""
    return (part for part in node.named_children if part.type not in ("comment", "ERROR"))


def _characters(raw: bytes) -> list[int]:
    """For each byte of the text, and for its end, the number of the character it belongs to."""
    numbers = []
    number = -1
    for byte in raw:
        number += byte & 0xC0 != 0x80
        numbers.append(number)
    return [*numbers, number + 1]


def _key(raw: str) -> str:
    """A key without its quotes."""
    if raw[:1] not in ('"', "'"):
        return raw
    try:
        return next(iter(tomllib.loads(f"{raw} = 0")))
    except (ValueError, StopIteration):
        return raw.strip("\"'")
