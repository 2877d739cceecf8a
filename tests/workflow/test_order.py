"""Attacks of a moderator who writes the ledger with a program of his own: its order and the rules find them out."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from battle_game import begin
from forger import reforged, rewritten, step_path
from message_cases.envelopes import fought
from order_attacks import ATTACKS, Attack
from torn_games import cheap

from games import play_steps, send_all, tree
from pbem.core.chance import sha256
from pbem.store import GameFault
from pbem.store.ledger import ALL, hash_of, ledger_path, next_line, read_lines, whole
from pbem.store.manifest import manifest_of, read_manifest
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.journal import undo
from pbem.workflow.keyring import renew
from pbem.workflow.new import Plan, new
from pbem.workflow.publish import publish, reveal
from pbem.workflow.reporting import report
from pbem.workflow.verify import as_text, exit_code, verify


@pytest.fixture(autouse=True)
def cheaply(monkeypatch: pytest.MonkeyPatch) -> None:
    cheap(monkeypatch)


@pytest.fixture
def winter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game whose first step was adjudicated, in the working directory."""
    begin(tmp_path)
    monkeypatch.chdir(tmp_path)
    fought()
    return "winter"


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.title.replace(" ", "-"))
def test_an_attack_is_found_and_the_right_file_named(winter: str, attack: Attack) -> None:
    assert () == verify(winter).findings

    attack.work(winter)

    found = [(row.code, row.form, row.file) for row in verify(attack.looked_at).findings]
    assert any((code, form) == attack[:2] and attack.file in file for code, form, file in found), found


WRITING = {
    "adjudicate": lambda game: adjudicate(game, ["all"]),
    "submit": send_all,
    "undo": lambda game: undo(game, "a slip"),
    "report": report,
    "publish": lambda game: publish(game, f"{game}-public"),
    "reveal": lambda game: reveal(game, force=True),
    "renew": lambda game: renew(game, "north", "2026-11-18T12:00:00+00:00"),
}


@pytest.mark.parametrize("command", WRITING)
def test_a_step_file_that_was_deleted_stops_the_game(game: str, command: str) -> None:
    play_steps(game, 3)
    step_path(game, 3).unlink()
    before = tree(game)

    with pytest.raises(GameFault) as fault:
        WRITING[command](game)

    assert "PB685" == fault.value.code.id
    assert before == tree(game)


def test_steps_taken_back_are_told_though_their_folder_is_hidden(game: str) -> None:
    play_steps(game, 2)
    undo(game, "a slip")
    os.rename(os.path.join(game, "undone"), os.path.join(game, "hidden"))

    done = adjudicate(game)
    os.rename(os.path.join(game, "hidden"), os.path.join(game, "undone"))

    assert ["undone"] == [event.kind for event in done.events if event.kind == "undone"]
    assert () == verify(game).findings


def test_publishing_again_mends_what_somebody_changed_in_the_archive(game: str, tmp_path: Path) -> None:
    archive = str(tmp_path / "public")
    play_steps(game, 2)
    publish(game, archive)
    report = Path(archive, "reports", "0001", "public.txt")
    before = report.read_bytes()
    report.write_text("Nothing happened.\n")
    digests = {**read_manifest(archive), "reports/0001/public.txt": sha256(report.read_bytes()).hex()}
    Path(archive, "manifest.toml").write_bytes(manifest_of(digests))
    assert verify(archive).findings

    play_steps(game, 1)
    publish(game, archive)

    assert before == report.read_bytes()
    assert () == verify(archive).findings


def test_an_archive_published_anew_elsewhere_is_clean(game: str, tmp_path: Path) -> None:
    play_steps(game, 2)
    publish(game, str(tmp_path / "one"))
    play_steps(game, 1)
    publish(game, str(tmp_path / "two"))
    undo(game, "a slip")
    play_steps(game, 1)
    publish(game, str(tmp_path / "two"))
    reveal(game, str(tmp_path / "two"), force=True)

    assert () == verify(str(tmp_path / "two")).findings
    assert () == verify(game).findings


def altered(archive: str) -> None:
    rewritten(step_path(archive, 1), lambda text: text.replace('label = "', 'label = "x', 1))


def deleted(archive: str) -> None:
    step_path(archive, 1).unlink()


@pytest.mark.parametrize("change", [altered, deleted])
def test_public_steps_are_held_against_the_ledger_though_the_manifest_is_made_anew(
    game: str, tmp_path: Path, change: Any
) -> None:
    archive = str(tmp_path / "public")
    play_steps(game, 3)
    publish(game, archive)
    assert "steps 4" in as_text(verify(archive))
    change(archive)
    names = [name for name in read_manifest(archive) if Path(archive, name).exists()]
    manifest = manifest_of({name: sha256(Path(archive, name).read_bytes()).hex() for name in names})
    Path(archive, "manifest.toml").write_bytes(manifest)
    lines = read_lines(ledger_path(archive))
    facts = {**lines[-1].facts, "manifest": sha256(manifest).hex(), "pages": {}}
    Path(ledger_path(archive)).write_bytes(whole([*lines, next_line(lines[-1], ALL, "published", **facts)]))

    found = {f"{row.code} {Path(row.file).name[:5]}" for row in verify(archive).findings}

    assert found & {"PB643 0001-", "PB644 0001-"}


def test_without_its_steps_a_game_and_an_archive_are_answered_in_words(game: str, tmp_path: Path) -> None:
    play_steps(game, 2)
    reveal(game, str(tmp_path / "revealed"), force=True)
    for directory in (game, str(tmp_path / "revealed")):
        shutil.rmtree(os.path.join(directory, "steps"))

        assert "PB502" in {row.code for row in verify(directory).findings}


def test_a_first_line_without_its_keys_is_named(game: str) -> None:
    reforged(game, lambda lines: [_without(lines[0]), *lines[1:]])

    assert "PB616" in {row.code for row in verify(game).findings}


def _without(line: Any) -> Any:
    return line._replace(facts={key: value for key, value in line.facts.items() if key != "keys"})


def test_steps_of_an_older_revision_have_a_verdict_and_an_exit_code_of_their_own(
    tmp_path: Path, toy: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    directory = str(tmp_path / "winter")
    new(Plan(directory, "toy", seed="a"))
    play_steps(directory, 1)
    import toy as module

    monkeypatch.setattr(module, "RULESET", module.RULESET._replace(revision=module.RULESET.revision + 1))

    done = verify(directory)

    assert () == done.findings
    assert "all is as it was written" not in as_text(done)
    assert "not every step could be played again" in as_text(done)
    assert 3 == exit_code([done])


@pytest.mark.parametrize("step", [10**12, [], "²"])
def test_a_publication_of_a_step_that_no_game_has_is_answered_in_words(game: str, tmp_path: Path, step: Any) -> None:
    """Whoever verifies an archive of somebody else is not made to reckon for ever."""
    archive = str(tmp_path / "archive")
    play_steps(game, 1)
    reveal(game, archive, force=True)
    lines = read_lines(ledger_path(archive))
    facts = {"step": step, "pages": {"²": "x", "9" * 5000: "x"}}
    forged = [line._replace(facts={**line.facts, **facts}) if line.kind == "published" else line for line in lines]
    Path(ledger_path(archive)).write_bytes(whole(forged))
    manifest = {**read_manifest(archive), "reports/²/public.txt": "00", f"maps/{'9' * 5000}.svg": "00"}
    Path(archive, "manifest.toml").write_bytes(manifest_of(manifest))

    assert "PB616" in {row.code for row in verify(archive).findings}


def test_a_step_without_a_number_is_answered_in_words(game: str, tmp_path: Path) -> None:
    archive = str(tmp_path / "archive")
    play_steps(game, 1)
    reveal(game, archive, force=True)
    lines = read_lines(ledger_path(archive))
    forged = [line._replace(facts={**line.facts, "step": []}) if line.kind == "step" else line for line in lines]
    Path(ledger_path(archive)).write_bytes(whole(forged))

    assert "PB616" in {row.code for row in verify(archive).findings}


@pytest.mark.parametrize(
    ("kind", "fact", "value"),
    [
        ("step", "digest", ""),
        ("begun", "seed_commitment", "x"),
        ("step", "roles", {"north": "", "south": ""}),
        ("begun", "keys", ""),
    ],
)
def test_what_a_line_of_a_public_archive_promises_is_a_hash(
    game: str, tmp_path: Path, kind: str, fact: str, value: Any
) -> None:
    """What cannot be opened before the end can at least be looked at: an empty promise binds nobody."""
    archive = str(tmp_path / "archive")
    play_steps(game, 1)
    publish(game, archive)
    lines = read_lines(ledger_path(archive))
    forged = [line._replace(facts={**line.facts, fact: value}) if line.kind == kind else line for line in lines]
    changed = [line for line, before in zip(forged, lines, strict=True) if line != before]
    Path(ledger_path(archive)).write_bytes(whole(chained(forged)))

    assert changed
    assert "PB616" in {row.code for row in verify(archive).findings}


def chained(lines: list[Any]) -> list[Any]:
    """The lines with hashes of their own, as a forger makes them."""
    heads: dict[str, str] = {}
    made = []
    for line in lines:
        line = line._replace(before=heads.get(line.of, ""))
        made.append(line._replace(hash=hash_of(line)))
        heads[line.of] = made[-1].hash
    return made
