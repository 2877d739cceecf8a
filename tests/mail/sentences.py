"""All sentences of the program about mail, time and people that are no complaints with a code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

PBEM = Path(__file__).parents[2] / "pbem"
MODULES = (
    "timing/duty", "timing/ics", "mail/smtp", "workflow/announcing", "workflow/answers", "workflow/desk_telling",
    "workflow/ending", "workflow/fetching", "workflow/handover", "workflow/letter_lines", "workflow/new_keys",
    "workflow/people", "workflow/post_desk", "workflow/post_servers", "workflow/post_status", "workflow/posting",
    "workflow/press", "workflow/proxies", "workflow/proxying", "workflow/rulings", "workflow/seats",
    "workflow/strangers", "workflow/tick", "workflow/tick_games", "workflow/time_case", "workflow/time_setting",
    "workflow/time_told", "workflow/timing", "workflow/voting", "workflow/welcome", "workflow/word_answers",
)  # fmt: skip
FIELD = re.compile(r"\{[^{}]*\}")


class Sentence(NamedTuple):
    """Words that somebody reads, and where they stand."""

    place: str
    text: str

    def is_in(self, said: str) -> bool:
        """Whether the words are said, with anything in their fields; ``said`` has single spaces and no lines."""
        pieces = [" ".join(piece.split()) for piece in FIELD.split(self.text)]
        if any(piece not in said for piece in pieces):
            return False
        pattern = ".{0,300}?".join(map(re.escape, pieces))
        pattern = pattern.removeprefix(".{0,300}?").removesuffix(".{0,300}?")  # a field at an end may be empty
        return re.search(pattern.replace(".{0,300}?.{0,300}?", ".{0,600}?"), said) is not None


def sentences(modules: tuple[str, ...] = MODULES) -> Iterator[Sentence]:
    """Every text of at least two words, but those of docstrings, codes, patterns and faults of the program."""
    for name in modules:
        tree = ast.parse((PBEM / f"{name}.py").read_text(encoding="utf-8"))
        unsaid = {id(inner) for node in ast.walk(tree) if _is_unsaid(node) for inner in ast.walk(node)}
        for node in ast.walk(tree):
            text = _text(node)
            if id(node) not in unsaid and len(re.findall(r"[^\W\d_]{2,}", FIELD.sub(" ", text))) > 1:
                yield Sentence(f"{name}.py:{getattr(node, 'lineno', 0)}", text)


def _is_unsaid(node: ast.AST) -> bool:
    match node:
        case ast.Expr(ast.Constant()) | ast.Raise() | ast.FormattedValue():
            return True
        case ast.Call(ast.Name("Code" | "Form")) | ast.Call(ast.Attribute(ast.Name("re"), "compile")):
            return True
    return False


def _text(node: ast.AST) -> str:
    match node:
        case ast.Constant(str(text)):
            return text if " " in text.strip() else ""
        case ast.JoinedStr(values):
            return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in values)
    return ""
