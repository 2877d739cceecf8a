"""Which case shows which rule of Maria: the page docs/rules/maria-coverage.md.

Rules are shown by vectors (tests/vectors/maria) and by tests that name them (tests/maria).
To write the page anew: python tests/maria_coverage.py > docs/rules/maria-coverage.md
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
VECTORS = HERE / "vectors" / "maria"
TESTS = HERE / "maria"
RULES = HERE.parent / "docs" / "rules" / "maria.md"
PAGE = HERE.parent / "docs" / "rules" / "maria-coverage.md"
TEXT = RULES.read_text(encoding="utf-8")
NUMBER = r"\b(?:M\d+\.\d+|[ADEV]\d+[a-z]?)\b"


def cases() -> Iterator[dict[str, Any]]:
    """Every case of the vectors."""
    for path in sorted(VECTORS.glob("*.toml")):
        if path.stem == "without":
            continue
        yield from tomllib.loads(path.read_text(encoding="utf-8"))["case"]


def reasons() -> dict[str, str]:
    """Rules without a case, and why."""
    found: dict[str, str] = tomllib.loads((VECTORS / "without.toml").read_text(encoding="utf-8"))["rules"]
    return found


def tests() -> Iterator[tuple[str, str]]:
    """Rules that tests name in the words below their names, with those names."""
    for path in (*sorted(TESTS.glob("test_*.py")), HERE / "test_vectors_maria.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                words = f"{spelt(node.name)} {ast.get_docstring(node) or ''}"
                yield from ((rule, f"{path.stem}: {node.name}") for rule in named(words))


def spelt(name: str) -> str:
    """The numbers in the name of a test as the reference writes them: ``test_v50_`` is V50, ``test_m9_3_`` M9.3."""
    return re.sub(r"M(\d+)_(\d+)", r"M\1.\2", name.upper()).replace("_", " ")


def named(words: str) -> list[str]:
    """The numbers in a text; ``M9.2 to M9.4`` names the one between, too."""
    found = re.findall(NUMBER, words)
    for chapter, low, other, high in re.findall(r"M(\d+)\.(\d+) to M(\d+)\.(\d+)", words):
        if chapter == other:
            found += [f"M{chapter}.{number}" for number in range(int(low), int(high) + 1)]
    return found


def numbered(letter: str) -> list[str]:
    """The paragraphs of the reference that begin with a letter and a number."""
    pattern = r"M\d+\.\d+" if letter == "M" else rf"{letter}\d+[a-z]?"
    return re.findall(rf"(?m)^({pattern}) ", TEXT)


def shown() -> dict[str, list[str]]:
    """For every rule the cases and tests that show it; a worked case is shown by the cases of its name."""
    found: dict[str, list[str]] = {}
    for case in cases():
        for rule in case["rule"]:
            found.setdefault(rule, []).append(case["id"])
        own = case["id"] if case["id"] in numbered(case["id"][0]) else re.sub(r"[a-z]+$", "", case["id"])
        found.setdefault(own, []).append(case["id"])
    for rule, test in tests():
        found.setdefault(rule, []).append(test)
    return {rule: list(dict.fromkeys(names)) for rule, names in found.items()}


SECTIONS = (
    ("Rules M1 to M24", "M"), ("Decisions", "D"), ("Rulings", "A"), ("Examples of the rule book", "E"),
    ("Worked cases", "V"),
)  # fmt: skip


def holes() -> list[str]:
    """What nothing shows."""
    known = {**shown(), **reasons()}
    return [rule for _, letter in SECTIONS for rule in numbered(letter) if rule not in known]


def page() -> str:
    """The page, whole."""
    known = {rule: "; ".join(names) for rule, names in shown().items()} | reasons()
    lines = [
        "# Maria: which test shows which rule", "",
        "Made by `python tests/maria_coverage.py` from the cases in `tests/vectors/maria/` and from the tests in",
        "`tests/maria/` that name a rule; `tests/test_maria_coverage.py` keeps it fresh and without a hole. A name on",
        "the right is the id of a case, or a test with its file.", "",
    ]  # fmt: skip
    for title, letter in SECTIONS:
        lines += [f"## {title}", "", "| rule | shown by |", "| --- | --- |"]
        lines += [f"| {rule} | {known.get(rule, '-')} |" for rule in numbered(letter)]
        lines.append("")
    return "\n".join(lines[:-1]) + "\n"


if __name__ == "__main__":
    sys.stdout.write(page())
