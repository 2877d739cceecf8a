"""Games on a board of one's own: what is kept of it, and what happens when it is not at hand."""

from __future__ import annotations

import os
import shutil
import stat
import sys
from pathlib import Path

import pytest
from sampled import some
from spoilt_boards import board_of, edit

from games import sheet_file
from pbem.boards import cache, load
from pbem.boards.shelf import found
from pbem.rulesets.friedrich import packed
from pbem.store import GameFault, parse, read_bytes
from pbem.store.ledger import read_first
from pbem.store.reading import read_game
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.check import check_with_view
from pbem.workflow.journal import position
from pbem.workflow.new import Plan, new
from pbem.workflow.publish import publish
from pbem.workflow.reporting import report
from pbem.workflow.verify import verify


def forget() -> None:
    """Forget all boards, as the next command does: what was loaded, and what is kept in the cache."""
    shutil.rmtree(os.environ["PBEM_CACHE"], ignore_errors=True)
    unload()


def unload() -> None:
    for name in [name for name in sys.modules if name.startswith("pbem.rulesets.friedrich_on_")]:
        del sys.modules[name]


@pytest.fixture
def ours(tmp_path: Path) -> Path:
    """A board of our own, on which one city has another name."""
    folder = shutil.copytree(board_of("friedrich"), tmp_path / "ours")
    edit("cities.csv", "achim,Achim,", "achim,Achimsburg,")(folder)
    edit("board.toml", '"Friedrich"', '"Our board"')(folder)
    return Path(folder)


@pytest.fixture
def spring(tmp_path: Path, ours: Path) -> str:
    """A game on it, played up to the first move."""
    unload()
    game = str(tmp_path / "spring")
    new(Plan(game, "friedrich", seed="a", board=str(ours)))
    adjudicate(game, ["all"])
    return game


def test_the_digest_stands_in_the_game_its_steps_its_ledger_and_every_report(spring: str, ours: Path) -> None:
    digest = load(str(ours)).digest
    report(spring)
    folder = Path(spring, "reports", "0001")
    reports = [path for path in folder.iterdir() if path.suffix in (".txt", ".html", ".json", ".md")]
    steps = [parse(read_bytes(str(path)), str(path))["board"] for path in Path(spring, "steps").iterdir()]

    assert ("Our board", digest) == read_game(spring).board
    assert {"name": "Our board", "digest": digest} == read_first(spring).facts["board"]
    assert [digest, digest] == steps
    assert len(reports) >= 5
    assert [] == [path.name for path in reports if digest not in path.read_text(encoding="utf-8")]


def test_a_game_on_the_board_of_its_title_says_nothing_of_it(tmp_path: Path) -> None:
    game = str(tmp_path / "winter")
    new(Plan(game, "friedrich", seed="a"))

    assert ("", "") == read_game(game).board
    assert "board" not in read_first(game).facts
    assert not Path(game, "board").exists()
    assert "board" not in Path(game, "game.toml").read_text(encoding="utf-8")


def test_a_game_keeps_its_board_when_the_folder_it_came_from_is_gone(spring: str, ours: Path) -> None:
    shutil.rmtree(ours)
    forget()

    assert open_game(spring).ruleset.name == "friedrich"
    assert () == verify(spring).findings


def test_a_sheet_is_checked_on_the_board_of_the_game(spring: str, tmp_path: Path) -> None:
    winter = str(tmp_path / "winter")
    new(Plan(winter, "friedrich", seed="a"))
    adjudicate(winter, ["all"])
    said = {}
    for game in (spring, winter):
        report(game, ["frederick"])
        view = os.path.join(game, "reports", "0001", "frederick.view.toml")
        answer = check_with_view(sheet_file(game, "frederick", {"do": ["Dohna > Achimsburg"]}), view)
        said[game] = answer.diagnostics[0].code.name

    assert ("no-road", "unknown-city") == (said[spring], said[winter])


def test_a_player_who_has_not_the_board_is_told_which_it_is(spring: str, tmp_path: Path) -> None:
    report(spring, ["frederick"])
    shutil.copy(os.path.join(spring, "reports", "0001", "frederick.view.toml"), tmp_path / "at-home.toml")
    sheet = sheet_file(spring, "frederick", {})
    forget()
    with pytest.raises(GameFault) as caught:
        check_with_view(sheet, str(tmp_path / "at-home.toml"))

    assert "BD402" == caught.value.code.id
    assert read_game(spring).board.digest in caught.value.message


def test_a_board_is_found_in_the_folders_that_its_user_names(
    spring: str, ours: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.rmtree(os.path.join(spring, "board"))
    forget()
    monkeypatch.setenv("PBEM_BOARDS", os.pathsep.join(["/no/such/folder", str(ours.parent)]))

    assert open_game(spring).game.board.name == "Our board"


def test_a_board_that_was_changed_is_told_from_one_that_is_missing(spring: str) -> None:
    edit("cities.csv", "Achimsburg", "Achimstadt")(Path(spring, "board"))
    found_by_verify = [row.code for row in verify(spring).findings]
    forget()
    with pytest.raises(GameFault) as caught:
        open_game(spring)

    assert "BD403" == caught.value.code.id
    assert ["BD403"] == found_by_verify


def test_another_digest_in_game_toml_does_not_fit_the_steps(spring: str) -> None:
    digest, other = read_game(spring).board.digest, load(str(board_of("friedrich"))).digest
    path = Path(spring, "game.toml")
    path.write_text(path.read_text(encoding="utf-8").replace(digest, other), encoding="utf-8")
    shutil.rmtree(os.path.join(spring, "board"))
    shutil.copytree(board_of("friedrich"), os.path.join(spring, "board"))
    with pytest.raises(GameFault) as caught:
        open_game(spring)

    assert ("PB512", "board.digest") == (caught.value.code.id, caught.value.facts["key"])
    assert {"PB512", "PB612"} & {row.code for row in verify(spring).findings}


def test_an_archive_says_on_which_board_it_was_played_and_does_not_hold_it(spring: str, tmp_path: Path) -> None:
    archive = str(tmp_path / "archive")
    publish(spring, archive)
    digest = read_game(spring).board.digest
    mark = parse(read_bytes(os.path.join(archive, "archive.toml")), "archive.toml")

    assert {"name": "Our board", "digest": digest} == mark["board"]
    assert digest in Path(archive, "README.md").read_text(encoding="utf-8")
    assert not Path(archive, "board").exists()
    assert () == verify(archive).findings
    forget()
    assert ["BD402"] == [row.code for row in verify(archive).findings]


def test_a_position_is_of_its_board(spring: str, tmp_path: Path) -> None:
    position(spring, str(tmp_path / "then.toml"))
    game = new(Plan(str(tmp_path / "summer"), position=str(tmp_path / "then.toml"), seed="b"))

    assert read_game(spring).board == game.board
    with pytest.raises(GameFault, match="BD405"):
        new(Plan(str(tmp_path / "autumn"), position=str(tmp_path / "then.toml"), board="friedrich"))


# the cache


def test_a_compiled_board_is_kept_and_read_again(spring: str) -> None:
    digest = read_game(spring).board.digest
    tables = cache.kept("friedrich", 2, digest)

    assert packed.modules(load(os.path.join(spring, "board"))) == tables


SPOILT = (
    lambda data: data[:-5], lambda data: data.replace(b"7", b"8", 1), lambda data: b"", lambda data: b"[" * 100_000,
    lambda data: b"\xff\xfe" + data,
)  # fmt: skip


@pytest.mark.parametrize("spoil", some(SPOILT, 3))
def test_a_damaged_cache_is_made_anew(spring: str, spoil: object) -> None:
    (file,) = Path(os.environ["PBEM_CACHE"], "boards").iterdir()
    whole = file.read_bytes()
    file.write_bytes(spoil(whole))  # type: ignore[operator]
    unload()
    open_game(spring)

    assert whole == file.read_bytes()


def test_a_cache_of_another_revision_is_not_used(spring: str) -> None:
    assert cache.kept("friedrich", 3, read_game(spring).board.digest) is None


def test_a_game_is_played_without_a_cache(spring: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "no-folder").write_text("a file in the place of the cache")
    monkeypatch.setenv("PBEM_CACHE", str(tmp_path / "no-folder" / "cache"))
    unload()

    assert open_game(spring).game.board.name == "Our board"


def test_the_cache_is_its_owner_s_alone(spring: str) -> None:
    folder = Path(os.environ["PBEM_CACHE"], "boards")

    assert 0 == stat.S_IMODE(folder.stat().st_mode) & 0o077
    assert [".json"] == [path.suffix for path in folder.iterdir()]


def test_a_board_is_found_by_its_digest_among_those_that_come_with_the_program() -> None:
    pack = found(load("house").digest)

    assert pack is not None
    assert "House board" == pack.name
    assert found("0" * 64) is None
