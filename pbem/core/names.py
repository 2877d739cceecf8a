"""Names as people write them: without accents, with or without spaces, slightly wrong."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

_LETTERS = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "ß": "ss", "ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe"})


def plain(text: str) -> str:
    """The name in small letters, without spaces and signs; accents stay."""
    if max(text, default="") >= "\u0300":  # an accent that stands alone, as some keyboards write it
        from unicodedata import normalize  # not for check

        text = normalize("NFC", text)
    return "".join([letter for letter in text.lower() if letter.isalnum()])


def bare(text: str) -> str:
    """The name as ``plain`` gives it, without its accents."""
    text = plain(text)
    if text.isascii():
        return text
    from unicodedata import normalize  # not for check

    letters = normalize("NFD", text.translate(_LETTERS))
    return "".join([letter for letter in letters if letter.isascii() and letter.isalnum()])


class Names(NamedTuple):
    """Two ways to find a thing by its name: as it is spelled, and without accents or by id."""

    exact: Mapping[str, tuple[int, ...]]
    loose: Mapping[str, tuple[int, ...]]

    def find(self, word: str) -> tuple[int, ...]:
        """All things of that name: one when it is clear, several when it is not, none when it is unknown."""
        return self.exact.get(plain(word)) or self.loose.get(bare(word)) or ()

    def nearest(self, word: str, count: int = 3) -> tuple[int, ...]:
        """The things whose names look most like the word."""
        from difflib import get_close_matches  # not for check

        keys = get_close_matches(bare(word), list(self.loose), n=2 * count, cutoff=0.6)
        found = dict.fromkeys(thing for key in keys for thing in self.loose[key])
        return tuple(found)[:count]


def index(names: Iterable[tuple[int, str, str]]) -> Names:
    """The index of things given as (thing, id, display name)."""
    exact: dict[str, tuple[int, ...]] = {}
    loose: dict[str, tuple[int, ...]] = {}
    for thing, id_, name in names:
        exact[plain(name)] = (*exact.get(plain(name), ()), thing)
        for key in dict.fromkeys((bare(name), bare(id_))):
            loose[key] = (*loose.get(key, ()), thing)
    return Names(exact, loose)


def listed(words: Iterable[str], link: str = "and") -> str:
    """``a, b and c``."""
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {link} {items[-1]}"
