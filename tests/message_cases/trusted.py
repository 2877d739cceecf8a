"""Notices of a gathering, and what only the order of the ledger tells."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from battle_game import sheet, view_of
from order_attacks import ATTACKS, Attack

from games import sheet_text
from message_cases.common import CASES, GAME, case, file_of, written
from message_cases.envelopes import fought, sent
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.check import check_in_game
from pbem.workflow.new import Plan, new
from pbem.workflow.publish import publish
from pbem.workflow.sealing import gather, seal
from pbem.workflow.verify import verify
from pbem.workflow.verify_notices import held_together


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
