"""A title on another board: its modules once more under another name, with the tables of that board in them.

The rules of a title know its board as constants of modules, which is what makes them fast. So a second board is a
second set of the same modules: the code is that of the title, read from its own files, and only names of modules in it
are other ones. What comes from the board is plain values and never code.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader, SourcelessFileLoader
from importlib.util import find_spec, spec_from_file_location
from types import CodeType, ModuleType
from typing import Any

from pbem.core.ruleset import Ruleset
from pbem.rulesets import MODULES

Tables = Mapping[str, Mapping[str, Any]]  # the values of modules, by their names below the title's own


def known(name: str, digest: str) -> Ruleset | None:
    """The ruleset of a title on the board of that digest, if it is loaded already."""
    module = sys.modules.get(_other_name(name, digest))
    return None if module is None else module.RULESET


def _other_name(name: str, digest: str) -> str:
    return f"{MODULES[name]}_on_{digest[:32]}"


def played_on(name: str, digest: str, tables: Tables) -> Ruleset:
    """The ruleset of a title on the board of that digest."""
    other = _other_name(name, digest)
    if other not in sys.modules:
        sys.meta_path.insert(0, Copies(MODULES[name], other, tables))
    found: Ruleset = import_module(other).RULESET
    return found


class Copies(MetaPathFinder):
    """Finds the modules of a title under their other name."""

    def __init__(self, title: str, other: str, tables: Tables) -> None:
        self.title, self.other = title, other
        self.tables = {f"{other}.{module}": values for module, values in tables.items()}

    def find_spec(self, fullname: str, path: Any = None, target: ModuleType | None = None) -> ModuleSpec | None:
        if fullname != self.other and not fullname.startswith(f"{self.other}."):
            return None
        if fullname in self.tables:
            return ModuleSpec(fullname, Values(self.tables[fullname]))
        found = find_spec(self.title + fullname.removeprefix(self.other))
        if found is None or found.origin is None:
            return None
        return spec_from_file_location(
            fullname,
            found.origin,
            loader=Renamed(fullname, found.origin, self.title, self.other),
            submodule_search_locations=found.submodule_search_locations,
        )


class Values(Loader):
    """Makes a module of plain values."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = values

    def exec_module(self, module: ModuleType) -> None:
        vars(module).update(self.values)


class Renamed(SourceFileLoader):
    """Loads a module of the title in which its modules have their other names."""

    def __init__(self, fullname: str, path: str, title: str, other: str) -> None:
        super().__init__(fullname, path)
        self.title, self.other = title, other

    def get_code(self, fullname: str) -> CodeType | None:
        plain = self.path.endswith(".pyc")  # where the program comes translated, without its sources
        code = SourcelessFileLoader.get_code(self, fullname) if plain else super().get_code(fullname)  # type: ignore[arg-type]
        return None if code is None else self._renamed(code)

    def _renamed(self, code: CodeType) -> CodeType:
        names = tuple(self._other(name) for name in code.co_names)
        return code.replace(co_names=names, co_consts=tuple(map(self._constant, code.co_consts)))

    def _constant(self, value: Any) -> Any:
        if isinstance(value, CodeType):
            return self._renamed(value)
        return self._other(value) if isinstance(value, str) else value

    def _other(self, name: str) -> str:
        is_module = name == self.title or name.startswith(f"{self.title}.")
        return self.other + name.removeprefix(self.title) if is_module else name
