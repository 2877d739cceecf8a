"""Where templates run: those of a game directory come from anybody, so they see plain data and can do nothing else.

Jinja's sandbox keeps them from Python; a budget of signs and items keeps them from never ending; the loader keeps them
in the two folders of templates.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from typing import Any

from jinja2 import BaseLoader, Environment, TemplateNotFound, TemplateSyntaxError, nodes, pass_context
from jinja2.exceptions import SecurityError
from jinja2.filters import FILTERS
from jinja2.runtime import LoopContext, Macro, Undefined, markup_join
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Namespace
from markupsafe import Markup

from pbem.core import harmless

BUDGET = 20_000_000  # signs and items in the making of one text; a long report needs a hundredth of it
SOURCE = 200_000  # bytes of a template
LARGEST = 10_000  # no width, indent or count in a template is larger
ENDS = (".j2", ".css", ".js")  # what lies in a folder of templates; nothing else is read from it

_FILTERS = (
    "abs", "capitalize", "count", "d", "default", "e", "escape", "first", "int", "items", "join", "last", "length",
    "list", "lower", "map", "max", "min", "reject", "rejectattr", "reverse", "round", "safe", "select", "selectattr",
    "sort", "string", "sum", "title", "trim", "unique", "upper",
)  # fmt: skip
_METHODS = {
    str: (
        "capitalize", "count", "endswith", "find", "isdecimal", "lower", "lstrip", "removeprefix", "removesuffix",
        "rstrip", "split", "splitlines", "startswith", "strip", "title", "upper",
    ),
    dict: ("get", "items", "keys", "values"),
    list: ("count", "index"),
}  # fmt: skip
_PRINTED = (str, int, float, type(None), Undefined)


class Outside(TemplateNotFound):
    """A template that is not to be read from where it lies."""


class TemplateFault(Exception):
    """A template of a game's own cannot be used: its file, the line if it is known, and why."""

    def __init__(self, file: str, line: int, why: str) -> None:
        self.file, self.line, self.why = file, line, why
        super().__init__(f"{file}:{line}: {why}")


# what goes in


def plain(value: Any) -> Any:
    """The model as plain data: texts made harmless, lists for tuples, tables for records; anything else is a fault of
    the program."""
    match value:
        case None | bool():
            return value
        case str():
            return harmless(str(value))
        case int() | float():
            return value
        case tuple() if hasattr(value, "_asdict"):
            return plain(value._asdict())
        case list() | tuple():
            return [plain(item) for item in value]
        case Mapping():
            return {plain(key): plain(item) for key, item in value.items()}
    raise TypeError(f"a template is given plain data only, not {type(value).__name__}")


# where templates come from


class Folders(BaseLoader):
    """Templates by name from folders, the first that has one; nothing from outside of them."""

    def __init__(self, places: Sequence[str]) -> None:
        self.places = places

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        parts = template.split("/")
        if not all(parts) or any(part in (".", "..") or "\\" in part or ":" in part for part in parts):
            raise Outside(template, f"{template!r} does not lie in the folder of templates")
        if not template.endswith(ENDS):
            raise Outside(template, f"{template!r} is not the name of a template: it must end in .j2, .css or .js")
        for place in self.places:
            path = os.path.join(place, *parts)
            if os.path.lexists(path):
                return self._read(place, path, template), path, lambda: True
        raise TemplateNotFound(template, f"there is no template {template!r}")

    def _read(self, place: str, path: str, name: str) -> str:
        if not is_inside(place, path):
            raise Outside(name, f"{name!r} is a link that leads out of the folder of templates")
        try:
            with open(path, "rb") as file:
                data = file.read(SOURCE + 1)
        except OSError as error:
            raise Outside(name, f"{name!r} cannot be read: {error.strerror}") from None
        if len(data) > SOURCE:
            raise Outside(name, f"{name!r} has more than {SOURCE} bytes")
        try:
            return data.decode()
        except UnicodeDecodeError as error:
            raise Outside(name, f"{name!r} is not UTF-8 at byte {error.start}") from None


def is_inside(folder: str, path: str) -> bool:
    """Whether a path leads to a plain file in a folder, no link leading out of it, the folder itself not being one."""
    top, real = os.path.realpath(folder), os.path.realpath(path)
    return not os.path.islink(folder) and os.path.isfile(real) and real.startswith(top + os.sep)


# what they can do


class Sandbox(ImmutableSandboxedEnvironment):
    """An environment for templates nobody has to trust."""

    intercepted_binops = frozenset(("*", "**", "%", "+", "-"))
    left = BUDGET

    def __init__(self, filters: Mapping[str, Callable[..., Any]], **options: Any) -> None:
        super().__init__(finalize=_finalized, **options)
        known = {**{name: self.filters[name] for name in _FILTERS}, **filters, "join": _joined}
        self.filters = {**{name: self._watched(known[name]) for name in known}, **_OWN}
        self.globals = {"range": self._range, "namespace": Namespace}

    def is_plain(self, filters: Mapping[str, Callable[..., Any]]) -> bool:
        """Whether it has these filters and what every sandbox has, and nothing that somebody added."""
        known = {**{name: FILTERS[name] for name in _FILTERS}, **filters, "join": _joined}
        found = {name: getattr(made, "__wrapped__", made) for name, made in self.filters.items()}
        return found == {**known, **_OWN} and self.globals == {"range": self._range, "namespace": Namespace}

    def spend(self, count: int) -> None:
        """Take from the budget; when it is used up, the template is not made to its end."""
        self.left -= count
        if self.left < 0:
            raise SecurityError("it does not come to an end, or makes far more text than a report has")

    def _range(self, *numbers: int) -> range:
        found = range(*numbers)
        self.spend(len(found) if abs(found.stop) + abs(found.start) < BUDGET else BUDGET)
        return found

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """No attributes of Python's own but a few methods of texts, tables and lists."""
        if attr.startswith("_"):
            return False
        if isinstance(obj, LoopContext | Namespace | Undefined):
            return True
        kind = next((kind for kind in _METHODS if isinstance(obj, kind)), None)
        return kind is not None and attr in _METHODS[kind]

    def is_safe_callable(self, obj: Any) -> bool:
        """Macros, the caller of one, ``range``, ``namespace``, and the methods allowed above."""
        if isinstance(obj, Macro | LoopContext) or obj == self._range or obj is Namespace:
            return True
        owner, name = getattr(obj, "__self__", None), getattr(obj, "__name__", "")
        return isinstance(owner, LoopContext) or (owner is not None and self.is_safe_attribute(owner, name, obj))

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """The operators that can make much out of little."""
        match operator, left, right:
            case "+" | "-", int() | float(), int() | float() if max(abs(left), abs(right)) <= LARGEST**2:
                return super().call_binop(context, operator, left, right)
            case ("+", str(), str()) | ("+", list(), list()):
                self.spend(len(left) + len(right))
                return super().call_binop(context, operator, left, right)
            case "*" | "**" | "%", int() | float(), int() | float() if max(abs(left), abs(right)) <= LARGEST**2:
                if operator == "**" and abs(right) > 100:
                    raise SecurityError("the power is too large")
                return super().call_binop(context, operator, left, right)
            case "*", str() | list(), int() if right <= BUDGET:
                self.spend(len(left) * max(right, 0))
                return left * right
        raise SecurityError(f"{operator} cannot be used with these values, or makes too much of them")

    def _watched(self, filter_: Callable[..., Any]) -> Callable[..., Any]:
        """A filter that pays for what it reads and makes, and takes no huge numbers."""

        @wraps(filter_)
        def watched(*given: Any, **named: Any) -> Any:
            for value in (*given[1:], *named.values()):
                if isinstance(value, int) and abs(value) > LARGEST:
                    raise SecurityError(f"the number {value} is too large for a filter")
            self.spend(1 + sum(len(value) for value in given if isinstance(value, str | list | dict)))
            made = filter_(*given, **named)
            self.spend(len(made) if isinstance(made, str | list) else 0)
            return made

        return watched

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        """The tree of a template, with a toll at every place where little can become much."""
        tree = super()._parse(source, name, filename)
        _tolled(tree, filename)
        tree.body.insert(0, _toll(tree))
        return tree.set_environment(self)  # type: ignore[return-value]


def _tolled(node: nodes.Node, file: str | None) -> None:
    """Change a tree in place, from its leaves on."""
    for field, value in node.iter_fields():
        if isinstance(value, nodes.Node):
            _tolled(value, file)
            setattr(node, field, _priced(value, node))
        elif isinstance(value, list):
            for item in value:
                if isinstance(item, nodes.Node):
                    _tolled(item, file)
            value[:] = [_priced(item, node) if isinstance(item, nodes.Node) else item for item in value]
    if isinstance(node, nodes.For):
        if node.recursive:
            raise TemplateSyntaxError("a loop that calls itself cannot be used", node.lineno, filename=file)
        items: Any = node.iter
        node.iter = _filter(items, "counted_", nodes.Const(_literals(node)))
    elif isinstance(node, nodes.Macro | nodes.CallBlock | nodes.Block):
        node.body.insert(0, _toll(node))


def _priced(node: nodes.Node, parent: nodes.Node) -> nodes.Node:
    """A joining, a part of something, and what is put into a list, each with its price."""
    if not isinstance(node, nodes.Expr):
        return node
    if isinstance(node, nodes.Concat):
        return _filter(nodes.List(node.nodes, lineno=node.lineno), "concat_")
    if isinstance(node, nodes.Getitem) and isinstance(node.arg, nodes.Slice):
        return _filter(node, "sized_")
    literal = isinstance(node, nodes.Literal | nodes.Const)
    if isinstance(parent, nodes.List | nodes.Tuple | nodes.Pair) and not literal:
        return node if getattr(node, "ctx", "load") == "store" else _filter(node, "scalar_")
    return node


def _filter(node: nodes.Expr, name: str, *given: nodes.Expr) -> nodes.Filter:
    return nodes.Filter(node, name, list(given), [], None, None, lineno=node.lineno)


def _toll(node: nodes.Node) -> nodes.ExprStmt:
    return nodes.ExprStmt(_filter(nodes.Const(_literals(node), lineno=node.lineno), "spent_"), lineno=node.lineno)


def _literals(node: nodes.Node) -> int:
    """How many signs of a template stand in this part of it, and how much there is to reckon."""
    signs = sum(len(part.data) for part in node.find_all(nodes.TemplateData))
    return 1 + signs + sum(1 for _ in node.find_all(nodes.Expr))


# The tolls. They take the context so that Jinja does not reckon them out beforehand.


@pass_context
def _counted(context: Any, items: Iterable[Any], price: int) -> Iterator[Any]:
    for item in items:
        context.environment.spend(price)
        yield item


@pass_context
def _spent(context: Any, count: int) -> int:
    context.environment.spend(count)
    return count


@pass_context
def _sized(context: Any, value: Any) -> Any:
    context.environment.spend(len(value))
    return value


@pass_context
def _scalar(context: Any, value: Any) -> Any:
    """Lists in lists in lists grow without end though each is short."""
    if isinstance(value, list | tuple | dict):
        raise SecurityError("a list of lists cannot be made in a template")
    return value


@pass_context
def _concat(context: Any, parts: Sequence[Any]) -> str:
    context.environment.spend(sum(len(part) for part in parts if isinstance(part, str)))
    return markup_join([_finalized(context, part) for part in parts])


@pass_context
def _joined(context: Any, items: Iterable[Any], between: str = "") -> str:
    parts = [_finalized(context, item) for item in items]
    context.environment.spend(len(parts) * len(between))
    if context.eval_ctx.autoescape:
        return Markup(between).join(parts) if isinstance(between, Markup) else Markup.escape(between).join(parts)
    return between.join(map(str, parts))


@pass_context
def _finalized(context: Any, value: Any) -> Any:
    """What is printed: a text or a number."""
    if not isinstance(value, _PRINTED):
        raise SecurityError(f"only texts and numbers can be printed, and this is {_kind(value)}")
    context.environment.spend(len(value) if isinstance(value, str) else 1)
    return value


_OWN = {"counted_": _counted, "spent_": _spent, "sized_": _sized, "concat_": _concat, "scalar_": _scalar}


def _kind(value: Any) -> str:
    return "a list" if isinstance(value, list | tuple) else "a table" if isinstance(value, dict) else "none of them"
