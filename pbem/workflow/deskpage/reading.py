"""What a player looks up at the desk: codes, rules, and whether a receipt is that of an envelope."""

from __future__ import annotations

import re
from typing import Any

from pbem.workflow.deskpage.home import Home
from pbem.workflow.explain import explain
from pbem.workflow.rules import rule

_HASH = re.compile(r"\b[0-9a-f]{64}\b")
_ANCHOR = re.compile(r"^- (.+?), line (\d+) \(step (\d+).*?\): ", re.MULTILINE | re.DOTALL)


def looked_up(home: Home, word: str) -> dict[str, str]:
    """The page of a code, or a rule of the title by its number."""
    if not re.fullmatch(r"[A-Z]{2}\d{3}", word):
        return {"title": word, "text": rule(home.ruleset.name, word)}
    return {"title": word, "text": explain(word)}


def compared(home: Home, text: str, commitment: str, words: str) -> dict[str, Any]:
    """A receipt held against an envelope that was made here: what it says, and whether it is the same."""
    wanted = commitment.split()
    same = bool(wanted) and all(promise in text for promise in wanted)
    shown = " ".join(text.split())
    return {
        "accepted": "ACCEPTED." in text and "NOT ACCEPTED" not in text,
        "draft": "KEPT AS A DRAFT" in text,
        "same": same,
        "words": bool(words) and all(line in shown for line in words.split("\n            ")),
        "commitments": _HASH.findall(text),
        "anchors": [{"of": of, "line": int(line), "step": int(step)} for of, line, step in _ANCHOR.findall(text)],
    }
