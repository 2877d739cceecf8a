"""The README can be pasted: its commands, one after another in a fresh copy, do what is said."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the lines are for a shell that Windows does not have")

TOP = Path(__file__).parent.parent
INSTALL = "python3 -m venv .venv && .venv/bin/pip install -q . && .venv/bin/pbem demo"
# What is not run as it stands: a new environment with a long game, and the tests themselves.
INSTEAD = {INSTALL: "pbem demo --turns 1", "sh tests/run": ":"}


def lines_of_the_readme() -> list[str]:
    """All lines of its blocks for the shell, in order."""
    page = (TOP / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    return [INSTEAD.get(line, line) for block in blocks for line in block.splitlines()]


@pytest.mark.parametrize("page", ["README.md", *sorted(f"docs/{path.name}" for path in (TOP / "docs").glob("*.md"))])
def test_no_command_of_a_page_has_a_remark_behind_it(page: str) -> None:
    """An interactive zsh knows no remarks: it would take their words for files and options."""
    text = (TOP / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```(?:sh|bash|console)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)

    assert [] == [line for block in blocks for line in block.splitlines() if re.search(r"(?:^|\s)#", line)]


def surroundings(home: Path) -> dict[str, str]:
    """The pbem of this interpreter on the path, and a git that knows nobody's settings."""
    scripts = os.pathsep.join((sysconfig.get_path("scripts"), str(Path(sys.executable).parent)))
    return {**os.environ, "HOME": str(home), "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}"}


def copy_of_the_project(place: Path) -> Path:
    """What a clone has, as far as the commands touch it."""
    clone = place / "pbem"
    shutil.copytree(TOP / "games" / "heinrich-against-richelieu", clone / "games" / "heinrich-against-richelieu")
    shutil.copy(TOP / ".gitignore", clone)
    return clone


def test_every_line_of_the_readme_can_be_pasted(tmp_path: Path) -> None:
    clone, lines = copy_of_the_project(tmp_path), lines_of_the_readme()
    # Each line leaves its exit code, as a shell does that somebody pastes into: nothing stops at the first fault.
    script = "\n".join(f"{line}\necho $? >> ../codes" for line in lines)
    ran = subprocess.run(["sh"], input=script, cwd=clone, env=surroundings(tmp_path), text=True, capture_output=True,
                         timeout=900, encoding="utf-8")  # fmt: skip
    codes = (tmp_path / "codes").read_text().split()

    assert [] == [line for line, code in zip(lines, codes, strict=True) if code != "0"], ran.stderr
    assert "" == ran.stderr


def test_what_the_readme_writes_is_left_alone_by_git(tmp_path: Path) -> None:
    clone = copy_of_the_project(tmp_path)
    written = {word for line in lines_of_the_readme() for word in re.findall(r"games/[\w./-]+", line)}
    git = ["git", "-C", str(clone)]
    subprocess.run([*git, "init", "-q"], check=True, env=surroundings(tmp_path))
    found = subprocess.run([*git, "check-ignore", *sorted(written)], env=surroundings(tmp_path), text=True,
                           capture_output=True).stdout.split()  # fmt: skip

    assert {"games/heinrich-against-richelieu/position.toml"} == written - set(found)
    assert not re.search(r"(?:-o|>) (?!games/)\S", "\n".join(lines_of_the_readme()))
