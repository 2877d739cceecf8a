"""What is drawn, told and written of a game that was played: map, diff, log and site, on the command line."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from games import play_steps, send, tree
from pbem.core.chance import Chance
from pbem.store import GameFault
from pbem.store.reading import Player
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.difference import changes_of, difference, span
from pbem.workflow.mapping import at_step
from pbem.workflow.new import Plan, new
from pbem.workflow.site import index_model, page_model, pages_of, site

STEPS = 21


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A game of Friedrich after two turns or so."""
    directory = str(tmp_path_factory.mktemp("games") / "winter")
    seats = {"frederick": Player("Ada <Lovelace>", "ada@secret.example")}
    new(Plan(directory, "friedrich", seed="a", players=seats))
    play_steps(directory, STEPS)
    return directory


def test_the_map_is_printed_or_written(pbem: Any, played: str, tmp_path: Path) -> None:
    file = tmp_path / "map.svg"
    printed = pbem("map", played, "--role", "frederick", "--around", "breslau")

    assert 0 == printed.code
    assert printed.out.startswith("<svg ")
    assert f"{file}\n" == pbem("map", played, "--role", "frederick", "--around", "Breslau", "-o", str(file)).out
    assert file.read_text() == printed.out


def test_an_earlier_map_and_shades_on_demand(pbem: Any, played: str) -> None:
    ran = pbem("map", played, "--step", "3", "--theatre", "silesia", "--supply", "austria", "--protection", "Prussia")

    assert "step 3" in ran.out
    assert "in supply for Austria" in ran.out and "within 3 of a general of Prussia" in ran.out


def test_a_shade_by_its_kind_is_the_same_as_its_short_form(pbem: Any, played: str) -> None:
    ran = pbem("map", played, "--shade", "supply=austria", "--shade", "Protection = Prussia")

    assert 0 == ran.code and "in supply for Austria" in ran.out
    assert ran == pbem("map", played, "--shade", "supply=Austria", "--protection", "prussia")


def test_a_shade_without_its_nation_is_wrong_usage(pbem: Any, played: str) -> None:
    ran = pbem("map", played, "--shade", "supply")

    assert 2 == ran.code
    assert "'supply' is not of the form KIND=NATION" in ran.err


@pytest.mark.parametrize(
    "words",
    [
        ("--shade", "glory=Prussia"),
        ("--around", "Breslua"),
        ("--around", "Friedland"),
        ("--theatre", "atlantis"),
        ("--supply", "Poland"),
        ("--step", "999"),
        ("--role", "nobody"),
    ],
)
def test_what_nobody_knows_is_refused_with_advice(pbem: Any, played: str, words: tuple[str, str]) -> None:
    ran = pbem("map", played, *words)

    assert 2 == ran.code
    assert "PB519" in ran.err and "Possible: " in ran.err


def test_a_game_without_a_map_says_so(pbem: Any, game: str) -> None:
    ran = pbem("map", game)

    assert 2 == ran.code
    assert "PB540" in ran.err


@pytest.mark.parametrize(("form", "library"), [("png", "resvg_py"), ("pdf", "cairosvg")])
def test_a_painted_picture_needs_its_extra(
    pbem: Any, played: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str, library: str
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    ran = pbem("map", played, "--around", "Breslau", "-o", str(tmp_path / f"map.{form}"))

    assert 2 == ran.code
    assert "PB541" in ran.err and f"pbem[{form}]" in ran.err
    assert not list(tmp_path.iterdir())


def test_a_png_is_painted_where_it_can_be(pbem: Any, played: str, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    file = tmp_path / "map.png"
    assert 0 == pbem("map", played, "--around", "Breslau", "-o", str(file)).code

    assert file.read_bytes().startswith(b"\x89PNG")


# diff

ORDERS = {
    "frederick": ["Friedrich + Winterfeldt > Riesa > Meissen", "Seydlitz > Potsdam > Spandau", "T2 > Luckenwalde"],
    "elisabeth": ["Saltikov > Nakło", "Tottleben > Rypin > Brodnica"],
    "maria-theresa": ["Browne > Prag > Kolin", "Karl > Jungbunzlau > Reichenberg > Friedland I3",
                      "T1 > Prag"],
    "pompadour": ["discard 4D", "Soubise > Hünfeld"],
}  # fmt: skip


@pytest.fixture(scope="module")
def written_down(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A game of which every order is known: each nation's first stage, and its second one."""
    directory = str(tmp_path_factory.mktemp("orders") / "winter")
    new(Plan(directory, "friedrich", seed="a"))
    adjudicate(directory, ["all"])
    sent: set[str] = set()
    for _ in range(14):
        table = open_game(directory)
        for role in {owed.role for owed in table.awaiting} - sent:
            sent.add(role)
            receipt = send(directory, role, {"do": ORDERS[role]})
            assert not receipt.answer.is_refused, receipt.text
        adjudicate(directory, ["all"])
    return directory


def test_the_difference_is_told_as_moves(pbem: Any, written_down: str, golden: Callable[[str, str], None]) -> None:
    golden("diff/text.txt", pbem("diff", written_down, "1..14").out)
    golden("diff/player.md", pbem("diff", written_down, "1..14", "--role", "frederick", "--format", "md").out)
    golden("diff/step.json", pbem("diff", written_down, "2", "--format", "json").out)


def test_spans_of_steps(played: str) -> None:
    table = open_game(played)

    assert (3, 7) == span("3..7", table)
    assert (0, 7) == span("..7", table)
    assert (3, STEPS) == span("3..", table)
    assert (6, 7) == span("7", table)
    for wrong in ("7..3", "0", "a..b", "3..99", "-1..4", ""):
        with pytest.raises(GameFault):
            span(wrong, table)


def test_a_difference_holds_no_secret(played: str) -> None:
    table = open_game(played)
    before, after = at_step(table, 3).state, table.state
    for role in (None, *table.game.players):
        others = [table.ruleset.secrets.twin_of(state, role, Chance("b")) for state in (before, after)]
        first = changes_of(table.ruleset, before, after, role, ())
        assert first == changes_of(table.ruleset, *others, role, ())
        assert first


def test_a_title_without_words_of_its_own_is_compared_by_its_tables(game: str) -> None:
    play_steps(game, 3)
    found = difference(game, "0..3")

    assert any("points" in change.text for change in found.changes)


# log


def test_the_log_is_looked_through(pbem: Any, written_down: str, golden: Callable[[str, str], None]) -> None:
    golden("log/turn.md", pbem("log", written_down, "--turn", "1", "--nation", "austria", "--format", "md").out)
    golden("log/piece.txt", pbem("log", written_down, "--piece", "Karl", "--role", "maria-theresa").out)


def test_every_filter_leaves_less(pbem: Any, played: str) -> None:
    def events(*words: str) -> list[Any]:
        steps = json.loads(pbem("log", played, "--format", "json", *words).out)
        return [event for step in steps for event in step["events"]]

    everything, prussia = events(), events("--nation", "Prussia")
    one, two = events("--turn", "1"), events("--turn", "2")

    assert 0 < len(prussia) < len(everything)
    assert all(event in everything for event in prussia)
    assert all("prussia" in json.dumps(event) or event["facts"] for event in prussia)
    assert {"turn": 1} in [event["facts"] for event in one]
    assert not [event for event in two if event["facts"] == {"turn": 1}]
    assert all("Berlin" in " ".join(event["sentences"]) for event in events("--city", "Berlin"))


def test_a_filter_finds_nothing_hidden(pbem: Any, played: str) -> None:
    hidden = "Your numbers for Austria"

    assert hidden not in pbem("log", played, "--piece", "Daun", "--role", "frederick").out
    assert hidden in pbem("log", played, "--piece", "Daun", "--role", "maria-theresa").out


def test_a_title_without_a_map_is_filtered_by_turn_only(pbem: Any, game: str) -> None:
    play_steps(game, 1)

    assert 0 == pbem("log", game, "--turn", "1").code
    assert 2 == pbem("log", game, "--city", "Berlin").code


# site


class Links(HTMLParser):
    """All that a page refers to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for key, value in attributes if key in ("href", "src")]


@pytest.fixture(scope="module")
def written(played: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("site") / "winter"
    site(played, str(directory))
    return directory


def test_a_site_has_a_page_for_each_step(written: Path) -> None:
    pages = sorted(path.name for path in written.glob("step-*.html"))

    assert [f"step-{n:04}.html" for n in range(STEPS + 1)] == pages
    assert (written / "index.html").is_file()


def test_the_front_page_tells_players_score_and_the_last_map(played: str, written: Path) -> None:
    front = (written / "index.html").read_text()
    caption = f"winter, step {STEPS}: {open_game(played).ruleset.telling.heading(open_game(played).state)}"

    assert "<td>Frederick<td>Prussia and Hanover<td>Ada &lt;Lovelace&gt;\n" in front
    assert "<td>Pompadour<td>France<td>not named\n" in front
    assert re.search(r"<tr><td>Austria<td>Maria Theresa<td>\d+ of 16\n", front)
    assert f"<title>{caption}</title>" in front
    assert "secret.example" not in front


def test_a_site_refers_to_its_own_files_only(written: Path) -> None:
    for path in written.glob("*.html"):
        page = path.read_text()
        for target in (*Links(page).found, *re.findall('@import "([^"]*)"', page)):
            there = f'id="{target[1:]}"' in page if target.startswith("#") else (written / target).is_file()
            assert target == "data:," or there, target
    for name in ("site.css", "site.js"):
        assert not re.search(r"https?:|url\(|@import", (written / name).read_text())


def test_pages_follow_each_other(written: Path) -> None:
    page = (written / "step-0003.html").read_text()

    assert '<link rel="prev" href="step-0002.html">' in page
    assert '<link rel="next" href="step-0004.html">' in page
    assert 'rel="prev"' not in (written / "step-0000.html").read_text()
    assert 'rel="next"' not in (written / f"step-{STEPS:04}.html").read_text()


def test_a_site_is_written_again_with_the_same_bytes(played: str, written: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    shutil.copytree(written, again)
    (again / "step-0999.html").write_text("of a step taken back")
    site(played, str(again))

    assert tree(str(written)) == tree(str(again))


def test_a_site_keeps_out_of_other_peoples_directories(pbem: Any, played: str, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    ran = pbem("site", played, str(tmp_path))

    assert 2 == ran.code
    assert "PB542" in ran.err
    assert ["thesis.txt"] == [path.name for path in tmp_path.iterdir()]


def test_no_page_tells_a_secret(played: str) -> None:
    table = open_game(played)
    pages = list(pages_of(table))
    rows = [page.row for page in pages]
    for page in pages[:: STEPS // 3]:
        for role in (None, *table.game.players):
            other = table.ruleset.secrets.twin_of(page.table.state, role, Chance("b"))
            twin = page.table._replace(state=other)
            assert page_model(page.table, page.row, STEPS, role) == page_model(twin, page.row, STEPS, role)
            assert index_model(page.table, rows, role) == index_model(twin, rows, role)


def test_a_player_gets_a_site_of_the_own(pbem: Any, played: str, tmp_path: Path) -> None:
    assert 0 == pbem("site", played, str(tmp_path / "mine"), "--role", "frederick").code
    page = (tmp_path / "mine" / "step-0005.html").read_text()

    assert "as Frederick knows it" in page
    assert "Your cards" in page or "Your hand" in page


def test_a_title_without_a_map_has_a_site_too(game: str, tmp_path: Path) -> None:
    play_steps(game, 2)
    index = site(game, str(tmp_path / "site"))

    assert Path(index).is_file()
    assert "<svg" not in (tmp_path / "site" / "step-0002.html").read_text()


@pytest.mark.parametrize("name", ["map.pdff", "map.jpg", "map"])
def test_a_picture_of_an_unknown_kind_is_refused(pbem: Any, played: str, tmp_path: Path, name: str) -> None:
    ran = pbem("map", played, "-o", str(tmp_path / name))

    assert 2 == ran.code
    assert "PB543" in ran.err and ".svg" in ran.err
    assert not (tmp_path / name).exists()


@pytest.mark.parametrize(("end", "start"), [("pdf", b"%PDF-"), ("PNG", b"\x89PNG")])
def test_a_file_holds_what_its_name_says(
    pbem: Any, played: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: str, start: bytes
) -> None:
    """With stand-ins for the painters: each form is asked of its own library."""
    monkeypatch.setitem(sys.modules, "cairosvg", SimpleNamespace(svg2pdf=lambda **_: b"%PDF-..."))
    monkeypatch.setitem(sys.modules, "resvg_py", SimpleNamespace(svg_to_bytes=lambda **_: b"\x89PNG..."))
    file = tmp_path / f"map.{end}"

    assert 0 == pbem("map", played, "--around", "Breslau", "-o", str(file)).code
    assert file.read_bytes().startswith(start)


def test_the_map_does_not_flood_a_terminal(pbem: Any, played: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    ran = pbem("map", played)

    assert 2 == ran.code
    assert "" == ran.out
    assert "-o map.svg" in ran.err
