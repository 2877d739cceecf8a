"""The pages about time and people can be pasted: each command, in a game that is some turns old, does what is said."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest

from games import SAME_KEYS, pbem, sheet_file, toy
from pbem.store.reading import read_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.new import Plan, new
from pbem.workflow.submit import submit
from pbem.workflow.verify import verify

__all__ = ["pbem", "toy"]
PAGES = Path(__file__).parent.parent / "docs"
GAME = "games/winter-1756"
# What a page leaves to its reader: a key, and days that are still to come however late this is tried.
INSTEAD = {"age1...": SAME_KEYS[0], "2027": "2097"}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of Friedrich after twelve steps; the last of them had a sheet of Frederick's, of whose line 3 is asked."""
    folder = tmp_path_factory.mktemp("pages")
    game = str(folder / GAME)
    new(Plan(game, "friedrich", seed="a"))
    for step in range(1, 13):
        if step == 12:
            assert not submit(sheet_file(game, "frederick", {"withdraw": ["*"]}), game).answer.is_refused
        adjudicate(game, ["all"], one=True)
    return folder


@pytest.fixture
def desk(played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, where commands are typed."""
    monkeypatch.setenv("PBEM_CONFIG", str(tmp_path / "config"))
    shutil.copytree(played, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    Path("key.txt").write_text(f"{SAME_KEYS[1]}\n")
    return tmp_path


def blocks(page: str) -> list[list[str]]:
    text = (PAGES / page).read_text(encoding="utf-8")
    for old, there in INSTEAD.items():
        text = text.replace(old, there)
    return [block.splitlines() for block in re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)]


def typed(pbem: Any, line: str) -> str:
    name, *words = shlex.split(line)
    assert "pbem" == name
    ran = pbem(*words)
    assert (0, "") == (ran.code, ran.err), (line, ran)
    return str(ran.out)


def test_the_page_about_time(pbem: Any, desk: Path) -> None:
    pytest.importorskip("holidays")
    (lines,) = blocks("time.md")
    said = [typed(pbem, line) for line in lines]

    assert 4 == len(said) and "20:00 Europe/Lisbon" in said[-1] and 'bid = "2d"' in said[-1]
    assert "2097-12-25" in said[2] and "2097-12-25" in said[-1]
    for line in ("pbem next games", f"pbem status {GAME}", f"pbem times {GAME}", f"pbem calendar {GAME} -o winter.ics",
                 f"pbem report {GAME}", f"pbem wait {GAME} --role maria-theresa",
                 f"pbem absent {GAME} 2097-07-01 2097-07-14 --role frederick"):  # fmt: skip
        typed(pbem, line)
    assert () == verify(GAME).findings


def test_what_the_page_about_time_says_of_game_toml_is_what_the_program_reads(desk: Path) -> None:
    from pbem.timing import as_table
    from pbem.timing.plan import plan_of, read_plan

    text = re.findall(r"^```toml\n(\[time\].*?)^```$", (PAGES / "time.md").read_text(), re.MULTILINE | re.DOTALL)[0]
    path = Path(GAME, "game.toml")
    path.write_text(f"{path.read_text()}\n{text}")
    plan, usual = plan_of(read_game(GAME)), read_plan({"zone": "Europe/Lisbon"}, "")
    assert plan is not None

    left_out = ("weekdays", "holidays", "grace", "periods")
    shown = {key: value for key, value in as_table(plan).items() if key not in left_out}
    assert shown == {key: value for key, value in as_table(usual).items() if key in shown}  # "what holds if left out"


@pytest.mark.parametrize("number", range(6))
def test_a_block_of_the_page_about_people(pbem: Any, desk: Path, played: Path, number: int) -> None:
    lines = blocks("people.md")
    assert 6 == len(lines)
    if "--resign" in lines[number][0]:  # three ends of a game, of which it has one
        for line in lines[number]:
            typed(pbem, line)
            shutil.rmtree("games")
            shutil.copytree(played, desk, dirs_exist_ok=True)
        return
    for line in lines[number]:
        if "--take" in line:
            shutil.rmtree(GAME)
        typed(pbem, line)

    assert () == verify(GAME).findings
