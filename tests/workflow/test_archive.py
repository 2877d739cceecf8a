"""The public archive: what is written into it, that nothing secret is, and what comes after a game was revealed."""

from __future__ import annotations

import json
import os
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games import Ran, play_steps, send_all, tree
from pbem.store import GameFault
from pbem.store.ledger import ledger_path, read_lines
from pbem.store.reading import read_secret
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.gathering import gather
from pbem.workflow.journal import undo
from pbem.workflow.new import Plan, new
from pbem.workflow.publish import check_archive, publish, reveal
from pbem.workflow.submit import submit
from pbem.workflow.verify import verify


def secrets_of(place: str) -> list[str]:
    """What must not be in the archive of a game of the toy: seed, keys, addresses, hands and vows."""
    table = open_game(place)
    secret = read_secret(table.game)
    return [secret.seed, *secret.keys.values(), "jm@example.org", "zoe@example.org"]


def test_the_archive_tells_what_the_public_may_know(post: str, tmp_path: Path) -> None:
    archive = str(tmp_path / "archive")
    publish(post, archive)
    files = tree(archive)
    step = tomllib.loads(files["steps/0001-r01-bid.toml"].decode())
    table = open_game(post)

    assert {"archive.toml", "game.toml", "README.md", "steps/0000-setup.toml", "reports/0001/public.md"} <= set(files)
    assert {"north": "?", "south": "?"} == step["state"]["hands"] == step["state"]["vows"]
    assert "orders" not in step
    assert [{"kind": "sworn"}, {"kind": "dealt", "facts": {"round": 1}}] == step["events"]
    assert "Jörg Müller" in files["game.toml"].decode() and "Zoë" in files["game.toml"].decode()
    everything = b"".join(files.values()).decode()
    for word in (*secrets_of(post), table.last.digest, table.last.previous):
        assert word not in everything
    assert ("winter", 1, False) == tuple(tomllib.loads(files["archive.toml"].decode())[key] for key in
                                         ("game", "step", "revealed"))  # fmt: skip


def test_public_steps_make_a_chain(post: str, tmp_path: Path) -> None:
    from pbem.core import sha256

    play_steps(post, 2)
    publish(post, str(tmp_path / "archive"))
    previous = ""
    for path in sorted((tmp_path / "archive" / "steps").iterdir()):
        first, _, rest = path.read_bytes().partition(b"\n")
        digest = sha256(rest).hex()
        assert f'digest = "{digest}"'.encode() == first
        assert previous == tomllib.loads(rest.decode())["previous"]
        previous = digest


def test_publishing_bit_by_bit_and_at_once_gives_the_same_bytes(post: str, tmp_path: Path) -> None:
    for _ in range(4):
        publish(post, str(tmp_path / "daily"))
        play_steps(post, 1)
    publish(post, str(tmp_path / "daily"))
    publish(post, str(tmp_path / "once"))

    assert tree(str(tmp_path / "daily")) == tree(str(tmp_path / "once"))
    assert () == publish(post, str(tmp_path / "daily")).written


def test_a_step_taken_back_leaves_the_archive(post: str, tmp_path: Path) -> None:
    archive = str(tmp_path / "archive")
    publish(post, archive)
    before = tree(archive)
    (tmp_path / "archive" / "notes.txt").write_text("mine")
    play_steps(post, 1)
    publish(post, archive)
    undo(post, "a slip")
    done = publish(post, archive)

    assert "steps/0002-r01-choice.toml" in done.removed and "reports/0002/public.txt" in done.removed
    after = tree(archive)
    assert {**before, "notes.txt": b"mine"} == {**after, "ledger.toml": before["ledger.toml"]}
    assert () == verify(archive).findings


def test_nothing_is_written_where_no_archive_of_this_game_is(post: str, toy: None, tmp_path: Path) -> None:
    other = str(tmp_path / "summer")
    new(Plan(other, "toy", seed="b"))
    publish(other, str(tmp_path / "theirs"))
    (tmp_path / "file").write_text("x")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "x").write_text("x")
    before = tree(str(tmp_path))
    for place in (post, other, str(tmp_path / "theirs"), str(tmp_path / "file"), str(tmp_path / "full"), str(tmp_path)):
        with pytest.raises(GameFault, match="PB531"):
            publish(post, place)

    assert before == tree(str(tmp_path))
    (tmp_path / "empty" / ".git").mkdir(parents=True)
    check_archive(open_game(post).game, str(tmp_path / "empty"))


def test_the_chain_of_the_table_goes_along_and_no_other(post: str, tmp_path: Path) -> None:
    send_all(post)
    publish(post, str(tmp_path / "archive"))
    here, there = (read_lines(ledger_path(place)) for place in (post, str(tmp_path / "archive")))

    assert {"all", "north", "south"} == {line.of for line in here}
    assert [line for line in here if line.of == "all"] == there


def test_reveal_waits_for_the_end(post: str, tmp_path: Path, pbem: Callable[..., Ran]) -> None:
    archive = str(tmp_path / "archive")
    with pytest.raises(GameFault, match="PB532"):
        reveal(post, archive)
    assert not os.path.exists(archive)
    assert 2 == pbem("reveal", post).code
    assert 0 == pbem("reveal", post, "--force").code
    assert publish(post, archive).revealed


def test_the_revealed_archive_is_the_whole_game(post: str, tmp_path: Path, pbem: Callable[..., Ran]) -> None:
    archive = str(tmp_path / "archive")
    play_steps(post, 2)
    publish(post, archive)
    play_steps(post, 4)
    ran = pbem("reveal", post, archive)
    full, here = tree(archive), tree(post)

    assert 0 == ran.code
    assert [full[name] for name in here if name.startswith("steps/")] == [
        data for name, data in here.items() if name.startswith("steps/")
    ]
    opened = tomllib.loads(full["revealed.toml"].decode())
    assert read_secret(open_game(post).game).seed == opened["seed"]
    everything = b"".join(full.values()).decode()
    for word in secrets_of(post)[1:]:
        assert word not in everything
    assert open_game(archive).state == open_game(post).state
    verified = verify(archive)
    assert ((), 8) == (verified.findings, verified.steps)


def test_whoever_changes_the_revealed_archive_is_caught(post: str, tmp_path: Path) -> None:
    archive = str(tmp_path / "archive")
    play_steps(post, 6)
    publish(post, archive)
    reveal(post, archive)
    path = Path(archive, "revealed.toml")
    path.write_text(path.read_text().replace('seed = "sesame"', 'seed = "b"'))
    found = verify(archive).findings

    assert {str(path)} == {row.file for row in found}
    assert any("not the one whose hash" in row.message for row in found)


def git(place: Path, *words: str) -> str:
    return subprocess.run(["git", "-C", str(place), *words], capture_output=True, check=True).stdout.decode()


@pytest.fixture
def no_identity(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A git that knows nobody."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "none"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")


def test_git_commits_tell_the_step(post: str, tmp_path: Path, no_identity: None, pbem: Callable[..., Ran]) -> None:
    archive = tmp_path / "archive"
    for _ in range(2):
        assert 0 == pbem("publish", post, str(archive), "--git", "--date", "2026-03-12T18:00:00+01:00").code
    play_steps(post, 1)
    assert 0 == pbem("publish", post, str(archive), "--git").code

    assert ["winter: step 2, Round 1: choice", "winter: step 1, Round 1: bid"] == git(
        archive, "log", "--format=%s"
    ).splitlines()
    assert "2026-03-12T18:00:00+01:00" == git(archive, "log", "-1", "--format=%aI", "HEAD~1").strip()
    assert "" == git(archive, "status", "--porcelain")


def test_git_leaves_what_lies_beside_the_archive_alone(post: str, tmp_path: Path, no_identity: None) -> None:
    top = tmp_path / "repository"
    top.mkdir()
    git(top, "init", "--quiet")
    (top / "mine.txt").write_text("not yet")
    git(top, "add", "mine.txt")
    publish(post, str(top / "archive"), git=True)
    play_steps(post, 1)
    publish(post, str(top / "archive"), git=True)

    assert ["A  mine.txt", "?? archive/"] == git(top, "status", "--porcelain").splitlines()
    assert "" == git(top, "rev-list", "--all")
    assert "archive.toml" in git(top / "archive", "ls-tree", "-r", "--name-only", "HEAD").split()
    assert 2 == len(git(top / "archive", "log", "--format=%s").splitlines())


def test_git_of_a_hook_does_not_lead_the_archive_elsewhere(
    post: str, tmp_path: Path, no_identity: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    top = tmp_path / "repository"
    top.mkdir()
    git(top, "init", "--quiet")
    monkeypatch.setenv("GIT_DIR", str(top / ".git"))
    publish(post, str(tmp_path / "archive"), git=True)
    monkeypatch.delenv("GIT_DIR")

    assert "" == git(top, "rev-list", "--all")
    assert "archive.toml" in git(tmp_path / "archive", "ls-tree", "-r", "--name-only", "HEAD").split()


def test_a_git_that_fails_is_named(post: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(GameFault, match="PB533"):
        publish(post, str(tmp_path / "archive"), git=True)


@pytest.mark.parametrize(
    "work",
    [lambda game: undo(game, "a slip"), adjudicate, lambda game: submit(f"{game}/../orders.toml", game), gather],
    ids=["undo", "adjudicate", "submit", "gather"],
)
def test_a_revealed_game_is_not_played_on(post: str, work: Callable[[str], Any]) -> None:
    send_all(post)
    reveal(post, force=True)
    before = tree(post)
    with pytest.raises(GameFault, match="PB526") as fault:
        work(post)

    assert "pbem position" in fault.value.hint
    assert "undo" not in fault.value.hint
    assert before == tree(post)


def test_a_revealed_game_waits_for_nobody(post: str, pbem: Callable[..., Ran]) -> None:
    reveal(post, force=True)
    status, next_ = pbem("status", post).out, pbem("next", post).out
    data = json.loads(pbem("status", post, "--json").out)

    for said in (status, next_):
        assert "The game is closed: its seed is open to all, and no sheet is taken in any more." in said
        assert "missing" not in said and "pbem submit" not in said and "pbem adjudicate" not in said
    assert ([], True) == (data["waiting_for"], data["closed"])
