"""Packages that give a ruleset, laid into a folder as an installer does: for tests of what can be wrong with one."""

from __future__ import annotations

import contextlib
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

TOY = "from toy import RULESET as TOY\nRULESET = TOY._replace({change})\n"


def package(folder: Path, source: str, name: str = "meadow", distribution: str = "meadow-game") -> None:
    """One module that gives a ruleset of that name, and what the installer notes of it."""
    module = distribution.replace("-", "_")
    folder.mkdir(exist_ok=True)
    (folder / f"{module}.py").write_text(source)
    about = folder / f"{module}-1.0.dist-info"
    about.mkdir(exist_ok=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[pbem.rulesets]\n{name} = {module}:RULESET\n")


@contextlib.contextmanager
def on_the_path(folder: Path) -> Iterator[None]:
    """What lies in the folder is installed, and nothing of it stays loaded."""
    with mock.patch.object(sys, "path", [str(folder), *sys.path]), mock.patch.dict(sys.modules):
        importlib.invalidate_caches()
        yield
