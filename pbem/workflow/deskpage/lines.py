"""Which lines of a sheet belong to which of its bids, so that complaints can be shown with them."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress

from pbem.core.scan import Fault, Scanner

BIDS = ("bid", "standing")
Names = tuple[str, ...]
Lines = tuple[list[str | int], int, int]  # the path that leads to a bid, its first line and its last


def bids_in(text: str) -> list[Lines]:
    """The bids of a sheet that are tables of their own, as far as it can be read."""
    found, numbers, within = list[Lines](), Counter[Names](), Names()
    scanner = Scanner(text)
    with suppress(Fault):
        for row in scanner.statements():
            at = scanner.starts[-1] if row.value is None else row.value.end
            line = text.count("\n", 0, at) + 1
            if row.value is None:
                names = tuple(part.name for part in row.key)
                if row.repeated:
                    _count(numbers, names)
                if row.repeated and names[-1] in BIDS:
                    within = names
                    found.append((_path(names, numbers), line, line))
                within = within if within and names[: len(within)] == within else ()
            if within:
                found[-1] = (*found[-1][:2], line)
    return found


def _count(numbers: Counter[Names], names: Names) -> None:
    """One table more of a list; the lists within it begin anew."""
    numbers[names] += 1
    for other in [other for other in numbers if other != names and other[: len(names)] == names]:
        del numbers[other]


def _path(names: Names, numbers: Counter[Names]) -> list[str | int]:
    path = list[str | int]()
    for end, name in enumerate(names, 1):
        number = numbers[names[:end]]
        path += [name, number - 1] if number else [name]
    return path
