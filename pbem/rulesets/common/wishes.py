"""Wishes for a retreat: a row of preferences, each of which narrows the cities that are left; read, told and tried.

``"towards PLACE"``, ``"away from PLACE"``, ``"not beside PLACE"`` (a city or a general), ``"out of supply"``, ``"in
spades"``, ``"anywhere"``, or a city. What hangs on a title or on the moment (names, roads, places, suits,
supply) is passed in.
"""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from pbem.core import Diagnostic, Where, bare, listed
from pbem.rulesets.common import MARKS, NOUNS
from pbem.rulesets.common.roads import Roads, cities_in

if TYPE_CHECKING:
    from pbem.rulesets.common.bid_reader import Language, Say

TO, TOWARDS, AWAY, NOT_BESIDE, UNSUPPLIED, IN, ANYWHERE = (
    "to", "towards", "away from", "not beside", "out of supply", "in", "anywhere",
)  # fmt: skip
ALONE = (UNSUPPLIED, ANYWHERE)  # forms that name nothing
OF_PLACES = (TOWARDS, AWAY, NOT_BESIDE)
FORM = re.compile(
    r"\s*(?P<head>towards?|away\s+from|not\s+beside|out\s+of\s+supply|anywhere|in|to)(?=\s|$)\s*(?P<rest>.*?)\s*$",
    re.I | re.S,
)
WHICH = re.compile(r"(?:the\s+)?(?P<which>city|general)\s+(?P<name>.*)$", re.I | re.S)
# What people write for the forms there are.
MEANT = {
    "near": TOWARDS, "near to": TOWARDS, "nearest": TOWARDS, "nearest to": TOWARDS, "close to": TOWARDS, "far": AWAY,
    "far from": AWAY, "farthest from": AWAY, "away": AWAY, "from": AWAY, "not near": NOT_BESIDE,
    "not next to": NOT_BESIDE, "not adjacent to": NOT_BESIDE, "unsupplied": UNSUPPLIED, "without supply": UNSUPPLIED,
    "no supply": UNSUPPLIED, "not in supply": UNSUPPLIED, "on": IN, "into": IN,
    "any": ANYWHERE, "wherever": ANYWHERE, "any city": ANYWHERE, "the rest": ANYWHERE,
}  # fmt: skip
LENGTH = 80  # of a text in which a slip is looked for


class Place(NamedTuple):
    """A city, or wherever a general stands when the retreat happens."""

    city: int = -1
    general: int = -1


class Wish(NamedTuple):
    """One preference: what kind it is of, with its city or general, or its suit."""

    kind: str
    place: Place = Place()
    suit: str = ""


def to(city: int) -> Wish:
    """The wish for one city."""
    return Wish(TO, Place(city))


# reading


def read_wishes(texts: Sequence[tuple[str, Where]], at: Where, language: "Language", say: "Say") -> tuple[Wish, ...]:
    """The wishes of a list; each that cannot be read is complained about, and more than a title allows."""
    most = language.most_wishes
    if len(texts) > most:
        say(language.codes.WISH_UNREADABLE(at, number=len(texts), most=most, form="many"))
    found = [read_wish(text, place, language, say) for text, place in texts[:most]]
    return tuple([wish for wish in found if wish is not None])


def read_wish(text: str, at: Where, language: "Language", say: "Say") -> Wish | None:
    """One wish, or None after a complaint."""
    return clear_wish(text, language) or wish_of(text, at, language, say)


@lru_cache(maxsize=1024)  # a sheet is read when it is checked, held against exchanged secrets and told of
def clear_wish(text: str, language: "Language") -> Wish | None:
    """A wish of which nothing is to be said: it is the same wherever it stands. None if there is something."""
    return wish_of(text, Where(), language, lambda fault: None)


def wish_of(text: str, at: Where, language: "Language", say: "Say") -> Wish | None:
    """The wish of a text, read anew."""
    form = FORM.match(text)
    if form is None:
        return read_city(text, at, language, say)
    head = " ".join(form["head"].lower().split())
    kind = TOWARDS if head == "toward" else head
    rest, part = form["rest"], at.part(*form.span("rest"))
    if kind in ALONE and not rest:
        return Wish(kind)
    if kind == IN and (suit := suit_of_word(rest)):
        return Wish(IN, suit=suit)
    if kind in (IN, *ALONE) or not rest:
        form_ = "suit" if kind == IN else "" if kind in ALONE else "place"
        say(language.codes.WISH_UNREADABLE(at, text=shown(text), form=form_))
        return None
    if kind == TO:
        city = language.city(rest, part, there(part, say))
        return None if city is None else to(city)
    place = language.place(rest, part, there(part, say))
    return None if place is None else Wish(kind, place)


def read_city(text: str, at: Where, language: "Language", say: "Say") -> Wish | None:
    """A city by its name; what is no name at all but several words was meant to be another form."""
    said: list[Diagnostic] = []
    city = language.city(text, at, said.append)
    if city is not None:
        return to(city)
    near = guessed(text)
    strange = " " in text.strip() and all(fault.facts.get("near") == "" for fault in said)
    if near or strange:
        say(language.codes.WISH_UNREADABLE(at, text=shown(text), near=near, form="near" if near else ""))
        return None
    for fault in said:
        say(fault)
    return None


def there(at: Where, say: "Say") -> "Say":
    """Complaints at that place, whatever the span they found in a part of the text."""
    return lambda fault: say(fault._replace(at=at))


def shown(text: str) -> str:
    """The player's own words, kept to a length that fits into a sentence."""
    return text if len(text) <= LENGTH else f"{text[: LENGTH - 1]}…"


def suit_of_word(word: str) -> str:
    """The letter of a suit: ``spades``, ``Spade``, ``S``, ``♠``; empty if it is none."""
    key = word.replace("\ufe0f", "").strip().lower()
    spelt = (letter for letter, noun in NOUNS.items() if key in (letter.lower(), noun, noun[:-1]))
    return MARKS.get(key) or next(spelt, "")


def guessed(text: str) -> str:
    """The wish that a text with a slip in its form may have meant: ``towards X`` for ``towrds X``."""
    words = text[:LENGTH].split()
    for size in (3, 2, 1):
        head, rest = " ".join(words[:size]).lower(), " ".join(words[size:])
        close = get_close_matches(head, (*OF_PLACES, *ALONE), n=1, cutoff=0.75)
        kind = MEANT.get(head) or (close[0] if close else "")
        if kind and (kind in ALONE) != bool(rest) and (kind != IN or suit_of_word(rest)):
            return f"{kind} {rest}".strip()
    return ""


def which(text: str) -> tuple[str, str]:
    """Whether a place is said to be a ``city`` or a ``general``, else an empty word; and its name."""
    said = WHICH.match(text.strip())
    return (said["which"].lower(), said["name"]) if said else ("", text)


# words


class Namer(NamedTuple):
    """How a title calls generals and cities: by their names for people, by their ids for files."""

    general: Callable[[int], str]
    city: Callable[[int], str]
    shared: Collection[str] = ()  # bare names that a city and a general both bear: these are told apart


def wish_text(wish: Wish, names: Namer) -> str:
    """A wish as it can be read again: ``towards X``, ``in spades``, ``X``."""
    if wish.kind == TO:
        return names.city(wish.place.city)
    if wish.kind in ALONE:
        return wish.kind
    if wish.kind == IN:
        return f"in {NOUNS[wish.suit]}"
    return f"{wish.kind} {place_text(wish.place, names)}"


def place_text(place: Place, names: Namer) -> str:
    """A place by its name, with what it is where the name alone does not tell."""
    is_city = place.city >= 0
    name = names.city(place.city) if is_city else names.general(place.general)
    if bare(name) not in names.shared:
        return name
    return f"the city {name}" if is_city else f"the general {name}"


def only_cities(wishes: Iterable[Wish]) -> bool:
    """Whether all wishes are plain cities."""
    return all(wish.kind == TO for wish in wishes)


@lru_cache(maxsize=64)  # the wishes of a sheet are told with each of its bids
def retreat_text(wishes: tuple[Wish, ...], names: Namer) -> str:
    """All wishes of a bid in words, for the receipt."""
    texts = [wish_text(wish, names) for wish in wishes]
    return f"retreat to {listed(texts, 'or')}" if only_cities(wishes) else f"retreat by wishes: {', then '.join(texts)}"


# choosing


class Moment(NamedTuple):
    """What a title knows of the moment of a retreat."""

    roads: Roads  # of the empty map
    stands: Callable[[int], int]  # the city of a general; below 0: he is off the map
    suit: Callable[[int], str]  # of a city
    is_unsupplied: Callable[[int], bool]  # whether the beaten stack would be out of supply in a city, now


class Choice(NamedTuple):
    """The cities that a row of wishes leaves, and those of them that fitted none of what was left before them."""

    left: int
    unfit: tuple[Wish, ...]
    last: Wish | None  # that narrowed something down, or could have

    @property
    def city(self) -> int | None:
        """The city that is chosen; None if several are left."""
        return self.left.bit_length() - 1 if self.left.bit_count() == 1 else None


def choose(wishes: Iterable[Wish], ends: int, moment: Moment) -> Choice:
    """Each wish narrows what is left; one that fits nothing is passed over; with one city left the rest is moot."""
    left, unfit, last = ends, [], None
    for wish in wishes:
        fit = fitting(wish, left, moment)
        if not fit:
            unfit.append(wish)
            continue
        left, last = fit, wish
        if left.bit_count() == 1:
            break
    return Choice(left, tuple(unfit), last)


def fitting(wish: Wish, left: int, moment: Moment) -> int:
    """Those of the cities that a wish is content with."""
    if wish.kind == ANYWHERE:  # the first by name, as if nothing had been said
        return left & -left
    if wish.kind == UNSUPPLIED:
        return those(left, moment.is_unsupplied)
    if wish.kind == IN:
        return those(left, lambda city: moment.suit(city) == wish.suit)
    city = wish.place.city if wish.place.city >= 0 else moment.stands(wish.place.general)
    if city < 0:
        return 0
    if wish.kind == TO:
        return left & 1 << city
    if wish.kind == NOT_BESIDE:
        return left & ~moment.roads.bits[city]
    rings = moment.roads.rings(city)
    return next((left & ring for ring in (rings if wish.kind == TOWARDS else rings[::-1]) if left & ring), 0)


def those(cities: int, asked: Callable[[int], bool]) -> int:
    """The cities of a set for which the question is answered with yes."""
    return sum([1 << city for city in cities_in(cities) if asked(city)])
