"""Reports and receipts: plain data laid out for a mail."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import UndefinedError

from pbem.report import text
from pbem.report.forms import rendered
from pbem.report.layout import COLUMNS, escaped, excerpted, md_table, tabled, wrapped
from pbem.report.text import render_receipt

SHEET = """\
game = "winter-1756"
step = 12
role = "frederick"
key  = "amber-falcon-31"

# One order on each line; this remark is longer than a mail is wide and must stay as it is.
do = [
]
"""
MODEL: dict[str, Any] = {
    "game": "winter-1756",
    "step": 11,
    "under_way": 12,
    "heading": "Turn 2, Prussia: movement",
    "role": "frederick",
    "role_title": "Frederick (Prussia and Hanover)",
    "moderator": False,
    "complaints": [
        "orders.toml:7:12 error[FR405] way-blocked: Keith cannot pass Glogau, Daun stands there\n"
        '   7 |   "Keith > Glogau > Sprottau > Haynau",\n'
        "     |            ^^^^^^\n"
        "   = hint: from Neusalz the free ways lead to Grünberg, Freystadt, Sorau, Crossen and Züllichau"
    ],
    "owed": [
        {"what": "Prussia's moves", "default": "no piece moves", "by": "12 March 2026, 18:00 CET", "answered": ""}
    ],
    "ahead": [],
    "waiting": [{"role": "Elisabeth", "what": "Russia's moves"}],
    "since": None,
    "battles": "full",
    "story": [
        {
            "title": "Turn 2, Austria",
            "items": [
                "Daun: Königgrätz - Glatz.",
                "Austria conquers Neisse; <eleven> of its objectives are in its hands & it needs only a few more.",
                {
                    "title": "Battle: Friedrich (8) in Torgau ♥ against Daun (6) in Chemnitz ♣",
                    "lines": [
                        "Austria at -2 plays 10♣: +8.",
                        "Prussia at -8 plays 13♥: +5.",
                        "Austria stops at -5 and is beaten by Friedrich: Daun loses 5 troops, 1 remains.",
                        "Daun retreats from Chemnitz to Zwickau.",
                    ],
                    "short": "Austria is beaten: Daun loses 5 troops.",
                },
            ],
        },
        {"title": "End of turn 2", "items": ["Austria drew 5 cards."]},
    ],
    "summary": [
        {
            "title": "The pieces",
            "table": {
                "columns": ["piece", "city", "troops", "supply"],
                "rows": [["Friedrich", "Torgau", 8, "yes"], ["Daun", "Chemnitz", None, "unknown to you"]],
            },
        },
        {"title": "Your hand", "lines": ["13S 12C 3H (28 points)"]},
        {"title": "Of the others", "lines": ["Austria holds 9 cards."]},
    ],
    "seed_commitment": "5f" * 32,
    "chance": [],
    "ledger": [{"of": "all", "line": 31, "step": 11, "hash": "ab" * 32, "words": "market market market market"}],
    "result": None,
    "sheet": SHEET,
}
RECEIPT: dict[str, Any] = {
    "game": "winter-1756",
    "step": 12,
    "role": "frederick",
    "accepted": True,
    "status": "final",
    "understood": ["Friedrich + Winterfeldt > Riesa > Meissen > Dresden", "Seydlitz > Belzig"],
    "warnings": ["Heinrich has no order"],
    "notes": ["the signature was left out"],
    "fingerprint": "amber falcon winter 31",
    "replaces": 1,
    "commitment": "",
    "version": None,
    "ledger": [],
}


def test_a_report_reads_as_a_mail(golden: Callable[[str, str], None]) -> None:
    golden("reports/player.txt", rendered("txt", MODEL))


@pytest.mark.parametrize("form", ["html", "md", "json"])
def test_a_report_has_other_forms(form: str, golden: Callable[[str, str], None]) -> None:
    golden(f"reports/player.{form}", rendered(form, MODEL, map_="<?xml?><svg><title>a & b</title></svg>"))


@pytest.mark.parametrize("form", ["txt", "html", "md"])
def test_the_moderator_s_report_is_marked(form: str) -> None:
    model = {**MODEL, "role": "moderator", "role_title": "", "moderator": True, "owed": [], "sheet": ""}
    said = rendered(form, model).lower()

    assert "for the moderator only" in said
    assert "you owe" not in said


@pytest.mark.parametrize("form", ["txt", "html", "md"])
def test_battles_can_be_short(form: str) -> None:
    short = rendered(form, {**MODEL, "battles": "short", "since": 9})

    assert "Daun loses 5 troops." in short and "13♥" not in short
    assert "since step 9" in short.lower()


def test_html_escapes_what_people_wrote_and_keeps_the_map() -> None:
    html = rendered("html", {**MODEL, "game": "<script>winter"}, map_="<svg><path/></svg>")

    assert "<script>winter" not in html and "&lt;eleven&gt;" in html
    assert "<svg><path/></svg>" in html
    assert "<svg" not in rendered("html", MODEL)
    assert 'data="../../maps/0007.svg"' in rendered("html", MODEL, map_="../../maps/0007.svg")


def test_html_needs_nothing_from_elsewhere() -> None:
    html = rendered("html", MODEL)

    assert not re.findall(r"(?:src|href)=\"(?!#)|url\(|@import|<script", html)
    shown = rendered("html", MODEL, map_="<svg><path/></svg>")
    assert not re.findall(r"(?:src|href)=\"(?!#)|url\(|@import|https?:", shown)


def test_a_map_opens_at_the_own_pieces_and_the_public_one_whole() -> None:
    own = rendered("html", MODEL, map_='<svg data-own="10 10 50 50" viewBox="0 0 100 100"></svg>')
    public = rendered("html", MODEL, map_='<svg viewBox="0 0 100 100"></svg>')

    assert "Your pieces" in own and '<i style="left: 10.0%; top: 10.0%; width: 40.0%; height: 40.0%"></i>' in own
    assert "Your pieces" not in public and 'id="zoom-1" checked' in public
    assert own.index("<i style") < own.index("<svg")  # what a page without scripts snaps to is there when it is drawn


def test_markdown_signs_stand_for_themselves() -> None:
    assert escaped("# a_b *c* | [d] <e>\nf") == "\\# a\\_b \\*c\\* \\| \\[d\\] \\<e\\> f"
    assert md_table({"columns": ["a"], "rows": [["b|c"], [None]]}) == "| a |\n| --- |\n| b\\|c |\n|  |"


def test_a_suit_stays_with_its_city() -> None:
    assert wrapped("from Rostock to Stralsund ♣", width=26) == "from Rostock to\n  Stralsund ♣"


def test_a_public_report_owes_nothing_and_has_no_sheet(golden: Callable[[str, str], None]) -> None:
    public = {
        "role": None,
        "role_title": "",
        "owed": [],
        "complaints": [],
        "sheet": "",
        "seed_commitment": "",
    }
    golden("reports/public.txt", rendered("txt", {**MODEL, **public}))


def test_the_end_of_a_game_comes_first(golden: Callable[[str, str], None]) -> None:
    result = {"winners": ["Frederick"], "reason": "Russia, Sweden and France have left the war."}
    over = {"owed": [], "waiting": [], "complaints": [], "sheet": "", "seed_commitment": "", "result": result}
    golden("reports/over.txt", rendered("txt", {**MODEL, **over}))


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("accepted", {}),
        ("draft", {"status": "draft", "replaces": None, "warnings": [], "notes": []}),
        ("refused", {"accepted": False, "understood": [], "warnings": MODEL["complaints"], "replaces": None}),
    ],
)
def test_a_receipt_says_what_became_of_the_sheet(
    name: str, changes: dict[str, Any], golden: Callable[[str, str], None]
) -> None:
    golden(f"receipts/{name}.txt", render_receipt({**RECEIPT, **changes}))


def test_the_sheet_stands_last_and_as_it_is() -> None:
    report = rendered("txt", MODEL)
    above = report.removesuffix(SHEET)

    assert report.endswith(SHEET)
    assert max(map(len, above.split("\n"))) <= COLUMNS


def test_the_sheet_can_be_sent_back_with_the_whole_report_quoted() -> None:
    from pbem.mail.intake import taken_from

    reply = "Here are my orders.\n\n" + "\n".join(f"> {line}" for line in rendered("txt", MODEL).split("\n"))

    assert taken_from(reply.encode())[0].strip() == SHEET.strip()


def test_a_role_that_owes_nothing_is_told_so() -> None:
    assert "You owe nothing now." in rendered("txt", {**MODEL, "owed": [], "waiting": []})


def test_a_moderator_can_replace_a_part(tmp_path: Path) -> None:
    (tmp_path / "txt").mkdir()
    (tmp_path / "txt" / "story.txt.j2").write_text("The news of the day: {{ story | length }}\n\n")
    report = rendered("txt", MODEL, str(tmp_path))

    assert "The news of the day: 2" in report
    assert "WHAT HAPPENED" not in report
    assert "YOUR HAND" in report


def test_a_damaged_store_of_compiled_templates_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(Path(text.templates_directory()) / "txt", tmp_path / "txt")
    monkeypatch.setattr(text, "templates_directory", lambda: str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    reports = []
    for damage in (lambda old: old, lambda old: old[:30], lambda old: b"", lambda old: old[:-9] + b"x" * 9):
        text.environment.cache_clear()
        reports.append(rendered("txt", MODEL))
        files = sorted((tmp_path / "__pycache__").iterdir())
        for file in files:
            file.write_bytes(damage(file.read_bytes()))
    text.environment.cache_clear()

    assert len(files) == 6
    assert set(reports) == {reports[0]}


def test_a_model_that_lacks_a_fact_is_a_fault_of_the_program() -> None:
    with pytest.raises(UndefinedError, match="heading"):
        rendered("txt", {key: value for key, value in MODEL.items() if key != "heading"})


def test_a_line_keeps_its_indent_and_its_rest_hangs_below() -> None:
    assert wrapped("  one two three", width=9) == "  one two\n    three"
    assert wrapped("a\n\nb", 2) == "  a\n\n  b"


def test_an_excerpt_stays_above_its_marks() -> None:
    line = "   7 | " + "x " * 50

    assert excerpted(line) == line


def test_a_table_too_wide_breaks_its_widest_cells() -> None:
    table = {"columns": ["name", "n"], "rows": [["a very long name indeed", 5], ["b", 12]]}

    assert tabled(table, 16) == ("name           n\n------------  --\na very long    5\nname indeed\nb             12")


def test_a_table_of_too_many_columns_becomes_lists() -> None:
    table = {"columns": [f"column {n}" for n in range(12)], "rows": [[f"cell {n}" for n in range(12)]]}

    assert tabled(table).startswith("column 0: cell 0; column 1: cell 1;")


def test_a_table_without_rows_or_heads_is_no_trouble() -> None:
    assert tabled({"columns": [], "rows": []}) == ""
    assert tabled({"columns": ["a"], "rows": []}) == "a\n-"
    assert tabled({"columns": ["", ""], "rows": [["a", "b"]]}) == "a  b"


CELLS = st.one_of(st.none(), st.integers(), st.text(max_size=60))


@given(st.integers(1, 14).flatmap(lambda n: st.lists(st.lists(CELLS, min_size=n, max_size=n), min_size=1, max_size=5)))
def test_no_table_is_wider_than_a_mail(rows: list[list[Any]]) -> None:
    table = tabled({"columns": rows[0], "rows": rows[1:]})

    assert all(len(line) <= COLUMNS for line in table.split("\n"))


def test_the_json_of_an_archive_says_the_same_in_fewer_bytes() -> None:
    whole, compact = rendered("json", MODEL), rendered("json", MODEL, shared={})

    assert json.loads(whole) == json.loads(compact)
    assert list(json.loads(whole)) == list(json.loads(compact))
    assert len(compact.encode()) < len(whole.encode())
    assert len(json.loads(whole)) + 2 == len(compact.splitlines())
