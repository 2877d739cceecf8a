"""The import graph of pbem: no cycle, not even a hidden one, and no import inside a function that spares nothing.

Where a module is named in a text, for `LazyCodes`, `lazy`, the shelf of commands and the like, it is imported as well,
and the graph has it; only a text that tells people of a module does not count, for it names more than the module.

An import inside a function loads a module late. It stays only if it spares one of the commands that people run all day
(`measured`) a module, and says which in a comment on its line or on the first line of its group: ``# not for check``.
Whether that is true is looked up in what these commands load. The commands of `pbem.cli` each import their own work,
and what a system may lack, or what starts other processes, is asked for where it is used.

``python tests/test_import_graph.py`` prints what every import inside a function spares.
"""

from __future__ import annotations

import ast
import os
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

TOP = Path(__file__).parents[1]
sys.path.insert(0, str(TOP / "tests"))

from loading import command, ground, loaded  # noqa: E402

from games import filled_in, sheet_file  # noqa: E402
from pbem.store import layout  # noqa: E402
from pbem.workflow import open_game  # noqa: E402
from pbem.workflow.adjudicate import adjudicate  # noqa: E402
from pbem.workflow.new import Plan, new  # noqa: E402
from pbem.workflow.reporting import report  # noqa: E402
from pbem.workflow.simulate import sampled  # noqa: E402

# What a system may lack, so that it is asked for where it is used.
MAY_LACK = {"_sha256", "_sha2", "cairosvg", "fcntl", "pbem.seal.age", "resvg_py"}
STARTS_PROCESSES = {"concurrent.futures", "multiprocessing", "pbem.workflow.gitting"}  # loaded by whoever starts one
PROGRAM = "pbem"  # loaded with whatever is loaded of it, so it imports when it is started
OTHER_NAMES = {("pbem.rulesets.foreign", "pbem.rulesets")}  # the group of entry points is called so
SAYS = re.compile(r"# not for ([a-z]+)\b")


class Import(NamedTuple):
    """One module that another imports."""

    by: str
    of: str
    line: int = 0
    local: bool = False  # inside a function
    command: bool = False  # inside a command of the program, which imports its own work
    said: str = ""  # the command it says it spares


def module_name(path: Path) -> str:
    parts = path.relative_to(TOP).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted((TOP / "pbem").rglob("*.py"))}


def imports_of(module: str, path: Path) -> Iterator[Import]:
    """All imports of a module but those for type checkers."""
    text = path.read_text(encoding="utf-8")
    yield from _imports(module, ast.parse(text).body, text.split("\n"), False, False)


def _imports(module: str, body: list[ast.stmt], lines: list[str], local: bool, command: bool) -> Iterator[Import]:
    said = ""
    for at, node in enumerate(body):
        if isinstance(node, ast.Import | ast.ImportFrom):
            first = not (at and isinstance(body[at - 1], ast.Import | ast.ImportFrom))
            own = SAYS.search(lines[node.end_lineno - 1] if node.end_lineno else "")
            said = own[1] if own else "" if first else said
            for name in imported(node):
                yield Import(module, name, node.lineno, local, command, said)
        elif not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)):
            inside = isinstance(node, ast.FunctionDef)
            is_command = inside and any(
                re.match(r"(cli|click|mail)\.command\b", ast.unparse(one)) for one in node.decorator_list
            )
            for part in bodies(node):
                yield from _imports(module, part, lines, local or inside, command or is_command)


def bodies(node: ast.stmt) -> Iterator[list[ast.stmt]]:
    """The blocks of statements within one."""
    for field in ("body", "orelse", "finalbody"):
        yield getattr(node, field, [])
    for part in chain(getattr(node, "handlers", []), getattr(node, "cases", [])):
        yield part.body


def named_of(module: str, path: Path) -> Iterator[Import]:
    """The modules that a module names in texts, alone or with ``:function`` behind them, to load them later."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    plain = {node.targets[0].id: node.value.value for node in tree.body
             if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
             and isinstance(node.value, ast.Constant)}  # fmt: skip
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant | ast.JoinedStr):
            text = written(node, plain).partition(":")[0]
            if text in MODULES and (module, text) not in OTHER_NAMES and "." in text:  # `pbem` is the program's name
                yield Import(module, text, node.lineno)


def written(node: ast.expr, plain: Mapping[str, object]) -> str:
    """A text as it comes out, with the constants of its module filled in."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(written(part, plain) for part in node.values)
    if isinstance(node, ast.FormattedValue) and isinstance(node.value, ast.Name):
        return str(plain.get(node.value.id, "?"))
    return "?"


def imported(node: ast.Import | ast.ImportFrom) -> set[str]:
    """The modules that a statement imports: of a package the modules it names, else the package itself."""
    if isinstance(node, ast.Import):
        return {name.name for name in node.names}
    names = {f"{node.module}.{name.name}" for name in node.names}
    return {name if name in MODULES else node.module or "" for name in names}


@cache
def all_imports() -> tuple[Import, ...]:
    return tuple(row for module, path in MODULES.items() for row in imports_of(module, path))


@cache
def all_named() -> tuple[Import, ...]:
    return tuple(row for module, path in MODULES.items() for row in named_of(module, path))


# cycles


def knots(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """The modules that import each other in a circle, by the ways that lead from each back to it."""
    reached = {module: reach(graph, module) for module in graph}
    found = {tuple(sorted(other for other in reached[one] if one in reached[other])) for one in graph}
    return [list(knot) for knot in sorted(found) if knot]


def reach(graph: Mapping[str, set[str]], start: str) -> set[str]:
    found: set[str] = set()
    ahead = [*graph[start]]
    while ahead:
        module = ahead.pop()
        if module not in found:
            found.add(module)
            ahead += graph.get(module, ())
    return found


def test_a_circle_is_found_wherever_it_begins() -> None:
    assert [["b", "c"]] == knots({"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set()})


def test_modules_that_are_named_in_texts_are_in_the_graph() -> None:
    found = {(row.by, row.of) for row in all_named()}

    assert ("pbem", "pbem.cli.hosting") in found  # a shelf
    assert ("pbem.rulesets", "pbem.rulesets.friedrich") in found  # a table
    assert ("pbem.rulesets.friedrich", "pbem.rulesets.friedrich.views") in found  # lazy, with a constant filled in
    assert ("pbem.rulesets.friedrich", "pbem.rulesets.friedrich.invariants") in found  # lazy, under another name
    assert ("pbem.core.sheets", "pbem.core.codes") in found  # LazyCodes


def test_no_module_imports_itself_by_way_of_others() -> None:
    graph: dict[str, set[str]] = {module: set() for module in MODULES}
    for row in (*all_imports(), *all_named()):
        if row.of in MODULES and row.of != row.by:
            graph[row.by].add(row.of)

    assert [] == knots(graph)


# imports inside functions


@cache
def measured() -> dict[str, list[set[str]]]:
    """What the commands load whose start-up is measured, and what the command module loads that all begin with."""
    with TemporaryDirectory() as top:
        game = str(Path(top) / "winter")
        new(Plan(game, "friedrich", seed="a"))
        adjudicate(game, ["all"])
        report(game, ["frederick"])
        view = layout.path(game, f"{layout.reports(1)}/{layout.view_name('frederick')}")
        sheet = sheet_file(game, "frederick", {})
        full = (TOP / "benchmarks" / "prussia.toml").read_text(encoding="utf-8")
        Path(sheet).write_text(Path(sheet).read_text(encoding="utf-8") + full, encoding="utf-8")
        faulty, torn = str(Path(top) / "faulty.toml"), str(Path(top) / "torn.toml")
        Path(faulty).write_text(Path(sheet).read_text(encoding="utf-8").replace('"Keith', '"Kieth'), encoding="utf-8")
        Path(torn).write_text(Path(sheet).read_text(encoding="utf-8").replace("]", ""), encoding="utf-8")
        found = {
            "start": [loaded("import pbem.cli")],
            "check": [
                command("check", sheet, "--view", view),
                command("check", sheet, "--game", game),
                command("check", filled_in(game, "frederick", full), "--view", view),
                command("check", faulty, "--view", view, code=1),
                command("check", torn, "--view", view, code=1),
                command("check", turn_of_fredericus(top), "--game", str(Path(top) / "castle" / "game")),
                command("check", moves := moves_of_maria(top), "--game", war := str(Path(top) / "war" / "game")),
                command("check", plain_sheet(war, moves), "--game", war),
            ],
            "submit": [command("submit", game, sheet), command("submit", war, moves)],
            "next": [command("next", game)],
            "verify": [command("verify", game)],
            "adjudicate": [command("adjudicate", game), command("adjudicate", war)],
            "report": [command("report", game), command("report", game, "--format", "txt")],
        }
        return {name: [ground() | run for run in runs] for name, runs in found.items()}


def turn_of_fredericus(top: str) -> str:
    """A sheet for the first turn of a game of Fredericus, as a bot writes it."""
    game = str(Path(top) / "castle" / "game")
    os.mkdir(os.path.dirname(game))
    new(Plan(game, "fredericus", seed="a"))
    while (table := open_game(game)).awaiting[0].kind != "turn":
        adjudicate(game, ["all"])
    role, body = next(iter(sampled(table.ruleset, table.state, "a", 0, {}).items()))
    return sheet_file(game, role, body)


def moves_of_maria(top: str) -> str:
    """A sheet of moves in a game of Maria, as a bot writes it."""
    game = str(Path(top) / "war" / "game")
    os.mkdir(os.path.dirname(game))
    new(Plan(game, "maria", seed="a"))
    while (table := open_game(game)).awaiting[0].kind != "movement":
        adjudicate(game, ["all"])
    role, body = next(iter(sampled(table.ruleset, table.state, "a", 0, {}).items()))
    return sheet_file(game, role, body)


def plain_sheet(game: str, moves: str) -> str:
    """The same sheet with one order that does nothing."""
    kept = Path(moves).read_text(encoding="utf-8")
    path = Path(sheet_file(game, "louis", {"do": ["Broglie stays"]}))
    plain = path.rename(path.with_name("plain.toml"))
    path.write_text(kept, encoding="utf-8")
    return str(plain)


def spared(row: Import) -> list[str]:
    """The measured commands that load the module of an import, and not what it imports."""
    found = {name: [row.by in seen and row.of not in seen for seen in runs] for name, runs in measured().items()}
    return [name for name, answers in found.items() if any(answers)]


def local_imports() -> list[Import]:
    rows = [row for row in all_imports() if row.local and not row.command and row.by != PROGRAM]
    return [row for row in rows if row.of not in MAY_LACK | STARTS_PROCESSES]


def test_an_import_inside_a_function_spares_a_measured_command_and_says_which() -> None:
    rows = local_imports()
    found = [f"{row.by}:{row.line} {row.of} ({row.said or 'unsaid'})" for row in rows if row.said not in spared(row)]

    assert rows
    assert [] == found


def main() -> None:
    """What every import inside a function spares."""
    for row in local_imports():
        print(f"{row.by}:{row.line} {row.of}: {', '.join(spared(row)) or 'nothing, move it to the top'}")


if __name__ == "__main__":
    main()
