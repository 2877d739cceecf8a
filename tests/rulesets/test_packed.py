"""A ruleset in a package of its own: packed, installed into a scratch folder, and played through the command line."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]


class Scratch:
    """A folder with the package installed, and the program run as if it were part of the environment."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.installed = folder, folder / "installed"
        self.environment = {**os.environ, "PYTHONPATH": str(self.installed)}

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", *words]
        return subprocess.run(
            command, capture_output=True, text=True, timeout=900, cwd=self.folder, env=self.environment
        )

    def pbem(self, *words: str) -> str:
        """What a command prints that ends well."""
        ran = self.run("pbem", *words)
        assert (0, "") == (ran.returncode, ran.stderr), ran
        return ran.stdout


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Scratch:
    folder = tmp_path_factory.mktemp("scratch")
    shutil.copytree(TESTS / "packages" / "toy", folder / "source")
    (folder / "source" / "toy_game").mkdir()
    shutil.copy(TESTS / "toy.py", folder / "source" / "toy_game" / "__init__.py")
    place = Scratch(folder)
    options = ("--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check")
    ran = place.run("pip", "install", *options, "--target", str(place.installed), str(folder / "source"))
    assert not ran.returncode, ran.stderr
    return place


def test_a_game_in_a_package_is_played_through_the_command_line(scratch: Scratch) -> None:
    assert "a game of toy, mode duel" in scratch.pbem("new", "winter", "--ruleset", "toy", "--seed", "a")
    scratch.pbem("report", "winter")
    for role in ("north", "south"):
        (scratch.folder / "orders.toml").write_text(scratch.pbem("orders", "winter", "--role", role))
        at_home = scratch.pbem("check", "orders.toml", "--view", f"winter/reports/0000/{role}.view.toml")
        assert at_home == scratch.pbem("check", "orders.toml", "--game", "winter")
        assert "vow 1" in scratch.pbem("submit", "winter", "orders.toml")
    assert "Round 1: bid" in scratch.pbem("adjudicate", "winter")
    while "The game is over" not in scratch.pbem("adjudicate", "winter", "--default", "all"):
        pass
    assert "public.html" in scratch.pbem("report", "winter")
    assert "winter" in scratch.pbem("verify", "winter")
    assert "files written" in scratch.pbem("publish", "winter", "archive")

    assert "Toy, three rounds." in (scratch.folder / "archive" / "README.md").read_text()
    assert "The game ends" in scratch.pbem("log", "winter")
    assert "TY301 not-held" in scratch.pbem("explain", "TY301")


def test_such_a_package_can_run_the_contract_suite_on_itself(scratch: Scratch) -> None:
    ran = scratch.run("pbem.testing", "toy", "--mode", "duel")

    assert (0, "") == (ran.returncode, ran.stderr)
    assert ran.stdout.endswith("The contract is kept.\n")


def test_who_asks_for_no_title_at_all_is_told_the_names_of_packages_too(scratch: Scratch) -> None:
    ran = scratch.run("pbem", "new", "summer", "--ruleset", "chess")

    assert 2 == ran.returncode
    assert "PB507" in ran.stderr and "friedrich, fredericus, maria, toy" in ran.stderr


def test_our_own_titles_do_not_look_for_packages(scratch: Scratch) -> None:
    program = "import sys; from pbem.workflow import known_ruleset; known_ruleset('friedrich', ''); print(*sys.modules)"
    command = [sys.executable, "-c", program]
    ran = subprocess.run(command, capture_output=True, text=True, env=scratch.environment, timeout=900)

    assert not {"importlib.metadata", "pbem.rulesets.foreign"} & set(ran.stdout.split())
