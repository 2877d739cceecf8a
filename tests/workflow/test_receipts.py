"""A moderator with a program of his own, who lies in receipts: what they say is held against the lines they name."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from forger import TO_PROMISE, Lines, reforged
from torn_games import cheap

from games import play_steps, send, sheet_text
from pbem.seal.words import four_words
from pbem.store.ledger import Chains, Line, ledger_path, read_lines
from pbem.workflow import open_game, submit
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.journal import undo
from pbem.workflow.publish import publish, reveal
from pbem.workflow.recording import digest_of_text
from pbem.workflow.sealing import seal
from pbem.workflow.verify import verify


@pytest.fixture(autouse=True)
def cheaply(monkeypatch: pytest.MonkeyPatch) -> None:
    cheap(monkeypatch)


@pytest.fixture
def desk(game: str) -> str:
    """A game whose second step waits for the bid of north; that of south is in."""
    play_steps(game, 1)
    send(game, "south", {"card": hand(game, "south")[0]})
    return game


def hand(desk: str, role: str) -> Any:
    return open_game(desk).state.hands[role]


def saved(desk: str, text: str) -> str:
    path = Path(desk).parent / "receipt.txt"
    path.write_text(text)
    return str(path)


def found(desk: str, receipt: str) -> set[tuple[str, str]]:
    """What the player finds in the revealed archive, with the receipt."""
    archive = str(Path(desk).parent / "archive")
    reveal(desk, archive, force=True)
    return {(row.code, row.form) for row in verify(archive, [receipt]).findings}


@contextmanager
def recorded(of: str, kind: str, **lie: Any) -> Iterator[None]:
    """Lines of that kind say something else than what is."""
    right = Chains.with_line

    def wrong(self: Chains, role: str, kind_: str, **facts: Any) -> Chains:
        return right(self, role, kind_, **{**facts, **(lie if (role, kind_) == (of, kind) else {})})

    with mock.patch.object(Chains, "with_line", wrong):
        yield


@contextmanager
def aside(path: str) -> Iterator[None]:
    os.rename(path, f"{path}.aside")
    yield
    os.rename(f"{path}.aside", path)


def relined(desk: str, text: str, change: Callable[[Line], Line]) -> str:
    """The sheet of north is recorded otherwise, and the receipt names that line."""
    old = [line for line in read_lines(ledger_path(desk)) if line.of == "north"][-1]

    def edit(lines: Lines) -> Lines:
        return [change(line) if line == old else line for line in lines]

    reforged(desk, edit)
    line = [line for line in read_lines(ledger_path(desk)) if line.of == "north"][-1]
    return saved(desk, text.replace(old.hash, line.hash).replace(four_words(old.hash), four_words(line.hash)))


def test_honest_receipts_fit_also_when_steps_are_taken_back(desk: str) -> None:
    first = send(desk, "north", {"card": hand(desk, "north")[0]}).text
    draft = send(desk, "north", {"card": hand(desk, "north")[1]}, status="draft").text
    adjudicate(desk)
    undo(desk, "a slip")
    undo(desk, "another")
    adjudicate(desk)
    again = send(desk, "north", {"card": hand(desk, "north")[1]}).text
    send(desk, "south", {"card": hand(desk, "south")[0]})
    adjudicate(desk)

    assert "(step 2, sheet, version 1)" in " ".join(again.split())
    assert "(step 2, draft, version 2)" in " ".join(draft.split())
    for text in (first, draft, again, f"{first}\n\n> {again}"):
        assert set() == found(desk, saved(desk, text))


def test_a_received_sheet_that_is_passed_over_by_a_closing_line_of_another_step(desk: str) -> None:
    receipt = saved(desk, send(desk, "north", {"card": hand(desk, "north")[0]}).text)
    with aside(f"{desk}/inbox/0002/north-01.toml"), recorded("north", "closed", step=99):
        adjudicate(desk, ["north"])

    assert {("PB680", "sheet")} == found(desk, receipt)


@pytest.mark.parametrize("told", ["draft", "sheet"])
def test_a_sheet_accepted_and_recorded_as_a_draft(desk: str, told: str) -> None:
    with recorded("north", "sheet", status="draft"):
        text = send(desk, "north", {"card": hand(desk, "north")[0]}).text
    receipt = saved(desk, text.replace("(step 2, draft,", f"(step 2, {told},"))
    with aside(f"{desk}/inbox/0002/north-01.toml"):
        adjudicate(desk, ["north"])

    assert ("PB653", "accepted") in found(desk, receipt)
    assert ("PB653", "kind") in found(desk, receipt) or told == "draft"


def test_other_orders_than_those_of_the_receipt(desk: str) -> None:
    text = send(desk, "north", {"card": hand(desk, "north")[0]}).text
    path = Path(desk, "inbox", "0002", "north-01.toml")
    path.write_text(sheet_text(desk, "north", {"card": hand(desk, "north")[1]}))
    facts = {"commitment": TO_PROMISE, "file": digest_of_text(path.read_text())}
    receipt = relined(desk, text, lambda line: line._replace(facts={**line.facts, **facts}))
    adjudicate(desk)

    assert {("PB653", "orders")} == found(desk, receipt)


def test_another_envelope_than_that_of_the_receipt(desk: str) -> None:
    texts = []
    for card in hand(desk, "north")[:2]:
        sheet = Path(desk).parent / "sheet.toml"
        sheet.write_text(sheet_text(desk, "north", {"card": card}))
        texts.append(seal(str(sheet), open_game(desk).game.seal_key, faults=True))
    mine, his = texts
    sheet.write_text(mine.text)
    text = submit.submit(str(sheet), desk).text
    Path(desk, "inbox", "0002", "north-01.toml").write_text(his.text)
    facts = {"commitment": his.commitment, "file": digest_of_text(his.text)}
    receipt = relined(desk, text, lambda line: line._replace(facts={**line.facts, **facts}))
    adjudicate(desk)

    assert {("PB653", "commitment")} == found(desk, receipt)


def test_a_second_sheet_whose_receipt_names_the_line_of_the_first(desk: str) -> None:
    first = send(desk, "north", {"card": hand(desk, "north")[0]}).text
    shutil.copytree(desk, f"{desk}-before")
    second = send(desk, "north", {"card": hand(desk, "north")[1]}).text
    shutil.rmtree(desk)
    os.rename(f"{desk}-before", desk)
    told = first[first.index("The ledger") :]
    kind = told.replace("version 1)", "version 2)")
    adjudicate(desk)

    for rows, form in ((told, "orders"), (kind, "kind")):
        receipt = saved(desk, second[: second.index("The ledger")] + rows)
        assert ("PB653", form) in found(desk, receipt)


@pytest.mark.parametrize("archive", ["public", "revealed"])
def test_a_report_that_names_an_older_line_for_its_step(desk: str, archive: str) -> None:
    line = read_lines(ledger_path(desk))[0]
    mail = saved(desk, f"- the table, line 1 (step 1): {four_words(line.hash)}\n  {line.hash}\n")
    public = f"{desk}-public"
    publish(desk, public)
    shown = {(row.code, row.form) for row in verify(public, [mail]).findings}

    assert {("PB653", "step")} == (found(desk, mail) if archive == "revealed" else shown)
