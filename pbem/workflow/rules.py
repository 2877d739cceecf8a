"""The rules reference of a title, printed rule by rule, card by card.

A reference is Markdown: rules begin with their numbers (``F7.8``), chapters are headings that begin with theirs, and a
card heads a row of a table. docs/adding-a-game.md tells it to those who write one.
"""

from __future__ import annotations

import os
import re
from difflib import get_close_matches
from functools import partial
from importlib import resources
from textwrap import fill, shorten

from pbem.core.ruleset import Ruleset
from pbem.rulesets import MODULES, first
from pbem.store import GameFault
from pbem.workflow import UNKNOWN_CHOICE, known_ruleset
from pbem.workflow.title_codes import NO_REFERENCE

_ID = re.compile(r"^([A-Z]{1,2}\d+[a-z]?(?:\.\d+)*) ")
_SUITS = str.maketrans("SCHD", "♠♣♥♦")


def reference(ruleset: str) -> list[str]:
    """The lines of the reference of a title."""
    return reference_of(known_ruleset(ruleset, "rules"))


def reference_of(title: Ruleset) -> list[str]:
    """The lines of a reference: where its title says that it is, or of ours, which comes with the program."""
    if title.reference:
        package, _, file = title.reference.partition(":")
        try:
            return resources.files(package).joinpath(file).read_text(encoding="utf-8").splitlines()
        except (ImportError, OSError, TypeError, ValueError):  # no such package or file, none at all, or not UTF-8
            raise GameFault(NO_REFERENCE, "rules", form="lost", title=title.title, place=title.reference) from None
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    for folder in (os.path.join(here, "rules"), os.path.join(os.path.dirname(here), "docs", "rules")):
        path = os.path.join(folder, f"{title.name}.md")
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file_:
                return file_.read().splitlines()
    raise GameFault(NO_REFERENCE, "rules", title=title.title)


def chapter(lines: list[str], at: int) -> list[str]:
    """From a heading to the next one of the same or a higher rank."""
    rank = len(lines[at]) - len(lines[at].lstrip("#"))
    end = at + 1
    while end < len(lines) and not re.match(rf"#{{1,{rank}}} ", lines[end]):
        end += 1
    return lines[at:end]


def paragraph(lines: list[str], at: int) -> list[str]:
    """From a numbered rule to the next numbered rule or heading."""
    end = at + 1
    while end < len(lines) and not _ID.match(lines[end]) and not lines[end].startswith(("#", "---")):
        end += 1
    return lines[at:end]


def rule(ruleset: str, number: str) -> str:
    """One rule by its number, with those below it (F13.4), or a whole chapter (F7)."""
    lines, wanted = reference(ruleset), number.upper()
    found: list[str] = []
    for at, line in enumerate(lines):
        id_ = _ID.match(line)
        if id_ and id_[1].upper() == wanted:
            found += paragraph(lines, at)
        elif re.match(rf"#+ {re.escape(wanted)}(?![\w.])", line, re.I):
            found += chapter(lines, at)
    found = found or item(lines, wanted)
    if not found and (other := _elsewhere(ruleset, number)):
        raise GameFault(UNKNOWN_CHOICE, first(), form="rule-elsewhere", found=number, other=other)
    if not found:
        raise _unknown(ruleset, "rule", number, [id_[1] for line in lines if (id_ := _ID.match(line))])
    return "\n".join(found).strip()


EXCERPT = 200  # signs


def headed(ruleset: str, number: str) -> tuple[str, str]:
    """The heading of the chapter in which a rule stands, and how the rule begins; both empty without a reference."""
    try:
        lines, text = reference(ruleset), rule(ruleset, number)
    except GameFault as fault:
        if fault.code is not NO_REFERENCE:
            raise
        return "", ""
    parents = [number, number.rpartition(".")[0]]
    at = next(at for at, line in enumerate(lines) if (id_ := _ID.match(line)) and id_[1] in parents)
    heading = next(line for line in reversed(lines[:at]) if line.startswith("#"))
    prose = [line for line in text.removeprefix(number).split("\n") if not line.startswith("|")]
    plain = " ".join(" ".join(prose).replace("*", "").split())
    return heading.lstrip("# "), shorten(plain, EXCERPT, placeholder=" ...")


def item(lines: list[str], wanted: str) -> list[str]:
    """A numbered part of a rule: F13.4.5 is the fifth of F13.4."""
    parent, _, number = wanted.rpartition(".")
    for at, line in enumerate(lines):
        if (id_ := _ID.match(line)) and id_[1].upper() == parent:
            whole = paragraph(lines, at)
            starts = [n for n, text in enumerate(whole) if re.match(r" ?\d+\. ", text)]
            for n, end in zip(starts, [*starts[1:], len(whole)], strict=True):
                if whole[n].lstrip().startswith(f"{number}. "):
                    return [f"{wanted} {whole[n].lstrip()[len(number) + 2 :]}", *whole[n + 1 : end]]
    return []


def _unknown(ruleset: str, form: str, found: str, names: list[str]) -> GameFault:
    near = get_close_matches(found.upper(), names, n=4) or names[:4]
    return GameFault(UNKNOWN_CHOICE, ruleset or first(), form=form, found=found, known=", ".join(near))


def _elsewhere(ruleset: str, number: str) -> str:
    """Another title of ours whose reference has a rule, where none was named; empty if there is none."""
    others = [name for name in MODULES if name != first()] if not ruleset else []
    return next((name for name in others if _has_rule(name, number)), "")


def _has_rule(ruleset: str, number: str) -> bool:
    try:
        return any(line.upper().startswith(f"{number.upper()} ") for line in reference(ruleset))
    except GameFault:  # a title without a reference
        return False


def card(ruleset: str, name: str) -> str:
    """A card by its name (7D, Poems): its row in the tables, and the rules that tell of it in detail."""
    lines = reference(ruleset)
    sign = name.upper().translate(_SUITS) if re.fullmatch(r"\d+[SCHDschd]", name) else name
    heads = {line: _heads(line) for line in lines if line.startswith("| ")}
    # The name of a card is written in capitals; something else of the same name may head a row of another table.
    rows = [line for line, names in heads.items() if sign.upper() in names]
    rows = rows or [line for line, names in heads.items() if sign.upper() in map(str.upper, names)]
    if not rows:
        known = [head for names in heads.values() for head in names if re.fullmatch("[0-9]+[♠♣♥♦]|[A-Z ]{5,}", head)]
        if not known:
            raise GameFault(UNKNOWN_CHOICE, ruleset or first(), form="no-cards", title=ruleset or first())
        raise _unknown(ruleset, "card", name, list(dict.fromkeys(known)))
    cells = [cell for cell in rows[0].strip("| ").split(" | ") if cell not in ("", "-")]
    set_ = partial(fill, width=78, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
    told = [cells[0], *map(set_, cells[1:])]
    for detail in re.findall(r"see ([A-Z]\d+)", rows[0]):
        told += ["", rule(ruleset, detail)]
    return "\n".join(told)


def _heads(line: str) -> list[str]:
    """The names that head a row of a table; several with commas between them."""
    return [part.strip() for part in line.split("|")[1].split(",")]


def faq(ruleset: str) -> str:
    """The questions and answers."""
    lines = reference(ruleset)
    for at, line in enumerate(lines):
        if line.startswith("#") and "FAQ" in line:
            return "\n".join(chapter(lines, at)).strip()
    raise GameFault(UNKNOWN_CHOICE, ruleset, form="faq")
