"""The layers: arrows point one way, and the rules are pure."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from pbem.testing.paper import FORBIDDEN, IMPURE

TOP = Path(__file__).parent.parent
MODULES = sorted((TOP / "pbem").rglob("*.py"))
# What each layer may import of pbem besides itself.
ALLOWED = {
    "core": (),
    "rulesets": ("core",),
    "store": ("core",),
    "boards": ("core", "store"),
    "timing": ("core", "store"),
    "mail": ("core",),
    "report": ("core",),
    "seal": ("core",),
    "svgmap": ("core",),
    "workflow": ("core", "rulesets", "store", "boards", "timing", "mail", "report", "seal", "svgmap"),
    "testing": ("core", "rulesets", "store", "boards", "report", "workflow"),
    "cli": ("core", "rulesets", "store", "boards", "timing", "mail", "report", "seal", "svgmap", "workflow"),
}


def layer_of(path: Path) -> str:
    parts = path.relative_to(TOP / "pbem").parts
    return parts[0] if len(parts) > 1 else ""


@cache
def imports(path: Path) -> tuple[str, ...]:
    """All modules a file imports, wherever in the file."""
    return tuple(name for node in nodes(path, ast.Import, ast.ImportFrom) for name in imported(path, node))


def imported(path: Path, node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [name.name for name in node.names]
    assert isinstance(node, ast.ImportFrom)
    assert not node.level, f"{path} has a relative import"
    return [node.module or ""]


def names(path: Path) -> set[str]:
    return {node.id for node in nodes(path, ast.Name) if isinstance(node, ast.Name)}


def nodes(path: Path, *kinds: type[ast.AST]) -> Iterator[ast.AST]:
    return (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, kinds))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(TOP)))
def test_imports_point_one_way(path: Path) -> None:
    layer = layer_of(path)
    for name in imports(path):
        parts = name.split(".")
        if parts[0] == "pbem" and len(parts) > 1 and layer:
            assert parts[1] == layer or parts[1] in ALLOWED[layer], f"{path} imports {name}"


@pytest.mark.parametrize(
    "path",
    [path for path in MODULES if layer_of(path) in ("core", "rulesets")],
    ids=lambda path: str(path.relative_to(TOP)),
)
def test_core_and_rulesets_are_pure(path: Path) -> None:
    if path.name == "tables.py":  # makes the board module out of the tables, when a developer runs it
        return
    found = {name.split(".")[0] for name in imports(path)}

    assert not found & IMPURE
    assert found <= {*sys.stdlib_module_names, "pbem", "_sha2"}  # _sha2: from Python 3.12 on
    assert not names(path) & FORBIDDEN


def test_the_program_imports_only_what_is_installed_with_it() -> None:
    """What the tests alone need, the tree-sitter of their oracle for one, is no part of the program."""
    project = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *extras["pdf"], *extras["png"]]
    installed = {re.split("[<>=~ ]", name)[0].replace("-", "_") for name in wanted}
    found = {name.split(".")[0] for path in MODULES for name in imports(path)}

    assert {"click", "cairosvg", "jinja2", "pyrage", "resvg_py", "tomli_w", "tzdata"} == installed
    ours = {*sys.stdlib_module_names, "pbem", "_sha2", "markupsafe"}  # the last comes with jinja2
    assert installed - {"tzdata"} == found - ours  # the standard library asks for the zones of Windows


def test_a_ruleset_does_not_know_another() -> None:
    for path in MODULES:
        parts = path.relative_to(TOP / "pbem").parts
        if parts[0] == "rulesets" and len(parts) > 2:
            others = [name for name in imports(path) if name.startswith("pbem.rulesets.")]
            assert all(name.split(".")[2] in (parts[1], "common") for name in others), path


COMMON = [path for path in MODULES if path.parts[-3:-1] == ("rulesets", "common")]


def proper_names() -> Iterator[str]:
    """The titles, and the nations, pieces and cities of every title that has a board."""
    for path in MODULES:
        if path.name == "__init__.py" and path.parts[-3] == "rulesets" and path not in COMMON:
            yield path.parent.name
        if path.name == "facts.py":
            facts = import_module(".".join(path.relative_to(TOP).with_suffix("").parts))
            yield from (*facts.IDS, *facts.NAMES, *facts.COUNTRY)
            yield from (row[0].partition("-")[0] for row in facts.PIECES if "-t" in row[0])  # the nations
            yield from (text for row in facts.PIECES if "-t" not in row[0] for text in row[:2])


def in_words(text: str) -> str:
    """The words of a text in small letters, one space before and after each."""
    words = re.findall(r"[^\W\d_]+", text.lower())
    return " ".join(["", *words, ""])


def test_the_shared_ground_imports_core_alone() -> None:
    assert COMMON
    for path in COMMON:
        for name in imports(path):
            ours = name.startswith(("pbem.core", "pbem.rulesets.common"))
            assert ours or name.split(".")[0] in sys.stdlib_module_names, f"{path} imports {name}"


@pytest.mark.parametrize("path", COMMON, ids=lambda path: path.name)
def test_the_shared_ground_names_no_title_nation_or_city(path: Path) -> None:
    """Neither in code nor in words: what is shared must not know whom it serves."""
    text = in_words(path.read_text(encoding="utf-8"))
    named = {in_words(name) for name in proper_names()}

    assert {" friedrich ", " fredericus ", " prussia ", " berlin ", " daun ", " groß neuendorf ", " görlitz "} <= named
    assert not [name for name in named if name in text]


SERVING = (  # every title alike
    "workflow", "store", "boards", "timing", "core", "cli", "report", "mail", "seal", "svgmap",
)  # fmt: skip
# Examples for people, which name the game that `pbem demo` plays; an example without names would be none.
EXAMPLES = {
    "boards/rows.py": {"koeln", "köln"},
    "cli/reaching.py": {"keith"},  # in --help
    "cli/people.py": {"prussia", "keith", "glogau"},
    "cli/showing.py": {"daun", "breslau", "prussia", "keith", "pilsen", "silesia"},  # in --help
    "core/codes.py": {"prussia"},  # in the explanation of a code
    "mail/codes.py": {"daun", "glatz", "olmütz"},
    "svgmap/edges.py": {"osterode", "osterode m"},
    "svgmap/tags.py": {"schwerin"},
    "workflow/ahead_codes.py": {"hanover"},
    "workflow/codes.py": {"keith", "glogau"},
}


@pytest.mark.parametrize("layer", SERVING)
def test_what_serves_every_title_names_nothing_of_one(layer: str) -> None:
    """Neither in code nor in words, but for the examples that are listed."""
    named = {in_words(name) for name in proper_names()}
    found: dict[str, set[str]] = {}
    for path in MODULES:
        text = in_words(path.read_text(encoding="utf-8"))
        if layer_of(path) == layer and (here := {name.strip() for name in named if name in text}):
            found[path.relative_to(TOP / "pbem").as_posix()] = here

    assert {file: here for file, here in EXAMPLES.items() if file.startswith(layer)} == found


def test_modules_keep_a_readable_length() -> None:
    for path in MODULES:
        if path.name != "facts.py":
            assert len(path.read_text().splitlines()) <= 450, path


def test_nothing_outside_the_rulesets_names_a_title() -> None:
    """What serves every game must not know one of them."""
    titles = [
        path.parent.name
        for path in MODULES
        if path.name == "__init__.py" and path.parts[-3] == "rulesets" and path not in COMMON
    ]
    assert len(titles) > 1
    files = [path for path in MODULES if "rulesets" not in path.parts] + sorted((TOP / "templates").rglob("*.j2"))
    for path in files:
        text = path.read_text(encoding="utf-8").lower()
        assert not [title for title in titles if title in text], path
