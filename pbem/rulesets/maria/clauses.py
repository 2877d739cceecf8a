"""What agreements say: clauses that can be tested, each with a reader and a writer, and words that cannot (M21).

Powers, cities and countries are named by their ids here; the reader is given the names of the board.
"""

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from pbem.core import listed

FARTHEST = 8  # steps that a clause may ask for
CANDIDATE_NAMES = {"charles": "Charles Albert", "francis": "Francis Stephen"}
NOTE_LENGTH = 240


class Names(NamedTuple):
    """How the board calls things: the name of each id, and all ids that a word may mean."""

    name: Callable[[str], str]
    powers: Callable[[str], tuple[str, ...]]
    cities: Callable[[str], tuple[str, ...]]
    countries: Callable[[str], tuple[str, ...]]


class NotAttack(NamedTuple):
    """A power's generals attack none of another power."""

    who: str
    whom: str

    def text(self, names: Names) -> str:
        return f"{names.name(self.who)} does not attack {names.name(self.whom)}"


class NotEnter(NamedTuple):
    """A power's pieces enter no city of a country, or not one city."""

    who: str
    where: str

    def text(self, names: Names) -> str:
        return f"{names.name(self.who)} does not enter {names.name(self.where)}"


class StayFarther(NamedTuple):
    """A power's generals end no move so near to some cities."""

    who: str
    steps: int
    cities: tuple[str, ...]

    def text(self, names: Names) -> str:
        cities = listed([names.name(city) for city in self.cities])
        return f"{names.name(self.who)} stays farther than {self.steps} from {cities}"


class VoteFor(NamedTuple):
    """A power gives all its votes to a candidate."""

    who: str
    candidate: str

    def text(self, names: Names) -> str:
        return f"{names.name(self.who)} votes for {CANDIDATE_NAMES[self.candidate]}"


class Subsidy(NamedTuple):
    """A subsidy contract (M20): a power hands another a card a turn."""

    giver: str
    receiver: str

    def text(self, names: Names) -> str:
        return f"{names.name(self.giver)} subsidizes {names.name(self.receiver)}"


class NoHussars(NamedTuple):
    """Austria lays no hussar in the way of a power's supply."""

    whom: str

    def text(self, names: Names) -> str:
        return f"no hussars against {names.name(self.whom)}"


class Leave(NamedTuple):
    """A power's pieces are out of a country at the end of a turn, and do not enter it."""

    who: str
    country: str
    turn: int

    def text(self, names: Names) -> str:
        return f"{names.name(self.who)} leaves {names.name(self.country)} by turn {self.turn}"


class Note(NamedTuple):
    """Words that no program can test; they bind all the same (M21.1), and the moderator rules on them (A32)."""

    words: str

    def text(self, names: Names) -> str:
        return f'"{self.words}"'


Clause = NotAttack | NotEnter | StayFarther | VoteFor | Subsidy | NoHussars | Leave | Note
TESTED = (NotAttack, NotEnter, StayFarther, VoteFor, Subsidy, NoHussars, Leave)


class Unread(NamedTuple):
    """Why a clause cannot be: a form of the complaint, the words at fault, and those who could have been meant."""

    form: str
    text: str
    near: tuple[str, ...] = ()


# M21.2: what no agreement may say, whoever signs it; common plans and a free hand for somebody are none of it.
_NOT_ANY_MORE = r"(?:no longer|not|never|cannot|can't|doesn't|don't|won't)"
_FORBIDDEN = (
    (rf"\b{_NOT_ANY_MORE} protects?\b|\b(?:no longer|cannot|can|can't) (?:conquers?|stacks?|retreats?)\b", "ability"),
    (r"\b(?:moves? (?:twice|faster)|marks? no)\b", "ability"),
    (r"\b(?:gives?|sells?|lends?|swaps?|trades?|exchanges?|shows?)\b.*\b(?:cards?|tcs?|reserves?)\b", "cards"),
    (r"\b(?:sells?|swaps?|trades?|exchanges?|shows?)\b.*\bhands?\b", "cards"),
    (r"\b(?:is|are|be|becomes?|remains?) (?:an? |the |our |their |its )?(?:all(?:y|ies|ied)|neutral)\b", "alliance"),
    (r"\b(?:makes?|leaves?|joins?|breaks?|changes?|ends?|enters?)\b.*\balliances?\b", "alliance"),
    (r"\b(?:changes? sides?|friends? of)\b", "alliance"),
    (r"^(?!.*\b(?:no|not|never|without|don't|doesn't|won't)\b).*\bpeace\b", "peace"),
)


def forbidden(text: str) -> str:
    """M21.2: what makes an agreement in these words void, as a form of the complaint; empty if nothing is found."""
    return next((form for pattern, form in _FORBIDDEN if re.search(pattern, text, re.I)), "")


def read_clause(text: str, names: Names) -> Clause | Unread:
    """The clause that a text states, or why it states none."""
    text = " ".join(text.split())
    if note := re.fullmatch(r"[\"'“„](.*)[\"'”“]", text):
        return _note(note[1])
    for pattern, read in _PATTERNS:
        if found := re.fullmatch(pattern, text, re.I):
            return read(found, names)
    form = forbidden(text)
    return Unread(form or "clause", text)


def _note(words: str) -> Clause | Unread:
    words = words.strip()
    if not words or len(words) > NOTE_LENGTH or '"' in words or ";" in words:
        return Unread("note", words)
    return Unread(form, words) if (form := forbidden(words)) else Note(words)


def _one(found: tuple[str, ...], word: str, kind: str) -> str | Unread:
    return found[0] if len(found) == 1 else Unread(f"{kind}-unclear" if found else kind, word, found)


def _power(word: str, names: Names) -> str | Unread:
    return found[0] if (found := names.powers(word)) else Unread("power", word)


def _each(parts: Iterable[str | Unread | int | tuple[str, ...]], made: Callable[..., Clause]) -> Clause | Unread:
    """The clause of these parts, or the first that was not understood."""
    known = list(parts)
    return next((part for part in known if isinstance(part, Unread)), None) or made(*known)


def _attack(found: re.Match[str], names: Names) -> Clause | Unread:
    return _each((_power(found[1], names), _power(found[2], names)), NotAttack)


def _enter(found: re.Match[str], names: Names) -> Clause | Unread:
    word = re.sub(r"^(?:the (?:country|city) )", "", found[2], flags=re.I)
    countries = () if re.match(r"the city ", found[2], re.I) else names.countries(word)
    cities = () if re.match(r"the country ", found[2], re.I) else names.cities(word)
    kind = "place" if bool(countries) == bool(cities) else "country" if countries else "city"
    return _each((_power(found[1], names), _one((*countries, *cities), word, kind)), NotEnter)


def _farther(found: re.Match[str], names: Names) -> Clause | Unread:
    words = [word for word in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", found[3]) if word]
    cities = [_one(names.cities(word), word, "city") for word in words]
    fault = next((city for city in cities if isinstance(city, Unread)), None)
    steps = int(found[2])
    if not 1 <= steps <= FARTHEST:
        return Unread("steps", found[2])
    known = tuple(dict.fromkeys([city for city in cities if isinstance(city, str)]))
    return _each((_power(found[1], names), steps, fault or known), StayFarther)


def _vote(found: re.Match[str], names: Names) -> Clause | Unread:
    return _each((_power(found[1], names), "charles" if found[2].lower().startswith("ch") else "francis"), VoteFor)


def _subsidy(found: re.Match[str], names: Names) -> Clause | Unread:
    return _each((_power(found[1], names), _power(found[2], names)), Subsidy)


def _hussars(found: re.Match[str], names: Names) -> Clause | Unread:
    return _each((_power(found[1], names),), NoHussars)


def _leave(found: re.Match[str], names: Names) -> Clause | Unread:
    country = _one(names.countries(found[2]), found[2], "country")
    return _each((_power(found[1], names), country, int(found[3])), Leave)


_NOT = r"(?:does|do|will|shall|must|may)(?: not|n't) "
_PATTERNS: tuple[tuple[str, Callable[[re.Match[str], Names], Clause | Unread]], ...] = (
    (rf"(.+?) (?:{_NOT}|not )attack (.+)", _attack),
    (rf"(.+?) (?:{_NOT}|not )enter (.+)", _enter),
    (r"(.+?) (?:stays?|keeps?) farther than (\d{1,3}) from (.+)", _farther),
    (r"(.+?) votes? for (charles(?: albert)?|francis(?: stephen)?)", _vote),
    (r"(.+?) (?:subsidi[sz]es|pays a subsidy to|gives a subsidy to) (.+)", _subsidy),
    (r"no hussars? against (.+)", _hussars),
    (r"(.+?) leaves? (.+) by turn (\d{1,3})", _leave),
)
