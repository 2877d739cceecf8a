"""Every code stands in the package that raises it, once, and `explain` knows it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pbem.workflow.explain import all_codes

TOP = Path(__file__).parents[1] / "pbem"
MODULES = [path for path in sorted(TOP.rglob("*.py")) if "rulesets" not in path.parts]


@cache
def trees() -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in MODULES}


class Row(NamedTuple):
    """A code where it is written down."""

    id: str
    name: str
    path: Path


def rows() -> Iterator[Row]:
    for path, tree in trees().items():
        for node in tree.body:
            match node:
                case ast.Assign([ast.Name(name)], ast.Call(ast.Name("Code"), [ast.Constant(str(id_)), *_])):
                    yield Row(id_, name, path)


def used_in(tree: ast.Module) -> set[str]:
    """The names a module reads, bare or of another module; a list of codes at its top is no use."""
    inside = [node for top in tree.body if isinstance(top, ast.FunctionDef | ast.ClassDef) for node in ast.walk(top)]
    bare = {node.id for node in inside if isinstance(node, ast.Name)}
    return bare | {node.attr for node in inside if isinstance(node, ast.Attribute)}


def package_of(path: Path) -> str:
    return path.relative_to(TOP).parts[0]


def test_every_code_is_written_down_once() -> None:
    found = [row.id for row in rows()]

    assert sorted(set(found)) == sorted(found)


def test_explain_knows_every_code() -> None:
    assert set() == {row.id for row in rows()} - set(all_codes())


def test_every_code_is_raised_by_the_package_it_stands_in() -> None:
    used = {path: used_in(tree) for path, tree in trees().items()}
    strangers = [
        f"{row.path.relative_to(TOP)}: {row.name}"
        for row in rows()
        if not any(row.name in names for path, names in used.items() if package_of(path) == package_of(row.path))
    ]

    assert [] == strangers
