"""The ledger, words and numbers for the seed, and what `verify` finds."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

from battle_game import sheet

from games import sheet_text
from message_cases.common import CASES, GAME, case, changed, damaged, file_of, forged, written
from message_cases.envelopes import fought, sent, verified
from pbem.store import disk
from pbem.store.ledger import Line
from pbem.workflow import open_game
from pbem.workflow import publish as desk
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.check import check_in_game
from pbem.workflow.gathering import gather
from pbem.workflow.new import Plan, new
from pbem.workflow.numbers import take_number
from pbem.workflow.publish import publish, reveal
from pbem.workflow.sealing import seal
from pbem.workflow.status import status
from pbem.workflow.submit import submit
from pbem.workflow.verify import verify


def with_fact(kind: str, **facts: Any) -> Callable[[Line], Line]:
    """A change of the lines of a kind."""
    return lambda line: line._replace(facts={**line.facts, **facts}) if line.kind == kind else line


def looked_at(code: str, title: str, *work: Callable[[], Any]) -> None:
    """A case in which something is done to a game with a battle, and then it is verified."""
    CASES.append((code, title, lambda: (fought(), *(part() for part in work), verify(GAME))[-1]))


@case("PB211", "a word in an open sheet of a game whose moderator plays")
def word_not_held() -> Any:
    new(Plan("summer", seed="a", plays=["frederick"]))
    return check_in_game(written("orders.toml", sheet_text("summer", "frederick", {}, word="sour cherries")), "summer")


@case("PB212", "orders before the deal")
def only_a_word() -> Any:
    new(Plan("summer", "fredericus", seed="a", beacon="the lottery"))
    return check_in_game(written("orders.toml", sheet_text("summer", "b", {"do": ["BIRDS 6"]})), "summer")


@case("PB527", "a disk that fails after the change has happened")
def unfinished() -> Any:
    return cut_off(5, "Input/output error")


@case("PB527", "a disk that is full after the change has happened")
def unfinished_full() -> Any:
    return cut_off(28, "No space left on device")


def cut_off(number: int, why: str) -> Any:
    def failing(what: str, path: str) -> None:
        if what == "rename" and path.endswith(".toml"):
            raise OSError(number, why)

    disk.watcher = failing
    try:
        return submit(sheet(GAME, "frederick"), GAME)
    finally:
        disk.watcher = None


@case("PB528", "a change that was cut off and then damaged")
def change_damaged() -> Any:
    Path(GAME, ".change").write_bytes(b"pbem change 1\nremove game.toml\nend 00\n")
    return status(GAME)


@case("PB534", "a ledger with other things in it")
def ledger_unreadable() -> Any:
    path = Path(GAME, "ledger.toml")
    path.write_text(f"mood = 1\n{path.read_text()}")
    return publish(GAME, "archive")


@case("PB626", "nothing to gather")
def nothing_to_gather() -> Any:
    return gather(GAME)


@case("PB632", "held envelopes that are not gathered")
def not_gathered() -> Any:
    sent("frederick", hold=True)
    return adjudicate(GAME, ["pompadour"])


@case("PB627", "an envelope for the key of a moderator who plays")
def not_binding() -> Any:
    new(Plan("summer", seed="a", plays=["pompadour"]))
    key = open_game("summer").game.seal_key
    made = seal(written("orders.toml", sheet_text("summer", "frederick", {})), key)
    return submit(written("orders.sealed.toml", made.text), "summer").answer


@case("PB628", "a deal that waits for a number")
def number_missing() -> Any:
    new(Plan("summer", seed="a", beacon="the lottery of 28 November 2026"))
    return adjudicate("summer", ["all"])


@case("PB631", "a number nobody named")
def no_beacon() -> Any:
    return take_number(GAME, "7")


looked_at("PB640", "a line of a newer program", lambda: forged(lambda line: line._replace(kind="treaty") if (
    line.kind == "report") else line))  # fmt: skip
damaged("PB641", "another seal key", "game.toml", 'seal_key = "age1', 'seal_key = "age2', work=verify)
damaged("PB642", "another key of a player", "secret.toml", 'frederick = "', 'frederick = "x', work=verify)
verified("PB643", "a step made anew with its digest", "steps/0001-*", "score = ", "score = 1", signed=True)
looked_at("PB644", "a step that is gone", lambda: file_of("steps/0001-*").unlink())
looked_at("PB645", "a copy among the reports", lambda: Path(GAME, "reports", "0000", "copy.txt").write_text("x"))
looked_at("PB646", "a report changed by hand", lambda: changed("reports/0000/public.txt", "winter", "summer"))
looked_at("PB647", "a report that is gone", lambda: file_of("reports/0000/public.txt").unlink())
looked_at("PB648", "another sheet than the one that was bound", lambda: forged(with_fact("closed", version=2)))
looked_at(
    "PB649", "a step that stands for other chains", lambda: forged(with_fact("step", roles={"frederick": "00" * 32}))
)
verified("PB651", "a word that nobody sent", "steps/0001-*", "[words]", '[words]\nelisabeth = "cherries"', signed=True)
verified("PB652", "a number nobody took in", "steps/0001-*", 'beacon = ""', 'beacon = "7"', signed=True)


@case("PB655", "a public report that was forged when it was published")
def made_otherwise() -> Any:
    fought()
    made = desk.laid_out
    forged_ = lambda *words, **more: made(*words, **more).replace("Heinrich", "Schwerin")  # noqa: E731
    with mock.patch.object(desk, "laid_out", forged_):
        publish(GAME, "archive")
    reveal(GAME, "archive", force=True)
    return verify("archive")


@case("PB653", "a ledger made anew")
def receipt_differs() -> Any:
    receipt = written("receipt.txt", submit(sheet(GAME, "frederick"), GAME).text)
    forged(with_fact("sheet", version=3))
    return verify(GAME, [receipt])


def lying(title: str, before: str, after: str) -> None:
    """A receipt that says something else of its sheet than the line it names."""

    def work() -> Any:
        text = submit(sheet(GAME, "frederick"), GAME).text
        told = re.sub(before, after, text, count=1)
        assert told != text
        return verify(GAME, [written("receipt.txt", told)])

    CASES.append(("PB653", title, work))


lying("a receipt that names a line of another step", r"\(step 0\)", "(step 7)")
lying("a receipt that names the line of another version", "sheet, version 1", "sheet, version 2")
lying("a receipt for another envelope", "Fingerprint: .*", f"Commitment, to compare:\n{'ab' * 32}")


@case("PB653", "a sheet accepted and recorded as a draft")
def accepted_as_a_draft() -> Any:
    text = submit(sheet(GAME, "frederick", status="draft"), GAME).text
    return verify(GAME, [written("receipt.txt", text.replace("KEPT AS A DRAFT.", "ACCEPTED."))])


@case("PB653", "other orders than those of the receipt")
def other_orders() -> Any:
    text = submit(sheet(GAME, "frederick"), GAME).text
    adjudicate(GAME, ["all"])
    return verify(GAME, [written("receipt.txt", re.sub("Fingerprint: ....", "Fingerprint: 0000", text))])


@case("PB654", "a file that is no receipt")
def no_anchor() -> Any:
    return verify(GAME, [written("letter.txt", "Dear Anna")])
