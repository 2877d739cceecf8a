"""Taking in a sheet: checked, kept in the inbox, answered with a receipt."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pbem.core import SHEET
from pbem.core.sheets import Sheet
from pbem.mail.blank import data_of, is_within, says_nothing
from pbem.report.text import knows_data_only
from pbem.store import read_bytes
from pbem.store.inbox import Version, versions
from pbem.store.ledger import check_room
from pbem.store.reading import Secret, check_unrevealed, read_secret
from pbem.store.transaction import Part, commit
from pbem.store.writing import locked
from pbem.workflow import Table, expected_of, open_game, overrides_of
from pbem.workflow.check import (
    LIMIT,
    Answer,
    Sent,
    check_again,
    examined_at,
    foretold,
    from_mail,
    kind_of_sheet,
    sent_sheet,
    sheet_bytes,
    shown_name,
)
from pbem.workflow.codes import TOO_MANY_VERSIONS
from pbem.workflow.gate import Gate
from pbem.workflow.keeping import kept_open
from pbem.workflow.receipts import Kept, Receipt, finished
from pbem.workflow.recording import chains_at, is_gathered

if TYPE_CHECKING:
    from datetime import datetime


def submit(file: str, directory: str, now: Callable[[], datetime] | None = None) -> Receipt:
    """Take a sheet into the inbox, or refuse it whole; ``now`` is asked in a game with [time] when it came.

    What comes from outside is read before the game is held: a pipe may let one wait, and a stranger's rubbish too.
    """
    data = sheet_bytes(file)
    if (refusal := _refused_unseen(file, data)) is not None:
        return refusal
    with locked(directory):
        table, secret = opened(directory)
        receipt, parts = taken_in(table, secret, examined_at(table, secret, file, data))
        commit(directory, (*parts, *_came(table, receipt, now)) if parts and now and table.game.time else parts)
    return receipt


def _came(table: Table, receipt: Receipt, now: Callable[[], datetime]) -> tuple[Part, ...]:
    """What records when a sheet came that answers; whatever its moderator takes in by hand is in time."""
    from pbem.workflow.timing import arrived  # not for submit: in a game without [time]

    sheet = receipt.answer.sheet
    if sheet is None or not sheet.answers or all(owed.role != sheet.role for owed in table.awaiting):
        return ()
    return arrived(table, sheet.role, now(), by_hand=True)[1]


def opened(directory: str) -> tuple[Table, Secret]:
    """A game that takes in sheets, and its secrets; to one that is over, the checker says so."""
    table = open_game(directory)
    if table.ruleset.rules.result(table.state) is None:
        check_unrevealed(directory)
    return table, read_secret(table.game)


def taken_in(table: Table, secret: Secret, examined: Answer) -> tuple[Receipt, tuple[Part, ...]]:
    """The receipt for what was examined, and what is to be written with it: nothing if it is refused.

    The lock of the game is held, and who calls commits the parts, alone or with more that belongs to the same change.
    """
    secret, answer = secret.acting(examined.text), foretold(table, examined)
    _check_receipt(table, secret, answer)
    if answer.closed is not None and answer.closed.kind == "phrase":
        from pbem.workflow.taking import released  # not for submit: where nothing is sealed

        answer = foretold(table, released(table, secret, answer))
        if answer.closed is None:
            _check_receipt(table, secret, answer, warned=False)
    if answer.is_refused or answer.sheet is None:
        return Receipt(answer), ()
    talks = answer.sheet.is_talk
    done = Kept(Receipt(answer), chains_at(table)) if talks else _taken(table, secret, answer, answer.sheet)
    if done.receipt.answer.is_refused:
        return done.receipt, ()
    if answer.sheet.beside and (talks or done.parts):  # else it was in already, with all that stands beside it
        from pbem.workflow.talk import with_beside  # not for submit: of orders alone

        done = with_beside(table, secret, done, answer.sheet)
    empty = _emptiness(table, secret, answer, answer.sheet)
    receipt = finished(table, done, answer.sheet.role)._replace(empty=empty)
    if receipt.overrides:  # a receipt that cannot be laid out is found out while nothing is written yet
        receipt.text  # noqa: B018
    return receipt, (*done.parts, *done.chains.change)


def _refused_unseen(file: str, data: bytes) -> Receipt | None:
    """The refusal of what no game would take: too much of it, or a mail in which no sheet can be found."""
    answer = _unseen(data, shown_name(file))
    return Receipt(answer) if answer is not None else None


def _unseen(data: bytes, name: str) -> Answer | None:
    """The refusal of what is too large, or of a mail beyond all bounds: no game is needed for it; else None."""
    first = data.lstrip()[:1000].partition(b"\n")[0]
    if len(data) <= LIMIT and b":" not in first and not first.startswith(b"From "):
        return None  # no mail, and what reads mails is not loaded
    from pbem.mail.bounds import beyond_bounds  # not for submit: of what is no mail
    from pbem.mail.parts import is_mail

    if len(data) <= LIMIT and not (is_mail(data) and beyond_bounds(data)):
        return None
    return from_mail(data, name, Sent())


MOST_VERSIONS = 200  # of the sheets of one role for one step


def _taken(table: Table, secret: Secret, answer: Answer, sheet: Sheet) -> Kept:
    done = _kept_if_right(table, secret, answer, sheet)
    version = done.receipt.version
    if not done.parts or version <= MOST_VERSIONS:
        return done
    fault = TOO_MANY_VERSIONS(SHEET, version=version, last=version - 1, most=MOST_VERSIONS)
    return Kept(Receipt(answer._replace(diagnostics=(*answer.diagnostics, fault))), done.chains)


def _kept_if_right(table: Table, secret: Secret, answer: Answer, sheet: Sheet) -> Kept:
    chains = chains_at(table)
    check_room(table.game.directory, chains)
    if table.is_opening and not is_gathered(table, chains):
        from pbem.workflow.words import check_word  # not for submit: only the first step has words

        is_phrase = answer.closed is not None and answer.closed.kind == "phrase"
        fault = None if is_phrase else check_word(table, sheet)
        if fault is not None:
            return Kept(Receipt(answer._replace(diagnostics=(*answer.diagnostics, fault))), chains)
    if answer.closed is None and not is_gathered(table, chains):
        found = versions(table.game.directory, table.under_way)
        done = kept_open(table, secret, chains, answer, sheet, found.get(sheet.role, []))
        if not any(_may_be_held(rows) for rows in found.values()):
            return done
    else:
        from pbem.workflow.taking import kept_closed  # not for submit: where nothing is sealed

        done = kept_closed(table, secret, chains, answer)
    if done.receipt.answer.is_refused or not done.parts:
        return done
    from pbem.workflow.gathering import gathered_if_complete  # not for submit: where nothing is held

    return gathered_if_complete(table, secret, done, answer)


def _may_be_held(rows: list[Version]) -> bool:
    return any(kind_of_sheet(read_bytes(row.path).decode("utf-8", "replace")) == "held" for row in rows)


def _emptiness(table: Table, secret: Secret, answer: Answer, sheet: Sheet) -> str:
    """Whether a sheet has no orders, or none that the sheet sent to its writer had not."""
    if answer.closed is not None or table.owes_word(sheet.role) or sheet.ok or not sheet.has_orders:
        return ""
    if says_nothing(sheet.body):
        return "nothing"
    view = table.ruleset.secrets.view_of(table.state, sheet.role)
    template = sent_sheet(table.ruleset, view, expected_of(table, secret, sheet.role))()
    return "as-sent" if is_within(sheet.body, data_of(template)) else ""


def _check_receipt(table: Table, secret: Secret, answer: Answer, warned: bool = True) -> None:
    """The leak gate: what the writer is told about the sheet hangs on nothing that is hidden from them.

    ``warned``: as it was checked; a sheet that a phrase has opened is not warned of what it sets aside.
    """
    if answer.sheet is None:
        return
    role = answer.sheet.role if answer.sheet.role in table.game.players else None

    overrides = overrides_of(table.game.directory)

    def again(seen: Table) -> str:
        return _told(foretold(seen, check_again(seen, secret, answer, warned=warned)), overrides)

    own = tuple(item for item in answer.diagnostics if item not in answer.beside)
    Gate(table, role).hold(_told(answer._replace(diagnostics=own), overrides), again, "receipt.txt")


def _told(answer: Answer, overrides: str | None) -> str:
    """All that a receipt tells of a sheet; with its layout if templates might know more than they are given."""
    found = answer.diagnostics
    rows = (f"{item.at} {item.code.id} {item.message} {item.hint} {item.rule} {item.stub}" for item in found)
    laid_out = [] if knows_data_only(overrides) else [Receipt(answer, overrides=overrides).text]
    return "\n".join([*rows, *answer.understood, *(answer.would or ()), *laid_out])
