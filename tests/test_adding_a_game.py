"""The page for whoever adds a game: its files, taken as they stand, are a package that keeps the contract."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parent.parent
PAGE = (TOP / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"^`(\S+)`:\n\n```(?:python|toml)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
OPTIONS = ("--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check")


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the page, and what installing them gives."""
    folder = tmp_path_factory.mktemp("page")
    for name, text in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    ran = run(folder, "-m", "pip", "install", *OPTIONS, "--target", str(folder / "installed"), str(folder))
    assert not ran.returncode, ran.stderr
    return folder


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(folder / "installed")}
    (folder / "elsewhere").mkdir(exist_ok=True)  # what is found is found because it is installed
    return subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, timeout=900, cwd=folder / "elsewhere", env=environment
    )


def test_every_block_of_code_belongs_to_a_file_or_is_run_here() -> None:
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    shell = [text for kind, text in blocks if kind == "sh"]

    assert len(FILES) == len(blocks) - 1
    assert ["pip install -e .\npython -m pbem.testing high-card\npbem demo --ruleset high-card\n"] == shell


def test_the_game_of_the_page_keeps_the_contract(package: Path) -> None:
    ran = run(package, "-m", "pbem.testing", "high-card")

    assert (0, "") == (ran.returncode, ran.stderr)
    assert ran.stdout.endswith("The contract is kept.\n")


def test_the_game_of_the_page_can_be_shown(package: Path) -> None:
    ran = run(package, "-m", "pbem", "demo", "--ruleset", "high-card")

    assert (0, "") == (ran.returncode, ran.stderr)
    assert re.search("The game is over: (North|South) has won [23] of 3 rounds.", ran.stdout)


def test_the_test_of_the_page_passes(package: Path) -> None:
    words = ("-q", "-p", "no:cacheprovider", str(package / "tests"), "-k", "signatures or games")
    ran = run(package, "-m", "pytest", *words)

    assert not ran.returncode, ran.stdout


def test_the_code_of_the_page_is_written_like_ours(package: Path) -> None:
    for words in (("check", "--select", "E,F,B,UP,SIM"), ("format", "--check")):
        ran = run(
            package,
            "-m",
            "ruff",
            *words,
            "--line-length=120",
            "--quiet",
            str(package / "high_card"),
            str(package / "tests"),
        )
        assert not ran.returncode, ran.stdout


def test_the_modules_of_the_page_fit_the_types_of_the_contract(package: Path) -> None:
    words = ("--strict", "--cache-dir", str(package / "cache"), str(package / "high_card"))
    ran = run(package, "-m", "mypy", *words)

    assert (0, "") == (ran.returncode, ran.stderr), ran.stdout


def test_an_event_of_the_page_that_nobody_tells_is_a_type_error(package: Path) -> None:
    page, union = package / "high_card" / "events.py", "HighCardEvent = OfTheProgram"
    snowed = f'class Snowed(Happening):\n    """Snow falls."""\n\n\n{union} | Snowed'
    more = FILES["high_card/events.py"].replace(union, snowed)
    shadow = package / "shadow.py"
    shadow.write_text(more, encoding="utf-8")
    words = ("--strict", "--cache-dir", str(package / "cache"), "--shadow-file", str(page), str(shadow))
    ran = run(package, "-m", "mypy", *words, str(package / "high_card"))

    assert 1 == ran.returncode
    assert [line for line in ran.stdout.splitlines() if "telling.py" in line and '"Snowed"' in line]
