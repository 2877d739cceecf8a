"""Brakes: what an order given ahead is not to be used after, as its writer puts it under ``unless``.

A title brings a list of patterns, ``enemy within {number} of {place}``, and reads what stands in their slots; here a
line is held against the patterns, with the words that people put between, and complained about if it fits none.
Whether a brake holds is for the title to say, from facts that everybody sees.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from typing import Any, NamedTuple

from pbem.core import Code, Diagnostic, Form, Record, Where, listed

Say = Callable[[Diagnostic], None]
FARTHEST = 12  # roads: nobody marches so far in a turn, and a larger number would nearly always hold
MOST_LETTERS = 200  # of a line
# Words that decide nothing where they stand: before a slot, before a word of a pattern, behind a number.
_BEFORE_SLOT = r"(?:(?:the|general)\s+)?"
_BEFORE_WORD = r"(?:(?:is|are|was|were|has|have|had|been|gets?|got|being)\s+)*"
_AFTER_NUMBER = r"(?:\s+(?:roads?|cities|city|steps?))?"
_WORDS = {"enemy": r"(?:(?:an|any|the)\s+)?enem(?:y|ies)", "last": r"(?:the\s+)?last", "of": "(?:of|from)"}


class Word(NamedTuple):
    """What stands in a slot: its meaning for the title, and how it is written."""

    value: Any
    text: str


class Brake(NamedTuple):
    """A line that was read: its pattern and what stands in the slots."""

    pattern: str
    words: tuple[Word, ...]

    def __str__(self) -> str:
        texts = iter(word.text for word in self.words)
        return re.sub(r"\{\w+\}", lambda _: next(texts), self.pattern)


class Tongue(Record):
    """The brakes of a title: its patterns, the reader of their slots, and what a line that fits none is told."""

    patterns: Sequence[str]  # the first that fits is meant
    slot: Callable[[str, str, Where, Say], Word | None]  # its name in the pattern, the text found there
    unreadable: Code
    examples: Sequence[str]


def brake_code(letters: str, about: str, rule: str = "") -> Code:
    """The complaint about a line that is no brake; the number is the same in all titles."""
    return Code(
        f"{letters}106", "unless-unreadable",
        "{text!r} cannot stand under unless",
        "It may be, for example, {examples}.",
        rule,
        forms={"near": Form(hint='Did you mean "{near}"?')},
        about=about,
    )  # fmt: skip


def read(text: str, where: Where, tongue: Tongue, say: Say) -> Brake | None:
    """The brake of a line, or None after a complaint."""
    line = text if len(text) <= MOST_LETTERS else ""
    for pattern in tongue.patterns:
        found = shape_of(pattern).fullmatch(line)
        if found is not None:
            spans = zip(slots_of(pattern), (found.span(n + 1) for n in range(len(slots_of(pattern)))), strict=True)
            words = [tongue.slot(name, line[s:e], where.part(s, e), say) for name, (s, e) in spans]
            known = tuple(word for word in words if word is not None)
            return Brake(pattern, known) if len(known) == len(words) else None
    near = nearest(line, tongue.patterns)
    facts = {"examples": listed((f'"{example}"' for example in tongue.examples), "or"), "near": near}
    say(tongue.unreadable(where, text=text[:60], **facts, form="near" if near else ""))
    return None


def slots_of(pattern: str) -> list[str]:
    """The names of the slots of a pattern, in order."""
    return re.findall(r"\{(\w+)\}", pattern)


@cache
def shape_of(pattern: str) -> re.Pattern[str]:
    """What a line of that pattern looks like, in small and large letters, with words that decide nothing."""
    parts = []
    for word in pattern.split():
        if word == "{number}":
            parts.append(r"(\d{1,6})" + _AFTER_NUMBER)
        elif word.startswith("{"):
            parts.append(_BEFORE_SLOT + r"(\S.*?)")
        else:
            parts.append(f"{_BEFORE_WORD}{_WORDS.get(word, re.escape(word))}")
    return re.compile(r"\s*(?:unless\s+)?" + r"\s+".join(parts) + r"[\s.]*", re.IGNORECASE)


def nearest(line: str, patterns: Sequence[str]) -> str:
    """The line with its words as patterns spell them, if that makes a brake of it."""
    spelt = dict.fromkeys(word for pattern in patterns for word in pattern.split() if not word.startswith("{"))
    words = [(get_close_matches(word.lower(), spelt, n=1, cutoff=0.7) or [word])[0] for word in line.split()]
    guess = " ".join(words)
    return guess if any(shape_of(pattern).fullmatch(guess) for pattern in patterns) else ""


def number_in(text: str, at: Where, too_far: Callable[[Where, int], Diagnostic], say: Say) -> Word | None:
    """A number of roads, or None after a complaint."""
    number = int(text)
    if number > FARTHEST:
        say(too_far(at, number))
        return None
    return Word(number, str(number))


Holds = Callable[..., bool]


def held(brake: Brake, answers: Mapping[str, Holds], *facts: Any) -> bool:
    """Whether a brake holds: the answer of its pattern, given the facts and what stands in its slots."""
    return answers[brake.pattern](*facts, *(word.value for word in brake.words))
