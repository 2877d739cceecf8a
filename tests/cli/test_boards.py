"""The command for boards: looking for faults, drawing, beginning a new one; and a game on one."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from spoilt_boards import board_of, edit


def test_a_sound_board_is_told_with_its_digest(pbem: Any) -> None:
    done = pbem("board", "lint", "house")

    assert 0 == done.code
    assert (
        "house: the board is in order\n  House board: 300 cities, 485 roads (107 main), 44 sectors, 32 pieces"
        in done.out
    )
    assert re.search("\n  digest [0-9a-f]{64}\n", done.out)


def test_the_faults_of_a_board_come_with_file_line_and_hint(pbem: Any, tmp_path: Path) -> None:
    folder = shutil.copytree(board_of("house"), tmp_path / "ours")
    edit("roads.csv", "aachen,koeln,main", "aachen,koelln,main")(folder)
    done = pbem("board", "lint", str(folder))

    assert 1 == done.code
    assert done.out.startswith(
        "roads.csv:2: error[BD205] unknown-name: there is no city koelln\n   = hint: Did you mean koeln?\n"
    )
    assert done.out.endswith(f"{folder}: 1 fault\n")


def test_programs_get_the_faults_as_data(pbem: Any, tmp_path: Path) -> None:
    folder = shutil.copytree(board_of("house"), tmp_path / "ours")
    edit("roads.csv", "aachen,koeln,main", "aachen,koeln,wide")(folder)
    done = pbem("board", "lint", str(folder), "--json")
    (row,) = json.loads(done.out)["complaints"]

    assert ("BD204", "error", "roads.csv", 2) == (row["code"], row["severity"], row["file"], row["line"])
    assert "Write one of main or minor." == row["hint"]


def test_a_way_that_was_typed_may_lead_upwards(pbem: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(board_of("house"), tmp_path / "ours")
    (tmp_path / "games").mkdir()
    monkeypatch.chdir(tmp_path / "games")

    assert 0 == pbem("board", "lint", "../ours").code


@pytest.mark.parametrize("title", ["friedrich", "maria"])
def test_a_template_has_every_table_with_remarks_and_says_what_is_to_be_done(
    pbem: Any, tmp_path: Path, title: str
) -> None:
    folder = tmp_path / "ours"
    done = pbem("board", "new", str(folder), "--ruleset", title)
    linted = pbem("board", "lint", str(folder))

    assert (0, 1) == (done.code, linted.code)
    assert "board.toml" in done.out
    assert {"cities.csv", "roads.csv", "sectors.csv"} < {path.name for path in folder.iterdir()}
    assert all(path.read_text(encoding="utf-8").startswith("# ") for path in folder.iterdir())
    assert re.search("BD310|BD208", linted.out)


def test_a_template_can_be_filled_in(pbem: Any, tmp_path: Path) -> None:
    """With the rows of a sound board below its remarks it is that board."""
    folder = tmp_path / "ours"
    pbem("board", "new", str(folder), "--ruleset", "maria")
    for path in board_of("house").iterdir():
        mine = folder / path.name
        if path.suffix == ".csv":
            remarks = [line for line in mine.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
            mine.write_text("\n".join(remarks) + "\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
        elif path.name in ("boxes.toml", "tracks.toml"):
            shutil.copy(path, mine)

    assert digest_in(pbem("board", "lint", "house").out) == digest_in(pbem("board", "lint", str(folder)).out)


def digest_in(text: str) -> str:
    found = re.search("digest ([0-9a-f]{64})", text)
    assert found, text
    return found[1]


def test_a_board_can_begin_as_a_copy_of_another(pbem: Any, tmp_path: Path) -> None:
    folder = tmp_path / "ours"
    done = pbem("board", "new", str(folder), "--like", "friedrich")

    assert 0 == done.code
    assert digest_in(pbem("board", "lint", "friedrich").out) == digest_in(pbem("board", "lint", str(folder)).out)


def test_nothing_is_written_over(pbem: Any, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    done = pbem("board", "new", str(tmp_path), "--like", "house")

    assert 2 == done.code
    assert "error[PB518]" in done.err and "Give the new board another folder." in done.err
    assert ["mine.txt"] == [path.name for path in tmp_path.iterdir()]


def test_a_board_is_drawn_whole_and_in_parts(pbem: Any, tmp_path: Path) -> None:
    whole = pbem("board", "draw", "house")
    part = pbem("board", "draw", "house", "--part", "bohemia", "-o", str(tmp_path / "bohemia.svg"))
    around = pbem("board", "draw", "house", "--around", "Breslau", "--radius", "2")

    assert (0, 0, 0) == (whole.code, part.code, around.code)
    assert whole.out.startswith("<svg") and "Amsterdam" in whole.out and "Breslau" in whole.out
    bohemia = (tmp_path / "bohemia.svg").read_text(encoding="utf-8")
    assert "Breslau" in bohemia and "Amsterdam" not in bohemia
    assert "Brieg" in around.out and "Berlin" not in around.out


def test_a_map_of_a_game_has_the_parts_of_its_board_by_the_same_option(pbem: Any, tmp_path: Path) -> None:
    game = str(tmp_path / "spring")
    pbem("new", game, "--ruleset", "maria", "--seed", "a")
    drawn = [pbem("map", game, option, "bohemia") for option in ("--part", "--theatre")]

    assert [0, 0] == [done.code for done in drawn]
    assert drawn[0].out == drawn[1].out and "Breslau" in drawn[0].out and "Amsterdam" not in drawn[0].out


def begun(pbem: Any, folder: Path, rows: dict[str, str]) -> None:
    """A template with some rows filled in, as it is after the first hour of typing."""
    pbem("board", "new", str(folder), "--ruleset", "maria")
    for name, text in rows.items():
        path = folder / name
        path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")


SOME_CITIES = {
    "sectors.csv": "H-1,hearts,bohemia,0,0,400,300\n",
    "cities.csv": "wien,Wien,bohemia,core-austria,major,no,hearts,H-1,100,200\n"
    "bruenn,Brünn,bohemia,core-austria,major,no,hearts,H-1,300,60\n"
    "raab,Raab,bohemia,hungary,town,no,,H-2,350,250\n",
    "roads.csv": "wien,bruenn,main\nwien,pressburg,main\n",
}


def test_a_board_that_is_being_filled_in_is_drawn_as_far_as_it_is_there(pbem: Any, tmp_path: Path) -> None:
    """After every region the picture is held against the map, long before all tables are in order."""
    folder = tmp_path / "ours"
    begun(pbem, folder, SOME_CITIES)
    done = pbem("board", "draw", str(folder))

    assert 0 == done.code
    assert all(name in done.out for name in ("<svg", "Wien", "Brünn", "Raab", "ours, not in order yet"))
    assert f"{folder}: the board has faults" in done.err and "pbem board lint" in done.err


@pytest.mark.parametrize("left", ["sectors.csv", "roads.csv", "countries.csv"])
def test_what_is_there_is_drawn_whichever_table_is_missing(pbem: Any, tmp_path: Path, left: str) -> None:
    folder = tmp_path / "ours"
    begun(pbem, folder, SOME_CITIES)
    (folder / left).unlink()
    done = pbem("board", "draw", str(folder))

    assert 0 == done.code and "Brünn" in done.out


def test_of_a_board_without_a_city_nothing_is_drawn(pbem: Any, tmp_path: Path) -> None:
    begun(pbem, tmp_path / "ours", {})
    done = pbem("board", "draw", str(tmp_path / "ours"))

    assert 2 == done.code and "error[BD406]" in done.err


def test_tables_that_are_still_empty_are_among_what_is_to_be_done(pbem: Any, tmp_path: Path) -> None:
    begun(pbem, tmp_path / "ours", {})
    done = pbem("board", "lint", str(tmp_path / "ours"))

    for table in ("cities.csv", "roads.csv", "sectors.csv", "setup.csv", "political_cards.csv"):
        assert f"{table}: error[BD310] incomplete: the table has no rows" in done.out


@pytest.mark.parametrize(
    "words",
    [
        ["sing", "house"], ["lint", "house", "--part", "bohemia"], ["draw", "house", "--like", "house"],
        ["new", "somewhere"], ["new", "somewhere", "--like", "house", "--radius", "3"],
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_wrong_usage(pbem: Any, words: list[str]) -> None:
    assert 2 == pbem("board", *words).code
    assert not Path("somewhere").exists()


def test_a_game_is_begun_on_a_board_and_played(pbem: Any, tmp_path: Path) -> None:
    pbem("board", "new", str(tmp_path / "ours"), "--like", "friedrich")
    game = str(tmp_path / "spring")
    done = pbem("new", game, "--board", str(tmp_path / "ours"), "--mode", "west", "--seed", "a")

    assert 0 == done.code
    assert 0 == pbem("adjudicate", game, "--default", "all").code
    assert 0 == pbem("report", game).code
    assert 0 == pbem("map", game, "-o", str(tmp_path / "map.svg")).code
    assert 0 == pbem("verify", game).code
