"""What a player looks up at the desk: codes, rules, and whether a receipt is that of his sheet."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from pbem.core import sha256
from pbem.seal.words import four_words
from pbem.workflow.deskpage.heads import Heads, words_of
from pbem.workflow.deskpage.home import Home
from pbem.workflow.explain import explain
from pbem.workflow.rules import rule

Line = tuple[str, bool]  # a sentence, and whether something is wrong
NO_ENVELOPE = "There is no envelope here to compare it with. One that you have made before can be dropped in, too."
_TOP = re.compile(r"Receipt: (.{1,2000}?), step (\d{1,9}), (.{1,200}?) ={10,}")


def looked_up(home: Home, word: str) -> dict[str, str]:
    """The page of a code, or a rule of the title by its number."""
    if not re.fullmatch(r"[A-Z]{2}\d{3}", word):
        return {"title": word, "text": rule(home.ruleset.name, word)}
    return {"title": word, "text": explain(word)}


def compared(home: Home, text: str, commitment: str, words: str, heads: Heads) -> dict[str, Any]:
    """A receipt held against the view that is open, an envelope that was made here, and all that names the ledger."""
    receipt = words_of(text)
    receipt = receipt[receipt.find("Receipt: ") :] if "Receipt: " in receipt else receipt
    lines = [*_whose(home, receipt), *_accepted(receipt), *_sealed(receipt, commitment.split(), words)]
    return {"lines": [{"text": text, "wrong": wrong} for text, wrong in (*lines, *_anchored(home, receipt, heads))]}


def _whose(home: Home, receipt: str) -> Iterator[Line]:
    """Whether it is for the game, the step and the role of the sheet."""
    seen = home.seen
    here = f"step {seen.step} of {seen.game}, of {home.shown['role_title']}"
    named = _TOP.match(receipt)
    there = f"step {int(named[2])} of {named[1]}, of {named[3]}" if named else ""
    if not named:
        yield "It does not say for which game it is.", True
    elif there == " ".join(here.split()):
        yield f"It is the receipt for {there}: for this sheet.", False
    else:
        yield f"THIS IS ANOTHER RECEIPT: it is for {there}; the sheet here is for {here}.", True


def _accepted(receipt: str) -> Iterator[Line]:
    if "ACCEPTED." in receipt and "NOT ACCEPTED" not in receipt:
        yield "The receipt says that the sheet was accepted.", False
    elif "KEPT AS A DRAFT" in receipt:
        yield "The receipt says that the sheet was kept as a draft.", False
    elif "WITHDRAWN." in receipt:
        yield "The receipt says that the sheet takes back what was sent.", False
    else:
        yield "The receipt does not say that the sheet was accepted.", True


def _sealed(receipt: str, wanted: Sequence[str], words: str) -> Iterator[Line]:
    """Whether it has what the envelope promises; words may stand in several lines."""
    if not wanted:
        yield NO_ENVELOPE, False
    elif all(part in receipt for part in wanted) and all(line in receipt for line in words.split("\n            ")):
        yield "It has the words and the commitment of your envelope.", False
    else:
        yield "IT HAS NOT the words and the commitment of your envelope: ask your moderator.", True


def _anchored(home: Home, receipt: str, heads: Heads) -> Iterator[Line]:
    """The heads of the ledger, and whether all that was dropped in names them alike."""
    mark = sha256(receipt.encode("utf-8", "surrogatepass")).hex()[:8]
    top, seen = _TOP.match(receipt), home.seen
    game = top[1] if top else seen.game
    found = heads.named(receipt, game, seen.commitment if game == seen.game else "", f"the receipt {mark}")
    for row in found:
        other = heads.confirmed(row)
        same = f"; the same as in {other}" if other else ""
        yield f"In the ledger: {row.name}: {four_words(row.hash)}, {row.hash}{same}.", False
    yield from ((said, True) for said in heads.contradicted(found))
