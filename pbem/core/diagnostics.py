"""A diagnostic is a complaint about a sheet: a value with a code, a place and the facts of the case."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, NamedTuple

from pbem.core import harmless


class Where(NamedTuple):
    """A place in a sheet: the path of keys and indexes, and a span of characters in the text found there."""

    path: tuple[str | int, ...] = ()
    start: int = -1
    end: int = -1

    def part(self, start: int, end: int) -> "Where":
        """A span inside the same text."""
        return Where(self.path, start, end)


SHEET = Where()


class Form(NamedTuple):
    """The whole sentences of a code for one kind of case; what is left empty is as in the code itself."""

    message: str = ""
    hint: str = ""
    rule: str = ""


class Code(NamedTuple):
    """One kind of fault. The id keeps its meaning for ever."""

    id: str
    name: str
    message: str
    hint: str = ""
    rule: str = ""
    severity: str = "error"
    about: str = ""
    forms: Mapping[str, Form] = {}  # by the fact ``form`` of a diagnostic

    def __call__(self, at: Where, /, **facts: Any) -> "Diagnostic":
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

    __slots__ = ("_module",)

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Code:
        code: Code = getattr(import_module(self._module), name)
        return code
