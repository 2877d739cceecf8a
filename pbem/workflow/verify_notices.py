"""At home: holding the notice of a gathering against the receipt or the envelope it is about, without any game.

Every hash of a notice can be made anew from what it says. So its reader sees that the envelope stands in the own chain,
that nothing came after it, and that the line of the table, the same for all players, stands for that chain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from pbem.seal import Envelope, envelope_in
from pbem.seal.words import four_words
from pbem.store import GameFault, read_bytes
from pbem.store.ledger import ALL, SHEETS, Line, committed, hash_of
from pbem.workflow import verify_codes as proof
from pbem.workflow.findings import Finding, finding
from pbem.workflow.notices import END, START
from pbem.workflow.verify_receipts import COMMITMENT, LIMIT, NamedLine, anchors_of, plain

_TOKEN = re.compile(r"([a-z0-9_.-]{1,60}): (?!\S+: )(\S{1,200})")
_NUMBERS = ("number", "step", "version")
_HEX = re.compile("[0-9a-f]{64}")
_MOST = 200  # lines of a notice


Wrong = tuple[str, Mapping[str, Any]]  # the form of a complaint, and its facts


class Notice(NamedTuple):
    """A notice: the line of the table, the lines of its reader, and the salt with which the two belong together."""

    path: str
    table: Line
    own: tuple[Line, ...]
    salt: str

    @property
    def envelope(self) -> Line:
        """The line of the envelope that was gathered."""
        return self.own[0]


class Saved(NamedTuple):
    """What a player kept: lines of the ledger, and the commitment of an envelope; an envelope has no lines."""

    path: str
    role: str
    anchors: tuple[NamedLine, ...]
    commitment: str


class Held(NamedTuple):
    """What was found at home: the notices, the kept files that fit them, older ones, and what does not fit."""

    notices: tuple[Notice, ...]
    fit: tuple[str, ...]
    older: tuple[str, ...]
    findings: tuple[Finding, ...]


def held_together(paths: Sequence[str]) -> Held:
    """Hold notices and what was kept before against each other."""
    notices, kept = _sorted_out(paths)
    if not notices:
        raise GameFault(proof.NO_NOTICE, paths[0], form="none")
    if not kept and len(notices) == 1:
        raise GameFault(proof.NO_NOTICE, paths[0])
    found = [row for notice in notices for row in _check_notice(notice)]
    found += [row for one, other in pairwise(notices) for row in _check_same(one, other)]
    fit: list[str] = []
    older: list[str] = []
    for receipt in kept:
        wrong, is_older = _held_against(receipt, notices)
        found += wrong
        if not wrong:
            (older if is_older else fit).append(receipt.path)
    return Held(notices, tuple(fit), tuple(older), tuple(found))


# reading


def _sorted_out(paths: Sequence[str]) -> tuple[tuple[Notice, ...], tuple[Saved, ...]]:
    notices, kept = [], []
    for path in paths:
        data = read_bytes(path, LIMIT, "named")
        text = plain(data)
        if START in text and END in text:
            notices.append(_notice(path, text))
        else:
            kept.append(_envelope(path, data) or _receipt(path, text))
    return tuple(notices), tuple(kept)


def _envelope(path: str, data: bytes) -> Saved | None:
    """An envelope as the player sealed it."""
    text = data.decode("utf-8", "replace")
    found = envelope_in(text)
    if not isinstance(found, Envelope):
        return None
    return Saved(path, found.sheet.role, (), found.commitment)


def _receipt(path: str, text: str) -> Saved:
    anchors = tuple(anchors_of(text))
    role = next((anchor.of for anchor in anchors if anchor.of != ALL), "")
    if not role:
        raise GameFault(proof.NO_ANCHOR, path)
    found = COMMITMENT.search(text)
    return Saved(path, role, anchors, found[1] if found else "")


def _notice(path: str, text: str) -> Notice:
    """The lines of a notice; one that cannot be read is told like one that was changed."""
    lines = list(_lines(text.partition(START)[2].partition(END)[0]))
    own = tuple(line for line in lines if line.of != ALL)
    tables = [line for line in lines if line.of == ALL]
    salts = [anchor.salt for anchor in anchors_of(text) if own and anchor.of == own[0].of]
    if len(tables) != 1 or len(own) < 2 or len(salts) != 1 or len({line.of for line in own}) != 1:
        raise GameFault(proof.NOTICE_BROKEN, path)
    return Notice(path, tables[0], own, salts[0])


def _lines(text: str) -> Iterator[Line]:
    """The lines in a text whose words were parted by single blanks; each begins with whose it is."""
    for part in re.split(r"(?:^| )(?=of: )", text)[1 : _MOST + 1]:
        facts: dict[str, Any] = {}
        for key, value in _TOKEN.findall(part):
            if key.startswith("roles."):
                facts.setdefault("roles", {})[key[6:]] = value
            elif key != "roles":
                facts[key] = int(value) if key in _NUMBERS and re.fullmatch(r"\d{1,9}", value) else value
        own = {key: facts.pop(key, "") for key in ("of", "number", "kind", "before", "hash")}
        number = own["number"] if isinstance(own["number"], int) else 0
        yield Line(str(own["of"]), number, str(own["kind"]), facts, str(own["before"]), str(own["hash"]))


# checking


def _check_notice(notice: Notice) -> Iterator[Finding]:
    """All that a notice says of itself."""
    table, own = notice.table, notice.own
    for form, facts in (*_wrong_lines(notice), *_wrong_order(own), *_wrong_table(table, own[-1], notice.salt)):
        yield finding(proof.NOTICE_BROKEN, notice.path, form=form, **facts)


def _wrong_lines(notice: Notice) -> Iterator[Wrong]:
    for line in (notice.table, *notice.own):
        if line.hash != hash_of(line):
            yield "hash", _facts(line)
    for before, line in pairwise(notice.own):
        if (line.number, line.before) != (before.number + 1, before.hash):
            yield "chain", _facts(line)


def _wrong_order(own: Sequence[Line]) -> Iterator[Wrong]:
    """The envelope is what answers for its writer; nothing but drafts came in after it."""
    first, last = own[0], own[-1]
    answer = (last.kind, last.facts.get("answer"), last.facts.get("step"), last.facts.get("version"))
    if first.kind != "held" or answer != ("gathered", "held", first.facts.get("step"), first.facts.get("version")):
        yield "envelope", {**_facts(last), "first": first.number}
    if not _HEX.fullmatch(str(first.facts.get("commitment"))):
        yield "commitment", _facts(first)
    for line in own[1:]:
        if line.kind in SHEETS and line.facts.get("status") != "draft":
            yield "sheet", _facts(line)


def _wrong_table(table: Line, last: Line, salt: str) -> Iterator[Wrong]:
    """The line of the table gathers this step, and stands for the reader's last line."""
    if table.kind != "gathered" or table.facts.get("step") != last.facts.get("step"):
        yield "step", {**_facts(table), "step": last.facts.get("step")}
    roles = table.facts.get("roles", {})
    if roles.get(last.of) != committed(salt, last.hash.encode()):
        yield "role", {**_facts(last), "table": table.number}


def _facts(line: Line) -> dict[str, Any]:
    return {"number": line.number, "of": _chain(line)}


def _check_same(one: Notice, other: Notice) -> Iterator[Finding]:
    """Everybody was told the same line of the table."""
    if one.table.hash != other.table.hash:
        yield finding(proof.NOT_IN_GATHERING, other.path, form="table", other=one.path)


def _held_against(receipt: Saved, notices: Sequence[Notice]) -> tuple[list[Finding], bool]:
    """What of a kept file is not in the notice of its role; and whether it is older than the envelope gathered."""
    mine = [notice for notice in notices if notice.envelope.of == receipt.role]
    if not mine:
        facts = {"role": receipt.role, "other": notices[0].envelope.of}
        return [finding(proof.NOT_IN_GATHERING, receipt.path, form="role", **facts)], False
    notice, said = mine[0], list[Wrong]()
    numbers = [anchor.line for anchor in receipt.anchors if anchor.of == receipt.role]
    if numbers and max(numbers) < notice.envelope.number:
        return [], True
    said += [wrong for anchor in receipt.anchors for wrong in _wrong_anchor(anchor, notice)]
    promised = notice.envelope.facts.get("commitment")
    if receipt.commitment and receipt.commitment != promised:
        said.append(("", {"promised": promised, "here": receipt.commitment}))
    return [finding(proof.NOT_IN_GATHERING, receipt.path, form=form, **facts) for form, facts in said], False


def _wrong_anchor(anchor: NamedLine, notice: Notice) -> Iterator[Wrong]:
    """A line that the notice has too, and otherwise; or one of the reader's that came after the gathering."""
    lines = {(line.of, line.number): line.hash for line in (notice.table, *notice.own)}
    there = lines.get((anchor.of, anchor.line), anchor.hash)
    of = "the table" if anchor.of == ALL else anchor.of
    facts = {"number": anchor.line, "of": of, "words": four_words(anchor.hash)}
    if there != anchor.hash:
        yield "line", facts
    elif anchor.of != ALL and anchor.line > notice.own[-1].number:
        yield "after", facts


def _chain(line: Line) -> str:
    return "the table" if line.of == ALL else line.of


# for people and programs


def as_text(held: Held) -> str:
    """What was found, for the player."""
    lines = [f"{row.file}: error[{row.code}] {row.name}: {row.message}\n   = hint: {row.hint}" for row in held.findings]
    lines += [f"{path}: older than the envelope that was gathered; it proves nothing here" for path in held.older]
    if not held.findings:
        lines += [_said(notice) for notice in held.notices]
    end = "send your phrase" if held.fit and not held.findings else "keep your phrase"
    return "\n".join([*lines, _END[end]])


_END = {
    "send your phrase": "All fits. If another player was told the same four words of the table, send your phrase.",
    "keep your phrase": "Keep your phrase: it is not shown that your envelope is bound as you sent it.",
}


def _said(notice: Notice) -> str:
    envelope, table = notice.envelope, notice.table
    return (
        f"{notice.path}: the envelope of {envelope.of} for step {envelope.facts.get('step')} is bound\n"
        f"  its words       {four_words(str(envelope.facts.get('commitment')))}\n"
        f"  the table       {four_words(table.hash)}"
    )


def as_data(held: Held) -> dict[str, Any]:
    """The same for programs."""
    rows = [{"file": notice.path, "role": notice.envelope.of, "step": notice.envelope.facts.get("step"),
             "commitment": notice.envelope.facts.get("commitment"), "table": notice.table.hash,
             "words": four_words(notice.table.hash)} for notice in held.notices]  # fmt: skip
    findings = [row._asdict() for row in held.findings]
    return {"notices": rows, "fit": list(held.fit), "older": list(held.older), "findings": findings}
