"""Making faults: every small change of a module that tests should see, each with a name of its own."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

TOP = Path(__file__).resolve().parents[2]
ROOTS = ("pbem/rulesets", "pbem/seal", "pbem/store", "pbem/workflow/gate.py")
# Made by a program, or the program that makes them.
LEFT_OUT = ("facts.py", "atlas.py", "lettering.py", "tables.py", "surveying.py")
WORDING = ("about", "message", "hint", "title", "help", "note")
SLUG = re.compile(r"[a-z0-9][a-z0-9_.-]*")


class Fault(NamedTuple):
    """One change: bytes ``start`` to ``end`` of a file become ``after``."""

    path: str
    where: str  # the function it is in
    kind: str
    line: int
    last: int
    start: int
    end: int
    before: str
    after: str
    nth: int = 1  # of the same changes in the same function

    @property
    def name(self) -> str:
        """What it is called in faults.toml: it stays when other lines of the file change."""
        nth = f" (no. {self.nth})" if self.nth > 1 else ""
        return f"{self.path} {self.where or 'module'}: {self.before} -> {self.after}{nth}"


COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
SIGNS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip
EMPTY = {"tuple": "()", "list": "[]", "dict": "{}", "Mapping": "{}", "str": "''", "bytes": "b''", "int": "0"}
Changed = Iterator[tuple[str, ast.AST, str]]


def compared(node: ast.AST) -> Changed:
    """A comparison with one of its signs turned."""
    if isinstance(node, ast.Compare):
        for at, sign in enumerate(node.ops):
            other = copy.deepcopy(node)
            other.ops[at] = COMPARISONS[type(sign)]()
            yield "comparison", node, f"({ast.unparse(other)})"


def joined(node: ast.AST) -> Changed:
    """``and`` for ``or``, ``+`` for ``-``, and the reverse."""
    if isinstance(node, ast.BoolOp):
        sign: ast.boolop = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield "and/or", node, f"({ast.unparse(ast.BoolOp(sign, node.values))})"
    if isinstance(node, ast.BinOp) and type(node.op) in SIGNS:
        yield "sign", node, f"({ast.unparse(ast.BinOp(node.left, SIGNS[type(node.op)](), node.right))})"
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "not", node, f"({ast.unparse(node.operand)})"


def constants(node: ast.AST) -> Changed:
    """A number one off, a truth turned, a key or label spelled otherwise."""
    if not isinstance(node, ast.Constant):
        return
    if isinstance(node.value, bool):
        yield "truth", node, str(not node.value)
    elif isinstance(node.value, int):
        yield from (("number", node, f"({node.value + step})") for step in (1, -1))
    elif isinstance(node.value, str) and SLUG.fullmatch(node.value):
        yield "label", node, repr(node.value + "x")


def conditions(node: ast.AST) -> Changed:
    """A condition that always holds, or never does; the other branch left out."""
    if isinstance(node, ast.If | ast.IfExp):
        yield from (("condition", node.test, always) for always in ("True", "False"))
    if isinstance(node, ast.While):
        yield "condition", node.test, "False"
    if isinstance(node, ast.comprehension):
        yield from (("condition", test, always) for test in node.ifs for always in ("True", "False"))
    if isinstance(node, ast.If) and node.orelse and not isinstance(node.orelse[0], ast.If):
        yield from (("branch", line, "pass") for line in node.orelse[:1] if len(node.orelse) == 1)


def statements(node: ast.AST) -> Changed:
    """A statement left out."""
    gone = isinstance(node, ast.Assign | ast.AugAssign | ast.Raise | ast.Continue | ast.Break)
    said = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call | ast.Yield | ast.YieldFrom)
    if gone or said:
        yield "statement", node, "pass"


def elements(node: ast.AST) -> Changed:
    """A list of three things or more, or a table, without one of them."""
    loaded = isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
    if isinstance(node, ast.Tuple | ast.List | ast.Set) and len(node.elts) > 2 and loaded:
        yield from (("element", part, "*()") for part in node.elts)
    if isinstance(node, ast.Dict) and len(node.keys) > 1:
        for key, value in zip(node.keys, node.values, strict=True):
            if key is not None:
                yield "element", Span(key, value), "**{}"


class Span(ast.AST):
    """A key and its value, as one part of a table."""

    def __init__(self, key: ast.expr, value: ast.expr) -> None:
        super().__init__()
        self.lineno, self.col_offset = key.lineno, key.col_offset
        self.end_lineno, self.end_col_offset = value.end_lineno, value.end_col_offset


def returned(node: ast.AST) -> Changed:
    """A function that gives nothing, or the contrary, back."""
    if not isinstance(node, ast.FunctionDef):
        return
    kind = ast.unparse(node.returns) if node.returns else ""
    nothing = next((empty for word, empty in EMPTY.items() if kind.startswith(word)), "None")
    for line in own_returns(node):
        assert line.value is not None
        text = f"not ({ast.unparse(line.value)})" if kind == "bool" else nothing
        if ast.unparse(line.value) != text:
            yield "return", line, f"return {text}"


def own_returns(node: ast.AST) -> Iterator[ast.Return]:
    """The returns of a function with a value, without those of functions in it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Return) and child.value is not None:
            yield child
        elif not isinstance(child, ast.FunctionDef | ast.Lambda):
            yield from own_returns(child)


KINDS: tuple[Callable[[ast.AST], Changed], ...] = (
    compared, joined, constants, conditions, statements, elements, returned,
)  # fmt: skip


def is_left_out(node: ast.AST) -> bool:
    """What no test need see: types, wording, docstrings, what a type checker wants to hear."""
    match node:
        case ast.Assert() | ast.JoinedStr() | ast.Import() | ast.ImportFrom():
            return True
        case ast.Expr(value=ast.Constant()):
            return True
        case ast.keyword(arg=word) if word in (*WORDING, "strict"):  # zip's strict is an assert
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.Expr(value=ast.Call(func=ast.Name(id="assert_never"))):
            return True
        case ast.Call(func=ast.Name(id="TypeVar" | "cast" | "NewType")):
            return True
        case ast.Assign(targets=[ast.Name(id="__all__" | "__slots__" | "__match_args__")]):
            return True
    return False


def children(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node in which a fault may lie."""
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "type_comment"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not is_left_out(child) and not names_type(child):
                yield child


def names_type(node: ast.AST) -> bool:
    """``Task = SetUp | Shuffle``, ``Pair = tuple[int, int]``: a name for a type."""
    if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
        return False
    if not node.targets[0].id[0].isupper() or node.targets[0].id.isupper():
        return False
    parts = {type(part) for part in ast.walk(node.value)}
    return parts <= {ast.BinOp, ast.BitOr, ast.Name, ast.Load, ast.Subscript, ast.Tuple, ast.List, ast.Constant,
                     ast.Attribute} and bool(parts & {ast.Subscript, ast.BitOr})  # fmt: skip


def walked(node: ast.AST, where: str = "") -> Iterator[tuple[str, ast.AST]]:
    """All nodes with the function each is in."""
    yield where, node
    for child in children(node):
        inner = isinstance(child, ast.FunctionDef | ast.ClassDef)
        yield from walked(child, f"{where}.{child.name}".strip(".") if inner else where)


def faults_of(path: str, source: str) -> list[Fault]:
    """Every fault that can be put into a module, each once."""
    starts = [0]
    for line in source.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found: dict[tuple[int, int, str], Fault] = {}
    for where, node in walked(ast.parse(source)):
        for make in KINDS:
            for kind, part, after in make(node):
                start = starts[part.lineno - 1] + part.col_offset
                end = starts[part.end_lineno - 1] + part.end_col_offset
                before = " ".join(source.encode()[start:end].decode().split())
                found.setdefault(
                    (start, end, after),
                    Fault(path, where, kind, part.lineno, part.end_lineno, start, end, before, after),
                )
    return numbered(sorted(found.values(), key=lambda fault: (fault.start, fault.end, fault.after)))


def numbered(faults: list[Fault]) -> list[Fault]:
    """The same faults, told apart where one function has the same change twice."""
    seen: dict[str, int] = {}
    made = []
    for fault in faults:
        seen[fault.name] = seen.get(fault.name, 0) + 1
        made.append(fault._replace(nth=seen[fault.name]))
    return made


def all_faults(top: Path = TOP) -> list[Fault]:
    """Every fault of the modules under ROOTS, in a fixed order."""
    files = [file for root in ROOTS for file in (sorted((top / root).rglob("*.py")) or [top / root])]
    kept = [file for file in files if file.name not in LEFT_OUT]
    return [fault for file in kept for fault in faults_of(str(file.relative_to(top)), file.read_text("utf-8"))]


def put_in(fault: Fault, source: bytes) -> bytes:
    """The module with the fault in it; as it was, if the fault is none."""
    if fault.after == fault.before:
        return source
    return source[: fault.start] + fault.after.encode() + source[fault.end :]
