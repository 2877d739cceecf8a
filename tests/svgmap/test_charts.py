"""Charts: every line can be told from the others without its colour, by light and in the dark."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest

from pbem.core.charts import Chart
from pbem.rulesets import ruleset_of
from pbem.svgmap.charts import DARK, DASHES, Bar, Bars, Curve, Lines, charts, lighter, shortened, step_of
from pbem.svgmap.labels import text_width
from pbem.svgmap.marks import PAPER

SVG = "{http://www.w3.org/2000/svg}"
LINES = [
    line
    for name in ("friedrich", "fredericus")
    for chart in (*ruleset_of(name).figures.by_turn, *ruleset_of(name).figures.by_event)  # type: ignore[union-attr]
    for line in chart.lines
]


def curve(name: str, *values: float | None, at: int = 0) -> Curve:
    return Curve(name, "#1a4f8f", at, values)


def drawn(*curves: Curve) -> Any:
    return ElementTree.fromstring(charts("A war", [Lines("Troops", "Turn", "troops", curves)]))


def texts(svg: Any) -> list[str]:
    return ["".join(node.itertext()) for node in svg.iter(f"{SVG}text")]


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_a_chart_has_a_title_words_at_its_axes_and_a_name_at_each_line() -> None:
    said = texts(drawn(curve("Prussia", 30, 20), curve("Austria", 25, 24, at=1)))

    assert {"A war", "Troops", "Turn", "troops", "Prussia", "Austria", "0", "10", "30"} <= set(said)


def test_the_same_data_give_the_same_bytes() -> None:
    rows = [
        Lines("Troops", "Turn", "troops", (curve("Prussia", 1, None, 3),)),
        Bars("Ends", "games", (Bar("x", 1, "1"),)),
    ]

    assert charts("A", rows) == charts("A", list(rows))


def test_every_line_of_a_chart_has_dashes_of_its_own() -> None:
    for name in ("friedrich", "fredericus"):
        figures = ruleset_of(name).figures
        assert figures is not None
        charts_: tuple[Chart, ...] = (*figures.by_turn, *figures.by_event)
        assert max(len(chart.lines) for chart in charts_) <= len(DASHES) == len(set(DASHES))
    svg = drawn(*(curve(str(at), 1, 2, at=at) for at in range(len(DASHES))))
    paths = [path for path in svg.iter(f"{SVG}path") if path.find(f"{SVG}title") is not None]

    assert list(DASHES) == [path.get("stroke-dasharray", "") for path in paths]


@pytest.mark.parametrize("line", LINES, ids=lambda line: f"{line.id} {line.colour}")
def test_the_colours_are_seen_on_light_and_on_dark_paper(line: Any) -> None:
    assert 4.5 <= contrast(line.colour, PAPER)
    assert 4.5 <= contrast(lighter(line.colour), DARK["paper"])


def test_words_are_seen_on_dark_paper_too() -> None:
    assert 7 <= contrast(DARK["ink"], DARK["paper"])
    svg = charts("A war", [Lines("Troops", "Turn", "troops", (curve("Prussia", 1, 2),))])
    rules = dict(re.findall(r"\.(\w+)\{(?:fill|stroke):(#\w+)\}", svg))

    assert {**DARK, "c0": lighter("#1a4f8f"), "bar": DARK["axis"]} == rules
    assert set(re.findall(r'class="(\w+)"', svg)) <= set(rules)


def test_names_stand_apart_where_lines_end_together() -> None:
    svg = drawn(*(curve(f"Nation {at}", 5, 5, at=at) for at in range(7)))
    spots = [(float(node.get("x")), float(node.get("y")), node.text) for node in svg.iter(f"{SVG}text")
             if node.text.startswith("Nation")]  # fmt: skip

    assert 7 == len(spots)
    for (x, y, _), (other, down, _) in combinations(spots, 2):
        assert abs(y - down) >= 12 or abs(x - other) > 60


def test_names_beside_the_field_stand_in_the_order_of_their_lines() -> None:
    ends = {"Sweden": 6, "Prussia": 3, "Hanover": 2, "Empire": 1, "France": 26, "Russia": 21}
    nodes = drawn(*(curve(name, 4, end) for name, end in ends.items())).iter(f"{SVG}text")
    height = {"".join(node.itertext()): float(node.get("y", "0")) for node in nodes}

    assert ["France", "Russia", "Sweden", "Prussia", "Hanover", "Empire"] == sorted(ends, key=lambda name: height[name])


def test_a_line_that_ends_early_has_its_name_there() -> None:
    svg = drawn(curve("Russia", 10, 8, None, None, None, None), curve("Prussia", 1, 2, 3, 4, 5, 6, at=1))
    spots = {node.text: float(node.get("x")) for node in svg.iter(f"{SVG}text") if node.get("x")}

    assert spots["Russia"] < spots["Prussia"] - 200


def test_a_name_within_the_field_lies_on_no_other_line() -> None:
    flat = [curve(f"Line {at}", *[level] * 20, at=at) for at, level in enumerate((10, 11, 12, 13))]
    svg = drawn(curve("France", 12, 11.5, 11.5, *[None] * 17), *flat, curve("Top", *[30] * 20))
    name = next(node for node in svg.iter(f"{SVG}text") if node.text == "France")
    middle = float(name.get("y")) - 4
    lines = [float(path.get("d").split()[1].split("L")[0]) for path in svg.iter(f"{SVG}path")
             if path.find(f"{SVG}title") is not None and path.find(f"{SVG}title").text != "France"]  # fmt: skip

    assert 5 == len(lines)
    assert min(abs(middle - line) for line in lines) >= 7


@pytest.mark.parametrize(
    ("turns", "marks"), [(6, "1 2 3 4 5 6"), (20, "2 4 6 8 10 12 14 16 18 20"), (30, "1 5 10 15 20 25 30")]
)
def test_the_turns_are_marked_at_equal_distances(turns: int, marks: str) -> None:
    svg = drawn(curve("A", *[100] * turns))
    nodes = [node for node in svg.iter(f"{SVG}text") if float(node.get("y", "0")) == 44 + 260 + 16]

    assert marks.split() == [node.text for node in nodes]


def test_a_line_with_a_gap_is_broken_and_a_single_number_is_a_dot() -> None:
    svg = drawn(curve("A", 1, None, 3, 4), curve("B", None, 2, at=1))
    paths = {
        path.find(f"{SVG}title").text: path for path in svg.iter(f"{SVG}path") if path.find(f"{SVG}title") is not None
    }

    assert 2 == paths["A"].get("d").count("M")
    assert paths["B"].get("d").endswith("h.1") and paths["B"].get("stroke-dasharray") is None


@pytest.mark.parametrize("values", [(0, 0), (1,), (10**7, 3), (0.25, 0.5)])
def test_any_numbers_stay_within_the_field(values: tuple[float, ...]) -> None:
    svg = drawn(curve("A", *values))
    path = next(path for path in svg.iter(f"{SVG}path") if path.find(f"{SVG}title") is not None)
    numbers = [tuple(map(float, spot.split())) for spot in re.findall(r"[ML]([\d.]+ [\d.]+)", path.get("d"))]

    assert all(64 <= x <= 590 and 44 <= y <= 304 for x, y in numbers)


def test_marks_are_few_and_round() -> None:
    assert [1, 1, 2, 5, 10, 50] == [step_of(most, 6) for most in (0, 6, 12, 25, 60, 300)]


def test_what_people_wrote_cannot_break_the_file() -> None:
    rows = [Bars("<b>", "&", (Bar('"<script>"', 1, "<1>"),))]

    assert ["<i>", "<b>", '"<script>"', "<1>", "&"] == texts(ElementTree.fromstring(charts("<i>", rows)))


def test_a_bar_has_its_name_and_its_number() -> None:
    svg = ElementTree.fromstring(
        charts("A", [Bars("Ends", "games", (Bar("Peace", 3, "3 (75.0 %)"), Bar("War", 1, "1")))])
    )
    widths = [float(node.get("width")) for node in svg.iter(f"{SVG}rect")]

    assert ["A", "Ends", "Peace", "3 (75.0 %)", "War", "1", "games"] == texts(svg)
    assert widths[0] == pytest.approx(3 * widths[1], abs=0.2)


def test_a_long_name_of_a_bar_is_broken_and_none_of_it_is_lost() -> None:
    long = "Frederick: Prussia holds out until all of its enemies have left the war, one after the other, by fate"
    bars = (Bar("Short", 2, "2"), Bar(long, 1, "1"), Bar("Last", 1, "1"))
    svg = ElementTree.fromstring(charts("A", [Bars("Ends", "games", bars), Bars("More", "x", (Bar("y", 1, "1"),))]))
    said = texts(svg)
    tops = [float(node.get("y", "0")) for node in svg.iter(f"{SVG}rect")]

    assert not any("…" in text for text in said)
    assert long in " ".join(said)
    assert tops[2] - tops[1] > tops[1] - tops[0]
    height = float(svg.get("height", "0"))
    assert height == float(ElementTree.fromstring(charts("A", [Bars("Ends", "games", bars)])).get("height", "0")) + 90


def test_a_name_that_is_too_long_is_cut() -> None:
    assert "Peace" == shortened("Peace", 100)
    assert text_width(shortened("Peace at last " * 9, 100), 12) <= 100
    assert shortened("Peace at last " * 9, 100).endswith("…")
