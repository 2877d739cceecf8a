"""The ledger read from its end, as far as it is asked for."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from games import play_steps, send
from pbem.store import GameFault, ledger
from pbem.store.ledger import (
    ALL,
    NOTHING,
    PUBLIC_KINDS,
    ROLE_KINDS,
    Backwards,
    ledger_path,
    next_line,
    read_chains,
    read_lines,
)
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.journal import undo
from pbem.workflow.new import Plan, new
from pbem.workflow.numbers import take_number
from pbem.workflow.recording import chains_of


@pytest.mark.parametrize("block", [1, 7, 100, 1000, 8192])
def test_a_ledger_read_from_its_end_has_the_lines_of_one_read_from_its_beginning(
    game: str, block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_steps(game, 4)
    monkeypatch.setattr(ledger, "_BLOCK", block)

    assert read_lines(ledger_path(game)) == [*Backwards(ledger_path(game))][::-1]


def test_the_ends_of_the_chains_of_a_long_game_are_found_in_the_end_of_its_ledger(
    toy: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new(Plan(game := str(tmp_path / "winter"), "toy", "long", seed="a"))
    play_steps(game, 20)
    before = read_chains(game, open_game(game).game.players)
    size = os.path.getsize(ledger_path(game))
    Path(ledger_path(game)).write_bytes(b"\0" * (size - 8192) + Path(ledger_path(game)).read_bytes()[-8192:])

    assert size > 16_000
    assert before[:4] == read_chains(game, open_game(game).game.players)[:4]
    send(game, "north", {"card": min(open_game(game).state.hands["north"])})
    adjudicate(game, ["all"])


def test_the_ledger_is_read_once_by_adjudicate(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    play_steps(game, 1)
    seen: list[int] = []
    real = ledger.read_before
    monkeypatch.setattr(ledger, "read_before", lambda *words: (seen.append(1), real(*words))[1])
    play_steps(game, 1)

    assert [1] * 3 == seen  # two sheets and the step


def test_after_an_undo_a_receipt_names_the_line_of_the_undo(game: str) -> None:
    play_steps(game, 1)
    undo(game, "a slip")
    receipt = send(game, "north", {"vow": 3})

    last = read_lines(ledger_path(game))[-2]
    assert ("undo", last.hash) == (last.kind, receipt.anchors[1].hash)


def test_after_the_number_of_the_world_receipts_name_its_line(toy: None, tmp_path: Path) -> None:
    game = str(tmp_path / "winter")
    new(Plan(game, "toy", seed="a", beacon="the lottery of 28 November 2026", beacon_numbers=3))
    take_number(game, "7 12 23")

    assert "number" == chains_of(open_game(game).game).standing.kind


def test_a_sheet_that_went_with_a_step_taken_back_is_not_received(game: str) -> None:
    play_steps(game, 1)
    body = {"card": min(open_game(game).state.hands["north"])}
    send(game, "north", body)
    inbox = Path(game, "inbox", "0002", "north-01.toml")
    text = inbox.read_text()
    undo(game, "a slip")
    adjudicate(game)
    inbox.parent.mkdir(exist_ok=True)
    inbox.write_text(text)

    with pytest.raises(GameFault) as caught:
        adjudicate(game, ["all"])
    assert "PB615" == caught.value.code.id


@pytest.mark.parametrize(
    ("of", "kind", "facts"),
    [(ALL, "sheet", {}), ("north", "step", {}), ("north", "closed", {"step": 1}), (ALL, "ruling", {"step": 1})],
)
def test_a_line_of_an_unknown_kind_or_without_its_facts_is_never_written(
    of: str, kind: str, facts: dict[str, Any]
) -> None:
    with pytest.raises(ValueError, match=kind):
        next_line(NOTHING, of, kind, **facts)


def test_every_kind_of_line_stands_in_the_table_of_formats() -> None:
    page = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1:3] for line in page.split("\n") if line.startswith(("| all |", "| role |"))]
    told: dict[str, list[str]] = {chain.strip(): [] for chain, _ in rows}
    for chain, kinds in rows:
        told[chain.strip()] += [kind.strip(" `") for kind in kinds.split(",")]

    assert {"all": sorted(PUBLIC_KINDS), "role": sorted(ROLE_KINDS)} == {key: sorted(row) for key, row in told.items()}
