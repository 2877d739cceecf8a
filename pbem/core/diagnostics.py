"""A diagnostic is a complaint about a sheet: a value with a code, a place and the facts of the case."""

from typing import Any, NamedTuple


class Where(NamedTuple):
    """A place in a sheet: the path of keys and indexes, and a span of characters in the text found there."""

    path: tuple[str | int, ...] = ()
    start: int = -1
    end: int = -1

    def part(self, start: int, end: int) -> "Where":
        """A span inside the same text."""
        return Where(self.path, start, end)


SHEET = Where()


class Code(NamedTuple):
    """One kind of fault. The id keeps its meaning for ever."""

    id: str
    name: str
    message: str
    hint: str = ""
    rule: str = ""
    severity: str = "error"
    about: str = ""

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
    def message(self) -> str:
        return self.code.message.format_map(self.facts)

    @property
    def hint(self) -> str:
        """What would be right; a fact named ``hint`` takes the place of the general one."""
        own = self.facts.get("hint")
        return str(own) if own is not None else self.code.hint.format_map(self.facts)


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
        from importlib import import_module

        code: Code = getattr(import_module(self._module), name)
        return code
