"""`pbem verify`: whatever a hand changes in a game is named, and nothing else is."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest
from battle_game import begin, sheet, view_of

from games import play_steps
from pbem.core.chance import sha256
from pbem.rulesets import ruleset_of
from pbem.store import GameFault
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.journal import undo
from pbem.workflow.publish import publish, reveal
from pbem.workflow.sealing import seal
from pbem.workflow.submit import submit
from pbem.workflow.verify import as_data, as_text, said, verified, verify


@pytest.fixture
def fought(tmp_path: Path) -> str:
    """A game with a battle fought from two envelopes."""
    desk = begin(tmp_path)
    for role in ("frederick", "pompadour"):
        path = tmp_path / f"{role}.sealed.toml"
        path.write_text(seal(sheet(desk, role), view_of(desk, role)).text)
        submit(str(path), desk)
    adjudicate(desk)
    return desk


def found(desk: str) -> list[str]:
    return [f"{finding.code} {Path(finding.file).name}" for finding in verify(desk).findings]


def edited(path: Path, change: Any, digest: bool = True) -> None:
    """A step file changed by a hand that knows how to mend the digest."""
    text = change(path.read_text())
    if digest:
        _, rest = text.split("\n", 1)
        text = f'digest = "{sha256(rest.encode()).hex()}"\n{rest}'
    path.write_text(text)


def step(desk: str, number: int) -> Path:
    return next(Path(desk, "steps").glob(f"{number:04}-*"))


def test_a_game_of_the_toy_is_as_it_was_written(game: str) -> None:
    play_steps(game, 3)
    done = verify(game)

    assert ((), 4) == (done.findings, done.steps)
    assert "all is as it was written" in as_text(done)
    assert [] == as_data(done)["findings"]


def test_a_battle_from_envelopes_is_as_it_was_written(fought: str) -> None:
    assert [] == found(fought)
    undo(fought, "a slip")
    adjudicate(fought)
    assert [] == found(fought)


def test_a_revealed_archive_can_be_verified_by_anybody(fought: str, tmp_path: Path) -> None:
    archive = str(tmp_path / "archive")
    publish(fought, archive)
    assert ("archive", ()) == (verify(archive).kind, verify(archive).findings)
    reveal(fought, archive, force=True)
    assert ("revealed", 2, ()) == (verify(archive).kind, verify(archive).sheets, verify(archive).findings)
    edited(step(archive, 1), lambda text: text.replace('card = "2D"', 'card = "3D"', 1))
    step_codes = {f"{code} 0001-t03-hanover.toml" for code in ("PB646", "PB643", "PB621")}
    assert step_codes | {f"PB655 public.{form}" for form in ("txt", "html", "md", "json")} == set(found(archive))


def test_a_step_changed_without_its_digest(fought: str) -> None:
    edited(step(fought, 1), lambda text: text.replace('heinrich = "celle 5', 'heinrich = "celle 8'), digest=False)

    assert ["PB505 0001-t03-hanover.toml"] == found(fought)


def test_a_state_changed_with_its_digest(fought: str) -> None:
    edited(step(fought, 1), lambda text: re.sub(r'heinrich = "celle 5', 'heinrich = "celle 8', text))

    assert ["PB643 0001-t03-hanover.toml", "PB621 0001-t03-hanover.toml"] == found(fought)
    assert "state.prussia.heinrich" in as_text(verify(fought))


def test_an_event_changed_with_its_digest(fought: str) -> None:
    edited(step(fought, 1), lambda text: text.replace('card = "2D"', 'card = "3D"', 1))

    assert ["PB643 0001-t03-hanover.toml", "PB621 0001-t03-hanover.toml"] == found(fought)


def test_orders_changed_after_the_envelope_was_opened(fought: str) -> None:
    edited(step(fought, 1), lambda text: text.replace('"12D",\n', ""))

    assert {"PB622", "PB621", "PB643"} == {code.split()[0] for code in found(fought)}


def test_a_first_step_changed_with_its_digest_breaks_the_chain(fought: str) -> None:
    edited(step(fought, 0), lambda text: text.replace("celle 5", "celle 6"))

    assert {"PB623 0001-t03-hanover.toml", "PB643 0000-setup.toml", "PB621 0000-setup.toml"} <= set(found(fought))


def test_a_line_of_the_ledger_changed(fought: str) -> None:
    path = Path(fought, "ledger.toml")
    path.write_text(path.read_text().replace('kind = "sealed"', 'kind = "held"', 1))

    assert {"ledger.toml"} == {row.split()[1] for row in found(fought)}
    assert "PB616 ledger.toml" in found(fought)


def test_without_a_ledger_that_can_be_read_nothing_else_is_looked_at(fought: str) -> None:
    Path(fought, "ledger.toml").write_text("x")
    edited(step(fought, 0), lambda text: text.replace("celle 5", "celle 6"), digest=False)

    assert ["PB504 ledger.toml"] == found(fought)


def test_a_game_of_the_first_format_is_named_as_such_and_misses_nothing(fought: str) -> None:
    Path(fought, "ledger.toml").unlink()
    path = Path(fought, "game.toml")
    path.write_text(path.read_text().replace("format = 2", "format = 1"))

    with pytest.raises(GameFault, match="PB529"):
        verify(fought)
    answers = [said(row) for row in verified([fought, fought])]
    assert [["PB529"], ["PB529"]] == [re.findall("PB[0-9]+", answer) for answer in answers]


def test_another_commitment_in_the_ledger(fought: str) -> None:
    path = Path(fought, "ledger.toml")
    path.write_text(re.sub(r'\ncommitment = "....', '\ncommitment = "0000', path.read_text(), count=1))

    assert {"PB616 ledger.toml", "PB604 0001-t03-hanover.toml"} == set(found(fought))


def test_another_salt(fought: str) -> None:
    path = Path(fought, "opened", "0001.toml")
    path.write_text(re.sub(r'salt = "....', 'salt = "0000', path.read_text(), count=1))

    assert ["PB646 0001.toml"] == found(fought)


def test_an_envelope_that_is_gone(fought: str) -> None:
    Path(fought, "inbox", "0001", "pompadour-01.toml").unlink()

    assert ["PB624 pompadour-01.toml"] == found(fought)


EXAMPLES = Path(__file__).parents[2] / "games"


@pytest.mark.parametrize("name", sorted(path.parent.name for path in EXAMPLES.glob("*/archive.toml")))
def test_an_example_game_in_the_repository_is_as_it_was_played(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its archive is replayed from seed and orders; a change of the rules or of a format shows here first.

    The pages of long games are made again with PBEM_FULL. To play those of Maria anew: tests/example_games.py.
    """
    if name.startswith("maria") and "PBEM_FULL" not in os.environ:
        monkeypatch.setattr("pbem.workflow.verify_pages.check_pages", lambda *_: ())
    done = verify(str(EXAMPLES / name))

    assert not done.findings
    assert done.steps > 5


def test_every_mode_of_maria_has_an_example_game() -> None:
    there = {path.parent.name for path in EXAMPLES.glob("maria-*/archive.toml")}

    assert {f"maria-{mode.id}" for mode in ruleset_of("maria").modes} == there
