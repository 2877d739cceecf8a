"""The lists of the rules reference (F1.3, F1.8, F1.9, F1.12, F10.9) against the board tables."""

import re
from pathlib import Path

from pbem.rulesets.friedrich import board, facts, fate, state
from pbem.rulesets.friedrich.orders import find_city

TEXT = (Path(__file__).parents[2] / "docs" / "rules" / "friedrich.md").read_text(encoding="utf-8")
NATIONS = ("Prussia", "Hanover", "Russia", "Sweden", "Austria", "Imperial Army", "France")
REGIONS = {"Friedland (Bohemia)": "Friedland I3", "Königsberg (East Prussia)": "Königsberg N10"}


def rows_after(rule: str) -> list[list[str]]:
    """The table that follows a rule, without its heading."""
    text = TEXT[TEXT.index(f"\n{rule} ") :]
    table = re.search(r"(?:^\|.*\n)+", text, re.M)
    assert table is not None
    return [[cell.strip() for cell in line.strip("|\n").split("|")] for line in table[0].splitlines()[2:]]


def cities(text: str) -> list[int]:
    """The cities of a list."""
    names = [name.strip() for name in re.split(r"[,;]", text)]
    found = [find_city(REGIONS.get(name, name)) for name in names]
    assert all(len(one) == 1 for one in found), [n for n, one in zip(names, found, strict=True) if len(one) != 1]
    return [one[0] for one in found]


def test_f1_8_the_objectives():
    orders = {"1": board.FIRST_ORDER, "2": board.SECOND_ORDER}
    listed = {(row[0], row[1]): sum(1 << city for city in cities(row[2])) for row in rows_after("F1.8")}

    expected = {
        (nation, order): boards[n] for order, boards in orders.items() for n, nation in enumerate(NATIONS) if boards[n]
    }
    assert expected == listed


def test_f1_9_the_depots():
    text = re.search(r"^F1\.9 Depots \(10 cities\): (.*?)\. A depot", TEXT, re.M | re.S)
    assert text is not None
    listed = {}
    for part in " ".join(text[1].split()).split("; "):
        nation = next(name for name in NATIONS if part.startswith(name))
        listed[nation] = sorted(cities(part[len(nation) :]))

    assert {name: sorted(board.DEPOTS[n]) for n, name in enumerate(NATIONS)} == listed


def test_f1_12_the_set_up():
    start = []
    for nation, generals, trains in rows_after("F1.12"):
        n = NATIONS.index(nation)
        for rank, name, city in re.findall(r"(\d) (\w+) \(\w+\) (\w+)", generals):
            start.append((n, name, int(rank), cities(city)[0]))
        start += [(n, "", 0, cities(city)[0]) for city in re.findall(r"\(\w+\) (\w+)", trains)]

    pieces = [(n, name if rank else "", rank, city) for _, name, n, rank, city in facts.PIECES]
    assert sorted(pieces) == sorted(start)


def test_f10_9_the_number_of_substitute_cities():
    listed = {row[0]: int(re.search(r"; (\d+)", row[1])[1]) for row in rows_after("F10.9")}  # type: ignore[index]

    assert {name: board.SUBSTITUTES[n].bit_count() for n, name in enumerate(NATIONS)} == listed


def test_f1_3_the_clock_has_18_cards():
    assert (12, 6, 18) == (len(fate.NUMBERED), len(state.STROKES), len(set(fate.CLOCK)))
