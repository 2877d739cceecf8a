"""What the program loads: modules counted in a process of its own."""

from __future__ import annotations

import subprocess
import sys

from games import START


def loaded(program: str, *words: str) -> set[str]:
    """The modules a program loads beyond click and tomllib."""
    text = f"""
import sys, click, tomllib
before = set(sys.modules)
sys.argv = ["pbem", *{list(words)!r}]
{program}
print("\\n" + " ".join(sorted(set(sys.modules) - before)))
"""
    ran = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=900)
    assert not ran.returncode, ran.stderr
    return set(ran.stdout.splitlines()[-1].split())


def ground() -> set[str]:
    """The modules of click and tomllib, which every command has from the start."""
    text = "import sys, click, tomllib\nprint(' '.join(sys.modules))"
    return set(subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=900).stdout.split())


def command(*words: str, code: int = 0) -> set[str]:
    """The modules that a command of the program loads; ``code``: what it ends with."""
    return loaded(f"{START}\nfrom pbem.cli import _run\nassert _run() == {code}", *words) - {"toy"}
