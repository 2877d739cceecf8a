"""Words for people: falconers, birds, cards, places."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.core import listed
from pbem.core.events import HIDDEN
from pbem.rulesets.common import words as common
from pbem.rulesets.fredericus.cards import FREDERICUS, KIND_NAMES, KINDS, SEAL, SKY, TREE
from pbem.rulesets.fredericus.geometry import COURT, HAND
from pbem.rulesets.fredericus.state import BIRD_NAMES, NOBODY, SEATS

count = common.count
CARD_NAMES = {TREE: "tree", SKY: "sky", SEAL: "seal", **KIND_NAMES, FREDERICUS: "Fredericus"}


def falconer(role: str) -> str:
    """``Falconer A``."""
    return f"Falconer {role.upper()}"


def seat_name(seat: int) -> str:
    """``Falconer A`` by seat."""
    return f"Falconer {SEATS[seat]}"


def card(letter: str) -> str:
    """``tree``, ``basilisk``."""
    return CARD_NAMES[letter]


def a_card(letter: str) -> str:
    """``a tree``, ``an ...``."""
    name = CARD_NAMES[letter]
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"


def kind(letter: str) -> str:
    """``a basilisk`` with its letter: ``basilisk (a)``."""
    return f"{KIND_NAMES[letter]} ({letter})"


def kinds(cards: Iterable[object]) -> str:
    """Cards counted by kind: ``2 basilisk (a), griffin (d)``; nothing gives ``none``."""
    pile = [c for c in cards if c is not HIDDEN]
    parts = []
    for letter in KINDS:
        number = pile.count(letter)
        if number:
            parts.append(f"{number} {kind(letter)}" if number > 1 else kind(letter))
    return ", ".join(parts) or "none"


def end_card(letter: str) -> str:
    """What a row ends in: ``a tree``, or ``nothing`` when it is empty (R2.6)."""
    return a_card(letter) if letter else "nothing"


def bird(which: int) -> str:
    """``falcon`` or ``goshawk``."""
    return BIRD_NAMES[which]


def place(number: int) -> str:
    """Where a token is: ``tower 3``, ``the courtyard``, ``hand``."""
    return {COURT: "the courtyard", HAND: "hand"}.get(number, f"tower {number}")


def holder(fredericus: str) -> str:
    """Who has Fredericus."""
    return {"": "still in the deck", NOBODY: "set aside, nobody has it"}.get(fredericus) or falconer(fredericus)


def wish(wanted: Iterable[str]) -> str:
    """A list of wanted kinds: ``basilisk (a), then the deck``."""
    names = [kind(letter) for letter in wanted]
    return f"{listed(names)}, then the deck" if names else "the deck"


# R10.1: what started the last round, as a sentence.
CAUSES = {
    "eighth": "The last round began with an eighth creature.",
    "tower": "The last round began when Fredericus was drawn for a bet on a tower.",
    "courtyard": "The last round began when Fredericus was drawn for a bet on the courtyard.",
    "row": "The last round began when Fredericus was drawn for turning over a row.",
    "discard": "The game ended when the deck keeper turned up Fredericus.",
    "refill": "The last round began when Fredericus came into the open display.",
    "given": "The last round had begun when the position was set up.",
}
