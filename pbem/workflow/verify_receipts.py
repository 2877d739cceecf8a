"""Holding a saved receipt or report against a ledger: only what lies in a player's mailbox can show that all of it was
made anew."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pbem.seal import proof_codes as proof
from pbem.seal.words import four_words
from pbem.store import GameFault
from pbem.store.ledger import ALL, Line, committed
from pbem.store.reading import read_bytes
from pbem.workflow.findings import Finding, finding

LIMIT = 4_000_000  # bytes of a saved mail
_ROW = re.compile(
    r"(the table|[a-z0-9_-]{1,60}), line (\d{1,7})(?: \(step \d{1,6}\))?: (?:[a-z]+ ){4}([0-9a-f]{64})"
    r"(?: salt ([0-9a-f]{32}))?"
)


class Anchor(NamedTuple):
    """A line of a ledger as a saved file names it."""

    of: str
    line: int
    hash: str
    salt: str


def anchors_in(path: str) -> list[Anchor]:
    """The lines that a receipt or report names, in whatever form it was saved."""
    found = anchors_of(plain(read_bytes(path, LIMIT, "named")))
    if not found:
        raise GameFault(proof.NO_ANCHOR, path)
    return found


def anchors_of(text: str) -> list[Anchor]:
    """The lines that a plain text names."""
    return [Anchor(ALL if of == "the table" else of, int(line), hash_, salt or "")
            for of, line, hash_, salt in _ROW.findall(text)]  # fmt: skip


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
    from email import message_from_bytes

    parts = [part for part in message_from_bytes(data).walk() if part.get_content_type() in ("text/plain", "text/html")]
    texts = [part.get_payload(decode=True) for part in parts]
    return "\n".join(text.decode("utf-8", "replace") for text in texts if isinstance(text, bytes))


def _json_text(text: str) -> str:
    from json import loads

    try:
        rows = loads(text).get("ledger", [])
        return " ".join(_row(row["of"], row["line"], row["hash"], row.get("salt", "")) for row in rows)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return ""


def _row(of: str, line: int, hash_: str, salt: str) -> str:
    name = "the table" if of == ALL else of
    return f"{name}, line {line}: {four_words(hash_)} {hash_}{f' salt {salt}' if salt else ''}"


class Held(NamedTuple):
    """What a saved file showed: the findings, how many lines fit, how many cannot be looked at yet."""

    findings: tuple[Finding, ...]
    fit: int
    later: int


def held_against(path: str, lines: list[Line]) -> Held:
    """Every line that the file names is in the ledger as the file says it."""
    found: list[Finding] = []
    fit = later = 0
    for anchor in anchors_in(path):
        answer = _fits(anchor, lines)
        fit += answer is True
        later += answer is None
        if answer is False:
            of = "the table" if anchor.of == ALL else anchor.of
            found.append(finding(proof.RECEIPT_DIFFERS, path, of=of, line=anchor.line, words=four_words(anchor.hash)))
    return Held(tuple(found), fit, later)


def _fits(anchor: Anchor, lines: list[Line]) -> bool | None:
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
