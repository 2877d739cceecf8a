"""What an adjudication would do, and reports sent again."""

from __future__ import annotations

from pathlib import Path

import pytest

from games import play_steps, send_all, tree
from pbem.store import GameFault
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.dry_run import dry_run, said
from pbem.workflow.journal import log
from pbem.workflow.reporting import report
from pbem.workflow.resending import printed, sent_again, write_again


def test_a_dry_run_says_what_the_step_then_tells_and_writes_nothing(game: str) -> None:
    play_steps(game, 1)
    send_all(game)
    before = tree(game)
    found = dry_run(game)

    assert before == tree(game)
    done = adjudicate(game)
    told = tuple(line for event in log(game, moderator=True)[-1].events for line in event.sentences)
    assert ((2, told),) == found.steps and done.heading == found.heading
    assert "Step 2 would be adjudicated." in said(found, game)


def test_a_dry_run_is_refused_as_the_step_is_and_names_the_game_itself(game: str) -> None:
    with pytest.raises(GameFault) as fault:
        dry_run(game)

    assert ("PB520", game) == (fault.value.code.id, fault.value.file)
    assert f"pbem adjudicate {game} --default" in fault.value.hint


def test_a_report_is_sent_again_byte_by_byte(game: str, tmp_path: Path) -> None:
    play_steps(game, 1)
    report(game)
    first = Path(game, "reports", "0001", "north.txt").read_bytes()
    play_steps(game, 2)
    paths = write_again(sent_again(game, "north", 1), str(tmp_path / "again"))

    assert first == printed(sent_again(game, "north"))  # the last that has reports
    assert first == Path(tmp_path, "again", "north.txt").read_bytes()
    assert ["north.html", "north.txt", "north.view.toml"] == sorted(Path(path).name for path in paths)


def test_only_the_reader_named_is_in_what_is_sent_again(game: str) -> None:
    report(game)

    assert {"south.txt", "south.html", "south.view.toml"} == {name for name, _ in sent_again(game, "south")}
    assert {"public.txt", "public.html"} == {name for name, _ in sent_again(game, "public")}
