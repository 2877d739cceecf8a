"""Trust on first use: another key for the same game is noticed before anything is sealed for it."""

from __future__ import annotations

import ntpath
import os
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from games import sheet_file
from pbem.seal.age import new_pair
from pbem.store import locking
from pbem.store.views import read_view
from pbem.workflow import trust
from pbem.workflow.reporting import report
from pbem.workflow.trust import NAME, config_folder


@pytest.fixture
def view(game: str) -> Path:
    """A view that came with a report."""
    report(game)
    return Path(game, "reports", "0000", "north.view.toml")


@pytest.fixture
def sheet(game: str) -> str:
    return sheet_file(game, "north", {"vow": 1})


def kept() -> dict[str, str]:
    keys: dict[str, str] = tomllib.loads(Path(config_folder(), NAME).read_text())["keys"]
    return keys


def changed(view: Path, **values: str) -> str:
    """The view with other values, beside the first."""
    table = tomllib.loads(view.read_text())
    text = view.read_text()
    for key, value in values.items():
        text = text.replace(f'{key} = "{table[key]}"', f'{key} = "{value}"')
    path = view.with_name("other.view.toml")
    path.write_text(text)
    return str(path)


def test_the_first_key_is_kept_and_the_same_one_is_taken_again(view: Path, sheet: str, pbem: Any) -> None:
    first = pbem("seal", sheet, "--to", str(view))
    again = pbem("seal", sheet, "--to", str(view), "--force")
    table = tomllib.loads(view.read_text())

    assert (0, "", 0, "") == (first.code, first.err, again.code, again.err)
    assert {"winter": table["seal_key"]} == kept()
    assert 64 == len(table["seed_commitment"])
    if os.name != "nt":
        assert 0o600 == Path(config_folder(), NAME).stat().st_mode & 0o777


def test_another_key_is_refused_with_both_and_taken_only_by_word(view: Path, sheet: str, pbem: Any) -> None:
    pbem("seal", sheet, "--to", str(view))
    old, new = tomllib.loads(view.read_text())["seal_key"], new_pair()[0]
    other = changed(view, seal_key=new)
    Path(sheet.replace(".toml", ".sealed.toml")).unlink()
    refused = pbem("seal", sheet, "--to", other)

    assert 2 == refused.code
    assert "error[PB660] seal-key-changed" in refused.err and old in refused.err and new in refused.err
    assert not Path(sheet.replace(".toml", ".sealed.toml")).exists()
    assert [old] == list(kept().values())
    accepted = pbem("seal", sheet, "--to", other, "--accept-key")
    assert 0 == accepted.code
    assert "WARNING" in accepted.err and old in accepted.err and new in accepted.err
    assert [new] == list(kept().values())
    assert 0 == pbem("seal", sheet, "--to", other, "--force").code


@pytest.mark.parametrize("commitment", ["5f" * 32, ""])
def test_another_key_is_noticed_whatever_seed_the_view_speaks_of(
    commitment: str, view: Path, sheet: str, pbem: Any
) -> None:
    pbem("seal", sheet, "--to", str(view))
    other = changed(view, seal_key=new_pair()[0], seed_commitment=commitment)
    before = kept()
    done = pbem("seal", sheet, "--to", other, "--force")

    assert (2, True) == (done.code, "error[PB660] seal-key-changed" in done.err)
    assert before == kept()


@pytest.mark.parametrize("commitment", ["5f" * 32, ""])
def test_another_seed_under_a_known_name_is_taken_only_by_word(
    commitment: str, view: Path, sheet: str, pbem: Any
) -> None:
    pbem("seal", sheet, "--to", str(view))
    other = changed(view, seed_commitment=commitment)
    refused = pbem("seal", sheet, "--to", other, "--force")
    accepted = pbem("seal", sheet, "--to", other, "--force", "--accept-key")

    assert (2, True) == (refused.code, "the view has another seed than the game of this name" in refused.err)
    assert (0, True) == (accepted.code, "WARNING" in accepted.err)
    assert 0 == pbem("seal", sheet, "--to", other, "--force").code


@pytest.mark.parametrize("content", [None, "keys = 5", "not toml", b"\xff"])
def test_settings_that_cannot_be_used_are_named_once_and_do_not_stop_anybody(
    content: Any, view: Path, sheet: str, pbem: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "settings"
    if content is None:
        folder.write_text("a file in the place of the folder")
    else:
        folder.mkdir()
        (folder / NAME).write_bytes(content if isinstance(content, bytes) else content.encode())
    monkeypatch.setenv("PBEM_CONFIG", str(folder))
    ran = pbem("seal", sheet, "--to", str(view))

    assert 0 == ran.code
    assert 1 == ran.err.count("The key could not be")


def test_two_commands_at_once_never_lose_a_key_in_silence(
    view: Path, sheet: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second comes while the first has read what is known and has not written yet."""
    monkeypatch.setattr(locking, "PATIENCE", 0.0)
    seen, other = read_view(str(view)), read_view(str(view))._replace(game="summer")
    known, notes = trust._known, list[str]()

    def meanwhile(path: str) -> Any:
        found = known(path)
        monkeypatch.setattr(trust, "_known", known)
        notes.append(trust.trusted(other, "summer.toml", False))
        return found

    monkeypatch.setattr(trust, "_known", meanwhile)
    assert "" == trust.trusted(seen, str(view), False)

    assert "winter" in kept()
    assert "summer" in kept() or "could not be kept" in notes[0]
    assert "" == trust.trusted(other, "summer.toml", False)
    assert {"summer", "winter"} == {*kept()}


def test_where_the_settings_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PBEM_CONFIG")
    monkeypatch.setenv("XDG_CONFIG_HOME", "/x")
    assert os.path.join("/x", "pbem") == config_folder()
    monkeypatch.delenv("XDG_CONFIG_HOME")
    assert config_folder().endswith(os.path.join(".config", "pbem"))


def test_where_the_settings_are_on_windows(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A stand-in for the module os as trust sees it: Windows has its own folder for settings, and paths of its own."""
    home, roaming = "C:\\Users\\Anna", "C:\\Users\\Anna\\AppData\\Roaming"
    path = SimpleNamespace(join=ntpath.join, expanduser=lambda _: home, dirname=ntpath.dirname)
    for environ, expected in (
        ({"APPDATA": roaming}, f"{roaming}\\pbem"),
        ({"APPDATA": "", "XDG_CONFIG_HOME": "/x"}, f"{home}\\pbem"),
        ({"APPDATA": roaming, "PBEM_CONFIG": "D:\\pbem"}, "D:\\pbem"),
    ):
        monkeypatch.setattr(trust, "os", SimpleNamespace(name="nt", environ=environ, path=path))
        assert expected == config_folder()


def test_the_first_key_is_kept_where_windows_has_settings(
    view: Path, sheet: str, pbem: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("PBEM_CONFIG")
    monkeypatch.setenv("APPDATA", str(tmp_path / "Roaming"))
    monkeypatch.setattr(trust, "os", SimpleNamespace(name="nt", environ=os.environ, path=os.path))

    assert 0 == pbem("seal", sheet, "--to", str(view)).code
    assert (tmp_path / "Roaming" / "pbem" / NAME).is_file()
