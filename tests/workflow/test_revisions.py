"""A game begun under an older revision: it goes on, the next step says so, and verify names the older steps."""

from __future__ import annotations

from pathlib import Path

import pytest
import toy as toy_rules

from games import play_steps
from pbem.core.chance import sha256
from pbem.rulesets import friedrich
from pbem.store import GameFault
from pbem.store.reading import read_game, read_step, step_names
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.journal import log, told, undo
from pbem.workflow.new import Plan, new
from pbem.workflow.publish import publish, reveal
from pbem.workflow.verify import as_data, as_text, verify

SENTENCE = (
    "From this step on Toy is adjudicated under revision 3 of its rules; the steps before it were under revision 2."
    " The changelog of pbem names what is ruled anew."
)


@pytest.fixture
def old_game(toy: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game of the toy with two steps of revision 2, in the hands of a program that has revision 3."""
    directory = str(tmp_path / "winter")
    with monkeypatch.context() as earlier:
        earlier.setattr(toy_rules, "RULESET", toy_rules.RULESET._replace(revision=2))
        new(Plan(directory, "toy", seed="a"))
        play_steps(directory, 2)
    return directory


def revisions(directory: str) -> list[int]:
    game = read_game(directory)
    return [read_step(game, named).revision for named in step_names(directory)]


def step(directory: str, number: int) -> Path:
    return next(Path(directory, "steps").glob(f"{number:04}-*"))


def edited(path: Path, old: str, new_: str) -> None:
    """A step changed by a hand that mends the digest."""
    text = path.read_text()
    assert old in text
    rest = text.split("\n", 1)[1].replace(old, new_, 1)
    path.write_text(f'digest = "{sha256(rest.encode()).hex()}"\n{rest}')


def test_the_game_goes_on_under_the_newer_revision_and_says_so_once(old_game: str) -> None:
    play_steps(old_game, 2)

    assert [2, 2, 2, 3, 3] == revisions(old_game)
    assert 2 == read_game(old_game).revision
    for reader in (None, "north", "south"):
        said = [line for entry in log(old_game, reader) for event in entry.events for line in event.sentences]
        assert 1 == said.count(SENTENCE)


def test_after_undo_the_step_says_it_again(old_game: str) -> None:
    adjudicate(old_game, ("all",))
    undo(old_game, "a slip")
    done = adjudicate(old_game, ("all",))

    assert ["undone", "revised"] == [event.kind for event in done.events][:2]
    assert [SENTENCE] == told(open_game(old_game).ruleset, done.events[1])
    assert () == verify(old_game).findings


def test_verify_names_the_older_steps_and_finds_no_fault_in_them(old_game: str) -> None:
    play_steps(old_game, 1)

    done = verify(old_game)

    assert () == done.findings
    assert [("Toy", 2, 0, 2)] == [tuple(older) for older in done.older]
    assert "steps 0 to 2 were adjudicated under revision 2 of Toy and cannot be played again" in as_text(done)
    assert [{"title": "Toy", "revision": 2, "first": 0, "last": 2}] == as_data(done)["older"]


def test_an_older_step_is_not_played_again_but_a_newer_one_is(old_game: str) -> None:
    play_steps(old_game, 1)
    old, new_ = step(old_game, 2), step(old_game, 3)

    edited(old, "round = 0", "round = 1")
    assert ["PB623 " + new_.name] == [f"{f.code} {Path(f.file).name}" for f in verify(old_game).findings][:1]
    edited(old, "round = 1", "round = 0")
    assert () == verify(old_game).findings
    edited(new_, 'phase = "', 'phase = "x')
    assert "PB621" in [f.code for f in verify(old_game).findings]


def test_digests_and_orders_of_older_steps_are_checked(old_game: str) -> None:
    path = step(old_game, 1)
    whole = path.read_text()

    path.write_text(whole.replace("round = ", "round =  ", 1))
    assert ["PB505"] == [f.code for f in verify(old_game).findings]
    path.write_text(whole)
    edited(path, "vow = ", "vow =  1")
    assert "PB622" in [f.code for f in verify(old_game).findings]


def test_a_step_whose_revision_falls_or_rises_unsaid_is_found(old_game: str) -> None:
    play_steps(old_game, 2)
    last = step(old_game, 4)

    edited(last, "revision = 3", "revision = 2")
    assert ["PB650", "PB643"] == [f.code for f in verify(old_game).findings]
    edited(last, "revision = 2", "revision = 3")
    edited(step(old_game, 2), "revision = 2", "revision = 3")
    assert "PB650" in [f.code for f in verify(old_game).findings]


def test_a_newer_game_is_not_touched(game: str) -> None:
    play_steps(game, 1)
    edited(step(game, 1), "revision = 3", "revision = 4")

    with pytest.raises(GameFault) as fault:
        open_game(game)
    assert "PB508" == fault.value.code.id


def test_the_archive_of_such_a_game_can_be_verified(old_game: str, tmp_path: Path) -> None:
    play_steps(old_game, 1)
    archive = str(tmp_path / "archive")
    publish(old_game, archive)
    reveal(old_game, archive, force=True)

    assert () == verify(archive).findings
    assert 1 == len(verify(archive).older)


def test_a_game_of_friedrich_from_before_its_new_options_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It knows nothing of the options that came with revision 2: they have their defaults."""
    directory = str(tmp_path / "old")
    fresh = ("chevert", "same-suit", "virtual-strokes")
    before = tuple(option for option in friedrich.RULESET.options if option.id not in fresh)
    with monkeypatch.context() as earlier:
        earlier.setattr(friedrich, "RULESET", friedrich.RULESET._replace(revision=1, options=before))
        new(Plan(directory, "friedrich", seed="a"))
        adjudicate(directory, ("all",))
    assert not any(option in Path(directory, "game.toml").read_text() for option in fresh)

    done = adjudicate(directory, ("all",))

    assert "revised" == done.events[0].kind
    assert [1, 1, 2] == revisions(directory)
    assert ((), 1) == (verify(directory).findings, len(verify(directory).older))


def test_steps_of_a_later_revision_are_not_passed_over_in_silence(
    toy: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else whoever calls his rules newer could deal as he likes."""
    directory = str(tmp_path / "winter")
    new(Plan(directory, "toy", seed="a"))
    play_steps(directory, 1)
    with monkeypatch.context() as later:
        later.setattr(toy_rules, "RULESET", toy_rules.RULESET._replace(revision=4))
        play_steps(directory, 1)
        reveal(directory, str(tmp_path / "archive"), force=True)

    for place in (directory, str(tmp_path / "archive")):
        found = [row for row in verify(place).findings if "0002-" in row.file]
        assert ["PB508"] == [row.code for row in found]
        assert "played by revision 4 of toy; this program has revision 3" in found[0].message
