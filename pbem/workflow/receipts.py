"""The receipt: what the sender of a sheet is told, and what is to be written with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from pbem.core.sheets import Sheet
from pbem.report.text import render_receipt
from pbem.store.ledger import Chains
from pbem.store.transaction import Part
from pbem.workflow import Table, overrides_of
from pbem.workflow.check import Answer
from pbem.workflow.recording import Anchor, anchor_of, told_as
from pbem.workflow.templating import templates_used

if TYPE_CHECKING:
    from pbem.workflow.voting import Voted


class Receipt(NamedTuple):
    """The answer to a sheet."""

    answer: Answer
    fingerprint: str = ""
    version: int = 0
    replaces: int = 0

    commitment: str = ""
    title: str = ""
    overrides: str | None = None
    gathered: bool = False  # whether with this one the envelopes of the step are gathered
    anchors: tuple[Anchor, ...] = ()  # the head of the role's own chain in the ledger, and of the last step
    what: str = ""  # what the head of the own chain is: its kind, and the version of the sheet
    empty: str = ""  # "nothing" for a sheet without orders, "as-sent" for one with those of the sheet sent
    counts: int = 0  # of a draft: the version sent before that counts still
    voted: Voted | None = None  # what was voted beside the orders

    @property
    def text(self) -> str:
        """The receipt as the player gets it; who else is awaited is not theirs to know."""
        complaints, sheet = self.answer.complaints(), self.answer.sheet
        if self.answer.is_refused or sheet is None:
            return f"{complaints}\n\nThe sheet was refused; nothing was changed."
        with templates_used():
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
            "would": self.answer.would or (),
            "warnings": complaints.split("\n\n")[:-1],  # the last line counts them
            "notes": self.answer.notes,
            "fingerprint": self.fingerprint,
            "commitment": self.commitment,
            "replaces": self.replaces or None,
            "counts": self.counts or None,
            "version": self.version or None,
            "ledger": [{**anchor.data, "what": self.what} for anchor in self.anchors],
            "empty": self.empty,
        }


class Kept(NamedTuple):
    """A sheet taken in: the receipt for it, and what is to be written."""

    receipt: Receipt
    chains: Chains
    parts: tuple[Part, ...] = ()


def finished(table: Table, done: Kept, role: str) -> Receipt:
    """The receipt with the heads of the chains."""
    anchors = tuple(anchor_of(line) for line in (done.chains.head(role), done.chains.standing) if line.number)
    overrides, own = overrides_of(table.game.directory), done.chains.head(role)
    kind, version = told_as(own) if own.number else ("", 0)
    what = f"{kind}, version {version}" if version else kind  # so that it cannot be that of another sheet
    return done.receipt._replace(title=table.title(role), overrides=overrides, anchors=anchors, what=what)
