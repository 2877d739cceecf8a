"""Checks of what a ruleset says of itself: its facts, the signatures of its functions, and that they can be pure."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from pbem.core.ruleset import CONTRACT, Lazy, Ruleset
from pbem.core.sheets import HEADING
from pbem.store import GameFault
from pbem.testing.groups import functions, given, values
from pbem.testing.trial import Trial
from pbem.testing.types import hints_of, is_of, misfits, shown
from pbem.workflow import RESERVED
from pbem.workflow.explain import all_codes
from pbem.workflow.rules import reference_of

SLUG = re.compile(r"[a-z0-9]+([-_][a-z0-9]+)*")
IMPURE = {"os", "io", "time", "random", "datetime", "pathlib", "subprocess", "socket", "secrets", "tempfile", "shutil"}
FORBIDDEN = {"open", "print", "input", "exec", "eval"}


def facts(trial: Trial) -> Iterator[str]:
    """The facts of the ruleset fit together: names, modes, roles, options and codes."""
    rules = trial.ruleset
    if rules.contract != CONTRACT:
        yield f"it was written for version {rules.contract} of the contract, and this is version {CONTRACT}"
    ids = [rules.name, trial.mode, *trial.roles, *(option.id for option in rules.options)]
    yield from (f"{id_!r} is no id: small letters, digits and hyphens" for id_ in ids if not SLUG.fullmatch(id_))
    yield from (f"no role may be called {id_!r}" for id_ in trial.roles if id_ in RESERVED)
    for what, names in (("mode", [mode.id for mode in rules.modes]), ("role", trial.roles)):
        yield from (f"the {what} {name!r} is there twice" for name in sorted({n for n in names if names.count(n) > 1}))
    for option in rules.options:
        if option.default not in option.choices:
            yield f"the default of the option {option.id!r} is none of its choices"
    yield from (f"the key {key!r} of a sheet belongs to its heading" for key in rules.sheet_keys if key in HEADING)
    if rules.reference and not _has_reference(rules):
        yield f"its reference cannot be read: {rules.reference}"
    if not rules.bots.temperaments:
        yield "its bots have no temperament"
    yield from _codes(rules)


def _has_reference(rules: Ruleset) -> bool:
    try:
        return bool(reference_of(rules))
    except GameFault:
        return False


def _codes(rules: Ruleset) -> Iterator[str]:
    others = {id_: code for id_, code in all_codes().items() if code not in rules.rules.codes().values()}
    for id_, code in rules.rules.codes().items():
        if id_ != code.id or not re.fullmatch(r"[A-Z]{2}\d{3}", id_):
            yield f"{id_!r} is no id of a code: two letters and three digits, the same in the table and in the code"
        if id_ in others:
            yield f"the code {id_} is taken already: {others[id_].name}"


def signatures(trial: Trial) -> Iterator[str]:
    """Every function of the contract is there, can be called the way it says, and takes and gives what it says."""
    for name, kind, group in given(trial.ruleset):
        for function, wanted in functions(kind).items():
            found = getattr(group, function, None)
            if not callable(found):
                yield f"{name} has no function {function}"
            elif why := _misfit(inspect.signature(wanted), inspect.signature(found)):
                yield f"{name}.{function} {why}"
            else:
                yield from (f"{name}.{function} {why}" for why in misfits(wanted, found))
        for value in values(kind):
            if not hasattr(group, value):
                yield f"{name} has no {value}"
            elif not is_of(getattr(group, value), hints_of(getattr(kind, value).fget)["return"]):
                yield f"{name}.{value} is not {shown(hints_of(getattr(kind, value).fget)['return'])}"
        if isinstance(group, Lazy):
            known = {*functions(kind), *values(kind), "_places"}
            unknown = sorted({*group._places, *vars(group)} - known)
            yield from (f"{name} has {thing}, which nobody asks for" for thing in unknown)


def _misfit(wanted: inspect.Signature, found: inspect.Signature) -> str:
    """What is wrong with a signature, or nothing. More parameters are welcome if they have defaults."""
    asked, has = list(wanted.parameters.values())[1:], list(found.parameters.values())  # without self
    for at, one in enumerate(asked):
        if at >= len(has) or (has[at].name, has[at].kind) != (one.name, one.kind):
            return f"takes {_shown(has)}, and is called as {_shown(asked)}"
        if one.default is not one.empty and has[at].default is one.empty:
            return f"needs {one.name}, which may be left out"
    more = [one.name for one in has[len(asked) :] if one.default is one.empty and one.kind <= one.KEYWORD_ONLY
            and one.kind != one.VAR_POSITIONAL]  # fmt: skip
    return f"needs {', '.join(more)}, which nobody gives it" if more else ""


def _shown(asked: list[inspect.Parameter]) -> str:
    return f"({', '.join(one.name for one in asked)})"


def purity(trial: Trial) -> Iterator[str]:
    """No module of the ruleset imports what knows files, the clock or chance, or uses it unimported."""
    trees = {module.__name__: _tree(module) for module in modules(trial.ruleset)}
    for module in sorted(trees.keys() - of_programs(trees)):
        for name in sorted({name.partition(".")[0] for name in imported(trees[module])} & IMPURE):
            yield f"{module} imports {name}"
        for name in sorted({node.id for node in ast.walk(trees[module]) if isinstance(node, ast.Name)} & FORBIDDEN):
            yield f"{module} uses {name}"


def _tree(module: ModuleType) -> ast.Module:
    return ast.parse(Path(module.__file__ or "").read_text(encoding="utf-8"))


def of_programs(trees: Mapping[str, ast.Module]) -> set[str]:
    """The modules that a developer runs, to make a table of a board for example, and those that only they import."""
    brought = {name: imported(tree) for name, tree in trees.items()}
    importers = {name: {other for other in trees if name in brought[other]} for name in trees}
    found = {name for name, tree in trees.items() if "__main__" in [getattr(n, "value", 0) for n in ast.walk(tree)]}
    while more := {name for name, others in importers.items() if others and others <= found} - found:
        found |= more
    return found


def modules(ruleset: Ruleset) -> list[ModuleType]:
    """The modules of the ruleset that its functions live in, and those they have loaded of the same package."""
    homes = {inspect.getmodule(found) for found in _functions(ruleset)}
    names = {module.__package__ or module.__name__ for module in homes if module is not None}
    tops = [name for name in names if not any(name.startswith(f"{other}.") for other in names)]
    loaded = [(name, module) for name, module in sorted(sys.modules.items()) if getattr(module, "__file__", None)]
    return [module for name, module in loaded if any(name == top or name.startswith(f"{top}.") for top in tops)]


def _functions(ruleset: Ruleset) -> Iterator[Any]:
    for _, kind, group in given(ruleset):
        yield from (getattr(group, name, None) for name in functions(kind))


def imported(tree: ast.AST) -> set[str]:
    """All modules that a module imports, wherever in it, with whatever it takes from them."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found |= {node.module or "", *(f"{node.module}.{name.name}" for name in node.names)}
    return found
