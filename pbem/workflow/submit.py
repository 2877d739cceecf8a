"""Taking in a sheet: checked, kept in the inbox, answered with a receipt."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from pbem.core.codes import DUPLICATE, OLDER_AGAIN, TOO_MANY_VERSIONS
from pbem.core.diagnostics import SHEET, Diagnostic
from pbem.core.sheets import Sheet, read
from pbem.store.inbox import Version, kept, versions
from pbem.store.ledger import Chains, Line, check_room
from pbem.store.reading import Secret, check_unrevealed, read_bytes, read_secret
from pbem.store.transaction import Part, commit
from pbem.store.writing import fingerprint, locked
from pbem.workflow import Table, open_game, overrides_of
from pbem.workflow.check import (
    Answer,
    check_at,
    desk_of,
    examined_at,
    sent_sheet,
    sheet_bytes,
    shown_name,
    unseen,
)
from pbem.workflow.gate import Gate
from pbem.workflow.recording import Anchor, anchor_of, chains_at, digest_of_text, is_gathered, sheet_salt


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

    @property
    def text(self) -> str:
        """The receipt as the player gets it; who else is awaited is not theirs to know."""
        complaints, sheet = self.answer.complaints(), self.answer.sheet
        if self.answer.is_refused or sheet is None:
            return f"{complaints}\n\nThe sheet was refused; nothing was changed."
        from pbem.report.text import render_receipt
        from pbem.workflow.templating import templates_used

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
            "warnings": complaints.split("\n\n")[:-1],  # the last line counts them
            "notes": self.answer.notes,
            "fingerprint": self.fingerprint,
            "commitment": self.commitment,
            "replaces": self.replaces or None,
            "version": self.version or None,
            "ledger": [{**anchor.data, "what": self.what} for anchor in self.anchors],
            "empty": self.empty,
        }


class Kept(NamedTuple):
    """A sheet taken in: the receipt for it, and what is to be written."""

    receipt: Receipt
    chains: Chains
    parts: tuple[Part, ...] = ()


def submit(file: str, directory: str) -> Receipt:
    """Take a sheet into the inbox, or refuse it whole.

    What comes from outside is read before the game is held: a pipe may let one wait, and a stranger's rubbish too.
    """
    data = sheet_bytes(file)
    if (refusal := _refused_unseen(file, data)) is not None:
        return refusal
    with locked(directory):
        table = open_game(directory)
        if table.ruleset.rules.result(table.state) is None:  # to a game that is over, the checker says so
            check_unrevealed(directory)
        secret = read_secret(table.game)
        answer = examined_at(table, secret, file, data)
        _check_receipt(table, secret, answer)
        if answer.is_refused or answer.sheet is None:
            return Receipt(answer)
        done = _taken(table, secret, answer, answer.sheet)
        if done.receipt.answer.is_refused:
            return done.receipt
        empty = _emptiness(table, secret, answer, answer.sheet)
        receipt = finished(table, done, answer.sheet.role)._replace(empty=empty)
        if receipt.overrides:  # a receipt that cannot be laid out is found out while nothing is written yet
            receipt.text  # noqa: B018
        commit(directory, (*done.parts, *done.chains.change))
    return receipt


def _refused_unseen(file: str, data: bytes) -> Receipt | None:
    """The refusal of what no game would take: too much of it, or a mail in which no sheet can be found."""
    answer = unseen(data, shown_name(file))
    return Receipt(answer) if answer is not None else None


def finished(table: Table, done: Kept, role: str) -> Receipt:
    """The receipt with the heads of the chains."""
    anchors = tuple(anchor_of(line) for line in (done.chains.head(role), done.chains.standing) if line.number)
    overrides, what = overrides_of(table.game.directory), what_of(done.chains.head(role))
    return done.receipt._replace(title=table.title(role), overrides=overrides, anchors=anchors, what=what)


def what_of(line: Line) -> str:
    """What a receipt says of the line it names, so that it cannot be that of another sheet."""
    kind = "draft" if line.facts.get("status") == "draft" else line.kind
    return f"{kind}, version {line.facts.get('version', 0)}" if line.number else ""


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
        from pbem.workflow.words import check_word  # only the first step has words

        fault = check_word(table, sheet, answer.closed)
        if fault is not None:
            return Kept(Receipt(answer._replace(diagnostics=(*answer.diagnostics, fault))), chains)
    if answer.closed is None and not is_gathered(table, chains):
        found = versions(table.game.directory, table.under_way)
        done = _kept(table, secret, chains, answer, sheet, found.get(sheet.role, []))
        if not any(_may_be_held(rows) for rows in found.values()):
            return done
    else:
        from pbem.workflow.sealing import kept_closed

        done = kept_closed(table, secret, chains, answer)
    if done.receipt.answer.is_refused or not done.parts:
        return done
    from pbem.workflow.sealing import gathered_if_complete

    return gathered_if_complete(table, secret, done, answer)


def _may_be_held(rows: list[Version]) -> bool:
    return any(b"\nheld = true" in read_bytes(row.path) for row in rows)


def _emptiness(table: Table, secret: Secret, answer: Answer, sheet: Sheet) -> str:
    """Whether a sheet has no orders, or none that the sheet sent to its writer had not."""
    from pbem.mail.blank import data_of, is_within, says_nothing

    if answer.closed is not None or table.owes_word(sheet.role):
        return ""
    if says_nothing(sheet.body):
        return "nothing"
    view = table.ruleset.secrets.view_of(table.state, sheet.role)
    template = sent_sheet(table.ruleset, view, desk_of(table, secret, sheet.role))()
    return "as-sent" if is_within(sheet.body, data_of(template)) else ""


def _check_receipt(table: Table, secret: Secret, answer: Answer) -> None:
    """The leak gate: what the writer is told about the sheet hangs on nothing that is hidden from them."""
    if answer.sheet is None:
        return
    role = answer.sheet.role if answer.sheet.role in table.game.players else None

    def again(seen: Table) -> str:
        return _told(check_at(seen, secret, answer.text, answer.file))

    own = tuple(item for item in answer.diagnostics if item not in answer.beside)
    Gate(table, role).hold(_told(answer._replace(diagnostics=own)), again, "receipt.txt")


def _told(answer: Answer) -> str:
    """All that a receipt tells of a sheet, but for its layout."""
    rows = (f"{item.at} {item.code.id} {item.message} {item.hint} {item.rule}" for item in answer.diagnostics)
    return "\n".join([*rows, *answer.understood])


def _kept(
    table: Table, secret: Secret, chains: Chains, answer: Answer, sheet: Sheet, newest: Sequence[Version]
) -> Kept:
    """Keep an open sheet; ``newest``: those of the role in the inbox, the newest first."""
    print_ = fingerprint(sheet.body)
    if (again := _received(table, newest, sheet, answer.text)) is not None:
        answer = answer._replace(diagnostics=(*answer.diagnostics, again))
        return Kept(Receipt(answer, print_, again.facts["version"]), chains)
    before = newest[0].number if newest else 0
    chains = with_sheet(table, secret, chains, sheet, before + 1, answer.text)
    part = kept(table.under_way, sheet.role, before + 1, answer.text)
    return Kept(Receipt(answer, print_, before + 1, before), chains, (part,))


def with_sheet(table: Table, secret: Secret, chains: Chains, sheet: Sheet, version: int, text: str) -> Chains:
    """The chains with the line of an open sheet: a commitment to what it says, and the digest of its file."""
    from pbem.seal import commitment_of

    promised = commitment_of(sheet, sheet_salt(chains, secret.seed, sheet.role))
    facts = {"step": table.under_way, "version": version, "status": sheet.status}
    return chains.with_line(sheet.role, "sheet", **facts, commitment=promised, file=digest_of_text(text))


def _received(table: Table, rows: Sequence[Version], sheet: Sheet, text: str) -> Diagnostic | None:
    """What is said of a sheet that was received before: it counts still, or a newer one has taken its place."""
    counts = True  # until a sheet is passed that is no draft
    for at, version in enumerate(rows):
        earlier = read_bytes(version.path).decode("utf-8", "replace")
        found = read(earlier, table.ruleset.sheet_keys).sheet
        if found == sheet and (at == 0 or (counts and sheet.status != "draft")):
            return DUPLICATE(SHEET, version=version.number)
        if found == sheet and _is_echo(text, earlier):
            return OLDER_AGAIN(SHEET, version=version.number, newest=rows[0].number)
        counts = counts and found is not None and found.status == "draft"
    return None


def _is_echo(text: str, earlier: str) -> bool:
    from pbem.mail.blank import is_echo  # a first sheet does without it

    return is_echo(text, earlier)
