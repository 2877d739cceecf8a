"""The desk without a browser: what it opens, and that it says what the program says."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from desk_pages import positions

from games import play_steps
from pbem.workflow.check import check_with_view, said
from pbem.workflow.deskpage.bridge import Desk
from pbem.workflow.mailing import mails
from pbem.workflow.new import Plan, new
from pbem.workflow.reporting import report


@pytest.fixture(scope="module")
def winter(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of Friedrich with its reports, and mails beside it."""
    top = tmp_path_factory.mktemp("desk") / "winter"
    new(Plan(str(top), "friedrich", seed="a"))
    play_steps(str(top), 6)
    report(str(top))
    mails(str(top), str(top.parent / "mails"))
    return top


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(str(tmp_path))


def ask(desk: Desk, asked: str, **given: Any) -> Any:
    found = json.loads(desk.answer(json.dumps({"ask": asked, **given})))
    return found.get("value", found)


def opened(desk: Desk, path: Path) -> Any:
    return ask(desk, "open", name=path.name, data=b64encode(path.read_bytes()).decode())


def sources(winter: Path) -> Iterator[Path]:
    yield winter / "reports" / "0006" / "maria-theresa.view.toml"
    yield winter / "reports" / "0006" / "maria-theresa.html"
    yield next((winter.parent / "mails").glob("*maria-theresa.eml"))


def test_view_mail_and_report_open_the_same_view(winter: Path, desk: Desk) -> None:
    found = [opened(desk, path) for path in sources(winter)]
    alike = [{key: value for key, value in row.items() if key not in ("told", "log")} for row in found]

    assert alike[0] == alike[1] == alike[2]
    assert ("view", "maria-theresa", 7) == tuple(found[0][key] for key in ("kind", "role", "step"))
    assert [False, True, True] == [bool(row["told"]) for row in found]
    assert "Turn 1" in found[1]["told"]
    assert "<" not in found[1]["told"]


def test_a_view_that_is_quoted_in_a_letter_is_read(winter: Path, desk: Desk) -> None:
    view = next(sources(winter)).read_text()
    quoted = "".join(f"> {line}\n" for line in view.splitlines())
    found = ask(desk, "open", name="pasted", data=b64encode(f"Look:\n{quoted}".encode()).decode())

    assert "view" == found["kind"]


@pytest.mark.parametrize("sheet", ["", "x", "do = [", 'do = ["Daun > Berlin"]\n', "# ünïcödé ♥\n", 'do = ["\ud83d"]'])
def test_what_is_said_of_a_sheet_is_what_check_prints(winter: Path, desk: Desk, tmp_path: Path, sheet: str) -> None:
    view = next(sources(winter))
    sheet = opened(desk, view)["sheet"] + sheet
    path = tmp_path / "orders.toml"
    path.write_bytes(sheet.encode("utf-8", "surrogatepass"))
    expected = "\n".join(said(check_with_view(str(path), str(view)), "text"))

    assert expected == ask(desk, "check", sheet=sheet)["said"]


def test_pieces_and_cities_can_be_pointed_at_where_they_are_drawn(winter: Path, desk: Desk) -> None:
    about = opened(desk, next(sources(winter)))
    found = ask(desk, "map", sheet=about["sheet"])
    wide, high = map(float, found["svg"].partition('viewBox="0 0 ')[2].partition('"')[0].split())
    cities = {city["id"]: city for city in found["cities"]}

    assert ["austria", "imperial"] == found["own"]
    assert {"daun", "hildburghausen"} <= {piece for token in found["tokens"] for piece in token["pieces"]}
    for token in found["tokens"]:
        x0, y0, x1, y1 = token["box"]
        city = cities[token["city"]]
        assert 0 <= x0 < x1 <= wide
        assert 0 <= y0 < y1 <= high
        assert abs((x0 + x1) / 2 - city["x"]) < 60
        assert abs((y0 + y1) / 2 - city["y"]) < 60


def test_the_map_follows_the_sheet(winter: Path, desk: Desk) -> None:
    about = opened(desk, next(sources(winter)))
    sheet = about["sheet"].replace("do = [", 'do = [\n"Hildburghausen > ... > Suhl",', 1)
    before, after = (
        {piece: token["city"] for token in ask(desk, "map", sheet=text)["tokens"] for piece in token["pieces"]}
        for text in (about["sheet"], sheet)
    )

    assert "suhl" == after["hildburghausen"]
    assert {"hildburghausen"} == {piece for piece, city in before.items() if after[piece] != city}


def test_the_castle_is_called_by_the_round_after_the_last_action_of_a_sheet(desk: Desk, tmp_path: Path) -> None:
    position = next(row for row in positions("fredericus", "castle") if '"turn"' in row.view and row.step > 12)
    path = tmp_path / "a.view.toml"
    path.write_text(position.view, encoding="utf-8")
    heading = opened(desk, path)["heading"]
    drawn = ask(desk, "map", sheet=position.sheet)["svg"]

    assert heading.startswith("Round ")
    assert f"· {heading}<" in drawn


def test_codes_and_rules_are_looked_up(winter: Path, desk: Desk) -> None:
    opened(desk, next(sources(winter)))

    assert "no-orders" in ask(desk, "look up", word="FR451")["text"]
    assert ask(desk, "look up", word="F4.5")["text"].startswith("F4.5")
    assert "PB519" == ask(desk, "look up", word="F99.9")["fault"]["code"]


def test_a_fault_names_no_folder_of_the_page(desk: Desk) -> None:
    found = ask(desk, "open", name="x", data=b64encode(b"format = 99\n[state]\n").decode())

    assert "PB506" == found["fault"]["code"]
    assert desk.folder not in found["fault"]["message"]
    assert "PB834" == ask(desk, "check", sheet="")["fault"]["code"]


@pytest.mark.parametrize(
    ("line", "other", "code"), [("format = 2", "format = 99", "PB506"), ("revision = ", "revision = 9", "PB508")]
)
def test_a_view_of_another_version_asks_for_the_newer_page(
    winter: Path, desk: Desk, line: str, other: str, code: str
) -> None:
    view = next(sources(winter)).read_text()
    data = b64encode(view.replace(line, other, 1).encode()).decode()
    found = ask(desk, "open", name="a.view.toml", data=data)["fault"]

    assert line in view
    assert code == found["code"]
    assert "newer page" in found["hint"]


def test_the_view_in_a_report_cannot_end_the_place_it_stands_in(winter: Path) -> None:
    from pbem.report.forms import with_view
    from pbem.workflow.deskpage.sources import found_in

    hostile = 'format = 2\ngame = "</script><script>alert(1)</script>"\n[state]\n'
    page = with_view("<html><body><main>x</main></body></html>", hostile)
    found = found_in("report.html", page.encode())

    assert 1 == page.count("</script>")
    assert "view" == found.kind
    assert "<" not in found.text


def test_orders_for_a_coming_decision_are_offered_and_drawn_where_they_will_be_asked(winter: Path, desk: Desk) -> None:
    about = opened(desk, winter / "reports" / "0006" / "maria-theresa.view.toml")
    now = ask(desk, "offers", sheet=about["sheet"])
    coming = [row["id"] for row in now["coming"]]
    then = ask(desk, "offers", sheet=about["sheet"], decision=coming[0])
    group = next(row for row in then["groups"] if row["goals"])
    goal = group["goals"][0]
    sheet = ask(desk, "edit", sheet=about["sheet"], edits=goal["ways"][0]["edits"])["sheet"]
    after = ask(desk, "offers", sheet=sheet, decision=coming[0])
    drawn = ask(desk, "map", sheet=sheet, decision=coming[0], whole=False)
    at = {piece: token["city"] for token in drawn["tokens"] for piece in token["pieces"]}

    assert [] == now["path"]
    assert ["ahead", 0] == then["path"]
    assert [True] == [row["said"] for row in after["coming"] if row["id"] == coming[0]]
    assert {goal["place"]} == {at[piece] for piece in group["pieces"]}
    assert "svg" not in drawn
    assert not ask(desk, "check", sheet=sheet)["refused"]
    assert "orders ahead for" in ask(desk, "check", sheet=sheet)["said"]


def test_of_a_game_that_was_ended_nothing_is_owed_and_nothing_offered(winter: Path, desk: Desk, tmp_path: Path) -> None:
    view, ended = next(sources(winter)), tmp_path / "ended.view.toml"
    ended.write_text(view.read_text().replace("step = ", "over = true\nstep = ", 1))
    rows = [opened(desk, path) for path in (view, ended)]
    found = ask(desk, "offers", sheet=rows[1]["sheet"])

    assert rows[0]["owed"] + rows[0]["waiting"]
    assert [] == rows[1]["owed"] + rows[1]["waiting"]
    assert not any(found[kind] for kind in ("groups", "choices", "sums", "fights", "coming", "untouched"))
