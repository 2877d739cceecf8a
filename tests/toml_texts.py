"""TOML texts for tests: written at random from a seed, and all that stand in our own pages, games and tests."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random

TOP = Path(__file__).parent.parent
FOLDERS = ("benchmarks", "docs", "games", "tests")
SIMPLE = (
    *"0 -1 +12_000 0xC0_de 0o17 0b1_0 1.5 -0.0 6e-3 1_0.2_5E+1 inf -nan true false 1756-08-29 07:32:00.5".split(),
    *("1756-08-29T07:32:00Z", "1756-08-29t07:32:00.25-02:30", "1756-08-29 07:32:00"),
)
WORDS = ("", "Daun > Prerau", "é 漢字 🂡", "a # b", "[x]", "{ y = 1 }", "a = 1", ",", "\t.", "'" * 2, "\u2028\xa0")
ESCAPES = (r"\\", r"\"", r"\n", r"\t", r"\b\f\r", r"\u00e9", r"\U0001F0A1", r"\\u0041")
NAMES = ("a", "b", "do", "role-2", "1756", "1_x", "-", '"x y"', "'x y'", '"é"', r'"q\"t"', r'"\u00e9\t"', "'\\'", '""')
BLANKS = ("", "", "", " ", "  ", "\t")
REMARKS = ("", "", "", "# remark", '#"', "# [t] é = 'x", "#" * 3)
WINDOWS, PLAIN = "\r\n", "\n"


class Writer:
    """Writes texts that are nearly always TOML: only the same name may come twice."""

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)
        self.newline = self.random.choice((PLAIN, PLAIN, WINDOWS))

    def blank(self) -> str:
        return self.random.choice(BLANKS)

    def line_end(self) -> str:
        return self.blank() + self.random.choice(REMARKS) + self.newline

    def gap(self) -> str:
        """What may stand between the entries of a list."""
        return "".join(self.random.choice((self.blank, self.line_end))() for _ in range(self.random.randrange(3)))

    def text(self) -> str:
        header = self.random.choice(("", self.newline, self.line_end()))
        return header + "".join(self.statement() for _ in range(self.random.randrange(1, 12))) + self.last_line()

    def last_line(self) -> str:
        return self.random.choice(("", "", "# no end of the line", f"last = {self.simple()}", "[last]", "[[last.one]]"))

    def statement(self) -> str:
        kind = self.random.randrange(8)
        if kind < 5:
            return f"{self.blank()}{self.key()}{self.blank()}={self.blank()}{self.value(0)}{self.line_end()}"
        if kind == 5:
            return self.line_end()
        brackets = ("[", "]") if kind == 6 else ("[[", "]]")
        return f"{self.blank()}{brackets[0]}{self.blank()}{self.key()}{self.blank()}{brackets[1]}{self.line_end()}"

    def key(self) -> str:
        parts = [self.random.choice(NAMES) for _ in range(self.random.choice((1, 1, 1, 2, 3)))]
        return f"{self.blank()}.{self.blank()}".join(parts)

    def value(self, depth: int, one_line: bool = False) -> str:
        kind = self.random.randrange(10)
        if kind == 0 and depth < 4:
            return self.list(depth, one_line)
        if kind == 1 and depth < 4:
            return self.braces(depth)
        return self.quoted(one_line) if kind < 7 else self.simple()

    def list(self, depth: int, one_line: bool) -> str:
        gap = self.blank if one_line else self.gap
        entries = [f"{gap()}{self.value(depth + 1, one_line)}{gap()}" for _ in range(self.random.randrange(4))]
        last = f",{gap()}" if entries and self.random.randrange(2) else ""
        return f"[{gap()}{','.join(entries)}{last}]"

    def braces(self, depth: int) -> str:
        pairs = (
            f"{self.blank()}{self.key()}{self.blank()}={self.blank()}{self.value(depth + 1, True)}{self.blank()}"
            for _ in range(self.random.randrange(4))
        )
        return f"{{{self.blank()}{','.join(pairs)}}}"

    def simple(self) -> str:
        return self.random.choice(SIMPLE)

    def quoted(self, one_line: bool) -> str:
        words = "".join(self.random.choice(WORDS) for _ in range(self.random.randrange(4)))
        kind = self.random.randrange(2 if one_line else 4)
        if kind == 0:
            return f"'{words.replace(chr(39), '')}'"
        coded = words + self.random.choice(("", *ESCAPES)) + self.random.choice(WORDS)
        if kind == 1:
            return f'"{coded}"'
        rest = self.newline.join(self.random.choice(WORDS) for _ in range(self.random.randrange(4)))
        if kind == 2:
            return f"'''{words}{self.newline}{rest}x'''{chr(39) * self.random.randrange(3)}"
        fold = self.random.choice(("", f"\\{self.blank()}{self.newline} {self.newline}\t", '"', '""'))
        return f'"""{coded}{fold}{self.newline}{rest}x"""{chr(34) * self.random.randrange(3)}'


def is_toml(text: str) -> bool:
    try:
        tomllib.loads(text)
    except ValueError:
        return False
    return True


def written(seed: str, count: int) -> list[str]:
    """So many different TOML texts, the same for the same seed."""
    texts: dict[str, None] = {}
    number = 0
    while len(texts) < count:
        text = Writer(f"{seed} {number}").text()
        number += 1
        if is_toml(text):
            texts[text] = None
    return [*texts]


def ours() -> dict[str, str]:
    """Every TOML text in our pages, games and tests, by the file it stands in and its number there."""
    files = [TOP / "README.md", TOP / "pyproject.toml"]
    files += [path for name in FOLDERS for path in sorted((TOP / name).rglob("*")) if path.is_file()]
    found = {}
    for path in files:
        for number, text in enumerate(_texts_in(path)):
            if is_toml(text):
                found[f"{path.relative_to(TOP)} {number}"] = text
    return found


def _texts_in(path: Path) -> Iterator[str]:
    if path.suffix not in (".toml", ".md", ".txt", ".eml", ".py"):
        return
    text = path.read_bytes().decode("utf-8", "replace")
    if path.suffix == ".toml":
        yield text
    yield from re.findall(r"(?s)```toml\r?\n(.*?)```", text)
    yield from re.findall(r'(?s)"""(?:\\\n)?(.*?)"""', text) if path.suffix == ".py" else ()
    for start in re.finditer(r"(?m)^game +?= ", text):  # a sheet in a report, to its closing line
        yield text[start.start() :].partition("# ----- end of the sheet")[0]
