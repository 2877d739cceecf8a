"""How agreements call powers, cities and countries: the names of the board for `clauses`."""

from __future__ import annotations

import re

from pbem.core import bare
from pbem.rulesets.maria import facts
from pbem.rulesets.maria.board import CITIES, CITY, COUNTRY, IDS, NAMES
from pbem.rulesets.maria.clauses import Names
from pbem.rulesets.maria.powers import CODES, POWER_NAMES, POWERS

_COUNTRIES: dict[str, str] = {id_: name for id_, name in facts.COUNTRIES if COUNTRY.get(id_)}
_POWER_WORDS = {
    bare(word): id_ for words in (POWERS, CODES, POWER_NAMES) for word, id_ in zip(words, POWERS, strict=True)
}
_POWER_WORDS |= {"pragmaticarmy": "pragmatic", "pragmatics": "pragmatic"}


def name(id_: str) -> str:
    """The name of a power, a country or a city, by its id."""
    if id_ in POWERS:
        return POWER_NAMES[POWERS.index(id_)]
    return _COUNTRIES[id_] if id_ in _COUNTRIES else NAMES[CITY[id_]]


def powers(word: str) -> tuple[str, ...]:
    """The power that a word means."""
    found = _POWER_WORDS.get(bare(word)) or _POWER_WORDS.get(bare(re.sub(r"^the ", "", word.strip(), flags=re.I)))
    return (found,) if found else ()


def power(word: str) -> int:
    """The power that a word means, or -1."""
    return POWERS.index(found[0]) if (found := powers(word)) else -1


def cities(word: str) -> tuple[str, ...]:
    """All cities that a word may mean."""
    return tuple([IDS[city] for city in CITIES.find(word)])


def countries(word: str) -> tuple[str, ...]:
    """The country that a word means."""
    plain = bare(re.sub(r"^the ", "", word.strip(), flags=re.I))
    return tuple([id_ for id_, title in _COUNTRIES.items() if plain in (bare(id_), bare(title))])


BOARD_NAMES = Names(name, powers, cities, countries)
