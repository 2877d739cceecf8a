"""Press and votes in envelopes, beside phrases, in drafts and twice: nothing of it is dropped without a word."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from games import play_steps, sheet_text
from pbem.core.sheets import read
from pbem.seal import age
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.gathering import gather
from pbem.workflow.journal import log, undo
from pbem.workflow.press import press_files
from pbem.workflow.publish import publish, reveal
from pbem.workflow.receipts import Receipt
from pbem.workflow.reporting import report_of
from pbem.workflow.submit import submit
from pbem.workflow.taking import open_held
from pbem.workflow.verify import verify
from pbem.workflow.votes import count, offer

NONSENSE = "The crow flies at midnight."
PRESS = f'[[press]]\ntext = "{NONSENSE}"\n'


def told(game: str, role: str | None = None) -> list[str]:
    return [line for event in log(game, role)[-1].events for line in event.sentences]


def in_words(text: str) -> str:
    return " ".join(text.split())


def bid(game: str, role: str, more: str, **heading: Any) -> str:
    card = min(open_game(game).state.hands[role])
    path = Path(game).parent / f"{role}.toml"
    path.write_text(sheet_text(game, role, {"card": card}, **heading) + more)
    return str(path)


def sealed(game: str, role: str, more: str, hold: bool = False) -> str:
    """A sheet in an envelope taken in; its phrase, if it is held."""
    text, phrase = Path(bid(game, role, more)).read_text(), age.new_phrase() if hold else ""
    path = Path(game).parent / f"{role}.envelope.toml"
    path.write_text(enveloped(game, text, phrase))
    assert not submit(str(path), game).answer.is_refused
    return phrase


def enveloped(game: str, text: str, phrase: str = "") -> str:
    """An envelope as another program may make it."""
    table = open_game(game)
    sheet = read(text, table.ruleset.sheet_keys).sheet
    assert sheet is not None
    return age.locked(sheet, text, phrase)[0] if phrase else age.sealed(sheet, text, to=table.game.seal_key)[0]


def sent(game: str, role: str, more: str, **heading: Any) -> Receipt:
    receipt = submit(bid(game, role, more, **heading), game)
    assert not receipt.answer.is_refused
    return receipt


@pytest.mark.parametrize("hold", [False, True])
def test_press_in_an_envelope_is_told_with_the_step_that_opens_it(game: str, hold: bool, tmp_path: Path) -> None:
    play_steps(game, 1)
    phrase = sealed(game, "north", PRESS, hold)
    sent(game, "south", "")
    assert [] == press_files(game)
    if hold:
        assert not open_held(game, "north", phrase).answer.is_refused
    adjudicate(game)

    for role in ("north", "south", None):
        assert ["North says to all:", f"| {NONSENSE}"] == told(game, role)[:2]
    archive = tmp_path / "archive"
    publish(game, str(archive))
    assert () == verify(game).findings == verify(str(archive)).findings
    reveal(game, str(tmp_path / "open"), force=True)
    assert () == verify(str(tmp_path / "open")).findings


def test_taken_back_and_played_again_it_is_told_once(game: str) -> None:
    play_steps(game, 1)
    sealed(game, "north", PRESS)
    sent(game, "south", "")
    adjudicate(game)
    undo(game, "a slip")
    adjudicate(game)

    assert 1 == len(press_files(game)) == told(game).count("North says to all:")
    assert () == verify(game).findings


def test_press_that_cannot_be_told_is_named_to_its_writer_alone(game: str) -> None:
    play_steps(game, 1)
    sealed(game, "north", '[[press]]\nto = "west"\ntext = "x"\n')
    sent(game, "south", "")
    adjudicate(game)

    assert 'there is nobody "west" to whom you could write' in in_words(report_of(game, "north"))
    assert "west" not in report_of(game, "south") and () == verify(game).findings


def test_a_vote_in_an_envelope_counts_unless_its_writer_has_voted_since(game: str) -> None:
    play_steps(game, 1)
    offer(game)
    sealed_vote(game, "north", "no")
    voted(game, "north", "yes")
    sealed_vote(game, "south", "yes")
    adjudicate(game)

    assert count(game).passed and () == verify(game).findings


def sealed_vote(game: str, role: str, choice: str) -> None:
    path = bid(game, role, "")
    text = Path(path).read_text().replace("card =", f'vote = "{choice}"\ncard =')
    Path(path).write_text(enveloped(game, text))
    assert not submit(path, game).answer.is_refused


def voted(game: str, role: str, choice: str) -> None:
    path = Path(game).parent / "vote.toml"
    path.write_text(sheet_text(game, role, {}) + f'vote = "{choice}"\n')
    assert not submit(str(path), game).answer.is_refused


def test_a_vote_in_an_envelope_about_nothing_is_named_to_its_writer(game: str) -> None:
    play_steps(game, 1)
    sealed_vote(game, "north", "yes")
    sent(game, "south", "")
    adjudicate(game)

    assert "nothing is put to the vote now" in in_words(report_of(game, "north"))
    assert "put to the vote" not in report_of(game, "south")


def test_press_beside_a_phrase_is_taken(game: str) -> None:
    play_steps(game, 1)
    phrase = sealed(game, "north", "", hold=True)
    sent(game, "south", "")
    path = Path(game).parent / "phrase.toml"
    path.write_text(sheet_text(game, "north", {}) + f'phrase = "{phrase}"\n{PRESS}')

    assert not submit(str(path), game).answer.is_refused
    adjudicate(game)
    assert "North says to all:" in told(game)


def test_press_in_a_draft_waits_for_the_sheet_that_counts_and_says_so(game: str) -> None:
    play_steps(game, 1)
    receipt = sent(game, "north", PRESS, status="draft")

    assert [] == press_files(game)
    assert "PB787" in [item.code.id for item in receipt.answer.diagnostics] and "draft" in receipt.text
    sent(game, "north", PRESS)
    assert 1 == len(press_files(game))


def test_the_same_press_twice_in_a_step_is_told_once(game: str) -> None:
    play_steps(game, 1)
    sent(game, "north", PRESS)
    sent(game, "north", PRESS)
    sent(game, "north", f"# once more\n{PRESS}")
    sent(game, "south", "")
    adjudicate(game)

    assert 1 == told(game).count("North says to all:") and () == verify(game).findings


def test_gathered_with_a_default_nothing_of_an_unopened_envelope_is_told(game: str) -> None:
    play_steps(game, 1)
    sealed(game, "north", PRESS, hold=True)
    gather(game, ["south"])
    adjudicate(game, ["all"])

    assert [] == press_files(game) and () == verify(game).findings
