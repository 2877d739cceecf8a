"""Boards as folders of tables: read by name and by path, every row with its file and line."""

from __future__ import annotations

import shutil
from importlib import import_module
from pathlib import Path

import pytest

from pbem.boards import SHIPPED, examine, load, shipped
from pbem.core.board import Arrow, Icon, Road, Source
from pbem.store import GameFault
from pbem.workflow.board_picture import picture_of

FRIEDRICH = Path(__file__).parents[2] / "pbem" / "rulesets" / "friedrich" / "data"


def test_the_boards_that_come_with_the_program_are_the_house_board_and_the_probe_map() -> None:
    assert ("house", "probe") == shipped()


@pytest.mark.parametrize(("name", "title"), [("house", "maria"), ("friedrich", "friedrich")])
def test_a_board_is_drawn_with_the_letters_of_its_games(name: str, title: str) -> None:
    game = import_module(f"pbem.rulesets.{title}.telling.picture")

    assert game.LETTERS == "".join(nation.letter for nation in picture_of(load(name)).nations)


def test_the_house_board_is_read_whole() -> None:
    pack = load("house")
    counts = (len(pack.cities), len(pack.roads), len(pack.sectors), len(pack.countries), len(pack.setup))

    assert (300, 485, 44, 12, 32) == counts
    assert ("House board", "politics", ("flanders", "bohemia"), True) == (
        pack.name,
        pack.form,
        pack.maps,
        pack.complete,
    )
    assert (11, 4, 8, 3, 25) == (
        len(pack.markers), len(pack.boxes.off_map), len(pack.boxes.victory), len(pack.tracks),
        len(pack.political_cards),
    )  # fmt: skip


def test_every_row_knows_its_file_and_line() -> None:
    pack = load("house")
    cities = {city.id: city for city in pack.cities}
    italy = pack.tracks[0]

    assert "cities.csv:2" == str(cities["aachen"].source)
    assert Source("tracks.toml", 16) == italy.spaces[1].source
    assert Source("boxes.toml", 4) == pack.boxes.off_map[0].source
    assert (Icon("expedition", "austria"),) == italy.spaces[1].icons
    assert (Arrow("russia", "L", 2),) == pack.political_cards[2].arrows
    assert (("austria", "pragmatic"), "elector") == (pack.markers[-1].powers, pack.markers[-1].kind)


def test_the_probe_map_is_the_one_of_the_rules() -> None:
    """M30: 26 cities, 13 main and 15 minor roads, no pieces; no game is begun on it."""
    pack = load("probe")
    near = {road[:3] for road in pack.roads}

    assert (26, 13, 15) == (len(pack.cities), sum(r.main for r in pack.roads), sum(not r.main for r in pack.roads))
    assert {Road("f4", "m1", True)[:3], Road("m5", "x1", False)[:3], Road("f2", "f6", False)[:3]} <= near
    assert ((), (), False) == (pack.setup, pack.markers, pack.complete)
    assert {"town"} == {city.kind for city in pack.cities}


def test_a_board_is_read_by_its_folder_too(tmp_path: Path) -> None:
    shutil.copytree(Path(SHIPPED) / "house", tmp_path / "mine")

    assert load("house").digest == load(str(tmp_path / "mine")).digest


def test_the_tables_of_friedrich_pass_through_the_same_reader() -> None:
    examined = examine(str(FRIEDRICH))

    assert () == examined.complaints
    assert examined.pack is not None
    assert ("objectives", 672, 976, 35) == (
        examined.pack.form, len(examined.pack.cities), len(examined.pack.roads), len(examined.pack.setup),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("name", "form"), [("no-such-board", ""), ("house/../house", "up"), (str(FRIEDRICH / "cities.csv"), "file")]
)
def test_what_is_no_board_is_named(name: str, form: str) -> None:
    with pytest.raises(GameFault) as caught:
        load(name)

    assert ("BD109", form) == (caught.value.code.id, caught.value.facts["form"])
