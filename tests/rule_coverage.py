"""Which case shows which rule of Friedrich: the page docs/rules/friedrich-coverage.md, and what the tests ask of it.

To write the page anew: python tests/rule_coverage.py > docs/rules/friedrich-coverage.md
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
VECTORS = HERE / "vectors" / "friedrich"
RULES = HERE.parent / "docs" / "rules" / "friedrich.md"
PAGE = HERE.parent / "docs" / "rules" / "friedrich-coverage.md"
NEXT, NOW, NOTHING = "next", "now", "-"
Case = dict[str, Any]


def cases() -> Iterator[Case]:
    """Every case of the vectors, with the chapter it stands in."""
    for path in sorted(VECTORS.glob("*.toml")):
        if path.stem != "without":
            for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
                yield {**case, "file": path.stem}


CASES = list(cases())
TEXT = RULES.read_text(encoding="utf-8")
WITHOUT: dict[str, dict[str, str]] = tomllib.loads((VECTORS / "without.toml").read_text(encoding="utf-8"))


def chapters() -> list[str]:
    """F1.1 to F15.8; the ten parts of the offensive option are rules of their own."""
    found = re.findall(r"(?m)^(F\d+\.\d+) ", TEXT)
    option = TEXT[TEXT.index("\nF13.4 ") : TEXT.index("### F14 ")]
    parts = [f"F13.4.{number}" for number in re.findall(r"(?m)^ ?(\d+)\. ", option)]
    at = found.index("F13.4")
    return found[:at] + parts + found[at + 1 :]


def texts() -> dict[str, str]:
    """The 48 texts of the numbered cards, each with when it holds: now, next, or - for no effect."""
    return dict(re.findall(r"(?m)^\| (\d+[♠♣♥♦]) \| (now|next|-) \|", TEXT))


def strokes() -> list[str]:
    """The six strokes of fate."""
    rows = re.findall(r"(?m)^\| ([A-Z][A-Z, ]+) \| ", TEXT)
    return [name for row in rows for name in row.split(", ")]


def numbered(letter: str) -> list[str]:
    """The paragraphs that begin with a letter and a number: D1, Q17, A45."""
    return re.findall(rf"(?m)^({letter}\d+a?) ", TEXT)


def worked() -> list[str]:
    """The worked cases of section 7."""
    return re.findall(r"(?m)^([WV]\d+) [*A-Z]", TEXT)


def to_be_shown() -> list[str]:
    """What must have a case for every text and stroke: that it applies, is impossible, expires or lasts."""
    wanted = []
    for text, when in texts().items():
        wanted += [f"{text} nothing"] if when == NOTHING else [f"{text} {how}" for how in ("applies", *ENDS)]
    return wanted + [f"{stroke} {how}" for stroke in strokes() for how in ("applies", "impossible", "lasts")]


ENDS = ("impossible", "expires")


def shown() -> dict[str, list[str]]:
    """For every rule the cases that name it, each rule also without the letter of its part."""
    found: dict[str, list[str]] = {}
    for case in CASES:
        names = dict.fromkeys([*case["rule"], *(re.sub(r"(?<=\d)[a-z]$", "", rule) for rule in case["rule"])])
        for rule in names:
            found.setdefault(rule, []).append(case["id"])
        own = re.sub(r"[a-z]+$", "", case["id"])
        if re.fullmatch(r"[WV]\d+", own):
            found.setdefault(own, []).append(case["id"])
    return found


def displays() -> dict[str, list[str]]:
    """For every ``shows`` the cases that carry it."""
    found: dict[str, list[str]] = {}
    for case in CASES:
        for what in case.get("shows", ()):
            found.setdefault(what, []).append(case["id"])
    return found


SECTIONS = (
    ("Rules F1 to F15", chapters),
    ("Strokes of fate", strokes),
    ("Details of the cards (C), order of a stroke (K)", lambda: numbered("C") + numbered("K")),
    ("Decisions", lambda: numbered("D")),
    ("Questions and answers", lambda: numbered("Q")),
    ("Worked cases", worked),
    ("Rulings of section 8", lambda: numbered("A")),
    ("Remarks on decisions (N) and on secrets (H)", lambda: numbered("N") + numbered("H")),
)


def holes() -> list[str]:
    """Rules without a case and without a reason."""
    known, reasons = shown(), {**WITHOUT["rules"], **WITHOUT["cases"]}
    return [rule for _, rules in SECTIONS for rule in (*rules(), *texts()) if rule not in known and rule not in reasons]


def page() -> str:
    """The page, whole."""
    known, reasons = shown(), {**WITHOUT["rules"], **WITHOUT["cases"]}
    lines = [
        "# Friedrich: which test shows which rule", "",
        "Made by `python tests/rule_coverage.py` from the cases in `tests/vectors/friedrich/`; the test",
        "`tests/test_vectors.py` keeps it fresh and without a hole. A name on the right is the id of a case there:",
        "a position, sheets, and what must come of them.", "",
    ]  # fmt: skip
    for title, rules in SECTIONS:
        lines += [f"## {title}", "", "| rule | cases |", "| --- | --- |"]
        lines += [f"| {rule} | {' '.join(known.get(rule, ())) or reasons.get(rule, '')} |" for rule in rules()]
        lines.append("")
    return "\n".join([*lines, *table_of_texts(known), *table_of_codes()]) + "\n"


def table_of_texts(known: dict[str, list[str]]) -> list[str]:
    """The 48 texts: where each applies, where it is impossible, how it ends, and every case besides."""
    marked = displays()
    lines = ["## Texts of the numbered cards", "", "| text | when | applies | impossible | expires | all |"]
    lines.append("| --- | --- | --- | --- | --- | --- |")
    for text, when in texts().items():
        cells = [" ".join(marked.get(f"{text} {how}", ("-",))) for how in ("applies", *ENDS)]
        if when == NOTHING:
            cells[0] = " ".join(marked[f"{text} nothing"])
        lines.append(f"| {text} | {when} | {' | '.join(cells)} | {' '.join(known[text])} |")
    return [*lines, ""]


def table_of_codes() -> list[str]:
    """Every complaint with the cases that call it forth."""
    from pbem.rulesets.friedrich import RULESET

    found: dict[str, list[str]] = {}
    for case in CASES:
        for key in ("expect", "warn", "depends"):
            words = case.get(key)
            for word in words if isinstance(words, list) else ():
                found.setdefault(word[:5], []).append(case["id"])
    lines = ["## Complaints", "", "| code | cases |", "| --- | --- |"]
    for code in sorted(RULESET.rules.codes()):
        ids = list(dict.fromkeys(found.get(code, ())))
        lines.append(f"| {code} | {' '.join(ids) or WITHOUT['codes'].get(code, '')} |")
    return lines


if __name__ == "__main__":
    sys.stdout.write(page())
