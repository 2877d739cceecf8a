"""Complaints: the right word underlined, in every form of output, whatever the text."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.core import SHEET, Code, Diagnostic, Where
from pbem.core.sheets import at_key, at_position, read
from pbem.report.complaints import count, render

FORMATS = ("text", "json", "github")  # those of `check --format`
BLOCKED = Code(
    "FR405", "way-blocked",
    message="{piece} cannot pass {city}, {other} stands there",
    hint="from Neusalz the free ways lead to Grünberg and Sorau",
    rule="F4.5",
)  # fmt: skip
IDLE = Code("FR490", "no-order", message="{piece} has no order", severity="warning")
PLAIN = Code("XX301", "plain", message="something is wrong")

ORDERS = """\
game = "winter-1756"
step = 12
role = "frederick"
key  = "amber-falcon-31"
do = [
  "Friedrich > Riesa",
  "Keith > Glogau > Sprottau > Haynau",
]

[troops]
friedrich = 8
"""


def blocked(at: Where) -> Diagnostic:
    return BLOCKED(at, piece="Keith", city="Glogau", other="Daun")


def underlined(text: str, at: Where) -> tuple[str, str]:
    """The first line of a complaint as far as its place, and the text above the marks."""
    head, line, marks, *_ = render([PLAIN(at)], text, "f").split("\n")
    start = marks.index("^")
    return head.split()[0], line[start : marks.rindex("^") + 1]


def test_a_complaint_shows_place_line_word_rule_and_hint() -> None:
    expected = """\
orders.toml:7:12 error[FR405] way-blocked: Keith cannot pass Glogau, Daun stands there
   7 |   "Keith > Glogau > Sprottau > Haynau",
     |            ^^^^^^
   = rule F4.5
   = hint: from Neusalz the free ways lead to Grünberg and Sorau

1 error"""

    assert expected == render([blocked(Where(("do", 1), 8, 14))], ORDERS, "orders.toml", "text")


@pytest.mark.parametrize("format", FORMATS)
def test_complaints_are_sorted_and_counted(format: str, golden: Callable[[str, str], None]) -> None:
    text = "setp = 12\nrole = true\n" + ORDERS.replace("role", "#").replace("step", "#")
    found = [
        IDLE(Where(("troops",)), piece="Heinrich"),
        blocked(Where(("do", 1), 8, 14)),
        *read(text, ("do", "troops")).diagnostics,
    ]

    golden(f"complaints/{format}.txt", render(found, text, "orders.toml", format) + "\n")


def test_no_complaints_are_no_text() -> None:
    assert render([], ORDERS, "f", "text") == ""
    assert render([], ORDERS, "f", "github") == ""
    assert render([], ORDERS, "f", "json") == "[]"
    assert count([]) == "no complaints"


TOML = '''\
a."b c".d = 1 # remark
"\\u00e4" = "x\\ty\\u0041z"
list = [ 1, "é zwei", { y = 2, z.w = 'lit\\eral' }, # remark
  [ 3, [ 4 ] ] ]
multi = """
one \\
   two
three"""
raw = \'\'\'
first
second\'\'\'
[t]
d = 1756-08-29
[[bid]]
own = "Heinrich"
[[bid]]
own = "Keith"
[bid.more]
x = -1.5
[[bid.plays]]
card = "9D"
[[bid.plays]]
card = "7D"
'''


@pytest.mark.parametrize(
    ("where", "place", "word"),
    [
        (Where(("a", "b c", "d")), "1:13", "1"),
        (Where(("a", "b c")), "1:3", '"b c"'),
        (Where(("a",)), "1:1", "a"),
        (at_key("a", "b c", "d"), "1:9", "d"),
        (Where(("ä",)), "2:12", '"x\\ty\\u0041z"'),
        (Where(("ä",), 1, 2), "2:14", "\\t"),
        (Where(("ä",), 3, 5), "2:17", "\\u0041z"),
        (Where(("ä",), 3, 99), "2:17", "\\u0041z"),
        (Where(("list", 0)), "3:10", "1"),
        (Where(("list", 2, "y")), "3:29", "2"),
        (Where(("list", 2, "z", "w"), 3, 5), "3:42", "\\e"),
        (Where(("list", 3, 1, 0)), "4:10", "4"),
        (Where(("list", 3, 9)), "4:3", "[ 3, [ 4 ] ]"),
        (Where(("multi",), 0, 3), "6:1", "one"),
        (Where(("multi",), 4, 7), "7:4", "two"),
        (Where(("multi",), 8, 13), "8:1", "three"),
        (Where(("raw",), 6, 12), "11:1", "second"),
        (Where(("raw",)), "9:7", "'''"),
        (Where(("t",)), "12:2", "t"),
        (Where(("t", "d")), "13:5", "1756-08-29"),
        (Where(("t", "nothing")), "12:2", "t"),
        (Where(("bid",)), "14:3", "bid"),
        (Where(("bid", 0, "own")), "15:7", '"Heinrich"'),
        (Where(("bid", 1)), "16:3", "bid"),
        (Where(("bid", 1, "own"), 0, 5), "17:8", "Keith"),
        (Where(("bid", 1, "more", "x")), "19:5", "-1.5"),
        (Where(("bid", 1, "plays", 0, "card")), "21:8", '"9D"'),
        (Where(("bid", 1, "plays", 1, "card")), "23:8", '"7D"'),
    ],
)
def test_every_way_of_writing_toml_has_its_places(where: Where, place: str, word: str) -> None:
    assert (f"f:{place}", word) == underlined(TOML, where)


def test_columns_count_characters_and_marks_count_width() -> None:
    head, line, marks, *_ = render([PLAIN(Where(("a",), 4, 8))], 'a = "é漢字 zwei"', "f").split("\n")

    assert head.startswith("f:1:10 ")
    assert marks.count("^") == 4
    assert marks.index("^") == line.index("zwei") + 2  # two wide characters before it


def test_a_tab_stays_a_tab_below() -> None:
    out = render([PLAIN(Where(("do", 0)))], 'do = [\n\t"Keith",\n]', "f").split("\n")

    assert out[1:3] == ['   2 | \t"Keith",', "     | \t^^^^^^^"]


def test_windows_lines_change_nothing() -> None:
    found = [PLAIN(Where(("multi",), 8, 13)), PLAIN(Where(("t", "d")))]

    assert render(found, TOML, "f") == render(found, TOML.replace("\n", "\r\n"), "f")


def test_the_whole_sheet_is_line_1_without_an_excerpt() -> None:
    assert render([PLAIN(SHEET)], ORDERS, "f") == "f:1:1 error[XX301] plain: something is wrong\n\n1 error"
    assert render([PLAIN(Where(("nothing",)))], ORDERS, "f").startswith("f:1:1 error")


def test_a_place_beyond_the_text_is_its_end() -> None:
    assert render([PLAIN(at_position(99, 99))], "a = [", "f").split("\n")[:3] == [
        "f:1:6 error[XX301] plain: something is wrong",
        "   1 | a = [",
        "     |      ^",
    ]


def test_a_long_line_is_shown_in_part() -> None:
    text = f'do = "{"x" * 500} Glogau {"y" * 500}"'
    place, word = underlined(text, Where(("do",), 501, 507))

    assert (place, word) == ("f:1:508", "Glogau")
    assert max(map(len, render([PLAIN(Where(("do",)))], text, "f", width=60).split("\n"))) < 72


def test_signs_that_steer_a_terminal_are_not_printed() -> None:
    code = Code("XX302", "odd", message="{word} is odd")
    text = 'do = "\\u001b[31m" # \u202e\x1b'
    out = render([code(Where(("do",)), word="\x1b[31m\nnew")], text, "f")

    assert "\x1b" not in out and "\u202e" not in out
    assert "[31m new is odd" in out


def test_github_escapes_what_would_end_its_command() -> None:
    code = Code("XX303", "odd", message="100%\nodd: yes", severity="note")
    head, body = render([code(SHEET)], "", "a,b:c.toml", "github").split(" odd::")

    assert head == "::notice file=a%2Cb%3Ac.toml,line=1,endLine=1,col=1,endColumn=1,title=XX303"
    assert body == "100%25%0Aodd: yes"


# Random documents: each value is written with a mark of its own, so that its place can be looked up.

NAMES = st.sampled_from(["a", "b", "role-2", "ü", "x y", 'q"t', "1", "漢"])


def leaf(number: int, style: int) -> tuple[str, str]:
    """A value in one of several ways of writing, and the part of it to look for."""
    word = f"w{number}"
    return [
        (str(1000 + number), str(1000 + number)),
        (f'"é {word} \\u00e9"', word),
        (f"'{word}'", word),
        (f'"""\n🂡 {word}\n"""', word),
        (f"'''{word}\n''q'''", word),
    ][style % 5]


def key(name: str) -> str:
    return name if name.isascii() and name.replace("-", "").isalnum() else json.dumps(name, ensure_ascii=False)


@st.composite
def documents(draw: st.DrawFn) -> tuple[str, list[tuple[tuple[Any, ...], str, str]]]:
    """A TOML text and its values: path, text as written, the word inside."""
    found: list[tuple[tuple[Any, ...], str, str]] = []

    def value(path: tuple[Any, ...], depth: int, one_line: bool) -> str:
        kind = draw(st.integers(0, 6 if depth < 3 else 4))
        if kind == 5:
            parts = [value((*path, at), depth + 1, one_line) for at in range(draw(st.integers(0, 3)))]
            gap = " , " if one_line else ", # é, [\n\t"
            return "[ " + gap.join(parts) + (" ]" if one_line else "\n]")
        if kind == 6:
            names = draw(st.lists(NAMES, max_size=3, unique=True))
            return "{" + ", ".join(f"{key(n)} = {value((*path, n), depth + 1, True)}" for n in names) + "}"
        text, word = leaf(len(found), kind if not one_line else kind % 3)
        found.append((path, text, word))
        return text

    def pairs(path: tuple[Any, ...]) -> list[str]:
        lines = []
        for name in draw(st.lists(NAMES, max_size=3, unique=True)):
            dotted = draw(st.booleans())
            parts = (name, "in ner") if dotted else (name,)
            written = " . ".join(map(key, parts)) if dotted else key(name)
            lines.append(f"{written} = {value((*path, *parts), 0, False)} # ü")
        return lines

    lines = pairs(())
    for number, repeat in enumerate(draw(st.lists(st.integers(0, 2), max_size=3))):
        table = f"t{number}"
        if repeat == 0:
            lines += [f"[{table}.'sub t']", *pairs((table, "sub t"))]
        for at in range(repeat):
            lines += [f"[[ {table} ]]", *pairs((table, at)), f"[{table}.more]", *pairs((table, at, "more"))]
    return "\n".join(lines) + "\n", found


@settings(max_examples=150, deadline=None)
@given(documents())
def test_the_span_found_is_the_value_as_written(
    document: tuple[str, list[tuple[tuple[Any, ...], str, str]]],
) -> None:
    import tomllib

    from pbem.report.places import Places

    text, values = document
    data = tomllib.loads(text)
    places = Places(text)
    for path, written, word in values:
        span = places.find(Where(path))
        assert written == text[span.start : span.end]
        real: Any = data
        for part in path:
            real = real[part]
        if isinstance(real, str):
            at = real.index(word)
            span = places.find(Where(path, at, at + len(word)))
            assert word == text[span.start : span.end]


PATHS = st.lists(st.one_of(st.sampled_from(["do", "bid", "@", "a", ""]), st.integers(-2, 5)), max_size=4)
WHERES = st.builds(Where, PATHS.map(tuple), st.integers(-3, 50), st.integers(-3, 50))
SCRAPS = st.lists(
    st.sampled_from(["do", "a", "=", " ", "\n", '"', '"""', "'", "[", "]", "[[", "{", "}", ",", ".", "1"])
    | st.characters(),
    max_size=40,
).map("".join)


@settings(max_examples=300, deadline=None)
@given(st.lists(WHERES, max_size=4), SCRAPS, st.sampled_from(FORMATS), st.integers(10, 100))
def test_rendering_survives_anything(wheres: list[Where], text: str, format: str, width: int) -> None:
    out = render([PLAIN(at) for at in wheres], text, "f", format, width)

    assert out.encode() is not None
    if format == "text" and wheres:
        assert out.endswith(count([PLAIN(at) for at in wheres]))


def test_a_key_of_thousands_of_parts_is_no_trouble() -> None:
    text = ".".join("a" * 2000) + " = 1\n"

    assert render([PLAIN(Where(("a",) * 2000))], text, "f").startswith("f:1:")
