"""Texts that are not TOML: the first fault and its place, found by ourselves and not read off tomllib's words.

``spoilt.json`` holds sheets spoilt at random, with what was said of each while tomllib's messages decided (``was``)
and, where we know better now, what is said instead (``is``).
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from toml_texts import is_toml, written

from pbem.core import codes
from pbem.core.faults import NEWER, first_fault
from pbem.core.scan import Fault, Scanner
from pbem.core.sheets import parsed

RECORD = json.loads(Path(__file__).with_name("spoilt.json").read_text(encoding="utf-8"))
Answer = tuple[str, str, list[int], list[int]]
EARLIER, SAME = "an earlier place", "the same place"
# Each kind of difference from what tomllib's messages led to, with what is better now.
BETTER = {
    ("Invalid hex value", "backslash", SAME): "words for players",
    ("Escaped character is not a Unicode scalar value", "backslash", SAME): "words for players",
    ("Invalid date or datetime", "date", SAME): "words for players",
    ('Expected "\'"', "quotes", SAME): "words for players",
    ('Expected "\'"', "cut", SAME): "words for players",
    ('Expected "\'"', "cut", EARLIER): "the line that lacks the quote, not the end of the sheet",
    ('Expected "\'"', "sign", EARLIER): "the sign that cannot stand there, not the end of the sheet",
    ("Expected \"'''\"", "fence", EARLIER): "where the text begins, not the end of the sheet",
    ("Expected \"'''\"", "sign", EARLIER): "the sign that cannot stand there, not the end of the sheet",
    ("the closing quotes of a text are missing", "fence", EARLIER): "where the text begins, not the end of the sheet",
    ("there is a \\ in a text", "fence", EARLIER): "where the text begins, not the end of the sheet",
    ("there is a sign here that a remark may not have", "cut", SAME): "it is a text that is not closed, no remark",
    ("there is a sign here that a remark may not have", "sign", SAME): "it stands in a text, not in a remark",
    ("there is a \\ in a text", "backslash", EARLIER): "the line the \\ stands on, not the next one",
    ("this table was closed before and cannot be added to", "twice", SAME): "the key stands twice, nothing was added",
}


def spoilt(row: dict[str, Any]) -> str:
    text: str = RECORD["sheets"][row["sheet"]]
    return text[: row["from"]] + row["put"] + text[row["to"] :]


def answer(text: str) -> Answer:
    [fault] = parsed(text)
    assert fault.code is codes.NOT_TOML
    return fault.message, fault.hint, [*map(int, fault.at.path[1:])], [*fault.facts["stop"]]


def recorded(row: dict[str, Any], which: str) -> Answer:
    said, at, stop = row[which]
    message, hint = RECORD["said"][said]
    return message, hint, at, stop


def test_a_spoilt_sheet_is_answered_as_recorded() -> None:
    assert len(RECORD["spoilt"]) > 500
    for row in RECORD["spoilt"]:
        assert recorded(row, "is" if "is" in row else "was") == answer(spoilt(row)), spoilt(row)


def test_every_difference_from_the_words_of_tomllib_is_an_improvement() -> None:
    found = set()
    for row in RECORD["spoilt"]:
        if "is" in row:
            was, now = recorded(row, "was"), recorded(row, "is")
            place = SAME if was[2] == now[2] else EARLIER if now[2] < was[2] else "a later place"
            found.add((was[0].removeprefix("this is not TOML: "), first_fault(spoilt(row)).form, place))
            assert now[3] <= was[3]

    assert found <= set(BETTER)
    assert len(found) > 9


def test_the_words_of_tomllib_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tomllib, "loads", with_rubbish(tomllib.loads))

    test_a_spoilt_sheet_is_answered_as_recorded()


def with_rubbish(loads: Callable[[str], dict[str, Any]]) -> Callable[[str], dict[str, Any]]:
    """The judge, with the same verdict in other words."""

    def judged(text: str) -> dict[str, Any]:
        try:
            return loads(text)
        except tomllib.TOMLDecodeError:
            raise tomllib.TOMLDecodeError("Unclosed array twice (at line 1, column 1)") from None

    return judged


def test_every_form_is_in_the_record() -> None:
    forms = {first_fault(spoilt(row)).form for row in RECORD["spoilt"]}

    assert set(codes.NOT_TOML.forms) == forms


SIGNS = "\"'[]{},.=\n\r#\\ \t\x01é1a"
TORN = [*SIGNS, '"""', "'''", "[[", "]]", "\r\n", "\\u12", "1756-02-30", "a.b", "[a.b]\n", ""]


def torn(text: str, chance: Random) -> str:
    """A text with a few signs put in or taken away."""
    for _ in range(chance.randrange(1, 4)):
        at = chance.randrange(len(text) + 1)
        text = text[:at] + chance.choice(TORN) + text[at + chance.choice((0, 0, 1, 1, 2, 9)) :]
    return text


def test_our_walk_and_tomllib_agree_on_what_is_toml() -> None:
    chance, refused = Random("torn"), 0
    for text in [*(torn(text, chance) for text in written("torn", 2500)), *map(spoilt, RECORD["spoilt"])]:
        assert is_toml(text) == is_walked(text), text
        refused += not is_toml(text)

    assert 2000 < refused < 2900


def test_names_given_twice_are_those_of_tomllib() -> None:
    chance, refused = Random("names"), 0
    for _ in range(3000):
        text = "".join(named_statement(chance) for _ in range(chance.randrange(7)))
        assert is_toml(text) == is_walked(text), text
        refused += not is_toml(text)

    assert 500 < refused < 1500


def is_walked(text: str) -> bool:
    """Whether our own walk comes to the end of a text."""
    try:
        for _ in Scanner(text, newer=is_toml(NEWER)).statements():
            pass
    except Fault:
        return False
    return True


def named_statement(chance: Random) -> str:
    key = ".".join(chance.choice("abc") for _ in range(chance.choice((1, 1, 2, 2, 3))))
    other = ".".join(chance.choice("abc") for _ in range(chance.choice((1, 2))))
    pair = f"{key} = {chance.choice(('1', '1', '[]', '{}', '[{}]', f'{{ {other} = 1, b = {{}} }}'))}"
    return chance.choice((pair, pair, f"[{key}]", f"[[{key}]]")) + "\n"


def test_what_comes_before_the_stop_is_sound() -> None:
    """The lines above it are TOML, or only lack what comes after them."""
    whole = 0
    for text in map(spoilt, RECORD["spoilt"]):
        above = "\n".join(text.split("\n")[: first_fault(text).stop[0] - 1]) + "\n"
        whole += is_toml(above)
        assert is_toml(above) or first_fault(above).stop[0] == above.rstrip().count("\n") + 1, text

    assert whole > 300


def refusing(word: str, loads: Callable[[str], dict[str, Any]]) -> Callable[[str], dict[str, Any]]:
    """A judge that refuses a word of which we know nothing."""

    def judged(text: str) -> dict[str, Any]:
        if word in text:
            raise ValueError("no")
        return loads(text)

    return judged


@pytest.mark.parametrize("lines", [1, 2, 3, 7, 20])
def test_a_fault_that_only_tomllib_knows_stands_at_its_statement(lines: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tomllib, "loads", refusing("odd", tomllib.loads))
    for at in range(1, lines + 1):
        text = "".join(f"  k{n} = [{'1' if n != at else chr(39) + 'odd' + chr(39)},\n]\n" for n in range(1, lines + 1))
        message, _, place, stop = answer(f"# remark\n{text}")

        assert ("this is not TOML: it cannot be read from here on", [2 * at, 3]) == (message, place)
        assert place == stop


def test_a_judge_of_a_newer_toml_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    text = 'a = {\n  b = 1, # remark\n  c = "\\e\\x41",\n}\nd = 07:30\ne = \n'
    before = first_fault(text)
    monkeypatch.setattr(tomllib, "loads", refusing("e = ", lambda text: {}))
    after = first_fault(text)

    assert ("key", (1, 6)) == (before.form, before.at)
    assert ("value", (6, 5)) == (after.form, after.at)


class Counting(Scanner):
    """Counts what the walk looks at."""

    looked = 0

    def _after(self, pattern: Any) -> str:
        before = self.at
        sign = super()._after(pattern)
        self.looked += 1 + self.at - before
        return sign


def looks(text: str) -> int:
    scanner = Counting(text)
    try:
        for _ in scanner.statements():
            pass
    except Fault:
        pass
    return scanner.looked


@pytest.mark.parametrize(
    "pieces",
    [("a = ", "["), ("a = ", "{a="), ("", "a."), ("a = [", "# # #\n"), ('a = """', '""x'), ('a = """', "\\\n \n"),
     ("a = '''", "''x"), ('a = "', "\\u0041"), ("", "[[a]]\n"), ("", "[a.a.a]\n"), ("a = [", "1,\n"), ("a = ", "1_1"),
     ("", "\r\n"), ("", '"'), ("a = {", "b.b=[],")],
)  # fmt: skip
def test_the_walk_is_linear_whatever_is_sent(pieces: tuple[str, str]) -> None:
    first, more = pieces
    short, long = (looks(first + more * count) for count in (4000, 8000))

    assert long <= 2 * short + 20
    assert short <= 3 * len(first + more * 4000)


def test_a_remark_full_of_signs_in_an_open_list_takes_no_time() -> None:
    assert "list" == first_fault("a = [1\n" + "# # " * 200 + "\n?").form
    assert "open" == first_fault("a = [1\n" + "# # " * 200 + "\n").form


def test_brackets_without_end_are_no_trouble() -> None:
    assert "open" == first_fault("a = " + "[" * 60_000).form
    assert "equals" == first_fault("a = " + "{a=" * 20_000 + "{a").form
