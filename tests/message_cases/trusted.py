"""Notices of a gathering, and what only the order of the ledger tells."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from battle_game import sheet, view_of
from order_attacks import ATTACKS, Attack

from games import sheet_text
from message_cases.common import CASES, GAME, case, file_of, written
from message_cases.envelopes import fought, sent
from pbem.seal.words import four_words
from pbem.store.ledger import hash_of
from pbem.workflow import verify_notices as notices
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.check import check_in_game
from pbem.workflow.gathering import gather
from pbem.workflow.new import Plan, new
from pbem.workflow.publish import publish
from pbem.workflow.sealing import seal
from pbem.workflow.verify import verify
from pbem.workflow.verify_notices import Held, Notice, held_together
from pbem.workflow.verify_receipts import plain


def envelope_of(role: str) -> str:
    """A held envelope of a role, as it stands at home."""
    made = seal(sheet(GAME, role), view_of(GAME, role), hold=True)
    return made.text


def noticed() -> str:
    """A notice that a player got, with the receipt for the envelope beside it."""
    sent("frederick", hold=True)
    gather(GAME, ["pompadour"])
    return os.path.join(GAME, "reports", "0000", "frederick.notice.txt")


@case("PB656", "a notice that was changed on its way")
def notice_broken() -> Any:
    text = Path(noticed()).read_text(encoding="utf-8")
    return held_together([written("notice.txt", text.replace("version: 1", "version: 2", 1)), "frederick.sealed.toml"])


@case("PB657", "a notice about another envelope")
def not_in_gathering() -> Any:
    notice = noticed()
    made = seal(sheet(GAME, "frederick"), view_of(GAME, "frederick"), hold=True)
    text = made.text.replace(made.commitment, "5f" * 32)
    return held_together([notice, written("frederick.sealed.toml", text)])


def spoilt(title: str, form: str, change: Callable[[Notice], Notice]) -> None:
    """A notice that was changed in one place, by somebody who chained the rest anew."""

    def work() -> Any:
        path = noticed()
        notice = change(notices._notice(path, plain(Path(path).read_bytes())))
        found = [row for row in notices._check_notice(notice) if row.form == form]
        return Held((notice,), (), (), tuple(found))

    CASES.append(("PB656", title, work))


def with_line(notice: Notice, at: int, **change: Any) -> Notice:
    line = notice.own[at]._replace(**change)
    own = list(notice.own)
    own[at] = line._replace(hash=hash_of(line))
    return notice._replace(own=tuple(own))


def with_facts(notice: Notice, at: int, **facts: Any) -> Notice:
    return with_line(notice, at, facts={**notice.own[at].facts, **facts})


def with_table(notice: Notice, **facts: Any) -> Notice:
    line = notice.table._replace(facts={**notice.table.facts, **facts})
    return notice._replace(table=line._replace(hash=hash_of(line)))


spoilt("a line that does not continue its chain", "chain", lambda notice: with_line(notice, -1, before="00"))
spoilt("a line that gathers another version", "envelope", lambda notice: with_facts(notice, -1, version=2))
spoilt("an envelope without its commitment", "commitment", lambda notice: with_facts(notice, 0, commitment=""))
spoilt("another sheet after the envelope", "sheet", lambda notice: with_line(notice, -1, kind="sheet"))
spoilt("a table that gathers another step", "step", lambda notice: with_table(notice, step=7))
spoilt("a table that stands for another line", "role", lambda notice: with_table(notice, roles={}))


@case("PB656", "a notice that was cut")
def notice_cut() -> Any:
    text = Path(noticed()).read_text(encoding="utf-8")
    start, end = text.index("of: frederick"), text.index(notices.END)
    return held_together([written("notice.txt", text[:start] + text[end:]), "frederick.sealed.toml"])


@case("PB657", "two notices of different gatherings")
def other_table() -> Any:
    text = Path(noticed()).read_text(encoding="utf-8")
    other = re.sub(r"(of: all.*?hash: )[0-9a-f]{64}", rf"\g<1>{'5f' * 32}", text, count=1, flags=re.S)
    return held_together(["winter/reports/0000/frederick.notice.txt", written("other.txt", other)])


@case("PB657", "the receipt of another role")
def receipt_of_another() -> Any:
    notice = noticed()
    other = envelope_of("pompadour")
    return held_together([notice, written("pompadour.sealed.toml", other)])


def receipt_changed(line: int, hash_: str) -> Any:
    notice = noticed()
    row = f"- frederick, line {line} (step 1): {four_words(hash_)}\n  {hash_}\n"
    return held_together([notice, written("receipt.txt", f"Received from frederick\n\n{row}")])


@case("PB657", "a receipt of another line")
def other_line() -> Any:
    return receipt_changed(1, "5f" * 32)


@case("PB657", "a receipt of something that came later")
def later_line() -> Any:
    return receipt_changed(9, "5f" * 32)


@case("PB658", "files without a notice")
def no_notice_at_all() -> Any:
    noticed()
    return held_together(["frederick.sealed.toml"])


@case("PB658", "a notice without anything to hold it against")
def no_notice() -> Any:
    return held_together([noticed()])


@case("PB110", "forty orders that cannot be read")
def many_faults() -> Any:
    new(Plan("summer", seed="a"))
    adjudicate("summer", ["all"])
    body = {"do": [f"march {number}" for number in range(50)]}
    return check_in_game(written("orders.toml", sheet_text("summer", "frederick", body)), "summer")


@case("PB659", "a ledger cut at a publication")
def ledger_cut() -> Any:
    before = Path(GAME, "ledger.toml").read_bytes()
    publish(GAME, "archive")
    Path(GAME, "ledger.toml").write_bytes(before)
    return verify(GAME)


def attacked(attack: Attack) -> None:
    CASES.append((attack.code, attack.title, lambda: (fought(), attack.work(GAME), verify(attack.looked_at))[-1]))


for attack in ATTACKS:
    attacked(attack)


@case("PB685", "a step file taken away by hand")
def ledger_elsewhere() -> Any:
    fought()
    file_of("steps/0001-*").unlink()
    return adjudicate(GAME)
