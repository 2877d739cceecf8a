"""An archive in git keeps its bytes; where they were converted all the same, that is said once."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from games import play_steps
from pbem.workflow.publish import publish
from pbem.workflow.verify import verify

git = shutil.which("git")


def cloned(source: Path, target: Path) -> str:
    """A clone as git makes it on Windows."""
    subprocess.run(["git", "clone", "-q", "-c", "core.autocrlf=true", str(source), str(target)], check=True)
    return str(target)


@pytest.mark.skipif(git is None, reason="needs git")
def test_a_checkout_on_windows_is_the_archive_as_it_was_written(game: str, tmp_path: Path) -> None:
    play_steps(game, 1)
    publish(game, str(tmp_path / "archive"), git=True)

    assert () == verify(cloned(tmp_path / "archive", tmp_path / "clone")).findings
    assert "`.gitattributes` keeps git from" in (tmp_path / "clone" / "README.md").read_text()


@pytest.mark.parametrize("name", [".gitattributes", "README.md"])
def test_the_file_that_tells_git_so_is_one_of_the_archive(name: str, game: str, tmp_path: Path) -> None:
    publish(game, str(tmp_path / "archive"))
    path = tmp_path / "archive" / name
    path.write_bytes(path.read_bytes() + b"* text\n")

    assert [("PB646", str(path))] == [(row.code, row.file) for row in verify(str(tmp_path / "archive")).findings]


def test_a_checkout_that_was_converted_all_the_same_is_named_once(game: str, tmp_path: Path) -> None:
    play_steps(game, 1)
    publish(game, str(tmp_path / "archive"))
    for path in (tmp_path / "archive").rglob("*"):
        if path.is_file():
            path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    found = verify(str(tmp_path / "archive")).findings

    assert [("PB686", str(tmp_path / "archive" / "ledger.toml"))] == [(row.code, row.file) for row in found]
