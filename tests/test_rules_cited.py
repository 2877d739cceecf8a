"""Every rule of the references is cited in a module of its chapter, or listed here with the reason why not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.rulesets import ruleset_of

TOP = Path(__file__).parent.parent
ARCHITECTURE = (TOP / "docs" / "architecture.md").read_text(encoding="utf-8")
NUMBER = r"[FMR]\d+(?:\.\d+){0,2}"
LAST = {"maria": 24}  # of the chapters that are rules
UNCITED = {
    "F1.6": "Who plays which role is written into game.toml by the moderator.",
    "F1.11": "It says that nothing is to be done.",
    "F6.6": "There is no order for it.",
    "F9.8": "It follows from F9.4, and is one of the worked cases.",
    "F12.5": "It follows from the cards and the checks.",
    "F14.6": "It follows from the board, which says who defends what.",
    "M4.1": "Who plays which role is written into game.toml by the moderator.",
    "M16.5": "It points to M17.16, M18.5 and M19.15.",
    "R1.2": "It says why the numbers of R1.1 are as they are.",
}


def rules_of(title: str) -> list[str]:
    """The rules of a reference; the parts of F13.4 are rules of their own."""
    text = (TOP / "docs" / "rules" / f"{title}.md").read_text(encoding="utf-8")
    found = [rule for rule in re.findall(r"(?m)^([FMR]\d+\.\d+) ", text) if chapter_of(rule) <= LAST.get(title, 99)]
    if title == "friedrich":
        option = text[text.index("\nF13.4 ") : text.index("### F14 ")]
        found.remove("F13.4")
        found += [f"F13.4.{number}" for number in re.findall(r"(?m)^ ?(\d+)\. ", option)]
    return found


def chapter_of(rule: str) -> int:
    return int(rule[1:].partition(".")[0])


def chapters_of(title: str) -> dict[str, list[str]]:
    """By chapter, the modules that the page of the architecture gives it."""
    table = ARCHITECTURE.split(f"modules of `rulesets/{title}`")[1].split("\n\n")[0]
    found = {}
    for named, modules in re.findall(r"(?m)^\| ([FMR]\d.*?) \| (.*) \|$", table):
        first, *more = [int(number) for number in re.findall(r"[FMR](\d+)", named)]
        last = more[0] if " to " in named else first
        numbers = [*range(first, last + 1), *more]
        found |= {f"{named[0]}{number}": re.findall(r"`([\w/]+)`", modules) for number in numbers}
    return found


def cited_in(path: Path) -> set[str]:
    """The rules a module cites; ``F7.8-F7.10`` stands for three, as ``M7.8 to M7.10`` does."""
    text, found = path.read_text(encoding="utf-8"), set[str]()
    for first, last in re.findall(rf"\b({NUMBER})[a-z]?(?:(?:-| to )({NUMBER}))?", text):
        found.add(first)
        if "." in last:
            chapter, _, low = first.rpartition(".")
            found |= {f"{chapter}.{number}" for number in range(int(low), int(last.rpartition(".")[2]) + 1)}
    return found


RULES = [(title, rule) for title in ("friedrich", "fredericus", "maria") for rule in rules_of(title)]


def cited(title: str, rule: str) -> list[str]:
    """The modules of its chapter in which a rule is cited."""
    modules = chapters_of(title)[rule.partition(".")[0]]
    return [name for name in modules if rule in cited_in(TOP / "pbem" / "rulesets" / title / f"{name}.py")]


@pytest.mark.parametrize(("title", "rule"), RULES, ids=lambda value: value)
def test_a_rule_is_cited_in_a_module_of_its_chapter_or_listed_with_a_reason(title: str, rule: str) -> None:
    assert bool(cited(title, rule)) != (rule in UNCITED)


def test_the_references_are_read() -> None:
    assert 150 < sum(title == "friedrich" for title, _ in RULES)
    assert 60 < sum(title == "fredericus" for title, _ in RULES)
    assert 150 < sum(title == "maria" for title, _ in RULES)
    assert not UNCITED.keys() - {rule for _, rule in RULES}


@pytest.mark.parametrize("title", ["friedrich", "fredericus", "maria"])
def test_an_option_that_a_reference_names_can_be_chosen(title: str) -> None:
    text = " ".join((TOP / "docs" / "rules" / f"{title}.md").read_text(encoding="utf-8").split())
    named = re.findall(r'[Oo]ption `([\w-]+)(?: = |`: `)"([\w-]+)"', text)
    options = {option.id: option.choices for option in ruleset_of(title).options}

    assert named
    assert [] == [(name, choice) for name, choice in named if choice not in options.get(name, ())]
