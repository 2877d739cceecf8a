"""Holding a saved receipt or report against a ledger: only what lies in a player's mailbox can show that all of it was
made anew."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from email import message_from_bytes
from json import loads
from typing import Any, NamedTuple

from pbem.seal.words import four_words
from pbem.store import GameFault, read_bytes
from pbem.store.ledger import ALL, SHEETS, Line, committed
from pbem.workflow import verify_codes as proof
from pbem.workflow.findings import Finding, finding
from pbem.workflow.recording import told_as

LIMIT = 4_000_000  # bytes of a saved mail
_ROW = re.compile(
    r"(the table|[a-z0-9_-]{1,60}), line (\d{1,7})(?: \(step (\d{1,6})(?:, ([a-z]{1,20})(?:, version (\d{1,6}))?)?\))?:"
    r" (?:[a-z]+ ){4}([0-9a-f]{64})(?: salt ([0-9a-f]{32}))?"
)
_RECEIPT = re.compile(r"(?=\bReceipt: )")  # what follows is one receipt, whatever else a mail quotes
_FINGERPRINT = re.compile(r"\bFingerprint: ([0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4})\b")
COMMITMENT = re.compile(r"Commitment[^0-9]{0,80}? ([0-9a-f]{64})\b")


class NamedLine(NamedTuple):
    """A line of a ledger as a saved file names it, with what it says the line is."""

    of: str
    line: int
    hash: str
    salt: str = ""
    step: int = -1  # not told
    kind: str = ""
    version: int = 0


class Orders(NamedTuple):
    """What a receipt says of the orders it is for: of open ones the fingerprint, of an envelope the commitment."""

    anchors: tuple[NamedLine, ...]
    is_accepted: bool  # and not kept as a draft
    fingerprint: str
    commitment: str


def anchors_of(text: str) -> list[NamedLine]:
    """The lines that a plain text names."""
    return [
        NamedLine(ALL if of == "the table" else of, int(line), hash_, salt, int(step or -1), kind, int(version or 0))
        for of, line, step, kind, version, hash_, salt in _ROW.findall(text)
    ]


def receipts_of(text: str) -> Iterator[Orders]:
    """The receipts in a plain text."""
    for part in _RECEIPT.split(text):
        found = _FINGERPRINT.search(part), COMMITMENT.search(part)
        accepted = re.search(r"(?<!NOT )\bACCEPTED\.", part) is not None
        yield Orders(tuple(anchors_of(part)), accepted, *(match[1] if match else "" for match in found))


def plain(data: bytes) -> str:
    """The words of a file, one space between each: of a mail its text, of HTML what is shown, of JSON its ledger."""
    text = data.decode("utf-8", "replace")
    if re.match(r"[A-Za-z-]+: ", text):
        text = _mail_text(data)
    if text.lstrip().startswith("{"):
        text = _json_text(text)
    text = re.sub(r"<[^<>]*>", " ", text)
    text = re.sub(r"(?m)^[> ]*>", " ", text)
    return " ".join(text.replace("`", " ").replace("*", " ").split())


def _mail_text(data: bytes) -> str:
    parts = [part for part in message_from_bytes(data).walk() if part.get_content_type() in ("text/plain", "text/html")]
    texts = [part.get_payload(decode=True) for part in parts]
    return "\n".join(text.decode("utf-8", "replace") for text in texts if isinstance(text, bytes))


def _json_text(text: str) -> str:
    try:
        rows = loads(text).get("ledger", [])
        return " ".join(_row(row["of"], row["line"], row["step"], row["hash"], row.get("salt", "")) for row in rows)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return ""


def _row(of: str, line: int, step: int, hash_: str, salt: str) -> str:
    name = "the table" if of == ALL else of
    return f"{name}, line {line} (step {step}): {four_words(hash_)} {hash_}{f' salt {salt}' if salt else ''}"


Wrong = tuple[str, dict[str, Any]]  # the form of a complaint, and its facts


class Compared(NamedTuple):
    """What a saved file showed: the findings, how many lines fit, how many cannot be looked at yet."""

    findings: tuple[Finding, ...]
    fit: int
    later: int


def held_against(path: str, lines: list[Line], prints: Mapping[tuple[str, int], str]) -> Compared:
    """Every line that the file names is in the ledger as the file says it, and is about the orders it is said to be.

    ``prints`` are the fingerprints of the orders that were played, by role and step.
    """
    text = plain(read_bytes(path, LIMIT, "named"))
    receipts = [*receipts_of(text)]
    anchors = [anchor for receipt in receipts for anchor in receipt.anchors]
    if not anchors:
        raise GameFault(proof.NO_ANCHOR, path)
    answers = [_fits(anchor, lines) for anchor in anchors]
    wrong = [wrong for pair in zip(anchors, answers, strict=True) for wrong in _wrong(*pair, lines)]
    wrong += [row for receipt in receipts for row in _other_orders(receipt, lines, prints)]
    found = tuple(finding(proof.RECEIPT_DIFFERS, path, form=form, **facts) for form, facts in wrong)
    return Compared(found, answers.count(True), answers.count(None))


def _wrong(anchor: NamedLine, fits: bool | None, lines: list[Line]) -> Iterator[Wrong]:
    """What the ledger says otherwise of one line."""
    of = "the table" if anchor.of == ALL else anchor.of
    facts = {"of": of, "line": anchor.line, "words": four_words(anchor.hash)}
    line = _line_of(anchor, lines)
    if fits is False:
        yield "", facts
    elif fits and line is not None:
        step = line.facts.get("step", 0)
        if anchor.step not in (-1, step):
            yield "step", {**facts, "here": anchor.step, "there": step}
        if anchor.kind and (anchor.kind, anchor.version) != told_as(line):
            kind, version = told_as(line)
            facts |= {"here": anchor.kind, "version": anchor.version, "there": kind, "other": version}
            yield "kind", facts


def _line_of(anchor: NamedLine, lines: list[Line]) -> Line | None:
    return next((line for line in lines if (line.of, line.number) == (anchor.of, anchor.line)), None)


def _other_orders(receipt: Orders, lines: list[Line], prints: Mapping[tuple[str, int], str]) -> Iterator[Wrong]:
    """Whether the line stands for the orders of which the receipt tells fingerprint or commitment."""
    own = next((anchor for anchor in receipt.anchors if anchor.of != ALL and not anchor.salt), None)
    line = _line_of(own, lines) if own else None
    if own is None or line is None:
        return
    facts = {"of": own.of, "line": own.line, "words": four_words(own.hash)}
    step = int(line.facts.get("step", 0))
    chain = [row for row in lines if row.of == own.of and row.facts.get("step") == step]
    sheet = _sheet_before(line, chain)
    if receipt.is_accepted and told_as(sheet or line)[0] == "draft":
        yield "accepted", facts
    if receipt.commitment and (sheet is None or sheet.facts.get("commitment") != receipt.commitment):
        yield "commitment", {**facts, "here": receipt.commitment}
    closing = next((row for row in reversed(chain) if row.kind == "closed"), None)
    is_played = sheet is not None and closing is not None and _sheet_before(closing, chain) is sheet
    if receipt.fingerprint and is_played and prints.get((own.of, step), receipt.fingerprint) != receipt.fingerprint:
        yield "orders", {**facts, "here": receipt.fingerprint, "step": step}


def _sheet_before(line: Line, chain: Sequence[Line]) -> Line | None:
    """The line of the sheet that another line of its chain is about; it may be that line itself."""
    rows = (row for row in reversed(chain) if row.number <= line.number and row.kind in SHEETS)
    return next((row for row in rows if row.facts.get("version") == line.facts.get("version")), None)


def _fits(anchor: NamedLine, lines: list[Line]) -> bool | None:
    """Whether the ledger has this line; None if it cannot be seen while the chains of the roles are not open."""
    chain = [line for line in lines if line.of == anchor.of]
    if chain or anchor.of == ALL:
        return any((line.number, line.hash) == (anchor.line, anchor.hash) for line in chain)
    if not anchor.salt:
        return None
    return committed(anchor.salt, anchor.hash.encode()) in set(_promises(anchor.of, lines))


def _promises(role: str, lines: list[Line]) -> Iterator[str]:
    for line in lines:
        roles = line.facts.get("roles")
        if isinstance(roles, dict) and role in roles:
            yield str(roles[role])
