"""Taking in a sheet: checked, kept in the inbox, answered with a receipt."""

from __future__ import annotations

from typing import Any, NamedTuple

from pbem.core.codes import DUPLICATE
from pbem.core.diagnostics import SHEET
from pbem.core.sheets import Sheet, read
from pbem.store.inbox import Version, keep, opening_begun, versions
from pbem.store.reading import Secret, read_bytes, read_secret
from pbem.store.writing import fingerprint, locked
from pbem.workflow import Table, open_game, overrides_of
from pbem.workflow.check import Answer, check_at, desk_of, examined_at, sent_sheet
from pbem.workflow.gate import guarded


class Receipt(NamedTuple):
    """The answer to a sheet."""

    answer: Answer
    fingerprint: str = ""
    version: int = 0
    replaces: int = 0

    commitment: str = ""
    title: str = ""
    overrides: str | None = None
    empty: str = ""  # "nothing" for a sheet without orders, "as-sent" for one with those of the sheet sent

    @property
    def text(self) -> str:
        """The receipt as the player gets it; who else is awaited is not theirs to know."""
        complaints, sheet = self.answer.complaints(), self.answer.sheet
        if self.answer.is_refused or sheet is None:
            return f"{complaints}\n\nThe sheet was refused; nothing was changed."
        from pbem.report.text import render_receipt

        return render_receipt(self._model(sheet, complaints), self.overrides).rstrip("\n")

    def _model(self, sheet: Sheet, complaints: str) -> dict[str, Any]:
        """The receipt as plain data."""
        return {
            "game": sheet.game,
            "step": sheet.step,
            "role": self.title,
            "accepted": True,
            "status": sheet.status,
            "understood": self.answer.understood,
            "warnings": complaints.split("\n\n")[:-1],  # the last line counts them
            "notes": self.answer.notes,
            "fingerprint": self.fingerprint,
            "commitment": self.commitment,
            "replaces": self.replaces or None,
            "empty": self.empty,
        }


def submit(file: str, directory: str) -> Receipt:
    """Take a sheet into the inbox, or refuse it whole."""
    with locked(directory):
        table = open_game(directory)
        secret = read_secret(table.game)
        answer = examined_at(table, secret, file)
        _check_receipt(table, secret, answer)
        if answer.is_refused or answer.sheet is None:
            return Receipt(answer)
        if answer.closed is None and not opening_begun(directory, table.under_way):
            kept = _kept(table, answer, answer.sheet)
        else:
            from pbem.workflow.sealing import kept_closed

            kept = kept_closed(table, secret, answer)
        if kept.answer.is_refused:
            return kept
    empty = _emptiness(table, secret, answer, answer.sheet)
    return kept._replace(title=table.title(answer.sheet.role), overrides=overrides_of(directory), empty=empty)


def _emptiness(table: Table, secret: Secret, answer: Answer, sheet: Sheet) -> str:
    """Whether a sheet has no orders, or none that the sheet sent to its writer had not."""
    from pbem.mail.blank import data_of, is_within, says_nothing

    if answer.closed is not None:
        return ""
    if says_nothing(sheet.body):
        return "nothing"
    view = table.ruleset.view(table.state, sheet.role)
    template = sent_sheet(table.ruleset, view, desk_of(table, secret, sheet.role))()
    return "as-sent" if is_within(sheet.body, data_of(template)) else ""


def _check_receipt(table: Table, secret: Secret, answer: Answer) -> None:
    """The leak gate: what the writer is told about the sheet hangs on nothing that is hidden from them."""
    if answer.sheet is None:
        return
    role = answer.sheet.role if answer.sheet.role in table.game.players else None

    def said(seen: Table) -> str:
        again = check_at(seen, secret, answer.text, answer.file)
        return "\n".join([again.complaints(), *again.understood])

    guarded(table, role, said, "receipt.txt")


def _kept(table: Table, answer: Answer, sheet: Sheet) -> Receipt:
    print_ = fingerprint(sheet.body)
    newest = versions(table.game.directory, table.under_way).get(sheet.role, [])
    if newest and _is_same(table, newest[0], sheet):
        note = DUPLICATE(SHEET, version=newest[0].number)
        answer = answer._replace(diagnostics=(*answer.diagnostics, note))
        return Receipt(answer, print_, newest[0].number)
    before = newest[0].number if newest else 0
    keep(table.game.directory, table.under_way, sheet.role, before + 1, answer.text)
    return Receipt(answer, print_, before + 1, before)


def _is_same(table: Table, version: Version, sheet: Sheet) -> bool:
    """Whether the newest sheet in the inbox says the same as this one."""
    text = read_bytes(version.path).decode("utf-8", "replace")
    return read(text, table.ruleset.sheet_keys).sheet == sheet
