"""What the desk does not take in: sheets that are not for the view that is open, views that cannot be; its hints."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from battle_game import begin, view_of

from pbem.core import Code
from pbem.store import GameFault
from pbem.workflow.deskpage.bridge import ASKED, Desk
from pbem.workflow.deskpage.hints import hint_of, message_of
from pbem.workflow.explain import all_codes

# What a player at a page has not: a program to call, its options, folders, the files of a host.
FOREIGN = re.compile(
    r"pbem [a-z]|\bcommand|PBEM_|--[a-z]|\bfolder|\bdirector|\barchive\b|(?<!\.view)\.(?:toml|md)\b"
    r"|\bby hand\b|\bDIR\b|\bbytes\b",
    re.IGNORECASE,
)


@pytest.fixture
def battle(tmp_path: Path) -> str:
    return begin(tmp_path)


@pytest.fixture
def desk(tmp_path: Path, battle: str) -> Desk:
    desk = Desk(str(tmp_path / "home"))
    given(desk, Path(view_of(battle, "frederick")).read_text())
    return desk


def ask(desk: Desk, asked: str, **given: Any) -> Any:
    found = json.loads(desk.answer(json.dumps({"ask": asked, **given})))
    return found.get("value", found)


def given(desk: Desk, text: str, name: str = "given") -> Any:
    return ask(desk, "open", name=name, data=b64encode(text.encode("utf-8", "surrogatepass")).decode())


def sheet_in(desk: Desk) -> str:
    assert desk.home is not None
    return str(desk.home.shown["sheet"])


# sheets


def test_a_sheet_of_this_game_role_and_step_is_taken_in(desk: Desk) -> None:
    sheet = sheet_in(desk).replace("plays     = []", 'plays = ["13D"]')
    quoted = "".join(f"> {line}\n" for line in sheet.splitlines())

    assert {"kind": "sheet", "text": sheet} == given(desk, sheet)
    assert sheet == given(desk, quoted)["text"]
    assert given(desk, sheet.replace('"ask"', '"ask'))["kind"] == "sheet"


@pytest.mark.parametrize(
    ("was", "becomes"), [('"winter"', '"summer"'), ("step = 1", "step = 2"), ('"frederick"', '"pompadour"')]
)
def test_a_sheet_of_another_game_step_or_role_is_told_so(desk: Desk, was: str, becomes: str) -> None:
    fault = given(desk, sheet_in(desk).replace(was, becomes, 1))["fault"]

    assert "PB834" == fault["code"]
    assert fault["message"].startswith("given: this is a sheet for step ")
    assert "step 1 of winter" in fault["hint"]


@pytest.mark.parametrize("name", ["ledger.toml", "game.toml"])
def test_files_of_a_game_that_are_no_sheets_are_none(desk: Desk, battle: str, name: str) -> None:
    assert "there is no view in it" in given(desk, Path(battle, name).read_text())["fault"]["message"]


# views


@pytest.mark.parametrize("step", ["0", "-3", "10000000", "9000000000"])
def test_a_view_of_a_step_that_cannot_be_is_refused_whole(desk: Desk, battle: str, step: str) -> None:
    view = Path(view_of(battle, "frederick")).read_text().replace("step = 1\n", f"step = {step}\n")
    fault = given(desk, view)["fault"]

    assert ("PB509", True) == (fault["code"], "`step` must be a number from 1 to 9999999" in fault["message"])
    assert 1 == desk.home.seen.step and ask(desk, "check", sheet=sheet_in(desk))["said"]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("was", "becomes", "code"),
    [
        ('role = "frederick"', 'role = "nobody"', "PB509"),
        ('    "frederick",\n', '    "frederick",\n    "nobody",\n', "PB512"),
        ("richelieu", "nobody", "PB514"),
    ],
)
def test_a_view_of_a_role_that_is_none_or_of_no_position_is_refused_whole(
    desk: Desk, battle: str, was: str, becomes: str, code: str
) -> None:
    view = Path(view_of(battle, "frederick")).read_text()
    assert was in view

    assert code == given(desk, view.replace(was, becomes))["fault"]["code"]
    assert "frederick" == desk.home.seen.role  # type: ignore[union-attr]
    assert "in order" in ask(desk, "check", sheet=sheet_in(desk))["said"]


# hints


def test_no_hint_of_any_code_speaks_of_what_a_page_has_not() -> None:
    for asked in (*ASKED, "open", "sort", "open folder"):
        for code in all_codes().values():
            for form in ("", *code.forms):
                fault = GameFault(code, "--hand", **{**dict.fromkeys(_facts(code), "x"), "form": form})
                hint = hint_of(fault, asked)
                assert not FOREIGN.search(hint), (asked, code.id, hint)
                assert asked == "look up" or hint, (asked, code.id)


def _facts(code: Code) -> set[str]:
    texts = [code.message, code.hint, *(text for form in code.forms.values() for text in form if text)]
    return {name for text in texts for name in re.findall(r"\{(\w+)", text)}


def test_faults_that_a_player_meets_are_told_for_the_page(desk: Desk, battle: str) -> None:
    view = Path(view_of(battle, "frederick")).read_text()
    other = f'board = {{ name = "x", digest = "{"0" * 64}" }}'
    no_board = view.replace("format = 2", f"format = 2\n{other}", 1)
    sheet = sheet_in(desk).replace("plays     = []", 'plays = ["13D"]')
    faults = {
        "board": given(desk, no_board),
        "damaged": given(desk, view.replace("format = 2", 'format = 2\nx = "', 1)),
        "size": given(desk, "x" * 4_500_000),
        "hand": ask(desk, "rehearse", sheet=sheet, strengths=[], hand="99Z", samples=2),
        "draft": ask(desk, "seal", sheet=f'status = "draft"\n{sheet}', hold=True, ahead=False, answers=[]),
        "ahead": ask(desk, "seal", sheet=sheet, hold=True, ahead=True, answers=[]),
    }

    for name, found in faults.items():
        told = f"{found['fault']['message']} {found['fault']['hint']}"
        assert not FOREIGN.search(told.replace("given: ", "").replace("view.toml: ", "")), (name, told)
        assert "error[" not in told
        assert re.search(r" \[[A-Z]{2}\d{3}\]\. ", told), (name, told)
    assert "Drop in the board" in faults["board"]["fault"]["hint"]
    assert faults["hand"]["fault"]["message"].startswith('"99Z" is not a hand [PB519].')


def test_a_message_begins_with_the_file_or_with_a_capital() -> None:
    code = all_codes()["PB834"]

    assert "a.toml: there is no view in it [PB834]." == message_of(GameFault(code, "/x/y/a.toml"), "/x/y")
    assert "There is no view in it [PB834]." == message_of(GameFault(code, "--hand"), "/x/y")
