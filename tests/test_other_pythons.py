"""The same on every Python: digests of steps and answers to spoilt sheets, on all interpreters found on the machine."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from functools import cache
from pathlib import Path

import pytest

TOP = Path(__file__).parent.parent
NEWER = ("3.12", "3.13", "3.14")
PLAYED = """
import sys
from pbem.core.chance import Chance
from pbem.rulesets import ruleset_of
from pbem.store.writing import digest_of, event_table
from pbem.workflow.adjudicate import resolved
from pbem.workflow.simulate import sampled

print("%d.%d" % sys.version_info[:2])
for name, mode in (("friedrich", "4p-expert"), ("friedrich", "3p"), ("fredericus", "")):
    rules = ruleset_of(name)
    state = rules.rules.set_up(mode or rules.modes[0].id, {option.id: option.default for option in rules.options})
    for number in range(40):
        if rules.rules.result(state) is not None:
            break
        step = resolved(rules, state, sampled(rules, state, "a", number, {}), Chance("a"))
        state = step.state
        table = {"events": [event_table(event) for event in step.events], "state": rules.files.encode(state)}
        print(name, number, digest_of(table))
"""
SPOILT = """
import json, sys
from pbem.core.sheets import parsed

print("%d.%d" % sys.version_info[:2])
record = json.load(open(sys.argv[1], encoding="utf-8"))
for row in record["spoilt"]:
    text = record["sheets"][row["sheet"]]
    [fault] = parsed(text[: row["from"]] + row["put"] + text[row["to"] :])
    print(fault.at.path, fault.facts["stop"], fault.message, fault.hint)
"""


def interpreters() -> list[str]:
    """This one, and the newer ones that are found on the path or where pyenv puts them."""
    pyenv = Path(os.environ.get("PYENV_ROOT", "~/.pyenv")).expanduser() / "versions"
    places = [shutil.which(f"python{version}") for version in NEWER]
    places += [str(found) for version in NEWER for found in sorted(pyenv.glob(f"{version}.*/bin/python"))]
    return [sys.executable, *dict.fromkeys(str(Path(place).resolve()) for place in places if place and runs(place))]


def runs(python: str) -> bool:
    """Whether there is a Python behind the name: pyenv also has names for those it has not."""
    return subprocess.run([python, "-c", "import tomllib"], capture_output=True).returncode == 0


@cache
def printed(python: str, hashing: str, program: str, *words: str) -> tuple[str, ...]:
    """The version, then what a program prints; our own pure libraries serve every version."""
    libraries = os.pathsep.join((str(TOP), sysconfig.get_path("purelib")))
    environment = {"PYTHONPATH": libraries, "PYTHONHASHSEED": hashing, "PYTHONDONTWRITEBYTECODE": "1"}
    environment["PYTHONUTF8"] = "1"
    done = subprocess.run(
        [python, "-c", program, *words], capture_output=True, text=True, encoding="utf-8", env=environment, check=True
    )
    return tuple(done.stdout.splitlines())


@pytest.mark.parametrize("python", interpreters())
def test_every_python_gives_the_same_steps(python: str) -> None:
    here, there = printed(sys.executable, "1", PLAYED), printed(python, "2", PLAYED)

    assert len(here) > 90
    assert here[1:] == there[1:]


@pytest.mark.parametrize("python", interpreters())
def test_every_python_says_the_same_of_a_sheet_that_is_not_toml(python: str) -> None:
    record = str(TOP / "tests" / "core" / "spoilt.json")
    here, there = printed(sys.executable, "1", SPOILT, record), printed(python, "2", SPOILT, record)

    assert len(here) > 500
    assert here[1:] == there[1:]
